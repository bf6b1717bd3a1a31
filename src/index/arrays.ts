import type { Analyzer, Word } from '../text/analyze.ts'
import { buildEditTable, type EditTableData } from './edits.ts'
import { buildLexicon, Lexicon, type LexiconData } from './lexicon.ts'
import { buildPostings, inverseFrequency, type PostingsData } from './postings.ts'
import { type ConceptRecord, TERM_KINDS, type TermRecord } from './records.ts'

/**
 * Everything about an index that is read whole at open: two lexicons (words as spelled, and the keys they are matched
 * on), posting lists, and for each term its concept, kind, traits and words in order.
 */
export interface IndexArrays {
  readonly words: LexiconData
  readonly keys: LexiconData
  /** Word id → key id. */
  readonly keyOfWord: Uint32Array
  readonly edits: EditTableData
  readonly postings: PostingsData
  readonly termConcept: Uint32Array
  /** Position in TERM_KINDS. */
  readonly termKind: Uint8Array
  /** What the ontology noted of the name: a bit set of its own. */
  readonly termTraits: Uint32Array
  /**
   * The words of term `t` are `termWords[termOffsets[t] … termOffsets[t + 1])`, in order, function words included:
   * each a word id, with {@link OPTIONAL_WORD} set where the word stands in brackets.
   */
  readonly termOffsets: Uint32Array
  readonly termWords: Uint32Array
  /** What the ontology noted of the concept: a bit set of its own. */
  readonly conceptTraits: Uint32Array
}

/** Flag of a word in brackets, in `termWords`. */
export const OPTIONAL_WORD = 0x80000000

/** What an ontology notes at build time for its ranking at run time: bit sets whose meaning is its own. */
export interface TraitReader {
  /** Changes whenever the same record could give other bits. */
  readonly version: string
  /** `title` is the concept's preferred name, analyzed. */
  ofConcept(concept: ConceptRecord, title: readonly Word[]): number
  ofTerm(words: readonly Word[]): number
}

interface AnalyzedTerm {
  readonly record: TermRecord
  readonly concept: number
  readonly kind: number
  readonly traits: number
  readonly words: Uint32Array
  readonly keys: Uint32Array
}

/**
 * Numbers the terms by mass and lays out the arrays.
 *
 * @param concepts sorted by code; a concept's id is its position
 * @param terms in any order; each must name one of the concepts
 * @returns the arrays and the terms in the order of their numbers
 */
export function buildArrays(
  concepts: readonly ConceptRecord[],
  terms: readonly TermRecord[],
  analyzer: Analyzer,
  traits: TraitReader,
): { arrays: IndexArrays; terms: TermRecord[] } {
  const conceptIds = new Map(concepts.map(({ code }, id) => [code, id]))
  const words = new Numbering()
  const keys = new Numbering()
  const keyOfRawWord: number[] = []

  const analyzed = terms.map((record): AnalyzedTerm => {
    const found = analyzer.analyze(record.text)
    const wordIds = new Uint32Array(found.length)
    const keyIds = new Set<number>()
    for (let i = 0; i < found.length; i++) {
      const { form, key, stop, optional } = found[i]!
      const word = words.numberOf(form)
      const keyId = keys.numberOf(key)
      wordIds[i] = optional ? word | OPTIONAL_WORD : word
      keyOfRawWord[word] = keyId
      if (!stop) keyIds.add(keyId)
    }
    return {
      record,
      concept: conceptIds.get(record.code)!,
      kind: TERM_KINDS.indexOf(record.kind),
      traits: traits.ofTerm(found),
      words: wordIds,
      keys: Uint32Array.from(keyIds),
    }
  })

  const wordOrder = words.sorted()
  const keyOrder = keys.sorted()
  const counts = new Uint32Array(keys.size)
  for (const term of analyzed) {
    for (let i = 0; i < term.words.length; i++) {
      const flag = term.words[i]! & OPTIONAL_WORD
      term.words[i] = wordOrder.newNumber[term.words[i]! & ~OPTIONAL_WORD]! | flag
    }
    for (let i = 0; i < term.keys.length; i++) term.keys[i] = keyOrder.newNumber[term.keys[i]!]!
    term.keys.sort()
    for (const key of term.keys) counts[key]!++
  }
  const idf = new Float32Array(keys.size)
  for (let key = 0; key < idf.length; key++)
    if (counts[key]! > 0) idf[key] = inverseFrequency(counts[key]!, terms.length)

  const massOf = new Map(analyzed.map((term) => [term, sumOf(term.keys, idf)]))
  analyzed.sort(
    (a, b) =>
      massOf.get(a)! - massOf.get(b)! ||
      a.concept - b.concept ||
      a.kind - b.kind ||
      compareStrings(a.record.text, b.record.text),
  )

  const keyOfWord = new Uint32Array(words.size)
  for (let raw = 0; raw < words.size; raw++)
    keyOfWord[wordOrder.newNumber[raw]!] = keyOrder.newNumber[keyOfRawWord[raw]!]!
  const termOffsets = new Uint32Array(analyzed.length + 1)
  for (let t = 0; t < analyzed.length; t++)
    termOffsets[t + 1] = termOffsets[t]! + analyzed[t]!.words.length
  const termWords = new Uint32Array(termOffsets[analyzed.length]!)
  for (let t = 0; t < analyzed.length; t++) termWords.set(analyzed[t]!.words, termOffsets[t]!)
  const wordLexicon = buildLexicon(wordOrder.names)

  const arrays: IndexArrays = {
    words: wordLexicon,
    keys: buildLexicon(keyOrder.names),
    keyOfWord,
    edits: buildEditTable(new Lexicon(wordLexicon)),
    postings: buildPostings(
      analyzed.map((term) => term.keys),
      idf,
      Float32Array.from(analyzed, (term) => massOf.get(term)!),
    ),
    termConcept: Uint32Array.from(analyzed, (term) => term.concept),
    termKind: Uint8Array.from(analyzed, (term) => term.kind),
    termTraits: Uint32Array.from(analyzed, (term) => term.traits),
    termOffsets,
    termWords,
    conceptTraits: Uint32Array.from(concepts, (concept) =>
      traits.ofConcept(concept, analyzer.analyze(concept.name)),
    ),
  }
  return { arrays, terms: analyzed.map((term) => term.record) }
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

/** Code-unit order, the same on every machine and in every locale. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
