/** A cell of a printed table; null is shown as a dash. */
export type Cell = string | number | null

/** A table as text: first column to the left, the others to the right. Numbers are shown as {@link shown} shows them. */
export function formatTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows.map((row) => row.map(shown))]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The same of rows that all have the keys of the first, which are the header. */
export function formatRows(rows: readonly Readonly<Record<string, Cell>>[]): string {
  return formatTable(
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  )
}

/** Whole numbers as they are, others with three significant digits, never in scientific notation. */
function shown(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return String(cell)
  return cell.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(cell)))))
}

/** Rows of tab-separated text with a line end; tabs and line ends inside a cell become spaces. */
export function formatTsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((row) => `${row.map((cell) => String(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`)
    .join('')
}
