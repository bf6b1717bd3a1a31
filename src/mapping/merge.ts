import { createReadStream } from 'node:fs'
import { asFileError, requireOptions } from '../internal.ts'
import { MedlinkError } from '../medlink.ts'
import { requireReplaceable, writeOutput } from './output.ts'
import { MAX_ROW_LENGTH } from './tables/row.ts'
import { outputFormatOf } from './tables/table.ts'

export interface MergeOptions {
  /** True if an output may be replaced. */
  readonly force?: boolean | undefined
}

export interface MergeSummary {
  readonly parts: number
  readonly rows: number
}

/**
 * Puts the outputs of all shards of a table together: the rows in their order, without the columns that say where they
 * belong. These are the bytes that one run without shards writes. The output appears whole, at the end. One row of each
 * part is held.
 *
 * @param parts files that `mapTable` wrote with `shard`, in any order
 * @param out the file to write, in the format of the parts
 * @throws MedlinkError `table_invalid` for a part that is no output of a shard or is one of another table, and for a row
 *   that is in no part or in two; `invalid_request` for an output that is there, is a part, or has the name of another
 *   format; `build_in_progress` when another process writes this output; `no_access`, `disk_full`
 */
export async function mergeParts(
  parts: readonly string[],
  out: string,
  options: MergeOptions = {},
): Promise<MergeSummary> {
  requireOptions<MergeOptions>('mergeParts', options, { force: true })
  const { force = false } = options
  for (const part of parts) requireReplaceable(part, out, force)
  const layout = requireOneLayout(await Promise.all(parts.map(readLayout)))
  requireFormat(out, layout)
  let rows = 0
  async function* lines(): AsyncGenerator<string, void> {
    if (layout.header !== '') yield `${layout.header}\n`
    for await (const text of inOrder(parts.map((path) => new Part(path, layout)))) {
      rows++
      yield `${text}\n`
    }
  }
  await writeOutput(out, force, lines(), 'latin1')
  return { parts: parts.length, rows }
}

/** How a part is written: the same for all parts of a table. */
interface Layout {
  readonly path: string
  /** How its rows begin: of JSON Lines the names of our two columns, else what parts cells. */
  readonly beginning: string
  /** Beginning of the output; '' for JSON Lines. */
  readonly header: string
  readonly isJson: boolean
  /** Undefined for what is no row of a shard. */
  readonly place: (row: string) => PlacedRow | undefined
}

interface PlacedRow {
  readonly number: number
  /** How many the table has in all. */
  readonly rows: number
  /** The row as it is in the output. */
  readonly text: string
}

const ROW = /^(?:medlink_)*row$/
const ROWS = /^(?:medlink_)*rows$/
/** The byte order mark, our two columns with what parts cells, and the other columns. */
const HEADER = /^(\xef\xbb\xbf)?(?:medlink_)*row(.{1,3}?)(?:medlink_)*rows\2(.+)$/s

/** Undefined for an empty file, as JSON Lines of a shard without rows are. */
async function readLayout(path: string): Promise<Layout | undefined> {
  for await (const first of recordsOf(path)) {
    const layout = isJson(first) ? jsonLayout(path, first) : delimitedLayout(path, first)
    if (layout === undefined) throw noShard(path)
    return layout
  }
  return undefined
}

function delimitedLayout(path: string, first: string): Layout | undefined {
  const [, mark = '', delimiter, columns] = HEADER.exec(first) ?? []
  if (delimiter === undefined || columns === undefined) return undefined
  const place = (row: string) => {
    const [number = '', rows = ''] = row.split(delimiter, 2)
    const own = number.length + rows.length + 2 * delimiter.length
    return placedRow(Number(number), Number(rows), row.slice(own))
  }
  return { path, beginning: delimiter, header: `${mark}${columns}`, isJson: false, place }
}

function jsonLayout(path: string, first: string): Layout | undefined {
  const keys = Object.keys(parseObject(first))
  // Ours come before all that the table has, but for keys like "1", which JavaScript puts first.
  const number = keys.find((key) => ROW.test(key))
  const rows = keys.find((key) => ROWS.test(key))
  if (number === undefined || rows === undefined) return undefined
  const place = (row: string) => {
    const { [number]: ownNumber, [rows]: ownRows, ...rest } = parseObject(row)
    return placedRow(ownNumber, ownRows, JSON.stringify(rest))
  }
  return { path, beginning: `${number} ${rows}`, header: '', isJson: true, place }
}

function placedRow(number: unknown, rows: unknown, text: string): PlacedRow | undefined {
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(rows)) return undefined
  const placed = { number: number as number, rows: rows as number, text }
  return placed.number >= 1 && placed.number <= placed.rows ? placed : undefined
}

function parseObject(line: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(line) as object) }
  } catch {
    return {}
  }
}

