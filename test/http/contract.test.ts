/**
 * Proves of the server, as a process of its own over SQLite and over PostgreSQL, asked over plain HTTP:
 * 1. every operation of the contract answers with what its schema says and no key more; every refusal has the one shape, a
 *    code of the closed list with its status, and repeats nothing
 * 2. mentions of every ontology are linked by the contract's fields; batches answer each query in its place
 * 3. who has no good token, or asks as another client, is refused
 * 4. clients log in and stay logged in; a refresh token that comes again ends its family
 * 5. profiles are made, read and changed by the rules of the contract, one row each, and only by whom they may be
 * 6. bodies that two programs may read in two ways are refused
 * 7. a database that is gone is said to be; the log of it all holds nothing that anybody sent
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { errorBodySchema, profileNotFoundSchema } from '../../src/http/errors.ts'
import { emrUserViewSchema } from '../../src/http/profiles/emr-user.ts'
import { patientViewSchema } from '../../src/http/profiles/patient.ts'
import * as shapes from '../../src/http/shapes.ts'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import {
  type Answer,
  type Claims,
  fullRoot,
  type Question,
  SECRET,
  type Server,
  startServer,
  tokenOf,
} from '../support/server.ts'

/** A process takes seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** What each operation answers where it does as it is asked. */
const ANSWERS: Readonly<Record<string, readonly [status: number, schema: z.ZodType]>> = {
  'POST /med-link/nel/link': [200, shapes.linkResultSchema],
  'POST /med-link/nel/link/batch': [200, shapes.batchResultSchema],
  'POST /med-link/comprehend': [200, shapes.comprehendResultSchema],
  'GET /med-link/registry/': [200, shapes.registrySchema],
  'GET /med-link/suggest': [200, shapes.suggestionsSchema],
  'POST /connect-auth/v1/account/login': [200, shapes.tokensSchema],
  'POST /connect-auth/v1/account/refresh-token': [200, shapes.tokensSchema],
  'POST /profiles/v1/patient/': [201, shapes.createdSchema],
  'GET /profiles/v1/patient/{oid}': [200, patientViewSchema],
  'POST /profiles/v1/emr-user/': [201, shapes.createdSchema],
  'GET /profiles/v1/emr-user/{oid}': [200, emrUserViewSchema],
  'PATCH /profiles/v1/emr-user/{oid}': [200, shapes.updatedSchema],
}

/** The statuses of the codes that are asked for here. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  profile_not_found: 404,
  unknown_version: 404,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  header_too_large: 431,
  unavailable: 503,
}

const ADMIN: Claims = { sub: '10000000000000001', cid: 'app', bid: 'clinic', role: 'admin' }
const USER: Claims = { ...ADMIN, sub: '10000000000000002', role: 'user' }
const STRANGER: Claims = { ...ADMIN, bid: 'another clinic' }
const NOBODY = '99999999999999999'
/** What no message and no line of the log may hold. */
const NAME = 'Zebulon'

