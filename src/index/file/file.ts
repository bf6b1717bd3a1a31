import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import Database from 'better-sqlite3'
import { asFileError, MedlinkError } from '../../errors.ts'
import { STARTER_VERSION } from '../registry.ts'
import { Blocks, DamagedBlock, describeDamage, type SharedBlocks } from '../rows/blocks.ts'
import { type ColumnSchema, columnsVersion } from '../rows/columns.ts'
import { SPELLING_VERSION } from '../words/spelling.ts'
import {
  APPLICATION_ID,
  FORMAT_VERSION,
  type Manifest,
  type ManifestRow,
  manifestChecksum,
  manifestSchema,
} from './manifest.ts'
import { BLOCK_BYTES, damagedBlocks, isBlockSound, readAt, readTail, type Tail } from './tail.ts'

/** Versions that the reading program works with; an index made for others is refused. */
export interface Expectation {
  readonly textVersion: string
  /** The columns of the ontology that links. */
  readonly columns: ColumnSchema
}

export type IndexDatabase = Database.Database
export type Statement = Database.Statement

/** Pages that SQLite keeps for itself, of every thread that has the file open: little is read of its tables, and seldom twice. */
const CACHED_KB = 200

/** File systems tell the time of a change in steps; this is the longest of Linux's. */
const TIME_STEP_MS = 10
/** Length of a SQLite header. */
const HEADER_BYTES = 100
const SQLITE_MAGIC = 'SQLite format 3\0'
/** Beginning of the message about a native module that is not there; it has no code. */
const NO_MODULE = 'Could not locate the bindings file'

/** Identity of a file: it differs from every other file, and from itself before and after a write. */
export type FileIdentity = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>

/** An index file, open for reading, whose header and manifest have been checked. Close it when done. */
export class IndexFile {
  readonly path: string
  readonly db: IndexDatabase
  readonly manifest: Manifest
  readonly identity: FileIdentity
  /** A handle of our own: SQLite does not say which file it has open. */
  readonly #handle: number
  readonly #tail: Tail
  #arrays: Blocks | undefined

  /** @throws MedlinkError `index_missing`, `index_incompatible`, `index_corrupt` or `no_access` */
  constructor(path: string, expectation: Expectation) {
    this.path = path
    const { handle, identity, tail, db } = openTwice(path)
    this.#handle = handle
    this.#tail = tail
    this.identity = identity
    this.db = db
    try {
      if (this.isOverwritten()) throw replacedIndex(path)
      this.manifest = readManifestOf(db, path, tail.manifestChecksum)
      checkVersions(this.manifest, expectation)
    } catch (error) {
      this.close()
      throw asMedlinkError(path, error)
    }
  }

  /** Which bytes are damaged, a block at a time; reads as it is asked. */
  *damage(): Generator<string> {
    yield* this.#damageUpTo(this.#tail.blockChecksums.length)
  }

