import { attachedUnits, readUnitSpellings } from '../language/attached-units.ts'
import { lazily } from '../language/remember.ts'
import { unitPattern } from '../language/unit-pattern.ts'
import { readUnit } from './units.ts'

/**
 * Quantities: numbers with a unit in running text, with their places and values. Nothing is converted: the unit
 * is the one that was written, in UCUM, and the number as it was written ("0.5 g" is 0.5 g, not 500 mg).
 *
 * Not read: a number without a unit, a decimal comma ("0,5 mg" could be 0.5 or 5), fractions ("½ ml"), more than 15
 * digits, nothing per zero ("5 mg/0 ml"), solutions in parts ("1:1000"). A full stop behind a letter ends an
 * abbreviation and begins no decimal: "tab.5 mg" is 5 mg.
 */

/** A number of a unit. */
export interface Measure {
  readonly value: number
  /** Valid UCUM, case-sensitive: 'mg', 'mg/mL', 'mm[Hg]', '%', 'd', '10*9/L', '/min'. */
  readonly unit: string
}

/** Place of a quantity: UTF-16 offsets `start` (inclusive) and `end` (exclusive), and its one unit. */
interface Place {
  readonly text: string
  readonly start: number
  readonly end: number
  /** As in {@link Measure}. */
  readonly unit: string
}

/** "500 mg", "4.5 x10^9/L". A strength like "125 mg/5 ml" is 25 mg/mL, with both sides as they were written. */
export interface Amount extends Place {
  readonly kind: 'amount'
  readonly value: number
  /** There when the unit is a quotient of two: 125 mg. */
  readonly numerator?: Measure
  /** There when the unit is a quotient of two: 5 mL; its value is 1 when none was written. */
  readonly denominator?: Measure
}

/** "10-19 %", "5 to 10 days"; `low` is the lesser number, whichever was written first. */
export interface Range extends Place {
  readonly kind: 'range'
  readonly low: number
  readonly high: number
}

/** "120/80 mmHg", "500/125 mg": two numbers of one unit. "200/28.5 mg/5 ml" is 40 and 5.7 mg/mL. */
export interface Ratio extends Place {
  readonly kind: 'ratio'
  readonly numerator: Measure
  readonly denominator: Measure
}

export type Quantity = Amount | Range | Ratio

const NUMBER = String.raw`(?:(?:\d{1,3}(?:,\d{2,3}){0,4},\d{3}(?!\d)|\d{1,15})(?:\.\d{1,15})?|(?<!\p{L})\.\d{1,15})(?!\d)`
const POWER = String.raw`(?:[x×*]\s?)?10(?:\^\d{1,2}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})`
const SLASH = String.raw`(?:\s?\/\s?|\sper\s)`
const TO = String.raw`(?:\s?[-–—]\s?|\sto\s)`
/** The only slash of a UCUM code. */
const QUOTIENT = /^([^/]+)\/([^/]+)$/u

const pattern = lazily(createPattern)

/**
 * The quantities of any string, in order, without overlap; all their numbers are finite. Never throws for any string.
 * Linear in the length of the text. The first call takes as long as that of {@link readUnit}.
 *
 * @example parseQuantities('Tab Dolo 650mg') // [{ kind: 'amount', value: 650, unit: 'mg', text: '650mg', start: 9, end: 14 }]
 * @example parseQuantities('125 mg/5 ml') // [{ kind: 'amount', value: 25, unit: 'mg/mL', numerator: { value: 125, unit: 'mg' }, … }]
 * @example parseQuantities('BP 120/80 mmHg') // [{ kind: 'ratio', numerator: { value: 120, unit: 'mm[Hg]' }, … }]
 * @example parseQuantities('10-19 % burns') // [{ kind: 'range', low: 10, high: 19, unit: '%', … }]
 * @throws MedlinkError `data_invalid`
 * @see data/units/spellings.tsv for the units and their forms in running text
 */
export function parseQuantities(text: string): Quantity[] {
  return Array.from(text.matchAll(pattern()), quantityOf).filter((each) => each !== undefined)
}

/**
 * A pattern for one or two numbers, or a power on its own, then the unit, which a second number may repeat: "5 mg to 10
 * mg". A number in the only denominator is `count`.
 */
function createPattern(): RegExp {
  const spellings = readUnitSpellings()
  const ofKind = (kind: string) =>
    unitPattern(spellings.filter(({ text }) => text === kind).map(({ unit }) => unit))
  // No number begins inside a word or another number, but for one between a name and its unit: "dolo650mg".
  const begin = String.raw`(?:(?<![\p{L}\p{N}]|\p{N}[.,]|(?<!\p{L})\.)|(?<=\p{L}{3})(?=[\d.,]{1,20}(?:${unitPattern(attachedUnits(spellings))})(?![\p{L}\p{N}])))`
  const unit = String.raw`(?:${ofKind('attached')}|(?<=[\s/])(?:${ofKind('apart')}))(?![\p{L}\p{N}])`
  const per = String.raw`${SLASH}(?:${NUMBER}\s?)?${unit}`
  const over = String.raw`(?:${POWER}\s?)?${unit}`
  const strength = String.raw`(?<over>${over})${SLASH}(?<count>${NUMBER})\s?(?<under>${unit})(?!${per})`
  return new RegExp(
    [
      begin,
      String.raw`(?:(?<first>${NUMBER})(?:${TO}(?<high>${NUMBER})|\s?\/\s?(?<second>${NUMBER}))?[\s-]?|(?=10[\^⁰¹²³⁴⁵⁶⁷⁸⁹]))`,
      `(?<unit>${strength}|${over}(?:${per})*|(?:${POWER})?(?:${per})+)`,
      String.raw`(?:${TO}(?<till>${NUMBER})\s?\k<unit>(?![\p{L}\p{N}]))?`,
    ].join(''),
    'giu',
  )
}

/** Undefined when the unit does not make sense. */
function quantityOf(match: RegExpExecArray): Quantity | undefined {
  const { first = '1', high, second, till, unit: written, over, count = '1', under } = match.groups!
  const unit = unitOfText(under === undefined ? written! : `${over}/${under}`)
  const per = numberOf(count)
  if (unit === undefined || per === 0) return undefined
  const start = match.index
  const place: Place = { text: match[0], start, end: start + match[0].length, unit }
  const value = numberOf(first) / per

  if (second !== undefined) {
    const denominator = { value: numberOf(second) / per, unit }
    return { kind: 'ratio', ...place, numerator: { value, unit }, denominator }
  }
  const last = high ?? till
  if (last !== undefined) {
    const other = numberOf(last) / per
    return { kind: 'range', ...place, low: Math.min(value, other), high: Math.max(value, other) }
  }
  const [, top, bottom] = QUOTIENT.exec(unit) ?? []
  if (top === undefined || bottom === undefined) return { kind: 'amount', ...place, value }
  const numerator = { value: numberOf(first), unit: top }
  return { kind: 'amount', ...place, value, numerator, denominator: { value: per, unit: bottom } }
}

/** In lower case, since capitals tell units apart in reports only: "5 G/L" is no count here. */
function unitOfText(written: string): string | undefined {
  return readUnit(written.toLowerCase())?.ucum
}

function numberOf(written: string): number {
  return Number(written.replaceAll(',', ''))
}
