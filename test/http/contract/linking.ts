/** What links besides contract 4.8: batches, options, type-ahead and notes. */

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type * as shapes from '../../../src/http/shapes.ts'
import type { Answer } from '../../support/server.ts'
import { type Asking, NAME } from './asking.ts'
import { requestsOf } from './requests.ts'

const PLAIN = { query: NAME, ontology: 'icd-10-cm', version: '2027' }

/** Options of a link that the contract does not have. */
export function testOptions(asking: Asking): void {
  const { link } = requestsOf(asking)

  test.each([
    { option: { billable: true }, term_id: 'A00.9', metadata: { billable_of: 'A00' } },
    // Longer than what is answered in the server's own thread.
    { option: { query: `cholera${' '.repeat(500)}` }, term_id: 'A00', metadata: {} },
  ])('links with $option', async ({ option, term_id, metadata }) => {
    const { results } = await link({ ...PLAIN, query: 'cholera', ...option })
    expect(results[0]).toMatchObject({ term_id, is_linked: true, metadata })
  })
}

/** Batches answer each query in its place. */
export function testBatches({ ask, refused, user: USER }: Asking): void {
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
      const queries = Array.from({ length: 100 }, () => NAME.repeat(1000))
      expect(entriesOf(await batch({ ...PLAIN, queries }))).toHaveLength(100)
    })
  })
}

/** Type-ahead. */
export function testSuggestions({ ask, refused, user: USER }: Asking): void {
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
    { query: 'prefix=a&ontology=icd-10-cm&top_k=2', code: 'invalid_request' },
    { query: 'prefix=a&prefix=b&ontology=icd-10-cm', code: 'invalid_request' },
    { query: 'prefix=a&ontology=icd-10-cm&version=1999', code: 'unknown_version' },
  ])('suggests nothing by $query', async ({ query, code }) => {
    const said = await refused(`GET /med-link/suggest?${query}`, { as: USER })
    expect(said.split(':')[0]).toBe(code)
  })

  test('hands out the FlexSearch index that a web page suggests from', async () => {
    const { text, headers } = await ask('GET /med-link/flexsearch/icd-10-cm/2027', { as: USER })
    expect(text.length).toBeGreaterThan(0)
    expect(headers.get('etag')).toMatch(/^"[\da-f]{64}"$/)
    const missing = await refused('GET /med-link/flexsearch/icd-10-cm/1999', { as: USER })
    expect(missing.split(':')[0]).toBe('unknown_version')
  })
}

/** Notes. */
export function testNotes({ ask, refused, user: USER }: Asking): void {
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
      expect(entities[0]).toMatchObject({
        type: 'problem',
        traits: expect.arrayContaining([expect.objectContaining({ name: 'NEGATION' })]),
      })
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
