/** CodeableConcepts of entities. */

import type { Coding } from '../../resources.ts'
import type { System } from '../../systems.ts'
import { type Answered, type Extension, verdictOf } from '../verdict.ts'

/** Words of a text with the code of the linker's yes, or with the reason of its no. */
export interface Concept {
  readonly extension?: readonly Extension[]
  readonly coding?: readonly Coding[]
  readonly text: string
}

/** @param system null if the code system of the candidates is not installed */
export function conceptOf(text: string, answered: Answered, system: System | null): Concept {
  if (system === null) return { text }
  const verdict = verdictOf(answered, system)
  return 'coding' in verdict
    ? { coding: [verdict.coding], text }
    : { extension: [verdict.extension], text }
}

/** True if one of the candidates is linked. */
export function isLinked({ results }: Pick<Answered, 'results'>): boolean {
  return results.some(({ is_linked }) => is_linked)
}

/** A code of one of HL7's own code systems as a CodeableConcept. */
export function coded(system: string, code: string) {
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] }
}

const SNOMED = 'http://snomed.info/sct'
/** Words of a statement that there is no allergy, with the code that FHIR has for it: the first that fits. */
const NO_ALLERGIES: readonly (readonly [words: RegExp, code: string, display: string])[] = [
  [/nkda|drug|medic/i, '409137002', 'No known drug allergy'],
  [/nkfa|food/i, '429625007', 'No known food allergy'],
  [/./, '716186003', 'No known allergy'],
]

/** A statement that there is no allergy. Its code says so: without one, a reader takes the resource for an allergy. */
export function noAllergy(text: string): Concept {
  const [, code, display] = NO_ALLERGIES.find(([words]) => words.test(text))!
  return { coding: [{ system: SNOMED, code, display }], text }
}
