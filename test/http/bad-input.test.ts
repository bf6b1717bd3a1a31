/**
 * Proves of requests that are wrong, asked of a server that listens:
 * 1. each gets an answer of the one shape with the status that says what is wrong, and an identifier of its own
 * 2. nothing of what was sent stands in an answer or in the log, wherever it was put
 * 3. who is slow, who sends what is no HTTP and who goes away is no trouble, and no fault of the server's
 */

import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { WireCode } from '../../src/http/errors.ts'
import {
  type Answer,
  expectRefusal,
  headersOf,
  LINK,
  PATIENT,
  post,
  sendBytes,
  startServer,
  type TestServer,
} from '../support/http.ts'

/** Stands wherever somebody's text could. */
const MARKER = 'Zebrastripe'
const MIB = 1024 * 1024

let server: TestServer
beforeAll(async () => {
  server = await startServer({ requestTimeoutMs: 300 })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
beforeEach(() => {
  server.takeLog()
})

/** The answer is the refusal that is expected, and neither it nor the log has the marker. @returns what was logged */
function expectSilent(answer: Answer, status: number, code: WireCode): string {
  const log = server.takeLog()
  expectRefusal(answer, status, code)
  expect(answer.body + JSON.stringify(answer.headers) + log).not.toContain(MARKER)
  expect(log).not.toContain('"level":"error"')
  expect(log).toContain(String(answer.headers['x-request-id']))
  expect(log).toContain(`"status":${status}`)
  return log
}

const LINK_URL = '/med-link/nel/link'
const BATCH_URL = '/med-link/nel/link/batch'

/** A body of bytes, sent as JSON. */
const raw = (url: string, payload: string | Buffer, type = 'application/json'): InjectOptions => ({
  ...{ method: 'POST', url, payload },
  headers: { ...headersOf(), ...(type !== '' && { 'content-type': type }) },
})
const json = (value: unknown) => JSON.stringify(value)

/** Unknown hints. */
const hintsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, MARKER]))

interface Row {
  readonly name: string
  readonly request: InjectOptions
  readonly status: number
  readonly code: WireCode
}

const invalid = { status: 400, code: 'invalid_request' } as const
const unsupported = { status: 415, code: 'unsupported_media_type' } as const
const tooLarge = { status: 413, code: 'payload_too_large' } as const
const unknownVersion = { status: 404, code: 'unknown_version' } as const
const notFound = { status: 404, code: 'not_found' } as const
const otherMethod = { status: 405, code: 'method_not_allowed' } as const

