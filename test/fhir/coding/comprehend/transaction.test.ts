/**
 * Proves of the transaction that a text becomes:
 * 1. each entity has its resource, with the code that its words have, and each resource its Provenance
 * 2. a Provenance points at the characters of the element that say what its target says
 * 3. a document that no server has is in the Bundle; one with an id is referred to
 * 4. every resource of every kind is valid R4
 * 5. the same request gives the same Bundle at the same time
 * 6. kinds that no installed vocabulary has are named
 */
import { Fhir } from 'fhir'
import { describe, expect, test } from 'vitest'
import {
  NOT_INSTALLED,
  PLACE_URL,
  transactionOf,
} from '../../../../src/fhir/coding/comprehend/comprehend.ts'
import type { Source } from '../../../../src/fhir/coding/comprehend/source.ts'
import type { Context } from '../../../../src/fhir/operation.ts'
import type { Resource } from '../../../../src/fhir/resources.ts'
import type { ComprehendedOntology, ComprehendResult, Entity } from '../../../../src/medlink.ts'
import { openStarters } from '../support.ts'

const all = openStarters('snomed', 'loinc', 'medication', 'icd-10-cm')
const icdOnly = openStarters('icd-10-cm')

const NOW = new Date('2026-11-24T10:00:00Z')
const NOTE =
  'c/o fever x 3 days, no cough. K/C/O asthma. ?pneumonia. Mother had breast cancer. H/o malaria. Risk of sepsis.'
const subject = { reference: 'Patient/1' }

function sourceOf(text: string, { heading = '', id }: { heading?: string; id?: string } = {}) {
  const resource = {
    ...{ resourceType: 'DocumentReference', status: 'current' },
    ...(id && { id }),
    content: [{ attachment: { contentType: 'text/plain', data: btoa(text) } }],
  }
  const texts = [{ element: 'DocumentReference.content[0].attachment', heading, text }]
  return { resource, subject, texts } satisfies Source
}

interface Entry {
  readonly fullUrl: string
  readonly resource: Resource & Readonly<Record<string, never>>
  readonly request: { readonly method: string; readonly url: string }
}

function transaction(
  source: Source,
  {
    context = all,
    ontology = 'snomed',
  }: { context?: Context; ontology?: ComprehendedOntology } = {},
) {
  const results = source.texts.map(({ heading, text }) =>
    context.medlink.comprehend({ text: heading + text, ontology, find: ['problem'] }),
  )
  const bundle = transactionOf(context, source, results as ComprehendResult[], NOW)
  return { bundle, entries: bundle.entry as readonly Entry[] }
}

/** Resources other than documents and proofs. */
const clinical = (entries: readonly Entry[]) =>
  entries.filter(
    ({ resource }) => !/^(?:DocumentReference|Provenance)$/.test(resource.resourceType),
  )

/** Text, code and statuses of a resource that is a Condition or a history. */
function brief({ resource }: Entry): string {
  const { resourceType, code, condition, clinicalStatus, verificationStatus } =
    resource as never as Record<string, { text?: string; coding?: { code: string }[] } | undefined>
  const concept =
    (resourceType as never) === 'Condition'
      ? code
      : (condition as never as [{ code: typeof code }])[0].code
  const statuses = [clinicalStatus, verificationStatus].flatMap((each) => each?.coding ?? [])
  return [concept?.text, concept?.coding?.[0]?.code, ...statuses.map(({ code }) => code)].join(' ')
}

describe('problems of a note', () => {
  test('are Conditions and history, each with the code of its words', () => {
    expect(clinical(transaction(sourceOf(NOTE)).entries).map(brief)).toEqual([
      'fever 386661006 active confirmed',
      'cough 49727002 refuted',
      'asthma 195967001 active confirmed',
      'pneumonia 233604007 unconfirmed',
      'breast cancer 254837009',
      'malaria 61462000 resolved unconfirmed',
    ])
  })

  test('have codes for billing in ICD-10-CM, as texts are linked', () => {
    const { entries } = transaction(sourceOf('K/C/O asthma. No gout.'), { ontology: 'icd-10-cm' })
    expect(clinical(entries).map(brief)).toEqual([
      'asthma J45.909 active confirmed',
      'gout M10.9 refuted',
    ])
  })

  test('that the linker does not link are unconfirmed, with the reason and no code', () => {
    const entries = clinical(transaction(sourceOf('K/C/O ulcer. Has blorpted fever.')).entries)
    expect(entries.map(brief)).toEqual(['ulcer  unconfirmed', 'fever  unconfirmed'])
    for (const { resource } of entries)
      expect(resource.code).toMatchObject({ extension: [{ url: 'urn:medlink:fhir:no-link' }] })
  })
})

