import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MedlinkError } from '../errors.ts'

/**
 * Medlink's own tables under data/: UTF-8, tab separated, a header line, one fact a line, sorted by code point.
 */

/**
 * The rows of a table, header left out. The file must have exactly the named columns, no empty cell, no duplicate
 * and no row out of order, so that a change to a table reads like a sentence in a diff.
 *
 * @param name path below data/, e.g. `synonyms/anatomy.tsv`
 * @throws MedlinkError `data_invalid` with file and line
 */
export function readTable(name: string, columns: readonly string[]): string[][] {
  const lines = readFileSync(locate(name), 'utf8').split('\n')
  const invalid = (line: number, what: string) =>
    new MedlinkError('data_invalid', `data/${name}:${line}: ${what}`)

  if (lines[0] !== columns.join('\t')) throw invalid(1, `expected the header ${columns.join(', ')}`)
  if (lines.pop() !== '') throw invalid(lines.length + 1, 'expected a line end after the last row')
  const rows: string[][] = []
  for (let i = 1; i < lines.length; i++) {
    const row = lines[i]!.split('\t')
    if (row.length !== columns.length)
      throw invalid(i + 1, `found ${row.length} columns, expected ${columns.length}`)
    if (row.some((cell) => cell === '' || cell !== cell.trim()))
      throw invalid(i + 1, 'a cell is empty or has spaces around it')
    const order = rows.length === 0 ? -1 : compareRows(rows[rows.length - 1]!, row)
    if (order === 0) throw invalid(i + 1, 'the row stands twice')
    if (order > 0) throw invalid(i + 1, 'the row is out of order')
    rows.push(row)
  }
  return rows
}

/** The cells of a table of one column. @throws MedlinkError `data_invalid` with file and line */
export function readColumn(name: string, column: string): ReadonlySet<string> {
  return new Set(readTable(name, [column]).map(([cell]) => cell!))
}

/** Eight hex digits that change whenever one of the named tables does. */
export function digestTables(names: readonly string[]): string {
  const hash = createHash('sha256')
  for (const name of names) hash.update(readFileSync(locate(name)))
  return hash.digest('hex').slice(0, 8)
}

/** src/ and dist/ lie equally deep, so the same step leads to data/ from both. */
function locate(name: string): URL {
  return new URL(`../../data/${name}`, import.meta.url)
}

function compareRows(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i]! < b[i]!) return -1
    if (a[i]! > b[i]!) return 1
  }
  return 0
}
