/** Numbers next to the name of a test that are no values: times between it and its value, intervals, doses and ranks. */

import { timeWords } from '../../clinical/times.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'

/** Below data/: words behind a number. */
const TABLE = 'loinc/number-words.tsv'

/** Units of time in which tests have results, too: "PT 14 sec", "bleeding time 3 min". */
const MEASURED = /^(?:s|secs?|seconds?|min|mins|minutes?|nights?)$/

const MONTH = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?(?!\p{L})`
const HOURS = String.raw`(?:[01]\d|2[0-3])`
const YEAR = String.raw`(?:19|20)\d\d`
/** A number that is no part of a date or of a clock's time. */
const NUMBER = String.raw`[<>≤≥]?\s?\d+(?:[.,]\d+)*(?:\s?\/\s?\d{2,3}(?![/\d]))?(?![\d:]|[/.-]\d|\p{L}*\p{L}ly(?!\p{L}))`
/** Between a time and the value. */
const LINKED = String.raw`\s*(?:[:=→|–—-]|\bwas\b|\bis\b)?\s*`

interface NumberWords {
  readonly interval: string
  readonly rank: string
  readonly dose: string
  /** Transfused or infused, and its units. */
  readonly given: string
  /** Units of time. */
  readonly unit: string
  /** The same without {@link MEASURED}. */
  readonly longUnit: string
}

const numberWords = lazily((): NumberWords => {
  const rows = readTable(TABLE, ['word', 'kind'])
  const oneOf = (words: readonly string[]) =>
    `(?:${words.toSorted((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}])`
  const ofKind = (wanted: string) =>
    oneOf(rows.flatMap(([word, kind]) => (kind === wanted ? [word!] : [])))
  // A letter behind a number is a flag as often: "38 H".
  const units = [...timeWords().units, 'mo', 'mos', 'mnths'].filter((unit) => unit.length > 1)
  return {
    ...{ interval: ofKind('interval'), rank: ofKind('rank'), dose: ofKind('dose') },
    given: oneOf(rows.flatMap(([word, kind]) => (/dose|given/.test(kind!) ? [word!] : []))),
    ...{ unit: oneOf(units), longUnit: oneOf(units.filter((unit) => !MEASURED.test(unit))) },
  }
})

/** A time in front of a value, with what joins the two. */
const timed = lazily((): RegExp => {
  const { unit, interval, given } = numberWords()
  const times = [
    // "6am", "10.30 pm", "06:00", "0600", "0600 hrs".
    String.raw`\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?|noon)(?!\p{L})`,
    String.raw`(?:${HOURS}|[2-9]):[0-5]\d(?:\s?h(?:rs?|ours?)?(?!\p{L}))?(?![\d:])`,
    String.raw`${HOURS}[0-5]\d\s?h(?:rs?|ours?)?(?!\p{L})`,
    String.raw`(?:0\d[0-5]\d|${HOURS}[0-5]\d(?=\)?[:=–-]?\s${NUMBER}(?!\s?[-–]\s?\d)))(?![\d.,])`,
    // "12/11/24", "04/2023", "3rd Nov", "14 Dec 2024", "Nov 2024", "2022 was".
    String.raw`\d{1,2}([/.-])\d{1,2}\2(?:19|20)?\d\d(?!\d)`,
    String.raw`(?:0?[1-9]|1[0-2])\/${YEAR}(?!\d)`,
    String.raw`(?:(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01]))(?![\d/])`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?[\s-]?(?:of\s)?${MONTH}\.?(?:[\s,-]?\s?['’]?(?:${YEAR}|\d\d)(?![\d.]))?`,
    String.raw`${MONTH}\.?[\s-]?['’]?(?:${YEAR}|\d\d(?![\d.]))(?!\d)`,
    String.raw`${YEAR}(?=\s*(?:[:=]|was\s|(?:pos|neg|normal)|${NUMBER}))(?!\d)`,
    // "day 3", "D3", "1st", "2nd sample".
    String.raw`(?:(?:pod|dol|day)\s?#?|d)\d{1,3}(?![\d.\p{L}])`,
    String.raw`\d{1,2}(?:st|nd|rd|th)(?:\s(?:sample|set|day|value|reading|draw|hr|hour|dose))?(?!\p{L})`,
    // "3hr", "2 days back", "1 hr after PCM", "6 hrly".
    String.raw`\d{1,2}\s?${unit}(?:\s(?:back|ago|later|post|after|before|into|from|since|pre|of)(?:[\s-]\p{L}+){0,3})?`,
    String.raw`\d{1,2}(?:\s?\/\s?\d{1,2})?\s?${interval}`,
    // "post 2 PRBC", "after 1 unit of FFP".
    String.raw`(?:pre|post|after|before|following)[\s-]\d{1,3}(?:\.\d)?\s?${given}(?:\s(?:of\s)?${given})?`,
  ]
  const words = String.raw`(?:now|today|yesterday|yest|last(?!\s(?:night|week|month|year|visit|time))|prev|tonight|(?:this|in\sthe)\s(?:morning|evening|afternoon)|last\s(?:night|week|month|year|visit|time)|(?:in\s)?[ap]m|(?:on\s)?(?:adm(?:ission|n)?|arrival|discharge|presentation|baseline|triage)|(?:pre|post)(?:-?\s?(?:op|dialysis|transfusion))?)(?!\p{L})`
  return new RegExp(
    String.raw`^\s*(?:[-–:]\s?)?(?:(?:at|on|@|from)\s?)?[([]?(${times.join('|')}|${words})[)\]]?(?=(${LINKED}))`,
    'iu',
  )
})
const VALUE = new RegExp(`^${NUMBER}`, 'u')
const WORD = /^(?:neg(?:ative)?|pos(?:itive)?|normal|nad|nil|non[\s-]?reactive|[-+]ve)(?!\p{L})/iu