describe('a Provenance', () => {
  const characters = (source: Source) =>
    transaction(source).entries.flatMap(({ resource }) => {
      const [entity] = (resource.entity ?? []) as {
        extension: { url: string; extension: Record<string, never>[] }[]
      }[]
      if (entity === undefined) return []
      const [{ url, extension } = { url: '', extension: [] }] = entity.extension
      expect(url).toBe(PLACE_URL)
      const [element, begin, end] = extension.map((each) => each.valueString ?? each.valueInteger)
      expect(element).toBe(source.texts[0]!.element)
      return [source.texts[0]!.text.slice(begin, end)]
    })

  test('points at the words of its target', () => {
    const words = ['fever', 'cough', 'asthma', 'pneumonia', 'breast cancer', 'malaria']
    expect(characters(sourceOf(NOTE))).toEqual(words)
  })

  test('counts from the begin of the text, after its heading', () => {
    const source = sourceOf('asthma', { heading: 'Family history of gout:\n' })
    expect(characters(source)).toEqual(['asthma'])
  })

  test('follows its target, and refers to the document', () => {
    const { entries } = transaction(sourceOf('fever, cough'))
    const [document, ...others] = entries
    expect(document!.resource.resourceType).toBe('DocumentReference')
    expect(others.map(({ resource }) => resource.resourceType)).toEqual([
      ...['Condition', 'Provenance', 'Condition', 'Provenance'],
    ])
    expect(others[3]!.resource).toMatchObject({
      target: [{ reference: others[2]!.fullUrl }],
      recorded: NOW.toISOString(),
      entity: [{ role: 'source', what: { reference: document!.fullUrl } }],
    })
  })
})

describe('a Bundle', () => {
  test('refers to a document with an id, and has it not', () => {
    const { entries } = transaction(sourceOf('fever', { id: '7' }))
    expect(entries.map(({ resource }) => resource.resourceType)).toEqual([
      'Condition',
      'Provenance',
    ])
    expect(entries[1]!.resource).toMatchObject({
      entity: [{ what: { reference: 'DocumentReference/7' } }],
    })
  })

  test('creates each resource, under a URL of its own', () => {
    const { bundle, entries } = transaction(sourceOf(NOTE))
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'transaction' })
    expect(bundle).not.toHaveProperty('meta')
    expect(new Set(entries.map(({ fullUrl }) => fullUrl)).size).toBe(entries.length)
    for (const { fullUrl, resource, request } of entries) {
      expect(fullUrl).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      expect(request).toEqual({ method: 'POST', url: resource.resourceType })
    }
  })

  test('is the same for the same request, and another for another patient', () => {
    const { bundle } = transaction(sourceOf(NOTE))
    expect(transaction(sourceOf(NOTE)).bundle).toEqual(bundle)
    const other = { ...sourceOf(NOTE), subject: { reference: 'Patient/2' } }
    const urls = ({ entry }: Resource) => (entry as Entry[]).map(({ fullUrl }) => fullUrl)
    const shared = new Set([...urls(bundle), ...urls(transaction(other).bundle)])
    expect(shared.size).toBe(2 * urls(bundle).length)
  })

  test('of a text that says nothing has no entries but the document', () => {
    expect(transaction(sourceOf('hello')).entries).toHaveLength(1)
    expect(transaction(sourceOf('hello', { id: '7' })).bundle).not.toHaveProperty('entry')
  })

  test('names the kinds that were not looked for', () => {
    const result = icdOnly.medlink.comprehend({ text: 'fever' }) as ComprehendResult
    const source = sourceOf('fever')
    const texts = [...source.texts, ...source.texts]
    const { meta } = transactionOf(icdOnly, { ...source, texts }, [result, result], NOW)
    expect(meta).toEqual({
      tag: ['medication', 'test', 'procedure', 'allergy'].map((code) => ({
        ...{ system: NOT_INSTALLED, code },
      })),
    })
  })
})

