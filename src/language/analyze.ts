import { createHash } from 'node:crypto'
import { attachedUnits, readUnitSpellings } from './attached-units.ts'
import { lazily } from './remember.ts'
import { readSpellingRules } from './spelling-rules.ts'
import { stem } from './stem.ts'
import { digestTables, readTable } from './tables.ts'
import { createWordReader, TEXT_CODE_VERSION, type WordReader, type WordTables } from './words.ts'

/**
 * From text to the words an index is made of. The same analyzer serves names at build time and queries at run time;
 * its `version` goes into every index, and a reader refuses an index made by another one.
 */

export { contentOf, type Word } from './words.ts'

export interface Analyzer extends WordReader {
  /** Changes whenever the same text could give other words. */
  readonly version: string
}

const TABLES = ['fracture-sites.tsv', 'spelling-variants.tsv', 'stop-words.tsv', 'word-forms.tsv']

/** Words kept, by what they came to: the vocabulary of a country's clinics, not of a whole release. */
const CACHE_LIMIT = 100_000

/**
 * An analyzer over the tables of data/, which are read once. It begins with an empty memory: make one and share it.
 *
 * @param cacheLimit how many different words it remembers before it starts over; a build meets more than a clinic
 * @throws MedlinkError `data_invalid` when a table is malformed
 */
export function createAnalyzer(cacheLimit = CACHE_LIMIT): Analyzer {
  const { tables, version } = readOnce()
  return { version, ...createWordReader(tables, stem, cacheLimit) }
}

const readOnce = lazily(() => {
  const tables = readWordTables()
  return { tables, version: `${TEXT_CODE_VERSION}-${digestOf(tables.units)}` }
})

/** The tables of data/ that words are read by. @throws MedlinkError `data_invalid` when one is malformed */
export function readWordTables(): WordTables {
  return {
    units: attachedUnits(readUnitSpellings()),
    spelling: readSpellingRules(),
    wordForms: readTable('word-forms.tsv', ['form', 'base']) as [string, string][],
    fractureSites: readTable('fracture-sites.tsv', ['word']).map(([word]) => word!),
    stopWords: readTable('stop-words.tsv', ['word']).map(([word]) => word!),
  }
}

/** Eight hex digits that change when a table does, or the units that come apart from their numbers. */
function digestOf(units: readonly string[]): string {
  const hash = createHash('sha256').update(digestTables(TABLES)).update(units.join(' '))
  return hash.digest('hex').slice(0, 8)
}
