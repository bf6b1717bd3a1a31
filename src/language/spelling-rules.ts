import { lazily } from './remember.ts'
import type { SpellingRule } from './spelling.ts'
import { readTable } from './tables.ts'

/** The rows of data/spelling-variants.tsv, read once. @throws MedlinkError `data_invalid` */
export const readSpellingRules = lazily((): readonly SpellingRule[] => {
  const rows = readTable('spelling-variants.tsv', ['british', 'american', 'position'])
  return rows as unknown as SpellingRule[]
})