/** Times in front of one value: "12/11 6am". */
const MOST_TIMES = 2

/** Where the times that begin a text are, and where they end. */
export interface TimesBefore {
  readonly begin: number
  readonly end: number
}

/**
 * The times between the name of a test and its value: those of "6am 4.2", "(0600): 5.9", "D1 120". Undefined if the text
 * begins with none, or with one that has no value behind.
 *
 * @throws MedlinkError `data_invalid`
 */
export function timesBefore(rest: string): TimesBefore | undefined {
  let at = 0
  let begin = -1
  for (let i = 0; i < MOST_TIMES; i++) {
    const found = timed().exec(rest.slice(at, at + REACH))
    if (found === null) break
    if (begin < 0) begin = found[0].indexOf(found[1]!)
    at += found[0].length
    const value = rest.slice(at + found.at(-1)!.length, at + REACH)
    const isTimed = timed().test(value) || isNoNumber(value)
    if (!isTimed && (VALUE.test(value) || WORD.test(value))) return { begin, end: at }
  }
  return undefined
}

/** In UTF-16 units: what is read of a text. */
const REACH = 64

/** Numbers that are no values, by what they say. */
const noNumbers = lazily((): { readonly ahead: RegExp; readonly other: RegExp } => {
  const { interval, rank, dose, longUnit } = numberWords()
  const count = String.raw`^[-–<>]?\s?\d{1,2}(?:\.\d+)?(?:\s?[-–/]\s?\d{1,2}(?:\.\d+)?)?`
  const slash = String.raw`\s?\/\s?`
  const ahead = [
    String.raw`${count}\s?[-–]?\s?${interval}`,
    String.raw`^\d{1,2}(?:\s?[-–/]\s?\d{1,2})?[\s-]?(?:${longUnit}|[my](?![\p{L}\p{N}/]))(?!\s?\d)`,
    String.raw`^(?:(?:[1-9]|18)${slash}12|(?:\d|10|14)${slash}7|(?:\d|1\d|2[0-6])${slash}52)(?![\d/]|\.\d)`,
  ]
  const other = [
    String.raw`${count}(?:\s?[-–]?\s?(?:${rank}|${dose})|(?:st|nd|rd|th)(?!\p{L}))`,
    String.raw`^\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?)(?!\p{L})`,
    String.raw`^0\d[0-5]\d(?![\d.])`,
  ]
  return { ahead: new RegExp(ahead.join('|'), 'iu'), other: new RegExp(other.join('|'), 'iu') }
})

/** True if a text begins with the interval of a test that is to come: "6 hrly", "3/12", "4 months". */
export function isInterval(text: string): boolean {
  return noNumbers().ahead.test(text.slice(0, REACH))
}

/** True if a text begins with a number that is an interval, a clock's time, a dose or a rank: "6 hrly", "10th centile". */
export function isNoNumber(text: string): boolean {
  return isInterval(text) || noNumbers().other.test(text.slice(0, REACH))
}
