import { fold } from './fold.ts'

/**
 * Quantities: numbers with a unit in running text, where they stand and what they say. Nothing is converted: the unit
 * comes back in one spelling, the number as it was written ("0.5 g" is 0.5 g, not 500 mg).
 *
 * Not read: a number without a unit, a decimal comma ("0,5 mg" could be 0.5 or 5), fractions ("½ ml"), more than 15
 * digits. A full stop behind a letter ends an abbreviation and begins no decimal: "tab.5 mg" is 5 mg.
 */

/** A number of a unit. */
export interface Measure {
  readonly value: number
  readonly unit: string
}

/** Where a quantity stands: UTF-16 offsets `start` (inclusive) and `end` (exclusive), and its one unit. */
interface Place {
  readonly text: string
  readonly start: number
  readonly end: number
  /** In the canonical spelling: 'mg', 'mg/ml', '%', 'day', '10^9/l', '/minute'. */
  readonly unit: string
}

/** "500 mg", "4.5 x10^9/L". A strength like "125 mg/5 ml" is 25 mg/ml, with both sides as they were written. */
export interface Amount extends Place {
  readonly kind: 'amount'
  readonly value: number
  /** There when the unit is a quotient: 125 mg. */
  readonly numerator?: Measure
  /** There when the unit is a quotient: 5 ml; its value is 1 when none was written. */
  readonly denominator?: Measure
}

/** "10-19 %", "5 to 10 days"; `low` is the lesser number, whichever was written first. */
export interface Range extends Place {
  readonly kind: 'range'
  readonly low: number
  readonly high: number
}

/** "120/80 mmHg", "500/125 mg": two numbers of one unit. */
export interface Ratio extends Place {
  readonly kind: 'ratio'
  readonly numerator: Measure
  readonly denominator: Measure
}

export type Quantity = Amount | Range | Ratio

/**
 * The canonical spelling of each unit and the others it is known by, folded. The only list of units: the tokenizer
 * splits "500mg" by it. Spellings in {@link ONLY_APART} are units only when they stand apart from the number.
 */
const UNITS: Readonly<Record<string, string>> = {
  kg: 'kgs kilogram kilograms',
  g: 'gm gms gram grams',
  mg: 'mgs milligram milligrams',
  mcg: 'ug microgram micrograms',
  ng: 'nanogram nanograms',
  pg: 'picogram picograms',
  l: 'ltr litre litres liter liters',
  dl: 'deciliter deciliters decilitre decilitres',
  ml: 'mls cc milliliter milliliters millilitre millilitres',
  ul: 'mcl microliter microliters microlitre microlitres',
  fl: '',
  mol: '',
  mmol: 'mmols millimole millimoles',
  umol: 'micromole micromoles',
  nmol: '',
  pmol: '',
  meq: 'meqs milliequivalent milliequivalents',
  mosm: '',
  iu: '',
  miu: '',
  uiu: '',
  unit: 'units u',
  'mg/dl': 'mg%',
  'g/dl': 'g% gm%',
  kcal: 'kcals',
  cm: 'cms centimeter centimeters centimetre centimetres',
  mm: 'millimeter millimeters millimetre millimetres',
  m2: 'sqm',
  mm3: 'cumm',
  mmhg: '',
  cmh2o: '',
  kpa: '',
  bpm: '',
  '%': 'percent',
  '°c': 'celsius',
  '°f': 'fahrenheit',
  cell: 'cells',
  copy: 'copies',
  cfu: '',
  hpf: '',
  lpf: '',
  second: 'seconds sec secs',
  minute: 'minutes min mins',
  hour: 'hours hr hrs h',
  day: 'days d',
  week: 'weeks wk wks',
  month: 'months mth mths',
  year: 'years yr yrs yo',
}

/** Stuck to a number these mean something else as often: "2d echo". */
const ONLY_APART = new Set(['u', 'd'])

/** Any spelling → the canonical one. */
const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS).flatMap(([unit, others]) =>
    [unit, ...others.split(' ')]
      .filter((spelling) => spelling !== '')
      .map((spelling): [string, string] => [spelling, unit]),
  ),
)

/** Source of a pattern for the units that are split from a number they stick to; use it with the flags `i` and `u`. */
export const ATTACHED_UNITS = alternatives(
  [...CANONICAL.keys()].filter((unit) => /^[a-z]+\d?$/.test(unit) && !ONLY_APART.has(unit)),
)

const NUMBER = String.raw`(?:(?:\d{1,3}(?:,\d{2,3}){0,4},\d{3}(?!\d)|\d{1,15})(?:\.\d{1,15})?|(?<!\p{L})\.\d{1,15})(?!\d)`
/** No number begins inside a word or another number, but for one between a name and its unit: "dolo650mg". */
const BEGIN = String.raw`(?:(?<![\p{L}\p{N}]|\p{N}[.,]|(?<!\p{L})\.)|(?<=\p{L}{3})(?=[\d.,]{1,20}(?:${ATTACHED_UNITS})(?![\p{L}\p{N}])))`
const UNIT = String.raw`(?:${alternatives([...CANONICAL.keys()])})(?![\p{L}\p{N}])`
const POWER = String.raw`(?:[x×*]\s?)?10(?:\^\d{1,2}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})`
const PER = String.raw`(?:\s?\/\s?|\sper\s)(?:(?:${NUMBER})\s?)?${UNIT}`
const WHOLE_UNIT = String.raw`(?:(?:${POWER}\s?)?${UNIT}(?:${PER})*|(?:${POWER})?(?:${PER})+)`
const TO = String.raw`(?:\s?[-–—]\s?|\sto\s)`

