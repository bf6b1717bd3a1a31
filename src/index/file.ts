import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import Database from 'better-sqlite3'
import { asFileError, MedlinkError } from '../errors.ts'
import { type ColumnSchema, columnsVersion } from './columns.ts'
import { FLEXSEARCH_VERSION } from './flexsearch.ts'
import { APPLICATION_ID, FORMAT_VERSION, type Manifest, manifestSchema } from './manifest.ts'
import { STARTER_VERSION } from './registry.ts'

/** What the reading program works with; an index made for anything else is refused. */
export interface Expectation {
  readonly textVersion: string
  /** The columns of the ontology that links. */
  readonly columns: ColumnSchema
}

export type IndexDatabase = Database.Database
export type Statement = Database.Statement

/**
 * Pages that SQLite keeps for itself, of every thread that has the file open; the system keeps them as well. With eight
 * times as much, better-sqlite3's default, linking is no faster.
 */
const CACHED_KB = 2000

/** An index file, open for reading, whose header and manifest have been checked. Close it when done. */
export class IndexFile {
  readonly path: string
  readonly db: IndexDatabase
  readonly manifest: Manifest
  /** A handle of our own: SQLite does not say which file it has open. */
  readonly #handle: number
  readonly #asOpened: Stats

  /** @throws MedlinkError `index_missing`, `index_incompatible`, `index_corrupt` or `no_access` */
  constructor(path: string, expectation: Expectation) {
    this.path = path
    const { handle, asOpened, db } = openTwice(path)
    this.#handle = handle
    this.#asOpened = asOpened
    this.db = db
    try {
      if (!this.isCurrent()) throw replacedIndex(path)
      this.manifest = readManifestOf(db, path)
      checkVersions(this.manifest, expectation)
    } catch (error) {
      this.close()
      throw asMedlinkError(path, error)
    }
  }

  /** Whether the path still leads to this file, with nothing written to it since it was opened. Asks the system once. */
  isCurrent(): boolean {
    const found = statSync(this.path, { throwIfNoEntry: false })
    return isSameFile(found, this.#asOpened) && !this.#differs(found)
  }

  /**
   * Whether something was written into this file since it was opened, as `cp` over it does. One that another file took
   * the place of is not: it can be read to the end. Asks the system once.
   */
  isOverwritten(): boolean {
    return this.#differs(fstatSync(this.#handle))
  }

  /** Closing again does nothing. */
  close(): void {
    if (!this.db.open) return
    this.db.close()
    closeSync(this.#handle)
  }

  #differs({ size, mtimeMs }: Stats): boolean {
    return size !== this.#asOpened.size || mtimeMs !== this.#asOpened.mtimeMs
  }
}

/**
 * What an index file says of itself, without opening the index: its arrays and rows are not looked at.
 *
 * @throws MedlinkError `index_missing`, `index_incompatible` or `index_corrupt`
 */
export function readManifest(path: string, expectation: Expectation): Manifest {
  const file = new IndexFile(path, expectation)
  file.close()
  return file.manifest
}

/**
 * How many concepts an index says it holds, whatever version of Medlink built it; undefined for a file that does not
 * say so.
 */
export function readConceptCount(path: string): number | undefined {
  let db: IndexDatabase | undefined
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    const counts = db.prepare("SELECT value FROM manifest WHERE key = 'counts'").pluck().get()
    return manifestSchema.shape.counts.safeParse(JSON.parse(String(counts))).data?.concepts
  } catch {
    return undefined
  } finally {
    db?.close()
  }
}

/** `index_incompatible`: the file of an index is another one than that which is being read. */
export function replacedIndex(name: string, cause?: unknown): MedlinkError {
  return new MedlinkError(
    'index_incompatible',
    `${name} was replaced by another file while it was in use: ask again`,
    { cause },
  )
}

/** `index_corrupt`, with what is wrong with the file and what to do. */
export function corruptIndex(path: string, what: string, cause?: unknown): MedlinkError {
  return new MedlinkError('index_corrupt', `${path} is damaged: ${what}. Build or copy it again`, {
    cause,
  })
}

/** Whether it was SQLite that failed. */
export function isOfSqlite(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError
}

/** What went wrong while a table was read: an error of ours as it is, SQLite's as `index_corrupt`. */
export function asMedlinkError(path: string, error: unknown): MedlinkError {
  if (error instanceof MedlinkError) return error
  return corruptIndex(path, 'a table cannot be read', error)
}

