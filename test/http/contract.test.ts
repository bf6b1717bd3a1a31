/**
 * Proves of the server, as a process of its own over SQLite with files in a folder and over PostgreSQL with files in S3 (where
 * there is a server of it, else in a folder), asked over HTTP, with bodies as they are and in envelopes:
 * 1. every operation of the contract answers with what its schema says and no key more; every refusal has the one shape, a
 *    code of the closed list with its status, and repeats nothing
 * 2. mentions of every ontology are linked by the contract's fields; batches answer each query in its place
 * 3. who has no good token, or asks as another client, is refused
 * 4. clients log in and stay logged in; a refresh token that comes again ends its family
 * 5. profiles are made, read and changed by the rules of the contract, one row each, and only by whom they may be
 * 6. documents are uploaded, listed and described; their files come back
 * 7. reminders are scheduled, and told to who wants them; a registration by Aadhaar number is begun
 * 8. bodies that two programs may read in two ways are refused
 * 9. a database that is gone is said to be; the log of it all holds nothing that anybody sent
 */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RecordsPlace } from '../../src/records/open.ts'
import { makeBucket, openBucketClient, S3_ENDPOINT } from '../support/bucket.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { fullRoot, SECRET, type Server, startServer, tokenOf } from '../support/server.ts'
import { testAadhaar } from './contract/aadhaar.ts'
import { testAccounts } from './contract/accounts.ts'
import { ANSWERS, askIn, ENVIRONMENT, FORMS, NAME } from './contract/asking.ts'
import { testBodies } from './contract/bodies.ts'
import { testCallers } from './contract/callers.ts'
import { testDocuments } from './contract/documents.ts'
import { testLinking } from './contract/linking.ts'
import { testProfiles } from './contract/profiles.ts'
import { testReminders } from './contract/reminders.ts'

/** A process takes seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Where records and files are. */
interface Places {
  readonly place: RecordsPlace
  readonly postgres?: PostgresServer
  /** Settings of where the files are. */
  readonly files: Readonly<Record<string, string>>
}

const PLACES: Readonly<Record<string, () => Promise<Places>>> = {
  SQLite: async () => ({
    place: { folder: mkdtempSync(join(folder, 'records-')) },
    files: { MEDLINK_FILES: mkdtempSync(join(folder, 'files-')) },
  }),
  async PostgreSQL() {
    const postgres = await startPostgres()
    const files =
      S3_ENDPOINT === undefined
        ? { MEDLINK_FILES: mkdtempSync(join(folder, 'files-')) }
        : await bucketSettings()
    return { place: { databaseUrl: await postgres.newDatabase() }, postgres, files }
  },
}

const CASES = Object.entries(PLACES).flatMap(([name, start]) =>
  FORMS.map((form) => ({ name, start, form })),
)

