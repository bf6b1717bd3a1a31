import { readRows } from '../tables.ts'

/** Suites as they are counted. */
export type Suite =
  | 'metadata'
  | 'simple-cases'
  | 'translate'
  | 'batch'
  | 'snomed'
  | 'sct-ecl'
  | 'loinc'
  | 'tx.fhir.org'

/** Cases of each suite that must be answered as expected. */
export const FLOORS: Readonly<Record<Suite, number>> = {
  metadata: 2,
  'simple-cases': 0,
  translate: 0,
  batch: 0,
  snomed: 13,
  'sct-ecl': 61,
  loinc: 34,
  'tx.fhir.org': 0,
}

/** Reason of each case that is not answered as expected, by its suite and name. */
export const DECLINED: ReadonlyMap<string, string> = new Map(
  readRows('fhir-tx/declined.tsv').map((row) => [`${row.suite} ${row.case}`, row.reason!]),
)
