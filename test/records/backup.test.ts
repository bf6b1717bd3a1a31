/**
 * Proves of backing up and restoring:
 * 1. a backup holds what the records held at one moment, in one sound file, while they are being written
 * 2. it is for its user alone, replaces nothing, and is there only as a whole
 * 3. what is restored is there for processes that have the records open, all of it or nothing, and refresh tokens are not
 * 4. it carries a checksum: one that was changed by a single bit is refused
 * 5. what is no sound backup of ours, or would replace something unasked, is refused and changes nothing
 */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { tryLock } from '../../src/files/lock.ts'
import { backUpRecords, restoreRecords } from '../../src/records/backup.ts'
import { CHECKSUM_BYTES } from '../../src/records/checksum.ts'
import { openRecords, recordsFile } from '../../src/records/open.ts'
import type { Profile, Records } from '../../src/records/records.ts'
import { tempFolder } from '../support/tiny-index.ts'

const CLIENT = { bid: 'b', oid: '10000000000000001', role: 'user' } as const

async function openHere(folder: string): Promise<Records> {
  const records = await openRecords({ folder })
  onTestFinished(() => records.close())
  return records
}

/** Makes as many profiles as wanted, with usernames that begin alike. */
async function fill(records: Records, name: string, count: number): Promise<Profile[]> {
  const made: Profile[] = []
  for (let nth = 0; nth < count; nth++) {
    const profile = { kind: 'patient', bid: 'b', username: `${name} ${nth}` } as const
    made.push((await records.profiles.create(profile)) as Profile)
  }
  return made
}

function usernamesIn(file: string): string[] {
  const db = new Database(file)
  try {
    return db.prepare('SELECT username FROM profile ORDER BY oid').pluck().all() as string[]
  } finally {
    db.close()
  }
}

function setVersion(file: string, version: number): void {
  const db = new Database(file)
  db.prepare('UPDATE records_version SET version = ?').run(version)
  db.close()
}

/** Makes a backup one of a version that gave it no checksum. */
function withoutChecksum(file: string): void {
  truncateSync(file, statSync(file).size - CHECKSUM_BYTES)
}

/** A folder of records with two profiles, and a backup of it. */
async function backedUp() {
  const folder = tempFolder()
  const records = await openHere(folder)
  const profiles = await fill(records, 'before', 2)
  const file = join(tempFolder(), 'backup.sqlite')
  await backUpRecords(folder, file)
  return { folder, records, profiles, file }
}

