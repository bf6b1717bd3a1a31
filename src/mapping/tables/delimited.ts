import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { MedlinkError } from '../../medlink.ts'
import { MAX_ROW_LENGTH } from './row.ts'

/** Characters that part cells, the likeliest first where a header has as many of two. */
const DELIMITERS = [',', ';', '\t', '|'] as const

/** Excel's own line above the header, which says how cells are parted. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/

/** How cells are parted: as Excel's first line says it, else by what parts the header into the most cells. */
export function delimiterOf(beginning: string): string {
  const told = SEPARATOR_LINE.exec(beginning)?.[1]
  if (told !== undefined) return told
  const outsideQuotes = beginning.replace(/"[^"]*"/g, '')
  const header = outsideQuotes.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

/**
 * The cells of each row of CSV, the header's first: RFC 4180 with any delimiter and line end. A quote inside a cell that
 * does not begin with one is a letter. Empty lines are rows of one empty cell.
 *
 * @throws MedlinkError `table_invalid` for a quote that does not close and for a row that is too long
 */
export async function* readDelimited(
  path: string,
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string[], void> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_LENGTH,
  })
  // Whatever fails is thrown by the iteration over the parser.
  pipeline(Readable.from(withoutSeparatorLine(text)), parser, () => {})
  let rows = 0
  try {
    for await (const cells of parser) {
      rows++
      yield cells
    }
  } catch (error) {
    throw error instanceof CsvError ? asTableError(path, error, rows) : error
  }
}

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let isFirst = true
  for await (const piece of text) {
    yield isFirst ? piece.replace(SEPARATOR_LINE, '') : piece
    isFirst = false
  }
}

/** @param rows that were read before, the header among them */
function asTableError(path: string, error: CsvError, rows: number): MedlinkError {
  const place = rows === 0 ? 'the header' : `row ${rows}`
  const column = Number(error.column) + 1
  const wrong =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `a quote opens in column ${column} and does not close`
      : `more than ${MAX_ROW_LENGTH} characters; perhaps a quote opens in column ${column} and does not close`
  return new MedlinkError('table_invalid', `${path}, ${place}: ${wrong}`, { cause: error })
}
