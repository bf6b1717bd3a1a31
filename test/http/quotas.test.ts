/**
 * Proves of quotas:
 * 1. requests of a client and of a workspace are counted apart from those of others, and invalid tokens by neither
 * 2. a workspace creates patients up to its number, and again after one was erased
 * 3. a workspace stores bytes up to its number, whole or announced, and again after a document was deleted
 */

import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Quotas } from '../../src/http/quotas.ts'
import {
  type Claims,
  expectRefusal,
  headersOf,
  PATIENT,
  post,
  startServer,
} from '../support/http.ts'
import { formOf, headersOf as headersOfDocuments, PDF, startDocuments } from './documents/server.ts'

const first = await startServer()
afterAll(() => first.close())

async function startWith(quotas: Quotas) {
  const { medlink, records } = first
  const server = await startServer({ medlink, records, quotas })
  onTestFinished(() => server.close())
  return server.app
}

describe('requests', () => {
  test.each([
    { what: 'client', quotas: { client_requests: 2 }, same: { bid: 'b' }, other: { cid: 'd' } },
    {
      what: 'workspace',
      quotas: { workspace_requests: 2 },
      same: { cid: 'd' },
      other: { bid: 'b' },
    },
  ])('of one $what', async ({ quotas, same, other }) => {
    const app = await startWith(quotas)
    const ask = (claims: Claims) =>
      app.inject({ url: '/med-link/registry/', headers: headersOf(claims) })
    for (let nth = 0; nth < 4; nth++)
      await app.inject({ url: '/med-link/registry/', headers: { authorization: 'Bearer x' } })
    expect((await ask({})).statusCode).toBe(200)
    expect((await ask(same)).statusCode).toBe(200)
    const refused = await ask({})
    expectRefusal(refused, 429, 'rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other)).statusCode).toBe(200)
    expect((await app.inject('/metrics')).statusCode).toBe(200)
  })
})

test('patients of one workspace', async () => {
  const app = await startWith({ workspace_patients: 2 })
  const create = (claims: Claims) => app.inject(post('/profiles/v1/patient/', PATIENT, claims))
  const [one, two] = [await create({ bid: 'q' }), await create({ bid: 'q' })]
  expect([one.statusCode, two.statusCode]).toEqual([201, 201])
  for (let nth = 0; nth < 2; nth++) expectRefusal(await create({ bid: 'q' }), 409, 'conflict')
  expect((await create({ bid: 'r' })).statusCode).toBe(201)
  const erased = await app.inject({
    ...{ method: 'DELETE', url: `/profiles/v1/patient/${one.json().oid}` },
    headers: headersOf({ bid: 'q', role: 'admin' }),
  })
  expect(erased.statusCode).toBe(200)
  expect((await create({ bid: 'q' })).statusCode).toBe(201)
  expect((await create({ bid: 'q' })).statusCode).toBe(409)
})

test('bytes of the documents of one workspace', async () => {
  const server = await startDocuments({ quotas: { workspace_bytes: 3 * PDF.length } })
  onTestFinished(() => server.stop())
  const headers = await headersOfDocuments()
  const others = await headersOfDocuments({ bid: 'other' })
  const { payload, headers: ofForm } = await formOf([['file', PDF]])
  const upload = (who = headers) =>
    server.app.inject({
      ...{ method: 'POST', url: '/mr/api/v2/docs', payload, headers: { ...who, ...ofForm } },
    })
  const announce = (file_size: number) =>
    server.app.inject({
      ...{ method: 'POST', url: '/mr/api/v1/docs', headers },
      payload: { batch_request: [{ files: [{ contentType: 'application/pdf', file_size }] }] },
    })
  const first = await upload()
  expect([first.statusCode, (await announce(PDF.length)).statusCode]).toEqual([200, 200])
  expectRefusal(await announce(PDF.length + 1), 409, 'conflict')
  const last = await Promise.all([upload(), upload(), upload()])
  expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expectRefusal(await upload(), 409, 'conflict')
  expectRefusal(await announce(1), 409, 'conflict')
  expect((await upload(others)).statusCode).toBe(200)
  // No file of what was refused is left.
  expect(readdirSync(server.files)).toHaveLength(3)
  const { document_id } = first.json()
  const deleted = await server.app.inject({
    ...{ method: 'DELETE', url: `/mr/api/v1/docs/${document_id}`, headers },
  })
  expect(deleted.statusCode).toBe(200)
  expect((await upload()).statusCode).toBe(200)
  expectRefusal(await upload(), 409, 'conflict')
})
