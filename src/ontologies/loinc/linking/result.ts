import { fold } from '../../../language/tokenize.ts'
import { readUnit, type Unit } from '../../../units/units.ts'

/** Kind of a result's value: a quantity, a grade ("positive", "1+"), a reaction ("acidic"), or a name or free text. */
export interface ResultValue {
  readonly kind: 'number' | 'grade' | 'reaction' | 'text'
  readonly number?: number
  /** The unit written behind the number. */
  readonly unit?: Unit
  /** True for a finding that no amount is: "Positive", "2+", but not "High" or "Not detected". */
  readonly isNoAmount?: true
}

/** A reference range: its upper end, and the unit written after it. */
export interface ResultRange {
  readonly high: number
  readonly unit?: Unit
}

const DIGITS = String.raw`\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?`
const VALUE = new RegExp(
  String.raw`^\s*[<>≤≥=~]*\s*(-?${DIGITS})(?:\s*[-–]\s*(${DIGITS}))?(?!\s*\+)\s*(.*)$`,
  'is',
)
const TITER = /^\s*[<>≤≥]?\s*1\s*[:/]\s*(\d+)\s*$/
const RANGE = new RegExp(
  String.raw`^\s*\(?\s*(?:[<>≤≥=]+|up\s?to|less than|more than)?\s*(${DIGITS})\s*(?:(?:-|–|to)\s*(${DIGITS}))?\s*\)?\s*(.*)$`,
  'is',
)
const GRADE =
  /\b(?:positive|negative|pos|neg|reactive|non[- ]?reactive|nonreactive|detected|present|absent|nil|none|trace|traces|normal|abnormal|seen|equivocal|indeterminate|borderline|inconclusive|few|many|occasional|plenty|moderate|scanty|rare|low|high)\b|[1-4]\s?\+|\+{1,4}|(?:^|\s)-ve\b/i
/** A finding that is no amount … */
const NO_AMOUNT =
  /\b(?:positive|negative|pos|neg|(?:non[- ]?)?reactive|present|absent|equivocal|indeterminate|inconclusive|traces?)\b|[1-4]\s?\+|\+|(?:^|\s)-ve\b/i
/** … unless the same text has one, or is a remark on one: "Negative (0.12)", "low positive". */
const AMOUNT_BESIDE = /\d\.\d|\d{2}/
/** A pH in words. */
const REACTION = /^(?:(?:slightly|weakly|mildly|strongly) )?(?:acid|acidic|alkaline|neutral)$/
/** A blood group, with its factor or without: "B Positive" is a type, and no finding. */
const BLOOD_GROUP =
  /^(?:a[12]?b?|b|o)[\s'"]*(?:rh)?[\s(-]*(?:d\W*)?(?:pos(?:itive)?|neg(?:ative)?|\+(?:ve)?|-(?:ve)?)?\)?$/
/** A grade is a word or three; more is a description. */
const MAX_WORDS_OF_GRADE = 3
/** Marks that analyzers print after a number that is out of range or repeated. */
const FLAG = /^(?:[hlcfan*]|hh|ll|high|low|normal|abnormal|critical)$/i
/** Longer texts are not read to their end. */
const LONGEST = 200

/** The kind of value of a text; undefined for none. Never throws. */
export function readValue(text: string | undefined): ResultValue | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const start = text.slice(0, LONGEST)
  const titer = TITER.exec(start)
  if (titer !== null) return quantity(Number(titer[1]), 'titer')
  const match = VALUE.exec(start)
  if (match !== null) {
    const [, low = '', high = low, rest = ''] = match
    return quantity(toNumber(high), rest)
  }
  const words = fold(start).trim().split(/\s+/)
  const said = words.join(' ')
  if (REACTION.test(said)) return { kind: 'reaction' }
  const isGrade = words.length <= MAX_WORDS_OF_GRADE && GRADE.test(said) && !BLOOD_GROUP.test(said)
  if (!isGrade) return { kind: 'text' }
  const isNoAmount = NO_AMOUNT.test(said) && !AMOUNT_BESIDE.test(said)
  return { kind: 'grade', ...(isNoAmount && { isNoAmount }) }
}

/** The upper end and the unit of a reference range like "13.0 - 17.0 g/dL" or "< 5"; undefined when it is not one. */
export function readRange(text: string | undefined): ResultRange | undefined {
  const match = text === undefined ? null : RANGE.exec(text.slice(0, LONGEST))
  if (match === null) return undefined
  const [, low = '', high = low, rest = ''] = match
  return withUnit({ high: Math.max(toNumber(low), toNumber(high)) }, rest)
}

function quantity(number: number, unit: string): ResultValue {
  return withUnit({ kind: 'number' as const, number }, unit)
}

function withUnit<T extends object>(read: T, text: string): T & { unit?: Unit } {
  const spelling = text.trim()
  const unit = spelling === '' || FLAG.test(spelling) ? undefined : readUnit(spelling)
  return { ...read, ...(unit && { unit }) }
}

function toNumber(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}
