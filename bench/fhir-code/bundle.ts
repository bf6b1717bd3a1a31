/** A Bundle of 200 resources with text alone, as a clinic's program sends them, and the question that each stands for. */
import type { LinkedOntology } from '../../src/medlink.ts'
import { readRows } from '../tables.ts'

/** A resource, and the request that its code should be the answer to. */
export interface TextResource {
  readonly resource: Readonly<Record<string, unknown>>
  readonly query: string
  readonly ontology: LinkedOntology
  readonly metadata?: Readonly<Record<string, string | number>>
  readonly granularity?: 'ingredient'
}

const subject = { reference: 'Patient/example' }

/** Two hundred resources of nine types, texts.tsv, in turns as a record has them. */
export function textResources(): readonly TextResource[] {
  const rows = readRows('fhir-code/texts.tsv')
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const textsOf = (kind: string) => of(kind).map(({ text = '' }) => text)
  const kinds = [
    textsOf('Condition').map(condition),
    of('Observation').map(observation),
    textsOf('drug').map(drug),
    textsOf('Procedure').map((query) => plain('Procedure', query, 'snomed')),
    textsOf('AllergyIntolerance').map(allergy),
    textsOf('DiagnosticReport').map((query) => plain('DiagnosticReport', query, 'loinc')),
    textsOf('FamilyMemberHistory').map(relative),
  ]
  const longest = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => kinds.flatMap((kind) => kind[i] ?? [])).flat()
}

function condition(query: string): TextResource {
  return {
    resource: {
      ...{ resourceType: 'Condition', code: { text: query } },
      clinicalStatus: { text: 'as recorded' },
      subject,
      modifierExtension: [{ url: 'urn:clinic:sensitivity', valueCode: 'normal' }],
    },
    ...{ query, ontology: 'snomed' },
  }
}

function observation({
  text: query = '',
  unit,
  specimen,
  ...row
}: ReturnType<typeof readRows>[number]): TextResource {
  const value = Number(row.value)
  return {
    resource: {
      ...{ resourceType: 'Observation', status: 'final', code: { text: query }, subject },
      valueQuantity: { value, ...(unit && { unit }) },
      ...(specimen && {
        contained: [{ resourceType: 'Specimen', id: 's', type: { text: specimen } }],
        specimen: { reference: '#s' },
      }),
    },
    ...{ query, ontology: 'loinc' },
    metadata: { ...(unit && { unit }), value, ...(specimen && { specimen }) },
  }
}

/** Drugs in turns as a request, a statement and a Medication. */
function drug(query: string, i: number): TextResource {
  const concept = { medicationCodeableConcept: { text: query } }
  const dose = [{ doseAndRate: [{ doseQuantity: { value: 1, unit: 'tablet' } }] }]
  const resources = [
    {
      ...{
        resourceType: 'MedicationRequest',
        status: 'active',
        intent: 'order',
        ...concept,
        subject,
      },
      dosageInstruction: [{ text: '1-0-1' }],
    },
    { resourceType: 'MedicationStatement', status: 'active', ...concept, subject },
    { resourceType: 'Medication', code: { text: query } },
    { resourceType: 'MedicationStatement', status: 'active', ...concept, subject, dosage: dose },
  ]
  const resource = resources[i % resources.length]!
  const metadata = 'dosage' in resource ? { dose_unit: 'tablet' } : {}
  return { resource, query, ontology: 'medication', metadata }
}

function plain(resourceType: string, query: string, ontology: LinkedOntology): TextResource {
  return { resource: { resourceType, code: { text: query }, subject }, query, ontology }
}

function allergy(query: string): TextResource {
  const resource = { resourceType: 'AllergyIntolerance', patient: subject, code: { text: query } }
  return { resource, query, ontology: 'snomed', granularity: 'ingredient' }
}

function relative(query: string): TextResource {
  return {
    resource: {
      ...{ resourceType: 'FamilyMemberHistory', status: 'completed', patient: subject },
      ...{ relationship: { text: 'mother' }, condition: [{ code: { text: query } }] },
    },
    ...{ query, ontology: 'snomed' },
  }
}
