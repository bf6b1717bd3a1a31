/**
 * Proves of the proxies in front of a server, and of the host of a request:
 * 1. behind a trusted proxy the caller is who the proxy names: attempts to log in are counted by that address
 * 2. no other caller can name an address, a protocol or a host, nor can one who reaches the proxy add one in front
 * 3. attempts to log in are counted by client, too, from whatever addresses
 * 4. a request has one well-formed host, and URLs of files repeat no other
 */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  expectRefusal,
  headersOf,
  sendBytes,
  startServer,
  type TestServer,
} from '../support/http.ts'

const ACCOUNT = '/connect-auth/v1/account'
const ATTEMPTS = 10
const CLIENT_ATTEMPTS = 30
const PROXY = '10.1.2.3'

async function serverWith(trustedProxies: readonly string[]): Promise<TestServer> {
  const server = await startServer({ trustedProxies })
  onTestFinished(() => server.close())
  return server
}

/** Status of an attempt with a wrong refresh token, or with a wrong secret of a client. */
async function attempt(
  { app }: TestServer,
  remoteAddress: string,
  forwardedFor: string,
  client_id?: string,
): Promise<number> {
  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: `${ACCOUNT}/${client_id ? 'login' : 'refresh-token'}` },
    ...{ remoteAddress, headers: { 'x-forwarded-for': forwardedFor } },
    payload: client_id ? { client_id, client_secret: 'wrong' } : { refresh_token: 'wrong' },
  })
  return statusCode
}

async function attempts(times: number, once: () => Promise<number>): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < times; i++) found.push(await once())
  return found
}

const refused = (times: number) => Array.from({ length: times }, () => 401)

test('each caller behind a trusted proxy has its own attempts', async () => {
  const server = await serverWith(['10.0.0.0/8'])
  const first = () => attempt(server, PROXY, '203.0.113.1')
  expect(await attempts(ATTEMPTS + 1, first)).toEqual([...refused(ATTEMPTS), 429])
  expect(await attempt(server, PROXY, '203.0.113.2')).toBe(401)
  // As IPv4 within IPv6, and through two proxies.
  expect(await attempt(server, `::ffff:${PROXY}`, '203.0.113.1')).toBe(429)
  expect(await attempt(server, PROXY, '203.0.113.1, 10.9.9.9')).toBe(429)
  // An address that the caller itself put in front.
  expect(await attempt(server, PROXY, '198.51.100.7, 203.0.113.1')).toBe(429)
})

test.each([
  { name: 'without trusted proxies', trusted: [] },
  { name: 'from another address than that of the proxy', trusted: ['10.7.0.0/16'] },
])('$name no caller can name an address', async ({ trusted }) => {
  const server = await serverWith(trusted)
  let calls = 0
  const other = () => attempt(server, PROXY, `203.0.113.${calls++}`)
  expect(await attempts(ATTEMPTS + 1, other)).toEqual([...refused(ATTEMPTS), 429])
})

test('attempts with one client are counted from all addresses', async () => {
  const server = await serverWith([PROXY])
  let calls = 0
  const once = (client: string) => () => attempt(server, PROXY, `203.0.113.${calls++}`, client)
  expect(await attempts(CLIENT_ATTEMPTS + 1, once('guessed'))).toEqual([
    ...refused(CLIENT_ATTEMPTS),
    429,
  ])
  expect(await once('another')()).toBe(401)
})

test('the audit trail has the address that the proxy names', async () => {
  const server = await serverWith([PROXY])
  const { client_id, client_secret } = await server.records.clients.add({ bid: 'w', role: 'user' })
  await server.app.inject({
    ...{ method: 'POST', url: `${ACCOUNT}/login`, remoteAddress: PROXY },
    headers: { 'x-forwarded-for': '203.0.113.77' },
    payload: { client_id, client_secret },
  })
  const addresses: unknown[] = []
  for await (const { entry } of server.records.audit.read({}))
    addresses.push((JSON.parse(entry) as { address?: unknown }).address)
  expect(addresses).toEqual(['203.0.113.77'])
})

test('a list of proxies that is none is refused', async () => {
  await expect(startServer({ trustedProxies: ['proxy.internal'] })).rejects.toThrow(
    'trustedProxies must be addresses and networks',
  )
})

describe('the host', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())

  const ask = (...lines: string[]) =>
    sendBytes(
      server.app,
      ['GET /healthz HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'),
    )

  test.each([
    '127.0.0.1:8080',
    'localhost',
    'Records.Example.org:443',
    '[::1]:80',
    'records_1',
    'x',
  ])('%s is one', async (host) => {
    expect((await ask(`Host: ${host}`)).statusCode).toBe(200)
  })

  test.each([
    { name: 'twice', lines: ['Host: a', 'Host: b'] },
    { name: 'twice the same', lines: ['Host: a', 'host: a'] },
    { name: 'empty', lines: ['Host:'] },
    { name: 'with a path', lines: ['Host: a/b'] },
    { name: 'with a user', lines: ['Host: a@b'] },
    { name: 'two in one', lines: ['Host: a, b'] },
    { name: 'with a query', lines: ['Host: a?b'] },
    { name: 'with no port', lines: ['Host: a:x'] },
    { name: 'with a mark', lines: ['Host: "a"'] },
  ])('$name is refused', async ({ lines }) => {
    expectRefusal(await ask(...lines), 400, 'invalid_request')
  })

  test('of a trusted proxy is checked as well', async () => {
    const behind = await serverWith([PROXY])
    const headers = { ...headersOf(), 'x-forwarded-host': 'a/b' }
    const url = '/med-link/registry/'
    const answer = await behind.app.inject({ url, headers, remoteAddress: PROXY })
    expectRefusal(answer, 400, 'invalid_request')
    expect((await behind.app.inject({ url, headers })).statusCode).toBe(200)
  })
})