test.each<Row>([
  { name: 'half a body', request: raw(LINK_URL, `{"query":"${MARKER}`), ...invalid },
  { name: 'an empty body', request: raw(LINK_URL, ''), ...invalid },
  {
    name: 'no body at all',
    request: { method: 'POST', url: LINK_URL, headers: headersOf() },
    ...invalid,
  },
  { name: 'a body of text', request: raw(LINK_URL, json(MARKER)), ...invalid },
  { name: 'a body that is a list', request: raw(LINK_URL, json([LINK, MARKER])), ...invalid },
  {
    name: 'bytes that are no UTF-8',
    request: raw(LINK_URL, Buffer.from(json({ ...LINK, query: `${MARKER}\xff` }), 'latin1')),
    ...invalid,
  },
  {
    name: 'a key twice',
    request: raw(LINK_URL, json(LINK).replace('{', `{"query":"${MARKER}",`)),
    ...invalid,
  },
  {
    name: '__proto__ among the extras',
    request: raw(
      '/profiles/v1/patient/',
      json({ ...PATIENT, extras: 0 }).replace('0}', `{"__proto__":{"a":"${MARKER}"}}}`),
    ),
    ...invalid,
  },
  {
    name: 'a field too many',
    request: post('/profiles/v1/patient/', { ...PATIENT, [MARKER]: MARKER }),
    ...invalid,
  },
  { name: 'another type', request: raw(LINK_URL, json(LINK), `text/${MARKER}`), ...unsupported },
  {
    name: 'a type that begins like JSON',
    request: raw(LINK_URL, json(LINK), 'application/jsonp'),
    ...unsupported,
  },
  {
    name: 'a form',
    request: raw(LINK_URL, `query=${MARKER}`, 'application/x-www-form-urlencoded'),
    ...unsupported,
  },
  { name: 'a type that is none', request: raw(LINK_URL, json(LINK), MARKER), ...unsupported },
  { name: 'no type', request: raw(LINK_URL, Buffer.from(json(LINK)), ''), ...unsupported },
  ...['iso-8859-1', 'utf-16', 'utf-8x', MARKER].map((charset) => ({
    name: `the charset ${charset}`,
    request: raw(LINK_URL, json(LINK), `application/json; charset=${charset}`),
    ...unsupported,
  })),
  {
    name: 'a link of 64 KB and a byte',
    request: raw(LINK_URL, Buffer.alloc(MIB / 16 + 1, ' ')),
    ...tooLarge,
  },
  { name: 'a link of 64 KB', request: raw(LINK_URL, Buffer.alloc(MIB / 16, ' ')), ...invalid },
  {
    name: 'a text of 64 KB and a byte',
    request: raw('/med-link/comprehend', Buffer.alloc(MIB / 16 + 1, ' ')),
    ...tooLarge,
  },
  {
    name: 'a link with 1,000 hints',
    request: post(LINK_URL, { ...LINK, metadata: hintsOf(1000) }),
    ...invalid,
  },
  {
    name: 'a batch with 10,000 hints',
    request: post(BATCH_URL, { requests: [{ ...LINK, metadata: hintsOf(10_000) }] }),
    ...invalid,
  },
  {
    name: 'a number that no double has',
    request: raw(LINK_URL, json(LINK).replace('{', '{"top_k":9007199254740993,')),
    ...invalid,
  },
  {
    name: 'a profile of more than a megabyte',
    request: raw('/profiles/v1/patient/', Buffer.alloc(MIB + 1, ' ')),
    ...tooLarge,
  },
  {
    name: 'a batch of a megabyte and a byte',
    request: raw(BATCH_URL, Buffer.alloc(MIB + 1, ' ')),
    ...tooLarge,
  },
  {
    name: 'a batch of a megabyte',
    request: raw(BATCH_URL, Buffer.alloc(MIB, ' ')),
    ...invalid,
  },
  {
    name: 'a query of 10,001 characters',
    request: post(LINK_URL, { ...LINK, query: MARKER.padEnd(10_001, 'x') }),
    ...invalid,
  },
  { name: 'an empty query', request: post(LINK_URL, { ...LINK, query: '' }), ...invalid },
  { name: 'a query of numbers', request: post(LINK_URL, { ...LINK, query: [MARKER] }), ...invalid },
  { name: 'no version', request: post(LINK_URL, { ...LINK, version: undefined }), ...invalid },
  { name: 'an empty version', request: post(LINK_URL, { ...LINK, version: '' }), ...invalid },
  {
    name: 'an unknown version',
    request: post(LINK_URL, { ...LINK, version: MARKER }),
    ...unknownVersion,
  },
  {
    name: 'a version that is a path',
    request: post(LINK_URL, { ...LINK, version: `../${MARKER}` }),
    ...unknownVersion,
  },
  {
    name: 'an unknown ontology',
    request: post(LINK_URL, { ...LINK, ontology: MARKER }),
    ...invalid,
  },
  {
    name: 'an ontology that is not installed',
    request: post(LINK_URL, { ...LINK, ontology: 'snomed', version: MARKER }),
    ...unknownVersion,
  },
  ...[0, 11, 1.5, -1, '5', null, [MARKER]].map((top_k) => ({
    name: `top_k of ${json(top_k)}`,
    request: post(LINK_URL, { ...LINK, top_k }),
    ...invalid,
  })),
  {
    name: 'hints that are a list',
    request: post(LINK_URL, { ...LINK, metadata: [MARKER] }),
    ...invalid,
  },
  {
    name: 'a hint of 1,001 characters',
    request: post(LINK_URL, { ...LINK, metadata: { unit: MARKER.padEnd(1001) } }),
    ...invalid,
  },
  {
    name: 'an identifier that is none',
    request: post(LINK_URL, { ...LINK, request_id: { [MARKER]: 1 } }),
    ...invalid,
  },
  { name: 'a batch of 0', request: post(BATCH_URL, { ...LINK, queries: [] }), ...invalid },
  {
    name: 'a batch of 101',
    request: post(BATCH_URL, { ...LINK, queries: Array(101).fill(MARKER) }),
    ...invalid,
  },
  {
    name: 'a batch of 101 requests',
    request: post(BATCH_URL, { requests: Array(101).fill(LINK) }),
    ...invalid,
  },
  {
    name: 'a batch of neither queries nor requests',
    request: post(BATCH_URL, { ...LINK, query: MARKER }),
    ...invalid,
  },
  {
    name: 'a batch of both',
    request: post(BATCH_URL, { queries: [MARKER], requests: [LINK] }),
    ...invalid,
  },
  {
    name: 'a batch that is no list',
    request: post(BATCH_URL, { ...LINK, queries: MARKER }),
    ...invalid,
  },
  {
    name: 'a text that is empty',
    request: post('/med-link/comprehend', { text: ' ' }),
    ...invalid,
  },
  {
    name: 'a text of 10,001 characters',
    request: post('/med-link/comprehend', { text: MARKER.padEnd(10_001, 'x') }),
    ...invalid,
  },
  ...[
    'limit=0',
    'limit=51',
    'limit=x',
    'limit=1.5',
    'ontology=x',
    'prefix=a&prefix=b',
    `${MARKER}=1`,
  ].map((query) => ({
    name: `type-ahead with ${query}`,
    request: {
      url: `/med-link/suggest?prefix=${MARKER}&ontology=loinc&${query}`,
      headers: headersOf(),
    },
    ...invalid,
  })),
  {
    name: 'type-ahead without a prefix',
    request: { url: '/med-link/suggest?ontology=loinc', headers: headersOf() },
    ...invalid,
  },
  {
    name: 'a bad escape in an address',
    request: { url: `/profiles/v1/patient/${MARKER}%zz`, headers: headersOf() },
    ...invalid,
  },
  {
    name: 'half an escape',
    request: { url: `/profiles/v1/patient/${MARKER}%`, headers: headersOf() },
    ...invalid,
  },
  {
    name: 'an escape that is no UTF-8',
    request: { url: `/profiles/v1/patient/${MARKER}%ff`, headers: headersOf() },
    ...invalid,
  },
  {
    name: 'an identifier of 300 characters',
    request: { url: `/profiles/v1/patient/${MARKER.padEnd(300, '1')}`, headers: headersOf() },
    ...invalid,
  },
  { name: 'an unknown address', request: { url: `/${MARKER}?${MARKER}=${MARKER}` }, ...notFound },
  {
    name: 'an unknown address with a body that is no JSON',
    request: raw(`/${MARKER}`, MARKER),
    ...notFound,
  },
  {
    name: 'an unknown address with a large body',
    request: raw(`/${MARKER}`, Buffer.alloc(2 * MIB)),
    ...notFound,
  },
  ...(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const).map((method) => ({
    name: `${method} where POST is meant`,
    request: { method, url: `${LINK_URL}?${MARKER}`, headers: headersOf() },
    ...otherMethod,
  })),
  { name: 'POST where GET is meant', request: raw('/med-link/registry/', MARKER), ...otherMethod },
  {
    name: 'a body of no type where PUT is not meant',
    request: { ...raw(LINK_URL, MARKER, 'text/plain'), method: 'PUT' },
    ...otherMethod,
  },
])('$name: $status', async ({ request, status, code }) => {
  const log = expectSilent(await server.app.inject(request), status, code)
  expect(log).toContain('"message":"answered"')
})

