/**
 * Proves of the audit trail of requests:
 * 1. every operation that reads or writes records of persons, also one that is added later, has an entry: who, what, when,
 *    from where, with what outcome, for which request
 * 2. the entry names records and fields, and holds no value of a request
 * 3. a request without a known caller has none, but for attempts to log in and for files with a signed URL
 * 4. nothing is written, and nothing more is read, where entries cannot be stored
 */

import { randomUUID } from 'node:crypto'
import Fastify, { type InjectOptions, type RouteOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kindOf } from '../../src/http/auth/operations.ts'
import { medlinkRoutes, openBlobs } from '../../src/http/http.ts'
import type { AuditEntry } from '../../src/records/audit/entry.ts'
import {
  CLIENT,
  headersOf,
  makeFolder,
  PATIENT,
  post,
  SECRET,
  startServer,
  type TestServer,
  WORKSPACE,
} from '../support/http.ts'

const SUBJECT = '12345678901234567'
/** Marks of values, which must be in no entry. */
const MARK = 'zyxwv'
const AADHAAR = '234567890124'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

let seen = 0
beforeEach(async () => {
  await newEntries()
})

/** Entries since the last call. */
async function newEntries({ records }: TestServer = server): Promise<AuditEntry[]> {
  await records.audit.flush()
  const entries: AuditEntry[] = []
  for await (const { seq, entry } of records.audit.read()) {
    if (seq <= seen) continue
    expect(entry).not.toMatch(new RegExp(`${MARK}|${AADHAAR}`, 'i'))
    seen = seq
    entries.push(JSON.parse(entry))
  }
  return entries
}

async function ask(request: InjectOptions) {
  const answer = await server.app.inject(request)
  const entries = await newEntries()
  return { status: answer.statusCode, headers: answer.headers, answer, entries }
}

const get = (url: string, changes = {}, headers = {}) => ({
  ...{ method: 'GET' as const, url, headers: { ...headersOf(changes), ...headers } },
})

async function newPatient(): Promise<string> {
  const { oid } = (await server.app.inject(post('/profiles/v1/patient/', PATIENT))).json()
  await newEntries()
  return oid
}

test('a patient who is created and read', async () => {
  const before = Date.now()
  const body = { ...PATIENT, fn: MARK, mobile: '+919876543210', extras: { [MARK]: MARK } }
  const created = await ask(post('/profiles/v1/patient/', body))
  const { oid } = created.answer.json()
  const who = { subject: SUBJECT, client: CLIENT, role: 'user', workspace: WORKSPACE }
  expect(created.entries).toEqual(
    [
      {
        ...{ time: expect.any(String), operation: 'POST /profiles/v1/patient/', action: 'create' },
        ...{ outcome: 'done', ...who, address: '127.0.0.1' },
        ...{ request: created.headers['x-request-id'], record: { type: 'patient', id: oid } },
        ...{ patient: oid, fields: ['fn', 'mobile', 'dob', 'gen', 'extras'].filter(Boolean) },
      },
    ].map((entry) => ({
      ...entry,
      fields: expect.toSatisfy((fields) => equalSets(fields, entry.fields)),
    })),
  )
  expect(Date.parse(created.entries[0]!.time)).toBeGreaterThanOrEqual(before)
  const read = await ask(get(`/profiles/v1/patient/${oid}`))
  expect(read.entries).toMatchObject([
    {
      ...{ operation: 'GET /profiles/v1/patient/:oid', action: 'read', outcome: 'done', ...who },
      ...{ request: read.headers['x-request-id'], record: { type: 'patient', id: oid } },
      patient: oid,
    },
  ])
  expect(read.entries[0]).not.toHaveProperty('fields')
})

function equalSets(found: readonly string[], expected: readonly string[]): boolean {
  return JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted())
}

