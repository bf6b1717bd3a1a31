/** Values behind the names of tests, as notes write them. */

import { unitLength } from './test-units.ts'

/** A stretch of a text: UTF-16 indexes, `end` exclusive. */
export interface Place {
  readonly begin: number
  readonly end: number
}

/** A result behind a name. */
export interface WrittenResult {
  readonly value: Place
  readonly unit: Place | undefined
  readonly range: Place | undefined
  readonly flag: Place | undefined
  readonly time: Place | undefined
  readonly end: number
  /** True for a word instead of a number. */
  readonly isWord: boolean
}

/** Between a value and its unit. */
const UNIT_GAP = /^\s?/
const NUMBER =
  '(?:[<>≤≥~≈]\\s?)?\\d{1,3}(?:,\\d{2,3})+(?:\\.\\d+)?|(?:[<>≤≥~≈]\\s?)?\\d{1,6}(?:\\.\\d+)?'
const VALUE = new RegExp(
  `^(\\d{2,3}\\s?\\/\\s?\\d{2,3}(?![\\d/.])|(?:${NUMBER})(?:\\s?[-–]\\s?\\d{1,5}(?:\\.\\d+)?)?\\+?)(?!(?![x×]?10[\\^*e])[\\p{L}\\d]{2,}\\d)`,
  'u',
)
const WORD_VALUE =
  /^(?:(?:A|B|AB|O)\s?(?:pos(?:itive)?|neg(?:ative)?|[-+]ve|[-+])|equivocal|indeterminate|non[\s-]?reactive|reactive|negative|positive|neg|pos|not detected|undetectable|detected|normal|nor|nl|wnl|nad|nil|trace|traces|absent|present|unremarkable|clear|no growth|sterile|nr|abnormal|raised|elevated|high|low|[1-4]\s?\+|\+{1,4}(?!\w)|\([-+]\)|[-+]ve|elev|borderline|deranged|within normal limits|in range|ok|pending)(?![\p{L}\p{N}])/iu
const LINK =
  /^(?:\s*(?:[:=→-]|—|–|\bis\b|\bwas\b|\bof\b|\bat\b|\bcame\b|\bback\b|\bshows?\b|\blevels?\b|\bcounts?\b|\btoday\b|\bnow\b|\bcurrently\b|\bresult\b|\brepeat\b|\btest\b|\breading\b|\bpre-?op\b|\bpost-?op\b|\bx\s?\d\b|\bremains?\b|\bon\s(?:admission|arrival)\b|\blast\b|\bprev(?:ious)?\b|\btotal\b|\bscreen\b|\bPOC\b|\bpoc\b|\bstat\b|\brandom\b|\bvia\b|\(?[HL]\)(?=\s*\d)))*\s*/iu
const DATE =
  /^\s*\(?(?:\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?=\)?\s*[:=]?\s*[<>]?\d)|\d{1,2}\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|today|yesterday|yest|last|prev)\)?(?=\s|:)/iu
/** Weeks of a pregnancy at the test, which are no value of it: "Hb 28 wks 9.8", "ANC at 32 weeks". */
const AT_WEEKS = /^\s*\(?(?:at\s)?\d{1,2}\s?(?:weeks?|wks?)(?![\p{L}\p{N}])\)?/iu
const RANGE =
  /^\s?(?:\(|\[|ref(?:erence)?(?:\srange)?:?\s?|n(?:ormal)?[:=]\s?)\s?((?:[<>≤≥]\s?)?\d[\d,.]*\s?(?:[-–]\s?\d[\d,.]*)?)\s?(?:[\p{L}/%]{0,8})[)\]]?/iu
const FLAG =
  /^\s?(?:\(?(?:H|L|HH|LL|HIGH|LOW|high|low|elevated|raised|abnormal|normal|nl|N)\)?(?![\p{L}\p{N}])|[↑↓*])/u
const TIME_AFTER =
  /^\s?\(?(today|yesterday|yest|this morning|last (?:month|week|year|visit)|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|on (?:admission|discharge))\)?(?![\p{L}\p{N}])/iu

/** The result that begins behind a name; undefined if none does. @param begin end of the name */
export function resultAt(text: string, begin: number, end: number): WrittenResult | undefined {
  const rest = text.slice(begin, end)
  const date = DATE.exec(rest) ?? AT_WEEKS.exec(rest)
  const dated = date?.[0].length ?? 0
  const skipped = dated + (LINK.exec(rest.slice(dated))?.[0].length ?? 0)
  // A line end parts a name from what is not its value.
  if (rest.slice(0, skipped).includes('\n')) return undefined
  const at = begin + skipped
  const after = text.slice(at, end)
  const word = WORD_VALUE.exec(after)
  const number = word === null ? VALUE.exec(after) : null
  const length = word?.[0].length ?? number?.[1]?.length
  if (length === undefined) return undefined
  const value = { begin: at, end: at + length }
  let next = value.end
  const take = (pattern: RegExp, group = 0): Place | undefined => {
    const found = pattern.exec(text.slice(next, end))
    if (found === null) return undefined
    const own = group === 0 ? found[0].trimStart() : found[group]!
    const start = next + found[0].indexOf(own)
    next += found[0].length
    return { begin: start, end: start + own.length }
  }
  const takeUnit = (): Place | undefined => {
    const start = next + UNIT_GAP.exec(text.slice(next, end))![0].length
    const length = unitLength(text.slice(start, end))
    if (length === 0) return undefined
    next = start + length
    return { begin: start, end: next }
  }
  const unit = word === null ? takeUnit() : undefined
  const flag = take(FLAG)
  const range = word === null ? take(RANGE, 1) : undefined
  const late = flag === undefined ? take(FLAG) : undefined
  const time = take(TIME_AFTER, 1)
  const dateAt =
    date === null ? undefined : { begin: begin + date[0].search(/\S/), end: begin + dated }
  return {
    value,
    unit,
    range,
    flag: flag ?? late,
    time: time ?? dateAt,
    end: next,
    isWord: word !== null,
  }
}

const FLAGS: readonly (readonly [RegExp, 'high' | 'low' | 'abnormal' | 'normal'])[] = [
  [/^\(?(?:h|hh|high|elevated|raised|↑|elev)\)?$/i, 'high'],
  [/^\(?(?:l|ll|low|↓)\)?$/i, 'low'],
  [/^\(?(?:abnormal|\*|deranged|borderline)\)?$/i, 'abnormal'],
  [/^\(?(?:normal|nl|n|nor|wnl)\)?$/i, 'normal'],
]

/** Meaning of a written flag. */
export function flagOf(written: string): 'high' | 'low' | 'abnormal' | 'normal' | null {
  return FLAGS.find(([pattern]) => pattern.test(written.trim()))?.[1] ?? null
}
