/**
 * Identifiers of a release, numbered in order of appearance: a `Map` of strings would hold every one of the millions as an
 * object of its own, and with it the block of the file it was cut from.
 */

/** Pairs of 32-bit integers, numbered from 0 in order of appearance. */
export class PairTable {
  #high = new Int32Array(1024)
  #low = new Int32Array(1024)
  /** Open addressing: number + 1 of the pair that lies here, 0 where there is none; at most half full. */
  #slots = new Int32Array(2048)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The pair's number; a new one when the table does not have it. */
  add(high: number, low: number): number {
    const slot = this.#slotOf(high, low)
    const known = this.#slots[slot]!
    if (known > 0) return known - 1
    if (this.#size === this.#high.length) {
      this.#grow()
      return this.add(high, low)
    }
    this.#high[this.#size] = high
    this.#low[this.#size] = low
    this.#slots[slot] = ++this.#size
    return this.#size - 1
  }

  /** The pair's number, -1 when the table does not have it. */
  find(high: number, low: number): number {
    return this.#slots[this.#slotOf(high, low)]! - 1
  }

  highOf(number: number): number {
    return this.#high[number]!
  }

  lowOf(number: number): number {
    return this.#low[number]!
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#slots.length - 1
    let slot = mixed(high, low) & mask
    for (;;) {
      const number = this.#slots[slot]! - 1
      if (number === -1 || (this.#low[number] === low && this.#high[number] === high)) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    this.#high = doubled(this.#high)
    this.#low = doubled(this.#low)
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let number = 0; number < this.#size; number++) {
      this.#slots[this.#slotOf(this.#high[number]!, this.#low[number]!)] = number + 1
    }
  }
}

/** Spreads the bits of both numbers. Constants: MurmurHash3's finalizer. */
function mixed(high: number, low: number): number {
  let hash = Math.imul(high ^ Math.imul(low, 0x85ebca6b), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** Digits of an SCTID in the lower of the two numbers: the other holds up to nine, too. */
const LOW_DIGITS = 9
const ZERO = 48

/** SCTIDs, numbered from 0 in order of appearance. They are given as part of a line, from `start` to `end`. */
export class SctidTable {
  readonly #pairs = new PairTable()

  get size(): number {
    return this.#pairs.size
  }

  /** The number of an identifier that is known to be well formed; a new one when the table does not have it. */
  add(text: string, start = 0, end = text.length): number {
    const split = Math.max(start, end - LOW_DIGITS)
    return this.#pairs.add(numberOf(text, start, split), numberOf(text, split, end))
  }

  /** The number of an identifier, -1 when the table does not have it, whatever the text. */
  find(text: string, start = 0, end = text.length): number {
    if (end - start > 2 * LOW_DIGITS || text.charCodeAt(start) === ZERO) return -1
    const split = Math.max(start, end - LOW_DIGITS)
    const high = numberOf(text, start, split)
    const low = numberOf(text, split, end)
    return high < 0 || low < 0 ? -1 : this.#pairs.find(high, low)
  }

  /** The identifier with this number. */
  textOf(number: number): string {
    const high = this.#pairs.highOf(number)
    const low = String(this.#pairs.lowOf(number))
    return high === 0 ? low : `${high}${low.padStart(LOW_DIGITS, '0')}`
  }
}

/** The value of up to nine digits, 0 for none, -1 when there is anything else. */
function numberOf(text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/**
 * Identifiers of any shape, numbered from 0 in order of appearance and distinguished by 64 bits of hash: among the 5
 * million members of a reference set, two that differ are taken for one once in a million releases.
 */
export class MemberTable {
  readonly #pairs = new PairTable()

  get size(): number {
    return this.#pairs.size
  }

  /** The number of the identifier in `text` from `start` to `end`; a new one when it is new. */
  add(text: string, start = 0, end = text.length): number {
    // cyrb53 (bryc, public domain): two multiplicative hashes that are mixed at the end.
    let high = 0xdeadbeef
    let low = 0x41c6ce57
    for (let at = start; at < end; at++) {
      const letter = text.charCodeAt(at)
      high = Math.imul(high ^ letter, 2654435761)
      low = Math.imul(low ^ letter, 1597334677)
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
    return this.#pairs.add(high, low)
  }
}
