/**
 * What one request costs, counted in steps of about the same length and not in time, so that the same request has the
 * same answer on every machine. A step is a posting read, or what takes about as long: a few nanoseconds.
 */
export class Work {
  readonly #limit: number
  #done = 0
  #isTruncated = false

  /** @param limit the steps that may be taken; any number when left out */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  /** Steps taken so far. */
  get done(): number {
    return this.#done
  }

  /** Steps that may still be taken. */
  get left(): number {
    return Math.max(0, this.#limit - this.#done)
  }

  /** Whether all steps are taken. */
  get isOver(): boolean {
    return this.#done >= this.#limit
  }

  /** Whether anything was left undone. */
  get isTruncated(): boolean {
    return this.#isTruncated
  }

  /** Whether there are so many steps left; takes them if so, and else notes that something is left undone. */
  take(steps: number): boolean {
    if (this.#done + steps > this.#limit) {
      this.#isTruncated = true
      return false
    }
    this.#done += steps
    return true
  }

  /** Takes steps that have to be taken, whatever is left. */
  add(steps: number): void {
    this.#done += steps
  }

  /** Notes that something is left undone. */
  truncate(): void {
    this.#isTruncated = true
  }
}
