import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { MedlinkError } from '../../src/errors.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { expectation, tempFolder, writeTiny } from './tiny-index.ts'

/** A written tiny index with something done to it; it is gone when the running test is over. */
export function damaged(change: (file: string) => void): string {
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file)
  change(file)
  return file
}

/** A change to an index file by SQL statements. */
export const sql = (statements: string) => (file: string) => {
  const db = new Database(file)
  db.exec(statements)
  db.close()
}

/** Another value of a key of the manifest. */
export const setManifest = (key: string, value: unknown) =>
  sql(`UPDATE manifest SET value = '${JSON.stringify(value)}' WHERE key = '${key}'`)

/** The error with which an index is not opened. */
export function refusalOf(file: string): MedlinkError {
  try {
    new MedlinkIndex(file, expectation).close()
  } catch (error) {
    return error as MedlinkError
  }
  throw new Error('it was opened')
}