/** One or two numbers, or a power on its own, then the unit, which a second number may repeat: "5 mg to 10 mg". */
const QUANTITY = new RegExp(
  [
    BEGIN,
    String.raw`(?:(?<first>${NUMBER})(?:${TO}(?<high>${NUMBER})|\s?\/\s?(?<under>${NUMBER}))?[\s-]?|(?=10[\^⁰¹²³⁴⁵⁶⁷⁸⁹]))`,
    String.raw`(?<unit>${WHOLE_UNIT})(?:${TO}(?<till>${NUMBER})\s?\k<unit>(?![\p{L}\p{N}]))?`,
  ].join(''),
  'giu',
)

/**
 * The quantities of any string, in order, without overlap; all their numbers are finite. Never throws. Linear in the
 * length of the text.
 *
 * @example parseQuantities('Tab Dolo 650mg') // [{ kind: 'amount', value: 650, unit: 'mg', text: '650mg', start: 9, end: 14 }]
 * @example parseQuantities('125 mg/5 ml') // [{ kind: 'amount', value: 25, unit: 'mg/ml', numerator: { value: 125, unit: 'mg' }, … }]
 * @example parseQuantities('BP 120/80 mmHg') // [{ kind: 'ratio', numerator: { value: 120, unit: 'mmhg' }, … }]
 * @example parseQuantities('10-19 % burns') // [{ kind: 'range', low: 10, high: 19, unit: '%', … }]
 */
export function parseQuantities(text: string): Quantity[] {
  return Array.from(text.matchAll(QUANTITY), (match) => {
    const place = { text: match[0], start: match.index, end: match.index + match[0].length }
    const { first, high, under, till, unit } = match.groups!
    if (first === undefined) return amount(place, 1, unit!)
    if (under !== undefined) return ratio(place, first, under, unit!)
    const second = high ?? till
    return second === undefined
      ? amount(place, numberOf(first), unit!)
      : range(place, first, second, unit!)
  })
}

type Where = Omit<Place, 'unit'>

function range(place: Where, first: string, second: string, written: string): Range {
  const [a, b] = [numberOf(first), numberOf(second)]
  const { unit } = parseUnit(written)
  return { kind: 'range', ...place, unit, low: Math.min(a, b), high: Math.max(a, b) }
}

function ratio(place: Where, over: string, under: string, written: string): Ratio {
  const { unit } = parseUnit(written)
  const [numerator, denominator] = [numberOf(over), numberOf(under)]
  return {
    kind: 'ratio',
    ...place,
    unit,
    numerator: { value: numerator, unit },
    denominator: { value: denominator, unit },
  }
}

function amount(place: Where, count: number, written: string): Amount {
  const { unit, per } = parseUnit(written)
  const slash = unit.indexOf('/')
  if (slash <= 0) return { kind: 'amount', ...place, value: count, unit }
  return {
    kind: 'amount',
    ...place,
    value: count / per,
    unit,
    numerator: { value: count, unit: unit.slice(0, slash) },
    denominator: { value: per, unit: unit.slice(slash + 1) },
  }
}

/**
 * A unit as written → its canonical spelling, and the number in its denominator: "mg/5 ml" is mg/ml per 5. In a unit
 * with two denominators the number is part of the unit: "ml/min/1.73 m²".
 */
function parseUnit(written: string): { unit: string; per: number } {
  const parts = fold(written)
    .replace(/\sper\s/g, '/')
    .split('/')
  let per = 1
  const units = parts.map((part, i) => {
    const [, power = '', count = '', name = ''] =
      /^\s*(?:[x*]?\s?(10\^\d+))?\s?([\d.,]*)\s?(.*?)\s*$/.exec(part) ?? []
    const unit = [power, CANONICAL.get(name) ?? name].filter((piece) => piece !== '').join(' ')
    if (i === 0 || count === '') return unit
    if (parts.length > 2 || numberOf(count) === 0) return `${numberOf(count)}${unit}`
    per = numberOf(count)
    return unit
  })
  return { unit: units.join('/'), per }
}

function numberOf(written: string): number {
  return Number(written.replaceAll(',', ''))
}

/** A pattern for any of the spellings, longest first; u for micro may be one of the signs, 2 and 3 superscripts. */
function alternatives(spellings: readonly string[]): string {
  return spellings
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((spelling) =>
      (ONLY_APART.has(spelling) ? `(?<=[\\s/])${spelling}` : spelling)
        .replace(/^u(?=g$|l$|mol$|iu$)/, '[uµμ]')
        .replace(/[23]$/, (digit) => (digit === '2' ? '[2²]' : '[3³]')),
    )
    .join('|')
}
