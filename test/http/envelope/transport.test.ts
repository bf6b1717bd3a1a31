/**
 * Proves of requests in envelopes, asked by a client in node:crypto alone:
 * 1. every operation with a body takes one, and answers in one what it would have answered plainly
 * 2. refusals come in one, too, once the envelope is open: of the text, of the caller, of what is not there, of a fault
 * 3. what is refused before is plain: without a token, too large, not opened; all that do not open say the same
 * 4. the header says that there is one, the answer's too; another value, or another type of body, is refused
 * 5. keys can be changed one client after the other
 * 6. nothing of a text, a key or a kid is in the log or in an error
 * 7. the example of docs/envelopes.md does what it says
 */

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Fastify, {
  type FastifyInstance,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerErrors, speakJson } from '../../../src/http/answering.ts'
import {
  createServer,
  openRecords,
  parseEnvelopeKeys,
  type Records,
  type Role,
  signToken,
} from '../../../src/http/http.ts'
import { type Medlink, openMedlink } from '../../../src/medlink.ts'
import { type Envelope, openBy, sealBy } from '../../support/envelope-client.ts'
import { MINI, miniRoot } from '../../support/shared-index.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SECRET = 'a secret of 32 bytes, and no less'
const OLD = { kid: 'clinic-2025', secret: 'opqrstuvwxyz0123' }
const NEW = { kid: 'clinic-2026', secret: 'ABCDEFGHijklmnop' }
const VERSION = MINI['icd-10-cm'].version
const NOT_OPENED = {
  error: { message: 'the envelope cannot be opened', code: 'decryption_failed' },
}
const LINK = { method: 'POST', url: '/med-link/nel/link' } as const

let folder: string
let medlink: Medlink
let records: Records
let app: FastifyInstance
let log: string[]
let client: { client_id: string; client_secret: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-envelope-'))
  medlink = openMedlink({ dir: await miniRoot('icd-10-cm') })
  records = await openRecords({ folder })
  client = await records.clients.add({ bid: 'clinic', oid: '1'.repeat(17), role: 'admin' })
  log = []
  const logStream = new PassThrough()
  logStream.on('data', (line) => log.push(String(line)))
  app = await createServer({
    ...{ medlink, records, logStream, logLevel: 'info', tokens: { secret: SECRET } },
    aadhaar: { gateway: 'sandbox' },
    envelopeKeys: parseEnvelopeKeys(`${OLD.kid}:${OLD.secret},${NEW.kid}:${NEW.secret}`),
  })
})

afterAll(async () => {
  await app.close()
  await records.close()
  medlink.close()
  rmSync(folder, { recursive: true })
})

async function headersOf(bid = 'clinic', role: Role = 'admin'): Promise<Record<string, string>> {
  const caller = { oid: '1'.repeat(17), clientId: 'ehr', bid, role, idp: undefined }
  const token = await signToken(caller, 600, { secret: SECRET })
  return {
    authorization: `Bearer ${token}`,
    'client-id': 'ehr',
    'content-type': 'application/json',
  }
}

interface Asked extends Omit<InjectOptions, 'headers' | 'payload'> {
  readonly headers?: Readonly<Record<string, string>>
}

/** Each request from an address of its own, as far as the limit of requests goes. */
let asked = 0

async function send({ headers = {}, ...request }: Asked, payload: string | Buffer) {
  const remoteAddress = `10.0.${asked >> 8}.${asked++ & 255}`
  return app.inject({
    ...{ remoteAddress, payload, ...request },
    headers: { ...(await headersOf()), ...headers },
  })
}

/** Asks in an envelope. */
function sendSealed(request: Asked, text: string | Buffer, { kid, secret } = NEW) {
  const headers = { 'x-encryption': 'JWE', ...request.headers }
  return send({ ...request, headers }, JSON.stringify(sealBy(secret, kid, text)))
}

/** What an answer says that came in an envelope. */
function opened(response: LightMyRequestResponse, { secret } = NEW): unknown {
  expect(response.headers['x-encryption']).toBe('JWE')
  expect(response.headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/)
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
  const envelope = response.json() as Envelope
  expect(Object.keys(envelope).sort()).toEqual(['ciphertext', 'iv', 'protected', 'tag'])
  return JSON.parse(openBy(secret, envelope))
}

