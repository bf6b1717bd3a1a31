/**
 * Proves of the wire's shapes:
 * 1. a request that breaks the contract is refused in words of our own, and never repeated
 * 2. an ontology gets the hints that it reads, as text; the keys of all others are named
 * 3. answers of every ontology are what their schema says, no key more
 * 4. requests and results are told apart by ontology for the compiler
 */

import { describe, expect, test } from 'vitest'
import {
  ASSUMPTIONS,
  type Hints,
  hintSchemas,
  LINKED_ONTOLOGIES,
  type LinkedOntology,
  type LinkReason,
  type LinkRequest,
  linkResultSchema,
  parseLinkRequest,
  readHints,
} from '../src/contract.ts'
import { openStarter } from './support/linker.ts'

const SECRET = 'Jane Q. Public has gout'

describe('a request is refused', () => {
  test.each([
    { request: { query: '', ontology: 'loinc' }, says: 'query must be text that is not empty' },
    { request: { query: ' ', ontology: 'loinc' }, says: 'query must be text that is not empty' },
    { request: { query: 7, ontology: 'loinc' }, says: 'query must be text that is not empty' },
    { request: { ontology: 'loinc' }, says: 'query must be text that is not empty' },
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
      says: 'version must be text that is not empty',
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
      says: 'request_id must be text that is not empty',
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
      request: { query: '', ontology: 'loinc', top_k: 99 },
      says: 'query must be text that is not empty; top_k must be a whole number from 1 to 10',
    },
    { request: SECRET, says: 'a request must be an object' },
    { request: null, says: 'a request must be an object' },
  ])('with "$says"', ({ request, says }) => {
    const refused = expect(() => parseLinkRequest(request))
    refused.toThrow(expect.objectContaining({ code: 'invalid_request', message: says }))
  })

  test('for an ontology that this version does not link', () => {
    expect(() => parseLinkRequest({ query: SECRET, ontology: 'rxnorm' })).toThrow(
      expect.objectContaining({
        code: 'unknown_ontology',
        message:
          'this version of Medlink has no such ontology: it has snomed, loinc, medication, icd-10-cm',
      }),
    )
  })
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
  const parsed = parseLinkRequest({ query: 'gout', ontology: 'loinc', metadata })
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
