import type { SpellingRule } from './spelling.ts'
import { readTable } from './tables.ts'

/** The rows of data/spelling-variants.tsv. @throws MedlinkError `data_invalid` */
export function readSpellingRules(): SpellingRule[] {
  const rows = readTable('spelling-variants.tsv', ['british', 'american', 'position'])
  return rows as unknown as SpellingRule[]
}
