import { madeOnce } from '../../language/remember.ts'
import { lowerBound } from '../../language/sorted.ts'
import type { IndexArrays } from '../arrays.ts'
import type { IndexDatabase, Statement } from '../file/file.ts'
import {
  type FactRecord,
  type PhraseReplacement,
  type SiteNameRecord,
  TERM_KINDS,
  type TermKind,
} from '../records.ts'
import type { RequireElements } from './blocks.ts'
import { RelatedCodes, type RelatedData } from './related.ts'
import { SortedTexts } from './sorted-texts.ts'
import {
  type HierarchyData,
  type HistoryData,
  type RowsData,
  USUAL_LANGUAGE,
} from './stored-rows.ts'
import { Pieces, Texts } from './texts.ts'

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

/** A counterpart in another code system; `rule` says when it holds, in words of the ontology's own. */
export interface StoredMap {
  readonly system: string
  readonly target: string
  readonly rule: string
}

/** A concept that replaces, or may replace, a retired one; `relation` is the publisher's word for it. */
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

/** The part of a concept that may differ between releases, without reading all of it. */
export interface ConceptOutline {
  readonly id: number
  readonly code: string
  readonly active: boolean
  /** The number of its attributes, see {@link Rows.attributesAt}. */
  readonly attributes: number
}

/** Some MB at most, of each. */
const CACHED_ROWS = 5000

const NO_MAPS: readonly StoredMap[] = []

/** Sources of rows. */
export interface RowSources {
  readonly db: IndexDatabase
  readonly arrays: IndexArrays
  readonly rows: RowsData
  /** Has elements of the rows' arrays in memory. */
  readonly require: RequireElements
  /** Read at the first question for it. */
  readonly readHierarchy: () => HierarchyData
  readonly readHistory: () => HistoryData
  readonly readRelated: () => RelatedData | undefined
}

