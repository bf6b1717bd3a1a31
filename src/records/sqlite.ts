import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryExecutorProvider,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely'
import { asFileError, MedlinkError } from '../errors.ts'
import { type Engine, type Purpose, RECORDS } from './store.ts'

/** SQLite's smallest page size. */
const MIN_PAGE_BYTES = 512

/** Bits of a file's mode, one of which must be set. */
const ANYBODY_WRITES = 0o222

/** Default time to wait for a lock. */
const PATIENCE_MS = 5000
/** Between two tries, at most. */
const PAUSE_MS = 20

/** Statements that a connection keeps. Lists of values have a text for each length. */
const MAX_STATEMENTS = 200

/** How a file is opened. */
export interface SqliteOptions {
  /** Default: records. */
  readonly purpose?: Purpose
  /** How long what another one does to the file is waited for. */
  readonly patienceMs?: number
}

/**
 * Opens a database file for writing; makes it, and its folder, where there is none, both for the user alone. Other
 * processes and this one may have it open as well.
 *
 * @throws MedlinkError `no_access`, `disk_full`; what the purpose says for another program's file, and one that cannot be
 *   used
 */
export async function openSqlite(
  file: string,
  { purpose = RECORDS, patienceMs = PATIENCE_MS }: SqliteOptions = {},
): Promise<Engine> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // SQLite gives the files that it keeps next to this one the same mode.
    closeSync(openSync(file, 'a', 0o600))
    const db = openFile(file)
    try {
      await whileBusy(() => prepare(db, file, purpose), patienceMs)
      return engineOf(db, file, purpose, patienceMs)
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw asMedlinkError(file, error, purpose)
  }
}

/**
 * A database file as better-sqlite3 opens it: one that is there.
 *
 * @throws SqliteError, or the system's error
 */
export function openFile(file: string, { readonly = false } = {}): Database.Database {
  // SQLite does not say why it cannot; the system does.
  closeSync(openSync(file, readonly ? 'r' : 'r+'))
  // SQLite itself would wait with the whole thread, and for ever where the same thread holds the lock.
  return new Database(file, { readonly, fileMustExist: true, timeout: 0 })
}

/**
 * True if a database file is new: nothing has been written into it.
 *
 * @throws MedlinkError with the purpose's code for another program's file; SqliteError
 */
export function isNew(db: Database.Database, file: string, purpose: Purpose = RECORDS): boolean {
  // In one transaction: another process may be making the tables.
  const [id, tables] = db.transaction(() => [
    db.pragma('application_id', { simple: true }),
    db.prepare('SELECT count(*) FROM sqlite_master').pluck().get(),
  ])()
  if (id === purpose.applicationId) return false
  // SQLite takes a file that is shorter than any of its pages for an empty one.
  const { size } = statSync(file)
  if (id === 0 && tables === 0 && (size === 0 || size >= MIN_PAGE_BYTES)) return true
  throw foreign(file, purpose)
}

/**
 * The result of an attempt, which is repeated while another connection has the file locked.
 *
 * @throws SqliteError `SQLITE_BUSY` if it is locked for too long
 */
export async function whileBusy<T>(
  attempt: () => T | Promise<T>,
  patienceMs: number = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (let pause = 1; ; pause = Math.min(2 * pause, PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && /^SQLITE_BUSY/.test(error.code)
      if (!isBusy || performance.now() > deadline) throw error
    }
    // If two come at the same time, one of them is first at the next attempt.
    await sleep(pause * (0.5 + Math.random()))
  }
}

/** A failure of SQLite or the system at a database file, as an error of ours; any other error as it is. */
export function asMedlinkError(file: string, error: unknown, purpose: Purpose = RECORDS): unknown {
  const read = asFileError(file, error)
  if (!(read instanceof Database.SqliteError)) return read
  const { code } = read
  const options = { cause: read }
  const where = `the database of ${purpose.of} in ${file}`
  if (code === 'SQLITE_NOTADB') return foreign(file, purpose, options)
  if (code.startsWith('SQLITE_BUSY'))
    return new MedlinkError(
      purpose.unusable,
      `${where} is locked by another process: wait for it, or stop it, and try again`,
      options,
    )
  if (code.startsWith('SQLITE_CORRUPT'))
    return new MedlinkError(
      purpose.unusable,
      `${where} is damaged (${code}): restore a backup`,
      options,
    )
  return new MedlinkError('internal', `${where} failed (${code})`, options)
}

function foreign(file: string, purpose: Purpose, options?: ErrorOptions): MedlinkError {
  return new MedlinkError(
    purpose.incompatible,
    `${file} is not Medlink's database of ${purpose.of}: move it away, or choose another place`,
    options,
  )
}

