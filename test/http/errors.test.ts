/**
 * Proves of errors over HTTP:
 * 1. every code of the library has a code on the wire, and every one of these a status, a message and a row in docs/errors.md
 * 2. what is the server's fault has one constant message: nothing of an error, a folder or a request is told
 * 3. an index that is missing, foreign or damaged, and too many requests, are answered as the table says
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answerErrors, speakJson } from '../../src/http/answering.ts'
import { errorBodySchema, HttpError, STATUS, type WireCode } from '../../src/http/errors.ts'
import {
  MEDLINK_ERROR_CODES,
  MedlinkError,
  type MedlinkErrorCode,
  openMedlink,
} from '../../src/medlink.ts'
import {
  expectRefusal,
  headersOf,
  LINK,
  makeFolder,
  post,
  startServer,
  type TestServer,
} from '../support/http.ts'

/** Stands in every message that is not to be told. */
const MARKER = 'Zebrastripe'

/** What becomes of the library's codes, and whether their message is told. */
const OF_LIBRARY: Readonly<Record<MedlinkErrorCode, readonly [WireCode, 'told' | 'silent']>> = {
  invalid_request: ['invalid_request', 'told'],
  unknown_ontology: ['invalid_request', 'told'],
  unknown_version: ['unknown_version', 'told'],
  unknown_code: ['not_found', 'told'],
  index_missing: ['unknown_version', 'silent'],
  index_incompatible: ['unavailable', 'silent'],
  index_corrupt: ['unavailable', 'silent'],
  release_not_found: ['internal', 'silent'],
  release_invalid: ['internal', 'silent'],
  build_in_progress: ['unavailable', 'silent'],
  table_invalid: ['internal', 'silent'],
  data_invalid: ['internal', 'silent'],
  names_invalid: ['internal', 'silent'],
  download_failed: ['internal', 'silent'],
  disk_full: ['unavailable', 'silent'],
  no_access: ['unavailable', 'silent'],
  settings_invalid: ['internal', 'silent'],
  records_incompatible: ['unavailable', 'silent'],
  no_records: ['unavailable', 'silent'],
  seal_broken: ['internal', 'silent'],
  project_incompatible: ['unavailable', 'silent'],
  no_project: ['unavailable', 'silent'],
  closed: ['unavailable', 'silent'],
  internal: ['internal', 'silent'],
}

/** The statuses, and what is said where there is nothing more to say. */
const WIRE: Readonly<Record<WireCode, readonly [number, RegExp]>> = {
  invalid_request: [400, /^the request is malformed$/],
  decryption_failed: [400, /^the envelope cannot be opened$/],
  unauthorized: [401, /^a valid bearer token is needed$/],
  forbidden: [403, /^the caller may not do this$/],
  consent_required: [
    403,
    /^the workspace requires a consent of the patient, and the request has none$/,
  ],
  not_found: [404, /^there is no such operation$/],
  profile_not_found: [404, /^there is no profile with this identifier$/],
  document_not_found: [404, /^the patient has no document with this identifier$/],
  unknown_version: [
    404,
    /^this version of the ontology is not installed: GET \/med-link\/registry\/ /,
  ],
  method_not_allowed: [
    405,
    /^this address is asked with another method: the header allow names it$/,
  ],
  request_timeout: [408, /^the request took too long to arrive$/],
  conflict: [409, /^it already exists$/],
  legal_hold: [409, /^the patient is under a legal hold/],
  payload_too_large: [413, /^the body is too large: 64 KB is the limit for a link or a text, /],
  unsupported_media_type: [415, /^the body must be application\/json in UTF-8$/],
  range_not_satisfiable: [416, /^the file has no such bytes$/],
  rate_limited: [429, /^too many requests: try again later$/],
  header_too_large: [431, /^the headers are too large$/],
  internal: [500, /^an error of the server: its log says more under this x-request-id$/],
  bad_gateway: [502, /^a server that this one depends on gave no usable answer$/],
  unavailable: [503, /^the server cannot answer now: its log says more under this x-request-id$/],
  gateway_missing: [503, /^this server is not set up for registrations by Aadhaar number$/],
  gateway_timeout: [504, /^a server that this one depends on took too long to answer$/],
  insufficient_storage: [507, /^no space is left for the file: nothing was stored$/],
}
const wireCodes = Object.keys(STATUS) as WireCode[]

let server: TestServer
/** Answers with whatever error is thrown next. */
const thrower = Fastify()
let thrown: unknown
beforeAll(async () => {
  server = await startServer()
  speakJson(thrower, new Map())
  answerErrors(thrower)
  thrower.get('/', () => {
    throw thrown
  })
})
afterAll(async () => {
  await thrower.close()
  await server.close()
})

async function answerTo(error: unknown) {
  thrown = error
  const answer = await thrower.inject('/')
  return { answer, status: answer.statusCode, body: answer.json() }
}

test('the tables here are the whole of the codes', () => {
  expect(Object.keys(OF_LIBRARY)).toEqual([...MEDLINK_ERROR_CODES])
  expect(Object.keys(WIRE)).toEqual(wireCodes)
})

test.each(MEDLINK_ERROR_CODES)('%s of the library', async (code) => {
  const [wire, telling] = OF_LIBRARY[code]
  const [status, constant] = WIRE[wire]
  const message = `${MARKER} in /var/lib/${MARKER}`
  const { body, answer } = await answerTo(new MedlinkError(code, message))
  expect(errorBodySchema.strict().parse(body).error.code).toBe(wire)
  expect(answer.statusCode).toBe(status)
  if (telling === 'told') expect(body.error.message).toBe(message)
  else expect(body.error.message).toMatch(constant)
})

