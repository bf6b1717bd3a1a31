/**
 * The order file: one line per code, in fixed columns, and the only file that a release must have.
 *
 * Columns, counted from 1 (CDC/NCHS, "ICD-10-CM Order File" layout): 1-5 order number, 7-13 code without dot, 15 flag (1
 * billable, 0 header), 17-76 short title, 78- long title; the columns between are blank. Lines are not in the order of
 * their codes: C4A comes before C44, J4A before J45.
 */

import { MedlinkError } from '../../../errors.ts'
import { printable } from '../../../language/printable.ts'
import type { ReleaseFile } from '../../release-files.ts'
import { badLine as badLineOf } from '../../release-text.ts'

/**
 * One line of the order file. `code` has its dot: `A00`, `A00.0`, `QA0.0101`. `longTitle` is the short title where the
 * file leaves columns 78- blank.
 */
export interface OrderRow {
  readonly code: string
  readonly isBillable: boolean
  readonly shortTitle: string
  readonly longTitle: string
}

/** The whole order file, rows in the order of the file, found by code. */
export interface OrderFile {
  readonly rows: ReadonlyMap<string, OrderRow>
  /** Codes whose long title is blank, in the order of the file; none in the publisher's own files. */
  readonly untitled: readonly string[]
  readonly sha256: string
}

/** Codes of one edition: FY2026 has 98,186. */
const MAX_CODES = 250_000

/** Characters of one line: the longest of FY2026 has 306. */
const MAX_LINE_LENGTH = 2000

/** Letter, then two characters of which either may be a letter (C4A, QA0), then up to four more. */
const CODE = /^[A-Z][0-9A-Z]{2}[0-9A-Z]{0,4}$/

/**
 * Every code of an order file. Empty lines at the end are ignored.
 * @throws MedlinkError `release_invalid` with file, line, found and expected for a line that breaks the layout, a
 *   code that comes twice, an empty line between codes, or a file without codes
 */
export async function readOrderFile(file: ReleaseFile): Promise<OrderFile> {
  const rows = new Map<string, OrderRow>()
  const untitled: string[] = []
  let emptyLine = 0
  const sha256 = await file.readLines((line, lineNumber) => {
    if (line.trim() === '') {
      emptyLine ||= lineNumber
      return
    }
    if (emptyLine > 0) throw badLine(file, emptyLine, '', 'no empty line before the last code')
    const row = parseOrderLine(line, (expected) => badLine(file, lineNumber, line, expected))
    if (rows.has(row.code)) {
      throw badLine(file, lineNumber, line, `each code once, but ${row.code} is there already`)
    }
    if (rows.size === MAX_CODES) throw badLine(file, lineNumber, line, `at most ${MAX_CODES} codes`)
    rows.set(row.code, row)
    if (line.slice(77).trim() === '') untitled.push(row.code)
  })
  if (rows.size === 0) {
    throw new MedlinkError('release_invalid', `${file.name} holds no code: expected an order file`)
  }
  return { rows, untitled, sha256 }
}

/** The code with its dot after the third character, as reports write it: `A000` -> `A00.0`, `A00` -> `A00`. */
export function withDot(code: string): string {
  return code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}

/**
 * The code that `code` lies under: its longest proper prefix among `codes`, so that placeholders need no rule of
 * their own (`T36.0X1A` -> `T36.0X1`, `S01.01XA` -> `S01.01`). A category has none.
 * @param code  with dot, as are `codes`
 */
export function getParent(code: string, codes: { has(code: string): boolean }): string | undefined {
  for (let length = code.length - 1; length >= 3; length--) {
    const prefix = code.slice(0, length)
    if (codes.has(prefix)) return prefix
  }
  return undefined
}

function parseOrderLine(line: string, bad: (expected: string) => MedlinkError): OrderRow {
  if (line.length > MAX_LINE_LENGTH) throw bad(`a line of at most ${MAX_LINE_LENGTH} characters`)
  if (!/^\d{5} /.test(line)) throw bad('an order number of 5 digits in columns 1-5')
  const code = line.slice(6, 13).trimEnd()
  if (!CODE.test(code) || line.charAt(13) !== ' ') {
    throw bad('a code of 3 to 7 letters and digits without dot in columns 7-13')
  }
  const flag = line.charAt(14)
  if ((flag !== '0' && flag !== '1') || line.charAt(15) !== ' ') {
    throw bad('the flag 0 (header) or 1 (billable) in column 15')
  }
  const shortTitle = line.slice(16, 76).trim()
  if (shortTitle === '' || line.charAt(76) !== ' ')
    throw bad('a short title in columns 17-76, then a blank')
  // A line that stops before column 77 was refused above as cut off; one that reaches it has a title left blank.
  const longTitle = line.slice(77).trim() || shortTitle
  return { code: withDot(code), isBillable: flag === '1', shortTitle, longTitle }
}

function badLine(file: ReleaseFile, line: number, found: string, expected: string): MedlinkError {
  return badLineOf(file.name, line, `"${printable(found)}"`, expected)
}
