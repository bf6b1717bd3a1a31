import { LineFile } from '../line-file.ts'

/** A table in RF2's manner while it is written: tabs, CRLF on every line, no quoting. Memory: see {@link LineFile}. */
export class Rf2File {
  readonly #file: LineFile

  /** Begins the file with its header; makes the folder. */
  constructor(path: string, columns: readonly string[]) {
    this.#file = new LineFile(path, '\r\n')
    this.add(...columns)
  }

  /** Adds a row; cells must not hold tabs or line ends. */
  add(...cells: readonly (string | number)[]): void {
    this.#file.add(cells.join('\t'))
  }

  close(): void {
    this.#file.close()
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
