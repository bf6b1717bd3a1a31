/** Medications, tests, procedures and allergies of a text as resources of the patient. */
import type { Entity } from '../../../medlink.ts'
import type { Resource } from '../../resources.ts'
import type { Fields } from '../elements.ts'
import { type Concept, coded } from './concept.ts'
import { resultOf } from './quantity.ts'

type Of<Kind extends Entity['type']> = Extract<Entity, { type: Kind }>
/** Undefined for a status that no resource says, such as another person's. */
type Made = Resource | undefined

/** The drug as the text says it: "Tab metformin 500 mg". */
export function drugOf({ form, text, strength }: Of<'medication'>): string {
  return [form, text, strength].filter((each) => each !== null).join(' ')
}

/** Statuses of a MedicationStatement. */
const STATEMENTS: Partial<Readonly<Record<Of<'medication'>['status'], string>>> = {
  current: 'active',
  held: 'on-hold',
  negated: 'not-taken',
  past: 'completed',
  stopped: 'stopped',
}

/** Statuses of a MedicationRequest. It is a plan and authorizes nothing. */
const REQUESTS: Partial<Readonly<Record<Of<'medication'>['status'], string>>> = {
  new: 'active',
  planned: 'draft',
}

export function medicationResource(
  medication: Of<'medication'>,
  concept: Concept,
  subject: Fields,
): Made {
  const { status, route, dose, frequency, duration } = medication
  if (status === 'allergy') return allergyIntolerance(isCoded(concept), concept, subject)
  const said = [dose, route, frequency, duration].filter((each) => each !== null)
  const dosage = said.length > 0 ? [{ text: said.join(' ') }] : undefined
  const statement = STATEMENTS[status]
  if (statement !== undefined)
    return {
      ...{ resourceType: 'MedicationStatement', status: statement },
      ...{ medicationCodeableConcept: concept, subject },
      ...(dosage && { dosage }),
    }
  const request = REQUESTS[status]
  if (request === undefined) return undefined
  return {
    ...{ resourceType: 'MedicationRequest', status: request, intent: 'plan' },
    ...{ medicationCodeableConcept: concept, subject },
    ...(dosage && { dosageInstruction: dosage }),
  }
}

/** Statuses of an Observation; a planned or denied test has none. */
const OBSERVATIONS: Partial<Readonly<Record<Of<'test'>['status'], string>>> = {
  ordered: 'registered',
  resulted: 'final',
}

const INTERPRETATIONS = { high: 'H', low: 'L', abnormal: 'A', normal: 'N' } as const

export function testResource(test: Of<'test'>, code: Concept, subject: Fields): Made {
  const status = OBSERVATIONS[test.status]
  if (status === undefined) return undefined
  const { flag, time, specimen, range } = test
  const interpretation = flag && coded('v3-ObservationInterpretation', INTERPRETATIONS[flag])
  return {
    ...{ resourceType: 'Observation', status, code, subject },
    ...resultOf(test),
    ...(interpretation && { interpretation: [interpretation] }),
    // A time in words ("last month") is no date, and a value without it would seem to be of today.
    ...(time !== null && { note: [{ text: time }] }),
    ...(specimen !== null && { specimen: { display: specimen } }),
    ...(range !== null && { referenceRange: [{ text: range }] }),
  }
}

/** Statuses of a Procedure. */
const PROCEDURES: Partial<Readonly<Record<Of<'procedure'>['status'], string>>> = {
  done: 'completed',
  negated: 'not-done',
  past: 'completed',
  planned: 'preparation',
  refused: 'not-done',
}

export function procedureResource(
  { status: said, attributes }: Of<'procedure'>,
  code: Concept,
  subject: Fields,
): Made {
  const status = PROCEDURES[said]
  if (status === undefined) return undefined
  const time = attributes.find(({ type }) => type === 'TIME_EXPRESSION')?.text
  return {
    ...{ resourceType: 'Procedure', status },
    ...(said === 'refused' && { statusReason: { text: 'refused by the patient' } }),
    ...{ code, subject },
    ...(time !== undefined && status === 'completed' && { performedString: time }),
  }
}

export function allergyResource(allergy: Of<'allergy'>, code: Concept, subject: Fields): Made {
  const { status, substance, reactions } = allergy
  if (status === 'family') return undefined
  // "NKDA" says itself that there is none: it is a statement, and not one that is refuted.
  if (substance === null && status === 'negated') return allergyIntolerance(true, code, subject)
  const reaction = reactions.length > 0 && {
    reaction: [{ manifestation: reactions.map(({ text }) => ({ text })) }],
  }
  const isProven = status === 'present' && isCoded(code)
  const verification = status === 'negated' ? 'refuted' : undefined
  return { ...allergyIntolerance(isProven, code, subject, verification), ...reaction }
}

function isCoded({ coding }: Concept): boolean {
  return coding !== undefined
}

/** @param isProven true if the allergy is said without doubt, and the linker knows the substance */
function allergyIntolerance(
  isProven: boolean,
  code: Concept,
  patient: Fields,
  verification: 'confirmed' | 'refuted' | 'unconfirmed' = isProven ? 'confirmed' : 'unconfirmed',
): Resource {
  const clinical = verification === 'refuted' ? 'inactive' : 'active'
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: coded('allergyintolerance-clinical', clinical),
    verificationStatus: coded('allergyintolerance-verification', verification),
    ...{ code, patient },
  }
}
