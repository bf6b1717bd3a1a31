/**
 * Proves of records in SQLite that are deleted or changed:
 * 1. no byte of them is left in the database, its write-ahead log or a backup, once the records are scrubbed
 * 2. that holds for a file that was made before it was so, too: it is rewritten once, when it is opened
 * 3. the room that they had is given back
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { backUpRecords } from '../../src/records/backup.ts'
import { openRecords, recordsFile } from '../../src/records/open.ts'
import type { Profile } from '../../src/records/records.ts'
import { filesWith } from '../support/bytes.ts'
import { tempFolder } from '../support/tiny-index.ts'

const MARK = 'Zqxjkvb'

async function openHere(folder: string) {
  const records = await openRecords({ folder })
  onTestFinished(() => records.close())
  return records
}

const marked = (folder: string) => filesWith(folder, MARK)

function change(folder: string, sql: string): void {
  const db = new Database(recordsFile(folder))
  try {
    db.exec(sql)
  } finally {
    db.close()
  }
}

test.each([
  ['changed', 4],
  ['changed, of many pages', 60_000],
])('nothing is left of what was %s', async (_, length) => {
  const folder = tempFolder()
  const records = await openHere(folder)
  const extras = { note: `${MARK} ${'x'.repeat(length)} ${MARK}` }
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      records.profiles.create({ kind: 'patient', bid: 'b', username: `${MARK} ${nth}`, extras }),
    ),
  )
  expect(marked(folder)).not.toEqual([])
  const { oid } = made[0] as Profile
  for (const profile of made as Profile[])
    await records.profiles.update('patient', profile.oid, () => ({
      username: undefined,
      extras: undefined,
    }))
  await records.scrub()
  expect(marked(folder)).toEqual([])
  expect(statSync(recordsFile(folder)).size).toBeLessThan(400_000)
  const backups = tempFolder()
  await backUpRecords(folder, join(backups, 'backup.db'))
  expect(marked(backups)).toEqual([])
  expect(await records.profiles.get('patient', oid)).toBeDefined()
})

test('nothing is left of what was deleted from a file of an earlier version', async () => {
  const folder = tempFolder()
  await (await openRecords({ folder })).close()
  change(
    folder,
    `PRAGMA auto_vacuum = NONE; VACUUM;
    INSERT INTO client (client_id, bid, oid, role, created, added, secret) VALUES ('${MARK}', 'b', 'o', 'user', 1, 1, '${MARK.repeat(2000)}');
    DELETE FROM client; PRAGMA journal_mode = DELETE`,
  )
  expect(marked(folder)).toEqual(['records.sqlite'])
  const records = await openHere(folder)
  await records.scrub()
  expect(marked(folder)).toEqual([])
})

test('a backup holds nothing of what was deleted from a file that still does', async () => {
  const folder = tempFolder()
  await openHere(folder)
  change(
    folder,
    `INSERT INTO client (client_id, bid, oid, role, created, added, secret) VALUES ('${MARK}', 'b', 'o', 'user', 1, 1, '${MARK.repeat(2000)}');
    DELETE FROM client`,
  )
  expect(marked(folder)).not.toEqual([])
  const backups = tempFolder()
  await backUpRecords(folder, join(backups, 'backup.db'))
  expect(marked(backups)).toEqual([])
})
