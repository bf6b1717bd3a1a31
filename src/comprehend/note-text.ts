import { withBoxes } from '../clinical/answers.ts'
import { type Assertion, readStatements, type Statements } from '../clinical/assertions.ts'
import { type Chart, readChart, type Span } from '../clinical/chart.ts'
import type { Sentence } from '../clinical/sections.ts'
import { readSentences } from '../clinical/sentences.ts'
import type { Work } from '../index/work.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { firstWhere } from '../language/sorted.ts'
import { readColumn } from '../language/tables.ts'
import { type DrugWord, drugWords } from '../ontologies/medication/words.ts'

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

/** The part of a task that reading takes. */
interface Reading {
  readonly tools: { readonly analyzer: Analyzer }
  readonly work: Work
}

/** A text that has been read, in which nothing has been found yet. */
interface ReadText {
  readonly note: NoteText
  readonly problems: undefined
  readonly drugs: readonly never[]
  readonly drafts: readonly never[]
}

/** Below data/: raw segments of HL7 messages, which are fields and no sentences: "PRB|DE|20240101|I10^HYPERTENSION^I10". */
const SEGMENTS_TABLE = 'clinical/segments.tsv'
/** A line that may be a segment, with its name. */
const LINE = /^[ \t]*([A-Z][A-Z\d]{2})\|.*$/gm

/** Steps that reading takes, for each character. */
const STEPS_A_CHARACTER = 16

/**
 * Stage 1. Reads a text once for all kinds: its words, its sentences with the sections of their headings, and the triggers
 * and scopes that say of any stretch if it is denied, past, a relative's and so on.
 *
 * Takes the text. Gives what was read, and no entities. Costs {@link STEPS_A_CHARACTER}; linear.
 *
 * @throws MedlinkError `data_invalid`
 */
export function read(written: string, { tools, work }: Reading): ReadText {
  work.add(STEPS_A_CHARACTER * written.length)
  const text = withBoxes(withoutSegments(written))
  const words = asAbbreviations(text, tools.analyzer.analyze(text))
  const sentences = readSentences(text, words)
  const chart = readChart(text, words, sentences)
  const note = {
    ...{ text, words, sentences, chart },
    statements: readStatements(chart, sentences),
    headings: headingsIn(text, words, sentences),
    plainWords: lazily(() => plainWordsOf(text)),
  }
  return { note, problems: undefined, drugs: [], drafts: [] }
}

const segments = lazily(() => readColumn(SEGMENTS_TABLE, 'name'))

/**
 * A text of the same length with spaces in place of segments: the field that says of a problem that it is deleted or resolved
 * is far from its name, and the letters of fields are no words. Linear in the length of the text.
 *
 * @throws MedlinkError `data_invalid`
 */
export function withoutSegments(text: string): string {
  if (!text.includes('|')) return text
  return text.replace(LINE, (line, name: string) =>
    segments().has(name) ? ' '.repeat(line.length) : line,
  )
}

/** "CAD + HTN + DM2": if all words are short and in capitals they are abbreviations. */
function asAbbreviations(text: string, words: readonly Word[]): readonly Word[] {
  if (/\p{Ll}|\p{L}{6}/u.test(text)) return words
  return words.map((word) => {
    return { ...word, abbreviation: /^\p{Lu}{2,}$/u.test(text.slice(word.start, word.end)) }
  })
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

function plainWordsOf(text: string): PlainWords {
  const words = drugWords(text)
  return { words, forms: words.map((word) => word.text) }
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
