/**
 * Proves of the operation that begins a registration by Aadhaar number:
 * 1. whoever has a token gets a transaction and a hint for a good number; the header client-id need not be there
 * 2. a number that is none is 400 in the one shape of errors, and never comes to a gateway; a setting turns the check digit off
 * 3. a setting refuses numbers that do not come in an envelope, before the body is read
 * 4. what the gateway refuses, and its faults, are told in their own shape and status
 * 5. without a gateway no number is looked at: 503, plain and in an envelope; so it is in production, where the server says so
 *    when it starts, and with the gateway it is asked
 * 6. every status that may come stands in the OpenAPI document
 * 7. the number is in no file of the server's folder, no line of its log and no answer, however it is written, also where the
 *    gateway repeats it
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AadhaarSettings } from '../../../src/http/aadhaar/settings.ts'
import { errorBodySchema, gatewayErrorSchema } from '../../../src/http/errors.ts'
import {
  createServer,
  openRecords,
  parseEnvelopeKeys,
  type Records,
  signToken,
} from '../../../src/http/http.ts'
import { aadhaarStartedSchema } from '../../../src/http/shapes.ts'
import { type Medlink, openMedlink } from '../../../src/medlink.ts'
import { type AbdmStandIn, OTP, SESSION, startAbdmStandIn } from '../../support/abdm-gateway.ts'
import { type Envelope, openBy, sealBy } from '../../support/envelope-client.ts'
import { startServer } from '../../support/server.ts'

const URL = '/abdm/na/v1/registration/aadhaar/init'
const SECRET = 'a secret of 32 bytes, and no less'
const KEY = { kid: 'clinic', secret: 'ABCDEFGHijklmnop' }
const NUMBER = '234567890124'
const SPACED = '2345 6789 0124'
/** Its check digit is another. */
const UNCHECKED = '234567890123'
const FIELD = 'must be a string of 12 digits, the first of them neither 0 nor 1'

let root: string
let medlink: Medlink
let records: Records
let standIn: AbdmStandIn
let token: string
let log: string
/** Every body and header that was answered. */
let answers: string

type Name = 'sandbox' | 'unchecked' | 'enveloped' | 'abdm' | 'missing'
const servers: Record<Name, FastifyInstance> = {} as never

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'medlink-aadhaar-'))
  mkdirSync(join(root, 'indexes'))
  medlink = openMedlink({ dir: join(root, 'indexes') })
  records = await openRecords({ folder: join(root, 'records') })
  standIn = await startAbdmStandIn()
  const caller = {
    oid: '1'.repeat(17),
    clientId: 'c',
    bid: 'w',
    role: 'user',
    idp: undefined,
  } as const
  token = await signToken(caller, 3600, { secret: SECRET })
  const open = (aadhaar?: AadhaarSettings) => {
    const logStream = new PassThrough()
    logStream.on('data', (line) => {
      log += line
    })
    const tokens = { secret: SECRET }
    const envelopeKeys = parseEnvelopeKeys(`${KEY.kid}:${KEY.secret}`)
    return createServer({
      ...{ medlink, records, tokens, envelopeKeys, aadhaar, logLevel: 'info', logStream },
    })
  }
  servers.sandbox = await open({ gateway: 'sandbox' })
  servers.unchecked = await open({ gateway: 'sandbox', checksDigit: false })
  servers.enveloped = await open({ gateway: 'sandbox', allowsPlain: false })
  servers.abdm = await open({ gateway: standIn.settings })
  servers.missing = await open()
})

beforeEach(() => {
  log = ''
  answers = ''
  standIn.reset()
})

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
  await records.close()
  await standIn.close()
  medlink.close()
  rmSync(root, { recursive: true })
})