test.each(['utf-8', 'UTF-8', 'utf8', '"utf-8"'])('the charset %s is taken', async (charset) => {
  const request = raw(LINK_URL, json(LINK), `application/json; charset=${charset}`)
  expect((await server.app.inject(request)).statusCode).toBe(200)
})

test('HEAD is answered as GET is, without a body', async () => {
  const url = '/med-link/registry/'
  const [head, get] = await Promise.all(
    (['HEAD', 'GET'] as const).map((method) =>
      server.app.inject({ method, url, headers: headersOf() }),
    ),
  )
  expect([head!.statusCode, head!.body]).toEqual([200, ''])
  expect(head!.headers['content-length']).toBe(get!.headers['content-length'])
  expect((await server.app.inject({ method: 'HEAD', url: LINK_URL })).statusCode).toBe(405)
})

test('what is wrong with a request of a batch is said in its place, and repeats nothing', async () => {
  const requests = [
    LINK,
    MARKER,
    null,
    { ...LINK, request_id: 'mine', query: '' },
    { ...LINK, version: MARKER },
    { ...LINK, ontology: MARKER },
    { ...LINK, ontology: 'snomed' },
    { ...LINK, top_k: MARKER },
    { ...LINK, version: undefined },
    { ...LINK, query: MARKER.padEnd(10_001) },
    LINK,
  ]
  const answer = await server.app.inject(post(BATCH_URL, { requests }))
  expect(answer.statusCode).toBe(200)
  const { results } = answer.json()
  const codes = results.map(({ error }: { error?: { code: string } }) => error?.code ?? 'linked')
  expect(codes).toEqual([
    'linked',
    ...['invalid_request', 'invalid_request', 'invalid_request'],
    ...['unknown_version', 'invalid_request', 'unknown_version'],
    ...['invalid_request', 'invalid_request', 'invalid_request'],
    'linked',
  ])
  expect(results[3].request_id).toBe('mine')
  expect(new Set(results.map(({ request_id }: { request_id: string }) => request_id)).size).toBe(11)
  expect(answer.body + server.takeLog()).not.toContain(MARKER)
  expect(answer.body).not.toContain('medlink-')
})

