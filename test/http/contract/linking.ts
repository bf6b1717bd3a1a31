/** The operations of contract 4.8 and 4.9, and those beside them. */

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type * as shapes from '../../../src/http/shapes.ts'
import type { Answer } from '../../support/server.ts'
import { type Asking, NAME } from './asking.ts'

/** Links, batches, the registry, type-ahead and notes. */
export function testLinking(asking: Asking): void {
  const { ask, refused, user: USER } = asking

  const link = (body: object) => ask('POST /med-link/nel/link', { as: USER, body })

  describe('links', () => {
    test.each([
      {
        request: { query: 'asthma', ontology: 'snomed', version: '20250701', metadata: { x: 1 } },
        first: { term_id: '195967001', term_name: 'Asthma', is_linked: true },
        metadata: { semantic_tag: 'disorder', is_core: true, language: 'en', script: 'Latn' },
        breakdown: null,
      },
      {
        request: {
          query: 'glucose',
          ontology: 'loinc',
          version: '9.01',
          metadata: { unit: 'mg/dL', specimen: 'serum' },
        },
        first: { term_id: '2345-7', is_linked: true },
        metadata: { system: 'Ser/Plas', property: 'MCnc', unit_normalised: 'mg/dL' },
        breakdown: { test_name: 'glucose', unit: 'mg/dL', unit_orig: 'mg/dL', property: 'MCnc' },
      },
      {
        request: { query: 'glucose', ontology: 'loinc', version: '9.01' },
        first: { is_linked: false },
        metadata: { link_reason: 'unit_missing' },
        breakdown: { unit: null, specimen: null },
      },
      {
        request: { query: 'dolo 650', ontology: 'medication', version: 'starter' },
        first: { term_id: 'ML:dolo-650-mg-tablet', score: null, is_linked: true },
        metadata: {
          linking_requirements: { volume_needed: false, form_needed: false },
          matching_breakdown: { volume_exact_match: true },
        },
        breakdown: { brand_name: 'Dolo', form: 'tablet', volume: '650' },
      },
      {
        request: { query: 'cholera', ontology: 'icd-10-cm', version: '2027', top_k: 1 },
        first: { term_id: 'A00', is_linked: true },
        metadata: { is_billable: false, category: 'A00 Cholera' },
        breakdown: null,
      },
      {
        request: { query: 'cholera', ontology: 'icd-10-cm', version: '2027', billable: true },
        first: { term_id: 'A00.9', is_linked: true },
        metadata: { is_billable: true, billable_of: 'A00' },
        breakdown: null,
      },
      {
        request: {
          query: 'Denies asthma. Has type 2 diabetes.',
          ontology: 'icd-10-cm',
          version: 'comprehend',
        },
        first: { term_id: 'E11.9', is_linked: true },
        metadata: { billable_of: 'E11' },
        breakdown: { entity: 'type 2 diabetes', entity_score: 1 },
      },
      // Longer than what is answered in the server's own thread.
      {
        request: { query: `cholera${' '.repeat(500)}`, ontology: 'icd-10-cm', version: '2027' },
        first: { term_id: 'A00', is_linked: true },
        metadata: {},
        breakdown: null,
      },
    ])('$request', async ({ request, first, metadata, breakdown }) => {
      const { status, body } = await link({ ...request, request_id: 'r1' })
      expect(status).toBe(200)
      const { query, ontology, version, metadata: hints = {} } = request
      const ignored = Object.keys(hints).includes('x') ? { ignored_hints: ['x'] } : {}
      expect(body).toMatchObject({ query, ontology, version, request_id: 'r1', ...ignored })
      const { results, query_breakdown } = body as z.infer<typeof shapes.linkResultSchema>
      expect(results[0]).toMatchObject({ ...first, metadata })
      if (breakdown === null) expect(query_breakdown).toBeNull()
      else expect(query_breakdown).toMatchObject(breakdown)
    })

    test('by top_k, 5 when left out; an unknown field is ignored', async () => {
      const request = { query: 'paracetamol', ontology: 'medication', version: 'starter' }
      const counts = [1, 2, 10, undefined].map(async (top_k) => {
        const { body } = await link({ ...request, top_k, anything: 'else' })
        return (body as { results: unknown[] }).results.length
      })
      const [one, two, ten, five] = await Promise.all(counts)
      expect([one, two, five]).toEqual([1, 2, 5])
      expect(ten).toBeGreaterThan(5)
    })

    test('with a request_id of its own where none is given', async () => {
      const request = { query: 'cholera', ontology: 'icd-10-cm', version: '2027' }
      const ids = await Promise.all([link(request), link(request)])
      const [a, b] = ids.map(({ body }) => (body as { request_id: string }).request_id)
      expect(a).toMatch(/^[\da-f-]{36}$/)
      expect(a).not.toBe(b)
    })
  })

  const PLAIN = { query: NAME, ontology: 'icd-10-cm', version: '2027' }

  describe('refuses to link', () => {
    test.each([
      { body: {}, says: 'invalid_request: query must be text that is not empty; ontology must be' },
      { body: { ...PLAIN, query: '' }, says: 'invalid_request: query must be text' },
      { body: { ...PLAIN, query: undefined }, says: 'invalid_request: query must be text' },
      { body: { ...PLAIN, ontology: NAME }, says: 'invalid_request: ontology must be one of' },
      { body: { ...PLAIN, version: undefined }, says: 'invalid_request: version must be one of' },
      { body: { ...PLAIN, version: '' }, says: 'invalid_request: version must be one of' },
      { body: { ...PLAIN, version: '1999' }, says: 'unknown_version: ' },
      { body: { ...PLAIN, version: NAME }, says: 'unknown_version: ' },
      {
        body: { ...PLAIN, ontology: 'loinc', version: 'comprehend' },
        says: 'unknown_version: ',
      },
      { body: { ...PLAIN, top_k: 0 }, says: 'invalid_request: top_k must be a whole number' },
      { body: { ...PLAIN, top_k: 11 }, says: 'invalid_request: top_k must be a whole number' },
      { body: { ...PLAIN, top_k: '5' }, says: 'invalid_request: top_k must be a whole number' },
      { body: { ...PLAIN, metadata: [] }, says: 'invalid_request: metadata must be an object' },
      { body: [], says: 'invalid_request: ' },
      { body: 'null', says: 'invalid_request: ' },
    ])('$body', async ({ body, says }) => {
      const said = await refused('POST /med-link/nel/link', { as: USER, body })
      expect(said.slice(0, says.length)).toBe(says)
    })

    test('and tells each field that is wrong', async () => {
      const { body } = await link({ ...PLAIN, query: 7, top_k: 0 })
      expect(body).toMatchObject({ error: { details: [{ path: 'query' }, { path: 'top_k' }] } })
    })
  })

  describe('a batch', () => {
    const batch = (body: unknown) => ask('POST /med-link/nel/link/batch', { as: USER, body })
    const CODES: Readonly<Record<string, string>> = {
      cholera: 'A00',
      'type 2 diabetes': 'E11',
      asthma: 'J45',
    }
    const namesOf = (count: number) =>
      Array.from({ length: count }, (_, i) => Object.keys(CODES)[i % 3]!)
    type Entry = {
      request_id: string
      query?: string
      results?: { term_id: string }[]
      error?: { code: string; message: string }
    }
    const entriesOf = ({ body }: Answer) => (body as { results: Entry[] }).results

    test.each([1, 100])('of %i queries is answered in order', async (count) => {
      const queries = namesOf(count)
      const answer = await batch({ queries, ontology: 'icd-10-cm', version: '2027', top_k: 1 })
      const found = entriesOf(answer).map(({ query, results }) => [query, results?.[0]?.term_id])
      expect(found).toEqual(queries.map((query) => [query, CODES[query]]))
    })

    test('holds what is wrong with a query in its place', async () => {
      const queries = ['cholera', '', 7, NAME.repeat(2000), 'asthma']
      const common = { ontology: 'icd-10-cm', version: '2027', top_k: 1 }
      const entries = entriesOf(await batch({ queries, ...common }))
      expect(entries.map(({ results, error }) => results?.[0]?.term_id ?? error?.code)).toEqual([
        'A00',
        'invalid_request',
        'invalid_request',
        'invalid_request',
        'J45',
      ])
      expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(queries.length)
    })

    test('of requests has the fields of each', async () => {
      const requests = [
        { query: 'cholera', ontology: 'icd-10-cm', version: '1999', request_id: 'a' },
        { query: 'asthma', ontology: 'snomed', version: '20250701', request_id: 'b' },
        { query: 'asthma', ontology: 'snomed', request_id: 'c' },
        null,
        { query: 'Denies asthma.', ontology: 'icd-10-cm', version: 'comprehend', request_id: 'd' },
        { query: 'dolo 650', ontology: 'medication', version: 'starter', request_id: 'e' },
      ]
      const entries = entriesOf(await batch({ requests }))
      expect(
        entries.map(({ request_id, results, error }) => [
          request_id,
          results?.[0]?.term_id ?? error?.code,
        ]),
      ).toEqual([
        ['a', 'unknown_version'],
        ['b', '195967001'],
        ['c', 'invalid_request'],
        [expect.stringMatching(/^[\da-f-]{36}$/), 'invalid_request'],
        ['d', 'J45.909'],
        ['e', 'ML:dolo-650-mg-tablet'],
      ])
    })

    test.each([
      { name: 'of nothing', body: {} },
      { name: 'of no queries', body: { ...PLAIN, queries: [] } },
      { name: 'of one query too many', body: { ...PLAIN, queries: namesOf(101) } },
      { name: 'of one text', body: { ...PLAIN, queries: NAME } },
      { name: 'of queries and requests', body: { ...PLAIN, queries: [NAME], requests: [PLAIN] } },
      { name: 'that is a list', body: [PLAIN] },
    ])('$name is refused', async ({ body }) => {
      expect(await refused('POST /med-link/nel/link/batch', { as: USER, body })).toMatch(
        /^invalid_request: /,
      )
    })

    test('may be larger than other bodies', async () => {
      const queries = Array.from({ length: 100 }, () => NAME.repeat(2000))
      expect(entriesOf(await batch({ ...PLAIN, queries }))).toHaveLength(100)
    })
  })

  test('the registry lists the ontologies in the order of the contract', async () => {
    const { body } = await ask('GET /med-link/registry/', { as: USER })
    const { ontologies } = body as z.infer<typeof shapes.registrySchema>
    expect(ontologies.map(({ name, versions }) => [name, versions])).toEqual([
      ['snomed', ['20250701']],
      ['loinc', ['9.01']],
      ['medication', ['starter']],
      ['icd-10-cm', ['2027', 'comprehend']],
    ])
    expect(ontologies[0]!.details[0]!.release_date).toBe('2025-07-01')
    for (const { details } of ontologies)
      expect(details).toMatchObject([
        { index_name: expect.stringMatching(/_[\da-f]{12}$/), concepts: expect.any(Number) },
      ])
    expect((await asking.server.ask('GET /med-link/registry', { as: USER })).body).toEqual(body)
  })

  test.each([
    { query: 'prefix=diab&ontology=icd-10-cm&limit=2', codes: ['E11.9', 'E11'] },
    { query: 'prefix=E11&ontology=icd-10-cm&billable=true&limit=1', codes: ['E11.9'] },
    { query: 'prefix=heart&ontology=snomed&semantic_tags=event,situation', codes: [] },
    { query: 'prefix=chol&ontology=icd-10-cm&version=2027&limit=1', codes: ['A00'] },
    { query: 'prefix=&ontology=icd-10-cm', codes: [] },
  ])('suggests by $query', async ({ query, codes }) => {
    const { body } = await ask(`GET /med-link/suggest?${query}`, { as: USER })
    const { suggestions } = body as z.infer<typeof shapes.suggestionsSchema>
    expect(suggestions.map(({ code }) => code)).toEqual(codes)
  })

  test.each([
    { query: 'ontology=icd-10-cm', code: 'invalid_request' },
    { query: `prefix=a&ontology=${NAME}`, code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&limit=0', code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&limit=51', code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&limit=x', code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&billable=yes', code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&class=CHEM', code: 'invalid_request' },
    { query: 'prefix=a&prefix=b&ontology=icd-10-cm', code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&version=1999', code: 'unknown_version' },
  ])('suggests nothing by $query', async ({ query, code }) => {
    const said = await refused(`GET /med-link/suggest?${query}`, { as: USER })
    expect(said.split(':')[0]).toBe(code)
  })

  describe('comprehends', () => {
    test.each([
      { request: {}, ontology: 'icd-10-cm', version: '2027', codes: ['J45.909', 'E11.9'] },
      {
        request: { ontology: 'snomed', version: '20250701' },
        ontology: 'snomed',
        version: '20250701',
        codes: ['195967001', '44054006'],
      },
    ])('a note by $ontology', async ({ request, ontology, version, codes }) => {
      const text = 'Denies asthma. Has type 2 diabetes.'
      const answer = await ask('POST /med-link/comprehend', {
        as: USER,
        body: { ...request, text, request_id: 'n1' },
      })
      expect(answer.body).toMatchObject({ request_id: 'n1', text, ontology, version })
      const { entities } = answer.body as z.infer<typeof shapes.comprehendResultSchema>
      expect(entities.map(({ text: name, results }) => [name, results[0]?.term_id])).toEqual([
        ['asthma', codes[0]],
        ['type 2 diabetes', codes[1]],
      ])
      expect(entities[0]!.traits.map(({ name }) => name)).toContain('NEGATION')
    })

    test.each([
      { body: {}, code: 'invalid_request' },
      { body: { text: '' }, code: 'invalid_request' },
      { body: { text: NAME, ontology: 'loinc' }, code: 'invalid_request' },
      { body: { text: NAME, version: '1999' }, code: 'unknown_version' },
    ])('not $body', async ({ body, code }) => {
      const said = await refused('POST /med-link/comprehend', { as: USER, body })
      expect(said.split(':')[0]).toBe(code)
    })
  })
}
