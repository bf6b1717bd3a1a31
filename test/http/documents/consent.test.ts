/**
 * Proves of consents:
 * 1. where a workspace demands them, documents come and are read under one that has not expired only; elsewhere under any or none
 * 2. a document whose own consent has expired stays in its lists at its place, without contents, and is read again under a new one
 * 3. the demand of a workspace changes at once for all servers, and is none of other workspaces
 * 4. entries of the audit trail name the artefacts; no other text of a consent is there, and none of it is in the log
 * 5. URLs of files expire with the consent of the reader
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../src/records/audit/entry.ts'
import { parseMasterKeys } from '../../../src/records/sealing/master-keys.ts'
import { type DocumentServer, formOf, headersOf, OID, PDF, startDocuments } from './server.ts'

const DOCS = '/mr/api/v1/docs'
const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const consentFor = (seconds: number) => ({
  ...{ id: randomUUID(), purpose: 'CAREMGT', expires_at: soon(seconds) },
})

let server: DocumentServer
let headers: Record<string, string>
let bid: string
beforeAll(async () => {
  const masterKeys = parseMasterKeys(`key:${randomBytes(32).toString('hex')}`)!
  server = await startDocuments({ masterKeys })
})
afterAll(() => server?.stop())
beforeEach(async () => {
  bid = `clinic ${randomUUID()}`
  headers = await headersOf({ bid })
})

const demand = (demands_consent = true) => server.records.workspaces.set(bid, { demands_consent })
const under = (consent: unknown) => ({ ...headers, 'x-consent': JSON.stringify(consent) })

async function upload(consent?: unknown, more: readonly (readonly [string, string])[] = []) {
  const given = consent === undefined ? [] : [['consent', JSON.stringify(consent)] as const]
  const form = await formOf([...given, ['file', PDF], ['title', 'Zqxjkvb'], ...more])
  const sent = { payload: form.payload, headers: { ...headers, ...form.headers } }
  return server.app.inject({ method: 'POST', url: '/mr/api/v2/docs', ...sent })
}

const uploadJson = (consent?: unknown) =>
  server.app.inject({
    ...{ method: 'POST', url: '/mr/api/v2/docs', headers },
    payload: { file: PDF.toString('base64'), consent },
  })

const announce = (...consents: readonly unknown[]) =>
  server.app.inject({
    ...{ method: 'POST', url: DOCS, headers },
    payload: {
      batch_request: consents.map((consent) => ({
        files: [{ contentType: 'application/pdf', file_size: PDF.length }],
        consent,
      })),
    },
  })

const change = (id: string, payload: object) =>
  server.app.inject({ method: 'PATCH', url: `${DOCS}/${id}`, headers, payload })
const read = (path: string, consent?: unknown) =>
  server.app.inject({
    url: `${DOCS}${path}`,
    headers: consent === undefined ? headers : under(consent),
  })

async function idOf(answer: ReturnType<typeof upload>): Promise<string> {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBe(200)
  return JSON.parse(body).document_id
}

type Answer = Awaited<ReturnType<typeof upload>>
const refusalOf = (answer: Answer) => [answer.statusCode, answer.json().error]
const MISSING = [
  403,
  {
    code: 'consent_required',
    message: 'the workspace requires a consent of the patient, and the request has none',
  },
]
const EXPIRED = [403, { code: 'consent_required', message: 'the consent has expired' }]

/** Entries of the workspace of a test. */
async function entries(): Promise<AuditEntry[]> {
  // Those of reads are stored a moment later.
  await server.records.audit.flush()
  const found: AuditEntry[] = []
  for await (const { entry } of server.records.audit.read()) found.push(JSON.parse(entry))
  return found.filter(({ workspace }) => workspace === bid)
}