async function bucketSettings(): Promise<Record<string, string>> {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_REGION = '' } = process.env
  const bucket = `medlink-${randomUUID()}`
  await makeBucket(bucket, openBucketClient())
  return {
    ...{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, MEDLINK_S3_REGION: AWS_REGION },
    ...{ MEDLINK_S3_BUCKET: bucket, MEDLINK_S3_ENDPOINT: S3_ENDPOINT! },
    MEDLINK_S3_PATH_STYLE: 'true',
  }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-contract-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(CASES)('$name, $form', ({ name, start, form }) => {
  let server: Server
  let place: RecordsPlace
  let postgres: PostgresServer | undefined
  beforeAll(async () => {
    const [dir, places] = await Promise.all([fullRoot(folder), start()])
    ;({ place, postgres } = places)
    server = await startServer({ dir, place, env: { ...ENVIRONMENT, ...places.files } })
  })
  afterAll(async () => {
    await server?.stop()
    await postgres?.stop()
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(server?.log())
  })

  const asking = askIn(form, () => server)
  testLinking(asking)
  testCallers(asking)
  testAccounts(asking, () => place)
  testProfiles(asking)
  testDocuments(asking)
  testReminders(asking)
  testAadhaar(asking)
  testBodies(asking)

  test('every operation has answered', () => {
    expect([...asking.answered].sort()).toEqual(Object.keys(ANSWERS).sort())
  })

  const { ask, refused, user: USER } = asking
  const link = (query: string) =>
    ask('POST /med-link/nel/link', {
      as: USER,
      body: { query, ontology: 'icd-10-cm', version: '2027' },
    })
  const PATIENT = { fn: 'a', gen: 'F', dob: '1990-02-28' }
  const createPatient = (body: object) => ask('POST /profiles/v1/patient/', { as: USER, body })

  test.each(['GET /nothing', 'GET /profiles/v1/patient/', 'DELETE /healthz', 'PUT /med-link/nel'])(
    'there is no %s',
    async (operation) => {
      expect(await refused(operation)).toBe('not_found: there is no such operation')
    },
  )

  describe('whoever runs it', () => {
    test('is told that it lives and can work', async () => {
      const [healthz, readyz] = await Promise.all([
        server.ask('GET /healthz'),
        server.ask('GET /readyz'),
      ])
      expect(healthz).toMatchObject({ status: 200, body: { status: 'ok' } })
      expect(readyz.status).toBe(200)
      expect(readyz.body).toEqual({ status: 'ready', parts: { indexes: true, records: true } })
    })

    test('is told what it did', async () => {
      const countOf = async (name: string) => {
        const { text, headers } = await server.ask('GET /metrics')
        expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
        return Number(
          text
            .split('\n')
            .find((line) => line.startsWith(name))
            ?.split(' ')
            .at(-1) ?? 0,
        )
      }
      const requests =
        'medlink_http_request_seconds_count{method="POST",route="/med-link/nel/link",status="200"}'
      const links = 'medlink_links_total{ontology="icd-10-cm",reason="linked"}'
      const before = [await countOf(requests), await countOf(links)]
      await link('cholera')
      expect([await countOf(requests), await countOf(links)]).toEqual(before.map((n) => n + 1))
      expect(await countOf('medlink_index_info{ontology="loinc",version="9.01"')).toBe(1)
    })

    test('has every operation described', async () => {
      const { status, body } = await server.ask('GET /openapi.json')
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
      const page = await server.ask('GET /docs')
      expect(page.status).toBe(200)
      expect(page.text).toContain('<title>Medlink')
    })

    test('finds nothing in the log that anybody sent', async () => {
      await link('cholera zanzibar')
      await createPatient({ ...PATIENT, fn: NAME, username: 'zanzibar' })
      await createPatient({ ...PATIENT, zanzibar: 1 })
      await server.ask('GET /med-link/suggest?prefix=zanzibar&ontology=loinc', { as: USER })
      await server.ask('GET /zanzibar')
      await ask('POST /connect-auth/v1/account/login', {
        body: { client_id: 'zanzibar', client_secret: 'zanzibar' },
      })
      const { headers } = await server.ask('GET /healthz')
      const log = await server.logUntil(headers.get('x-request-id')!)
      const token = await tokenOf(USER)
      for (const secret of ['zanzibar', NAME.toLowerCase(), token.slice(0, 20), SECRET])
        expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
      const lines = log.split('\n').filter((line) => line.startsWith('{'))
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('message')
      expect(log).toContain('"route":"/profiles/v1/patient/","status":201')
    })
  })

  test.runIf(name === 'PostgreSQL')(
    'a database that is gone is missed until it is back',
    async () => {
      const oid = ((await createPatient(PATIENT)).body as { oid: string }).oid
      await postgres!.kill()
      expect(
        await refused('POST /profiles/v1/patient/', { as: USER, body: { ...PATIENT, fn: NAME } }),
      ).toMatch(/^unavailable: /)
      const { status, body } = await server.ask('GET /readyz')
      expect(status).toBe(503)
      expect(body).toEqual({ status: 'not_ready', parts: { indexes: true, records: false } })
      expect((await link('cholera')).status).toBe(200)
      await postgres!.restart()
      expect((await ask(`GET /profiles/v1/patient/${oid}`, { as: USER })).status).toBe(200)
      expect((await server.ask('GET /readyz')).status).toBe(200)
    },
  )
})
