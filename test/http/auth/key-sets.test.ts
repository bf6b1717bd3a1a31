/**
 * Proves of public keys, asked of an operation:
 * 1. from a URL they are fetched once for all who ask at once, and again after ten minutes
 * 2. a key that is new is found: in a file at once, at a URL after half a minute; names that nobody knows cause no flood
 *    A key that was taken out of a file is refused at once, whether or not anybody asks with an unknown one
 * 3. where they cannot be had the answer is 503, which the log explains: neither 401 nor 200
 */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { createServer } from '../../../src/http/http.ts'
import {
  captureLog,
  claimsWith,
  expectRefusal,
  jwt,
  makeFolder,
  startServer,
  type TestServer,
} from '../../support/http.ts'

const NOW = 1_800_000_000_000
const SECOND = 1000

/** A key of its own, and tokens by it for longer than any test goes on. */
function makeKey(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const claims = claimsWith({ exp: NOW / SECOND + 1e6 })
  const tokenAs = (kid: string) =>
    jwt({ alg: 'ES256', kid }, claims, (text) => signed(text, privateKey))
  return { jwk: jwkOf(publicKey, kid), token: tokenAs(kid), tokenAs }
}

const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid })
const signed = (text: string, key: KeyObject) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })

const [first, second] = [makeKey('first'), makeKey('second')]

/** What publishes keys: how often it was asked, and what it answers. */
const published = { fetches: 0, status: 200, body: '' }
const publisher = createHttpServer((_, response) => {
  published.fetches++
  response.writeHead(published.status, { 'content-type': 'application/json' }).end(published.body)
})
const keySet = (...keys: (typeof first)[]) => JSON.stringify({ keys: keys.map(({ jwk }) => jwk) })

const folder = makeFolder()
let base: TestServer
let url: string
beforeAll(async () => {
  base = await startServer()
  publisher.listen(0, '127.0.0.1')
  await once(publisher, 'listening')
  url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/keys`
})
afterAll(async () => {
  publisher.close()
  publisher.closeAllConnections()
  await base.close()
})

beforeEach(() => {
  Object.assign(published, { fetches: 0, status: 200, body: keySet(first) })
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server of these keys. @returns the statuses that tokens get when they are asked with at once */
async function serverOf(jwks: string) {
  const { logStream, takeLog } = captureLog()
  const { medlink } = base
  const app = await createServer({ medlink, tokens: { jwks }, logLevel: 'info', logStream })
  onTestFinished(() => app.close())
  const ask = (token: string) =>
    app.inject({ url: '/med-link/registry/', headers: { authorization: `Bearer ${token}` } })
  const statuses = async (...tokens: string[]) =>
    (await Promise.all(tokens.map(ask))).map(({ statusCode }) => statusCode)
  return { ask, statuses, takeLog }
}

const times = <Value>(count: number, value: (i: number) => Value) =>
  Array.from({ length: count }, (_, i) => value(i))

test('keys are fetched once for a hundred who ask at once, and not again for later ones', async () => {
  const { statuses } = await serverOf(url)
  expect(published.fetches).toBe(0)
  expect(new Set(await statuses(...times(100, () => first.token)))).toEqual(new Set([200]))
  expect(await statuses(first.token)).toEqual([200])
  expect(published.fetches).toBe(1)
})

test('keys are fetched again after ten minutes, when one that is gone is good no more', async () => {
  const { statuses } = await serverOf(url)
  expect(await statuses(first.token)).toEqual([200])
  published.body = keySet(second)
  vi.setSystemTime(NOW + 600 * SECOND - 1)
  expect(await statuses(first.token)).toEqual([200])
  expect(published.fetches).toBe(1)
  vi.setSystemTime(NOW + 600 * SECOND)
  expect(await statuses(first.token, second.token)).toEqual([401, 200])
  expect(published.fetches).toBe(2)
})

test('a key that is new at a URL is found after half a minute', async () => {
  const { statuses } = await serverOf(url)
  expect(await statuses(first.token, second.token)).toEqual([200, 401])
  published.body = keySet(first, second)
  vi.setSystemTime(NOW + 30 * SECOND - 1)
  expect(await statuses(second.token)).toEqual([401])
  expect(published.fetches).toBe(1)
  vi.setSystemTime(NOW + 30 * SECOND)
  expect(await statuses(second.token)).toEqual([200])
  expect(await statuses(first.token)).toEqual([200])
  expect(published.fetches).toBe(2)
})

test('a hundred names that nobody knows cause one fetch, at whatever time', async () => {
  const { statuses } = await serverOf(url)
  const unknown = times(100, (i) => first.tokenAs(`unknown-${i}`))
  expect(new Set(await statuses(...unknown))).toEqual(new Set([401]))
  expect(published.fetches).toBe(1)
  for (const token of unknown.slice(0, 10)) expect(await statuses(token)).toEqual([401])
  expect(published.fetches).toBe(1)
  vi.setSystemTime(NOW + 60 * SECOND)
  expect(new Set(await statuses(...unknown))).toEqual(new Set([401]))
  expect(published.fetches).toBe(2)
})

test.each([
  { name: 'an error', change: () => ({ status: 503 }) },
  { name: 'a redirect', change: () => ({ status: 302 }) },
  { name: 'no JSON', change: () => ({ body: '<html>' }) },
  { name: 'no set of keys', change: () => ({ body: '{"keys":7}' }) },
])('a URL that answers with $name is nobody’s fault who asks', async ({ change }) => {
  Object.assign(published, change())
  const { ask, takeLog } = await serverOf(url)
  expectRefusal(await ask(first.token), 503, 'unavailable')
  const log = takeLog()
  expect(log).toContain('"level":"error"')
  expect(log).not.toContain(first.token)
  // It is asked again as soon as somebody comes.
  Object.assign(published, { status: 200, body: keySet(first) })
  expect((await ask(first.token)).statusCode).toBe(200)
})

test('neither is a URL where nobody listens', async () => {
  const closed = createHttpServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  const { ask, takeLog } = await serverOf(`http://127.0.0.1:${port}/keys`)
  expectRefusal(await ask(first.token), 503, 'unavailable')
  expect(takeLog()).toContain('"level":"error"')
})

