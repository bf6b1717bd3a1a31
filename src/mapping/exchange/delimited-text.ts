import { MedlinkError } from '../../medlink.ts'
import { readDelimited } from '../tables/delimited.ts'
import { inspectFile, readText } from '../tables/text-file.ts'

/** A row by the names of its columns, and its place. */
export interface NamedRow {
  /** From 1; the header is none. */
  readonly number: number
  /** '' where it has no such cell. */
  readonly get: (column: string) => string
}

/** A file of named columns that is read. */
export interface NamedTable {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<NamedRow>
}

/** A line of cells, by RFC 4180. Formulas stay what they are: other programs have to read the cells as they were. */
export function delimitedLine(cells: readonly (string | number)[], delimiter = ','): string {
  const quoted = cells.map((cell) => {
    const text = String(cell)
    const isPlain = !/["\r\n]/.test(text) && !text.includes(delimiter) && text.trim() === text
    return isPlain ? text : `"${text.replaceAll('"', '""')}"`
  })
  return `${quoted.join(delimiter)}\n`
}

/** The text of a file of any usual encoding. @throws MedlinkError `table_invalid`, `no_access` */
export async function* textOf(path: string): AsyncGenerator<string, void> {
  const { encoding } = await inspectFile(path)
  if (encoding === undefined)
    throw new MedlinkError('table_invalid', `${path} is not a text file: export it as text`)
  yield* readText(path, encoding)
}

/**
 * Rows of text with a header.
 *
 * @param required columns without which it is no such file
 * @param known columns that mean something; others are reported
 * @throws MedlinkError `table_invalid` where a required column is missing
 */
export async function readNamedRows(
  path: string,
  text: AsyncIterable<string>,
  delimiter: string,
  { required, format }: { readonly required: readonly string[]; readonly format: string },
): Promise<NamedTable> {
  const rows = readDelimited(path, text, delimiter)
  const header = await rows.next()
  const columns = header.done ? [] : header.value.map((cell) => cell.trim())
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new MedlinkError(
      'table_invalid',
      `${path} is not a file of ${format}: it lacks the column ${missing.join(', ')}`,
    )
  const places = new Map(columns.map((name, i) => [name, i]))
  return {
    columns,
    rows: (async function* () {
      let number = 0
      for await (const cells of rows) {
        number++
        if (cells.every((cell) => cell.trim() === '')) continue
        yield { number, get: (column: string) => cells[places.get(column) ?? -1] ?? '' }
      }
    })(),
  }
}
