import type { PostingsData } from './postings.ts'

/**
 * One bit a term, set where the term has the key, for each key that many terms have. A bitmap is filled when its key is first
 * searched, by any thread: those that fill the same one at once write the same words.
 */
export interface Bitmaps {
  /** Ascending. */
  readonly keys: Uint32Array
  /** For each of these keys a bit for every term, in whole words. */
  readonly bits: Uint32Array
  /** For each of these keys whether its bits are there. */
  readonly filled: Uint8Array
}

/** A key in more than one of this many terms gets a bitmap. */
const BITMAP_SHARE = 64

/** Room for the bitmaps of the keys that many terms have, in memory that threads can share. */
export function prepareBitmaps({ idf, offsets, mass }: PostingsData): Bitmaps {
  const keys: number[] = []
  for (let key = 0; key < idf.length; key++)
    if (offsets[key + 1]! - offsets[key]! > mass.length / BITMAP_SHARE) keys.push(key)
  const bytes = keys.length * wordsOf(mass.length) * Uint32Array.BYTES_PER_ELEMENT
  return {
    keys: sharedNumbers(keys),
    bits: new Uint32Array(new SharedArrayBuffer(bytes)),
    filled: new Uint8Array(new SharedArrayBuffer(keys.length)),
  }
}

function sharedNumbers(numbers: readonly number[]): Uint32Array {
  const bytes = numbers.length * Uint32Array.BYTES_PER_ELEMENT
  const shared = new Uint32Array(new SharedArrayBuffer(bytes))
  shared.set(numbers)
  return shared
}

/** Number of 32-bit words for N terms. */
function wordsOf(terms: number): number {
  return Math.ceil(terms / 32)
}

/** The bitmap of a key by its place among the keys that have one; filled at first use. */
export function fillBitmap({ keys, bits, filled }: Bitmaps, place: number, data: PostingsData) {
  const { offsets, terms, mass } = data
  const words = wordsOf(mass.length)
  const bitmap = bits.subarray(place * words, (place + 1) * words)
  if (Atomics.load(filled, place) === 1) return bitmap
  const end = offsets[keys[place]! + 1]!
  // Each word is put together first and written once, so that no thread ever reads a part of one.
  for (let i = offsets[keys[place]!]!; i < end; ) {
    const word = terms[i]! >>> 5
    let ofWord = 0
    for (; i < end && terms[i]! >>> 5 === word; i++) ofWord |= 1 << (terms[i]! & 31)
    bitmap[word] = ofWord
  }
  Atomics.store(filled, place, 1)
  return bitmap
}
