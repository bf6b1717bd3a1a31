import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * Locks a name for this thread of this process; no other thread or process gets it until it is released or the process
 * ends, in any way. The lock is the system's, taken by SQLite on an empty database of that name. The file exists while the
 * lock is held, and is gone afterwards. A file that a killed process left is no lock.
 *
 * @returns a function that releases the lock, to be called once; undefined if another thread or process has it
 * @throws the system's error, or SqliteError, when the file cannot be made or locked
 */
export function tryLock(path: string): (() => void) | undefined {
  for (;;) {
    const found = identityOf(path)
    const db = open(path)
    try {
      db.pragma('journal_mode = MEMORY')
      db.exec('BEGIN IMMEDIATE')
    } catch (error) {
      db.close()
      if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
      throw error
    }
    // A file that was there before and still is, is the one that was locked. A file that its last owner has removed
    // meanwhile locks nothing, and nothing is known about one that was made just now: both are tried again.
    if (found !== undefined && found === identityOf(path)) return () => release(path, db)
    db.close()
  }
}

function open(path: string): Database.Database {
  try {
    return new Database(path, { timeout: 0 })
  } catch (error) {
    // SQLite does not say why it cannot; the system does.
    closeSync(openSync(path, 'a'))
    throw error
  }
}

/** Removed while it is locked: a process that has opened it already sees that it is gone. */
function release(path: string, db: Database.Database): void {
  try {
    rmSync(path, { force: true })
  } finally {
    db.close()
  }
}

/** Which file a name leads to; the time of its making tells it from a later one with the same number. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`
}
