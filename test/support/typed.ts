import type { MedlinkIndex } from '../../src/index/reader.ts'
import { type TypedText, TypedWordReader } from '../../src/index/words/typed-words.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'

const analyzer = createAnalyzer()

/** What is typed, read for an index. */
export function readTyped(index: MedlinkIndex, text: string): TypedText {
  return readerFor(index).read(text)
}

/** The same with a slip in each word mended. */
export function readMended(index: MedlinkIndex, text: string): TypedText {
  const reader = readerFor(index)
  const typed = reader.read(text)
  return { ...typed, words: typed.words.map((word) => reader.mended(word)) }
}

function readerFor(index: MedlinkIndex): TypedWordReader {
  return new TypedWordReader(index, index.typeAhead.extra, analyzer)
}
