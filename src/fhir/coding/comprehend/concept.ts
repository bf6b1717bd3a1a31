/** CodeableConcepts of entities. */
import type { System } from '../../systems.ts'
import { type Answered, type Extension, type LinkedCoding, verdictOf } from '../verdict.ts'

/** Words of a text with the code of the linker's yes, or with the reason of its no. */
export interface Concept {
  readonly extension?: readonly Extension[]
  readonly coding?: readonly LinkedCoding[]
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
