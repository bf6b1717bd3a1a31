import type { Analyzer, Word } from '../language/analyze.ts'
import { compareStrings } from '../language/sorted.ts'
import { type ConceptRecord, TERM_KINDS, type TermRecord } from './records.ts'
import {
  type ColumnArray,
  type ColumnArrays,
  ColumnBuilder,
  type ColumnSchema,
} from './rows/columns.ts'
import { buildFamilies, type FamiliesData } from './rows/families.ts'
import { buildPostings, inverseFrequency, type PostingsData } from './search/postings.ts'
import {
  ABBREVIATION,
  buildLexicon,
  buildTermWords,
  buildVerbatim,
  Lexicon,
  type LexiconData,
  OPTIONAL_WORD,
  type TermWordsData,
  type VerbatimData,
  WORD_ID,
} from './words/lexicon.ts'
import { buildSpelling, type SpellingData } from './words/spelling.ts'

/**
 * Everything about an index that is read whole at open: two lexicons (words as spelled, and the keys they are matched
 * on), posting lists, for each term its concept, kind and words in order, and the ontology's columns.
 */
export interface IndexArrays {
  readonly words: LexiconData
  readonly keys: LexiconData
  /** Word id → key id. */
  readonly keyOfWord: Uint32Array
  readonly spelling: SpellingData
  readonly postings: PostingsData
  readonly termConcept: Uint32Array
  /** Position in TERM_KINDS. */
  readonly termKind: Uint8Array
  /** 1 when the name is one of every active concept of its concept's family. */
  readonly termShared: Uint8Array
  readonly termWords: TermWordsData
  readonly verbatim: VerbatimData
  readonly families: FamiliesData
  /** Columns of concepts and terms, by the ontology. */
  readonly columns: ColumnArrays
}

/** Names whose words no term holds: titles of concepts, and terms that are found verbatim only. */
export interface OwnNames {
  /** The number of the term; from the number of terms on, the concept whose title it is. */
  readonly targets: readonly number[]
  /** The words of a name in order, as word ids. */
  wordsOf(name: number): Uint32Array
}

/**
 * Numbers the terms by mass and lays out the arrays. A concept's name that is one of its terms is analyzed once, as that.
 * Names whose words no term holds, for type-ahead, are titles of active concepts and verbatim terms; of these not the fully
 * specified ones, which say no more than the others.
 *
 * @param concepts sorted by code; a concept's id is its position
 * @param terms in any order; each must name one of the concepts
 * @returns the arrays, the terms in the order of their numbers, and the names whose words no term holds
 */
