import type { PhraseRecord } from '../index/records.ts'
import type { PhraseTables } from '../ontologies/ontology.ts'
import { type Analyzer, contentOf } from '../text/analyze.ts'
import { compareStrings } from '../text/compare.ts'
import { readTable } from '../text/tables.ts'

/** How much a match through a table counts. A wider name answers for a narrower one, at a price. */
const WEIGHT = { same: 0.96, narrower: 0.82, abbreviation: 0.96, context: 0.92 } as const

/**
 * Phrases that may be read as others: synonym and abbreviation tables of data/, both directions of what is `same`.
 * Sorted by keys, strongest first.
 *
 * @throws MedlinkError `data_invalid` when a table is malformed
 */
export function readPhrases(analyzer: Analyzer, tables: PhraseTables): PhraseRecord[] {
  const phrases: PhraseRecord[] = []
  const keysOf = (text: string) => contentOf(analyzer.analyze(text)).map(({ key }) => key)
  const add = (from: string, text: string, weight: number, because: string, context = '') => {
    const keys = keysOf(from).join(' ')
    const read = keysOf(text).join(' ')
    if (keys === '' || read === '' || keys === read) return
    phrases.push({ keys, text, weight, because, context })
  }

  if (tables.abbreviations) {
    for (const [short, long] of readTable('abbreviations.tsv', ['abbreviation', 'expansion']))
      add(short!, long!, WEIGHT.abbreviation, 'abbreviation')
    const contextual = ['abbreviation', 'expansion', 'context']
    for (const [short, long, context] of readTable('abbreviations-ambiguous.tsv', contextual))
      add(short!, long!, WEIGHT.context, 'abbreviation in context', context)
  }
  const columns = ['canonical', 'variant', 'relation']
  for (const name of tables.synonyms) {
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      if (relation === 'same') {
        add(variant!, canonical!, WEIGHT.same, 'synonym')
        add(canonical!, variant!, WEIGHT.same, 'synonym')
      } else add(variant!, canonical!, WEIGHT.narrower, 'kind of')
    }
  }
  for (const name of tables.lay) {
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      // What is left of "on edge" without its function word means something else.
      if (variant!.includes(' ') && keysOf(variant!).length === 1) continue
      add(variant!, canonical!, relation === 'same' ? WEIGHT.same : WEIGHT.narrower, 'lay')
    }
  }
  return sortPhrases(phrases)
}

/** By keys, strongest first; in place. */
export function sortPhrases(phrases: PhraseRecord[]): PhraseRecord[] {
  return phrases.sort(
    (a, b) =>
      compareStrings(a.keys, b.keys) ||
      b.weight - a.weight ||
      compareStrings(a.text, b.text) ||
      compareStrings(a.context, b.context),
  )
}
