import { lowerBound, lowerBoundAfter, lowerBoundBefore } from '../../language/sorted.ts'

/** Steps to look a term up among postings, and in a bitmap. */
const STEPS_AMONG_POSTINGS = 16
const STEPS_IN_BITMAP = 4

/** A slot whose postings are read. */
export interface OpenSlot {
  readonly cursors: readonly PostingCursor[]
  readonly contributions: readonly number[]
  /** Steps to look a term up among the postings of each key. */
  readonly stepsAProbe: number
}

/**
 * Sums of what each term of a block has matched so far. A block is small enough for its sums to stay in the processor's
 * cache; sums of all terms of an index are not.
 */
export class Accumulators {
  /** The terms that were met, counted from the first of the block, in the order in which they were. */
  readonly places: Uint32Array
  /** Mass that was matched, of those that were met. */
  readonly sums: Float32Array
  #size = 0
  /** The number of the slot that matched last, from 1; 0 of those that were not met. */
  readonly #matchedBy: Uint8Array

  /** @param room the terms that a block has at most */
  constructor(room: number) {
    this.places = new Uint32Array(room)
    this.sums = new Float32Array(room)
    this.#matchedBy = new Uint8Array(room)
  }

  /** How many terms were met. */
  get size(): number {
    return this.#size
  }

  /** Forgets all of them. */
  clear(): void {
    for (let at = 0; at < this.#size; at++) this.#matchedBy[this.places[at]!] = 0
    this.#size = 0
  }

  /**
   * Adds what one key of a slot contributes to the terms of a block that the slot has not matched already.
   *
   * @param postings of which those `[from, to)` of the key are in the block
   * @param base the first term of the block
   * @param slot number of the slot, 1 to 255
   * @param isOpen true if it may meet new terms; else it adds to terms that were met before
   * @param gates of the block; default: any term may be met
   */
  add(
    postings: Uint32Array,
    { from, to }: { readonly from: number; readonly to: number },
    base: number,
    contribution: number,
    slot: number,
    isOpen: boolean,
    gates: Gates | undefined,
  ): void {
    const { places, sums } = this
    const matchedBy = this.#matchedBy
    if (!isOpen) {
      for (let i = from; i < to; i++) {
        const at = postings[i]! - base
        const last = matchedBy[at]!
        if (last === 0 || last === slot) continue
        sums[at]! += contribution
        matchedBy[at] = slot
      }
      return
    }
    let size = this.#size
    for (let i = from; i < to; i++) {
      const at = postings[i]! - base
      const last = matchedBy[at]!
      if (last === slot) continue
      if (last !== 0) sums[at]! += contribution
      else {
        if (gates !== undefined && !gates.has(at)) continue
        places[size++] = at
        sums[at] = contribution
      }
      matchedBy[at] = slot
    }
    this.#size = size
  }

  /** Adds to each term that was met what the slot contributes to it: for each, as few keys are asked as it takes. */
  probe({ cursors, contributions }: Omit<OpenSlot, 'stepsAProbe'>, from: number, to: number): void {
    const { places, sums } = this
    for (let i = 0; i < this.#size; i++) {
      const at = places[i]!
      for (let a = 0; a < cursors.length; a++)
        if (cursors[a]!.has(from + at, from, to)) {
          sums[at]! += contributions[a]!
          break
        }
    }
  }

  /**
   * Keeps the terms of the block `[from, to)` that can still have `least` for each unit of their mass and the query's, with
   * `rest` more. Terms are numbered by their mass: that of most is not looked at, since the lightest or the heaviest decides.
   */
  keep(
    least: number,
    rest: number,
    queryMass: number,
    masses: Float32Array,
    from: number,
    to: number,
  ): void {
    const { places, sums } = this
    const matchedBy = this.#matchedBy
    const size = this.#size
    const ofLightest = least * (queryMass + masses[from]!)
    const ofHeaviest = least * (queryMass + masses[to - 1]!)
    let kept = 0
    for (let i = 0; i < size; i++) {
      const at = places[i]!
      const most = sums[at]! + rest
      if (
        most >= ofHeaviest ||
        (most >= ofLightest && most >= least * (queryMass + masses[from + at]!))
      )
        places[kept++] = at
      else matchedBy[at] = 0
    }
    this.#size = kept
  }
}

/** The k places of the highest scores added: a min-heap over two arrays. */
export class Leaders {
  #scores = new Float32Array()
  #places = new Uint32Array()
  #size = 0

  /** Forgets all of them; keeps `k` from now on. */
  reset(k: number): void {
    if (this.#scores.length !== k) {
      this.#scores = new Float32Array(k)
      this.#places = new Uint32Array(k)
    }
    this.#size = 0
  }

  /** The minimum score, in single precision, to be among them; below all scores while there are fewer. */
  get least(): number {
    return this.#size < this.#scores.length ? -1 : this.#scores[0]!
  }

