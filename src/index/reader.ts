import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { inflateSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { MedlinkError } from '../errors.ts'
import type { IndexArrays } from './arrays.ts'
import { FLEXSEARCH_VERSION, openSpelling, type SpellingIndex } from './flexsearch.ts'
import {
  type ArrayName,
  arrayType,
  copyToArray,
  elementSize,
  fromStored,
  OPEN_NAMES,
  type StoredArrays,
  TYPE_AHEAD_NAMES,
  typeAheadFromStored,
} from './layout.ts'
import { Lexicon } from './lexicon.ts'
import {
  APPLICATION_ID,
  FORMAT_VERSION,
  indexName,
  type Manifest,
  manifestSchema,
} from './manifest.ts'
import { type Bitmaps, buildBitmaps, PostingsSearcher } from './postings.ts'
import { type FactRecord, type PhraseRecord, TERM_KINDS, type TermKind } from './records.ts'
import { STARTER_VERSION } from './registry.ts'
import { TypeAhead } from './type-ahead.ts'

/** A concept as an index stores it. */
export interface StoredConcept {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>
  /** Its counterparts in other code systems, in order of system, target and rule. */
  readonly maps: readonly StoredMap[]
}

/** A counterpart in another code system; when it holds is told by `rule`, in words of the ontology's own. */
export interface StoredMap {
  readonly system: string
  readonly target: string
  readonly rule: string
}

/** A concept that stands, or may stand, in the place of a retired one; `relation` is the publisher's word for it. */
export interface StoredReplacement {
  readonly concept: StoredConcept
  readonly relation: string
}

/** A term as an index stores it, without its concept. */
export interface StoredTerm {
  readonly text: string
  readonly kind: TermKind
  readonly language: string
}

/** What the reading program works with; an index made for anything else is refused. */
export interface Expectation {
  readonly textVersion: string
  readonly traitsVersion: string
}

/**
 * Everything large that an open index holds in memory, over SharedArrayBuffers: sent to another thread it is not
 * copied, see the constructor of {@link MedlinkIndex}.
 */
export interface SharedMemory {
  /** Name of the index it was read from. */
  readonly name: string
  readonly arrays: IndexArrays
  readonly bitmaps: Bitmaps
}

/**
 * Pages that SQLite keeps for itself, of every thread that has the file open; the system keeps them as well. With eight
 * times as much, better-sqlite3's default, linking is no faster.
 */
const CACHED_KB = 2000

/** No index is larger. */
const MAPPED_BYTES = 2 ** 31
/** About 10 MB at most. */
const CACHED_CONCEPTS = 20_000

const SELECT_CONCEPT =
  'SELECT concept.id, code, name, active, json FROM concept JOIN attributes ON attributes.id = concept.attributes'

/** UNION takes every concept once, so that cycles of edges come to an end. */
const SELECT_IS_UNDER = `
  WITH RECURSIVE above (id) AS (
    SELECT parent FROM edge WHERE concept = ?
    UNION
    SELECT edge.parent FROM above CROSS JOIN edge ON edge.concept = above.id
  )
  SELECT 1 FROM above WHERE id = ?`

const NO_MAPS: readonly StoredMap[] = []

/** An open index file. Read-only: many processes may open the same file. Close it when done. */
export class MedlinkIndex {
  readonly manifest: Manifest
  readonly name: string
  readonly shared: SharedMemory
  readonly arrays: IndexArrays
  readonly words: Lexicon
  readonly keys: Lexicon
  readonly searcher: PostingsSearcher
  /** Whether any concept has an official name beside its title. */
  readonly hasOfficialSynonyms: boolean
  readonly #db: Database.Database
  readonly #concepts = new Map<number, StoredConcept>()
  readonly #terms = new Map<number, StoredTerm>()
  readonly #conceptById: Database.Statement
  readonly #conceptByCode: Database.Statement
  readonly #termById: Database.Statement
  /** Undefined where no name is found by its letters. */
  readonly #termsByText: Database.Statement | undefined
  readonly #termOfConcept: Database.Statement
  readonly #phrasesByHead: Database.Statement
  readonly #factsByRelation: Database.Statement
  readonly #isUnder: Database.Statement
  /** Undefined where no concept has a counterpart. */
  readonly #mapsByConcept: Database.Statement | undefined
  #spelling: SpellingIndex | undefined
  #typeAhead: TypeAhead | undefined

  /**
   * Opens an index file.
   *
   * @param shared what another thread has read of the same file already; read from the file when left out
   * @throws MedlinkError `index_missing`, `index_incompatible` (foreign, older or newer; says expected and found; or
   *   not the index that `shared` was read from) or `index_corrupt` (truncated or damaged)
   */
  constructor(file: string, expectation: Expectation, shared?: SharedMemory) {
    checkHeader(file)
    try {
      this.#db = new Database(file, { readonly: true, fileMustExist: true })
      this.#db.pragma(`cache_size = -${CACHED_KB}`)
    } catch (cause) {
      throw corrupt(file, 'SQLite cannot open it', cause)
    }
    try {
      this.manifest = readManifest(this.#db, file, expectation)
      this.name = indexName(this.manifest)
      this.shared = shared ?? this.#readMemory(file)
      if (this.shared.name !== this.name) throw replaced(this.shared.name, this.name)
      this.#conceptById = this.#db.prepare(`${SELECT_CONCEPT} WHERE concept.id = ?`)
      this.#conceptByCode = this.#db.prepare(`${SELECT_CONCEPT} WHERE code = ?`)
      this.#termById = this.#db.prepare('SELECT text, kind, language FROM term WHERE id = ?')
      const verbatim = 'FROM term INDEXED BY term_verbatim WHERE verbatim = 1'
      const hasVerbatim = this.#db.prepare(`SELECT 1 ${verbatim} LIMIT 1`).get() !== undefined
      this.#termsByText = hasVerbatim
        ? this.#db.prepare(`SELECT id ${verbatim} AND text = ? COLLATE NOCASE ORDER BY id`).pluck()
        : undefined
      this.#termOfConcept = this.#db.prepare(
        'SELECT text, kind, language FROM term WHERE concept = ? AND text = ? ORDER BY id LIMIT 1',
      )
      this.#phrasesByHead = this.#db.prepare(
        'SELECT tokens, text, weight, because, context FROM phrase WHERE head = ? ORDER BY rowid',
      )
      this.#factsByRelation = this.#db.prepare(
        'SELECT relation, subject, object, weight FROM fact WHERE relation = ?',
      )
      this.#isUnder = this.#db.prepare(SELECT_IS_UNDER).pluck()
      const hasMaps = this.#db.prepare('SELECT 1 FROM map LIMIT 1').get() !== undefined
      this.#mapsByConcept = hasMaps
        ? this.#db.prepare(
            'SELECT system, target, rule FROM map WHERE concept = ? ORDER BY system, target, rule',
          )
        : undefined
    } catch (error) {
      this.#db.close()
      if (error instanceof MedlinkError) throw error
      throw corrupt(file, 'a table cannot be read', error)
    }
    this.arrays = this.shared.arrays
    this.words = new Lexicon(this.arrays.words)
    this.keys = new Lexicon(this.arrays.keys)
    this.searcher = new PostingsSearcher(this.arrays.postings, this.shared.bitmaps)
    this.hasOfficialSynonyms = this.arrays.termKind.includes(TERM_KINDS.indexOf('synonym'))
  }

  /** Candidates for misspelt words; loaded at its first use. */
  get spelling(): SpellingIndex {
    this.#spelling ??= openSpelling(this.#chunks('spelling'))
    return this.#spelling
  }

  /** Type-ahead over the names of active concepts; loaded at its first use. */
  get typeAhead(): TypeAhead {
    this.#typeAhead ??= new TypeAhead(
      typeAheadFromStored(readStored(this.#db, this.#db.name, TYPE_AHEAD_NAMES)),
      this.words,
    )
    return this.#typeAhead
  }

  /** The concept with an id that this index gave out. The latest ones are kept in memory. */
  concept(id: number): StoredConcept {
    let concept = this.#concepts.get(id)
    if (concept === undefined) {
      if (this.#concepts.size >= CACHED_CONCEPTS) this.#concepts.clear()
      concept = this.#toConcept(this.#conceptById.get(id) as ConceptRow)
      this.#concepts.set(id, concept)
    }
    return concept
  }

  /** The concept with a code, or undefined. */
  getConcept(code: string): StoredConcept | undefined {
    const row = this.#conceptByCode.get(code) as ConceptRow | undefined
    return row && this.#toConcept(row)
  }

  /** The term with a number that this index gave out. The latest ones are kept in memory. */
  term(id: number): StoredTerm {
    let term = this.#terms.get(id)
    if (term === undefined) {
      if (this.#terms.size >= CACHED_CONCEPTS) this.#terms.clear()
      term = this.#termById.get(id) as StoredTerm
      this.#terms.set(id, term)
    }
    return term
  }

  /** The names that are found verbatim only and are this text, ASCII case aside. */
  termsVerbatim(text: string): number[] {
    return (this.#termsByText?.all(text) ?? []) as number[]
  }

  /** Phrases whose first token this is, in the order they were written. */
  phrases(head: string): PhraseRecord[] {
    return this.#phrasesByHead.all(head) as PhraseRecord[]
  }

  /** What the release taught of one relation. */
  facts(relation: string): FactRecord[] {
    return this.#factsByRelation.all(relation) as FactRecord[]
  }

  /** The concepts that a name is a name of. */
  conceptsOf(term: number): Uint32Array {
    const { termConcept, termShared, conceptFamily, familyOffsets, familyMembers } = this.arrays
    if (termShared[term] === 0) return termConcept.subarray(term, term + 1)
    const family = conceptFamily[termConcept[term]!]!
    return familyMembers.subarray(familyOffsets[family]!, familyOffsets[family + 1]!)
  }

  /** The preferred name of a concept, as a term; of one that has no terms, its name in English. */
  preferredTerm({ id, name }: StoredConcept): StoredTerm {
    const own = this.#termOfConcept.get(id, name) as StoredTerm | undefined
    return own ?? { text: name, kind: 'preferred', language: 'en' }
  }

  /** All names of a concept, official ones first. */
  termsOf(concept: number): StoredTerm[] {
    const { conceptFamily, familyOffsets, familyMembers, termShared } = this.arrays
    const select = this.#db.prepare(
      'SELECT id, text, kind, language FROM term WHERE concept = ? ORDER BY id',
    )
    const family = conceptFamily[concept]!
    const members = familyMembers.subarray(familyOffsets[family]!, familyOffsets[family + 1]!)
    return (members.includes(concept) ? [...members] : [concept])
      .flatMap((member) => {
        const terms = select.all(member) as (StoredTerm & { id: number })[]
        return member === concept ? terms : terms.filter(({ id }) => termShared[id] === 1)
      })
      .map(({ text, kind, language }) => ({ text, kind, language }))
      .sort((a, b) => TERM_KINDS.indexOf(a.kind) - TERM_KINDS.indexOf(b.kind))
  }

  /** Concepts directly above, in order of code. */
  parentsOf(concept: number): StoredConcept[] {
    return this.#related('SELECT parent FROM edge WHERE concept = ? ORDER BY parent', concept)
  }

  /** Concepts directly below, in order of code. */
  childrenOf(concept: number): StoredConcept[] {
    return this.#related('SELECT concept FROM edge WHERE parent = ? ORDER BY concept', concept)
  }

  /** Whether `ancestor` is above a concept, at any distance; a concept is not under itself. */
  isUnder(concept: number, ancestor: number): boolean {
    return concept !== ancestor && this.#isUnder.get(concept, ancestor) !== undefined
  }

  /** Concepts that stand, or may stand, in the place of a retired one, in order of code and relation. */
  replacementsOf(concept: number): StoredReplacement[] {
    const rows = this.#db
      .prepare(
        'SELECT replacement, relation FROM replacement WHERE concept = ? ORDER BY replacement, relation',
      )
      .all(concept) as { replacement: number; relation: string }[]
    return rows.map(({ replacement, relation }) => ({
      concept: this.concept(replacement),
      relation,
    }))
  }

  /** A concept's counterparts in other code systems, in order of system, target and rule. */
  mapsOf(concept: number): readonly StoredMap[] {
    return (this.#mapsByConcept?.all(concept) as StoredMap[] | undefined) ?? NO_MAPS
  }

  /** Every stored term with its concept's code, in order of term number. */
  *allTerms(): Generator<{ code: string; text: string; kind: TermKind }> {
    yield* this.#db
      .prepare(
        'SELECT code, text, kind FROM term JOIN concept ON concept.id = term.concept ORDER BY term.id',
      )
      .iterate() as IterableIterator<{ code: string; text: string; kind: TermKind }>
  }

  close(): void {
    this.#db.close()
  }

  #related(sql: string, concept: number): StoredConcept[] {
    const ids = this.#db.prepare(sql).pluck().all(concept) as number[]
    return ids.map((id) => this.concept(id))
  }

  #toConcept({ id, code, name, active, json }: ConceptRow): StoredConcept {
    const attributes = JSON.parse(json)
    return { id, code, name, active: active === 1, attributes, maps: this.mapsOf(id) }
  }

  #readMemory(file: string): SharedMemory {
    const arrays = readArrays(this.#db, file, this.manifest)
    return { name: this.name, arrays, bitmaps: buildBitmaps(arrays.postings) }
  }

  #chunks(name: string): Record<string, string> {
    const rows = this.#db
      .prepare('SELECT key, chunk FROM flexsearch WHERE name = ? ORDER BY key')
      .all(name) as { key: string; chunk: Buffer }[]
    return Object.fromEntries(rows.map(({ key, chunk }) => [key, inflateSync(chunk).toString()]))
  }
}