function prepare(db: Database.Database, file: string, purpose: Purpose): void {
  isNew(db, file, purpose)
  // Deleted and changed content is overwritten with zeros.
  db.pragma('secure_delete = ON')
  shrinkInSteps(db)
  db.pragma('journal_mode = WAL')
  // A commit is on disk when it returns; better-sqlite3 asks for less in this mode.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
}

/** The value of `auto_vacuum` with which pages that are free are given back in steps. */
const INCREMENTAL = 2

/**
 * Has the file give free pages back by `incremental_vacuum`. A file that was made without is rewritten once, which also
 * removes what was deleted from it before.
 */
function shrinkInSteps(db: Database.Database): void {
  if (db.pragma('auto_vacuum', { simple: true }) === INCREMENTAL) return
  db.pragma(`auto_vacuum = ${INCREMENTAL}`)
  db.exec('VACUUM')
}

function engineOf(
  db: Database.Database,
  file: string,
  purpose: Purpose,
  patienceMs: number,
): Engine {
  const { ino } = statSync(file)
  return {
    purpose,
    dialect: new PatientDialect(db, patienceMs),
    // Not by openFile: a process that opens and closes a file itself loses the locks that SQLite has on it.
    reader: new PatientDialect(
      async () => new Database(file, { readonly: true, fileMustExist: true, timeout: 0 }),
      patienceMs,
    ),
    locksRows: false,

    async requireWritable() {
      // A file that is protected, removed or replaced while it is open still takes what is written, for nothing.
      accessSync(file, constants.W_OK)
      const found = statSync(file)
      if ((found.mode & ANYBODY_WRITES) === 0)
        throw new MedlinkError('no_access', `${file} is protected: no user may write to it`)
      if (found.ino !== ino)
        throw new MedlinkError(
          purpose.unusable,
          `the database of ${purpose.of} in ${file} was replaced while it was open: restart the server`,
        )
    },

    scrub: () =>
      whileBusy(() => {
        // Not by Kysely, which makes one step of it.
        db.exec('PRAGMA incremental_vacuum')
        db.pragma('wal_checkpoint(TRUNCATE)')
      }, patienceMs),

    async claim(trx: QueryExecutorProvider) {
      const { versionTable } = purpose
      const found = await sql`select 1 from sqlite_master where name = ${versionTable}`.execute(trx)
      if (found.rows.length > 0) return true
      await sql.raw(`pragma application_id = ${purpose.applicationId}`).execute(trx)
      return false
    },

    violationOf(error) {
      if (!(error instanceof Database.SqliteError)) return undefined
      if (error.code === 'SQLITE_CONSTRAINT_UNIQUE') return 'unique'
      return error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY' ? 'reference' : undefined
    },

    asMedlinkError: (error) => asMedlinkError(file, error, purpose),
  }
}

/** An open database, or one that is opened when it is first needed. */
type Openable = Database.Database | (() => Promise<Database.Database>)

class PatientDialect extends SqliteDialect {
  readonly #database: Openable
  readonly #patienceMs: number

  constructor(database: Openable, patienceMs: number) {
    super({ database })
    this.#database = database
    this.#patienceMs = patienceMs
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#database, this.#patienceMs)
  }
}

/**
 * Waits for other connections without holding up the thread: one of them may be of this very process, in the middle of
 * a transaction.
 */
class PatientDriver extends SqliteDriver {
  readonly #database: Openable
  readonly #patienceMs: number

  constructor(database: Openable, patienceMs: number) {
    super({
      database:
        typeof database === 'function'
          ? async () => withStatements(await database())
          : withStatements(database),
    })
    this.#database = database
    this.#patienceMs = patienceMs
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => whileBusy(() => connection.executeQuery(query), this.#patienceMs),
      // Its statement would be one that others run meanwhile.
      streamQuery: () => {
        throw new TypeError('a result of SQLite is not streamed')
      },
    }
  }

  /** With the lock for writing: a transaction that reads first may find that another one has written meanwhile, and fail. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite may have done so by itself, as where the disk is full. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const isOver = typeof this.#database === 'object' && !this.#database.inTransaction
    if (!isOver) await super.rollbackTransaction(connection)
  }
}

/** The same database, which keeps statements: to prepare a short one takes longer than to run it. */
function withStatements(db: Database.Database): SqliteDatabase {
  const kept = new Map<string, Database.Statement>()
  return {
    close: () => db.close(),
    prepare(text) {
      let statement = kept.get(text)
      if (statement === undefined) {
        statement = db.prepare(text)
        if (kept.size === MAX_STATEMENTS) kept.clear()
        kept.set(text, statement)
      }
      return statement as unknown as SqliteStatement
    },
  }
}
