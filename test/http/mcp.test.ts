/**
 * Proves of /mcp:
 * 1. a client of either protocol is served what the library answers, and each link is counted
 * 2. it needs a token, as any operation
 * 3. a page that a browser has loaded from elsewhere is refused, by its origin and by its host
 * 4. a body that is no message is refused, and nothing of it is logged
 * 5. a client that listens is let go when the server closes
 */

import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, headersOf, startServer, type TestServer } from '../support/http.ts'
import { INITIALIZE, messageIn, overHttp, type Revision } from '../support/mcp.ts'

const CALL = {
  name: 'link',
  arguments: {
    ontology: 'icd-10-cm',
    mentions: [{ query: 'cholera', request_id: 'a' }, { query: ' ' }],
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ publicUrl: 'https://link.example.org/base' })
})
afterAll(() => server.close())

/** Answer to a request in this process. */
function ask(method: string, params: object, revision: Revision, headers = headersOf()) {
  const { body, headers: own } = overHttp(revision, method, { ...params })
  return server.app.inject({
    ...{ method: 'POST', url: '/mcp', payload: body, headers: { ...own, ...headers } },
  })
}

describe.each<{ revision: Revision; opening: string; params: object }>([
  { revision: '2025-11-25', opening: 'initialize', params: INITIALIZE },
  { revision: '2026-07-28', opening: 'server/discover', params: {} },
])('a client of $revision', ({ revision, opening, params }) => {
  test('learns the rule of a no', async () => {
    const { statusCode, body } = await ask(opening, params, revision)
    expect(statusCode).toBe(200)
    expect(messageIn(body).result.instructions).toContain('A no is an answer')
  })

  test('is answered as by the library, and the links are counted', async () => {
    const count = async () => {
      const { body } = await server.app.inject('/metrics')
      return Number(/medlink_links_total\{ontology="icd-10-cm".*\} (\d+)/.exec(body)?.[1] ?? 0)
    }
    const before = await count()
    const { statusCode, body } = await ask('tools/call', CALL, revision)
    expect(statusCode).toBe(200)
    const { structuredContent, content } = messageIn(body).result
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    expect(structuredContent.answers).toEqual([
      expect.objectContaining({
        answer: 'Yes: A00 Cholera.',
        result: server.medlink.link({
          ...{ query: 'cholera', ontology: 'icd-10-cm', top_k: 3, request_id: 'a' },
        }),
      }),
      { error: expect.objectContaining({ code: 'invalid_request' }) },
    ])
    expect(await count()).toBe(before + 1)
  })

  test('has a long mention and a note linked on threads', async () => {
    const query = `cholera ${'and so on '.repeat(60)}`
    const text = 'cholera, no fever'
    const link = { ontology: 'icd-10-cm', mentions: [{ query, request_id: 'a' }] }
    const [linked, noted] = await Promise.all(
      [
        { name: 'link', arguments: link },
        { name: 'comprehend', arguments: { text } },
      ].map(async (call) => messageIn((await ask('tools/call', call, revision)).body).result),
    )
    expect(linked.structuredContent.answers[0].result).toEqual(
      server.medlink.link({ query, ontology: 'icd-10-cm', top_k: 3, request_id: 'a' }),
    )
    const { result } = noted.structuredContent
    expect(result.entities.length).toBeGreaterThan(0)
    expect(result).toEqual({
      ...server.medlink.comprehend({ text, top_k: 3 }),
      request_id: result.request_id,
    })
  })
})

test.each(['GET', 'DELETE'] as const)('%s has no session to be about', async (method) => {
  const { statusCode } = await server.app.inject({ method, url: '/mcp', headers: headersOf() })
  expect(statusCode).toBe(405)
})

test.each(['POST', 'GET', 'DELETE'] as const)('%s needs a token', async (method) => {
  const answer = await server.app.inject({ method, url: '/mcp' })
  expectRefusal(answer, 401, 'unauthorized')
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

describe('over a connection of this machine', () => {
  beforeAll(() => server.app.listen({ host: '127.0.0.1', port: 0 }))

  /** Sends headers that fetch would not. */
  function send(headers: Readonly<Record<string, string>>) {
    const { port } = server.app.server.address() as AddressInfo
    const { headers: own, body } = overHttp('2026-07-28', 'tools/list')
    return new Promise<{ statusCode: number; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const asked = request(
          {
            ...{ port, path: '/mcp', method: 'POST' },
            headers: { ...own, ...headersOf(), ...headers },
          },
          async (response) => {
            let text = ''
            for await (const chunk of response) text += chunk
            resolve({
              statusCode: response.statusCode!,
              headers: { ...response.headers },
              body: text,
            })
          },
        )
        asked.once('error', reject).end(body)
      },
    )
  }

  test.each([
    { host: 'localhost:8080' },
    { host: '127.0.0.1' },
    { host: '[::1]:8080', origin: 'http://[::1]:3000' },
    { host: 'link.example.org', origin: 'https://link.example.org' },
    { host: 'localhost', origin: 'http://localhost:6274' },
  ])('$host, with the origin $origin, is served', async (headers) => {
    expect((await send(headers)).statusCode).toBe(200)
  })

  test.each([
    { host: 'evil.example.com' },
    { host: 'evil.example.com', origin: 'http://evil.example.com' },
    { host: 'localhost', origin: 'http://evil.example.com' },
    { host: 'localhost', origin: 'null' },
    { host: 'localhost', origin: 'http://localhost.example.com' },
    { host: '127.0.0.1.example.com' },
  ])('$host, with the origin $origin, is refused', async (headers) => {
    const answer = await send(headers)
    expect(expectRefusal(answer, 403, 'forbidden')).toContain('MEDLINK_PUBLIC_URL')
    expect(answer.body).not.toContain('example.com')
  })

  test('a host that is no host is refused', async () => {
    expectRefusal(await send({ host: 'a b' }), 400, 'invalid_request')
  })
})

test.each([
  { what: 'no JSON', body: '{"asha', status: 400 },
  { what: 'no message', body: '{"asha": "of ward 7"}', status: 400 },
  { what: 'another key twice', body: '{"id": "asha", "id": 2}', status: 400 },
])('a body that is $what is refused, and nothing of it is logged', async ({ body, status }) => {
  const { headers } = overHttp('2025-11-25', 'ping')
  server.takeLog()
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/mcp', payload: body, headers: { ...headers, ...headersOf() } },
  })
  expect(answer.statusCode).toBe(status)
  expect(JSON.parse(answer.body)).toHaveProperty('error')
  expect(answer.body + server.takeLog()).not.toContain('asha')
})

test('a client that listens is let go when the server closes', async () => {
  const other = await startServer()
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
  const { headers, body } = overHttp('2026-07-28', 'subscriptions/listen', { notifications: {} })
  const response = await fetch(`${address}/mcp`, {
    ...{ method: 'POST', body, headers: { ...headers, ...headersOf() } },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const start = performance.now()
  const [text] = await Promise.all([response.text(), other.close()])
  expect(text).toContain('notifications/subscriptions/acknowledged')
  expect(performance.now() - start).toBeLessThan(5000)
})
