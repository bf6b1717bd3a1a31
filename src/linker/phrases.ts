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

/** A row of a table as it is read: its words are analyzed when a mention first needs them. */
interface Entry {
  readonly text: string
  readonly weight: number
  readonly because: string
  readonly context: string
}

/** Phrases that stand for others: the tables of data/, by the keys of their content words. */
export class PhraseTable {
  /** The longest phrase, in content words. */
  readonly longest: number
  readonly #analyzer: Analyzer
  readonly #entries: ReadonlyMap<string, readonly Entry[]>
  readonly #replacements = new Map<string, readonly Replacement[]>()

  constructor(analyzer: Analyzer, entries: ReadonlyMap<string, readonly Entry[]>, longest: number) {
    this.#analyzer = analyzer
    this.#entries = entries
    this.longest = longest
  }

  /** What the phrase made of these keys, joined by spaces, may be read as; strongest first. */
  get(keys: string): readonly Replacement[] {
    const entries = this.#entries.get(keys)
    if (entries === undefined) return []
    let replacements = this.#replacements.get(keys)
    if (replacements === undefined) {
      replacements = entries
        .map((entry) => this.#prepare(entry))
        .filter(({ words }) => words.length > 0 && keysOf(words) !== keys)
        .sort((a, b) => b.weight - a.weight)
      this.#replacements.set(keys, replacements)
    }
    return replacements
  }

  #prepare({ text, weight, because, context }: Entry): Replacement {
    const contextKeys = contentWords(this.#analyzer, context).map((word) => word.key)
    const words = contentWords(this.#analyzer, text)
    return { words, text, weight, because, context: new Set(contextKeys) }
  }
}

function contentWords(analyzer: Analyzer, text: string): Word[] {
  return analyzer.analyze(text).filter((word) => !word.stop)
}

function keysOf(words: readonly Word[]): string {
  return words.map((word) => word.key).join(' ')
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
  const entries = new Map<string, Entry[]>()
  let longest = 1
  const add = (from: string, text: string, weight: number, because: string, context = '') => {
    const words = contentWords(analyzer, from)
    longest = Math.max(longest, words.length)
    const keys = keysOf(words)
    const known = entries.get(keys)
    const entry = { text, weight, because, context }
    if (known === undefined) entries.set(keys, [entry])
    else known.push(entry)
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
  return new PhraseTable(analyzer, entries, longest)
}

/** Keys of words that exclude each other, from data/opposites.tsv. @throws MedlinkError `data_invalid` */
export function readOpposites(analyzer: Analyzer): (readonly [string, string])[] {
  return readTable('opposites.tsv', ['one', 'other']).map(
    ([one, other]) => [analyzer.keyOf(one!), analyzer.keyOf(other!)] as const,
  )
}