/** The rows of an open index. Concepts and terms go by the ids that the arrays of the index give out. */
export class Rows {
  readonly #sources: RowSources
  readonly #concepts = new Map<number, StoredConcept>()
  readonly #terms = new Map<number, StoredTerm>()
  readonly #readConcept = (id: number) => this.#read(id)
  readonly #readTerm = (number: number): StoredTerm => ({
    text: this.#texts.at(number),
    kind: this.#kindOf(number),
    language: this.#languageOf(number),
  })
  /** Attributes by their numbers: many concepts have the same. */
  readonly #knownAttributes = new Map<number, StoredConcept['attributes']>()
  /** Ids of concepts by their codes. */
  readonly #ids = new Map<string, number>()
  readonly #pieces: Pieces
  readonly #texts: Texts
  readonly #attributes: Texts
  readonly #labels: Texts
  readonly #maps: Texts
  readonly #phrases: Texts
  readonly #codes: SortedTexts
  readonly #phraseTokens: SortedTexts
  readonly #factsByRelation: Statement
  #hierarchy: HierarchyData | undefined
  #below: ChildLists | undefined
  #history: HistoryData | undefined
  /** Null before the first request for them. */
  #related: RelatedCodes | undefined | null = null
  /** Made at the first suggestion. */
  #aliasById: Statement | undefined

  /** @throws SqliteError when a table or column is missing */
  constructor(sources: RowSources) {
    const { db, rows } = sources
    this.#sources = sources
    const { require } = sources
    const pieces = new Pieces(rows.pieces, require)
    this.#pieces = pieces
    this.#texts = new Texts(rows.texts, pieces, require)
    this.#attributes = new Texts(rows.attributes, pieces, require)
    this.#labels = new Texts(rows.labels, pieces, require)
    this.#maps = new Texts(rows.maps, pieces, require)
    this.#phrases = new Texts(rows.phrases, pieces, require)
    this.#codes = new SortedTexts(rows.codes, rows.conceptText.length, require)
    this.#phraseTokens = new SortedTexts(rows.phraseTokens, rows.phraseOffsets.length - 1, require)
    this.#factsByRelation = db.prepare(
      'SELECT relation, subject, object, weight FROM fact WHERE relation = ?',
    )
  }

  /** The concept with an id. The latest ones are kept in memory. */
  concept(id: number): StoredConcept {
    return madeOnce(this.#concepts, id, this.#readConcept, CACHED_ROWS)
  }

  /** The concept with a code, or undefined. */
  getConcept(code: string): StoredConcept | undefined {
    let id = this.#ids.get(code)
    if (id === undefined) {
      id = this.#codes.indexOf(code)
      if (id < 0) return undefined
      if (this.#ids.size >= CACHED_ROWS) this.#ids.clear()
      this.#ids.set(code, id)
    }
    return this.concept(id)
  }

  /** The term with a number. The latest ones are kept in memory. */
  term(number: number): StoredTerm {
    return madeOnce(this.#terms, number, this.#readTerm, CACHED_ROWS)
  }

  /** The text of the term with a number. */
  textOf(number: number): string {
    return this.#terms.get(number)?.text ?? this.#texts.at(number)
  }

  /** The text of an own name of type-ahead that is an alias, or undefined. */
  alias(name: number): string | undefined {
    this.#aliasById ??= this.#sources.db.prepare('SELECT text FROM alias WHERE id = ?').pluck()
    return this.#aliasById.get(name) as string | undefined
  }

  /** Ids of the concepts whose codes begin so, from the first up to and without the last. */
  codesFrom(beginning: string): { from: number; to: number } {
    return {
      from: this.#codes.firstFrom(beginning),
      to: this.#codes.firstFrom(`${beginning}\uffff`),
    }
  }

  /** For each concept, by id, the number of its attributes. Reads all of them. */
  attributesOfConcepts(): Uint32Array {
    const { conceptAttributes } = this.#sources.rows
    this.#sources.require(conceptAttributes, 0, conceptAttributes.length)
    return conceptAttributes
  }

  /** The attributes with a number that {@link attributesOfConcepts} gives. The latest ones are kept in memory. */
  attributesAt(number: number): StoredConcept['attributes'] {
    const read = () => JSON.parse(this.#attributes.at(number)) as StoredConcept['attributes']
    return madeOnce(this.#knownAttributes, number, read, CACHED_ROWS)
  }

  /** The phrases whose first token this is, with their numbers, in order of tokens. */
  phrasesFrom(head: string): { tokens: string; phrase: number }[] {
    const found: { tokens: string; phrase: number }[] = []
    let phrase = this.#phraseTokens.firstFrom(head)
    for (const tokens of this.#phraseTokens.from(phrase)) {
      // A space is before whatever else may follow a token.
      if (!(tokens === head || tokens.startsWith(`${head} `))) break
      found.push({ tokens, phrase: phrase++ })
    }
    return found
  }

  /** Replacements of the phrase with a number, in the order in which they were written. */
  replacementsFor(phrase: number): PhraseReplacement[] {
    const { phraseOffsets } = this.#sources.rows
    const found: PhraseReplacement[] = []
    for (let i = phraseOffsets[phrase]!; i < phraseOffsets[phrase + 1]!; i++) {
      const [text, weight, because, context] = JSON.parse(this.#phrases.at(i)) as [
        ...[text: string, weight: number, because: string, context: string],
      ]
      found.push({ text, weight, because, context })
    }
    return found
  }

  /** Facts of one relation that the release taught. */
  facts(relation: string): FactRecord[] {
    return this.#factsByRelation.all(relation) as FactRecord[]
  }

  /** The names that a site gave codes, in order of words, unit and specimen. Reads all of them. */
  siteNames(): SiteNameRecord[] {
    const { db } = this.#sources
    const table = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'site_name'").get()
    if (table === undefined) return []
    return db
      .prepare(
        'SELECT words, unit, specimen, name, code, note FROM site_name ORDER BY words, unit, specimen',
      )
      .all() as SiteNameRecord[]
  }

  /** The first term of a concept that is its name; undefined where none is. */
  nameOf(concept: number): StoredTerm | undefined {
    const { arrays, rows } = this.#sources
    const place = this.#element(rows.conceptText, concept)
    return place < arrays.termConcept.length ? this.term(place) : undefined
  }

  /** The numbers of the terms of any of some concepts, ascending. Looks through all terms. */
  termsOf(concepts: ReadonlySet<number>): number[] {
    const { termConcept } = this.#sources.arrays
    const found: number[] = []
    let [least, most] = [Number.POSITIVE_INFINITY, -1]
    for (const concept of concepts) {
      least = Math.min(least, concept)
      most = Math.max(most, concept)
    }
    for (let number = 0; number < termConcept.length; number++) {
      const concept = termConcept[number]!
      if (concept >= least && concept <= most && concepts.has(concept)) found.push(number)
    }
    return found
  }

  /** Concepts directly above, in order of code. */
  parentsOf(concept: number): StoredConcept[] {
    return Array.from(this.#parentsOf(concept), (id) => this.concept(id))
  }

  /** Concepts directly below, in order of code. */
  childrenOf(concept: number): StoredConcept[] {
    return Array.from(this.childNumbers(concept), (id) => this.concept(id))
  }

  /** Ids of the concepts directly above, ascending. */
  parentNumbers(concept: number): Uint32Array {
    return this.#parentsOf(concept)
  }

  /** Ids of the concepts directly below, ascending. The first call lays out all edges. */
  childNumbers(concept: number): Uint32Array {
    this.#below ??= childLists(this.#requireHierarchy())
    const { offsets, children } = this.#below
    return children.subarray(offsets[concept]!, offsets[concept + 1]!)
  }

  /** Id of the concept with a code; undefined where there is none. */
  numberOf(code: string): number | undefined {
    const id = this.#codes.indexOf(code)
    return id < 0 ? undefined : id
  }

  /** Code of a concept. */
  codeOf(concept: number): string {
    return this.#codes.at(concept)
  }

  /** True if `ancestor` is above a concept, at any distance. */
  isUnder(concept: number, ancestor: number): boolean {
    const seen = new Set<number>()
    const left = [...this.#parentsOf(concept)]
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (id === ancestor) return true
      if (seen.has(id)) continue
      seen.add(id)
      left.push(...this.#parentsOf(id))
    }
    return false
  }

  /** Concepts that replace, or may replace, a retired one, in order of code and relation. */
  replacementsOf(concept: number): StoredReplacement[] {
    this.#history ??= this.#sources.readHistory()
    const { concepts, replacements, relations } = this.#history
    const found: StoredReplacement[] = []
    for (let i = lowerBound(concepts, 0, concepts.length, concept); concepts[i] === concept; i++)
      found.push({
        concept: this.concept(replacements[i]!),
        relation: this.#labels.at(relations[i]!),
      })
    return found
  }

  /** Codes of the release that are never linked; undefined for an index without any. */
  get relatedCodes(): RelatedCodes | undefined {
    if (this.#related === null) {
      const data = this.#sources.readRelated()
      this.#related =
        data &&
        new RelatedCodes(data, {
          ...{ pieces: this.#pieces, attributes: this.#attributes, labels: this.#labels },
          require: this.#sources.require,
        })
    }
    return this.#related
  }

  /** Every concept, in order of code. */
  *allConcepts(): Generator<ConceptOutline> {
    const { conceptActive, conceptAttributes } = this.#sources.rows
    let id = 0
    for (const code of this.#codes.from(0)) {
      const active = this.#element(conceptActive, id) === 1
      yield { id, code, active, attributes: this.#element(conceptAttributes, id) }
      id++
    }
  }

  /** The official name of a concept. */
  titleOf(concept: number): string {
    return this.#texts.at(this.#element(this.#sources.rows.conceptText, concept))
  }

  /** Every stored term with its concept's code, in order of term number. */
  *allTerms(): Generator<{ code: string; text: string; kind: TermKind }> {
    const { termConcept } = this.#sources.arrays
    for (let number = 0; number < termConcept.length; number++)
      yield {
        code: this.#codes.at(termConcept[number]!),
        text: this.#texts.at(number),
        kind: this.#kindOf(number),
      }
  }

  #read(id: number): StoredConcept {
    const { rows } = this.#sources
    return {
      id,
      code: this.#codes.at(id),
      name: this.titleOf(id),
      active: this.#element(rows.conceptActive, id) === 1,
      attributes: this.attributesAt(this.#element(rows.conceptAttributes, id)),
      maps: this.#mapsOf(id),
    }
  }

  #element(array: Uint8Array | Uint32Array, place: number): number {
    this.#sources.require(array, place, place + 1)
    return array[place]!
  }

  #mapsOf(id: number): readonly StoredMap[] {
    const { mapConcepts } = this.#sources.rows
    let place = lowerBound(mapConcepts, 0, mapConcepts.length, id)
    if (mapConcepts[place] !== id) return NO_MAPS
    const maps: StoredMap[] = []
    for (; mapConcepts[place] === id; place++) {
      const [system, target, rule] = JSON.parse(this.#maps.at(place)) as [string, string, string]
      maps.push({ system, target, rule })
    }
    return maps
  }

  #kindOf(number: number): TermKind {
    return TERM_KINDS[this.#sources.arrays.termKind[number]!]!
  }

  #languageOf(number: number): string {
    const { foreignTerms, foreignLanguages } = this.#sources.rows
    const place = lowerBound(foreignTerms, 0, foreignTerms.length, number)
    if (foreignTerms[place] !== number) return USUAL_LANGUAGE
    return this.#labels.at(foreignLanguages[place]!)
  }

  #parentsOf(concept: number): Uint32Array {
    const { offsets, parents } = this.#requireHierarchy()
    return parents.subarray(offsets[concept]!, offsets[concept + 1]!)
  }

  #requireHierarchy(): HierarchyData {
    this.#hierarchy ??= this.#sources.readHierarchy()
    return this.#hierarchy
  }
}

/** The edges by their upper end. */
interface ChildLists {
  /** The children of concept `c` are `children[offsets[c] … offsets[c + 1])`, ascending. */
  readonly offsets: Uint32Array
  readonly children: Uint32Array
}

function childLists({ offsets: ofChild, parents }: HierarchyData): ChildLists {
  const size = ofChild.length - 1
  const offsets = new Uint32Array(size + 1)
  for (let i = 0; i < parents.length; i++) offsets[parents[i]! + 1]!++
  for (let concept = 0; concept < size; concept++) offsets[concept + 1]! += offsets[concept]!
  const next = offsets.slice()
  const children = new Uint32Array(parents.length)
  for (let child = 0; child < size; child++)
    for (let i = ofChild[child]!; i < ofChild[child + 1]!; i++)
      children[next[parents[i]!]!++] = child
  return { offsets, children }
}
