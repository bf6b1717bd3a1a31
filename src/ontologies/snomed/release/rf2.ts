/**
 * Rows of a file in Release Format 2: tab separated, columns by the names in the first line, nothing quoted.
 * Every row of every file starts with an identifier, a date and whether it is active; these are checked here.
 */

import { MedlinkError } from '../../../errors.ts'
import { printable } from '../../../language/printable.ts'
import type { Faults } from '../../release-faults.ts'
import { plural, type ReleaseFile } from '../../release-files.ts'
import { hasCheckDigit, isSctidShaped, kindOfSctid, parseSctid, type SctidKind } from '../sctid.ts'
import type { MemberTable, SctidTable } from './id-tables.ts'

/** Items that the rows of a file identify: components by SCTIDs, members of a reference set by UUIDs. */
export type IdKind = SctidKind | 'member'

/** The columns that every file has. */
const COMMON = ['id', 'effectiveTime', 'active', 'moduleId'] as const
type CommonColumn = (typeof COMMON)[number]

/** Columns that are needed besides those; an optional one reads as '' where a file lacks it. */
export interface Columns<Column extends string> {
  readonly required: readonly Column[]
  readonly optional?: readonly Column[]
}

/** One row; it is the same object for every row of a file, so what is to be kept must be taken out of it. */
export interface Rf2Row<Column extends string> {
  /** Number of the row's line in the file, from 1. */
  readonly line: number
  /** The effective time as a number, 20250701. */
  readonly date: number
  readonly active: boolean
  /** A cell's text: a part of the file's text that keeps all of it in memory, see {@link flat}. */
  text(column: Column): string
  /** A cell's text for a column of few values: one string for all rows that have the same. */
  repeated(column: Column): string
  is(column: Column, value: string): boolean
  /** The number that the table has for the cell, -1 when it has none. */
  find(column: Column, table: SctidTable): number
  /** The number that the table gives to the row's identifier. */
  addId(table: SctidTable | MemberTable): number
}