describe('entities of other kinds', () => {
  const linked = (query: string, ontology: 'medication' | 'loinc' | 'snomed', metadata = {}) =>
    all.medlink.link({ query, ontology, metadata })
  const drug = linked('amoxicillin 500 mg', 'medication', { form: 'capsule' })
  const unknown = linked('amoxicillin', 'medication')
  const several = linked('amoxicillin + clavulanic acid', 'medication')
  const hb = linked('Hemoglobin', 'loinc', { unit: 'g/dL', specimen: 'Blood' })
  const operation = linked('Appendectomy', 'snomed')
  const place = { begin_offset: 0, end_offset: 4, score: 1, attributes: [] }
  const none = {
    strength: null,
    form: null,
    route: null,
    dose: null,
    frequency: null,
    duration: null,
  }
  const reactions = [{ text: 'rash', begin_offset: 0, end_offset: 4 }]
  const entities = [
    {
      type: 'medication',
      text: 'amoxicillin',
      status: 'current',
      ...none,
      dose: '1',
      results: drug.results,
    },
    {
      type: 'medication',
      text: 'amoxicillin',
      status: 'new',
      ...none,
      dose: '1',
      results: drug.results,
    },
    { type: 'medication', text: 'amoxicillin', status: 'family', ...none, results: drug.results },
    { type: 'medication', text: 'amoxicillin', status: 'past', ...none, results: unknown.results },
    {
      ...{ type: 'medication', text: 'amoxicillin + clavulanic acid', status: 'past', ...none },
      results: several.results,
    },
    {
      ...{ type: 'allergy', text: 'aspirin allergy', status: 'present', substance: 'aspirin' },
      ...{ reactions: [], results: [] },
    },
    {
      ...{
        type: 'test',
        text: 'Hb',
        status: 'resulted',
        value: '13.1',
        unit: 'g/dL',
        range: '12-16',
      },
      ...{ flag: 'normal', specimen: 'blood', time: 'today', results: hb.results },
    },
    { type: 'procedure', text: 'appendectomy', status: 'past', results: operation.results },
    { type: 'procedure', text: 'appendectomy', status: 'refused', results: operation.results },
    {
      type: 'allergy',
      text: 'allergic to amoxicillin',
      status: 'present',
      substance: 'amoxicillin',
      reactions,
      results: drug.results,
    },
    {
      type: 'allergy',
      text: 'no known allergies',
      status: 'negated',
      substance: null,
      reactions: [],
      results: [],
    },
  ].map((each, i) => ({ ...place, begin_offset: i, ...each })) as never as Entity[]
  const index = ({
    ontology,
    version,
    index_name,
    model_version,
  }: typeof drug | typeof hb | typeof operation) => ({
    ...{ ontology, version, index_name, model_version },
  })
  const indexes = {
    ...{
      medication: index(drug),
      test: index(hb),
      procedure: index(operation),
      allergy: index(drug),
    },
  }
  const result = {
    ...all.medlink.comprehend({ text: 'hello', ontology: 'snomed' }),
    entities,
    indexes,
  }
  const bundle = transactionOf(all, sourceOf('hello'), [result as never], NOW)
  const made = clinical(bundle.entry as Entry[]).map(({ resource }) => resource)

  test('have their resources, with the code of their own vocabulary', () => {
    const codes = made.map((resource) => {
      const { code, medicationCodeableConcept } = resource as never as Record<
        string,
        { text: string; coding?: { code: string }[] }
      >
      const { text, coding } = (code ?? medicationCodeableConcept)!
      return [resource.resourceType, text, coding?.[0]?.code]
    })
    const amoxicillin = 'ML:amoxicillin-500-mg-capsule'
    expect(codes).toEqual([
      ['MedicationStatement', 'amoxicillin', amoxicillin],
      ['MedicationRequest', 'amoxicillin', amoxicillin],
      ['MedicationStatement', 'amoxicillin', '723'],
      ['MedicationStatement', 'amoxicillin + clavulanic acid', undefined],
      ['AllergyIntolerance', 'aspirin', '1191'],
      ['Observation', 'Hb', '718-7'],
      ['Procedure', 'appendectomy', '80146002'],
      ['Procedure', 'appendectomy', '80146002'],
      ['AllergyIntolerance', 'amoxicillin', amoxicillin],
      ['AllergyIntolerance', 'no known allergies', '716186003'],
    ])
  })

  test('have units of UCUM', () => {
    expect(made[5]).toMatchObject({ valueQuantity: { value: 13.1, unit: 'g/dL', code: 'g/dL' } })
  })

  const validator = new Fhir()
  test.each([
    { name: 'every kind', bundle },
    { name: 'a note', bundle: transaction(sourceOf(NOTE)).bundle },
    {
      name: 'a note in ICD-10-CM',
      bundle: transaction(sourceOf(NOTE), { ontology: 'icd-10-cm' }).bundle,
    },
  ])('are valid R4: $name', ({ bundle }) => {
    const { messages } = validator.validate(bundle, { errorOnUnexpected: true })
    expect(messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')).toEqual(
      [],
    )
  })

  test('would not be valid otherwise', () => {
    const broken = { ...bundle, type: 'x', entry: [{ resource: { resourceType: 'Condition' } }] }
    const { messages } = validator.validate(broken, { errorOnUnexpected: true })
    expect(messages.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0)
  })
})
