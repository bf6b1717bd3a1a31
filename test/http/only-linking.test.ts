/**
 * Proves of a server that serves linking alone:
 * 1. it has no operation of profiles, documents, webhooks, log-in and registration, and describes none; the others stay
 * 2. the command opens no database and makes no folder of records
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf, LINK, post, startServer, type TestServer } from '../support/http.ts'
import { fullRoot, startServer as startCommand } from '../support/server.ts'

/** Beginnings of the paths that are about records or persons. */
const OTHERS = /^\/(?:profiles|mr|abdm|notification|connect-auth)\//

interface Described {
  readonly info: { readonly description: string }
  readonly paths: object
  readonly components: { readonly schemas: object }
}

let whole: TestServer
let server: TestServer
beforeAll(async () => {
  whole = await startServer()
  const { medlink, records } = whole
  server = await startServer({ medlink, records, only: 'linking' })
})
afterAll(async () => {
  await server.close()
  await whole.close()
})

const describedBy = async ({ app }: TestServer): Promise<Described> =>
  (await app.inject('/openapi.json')).json()

test('all operations of linking stay, and no other', async () => {
  const all = Object.keys((await describedBy(whole)).paths)
  const { info, paths, components } = await describedBy(server)
  expect(Object.keys(paths)).toEqual(all.filter((path) => !OTHERS.test(path)))
  expect(all.filter((path) => OTHERS.test(path)).length).toBeGreaterThan(10)
  expect(info.description).toBe('Links medical text to codes.')
  expect(
    Object.keys(components.schemas).filter((name) => /Patient|Document|Sub/.test(name)),
  ).toEqual([])
})

test('it links, and is ready without records', async () => {
  const linked = await server.app.inject(post('/med-link/nel/link', LINK))
  expect(linked.json().results[0].is_linked).toBe(true)
  expect((await server.app.inject('/readyz')).json()).toEqual({
    status: 'ready',
    parts: { indexes: true },
  })
})

test.each([
  { url: '/med-link/nel/link', body: LINK },
  { url: '/med-link/comprehend', body: { text: 'asthma', find: ['problem'] } },
])('$url names fields that it ignores', async ({ url, body }) => {
  const misspelt = await server.app.inject(post(url, { ...body, strictnes: 'balanced' }))
  expect(misspelt.json()).toMatchObject({ ignored_fields: ['strictnes'] })
  expect((await server.app.inject(post(url, body))).json()).not.toHaveProperty('ignored_fields')
})

test('a batch names them for each request', async () => {
  const { query, ...common } = LINK
  const batch = { ...common, queries: [query], billabel: true }
  const { results } = (await server.app.inject(post('/med-link/nel/link/batch', batch))).json()
  expect(results[0].ignored_fields).toEqual(['billabel'])
})

test.each([
  { method: 'POST', url: '/profiles/v1/patient/' },
  { method: 'GET', url: '/mr/api/v1/docs' },
  { method: 'POST', url: '/notification/v1/connect/webhook/subscriptions' },
  { method: 'POST', url: '/connect-auth/v1/account/login' },
  { method: 'POST', url: '/abdm/na/v1/registration/aadhaar/init' },
] as const)('there is no $method $url', async ({ method, url }) => {
  const headers = headersOf({ role: 'admin' })
  expect((await server.app.inject({ method, url, headers })).statusCode).toBe(404)
  expect((await whole.app.inject({ method, url, headers })).statusCode).not.toBe(404)
})

test('the command opens no database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-only-'))
  const place = { folder: join(folder, 'records') }
  const command = await startCommand({
    ...{ dir: await fullRoot(folder), place, argv: ['--only', 'linking'] },
  })
  try {
    const { status, body } = await command.ask('GET /readyz')
    expect({ status, body }).toEqual({
      ...{ status: 200, body: { status: 'ready', parts: { indexes: true } } },
    })
    expect((await command.ask('POST /connect-auth/v1/account/login', { body: {} })).status).toBe(
      404,
    )
    expect((await command.ask('GET /metrics')).text).toContain('medlink_index_info')
    expect(command.log()).not.toContain('Aadhaar')
    expect(existsSync(place.folder)).toBe(false)
    expect((await command.end('SIGTERM')).code).toBe(0)
  } finally {
    await command.stop()
    rmSync(folder, { recursive: true })
  }
})
