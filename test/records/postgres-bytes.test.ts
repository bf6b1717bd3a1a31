/**
 * Proves of the files of a PostgreSQL server:
 * 1. with data keys no byte of what is personal is in its tables, indexes, statistics or write-ahead log, nor in what a dump has, nor in
 *    the files of documents: neither before an erasure nor after it
 * 2. without keys the bytes of an erased patient are there until the statements of docs/encryption.md have run; then, with
 *    `wal_recycle` off, they are in no file
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Blobs } from '../../src/records/blobs/blobs.ts'
import { openFolder } from '../../src/records/blobs/folder.ts'
import type { Erased, Profile, Records } from '../../src/records/records.ts'
import { filesWith } from '../support/bytes.ts'
import { type PostgresServer, START_MS, startPostgres } from '../support/postgres.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { openUntilEnd } from './until-end.ts'

const MARK = 'Zqxjkvb'
/** Enough for a value of its own page. */
const LONG = `${MARK} ${randomBytes(6000).toString('base64')} ${MARK}`

let server: PostgresServer
let databaseUrl: string
let client: pg.Client
beforeAll(async () => {
  server = await startPostgres({ wal_recycle: 'off', fsync: 'off' })
}, START_MS)
afterAll(() => server?.stop())

async function openHere(keys?: string): Promise<Records> {
  databaseUrl = await server.newDatabase()
  client = new pg.Client(databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  return openUntilEnd({ databaseUrl }, keys)
}

/** Everything that a person leaves behind, written in every way that there is. @returns the patient */
async function live(records: Records, blobs: Blobs): Promise<string> {
  const { documents, patients, profiles, uploads, webhooks } = records
  const files = records.files(blobs)
  const key_id = await files.keyIdFor('b')
  const put = async (key: string) => {
    await documents.begin(key)
    return files.put({ key, key_id }, Readable.from([Buffer.from(MARK)]))
  }
  const fields = {
    ...{ s: MARK, fn: MARK, mn: MARK, ln: MARK, fln: MARK, dob: MARK, gen: MARK, bg: MARK },
    ...{ mobile: `+91${MARK}`, email: `${MARK}@example.org`, abha: `${MARK}@abdm` },
    extras: { note: LONG },
  }
  const newPatient = (username: string) =>
    profiles.create({ kind: 'patient', bid: 'b', ...fields, username })
  const { oid: patient } = (await newPatient(`${MARK} 1`)) as Profile
  expect(await newPatient(`${MARK} 1`)).toBe('username_taken')
  await profiles.update('patient', patient, () => ({ fn: `${MARK} new`, ln: undefined }))
  expect(
    await profiles.find({ kind: 'patient', bid: 'b', mobile: fields.mobile, limit: 9 }),
  ).toHaveLength(1)

  const id = randomUUID()
  const texts = { tags: [MARK], auto_tags: [MARK], cases: [MARK] }
  const file = { media_type: 'application/pdf', ...(await put(id)) }
  const document = { id, bid: 'b', patient, document_type: 'ps', title: MARK, ...texts, ...file }
  const added = await documents.add({ ...document, key_id, has_thumbnail: false }, `${MARK} key`)
  expect(added).toMatchObject({ title: MARK })
  await documents.update({ id }, { title: LONG, tags: [`${MARK} b`] })

  const upload = { id: randomUUID(), bid: 'b', patient, document_type: 'lr', ...texts }
  const announced = [{ content_type: 'application/pdf', file_size: MARK.length }]
  await uploads.announce([{ ...upload, files: announced }], 60)
  const key = randomUUID()
  const stored = { key, media_type: 'application/pdf', ...(await put(key)) }
  expect(await uploads.addFile(upload.id, 0, stored, key_id ?? null)).toMatchObject({ size: 7 })

  await webhooks.subscriptions.add({
    ...{ bid: 'b', endpoint: `https://${MARK}.example/`, event_names: ['appointment.reminder'] },
    signing_key: `${MARK} whsec`,
  })
  for (const named of [patient, `${MARK} 1`])
    await webhooks.reminders.schedule({
      ...{ bid: 'b', event: 'appointment.reminder', event_time: Date.now() - 1, patient: named },
      ...{ transaction_id: `${MARK} ${named}`, payload: JSON.stringify({ name: LONG }) },
    })
  await webhooks.outbox.release()
  expect(await patients.read(patient)).toMatchObject({ profile: { fn: `${MARK} new` } })
  return patient
}

async function erase(records: Records, blobs: Blobs, patient: string): Promise<void> {
  const erased = (await records.patients.erase({ bid: 'b', patient })) as Erased
  expect(erased).toMatchObject({ documents: 2, reminders: 2, deliveries: 2 })
  for (const key of erased.keys) await blobs.remove(key)
  for (const { id } of await records.webhooks.subscriptions.list('b'))
    await records.webhooks.subscriptions.remove('b', id)
  await records.scrub()
}

/** Rows of all tables, as a dump has them. */
async function dump(): Promise<string> {
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  expect(rows.length).toBeGreaterThan(20)
  const tables: unknown[] = []
  for (const { tablename } of rows)
    tables.push((await client.query(`select * from ${tablename}`)).rows)
  return JSON.stringify(tables)
}

/** Kinds of files of the server that hold the mark, all of them written to disk. */
async function marked(): Promise<string[]> {
  await client.query('checkpoint')
  const places = filesWith(server.data, MARK).map((path) => path.split('/')[0]!)
  return [...new Set(places)]
}

test('sealed records leave nothing personal in any file, erased or not', async () => {
  const records = await openHere(`first:${randomBytes(32).toString('hex')}`)
  const files = tempFolder()
  const blobs = await openFolder(files)
  const patient = await live(records, blobs)
  await client.query('analyze')
  expect(await marked()).toEqual([])
  expect(await dump()).not.toContain(MARK)
  expect(filesWith(files, MARK)).toEqual([])
  await erase(records, blobs, patient)
  await client.query('vacuum')
  expect(await marked()).toEqual([])
  expect(await dump()).not.toContain(MARK)
  // The names of tables are found: the search is not blind.
  expect(filesWith(server.data, 'profile_username')).not.toEqual([])
})

test('plain records that were erased are gone when the statements of the docs have run', async () => {
  const records = await openHere()
  const files = tempFolder()
  const blobs = await openFolder(files)
  const patient = await live(records, blobs)
  await client.query('analyze')
  expect(await marked()).toEqual(['base', 'pg_wal'])
  expect(filesWith(files, MARK)).not.toEqual([])
  await erase(records, blobs, patient)
  expect(filesWith(files, MARK)).toEqual([])
  expect(await dump()).not.toContain(MARK)
  // What PostgreSQL does in its own time is not enough.
  await client.query('vacuum')
  await client.query('analyze')
  expect(await marked()).toEqual(['base', 'pg_wal'])

  for (const statement of documentedStatements()) await client.query(statement)
  expect(await marked()).toEqual([])
})

/** The statements that docs/encryption.md names. */
function documentedStatements(): string[] {
  const page = readFileSync(new URL('../../docs/encryption.md', import.meta.url), 'utf8')
  const [, block] = /```sql\n(.*?)```/s.exec(page)!
  return block!.split(/;\s*/).filter((statement) => statement !== '')
}
