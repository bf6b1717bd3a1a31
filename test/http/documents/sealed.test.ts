/**
 * Proves of a server with keys:
 * 1. what is uploaded comes back, whole and in ranges; nothing of it is in a file of the folder, the write-ahead log or a backup
 * 2. a file that was damaged is 500 or ends the connection, and never has a wrong byte; a row that was damaged is 500
 * 3. the log has neither a key nor a text of the records
 */

import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUpRecords } from '../../../src/http/http.ts'
import { parseMasterKeys } from '../../../src/records/sealing/master-keys.ts'
import { filesWith } from '../../support/bytes.ts'
import { tempFolder } from '../../support/tiny-index.ts'
import { type DocumentServer, formOf, headersOf, PDF, startDocuments } from './server.ts'

const MARK = 'Zqxjkvb'
const KEY = randomBytes(32).toString('base64')
/** More than one chunk. */
const FILE = Buffer.concat([PDF, Buffer.from(MARK), randomBytes(200_000), Buffer.from(MARK)])

let server: DocumentServer
let headers: Record<string, string>
beforeAll(async () => {
  const masterKeys = parseMasterKeys(`first:${KEY}`)!
  server = await startDocuments({ masterKeys, maxFileBytes: 1_000_000 })
  const { oid } = (await server.records.profiles.create({
    ...{ kind: 'patient', bid: 'b', fn: MARK, mobile: MARK, username: MARK },
  })) as { oid: string }
  headers = await headersOf({ patient: oid })
})
afterAll(() => server?.stop())

async function upload(file: Buffer): Promise<{ id: string; url: string }> {
  const parts = [['file', file] as const, ['title', MARK] as const, ['tags', MARK] as const]
  const form = await formOf(parts)
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/mr/api/v2/docs', payload: form.payload },
    headers: {
      ...headers,
      ...form.headers,
      'idempotency-key': `${MARK}-${randomBytes(4).toString('hex')}`,
    },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const id = answer.json().document_id
  const described = await server.app.inject({ url: `/mr/api/v1/docs/${id}`, headers })
  return { id, url: described.json().files[0].asset_url }
}

const marked = (folder: string) => filesWith(folder, MARK)

test('what is uploaded comes back, and is nowhere in the files', async () => {
  const { id, url } = await upload(FILE)
  const whole = await server.app.inject(url)
  expect([whole.statusCode, whole.rawPayload.equals(FILE)]).toEqual([200, true])
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=65530-65545', 65_530, 65_546],
    ['bytes=131072-', 131_072, FILE.length],
    ['bytes=-7', FILE.length - 7, FILE.length],
  ] as const) {
    const part = await server.app.inject({ url, headers: { range } })
    expect([part.statusCode, part.rawPayload.equals(FILE.subarray(from, to))]).toEqual([206, true])
    expect(part.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${FILE.length}`)
  }
  expect(readFileSync(join(server.files, id)).length).toBeGreaterThan(FILE.length)
  const folder = join(server.files, '..')
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['records.sqlite-wal']))
  expect(marked(folder)).toEqual([])
  const backups = tempFolder()
  await backUpRecords(folder, join(backups, 'backup.db'))
  expect(marked(backups)).toEqual([])
})

test.each([
  ['the header', 2],
  ['the first chunk', 1000],
  ['the second chunk', 70_000],
  ['the last chunk', FILE.length],
])('damage in %s is no wrong byte', async (_, at) => {
  const { id, url } = await upload(FILE)
  const path = join(server.files, id)
  const sealed = readFileSync(path)
  sealed[at]! ^= 1
  writeFileSync(path, sealed)
  const answer = await server.app.inject(url).catch(() => 'ended' as const)
  // Headers have gone when the damage is in a later chunk.
  if (at < 65_536) expect(answer).toMatchObject({ statusCode: 500 })
  else expect(answer).toBe('ended')
  const part = await server.app.inject({ url, headers: { range: 'bytes=0-99' } })
  if (at < 65_536) expect(part.statusCode).toBe(500)
  else expect(part.rawPayload.equals(FILE.subarray(0, 100))).toBe(true)
})

test('a damaged row is an error', async () => {
  const { id } = await upload(PDF)
  const db = new Database(join(server.files, '../records.sqlite'))
  db.prepare('update document set sealed = substr(sealed, 1, 30) where id = ?').run(id)
  db.close()
  const described = await server.app.inject({ url: `/mr/api/v1/docs/${id}`, headers })
  expect([described.statusCode, described.json().error.code]).toEqual([500, 'internal'])
  const list = await server.app.inject({ url: '/mr/api/v1/docs', headers })
  expect(list.statusCode).toBe(500)
  const log = server.lines.join('')
  expect(log).toContain('a row of document cannot be opened')
  expect(log).not.toContain(MARK)
  expect(log).not.toContain(KEY)
})
