import { hashWord } from './lexicon.ts'
import { lowerBound } from './lower-bound.ts'

/** Names that are found by their letters and not by their words: hashes of those, ascending, and next to each its term. */
export interface VerbatimData {
  readonly hashes: Uint32Array
  readonly terms: Uint32Array
}

/** Files names under their letters, ASCII case aside. */
export function buildVerbatim(names: Iterable<{ term: number; text: string }>): VerbatimData {
  const filed = Array.from(names, ({ term, text }) => ({ term, hash: hashWord(lowerAscii(text)) }))
  filed.sort((a, b) => a.hash - b.hash || a.term - b.term)
  return {
    hashes: Uint32Array.from(filed, ({ hash }) => hash),
    terms: Uint32Array.from(filed, ({ term }) => term),
  }
}

/** The terms, ascending, that are this text, ASCII case aside. */
export function findVerbatim(
  text: string,
  { hashes, terms }: VerbatimData,
  textOf: (term: number) => string,
): number[] {
  const asked = lowerAscii(text)
  const hash = hashWord(asked)
  const found: number[] = []
  for (let i = lowerBound(hashes, 0, hashes.length, hash); hashes[i] === hash; i++)
    if (lowerAscii(textOf(terms[i]!)) === asked) found.push(terms[i]!)
  return found
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
