import { readRows } from '../tables.ts'

/** Reason of each case that is not answered as expected, by its suite and name. */
export const DECLINED: ReadonlyMap<string, string> = new Map(
  readRows('fhir-tx/declined.tsv').map((row) => [`${row.suite} ${row.case}`, row.reason!]),
)
