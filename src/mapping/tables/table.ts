import { printable } from '../../internal.ts'
import { MedlinkError } from '../../medlink.ts'
import { delimiterOf, readDelimited } from './delimited.ts'
import { readJsonLines, readKeys } from './json-lines.ts'
import { openParquet } from './parquet.ts'
import type { TableRow } from './row.ts'
import { type FileKind, inspectFile, readText } from './text-file.ts'

/** Kinds of files that tables are written to. */
export const OUTPUT_FORMATS = ['csv', 'tsv', 'jsonl'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]
/** Kinds of files that hold tables. */
export const TABLE_FORMATS = [...OUTPUT_FORMATS, 'parquet'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

export interface TableOptions {
  /** A label of the Encoding Standard; default: as the file shows. */
  readonly encoding?: string | undefined
  /** The separator of cells, one character; default: as the header shows. */
  readonly delimiter?: string | undefined
}

/** A file that is read as a table, whose rows can be read any number of times. */
export interface Table {
  readonly path: string
  readonly format: TableFormat
  /** Names in their order, each once. A column without a name is called by its place: `column_3`. */
  readonly columns: readonly string[]
  /** Kind of the file: its checksum and its encoding. */
  readonly kind: FileKind
  /** CSV: the separator of its cells. */
  readonly delimiter: string
  /** Remark for the user on the way it is read. */
  readonly remarks: readonly string[]
  /**
   * Its rows in their order, blank and faulty ones too; none is held longer than its reader holds it.
   *
   * @param onBytes called with the number of bytes of every piece that was read
   * @throws MedlinkError `table_invalid` where the file cannot be read on: a quote that does not close, a row of more than
   *   a million characters, a NUL byte; `no_access`
   */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<TableRow, void>
}

/** Bytes that are read to find the separator: more than any header has. */
const BEGINNING_LENGTH = 100_000

/**
 * Opens a table: Parquet where the file begins so, JSON Lines where the name ends so or with .json, CSV else, with tabs where it
 * ends with .tsv and otherwise with what parts its header.
 *
 * @throws MedlinkError `table_invalid` for a file that is empty, neither text nor Parquet, a JSON list, or has a column name twice, and for
 *   Parquet where the package `@duckdb/node-api` is not installed; `invalid_request` for an encoding or a delimiter that
 *   is none; `no_access`
 */
export async function openTable(path: string, options: TableOptions = {}): Promise<Table> {
  const { encoding, delimiter } = options
  if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter)))
    throw new MedlinkError(
      'invalid_request',
      'the delimiter must be one character other than a quote',
    )
  const kind = await inspectFile(path, encoding)
  if (kind.isParquet) {
    const { columns, rows } = await openParquet(path, kind.bytes)
    const names = namesOf(path, columns)
    return { path, format: 'parquet', columns: names, kind, delimiter: ',', remarks: [], rows }
  }
  const text = (onBytes?: (bytes: number) => void) => readText(path, kind.encoding, onBytes)
  const remarks = kind.remark === undefined ? [] : [kind.remark]
  const beginning = await readBeginning(text())
  const isJson = /\.json$/i.test(path)
  if (isJson ? /^\s*\[/.test(beginning) : /^\s*\[\s*\{\s*"/.test(beginning))
    throw new MedlinkError(
      'table_invalid',
      `${path} is a JSON list, which is not read: write one object on each line, without the list around them (JSON Lines, .jsonl)`,
    )
  const format = formatOf(path) ?? (isJson ? 'jsonl' : 'csv')
  if (format === 'parquet')
    throw new MedlinkError(
      'table_invalid',
      `${path} is named like a Parquet file, but is not one, or is encrypted`,
    )
  if (format === 'jsonl') {
    const columns = await readKeys(path, text())
    const rows: Table['rows'] = (onBytes) => readJsonLines(path, text(onBytes), columns)
    return { path, format, columns, kind, delimiter: ',', remarks, rows }
  }
  const used = delimiter ?? (format === 'tsv' ? '\t' : delimiterOf(beginning))
  const columns = await readHeader(path, text(), used)
  const rows: Table['rows'] = (onBytes) => readRows(path, text(onBytes), used, columns)
  return { path, format, columns, kind, delimiter: used, remarks, rows }
}

/** The format by the ending of a file's name; undefined if it is none of ours. */
export function formatOf(path: string): TableFormat | undefined {
  const end = endingOf(path)
  if (end === 'ndjson') return 'jsonl'
  if (end === 'tab') return 'tsv'
  return TABLE_FORMATS.find((format) => format === end)
}

/** Endings of names of files that other programs take for something else than a table of text. */
const OTHER_FORMATS: ReadonlySet<string> = new Set([
  ...['json', 'xml', 'yaml', 'yml', 'html', 'htm', 'md', 'pdf', 'doc', 'docx', 'rtf'],
  ...[
    'xls',
    'xlsx',
    'xlsm',
    'xlsb',
    'ods',
    'numbers',
    'sqlite',
    'db',
    'gz',
    'zip',
    'bz2',
    'xz',
    'zst',
  ],
])

/**
 * The format of an output by the ending of its name; undefined where the name says nothing.
 *
 * @throws MedlinkError `invalid_request` for a name that promises a format that is not written
 */
export function outputFormatOf(path: string): OutputFormat | undefined {
  const format = formatOf(path)
  if (format !== 'parquet' && !OTHER_FORMATS.has(endingOf(path))) return format
  throw new MedlinkError(
    'invalid_request',
    `${path} is named like a file that is not written here: end its name with .csv, .tsv or .jsonl, or give the format (--format)`,
  )
}

function endingOf(path: string): string {
  return /\.([a-z0-9]+)$/.exec(path.toLowerCase())?.[1] ?? ''
}

async function* readRows(
  path: string,
  text: AsyncIterable<string>,
  delimiter: string,
  columns: readonly string[],
): AsyncGenerator<TableRow, void> {
  const { length } = columns
  let number = -1
  for await (const cells of readDelimited(path, text, delimiter)) {
    number++
    if (number === 0) continue
    if (cells.length === length) yield { number, cells }
    else if (cells.length === 1 && cells[0]!.trim() === '')
      yield { number, cells: columns.map(() => '') }
    else
      yield {
        number,
        cells: fitted(cells, length, delimiter),
        fault: `has ${cells.length} cells, but the header has ${length}`,
      }
  }
}

/** As many cells as the header has, and nothing lost: surplus cells are in the last one. */
function fitted(cells: readonly string[], length: number, delimiter: string): string[] {
  const last = cells.slice(length - 1).join(delimiter)
  return Array.from({ length }, (_, i) => (i === length - 1 ? last : (cells[i] ?? '')))
}

async function readHeader(
  path: string,
  text: AsyncIterable<string>,
  delimiter: string,
): Promise<string[]> {
  for await (const cells of readDelimited(path, text, delimiter)) return namesOf(path, cells)
  throw new MedlinkError('table_invalid', `${path} is empty: a table must begin with its header`)
}

/** @throws MedlinkError `table_invalid` for a name that is there twice */
function namesOf(path: string, header: readonly string[]): string[] {
  const names = header.map((cell, i) => cell.trim() || `column_${i + 1}`)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return names
  const places = names.flatMap((name, i) => (name === twice ? [i + 1] : []))
  const message = `${path} has the column ${printable(twice)} more than once, at ${places.join(' and ')}: rename one`
  throw new MedlinkError('table_invalid', message)
}

async function readBeginning(text: AsyncIterable<string>): Promise<string> {
  let beginning = ''
  for await (const piece of text) {
    beginning += piece
    if (beginning.length >= BEGINNING_LENGTH) break
  }
  return beginning
}
