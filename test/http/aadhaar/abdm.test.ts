/**
 * Proves of the government's gateway, against a stand-in that refuses what the real one refuses:
 * 1. it is asked as it wants to be: methods, headers, bodies, and the number encrypted with its key
 * 2. token and key are fetched once for many numbers, and anew when they are old; a token that it has forgotten is replaced
 *    once
 * 3. whatever goes wrong is one of five failures, with what the gateway said of it, and with no number in any of it
 * 4. what comes late is waited for no longer, and whoever goes away ends nothing for others
 * 5. redirects are not followed
 */

import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AbdmGateway, type AbdmOptions } from '../../../src/http/aadhaar/abdm.ts'
import type { GatewayFailure } from '../../../src/http/aadhaar/gateway.ts'
import {
  type AbdmStandIn,
  CERTIFICATE,
  type Instead,
  OTP,
  SESSION,
  startAbdmStandIn,
} from '../../support/abdm-gateway.ts'

const NUMBER = '234567890124'
const LATE_MS = 60
/** What is said of each failure. */
const SAID: Readonly<Record<number, RegExp>> = {
  400: /refused/,
  429: /too many requests/,
  502: /no usable answer/,
  503: /cannot be reached/,
  504: /too long/,
}

let standIn: AbdmStandIn
let now: number

beforeAll(async () => {
  standIn = await startAbdmStandIn()
})
beforeEach(() => {
  standIn.reset()
  now = Date.now()
})
afterAll(() => standIn.close())

function open(options: AbdmOptions = {}): AbdmGateway {
  return new AbdmGateway(standIn.settings, { now: () => now, ...options })
}

function start(gateway: AbdmGateway, number = NUMBER) {
  return gateway.start(number, new AbortController().signal)
}

/** What comes of a number where a path is answered otherwise. */
async function failed(path: string, instead: Instead, options?: AbdmOptions) {
  standIn.instead.set(path, instead)
  const outcome = (await start(open(options))) as GatewayFailure
  expect(JSON.stringify(outcome)).not.toMatch(/\d{12}/)
  return outcome
}

test('a number is sent as the gateway wants it, and the answer passed on', async () => {
  expect(await start(open())).toEqual({
    txn_id: expect.stringMatching(/^[\da-f-]{36}$/),
    hint: 'OTP sent to Aadhaar registered mobile number ending with ******0124',
  })
  expect(standIn.asked).toEqual([SESSION, CERTIFICATE, OTP])
  expect(standIn.numbers).toEqual([NUMBER])
  expect(standIn.faults).toEqual([])
})

test('many numbers need one token and one key, also at the same time', async () => {
  const gateway = open()
  await Promise.all(Array.from({ length: 8 }, () => start(gateway)))
  await start(gateway)
  expect(standIn.asked.filter((path) => path !== OTP)).toEqual([SESSION, CERTIFICATE])
  expect(standIn.numbers).toHaveLength(9)
  expect(standIn.faults).toEqual([])
})

test.each([
  { what: 'a minute before its end', lifetime: 1200, afterMs: 1_140_000, asked: [SESSION, OTP] },
  { what: 'not before', lifetime: 1200, afterMs: 1_139_999, asked: [OTP] },
  {
    what: 'after half its time where that is short',
    lifetime: 60,
    afterMs: 30_000,
    asked: [SESSION, OTP],
  },
  { what: 'not before, either', lifetime: 60, afterMs: 29_999, asked: [OTP] },
])('a token is replaced $what', async ({ lifetime, afterMs, asked }) => {
  standIn.lifetime = lifetime
  const gateway = open()
  await start(gateway)
  standIn.asked.length = 0
  now += afterMs
  expect(await start(gateway)).toHaveProperty('txn_id')
  expect(standIn.asked).toEqual(asked)
})

test.each([
  { afterMs: 3_599_999, asked: [OTP] },
  { afterMs: 3_600_000, asked: [CERTIFICATE, OTP] },
])('a key is fetched anew after an hour: $afterMs ms', async ({ afterMs, asked }) => {
  standIn.lifetime = 100_000
  const gateway = open()
  await start(gateway)
  standIn.asked.length = 0
  if (asked.includes(CERTIFICATE))
    standIn.keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  now += afterMs
  expect(await start(gateway)).toHaveProperty('txn_id')
  expect(standIn.asked).toEqual(asked)
})

test('a key may come as PEM', async () => {
  const publicKey = standIn.keys.publicKey.export({ type: 'spki', format: 'pem' })
  standIn.instead.set(CERTIFICATE, [200, { publicKey }])
  expect(await start(open())).toHaveProperty('txn_id')
})

test('a token that is not known any more is replaced once', async () => {
  const gateway = open()
  await start(gateway)
  standIn.forgetTokens()
  standIn.asked.length = 0
  expect(await start(gateway)).toHaveProperty('txn_id')
  expect(standIn.asked).toEqual([OTP, SESSION, OTP])
})

