/** Reads what a {@link ByteWriter} wrote, between two places. Whatever the bytes are, it reads none outside of these. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  /** Where it reads next. */
  at: number

  constructor(bytes: Uint8Array, from: number, end = bytes.length) {
    this.#bytes = bytes
    this.#end = end
    this.at = from
  }

  get isAtEnd(): boolean {
    return this.at >= this.#end
  }

  /** The next number; 0 at the end. */
  number(): number {
    let value = 0
    for (let shift = 0; this.at < this.#end; shift += 7) {
      const byte = this.#bytes[this.at++]!
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f) break
    }
    return value
  }

  /** Passes over some numbers. */
  skip(count: number): void {
    for (let left = count; left > 0 && this.at < this.#end; )
      if (this.#bytes[this.at++]! <= 0x7f) left--
  }

  /** The text of the next code units: a given number, or all to the end. */
  units(count = Number.POSITIVE_INFINITY): string {
    let text = ''
    for (let left = count; left > 0 && this.at < this.#end; left--)
      text += String.fromCharCode(this.number())
    return text
  }
}