interface OpenTwice {
  readonly handle: number
  readonly asOpened: Stats
  readonly db: IndexDatabase
}

/** Opens a file for us and for SQLite; once more where another file takes its place in between. */
function openTwice(path: string): OpenTwice {
  for (;;) {
    const handle = openHandle(path)
    let db: IndexDatabase | undefined
    try {
      const asOpened = fstatSync(handle)
      if (!asOpened.isFile()) throw foreignFile(path)
      checkHeader(path, handle, asOpened.size)
      db = openDatabase(path)
      if (isSameFile(statSync(path, { throwIfNoEntry: false }), asOpened))
        return { handle, asOpened, db }
    } catch (error) {
      db?.close()
      closeSync(handle)
      throw asMedlinkError(path, asFileError(path, error))
    }
    db.close()
    closeSync(handle)
  }
}

/** Opens what is there, a pipe without waiting for who writes into it. */
function openHandle(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENXIO') throw foreignFile(path)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw asFileError(path, cause)
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    throw new MedlinkError(
      'index_missing',
      `${isLink ? `${path} is a link to a file that is not there` : `there is no index at ${path}`}: build it with medlink build`,
    )
  }
}

function isSameFile(found: Stats | undefined, { dev, ino }: Stats): found is Stats {
  return found?.ino === ino && found.dev === dev
}

/** `index_incompatible`: what lies at the path is none of ours. */
function foreignFile(path: string): MedlinkError {
  return new MedlinkError(
    'index_incompatible',
    `${path} is not a Medlink index: move it away, or build one in its place`,
  )
}

function openDatabase(path: string): IndexDatabase {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    db.pragma(`cache_size = -${CACHED_KB}`)
    return db
  } catch (cause) {
    db.close()
    if (!isOfSqlite(cause) || !cause.code.startsWith('SQLITE_READONLY')) throw cause
    throw new MedlinkError(
      'no_access',
      `${path} cannot be read because of ${path}-journal, which is not Medlink's: move that away`,
      { cause },
    )
  }
}

/** Checks what the first 100 bytes say before SQLite sees the file: magic, format, and that no page is missing. */
function checkHeader(path: string, handle: number, size: number): void {
  const header = Buffer.alloc(100)
  readSync(handle, header, 0, 100, 0)
  if (
    header.toString('latin1', 0, 16) !== 'SQLite format 3\0' ||
    header.readUInt32BE(68) !== APPLICATION_ID
  )
    throw foreignFile(path)
  const format = header.readUInt32BE(60)
  const [ontology, version] = [basename(dirname(path)), basename(path, '.sqlite')]
  if (format !== FORMAT_VERSION)
    throw new MedlinkError(
      'index_incompatible',
      `${path} has format ${format}, this version of Medlink reads ${FORMAT_VERSION}: ${
        format > FORMAT_VERSION ? 'update Medlink' : `run ${rebuildCommand(ontology, version)}`
      }`,
    )
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16)
  const expected = pageSize * header.readUInt32BE(28)
  if (size !== expected) throw corruptIndex(path, `it has ${size} bytes instead of ${expected}`)
}

/** What to run for an index that this version of Medlink can read. */
function rebuildCommand(ontology: string, version: string): string {
  return version === STARTER_VERSION
    ? 'medlink build starter'
    : `medlink build ${ontology} --release <folder or zip>`
}

function readManifestOf(db: IndexDatabase, path: string): Manifest {
  const rows = db.prepare('SELECT key, value FROM manifest').all() as {
    key: string
    value: string
  }[]
  const parsed = manifestSchema.safeParse(
    Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])),
  )
  if (!parsed.success) throw corruptIndex(path, 'its manifest is incomplete', parsed.error)
  return parsed.data
}

function checkVersions(manifest: Manifest, expectation: Expectation): void {
  const versions = [
    ['text analysis', manifest.text_version, expectation.textVersion],
    ['columns', manifest.columns_version, columnsVersion(expectation.columns)],
    ['FlexSearch', manifest.flexsearch_version, FLEXSEARCH_VERSION],
  ] as const
  for (const [what, found, expected] of versions) {
    if (found !== expected)
      throw new MedlinkError(
        'index_incompatible',
        `index ${manifest.ontology} ${manifest.version} was built with ${what} ${found}, this version of Medlink has ${expected}: run ${rebuildCommand(manifest.ontology, manifest.version)}`,
      )
  }
}
