import { corruptIndex, type IndexDatabase, type Statement } from './file.ts'
import type { FactRecord, PhraseRecord, TermKind } from './records.ts'

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

/** About 10 MB at most. */
const CACHED_ROWS = 20_000

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

/** The tables of rows of an open index. Concepts and terms go by the ids that the arrays of the index give out. */
export class Rows {
  readonly #db: IndexDatabase
  readonly #concepts = new Map<number, StoredConcept>()
  readonly #conceptsByCode = new Map<string, StoredConcept>()
  readonly #terms = new Map<number, StoredTerm>()
  readonly #conceptById: Statement
  readonly #conceptByCode: Statement
  readonly #termById: Statement
  readonly #termOfConcept: Statement
  readonly #phrasesByHead: Statement
  readonly #factsByRelation: Statement
  readonly #isUnder: Statement
  /** Undefined where no concept has a counterpart. */
  readonly #mapsByConcept: Statement | undefined

  /** @throws SqliteError when a table or column is missing */
  constructor(db: IndexDatabase) {
    this.#db = db
    this.#conceptById = db.prepare(`${SELECT_CONCEPT} WHERE concept.id = ?`)
    this.#conceptByCode = db.prepare(`${SELECT_CONCEPT} WHERE code = ?`)
    this.#termById = db.prepare('SELECT text, kind, language FROM term WHERE id = ?')
    this.#termOfConcept = db.prepare(
      'SELECT text, kind, language FROM term WHERE concept = ? AND text = ? ORDER BY id LIMIT 1',
    )
    this.#phrasesByHead = db.prepare(
      'SELECT tokens, text, weight, because, context FROM phrase WHERE head = ? ORDER BY rowid',
    )
    this.#factsByRelation = db.prepare(
      'SELECT relation, subject, object, weight FROM fact WHERE relation = ?',
    )
    this.#isUnder = db.prepare(SELECT_IS_UNDER).pluck()
    const hasMaps = db.prepare('SELECT 1 FROM map LIMIT 1').get() !== undefined
    this.#mapsByConcept = hasMaps
      ? db.prepare(
          'SELECT system, target, rule FROM map WHERE concept = ? ORDER BY system, target, rule',
        )
      : undefined
  }

  /** The concept with an id. The latest ones are kept in memory. */
  concept(id: number): StoredConcept {
    let concept = this.#concepts.get(id)
    if (concept === undefined) {
      concept = this.#toConcept(this.#require(this.#conceptById, id) as ConceptRow)
      this.#keep(concept)
    }
    return concept
  }

  /** The concept with a code, or undefined. The latest ones are kept in memory. */
  getConcept(code: string): StoredConcept | undefined {
    const known = this.#conceptsByCode.get(code)
    if (known !== undefined) return known
    const row = this.#conceptByCode.get(code) as ConceptRow | undefined
    const concept = row && this.#toConcept(row)
    if (concept !== undefined) this.#keep(concept)
    return concept
  }

  #keep(concept: StoredConcept): void {
    if (this.#concepts.size >= CACHED_ROWS) {
      this.#concepts.clear()
      this.#conceptsByCode.clear()
    }
    this.#concepts.set(concept.id, concept)
    this.#conceptsByCode.set(concept.code, concept)
  }

  /** The term with a number. The latest ones are kept in memory. */
  term(id: number): StoredTerm {
    let term = this.#terms.get(id)
    if (term === undefined) {
      if (this.#terms.size >= CACHED_ROWS) this.#terms.clear()
      term = this.#require(this.#termById, id) as StoredTerm
      this.#terms.set(id, term)
    }
    return term
  }

  /** Phrases whose first token this is, in the order they were written. */
  phrases(head: string): PhraseRecord[] {
    return this.#phrasesByHead.all(head) as PhraseRecord[]
  }

  /** What the release taught of one relation. */
  facts(relation: string): FactRecord[] {
    return this.#factsByRelation.all(relation) as FactRecord[]
  }

  /** The term of a concept that has this text, or undefined. */
  getTerm(concept: number, text: string): StoredTerm | undefined {
    return this.#termOfConcept.get(concept, text) as StoredTerm | undefined
  }

  /** The terms stored with a concept, in order of their number. */
  termsOf(concept: number): (StoredTerm & { readonly id: number })[] {
    return this.#db
      .prepare('SELECT id, text, kind, language FROM term WHERE concept = ? ORDER BY id')
      .all(concept) as (StoredTerm & { id: number })[]
  }

  /** Concepts directly above, in order of code. */
  parentsOf(concept: number): StoredConcept[] {
    return this.#related('SELECT parent FROM edge WHERE concept = ? ORDER BY parent', concept)
  }

  /** Concepts directly below, in order of code. */
  childrenOf(concept: number): StoredConcept[] {
    return this.#related('SELECT concept FROM edge WHERE parent = ? ORDER BY concept', concept)
  }

  /** Whether `ancestor` is above a concept, at any distance. */
  isUnder(concept: number, ancestor: number): boolean {
    return this.#isUnder.get(concept, ancestor) !== undefined
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

  /** Every stored term with its concept's code, in order of term number. */
  *allTerms(): Generator<{ code: string; text: string; kind: TermKind }> {
    yield* this.#db
      .prepare(
        'SELECT code, text, kind FROM term JOIN concept ON concept.id = term.concept ORDER BY term.id',
      )
      .iterate() as IterableIterator<{ code: string; text: string; kind: TermKind }>
  }

  /** @throws MedlinkError `index_corrupt` when an id that the arrays gave out has no row */
  #require(select: Statement, id: number): unknown {
    const row = select.get(id)
    if (row === undefined) throw corruptIndex(this.#db.name, 'a row is missing')
    return row
  }

  #related(sql: string, concept: number): StoredConcept[] {
    const ids = this.#db.prepare(sql).pluck().all(concept) as number[]
    return ids.map((id) => this.concept(id))
  }

  #toConcept({ id, code, name, active, json }: ConceptRow): StoredConcept {
    const maps = (this.#mapsByConcept?.all(id) as StoredMap[] | undefined) ?? NO_MAPS
    return { id, code, name, active: active === 1, attributes: JSON.parse(json), maps }
  }
}

interface ConceptRow {
  id: number
  code: string
  name: string
  active: number
  json: string
}
