/**
 * Proves of documents over HTTP:
 * 1. what is uploaded, as a form or as JSON, is listed and described as the contract has it, and its file comes back
 * 2. whatever is wrong with an upload is refused with its status in the one shape of errors; nothing of it is stored, listed
 *    or logged
 * 3. an upload whose key came before is the same document, or refused
 * 4. documents are of a patient of the caller's workspace: nobody else lists, describes or adds any
 * 5. a list goes on by its token only: of the same patient, with the same filter, unaltered
 * 6. whoever has the URL of a file reads it, in ranges too, until it expires; none can be made of another
 * 7. where a file cannot be stored that is told, nothing is listed, and the next upload works
 * 8. what a client sends that goes away is not stored; of large bodies that are no forms, two are taken in at once
 * 9. what is left of an upload is removed when a server starts
 */

import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { documentListSchema } from '../../../src/http/documents/fields.ts'
import { Signer } from '../../../src/http/documents/signer.ts'
import { MedlinkError } from '../../../src/medlink.ts'
import {
  type DocumentServer,
  formOf,
  headersOf,
  OID,
  type Parts,
  PDF,
  SECRET,
  startDocuments,
} from './server.ts'

const MAX = 100_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** Stands in everything that is sent here and must stand in nothing that comes back or is logged. */
const PRIVATE = 'hush'

let server: DocumentServer
let patient: string
let foreigner: string

beforeAll(async () => {
  server = await startDocuments({ maxFileBytes: MAX })
  const create = async (bid: string) => {
    const made = await server.records.profiles.create({ kind: 'patient', bid })
    return (made as { oid: string }).oid
  }
  patient = await create('b')
  foreigner = await create('c')
})
afterAll(() => server?.stop())

let callers = 0
/** A caller who has no documents yet. */
const newCaller = () => headersOf({ oid: `caller-${callers++}` })
type Headers = Record<string, string>

async function upload(headers: Headers, parts: Parts, { query = '', to = server } = {}) {
  const form = await formOf(parts)
  return to.app.inject({
    ...{ method: 'POST', url: `/mr/api/v2/docs${query}`, payload: form.payload },
    headers: { ...headers, ...form.headers } as Headers,
  })
}

async function add(headers: Headers, bytes = PDF): Promise<string> {
  const { statusCode, body } = await upload(headers, [['file', bytes]])
  expect(statusCode, body).toBe(200)
  return JSON.parse(body).document_id
}

const ask = (headers: Headers, url: string, options: InjectOptions = {}) =>
  server.app.inject({ url, headers, ...options })