describe('a workspace that demands consents', () => {
  test('takes documents under one only', async () => {
    await demand()
    for (const send of [upload, uploadJson, announce]) {
      expect(refusalOf(await send(undefined))).toEqual(MISSING)
      expect(refusalOf(await send(consentFor(-1)))).toEqual(EXPIRED)
      expect((await send(consentFor(60))).statusCode).toBe(200)
    }
    expect(refusalOf(await announce(consentFor(60), undefined))).toEqual(MISSING)
    const items = (await read('', consentFor(60))).json().items
    expect(items).toHaveLength(2)
    // Nothing of what was refused is left.
    expect(await server.records.workspaces.get(bid)).toMatchObject({ bytes: 3 * PDF.length })
  })

  test('shows documents under one only', async () => {
    const id = await idOf(upload())
    await demand()
    const mine = consentFor(300)
    for (const path of ['', `/${id}`]) {
      expect(refusalOf(await read(path))).toEqual(MISSING)
      expect(refusalOf(await read(path, consentFor(0)))).toEqual(EXPIRED)
      expect((await read(path, mine)).statusCode).toBe(200)
    }
    const { asset_url } = (await read(`/${id}`, mine)).json().files[0]
    expect(Number(new URL(asset_url).searchParams.get('expires'))).toBe(mine.expires_at)
    const file = await server.app.inject(asset_url)
    expect(file.rawPayload.equals(PDF)).toBe(true)
    expect((await entries()).filter(({ consents }) => consents?.includes(mine.id))).toMatchObject([
      { operation: `GET ${DOCS}`, outcome: 'done', patient: OID },
      { operation: `GET ${DOCS}/:id`, outcome: 'done', record: { id } },
      { operation: `GET ${DOCS}/:id` },
    ])
  })

  test('changes documents under one only, and deletes them under none', async () => {
    const [bare, agreed] = [await idOf(upload()), await idOf(upload(consentFor(60)))]
    await demand()
    expect(refusalOf(await change(bare, { tg: ['a'] }))).toEqual(MISSING)
    expect(refusalOf(await change(bare, { consent: consentFor(-1) }))).toEqual(EXPIRED)
    expect((await change(bare, { tg: ['a'], consent: consentFor(60) })).statusCode).toBe(200)
    expect((await change(agreed, { tg: ['a'] })).statusCode).toBe(200)
    expect(refusalOf(await change(agreed, { consent: null }))).toEqual(MISSING)
    const deleted = { method: 'DELETE', url: `${DOCS}/${agreed}`, headers } as const
    expect((await server.app.inject(deleted)).statusCode).toBe(200)
  })

  test('withholds what came under a consent that has expired, and loses nothing of a list', async () => {
    const old = consentFor(-60)
    const fields = [
      ['tags', 'Zqxjkvb'],
      ['cases', 'Zqxjkvb'],
      ['document_date', '86400'],
    ] as const
    const ids: string[] = []
    for (const consent of [undefined, old, consentFor(600), old])
      ids.push(await idOf(upload(consent, fields)))
    const mine = consentFor(300)
    const open = (await read(`/${ids[1]}`)).json()
    expect(open).toMatchObject({ consent: old, tags: ['Zqxjkvb'] })
    await demand()
    const seen: { document_id: string; metadata: { tags: string[] } }[] = []
    for (let offset = ''; ; ) {
      const part = (await read(`?limit=1${offset}`, mine)).json()
      seen.push(...part.items.map((each: { record: { item: object } }) => each.record.item))
      if (part.next_token === null) break
      offset = `&offset=${encodeURIComponent(part.next_token)}`
    }
    expect(seen.map(({ document_id }) => document_id)).toEqual(ids)
    expect(seen.map(({ metadata }) => metadata.tags.length)).toEqual([1, 0, 1, 0])
    expect(seen[1]).toEqual({
      ...{ cases: [], document_id: ids[1], document_type: 'ot' },
      ...{ upload_date: expect.any(Number), patient_id: expect.any(Number) },
      metadata: { tags: [], auto_tags: [], consent: old },
    })
    const refused = [
      403,
      { code: 'consent_required', message: 'the consent of the document has expired' },
    ]
    expect(refusalOf(await read(`/${ids[1]}`, mine))).toEqual(refused)
    expect(refusalOf(await server.app.inject(open.files[0].asset_url))).toEqual(refused)
    const fresh = consentFor(60)
    expect((await change(ids[1]!, { consent: fresh })).statusCode).toBe(200)
    expect((await read(`/${ids[1]}`, mine)).json()).toMatchObject({ consent: fresh })
    expect((await server.app.inject(open.files[0].asset_url)).statusCode).toBe(200)
    // Changed last: it is the last of a new list.
    const items = (await read('', mine)).json().items
    expect(items.at(-1).record.item).toMatchObject({
      document_id: ids[1],
      ...{ cases: ['Zqxjkvb'], metadata: { tags: ['Zqxjkvb'], document_date: 86_400 } },
    })
  })

  test('may demand them no more, and is alone with its demand', async () => {
    await demand()
    expect((await upload()).statusCode).toBe(403)
    const others = await headersOf({ bid: `another ${bid}` })
    expect((await server.app.inject({ url: DOCS, headers: others })).statusCode).toBe(200)
    await demand(false)
    const old = consentFor(-60)
    const id = await idOf(upload(old))
    expect((await read(`/${id}`)).json()).toMatchObject({ consent: old })
    expect((await read(`/${id}`, consentFor(-1))).statusCode).toBe(200)
  })
})

