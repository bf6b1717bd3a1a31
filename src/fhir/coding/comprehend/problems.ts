/** Problems of a text as Conditions of the patient, or as history of the family. */
import type { Problem, TraitName } from '../../../medlink.ts'
import type { Resource } from '../../resources.ts'
import type { Fields } from '../elements.ts'
import { type Concept, coded, isLinked } from './concept.ts'

/** Traits of a problem that is no present one of the patient's own. */
const NOT_PRESENT: ReadonlySet<TraitName> = new Set<TraitName>([
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'NEGATION',
  'PAST_HISTORY',
  'PERTAINS_TO_FAMILY',
])

/** True if no trait says that a problem is another one than a present one of the patient's own. */
export function isPresent({ traits }: Pick<Problem, 'traits'>): boolean {
  return !traits.some(({ name }) => NOT_PRESENT.has(name))
}

/** Statuses of a Condition, in the words of FHIR; the clinical one is left out if the text gives none. */
interface Statuses {
  readonly verification: 'confirmed' | 'refuted' | 'unconfirmed'
  readonly clinical?: 'active' | 'resolved'
}

/**
 * The resource that says what the text says of a problem. Undefined if none does: the problem is planned, feared or looked
 * for, or a relative's that is denied or doubted.
 */
export function problemResource(
  problem: Pick<Problem, 'traits' | 'results'>,
  code: Concept,
  subject: Fields,
): Resource | undefined {
  const traits = new Set<TraitName>(problem.traits.map(({ name }) => name))
  if (traits.has('HYPOTHETICAL')) return undefined
  if (traits.has('PERTAINS_TO_FAMILY')) {
    if (traits.has('NEGATION') || traits.has('LOW_CONFIDENCE')) return undefined
    return {
      ...{ resourceType: 'FamilyMemberHistory', status: 'completed', patient: subject },
      relationship: { ...coded('v3-RoleCode', 'FAMMEMB'), text: 'relative' },
      condition: [{ code }],
    }
  }
  const { verification, clinical } = statusesOf(traits, isLinked(problem))
  return {
    resourceType: 'Condition',
    ...(clinical && { clinicalStatus: coded('condition-clinical', clinical) }),
    verificationStatus: coded('condition-ver-status', verification),
    ...{ code, subject },
  }
}

/** @param isProven true if the linker says yes: it proves that the text gives the problem as the patient's own */
function statusesOf(traits: ReadonlySet<TraitName>, isProven: boolean): Statuses {
  if (traits.has('NEGATION')) return { verification: 'refuted' }
  if (traits.has('LOW_CONFIDENCE')) return { verification: 'unconfirmed' }
  const verification = isProven ? 'confirmed' : 'unconfirmed'
  if (traits.has('PAST_HISTORY')) return { verification, clinical: 'resolved' }
  return isProven ? { verification, clinical: 'active' } : { verification }
}
