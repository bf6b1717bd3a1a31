import type { PhraseRecord } from '../index/records.ts'
import type { Alias } from '../index/words/type-ahead-build.ts'
import { type Analyzer, contentOf, type Word } from '../language/analyze.ts'
import { exactTokens, lemmaTokens } from '../language/phrase-matcher.ts'
import { compareStrings } from '../language/sorted.ts'
import { readTable } from '../language/tables.ts'
import type { PhraseTables } from '../ontologies/ontology.ts'

/** Below data/: words that are written for others in this company. */
const MISSPELLINGS = 'misspellings.tsv'

/** How much a match through a table counts. A wider name answers for a narrower one, at a price. */
const WEIGHT = {
  same: 0.96,
  narrower: 0.82,
  abbreviation: 0.96,
  context: 0.92,
  dominant: 0.92,
  usual: 0.85,
  guess: 0.78,
} as const

/** One row of a table, taken apart: what is read, and as what. */
export interface Reading extends Reason {
  readonly from: string
  /** Words of {@link from}. */
  readonly words: readonly Word[]
  readonly text: string
  /** Words of {@link text} without function words. */
  readonly content: readonly Word[]
  /** Matched as it is written only, not in its inflected forms. */
  readonly isExact: boolean
}

/**
 * Rows of the synonym and abbreviation tables of data/, both directions of what is `same`, and misspellings that are words
 * themselves.
 *
 * @throws MedlinkError `data_invalid` when a table is malformed
 */
export function readPhraseTables(analyzer: Analyzer, tables: PhraseTables): Reading[] {
  const readings: Reading[] = []
  /** Exact in its forms, as abbreviations and misspellings are. */
  const addExact = (from: string, text: string, reason: Reason) => {
    const content = contentOf(analyzer.analyze(text))
    readings.push({ from, words: analyzer.analyze(from), text, content, ...reason, isExact: true })
  }
  if (tables.abbreviations) {
    for (const [short, long] of readTable('abbreviations.tsv', ['abbreviation', 'expansion']))
      addExact(short!, long!, { weight: WEIGHT.abbreviation, because: 'abbreviation' })
    const contextual = ['abbreviation', 'expansion', 'context']
    const usual = readUsual(tables.usualAbbreviations)
    for (const [short, long, context] of readTable('abbreviations-ambiguous.tsv', contextual)) {
      const because = 'abbreviation in context'
      addExact(short!, long!, { weight: WEIGHT.context, because, context: context! })
      const byDefault = usual?.(short!, long!)
      if (byDefault !== undefined) addExact(short!, long!, byDefault)
    }
  }
  for (const [word, meant, context] of readTable(MISSPELLINGS, ['word', 'meant', 'context'])) {
    const because = 'misspelling'
    addExact(word!, meant!, { weight: WEIGHT.context, because, context: context! })
  }
  for (const name of tables.synonyms) addSynonyms(readings, name, analyzer, 'synonym')
  for (const name of tables.lay) addSynonyms(readings, name, analyzer, 'lay')
  return readings
}

/** Before a variant in a table of synonyms: the canonical phrase is the wider one. */
export const NARROWER = '<'

/** Adds the rows of a table of synonyms, or of a table of lay words, which are read as the doctor's but not the other way. */
function addSynonyms(
  readings: Reading[],
  name: string,
  { analyze }: Analyzer,
  kind: 'synonym' | 'lay',
): void {
  /** Rows are sorted: the same words come again in the next one. */
  let [last, lastWords, lastContent]: [string, Word[], Word[]] = ['', [], []]
  for (const [text, variant] of readTable(`synonyms/${name}.tsv`, ['canonical', 'variant'])) {
    const isSame = !variant!.startsWith(NARROWER)
    const from = isSame ? variant! : variant!.slice(NARROWER.length)
    if (last !== text) {
      last = text!
      lastWords = analyze(last)
      lastContent = contentOf(lastWords)
    }
    const words = analyze(from)
    // "on edge" without its function word means something else.
    if (kind === 'lay' && from.includes(' ') && contentOf(words).length === 1) continue
    const weight = isSame ? WEIGHT.same : WEIGHT.narrower
    const because = kind === 'lay' || isSame ? kind : 'kind of'
    const reason = { weight, because, isExact: false }
    readings.push({ from, words, text: last, content: lastContent, ...reason })
    if (kind === 'synonym' && isSame)
      readings.push({
        ...{ from: last, words: lastWords, text: from, content: contentOf(words) },
        ...reason,
      })
  }
}

