import type { Word } from '../language/analyze.ts'
import { readUnitSpellings } from '../language/attached-units.ts'
import { type FoundPhrase, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/**
 * Times in running text: what a condition lasts or when it began ("since 4 days", "x 3/7", "2 wks back", "in 2017"), and
 * any other time ("yesterday", "post-op day 2"). An age is none.
 */

/** Below data/: the words of times by their roles. */
const TABLE = 'clinical/times.tsv'

/** A year in which an illness of a living person may have begun. */
export const YEAR = /^(?:19|20)\d\d$/

/** Days, weeks and months as prescribers write them: "5/7", "2/52", "6/12". */
export const SHORT_TIME = /^\d{1,2}\/(?:7|52|12)$/

/** UCUM's codes of the units of times. */
const UNITS_OF_TIME = new Set(['a', 'mo', 'wk', 'd', 'h', 'min', 's'])

/** Words of data/clinical/times.tsv and units/spellings.tsv. */
export interface TimeWords {
  readonly roles: PhraseMatcher<ReadonlySet<string>>
  /** The first words of phrases that have a role: without one, and without a digit, no time begins. */
  readonly heads: ReadonlySet<string>
  readonly units: ReadonlySet<string>
  /** "3d", "x3d", "4yrs": the number and a unit in one word. */
  readonly glued: RegExp
}

/** The words of times, read at the first call. @throws MedlinkError `data_invalid` */
export const timeWords = lazily(readTimeWords)

/** True for a form that is a month or a part of a year. @throws MedlinkError `data_invalid` */
export function isMonth(form: string): boolean {
  return timeWords().roles.get([form])?.has('month') === true
}

/** True for a form that is a unit of time. @throws MedlinkError `data_invalid` */
export function isTimeUnit(form: string): boolean {
  return timeWords().units.has(form)
}

const YEARS = /^(?:decades?|\d{0,2}(?:y|years?|yrs?))$/
const WEEKS = /^(?:fortnights?|\d{0,2}(?:m|mo|months?|mos|mths?|weeks?|wks?)|\d{1,2}\/(?:12|52))$/

/** How long a unit of a time is, of units after which an illness that passes may be over: "yrs", "2y"; "wks", "3/12". */
export function lengthOfUnit(form: string): 'years' | 'weeks' | undefined {
  if (YEARS.test(form)) return 'years'
  return WEEKS.test(form) ? 'weeks' : undefined
}

function readTimeWords(): TimeWords {
  const byPhrase = new Map<string, Set<string>>()
  for (const [phrase, role] of readTable(TABLE, ['phrase', 'role'])) {
    const own = byPhrase.get(phrase!) ?? new Set()
    byPhrase.set(phrase!, own.add(role!))
  }
  const roles = new PhraseMatcher<ReadonlySet<string>>()
  for (const [phrase, own] of byPhrase) roles.set(phrase.split(' '), own)
  const heads = new Set([...byPhrase.keys()].map((phrase) => phrase.split(' ')[0]!))
  const having = (role: string) =>
    [...byPhrase].filter(([, own]) => own.has(role)).map(([phrase]) => phrase)
  const spelled = readUnitSpellings()
    .filter(({ ucum, text }) => text !== '-' && UNITS_OF_TIME.has(ucum))
    .map(({ unit }) => unit)
  const aged = new Set(having('age'))
  const units = new Set([...spelled, ...having('unit')].filter((unit) => !aged.has(unit)))
  const glued = new RegExp(
    `^(?:x?\\d{1,3}(?:${[...units].join('|')})|x\\d{1,3}(?:${having('brief').join('|')}))$`,
  )
  return { roles, heads, units, glued }
}

/** A time that begins at a word and ends before `to`, with how sure it is; or an age, which is no time. */
export interface FoundTime {
  readonly to: number
  /** True if a condition lasts this time or began then; undefined for an age. */
  readonly isOnset: boolean | undefined
  readonly score: number
}

/** Scores of times: explicit; the usual reading; one of several readings. */
export const SURE = 0.95
export const LIKELY = 0.8
export const UNSURE = 0.6

/** Words before a number that only say that it is not exact. */
const MAX_FILLERS = 3

const DATE = /^\d{1,4}[/-]\d{1,2}[/-]\d{2,4}$/
const CLOCK = /^\d{1,2}:\d\d$/
const DIGIT = /\d/
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/
/** Days over 7 and weeks over 52, as charts write them; months over 12 may be a visual acuity. */
const FRACTION = /^\d{1,2}\/(?:7|52)$/
const MONTHS = /^\d{1,2}\/12$/
/** Behind a number they part it from a unit. */
const PARTS = /[/,.;:]/
/** Ages and times are written up to this many digits. */
const COUNT = /^\d{1,3}(?:\.\d)?(?:-\d{1,3}(?:\.\d)?)?$/
/** An age without a unit; more before an "F" is a temperature. */
const AGE = /^(?:[1-8]?\d|9[0-4])$/

/**
 * Reads the times of words.
 *
 * @param forms the forms of the words
 * @param joint the character behind a word
 */
export class TimeReader {
  readonly #words: readonly Word[]
  readonly #forms: readonly string[]
  readonly #joint: (at: number) => string
  readonly #tables: TimeWords
  /** Phrases with roles that begin at a place: a dozen questions are about the same one. */
  #place = -1
  #phrases: readonly FoundPhrase<ReadonlySet<string>>[] = []

  /** @throws MedlinkError `data_invalid` */
  constructor(words: readonly Word[], forms: readonly string[], joint: (at: number) => string) {
    this.#words = words
    this.#forms = forms
    this.#joint = joint
    this.#tables = timeWords()
  }

  /** The time that begins at a word; undefined where none does. */
  at(from: number): FoundTime | undefined {
    const form = this.#forms[from]!
    if (!this.#tables.heads.has(form) && !DIGIT.test(form)) return undefined
    return this.#opened(from) ?? this.#bare(from)
  }

  /** A time that a word opens: "since", "for", "in", "every". */
  #opened(from: number): FoundTime | undefined {
    return (
      this.#since(from) ??
      this.#lasting(from) ??
      this.#atAge(from) ??
      this.#in(from) ??
      this.#other(from)
    )
  }

  /** A time that nothing opens: "3 days", "yesterday", "12/03/2021". */
  #bare(from: number): FoundTime | undefined {
    return this.#aged(from) ?? this.#length(from) ?? this.#moment(from)
  }

  #since(from: number): FoundTime | undefined {
    const at = this.#role('since', from)
    if (at === undefined) return undefined
    const start = this.#fillers(this.#role('past', this.#fillers(at)) ?? this.#fillers(at))
    const to =
      this.#duration(start, true) ??
      this.#unit(start) ??
      this.#date(start) ??
      this.#role('weekday', start) ??
      this.#role('point', start) ??
      this.#role('mark', start)
    return to === undefined ? undefined : onset(this.#role('ago', to) ?? to, SURE)
  }

  /** "for 5 years", "x 3/7", "over the past 2 weeks", "the last month", "before 3 days", "4 days history of". */
  #lasting(from: number): FoundTime | undefined {
    const opener = this.#role('for', from) ?? this.#role('before', from)
    const at = opener ?? this.#role('in', from) ?? this.#role('of', from) ?? from
    const filled = this.#fillers(at)
    const past = this.#role('past', filled)
    const start = this.#fillers(past ?? filled)
    const isOpened = opener !== undefined || past !== undefined
    const to = this.#duration(start, isOpened) ?? (past && this.#unit(start))
    if (to === undefined) return undefined
    if (this.#role('age', to) !== undefined) return { to, isOnset: undefined, score: SURE }
    if (isOpened) return onset(to, opener === undefined && at === from ? LIKELY : SURE)
    const closed = this.#role('history', to)
    return closed === undefined ? undefined : onset(closed, SURE)
  }

  #atAge(from: number): FoundTime | undefined {
    const at = this.#role('at age', from)
    if (at === undefined || !this.#isCount(at)) return undefined
    return onset(this.#unit(at + 1) ?? at + 1, SURE)
  }

  /** "in 2017", "in March 2020". */
  #in(from: number): FoundTime | undefined {
    const at = this.#role('in', from)
    const to = at === undefined ? undefined : this.#date(this.#fillers(at))
    return to === undefined ? undefined : onset(to, LIKELY)
  }

  /** "on Monday", "after 2 weeks", "every 3 days", "at 5 pm". */
  #other(from: number): FoundTime | undefined {
    const on = this.#role('on', from)
    if (on !== undefined) {
      const to = this.#date(on) ?? this.#role('weekday', on)
      return to === undefined ? undefined : moment(to, SURE)
    }
    const at = this.#role('after', from) ?? this.#role('in', from) ?? this.#role('every', from)
    if (at === undefined) return undefined
    const start = this.#fillers(at)
    const to = this.#duration(start, true) ?? (this.#role('every', from) && this.#unit(start))
    return to === undefined ? undefined : moment(to, LIKELY)
  }

  /** "aged 45 years": no time. */
  #aged(from: number): FoundTime | undefined {
    const at = this.#role('aged', from)
    if (at === undefined || !this.#isCount(at)) return undefined
    return { to: this.#unit(at + 1) ?? at + 1, isOnset: undefined, score: SURE }
  }

  /** "3 days", "2 wks back", "2 weeks after". */
  #length(from: number): FoundTime | undefined {
    const start = this.#fillers(from)
    const isMonths = MONTHS.test(this.#forms[start] ?? '')
    const to = this.#duration(start, isMonths)
    if (to === undefined) return this.#age(start)
    const ago = this.#role('ago', to)
    if (ago !== undefined) return onset(ago, SURE)
    const later = this.#role('later', to)
    if (later !== undefined) return moment(later, LIKELY)
    // "a week" by itself is how often: "3 times a week".
    const article = this.#role('article', start)
    const isOften = article !== undefined && article === this.#count(start)
    if (isMonths || isOften) return undefined
    return onset(to, this.#forms[start]!.startsWith('x') ? SURE : UNSURE)
  }

  /** "45 M", "45yo": no time. */
  #age(from: number): FoundTime | undefined {
    const to = AGE.test(this.#forms[from] ?? '') ? this.#role('age', from + 1) : undefined
    return to === undefined ? undefined : { to, isOnset: undefined, score: SURE }
  }

  /** "yesterday", "last night", "post-op day 2", "10:30 am", "12/03/2021". */
  #moment(from: number): FoundTime | undefined {
    const point = this.#role('point', from)
    if (point !== undefined) return moment(point, SURE)
    const numbered = this.#role('numbered', from)
    if (numbered !== undefined && this.#isCount(numbered)) return moment(numbered + 1, SURE)
    const form = this.#forms[from]!
    const isClock = CLOCK.test(form)
    const clock = isClock || this.#isCount(from) ? this.#role('clock', from + 1) : undefined
    if (clock !== undefined || isClock) return moment(clock ?? from + 1, SURE)
    if (YEAR.test(form) || (this.#role('month', from) === from + 1 && !this.#isYear(from + 1)))
      return undefined
    const date = this.#date(from)
    return date === undefined ? undefined : moment(date, LIKELY)
  }

  /**
   * The end of a length of time: "3 days", "a few weeks", "one and a half years", "2 years 3 months", "3/7", "x3d".
   *
   * @param isOpened whether a word before it says that it is one: then "3 m" is, too, and "3/12"
   */
  #duration(from: number, isOpened: boolean): number | undefined {
    const form = this.#forms[from]
    if (form === undefined) return undefined
    if (this.#tables.glued.test(form)) return from + 1
    if (FRACTION.test(form) || (isOpened && MONTHS.test(form))) return from + 1
    const count = this.#count(from)
    if (count === undefined) return isOpened ? this.#plural(from) : undefined
    // "90/min" is a rate, "38.6, HR 90" a list.
    if (PARTS.test(this.#joint(count - 1))) return undefined
    const unit = this.#unit(count) ?? (isOpened ? this.#role('brief', count) : undefined)
    if (unit === undefined) return undefined
    const goesOn = this.#joint(unit - 1) === ' ' && this.#isCount(unit)
    const more = goesOn ? this.#unit(unit + 1) : undefined
    return this.#role('half', more ?? unit) ?? more ?? unit
  }

  /** The end of a number: "3", "10-15", "2 to 3", "a few", "one and a half", "x3". */
  #count(from: number): number | undefined {
    if (/^x\d{1,3}$/.test(this.#forms[from]!)) return from + 1
    if (!this.#isCount(from)) return this.#role('number', from)
    const next = this.#role('joint', from + 1) ?? from + 1
    // "CKD 4, 2 yrs".
    if (this.#isCount(next) && this.#joint(from) !== ',') return next + 1
    return this.#role('half', from + 1) ?? from + 1
  }

  /** "for days", "since weeks": a unit by itself that is more than one. */
  #plural(from: number): number | undefined {
    const form = this.#forms[from]!
    return form.endsWith('s') ? this.#unit(from) : undefined
  }

  #unit(at: number): number | undefined {
    const form = this.#forms[at]
    return form !== undefined && this.#tables.units.has(form) ? at + 1 : undefined
  }

  /** "2017", "March 2020", "3rd Jan 2020", "12/03/2021", "March". */
  #date(from: number): number | undefined {
    const form = this.#forms[from]
    if (form === undefined) return undefined
    if (YEAR.test(form) || DATE.test(form)) return from + 1
    const day = ORDINAL.test(form) || this.#isCount(from) ? from + 1 : from
    const month = this.#role('month', this.#role('of', day) ?? day)
    if (month === undefined) return undefined
    const after = ORDINAL.test(this.#forms[month] ?? '') ? month + 1 : month
    return this.#isYear(after) ? after + 1 : after
  }

  #isYear(at: number): boolean {
    return YEAR.test(this.#forms[at] ?? '')
  }

  #isCount(at: number): boolean {
    return this.#words[at]?.kind === 'number' && COUNT.test(this.#forms[at]!)
  }

  #fillers(from: number): number {
    let at = from
    for (let i = 0; i < MAX_FILLERS; i++) at = this.#role('filler', at) ?? at
    return at
  }

  /** Behind the longest phrase at a word that has a role; undefined where none has. */
  #role(role: string, at: number): number | undefined {
    if (at >= this.#forms.length) return undefined
    if (at !== this.#place) {
      this.#place = at
      this.#phrases = this.#tables.roles.startingAt(this.#forms, at)
    }
    for (let i = this.#phrases.length - 1; i >= 0; i--) {
      const { to, value } = this.#phrases[i]!
      if (value.has(role)) return to
    }
    return undefined
  }
}

function onset(to: number, score: number): FoundTime {
  return { to, isOnset: true, score }
}

function moment(to: number, score: number): FoundTime {
  return { to, isOnset: false, score }
}
