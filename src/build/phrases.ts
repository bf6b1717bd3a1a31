import type { PhraseRecord } from '../index/records.ts'
import type { PhraseTables } from '../ontologies/ontology.ts'
import { type Analyzer, contentOf } from '../text/analyze.ts'
import { compareStrings } from '../text/compare.ts'
import { exactTokens, lemmaTokens } from '../text/phrase-tokens.ts'
import { readTable } from '../text/tables.ts'

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
  const keysIn = (text: string) => contentIn(text).map(({ key }) => key)
  const add = (
    tokens: readonly string[],
    [from, text]: readonly [string, string],
    { weight, because, context = '' }: Reason,
  ) => {
    const read = keysIn(text).join(' ')
    if (tokens.length === 0 || read === '' || read === keysIn(from).join(' ')) return
    phrases.push({ tokens: tokens.join(' '), text, weight, because, context })
  }
  const addAbbreviation = (short: string, long: string, reason: Reason) =>
    add(exactTokens(contentIn(short)), [short, long], reason)
  const addPhrase = (from: string, text: string, reason: Reason) =>
    add(lemmaTokens(contentIn(from)), [from, text], reason)

  if (tables.abbreviations) {
    for (const [short, long] of readTable('abbreviations.tsv', ['abbreviation', 'expansion']))
      addAbbreviation(short!, long!, { weight: WEIGHT.abbreviation, because: 'abbreviation' })
    const contextual = ['abbreviation', 'expansion', 'context']
    const usual = readUsual(tables.usualAbbreviations)
    for (const [short, long, context] of readTable('abbreviations-ambiguous.tsv', contextual)) {
      const because = 'abbreviation in context'
      addAbbreviation(short!, long!, { weight: WEIGHT.context, because, context: context! })
      const byDefault = usual?.(short!, long!)
      if (byDefault !== undefined) addAbbreviation(short!, long!, byDefault)
    }
  }
  for (const [word, meant, context] of readTable(MISSPELLINGS, ['word', 'meant', 'context']))
    add(exactTokens(contentIn(word!)), [word!, meant!], {
      weight: WEIGHT.context,
      because: 'misspelling',
      context: context!,
    })
  const columns = ['canonical', 'variant', 'relation']
  for (const name of tables.synonyms) {
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      if (relation === 'same') {
        addPhrase(variant!, canonical!, { weight: WEIGHT.same, because: 'synonym' })
        addPhrase(canonical!, variant!, { weight: WEIGHT.same, because: 'synonym' })
      } else addPhrase(variant!, canonical!, { weight: WEIGHT.narrower, because: 'kind of' })
    }
  }
  for (const name of tables.lay) {
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      // What is left of "on edge" without its function word means something else.
      if (variant!.includes(' ') && contentIn(variant!).length === 1) continue
      const weight = relation === 'same' ? WEIGHT.same : WEIGHT.narrower
      addPhrase(variant!, canonical!, { weight, because: 'lay' })
    }
  }
  return sortPhrases(phrases)
}

/** What an abbreviation and its meaning count for where nothing else in a mention asks for a meaning. */
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

/** What a phrase is read as another for, and how much that counts. */
type Reason = Pick<PhraseRecord, 'weight' | 'because'> & { readonly context?: string }

/** By tokens, strongest first; in place. */
export function sortPhrases(phrases: PhraseRecord[]): PhraseRecord[] {
  return phrases.sort(
    (a, b) =>
      compareStrings(a.tokens, b.tokens) ||
      b.weight - a.weight ||
      compareStrings(a.text, b.text) ||
      compareStrings(a.context, b.context),
  )
}
