import { readAttacks } from './attack.ts'
import { CONTAINERS } from './containers.ts'
import { ICD10CM } from './icd-10-cm.ts'
import { LOINC } from './loinc.ts'
import { SNOMED } from './snomed.ts'

/** Kinds of releases, as attacks.tsv calls them. */
export const KINDS = {
  ...{ zip: CONTAINERS, folder: CONTAINERS, 'order file': ICD10CM, XML: ICD10CM },
  ...{ LOINC, 'SNOMED CT': SNOMED },
}

/** All attacks. */
export const ATTACKS = readAttacks(KINDS)
