import type { Analyzer } from './analyze.ts'
import { readTable } from './tables.ts'

/** Keys of words that exclude each other, from data/opposites.tsv. @throws MedlinkError `data_invalid` */
export function readOpposites(analyzer: Analyzer): (readonly [string, string])[] {
  return readTable('opposites.tsv', ['one', 'other']).map(
    ([one, other]) => [analyzer.keyOf(one!), analyzer.keyOf(other!)] as const,
  )
}
