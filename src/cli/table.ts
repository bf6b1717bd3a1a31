/** Tables for terminals: columns aligned, the long one wrapped into what is left of the line. */

/** One column. At most one column of a table should `wrap`. */
export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Broken over several lines when the table is wider than the line. */
  readonly wrap?: boolean
  /** Dresses a padded cell, e.g. with colour; must not change its width. */
  readonly paint?: (text: string) => string
}

/** A laid out table. Lines have no trailing blanks. */
export interface Table {
  readonly head: string
  /** The lines of each row. */
  readonly rows: readonly (readonly string[])[]
}

/** Between columns. */
const GAP = '  '
/** A wrapped column is never narrower than this, even if the table is then wider than the line. */
const MIN_WRAP = 20

/**
 * Lays out cells, one array a row, in columns.
 *
 * @param width length of the line in characters
 */
export function layOut(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  width: number,
): Table {
  const widths = columns.map(({ title }, i) =>
    Math.max(lengthOf(title), ...cells.map((row) => lengthOf(row[i] ?? ''))),
  )
  const wrapped = columns.findIndex(({ wrap }) => wrap)
  if (wrapped >= 0) {
    const others = widths.reduce((sum, each) => sum + each, 0) - widths[wrapped]!
    const left = width - others - GAP.length * (columns.length - 1)
    widths[wrapped] = Math.min(widths[wrapped]!, Math.max(MIN_WRAP, left))
  }
  const rows = cells.map((row) => {
    const pieces = columns.map(({ wrap }, i) =>
      wrap ? wrapText(row[i] ?? '', widths[i]!) : [row[i] ?? ''],
    )
    const height = Math.max(...pieces.map((lines) => lines.length))
    return Array.from({ length: height }, (_, line) =>
      joinCells(
        columns,
        pieces.map((lines) => lines[line] ?? ''),
        widths,
      ),
    )
  })
  const plain = columns.map(({ align }) => (align === undefined ? {} : { align }))
  const titles = columns.map(({ title }) => title)
  return { head: joinCells(plain, titles, widths), rows }
}

/** Label and value of each pair, values aligned: `terms     246,421`. */
export function layOutPairs(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([label]) => lengthOf(label)))
  return pairs.map(([label, value]) => `${pad(label, width)}${GAP}${value}`.trimEnd())
}

/** Text in lines of at most `width` characters, broken at blanks where there are any. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    let rest = line === '' ? word : `${line} ${word}`
    if (lengthOf(rest) > width && line !== '') {
      lines.push(line)
      rest = word
    }
    while (lengthOf(rest) > width) {
      const characters = [...rest]
      lines.push(characters.slice(0, width).join(''))
      rest = characters.slice(width).join('')
    }
    line = rest
  }
  return [...lines, line]
}

function joinCells(
  columns: readonly Pick<Column, 'align' | 'paint'>[],
  cells: readonly string[],
  widths: readonly number[],
): string {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells
    .slice(0, last + 1)
    .map((cell, i) => {
      const { align, paint = (text: string) => text } = columns[i]!
      if (cell === '') return pad('', widths[i]!)
      if (align === 'right') return paint(pad('', widths[i]! - lengthOf(cell)) + cell)
      return paint(i === last ? cell : pad(cell, widths[i]!))
    })
    .join(GAP)
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)))
}

/** Code points; names of the vocabularies are written in scripts of single width. */
function lengthOf(text: string): number {
  return [...text].length
}

/** "12,345". */
export function count(some: number): string {
  return some.toLocaleString('en-US')
}

/** "12.3 %"; of nothing, none. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : ((part / whole) * 100).toFixed(1)} %`
}
