/**
 * One CSV file of a release, row by row: RFC 4180 with a header line, comma and double quote, LF or CRLF.
 *
 * Cells may hold commas, doubled quotes and line ends. Rows are handed over while the file streams past, so that a
 * file of any size costs no more memory than what its reader keeps. A row that only needs cutting is cut here, and
 * csv-parse reads the others: for the 80 MB of the full table that takes about 1 s, csv-parse alone takes 7 s.
 */

import { CsvError, parse } from 'csv-parse/sync'
import type { MedlinkError } from '../errors.ts'
import { printable } from '../language/printable.ts'
import { plural, type ReleaseFile } from './release-files.ts'
import { badLine as badLineOf } from './release-text.ts'

/** The columns to read, by the names of the header; the others are passed over. */
export interface CsvColumns<Name extends string> {
  readonly required: readonly Name[]
  /** Their cells are '' in a file that lacks them. */
  readonly optional?: readonly Name[]
}

/** Cells by column as written, spaces at their ends included; a line end inside is LF. */
export type CsvRow<Name extends string> = Readonly<Record<Name, string>>

/** Characters of one row, far more than any row has: ends the search for a lost quote. */
const MAX_ROW_LENGTH = 200_000

/** Rows of one file; the largest of those that are read has less than a million. */
const MAX_ROWS = 10_000_000

/**
 * SHA-256 (hex) of a CSV file, after `onRow` has seen its rows in order, each with the number of the line on which it
 * starts; the header is on line 1. Empty lines are passed over.
 * @throws MedlinkError `release_invalid` with file and line for a missing column, a row with more or fewer cells than
 *   the header, a quote in the wrong place or a cell without an end; whatever `onRow` throws, unchanged
 */
export async function readCsv<const Name extends string>(
  file: ReleaseFile,
  columns: CsvColumns<Name>,
  onRow: (row: CsvRow<Name>, line: number) => void,
): Promise<string> {
  let header: readonly string[] | undefined
  let pick: ((cells: readonly string[]) => CsvRow<Name>) | undefined
  let rows = 0
  const onCells = (cells: readonly string[], line: number) => {
    if (++rows > MAX_ROWS) throw badLine(file, line, `row ${rows}`, `at most ${MAX_ROWS}`)
    if (header === undefined || pick === undefined) {
      header = cells
      pick = columnPicker(file, line, header, columns)
    } else if (cells.length !== header.length) {
      const count = plural(cells.length, 'cell')
      const found = `${count} from ${quote(cells[0] ?? '')} on`
      throw badLine(file, line, found, `${header.length} as in the header`)
    } else {
      onRow(pick(cells), line)
    }
  }

  /** A row of which not every quote has its partner yet, so that the line end after it is one inside a cell. */
  let open: { text: string; quotes: number; readonly line: number } | undefined
  const closeRow = () => {
    if (open === undefined) return
    const cells = parseCells(open.text, file, open.line, header)
    requireShort(open.text, open.line)
    onCells(cells, open.line)
    open = undefined
  }
  const requireShort = ({ length }: string, line: number) => {
    if (length <= MAX_ROW_LENGTH) return
    const expected = `at most ${MAX_ROW_LENGTH} from quote to quote`
    throw badLine(file, line, 'a row of more characters', expected)
  }
  const sha256 = await file.readLines((text, line) => {
    if (open === undefined) {
      if (text === '') return
      requireShort(text, line)
      const cells = splitPlainRow(text)
      if (cells !== undefined) return onCells(cells, line)
      open = { text, quotes: 0, line }
    } else {
      open.text += `\n${text}`
    }
    open.quotes += countQuotes(text)
    if (open.quotes % 2 === 0 || open.text.length > MAX_ROW_LENGTH) closeRow()
  })
  closeRow()
  if (header === undefined) onCells([], 1)
  return sha256
}

/** A cell's text without spaces at its ends, line ends and runs of spaces inside being one space. */
export function oneLine(cell: string): string {
  return /[\r\n\t]| {2}/.test(cell) ? cell.replace(/\s+/g, ' ').trim() : cell.trim()
}

/** The error for a cell, e.g. `Loinc.csv line 7: found "OLD", expected one of ACTIVE, TRIAL`. */
export function badCell(
  file: ReleaseFile,
  line: number,
  found: string,
  expected: string,
): MedlinkError {
  return badLine(file, line, quote(found), expected)
}

function badLine(file: ReleaseFile, line: number, found: string, expected: string, cause?: Error) {
  return badLineOf(file.name, line, found, expected, cause)
}

function quote(text: string): string {
  return `"${printable(text)}"`
}

/** Gives the wanted cells of a row their names; checks that the header has each required column, and none twice. */
function columnPicker<Name extends string>(
  file: ReleaseFile,
  line: number,
  header: readonly string[],
  { required, optional = [] }: CsvColumns<Name>,
): (cells: readonly string[]) => CsvRow<Name> {
  const lacking = required.find((name) => !header.includes(name))
  if (lacking !== undefined) throw badCell(file, line, header.join(','), `column ${lacking}`)
  const places = [...required, ...optional].map((name) => [name, header.indexOf(name)] as const)
  const double = places.find(([name, place]) => place !== header.lastIndexOf(name))
  if (double !== undefined) throw badCell(file, line, header.join(','), `column ${double[0]} once`)
  return (cells) => {
    const row = {} as Record<Name, string>
    for (const [name, place] of places) row[name] = cells[place] ?? ''
    return row
  }
}

/** The cells of a row on one line in which all cells are in quotes, or no cell is, and no cell holds a quote. */
function splitPlainRow(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(',')
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined
  const cells = text.slice(1, -1).split('","')
  // Every quote is then the end of a cell or the start of the next, just as a parser would find them.
  return cells.some((cell) => cell.includes('"')) ? undefined : cells
}

function parseCells(
  text: string,
  file: ReleaseFile,
  line: number,
  header: readonly string[] = [],
): string[] {
  try {
    return parse(text, { record_delimiter: '\n' })[0] ?? []
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const place = Number(error.column)
    const column = printable(header[place] ?? String(place + 1))
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      throw badLine(file, line, `no end of column ${column}`, 'a closing quote', error)
    }
    const expected = 'quotes around a cell only, and doubled ones inside'
    throw badLine(file, line, `a misplaced quote in column ${column}`, expected, error)
  }
}

function countQuotes(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count++
  return count
}
