import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import Database from 'better-sqlite3'
import { MedlinkError } from '../errors.ts'
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

  /** @throws MedlinkError `index_missing`, `index_incompatible` or `index_corrupt` */
  constructor(path: string, expectation: Expectation) {
    this.path = path
    this.#handle = openHandle(path)
    let db: IndexDatabase | undefined
    try {
      this.#asOpened = fstatSync(this.#handle)
      checkHeader(path, this.#handle, this.#asOpened.size)
      db = openDatabase(path)
      if (!this.isCurrent()) throw replacedIndex(basename(path))
      this.manifest = readManifestOf(db, path)
      checkVersions(this.manifest, expectation)
      this.db = db
    } catch (error) {
      db?.close()
      closeSync(this.#handle)
      throw asMedlinkError(path, error)
    }
  }

  /** Whether the path still leads to this file, with nothing written to it since it was opened. Asks the system once. */
  isCurrent(): boolean {
    const found = statSync(this.path, { throwIfNoEntry: false })
    const { dev, ino } = this.#asOpened
    return found?.ino === ino && found.dev === dev && !this.#differs(found)
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
  return new MedlinkError(
    'index_corrupt',
    `${basename(path)} is damaged: ${what}. Build or copy it again`,
    { cause },
  )
}

/** What went wrong while a table was read: an error of ours as it is, SQLite's as `index_corrupt`. */
export function asMedlinkError(path: string, error: unknown): MedlinkError {
  if (error instanceof MedlinkError) return error
  return corruptIndex(path, 'a table cannot be read', error)
}

function openHandle(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw corruptIndex(path, `it cannot be opened (${code})`, cause)
    throw new MedlinkError(
      'index_missing',
      `there is no index at ${path}: build it with medlink build`,
    )
  }
}

function openDatabase(path: string): IndexDatabase {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    db.pragma(`cache_size = -${CACHED_KB}`)
    return db
  } catch (cause) {
    throw corruptIndex(path, 'SQLite cannot open it', cause)
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
    throw new MedlinkError('index_incompatible', `${basename(path)} is not a Medlink index`)
  const format = header.readUInt32BE(60)
  const [ontology, version] = [basename(dirname(path)), basename(path, '.sqlite')]
  if (format !== FORMAT_VERSION)
    throw new MedlinkError(
      'index_incompatible',
      `${basename(path)} has format ${format}, this version of Medlink reads ${FORMAT_VERSION}: ${
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