/** What a plain answer says. */
function plain(response: LightMyRequestResponse): unknown {
  expect(response.headers).not.toHaveProperty('x-encryption')
  return response.json()
}

const PATIENT = { fn: 'Asha', dob: '1980-02-29', gen: 'F' }
const MENTION = { query: 'asthma', ontology: 'icd-10-cm', version: VERSION, request_id: 'a' }

describe('every operation with a body', () => {
  test('is refused in the same words, plain or not', async () => {
    const { paths } = (await app.inject('/openapi.json')).json()
    const operations = Object.entries<Record<string, { requestBody?: { content: object } }>>(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { requestBody }]) => ({ path, method, requestBody })),
      )
      .filter(({ requestBody }) => requestBody && 'application/json' in requestBody.content)
    expect(operations.length).toBeGreaterThanOrEqual(8)
    for (const { path, method } of operations) {
      const request = { method: method as 'POST', url: path.replaceAll(/\{\w+\}/g, '1') }
      const one = await send(request, '7')
      const other = await sendSealed(request, '7')
      expect(one.statusCode).toBe(400)
      expect(other.statusCode).toBe(400)
      expect(opened(other)).toEqual(plain(one))
    }
  })

  test.each([
    { ...LINK, body: MENTION },
    {
      ...({ method: 'POST', url: '/med-link/nel/link/batch' } as const),
      body: { requests: [{ ...MENTION, top_k: 0 }] },
    },
  ] as const)('$url answers the same', async ({ body, ...request }) => {
    const one = await send(request, JSON.stringify(body))
    const other = await sendSealed(request, JSON.stringify(body))
    expect([one.statusCode, other.statusCode]).toEqual([200, 200])
    expect(opened(other)).toEqual(plain(one))
  })

  test('profiles are made and changed', async () => {
    const made = await sendSealed(
      { method: 'POST', url: '/profiles/v1/patient/' },
      JSON.stringify({ ...PATIENT, ln: 'राव' }),
    )
    expect(made.statusCode).toBe(201)
    const { oid } = opened(made) as { oid: string }
    const read = await app.inject({
      url: `/profiles/v1/patient/${oid}`,
      // Without a body there is no kid: whatever the header says, the answer is plain.
      headers: { ...(await headersOf()), 'x-encryption': 'JWE' },
    })
    expect(plain(read)).toMatchObject({ fn: 'asha', ln: 'राव' })

    const user = await sendSealed(
      { method: 'POST', url: '/profiles/v1/emr-user/' },
      '{"fln":"Anil Rao"}',
    )
    expect(user.statusCode).toBe(201)
    const url = `/profiles/v1/emr-user/${(opened(user) as { oid: string }).oid}`
    const changed = await sendSealed({ method: 'PATCH', url }, '{"bg":"O+"}')
    expect(changed.statusCode).toBe(200)
    expect(opened(changed)).toEqual({ message: 'the profile was updated' })
  })

  test('clients log in, and stay so', async () => {
    const login = await sendSealed(
      { method: 'POST', url: '/connect-auth/v1/account/login' },
      JSON.stringify({ client_id: client.client_id, client_secret: client.client_secret }),
    )
    expect(login.statusCode).toBe(200)
    const { refresh_token } = opened(login) as { refresh_token: string }
    const next = await sendSealed(
      { method: 'POST', url: '/connect-auth/v1/account/refresh-token' },
      JSON.stringify({ refresh_token }),
    )
    expect(opened(next)).toHaveProperty('access_token')
  })
})

