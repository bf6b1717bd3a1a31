/** Powers of two: terms there is room for to begin with, and at most between two searches. */
const LEAST_ROOM = 2 ** 12
const MOST_ROOM = 2 ** 17
/** Neighbouring numbers times this are far apart (Knuth's multiplicative hashing). */
const SPREAD = 0x9e3779b1

/**
 * What each term that was met has matched so far, in the order in which terms were met: a table of a few thousand of them
 * stays in the processor's cache, where arrays the size of the index do not.
 */
export class Accumulators {
  terms = new Uint32Array(LEAST_ROOM)
  /** Mass that was matched. */
  sums = new Float32Array(LEAST_ROOM)
  /** Mass of the term itself. */
  masses = new Float32Array(LEAST_ROOM)
  #size = 0
  /** The number of the slot that matched last, from 1. */
  #matchedBy = new Uint8Array(LEAST_ROOM)
  /** Open addressing: position of a term + 1, 0 where there is none; at least twice as long as the others. */
  #table = new Int32Array(2 * LEAST_ROOM)
  /** Where in the table each term stands. */
  #places = new Uint32Array(LEAST_ROOM)
  #shift = Math.clz32(2 * LEAST_ROOM) + 1

  /** How many terms were met. */
  get size(): number {
    return this.#size
  }

  /** Forgets all of them. */
  clear(): void {
    if (this.terms.length > MOST_ROOM) this.#allocate(LEAST_ROOM)
    else this.#empty()
    this.#size = 0
  }

  /**
   * Adds what one key of a slot contributes to the terms `postings[from … to)`, ascending, that the slot has not matched
   * already. Those not met before are taken up below `fresh` only, and of these the ones that are allowed.
   *
   * @param slot number of the slot, from 1
   * @param allowed a bit a term; all of them when left out
   */
  add(
    postings: Uint32Array,
    from: number,
    to: number,
    contribution: number,
    slot: number,
    fresh: number,
    masses: Float32Array,
    allowed: Uint32Array | undefined,
  ): void {
    for (let i = from; i < to; i++) {
      const term = postings[i]!
      if (allowed !== undefined && ((allowed[term >>> 5]! >>> (term & 31)) & 1) === 0) continue
      const place = this.#placeOf(term)
      const at = this.#table[place]! - 1
      if (at < 0) {
        if (term < fresh) this.#take(term, place, contribution, slot, masses[term]!)
      } else if (this.#matchedBy[at] !== slot) {
        this.#matchedBy[at] = slot
        this.sums[at]! += contribution
      }
    }
  }

  /** Keeps the terms that can still score `least`: with `rest` more, and the mass of the query. */
  keep(least: number, rest: number, queryMass: number): void {
    const { terms, sums, masses } = this
    const matchedBy = this.#matchedBy
    this.#empty()
    let kept = 0
    for (let at = 0; at < this.#size; at++) {
      if (2 * (sums[at]! + rest) < least * (queryMass + masses[at]!)) continue
      terms[kept] = terms[at]!
      sums[kept] = sums[at]!
      masses[kept] = masses[at]!
      matchedBy[kept] = matchedBy[at]!
      kept++
    }
    this.#size = kept
    this.#fill()
  }

  /** Where in the table a term stands, or would. */
  #placeOf(term: number): number {
    const table = this.#table
    const mask = table.length - 1
    let place = Math.imul(term, SPREAD) >>> this.#shift
    while (table[place] !== 0 && this.terms[table[place]! - 1] !== term) place = (place + 1) & mask
    return place
  }

  #take(term: number, place: number, sum: number, slot: number, mass: number): void {
    const at = this.#size++
    this.terms[at] = term
    this.sums[at] = sum
    this.masses[at] = mass
    this.#matchedBy[at] = slot
    this.#places[at] = place
    this.#table[place] = at + 1
    if (this.#size === this.terms.length) this.#grow()
  }

  #grow(): void {
    const { terms, sums, masses } = this
    const matchedBy = this.#matchedBy
    this.#allocate(2 * terms.length)
    this.terms.set(terms)
    this.sums.set(sums)
    this.masses.set(masses)
    this.#matchedBy.set(matchedBy)
    this.#fill()
  }

  #allocate(room: number): void {
    this.terms = new Uint32Array(room)
    this.sums = new Float32Array(room)
    this.masses = new Float32Array(room)
    this.#matchedBy = new Uint8Array(room)
    this.#places = new Uint32Array(room)
    this.#table = new Int32Array(2 * room)
    this.#shift = Math.clz32(2 * room) + 1
  }

  #empty(): void {
    for (let at = 0; at < this.#size; at++) this.#table[this.#places[at]!] = 0
  }

  /** Puts the terms into the empty table. */
  #fill(): void {
    for (let at = 0; at < this.#size; at++) {
      const place = this.#placeOf(this.terms[at]!)
      this.#table[place] = at + 1
      this.#places[at] = place
    }
  }
}
