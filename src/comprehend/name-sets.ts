import type { MedlinkIndex } from '../index/reader.ts'
import { TERM_KINDS } from '../index/records.ts'
import { ABBREVIATION, OPTIONAL_WORD, WORD_ID } from '../index/words/lexicon.ts'

/** Words of the longest name that running text is searched for. */
export const LONGEST_NAME = 10

/** Official abbreviated titles are made for punch cards, not for charts: "Salicylates" is a poisoning by them. */
const NOT_READ = TERM_KINDS.indexOf('short')

/** Bits for pairs of keys, for each slot of a table with two slots a name: one in ten or so is set. */
const PAIR_BITS = 32

/** A number for a set of keys, made by adding: the sum of {@link hashOfKey} over its members. */
export type SetHash = number

/** Part of a key in the hash of its set: the key through the finalizer of MurmurHash3 (Appleby, public domain). */
export function hashOfKey(key: number): number {
  let hash = key + 1
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Parts that words of names play, each by its id. */
export interface NameWords {
  /** True if it says nothing by itself: function words, connectors, "unspecified". */
  readonly isSilent: (word: number) => boolean
  /** True if it denies the words after it. */
  readonly isDenial: (word: number) => boolean
  /** True if names have it for its grammar only. */
  readonly isFunctionWord: (word: number) => boolean
  /** True if it says little: "HIV disease" is called HIV, too. */
  readonly isLight: (word: number) => boolean
  /** True if it means something else by itself: "Down syndrome" is not called Down. */
  readonly isPlain: (word: number) => boolean
}

export interface NameSetOptions extends NameWords {
  /** True if names of a concept are looked for. */
  readonly takes: (concept: number) => boolean
}

/**
 * The names of an index by the set of their words' keys, in whatever order: which names have exactly the words of a stretch
 * of text is one look-up, so that every stretch can be asked. Words in brackets and silent ones count on neither side.
 * Some 8 bytes a name.
 */
export class NameSets {
  readonly #index: MedlinkIndex
  readonly #options: NameSetOptions
  /** Open-addressing tables: the hash of a set, and a term that has it; -1 where empty. */
  readonly #hashes: Uint32Array
  readonly #terms: Int32Array
  /** 1 for each key that is in a name. */
  readonly #isUsed: Uint8Array
  /** 1 for each word that is a name without the words that do not count. */
  readonly #isName: Uint8Array
  /** Bits by hash, set if two keys are in one name; a few are set that should not be. */
  readonly #pairs: Uint8Array

  constructor(index: MedlinkIndex, options: NameSetOptions) {
    const { termConcept, termKind } = index.arrays
    let capacity = 8
    while (capacity < termConcept.length * 2) capacity *= 2
    this.#index = index
    this.#options = options
    this.#hashes = new Uint32Array(capacity)
    this.#terms = new Int32Array(capacity).fill(-1)
    this.#isUsed = new Uint8Array(index.keys.size)
    this.#isName = new Uint8Array(index.words.size)
    this.#pairs = new Uint8Array((capacity * PAIR_BITS) / 8)
    for (let term = 0; term < termConcept.length; term++)
      if (termKind[term] !== NOT_READ && options.takes(termConcept[term]!)) this.#add(term)
  }

  /** True if any name has the key. */
  has(key: number): boolean {
    return this.#isUsed[key] === 1
  }

  /** True if a form is all that counts of a name. */
  isName(form: string): boolean {
    return this.#isName[this.#index.words.idOf(form)] === 1
  }

  /** True if some name may have both keys: it is wrong one time in ten where none has. */
  mayHaveBoth(key: number, other: number): boolean {
    const bit = this.#bitOf(key, other)
    return (this.#pairs[bit >>> 3]! & (1 << (bit & 7))) !== 0
  }

  #bitOf(key: number, other: number): number {
    const hash = hashOfKey((hashOfKey(key) + hashOfKey(other)) >>> 0)
    return hash & (this.#pairs.length * 8 - 1)
  }

  /** A term whose words are these keys, each once; -1 where none is. The strongest kind of name where several are. */
  find(hash: SetHash, keys: readonly number[]): number {
    const mask = this.#terms.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const term = this.#terms[slot]!
      if (term < 0) return -1
      if (this.#hashes[slot] === hash && this.#isSetOf(term, keys)) return term
    }
  }

  /** True if a name is an abbreviation, of one word in capitals. */
  isAbbreviation(term: number): boolean {
    const words = this.#index.termWords.of(term)
    return words.length === 1 && (words[0]! & ABBREVIATION) !== 0
  }

  /** True if a name has a word, by its id. */
  hasWord(term: number, holds: (word: number) => boolean): boolean {
    return this.#index.termWords.of(term).some((word) => holds(word & WORD_ID))
  }

  #add(term: number): void {
    const { isFunctionWord, isLight, isSilent } = this.#options
    const keys = this.#keysOf(term)
    if (keys.length > 1 || !this.#isCutToPlain(term, isFunctionWord)) this.#file(term, keys)
    if (keys.length === 1)
      this.hasWord(term, (word) => {
        if (this.#index.arrays.keyOfWord[word] === keys[0]) this.#isName[word] = 1
        return false
      })
    const saysLittle = (word: number) => isLight(word) && !isSilent(word)
    if (!this.hasWord(term, saysLittle)) return
    const heavy = this.#keysOf(term, (word) => !isLight(word))
    if (heavy.length === 1 && !this.#isCutToPlain(term, saysLittle)) this.#file(term, heavy)
  }

  /** True if a name without some of its words is one that means something else: "on edge", "Down syndrome". */
  #isCutToPlain(term: number, isLeftOut: (word: number) => boolean): boolean {
    const { isLight, isPlain, isSilent } = this.#options
    const isKept = (word: number) => !isLeftOut(word) && !isSilent(word) && !isLight(word)
    return (
      this.hasWord(term, isLeftOut) && this.hasWord(term, (word) => isKept(word) && isPlain(word))
    )
  }

  #file(term: number, keys: readonly number[]): void {
    if (keys.length === 0 || keys.length > LONGEST_NAME) return
    let hash = 0
    for (const key of keys) {
      hash = (hash + hashOfKey(key)) >>> 0
      this.#isUsed[key] = 1
    }
    for (let i = 0; i < keys.length; i++)
      for (let j = i + 1; j < keys.length; j++) {
        const bit = this.#bitOf(keys[i]!, keys[j]!)
        this.#pairs[bit >>> 3]! |= 1 << (bit & 7)
      }
    const mask = this.#terms.length - 1
    const { termKind } = this.#index.arrays
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#terms[slot]!
      if (known < 0) {
        this.#hashes[slot] = hash
        this.#terms[slot] = term
        return
      }
      if (this.#hashes[slot] !== hash || !this.#isSetOf(known, keys)) continue
      if (termKind[term]! < termKind[known]!) this.#terms[slot] = term
      return
    }
  }

  /** The keys of a name's words that count, each once. */
  #keysOf(term: number, counts: (word: number) => boolean = () => true): number[] {
    const { keyOfWord } = this.#index.arrays
    const keys: number[] = []
    const words = this.#index.termWords.of(term)
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      if ((word & OPTIONAL_WORD) !== 0 || this.#options.isSilent(word & WORD_ID)) continue
      if (!counts(word & WORD_ID)) continue
      // "Not elsewhere classified" says nothing, as a whole.
      if (
        this.#options.isDenial(word & WORD_ID) &&
        at + 1 < words.length &&
        this.#options.isSilent(words[at + 1]! & WORD_ID)
      )
        continue
      const key = keyOfWord[word & WORD_ID]!
      if (!keys.includes(key)) keys.push(key)
    }
    return keys
  }

  /** True if the keys are those of a name, or those without its light words. */
  #isSetOf(term: number, keys: readonly number[]): boolean {
    const own = this.#keysOf(term)
    const isWhole = own.length === keys.length && own.every((key) => keys.includes(key))
    if (isWhole || keys.length !== 1) return isWhole
    const heavy = this.#keysOf(term, (word) => !this.#options.isLight(word))
    return heavy.length === 1 && heavy[0] === keys[0]
  }
}