describe('a refusal in an envelope', () => {
  const CREATE = { method: 'POST', url: '/profiles/v1/patient/' } as const
  const UPDATE = { method: 'PATCH', url: `/profiles/v1/emr-user/${'9'.repeat(17)}` } as const

  test.each([
    {
      what: 'of JSON that is none',
      request: LINK,
      text: '{',
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'of a key twice',
      request: LINK,
      text: '{"query":"a","query":"b"}',
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'of a field',
      request: CREATE,
      text: '{"fn":"Asha","dob":"1980-02-30","gen":"F"}',
      status: 400,
      code: 'invalid_request',
    },
    { what: 'of an empty text', request: LINK, text: '', status: 400, code: 'invalid_request' },
    {
      what: 'of bytes that are no text',
      request: LINK,
      text: Buffer.from([0x22, 0xff, 0x22]),
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'of a version',
      request: LINK,
      text: '{"query":"a","ontology":"icd-10-cm","version":"0"}',
      status: 404,
      code: 'unknown_version',
    },
    {
      what: 'of a secret',
      request: { method: 'POST', url: '/connect-auth/v1/account/login' } as const,
      text: '{"client_id":"a","client_secret":"b"}',
      status: 401,
      code: 'unauthorized',
    },
  ])('$what', async ({ request, text, status, code }) => {
    const response = await sendSealed(request, text)
    expect(response.statusCode).toBe(status)
    expect(opened(response)).toMatchObject({ error: { code } })
  })

  test('of a profile that is not there, or another workspace’s, and of a username', async () => {
    const missing = await sendSealed(UPDATE, '{"bg":"O+"}')
    expect(missing.statusCode).toBe(404)
    expect(opened(missing)).toMatchObject({ code: 'profile_not_found' })

    const user = await send({ method: 'POST', url: '/profiles/v1/emr-user/' }, '{"fln":"Anil"}')
    const url = `/profiles/v1/emr-user/${user.json().oid}`
    const headers = await headersOf('other')
    const foreign = await sendSealed({ method: 'PATCH', url, headers }, '{"bg":"O+"}')
    expect(foreign.statusCode).toBe(404)
    expect(opened(foreign)).toEqual(opened(missing))

    const taken = JSON.stringify({ ...PATIENT, username: 'asha' })
    expect((await sendSealed(CREATE, taken)).statusCode).toBe(201)
    const again = await sendSealed(CREATE, taken)
    expect(again.statusCode).toBe(409)
    expect(opened(again)).toMatchObject({ error: { code: 'conflict' } })
  })

  test('of a fault, and none for what is not whole or has no body', async () => {
    const own = Fastify()
    speakJson(own, parseEnvelopeKeys(`${NEW.kid}:${NEW.secret}`))
    answerErrors(own)
    own.setSerializerCompiler(() => JSON.stringify)
    own.addContentTypeParser('multipart/form-data', (_, payload, done) => {
      payload.resume()
      done(null, 'parts')
    })
    own.post('/fault', async () => {
      throw new Error('patient Asha')
    })
    own.post('/stream', async (_, reply) => reply.send(new PassThrough().end('patient Asha')))
    own.post('/nothing', async (_, reply) => reply.code(204).send())
    own.post('/text', async (_, reply) => reply.type('text/plain').send('"fever"'))
    const json = { 'content-type': 'application/json' }
    const parts = { 'content-type': 'multipart/form-data; boundary=b' }
    const jwe = { 'x-encryption': 'JWE' }
    const payload = JSON.stringify(sealBy(NEW.secret, NEW.kid, '{}'))
    const ask = (url: string, headers: Record<string, string> = { ...json, ...jwe }) =>
      own.inject({ method: 'POST', url, payload, headers })
    for (const url of ['/fault', '/stream']) {
      const response = await ask(url)
      expect(response.statusCode).toBe(500)
      expect(opened(response)).toMatchObject({ error: { code: 'internal' } })
    }
    expect((await ask('/nothing')).body).toBe('')
    expect(opened(await ask('/text'))).toBe('fever')
    expect((await ask('/text', { ...parts, ...jwe })).statusCode).toBe(415)
    expect((await ask('/text', parts)).body).toBe('"fever"')
    await own.close()
  })
})

