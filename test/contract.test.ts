/**
 * Proves of the wire's shapes:
 * 1. a request that breaks the contract is refused in words of our own, and never repeated
 * 2. an ontology gets the hints that it reads, as text; the keys of all others are named
 * 3. answers of every ontology are what their schema says, no key more
 * 4. requests and results are told apart by ontology for the compiler
 * 5. a request about a text is refused in the same way; what it leaves open is filled in
 * 6. answers about texts are what their schemas say, and nothing else is
 */

import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  COMPREHENDED_ONTOLOGIES,
  comprehendRequestSchema,
  comprehendResultSchema,
  type Hints,
  hintSchemas,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type LinkReason,
  type LinkRequest,
  linkRequestSchema,
  linkResultSchema,
  parseRequest,
  readHints,
} from '../src/contract.ts'
import { ASSUMPTIONS } from '../src/ontologies/loinc/contract.ts'
import { openStarter } from './support/linker.ts'

const SECRET = 'Jane Q. Public has gout'

describe('a request is refused', () => {
  test.each([
    { request: { query: '', ontology: 'loinc' }, says: 'query must be a non-empty string' },
    { request: { query: ' ', ontology: 'loinc' }, says: 'query must be a non-empty string' },
    { request: { query: 7, ontology: 'loinc' }, says: 'query must be a non-empty string' },
    { request: { ontology: 'loinc' }, says: 'query must be a non-empty string' },
    {
      request: { query: 'x'.repeat(10_001), ontology: 'loinc' },
      says: 'query must not be longer than 10000 characters',
    },
    {
      request: { query: SECRET },
      says: 'ontology must be one of snomed, loinc, medication, icd-10-cm',
    },
    {
      request: { query: SECRET, ontology: 'loinc', top_k: 11 },
      says: 'top_k must be a whole number from 1 to 10',
    },
    {
      request: { query: SECRET, ontology: 'loinc', top_k: 0 },
      says: 'top_k must be a whole number from 1 to 10',
    },
    {
      request: { query: SECRET, ontology: 'loinc', top_k: 1.5 },
      says: 'top_k must be a whole number from 1 to 10',
    },
    {
      request: { query: SECRET, ontology: 'loinc', version: '' },
      says: 'version must be a non-empty string',
    },
    {
      request: { query: SECRET, ontology: 'loinc', metadata: 'mg' },
      says: 'metadata must be an object of hints',
    },
    {
      request: {
        query: SECRET,
        ontology: 'loinc',
        metadata: { unit: 'x'.repeat(1000), panel_name: 'x'.repeat(1001), sex: 'x'.repeat(1001) },
      },
      says: 'metadata.sex must not be longer than 1000 characters; metadata.panel_name must not be longer than 1000 characters',
    },
    {
      request: { query: SECRET, ontology: 'loinc', metadata: ['mg'] },
      says: 'metadata must be an object of hints',
    },
    {
      request: { query: SECRET, ontology: 'loinc', request_id: 7 },
      says: 'request_id must be a non-empty string',
    },
    {
      request: { query: SECRET, ontology: 'loinc', collapse: 'code' },
      says: 'collapse must be concept or term',
    },
    {
      request: { query: SECRET, ontology: 'icd-10-cm', billable: 'yes' },
      says: 'billable must be true or false',
    },
    {
      request: { query: SECRET, ontology: 'icd-10-cm', encounter: 'first' },
      says: 'encounter must be initial, subsequent, sequela',
    },
    {
      request: { query: SECRET, ontology: 'loinc', assume: 'everything' },
      says: 'assume must be nothing or usual',
    },
    {
      request: { query: SECRET, ontology: 'snomed', strictness: 'low' },
      says: 'strictness must be high or balanced',
    },
    {
      request: { query: SECRET, ontology: 'medication', granularity: 'class' },
      says: 'granularity must be product or ingredient',
    },
    {
      request: { query: '', ontology: 'loinc', top_k: 99 },
      says: 'query must be a non-empty string; top_k must be a whole number from 1 to 10',
    },
    { request: SECRET, says: 'a request must be an object' },
    { request: null, says: 'a request must be an object' },
  ])('with "$says"', ({ request, says }) => {
    const refused = expect(() => parseRequest(linkRequestSchema, request))
    refused.toThrow(expect.objectContaining({ code: 'invalid_request', message: says }))
  })

  test('for an ontology that this version does not link', () => {
    expect(() => parseRequest(linkRequestSchema, { query: SECRET, ontology: 'rxnorm' })).toThrow(
      expect.objectContaining({
        code: 'unknown_ontology',
        message:
          'this version of Medlink has no such ontology: it has snomed, loinc, medication, icd-10-cm',
      }),
    )
  })
})

