import { MedlinkError } from '../errors.ts'
import { MAX_PROMINENCE } from '../index/words/type-ahead.ts'
import { readTable } from '../language/tables.ts'

/** How often clinics and laboratories meet a thing, with the prominence that this gives it among suggestions. */
const MET: Readonly<Record<string, number>> = {
  daily: MAX_PROMINENCE,
  weekly: 125,
  monthly: 100,
  yearly: 75,
}

/**
 * Prominence of the codes of `data/commonness/<ontology>.tsv`.
 *
 * @throws MedlinkError `data_invalid` when the table is malformed
 */
export function readCommonness(ontology: string): ReadonlyMap<string, number> {
  const table = `commonness/${ontology}.tsv`
  return new Map(
    readTable(table, ['code', 'met']).map(([code, met]) => {
      const prominence = MET[met!]
      if (prominence === undefined)
        throw new MedlinkError(
          'data_invalid',
          `data/${table}: ${code} is met ${met}, which is no word for how often`,
        )
      return [code!, prominence]
    }),
  )
}
