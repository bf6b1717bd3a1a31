import { createHash, type Hash } from 'node:crypto'
import Database from 'better-sqlite3'
import type { Analyzer } from '../text/analyze.ts'
import { compareStrings } from '../text/compare.ts'
import { buildArrays, type IndexArrays } from './arrays.ts'
import { replaceAtomically } from './atomic.ts'
import { type ColumnSchema, columnsVersion } from './columns.ts'
import { columnsToStored, type TypedArray, toStored } from './layout.ts'
import { APPLICATION_ID, FORMAT_VERSION, type Manifest, manifestChecksum } from './manifest.ts'
import type { ConceptRecord, PhraseRecord, ReleaseRecords, TermRecord } from './records.ts'
import { INDEXES, SCHEMA } from './schema.ts'
import { SPELLING_VERSION } from './spelling.ts'
import { checksum, writeTail } from './tail.ts'
import { type AnalyzedNames, buildTypeAhead, type TypeAheadData } from './type-ahead.ts'

export interface WriteOptions {
  readonly analyzer: Analyzer
  readonly columns: ColumnSchema
  /** Phrases that may be read as others; none when left out. */
  readonly phrases?: readonly PhraseRecord[]
  /** Stored as the manifest's `built_at`. */
  readonly now: Date
  /** Told the name of each step as it begins. */
  readonly onStep?: (step: string) => void
}

/** Characters of rows that are hashed at once; a call for each of some million rows would take seconds. */
const HASHED_AT_ONCE = 100_000

/**
 * Compiles a release into one index file and puts it in place of whatever stood there: readers see the old file or
 * the new one, never a part. Equal records give an equal content hash.
 *
 * @returns the manifest of the new file
 * @throws MedlinkError `build_in_progress` when another process is writing the same file; `disk_full`, `no_access`
 */
export function writeIndex(file: string, release: ReleaseRecords, options: WriteOptions): Manifest {
  const step = options.onStep ?? (() => {})
  return replaceAtomically(file, (temporary) => {
    const concepts = [...release.concepts].sort((a, b) => compareStrings(a.code, b.code))
    step('analyze names')
    const { arrays, terms, names } = buildArrays(
      concepts,
      release.terms,
      options.analyzer,
      options.columns,
    )
    step('write names')
    const hash = createHash('sha256')
    const db = new Database(temporary)
    const written = fillDatabase(db, () => {
      writeRows(db, hash, release, concepts, terms, options.phrases ?? [])
      step('build type-ahead')
      const stored = writeArrays(db, hash, {
        ...toStored(arrays, typeAheadOver(concepts, names, arrays)),
        ...columnsToStored(arrays.columns),
      })
      const manifest = describe(release, arrays, options, hash)
      return { manifest, stored, manifestChecksum: writeManifest(db, manifest) }
    })
    writeTail(temporary, written.stored, written.manifestChecksum)
    return written.manifest
  })
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
    const result = db.transaction(fill)()
    db.exec(INDEXES)
    db.exec('ANALYZE')
    return result
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

function writeRows(
  db: Database.Database,
  hash: Hash,
  release: ReleaseRecords,
  concepts: readonly ConceptRecord[],
  terms: readonly TermRecord[],
  phrases: readonly PhraseRecord[],
): void {
  const ids = new Map(concepts.map(({ code }, id) => [code, id]))
  const insertAll = <T>(
    table: string,
    items: Iterable<T>,
    rowOf: (item: T, id: number) => (string | number)[],
  ) => {
    let insert: Database.Statement | undefined
    let id = 0
    let unhashed = ''
    for (const item of items) {
      const row = rowOf(item, id++)
      insert ??= db.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`)
      insert.run(row)
      unhashed += `${row.join('\t')}\n`
      if (unhashed.length < HASHED_AT_ONCE) continue
      hash.update(unhashed)
      unhashed = ''
    }
    hash.update(unhashed)
  }
  const attributes = new Map<string, number>()
  insertAll('concept', concepts, (concept, id) => {
    const json = JSON.stringify(concept.attributes)
    if (!attributes.has(json)) attributes.set(json, attributes.size)
    return [id, concept.code, concept.name, Number(concept.active), attributes.get(json)!]
  })
  insertAll('attributes', attributes, ([json, id]) => [id, json])
  insertAll('term', terms, ({ code, text, kind, language }, id) => [
    id,
    ids.get(code)!,
    text,
    kind,
    language,
  ])
  const edges = release.edges
    .map(({ code, parent }) => [ids.get(code)!, ids.get(parent)!])
    .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)
  insertAll('edge', edges, (edge) => edge)
  insertAll('replacement', release.replacements, ({ code, replacement, relation }) => [
    ids.get(code)!,
    ids.get(replacement)!,
    relation,
  ])
  insertAll('map', release.maps, ({ code, system, target, rule }) => [
    ids.get(code)!,
    system,
    target,
    rule,
  ])
  const facts = [...release.facts].sort(
    (a, b) =>
      compareStrings(a.relation, b.relation) ||
      compareStrings(a.subject, b.subject) ||
      compareStrings(a.object, b.object),
  )
  insertAll('fact', facts, ({ relation, subject, object, weight }) => [
    relation,
    subject,
    object,
    weight,
  ])
  insertAll('phrase', phrases, ({ tokens, text, weight, because, context }) => [
    tokens.split(' ')[0]!,
    tokens,
    text,
    weight,
    because,
    context,
  ])
}

/** Lists the arrays; returns the bytes of each, in the order in which they stand behind the database. */
function writeArrays(
  db: Database.Database,
  hash: Hash,
  stored: Readonly<Record<string, TypedArray>>,
): Uint8Array[] {
  const insert = db.prepare('INSERT INTO array VALUES (?, ?, ?, ?, ?)')
  const inOrder = Object.entries(stored).sort(([a], [b]) => compareStrings(a, b))
  let offset = 0
  return inOrder.map(([name, array]) => {
    const bytes = Buffer.from(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength)
    insert.run(name, array[Symbol.toStringTag], offset, bytes.length, checksum(bytes))
    hash.update(name).update(bytes)
    offset += bytes.length
    return bytes
  })
}

function typeAheadOver(
  concepts: readonly ConceptRecord[],
  names: AnalyzedNames,
  { words }: IndexArrays,
): TypeAheadData {
  return buildTypeAhead(names, (concept) => concepts[concept]!.name, words.offsets.length - 1)
}