/** Function words that a phrase of two words does not do without: a "PT test" is no test whatever. */
const NAMING: ReadonlySet<string> = new Set('feels patient patients pt pts'.split(' '))

/** True if all that is left of a phrase without its function words is one word, which says something else by itself. */
function needsFunctionWords(all: readonly Word[], content: readonly Word[]): boolean {
  return content.length === 1 && all.some(({ form }) => NAMING.has(form))
}

/**
 * Phrases that may be read as others. Abbreviations and misspellings are matched as they are written only, everything else in its
 * inflected forms too. Sorted by tokens, strongest first.
 */
export function phrasesOf(readings: readonly Reading[]): PhraseRecord[] {
  const phrases: PhraseRecord[] = []
  for (const { words: all, text, content, weight, because, context = '', isExact } of readings) {
    const words = contentOf(all)
    if (words.length === 0 || content.length === 0 || needsFunctionWords(all, words)) continue
    // Names are found by stems. Of two words with one stem, only a table knows that they mean the same: "infarct", "infarction".
    const isFound =
      words.length === content.length && words.every(({ key }, i) => key === content[i]!.key)
    const isOneWord = words.length === 1 && words[0]!.lemma !== content[0]!.lemma
    if (isFound && !isOneWord) continue
    const tokens = isExact ? exactTokens(words) : lemmaTokens(words)
    phrases.push({ tokens: tokens.join(' '), text, weight, because, context })
  }
  return sortPhrases(phrases)
}

/**
 * The same abbreviations and synonyms as names that type-ahead finds, whatever context they need: it is not
 * typed yet. One that answers for a narrower one is none, nor is a misspelling.
 */
export function aliasesOf(readings: readonly Reading[]): Alias[] {
  const aliases: Alias[] = []
  for (const { from: text, words, content, weight, because } of readings) {
    if (because === 'misspelling' || weight === WEIGHT.narrower || words.length === 0) continue
    const keys = [...new Set(content.map(({ key }) => key))]
    aliases.push({ text, words: words.map(({ form }) => form), keys, weight })
  }
  return aliases
}

/** A word that abbreviates others, with the forms of these. */
export type Abbreviation = readonly [form: string, words: readonly string[]]

/** Why an abbreviation is read as what it stands for, whatever is next to it. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  'abbreviation',
  'abbreviation by itself',
  'abbreviation of several',
])

/** Abbreviations that are one word, each with what it stands for, function words left out; sorted. */
export function abbreviationsOf(readings: readonly Reading[]): Abbreviation[] {
  const read = new Map<string, Abbreviation>()
  for (const { words, content, because } of readings) {
    if (words.length !== 1 || content.length === 0 || !BY_ITSELF.has(because)) continue
    const [form, long] = [words[0]!.form, content.map((word) => word.form)]
    read.set(`${form}\t${long.join(' ')}`, [form, long])
  }
  return [...read].sort(([a], [b]) => compareStrings(a, b)).map(([, abbreviation]) => abbreviation)
}

/** Weight of an abbreviation and its meaning if no other word of a mention asks for a meaning. */
function readUsual(
  table: string | undefined,
): ((short: string, long: string) => Reason) | undefined {
  if (table === undefined) return undefined
  const rows = readTable(table, ['abbreviation', 'expansion', 'strength'])
  const strengths = new Map(rows.map(([short, long, strength]) => [`${short}|${long}`, strength]))
  return (short, long) => {
    const strength = strengths.get(`${short}|${long}`)
    if (strength === 'dominant')
      return { weight: WEIGHT.dominant, because: 'abbreviation by itself' }
    const weight = strength === 'usual' ? WEIGHT.usual : WEIGHT.guess
    return { weight, because: 'abbreviation of several' }
  }
}

/** Reason why a phrase is read as another, and its weight. */
type Reason = Pick<PhraseRecord, 'weight' | 'because'> & { readonly context?: string }

/** Sorts in place: by tokens, strongest first. */
export function sortPhrases(phrases: PhraseRecord[]): PhraseRecord[] {
  return phrases.sort(
    (a, b) =>
      compareStrings(a.tokens, b.tokens) ||
      b.weight - a.weight ||
      compareStrings(a.text, b.text) ||
      compareStrings(a.context, b.context),
  )
}