interface ConceptRow {
  id: number
  code: string
  name: string
  active: number
  json: string
}

/** Checks what the first 100 bytes say before SQLite sees the file: magic, format, and that no page is missing. */
function checkHeader(file: string): void {
  if (!existsSync(file))
    throw new MedlinkError(
      'index_missing',
      `there is no index at ${file}: build it with medlink build`,
    )
  const header = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  let size: number
  try {
    readSync(handle, header, 0, 100, 0)
    size = fstatSync(handle).size
  } finally {
    closeSync(handle)
  }
  if (
    header.toString('latin1', 0, 16) !== 'SQLite format 3\0' ||
    header.readUInt32BE(68) !== APPLICATION_ID
  )
    throw new MedlinkError('index_incompatible', `${basename(file)} is not a Medlink index`)
  const format = header.readUInt32BE(60)
  if (format !== FORMAT_VERSION)
    throw new MedlinkError(
      'index_incompatible',
      `${basename(file)} has format ${format}, this version of Medlink reads ${FORMAT_VERSION}: ${
        format > FORMAT_VERSION ? 'update Medlink' : 'build the index again'
      }`,
    )
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16)
  const expected = pageSize * header.readUInt32BE(28)
  if (size !== expected) throw corrupt(file, `it has ${size} bytes instead of ${expected}`)
}