/** A request as it goes over the wire, from these lines. */
const wire = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const callerLines = () => Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}`)
const closing = ['Host: x', 'Connection: close']

describe('over a socket', () => {
  test.each([
    { name: 'words', bytes: `${MARKER} ${MARKER}\r\n\r\n` },
    { name: 'the beginning of TLS', bytes: Buffer.from('160301020001000001fc0303', 'hex') },
    { name: 'zeros', bytes: Buffer.alloc(64) },
    { name: 'HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
    { name: 'another version', bytes: wire('GET / HTTP/9.9', ...closing) },
    { name: 'an unknown method', bytes: wire(`${MARKER.toUpperCase()} / HTTP/1.1`, ...closing) },
    { name: 'a header without a colon', bytes: wire('GET / HTTP/1.1', MARKER, ...closing) },
    {
      name: 'a header folded',
      bytes: wire('GET / HTTP/1.1', `x: a\r\n ${MARKER}`, 'y\0: b', ...closing),
    },
    {
      name: 'two lengths of the body',
      bytes: wire(`POST /${MARKER} HTTP/1.1`, 'Content-Length: 1', 'Content-Length: 2', ...closing),
    },
    {
      name: 'a length and chunks',
      bytes: wire(
        `POST /${MARKER} HTTP/1.1`,
        'Content-Length: 3',
        'Transfer-Encoding: chunked',
        ...closing,
      ),
    },
    {
      name: 'a length that is none',
      bytes: wire(`POST /${MARKER} HTTP/1.1`, 'Content-Length: -1', ...closing),
    },
  ])('$name in the place of HTTP: 400', async ({ bytes }) => {
    const answer = await sendBytes(server.app, bytes)
    const log = expectSilent(answer, 400, 'invalid_request')
    expect(log).toContain('"message":"refused unread"')
    expect(answer.headers.connection).toBe('close')
  })

  test.each<{ name: string; bytes: string; status: number; code: WireCode }>([
    {
      name: 'headers of more than 16 KB',
      bytes: wire('GET /healthz HTTP/1.1', `x: ${MARKER.padEnd(16 * 1024, 'x')}`, ...closing),
      ...{ status: 431, code: 'header_too_large' },
    },
    {
      name: 'an address of more than 16 KB',
      bytes: wire(`GET /${MARKER.padEnd(16 * 1024, 'x')} HTTP/1.1`, ...closing),
      ...{ status: 431, code: 'header_too_large' },
    },
    { name: 'no host', bytes: wire(`GET /${MARKER} HTTP/1.1`, 'Connection: close'), ...invalid },
    {
      name: 'a body that is said to be too large',
      bytes: wire(
        `POST ${LINK_URL} HTTP/1.1`,
        ...closing,
        ...callerLines(),
        'content-type: application/json',
        `content-length: ${MIB + 1}`,
      ),
      ...tooLarge,
    },
  ])('$name: $status', async ({ bytes, status, code }) => {
    expectSilent(await sendBytes(server.app, bytes), status, code)
  })

  test.each([
    {
      name: 'headers of nearly 16 KB',
      bytes: wire('GET /healthz HTTP/1.1', `x: ${'x'.repeat(16_000)}`, ...closing),
    },
    { name: 'HTTP/1.0, which has no host', bytes: wire('GET /healthz HTTP/1.0') },
    {
      name: 'an expectation that nobody knows',
      bytes: wire('GET /healthz HTTP/1.1', `Expect: ${MARKER}`, ...closing),
    },
    { name: 'a whole address', bytes: wire('GET http://x/healthz HTTP/1.1', ...closing) },
  ])('$name is answered', async ({ bytes }) => {
    const { statusCode, body } = await sendBytes(server.app, bytes)
    expect([statusCode, body]).toEqual([200, '{"status":"ok"}'])
  })

  test.concurrent.each([
    { name: 'headers', bytes: `GET /${MARKER} HTTP/1.1\r\nx: ${MARKER}` },
    {
      name: 'a body',
      bytes: `${wire(`POST ${LINK_URL} HTTP/1.1`, 'Host: x', ...callerLines(), 'content-type: application/json', 'content-length: 99')}{"${MARKER}`,
    },
  ])('$name that do not end: 408', async ({ bytes }) => {
    const answer = await sendBytes(server.app, bytes)
    expectRefusal(answer, 408, 'request_timeout')
    expect(answer.body).not.toContain(MARKER)
  })
})

