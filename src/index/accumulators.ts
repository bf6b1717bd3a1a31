import type { PostingCursor } from './posting-cursor.ts'

/** A slot whose postings are read. */
export interface OpenSlot {
  readonly cursors: readonly PostingCursor[]
  readonly contributions: readonly number[]
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
   * @param allowed a bit for each term of the block; default: all of them
   */
  add(
    postings: Uint32Array,
    { from, to }: { readonly from: number; readonly to: number },
    base: number,
    contribution: number,
    slot: number,
    isOpen: boolean,
    allowed: Uint32Array | undefined,
  ): void {
    const { places, sums } = this
    const matchedBy = this.#matchedBy
    let size = this.#size
    for (let i = from; i < to; i++) {
      const at = postings[i]! - base
      const last = matchedBy[at]!
      if (last === slot) continue
      if (last !== 0) {
        sums[at]! += contribution
      } else {
        if (!isOpen) continue
        if (allowed !== undefined && ((allowed[at >>> 5]! >>> (at & 31)) & 1) === 0) continue
        places[size++] = at
        sums[at] = contribution
      }
      matchedBy[at] = slot
    }
    this.#size = size
  }

  /** Adds to each term that was met what the slot contributes to it: for each, as few keys are asked as it takes. */
  probe({ cursors, contributions }: OpenSlot, from: number, to: number): void {
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