describe('plain is the answer', () => {
  const body = JSON.stringify(sealBy(NEW.secret, NEW.kid, JSON.stringify(MENTION)))
  const jwe = { 'x-encryption': 'JWE' }

  test.each([
    {
      what: 'without a token',
      headers: { ...jwe, authorization: 'Bearer x' },
      status: 401,
      code: 'unauthorized',
    },
    {
      what: 'to another client',
      headers: { ...jwe, 'client-id': 'x' },
      status: 403,
      code: 'forbidden',
    },
    {
      what: 'to another value of the header',
      headers: { 'x-encryption': 'A256' },
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'to an empty header',
      headers: { 'x-encryption': '' },
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'to a header that comes twice',
      headers: { 'x-encryption': 'JWE, JWE' },
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'to a body that is no JSON',
      headers: { ...jwe, 'content-type': 'application/jose+json' },
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      what: 'to another encoding',
      headers: { ...jwe, 'content-type': 'application/json; charset=utf-16' },
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      what: 'to an envelope without the header',
      headers: {},
      status: 400,
      code: 'invalid_request',
    },
  ])('$what', async ({ headers, status, code }) => {
    const response = await send({ ...LINK, headers }, body)
    expect(response.statusCode).toBe(status)
    expect(plain(response)).toMatchObject({ error: { code } })
  })

  test.each([
    { what: 'an unknown kid', body: sealBy(NEW.secret, 'clinic-2024', '{}') },
    { what: 'another key', body: sealBy(OLD.secret, NEW.kid, '{}') },
    { what: 'what is not sealed', body: MENTION },
    { what: 'nothing', body: '' },
  ])('to $what, in the one way', async ({ body }) => {
    const response = await send({ ...LINK, headers: jwe }, body === '' ? '' : JSON.stringify(body))
    expect(response.statusCode).toBe(400)
    expect(plain(response)).toEqual(NOT_OPENED)
  })

  test('where the server has no keys', async () => {
    const without = await createServer({ medlink, tokens: { secret: SECRET } })
    const headers = { ...(await headersOf()), ...jwe }
    const response = await without.inject({ ...LINK, headers, payload: body })
    expect(response.statusCode).toBe(400)
    expect(plain(response)).toEqual(NOT_OPENED)
    await without.close()
  })

  test('to another value of the header, of a request without a body too', async () => {
    const headers = { ...(await headersOf()), 'x-encryption': 'none' }
    const response = await app.inject({ url: '/med-link/registry/', headers })
    expect(response.statusCode).toBe(400)
  })
})

test('the header is taken in any case', async () => {
  const headers = { 'x-encryption': 'jwe' }
  const response = await sendSealed({ ...LINK, headers }, JSON.stringify(MENTION))
  expect(response.statusCode).toBe(200)
  expect(opened(response)).toMatchObject({ request_id: 'a' })
})

