import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import type { TableRow } from './row.ts'
import type { OutputFormat } from './table.ts'

/** Value of a cell of ours; null is no value. */
export type Value = string | number | boolean | null

export interface WriterOptions {
  readonly format: OutputFormat
  /** Names of the columns before those of the table, of the table's own, and of those after them. */
  readonly before: readonly string[]
  readonly columns: readonly string[]
  readonly behind: readonly string[]
  /** CSV: the separator of cells. */
  readonly delimiter: string
  /** CSV: true if it begins with a byte order mark, by which a spreadsheet recognizes UTF-8. */
  readonly hasMark: boolean
}

const FLUSH_LENGTH = 1 << 17

/** Writes rows to a new file: UTF-8, a line feed behind each. */
export class RowWriter {
  readonly #handle: number
  readonly #options: WriterOptions
  readonly #isPlain: (text: string) => boolean
  #pieces: string[] = []
  #length = 0

  /** @throws the system's error */
  constructor(path: string, options: WriterOptions) {
    const { format, before, columns, behind, delimiter, hasMark } = options
    this.#options = options
    this.#handle = openSync(path, 'w')
    const special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/, '\\$&')}]`)
    this.#isPlain = (text) => !special.test(text)
    if (format !== 'jsonl')
      this.#add(`${hasMark ? '\ufeff' : ''}${this.#cells([...before, ...columns, ...behind])}\n`)
  }

  /** @param before values of the columns before, `behind` of those behind the row's own */
  write(before: readonly Value[], row: TableRow, behind: readonly Value[]): void {
    const { format } = this.#options
    this.#add(
      format === 'jsonl'
        ? `${JSON.stringify(this.#record(before, row, behind))}\n`
        : `${this.#cells([...before, ...row.cells, ...behind])}\n`,
    )
  }

  /** Has everything on disk when it returns. */
  finish(): void {
    this.#flush()
    fsyncSync(this.#handle)
  }

  close(): void {
    closeSync(this.#handle)
  }

  #record(before: readonly Value[], { cells, record }: TableRow, behind: readonly Value[]) {
    const { before: first, columns, behind: last } = this.#options
    return Object.fromEntries([
      ...first.map((name, i) => [name, before[i]]),
      ...(record === undefined
        ? columns.map((name, i) => [name, cells[i]])
        : Object.entries(record)),
      ...last.map((name, i) => [name, behind[i]]),
    ])
  }

  #cells(values: readonly Value[]): string {
    const cells = values.map((value) => {
      const text = value === null ? '' : String(value)
      return this.#isPlain(text) ? text : `"${text.replaceAll('"', '""')}"`
    })
    return cells.join(this.#options.delimiter)
  }

  #add(text: string): void {
    this.#pieces.push(text)
    this.#length += text.length
    if (this.#length >= FLUSH_LENGTH) this.#flush()
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pieces.join(''))
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at)
    this.#pieces = []
    this.#length = 0
  }
}
