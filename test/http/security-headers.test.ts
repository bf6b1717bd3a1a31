/**
 * Proves of what every answer tells a browser:
 * 1. the same headers, whether it is an answer, a refusal or an address that there is none of
 * 2. a page has a policy of its own instead, and the other headers
 */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { LINK, post, startServer, type TestServer } from '../support/http.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

let server: TestServer

beforeAll(async () => {
  server = await startServer({ playground: 'token' })
})
afterAll(() => server.close())

test('every answer has them, and no header that demands TLS', async () => {
  const link = post('/med-link/nel/link', LINK)
  const answers = [
    await server.app.inject(link),
    await server.app.inject({ ...link, headers: {} }),
    await server.app.inject({ method: 'GET', url: '/nowhere' }),
    await server.app.inject({ method: 'GET', url: '/healthz' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 404, 200])
  for (const { headers } of answers) {
    expect(headers).toMatchObject(HEADERS)
    expect(headers).not.toHaveProperty('strict-transport-security')
  }
})

test('a page has its own policy', async () => {
  const page = await server.app.inject({ method: 'GET', url: '/' })
  const { 'content-security-policy': _, ...others } = HEADERS
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject(others)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
})