test.each([
  { request: { query: 'gout', [SECRET]: 1 }, says: 'a mention has fields that are not known' },
  { request: [SECRET], says: 'a mention must be an object' },
  { request: {}, says: 'query must be a non-empty string' },
])('a schema that knows all fields says "$says"', ({ request, says }) => {
  const error = ({ code }: { readonly code?: string | undefined }) =>
    code === 'unrecognized_keys' ? 'has fields that are not known' : undefined
  const schema = z.strictObject({ query: linkRequestSchema.shape.query }, { error })
  const refused = expect(() => parseRequest(schema, request, 'a mention'))
  refused.toThrow(expect.objectContaining({ code: 'invalid_request', message: says }))
})

test.each<{
  ontology: LinkedOntology
  metadata: Record<string, unknown> | undefined
  hints: Record<string, string>
  ignored: string[]
}>([
  { ontology: 'loinc', metadata: undefined, hints: {}, ignored: [] },
  { ontology: 'loinc', metadata: { unit: 'mg/dL' }, hints: { unit: 'mg/dL' }, ignored: [] },
  { ontology: 'loinc', metadata: { value: 0.5 }, hints: { value: '0.5' }, ignored: [] },
  { ontology: 'loinc', metadata: { unti: 'mg', unit: '' }, hints: { unit: '' }, ignored: ['unti'] },
  { ontology: 'loinc', metadata: { age: 12 }, hints: {}, ignored: ['age'] },
  {
    ontology: 'snomed',
    metadata: { age: 0, sex: 'f' },
    hints: { age: '0', sex: 'f' },
    ignored: [],
  },
  { ontology: 'snomed', metadata: { age: Number.NaN }, hints: {}, ignored: ['age'] },
  { ontology: 'snomed', metadata: { age: null, sex: undefined }, hints: {}, ignored: [] },
  {
    ontology: 'snomed',
    metadata: { sex: ['f'], age: { years: 1 } },
    hints: {},
    ignored: ['sex', 'age'],
  },
  {
    ontology: 'medication',
    metadata: {
      form: 'Inj.',
      generic_name: 'ceftriaxone',
      dose_unit: 'mg',
      dose_custom: 1,
      unit: 'g',
    },
    hints: { form: 'Inj.', generic_name: 'ceftriaxone', dose_unit: 'mg', dose_custom: '1' },
    ignored: ['unit'],
  },
  { ontology: 'icd-10-cm', metadata: { unit: 'mg' }, hints: {}, ignored: ['unit'] },
  { ontology: 'icd-10-cm', metadata: { toString: 'x' }, hints: {}, ignored: ['toString'] },
])('$ontology reads $hints of $metadata', ({ ontology, metadata, hints, ignored }) => {
  expect(readHints(ontology, metadata)).toEqual({ hints, ignored })
})

test('hints of up to 1,000 characters are read, and others of any length ignored', () => {
  const metadata = { unit: 'x'.repeat(1000), note: 'x'.repeat(100_000) }
  const parsed = parseRequest(linkRequestSchema, { query: 'gout', ontology: 'loinc', metadata })
  expect(readHints('loinc', parsed.metadata).ignored).toEqual(['note'])
})