test('a token that is forgotten under many numbers is replaced once for all', async () => {
  const gateway = open()
  await start(gateway)
  standIn.forgetTokens()
  standIn.asked.length = 0
  await Promise.all([start(gateway), start(gateway), start(gateway)])
  expect(standIn.asked.filter((path) => path === SESSION)).toEqual([SESSION])
  expect(standIn.numbers).toHaveLength(4)
})

test('one that is refused again is a failure', async () => {
  const body = { code: '900901', message: 'Invalid Credentials' }
  expect(await failed(OTP, [401, body])).toMatchObject({
    ...{ code: 502, reason: 'otp: answered 401', source_error: body },
  })
  expect(standIn.asked).toEqual([SESSION, CERTIFICATE, OTP, SESSION, OTP])
})

test('a failure is not kept', async () => {
  const gateway = open()
  standIn.instead.set(SESSION, [500, ''])
  expect(await start(gateway)).toMatchObject({ code: 502, reason: 'session: answered 500' })
  standIn.instead.clear()
  standIn.instead.set(CERTIFICATE, [500, ''])
  expect(await start(gateway)).toMatchObject({ code: 502, reason: 'certificate: answered 500' })
  standIn.instead.clear()
  expect(await start(gateway)).toHaveProperty('txn_id')
})

const echo = `the number ${NUMBER} is not good`
test.each([
  { body: { code: 'ABDM-1114', message: 'no mobile' }, source: ['ABDM-1114', 'no mobile'] },
  { body: { error: { code: 'ABDM-1006', message: 'bad' } }, source: ['ABDM-1006', 'bad'] },
  { body: { error: { code: 1000, message: 'bad' } }, source: ['1000', 'bad'] },
  { body: [{ code: 'ABDM-9999: ', message: 'bad' }], source: ['ABDM-9999', 'bad'] },
  { body: { code: 'A', details: [{ code: 'B', message: 'bad' }] }, source: ['B', 'bad'] },
  { body: { errors: [{ message: 'bad' }] }, source: ['unknown', 'bad'] },
  { body: { loginId: 'Invalid LoginId', timestamp: 'x' }, source: ['loginId', 'Invalid LoginId'] },
  { body: { code: NUMBER, message: 'bad' }, source: ['unknown', 'bad'] },
  { body: { code: 'A', message: echo }, source: ['A', 'withheld: it may hold an Aadhaar number'] },
  { body: { loginId: echo }, source: ['loginId', 'withheld: it may hold an Aadhaar number'] },
  { body: { error: 'Bad Request', path: NUMBER }, source: undefined },
  { body: { message: { a: 1 } }, source: undefined },
  { body: [null], source: undefined },
  { body: '', source: undefined },
  { body: echo, source: undefined },
])('what it refuses is told: $body', async ({ body, source }) => {
  const outcome = await failed(OTP, [400, body])
  const [code, message] = source ?? []
  expect(outcome).toMatchObject({
    ...{ code: 400, error: 'the Aadhaar gateway refused the request' },
    reason: 'otp: answered 400',
  })
  expect(outcome.source_error).toEqual(source && { code, message })
})

test.each([
  { path: OTP, status: 300, code: 502 },
  { path: OTP, status: 409, code: 400 },
  { path: OTP, status: 422, code: 400 },
  { path: OTP, status: 403, code: 502 },
  { path: OTP, status: 404, code: 502 },
  { path: OTP, status: 429, code: 429 },
  { path: OTP, status: 500, code: 502 },
  { path: OTP, status: 503, code: 503 },
  { path: OTP, status: 504, code: 504 },
  { path: SESSION, status: 400, code: 502 },
  { path: SESSION, status: 401, code: 502 },
  { path: SESSION, status: 429, code: 429 },
  { path: CERTIFICATE, status: 422, code: 502 },
  { path: CERTIFICATE, status: 503, code: 503 },
])('$status of $path is $code', async ({ path, status, code }) => {
  const said = { code: 'A', message: 'b' }
  const outcome = await failed(path, [status, said, { 'retry-after': '30' }])
  const error = expect.stringMatching(SAID[code]!)
  expect(outcome).toMatchObject({ code, error, retryAfterSeconds: 30 })
  expect(outcome.source_error).toEqual(path === OTP ? said : undefined)
})

test('a time to wait that is no number is not passed on', async () => {
  const header = { 'retry-after': 'Mon, 23 Nov 2026 07:19:03 GMT' }
  expect((await failed(OTP, [429, '', header])).retryAfterSeconds).toBeUndefined()
})

