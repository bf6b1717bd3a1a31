/** The pool of real rows that a table is made of: read, and taken apart into the analyte and all else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

/** The axes beside the component, by their columns. */
export const AXES = ['PROPERTY', 'TIME_ASPCT', 'SYSTEM', 'SCALE_TYP', 'METHOD_TYP'] as const
type Axis = (typeof AXES)[number]
type Column =
  | Axis
  | 'LOINC_NUM'
  | 'COMPONENT'
  | 'CLASS'
  | 'CLASSTYPE'
  | 'STATUS'
  | 'RELATEDNAMES2'
  | 'SHORTNAME'
  | 'LONG_COMMON_NAME'
  | 'EXAMPLE_UCUM_UNITS'
  | 'COMMON_TEST_RANK'
  | 'DisplayName'

/** What follows `^` in a component when it is a challenge or a time of taking, and not an adjustment. */
const CHALLENGE =
  /\^((?:pre|post|baseline|peak|trough|supine|upright|overnight|[\d.]+[MHDW]?|\d+(?:st|nd|rd|th))\b.*)$/

/** Analyte of a long common name, and what follows: property, system, method and challenge. */
const LONG_NAME =
  /^(?:deprecated )?(.*?)((?: \[[^\]]*\](?: \([^)]*\))?| identified)?(?: in [^[]+?)?(?: by [^[]+?)?( --.+)?)$/is
/** What a row has on the axes. */
export type Axes = Readonly<Record<Axis, string>>
/** A row has the table's other columns, too; a made one leaves them out. */
export type Row = Readonly<Record<Column, string>>

/** A pool row whose axes are all known, taken apart. */
export interface Source extends Row {
  /** CLASS is often missing, and "CHAL" for every challenge */
  readonly class: string
  readonly analyte: string
  /** '' when there is none */
  readonly challenge: string
  /** The analyte as the long common name has it. */
  readonly name: string
  /** The text after the analyte in the long common name, the short and the display name. */
  readonly behind: Readonly<Record<'long' | 'short' | 'display', string>>
}

/** The rows of `<pool>/LoincTable/Loinc.csv`, in its order, with all its columns. */
export function readPool(pool: string): Row[] {
  const text = readFileSync(join(pool, 'LoincTable', 'Loinc.csv'))
  return parse<Row>(text, { bom: true, columns: true })
}

/** The rows of laboratory tests in use of which every axis is known. */
export function readSources(table: readonly Row[]): Source[] {
  const classOf = classGuesser(table)
  return table.flatMap((row) => {
    // An isolate is the system of every susceptibility, and often left out.
    const SYSTEM = row.SYSTEM || (row.PROPERTY === 'Susc' ? 'Isolate' : '')
    const known = row.COMPONENT && row.PROPERTY && row.TIME_ASPCT && SYSTEM
    const isUsable = known && row.SCALE_TYP.length > 1 && row.STATUS === 'ACTIVE'
    if (!isUsable || row.CLASSTYPE !== '1') return []
    const about = splitChallenge(row.COMPONENT)
    const { name, behind } = splitNames(row, nameOf(about.analyte))
    return [{ ...row, SYSTEM, class: classOf(row), ...about, name, behind }]
  })
}

/** "Glucose^2H post meal" as the analyte and the challenge; '' for none. */
function splitChallenge(component: string): { analyte: string; challenge: string } {
  const match = CHALLENGE.exec(component)
  if (match === null) return { analyte: component, challenge: '' }
  return { analyte: component.slice(0, match.index), challenge: match[1]! }
}

/** The names of a row: what they call the analyte, with the capitals of the component where only they differ, and all else. */
function splitNames({ LONG_COMMON_NAME, SHORTNAME, DisplayName }: Row, name: string) {
  const [, said = '', long = ''] = LONG_NAME.exec(LONG_COMMON_NAME)!
  const isOther = said !== '' && said.toLowerCase() !== name.toLowerCase()
  const [short = '', display = ''] = [SHORTNAME, DisplayName].map((text) => behind(text, said))
  return { name: isOther ? said : name, behind: { long, short, display } }
}

/** A name without the words at its beginning that are short for the analyte: " Ser Ql IA" of "HCV Ab Ser Ql IA". */
function behind(text: string, analyte: string): string {
  const words = text.split(' ')
  const from = words.findIndex((word) => !isShortFor(word.toLowerCase(), analyte.toLowerCase()))
  return from < 0 ? '' : ` ${words.slice(from).join(' ')}`
}

/** True if a text has all the letters of a word, one behind the other. */
function isShortFor(word: string, text: string): boolean {
  let at = 0
  return [...word].every((letter) => {
    at = text.indexOf(letter, at) + 1
    return at > 0
  })
}

/** "glucose --2 hours post meal" of a whole long common name. */
export function withoutAxes(name: string): string {
  const [, about = '', , challenge = ''] = LONG_NAME.exec(name) ?? []
  return about + challenge
}

/** An analyte in the words of a long common name: "Cells.CD3" is "CD3 cells", "X Ab.IgG" is "X IgG Ab". */
export function nameOf(analyte: string): string {
  return analyte
    .replace(/\bCells\.([^/ ]+)/, '$1 cells')
    .replace(/\bAb\.(Ig\w+)/, '$1 Ab')
    .replace(/([A-Za-z\d])\.(?=[A-Za-z])/g, '$1 ')
}

/** Words at even places, what separates them at odd ones. */
export function splitWords(text: string): string[] {
  return text.split(/([ +/]|\.(?=\D))/)
}

/** The class of a row, or what rows with the same analyte, else the same last word, else the same axes mostly have. */
function classGuesser(table: readonly Row[]): (row: Row) => string {
  const keysOf = (row: Row) => {
    const analyte = splitChallenge(row.COMPONENT).analyte.toLowerCase()
    return [analyte, `*${splitWords(analyte).at(-1)}`, `*${row.PROPERTY}|${row.METHOD_TYP}`]
  }
  const classes = new Map<string, Map<string, number>>()
  for (const row of table) {
    if (!row.CLASS || row.CLASSTYPE !== '1' || row.CLASS === 'CHAL') continue
    for (const key of keysOf(row)) {
      const counts = classes.get(key) ?? new Map<string, number>()
      classes.set(key, counts.set(row.CLASS, (counts.get(row.CLASS) ?? 0) + 1))
    }
  }
  return (row) => {
    if (/\bIgE\b/i.test(row.COMPONENT)) return 'ALLERGY'
    if (row.CLASS && row.CLASS !== 'CHAL') return row.CLASS
    const key = keysOf(row).find((key) => classes.has(key))
    if (key === undefined) return 'CHEM'
    return [...classes.get(key)!].sort(([, a], [, b]) => b - a)[0]![0]
  }
}