describe('refusals', () => {
  test.each([
    { what: 'of another workspace', as: { bid: 'hospital-b' }, status: 404 },
    { what: 'of a role without records', as: { role: 'linking' }, status: 403 },
  ])('$what', async ({ as, status }) => {
    const oid = await newPatient()
    const refused = await ask(get(`/profiles/v1/patient/${oid}`, as))
    expect(refused.status).toBe(status)
    expect(refused.entries).toMatchObject([
      { outcome: 'refused', record: { type: 'patient', id: oid }, patient: oid, ...renamed(as) },
    ])
  })

  test('a body that is refused names no field of its own', async () => {
    const { status, entries } = await ask(post('/profiles/v1/patient/', { [MARK]: 1, fn: MARK }))
    expect(status).toBe(400)
    expect(entries).toMatchObject([{ outcome: 'refused', fields: ['fn'] }])
  })

  test('an identifier that is none is left out', async () => {
    const { status, entries } = await ask(
      get(`/profiles/v1/patient/${MARK}`, {}, { 'x-pt-id': MARK }),
    )
    expect(status).toBe(404)
    expect(entries).toMatchObject([{ outcome: 'refused', record: { type: 'patient' } }])
    expect(entries[0]!.record).not.toHaveProperty('id')
  })

  test.each([
    { what: 'without a token', request: { url: '/profiles/v1/patient/1' } },
    {
      what: 'with a token that is not good',
      request: { url: '/mr/api/v1/docs', headers: { authorization: 'Bearer x' } },
    },
    {
      what: 'of a URL that was not signed',
      request: { url: `/mr/api/v1/assets/${randomUUID()}/file?expires=1&signature=x` },
    },
    { what: 'of no operation', request: { url: '/profiles/v2', headers: headersOf() } },
  ])('$what have no entry', async ({ request }) => {
    const { status, entries } = await ask({ method: 'GET', ...request })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(entries).toEqual([])
  })
})

function renamed({ bid, role }: { bid?: string; role?: string }) {
  return { ...(bid && { workspace: bid }), ...(role && { role }) }
}

test('linking and the pages of the server have no entry', async () => {
  for (const url of ['/med-link/registry/', '/fhir/metadata', '/healthz', '/docs'])
    expect((await ask(get(url))).entries).toEqual([])
})

test('documents, with their patient, through every way to them', async () => {
  const patient = await newPatient()
  const headers = { ...headersOf(), 'x-pt-id': patient }
  const file = Buffer.from(`%PDF-1.4\n${MARK}`).toString('base64')
  const uploaded = await ask({
    ...{ method: 'POST', url: '/mr/api/v2/docs', headers },
    payload: { file, title: MARK, tags: [MARK] },
  })
  const { document_id: id } = uploaded.answer.json()
  const record = { type: 'document', id }
  expect(uploaded.entries).toMatchObject([
    { action: 'create', outcome: 'done', record, patient, fields: ['file', 'title', 'tags'] },
  ])
  const listed = await ask({ method: 'GET', url: '/mr/api/v1/docs', headers })
  expect(listed.entries).toMatchObject([{ action: 'read', record: { type: 'document' }, patient }])
  const described = await ask({ method: 'GET', url: `/mr/api/v1/docs/${id}`, headers })
  expect(described.entries).toMatchObject([{ action: 'read', record, patient }])
  const [{ asset_url: address }] = described.answer.json().files
  const { pathname, search } = new URL(address)
  const opened = await ask({ method: 'GET', url: pathname + search })
  expect(opened.status).toBe(200)
  expect(opened.entries).toMatchObject([
    { operation: 'GET /mr/api/v1/assets/:id/:part', action: 'read', record, patient },
  ])
  expect(opened.entries[0]).not.toHaveProperty('subject')
  const other = await newPatient()
  const url = `/mr/api/v1/docs/${id}`
  const payload = { tg: [MARK], oid: other }
  const moved = await ask({ method: 'PATCH', url, headers, payload })
  expect(moved.entries).toMatchObject([
    { action: 'update', outcome: 'done', record, patient, movedTo: other, fields: ['tg', 'oid'] },
  ])
  const to = { ...headers, 'x-pt-id': other }
  const deleted = await ask({ method: 'DELETE', url, headers: to })
  expect(deleted.entries).toMatchObject([
    { action: 'delete', outcome: 'done', record, patient: other },
  ])
  const again = await ask({ method: 'DELETE', url, headers: to })
  expect(again.entries).toMatchObject([{ action: 'delete', outcome: 'refused', record }])
})

