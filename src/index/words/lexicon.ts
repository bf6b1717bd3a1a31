import { firstWhere, hashAnyCase, hashWord, lowerBound } from '../../language/sorted.ts'
import { ByteWriter } from '../rows/byte-writer.ts'

/**
 * A set of words in typed arrays: id → word and word → id without building a JavaScript map, so that a million-term
 * index opens in the time it takes to read it. Ids are positions in code-unit order, so a prefix is a range of ids.
 */

/** The arrays a lexicon is made of, as they are stored. */
export interface LexiconData {
  /** All words, one behind the other, as UTF-16 code units. */
  readonly units: Uint16Array
  /** Word `i` is `units[offsets[i] … offsets[i + 1])`. */
  readonly offsets: Uint32Array
  /** Open-addressing table of ids, -1 where empty; its length is a power of two. */
  readonly slots: Int32Array
}

/** Slots for each word, at least. */
const ROOM = 1.5

/** Builds a lexicon from distinct words; `words` must be sorted by code unit. */
export function buildLexicon(words: readonly string[]): LexiconData {
  const offsets = new Uint32Array(words.length + 1)
  for (let i = 0; i < words.length; i++) offsets[i + 1] = offsets[i]! + words[i]!.length
  const units = new Uint16Array(offsets[words.length]!)
  let capacity = 8
  while (capacity < words.length * ROOM) capacity *= 2
  const slots = new Int32Array(capacity).fill(-1)
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    for (let j = 0; j < word.length; j++) units[offsets[i]! + j] = word.charCodeAt(j)
    let slot = hashWord(word) & (capacity - 1)
    while (slots[slot]! >= 0) slot = (slot + 1) & (capacity - 1)
    slots[slot] = i
  }
  return { units, offsets, slots }
}

/** Read access to a {@link LexiconData}. */
export class Lexicon {
  readonly size: number
  readonly #data: LexiconData

  constructor(data: LexiconData) {
    this.#data = data
    this.size = data.offsets.length - 1
  }

  /** The id of a word, -1 when it is not there. Constant time. */
  idOf(word: string): number {
    const { slots } = this.#data
    const mask = slots.length - 1
    for (let slot = hashWord(word) & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot]!
      if (id < 0 || this.#equals(id, word)) return id
    }
  }

  /** The word of an id in [0, size). */
  wordOf(id: number): string {
    const { units, offsets } = this.#data
    // Spreading a plain list takes a seventh of the time that spreading a typed one does.
    const own: number[] = []
    for (let i = offsets[id]!; i < offsets[id + 1]!; i++) own.push(units[i]!)
    return String.fromCharCode(...own)
  }

  /** The UTF-16 units of the word of an id in [0, size): a view. */
  unitsOf(id: number): Uint16Array {
    const { units, offsets } = this.#data
    return units.subarray(offsets[id]!, offsets[id + 1]!)
  }

  /** How many UTF-16 units the word of an id in [0, size) has. */
  lengthOf(id: number): number {
    const { offsets } = this.#data
    return offsets[id + 1]! - offsets[id]!
  }