function requireOneLayout(layouts: readonly (Layout | undefined)[]): Layout {
  const [first] = layouts.filter((layout) => layout !== undefined)
  if (first === undefined) throw new MedlinkError('table_invalid', NO_ROWS)
  for (const layout of layouts) {
    const isAlike =
      layout === undefined
        ? first.isJson
        : layout.beginning === first.beginning && layout.header === first.header
    if (!isAlike)
      throw new MedlinkError(
        'table_invalid',
        `${layout?.path ?? 'an empty file'} has other columns than ${first.path}: parts are of one table`,
      )
  }
  return first
}

const NO_ROWS = 'no part has a row, so it is unknown whether all parts are given'

function requireFormat(out: string, { path, isJson, beginning }: Layout): void {
  const format = outputFormatOf(out)
  const isSame =
    format === undefined ||
    (isJson ? format === 'jsonl' : format === 'csv' || (format === 'tsv' && beginning === '\t'))
  if (isSame) return
  throw new MedlinkError(
    'invalid_request',
    `${out} has the extension of another format than ${path}: use the same extension`,
  )
}

/** A part that is read row by row. */
class Part {
  readonly path: string
  readonly #layout: Layout
  readonly #records: AsyncGenerator<string, void>
  #isBegun = false

  constructor(path: string, layout: Layout) {
    this.path = path
    this.#layout = layout
    this.#records = recordsOf(path)
  }

  /** Undefined at the end. @throws MedlinkError `table_invalid` for what is no row of a shard, `no_access` */
  async next(): Promise<PlacedRow | undefined> {
    if (!this.#isBegun && !this.#layout.isJson) await this.#records.next()
    this.#isBegun = true
    const { value } = await this.#records.next()
    if (value === undefined) return undefined
    const row = this.#layout.place(value)
    if (row === undefined) throw noShard(this.path)
    return row
  }

  async close(): Promise<void> {
    await this.#records.return()
  }
}

/**
 * The rows of all parts by their numbers, from 1 on, each once.
 *
 * @throws MedlinkError `table_invalid` where one is in no part or in two, and where parts tell different numbers of rows
 */
async function* inOrder(parts: readonly Part[]): AsyncGenerator<string, void> {
  /** The next row of each part that has one, by its number. */
  const heads = new Map<number, { part: Part; text: string }>()
  let rows: number | undefined
  let due = 1
  const advance = async (part: Part) => {
    const row = await part.next()
    if (row === undefined) return
    rows ??= row.rows
    if (row.rows !== rows)
      throw new MedlinkError(
        'table_invalid',
        `${part.path} is of a table of ${row.rows} rows, and others are of one of ${rows}`,
      )
    if (row.number < due || heads.has(row.number))
      throw new MedlinkError(
        'table_invalid',
        `row ${row.number} of ${part.path} occurs twice: give each part once`,
      )
    heads.set(row.number, { part, text: row.text })
  }
  try {
    for (const part of parts) await advance(part)
    if (rows === undefined) throw new MedlinkError('table_invalid', NO_ROWS)
    while (due <= rows) {
      const head = heads.get(due)
      if (head === undefined)
        throw new MedlinkError(
          'table_invalid',
          `row ${due} of ${rows} is in none of the parts: give all parts`,
        )
      yield head.text
      heads.delete(due)
      due++
      await advance(head.part)
    }
  } finally {
    for (const part of parts) await part.close()
  }
}

/** Bytes of a row: what one of the longest comes to in UTF-8, with its quotes or escapes and its answer. */
const MAX_RECORD_BYTES = 16 * MAX_ROW_LENGTH

/**
 * The lines of a file without their ends, those of a row with line breaks in quotes as one. Each byte is a character, so
 * that the merged bytes are those of the parts.
 *
 * @throws MedlinkError `table_invalid` for a row that is too long or has no end, `no_access`
 */
async function* recordsOf(path: string): AsyncGenerator<string, void> {
  let record = ''
  let isQuoted = false
  let hasQuotes: boolean | undefined
  try {
    for await (const chunk of createReadStream(path, 'latin1')) {
      const text: string = chunk
      hasQuotes ??= !isJson(text)
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        add(text.slice(from, end))
        from = end + 1
        if (isQuoted) record += '\n'
        else {
          yield record
          record = ''
        }
      }
      add(text.slice(from))
    }
  } catch (error) {
    throw asFileError(path, error)
  }
  if (record !== '')
    throw new MedlinkError('table_invalid', `${path} ends within a row: map this part again`)

  function add(piece: string): void {
    record += piece
    if (record.length > MAX_RECORD_BYTES) throw noShard(path)
    if (hasQuotes && piece.split('"').length % 2 === 0) isQuoted = !isQuoted
  }
}

function isJson(beginning: string): boolean {
  return beginning.startsWith('{')
}

function noShard(path: string): MedlinkError {
  return new MedlinkError(
    'table_invalid',
    `${path} is not a part of a table: give the files that "map --shard" wrote`,
  )
}