test.each(wireCodes)('%s on the wire', async (code) => {
  const [status, message] = WIRE[code]
  const { answer, body } = await answerTo(new HttpError(code))
  expect(answer.statusCode).toBe(status)
  // The contract has profiles that are not there without an object around them.
  const error = code === 'profile_not_found' ? body : body.error
  expect(Object.keys(error).sort()).toEqual(['code', 'message'])
  expect(error.code).toBe(code)
  expect(error.message).toMatch(message)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['www-authenticate']).toBe(code === 'unauthorized' ? 'Bearer' : undefined)
})

test.each([
  { name: 'an error', error: new Error(MARKER), code: 'internal' },
  { name: 'a mistake in the program', error: new TypeError(MARKER), code: 'internal' },
  { name: 'a text', error: MARKER, code: 'internal' },
  { name: 'an object', error: { message: MARKER, code: MARKER }, code: 'internal' },
  { name: 'null', error: null, code: 'internal' },
  { name: 'a status that there is', error: faultOf(409), code: 'conflict' },
  { name: 'the lowest status', error: faultOf(400), code: 'invalid_request' },
  { name: 'a status that is not ours', error: faultOf(418), code: 'invalid_request' },
  { name: 'the last one of callers', error: faultOf(499), code: 'invalid_request' },
  { name: 'one of servers that is not ours', error: faultOf(502), code: 'internal' },
  { name: 'a status beyond those of errors', error: faultOf(600), code: 'internal' },
  { name: 'a status that is no error', error: faultOf(302), code: 'internal' },
  { name: 'a status that is no number', error: faultOf('400'), code: 'internal' },
] as const)('$name that is thrown is $code, and tells nothing', async ({ error, code }) => {
  const { answer, body } = await answerTo(error)
  const [status, message] = WIRE[code]
  expect(answer.statusCode).toBe(status)
  expect(body).toEqual({ error: { code, message: expect.stringMatching(message) } })
  expect(JSON.stringify(answer.headers)).not.toContain(MARKER)
})

test('every code has a row in docs/errors.md, with its status', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split(/^## Over HTTP$/m)
  const rows = [...section.split(/^#/m)[0]!.matchAll(/^\|[^|]*`(\w+)`[^|]*\|.*$/gm)]
  const listed = rows.map(([row, code]) => ({ code, status: /\b[45]\d\d\b/.exec(row)?.[0] }))
  const expected = wireCodes.map((code) => ({ code, status: String(STATUS[code]) }))
  const byCode = (a: { code?: string | undefined }, b: { code?: string | undefined }) =>
    String(a.code) < String(b.code) ? -1 : 1
  expect(listed.sort(byCode)).toEqual(expected.sort(byCode))
})

test('an index that is missing tells no folder, and one that is foreign neither: the log does', async () => {
  const dir = makeFolder()
  mkdirSync(join(dir, 'icd-10-cm'))
  writeFileSync(join(dir, 'icd-10-cm', `${LINK.version}.sqlite`), MARKER.repeat(1000))
  const medlink = openMedlink({ dir })
  const { records } = server
  const other = await startServer({ medlink, records })
  onTestFinished(async () => {
    await other.close()
    medlink.close()
  })
  const missing = await other.app.inject({
    url: '/med-link/suggest?ontology=loinc&prefix=a',
    headers: headersOf(),
  })
  expect(expectRefusal(missing, 404, 'unknown_version')).toMatch(WIRE.unknown_version[1])
  expect(other.takeLog()).not.toContain('"level":"error"')

  const foreign = await other.app.inject(post('/med-link/nel/link', LINK))
  expect(expectRefusal(foreign, 503, 'unavailable')).toMatch(WIRE.unavailable[1])
  const log = other.takeLog()
  expect(log).toContain('"level":"error"')
  expect(log).toContain('"code":"index_')
  expect(log).toContain(join(dir, 'icd-10-cm'))
  expect(log).toContain(String(foreign.headers['x-request-id']))

  for (const answer of [missing, foreign]) expect(answer.body).not.toContain(dir)
})

test('more requests than are allowed are told so in the same shape', async () => {
  const { medlink, records } = server
  const limited = await startServer({ medlink, records, rateLimit: 2 })
  onTestFinished(() => limited.close())
  const ask = () => limited.app.inject('/metrics')
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
  const answer = await ask()
  expectRefusal(answer, 429, 'rate_limited')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  // What watches the server would take a refusal for a dead process.
  for (const url of ['/healthz', '/readyz'])
    for (let i = 0; i < 3; i++) expect((await limited.app.inject(url)).statusCode).toBe(200)
})

test('tokens that are not good are counted as requests', async () => {
  const { medlink, records } = server
  const limited = await startServer({ medlink, records, rateLimit: 2 })
  onTestFinished(() => limited.close())
  const ask = (authorization: string) =>
    limited.app.inject({ url: '/med-link/registry/', headers: { authorization } })
  expect([(await ask('Bearer x')).statusCode, (await ask('Bearer y')).statusCode]).toEqual([
    401, 401,
  ])
  expectRefusal(await ask('Bearer z'), 429, 'rate_limited')
  const { authorization = '' } = headersOf()
  expectRefusal(await ask(authorization), 429, 'rate_limited')
})

function faultOf(statusCode: unknown): Error {
  return Object.assign(new Error(MARKER), { statusCode })
}