test('a consent comes back, and the audit trail names it', async () => {
  const [one, two] = [consentFor(60), { ...consentFor(60), purpose: 'PATRQT' }]
  const id = await idOf(upload({ ...one, id: one.id.toUpperCase() }))
  expect((await read('')).json().items[0].record.item.metadata.consent).toEqual(one)
  expect((await read(`/${id}`)).json().consent).toEqual(one)
  expect((await change(id, { consent: two })).statusCode).toBe(200)
  expect((await read(`/${id}`)).json().consent).toEqual(two)
  expect((await change(id, { consent: null })).statusCode).toBe(200)
  expect((await read(`/${id}`)).json()).not.toHaveProperty('consent')
  expect((await announce(one, two, one)).statusCode).toBe(200)
  const named = (await entries()).flatMap(({ operation, consents }) =>
    consents ? [[operation, consents]] : [],
  )
  expect(named).toEqual([
    ['POST /mr/api/v2/docs', [one.id]],
    [`PATCH ${DOCS}/:id`, [two.id]],
    [`POST ${DOCS}`, [one.id, two.id]],
  ])
  expect(JSON.stringify(await entries())).not.toContain('PATRQT')
  expect(server.lines.join('')).not.toContain(one.id)
})

test.each([
  ['a name as identifier', { id: 'Zqxjkvb' }, 'id must be a UUID'],
  [
    'another purpose',
    { purpose: 'Zqxjkvb' },
    'purpose must be one of CAREMGT, BTG, PUBHLTH, HPAYMT, DSRCH, PATRQT',
  ],
  [
    'a date in words',
    { expires_at: '2027-01-31' },
    'expires_at must be a whole number of epoch seconds',
  ],
  ['no date', { expires_at: undefined }, 'expires_at must be a whole number of epoch seconds'],
  ['another field', { Zqxjkvb: 1 }, 'must be an object of id, purpose and expires_at'],
])('a consent with %s is refused everywhere', async (_, fields, message) => {
  const consent = { ...consentFor(60), ...fields }
  const answers = [
    await upload(consent),
    await uploadJson(consent),
    await announce(consent),
    await change(randomUUID(), { consent }),
    await read('', consent),
    await read(`/${randomUUID()}`, consent),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request'])
    expect(answer.json().error.message).toContain(message)
    expect(answer.body).not.toContain('Zqxjkvb')
  }
})

test('a header that is no JSON is refused', async () => {
  for (const text of ['x', '', '{"id":1', '[]']) {
    const answer = await server.app.inject({
      url: DOCS,
      headers: { ...headers, 'x-consent': text },
    })
    expect(answer.statusCode).toBe(400)
  }
})