function readManifest(db: Database.Database, file: string, expectation: Expectation): Manifest {
  const rows = db.prepare('SELECT key, value FROM manifest').all() as {
    key: string
    value: string
  }[]
  const parsed = manifestSchema.safeParse(
    Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])),
  )
  if (!parsed.success) throw corrupt(file, 'its manifest is incomplete', parsed.error)
  const manifest = parsed.data
  const versions = [
    ['text analysis', manifest.text_version, expectation.textVersion],
    ['traits', manifest.traits_version, expectation.traitsVersion],
    ['FlexSearch', manifest.flexsearch_version, FLEXSEARCH_VERSION],
  ] as const
  for (const [what, found, expected] of versions) {
    if (found !== expected)
      throw new MedlinkError(
        'index_incompatible',
        `index ${manifest.ontology} ${manifest.version} was built with ${what} ${found}, this version of Medlink has ${expected}: run medlink build ${
          manifest.version === STARTER_VERSION ? 'starter' : manifest.ontology
        } again`,
      )
  }
  return manifest
}

function readArrays(db: Database.Database, file: string, manifest: Manifest): IndexArrays {
  const arrays = fromStored(readStored(db, file, OPEN_NAMES))
  const later = lengthsOf(db, file, TYPE_AHEAD_NAMES)
  const { concepts, terms, words, keys } = manifest.counts
  if (
    arrays.conceptTraits.length !== concepts ||
    arrays.conceptFamily.length !== concepts ||
    arrays.familyOffsets.at(-1) !== arrays.familyMembers.length ||
    arrays.termShared.length !== terms ||
    arrays.termConcept.length !== terms ||
    arrays.postings.mass.length !== terms ||
    arrays.words.offsets.length !== words + 1 ||
    arrays.postings.idf.length !== keys ||
    later.name_concept !== arrays.familyMembers.length ||
    later.name_word_offsets !== arrays.familyMembers.length + 1 ||
    later.name_posting_offsets !== words + 1 ||
    later.name_postings !== later.name_words
  )
    throw corrupt(file, 'its arrays do not have the lengths its manifest says')
  return arrays
}

