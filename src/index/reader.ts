import type { IndexArrays } from './arrays.ts'
import {
  asMedlinkError,
  asReadingError,
  type Expectation,
  type FileIdentity,
  IndexFile,
  isSame,
  replacedIndex,
} from './file/file.ts'
import { indexName, type Manifest } from './file/manifest.ts'
import { ArrayReader } from './file/stored-arrays.ts'
import {
  type FactRecord,
  type PhraseReplacement,
  type SiteNameRecord,
  TERM_KINDS,
  type TermKind,
} from './records.ts'
import type { SharedBlocks } from './rows/blocks.ts'
import type { ColumnSchema } from './rows/columns.ts'
import { Families } from './rows/families.ts'
import type { RelatedCodes } from './rows/related.ts'
import {
  type ConceptOutline,
  Rows,
  type StoredConcept,
  type StoredReplacement,
  type StoredTerm,
} from './rows/rows.ts'
import type { RowsData } from './rows/stored-rows.ts'
import { type Bitmaps, prepareBitmaps } from './search/bitmaps.ts'
import { PostingsSearcher } from './search/postings-searcher.ts'
import { findVerbatim, Lexicon, TermWords, WORD_ID } from './words/lexicon.ts'
import { Spelling } from './words/spelling.ts'
import { TypeAhead } from './words/type-ahead.ts'

export type { Expectation } from './file/file.ts'
export type {
  ConceptOutline,
  StoredConcept,
  StoredMap,
  StoredReplacement,
  StoredTerm,
} from './rows/rows.ts'

/**
 * Everything large that an open index holds in memory, over SharedArrayBuffers: sent to another thread it is not
 * copied, see the constructor of {@link MedlinkIndex}. What one thread reads later, all of them have.
 */
export interface SharedMemory {
  /** Name of the index it was read from. */
  readonly name: string
  /** The file it was read from, whose rows were sound. */
  readonly file: FileIdentity
  readonly blocks: SharedBlocks
  readonly arrays: IndexArrays
  readonly rows: RowsData
  readonly bitmaps: Bitmaps
}

/** An open index file. Read-only: many processes may open the same file. Close it when done. */
export class MedlinkIndex {
  readonly manifest: Manifest
  readonly name: string
  readonly shared: SharedMemory
  /** The columns of the ontology that links. */
  readonly columns: ColumnSchema
  readonly arrays: IndexArrays
  readonly words: Lexicon
  readonly keys: Lexicon
  readonly searcher: PostingsSearcher
  readonly termWords: TermWords
  readonly families: Families
  /** Words that misspelt ones may mean. */
  readonly spelling: Spelling
  /** True if any concept has an official name next to its title. */
  readonly hasOfficialSynonyms: boolean
  readonly #file: IndexFile
  readonly #arrays: ArrayReader
  readonly #rows: Rows
  #typeAhead: TypeAhead | undefined