  /** The ids `[from, to)` of the words that start with a prefix, itself included. Logarithmic time. */
  rangeOf(prefix: string): { from: number; to: number } {
    const from = firstWhere(0, this.size, (id) => this.#compareStart(id, prefix) >= 0)
    return { from, to: firstWhere(0, this.size, (id) => this.#compareStart(id, prefix) > 0) }
  }

  /** All words in order of their ids. */
  words(): string[] {
    return Array.from({ length: this.size }, (_, id) => this.wordOf(id))
  }

  /** 0 when the word starts with the prefix, otherwise below or above 0 as it comes before or behind such words. */
  #compareStart(id: number, prefix: string): number {
    const { units, offsets } = this.#data
    const start = offsets[id]!
    const length = offsets[id + 1]! - start
    for (let i = 0; i < prefix.length; i++) {
      const difference = i < length ? units[start + i]! - prefix.charCodeAt(i) : -1
      if (difference !== 0) return difference
    }
    return 0
  }

  #equals(id: number, word: string): boolean {
    const { units, offsets } = this.#data
    const start = offsets[id]!
    if (offsets[id + 1]! - start !== word.length) return false
    for (let i = 0; i < word.length; i++) if (units[start + i] !== word.charCodeAt(i)) return false
    return true
  }
}

/** Names that are found by their letters and not by their words: hashes of those, ascending, and next to each its term. */
export interface VerbatimData {
  readonly hashes: Uint32Array
  readonly terms: Uint32Array
}

/** Files names under their letters, ASCII case aside. */
export function buildVerbatim(names: Iterable<{ term: number; text: string }>): VerbatimData {
  const filed = Array.from(names, ({ term, text }) => ({ term, hash: hashVerbatim(text) }))
  filed.sort((a, b) => a.hash - b.hash || a.term - b.term)
  return {
    hashes: Uint32Array.from(filed, ({ hash }) => hash),
    terms: Uint32Array.from(filed, ({ term }) => term),
  }
}

/** Hash by which a name is filed under its letters, ASCII case aside. */
export function hashVerbatim(text: string): number {
  return hashAnyCase(text)
}

/** The terms, ascending, that are this text, ASCII case aside. */
export function findVerbatim(
  text: string,
  { hashes, terms }: VerbatimData,
  textOf: (term: number) => string,
): number[] {
  const asked = lowerAscii(text)
  const hash = hashWord(asked)
  const found: number[] = []
  for (let i = lowerBound(hashes, 0, hashes.length, hash); hashes[i] === hash; i++)
    if (lowerAscii(textOf(terms[i]!)) === asked) found.push(terms[i]!)
  return found
}

/** Bits for each text of {@link HashedTexts}: one in sixteen or fewer is set. */
const BITS = 16

/**
 * A set of texts by their hashes, ASCII case aside: a few bytes of memory for each, and one look-up that says of most other
 * texts that they are not there.
 */
export class HashedTexts {
  readonly #bits: Uint8Array

  /** @param hashes of the first texts, see {@link hashVerbatim} */
  constructor(hashes: Uint32Array) {
    let size = 1 << 16
    while (size < hashes.length * BITS) size *= 2
    this.#bits = new Uint8Array(size / 8)
    for (let i = 0; i < hashes.length; i++) this.#set(hashes[i]!)
  }

  add(text: string): void {
    this.#set(hashVerbatim(text))
  }

  /** False if the text is not there; true if it is, and for one other in sixteen. */
  mayHave(text: string): boolean {
    return this.mayHaveHash(hashVerbatim(text))
  }

