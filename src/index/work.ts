/**
 * The cost of one request, counted in steps of about the same length and not in time, so that the same request has the same
 * answer on every machine. A step is a posting read, or work of the same length: a few nanoseconds.
 */
export class Work {
  readonly #limit: number
  #done = 0
  #isTruncated = false

  /** @param limit the steps that may be taken; default: any number */
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

  /** True if all steps are taken. */
  get isOver(): boolean {
    return this.#done >= this.#limit
  }

  /** True if anything was left undone. */
  get isTruncated(): boolean {
    return this.#isTruncated
  }

  /** Takes steps if enough are left, and returns true; else notes that something is left undone. */
  take(steps: number): boolean {
    if (this.#done + steps > this.#limit) {
      this.#isTruncated = true
      return false
    }
    this.#done += steps
    return true
  }

  /** Takes necessary steps, whatever is left. */
  add(steps: number): void {
    this.#done += steps
  }

  /** Notes that something is left undone. */
  truncate(): void {
    this.#isTruncated = true
  }
}
