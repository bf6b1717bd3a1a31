import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Characters that are gathered before they are written. */
const CHUNK = 1 << 20

/** A table in RF2's manner while it is written: tabs, CRLF on every line, no quoting. Memory: one chunk. */
export class Rf2File {
  readonly #descriptor: number
  #pending: string

  /** Begins the file with its header; makes the folder. */
  constructor(path: string, columns: readonly string[]) {
    mkdirSync(dirname(path), { recursive: true })
    this.#descriptor = openSync(path, 'w')
    this.#pending = `${columns.join('\t')}\r\n`
  }

  /** Adds a row; cells must not hold tabs or line ends. */
  add(...cells: readonly (string | number)[]): void {
    this.#pending += `${cells.join('\t')}\r\n`
    if (this.#pending.length >= CHUNK) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at)
    this.#pending = ''
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Makes random UUIDs of version 4 from a source of numbers in [0, 1). */
export function uuidMaker(random: () => number): () => string {
  const pairs = (value: number) =>
    HEX[value >>> 24]! + HEX[(value >>> 16) & 255]! + HEX[(value >>> 8) & 255]! + HEX[value & 255]!
  const draw = () => Math.floor(random() * 2 ** 32) >>> 0
  return () => {
    const [one, four] = [pairs(draw()), pairs(draw())]
    const two = pairs(((draw() & ~0xf000) | 0x4000) >>> 0)
    const three = pairs(((draw() & ~0xc0000000) | 0x80000000) >>> 0)
    return `${one}-${two.slice(0, 4)}-${two.slice(4)}-${three.slice(0, 4)}-${three.slice(4)}${four}`
  }
}