test('files that come by signed forms, once the form is good', async () => {
  const patient = await newPatient()
  const headers = { ...headersOf(), 'x-pt-id': patient }
  const bytes = `%PDF-1.4\n${MARK}`
  const files = [{ contentType: 'application/pdf', file_size: bytes.length }]
  const announced = await ask({
    ...{ method: 'POST', url: '/mr/api/v1/docs', headers },
    payload: { batch_request: [{ tg: [MARK], files }] },
  })
  const [{ document_id: id, forms }] = announced.answer.json().batch_response
  const record = { type: 'document', id }
  expect(announced.entries).toMatchObject([
    { action: 'create', outcome: 'done', record, patient, listed: [id], fields: ['batch_request'] },
  ])
  const send = async (fields: object) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([bytes]), MARK)
    const sent = new Response(form)
    return ask({
      ...{ method: 'POST', url: new URL(forms[0].url).pathname },
      headers: { 'content-type': sent.headers.get('content-type')! },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
  }
  const forged = await send({ ...forms[0].fields, signature: MARK })
  expect([forged.status, forged.entries]).toEqual([403, []])
  const sent = await send(forms[0].fields)
  expect(sent.status).toBe(204)
  const operation = 'POST /mr/api/v1/uploads/:id/:place'
  expect(sent.entries).toMatchObject([
    { operation, action: 'create', outcome: 'done', record, patient },
  ])
  expect(sent.entries[0]).not.toHaveProperty('subject')
})

test('log-ins, those that fail too, and what follows them', async () => {
  const { client_id, client_secret } = await server.records.clients.add({
    ...{ bid: 'clinic', role: 'clinician' },
  })
  const login = (body: object) =>
    ask({ method: 'POST', url: '/connect-auth/v1/account/login', payload: body })
  const failed = await login({ client_id, client_secret: MARK })
  expect(failed.entries).toMatchObject([
    { action: 'execute', outcome: 'refused', record: { type: 'login' }, client: client_id },
  ])
  expect(failed.entries[0]).not.toHaveProperty('workspace')
  expect((await login({ client_id: MARK, client_secret: MARK })).entries[0]).not.toHaveProperty(
    'client',
  )
  const done = await login({ client_id, client_secret })
  const { access_token, refresh_token } = done.answer.json()
  expect(done.entries).toMatchObject([
    { outcome: 'done', client: client_id, workspace: 'clinic', role: 'clinician' },
  ])
  const url = '/connect-auth/v1/account/refresh-token'
  const refreshed = await ask({ method: 'POST', url, payload: { refresh_token } })
  expect(refreshed.entries).toMatchObject([
    { outcome: 'done', client: client_id, workspace: 'clinic' },
  ])
  const text = JSON.stringify([failed, done, refreshed].map(({ entries }) => entries))
  for (const secret of [client_secret, access_token, refresh_token])
    expect(text).not.toContain(secret)
})

test('a registration by Aadhaar number', async () => {
  const url = '/abdm/na/v1/registration/aadhaar/init'
  const { status, entries } = await ask(post(url, { aadhaar_number: AADHAAR }))
  expect(status).toBe(200)
  expect(entries).toMatchObject([
    {
      ...{ action: 'execute', outcome: 'done', record: { type: 'registration' } },
      ...{ fields: ['aadhaar_number'], subject: SUBJECT },
    },
  ])
})