describe('limits', () => {
  const request = (queries: number) =>
    JSON.stringify({
      ...MENTION,
      query: undefined,
      queries: Array(queries).fill('a'.repeat(999)),
    })
  const BATCH = { method: 'POST', url: '/med-link/nel/link/batch' } as const

  test('are those of the body as it is sent', async () => {
    const full = 64 * 1024
    const bytes = (text: string) =>
      Buffer.byteLength(JSON.stringify(sealBy(NEW.secret, NEW.kid, text)))
    const filled = (size: number) => `{${' '.repeat(size - 2)}}`
    // 22 characters are one block, with the padding that an empty text has.
    const blocks = Math.floor(((full - bytes('') + 22) * 3) / 4 / 16)
    const most = blocks * 16 - 1
    expect(bytes(filled(most))).toBeLessThanOrEqual(full)
    expect(bytes(filled(most + 1))).toBeGreaterThan(full)
    const fits = await sendSealed(LINK, filled(most))
    expect([fits.statusCode, opened(fits)]).toMatchObject([
      400,
      { error: { code: 'invalid_request' } },
    ])
    const tooLarge = await sendSealed(LINK, filled(most + 1))
    expect(tooLarge.statusCode).toBe(413)
    expect(plain(tooLarge)).toMatchObject({ error: { code: 'payload_too_large' } })
  })

  test('are those of the route', async () => {
    const response = await sendSealed(
      BATCH,
      request(101)
        .slice(0, 500_000)
        .replace(/[^"]*$/, ''),
    )
    expect(response.statusCode).toBe(400)
    expect(opened(response)).toMatchObject({ error: { code: 'invalid_request' } })
  })
})

test('keys can be changed: an answer comes with the key of its request', async () => {
  const text = JSON.stringify(MENTION)
  const both = await Promise.all([sendSealed(LINK, text, OLD), sendSealed(LINK, text, NEW)])
  expect(opened(both[0], OLD)).toEqual(opened(both[1], NEW))
  expect(() => opened(both[0], NEW)).toThrow('another tag')

  const after = await createServer({
    ...{ medlink, tokens: { secret: SECRET } },
    envelopeKeys: parseEnvelopeKeys(`${NEW.kid}:${NEW.secret}`),
  })
  const headers = { ...(await headersOf()), 'x-encryption': 'JWE' }
  const ask = ({ kid, secret }: typeof NEW) =>
    after.inject({ ...LINK, headers, payload: JSON.stringify(sealBy(secret, kid, text)) })
  expect(opened(await ask(NEW), NEW)).toEqual(opened(both[1], NEW))
  expect(plain(await ask(OLD))).toEqual(NOT_OPENED)
  await after.close()
})

test('nothing of a text, a key or a kid is logged or told', async () => {
  log.length = 0
  const told: string[] = []
  const text = '{"fn":"Meenakshi","dob":"Meenakshi","gen":"Meenakshi"}'
  const request = { method: 'POST', url: '/profiles/v1/patient/' } as const
  const good = sealBy(NEW.secret, NEW.kid, text)
  told.push(JSON.stringify(opened(await sendSealed(request, text))))
  for (const envelope of [
    { ...good, kid: 'Meenakshi' },
    { ...good, tag: good.iv },
    { Meenakshi: 1 },
  ])
    told.push(
      (await send({ ...request, headers: { 'x-encryption': 'JWE' } }, JSON.stringify(envelope)))
        .body,
    )
  told.push((await send({ ...request, headers: { 'x-encryption': 'Meenakshi' } }, text)).body)
  expect(log).toHaveLength(5)
  for (const each of [...told, ...log])
    for (const secret of ['eenakshi', NEW.secret, NEW.kid, good.iv, good.ciphertext])
      expect(each).not.toContain(secret)
})

test('the document says which operations take one', async () => {
  const document = (await app.inject('/openapi.json')).json()
  const headersOfLink = document.paths['/med-link/nel/link'].post.parameters
  expect(headersOfLink).toMatchObject([{ in: 'header', name: 'x-encryption', required: false }])
  expect(document.paths['/med-link/registry/'].get).not.toHaveProperty('parameters')
  const { Envelope, SealedAnswer } = document.components.schemas
  expect(Envelope.required).toEqual(['protected', 'iv', 'ciphertext', 'tag', 'kid'])
  expect(SealedAnswer.required).toEqual(['protected', 'iv', 'ciphertext', 'tag'])
})

test('the example of docs/envelopes.md does what it says', async () => {
  const page = readFileSync(join(ROOT, 'docs/envelopes.md'), 'utf8')
  const [, setting = ''] = /MEDLINK_JWE_KEYS='?([^' ]+)'? npm start/.exec(page) ?? []
  const [, example = ''] = /```js\n(import .*? from 'jose'.*?)```/s.exec(page) ?? []
  const own = await createServer({
    ...{ medlink, tokens: { secret: SECRET }, envelopeKeys: parseEnvelopeKeys(setting) },
  })
  const address = await own.listen({ port: 0 })
  try {
    const code = example
      .replaceAll('http://127.0.0.1:8080', address)
      .replaceAll("version: 'starter'", `version: '${VERSION}'`)
    const { authorization = '' } = await headersOf()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', code],
      { cwd: ROOT, env: { ...process.env, TOKEN: authorization.slice('Bearer '.length) } },
    )
    expect(stdout).toContain("ontology: 'icd-10-cm'")
  } finally {
    await own.close()
  }
})