async function post(
  server: keyof typeof servers,
  payload: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  const response = await servers[server].inject({
    ...{ method: 'POST', url: URL },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  answers += response.body + JSON.stringify(response.headers)
  return response
}

/** Fails where a text or a file holds the number, in whatever writing. */
function expectNowhere(): void {
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
  const writings = [NUMBER, SPACED, '2345-6789-0124', base64(NUMBER), base64(SPACED)]
  // Within other Base64 it is written in one of three ways, but for letters at its ends.
  for (const before of ['a', 'aa']) writings.push(base64(before + NUMBER).slice(4, -2))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => statSync(file).isFile())
  expect(files.length).toBeGreaterThan(0)
  const texts = [log, answers, ...files.map((file) => readFileSync(file, 'latin1'))]
  for (const text of texts) for (const writing of writings) expect(text).not.toContain(writing)
}

test.each(['sandbox', 'unchecked', 'abdm'] as const)('a good number, %s', async (server) => {
  const response = await post(server, { aadhaar_number: NUMBER })
  expect(response.statusCode).toBe(200)
  expect(aadhaarStartedSchema.strict().parse(response.json()).hint).toMatch(/\*{6}\d{4}$/)
  expect(standIn.numbers).toEqual(server === 'abdm' ? [NUMBER] : [])
  expect(standIn.faults).toEqual([])
  expect(JSON.parse(log)).toMatchObject({ route: URL, status: 200, client: 'c' })
  expectNowhere()
})

test.each([
  { what: 'nobody', headers: { authorization: '' }, status: 401 },
  { what: 'another client', headers: { 'client-id': 'd' }, status: 403 },
  { what: 'the same client', headers: { 'client-id': 'c' }, status: 200 },
])('$what may ask: $status', async ({ headers, status }) => {
  const response = await post('sandbox', { aadhaar_number: NUMBER }, headers as never)
  expect(response.statusCode).toBe(status)
  expectNowhere()
})

test.each([
  {
    what: 'another check digit',
    body: { aadhaar_number: UNCHECKED },
    path: 'aadhaar_number',
    message: 'must end with its check digit',
  },
  { what: 'spaces', body: { aadhaar_number: SPACED }, path: 'aadhaar_number', message: FIELD },
  {
    what: 'a space at its end',
    body: { aadhaar_number: `${NUMBER}\n` },
    path: 'aadhaar_number',
    message: FIELD,
  },
  {
    what: 'too few digits',
    body: { aadhaar_number: '23456789012' },
    path: 'aadhaar_number',
    message: FIELD,
  },
  {
    what: 'too many digits',
    body: { aadhaar_number: `${NUMBER}1` },
    path: 'aadhaar_number',
    message: FIELD,
  },
  {
    what: 'a 0 first',
    body: { aadhaar_number: '034567890124' },
    path: 'aadhaar_number',
    message: FIELD,
  },
  {
    what: 'a 1 first',
    body: { aadhaar_number: '134567890124' },
    path: 'aadhaar_number',
    message: FIELD,
  },
  {
    what: 'digits of another script',
    body: { aadhaar_number: '२३४५६७८९०१२४' },
    path: 'aadhaar_number',
    message: FIELD,
  },
  {
    what: 'a number',
    body: { aadhaar_number: Number(NUMBER) },
    path: 'aadhaar_number',
    message: FIELD,
  },
  { what: 'nothing', body: {}, path: 'aadhaar_number', message: FIELD },
  {
    what: 'other fields',
    body: { aadhaar_number: NUMBER, [NUMBER]: 1 },
    path: '',
    message: 'must not have fields other than aadhaar_number',
  },
  { what: 'no object', body: [NUMBER], path: '', message: 'must be an object' },
])('$what is refused', async ({ body, path, message }) => {
  const response = await post('abdm', body)
  expect(response.statusCode).toBe(400)
  const { error } = errorBodySchema.parse(response.json())
  expect(error).toMatchObject({ code: 'invalid_request', details: [{ path, message }] })
  expect(error.message).toBe(path === '' ? message : `${path} ${message}`)
  expect(standIn.asked).toEqual([])
  expectNowhere()
})

test('what is no JSON is refused without a word of it', async () => {
  expect((await post('abdm', `{"aadhaar_number": ${NUMBER}`)).statusCode).toBe(400)
  expectNowhere()
})

test('a setting lets other check digits through', async () => {
  expect((await post('unchecked', { aadhaar_number: UNCHECKED })).statusCode).toBe(200)
  expect((await post('unchecked', { aadhaar_number: '1'.repeat(12) })).statusCode).toBe(400)
})

test.each([
  { headers: {}, status: 400 },
  { headers: { 'x-encryption': 'none' }, status: 400 },
  { headers: { authorization: '' }, status: 401 },
])(
  'a number without an envelope is refused where a setting says so: $headers',
  async ({ headers, status }) => {
    // Not even whether it is JSON is looked at.
    const response = await post('enveloped', '{', headers as never)
    expect(response.statusCode).toBe(status)
    if (status === 400) expect(response.json().error.message).toMatch(/X-Encryption: JWE/)
  },
)

test('one that comes in an envelope is read', async () => {
  const response = await post('enveloped', '{', { 'x-encryption': 'JWE' })
  expect(response.statusCode).toBe(400)
  expect(response.body).not.toMatch(/X-Encryption/)
})

/** A number that is good, one that is not, and no JSON. */
const NUMBERS = [{ aadhaar_number: NUMBER }, { aadhaar_number: 'x' }]

test.each(NUMBERS)('without a gateway no number is looked at, plain: %o', async (body) => {
  const response = await post('missing', body)
  expect(response.statusCode).toBe(503)
  expect(errorBodySchema.strict().parse(response.json()).error.code).toBe('gateway_missing')
  expectNowhere()
})

test.each(NUMBERS)('without a gateway no number is looked at, in an envelope: %o', async (body) => {
  const sealed = sealBy(KEY.secret, KEY.kid, JSON.stringify(body))
  const response = await post('missing', sealed, { 'x-encryption': 'JWE' })
  expect([response.statusCode, response.headers['x-encryption']]).toEqual([503, 'JWE'])
  const opened = JSON.parse(openBy(KEY.secret, response.json()))
  expect(errorBodySchema.strict().parse(opened).error.code).toBe('gateway_missing')
  expectNowhere()
})

test('nor does the lack of a gateway tell anything to who has no token', async () => {
  const response = await post('missing', NUMBERS[0], { authorization: '' })
  expect(response.statusCode).toBe(401)
})

describe('a server in production', () => {
  const SAYS = 'no Aadhaar gateway is set'

  test.each([
    { what: 'without a gateway', env: {}, production: 'production', status: 503, says: true },
    {
      what: 'with the sandbox',
      env: { MEDLINK_AADHAAR_GATEWAY: 'sandbox' },
      ...{ production: 'production', status: 503, says: true },
    },
    { what: 'with a gateway', env: 'abdm', production: 'production', status: 200, says: false },
    { what: 'that is none', env: {}, production: 'development', status: 200, says: false },
  ])('$what answers $status', async ({ env, production, status, says }) => {
    const { url, sessionUrl, clientId, clientSecret } = standIn.settings
    const abdm = {
      ...{ MEDLINK_AADHAAR_GATEWAY: 'abdm', MEDLINK_ABDM_URL: url },
      ...{ MEDLINK_ABDM_SESSION_URL: sessionUrl, MEDLINK_ABDM_CLIENT_ID: clientId },
      MEDLINK_ABDM_CLIENT_SECRET: clientSecret,
    }
    const server = await startServer({
      ...{ dir: join(root, 'indexes'), place: { folder: join(root, 'records') } },
      env: {
        ...(env === 'abdm' ? abdm : (env as object)),
        ...{ NODE_ENV: production, MEDLINK_JWE_KEYS: `${KEY.kid}:${KEY.secret}` },
        MEDLINK_PUBLIC_URL: 'https://records.example.org',
      },
    })
    onTestFinished(() => server.stop())
    expect(server.log().split(SAYS)).toHaveLength(says ? 2 : 1)
    const as = { sub: '1'.repeat(17), cid: 'c', bid: 'w', role: 'user' }
    const answer = await server.ask(`POST ${URL}`, {
      as,
      body: sealBy(KEY.secret, KEY.kid, JSON.stringify({ aadhaar_number: NUMBER })),
      headers: { 'x-encryption': 'JWE' },
    })
    expect([answer.status, answer.headers.get('x-encryption')]).toEqual([status, 'JWE'])
    const body = JSON.parse(openBy(KEY.secret, answer.body as Envelope))
    if (status === 200) expect(aadhaarStartedSchema.strict().parse(body).txn_id).not.toBe('')
    else expect(errorBodySchema.strict().parse(body).error.code).toBe('gateway_missing')
    // Plain, it is the lack of a gateway that counts, and with one the envelope.
    const plain = await server.ask(`POST ${URL}`, { as, body: { aadhaar_number: NUMBER } })
    const isProduction = production === 'production'
    expect(plain.status).toBe(status === 200 && isProduction ? 400 : status)
    expect(standIn.numbers).toEqual(env === 'abdm' ? [NUMBER] : [])
  })
})

test('every status is described', async () => {
  const { paths } = (await servers.sandbox.inject('/openapi.json')).json()
  const described = Object.keys(paths[URL].post.responses).map(Number)
  expect(described).toEqual([200, 400, 401, 403, 413, 415, 429, 500, 502, 503, 504])
})

test('what the gateway refuses is the caller’s to mend', async () => {
  standIn.instead.set(OTP, [400, { code: 'ABDM-1114', message: 'no mobile number' }])
  const response = await post('abdm', { aadhaar_number: NUMBER })
  expect(response.statusCode).toBe(400)
  expect(gatewayErrorSchema.strict().parse(response.json())).toEqual({
    ...{ code: 400, error: 'the Aadhaar gateway refused the request' },
    source_error: { code: 'ABDM-1114', message: 'no mobile number' },
  })
  expect(JSON.parse(log)).toMatchObject({ level: 'info', status: 400 })
})

test('that it is asked too often is passed on', async () => {
  standIn.instead.set(OTP, [429, '', { 'retry-after': '30' }])
  const response = await post('abdm', { aadhaar_number: NUMBER })
  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('30')
  expect(response.json()).toEqual({ code: 429, error: expect.any(String) })
})

test.each([
  { code: 502, status: 500 },
  { code: 503, status: 503 },
  { code: 504, status: 504 },
])('its fault is $code, and the log says where it was', async ({ code, status }) => {
  standIn.instead.set(OTP, [status, { code: NUMBER, message: SPACED }])
  const response = await post('abdm', { aadhaar_number: NUMBER })
  expect(response.statusCode).toBe(code)
  expect(response.json()).toMatchObject({
    ...{ code, error: expect.any(String) },
    source_error: { code: 'unknown', message: 'withheld: it may hold an Aadhaar number' },
  })
  const [fault] = log.split('\n').map((line) => JSON.parse(line || 'null'))
  expect(fault).toMatchObject({
    ...{ level: 'error', message: 'an operation failed' },
    error: { type: 'HttpError', message: `otp: answered ${status}` },
  })
  expectNowhere()
})

test.each([
  { path: OTP, instead: [200, { txnId: NUMBER, message: SPACED }] },
  { path: OTP, instead: [200, { txnId: 'a', message: `sent for ${SPACED}` }] },
  { path: OTP, instead: [200, { txnId: 'a', message: Buffer.from(NUMBER).toString('base64') }] },
  { path: OTP, instead: [400, { loginId: `${NUMBER} is not good` }] },
  { path: OTP, instead: [422, { error: { code: SPACED, message: NUMBER } }] },
  { path: OTP, instead: [500, NUMBER] },
  { path: OTP, instead: [307, NUMBER, { location: `/${NUMBER}` }] },
  { path: OTP, instead: [429, NUMBER, { 'retry-after': NUMBER }] },
  { path: SESSION, instead: [400, { message: NUMBER }] },
] as const)(
  'what the gateway repeats is not: $instead',
  async ({ path, instead: [status, body, more] }) => {
    standIn.instead.set(path, [status, body, { ...more }])
    // Its token is asked for anew.
    standIn.forgetTokens()
    await post('abdm', { aadhaar_number: NUMBER })
    expect(log).not.toBe('')
    expectNowhere()
  },
)
