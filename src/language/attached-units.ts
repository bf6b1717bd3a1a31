import { readTable } from './tables.ts'

/** The table of unit spellings, and what running text needs of it. */

const TABLE = 'units/spellings.tsv'
const COLUMNS = ['unit', 'ucum', 'text']

/** A row of data/units/spellings.tsv. */
export interface UnitSpelling {
  /** In lower case for any case, with a capital for exactly this; a space in it may be left out. */
  readonly unit: string
  readonly ucum: string
  /**
   * Place of the unit in running text: `attached` also stuck to its number ("500mg"), `apart` only where it
   * is apart ("5 d", but "2d echo"), `-` not at all.
   */
  readonly text: string
}

/** Letters, and a digit at most at the end. */
const WORD = /^[a-z]+\d?$/

/** All rows of data/units/spellings.tsv. @throws MedlinkError `data_invalid` */
export function readUnitSpellings(): UnitSpelling[] {
  return readTable(TABLE, COLUMNS).map(([unit, ucum, text]) => ({
    unit: unit!,
    ucum: ucum!,
    text: text!,
  }))
}

/**
 * The words to split from a number that they stick to, sorted. What holds a sign ("mg%", "°c") is none of them: it comes
 * apart at the sign.
 */
export function attachedUnits(spellings: readonly UnitSpelling[]): string[] {
  return spellings
    .filter(({ text }) => text === 'attached')
    .map(({ unit }) => unit.replaceAll(' ', ''))
    .filter((unit) => WORD.test(unit))
    .sort()
}
