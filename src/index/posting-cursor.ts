import { lowerBound, lowerBoundAfter, lowerBoundBefore } from './lower-bound.ts'

/** The terms that have a key, read block by block: outward from a first block, those on either side in their order. */
export class PostingCursor {
  /** Where the postings of the block that was located last begin and end. */
  from: number
  to: number
  readonly #terms: Uint32Array
  readonly #first: number
  readonly #last: number
  /** The first term of the first block. */
  readonly #start: number
  readonly #bitmap: Uint32Array | undefined
  /** Postings in between were located already, or passed over. */
  #left: number
  #right: number
  /** The first term of the block that was located last. */
  #block = -1

  /**
   * @param terms of which `[first, last)` have the key
   * @param start the first term of the first block
   * @param bitmap a bit for each term of the index, where the key has one
   */
  constructor(
    terms: Uint32Array,
    first: number,
    last: number,
    start: number,
    bitmap: Uint32Array | undefined,
  ) {
    this.#terms = terms
    this.#first = first
    this.#last = last
    this.#start = start
    this.#bitmap = bitmap
    this.from = this.to = this.#left = this.#right = lowerBound(terms, first, last, start)
  }

  /** Finds the postings of the block of the terms `[from, to)`. @returns how many there are */
  locate(from: number, to: number): number {
    if (this.#block === from) return this.to - this.from
    this.#block = from
    const terms = this.#terms
    if (from >= this.#start) {
      this.from = lowerBoundAfter(terms, this.#right, this.#last, from)
      this.to = this.#right = lowerBoundAfter(terms, this.from, this.#last, to)
    } else {
      this.to = lowerBoundBefore(terms, this.#first, this.#left, to)
      this.from = this.#left = lowerBoundBefore(terms, this.#first, this.to, from)
    }
    return this.to - this.from
  }

  /** True if a term of the block `[from, to)` has the key. */
  has(term: number, from: number, to: number): boolean {
    const bitmap = this.#bitmap
    if (bitmap !== undefined) return ((bitmap[term >>> 5]! >>> (term & 31)) & 1) === 1
    this.locate(from, to)
    const at = lowerBound(this.#terms, this.from, this.to, term)
    return at < this.to && this.#terms[at] === term
  }

  /** Sets the bits of the terms of the block `[from, to)`, counted from its first. @returns the steps that took */
  mark(bits: Uint32Array, from: number, to: number): number {
    const bitmap = this.#bitmap
    if (bitmap === undefined) {
      const found = this.locate(from, to)
      for (let i = this.from; i < this.to; i++) {
        const at = this.#terms[i]! - from
        bits[at >>> 5]! |= 1 << (at & 31)
      }
      return found
    }
    const words = (to - from + 31) >>> 5
    for (let i = 0; i < words; i++) bits[i]! |= bitmap[(from >>> 5) + i]!
    return words
  }
}
