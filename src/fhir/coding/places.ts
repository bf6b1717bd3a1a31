/** CodeableConcepts that can be coded: in which element of which resource, and by which vocabularies. */
import type { LinkedOntology } from '../../medlink.ts'
import type { Resource } from '../resources.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  type Path,
  type PlacedResource,
  resourcesIn,
  textOf,
} from './elements.ts'
import {
  hintsOfMedication,
  hintsOfObservation,
  hintsOfOrder,
  hintsOfRequest,
  hintsOfStatement,
  type ResourceHints,
} from './hints.ts'
import { References } from './references.ts'

/** A CodeableConcept with text, to be coded if it has no code yet. */
export interface Place {
  readonly path: Path
  readonly concept: Fields
  readonly text: string
  /** The vocabularies that can code it, the usual one first. */
  readonly vocabularies: readonly LinkedOntology[]
  readonly hints: ResourceHints
  /** Detail of a linked drug; default: the product. */
  readonly granularity?: 'ingredient'
}

interface Rule extends Pick<Place, 'vocabularies' | 'granularity'> {
  /** The element that is a CodeableConcept. */
  readonly element: string
  /** The list whose items have the element; default: the resource has it. */
  readonly list?: string
  /** `fields` has the element: the resource or an item of its list. */
  readonly hints?: (placed: PlacedResource, references: References, fields: Fields) => ResourceHints
}

const PROBLEMS = ['snomed', 'icd-10-cm'] as const
const DRUGS = { element: 'medicationCodeableConcept', vocabularies: ['medication'] } as const

const TESTS = { element: 'code', vocabularies: ['loinc'] } as const
const OBSERVATIONS = { ...TESTS, hints: hintsOfObservation } as const

/** The rules for each type of resource. Other resources are left as they are. */
const RULES: ReadonlyMap<unknown, readonly Rule[]> = new Map<unknown, readonly Rule[]>([
  // An allergy is known by its substance, whatever the product was.
  [
    'AllergyIntolerance',
    [{ element: 'code', vocabularies: ['snomed', 'medication'], granularity: 'ingredient' }],
  ],
  ['Condition', [{ element: 'code', vocabularies: PROBLEMS }]],
  ['DiagnosticReport', [TESTS]],
  ['FamilyMemberHistory', [{ list: 'condition', element: 'code', vocabularies: PROBLEMS }]],
  ['Medication', [{ element: 'code', vocabularies: ['medication'], hints: hintsOfMedication }]],
  ['MedicationRequest', [{ ...DRUGS, hints: hintsOfRequest }]],
  ['MedicationStatement', [{ ...DRUGS, hints: hintsOfStatement }]],
  ['Observation', [OBSERVATIONS, { ...OBSERVATIONS, list: 'component' }]],
  ['Procedure', [{ element: 'code', vocabularies: ['snomed'] }]],
  ['ServiceRequest', [{ ...TESTS, hints: hintsOfOrder }]],
])

/** Places of a resource, of the resources that it contains and of a Bundle's entries. */
export function placesIn(resource: Resource): Place[] {
  const placed = [...resourcesIn(resource)]
  const references = new References(placed)
  return placed.flatMap((each) =>
    (RULES.get(each.resource.resourceType) ?? []).flatMap((rule) =>
      placesOf(each, rule, references),
    ),
  )
}

function placesOf(placed: PlacedResource, rule: Rule, references: References): Place[] {
  const { resource, path } = placed
  const { element, list, vocabularies, granularity } = rule
  const parents =
    list === undefined
      ? [{ fields: resource as Fields, path }]
      : listOf(resource[list]).map((item, i) => ({
          fields: fieldsOf(item),
          path: [...path, list, i],
        }))
  return parents.flatMap(({ fields, path }) => {
    const concept = fieldsOf(fields[element])
    const text = textOf(concept.text)
    if (text === undefined || !isWellFormed(concept)) return []
    const hints = rule.hints?.(placed, references, fields) ?? {}
    const place = { path: [...path, element], concept, text, vocabularies, hints }
    return [{ ...place, ...(granularity && { granularity }) }]
  })
}

/** True if codes and remarks can be added: both elements are lists, if they are there. */
function isWellFormed({ coding = [], extension = [] }: Fields): boolean {
  return Array.isArray(coding) && Array.isArray(extension)
}