  /**
   * Opens an index file.
   *
   * @param shared memory that another thread has filled from the same file; default: read from the file
   * @throws MedlinkError `index_missing`, `index_incompatible` (foreign, older or newer; says expected and found; or
   *   not the index that `shared` was read from) or `index_corrupt` (truncated or damaged)
   */
  constructor(path: string, expectation: Expectation, shared?: SharedMemory) {
    this.#file = new IndexFile(path, expectation)
    this.manifest = this.#file.manifest
    this.name = indexName(this.manifest)
    this.columns = expectation.columns
    try {
      if (shared !== undefined && shared.name !== this.name) throw replacedIndex(shared.name)
      // Nothing is taken over from another file of the same content: equal parts may have other places in it.
      const known = shared && isSame(shared.file, this.#file.identity) ? shared : undefined
      if (known === undefined) this.#file.requireSoundRows()
      const blocks = this.#file.openArrays(known?.blocks)
      const reader = new ArrayReader(this.#file, blocks)
      this.#arrays = reader
      this.shared = known ?? {
        ...readMemory(reader, this.name, expectation),
        ...{ file: this.#file.identity, blocks: blocks.share() },
      }
      this.#rows = new Rows({
        db: this.#file.db,
        arrays: this.shared.arrays,
        rows: this.shared.rows,
        require: blocks.require,
        readHierarchy: () => this.whileUnchanged(() => reader.readHierarchy()),
        readHistory: () => this.whileUnchanged(() => reader.readHistory()),
        readRelated: () => this.whileUnchanged(() => reader.readRelated()),
      })
      if (this.#file.isOverwritten()) throw replacedIndex(this.name)
    } catch (error) {
      const isOverwritten = this.#file.isOverwritten()
      this.#file.close()
      throw isOverwritten ? replacedIndex(this.name, error) : asMedlinkError(path, error)
    }
    this.arrays = this.shared.arrays
    this.words = new Lexicon(this.arrays.words)
    this.keys = new Lexicon(this.arrays.keys)
    this.searcher = new PostingsSearcher(this.arrays.postings, this.shared.bitmaps)
    this.termWords = new TermWords(this.arrays.termWords)
    this.families = new Families(this.arrays.families)
    this.spelling = new Spelling(this.arrays.spelling, this.words)
    this.hasOfficialSynonyms = this.arrays.termKind.includes(TERM_KINDS.indexOf('synonym'))
  }

  /** Type-ahead over the names of active concepts and what is read as one; loaded at its first use. */
  get typeAhead(): TypeAhead {
    this.#typeAhead ??= this.whileUnchanged(() => new TypeAhead(this.#arrays.readTypeAhead(), this))
    return this.#typeAhead
  }

  /** The text of a name that type-ahead found; undefined for a concept's title. */
  textOfName(name: number): string | undefined {
    const { term, own } = this.typeAhead.describe(name)
    const alias = own === undefined ? undefined : this.#rows.alias(own)
    return alias ?? (term === undefined ? undefined : this.#rows.textOf(term))
  }

  /** True if a concept is active. */
  isActive(concept: number): boolean {
    return this.families.hasActive(concept)
  }

  /** Ids of the concepts whose codes begin so, from the first up to and without the last. */
  codesFrom(beginning: string): { from: number; to: number } {
    return this.#rows.codesFrom(beginning)
  }

  /** For each concept, by id, the number of its attributes. Reads all of them. */
  attributesOfConcepts(): Uint32Array {
    return this.#rows.attributesOfConcepts()
  }

  /** The attributes with a number that {@link attributesOfConcepts} gives. */
  attributesAt(number: number): StoredConcept['attributes'] {
    return this.#rows.attributesAt(number)
  }

  /** The concept with an id that this index gave out. The latest ones are kept in memory. */
  concept(id: number): StoredConcept {
    return this.#rows.concept(id)
  }

  /** The concept with a code, or undefined. */
  getConcept(code: string): StoredConcept | undefined {
    return this.#rows.getConcept(code)
  }

  /** The term with a number that this index gave out. The latest ones are kept in memory. */
  term(id: number): StoredTerm {
    return this.#rows.term(id)
  }

  /** The names that are found verbatim only and are this text, ASCII case aside. */
  termsVerbatim(text: string): number[] {
    return findVerbatim(text, this.arrays.verbatim, (term) => this.#rows.textOf(term))
  }

  /** The phrases whose first token this is, with the numbers that this index gives them, in order of tokens. */
  phrasesFrom(head: string): { tokens: string; phrase: number }[] {
    return this.#rows.phrasesFrom(head)
  }

  /** Replacements of the phrase with a number, strongest first. */
  replacementsFor(phrase: number): PhraseReplacement[] {
    return this.#rows.replacementsFor(phrase)
  }

  /** Facts of one relation that the release taught. */
  facts(relation: string): FactRecord[] {
    return this.#rows.facts(relation)
  }

  /** The names that a site gave codes when the index was built. Reads all of them. */
  siteNames(): SiteNameRecord[] {
    return this.#rows.siteNames()
  }

  /** The terms whose words have these forms, in this order. Looks through those with the rarest of them. */
  termsOfForms(forms: readonly string[]): number[] {
    const { keyOfWord, postings } = this.arrays
    const words = forms.map((form) => this.words.idOf(form))
    if (words.length === 0 || words.includes(-1)) return []
    const { offsets, terms } = postings
    const lists = words
      .map((word) => keyOfWord[word]!)
      .map((key) => terms.subarray(offsets[key]!, offsets[key + 1]!))
      .filter((list) => list.length > 0)
      .sort((a, b) => a.length - b.length)
    return Array.from(lists[0] ?? []).filter((term) => {
      const own = this.termWords.of(term)
      return own.length === words.length && own.every((word, i) => (word & WORD_ID) === words[i])
    })
  }

  /** The concepts that a name is a name of. */
  conceptsOf(term: number): Uint32Array {
    const { termConcept, termShared } = this.arrays
    if (termShared[term] === 0) return termConcept.subarray(term, term + 1)
    return this.families.activeIn(this.families.of(termConcept[term]!))
  }

  /** The preferred name of a concept, as a term; of one that has no terms, its name in English. */
  preferredTerm({ id, name }: StoredConcept): StoredTerm {
    return this.#rows.nameOf(id) ?? { text: name, kind: 'preferred', language: 'en' }
  }

  /** All names of a concept, official ones first. */
  termsOf(concept: number): StoredTerm[] {
    const { termConcept, termKind, termShared } = this.arrays
    const members = this.families.activeIn(this.families.of(concept))
    return this.#rows
      .termsOf(new Set(members.includes(concept) ? members : [concept]))
      .filter((term) => termConcept[term] === concept || termShared[term] === 1)
      .sort((a, b) => termKind[a]! - termKind[b]! || termConcept[a]! - termConcept[b]! || a - b)
      .map((term) => this.#rows.term(term))
  }

  /** Names of each of some concepts that are its own, official ones first. Looks through all terms once. */
  ownTermsOf(concepts: ReadonlySet<number>): Map<number, StoredTerm[]> {
    const { termConcept, termKind, termShared } = this.arrays
    const found = new Map<number, StoredTerm[]>()
    const terms = this.#rows
      .termsOf(concepts)
      .filter((term) => termShared[term] === 0)
      .sort((a, b) => termKind[a]! - termKind[b]! || a - b)
    for (const term of terms) {
      const concept = termConcept[term]!
      const known = found.get(concept)
      if (known === undefined) found.set(concept, [this.#rows.term(term)])
      else known.push(this.#rows.term(term))
    }
    return found
  }

  /** Concepts directly above, in order of code. */
  parentsOf(concept: number): StoredConcept[] {
    return this.#rows.parentsOf(concept)
  }

  /** Concepts directly below, in order of code. */
  childrenOf(concept: number): StoredConcept[] {
    return this.#rows.childrenOf(concept)
  }

  /** Ids of the concepts directly above, ascending. */
  parentNumbers(concept: number): Uint32Array {
    return this.#rows.parentNumbers(concept)
  }

  /** Ids of the concepts directly below, ascending. */
  childNumbers(concept: number): Uint32Array {
    return this.#rows.childNumbers(concept)
  }

  /** Id of the concept with a code; undefined where there is none. */
  numberOf(code: string): number | undefined {
    return this.#rows.numberOf(code)
  }

  /** Code of a concept. */
  codeOf(concept: number): string {
    return this.#rows.codeOf(concept)
  }

  /** True if `ancestor` is above a concept, at any distance; a concept is not under itself. */
  isUnder(concept: number, ancestor: number): boolean {
    return concept !== ancestor && this.#rows.isUnder(concept, ancestor)
  }

  /** Concepts that replace, or may replace, a retired one, in order of code and relation. */
  replacementsOf(concept: number): StoredReplacement[] {
    return this.#rows.replacementsOf(concept)
  }

  /** Codes of the release that are never linked, and their relations; undefined for an index without any. */
  get relatedCodes(): RelatedCodes | undefined {
    return this.#rows.relatedCodes
  }

  /** Every concept, in order of code. */
  allConcepts(): Generator<ConceptOutline> {
    return this.#rows.allConcepts()
  }

  /** The official name of a concept. */
  titleOf(concept: number): string {
    return this.#rows.titleOf(concept)
  }

  /** Every stored term with its concept's code, in order of term number. */
  allTerms(): Generator<{ code: string; text: string; kind: TermKind }> {
    return this.#rows.allTerms()
  }

  /** True if the file that was opened is the one that opening again would find. Asks the system once. */
  isCurrent(): boolean {
    return this.#file.isCurrent()
  }

  /** True if something was written into the file since it was opened. Asks the system once. */
  isOverwritten(): boolean {
    return this.#file.isOverwritten()
  }

  /**
   * The result of `work` on the index, provided that nothing was written into its file meanwhile: data of a file that is
   * being overwritten may be of the old index, of the new one, or of neither. Asks the system once.
   *
   * @throws MedlinkError `index_incompatible` when something was, `index_corrupt` when the file cannot be read; and what
   *   `work` throws
   */
  whileUnchanged<T>(work: () => T): T {
    let result: T
    try {
      result = work()
    } catch (error) {
      if (this.#file.isOverwritten()) throw replacedIndex(this.name, error)
      throw asReadingError(this.#file.path, error)
    }
    if (this.#file.isOverwritten()) throw replacedIndex(this.name)
    return result
  }

  close(): void {
    this.#file.close()
  }
}

function readMemory(reader: ArrayReader, name: string, { columns }: Expectation) {
  const arrays = reader.readArrays(columns)
  return { name, arrays, rows: reader.readRows(), bitmaps: prepareBitmaps(arrays.postings) }
}
