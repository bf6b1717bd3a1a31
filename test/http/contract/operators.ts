/** What a server tells whoever runs it. */

import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { textsIn } from '../../support/bytes.ts'
import { SECRET, type Server, tokenOf } from '../../support/server.ts'
import { fromElsewhere } from './accounts.ts'
import { ANSWERS, type Asking, NAME } from './asking.ts'
import type { Running } from './places.ts'
import { PATIENT, PDF, requestsOf, STAFF } from './requests.ts'

const CALLER = { sub: '10000000000000002', cid: 'app', bid: 'operators', role: 'user' }
const LINK = { query: 'cholera', ontology: 'icd-10-cm', version: '2027' }

/** Every operation was asked for something that it does. */
export function testOperations({ answered }: Asking): void {
  test('every operation has answered', () => {
    expect([...answered].sort()).toEqual(Object.keys(ANSWERS).sort())
  })
}

/** Nothing that was sent is in the log. */
export function testLog(asking: Asking): void {
  const { ask, user: USER } = asking
  const { createPatient, link } = requestsOf(asking)

  test('the log has nothing that anybody sent', async () => {
    const { server } = asking
    await link({ ...LINK, query: 'cholera zanzibar' })
    await createPatient({ ...PATIENT, fn: NAME, username: 'zanzibar' })
    await createPatient({ ...PATIENT, zanzibar: 1 })
    await server.ask('GET /med-link/suggest?prefix=zanzibar&ontology=loinc', { as: USER })
    await server.ask('GET /zanzibar')
    await ask('POST /connect-auth/v1/account/login', {
      body: { client_id: 'zanzibar', client_secret: 'zanzibar' },
      headers: fromElsewhere(),
    })
    const { headers } = await server.ask('GET /healthz')
    const log = await server.logUntil(headers.get('x-request-id')!)
    const token = await tokenOf(USER)
    for (const secret of ['zanzibar', NAME, token.slice(0, 20), SECRET])
      expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
    const lines = log.split('\n').filter((line) => line.startsWith('{'))
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('message')
    expect(log).toContain('"route":"/profiles/v1/patient/","status":201')
  })
}

/** Texts of persons that {@link testBytes} stores, each as it is stored. */
const PERSONAL = [
  ...[NAME.toLowerCase(), 'zanzibar', STAFF.fln, 'Maya Iyer', '+919876543210', 'asha@example.org'],
  ...['asha@abdm', 'MRN-', String(PDF)],
]

/** Nothing of a person is in a file of the server, if it has keys. Otherwise it is: the search is not blind. */
export function testBytes(asking: Asking, running: () => Running): void {
  const { newPatient, newUser, update, upload, of } = requestsOf(asking)

  test('everything is sealed with data keys', async () => {
    const contact = { mobile: '+919876543210', email: 'asha@example.org', abha: 'asha@abdm' }
    const patient = await newPatient({ ...contact, fn: NAME, username: 'MRN-zanzibar' })
    await upload(PDF, of(patient))
    await newUser()
    await update(await newUser(), { fln: 'Maya Iyer' })
    const { place, folders, dataKeys } = running()
    if ('databaseUrl' in place) {
      const client = new pg.Client(place.databaseUrl)
      await client.connect()
      await client.query('analyze; checkpoint')
      await client.end()
    }
    expect(textsIn(folders, PERSONAL)).toEqual(dataKeys === undefined ? PERSONAL : [])
  })
}

/** Health, metrics and the description of the operations. */
export function testOperators(serverOf: () => Server): void {
  describe('whoever runs it', () => {
    test('is told that it lives and can work', async () => {
      const [healthz, readyz] = await Promise.all([
        serverOf().ask('GET /healthz'),
        serverOf().ask('GET /readyz'),
      ])
      expect(healthz).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect(readyz.status).toBe(200)
      expect(readyz.body).toEqual({ status: 'ready', parts: { indexes: true, records: true } })
    })

    test('is told what it did', async () => {
      const countOf = async (name: string) => {
        const { text, headers } = await serverOf().ask('GET /metrics')
        expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
        const found = text.split('\n').find((line) => line.startsWith(name))
        return Number(found?.split(' ').at(-1) ?? 0)
      }
      const requests =
        'medlink_http_request_seconds_count{method="POST",route="/med-link/nel/link",status="200"}'
      const links = 'medlink_links_total{ontology="icd-10-cm",reason="linked"}'
      const before = [await countOf(requests), await countOf(links)]
      await serverOf().ask('POST /med-link/nel/link', { as: CALLER, body: LINK })
      expect([await countOf(requests), await countOf(links)]).toEqual(before.map((n) => n + 1))
      expect(await countOf('medlink_index_info{ontology="loinc",version="9.01"')).toBe(1)
    })

    test('has every operation described', async () => {
      const { status, body } = await serverOf().ask('GET /openapi.json')
      expect(status).toBe(200)
      const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> }
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const ofOperators = ['GET /healthz', 'GET /readyz']
      expect(operations.sort()).toEqual([...Object.keys(ANSWERS), ...ofOperators].sort())
      for (const [operation, [expected]] of Object.entries(ANSWERS)) {
        const [method, path] = operation.split(' ') as [string, string]
        const { responses } = paths[path]![method.toLowerCase()]!
        expect(Object.keys(responses)).toEqual(expect.arrayContaining([String(expected), '500']))
      }
      const page = await serverOf().ask('GET /docs')
      expect(page.status).toBe(200)
      expect(page.text).toContain('<title>Medlink')
    })
  })
}

/** What is told while a database is gone, and after. */
export function testOutage(running: () => Running): void {
  test('a database that is gone is missed until it is back', async () => {
    const { server, postgres } = running()
    const create = () => server.ask('POST /profiles/v1/patient/', { as: CALLER, body: PATIENT })
    const { oid } = (await create()).body as { oid: string }
    await postgres!.kill()
    expect(await create()).toMatchObject({
      ...{ status: 503, body: { error: { code: 'unavailable' } } },
    })
    // A check counts for a second.
    await expect.poll(async () => (await server.ask('GET /readyz')).status).toBe(503)
    const { body } = await server.ask('GET /readyz')
    expect(body).toEqual({ status: 'not_ready', parts: { indexes: true, records: false } })
    const link = await server.ask('POST /med-link/nel/link', { as: CALLER, body: LINK })
    expect(link.status).toBe(200)
    await postgres!.restart()
    const read = await server.ask(`GET /profiles/v1/patient/${oid}`, { as: CALLER })
    expect(read.status).toBe(200)
    await expect.poll(async () => (await server.ask('GET /readyz')).status).toBe(200)
  })
}