describe('answers are what the schema says', () => {
  const queries = {
    snomed: ['severe left knee pain', 'no chest pain', '22298006', 'zzqx', 'fever'],
    loinc: ['hemoglobin', '718-7', 'sugar fasting', 'zzqx', 'neutrophils', 'transferrin'],
    medication: [
      'Tab. Dolo 650mg 1-0-1 x 5 days',
      'Inj Monocef 1 gm IV BD',
      'ML:metformin',
      'rxcui 6809',
      'no aspirin',
      'allergic to penicillin',
      'tab augmentinn 625',
      'amlodipine besylate',
      'insulin',
      'zzqx',
    ],
    'icd-10-cm': ['type 2 diabetes mellitus', 'E11.9', 'fx neck of femur lt', 'zzqx', 'fever'],
  }
  const kinds = LINKED_ONTOLOGIES.flatMap((ontology) =>
    ASSUMPTIONS.map((assume) => ({ ontology, assume })),
  )
  test.each(kinds)('of $ontology, assuming $assume', ({ ontology, assume }) => {
    const medlink = openStarter(ontology)
    const metadata = { unit: 'g/dL', specimen: 'whole blood', age: 40, value: 12 }
    for (const query of queries[ontology]) {
      for (const given of [undefined, metadata, { unit: 'mg/dL' }, { form: 'Tablet' }]) {
        const request = { query, ontology, metadata: given as Hints<LinkedOntology> }
        const result = medlink.link({ ...request, assume })
        expect(linkResultSchema.parse(result)).toEqual(result)
        expect('empty_because' in result).toBe(result.results.length === 0)
        const known = Object.keys(hintSchemas[ontology].shape)
        const ignored = Object.keys(given ?? {}).filter((key) => !known.includes(key))
        expect(result.ignored_hints ?? []).toEqual(ignored)
      }
    }
  })
})

test('requests and results are told apart by ontology', () => {
  const medlink = openStarter('loinc')
  const { results, query_breakdown } = medlink.link({
    query: 'hemoglobin',
    ontology: 'loinc',
    metadata: { unit: 'g/dL', specimen: 'whole blood' },
  })
  const reason: LinkReason<'loinc'> = results[0]!.metadata.link_reason
  expect([reason, results[0]!.metadata.component, query_breakdown?.unit]).toEqual([
    'linked',
    'Hemoglobin',
    'g/dL',
  ])
  // Never run: what follows is for the compiler alone.
  const refused = () => [
    // @ts-expect-error a hint that is misspelt
    medlink.link({ query: 'hemoglobin', ontology: 'loinc', metadata: { unti: 'g/dL' } }),
    // @ts-expect-error a hint of another ontology
    medlink.link({ query: 'fever', ontology: 'snomed', metadata: { unit: 'g/dL' } }),
    // @ts-expect-error ICD-10-CM reads no hints
    medlink.link({ query: 'fever', ontology: 'icd-10-cm', metadata: { age: 7 } }),
    // @ts-expect-error a drug's hint is no hint of a test's
    medlink.link({ query: 'hemoglobin', ontology: 'loinc', metadata: { dose_unit: 'mg' } }),
    // @ts-expect-error a test's hint is no hint of a drug's
    medlink.link({ query: 'dolo 650', ontology: 'medication', metadata: { unit: 'mg' } }),
    // @ts-expect-error no reason of drugs
    ((given: LinkReason<'medication'>) => given)('unit_missing'),
    // @ts-expect-error another ontology's metadata
    results[0]!.metadata.semantic_tag,
    // @ts-expect-error no reason of LOINC
    reason === 'context_differs',
    // @ts-expect-error misspelt, whichever the ontology
    ((request: LinkRequest) => request)({ query: '', ontology: 'loinc', metadata: { unti: '' } }),
  ]
  expect(refused).toBeTypeOf('function')
})