test('a backup holds what is there at one moment, while it is being written', async () => {
  const folder = tempFolder()
  const [records, file] = [await openHere(folder), join(tempFolder(), 'backup.sqlite')]
  const before = await fill(records, 'before', 5)
  let isDone = false
  const writing = (async () => {
    for (let nth = 0; !isDone; nth++) {
      await fill(records, `during ${nth}`, 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  await backUpRecords(folder, file)
  isDone = true
  await writing
  const names = usernamesIn(file)
  expect(names).toEqual(expect.arrayContaining(before.map(({ username }) => username)))
  const during = names.filter((name) => name.startsWith('during')).length
  for (let nth = 0; nth < during; nth++) expect(names).toContain(`during ${nth} 0`)
})

test('a backup is one file, for its user alone, that can be read where nothing can be written', async () => {
  const { file } = await backedUp()
  expect(readdirSync(join(file, '..'))).toEqual(['backup.sqlite'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const db = new Database(file, { readonly: true })
  expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  expect(readdirSync(join(file, '..'))).toEqual(['backup.sqlite'])
})

test('a backup replaces nothing', async () => {
  const { folder, file } = await backedUp()
  const before = readFileSync(file)
  await expect(backUpRecords(folder, file)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(join(file, '..'))).toEqual(['backup.sqlite'])
})

test('a backup clears away what a killed one left, and does not meet another one', async () => {
  const folder = tempFolder()
  const records = await openHere(folder)
  await fill(records, 'before', 1)
  const file = join(tempFolder(), 'backup.sqlite')
  writeFileSync(`${file}.tmp`, 'half a backup')
  const release = tryLock(`${file}.building`)!
  await expect(backUpRecords(folder, file)).rejects.toMatchObject({ code: 'build_in_progress' })
  release()
  await backUpRecords(folder, file)
  expect(readdirSync(join(file, '..'))).toEqual(['backup.sqlite'])
  expect(usernamesIn(file)).toEqual(['before 0'])
})

test('there is no backup of nothing, to nowhere or of what is not ours', async () => {
  const { folder } = await backedUp()
  const empty = tempFolder()
  const file = join(empty, 'backup.sqlite')
  await expect(backUpRecords(empty, file)).rejects.toMatchObject({ code: 'no_records' })
  const nowhere = backUpRecords(folder, join(empty, 'not', 'there'))
  await expect(nowhere).rejects.toMatchObject({ code: 'no_access' })
  writeFileSync(recordsFile(empty), 'something else')
  const foreign = backUpRecords(empty, file)
  await expect(foreign).rejects.toMatchObject({ code: 'records_incompatible' })
  expect(readdirSync(empty)).toEqual(['records.sqlite'])
})

test('a backup is restored into a new folder', async () => {
  const { profiles, file } = await backedUp()
  const folder = join(tempFolder(), 'new')
  await restoreRecords(file, folder, { force: false })
  expect(statSync(recordsFile(folder)).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => /tmp|building/.test(name))).toEqual([])
  const restored = await openHere(folder)
  for (const profile of profiles)
    expect(await restored.profiles.get('patient', profile.oid)).toEqual(profile)
  expect(await restored.profiles.create({ ...profiles[0]! })).toBe('username_taken')
})

test('what is restored is there for those that have the records open', async () => {
  const { folder, records, profiles, file } = await backedUp()
  const others = await openHere(folder)
  const [later] = await fill(records, 'later', 1)
  await records.profiles.update('patient', profiles[0]!.oid, () => ({ username: 'changed' }))
  await restoreRecords(file, folder, { force: true })
  for (const open of [records, others]) {
    expect(await open.profiles.get('patient', later!.oid)).toBeUndefined()
    expect(await open.profiles.get('patient', profiles[0]!.oid)).toEqual(profiles[0])
  }
  await fill(others, 'after', 3)
  const username = 'after 0'
  const create = records.profiles.create({ kind: 'patient', bid: 'b', username })
  expect(await create).toBe('username_taken')
  await Promise.all([records.close(), others.close()])
  expect(usernamesIn(recordsFile(folder)).toSorted()).toEqual(
    ['before 0', 'before 1', 'after 0', 'after 1', 'after 2'].toSorted(),
  )
})

test('those that read and write meanwhile see all of it or nothing', async () => {
  const folder = tempFolder()
  const file = join(tempFolder(), 'backup.sqlite')
  const records = await openHere(folder)
  await fill(records, 'old', 40)
  const change = (sql: string) => {
    const db = new Database(recordsFile(folder))
    db.exec(sql)
    db.close()
  }
  // Some hundred pages of them.
  change(`UPDATE profile SET fn = 'restored', extras = '"${'x'.repeat(20_000)}"'`)
  await backUpRecords(folder, file)
  change(`UPDATE profile SET fn = 'live'`)
  const reader = new Database(recordsFile(folder))
  onTestFinished(() => void reader.close())
  const read = reader.prepare('SELECT DISTINCT fn FROM profile').pluck()
  const seen = new Set<string>()
  let isDone = false
  const reading = (async () => {
    while (!isDone) {
      seen.add(read.all().toSorted().join())
      await records.profiles.create({ kind: 'emr_user', bid: 'b', fn: 'live' }).catch(() => {})
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  await restoreRecords(file, folder, { force: true })
  seen.add(read.all().toSorted().join())
  isDone = true
  await reading
  // A profile that is made after the restoring is live again.
  expect(['live', 'restored', 'live,restored']).toEqual(expect.arrayContaining([...seen]))
  const torn = reader.prepare(`SELECT count(*) FROM profile WHERE kind = 'patient' AND fn = 'live'`)
  expect(torn.pluck().get()).toBe(0)
  expect(reader.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('somebody who writes is waited for', async () => {
  const { folder, records, file } = await backedUp()
  const [later] = await fill(records, 'later', 1)
  const writer = new Database(recordsFile(folder))
  onTestFinished(() => void writer.close())
  writer.exec('BEGIN IMMEDIATE')
  const restoring = restoreRecords(file, folder, { force: true })
  setTimeout(() => writer.exec('COMMIT'), 150)
  await restoring
  expect(await records.profiles.get('patient', later!.oid)).toBeUndefined()
})

test('clients are restored, their tokens are not', async () => {
  const folder = tempFolder()
  const records = await openHere(folder)
  const { client_secret, ...client } = await records.clients.add(CLIENT)
  const { token } = await records.refreshTokens.start(client, 1000)
  const file = join(tempFolder(), 'backup.sqlite')
  await backUpRecords(folder, file)
  await records.refreshTokens.rotate(token, 1000)
  await restoreRecords(file, folder, { force: true })
  expect(await records.refreshTokens.rotate(token, 1000)).toBeUndefined()
  expect(await records.clients.authenticate(client.client_id, client_secret)).toEqual(client)
})

test('every bit of a backup counts, also where SQLite sees no damage', async () => {
  const { profiles, file } = await backedUp()
  const whole = readFileSync(file)
  const inText = whole.indexOf(profiles[0]!.username!)
  expect(inText).toBeGreaterThan(0)
  for (const place of [inText, 100, whole.length - 1, whole.length - CHECKSUM_BYTES - 1]) {
    const changed = Buffer.from(whole)
    changed[place]! ^= 1
    writeFileSync(file, changed)
    const folder = join(tempFolder(), 'new')
    const restoring = restoreRecords(file, folder, { force: false })
    await expect(restoring, `byte ${place}`).rejects.toMatchObject({ code: 'records_incompatible' })
    expect(existsSync(recordsFile(folder))).toBe(false)
  }
})

test('a backup of a version that gave none a checksum is restored', async () => {
  const { profiles, file } = await backedUp()
  withoutChecksum(file)
  const folder = join(tempFolder(), 'new')
  await restoreRecords(file, folder, { force: false })
  const restored = await openHere(folder)
  expect(await restored.profiles.get('patient', profiles[0]!.oid)).toEqual(profiles[0])
})

test('an older backup comes with the newest tables', async () => {
  const { file } = await backedUp()
  withoutChecksum(file)
  const db = new Database(file)
  // As a database of version 0 is: nothing but the number.
  db.pragma('foreign_keys = OFF')
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  for (const name of names) if (name !== 'records_version') db.exec(`DROP TABLE ${name}`)
  db.exec('UPDATE records_version SET version = 0')
  db.close()
  const { folder, records } = await backedUp()
  await restoreRecords(file, folder, { force: true })
  expect(await fill(records, 'before', 1)).toMatchObject([{ username: 'before 0' }])
  expect(await records.clients.list()).toEqual([])
})

test('records are replaced only where that is asked for', async () => {
  const { folder, records, profiles, file } = await backedUp()
  await fill(records, 'later', 1)
  const restoring = restoreRecords(file, folder, { force: false })
  await expect(restoring).rejects.toMatchObject({ code: 'invalid_request' })
  const itself = restoreRecords(recordsFile(folder), folder, { force: true })
  await expect(itself).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await records.profiles.get('patient', profiles[0]!.oid)).toEqual(profiles[0])
  expect(usernamesIn(recordsFile(folder))).toHaveLength(3)
})

test.each([
  ['is not there', 'no_access', () => {}],
  ['is a folder', 'no_access', (path: string) => mkdirSync(path)],
  ['is empty', 'records_incompatible', (path: string) => writeFileSync(path, '')],
  ['is text', 'records_incompatible', (path: string) => writeFileSync(path, 'text'.repeat(999))],
  [
    'is of a newer version',
    'records_incompatible',
    (path: string, backup: string) => {
      copyFileSync(backup, path)
      setVersion(path, 99)
    },
  ],
  [
    'is truncated',
    'records_incompatible',
    (path: string, backup: string) =>
      writeFileSync(path, readFileSync(backup).subarray(0, 3 * 4096)),
  ],
  [
    'is damaged',
    'records_incompatible',
    (path: string, backup: string) => writeFileSync(path, readFileSync(backup).fill(0xff, 8192)),
  ],
  [
    'is of another program',
    'records_incompatible',
    (path: string) => {
      const db = new Database(path)
      db.exec('CREATE TABLE profile (a)')
      db.close()
    },
  ],
])('a backup that %s is refused (%s), and nothing changes', async (_, code, write) => {
  const { folder, records, profiles, file } = await backedUp()
  const bad = join(tempFolder(), 'bad.sqlite')
  write(bad, file)
  const restoring = restoreRecords(bad, folder, { force: true })
  await expect(restoring).rejects.toMatchObject({
    code,
    message: expect.stringContaining(bad),
  })
  expect(await records.profiles.get('patient', profiles[1]!.oid)).toEqual(profiles[1])
  const fresh = join(tempFolder(), 'new')
  await expect(restoreRecords(bad, fresh, { force: false })).rejects.toMatchObject({ code })
  expect(existsSync(recordsFile(fresh))).toBe(false)
})

test('the file of another program in the folder is not replaced', async () => {
  const { file } = await backedUp()
  const folder = tempFolder()
  writeFileSync(recordsFile(folder), 'something else')
  chmodSync(recordsFile(folder), 0o600)
  const restoring = restoreRecords(file, folder, { force: true })
  await expect(restoring).rejects.toMatchObject({ code: 'records_incompatible' })
  expect(readFileSync(recordsFile(folder), 'utf8')).toBe('something else')
})
