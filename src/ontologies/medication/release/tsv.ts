/**
 * One tab-separated file of a release, row by row: a header line, no quoting, so that quotes are letters.
 */

import { printable } from '../../../language/printable.ts'
import type { Faults } from '../../release-faults.ts'
import { plural, type ReleaseFile } from '../../release-files.ts'
import { badLine } from '../../release-text.ts'
import { MAX_TEXT } from './files.ts'

/** Cells by column, without spaces at their ends. */
export type TsvRow<Name extends string> = Readonly<Record<Name, string>>

/** Columns by the names of the header, whatever their case; the others are passed over. */
export interface TsvColumns<Name extends string> {
  readonly required: readonly Name[]
  /** Their cells are '' in a file that lacks them. */
  readonly optional?: readonly Name[]
}

/**
 * SHA-256 (hex) of a file, after `onRow` has seen its rows in order, each with the number of its line. Empty lines are
 * passed over.
 * @throws MedlinkError `release_invalid` with file and line for a missing column and, unless the `faults` are lenient, for
 *   a row with more or fewer cells than the header, or a cell longer than a list of drugs has
 */
export async function readTsv<const Name extends string>(
  file: ReleaseFile,
  { required, optional = [] }: TsvColumns<Name>,
  faults: Faults,
  onRow: (row: TsvRow<Name>, line: number) => void,
): Promise<string> {
  let width = 0
  let places: (readonly [Name, number])[] | undefined
  const readHeader = (text: string, line: number) => {
    const header = headerOf(text)
    const lacking = required.find((name) => !header.includes(name.toLowerCase()))
    if (lacking !== undefined)
      throw badLine(file.name, line, `"${printable(text)}"`, `column ${lacking}`)
    width = header.length
    places = [...required, ...optional].map((name) => [name, header.indexOf(name.toLowerCase())])
  }
  const sha256 = await file.readLines((text, line) => {
    if (text === '') return
    if (places === undefined) return readHeader(text, line)
    const cells = text.split('\t')
    if (cells.length !== width) {
      const expected = `${plural(width, 'cell')} as in the header, not ${cells.length}`
      return faults.add('another number of cells', file, line, text, expected)
    }
    const long = cells.find((cell) => cell.length > MAX_TEXT)
    if (long !== undefined) {
      const expected = `cells of at most ${MAX_TEXT} characters`
      return faults.add('a long cell', file, line, long, expected)
    }
    const row = {} as Record<Name, string>
    for (const [name, place] of places) row[name] = (cells[place] ?? '').trim()
    onRow(row, line)
  })
  if (places === undefined) readHeader('', 1)
  return sha256
}

/** The names of the columns, in lower case. */
export function headerOf(line: string): string[] {
  return line
    .replace(/^\uFEFF/, '')
    .split('\t')
    .map((name) => name.trim().toLowerCase())
}