describe('a request about a text', () => {
  const text = 'no gout'

  test.each([
    { request: { text: '' }, says: 'text must be a non-empty string' },
    { request: { text: ' \n' }, says: 'text must be a non-empty string' },
    { request: {}, says: 'text must be a non-empty string' },
    { request: { text: 7 }, says: 'text must be a non-empty string' },
    {
      request: { text: 'x'.repeat(10_001) },
      says: 'text must not be longer than 10000 characters',
    },
    { request: { text: SECRET, top_k: 0 }, says: 'top_k must be a whole number from 1 to 10' },
    { request: { text: SECRET, top_k: 11 }, says: 'top_k must be a whole number from 1 to 10' },
    { request: { text: SECRET, billable: 1 }, says: 'billable must be true or false' },
    { request: { text: SECRET, version: '' }, says: 'version must be a non-empty string' },
    {
      request: { text: SECRET, encounter: SECRET },
      says: 'encounter must be initial, subsequent, sequela',
    },
    { request: { text: SECRET, strictness: SECRET }, says: 'strictness must be high or balanced' },
    {
      request: { text: SECRET, request_id: '' },
      says: 'request_id must be a non-empty string',
    },
    { request: { text: SECRET, ontology: 7 }, says: 'ontology must be one of snomed, icd-10-cm' },
    ...[[], SECRET, [SECRET], ['test', 7]].map((find) => ({
      request: { text: SECRET, find },
      says: expect.stringMatching(
        /^find(\.\d must be| must be a list of) one (or more )?of problem, medication, test/,
      ),
    })),
    {
      request: { text: SECRET, ontology: 'loinc' },
      says: 'ontology must be one of snomed, icd-10-cm',
    },
    { request: SECRET, says: 'a request must be an object' },
    { request: null, says: 'a request must be an object' },
  ])('$says', ({ request, says }) => {
    const parse = () => parseRequest(comprehendRequestSchema, request)
    expect(parse).toThrow(expect.objectContaining({ code: 'invalid_request', message: says }))
  })

  test('for an ontology that there is not is told so', () => {
    const parse = () => parseRequest(comprehendRequestSchema, { text, ontology: SECRET })
    expect(parse).toThrow(expect.objectContaining({ code: 'unknown_ontology' }))
    expect(parse).not.toThrow(SECRET)
  })

  test('has what it leaves open filled in, and what nobody knows left out', () => {
    const open = { text, ontology: 'icd-10-cm', top_k: 5, strictness: 'high' }
    expect(parseRequest(comprehendRequestSchema, { text })).toStrictEqual(open)
    expect(parseRequest(comprehendRequestSchema, { text, query: 'x', metadata: {} })).toStrictEqual(
      open,
    )
    const whole = {
      ...{ text, ontology: 'snomed', version: '2027', top_k: 1, strictness: 'balanced' },
      ...{ billable: false, encounter: 'initial', request_id: 'r' },
    }
    expect(parseRequest(comprehendRequestSchema, whole)).toStrictEqual(whole)
    expect(parseRequest(comprehendRequestSchema, { text: 'x'.repeat(10_000) }).text).toHaveLength(
      10_000,
    )
  })
})

describe('answers about texts are what the schema says', () => {
  const texts = [
    ...['c/o fever x 3 days, no cough. K/C/O T2DM', 'asthma', 'E11.9', 'seen today', '?'],
    ...['Severe pain in left hip since 2 days. Mother has asthma.', 'gout and asthma'],
  ]

  test.each(COMPREHENDED_ONTOLOGIES)('of %s', (ontology) => {
    const medlink = openStarter(ontology)
    for (const text of texts) {
      const result = medlink.comprehend({ text, ontology })
      expect(comprehendResultSchema.parse(result)).toEqual(result)
    }
  })

  test('of links of texts', () => {
    const medlink = openStarter('icd-10-cm')
    for (const query of [...texts, 'murmur, MS']) {
      const result = medlink.link({ query, ontology: 'icd-10-cm', version: 'comprehend' })
      expect(linkResultSchema.parse(result)).toEqual(result)
    }
  })

  test('with nothing more, and no other numbers', () => {
    const result = openStarter('icd-10-cm').comprehend({
      ...{ text: 'severe asthma, gout' },
      find: ['problem'],
    })
    const [first, ...others] = result.entities
    const isRight = (change: object) => comprehendResultSchema.safeParse(change).success
    const withEntity = (change: object) => {
      return { ...result, entities: [{ ...first, ...change }, ...others] }
    }
    expect(isRight(withEntity({}))).toBe(true)
    const trait = first!.traits[0]!
    const attribute = first!.attributes[0]!
    for (const change of [
      { score: 1.01 },
      { score: -0.01 },
      { begin_offset: -1 },
      { end_offset: 0.5 },
      { more: 1 },
      { traits: [{ ...trait, name: 'MORE' }] },
      { traits: [{ ...trait, score: 2 }] },
      { attributes: [{ ...attribute, type: 'MORE' }] },
      { attributes: [{ ...attribute, relationship_type: 'ACUITY' }] },
      { attributes: [{ ...attribute, relationship_score: 2 }] },
      { attributes: [{ ...attribute, begin_offset: -1 }] },
    ])
      expect([change, isRight(withEntity(change))]).toEqual([change, false])
    for (const change of [
      { ontology: 'snomed' },
      { truncated: false },
      { main: 0.5 },
      { notes: [{ type: 'EXCLUDES2', entities: [0, 1], codes: ['A', 'B'] }] },
      { notes: [{ type: 'EXCLUDES1', entities: [0], codes: ['A', 'B'] }] },
    ])
      expect([change, isRight({ ...result, ...change })]).toEqual([change, false])
    expect(isRight({ ...result, main: null, truncated: true })).toBe(true)
  })
})
