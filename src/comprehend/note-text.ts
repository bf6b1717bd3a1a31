import type { Assertion, Statements } from '../clinical/assertions.ts'
import type { Chart, Span } from '../clinical/chart.ts'
import type { Sentence } from '../clinical/sections.ts'
import type { Word } from '../language/analyze.ts'
import { firstWhere } from '../language/sorted.ts'
import type { DrugWord } from '../ontologies/medication/words.ts'

/** A text, read once for all kinds of entities. */
export interface NoteText {
  readonly text: string
  readonly words: readonly Word[]
  readonly sentences: readonly Sentence[]
  readonly chart: Chart
  /** Statements of the text about any stretch of it. */
  readonly statements: Statements
  /** Heading that is in force in a sentence, as it is written, in lower case; '' for none. */
  readonly headings: readonly string[]
  /** The words of the text as names of drugs, tests and procedures have them; read when first asked for. */
  readonly plainWords: () => PlainWords
}

/** Words of a text, and their folded letters. */
export interface PlainWords {
  readonly words: readonly DrugWord[]
  readonly forms: readonly string[]
}

/** Statements of the text about each of these stretches. */
export function assertionsOf(
  { statements }: NoteText,
  targets: readonly Span[],
): readonly (readonly Assertion[])[] {
  return targets.map(statements)
}

/** Number of the first word that ends after a place. */
export function wordAt(words: readonly Pick<Word, 'end'>[], place: number): number {
  return firstWhere(0, words.length, (at) => words[at]!.end > place)
}

/** Words of the characters of [begin, end); at least one, if the text has any there. */
export function wordsOf(words: readonly Word[], begin: number, end: number): Span {
  const from = wordAt(words, begin)
  let to = from + 1
  while (to < words.length && words[to]!.start < end) to++
  return { from, to }
}