/** Both kinds of places for records. */
const DATABASES: readonly {
  readonly name: string
  readonly start: () => Promise<{ place: RecordsPlace; postgres?: PostgresServer }>
}[] = [
  { name: 'SQLite', start: async () => ({ place: { folder: join(folder, 'records') } }) },
  {
    name: 'PostgreSQL',
    async start() {
      const postgres = await startPostgres()
      return { place: { databaseUrl: await postgres.newDatabase() }, postgres }
    },
  },
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-contract-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(DATABASES)('$name', ({ name, start }) => {
  let server: Server
  let place: RecordsPlace
  let postgres: PostgresServer | undefined
  beforeAll(async () => {
    const [dir, database] = await Promise.all([fullRoot(folder), start()])
    ;({ place, postgres } = database)
    server = await startServer({ dir, place, env: { MEDLINK_LOG_LEVEL: 'info' } })
  })
  afterAll(async () => {
    await server?.stop()
    await postgres?.stop()
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(server?.log())
  })

  /** Asks, and holds the answer to its schema. */
  async function ask(operation: string, question: Question = {}): Promise<Answer> {
    const answer = await server.ask(operation, question)
    const { status, body, headers } = answer
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const pattern = operation.replace(/\?.*/, '').replace(/\/\d{17}$/, '/{oid}')
    if (status < 300) {
      const [expected, schema] = ANSWERS[pattern]!
      expect(status).toBe(expected)
      // A schema that is not strict leaves out what it does not know.
      expect(schema.parse(body)).toEqual(body)
      return answer
    }
    const isProfile = (body as { code?: unknown }).code === 'profile_not_found'
    const schema = isProfile ? profileNotFoundSchema.strict() : errorBodySchema
    expect(schema.parse(body)).toEqual(body)
    const { code } = isProfile
      ? (body as { code: string })
      : (body as z.infer<typeof errorBodySchema>).error
    expect([code, STATUS[code]]).toEqual([code, status])
    expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
    expect(JSON.stringify(body).toLowerCase()).not.toContain(NAME.toLowerCase())
    return answer
  }

  /** Asks for what is refused: the code and the message. */
  async function refused(operation: string, question?: Question): Promise<string> {
    const { body } = await ask(operation, question)
    const { code, message } = (body as { error?: { code: string; message: string } }).error ?? {
      ...(body as { code: string; message: string }),
    }
    return `${code}: ${message}`
  }

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
    for (const { details } of ontologies)
      expect(details).toMatchObject([
        { index_name: expect.stringMatching(/_[\da-f]{12}$/), concepts: expect.any(Number) },
      ])
    expect((await server.ask('GET /med-link/registry', { as: USER })).body).toEqual(body)
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

  /** Operations that ask for a token, and whether for client-id too. */
  const GUARDED = [
    { operation: 'POST /med-link/nel/link', body: PLAIN, isOfClient: false },
    {
      operation: 'POST /med-link/nel/link/batch',
      body: { ...PLAIN, queries: [NAME] },
      isOfClient: false,
    },
    { operation: 'POST /med-link/comprehend', body: { text: NAME }, isOfClient: false },
    { operation: 'GET /med-link/registry/', isOfClient: false },
    { operation: 'GET /med-link/suggest?prefix=a&ontology=loinc', isOfClient: false },
    {
      operation: 'POST /profiles/v1/patient/',
      body: { fn: NAME, gen: 'O', dob: '2000-01-01' },
      isOfClient: true,
    },
    { operation: `GET /profiles/v1/patient/${NOBODY}`, isOfClient: true },
    { operation: 'POST /profiles/v1/emr-user/', body: { fn: NAME }, isOfClient: true },
    { operation: `GET /profiles/v1/emr-user/${NOBODY}`, isOfClient: true },
    { operation: `PATCH /profiles/v1/emr-user/${NOBODY}`, body: { fn: NAME }, isOfClient: true },
  ]

  describe('who is no caller is refused by', () => {
    test.each(GUARDED)('$operation', async ({ operation, body, isOfClient }) => {
      const token = await tokenOf(ADMIN)
      const bearing = (value: string, others = {}) =>
        refused(operation, { body, headers: { authorization: value, ...others } })
      expect(await refused(operation, { body })).toBe(
        'unauthorized: a valid bearer token is needed',
      )
      expect(await bearing(`Basic ${token}`)).toMatch(/^unauthorized/)
      // A token counts before what is wrong with the body.
      expect(await refused(operation, { ...(body && { body: '{' }) })).toMatch(/^unauthorized/)
      expect(await bearing(`Bearer ${token}`, { 'client-id': 'other' })).toMatch(/^forbidden/)
      const { status } = await ask(operation, {
        body,
        headers: { authorization: `bearer ${token}` },
      })
      expect(status === 400).toBe(isOfClient)
    })
  })

  test.each([
    { name: 'of another secret', token: () => tokenOf(ADMIN, `${SECRET}!`) },
    {
      name: 'that is expired',
      token: () => tokenOf({ ...ADMIN, exp: 1_700_000_000 } as Claims, SECRET, 1_700_000_000),
    },
    {
      name: 'without a signature',
      token: async () => new UnsecuredJWT({ ...ADMIN }).setExpirationTime('1h').encode(),
    },
    { name: 'without a workspace', token: () => tokenOf({ ...ADMIN, bid: '' }) },
    { name: 'of another role', token: () => tokenOf({ ...ADMIN, role: 'root' }) },
    { name: 'that is none', token: async () => 'x.y.z' },
    { name: 'larger than all headers may be', token: async () => 'x'.repeat(20_000) },
  ])('a token $name is none', async ({ token }) => {
    const headers = { authorization: `Bearer ${await token()}`, 'client-id': ADMIN.cid }
    const answer = await server.ask('GET /med-link/registry/', { headers })
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  describe('a client', () => {
    /** Registers one, as `medlink client add` does. */
    async function register(bid = 'clinic') {
      const records = await openRecords(place)
      try {
        return await records.clients.add({ bid, oid: '30000000000000003', role: 'admin' })
      } finally {
        await records.close()
      }
    }
    const login = (body: unknown) => ask('POST /connect-auth/v1/account/login', { body })
    const refresh = (refresh_token: unknown) =>
      ask('POST /connect-auth/v1/account/refresh-token', { body: { refresh_token } })
    const tokensOf = ({ body }: Answer) => body as z.infer<typeof shapes.tokensSchema>

    test('logs in, asks by its token, and goes on by its refresh tokens, each good once', async () => {
      const { client_id, client_secret } = await register()
      const first = tokensOf(await login({ client_id, client_secret }))
      expect(first).toMatchObject({ expires_in: 3600, refresh_expires_in: 2_592_000 })
      const { iat, exp, ...claims } = decodeJwt(first.access_token)
      expect(exp! - iat!).toBe(3600)
      expect(claims).toEqual({
        ...{ sub: '30000000000000003', cid: client_id, bid: 'clinic' },
        ...{ role: 'admin', idp: 'api-key' },
      })
      const profile = { fn: 'a', gen: 'O', dob: '2000-01-01' }
      const asking = (access: string) =>
        ask('POST /profiles/v1/patient/', {
          body: profile,
          headers: { authorization: `Bearer ${access}`, 'client-id': client_id },
        })
      expect(await asking(first.access_token)).toMatchObject({ status: 201 })
      const second = tokensOf(await refresh(first.refresh_token))
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(await asking(second.access_token)).toMatchObject({ status: 201 })
      const third = tokensOf(await refresh(second.refresh_token))
      // The thief, and with it everybody else of the family.
      for (const { refresh_token } of [first, third])
        expect(await refresh(refresh_token)).toMatchObject({ status: 401 })
    })

    test('with another secret or id, or none, is refused', async () => {
      const { client_id, client_secret } = await register()
      const answers = await Promise.all([
        login({ client_id, client_secret: `${client_secret}x` }),
        login({ client_id: 'mlc_0123456789abcdef', client_secret }),
        login({ client_id }),
        login({ client_id, client_secret, role: NAME }),
        refresh('x'),
        refresh(7),
      ])
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 400, 400, 401, 400])
      const [wrongSecret, wrongId] = answers.map(({ body }) => body)
      expect(wrongSecret).toEqual(wrongId)
    })
  })

  const createPatient = (body: unknown, as: Claims = USER) =>
    ask('POST /profiles/v1/patient/', { as, body })
  const createUser = (body: unknown, as: Claims = ADMIN) =>
    ask('POST /profiles/v1/emr-user/', { as, body })
  const oidOf = ({ body }: Answer) => (body as { oid: string }).oid
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  const BORN = { gen: 'F', dob: '1990-02-28' }
  const NAMED = { ...BORN, fn: NAME }

  describe('a patient is stored', () => {
    test.each([
      {
        rule: 'with names in lower case',
        body: { ...BORN, fn: 'Asha', mn: 'Devi', ln: 'RAO', s: 'Ms.' },
        read: { ...BORN, fn: 'asha', mn: 'devi', ln: 'rao', s: 'Ms.' },
      },
      {
        rule: 'with a full name in lower case',
        body: { ...BORN, fln: 'Asha Devi Rao' },
        read: { ...BORN, fln: 'asha devi rao' },
      },
      {
        rule: 'with an email address in lower case',
        body: { ...BORN, fn: 'a', email: 'Asha@Example.ORG' },
        read: { ...BORN, fn: 'a', email: 'asha@example.org' },
      },
      {
        rule: 'with a mobile number in E.164',
        body: { ...BORN, fn: 'a', mobile: '+91 98765-43210' },
        read: { ...BORN, fn: 'a', mobile: '+919876543210' },
      },
      ...['M', 'F', 'O'].map((gen) => ({
        rule: `with the gender ${gen}`,
        body: { ...BORN, gen, fn: 'a' },
        read: { ...BORN, gen, fn: 'a' },
      })),
      ...['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'].map((bloodgroup) => ({
        rule: `with the blood group ${bloodgroup}`,
        body: { ...BORN, bloodgroup, fn: 'a' },
        read: { ...BORN, bloodgroup, fn: 'a' },
      })),
      {
        rule: 'born today, with an ABHA address',
        body: { gen: 'O', dob: inDays(0), fn: 'a', abha: 'a@abdm' },
        read: { gen: 'O', dob: inDays(0), fn: 'a', abha: 'a@abdm' },
      },
      {
        rule: 'with extras, but for keys that begin with _',
        body: {
          ...BORN,
          fn: 'a',
          extras: { n: 1, _x: [[1]], list: ['é', null, true], d: { a: 1.5, _b: 2, c: [1] } },
        },
        read: {
          ...BORN,
          fn: 'a',
          extras: { n: 1, list: ['é', null, true], d: { a: 1.5, c: [1] } },
        },
      },
    ])('$rule', async ({ body, read }) => {
      const begun = Math.floor(Date.now() / 1000)
      const oid = oidOf(await createPatient(body))
      expect(oid).toMatch(/^[1-9]\d{16}$/)
      const { body: found } = await ask(`GET /profiles/v1/patient/${oid}`, { as: USER })
      const { c_ate, u_ate, ...rest } = found as z.infer<typeof patientViewSchema>
      expect(rest).toEqual({ ...read, oid, bid: USER.bid, ps: 'P', is_age: false })
      expect(c_ate).toBe(u_ate)
      expect(c_ate - begun).toBeLessThan(60)
      expect(c_ate - begun).toBeGreaterThanOrEqual(0)
    })
  })

  describe('a patient is refused', () => {
    test.each([
      { rule: 'without a name', body: BORN, says: 'fn or fln must be present' },
      { rule: 'with two names', body: { ...NAMED, fln: NAME }, says: 'fln must not be given' },
      { rule: 'with an empty name', body: { ...BORN, fn: ' ' }, says: 'fn must be text' },
      { rule: 'without a birth date', body: { gen: 'F', fn: NAME }, says: 'dob must be a day' },
      { rule: 'without a gender', body: { dob: BORN.dob, fn: NAME }, says: 'gen must be one of' },
      {
        rule: 'of another gender',
        body: { ...NAMED, gen: 'f' },
        says: 'gen must be one of M, F, O',
      },
      {
        rule: 'of another blood group',
        body: { ...NAMED, bloodgroup: 'A' },
        says: 'bloodgroup must',
      },
      { rule: 'born on no day', body: { ...NAMED, dob: '1990-02-29' }, says: 'dob must be a day' },
      { rule: 'born at a time', body: { ...NAMED, dob: '1990-02-28T00:00Z' }, says: 'dob must' },
      { rule: 'not yet born', body: { ...NAMED, dob: inDays(3) }, says: 'dob must not be in the' },
      {
        rule: 'with a local number',
        body: { ...NAMED, mobile: '9876543210' },
        says: 'mobile must',
      },
      { rule: 'with half an email', body: { ...NAMED, email: NAME }, says: 'email must be' },
      { rule: 'with an unknown field', body: { ...NAMED, nick: NAME }, says: 'a profile must not' },
      {
        rule: 'with the name of an EMR field',
        body: { ...NAMED, bg: 'A+' },
        says: 'a profile must',
      },
      { rule: 'with an oid', body: { ...NAMED, oid: NOBODY }, says: 'a profile must not' },
      {
        rule: 'with a list in a list of the extras',
        body: { ...NAMED, extras: { a: [[NAME]] } },
        says: 'extras must not hold lists in lists',
      },
      {
        rule: 'with a dictionary in a list of the extras',
        body: { ...NAMED, extras: { a: [{}] } },
        says: 'extras must not hold dictionaries in lists',
      },
      {
        rule: 'with dictionaries two levels deep',
        body: { ...NAMED, extras: { a: { b: {} } } },
        says: 'extras must not nest dictionaries more than one level deep',
      },
      {
        rule: 'with a key of 17 characters',
        body: { ...NAMED, extras: { [`${NAME}1234567890`]: 1 } },
        says: 'extras must not have keys longer than 16 characters',
      },
      { rule: 'that is a list', body: [NAMED], says: 'a profile must be an object' },
    ])('$rule', async ({ body, says }) => {
      const said = await refused('POST /profiles/v1/patient/', { as: USER, body })
      expect(said).toMatch(/^invalid_request: /)
      expect(said).toContain(says)
    })
  })

  test('a username is one profile’s of a workspace and a kind', async () => {
    const named = { ...BORN, fn: 'a', username: 'MRN-7' }
    const statuses = async (...asked: (() => Promise<Answer>)[]) => {
      const found: number[] = []
      for (const each of asked) found.push((await each()).status)
      return found
    }
    expect(
      await statuses(
        () => createPatient(named),
        () => createPatient(named),
        () => createPatient({ ...named, username: 'MRN-8' }),
        () => createPatient(named, STRANGER),
        () => createUser({ fn: 'a', username: 'MRN-7' }),
        () => createUser({ fn: 'a', username: 'MRN-7' }),
      ),
    ).toEqual([201, 409, 201, 201, 201, 409])
    expect(await refused('POST /profiles/v1/patient/', { as: USER, body: named })).toMatch(
      /^conflict: /,
    )
  })

  describe('a user of the EMR', () => {
    const STAFF = { fln: 'Asha Devi K. Rao', gen: 'F', dob: '1980-01-31', mobile: '+14155550123' }
    const readUser = async (oid: string, as: Claims = USER) => {
      const { body } = await ask(`GET /profiles/v1/emr-user/${oid}`, { as })
      return body as z.infer<typeof emrUserViewSchema>
    }
    const update = (oid: string, body: unknown, as: Claims = ADMIN) =>
      ask(`PATCH /profiles/v1/emr-user/${oid}`, { as, body })

    test('is made by an admin, with a full name that is split', async () => {
      const oid = oidOf(
        await createUser({ ...STAFF, bg: 'O-', email: 'R@X.org', s: 'Dr.', username: 'rao' }),
      )
      expect(oid).toMatch(/^[1-9]\d{16}$/)
      expect(await readUser(oid)).toMatchObject({
        ...STAFF,
        ...{ oid, bid: 'clinic', ps: 'S', is_age: false },
        ...{ fn: 'Asha', mn: 'Devi K.', ln: 'Rao' },
        ...{ bg: 'O-', email: 'r@x.org', s: 'Dr.', username: 'rao' },
      })
    })

    test.each([
      { rule: 'without a name', body: { gen: 'F' }, says: 'fn or fln must be present' },
      { rule: 'with a field of patients', body: { fn: NAME, abha: NAME }, says: 'a profile must' },
      { rule: 'of another gender', body: { fn: NAME, gen: 'X' }, says: 'gen must be one of' },
    ])('is refused $rule', async ({ body, says }) => {
      const said = await refused('POST /profiles/v1/emr-user/', { as: ADMIN, body })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
    })

    test('is not made by a user', async () => {
      expect(await refused('POST /profiles/v1/emr-user/', { as: USER, body: STAFF })).toMatch(
        /^forbidden: /,
      )
    })

    test.each([
      {
        rule: 'what is given, normalised',
        body: { mobile: '+91 98765 43210', email: 'A@B.org', bg: 'AB-', extras: { a: 1, _b: 2 } },
        changes: {
          ...{ mobile: '+919876543210', email: 'a@b.org', bg: 'AB-', extras: { a: 1 } },
          ...{ fn: 'Asha', mn: 'Devi K.', ln: 'Rao', fln: STAFF.fln, gen: 'F' },
        },
      },
      {
        rule: 'all of the name by fln',
        body: { fln: 'Maya Iyer' },
        changes: { fn: 'Maya', ln: 'Iyer', fln: 'Maya Iyer', mn: undefined },
      },
      {
        rule: 'a part of the name by fn',
        body: { fn: 'Maya', ln: 'Iyer' },
        changes: { fn: 'Maya', mn: 'Devi K.', ln: 'Iyer', fln: 'Maya Devi K. Iyer' },
      },
      { rule: 'nothing', body: {}, changes: STAFF },
      {
        rule: 'the rest',
        body: { s: 'Prof.', gen: 'O', dob: '1981-01-31' },
        changes: { s: 'Prof.', gen: 'O', dob: '1981-01-31', mobile: STAFF.mobile },
      },
    ])('is changed: $rule', async ({ body, changes }) => {
      const oid = oidOf(await createUser(STAFF))
      const answer = await update(oid, body)
      expect(answer.body).toEqual({ message: 'the profile was updated' })
      const found = await readUser(oid)
      expect({ mn: undefined, ...found }).toMatchObject(changes)
      expect(found.u_ate).toBeGreaterThanOrEqual(found.c_ate)
    })

    test.each([
      { rule: 'a last name alone', body: { ln: NAME }, says: 'fn or fln must be present when' },
      { rule: 'both names', body: { fn: NAME, fln: NAME }, says: 'fln must not be given' },
      { rule: 'a blood group that is none', body: { bg: 'C' }, says: 'bg must be one of' },
      { rule: 'a local number', body: { mobile: '12345' }, says: 'mobile must be' },
      { rule: 'the extras to a list', body: { extras: [] }, says: 'extras must be a dictionary' },
      { rule: 'the username', body: { username: NAME }, says: 'a profile must not have' },
      { rule: 'the workspace', body: { bid: NAME }, says: 'a profile must not have' },
    ])('is not changed: $rule', async ({ body, says }) => {
      const oid = oidOf(await createUser(STAFF))
      const before = await readUser(oid)
      const said = await refused(`PATCH /profiles/v1/emr-user/${oid}`, { as: ADMIN, body })
      expect(said.slice(0, 17 + says.length)).toBe(`invalid_request: ${says}`)
      expect(await readUser(oid)).toEqual(before)
    })

    test.each([
      { who: 'the user itself', as: (oid: string) => ({ ...USER, sub: oid }), status: 200 },
      { who: 'an admin', as: () => ADMIN, status: 200 },
      { who: 'another user', as: () => USER, status: 403 },
      { who: 'an admin of another workspace', as: () => STRANGER, status: 403 },
      {
        who: 'a user of its oid in another workspace',
        as: (oid: string) => ({ ...STRANGER, role: 'user', sub: oid }),
        status: 403,
      },
    ])('is changed by $who: $status', async ({ as, status }) => {
      const oid = oidOf(await createUser(STAFF))
      expect((await update(oid, { s: 'Dr.' }, as(oid))).status).toBe(status)
      expect((await readUser(oid)).s).toBe(status === 200 ? 'Dr.' : undefined)
    })

    test('is not made twice of one username, nor read by that of patients', async () => {
      const [user, patient] = [await createUser(STAFF), await createPatient({ ...BORN, fn: 'a' })]
      for (const path of [`emr-user/${oidOf(patient)}`, `patient/${oidOf(user)}`])
        expect(await refused(`GET /profiles/v1/${path}`, { as: USER })).toMatch(
          /^profile_not_found/,
        )
    })
  })

  test('a profile is read within its workspace only', async () => {
    const oid = oidOf(await createPatient({ ...BORN, fn: 'a' }))
    const said = await refused(`GET /profiles/v1/patient/${oid}`, { as: STRANGER })
    expect(said).toMatch(/^forbidden: /)
    expect((await ask(`GET /profiles/v1/patient/${oid}`, { as: ADMIN })).status).toBe(200)
  })

  test.each([
    `GET /profiles/v1/patient/${NOBODY}`,
    `GET /profiles/v1/emr-user/${NOBODY}`,
    `PATCH /profiles/v1/emr-user/${NOBODY}`,
    "GET /profiles/v1/patient/'%20or%201=1",
    'GET /profiles/v1/patient/%00',
  ])('nobody is found by %s', async (operation) => {
    const question = operation.startsWith('PATCH') ? { body: { s: 'Dr.' } } : {}
    const { body } = await ask(operation, { as: ADMIN, ...question })
    expect(body).toEqual({
      message: 'there is no profile with this identifier',
      code: 'profile_not_found',
    })
  })

  describe('a body is refused', () => {
    /** A profile whose body is nested so deeply. */
    const nested = (depth: number) => `{"extras":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

    test.each([
      { why: 'that is cut off', body: `{"fn":"${NAME}"`, says: 'the body is no JSON' },
      { why: 'that is empty', body: '', says: '' },
      {
        why: 'with a key twice',
        body: `{"fn":"${NAME}","fn":"b"}`,
        says: 'the body has a key twice',
      },
      {
        why: 'with __proto__',
        body: `{"__proto__":{"fn":"${NAME}"}}`,
        says: 'the body has a key that no object may have',
      },
      { why: 'nested 33 deep', body: nested(33), says: 'the body is nested too deeply' },
      { why: 'nested 32 deep, for what it says', body: nested(32), says: 'dob must be' },
      {
        why: 'that is too large',
        body: `"${'x'.repeat(2 ** 20)}"`,
        code: 'payload_too_large',
        says: 'the body is too large',
      },
      {
        why: 'that is no JSON by its header',
        body: '{}',
        headers: { 'content-type': 'text/plain' },
        code: 'unsupported_media_type',
        says: 'the body must be application/json',
      },
      {
        why: 'in another charset',
        body: '{}',
        headers: { 'content-type': 'application/json; charset=latin1' },
        code: 'unsupported_media_type',
        says: 'the body must be application/json in UTF-8',
      },
    ])('$why', async ({ body, code = 'invalid_request', says, headers }) => {
      const question = { as: USER, body, ...(headers && { headers }) }
      const said = await refused('POST /profiles/v1/patient/', question)
      expect(said.slice(0, code.length + 2 + says.length)).toBe(`${code}: ${says}`)
    })

    test('whose headers are too large', async () => {
      const headers = { 'x-note': 'x'.repeat(20_000) }
      const answer = await server.ask('GET /healthz', { headers })
      expect(answer).toMatchObject({ status: 431, body: { error: { code: 'header_too_large' } } })
    })
  })

  test.each(['GET /nothing', 'GET /profiles/v1/patient/', 'DELETE /healthz', 'PUT /med-link/nel'])(
    'there is no %s',
    async (operation) => {
      expect(await refused(operation)).toBe('not_found: there is no such operation')
    },
  )

  describe('whoever runs it', () => {
    test('is told that it lives and can work', async () => {
      const [healthz, readyz] = await Promise.all([
        server.ask('GET /healthz'),
        server.ask('GET /readyz'),
      ])
      expect(healthz).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect(readyz.status).toBe(200)
      expect(readyz.body).toEqual({ status: 'ready', parts: { indexes: true, records: true } })
    })

    test('is told what it did', async () => {
      const countOf = async (name: string) => {
        const { text, headers } = await server.ask('GET /metrics')
        expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
        return Number(
          text
            .split('\n')
            .find((line) => line.startsWith(name))
            ?.split(' ')
            .at(-1) ?? 0,
        )
      }
      const requests =
        'medlink_http_request_seconds_count{method="POST",route="/med-link/nel/link",status="200"}'
      const links = 'medlink_links_total{ontology="icd-10-cm",reason="linked"}'
      const before = [await countOf(requests), await countOf(links)]
      await link({ query: 'cholera', ontology: 'icd-10-cm', version: '2027' })
      expect([await countOf(requests), await countOf(links)]).toEqual(before.map((n) => n + 1))
      expect(await countOf('medlink_index_info{ontology="loinc",version="9.01"')).toBe(1)
    })

    test('has every operation described', async () => {
      const { status, body } = await server.ask('GET /openapi.json')
      expect(status).toBe(200)
      const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> }
      for (const [operation, [expected]] of Object.entries(ANSWERS)) {
        const [method, path] = operation.split(' ') as [string, string]
        const { responses } = paths[path]![method.toLowerCase()]!
        expect(Object.keys(responses)).toEqual(expect.arrayContaining([String(expected), '500']))
      }
      const page = await server.ask('GET /docs')
      expect(page.status).toBe(200)
      expect(page.text).toContain('<title>Medlink')
    })

    test('finds nothing in the log that anybody sent', async () => {
      await link({ ...PLAIN, query: 'cholera zanzibar' })
      await createPatient({ ...NAMED, username: 'zanzibar' })
      await createPatient({ ...NAMED, zanzibar: 1 })
      await server.ask('GET /med-link/suggest?prefix=zanzibar&ontology=loinc', { as: USER })
      await server.ask('GET /zanzibar')
      await ask('POST /connect-auth/v1/account/login', {
        body: { client_id: 'zanzibar', client_secret: 'zanzibar' },
      })
      const { headers } = await server.ask('GET /healthz')
      const log = await server.logUntil(headers.get('x-request-id')!)
      const token = await tokenOf(USER)
      for (const secret of ['zanzibar', NAME.toLowerCase(), token.slice(0, 20), SECRET])
        expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
      const lines = log.split('\n').filter((line) => line.startsWith('{'))
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('message')
      expect(log).toContain('"route":"/profiles/v1/patient/","status":201')
    })
  })

  test.runIf(name === 'PostgreSQL')(
    'a database that is gone is missed until it is back',
    async () => {
      const oid = oidOf(await createPatient({ ...BORN, fn: 'a' }))
      await postgres!.kill()
      expect(await refused('POST /profiles/v1/patient/', { as: USER, body: NAMED })).toMatch(
        /^unavailable: /,
      )
      const { status, body } = await server.ask('GET /readyz')
      expect(status).toBe(503)
      expect(body).toEqual({ status: 'not_ready', parts: { indexes: true, records: false } })
      expect((await link({ ...PLAIN, query: 'cholera' })).status).toBe(200)
      await postgres!.restart()
      expect((await ask(`GET /profiles/v1/patient/${oid}`, { as: USER })).status).toBe(200)
      expect((await server.ask('GET /readyz')).status).toBe(200)
    },
  )
})