export function buildArrays(
  concepts: readonly ConceptRecord[],
  terms: readonly TermRecord[],
  analyzer: Analyzer,
  columns: ColumnSchema,
): { arrays: IndexArrays; terms: TermRecord[]; own: OwnNames } {
  const conceptIds = new Map(concepts.map(({ code }, id) => [code, id]))
  const words = new Numbering()
  const keys = new Numbering()
  const keyOfRawWord: number[] = []
  const wordLists = new Lists(terms.length)
  const keyLists = new Lists(terms.length)
  const ownLists = new Lists(terms.length + concepts.length)
  const ownTargets: { readonly term?: number; readonly concept?: number }[] = []
  const termColumns = new ColumnBuilder('term', columns.term, terms.length)
  const titles = new Titles(concepts, columns)

  const addTitle = (concept: number, title: readonly Word[]) => {
    for (const { form, key } of title) {
      const word = words.numberOf(form)
      keyOfRawWord[word] ??= keys.numberOf(key)
      ownLists.push(word)
    }
    ownLists.endList()
    ownTargets.push({ concept })
  }

  for (const [term, record] of terms.entries()) {
    const { code, text, verbatim = false } = record
    const found = analyzer.analyze(text)
    const keyIds = new Set<number>()
    for (const { form, key, stop, optional, abbreviation } of found) {
      const word = words.numberOf(form)
      const keyId = keys.numberOf(key)
      keyOfRawWord[word] = keyId
      if (verbatim) {
        if (record.kind !== 'full') ownLists.push(word)
        continue
      }
      wordLists.push(word | (optional ? OPTIONAL_WORD : 0) | (abbreviation ? ABBREVIATION : 0))
      if (!stop) keyIds.add(keyId)
    }
    for (const keyId of keyIds) keyLists.push(keyId)
    wordLists.endList()
    keyLists.endList()
    if (verbatim && record.kind !== 'full') {
      ownLists.endList()
      ownTargets.push({ term })
    }
    termColumns.set(term, columns.ofTerm(record, found))
    const concept = conceptIds.get(code)!
    if (titles.lacks(concept) && concepts[concept]!.name === text) {
      titles.add(concept, found)
      if (verbatim && record.kind === 'full' && concepts[concept]!.active) addTitle(concept, found)
    }
  }
  for (const [concept, { name }] of concepts.entries()) {
    if (!titles.lacks(concept)) continue
    const found = analyzer.analyze(name)
    titles.add(concept, found)
    if (concepts[concept]!.active) addTitle(concept, found)
  }

  const wordOrder = words.sorted()
  const keyOrder = keys.sorted()
  wordLists.replace((word) => wordOrder.newNumber[word & WORD_ID]! | (word & ~WORD_ID))
  keyLists.replace((key) => keyOrder.newNumber[key]!)
  ownLists.replace((word) => wordOrder.newNumber[word]!)
  const idf = frequencies(keyLists, keys.size, terms.length)
  const mass = Float32Array.from(terms, (_, term) => sumOf(keyLists.at(term), idf))
  const termConcept = Uint32Array.from(terms, ({ code }) => conceptIds.get(code)!)
  const termKind = Uint8Array.from(terms, ({ kind }) => TERM_KINDS.indexOf(kind))
  const order = Uint32Array.from(terms, (_, term) => term).sort(
    (a, b) =>
      mass[a]! - mass[b]! ||
      termConcept[a]! - termConcept[b]! ||
      termKind[a]! - termKind[b]! ||
      compareStrings(terms[a]!.text, terms[b]!.text) ||
      compareStrings(terms[a]!.language, terms[b]!.language) ||
      Number(terms[a]!.shared === true) - Number(terms[b]!.shared === true) ||
      Number(terms[a]!.verbatim === true) - Number(terms[b]!.verbatim === true) ||
      termColumns.compare(a, b),
  )

  const keyOfWord = new Uint32Array(words.size)
  for (let raw = 0; raw < words.size; raw++)
    keyOfWord[wordOrder.newNumber[raw]!] = keyOrder.newNumber[keyOfRawWord[raw]!]!
  const wordLexicon = buildLexicon(wordOrder.names)

  const arrays: IndexArrays = {
    words: wordLexicon,
    keys: buildLexicon(keyOrder.names),
    keyOfWord,
    spelling: buildSpelling(new Lexicon(wordLexicon)),
    postings: buildPostings(
      { length: terms.length, at: (term) => keyLists.at(order[term]!) },
      idf,
      Float32Array.from(order, (term) => mass[term]!),
    ),
    termConcept: Uint32Array.from(order, (term) => termConcept[term]!),
    termKind: Uint8Array.from(order, (term) => termKind[term]!),
    termShared: Uint8Array.from(order, (term) => (terms[term]!.shared === true ? 1 : 0)),
    termWords: buildTermWords(
      { length: terms.length, at: (term) => wordLists.at(order[term]!) },
      wordOrder.names.length,
    ),
    verbatim: buildVerbatim(verbatimNames(terms, order)),
    families: buildFamilies(concepts),
    columns: { concept: titles.columns(), term: termColumns.arraysInOrder(order) },
  }
  const place = new Uint32Array(terms.length)
  for (let i = 0; i < order.length; i++) place[order[i]!] = i
  const own = {
    targets: ownTargets.map(({ term, concept }) =>
      term === undefined ? terms.length + concept! : place[term]!,
    ),
    wordsOf: (name: number) => ownLists.at(name),
  }
  return { arrays, terms: Array.from(order, (term) => terms[term]!), own }
}

