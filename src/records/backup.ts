import { randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MedlinkError } from '../errors.ts'
import { sync } from '../files/atomic.ts'
import { tryLock } from '../files/lock.ts'
import { appendChecksum, checkChecksum } from './checksum.ts'
import { migrate, requireKnown, STEPS } from './migrations.ts'
import { recordsFile } from './open.ts'
import { asMedlinkError, isNew, openFile, openSqlite, whileBusy } from './sqlite.ts'
import { Store } from './store.ts'

/** How long a server that is writing is waited for. */
const PATIENCE_MS = 5000
const PAUSE_MS = 10

/**
 * Copies the records of a folder into a file, as they are at one moment; servers may be using them. The file is there
 * when all of it is on disk and sound, for the user alone; before, there is none.
 *
 * @throws MedlinkError `invalid_request` when the file is there already; `no_records` when the folder has no records;
 *   `records_incompatible` when they are damaged or none of ours; `build_in_progress`, `no_access`, `disk_full`
 */
export async function backUpRecords(folder: string, file: string): Promise<void> {
  const records = recordsFile(folder)
  if (!hasContent(records))
    throw new MedlinkError('no_records', `${folder} holds no records: name the folder of a server`)
  await withTemporary(file, async (temporary) => {
    if (existsSync(file))
      throw new MedlinkError(
        'invalid_request',
        `${file} already exists and is not overwritten: name another file, or move it away`,
      )
    await requireSound(records)
    await copyFresh(records, temporary)
    await requireSound(temporary)
    await appendChecksum(temporary)
    renameSync(temporary, file)
    sync(dirname(file))
  })
}

/**
 * Puts the records of a backup into a folder, in one step: a server that has the folder open answers from then on from
 * what is restored. Refresh tokens are not restored, since one that was used after the backup would be good again: every
 * client logs in anew.
 *
 * @param force whether records that are in the folder are replaced
 * @throws MedlinkError `invalid_request` when there are records and `force` is not set; `records_incompatible` when the
 *   file is no sound backup or of a newer version, or what is in the folder is another program's; `no_records` when the
 *   records are in use for too long; `build_in_progress`, `no_access`, `disk_full`
 */
export async function restoreRecords(
  file: string,
  folder: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  const records = recordsFile(folder)
  await requireSound(file)
  if ((await checkChecksum(file)) === 'wrong') throw damaged(file)
  const isThere = hasContent(records)
  if (isThere && realpathSync(records) === realpathSync(file))
    throw new MedlinkError('invalid_request', `${file} is the file to be replaced: name a backup`)
  if (isThere && !force)
    throw new MedlinkError(
      'invalid_request',
      `${folder} holds records already: choose to replace them (force), or name another folder`,
    )
  // Made by the same steps as the server's, so that there is a database in write-ahead mode to copy into.
  if (isThere) await read(records, (db) => isNew(db, records))
  else await use(records, (store) => migrate(store, STEPS))
  await withTemporary(records, async (temporary) => {
    await copy(file, temporary)
    await use(temporary, async (store) => {
      await migrate(store, STEPS)
      await store.run((db) => db.deleteFrom('refresh_token').execute())
    })
    // Tells the copy from what was there before; used for nothing else.
    const mark = randomInt(1, 2 ** 31)
    change(temporary, `user_version = ${mark}`)
    await copy(temporary, records)
    for (const path of [`${records}-wal`, records]) if (existsSync(path)) sync(path)
    if ((await requireSound(records)) !== mark)
      throw new MedlinkError(
        'no_records',
        `the records in ${folder} are in use and were not replaced: stop the servers, and try again`,
      )
  })
}

/**
 * @param work is given a name for a new file next to another one, in the same folder; no other process works on the same
 *   file, and a leftover under that name is removed
 */
async function withTemporary(
  file: string,
  work: (temporary: string) => Promise<void>,
): Promise<void> {
  try {
    const release = tryLock(`${file}.building`)
    if (release === undefined)
      throw new MedlinkError(
        'build_in_progress',
        `another process is writing ${file}: wait for it, or stop it and try again`,
      )
    const temporary = `${file}.tmp`
    const remove = () => {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(temporary + end, { force: true })
    }
    try {
      remove()
      closeSync(openSync(temporary, 'wx', 0o600))
      await work(temporary)
    } finally {
      remove()
      release()
    }
  } catch (error) {
    throw asMedlinkError(file, error)
  }
}

/** Copies what is in a database at one moment into an empty file: no page has anything of what was deleted. */
async function copyFresh(from: string, to: string): Promise<void> {
  await whileBusy(() => {
    const db = openFile(from, { readonly: true })
    try {
      db.prepare('VACUUM INTO ?').run(to)
    } finally {
      db.close()
    }
  })
}

/**
 * Copies a database over another one that is there, in one transaction of that one: who has it open sees all of it or
 * nothing.
 */
async function copy(from: string, to: string): Promise<void> {
  const db = openFile(from, { readonly: true })
  try {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      // All pages at once, so that no change of the source comes between. Where the target is locked, better-sqlite3
      // calls it done, with no pages.
      const { totalPages } = await db.backup(to, { progress: () => 0x7fff_ffff })
      if (totalPages > 0) break
      if (performance.now() > deadline)
        throw new MedlinkError(
          'no_records',
          `the records in ${to} are locked by another process: stop the servers, and try again`,
        )
      await sleep(PAUSE_MS)
    }
  } finally {
    db.close()
  }
}

/**
 * @returns the `user_version` of a file of records
 * @throws MedlinkError `records_incompatible` when it holds no sound records
 */
function requireSound(file: string): Promise<number> {
  return read(file, (db) => {
    if (isNew(db, file)) throw damaged(file)
    requireKnown(db.prepare('SELECT version FROM records_version').pluck().get() as number, file)
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damaged(file)
    return db.pragma('user_version', { simple: true }) as number
  })
}

async function read<T>(file: string, ask: (db: ReturnType<typeof openFile>) => T): Promise<T> {
  try {
    return await whileBusy(() => {
      const db = openFile(file, { readonly: true })
      try {
        return ask(db)
      } finally {
        db.close()
      }
    })
  } catch (error) {
    throw isDamage(error) ? damaged(file, { cause: error }) : asMedlinkError(file, error)
  }
}

/** Also where a file of ours lacks a table. */
function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^SQLITE_(?:CORRUPT|ERROR)/.test(String(error.code))
  )
}

function damaged(file: string, options?: ErrorOptions): MedlinkError {
  return new MedlinkError(
    'records_incompatible',
    `${file} holds no intact records of Medlink: use another backup`,
    options,
  )
}

async function use(file: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = new Store(await openSqlite(file))
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

function change(file: string, pragma: string): void {
  const db = openFile(file)
  try {
    db.pragma(pragma)
  } finally {
    db.close()
  }
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}
