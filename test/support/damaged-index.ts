import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { MedlinkError } from '../../src/errors.ts'
import { type ManifestRow, manifestChecksum } from '../../src/index/file/manifest.ts'
import { readTail, type Tail, writeTail } from '../../src/index/file/tail.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { expectation, tempFolder, tinyRelease, writeTiny } from './tiny-index.ts'

/** A written tiny index with something done to it; it is gone when the running test is over. */
export function damaged(change: (file: string) => void, release = tinyRelease): string {
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file, release)
  change(file)
  return file
}

/** A change to an index file that its checksums know of: as if a writer had made the file so. */
function rewritten(change: (db: Database.Database, arrays: Buffer) => Buffer) {
  return (file: string) => {
    const { databaseBytes, arrayBytes } = requireTail(file)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, databaseBytes))
    const db = new Database(file)
    const content = change(db, bytes.subarray(databaseBytes, databaseBytes + arrayBytes))
    const sum = manifestChecksum(manifestRows(db))
    db.close()
    writeTail(file, [{ offset: 0, content }], sum)
  }
}

/** A change by SQL statements. */
export const sql = (statements: string) =>
  rewritten((db, arrays) => {
    db.exec(statements)
    return arrays
  })

/** Another value of a key of the manifest. */
export const setManifest = (key: string, value: unknown) =>
  sql(`UPDATE manifest SET value = '${JSON.stringify(value)}' WHERE key = '${key}'`)

/** Other bytes of an array, made of those that it has. */
export const setArray = (name: string, change: (bytes: Buffer) => Buffer) =>
  rewritten((db, arrays) => {
    const { offset, bytes } = db.prepare('SELECT * FROM array WHERE name = ?').get(name) as {
      offset: number
      bytes: number
    }
    const changed = change(Buffer.from(arrays.subarray(offset, offset + bytes)))
    const padding = Buffer.alloc(-arrays.length & 7)
    const place = arrays.length + padding.length
    const update = db.prepare('UPDATE array SET offset = ?, bytes = ? WHERE name = ?')
    update.run(place, changed.length, name)
    return Buffer.concat([arrays, padding, changed])
  })

/** One bit of a file turned, which its checksums do not know of. */
export function flipBit(file: string, position: number, bit = 0): void {
  const bytes = readFileSync(file)
  bytes[position]! ^= 1 << bit
  writeFileSync(file, bytes)
}

/** A bit of an array turned, in its middle. */
export const flipArray = (name: string) => (file: string) => {
  const db = new Database(file, { readonly: true })
  const middle = db.prepare('SELECT offset + bytes / 2 FROM array WHERE name = ? AND bytes > 0')
  const at = middle.pluck().get(name) as number
  db.close()
  flipBit(file, requireTail(file).databaseBytes + at)
}

/** The parts of an index file. */
export function requireTail(file: string): Tail {
  const handle = openSync(file, 'r')
  try {
    return readTail(handle, statSync(file).size)!
  } finally {
    closeSync(handle)
  }
}

/** The error with which an index is not opened. */
export function refusalOf(file: string): MedlinkError {
  try {
    new MedlinkIndex(file, expectation).close()
  } catch (error) {
    return error as MedlinkError
  }
  throw new Error('it was opened')
}

/** None where the table is gone. */
function manifestRows(db: Database.Database): ManifestRow[] {
  const table = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'manifest'").get()
  return table === undefined
    ? []
    : (db.prepare('SELECT key, value FROM manifest').all() as ManifestRow[])
}
