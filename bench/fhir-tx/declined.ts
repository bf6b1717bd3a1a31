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
  snomed: 0,
  'sct-ecl': 0,
  loinc: 0,
  'tx.fhir.org': 0,
}

/** Cases that are not answered as expected, with the reason. */
export const DECLINED: Readonly<Record<string, string>> = {}