  /** In no order. */
  places(): Uint32Array {
    return this.#places.subarray(0, this.#size)
  }

  add(place: number, score: number): void {
    const scores = this.#scores
    const places = this.#places
    if (this.#size === scores.length && score <= scores[0]!) return
    let at = 0
    if (this.#size < scores.length) {
      at = this.#size++
      for (let up = (at - 1) >> 1; at > 0 && scores[up]! > score; up = (at - 1) >> 1) {
        scores[at] = scores[up]!
        places[at] = places[up]!
        at = up
      }
    } else {
      for (let child = 1; child < scores.length; child = 2 * at + 1) {
        if (child + 1 < scores.length && scores[child + 1]! < scores[child]!) child++
        if (scores[child]! >= score) break
        scores[at] = scores[child]!
        places[at] = places[child]!
        at = child
      }
    }
    scores[at] = score
    places[at] = place
  }
}

/** The terms that have a key, read block by block: outward from a first block, those on either side in their order. */
export class PostingCursor {
  /** Where the postings of the block that was located last begin and end. */
  from: number
  to: number
  /** A bit for each term of the index, where the key has one. */
  readonly bitmap: Uint32Array | undefined
  readonly #terms: Uint32Array
  readonly #first: number
  readonly #last: number
  /** The first term of the first block. */
  readonly #start: number
  /** Postings in between were located already, or passed over; -1 before any were. */
  #left: number
  #right: number
  /** The first term of the block that was located last. */
  #block: number

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
    this.bitmap = bitmap
    this.from = this.to = 0
    this.#left = this.#right = this.#block = -1
  }

  /** Steps to look a term up. */
  get stepsAProbe(): number {
    return this.bitmap === undefined ? STEPS_AMONG_POSTINGS : STEPS_IN_BITMAP
  }

  /** Finds the postings of the block of the terms `[from, to)`. @returns how many there are */
  locate(from: number, to: number): number {
    if (this.#block === from) return this.to - this.from
    this.#block = from
    const terms = this.#terms
    // Where the first block begins need not be known of a key that is only looked up in its bitmap.
    if (this.#left < 0)
      this.#left = this.#right = lowerBound(terms, this.#first, this.#last, this.#start)
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
    const { bitmap } = this
    if (bitmap !== undefined) return ((bitmap[term >>> 5]! >>> (term & 31)) & 1) === 1
    this.locate(from, to)
    const at = lowerBound(this.#terms, this.from, this.to, term)
    return at < this.to && this.#terms[at] === term
  }

  /** Sets the bits of the terms of the block `[from, to)`, counted from its first. @returns how many have the key */
  mark(bits: Uint32Array, from: number, to: number): number {
    const found = this.locate(from, to)
    for (let i = this.from; i < this.to; i++) {
      const at = this.#terms[i]! - from
      bits[at >>> 5]! |= 1 << (at & 31)
    }
    return found
  }
}

/** The keys of which a term must have one. */
export class Gates {
  readonly #bitmaps: Uint32Array[] = []
  /** The cursors of keys without a bitmap. */
  readonly #rare: PostingCursor[] = []
  /** A bit for each term of the block that has a rare one. */
  readonly #marked: Uint32Array
  #from = 0
  #found = 0

  /** @param marked room for a bit for each term of a block */
  constructor(cursors: readonly PostingCursor[], marked: Uint32Array) {
    this.#marked = marked
    for (let i = 0; i < cursors.length; i++) {
      const { bitmap } = cursors[i]!
      if (bitmap === undefined) this.#rare.push(cursors[i]!)
      else this.#bitmaps.push(bitmap)
    }
  }

  /** How many keys have no bitmap. */
  get rareKeys(): number {
    return this.#rare.length
  }

  /** False if no term of the block has a key. */
  get isOpen(): boolean {
    return this.#found > 0 || this.#bitmaps.length > 0
  }

  /** Begins the block `[from, to)`. @returns how many postings were read */
  start(from: number, to: number): number {
    this.#from = from
    if (this.#rare.length > 0) this.#marked.fill(0, 0, (to - from + 31) >>> 5)
    let found = 0
    for (let i = 0; i < this.#rare.length; i++) found += this.#rare[i]!.mark(this.#marked, from, to)
    this.#found = found
    return found
  }

  /** True if a term of the block may be met. @param at its place, counted from the first */
  has(at: number): boolean {
    if (this.#rare.length > 0 && ((this.#marked[at >>> 5]! >>> (at & 31)) & 1) === 1) return true
    const term = this.#from + at
    const bitmaps = this.#bitmaps
    for (let i = 0; i < bitmaps.length; i++)
      if (((bitmaps[i]![term >>> 5]! >>> (term & 31)) & 1) === 1) return true
    return false
  }
}
