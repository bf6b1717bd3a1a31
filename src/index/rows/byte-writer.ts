/** Bytes that grow as numbers are written: each number below 2^28 in groups of seven bits, the lowest first (LEB128). */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 16)
  #size = 0

  /** Bytes written so far. */
  get size(): number {
    return this.#size
  }

  writeNumber(value: number): void {
    if (this.#size + 4 > this.#bytes.length) this.#grow()
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#size++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#size++] = rest
  }

  /** A text's UTF-16 code units from `from` on, a number each: a byte for ASCII. */
  writeUnits(text: string, from = 0): void {
    for (let i = from; i < text.length; i++) this.writeNumber(text.charCodeAt(i))
  }

  /** Begins anew. */
  clear(): void {
    this.#size = 0
  }

  /** The bytes of another writer. */
  write(other: ByteWriter): void {
    while (this.#size + other.#size > this.#bytes.length) this.#grow()
    this.#bytes.set(other.#bytes.subarray(0, other.#size), this.#size)
    this.#size += other.#size
  }

  /** A copy of what was written. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#size)
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