test('users, subscriptions, reminders and deliveries', async () => {
  const admin = { role: 'admin' }
  const user = await ask(post('/profiles/v1/emr-user/', { fn: MARK }, admin))
  const { oid } = user.answer.json()
  expect(user.entries).toMatchObject([{ action: 'create', record: { type: 'emr_user', id: oid } }])
  const changed = await ask({
    ...{ method: 'PATCH', url: `/profiles/v1/emr-user/${oid}`, headers: headersOf(admin) },
    payload: { fn: MARK },
  })
  expect(changed.entries).toMatchObject([
    { action: 'update', outcome: 'done', record: { type: 'emr_user', id: oid }, fields: ['fn'] },
  ])
  expect(changed.entries[0]).not.toHaveProperty('patient')
  const subscriptions = '/notification/v1/connect/webhook/subscriptions'
  const subscribed = await ask(
    post(
      subscriptions,
      {
        endpoint: 'https://1.1.1.1/hook',
        event_names: ['appointment.reminder'],
        protocol: 'https',
      },
      admin,
    ),
  )
  expect(subscribed.status).toBe(201)
  const { id } = subscribed.answer.json()
  expect(subscribed.entries).toMatchObject([
    {
      action: 'create',
      record: { type: 'subscription', id },
      fields: expect.arrayContaining(['endpoint']),
    },
  ])
  const list = await ask(get(subscriptions, admin))
  expect(list.entries).toMatchObject([{ action: 'read', listed: expect.arrayContaining([id]) }])
  const removed = await ask({
    ...{ method: 'DELETE', url: `${subscriptions}/${id}`, headers: headersOf(admin) },
  })
  expect(removed.entries).toMatchObject([
    { action: 'delete', outcome: 'done', record: { type: 'subscription', id } },
  ])
})

/** Every route of the server whose kind has records. */
const routes: { method: string; url: string }[] = []
beforeAll(async () => {
  const plain = Fastify()
  const note = ({ method, url }: RouteOptions) =>
    void routes.push(...[method].flat().map((each) => ({ method: each, url })))
  plain.addHook('onRoute', note)
  const { medlink, records } = server
  const blobs = await openBlobs({ folder: makeFolder() })
  await plain.register(medlinkRoutes, { medlink, records, blobs, tokens: { secret: SECRET } })
  await plain.ready()
  await plain.close()
})

test('no operation of records is without an entry', async () => {
  const audited = routes.filter(({ method, url }) => kindOf(method, url)?.record !== undefined)
  const silent: string[] = []
  for (const { method, url } of audited) {
    // Signed URLs and log-ins have their own tests.
    if (/\/(?:assets|uploads|account)\//.test(url)) continue
    const target = url.replace(/:\w+/g, SUBJECT)
    const { entries } = await ask({
      ...{ method: method as 'GET', url: target },
      headers: { ...headersOf({ role: 'admin' }), 'x-pt-id': SUBJECT },
    })
    if (entries.at(-1)?.operation !== `${method} ${url}`) silent.push(`${method} ${url}`)
  }
  expect(silent).toEqual([])
  expect(audited.length).toBeGreaterThan(20)
})

test('an operation that is added later has its entry by its path', async () => {
  const { app, records } = server
  const own = Fastify()
  const { medlink } = server
  await own.register(async (scope) => {
    await medlinkRoutes(scope, { medlink, records, tokens: { secret: SECRET } })
    scope.put('/profiles/v1/patient/:oid/note', { config: { policy: 'token' } }, async () => 'ok')
  })
  const oid = await newPatient()
  const headers = headersOf()
  await own.inject({ method: 'PUT', url: `/profiles/v1/patient/${oid}/note`, headers })
  expect(await newEntries()).toMatchObject([
    {
      ...{ operation: 'PUT /profiles/v1/patient/:oid/note', action: 'update', outcome: 'done' },
      ...{ record: { type: 'patient', id: oid }, patient: oid },
    },
  ])
  await own.close()
  expect(app).toBeDefined()
})

describe('where entries cannot be stored', () => {
  test('nothing is written and nothing more is read', async () => {
    const { records } = server
    const broken = new Error('no disk')
    const audit = {
      ...records.audit,
      add: () => Promise.reject(broken),
      addSoon: () => Promise.reject(broken),
    }
    const other = await startServer({ medlink: server.medlink, records: { ...records, audit } })
    const oid = await newPatient()
    const read = await other.app.inject(get(`/profiles/v1/patient/${oid}`))
    expect([read.statusCode, read.json().error.code]).toEqual([503, 'unavailable'])
    expect(read.body).not.toContain('asha')
    // A write has its entry in its own transaction.
    expect((await other.app.inject(post('/profiles/v1/patient/', PATIENT))).statusCode).toBe(201)
    const login = { client_id: 'mlc_0123456789abcdef', client_secret: MARK }
    const url = '/connect-auth/v1/account/login'
    expect((await other.app.inject({ method: 'POST', url, payload: login })).statusCode).toBe(503)
    await other.close()
    await newEntries()
  })
})