  /** @throws MedlinkError `index_corrupt` when the rows are not what was written */
  requireSoundRows(): void {
    const blocks = Math.ceil(this.#tail.databaseBytes / BLOCK_BYTES)
    for (const what of this.#damageUpTo(blocks)) throw corruptIndex(this.path, what)
  }

  /** The arrays, in memory that threads can share. @param shared what another thread has read of the same file already */
  openArrays(shared?: SharedBlocks): Blocks {
    this.#arrays = new Blocks(this.#handle, this.#tail, shared)
    return this.#arrays
  }

  *#damageUpTo(end: number): Generator<string> {
    for (const block of damagedBlocks(this.#handle, this.#tail, 0, end))
      yield describeDamage(this.#tail, block)
  }

  /** True if the path still leads to this file, with nothing written to it since it was opened. Asks the system once. */
  isCurrent(): boolean {
    const found = statSync(this.path, { throwIfNoEntry: false })
    return found !== undefined && isSame(found, this.identity)
  }

  /**
   * True if something was written into this file since it was opened, as `cp` over it does. A file that was replaced by
   * another counts as unchanged: it can be read to the end. Asks the system once.
   */
  isOverwritten(): boolean {
    return !isSame(fstatSync(this.#handle), this.identity)
  }

  /** Closing again does nothing. */
  close(): void {
    if (!this.db.open) return
    this.db.close()
    this.#arrays?.close()
    closeSync(this.#handle)
  }
}

/** True if two are the same file, with nothing written to it in between. */
export function isSame(a: FileIdentity, b: FileIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs
}

/**
 * The manifest of an index file, without opening the index: its arrays and rows are not looked at.
 *
 * @throws MedlinkError `index_missing`, `index_incompatible`, `index_corrupt` or `no_access`
 */
export function readManifest(path: string, expectation: Expectation): Manifest {
  const file = new IndexFile(path, expectation)
  file.close()
  return file.manifest
}

/**
 * One value of an index file's manifest, whatever version of Medlink built it; undefined for a file that does not say it.
 */
export function readManifestValue<Key extends 'counts' | 'content_hash'>(
  path: string,
  key: Key,
): Manifest[Key] | undefined {
  let db: IndexDatabase | undefined
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    const value = db.prepare('SELECT value FROM manifest WHERE key = ?').pluck().get(key)
    const read = manifestSchema.shape[key].safeParse(JSON.parse(String(value)))
    return read.data as Manifest[Key] | undefined
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

/** True if SQLite failed. */
function isOfSqlite(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError
}

/**
 * A failure to open a file: an error of ours as it is, and `internal` where better-sqlite3 does not load; any other as
 * `index_corrupt`. Only a damaged file causes the others.
 */
export function asMedlinkError(path: string, error: unknown): MedlinkError {
  if (error instanceof MedlinkError) return error
  if (isNotLoaded(error))
    return new MedlinkError(
      'internal',
      `better-sqlite3 is not installed for Node.js ${process.version}: run npm rebuild better-sqlite3 with this Node.js`,
      { cause: error },
    )
  const what = error instanceof DamagedBlock ? error.message : 'a table cannot be read'
  return corruptIndex(path, what, error)
}

/** True if a native module was compiled for another version of Node.js or another system, or was not compiled. */
function isNotLoaded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOfOther = 'code' in error && error.code === 'ERR_DLOPEN_FAILED'
  return isOfOther || error.message.startsWith(NO_MODULE)
}

/** A failure while an open file was used: an error of reading as `index_corrupt`, any other as it is. */
export function asReadingError(path: string, error: unknown): unknown {
  if (isOfSqlite(error) || error instanceof DamagedBlock) return asMedlinkError(path, error)
  const isSystems = error instanceof Error && 'syscall' in error && error.syscall === 'read'
  return isSystems ? corruptIndex(path, 'it cannot be read', error) : error
}

interface OpenTwice {
  readonly handle: number
  readonly identity: FileIdentity
  readonly tail: Tail
  readonly db: IndexDatabase
}

/** Opens a file for us and for SQLite; once more where another file takes its place in between. */
function openTwice(path: string): OpenTwice {
  for (;;) {
    const handle = openHandle(path)
    let db: IndexDatabase | undefined
    try {
      if (!fstatSync(handle).isFile()) throw foreignFile(path)
      const identity = identify(path, handle)
      const tail = checkEnds(path, handle, identity.size)
      db = openDatabase(path)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.ino === identity.ino && found.dev === identity.dev)
        return { handle, identity, tail, db }
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
    const isLink = code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    throw new MedlinkError(
      'index_missing',
      `${isLink ? `${path} is a link to a file that is not there` : `there is no index at ${path}`}: build it with medlink build`,
    )
  }
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

/**
 * The file behind a handle, once a later writing would show: one that was written to within the last step of the clock is
 * waited for.
 *
 * @throws MedlinkError `index_incompatible` when it is still being written to
 */
function identify(path: string, handle: number): FileIdentity {
  const { dev, ino, size, mtimeMs } = fstatSync(handle)
  const ageMs = Date.now() - mtimeMs
  if (Math.abs(ageMs) <= TIME_STEP_MS) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TIME_STEP_MS - ageMs + 1)
    if (fstatSync(handle).mtimeMs !== mtimeMs) throw replacedIndex(path)
  }
  return { dev, ino, size, mtimeMs }
}

/** Checks the file's first and last bytes before SQLite sees it: magic, format, and that no byte is missing. */
function checkEnds(path: string, handle: number, size: number): Tail {
  const header = Buffer.alloc(HEADER_BYTES)
  const read = readAt(handle, header, 0)
  if (
    read < HEADER_BYTES &&
    SQLITE_MAGIC.startsWith(header.toString('latin1', 0, Math.min(read, 16)))
  )
    throw corruptIndex(path, `it was cut short at ${read} bytes`)
  const tail = readTail(handle, size)
  // A whole footer says that the file is ours and of this format: where its header says otherwise, that is damage.
  if (tail !== undefined && !isBlockSound(handle, tail, 0))
    throw corruptIndex(path, describeDamage(tail, 0))
  if (
    header.toString('latin1', 0, 16) !== SQLITE_MAGIC ||
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
  if (tail === undefined)
    throw corruptIndex(path, 'its end is missing: it was cut short, or is being written')
  return tail
}

/** The command that builds an index for this version of Medlink. */
function rebuildCommand(ontology: string, version: string): string {
  return version === STARTER_VERSION
    ? 'medlink build starter'
    : `medlink build ${ontology} --release <folder or zip>`
}

function readManifestOf(db: IndexDatabase, path: string, checksum: number): Manifest {
  const rows = db.prepare('SELECT key, value FROM manifest').all() as ManifestRow[]
  if (manifestChecksum(rows) !== checksum)
    throw corruptIndex(path, 'its manifest has another checksum')
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
    ['spelling', manifest.spelling_version, SPELLING_VERSION],
  ] as const
  for (const [what, found, expected] of versions) {
    if (found !== expected)
      throw new MedlinkError(
        'index_incompatible',
        `index ${manifest.ontology} ${manifest.version} was built with ${what} ${found}, this version of Medlink has ${expected}: run ${rebuildCommand(manifest.ontology, manifest.version)}`,
      )
  }
}