async function listOf(headers: Headers, query = '', to = server) {
  const answer = await to.app.inject({ url: `/mr/api/v1/docs${query}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const filesOf = ({ files }: DocumentServer) => readdirSync(files).sort()

describe('an upload', () => {
  test('as a form is listed and described with all that it says', async () => {
    const headers = await headersOf({ patient })
    const seconds = () => Math.floor(Date.now() / 1000)
    const before = seconds()
    const parts: Parts = [
      ...[
        ['title', ' Blood  count '] as const,
        ['tags', 'a'] as const,
        ['cases', 'case 7'] as const,
      ],
      ...[['file', PDF, '../../etc/passwd'] as const],
      ...[['document_date', '-86400'] as const, ['tags', 'b'] as const],
    ]
    const answer = await upload(headers, parts, { query: '?dt=lr&task=smart&batch=1' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { document_id } = answer.json()
    const { items, next_token, source_refreshed_at } = await listOf(headers)
    const item = {
      ...{ document_id, document_type: 'lr', cases: ['case 7'] },
      upload_date: expect.any(Number),
      patient_id: expect.any(Number),
      metadata: {
        ...{ title: 'Blood  count', tags: ['a', 'b'], auto_tags: [], document_date: -86400 },
      },
    }
    expect(items).toEqual([{ record: { item } }])
    const { upload_date, patient_id } = items[0].record.item
    expect(upload_date).toBeGreaterThanOrEqual(before)
    expect(upload_date).toBeLessThanOrEqual(seconds())
    expect(Number.isSafeInteger(patient_id)).toBe(true)
    expect({ next_token, source_refreshed_at }).toEqual({
      ...{ next_token: null, source_refreshed_at: upload_date - 1 },
    })
    const described = await ask(headers, `/mr/api/v1/docs/${document_id}`)
    expect(described.json()).toEqual({
      ...{ source: 'upload', document_date_epoch: -86400, document_type: 'lr', tags: ['a', 'b'] },
      files: [{ asset_url: expect.stringMatching(/^http:\/\/localhost:80\//), file_type: 'PDF' }],
    })
    expect(filesOf(server)).toContain(document_id)
  })

  test('as JSON is the same as a form', async () => {
    const headers = await newCaller()
    const payload = { file: PDF.toString('base64'), title: 'a', tags: ['b'], document_date: 1 }
    const answer = await ask(headers, '/mr/api/v2/docs', { method: 'POST', payload })
    expect(answer.statusCode, answer.body).toBe(200)
    const [{ record }] = (await listOf(headers)).items
    expect(record.item).toMatchObject({
      ...{ document_type: 'ot', metadata: { title: 'a', tags: ['b'] } },
    })
    const described = await ask(headers, `/mr/api/v1/docs/${answer.json().document_id}`)
    const file = await server.app.inject(described.json().files[0].asset_url)
    expect(file.rawPayload.equals(PDF)).toBe(true)
  })

  test('of no patient is the caller’s own', async () => {
    const { authorization, ...own } = await newCaller()
    const id = await add({ authorization })
    expect((await listOf({ authorization, ...own })).items).toMatchObject([
      { record: { item: { document_id: id } } },
    ])
  })

  test('is as large as it may be', async () => {
    const headers = await newCaller()
    await add(headers, Buffer.concat([PDF, Buffer.alloc(MAX - PDF.length)]))
    const file = Buffer.concat([PDF, Buffer.alloc(MAX - PDF.length)]).toString('base64')
    const answer = await ask(headers, '/mr/api/v2/docs', { method: 'POST', payload: { file } })
    expect(answer.statusCode).toBe(200)
  })

  const TOO_LARGE = Buffer.concat([PDF, Buffer.alloc(MAX - PDF.length + 1)])
  const HUGE = Buffer.concat([PDF, Buffer.alloc(40 * MAX)])
  const file = ['file', PDF] as const
  const many = (name: string, count: number): Parts =>
    Array.from({ length: count }, (_, nth) => [name, `${PRIVATE} ${nth}`] as const)
  test.each<[string, number, Parts, string?]>([
    ['a page that says it is a PDF', 415, [['file', Buffer.from(`<html>${PRIVATE}`), 'a.pdf']]],
    ['a program', 415, [['file', Buffer.from('\x7fELF\x02\x01\x01'), 'a.jpg']]],
    ['an archive', 415, [['file', Buffer.from('PK\x03\x04 mimetype'), 'a.tif']]],
    ['a picture that moves', 415, [['file', Buffer.from('GIF89a'), 'a.png']]],
    ['one byte', 415, [['file', Buffer.from('%')]]],
    ['no bytes', 400, [['file', Buffer.alloc(0)]]],
    ['a byte too many', 413, [['file', TOO_LARGE]]],
    ['far too many bytes', 413, [['file', HUGE]]],
    ['two files', 400, [file, file]],
    ['two files, the second too large', 400, [file, ['file', HUGE]]],
    ['three files', 400, [file, file, file]],
    ['no file', 400, [['title', PRIVATE]]],
    ['a file as text', 400, [['file', PDF.toString()]]],
    ['a file of another name', 400, [[PRIVATE, PDF]]],
    ['a field that there is not', 400, [[PRIVATE, PRIVATE], file]],
    ['the same after the file', 400, [file, [PRIVATE, PRIVATE]]],
    ['a field of the prototype', 400, [['__proto__', PRIVATE], file]],
    ['a field twice', 400, [['title', PRIVATE], ['title', PRIVATE], file]],
    ['an empty title', 400, [['title', ' '], file]],
    ['a long title', 400, [['title', PRIVATE.repeat(65)], file]],
    ['a title that is longer than is read', 400, [['title', PRIVATE.repeat(600)], file]],
    ['a title of control characters', 400, [['title', `${PRIVATE}\u0007`], file]],
    ['a tag twice', 400, [['tags', PRIVATE], ['tags', PRIVATE], file]],
    ['too many tags', 400, [...many('tags', 51), file]],
    ['far too many tags', 413, [...many('tags', 500), file]],
    ['a date in milliseconds', 400, [['document_date', '1700000000000'], file]],
    ['a date in words', 400, [['document_date', PRIVATE], file]],
    ['a type that there is not', 400, [file], `?dt=${PRIVATE}`],
    ['a task that there is not', 400, [file], `?task=${PRIVATE}`],
    ['a batch without a name', 400, [file], '?batch='],
  ])('with %s is refused (%i)', async (_, status, parts, query = '') => {
    const headers = await newCaller()
    const files = filesOf(server)
    server.lines.length = 0
    const answer = await upload(headers, parts, { query })
    expect(answer.statusCode, answer.body).toBe(status)
    expect(Object.keys(answer.json())).toEqual(['error'])
    expect(answer.body + server.lines.join()).not.toContain(PRIVATE)
    expect(server.lines).toHaveLength(1)
    expect(filesOf(server)).toEqual(files)
    expect((await listOf(headers)).items).toEqual([])
  })

  test.each<[string, number, string, string | undefined, Headers?]>([
    ['nothing', 400, '', undefined],
    ['an empty form', 400, '', 'multipart/form-data; boundary=x'],
    ['a form without a boundary', 400, '', 'multipart/form-data'],
    [
      'a form that ends too soon',
      400,
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-',
      'multipart/form-data; boundary=x',
    ],
    ['no form', 415, PRIVATE, 'application/pdf'],
    ['no Base64', 400, `{"file": "${PRIVATE}!"}`, 'application/json'],
    ['Base64 of URLs', 400, `{"file": "_-8="}`, 'application/json'],
    ['Base64 that is cut off', 400, `{"file": "JVBERi0x${PRIVATE.slice(1)}"}`, 'application/json'],
    ['an empty file', 400, '{"file": ""}', 'application/json'],
    ['no file', 400, `{"title": "${PRIVATE}"}`, 'application/json'],
    ['a number for a file', 400, '{"file": 1}', 'application/json'],
    ['a field that there is not', 400, `{"file": "", "${PRIVATE}": 1}`, 'application/json'],
    ['no object', 400, `["${PRIVATE}"]`, 'application/json'],
    ['null', 400, 'null', 'application/json'],
    [
      'text for a file',
      415,
      `{"file": "${Buffer.from(PRIVATE).toString('base64')}"}`,
      'application/json',
    ],
    [
      'a file that is too large',
      413,
      JSON.stringify({ file: TOO_LARGE.toString('base64') }),
      'application/json',
    ],
    [
      'a body that is too large',
      413,
      JSON.stringify({ file: HUGE.toString('base64') }),
      'application/json',
    ],
    ['an empty key', 400, '{"file": ""}', 'application/json', { 'idempotency-key': '' }],
    [
      'a key with a space',
      400,
      '{"file": ""}',
      'application/json',
      { 'idempotency-key': `a ${PRIVATE}` },
    ],
    ['a long key', 400, '{"file": ""}', 'application/json', { 'idempotency-key': 'a'.repeat(256) }],
  ])('of %s is refused (%i)', async (_, status, payload, type, more = {}) => {
    const headers = await newCaller()
    const files = filesOf(server)
    server.lines.length = 0
    const answer = await ask(
      { ...headers, ...more, ...(type && { 'content-type': type }) },
      '/mr/api/v2/docs',
      {
        ...{ method: 'POST', payload },
      },
    )
    expect(answer.statusCode, answer.body).toBe(status)
    expect(Object.keys(answer.json())).toEqual(['error'])
    expect(answer.body + server.lines.join()).not.toContain(PRIVATE)
    expect(filesOf(server)).toEqual(files)
    expect((await listOf(headers)).items).toEqual([])
  })

  test('whose key came before is the same document, or refused', async () => {
    const headers = { ...(await newCaller()), 'idempotency-key': 'a'.repeat(255) }
    const first = await add(headers)
    const files = filesOf(server)
    expect(await add(headers)).toBe(first)
    const other = await upload(headers, [['file', Buffer.concat([PDF, PDF])]])
    expect([other.statusCode, other.json().error.code]).toEqual([409, 'conflict'])
    expect(filesOf(server)).toEqual(files)
    expect((await listOf(headers)).items).toHaveLength(1)
    expect(await add({ ...headers, 'idempotency-key': 'b' })).not.toBe(first)
  })
})

describe('whose documents', () => {
  test('of a patient the workspace sees, and nobody else', async () => {
    const id = await add(await headersOf({ patient }))
    const colleague = await headersOf({ oid: 'a colleague', patient })
    expect((await ask(colleague, `/mr/api/v1/docs/${id}`)).statusCode).toBe(200)
    // As somebody else's, or to somebody of that name elsewhere, it is not there.
    for (const other of [await newCaller(), await headersOf({ oid: patient, bid: 'c' })]) {
      const answer = await ask(other, `/mr/api/v1/docs/${id}`)
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'document_not_found'])
      expect((await listOf(other)).items).toEqual([])
    }
  })

  test.each([
    ['of another workspace', 403, () => foreigner],
    ['that there is not', 403, () => '9'.repeat(17)],
    ['that is no patient', 403, () => '../b'],
    ['that is not said', 400, () => undefined],
  ])('nobody asks for a patient %s (%i)', async (_, status, whose) => {
    const { authorization } = await newCaller()
    const oid = whose()
    const headers = { authorization, ...(oid !== undefined && { 'x-pt-id': oid }) }
    for (const url of ['/mr/api/v1/docs', `/mr/api/v1/docs/${UNKNOWN}`])
      expect((await ask(headers, url)).statusCode).toBe(status)
    if (oid === undefined) return
    const files = filesOf(server)
    expect((await upload(headers, [['file', PDF]])).statusCode).toBe(status)
    expect(filesOf(server)).toEqual(files)
  })

  test.each(['/mr/api/v1/docs', `/mr/api/v1/docs/${UNKNOWN}`])('%s wants a token', async (url) => {
    expect((await ask({ 'x-pt-id': OID }, url)).statusCode).toBe(401)
    expect((await upload({ 'x-pt-id': OID }, [['file', PDF]])).statusCode).toBe(401)
  })

  test.each([UNKNOWN, UNKNOWN.toUpperCase(), 'x', '%00', "'", 'a'.repeat(100)])(
    'there is no document %s',
    async (id) => {
      const answer = await ask(await newCaller(), `/mr/api/v1/docs/${id}`)
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'document_not_found'])
    },
  )
})

describe('a list', () => {
  test('comes in parts, by default of 20', async () => {
    const headers = await newCaller()
    const ids: string[] = []
    for (let i = 0; i < 23; i++) ids.push(await add(headers))
    const first = await listOf(headers)
    const { items } = first as z.infer<typeof documentListSchema>
    expect(items.map(({ record }) => record.item.document_id)).toEqual(ids.slice(0, 20))
    const rest = await listOf(headers, `?limit=100&offset=${first.next_token}`)
    expect(rest.items).toHaveLength(3)
    expect(rest.next_token).toBeNull()
    const since = await listOf(headers, `?u_at__gt=${first.source_refreshed_at}`)
    expect(since.items.length).toBeGreaterThan(0)
    expect((await listOf(headers, `?u_at__gt=${first.source_refreshed_at + 100}`)).items).toEqual(
      [],
    )
  })

  test.each([
    { what: 'is shown', bid: 'b', abha: 'asha@abdm', shown: { health_id: 'asha@abdm' } },
    { what: 'is missing if there is none', bid: 'b', shown: undefined },
    { what: 'of another workspace is not shown', bid: 'c', abha: 'asha@abdm', shown: undefined },
  ])('the patient’s ABHA address $what', async ({ bid, abha, shown }) => {
    const { oid } = (await server.records.profiles.create({
      ...{ kind: 'patient', bid },
      ...(abha !== undefined && { abha }),
    })) as { oid: string }
    // A caller reads its own documents whatever workspace has a profile of its oid.
    const headers = await headersOf({ oid })
    await add(headers)
    const { items } = (await listOf(headers)) as z.infer<typeof documentListSchema>
    expect(items[0]!.record.item.metadata.abha).toEqual(shown)
  })

  test('goes on by its own token only', async () => {
    const headers = await headersOf({ oid: 'an owner' })
    for (let i = 0; i < 3; i++) await add(headers)
    const { next_token: token } = await listOf(headers, '?limit=1')
    const { next_token: filtered } = await listOf(headers, '?limit=1&u_at__gt=1')
    const status = async (query: string, as: Headers = headers) =>
      (await ask(as, `/mr/api/v1/docs?${query}`)).statusCode
    expect(await status(`offset=${token}`)).toBe(200)
    expect(await status(`offset=${filtered}&u_at__gt=1`)).toBe(200)
    expect((await listOf(headers, `?offset=${filtered}`)).items).toHaveLength(2)
    expect(await status(`offset=${filtered}&u_at__gt=2`)).toBe(400)
    expect(await status(`offset=${token}&u_at__gt=1`)).toBe(400)
    // Another patient, another workspace.
    expect(await status(`offset=${token}`, await newCaller())).toBe(400)
    expect(await status(`offset=${token}`, await headersOf({ oid: 'an owner', bid: 'c' }))).toBe(
      400,
    )
    const flipped = (at: number) => {
      const other = token[at] === 'A' ? 'B' : 'A'
      return token.slice(0, at) + other + token.slice(at + 1)
    }
    for (let at = 0; at < token.length - 1; at++)
      if (token[at] !== '.') expect(await status(`offset=${flipped(at)}`)).toBe(400)
    const [payload] = token.split('.')
    const asAsset = new Signer(SECRET).sign('asset', [payload, 'b', 'an owner'])
    for (const offset of ['', 'x', '.', token.slice(0, -1), `${token}a`, `${payload}.${asAsset}`])
      expect(await status(`offset=${offset}`)).toBe(400)
    expect(await status(`offset=${token}&offset=${token}`)).toBe(400)
  })

  test.each([
    ...['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'limit=1&limit=2'],
    ...[
      'u_at__gt=',
      'u_at__gt=x',
      'u_at__gt=-1',
      'u_at__gt=1e9',
      'u_at__gt=1700000000000',
      'u_at__gt=1&u_at__gt=2',
    ],
  ])('with %s is refused', async (query) => {
    const answer = await ask(await newCaller(), `/mr/api/v1/docs?${query}`)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request'])
  })
})

describe('the URL of a file', () => {
  const BYTES = Buffer.concat([PDF, Buffer.from('0123456789')])
  const SIZE = BYTES.length
  let url: string
  let id: string
  beforeAll(async () => {
    const headers = await newCaller()
    id = await add(headers, BYTES)
    url = (await ask(headers, `/mr/api/v1/docs/${id}`)).json().files[0].asset_url
  })

  test('gives it to whoever has it, under a name of ours', async () => {
    const answer = await server.app.inject(url)
    expect(answer.rawPayload.equals(BYTES)).toBe(true)
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'content-length': String(SIZE) },
      'content-disposition': `inline; filename="document-${id}.pdf"`,
      ...{ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' },
      'cache-control': 'no-store',
    })
    const etag = answer.headers.etag as string
    const again = await ask({ 'if-none-match': `"a", ${etag}` }, url)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await server.app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(SIZE),
      '',
    ])
    const part = (ifRange: string) => ask({ range: 'bytes=0-3', 'if-range': ifRange }, url)
    expect((await part(etag)).statusCode).toBe(206)
    expect((await part('"other"')).statusCode).toBe(200)
  })

  test.each<[string, number, number?, number?]>([
    ['bytes=0-0', 206, 0, 0],
    ['bytes=5-9', 206, 5, 9],
    ['bytes=5-', 206, 5, SIZE - 1],
    ['bytes=-4', 206, SIZE - 4, SIZE - 1],
    ['bytes=-9999', 206, 0, SIZE - 1],
    ['bytes=0-9999', 206, 0, SIZE - 1],
    [`bytes=${SIZE - 1}-`, 206, SIZE - 1, SIZE - 1],
    [`bytes=${SIZE}-`, 416],
    ['bytes=9999-99999', 416],
    ['bytes=-0', 416],
    ['bytes=9-5', 200],
    ['bytes=0-1,3-4', 200],
    ['bytes=', 200],
    ['bytes=-', 200],
    ['bytes=a-b', 200],
    ['items=0-1', 200],
  ])('gives %s of it (%i)', async (range, status, start = 0, end = SIZE - 1) => {
    const answer = await ask({ range }, url)
    expect(answer.statusCode).toBe(status)
    if (status === 416) return expect(answer.json().error.code).toBe('range_not_satisfiable')
    expect(answer.rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true)
    return expect(answer.headers['content-range']).toBe(
      status === 206 ? `bytes ${start}-${end}/${SIZE}` : undefined,
    )
  })

  test('ends after 15 minutes, and is of its document only', async () => {
    const now = Math.floor(Date.now() / 1000)
    const { searchParams } = new URL(url)
    expect(Number(searchParams.get('expires')) - now).toBeGreaterThanOrEqual(890)
    expect(Number(searchParams.get('expires')) - now).toBeLessThanOrEqual(900)
    const signer = new Signer(SECRET)
    const status = async (of: string, part: string, expires: unknown, signature: string) => {
      const query = new URLSearchParams({ expires: String(expires), signature })
      return (await server.app.inject(`/mr/api/v1/assets/${of}/${part}?${query}`)).statusCode
    }
    const signed = (...parts: unknown[]) => signer.sign('asset', parts)
    const other = await add(await newCaller())
    expect(await status(id, 'file', now + 60, signed(id, 'file', now + 60))).toBe(200)
    expect(await status(id, 'file', now - 1, signed(id, 'file', now - 1))).toBe(403)
    expect(await status(id, 'file', now + 61, signed(id, 'file', now + 60))).toBe(403)
    expect(await status(other, 'file', now + 60, signed(id, 'file', now + 60))).toBe(403)
    expect(await status(id, 'file', now + 60, signed(id, 'thumbnail', now + 60))).toBe(403)
    expect(await status(id, 'file', now + 60, signer.sign('offset', [id, 'file', now + 60]))).toBe(
      403,
    )
    expect(
      await status(id, 'file', now + 60, new Signer('other').sign('asset', [id, 'file', now + 60])),
    ).toBe(403)
    expect(await status(id, 'file', now + 60, '')).toBe(403)
    expect(await status(id, 'file', 'soon', signed(id, 'file', 'soon'))).toBe(400)
    expect(await status(id, 'other', now + 60, signed(id, 'other', now + 60))).toBe(400)
    // What is signed and not there.
    expect(await status(UNKNOWN, 'file', now + 60, signed(UNKNOWN, 'file', now + 60))).toBe(404)
    expect(await status(id, 'thumbnail', now + 60, signed(id, 'thumbnail', now + 60))).toBe(404)
  })
})

describe('where files cannot be stored', () => {
  test.each<[MedlinkError['code'], number, string]>([
    ['disk_full', 507, 'insufficient_storage'],
    ['no_access', 503, 'unavailable'],
  ])('that is told (%s: %i)', async (code, status, wire) => {
    let isBroken = true
    const broken = await startDocuments({
      wrap: (blobs) => ({
        ...blobs,
        async put(key, bytes) {
          if (!isBroken) return blobs.put(key, bytes)
          // In the middle of it.
          for await (const _ of bytes) break
          throw new MedlinkError(code, 'the place of files is broken')
        },
      }),
    })
    onTestFinished(() => broken.stop())
    const headers = await headersOf()
    const answer = await upload(headers, [['file', PDF]], { to: broken })
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, wire])
    expect(broken.lines.join()).toContain('the place of files is broken')
    expect((await listOf(headers, '', broken)).items).toEqual([])
    isBroken = false
    expect((await upload(headers, [['file', PDF]], { to: broken })).statusCode).toBe(200)
    expect((await listOf(headers, '', broken)).items).toHaveLength(1)
    expect(await broken.records.documents.abandoned()).toEqual([])
  })
})

/** The port at which the server is reached by others. */
async function listen(): Promise<number> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  return (server.app.server.address() as AddressInfo).port
}

test('a client that is refused while it sends is told, and asks again on the same connection', async () => {
  const { authorization } = await newCaller()
  const port = await listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<unknown>()
  for (const [name, begin, status] of [
    ['file', Buffer.from('no file'), 415],
    ['other', PDF, 400],
    ['file', PDF, 200],
  ] as const) {
    const form = await formOf([[name, Buffer.concat([begin, Buffer.alloc(MAX / 2)])]])
    const rest = Buffer.alloc(status === 200 ? 0 : 20 * MAX)
    const bytes = [form.payload as Buffer, rest]
    const length = bytes.reduce((sum, each) => sum + each.length, 0)
    const sent = request({
      ...{ port, agent, method: 'POST', path: '/mr/api/v2/docs' },
      headers: { authorization, ...(form.headers as Headers), 'content-length': length },
    })
    for (const each of bytes) sent.write(each)
    sent.end()
    const [response] = await once(sent, 'response')
    sockets.add(response.socket)
    expect(response.statusCode).toBe(status)
    for await (const _ of response);
  }
  expect(sockets.size).toBe(1)
})

test('what is large and held as a whole waits for its turn', async () => {
  let storing = 0
  let free = () => {}
  const isFree = new Promise<void>((resolve) => {
    free = resolve
  })
  const slow = await startDocuments({
    maxFileBytes: 2_000_000,
    wrap: (blobs) => ({
      ...blobs,
      async put(key, bytes) {
        storing++
        await isFree
        return blobs.put(key, bytes)
      },
    }),
  })
  onTestFinished(() => slow.stop())
  const headers = await headersOf()
  const fileOf = (size: number) => Buffer.concat([PDF, Buffer.alloc(size)])
  // A client has one turn, so that each of these is another's.
  let clients = 0
  const sendJson = async (size: number) =>
    slow.app.inject({
      ...{ method: 'POST', url: '/mr/api/v2/docs' },
      headers: await headersOf({ clientId: `client-${clients++}` }),
      payload: { file: fileOf(size).toString('base64') },
    })
  const large = [1, 2, 3].map(() => sendJson(1_000_000))
  await expect.poll(() => storing).toBe(2)
  // Neither what is small nor what is streamed waits.
  const others = [sendJson(700_000), upload(headers, [['file', fileOf(1_000_000)]], { to: slow })]
  await expect.poll(() => storing).toBe(4)
  await sleep(50)
  expect(storing).toBe(4)
  free()
  for (const { statusCode } of await Promise.all([...large, ...others]))
    expect(statusCode).toBe(200)
  expect(storing).toBe(5)
})

test('a client that goes away leaves nothing', async () => {
  const headers = await newCaller()
  const files = filesOf(server)
  const port = await listen()
  const form = await formOf([['file', Buffer.concat([PDF, Buffer.alloc(MAX / 2)])]])
  const socket = connect(port, '127.0.0.1')
  const head = Object.entries({ host: 'a', ...headers, ...form.headers, 'content-length': MAX * 2 })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /mr/api/v2/docs HTTP/1.1\r\n${lines}\r\n`)
  socket.write((form.payload as Buffer).subarray(0, MAX / 2))
  const partial = () => filesOf(server).filter((name) => name.endsWith('.partial'))
  await expect.poll(partial).toHaveLength(1)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(() => filesOf(server)).toEqual(files)
  await sleep(50)
  expect(filesOf(server)).toEqual(files)
  expect((await listOf(headers)).items).toEqual([])
})

test('what is left of an upload is removed when a server starts', async () => {
  let now = Date.now() - 200_000
  const first = await startDocuments({ now: () => now })
  onTestFinished(() => first.stop())
  const ids = ['lost', 'late'].map((name) => `${name}${UNKNOWN.slice(4)}`)
  for (const id of ids) {
    for (const name of [id, `${id}-thumbnail`]) {
      await first.records.documents.begin(name)
      writeFileSync(join(first.files, name), 'a')
    }
    now = Date.now()
  }
  const { openBlobs, createServer } = await import('../../../src/http/http.ts')
  const second = await createServer({
    ...{ medlink: undefined as never, records: first.records, tokens: { secret: SECRET } },
    blobs: await openBlobs({ folder: first.files }),
    metrics: { timeRequest: () => {} } as never,
  })
  await second.close()
  expect(await first.records.documents.abandoned()).toEqual([])
  expect(filesOf(first)).toEqual([ids[1], `${ids[1]}-thumbnail`])
})