test('how long the server waits: for a request, and for the next one of a connection', async () => {
  const { medlink, records } = server
  const usual = await startServer({ medlink, records })
  onTestFinished(() => usual.close())
  const { requestTimeout, headersTimeout } = usual.app.server
  expect([requestTimeout, headersTimeout]).toEqual([30_000, 30_000])
  const url = await usual.app.listen({ host: '127.0.0.1', port: 0 })
  const { headers } = await fetch(`${url}/healthz`)
  // Longer than the minute for which proxies keep theirs.
  expect(headers.get('keep-alive')).toBe('timeout=72')
})

describe('a body that is too large', () => {
  test.each([
    { name: 'with its length', head: (length: number) => `content-length: ${length}` },
    { name: 'in chunks', head: () => 'transfer-encoding: chunked' },
  ])('$name is told so, however much still comes', async ({ head }) => {
    const { medlink, records } = server
    // Of one with the usual time for a request.
    const patient = await startServer({ medlink, records })
    onTestFinished(() => patient.close())
    await patient.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = patient.app.server.address() as AddressInfo
    for (const last of [closing, ['Host: x']]) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      let received = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        received += text
      })
      const chunk = Buffer.alloc(MIB, ' ')
      const lines = [...last, ...callerLines(), 'content-type: application/json', head(20 * MIB)]
      socket.write(wire(`POST ${LINK_URL} HTTP/1.1`, ...lines))
      // As programs do that read the answer when they have sent everything.
      for (let sent = 0; sent < 20; sent++) {
        if (head(0).startsWith('transfer')) socket.write(`${MIB.toString(16)}\r\n`)
        if (!socket.write(chunk)) await once(socket, 'drain')
        if (head(0).startsWith('transfer')) socket.write('\r\n')
      }
      await vi.waitUntil(() => received.includes('payload_too_large'), { timeout: 20_000 })
      expect(received).toMatch(/^HTTP\/1\.1 413 /)
      socket.destroy()
    }
  })
})

