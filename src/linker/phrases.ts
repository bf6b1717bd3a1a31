import type { Analyzer, Word } from '../text/analyze.ts'
import { readTable } from '../text/tables.ts'

/** One thing that may be read in place of a phrase. */
export interface Replacement {
  /** The words to read, function words left out. */
  readonly words: readonly Word[]
  readonly text: string
  /** In (0, 1): how much a match by it counts, compared with a match by the phrase itself. */
  readonly weight: number
  /** What the table says the relation is. */
  readonly because: string
  /** Keys of words one of which must stand elsewhere in the mention, or empty when the phrase stands for itself. */
  readonly context: ReadonlySet<string>
}

/** Phrases that stand for others: the tables of data/, by the keys of their content words. */
export class PhraseTable {
  /** The longest phrase, in content words. */
  readonly longest: number
  readonly #replacements: ReadonlyMap<string, readonly Replacement[]>

  constructor(replacements: ReadonlyMap<string, readonly Replacement[]>, longest: number) {
    this.#replacements = replacements
    this.longest = longest
  }

  /** What the phrase made of these keys, joined by spaces, may be read as; strongest first. */
  get(keys: string): readonly Replacement[] | undefined {
    return this.#replacements.get(keys)
  }
}

const SYNONYM_TABLES = ['anatomy', 'disorders', 'general', 'lay', 'neoplasms', 'organisms']

/** How much a match through a table counts. A wider name answers for a narrower one, at a price. */
const WEIGHT = { same: 0.96, narrower: 0.82, abbreviation: 0.96, context: 0.92 } as const

/**
 * Reads the synonym and abbreviation tables.
 *
 * @throws MedlinkError `data_invalid` when one is malformed
 */
export function readPhraseTable(analyzer: Analyzer): PhraseTable {
  const replacements = new Map<string, Replacement[]>()
  let longest = 1
  const content = (text: string) => analyzer.analyze(text).filter((word) => !word.stop)
  const add = (from: string, to: string, weight: number, because: string, context = '') => {
    const fromKeys = content(from).map((word) => word.key)
    const words = content(to)
    const keys = fromKeys.join(' ')
    if (words.length === 0 || fromKeys.length === 0) return
    if (keys === words.map((word) => word.key).join(' ')) return
    longest = Math.max(longest, fromKeys.length)
    const list = replacements.get(keys) ?? []
    const contextKeys = new Set(content(context).map((word) => word.key))
    list.push({ words, text: to, weight, because, context: contextKeys })
    replacements.set(keys, list)
  }

  for (const [abbreviation, expansion] of readTable('abbreviations.tsv', [
    'abbreviation',
    'expansion',
  ]))
    add(abbreviation!, expansion!, WEIGHT.abbreviation, 'abbreviation')
  for (const [abbreviation, expansion, context] of readTable('abbreviations-ambiguous.tsv', [
    'abbreviation',
    'expansion',
    'context',
  ]))
    add(abbreviation!, expansion!, WEIGHT.context, 'abbreviation in context', context)
  for (const name of SYNONYM_TABLES) {
    const columns = ['canonical', 'variant', 'relation']
    for (const [canonical, variant, relation] of readTable(`synonyms/${name}.tsv`, columns)) {
      const weight = relation === 'same' ? WEIGHT.same : WEIGHT.narrower
      const because = relation === 'same' ? 'synonym' : 'kind of'
      add(variant!, canonical!, weight, because)
      if (relation === 'same') add(canonical!, variant!, weight, because)
    }
  }
  for (const list of replacements.values()) list.sort((a, b) => b.weight - a.weight)
  return new PhraseTable(replacements, longest)
}
