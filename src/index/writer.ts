import { createHash, type Hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { replaceTogether } from '../files/atomic.ts'
import type { Analyzer } from '../language/analyze.ts'
import { compareStrings } from '../language/sorted.ts'
import { buildArrays, type IndexArrays } from './arrays.ts'
import { readManifestValue } from './file/file.ts'
import { columnsToStored, type TypedArray, toStored } from './file/layout.ts'
import { APPLICATION_ID, FORMAT_VERSION, type Manifest, manifestChecksum } from './file/manifest.ts'
import { isPackOf } from './file/pack-file.ts'
import { SCHEMA, SITE_NAME_SCHEMA } from './file/schema.ts'
import { placeArrays, writeTail } from './file/tail.ts'
import type { ConceptRecord, PhraseRecord, ReleaseRecords, SiteNameRecord } from './records.ts'
import { packPath } from './registry.ts'
import { type ColumnSchema, columnsVersion } from './rows/columns.ts'
import { buildRows } from './rows/stored-rows.ts'
import { listNames, type NameList } from './words/name-list.ts'
import { SPELLING_VERSION } from './words/spelling.ts'
import { type Alias, buildTypeAhead } from './words/type-ahead-build.ts'

export interface WriteOptions {
  readonly analyzer: Analyzer
  readonly columns: ColumnSchema
  /** Phrases that may be read as others; default: none. */
  readonly phrases?: readonly PhraseRecord[]
  /** Names that type-ahead finds though they are none of the release's; default: none. */
  readonly aliases?: readonly Alias[]
  /** Names that a site gave its codes, no two with the same words, unit and specimen; default: none. */
  readonly siteNames?: readonly SiteNameRecord[]
  /** Prominence of a concept among suggestions, 0 to `MAX_PROMINENCE`; default: all the same. */
  readonly prominenceOf?: (concept: ConceptRecord) => number
  /**
   * The FlexSearch index that goes next to the file, as bytes; both are put in place together. Without it there is none, and
   * an older one is removed.
   */
  readonly pack?: (names: NameList) => Uint8Array
  /** Stored as the manifest's `built_at`. */
  readonly now: Date
  /** Receives the name of each step as it begins. */
  readonly onStep?: (step: string) => void
}

/**
 * Compiles a release into one index file and puts it in place of an older one: readers see the old file or
 * the new one, never a part. Equal records give an equal content hash.
 *
 * @returns the manifest of the new file
 * @throws MedlinkError `build_in_progress` when another process is writing the same file; `disk_full`, `no_access`
 */
export function writeIndex(file: string, release: ReleaseRecords, options: WriteOptions): Manifest {
  const step = options.onStep ?? (() => {})
  const isOf = (path: string) => isPackOf(path, readManifestValue(file, 'content_hash'))
  const write = (temporary: string, temporaryPack: string) => {
    const concepts = [...release.concepts].sort((a, b) => compareStrings(a.code, b.code))
    step('analyze names')
    const { arrays, terms, own } = buildArrays(
      concepts,
      release.terms,
      options.analyzer,
      options.columns,
    )
    step('write names')
    const hash = createHash('sha256')
    const db = new Database(temporary)
    const { prominenceOf = () => 0, aliases = [] } = options
    const prominence = Uint8Array.from(concepts, prominenceOf)
    const written = fillDatabase(db, () => {
      writeFacts(db, hash, release)
      const rows = buildRows(concepts, terms, release, options.phrases ?? [])
      step('build type-ahead')
      const typeAhead = buildTypeAhead({
        ...{ arrays, columns: options.columns, own, aliases, prominence },
        isActive: (concept) => concepts[concept]!.active,
      })
      writeAliases(db, hash, typeAhead.aliasTexts)
      writeSiteNames(db, hash, options.siteNames ?? [])
      const stored = writeArrays(db, hash, {
        ...toStored(arrays, typeAhead.data, rows),
        ...columnsToStored(arrays.columns),
      })
      const manifest = describe(release, arrays, options, hash)
      return { manifest, typeAhead, stored, manifestChecksum: writeManifest(db, manifest) }
    })
    const { manifest } = written
    writeTail(temporary, written.stored, written.manifestChecksum)
    if (options.pack !== undefined) {
      step('build FlexSearch index')
      const { columns } = options
      const names = { arrays, columns, prominence, concepts, terms, manifest, ...written.typeAhead }
      writeFileSync(temporaryPack, options.pack(listNames(names)))
    }
    return manifest
  }
  return replaceTogether(file, { file: packPath(file), isOf }, write)
}

/** Makes the tables, has them filled in one transaction, and closes the database. */
function fillDatabase<T>(db: Database.Database, fill: () => T): T {
  try {
    db.pragma('page_size = 8192')
    db.pragma('journal_mode = MEMORY')
    db.pragma('synchronous = OFF')
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${FORMAT_VERSION}`)
    db.exec(SCHEMA)
    return db.transaction(fill)()
  } finally {
    db.close()
  }
}

/** Returns the manifest's checksum. */
function writeManifest(db: Database.Database, manifest: Manifest): number {
  const insert = db.prepare('INSERT INTO manifest VALUES (?, ?)')
  const rows = Object.entries(manifest).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
  }))
  for (const { key, value } of rows) insert.run(key, value)
  return manifestChecksum(rows)
}

function describe(
  release: ReleaseRecords,
  arrays: IndexArrays,
  { analyzer, columns, now }: WriteOptions,
  hash: Hash,
): Manifest {
  const identity = {
    ontology: release.ontology,
    version: release.version,
    text_version: analyzer.version,
    columns_version: columnsVersion(columns),
    spelling_version: SPELLING_VERSION,
    licence: release.licence,
    sources: [...release.sources],
  }
  return {
    ...identity,
    counts: {
      concepts: release.concepts.length,
      terms: release.terms.length,
      words: arrays.words.offsets.length - 1,
      keys: arrays.keys.offsets.length - 1,
    },
    content_hash: hash.update(JSON.stringify(identity)).digest('hex'),
    built_at: now.toISOString(),
  }
}

function writeFacts(db: Database.Database, hash: Hash, release: ReleaseRecords): void {
  const facts = [...release.facts].sort(
    (a, b) =>
      compareStrings(a.relation, b.relation) ||
      compareStrings(a.subject, b.subject) ||
      compareStrings(a.object, b.object),
  )
  const insert = db.prepare('INSERT INTO fact VALUES (?, ?, ?, ?)')
  for (const { relation, subject, object, weight } of facts) {
    const row = [relation, subject, object, weight]
    insert.run(row)
    hash.update(`${row.join('\t')}\n`)
  }
}

function writeAliases(db: Database.Database, hash: Hash, texts: ReadonlyMap<number, string>): void {
  const insert = db.prepare('INSERT INTO alias VALUES (?, ?)')
  for (const [id, text] of texts) {
    insert.run(id, text)
    hash.update(`${id}\t${text}\n`)
  }
}

/** A file without such names has no table of them: it is the same as before there were any. */
function writeSiteNames(db: Database.Database, hash: Hash, names: readonly SiteNameRecord[]): void {
  if (names.length === 0) return
  db.exec(SITE_NAME_SCHEMA)
  const insert = db.prepare('INSERT INTO site_name VALUES (?, ?, ?, ?, ?, ?)')
  const rows = names
    .map(({ words, unit, specimen, name, code, note }) => ({
      key: [words, unit, specimen].join('\t'),
      row: [words, unit, specimen, name, code, note],
    }))
    .sort((a, b) => compareStrings(a.key, b.key))
  for (const { row } of rows) {
    insert.run(row)
    hash.update(`${row.join('\t')}\n`)
  }
}

/** Lists the arrays; returns the content of each with its place behind the database. */
function writeArrays(
  db: Database.Database,
  hash: Hash,
  stored: Readonly<Record<string, TypedArray>>,
) {
  const insert = db.prepare('INSERT INTO array VALUES (?, ?, ?, ?)')
  const inOrder = Object.entries(stored).sort(([a], [b]) => compareStrings(a, b))
  const places = placeArrays(inOrder.map(([, { byteLength }]) => byteLength))
  return inOrder.map(([name, array], i) => {
    const { offset, bytes } = places[i]!
    const content = Buffer.from(array.buffer as ArrayBuffer, array.byteOffset, bytes)
    insert.run(name, array[Symbol.toStringTag], offset, bytes)
    hash.update(name).update(content)
    return { offset, content }
  })
}