test('who reads nothing of its answers is ended', async () => {
  const { medlink, records } = server
  const impatient = await startServer({ medlink, records, stalledMs: 500 })
  onTestFinished(() => impatient.close())
  await impatient.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = impatient.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  // Far more than the buffers of a connection hold.
  const asked = wire('GET /openapi.json HTTP/1.1', 'Host: x').repeat(500)
  socket.write(asked)
  const connections = () =>
    new Promise<number>((resolve) => {
      impatient.app.server.getConnections((_, count) => resolve(count))
    })
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 20_000, interval: 100 })
  socket.destroy()
  // Others are answered meanwhile, and later.
  expect((await impatient.app.inject('/healthz')).statusCode).toBe(200)
})

describe('who goes away', () => {
  /** Sends bytes and goes away as soon as `when` has come. */
  async function leave(bytes: string, when: () => Promise<unknown>): Promise<void> {
    const { port } = server.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    await when()
    socket.destroy()
  }

  const asking = (length: number) =>
    wire(
      `POST ${BATCH_URL} HTTP/1.1`,
      'Host: x',
      ...callerLines(),
      'content-type: application/json',
      `content-length: ${length}`,
    )

  test('in the middle of a batch ends it, and the server goes on', async () => {
    const linkMany = vi.spyOn(server.medlink, 'linkMany')
    onTestFinished(() => linkMany.mockRestore())
    const body = json({ ...LINK, queries: Array(100).fill(`cholera ${MARKER}`) })
    const begun = () =>
      vi.waitUntil(() => linkMany.mock.lastCall?.[1]?.signal, { timeout: 20_000, interval: 1 })
    await leave(asking(body.length) + body, begun)
    const { signal } = linkMany.mock.lastCall![1]!
    if (!signal!.aborted) await once(signal!, 'abort')
    expect((await server.app.inject(post(LINK_URL, LINK))).statusCode).toBe(200)
    const batch = await server.app.inject(post(BATCH_URL, { ...LINK, queries: ['cholera'] }))
    expect(batch.json().results[0].results[0].term_id).toBe('A00')
    const log = server.takeLog()
    expect(log).not.toMatch(new RegExp(`"status":5|"level":"error"|${MARKER}`))
  })

  test('by a reset is neither answered nor logged', async () => {
    const { port } = server.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const begun = once(server.app.server, 'request')
    socket.write(`${asking(1000)}{"queries":["${MARKER}`)
    await begun
    const reset = once(server.app.server, 'clientError')
    socket.resetAndDestroy()
    expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' })
    expect(server.takeLog()).not.toContain('refused unread')
  })

  test('in the middle of a body is no trouble', async () => {
    const begun = once(server.app.server, 'request')
    await leave(`${asking(1000)}{"queries":["${MARKER}`, () => begun)
    expect((await server.app.inject(post(LINK_URL, LINK))).statusCode).toBe(200)
    expect(server.takeLog()).not.toMatch(new RegExp(`"status":5|"level":"error"|${MARKER}`))
  })
})
