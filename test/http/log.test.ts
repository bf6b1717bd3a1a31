/**
 * Proves of the server's log:
 * 1. each request is one line: its identifier, method, route as a pattern, status, time and client, and nothing else
 * 2. neither addresses, nor queries, headers, bodies and answers stand in it
 * 3. an error is told by its kind, its code and where it arose; by its message only where that is Medlink's own
 * 4. each level has what it says, and `silent` nothing
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createServer, type ServerOptions } from '../../src/http/http.ts'
import { loggedError } from '../../src/http/log.ts'
import { MedlinkError } from '../../src/medlink.ts'
import {
  CLIENT,
  captureLog,
  headersOf,
  LINK,
  PATIENT,
  post,
  startServer,
  type TestServer,
} from '../support/http.ts'

const MARKER = 'Zebrastripe'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const linesOf = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test.each<{ name: string; request: InjectOptions; line: object }>([
  {
    name: 'a link',
    request: post('/med-link/nel/link', { ...LINK, query: MARKER }),
    line: { method: 'POST', route: '/med-link/nel/link', status: 200, client: CLIENT },
  },
  {
    name: 'a patient who is made',
    request: post('/profiles/v1/patient/', { ...PATIENT, fn: MARKER }),
    line: { method: 'POST', route: '/profiles/v1/patient/', status: 201, client: CLIENT },
  },
  {
    name: 'a patient who is read',
    request: { url: `/profiles/v1/patient/${MARKER}?${MARKER}=${MARKER}`, headers: headersOf() },
    line: { method: 'GET', route: '/profiles/v1/patient/:oid', status: 404, client: CLIENT },
  },
  {
    name: 'a query',
    request: { url: `/med-link/suggest?prefix=${MARKER}&ontology=loinc`, headers: headersOf() },
    line: { method: 'GET', route: '/med-link/suggest', status: 200, client: CLIENT },
  },
  {
    name: 'a wrong token',
    request: {
      url: '/med-link/registry/',
      headers: { authorization: `Bearer ${MARKER}`, 'client-id': MARKER },
    },
    line: { method: 'GET', route: '/med-link/registry/', status: 401 },
  },
  {
    name: 'a login',
    request: {
      ...{ method: 'POST', url: '/connect-auth/v1/account/login' },
      payload: { client_id: MARKER, client_secret: MARKER },
    },
    line: { method: 'POST', route: '/connect-auth/v1/account/login', status: 401 },
  },
  {
    name: 'an unknown address',
    request: { url: `/${MARKER}`, headers: { cookie: MARKER, 'user-agent': MARKER } },
    line: { method: 'GET', route: null, status: 404 },
  },
  {
    name: 'an address that cannot be read',
    request: { url: `/${MARKER}/%zz` },
    line: { method: 'GET', route: null, status: 400 },
  },
])('$name is one line', async ({ request, line }) => {
  server.takeLog()
  const { headers } = await server.app.inject(request)
  const log = server.takeLog()
  expect(linesOf(log)).toEqual([
    {
      ...{ level: 'info', message: 'answered' },
      reqId: headers['x-request-id'],
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ms: expect.any(Number),
      ...line,
    },
  ])
  expect(log).not.toContain(MARKER)
})

test('the time of a request is in milliseconds, to a tenth', async () => {
  const readMetrics = async () => {
    await sleep(20)
    return { contentType: 'text/plain', text: '' }
  }
  const { app, takeLog } = await failing(undefined, { readMetrics })
  const start = performance.now()
  await app.inject('/metrics')
  const elapsed = performance.now() - start
  const [{ ms }] = linesOf(takeLog())
  expect(ms).toBeGreaterThan(18)
  expect(ms).toBeLessThanOrEqual(elapsed + 0.1)
  expect(Number(ms.toFixed(1))).toBe(ms)
})

/** A message as bad as can be: it repeats what was asked, and some of its lines look like places in the code. */
const message = `no match for ${MARKER}\n    at ${MARKER} (/etc/passwd:1:1)\n${MARKER}`

class ForeignError extends Error {
  override readonly name = 'ForeignError'
}

