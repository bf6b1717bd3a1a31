import type { PhraseRecord } from '../index/records.ts'
import type { Alias } from '../index/words/type-ahead-build.ts'
import { type Analyzer, contentOf, type Word } from '../language/analyze.ts'
import { compareStrings } from '../language/compare.ts'
import { exactTokens, lemmaTokens } from '../language/phrase-matcher.ts'
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

/**
 * Phrases that may be read as others: synonym and abbreviation tables of data/, both directions of what is `same`, and
 * misspellings that are words themselves. Abbreviations and misspellings are matched as they are written only, everything
 * else in its inflected forms too. Sorted by tokens, strongest first.
 *
 * @throws MedlinkError `data_invalid` when a table is malformed
 */
export function readPhrases(analyzer: Analyzer, tables: PhraseTables): PhraseRecord[] {
  const phrases: PhraseRecord[] = []
  const contentIn = (text: string) => contentOf(analyzer.analyze(text))
  const keysOf = (words: readonly Word[]) => words.map(({ key }) => key).join(' ')
  for (const { from, text, weight, because, context = '', isExact } of readPairs(
    analyzer,
    tables,
  )) {
    const words = contentIn(from)
    const tokens = isExact ? exactTokens(words) : lemmaTokens(words)
    const read = contentIn(text)
    if (tokens.length === 0 || read.length === 0) continue
    // Names are found by stems. Of two words with one stem, only a table knows that they mean the same: "infarct", "infarction".
    const isFound = keysOf(read) === keysOf(words)
    const isOneWord = words.length === 1 && words[0]!.lemma !== read[0]!.lemma
    if (isFound && !isOneWord) continue
    phrases.push({ tokens: tokens.join(' '), text, weight, because, context })
  }
  return sortPhrases(phrases)
}

/**
 * The same abbreviations and synonyms as names that type-ahead finds, whatever context they need: it is not
 * typed yet. One that answers for a narrower one is none, nor is a misspelling.
 *
 * @throws MedlinkError `data_invalid` when a table is malformed
 */
export function readAliases(analyzer: Analyzer, tables: PhraseTables): Alias[] {
  const aliases: Alias[] = []
  for (const { from, text, weight, because } of readPairs(analyzer, tables)) {
    if (because === 'misspelling' || weight === WEIGHT.narrower) continue
    const words = analyzer.analyze(from).map(({ form }) => form)
    const keys = [...new Set(contentOf(analyzer.analyze(text)).map(({ key }) => key))]
    if (words.length > 0) aliases.push({ text: from, words, keys, weight })
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

/**
 * Abbreviations that are one word, each with what it stands for, function words left out; sorted.
 *
 * @throws MedlinkError `data_invalid` when a table is malformed
 */
export function readAbbreviations(analyzer: Analyzer, tables: PhraseTables): Abbreviation[] {
  const read = new Map<string, Abbreviation>()
  for (const { from, text, because } of readPairs(analyzer, tables)) {
    const [short, ...more] = BY_ITSELF.has(because) ? analyzer.analyze(from) : []
    if (short === undefined || more.length > 0) continue
    const words = contentOf(analyzer.analyze(text)).map(({ form }) => form)
    if (words.length > 0) read.set(`${short.form}\t${words.join(' ')}`, [short.form, words])
  }
  return [...read].sort(([a], [b]) => compareStrings(a, b)).map(([, abbreviation]) => abbreviation)
}

/** One row of a table: what is read, and as what. */
interface Pair extends Reason {
  readonly from: string
  readonly text: string
  /** Matched as it is written only, not in its inflected forms. */
  readonly isExact: boolean
}

function* readPairs(analyzer: Analyzer, tables: PhraseTables): Generator<Pair> {
  const exact = (from: string, text: string, reason: Reason): Pair => {
    return { from, text, ...reason, isExact: true }
  }
  const inflected = (from: string, text: string, reason: Reason): Pair => {
    return { from, text, ...reason, isExact: false }
  }
  if (tables.abbreviations) {
    for (const [short, long] of readTable('abbreviations.tsv', ['abbreviation', 'expansion']))
      yield exact(short!, long!, { weight: WEIGHT.abbreviation, because: 'abbreviation' })
    const contextual = ['abbreviation', 'expansion', 'context']
    const usual = readUsual(tables.usualAbbreviations)
    for (const [short, long, context] of readTable('abbreviations-ambiguous.tsv', contextual)) {
      const because = 'abbreviation in context'
      yield exact(short!, long!, { weight: WEIGHT.context, because, context: context! })
      const byDefault = usual?.(short!, long!)
      if (byDefault !== undefined) yield exact(short!, long!, byDefault)
    }
  }
  for (const [word, meant, context] of readTable(MISSPELLINGS, ['word', 'meant', 'context'])) {
    const because = 'misspelling'
    yield exact(word!, meant!, { weight: WEIGHT.context, because, context: context! })
  }
  const columns = ['canonical', 'variant', 'relation']
  for (const name of tables.synonyms) {
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      if (relation === 'same') {
        yield inflected(variant!, canonical!, { weight: WEIGHT.same, because: 'synonym' })
        yield inflected(canonical!, variant!, { weight: WEIGHT.same, because: 'synonym' })
      } else {
        yield inflected(variant!, canonical!, { weight: WEIGHT.narrower, because: 'kind of' })
      }
    }
  }
  for (const name of tables.lay) {
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      // "on edge" without its function word means something else.
      if (variant!.includes(' ') && contentOf(analyzer.analyze(variant!)).length === 1) continue
      const weight = relation === 'same' ? WEIGHT.same : WEIGHT.narrower
      yield inflected(variant!, canonical!, { weight, because: 'lay' })
    }
  }
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
