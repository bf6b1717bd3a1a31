/** Readings at each word of a line, each read once. */
export class ByWord<Value> {
  readonly #read: (at: number) => Value | undefined
  /** `null` where there is nothing. */
  readonly #values: (Value | null | undefined)[] = []

  /** @param read asked about a word, by its index, at most once */
  constructor(read: (at: number) => Value | undefined) {
    this.#read = read
  }

  /** The reading at a word. */
  get(at: number): Value | undefined {
    let value = this.#values[at]
    if (value === undefined) {
      value = this.#read(at) ?? null
      this.#values[at] = value
    }
    return value ?? undefined
  }
}
