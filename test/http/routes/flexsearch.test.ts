/**
 * Proves of GET /med-link/flexsearch/{ontology}/{version}:
 * 1. it answers with the file, byte for byte, as gzip that nobody decompresses on its way, and HEAD with its headers
 * 2. a page that has the file already gets 304, and a range of bytes is a part of it
 * 3. it needs a token, as suggestions do
 * 4. what is not there, is of another build or cannot be asked for is refused with the code of its kind, and the path of
 *    nothing is told
 * 5. the API description has it
 */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexPath, packPath } from '../../../src/index/registry.ts'
import { openMedlink } from '../../../src/medlink.ts'
import {
  expectRefusal,
  headersOf,
  makeFolder,
  startServer,
  type TestServer,
} from '../../support/http.ts'
import { MINI, miniRoot } from '../../support/shared-index.ts'

const { version } = MINI['icd-10-cm']
const URL_OF_IT = `/med-link/flexsearch/icd-10-cm/${version}`
const dir = makeFolder()
let server: TestServer
let bytes: Buffer

beforeAll(async () => {
  for (const ontology of ['icd-10-cm', 'loinc', 'snomed'] as const) {
    const { version: own } = MINI[ontology]
    const from = indexPath(await miniRoot(ontology), ontology, own)
    const file = indexPath(dir, ontology, own)
    mkdirSync(join(dir, ontology))
    cpSync(from, file)
    cpSync(packPath(from), packPath(file))
  }
  rmSync(packPath(indexPath(dir, 'loinc', MINI.loinc.version)))
  const ofAnother = packPath(indexPath(dir, 'snomed', MINI.snomed.version))
  bytes = readFileSync(packPath(indexPath(dir, 'icd-10-cm', version)))
  writeFileSync(ofAnother, bytes)
  server = await startServer({ medlink: openMedlink({ dir }) })
}, 60_000)
afterAll(async () => {
  await server?.close()
  server?.medlink.close()
})

const ask = (headers: Record<string, string> = {}, url = URL_OF_IT, method = 'GET') =>
  server.app.inject({ method: method as 'GET', url, headers: { ...headersOf(), ...headers } })

test('the file is sent as it is', async () => {
  for (const accepts of ['identity', 'gzip, deflate, br']) {
    const { statusCode, rawPayload, headers } = await ask({ 'accept-encoding': accepts })
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
    expect(headers['content-encoding']).toBeUndefined()
  }
})

test('HEAD has the headers of it', async () => {
  const { headers } = await ask()
  const head = await ask({}, URL_OF_IT, 'HEAD')
  expect(head.statusCode).toBe(200)
  expect(head.rawPayload.length).toBe(0)
  for (const name of ['etag', 'content-length', 'content-type', 'accept-ranges'])
    expect(head.headers[name]).toBe(headers[name])
})

test('a page that has it gets nothing, and one that has another gets it', async () => {
  const etag = String((await ask()).headers.etag)
  const unchanged = await ask({ 'if-none-match': etag })
  expect([unchanged.statusCode, unchanged.rawPayload.length]).toEqual([304, 0])
  expect(unchanged.headers.etag).toBe(etag)
  expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200)
})

describe('a range', () => {
  test.each([
    { range: 'bytes=0-9', from: 0, to: 10 },
    { range: 'bytes=10-', from: 10, to: undefined },
    { range: 'bytes=-7', from: -7, to: undefined },
  ])('$range is that part', async ({ range, from, to }) => {
    const { statusCode, rawPayload, headers } = await ask({ range })
    const part = bytes.subarray(from, to)
    expect(statusCode).toBe(206)
    expect(rawPayload.equals(part)).toBe(true)
    const start = from < 0 ? bytes.length + from : from
    expect(headers['content-range']).toBe(
      `bytes ${start}-${start + part.length - 1}/${bytes.length}`,
    )
  })

  test('beyond the file is refused, and one of another file is all of this', async () => {
    expectRefusal(await ask({ range: `bytes=${bytes.length}-` }), 416, 'range_not_satisfiable')
    const answer = await ask({ range: 'bytes=0-9', 'if-range': '"another"' })
    expect(answer.rawPayload.equals(bytes)).toBe(true)
  })
})

describe('is refused', () => {
  test('without a token', async () => {
    const answer = await server.app.inject({ url: URL_OF_IT })
    expectRefusal(answer, 401, 'unauthorized')
  })

  test.each([
    {
      what: 'an unknown ontology',
      url: '/med-link/flexsearch/rxnorm/1',
      status: 400,
      code: 'invalid_request',
    },
    {
      what: 'an unknown version',
      url: '/med-link/flexsearch/icd-10-cm/1999',
      status: 404,
      code: 'unknown_version',
    },
    {
      what: 'a path in place of a version',
      url: '/med-link/flexsearch/icd-10-cm/..%2Floinc%2F9.01',
      status: 404,
      code: 'unknown_version',
    },
    {
      what: 'a version without one',
      url: `/med-link/flexsearch/loinc/${MINI.loinc.version}`,
      status: 404,
      code: 'unknown_version',
    },
    {
      what: 'one of another index',
      url: `/med-link/flexsearch/snomed/${MINI.snomed.version}`,
      status: 503,
      code: 'unavailable',
    },
  ] as const)('$what', async ({ url, status, code }) => {
    const answer = await ask({}, url)
    expect(expectRefusal(answer, status, code)).not.toContain(dir)
  })
})

test('the API description has it, as bytes', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json()
  const operation = paths['/med-link/flexsearch/{ontology}/{version}'].get
  expect(operation.responses['200'].content).toEqual({
    'application/gzip': { schema: { type: 'string', format: 'binary' } },
  })
  expect(Object.keys(operation.responses)).toEqual(
    expect.arrayContaining(['206', '304', '401', '404', '416']),
  )
  expect(operation.security).toEqual(paths['/med-link/suggest'].get.security)
})
