import { type Dialect, Kysely, type QueryExecutorProvider } from 'kysely'
import { MedlinkError, type MedlinkErrorCode } from '../errors.ts'
import { AuditContext } from './audit/context.ts'
import { auditedDialect, type EntryWriter } from './audit/driver.ts'
import { Sealing } from './sealing/sealing.ts'
import type { Tables as RecordTables } from './tables.ts'

/** The purpose of a database of Medlink's: its mark, and its name in messages. */
export interface Purpose {
  /** For people: the database is one of … */
  readonly of: string
  /** SQLite: the file's `application_id`; PostgreSQL: the lock for making the tables. */
  readonly applicationId: number
  /** The table that says which version the others have. */
  readonly versionTable: string
  /** The error for another program's database, or one of a newer version. */
  readonly incompatible: MedlinkErrorCode
  /** The error for one that cannot be used. */
  readonly unusable: MedlinkErrorCode
}

/** The records of a server. */
export const RECORDS: Purpose = {
  of: 'records',
  // "MLRC" in ASCII.
  applicationId: 0x4d_4c_52_43,
  versionTable: 'records_version',
  incompatible: 'records_incompatible',
  unusable: 'no_records',
}

/** Differences between SQLite and PostgreSQL. A transaction of either may write from its first statement on. */
export interface Engine {
  readonly purpose: Purpose
  readonly dialect: Dialect
  /** A second way in, for reading only, that waits for no writer; default: the first. */
  readonly reader?: Dialect
  /** True if rows are locked one by one; false if a transaction has the whole database to itself. */
  readonly locksRows: boolean
  /**
   * Keeps others that open the database waiting until the transaction ends, and marks a new database as Medlink's.
   *
   * @returns whether the tables are there
   */
  claim(trx: QueryExecutorProvider): Promise<boolean>
  /** @throws where writes would be refused or lost, as far as that can be seen without one */
  requireWritable(): Promise<void>
  /** Gives back the room of what was deleted, and empties the write-ahead log of it. Not in a transaction. */
  scrub(): Promise<void>
  /** Which promise of the tables an error says would be broken, if it says that. */
  violationOf(error: unknown): Violation | undefined
  /** An error of the database as one of ours, without anything of a row or of the place; any other as it is. */
  asMedlinkError(error: unknown): unknown
}

/** A value that must be unique exists already, or a row that is referred to does not. */
export type Violation = 'unique' | 'reference'

/** An open database; of records where nothing else is said. */
export class Store<Tables = RecordTables> {
  /** Entry of the audit trail for the running work. */
  readonly context = new AuditContext()
  readonly sealing: Sealing
  readonly #engine: Engine
  readonly #db: Kysely<Tables>
  readonly #reader: Kysely<Tables>
  readonly #running = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  /**
   * @param writer stores the entry of the running work with what the work changes; default: nothing does
   * @param sealing of rows with personal data; default: they stay plain
   */
  constructor(engine: Engine, writer?: EntryWriter, sealing: Sealing = new Sealing()) {
    const { dialect } = engine
    this.#engine = engine
    this.sealing = sealing
    this.#db = new Kysely<Tables>({
      dialect: writer === undefined ? dialect : auditedDialect(engine, this.context, writer),
    })
    this.#reader = engine.reader ? new Kysely<Tables>({ dialect: engine.reader }) : this.#db
  }

  /**
   * The result of `work` on the database; its transactions are `db.transaction()`.
   *
   * @throws MedlinkError `closed`; `no_access`, `disk_full`, `internal` or the purpose's code if the database refuses
   */
  run<T>(work: (db: Kysely<Tables>, engine: Engine) => Promise<T>): Promise<T> {
    return this.#track(() => work(this.#db, this.#engine))
  }

  /** The same for work that must also be done while the database closes. */
  runToTheEnd<T>(work: (db: Kysely<Tables>, engine: Engine) => Promise<T>): Promise<T> {
    return this.#track(() => work(this.#db, this.#engine), true)
  }

  /** The result of `work` that only reads: it waits for no writer, and sees everything that was acknowledged. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#track(() => work(this.#reader))
  }

  /**
   * Removes the bytes of what was deleted from the files of the database: in SQLite at once, unless another process reads
   * just then; in PostgreSQL not at all.
   */
  scrub(): Promise<void> {
    return this.#track(() => this.#db.connection().execute(() => this.#engine.scrub()))
  }

  async #track<T>(work: () => Promise<T>, isLast = false): Promise<T> {
    if (this.#closing !== undefined && !isLast)
      throw new MedlinkError('closed', `the database of ${this.#engine.purpose.of} was closed`)
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } catch (error) {
      if (this.#engine.violationOf(error) === 'reference') this.sealing.forget()
      throw this.#engine.asMedlinkError(error)
    } finally {
      this.#running.delete(running)
    }
  }

  /**
   * Closes the database when what is running is done; what is asked afterwards is refused.
   *
   * @param finish what must be done after that, by `runToTheEnd`
   */
  close(finish?: () => Promise<void>): Promise<void> {
    this.#closing ??= this.#close(finish)
    return this.#closing
  }

  async #close(finish?: () => Promise<void>): Promise<void> {
    await Promise.allSettled(this.#running)
    await finish?.()
    // The last that closes a file of SQLite empties its write-ahead log, which a reader cannot.
    if (this.#reader !== this.#db) await this.#reader.destroy()
    await this.#db.destroy()
  }
}

/** A query that locks its rows: no other transaction changes or removes them before this one ends. */
export function locked<Query extends { forNoKeyUpdate(): Query }>(
  engine: Engine,
  query: Query,
): Query {
  return engine.locksRows ? query.forNoKeyUpdate() : query
}

/** The same without the rows that another transaction has locked. */
export function lockedUnlessTaken<Query extends { forUpdate(): Query; skipLocked(): Query }>(
  engine: Engine,
  query: Query,
): Query {
  return engine.locksRows ? query.forUpdate().skipLocked() : query
}

/** The time in whole epoch seconds, of a clock that tells milliseconds. */
export function secondsOf(now: () => number): number {
  return Math.floor(now() / 1000)
}