function readStored<Name extends ArrayName>(
  db: Database.Database,
  file: string,
  names: readonly Name[],
): StoredArrays<Name> {
  const select = db.prepare('SELECT type, data FROM array WHERE name = ?')
  const stored: Record<string, unknown> = {}
  // Mapped while the arrays are read, which spares a copy; not after, when single rows are.
  db.pragma(`mmap_size = ${MAPPED_BYTES}`)
  for (const name of names) {
    const row = select.get(name) as { type: string; data: Buffer } | undefined
    const array = row?.type === arrayType(name) ? copyToArray(name, row.data) : undefined
    if (array === undefined) throw missing(file, name)
    stored[name] = array
  }
  db.pragma('mmap_size = 0')
  return stored as StoredArrays<Name>
}

/** How many elements arrays have, without reading them. */
function lengthsOf<Name extends ArrayName>(
  db: Database.Database,
  file: string,
  names: readonly Name[],
): Record<Name, number> {
  const select = db.prepare('SELECT type, length(data) AS bytes FROM array WHERE name = ?')
  const lengths: Partial<Record<Name, number>> = {}
  for (const name of names) {
    const row = select.get(name) as { type: string; bytes: number } | undefined
    const length = row?.type === arrayType(name) ? row.bytes / elementSize(name) : Number.NaN
    if (!Number.isInteger(length)) throw missing(file, name)
    lengths[name] = length
  }
  return lengths as Record<Name, number>
}

function replaced(opened: string, found: string): MedlinkError {
  return new MedlinkError(
    'index_incompatible',
    `${opened} is in use, but its file now holds ${found}: close Medlink, then ask again`,
  )
}

function missing(file: string, array: string): MedlinkError {
  return corrupt(file, `its array ${array} is missing or damaged`)
}

function corrupt(file: string, what: string, cause?: unknown): MedlinkError {
  return new MedlinkError(
    'index_corrupt',
    `${basename(file)} is damaged: ${what}. Build or copy it again`,
    { cause },
  )
}