/** The names that are found verbatim only, by their numbers. */
function* verbatimNames(
  terms: readonly TermRecord[],
  order: Uint32Array,
): Generator<{ term: number; text: string }> {
  for (const [term, place] of order.entries()) {
    const { text, verbatim } = terms[place]!
    if (verbatim === true) yield { term, text }
  }
}

/** Words of the names of concepts, added one by one in any order. */
class Titles {
  readonly #concepts: readonly ConceptRecord[]
  readonly #schema: ColumnSchema
  readonly #columns: ColumnBuilder
  readonly #isKnown: Uint8Array

  constructor(concepts: readonly ConceptRecord[], schema: ColumnSchema) {
    this.#concepts = concepts
    this.#schema = schema
    this.#columns = new ColumnBuilder('concept', schema.concept, concepts.length)
    this.#isKnown = new Uint8Array(concepts.length)
  }

  lacks(concept: number): boolean {
    return this.#isKnown[concept] === 0
  }

  add(concept: number, title: readonly Word[]): void {
    this.#isKnown[concept] = 1
    this.#columns.set(concept, this.#schema.ofConcept(this.#concepts[concept]!, title))
  }

  /** The columns of the concepts, by name. */
  columns(): Record<string, ColumnArray> {
    return this.#columns.arrays()
  }
}

/** IDF of every key; 0 for a key of function words only. */
function frequencies(keyLists: Lists, keys: number, terms: number): Float32Array {
  const counts = new Uint32Array(keys)
  for (let term = 0; term < terms; term++) for (const key of keyLists.at(term)) counts[key]!++
  return Float32Array.from(counts, (count) => (count > 0 ? inverseFrequency(count, terms) : 0))
}

/** Many short lists of numbers, one behind the other in one array: a million small arrays would cost far more. */
export class Lists {
  readonly #offsets: Uint32Array
  #values = new Uint32Array(1024)
  #lists = 0
  #size = 0

  constructor(lists: number) {
    this.#offsets = new Uint32Array(lists + 1)
  }

  push(value: number): void {
    if (this.#size === this.#values.length) {
      const larger = new Uint32Array(this.#size * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#size++] = value
  }

  endList(): void {
    this.#offsets[++this.#lists] = this.#size
  }

  /** A view of one list. */
  at(list: number): Uint32Array {
    return this.#values.subarray(this.#offsets[list]!, this.#offsets[list + 1]!)
  }

  replace(replacement: (value: number) => number): void {
    for (let i = 0; i < this.#size; i++) this.#values[i] = replacement(this.#values[i]!)
  }

  /** A copy with the lists in another order. */
  inOrder(order: Uint32Array): { offsets: Uint32Array; values: Uint32Array } {
    const offsets = new Uint32Array(order.length + 1)
    const values = new Uint32Array(this.#size)
    for (let i = 0; i < order.length; i++) {
      const list = this.at(order[i]!)
      values.set(list, offsets[i]!)
      offsets[i + 1] = offsets[i]! + list.length
    }
    return { offsets, values }
  }
}

/** Strings numbered in order of appearance, renumbered by code-unit order at the end. */
class Numbering {
  readonly #numbers = new Map<string, number>()

  get size(): number {
    return this.#numbers.size
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#numbers.size)
    return this.#numbers.size - 1
  }

  sorted(): { names: string[]; newNumber: Uint32Array } {
    const names = [...this.#numbers.keys()].sort(compareStrings)
    const newNumber = new Uint32Array(names.length)
    for (let i = 0; i < names.length; i++) newNumber[this.#numbers.get(names[i]!)!] = i
    return { names, newNumber }
  }
}

function sumOf(keys: Uint32Array, idf: Float32Array): number {
  let sum = 0
  for (const key of keys) sum += idf[key]!
  return Math.fround(sum)
}
