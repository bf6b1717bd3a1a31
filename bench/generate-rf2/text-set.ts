/**
 * Which texts were there before, whatever the case of their letters, in eight bytes each: by 53 bits of hash. Two texts
 * with one hash count as the same, which only costs a name that would have been new.
 */
export class TextSet {
  readonly #slots: Float64Array
  readonly #limit: number
  #size = 0

  /** @param most the most texts that will be added */
  constructor(most: number) {
    let capacity = 1024
    while (capacity < most * 1.5) capacity *= 2
    this.#slots = new Float64Array(capacity)
    this.#limit = Math.floor(capacity * 0.9)
  }

  has(text: string): boolean {
    return this.#slots[this.#slotOf(hash(text))] !== 0
  }

  /** True if the text is new. @throws RangeError when more texts come than were announced */
  add(text: string): boolean {
    const key = hash(text)
    const slot = this.#slotOf(key)
    if (this.#slots[slot] !== 0) return false
    if (++this.#size > this.#limit) throw new RangeError(`more than ${this.#limit} texts`)
    this.#slots[slot] = key
    return true
  }

  /** Where a hash stands, or the empty slot where it would. */
  #slotOf(key: number): number {
    const mask = this.#slots.length - 1
    let slot = (key >>> 0) & mask
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== key) slot = (slot + 1) & mask
    return slot
  }
}

/** 53 bits of two FNV-1a hashes, never 0. */
function hash(text: string): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  const folded = text.toLowerCase()
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0) || 1
}
