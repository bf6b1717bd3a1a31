/** The pool of real rows that a table is made of: read, and taken apart into what can be recombined. */
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
}

/** What tells which rows a new one may be like. */
export type AboutKey = Pick<Source, 'class' | 'analyte' | 'challenge'>

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
    return [{ ...row, SYSTEM, class: classOf(row), ...splitChallenge(row.COMPONENT) }]
  })
}

/** "Glucose^2H post meal" as the analyte and the challenge; '' for none. */
function splitChallenge(component: string): { analyte: string; challenge: string } {
  const match = CHALLENGE.exec(component)
  if (match === null) return { analyte: component, challenge: '' }
  return { analyte: component.slice(0, match.index), challenge: match[1]! }
}

/** Words at even places, what separates them at odd ones. */
export function splitWords(text: string): string[] {
  return text.split(/([ +/]|\.(?=\D))/)
}

/** The class with the last word ("DNA", "IgG"), or with what a ratio is over. */
export function profileKey(of: AboutKey): string {
  if (of.challenge) return 'CHAL'
  const analyte = of.analyte.toLowerCase()
  const slash = analyte.lastIndexOf('/')
  return `${of.class}|${slash < 0 ? splitWords(analyte).at(-1) : analyte.slice(slash)}`
}

/** The property with the scale, which go together. */
export function propertyKey(axes: Axes): string {
  return `${axes.PROPERTY}|${axes.SCALE_TYP}`
}

/** The system with the time of collection, which names put together. */
export function systemKey(axes: Axes): string {
  return `${axes.TIME_ASPCT}|${axes.SYSTEM}`
}

/** Counts what is said for a key, whatever its case. */
export class Votes {
  readonly #texts = new Map<string, Map<string, { text: string; count: number }>>()

  add(key: string, text: string): void {
    const texts = this.#texts.get(key) ?? new Map<string, { text: string; count: number }>()
    this.#texts.set(key, texts)
    const vote = texts.get(text.toLowerCase()) ?? { text, count: 0 }
    texts.set(text.toLowerCase(), vote)
    vote.count++
    // Capitals are the publisher's; a text without them has lost them.
    if (vote.text === vote.text.toLowerCase()) vote.text = text
  }

  /** The text said most often for each key, of equals the first. */
  winners(): Map<string, string> {
    const winners = new Map<string, string>()
    for (const [key, texts] of this.#texts) {
      const [first] = [...texts.values()].sort((a, b) => b.count - a.count)
      winners.set(key, first!.text)
    }
    return winners
  }
}

/** The class of a row, or what rows with the same analyte, else the same last word, else the same axes mostly have. */
function classGuesser(table: readonly Row[]): (row: Row) => string {
  const keysOf = (row: Row) => {
    const analyte = splitChallenge(row.COMPONENT).analyte.toLowerCase()
    return [analyte, `*${splitWords(analyte).at(-1)}`, `*${row.PROPERTY}|${row.METHOD_TYP}`]
  }
  const votes = new Votes()
  for (const row of table) {
    if (!row.CLASS || row.CLASSTYPE !== '1' || row.CLASS === 'CHAL') continue
    for (const key of keysOf(row)) votes.add(key, row.CLASS)
  }
  const winners = votes.winners()
  return (row) => {
    if (/\bIgE\b/i.test(row.COMPONENT)) return 'ALLERGY'
    if (row.CLASS && row.CLASS !== 'CHAL') return row.CLASS
    const key = keysOf(row).find((key) => winners.has(key))
    return key === undefined ? 'CHEM' : winners.get(key)!
  }
}