const txnId = 'a'
test.each([
  { path: SESSION, what: 'no JSON', instead: [200, '<html>'] },
  { path: SESSION, what: 'no token', instead: [200, { expiresIn: 1 }] },
  {
    path: SESSION,
    what: 'a token of two lines',
    instead: [200, { accessToken: 'a\nb', expiresIn: 1 }],
  },
  { path: SESSION, what: 'a token without end', instead: [200, { accessToken: 'a' }] },
  {
    path: SESSION,
    what: 'a token that has ended',
    instead: [200, { accessToken: 'a', expiresIn: 0 }],
  },
  { path: CERTIFICATE, what: 'no key', instead: [200, { publicKey: 'AAAA' }] },
  { path: CERTIFICATE, what: 'no PEM', instead: [200, { publicKey: '-----BEGIN' }] },
  {
    path: CERTIFICATE,
    what: 'another way to encrypt',
    instead: () => [
      200,
      { publicKey: standIn.publicKey(), encryptionAlgorithm: 'RSA/ECB/PKCS1Padding' },
    ],
  },
  {
    path: CERTIFICATE,
    what: 'a short key',
    instead: () => [200, { publicKey: keyOf('rsa', 1024) }],
  },
  {
    path: CERTIFICATE,
    what: 'a key of another kind',
    instead: () => [200, { publicKey: keyOf('ec') }],
  },
  { path: OTP, what: 'no transaction', instead: [200, { message: 'sent' }] },
  { path: OTP, what: 'the number as transaction', instead: [200, { txnId: `1:${NUMBER}` }] },
  {
    path: OTP,
    what: 'the number spread over a transaction',
    instead: [200, { txnId: '2345-6789-0124' }],
  },
  { path: OTP, what: 'a transaction of many words', instead: [200, { txnId: 'a b' }] },
  {
    path: OTP,
    what: 'too much',
    instead: [200, JSON.stringify({ txnId, message: ' '.repeat(65_536) })],
  },
  { path: OTP, what: 'nothing', instead: [204, ''] },
] as { path: string; what: string; instead: Instead | (() => Instead) }[])(
  '$what from $path is no usable answer',
  async ({ path, instead }) => {
    const outcome = await failed(
      path,
      typeof instead === 'function' ? (instead as () => Instead)() : instead,
    )
    expect(outcome).toMatchObject({
      code: 502,
      reason: expect.stringMatching(/: no usable answer$/),
    })
  },
)

function keyOf(kind: 'rsa' | 'ec', modulusLength?: number): string {
  const { publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: modulusLength! })
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

test.each([
  { what: 'none', message: undefined },
  { what: 'an empty one', message: ' ' },
  { what: 'one with the number', message: `sent for ${NUMBER}` },
])('of $what of its messages no more is said than that it was sent', async ({ message }) => {
  // As the operating procedure has it: a mobile number or the like, and a time.
  const name = '1234567890:20211216223812'
  standIn.instead.set(OTP, [200, { txnId: name, message }])
  expect(await start(open())).toEqual({
    ...{ txn_id: name, hint: 'OTP sent to the mobile number of this Aadhaar number' },
  })
})

test.each([201, 299])('an answer of %i is good, and may be long', async (status) => {
  standIn.instead.set(OTP, [status, { txnId, message: 'a'.repeat(60_000) }])
  expect(await start(open())).toHaveProperty('txn_id', txnId)
})

test.each([SESSION, CERTIFICATE, OTP])('a redirect of %s is not followed', async (path) => {
  const { url } = standIn.settings
  const outcome = await failed(path, [307, '', { location: `${url}/elsewhere` }])
  expect(outcome).toMatchObject({ code: 502, reason: expect.stringMatching(/answered 307$/) })
  expect(standIn.asked).not.toContain('/abha/api/elsewhere')
})

test.each([SESSION, CERTIFICATE, OTP])('%s is not waited for without end', async (path) => {
  const outcome = await failed(path, () => {}, { timeoutMs: LATE_MS })
  expect(outcome).toMatchObject({ code: 504, reason: expect.stringMatching(/: late$/) })
})

test('nor is an answer that does not end', async () => {
  const outcome = await failed(OTP, (response) => void response.write('{'), { timeoutMs: LATE_MS })
  expect(outcome.code).toBe(504)
})

test('one that breaks off cannot be reached', async () => {
  const outcome = await failed(OTP, (response) => response.destroy())
  expect(outcome).toMatchObject({ code: 503, reason: 'otp: UND_ERR_SOCKET' })
})

test('nor can one that is not there', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const gateway = new AbdmGateway({ ...standIn.settings, sessionUrl: `http://127.0.0.1:${port}` })
  const outcome = await start(gateway)
  expect(outcome).toMatchObject({ code: 503, reason: 'session: ECONNREFUSED' })
})

test('who goes away is told so, and others get what was fetched for both', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    standIn.instead.set(SESSION, (response) => {
      release = () => void response.end('{"accessToken":"a","expiresIn":1200}')
      resolve()
    })
  })
  standIn.instead.set(CERTIFICATE, [200, { publicKey: standIn.publicKey() }])
  standIn.instead.set(OTP, [200, { txnId }])
  const gateway = open()
  const leaving = new AbortController()
  const [gone, stays] = [gateway.start(NUMBER, leaving.signal), start(gateway)]
  await held
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  release()
  expect(await stays).toHaveProperty('txn_id')
  expect(standIn.asked).toEqual([SESSION, CERTIFICATE, OTP])
})

test('who is gone already asks nothing', async () => {
  await expect(open().start(NUMBER, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(standIn.asked).toEqual([])
})