test('neither is a URL that does not answer within five seconds', async () => {
  // The clock of such signals is the system's, and waits for nobody.
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  onTestFinished(() => timeout.mockRestore())
  const { ask, takeLog } = await serverOf(url)
  expectRefusal(await ask(first.token), 503, 'unavailable')
  expect(takeLog()).toContain('"level":"error"')
  expect(timeout).toHaveBeenCalledWith(5 * SECOND)
})

test('keys that were fetched hold while they cannot be fetched again', async () => {
  const { statuses } = await serverOf(url)
  expect(await statuses(first.token)).toEqual([200])
  published.status = 500
  vi.setSystemTime(NOW + 30 * SECOND)
  expect(await statuses(second.token, first.token)).toEqual([503, 200])
})

test.each([
  { name: 'a path', place: (path: string) => path },
  { name: 'a URL of it', place: (path: string) => pathToFileURL(path).href },
])('a key that is new in a file is found at once, by $name', async ({ name, place }) => {
  const path = join(folder, `${name} of keys.json`)
  const write = writerOf(path)
  write(keySet(first))
  const { statuses } = await serverOf(place(path))
  expect(await statuses(first.token, second.token)).toEqual([200, 401])
  write(keySet(first, second))
  expect(await statuses(second.token, first.token)).toEqual([200, 200])
})

test('a file that has not changed is not read again, however many names nobody knows', async () => {
  const path = join(folder, 'unchanged.json')
  const [a, b] = [keySet(first), keySet(second)]
  const length = Math.max(a.length, b.length)
  writerOf(path)(a.padEnd(length))
  const { statuses } = await serverOf(path)
  // The same file, size and time: it is as if it were the same text.
  writerOf(path)(b.padEnd(length))
  expect(await statuses(second.token, first.token)).toEqual([401, 200])
})

test.each([
  { name: 'written again', replace: (path: string, text: string) => writeFileSync(path, text) },
  {
    name: 'replaced by another of the same time',
    replace: (path: string, text: string) => {
      writeFileSync(`${path}.new`, text)
      utimesSync(`${path}.new`, 1, 1)
      renameSync(`${path}.new`, path)
    },
  },
])('a key that was taken out of a file is refused at once: $name', async ({ name, replace }) => {
  const path = join(folder, `${name}.json`)
  writerOf(path)(keySet(first))
  const { statuses } = await serverOf(path)
  expect(await statuses(first.token)).toEqual([200])
  replace(path, keySet(second))
  expect(await statuses(first.token)).toEqual([401])
  expect(await statuses(second.token)).toEqual([200])
})

test('a file that cannot be read is told as long as it is so, and holds up no known key', async () => {
  const path = join(folder, 'keys.json')
  const write = writerOf(path)
  write(keySet(first))
  const { ask, statuses, takeLog } = await serverOf(path)
  write('{"keys":')
  for (let i = 0; i < 2; i++) {
    takeLog()
    expectRefusal(await ask(second.token), 503, 'unavailable')
    expect(takeLog()).toContain('MEDLINK_JWKS must be')
  }
  rmSync(path)
  expectRefusal(await ask(second.token), 503, 'unavailable')
  expect(await statuses(first.token)).toEqual([200])
  write(keySet(second))
  expect(await statuses(second.token)).toEqual([200])
})

/** Writes a file whose time says each time that it has changed, however fast. */
function writerOf(path: string): (contents: string) => void {
  let seconds = 1
  return (contents) => {
    writeFileSync(path, contents)
    utimesSync(path, seconds, seconds)
    seconds++
  }
}
