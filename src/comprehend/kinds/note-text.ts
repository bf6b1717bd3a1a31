import { type Assertion, assertionsIn } from '../../clinical/assertions.ts'
import { type Chart, readChart, type Span } from '../../clinical/chart.ts'
import type { Sentence } from '../../clinical/sections.ts'
import { readSentences } from '../../clinical/sentences.ts'
import type { Analyzer, Word } from '../../language/analyze.ts'

/** A text, read once for all kinds of entities. */
export interface NoteText {
  readonly text: string
  readonly words: readonly Word[]
  readonly sentences: readonly Sentence[]
  readonly chart: Chart
  /** Heading that is in force in a sentence, as it is written, in lower case; '' for none. */
  readonly headings: readonly string[]
}

/** Reads a text. Linear in its length. @throws MedlinkError `data_invalid` */
export function readNoteText(text: string, analyzer: Analyzer): NoteText {
  const words = analyzer.analyze(text)
  const sentences = readSentences(text, words)
  return {
    text,
    words,
    sentences,
    chart: readChart(text, words, sentences),
    headings: headingsIn(text, words, sentences),
  }
}

function headingsIn(
  text: string,
  words: readonly Word[],
  sentences: readonly Sentence[],
): string[] {
  let current = ''
  let before: Sentence['section']
  return sentences.map(({ heading, section }) => {
    if (heading !== undefined)
      current = text.slice(words[heading.from]!.start, words[heading.to - 1]!.end).toLowerCase()
    else if (section !== before) current = ''
    before = section
    return current
  })
}

/** Statements of the text about each of these stretches. */
export function assertionsOf(
  { chart, sentences }: NoteText,
  targets: readonly Span[],
): readonly (readonly Assertion[])[] {
  return assertionsIn(chart, sentences, targets)
}

/** Number of the first word that ends after a place. */
export function wordAt(words: readonly Word[], place: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.end > place) high = middle
    else low = middle + 1
  }
  return low
}

/** Words of the characters of [begin, end); at least one, if the text has any there. */
export function wordsOf(words: readonly Word[], begin: number, end: number): Span {
  const from = wordAt(words, begin)
  let to = from + 1
  while (to < words.length && words[to]!.start < end) to++
  return { from, to }
}