interface Thrown {
  readonly name: string
  readonly error: unknown
  readonly logged: object
}

test.each<Thrown>([
  { name: 'an error', error: new Error(message), logged: { type: 'Error' } },
  {
    name: 'an error of a kind of its own',
    error: new ForeignError(message),
    logged: { type: 'ForeignError' },
  },
  {
    name: 'an error with a code',
    error: Object.assign(new RangeError(message), { code: 'E_RANGE', detail: message }),
    logged: { type: 'RangeError', code: 'E_RANGE' },
  },
  {
    name: 'an error whose code is none',
    error: Object.assign(new Error(message), { code: { text: MARKER } }),
    logged: { type: 'Error' },
  },
  {
    name: 'an error with a cause',
    error: new Error(message, { cause: new Error(MARKER) }),
    logged: { type: 'Error' },
  },
  {
    name: 'an error of Medlink’s, with a cause',
    error: new MedlinkError('no_records', 'ours', { cause: new Error(message) }),
    logged: { type: 'MedlinkError', code: 'no_records', message: 'ours' },
  },
])(
  '$name is told by where it arose, and by no message but Medlink’s',
  async ({ error, logged }) => {
    const { app, takeLog } = await failing(error)
    const answer = await app.inject('/metrics')
    expect(answer.statusCode).toBeGreaterThanOrEqual(500)
    const log = takeLog()
    const [line, answered] = linesOf(log)
    expect(line).toEqual({
      ...{ level: 'error', message: 'an operation failed', reqId: answer.headers['x-request-id'] },
      time: expect.any(String),
      error: { ...logged, stack: expect.stringMatching(/^ {4}at .*log\.test\.ts:\d+:\d+/) },
    })
    expect(line.error.stack).toMatch(/^( {4}at .*(\n|$))+$/)
    expect(answered).toMatchObject({ route: '/metrics', status: answer.statusCode })
    expect(log + answer.body).not.toContain(MARKER)
  },
)

test.each([
  { name: 'a text', error: MARKER, type: 'string' },
  { name: 'an object', error: { message: MARKER }, type: 'object' },
  { name: 'null', error: null, type: 'object' },
])('$name that is thrown is told by its type', ({ error, type }) => {
  expect(loggedError(error)).toEqual({ type, stack: '' })
})

test('an error without a stack is told by its name', () => {
  const error = new Error(MARKER)
  delete error.stack
  expect(loggedError(error)).toEqual({ type: 'Error', stack: '' })
})

test.each([
  { level: 'silent', messages: [] },
  { level: 'error', messages: ['an operation failed'] },
  { level: 'warn', messages: ['an operation failed'] },
  { level: 'info', messages: ['answered', 'an operation failed', 'answered'] },
  { level: undefined, messages: [] },
] as const)('the level $level writes $messages', async ({ level, messages }) => {
  const { app, takeLog } = await failing(new Error(MARKER), { logLevel: level })
  await app.inject('/healthz')
  await app.inject('/metrics')
  const log = takeLog()
  expect(log === '' ? [] : linesOf(log).map((line) => line.message)).toEqual(messages)
})

test('records that do not answer are told once, and /readyz says so', async () => {
  const records = { ...server.records, check: () => Promise.reject(new Error(MARKER)) }
  const { app, takeLog } = await failing(undefined, { records })
  const answer = await app.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { status: 'not_ready', parts: { indexes: true, records: false } },
  ])
  const log = takeLog()
  expect(linesOf(log)[0]).toMatchObject({
    ...{ level: 'error', message: 'records do not answer' },
    error: { type: 'Error', stack: expect.stringContaining('log.test.ts') },
  })
  expect(log).not.toContain(MARKER)
})

/** A server whose metrics cannot be read. */
async function failing(error: unknown, options: Partial<ServerOptions> = {}) {
  const { medlink } = server
  const { logStream, takeLog } = captureLog()
  const app = await createServer({
    ...{ medlink, logStream, logLevel: 'info', tokens: async () => undefined },
    readMetrics: () => Promise.reject(error),
    ...options,
  })
  onTestFinished(() => app.close())
  return { app, takeLog }
}
