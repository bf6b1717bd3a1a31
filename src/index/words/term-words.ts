/**
 * The words of every term in half their bytes, any of them a few steps away: the commonest words have the smallest numbers,
 * which take a byte, and of every eighth term it is known where it begins.
 */
import { ByteWriter } from '../rows/byte-writer.ts'

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
  /** Place of the byte that is read next. */
  #at = 0
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
    this.#at = starts[Math.floor(term / STEP)]!
    for (let left = term % STEP; left > 0; left--) this.#at = this.#endOfNext()
    let count = 0
    for (const end = Math.min(this.#endOfNext(), bytes.length); this.#at < end; count++) {
      const number = this.#number()
      if (count === this.#scratch.length) this.#grow()
      const word = words[number >>> 1]!
      this.#scratch[count] = (number & 1) === 0 ? word : word | (this.#number() << FLAGS)
    }
    let view = this.#views[count]
    if (view === undefined) {
      view = this.#scratch.subarray(0, count)
      this.#views[count] = view
    }
    return view
  }

  /** The end of the term whose length is read next. */
  #endOfNext(): number {
    const length = this.#number()
    return this.#at + length
  }

  /** The number that is read next; 0 at the end. Read here, since every name that is compared is read so. */
  #number(): number {
    const { bytes } = this.#data
    let value = 0
    for (let shift = 0; this.#at < bytes.length; shift += 7) {
      const byte = bytes[this.#at++]!
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f) break
    }
    return value
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#scratch.length)
    larger.set(this.#scratch)
    this.#scratch = larger
    this.#views = []
  }
}
