import type { NewSourceRow } from './create.ts'
import type { ColumnNames } from './tables/columns.ts'
import type { Table } from './tables/table.ts'

export interface SourceOptions {
  /** The text to be linked (`text`), the identifier of a row (`id`), and hints. */
  readonly columns: ColumnNames
  /** Column that says how often a row occurs. */
  readonly frequency?: string | undefined
  /** Called at the end with remarks on the rows for a person. */
  readonly onRemark?: (remark: string) => void
}

/** Whole numbers, with thousands parted or a zero behind the point as spreadsheets have them. */
const WHOLE = /^(?:\d+|\d{1,3}(?:([,' \u00a0\u202f])\d{3})(?:\1\d{3})*)(?:\.0+)?$/

/**
 * The rows of a table as the source of a project. A row with another number of cells than the header is kept with these,
 * and has no name: which of them that is, is not known.
 */
export async function* sourceRows(
  table: Table,
  { columns, frequency, onRemark = () => {} }: SourceOptions,
): AsyncGenerator<NewSourceRow, void> {
  const { text, id, ...hints } = columns
  const placeOf = (name: string | undefined) =>
    name === undefined ? -1 : table.columns.indexOf(name)
  const [textAt, idAt, frequencyAt] = [placeOf(text), placeOf(id), placeOf(frequency)]
  const hintsAt = Object.entries(hints).map(([key, name]) => [key, placeOf(name)] as const)
  let [blank, faulty, unread] = [0, 0, 0]
  for await (const { cells, fault } of table.rows()) {
    const cell = (at: number) => (cells[at] ?? '').trim()
    const isFaulty = fault !== undefined
    const often = isFaulty ? '' : cell(frequencyAt)
    const count = wholeOf(often)
    if (isFaulty) faulty++
    else if (cell(textAt) === '') blank++
    if (often !== '' && count === null) unread++
    yield {
      code: isFaulty ? '' : cell(idAt),
      name: isFaulty ? '' : cell(textAt),
      frequency: count,
      hints: Object.fromEntries(hintsAt.map(([key, at]) => [key, isFaulty ? '' : cell(at)])),
      columns: Object.fromEntries(table.columns.map((name, at) => [name, cells[at] ?? ''])),
    }
  }
  if (blank > 0) onRemark(`${blank} rows have no text: they are kept, but not linked`)
  if (faulty > 0)
    onRemark(
      `${faulty} rows have another number of cells than the header: they are kept, but not linked`,
    )
  if (unread > 0)
    onRemark(`${unread} rows have no whole number as their frequency: they count once`)
}

function wholeOf(text: string): number | null {
  if (!WHOLE.test(text)) return null
  return Number(text.replace(/\.0+$/, '').replace(/\D/g, ''))
}