  /** The same of a text by its hash: {@link hashVerbatim}, or {@link hashAnyCase} part by part. */
  mayHaveHash(hash: number): boolean {
    const bit = hash & (this.#bits.length * 8 - 1)
    return (this.#bits[bit >>> 3]! & (1 << (bit & 7))) !== 0
  }

  #set(hash: number): void {
    const bit = hash & (this.#bits.length * 8 - 1)
    this.#bits[bit >>> 3]! |= 1 << (bit & 7)
  }
}

const BEYOND_ASCII = /[^\0-\x7f]/

function lowerAscii(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

/**
 * The words of every term in half their bytes, any of them a few steps away: the commonest words have the smallest numbers,
 * which take a byte, and of every eighth term it is known where it begins.
 */

/** The lists of words, as they are stored. */
export interface TermWordsData {
  /**
   * The terms one behind the other: how many bytes follow, and for each word, in order, twice its place in `words`. Where
   * that is odd, the word has flags, in the byte behind.
   */
  readonly bytes: Uint8Array
  /** Where every {@link STEP}th term begins, the first one first. */
  readonly starts: Uint32Array
  /** Ids of the words that terms have, the one that most have first. */
  readonly words: Uint32Array
}

/** Flag of a word in brackets. */
export const OPTIONAL_WORD = 0x80000000
/** Flag of a word that is an abbreviation: "DRESS" is no form of "dressing". */
export const ABBREVIATION = 0x40000000
/** The bits of the word id. */
export const WORD_ID = 0x3fffffff
const FLAGS = 30
/** Terms that are passed over, at most, to come to one. */
const STEP = 8

/** @param terms the words of each, in order: ids with their flags */
export function buildTermWords(
  terms: { readonly length: number; at(term: number): Uint32Array },
  wordCount: number,
): TermWordsData {
  const uses = new Uint32Array(wordCount)
  for (let term = 0; term < terms.length; term++)
    for (const word of terms.at(term)) uses[word & WORD_ID]!++
  const words = Uint32Array.from(uses.keys())
    .filter((word) => uses[word]! > 0)
    .sort((a, b) => uses[b]! - uses[a]! || a - b)
  const placeOf = new Uint32Array(wordCount)
  for (let place = 0; place < words.length; place++) placeOf[words[place]!] = place
  const starts = new Uint32Array(Math.ceil(terms.length / STEP))
  const all = new ByteWriter()
  const own = new ByteWriter()
  for (let term = 0; term < terms.length; term++) {
    if (term % STEP === 0) starts[term / STEP] = all.size
    own.clear()
    for (const word of terms.at(term)) {
      const flags = word >>> FLAGS
      own.writeNumber(2 * placeOf[word & WORD_ID]! + (flags === 0 ? 0 : 1))
      if (flags !== 0) own.writeNumber(flags)
    }
    all.writeNumber(own.size)
    all.write(own)
  }
  return { bytes: all.bytes(), starts, words }
}

/** True if there is a start for each eighth term, within the bytes, and no start falls. */
export function areTermWords({ bytes, starts }: TermWordsData, terms: number): boolean {
  for (let i = 1; i < starts.length; i++) if (starts[i]! < starts[i - 1]!) return false
  return starts.length === Math.ceil(terms / STEP) && (starts.at(-1) ?? 0) <= bytes.length
}

/** Read access to a {@link TermWordsData}. Holds scratch space; not reentrant. */
export class TermWords {
  readonly #data: TermWordsData
  /** Place of the byte behind the number that was read last. */
  #next = 0
  #scratch = new Uint32Array(64)
  /** The beginning of the scratch space, by its length. */
  #views: (Uint32Array | undefined)[] = []

  constructor(data: TermWordsData) {
    this.#data = data
  }

  /**
   * The words of a term in order, function words included: each a {@link WORD_ID}, with {@link OPTIONAL_WORD} if it is in
   * brackets and {@link ABBREVIATION} if it is one. A name that is found verbatim only has no words. The result is valid
   * until the next call.
   */
  of(term: number): Uint32Array {
    const { bytes, starts, words } = this.#data
    let at = starts[Math.floor(term / STEP)]!
    for (let left = term % STEP; left > 0; left--) at = this.#endOfNext(at)
    const end = Math.min(this.#endOfNext(at), bytes.length)
    at = this.#next
    let count = 0
    for (; at < end; count++) {
      // Nearly every number is one byte or two: reading these here saves a call for each word of each name.
      let number = bytes[at++]!
      if (number > 0x7f) number = (number & 0x7f) | (bytes[at++]! << 7)
      if (number > 0x3fff) {
        number = this.#number(at - 2)
        at = this.#next
      }
      if (count === this.#scratch.length) this.#grow()
      let word = words[number >>> 1]!
      if ((number & 1) === 1) word |= bytes[at++]! << FLAGS
      this.#scratch[count] = word
    }
    let view = this.#views[count]
    if (view === undefined) {
      view = this.#scratch.subarray(0, count)
      this.#views[count] = view
    }
    return view
  }

  /** The end of the term whose length is at a place. */
  #endOfNext(at: number): number {
    const byte = this.#data.bytes[at]
    // Nearly every length is one byte.
    if (byte !== undefined && byte <= 0x7f) {
      this.#next = at + 1
      return at + 1 + byte
    }
    const length = this.#number(at)
    return this.#next + length
  }

  /** The number at a place; 0 at the end. */
  #number(at: number): number {
    const { bytes } = this.#data
    let value = 0
    let next = at
    for (let shift = 0; next < bytes.length; shift += 7) {
      const byte = bytes[next++]!
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f) break
    }
    this.#next = next
    return value
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#scratch.length)
    larger.set(this.#scratch)
    this.#scratch = larger
    this.#views = []
  }
}