/** A copy of `text` that does not hold on to the larger text that it is a part of. */
export function flat(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/**
 * Hands over the rows of a file that are in order, one by one.
 *
 * @returns the file's SHA-256 in hex
 * @throws MedlinkError `release_invalid` for a missing column, and what `faults` makes of other lines
 */
export async function readRows<Column extends string>(
  file: ReleaseFile,
  idKind: IdKind,
  columns: Columns<Column>,
  faults: Faults,
  onRow: (row: Rf2Row<Column | CommonColumn>) => void,
): Promise<string> {
  let cursor: Cursor | undefined
  const sha256 = await file.readLines((line, number) => {
    if (line === '') return
    if (cursor === undefined) {
      if (!line.startsWith('#')) cursor = new Cursor(file, line, idKind, columns)
      else faults.add('a comment', file, number, line, 'column names')
    } else if (cursor.read(line, number, faults)) {
      onRow(cursor)
    }
  })
  if (cursor === undefined) {
    throw new MedlinkError('release_invalid', `${file.name} is empty: expected column names`)
  }
  return sha256
}

/** Characters of a line: a text definition has up to 4,096. */
const MAX_LINE_LENGTH = 10_000

/** How many values of a column are remembered: modules, languages and reference sets are fewer. */
const MAX_REPEATED = 32

/** The row that is being looked at: where its cells start, instead of a string for every cell. */
class Cursor implements Rf2Row<string> {
  line = 0
  date = 0
  active = false
  readonly #file: ReleaseFile
  readonly #idKind: IdKind
  readonly #width: number
  readonly #places: Readonly<Record<string, number>>
  /** Cell `i` is `[starts[i], starts[i + 1] - 1)` of the text. */
  readonly #starts: Int32Array
  /** Dates that are known to be in the calendar. */
  readonly #dates = new Set<number>()
  /** Values of columns that were seen, by column. */
  readonly #repeated: Readonly<Record<string, string[]>>
  #text = ''

  constructor(
    file: ReleaseFile,
    header: string,
    idKind: IdKind,
    { required, optional = [] }: Columns<string>,
  ) {
    const names = header.split('\t').map((name) => name.trim().toLowerCase())
    this.#places = Object.fromEntries(
      [...COMMON, ...required, ...optional].map((column) => {
        const place = names.indexOf(column.toLowerCase())
        if (place !== -1 || optional.includes(column)) return [column, place]
        throw new MedlinkError(
          'release_invalid',
          `${file.name} line 1: found "${printable(header, 200)}", expected a column ${column}`,
        )
      }),
    )
    this.#repeated = Object.fromEntries(Object.keys(this.#places).map((column) => [column, []]))
    this.#file = file
    this.#idKind = idKind
    this.#width = names.length
    this.#starts = new Int32Array(names.length + 1)
  }

  /** Takes up a line; false when it cannot be used. */
  read(text: string, line: number, faults: Faults): boolean {
    this.#text = text
    this.line = line
    if (text.length > MAX_LINE_LENGTH) {
      const expected = `a line of at most ${MAX_LINE_LENGTH} characters`
      faults.add('too many characters', this.#file, line, text, expected)
      return false
    }
    const cells = this.#findCells()
    if (cells !== this.#width) {
      const expected = `${this.#width} columns`
      faults.add('another number of columns', this.#file, line, plural(cells, 'column'), expected)
      return false
    }
    return this.#checkId(faults) && this.#checkDate(faults) && this.#checkActive(faults)
  }

  text(column: string): string {
    const place = this.#places[column]!
    if (place === -1) return ''
    return this.#text.slice(this.#starts[place]!, this.#starts[place + 1]! - 1)
  }

  repeated(column: string): string {
    const known = this.#repeated[column]!
    for (const value of known) if (this.is(column, value)) return value
    const text = flat(this.text(column))
    if (known.length < MAX_REPEATED) known.push(text)
    return text
  }

  is(column: string, value: string): boolean {
    const place = this.#places[column]!
    const start = this.#starts[place]!
    return (
      this.#starts[place + 1]! - 1 - start === value.length && this.#text.startsWith(value, start)
    )
  }

  find(column: string, table: SctidTable): number {
    const place = this.#places[column]!
    return table.find(this.#text, this.#starts[place]!, this.#starts[place + 1]! - 1)
  }

  addId(table: SctidTable | MemberTable): number {
    const place = this.#places.id!
    return table.add(this.#text, this.#starts[place]!, this.#starts[place + 1]! - 1)
  }

  /** Notes where the cells start and returns how many there are. */
  #findCells(): number {
    let cells = 1
    for (let tab = this.#text.indexOf('\t'); tab !== -1; tab = this.#text.indexOf('\t', tab + 1)) {
      if (cells < this.#width) this.#starts[cells] = tab + 1
      cells++
    }
    this.#starts[this.#width] = this.#text.length + 1
    return cells
  }

  #checkId(faults: Faults): boolean {
    const place = this.#places.id!
    const start = this.#starts[place]!
    const end = this.#starts[place + 1]! - 1
    const kind = this.#idKind
    let [what, expected] = ['', '']
    if (kind === 'member') {
      if (!isUuidShaped(this.#text, start, end)) [what, expected] = ['a bad id', 'a UUID']
    } else if (!isSctidShaped(this.#text, start, end)) {
      ;[what, expected] = ['a bad id', `the SCTID of a ${kind}, 6 to 18 digits`]
    } else if (!hasCheckDigit(this.#text, start, end)) {
      what = 'a wrong check digit'
      expected = `the SCTID of a ${kind} with the right check digit`
    } else if (kindOfSctid(this.#text, end) !== kind) {
      ;[what, expected] = ['the id of something else', `the SCTID of a ${kind}`]
    }
    if (what === '') return true
    faults.add(what, this.#file, this.line, this.#text.slice(start, end), expected)
    return false
  }

  #checkDate(faults: Faults): boolean {
    const place = this.#places.effectiveTime!
    const start = this.#starts[place]!
    const end = this.#starts[place + 1]! - 1
    this.date = eightDigits(this.#text, start, end)
    if (this.#dates.has(this.date)) return true
    const text = this.#text.slice(start, end)
    if (isDate(text)) {
      this.#dates.add(this.date)
      return true
    }
    faults.add('a bad date', this.#file, this.line, text, 'a date such as 20250701')
    return false
  }

  #checkActive(faults: Faults): boolean {
    this.active = this.is('active', '1')
    if (this.active || this.is('active', '0')) return true
    const found = this.text('active')
    faults.add('an active that is neither 0 nor 1', this.#file, this.line, found, 'active 0 or 1')
    return false
  }
}

const UUID_LENGTH = 36
const UUID_HYPHENS = [8, 13, 18, 23] as const
const HYPHEN = 0x2d

/** Length and hyphens are those of a UUID; its millions of digits are not looked at. */
function isUuidShaped(text: string, start: number, end: number): boolean {
  if (end - start !== UUID_LENGTH) return false
  for (const place of UUID_HYPHENS) if (text.charCodeAt(start + place) !== HYPHEN) return false
  return true
}

/** The value of eight digits, -1 for anything else. */
function eightDigits(text: string, start: number, end: number): number {
  if (end - start !== 8) return -1
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** Places of the columns of a list of concepts. */
interface ListColumns {
  readonly id: number
  readonly fsn: number
  readonly preferred: number
  /** -1 where the list has only active concepts. */
  readonly active: number
}

export interface ListRow {
  readonly line: number
  readonly id: string
  readonly fsn: string
  readonly preferred: string
  readonly active: boolean
}

/** The columns of a table of concepts with their names, however they are spelled; undefined for another header. */
export function findListColumns(header: string): ListColumns | undefined {
  const names = header.split('\t').map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const id = names.findIndex((name) =>
    /^(id|code|(snomed(ct)?)?(concept|sct)(id|code))$/.test(name),
  )
  const fsn = names.findIndex((name) => /fsn|fullyspecified/.test(name))
  const preferred = names.findIndex((name) => /preferred|^pt/.test(name))
  const active = names.findIndex((name) => /active|^status$/.test(name))
  return id === -1 || fsn === -1 || preferred === -1 ? undefined : { id, fsn, preferred, active }
}

/** Like {@link readRows}, for a file that {@link findListColumns} knows. */
export async function readList(
  file: ReleaseFile,
  faults: Faults,
  onRow: (row: ListRow) => void,
): Promise<string> {
  let columns: ListColumns | undefined
  return file.readLines((text, line) => {
    if (text === '') return
    if (columns === undefined) {
      columns = findListColumns(text)
      return
    }
    const cells = text.split('\t').map((cell) => cell.trim())
    const [id, fsn, preferred] = [cells[columns.id], cells[columns.fsn], cells[columns.preferred]]
    const active = columns.active === -1 ? '1' : cells[columns.active]
    if (!id || !fsn || preferred === undefined || active === undefined) {
      faults.add('too few columns', file, line, text, 'id, FSN, preferred term and active')
    } else if (text.length > MAX_LINE_LENGTH) {
      const most = `a line of at most ${MAX_LINE_LENGTH} characters`
      faults.add('too many characters', file, line, text, most)
    } else if (parseSctid(id) === undefined) {
      faults.add('a bad id', file, line, id, 'the SCTID of a concept with the right check digit')
    } else if (!/^(1|0|true|false|active|inactive|yes|no)$/i.test(active)) {
      faults.add('an active that is neither 0 nor 1', file, line, active, 'active 0 or 1')
    } else {
      onRow({ line, id, fsn, preferred, active: /^(1|true|active|yes)$/i.test(active) })
    }
  })
}

/** True for a day of the calendar, written like 20250701. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.toISOString().slice(0, 10) === `${year}-${month}-${day}`
}
