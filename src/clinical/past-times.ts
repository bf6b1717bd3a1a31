import { type Chart, DATED } from './chart.ts'
import { hasOneRole, isRole } from './context-phrases.ts'
import type { Scopes } from './layers.ts'
import { paintFrom } from './reach.ts'
import type { Sentence } from './sections.ts'
import { isMonth, isTimeUnit, lengthOfUnit, YEAR } from './times.ts'

/**
 * Times of the past that open a clause, and a verb in the past after each: "in 2009 he was found to have pneumonia", "as a
 * child she was admitted with croup", "3 years ago developed a DVT". The condition after the verb is over, unless it lasts.
 */

const NUMBER = /^\d{1,3}$/
const DECADE = /^(?:(?:19|20)\d0s|[2-9]0s)$/
/** Around the first of two years or ages. */
const OPENS_RANGE = /^(?:age|aged|ages|between|from|in|of|the)$/
const JOINS_RANGE = /^(?:and|thru|through|till|to|until)$/
const SAYS_AGE = /^(?:age|aged|ages)$/
/** Words before a time: "back in early 2009", "in her late teens". */
const BEFORE_YEAR = /^(?:back|during|early|in|late|mid|the|around)$/
const BEFORE_AGO = /^(?:about|almost|approximately|around|nearly|over|roughly|some|a|an|of)$/
const BEFORE_LIFE = /^(?:back|during|early|her|his|in|late|mid|my|the|their)$/
const BEFORE_PERSON = /^(?:a|an|little|medical|small|very|young|younger)$/
const YOUNG = /^(?:little|small|young|younger)$/
/** "Last winter". */
const LAST = /^(?:last|previous)$/
const YEARLY = /^(?:christmas|decade|diwali|year)$/
const FORMERLY = /^(?:formerly|previously)$/
const OPENS_PHASE = /^(?:at|during|from|in|of|on|throughout|under)$/
const DAYS = /^(?:days|time|years)$/
/** "In her final days", "in his first years of dialysis". */
const NOT_THEN = /^(?:1st|few|final|last|past|remaining|this|working|\d+)$/
const LIFE_OR_AGE = /^(?:adulthood|age|life)$/
const WAS = /^(?:was|were)$/
const AS_THEN = /^(?:just|only|still|yet)$/
const YEAR_OR_SEASON = /^(?:season|year)$/
const OF_SEASON = /^(?:after|before|he|i|of|she|that|they|we|when)$/
const OPENS_TIME = /^(?:as|at|before|during|in|on|once|prior to|when|while) /

/** In words, of a time or of its verb. */
const LONGEST = 8

const OPENS_CLAUSE = /^(?:and|but|that|who|then)$/
const SUBJECT = /^(?:he|i|patient|pt|she|the|they|we|who)$/
const BETWEEN = /^(?:again|also|briefly|first|had|has|have|initially|1st|then|twice|once)$/
const BE = /^(?:been|got|was|were)$/
/** Words of which one follows where the participle has no "was": "2019: admitted with sepsis". */
const JOINS = /^(?:as|for|of|on|to|with)$/

/** Notes what such clauses of a sentence are about. Linear in its length. */
export function paintPastTimes(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { gaps, tokens } = chart
  const first = sentence.heading?.to ?? sentence.from
  for (let at = first; at < sentence.to; at++) {
    const isHead =
      at === first ||
      gaps.items[at] === 1 ||
      gaps.stops[at] === 1 ||
      OPENS_CLAUSE.test(tokens[at - 1]!)
    if (!isHead) continue
    const last = Math.min(sentence.to, at + LONGEST)
    const time = readPastTime(tokens, at, last) ?? readNamedTime(chart, at)
    const from =
      time === undefined
        ? behindCare(tokens, at, last)
        : endOfPastVerb(tokens, time.to, Math.min(sentence.to, time.to + LONGEST), time.isLong)
    if (from === undefined) continue
    const reach = time === undefined ? 'item' : 'clause'
    const scope = { phrase: tokens[at]!, context: 'past', reach, score: DATED } as const
    paintFrom(chart, sentence, from, scope, scopes)
    if (time !== undefined) at = from - 1
  }
}

/** Behind "seen in 2014 for", "was admitted 3 years ago with". */
function behindCare(tokens: readonly string[], at: number, end: number): number | undefined {
  const verb = skip(tokens, skip(tokens, at, end, SUBJECT), end, BE)
  if (verb >= end || !hasOneRole(tokens[verb]!, ['cared', 'found'])) return undefined
  const time = verb + 1 < end ? readPastTime(tokens, verb + 1, end) : undefined
  return time?.isLong && time.to < end && JOINS.test(tokens[time.to]!) ? time.to + 1 : undefined
}

/** A time of the past. */
interface PastTime {
  /** Behind its last word. */
  readonly to: number
  /** True if an illness that passes is over since, by any verb. */
  readonly isLong: boolean
}

/** The time of the past that begins at a word and ends up to `end`; undefined where none does. */
export function readPastTime(
  tokens: readonly string[],
  at: number,
  end: number,
): PastTime | undefined {
  const to =
    endOfRange(tokens, at, end) ??
    endOfYear(tokens, at, end) ??
    endOfLife(tokens, at, end) ??
    endOfPhase(tokens, at, end) ??
    endOfAge(tokens, at, end)
  return to === undefined ? readAgo(tokens, at, end) : { to, isLong: true }
}

/** A time that a trigger names: "at birth", "during military service", "before marriage". */
function readNamedTime({ tokens, markAt }: Chart, at: number): PastTime | undefined {
  const mark = markAt[at]
  if (mark?.from !== at || !OPENS_TIME.test(mark.phrase)) return undefined
  const isPast = mark.rules.some(
    ({ context, direction }) => context === 'past' && direction === 'backward',
  )
  // "In March he developed seizures".
  const last = tokens[mark.to - 1]!
  const isLong = !isRole(last, 'season') && !isMonth(last)
  return isPast ? { to: mark.to, isLong } : undefined
}

/** "From 2010 to 2013", "between 2004 and 2006", "2010 until 2013", "from 3 to 9 y", "between the ages of 14 and 17". */
export function endOfRange(tokens: readonly string[], at: number, end: number): number | undefined {
  const first = skip(tokens, at, end, OPENS_RANGE)
  const last = first + 2
  if (last >= end || !JOINS_RANGE.test(tokens[first + 1]!)) return undefined
  // "In 2010 and 2013".
  if (tokens[first + 1] === 'and' && tokens[at] !== 'between') return undefined
  const [begin, close] = [tokens[first]!, tokens[last]!]
  if (YEAR.test(begin)) return YEAR.test(close) && begin < close ? last + 1 : undefined
  const isOfYears = tokens[at] === 'from' && lengthOfUnit(tokens[last + 1] ?? '') === 'years'
  const isSaid = isOfYears || isAnAge(tokens, at, first)
  const isAge = isSaid && NUMBER.test(begin) && NUMBER.test(close)
  return isAge ? behindUnit(tokens, last + 1) : undefined
}

function isAnAge(tokens: readonly string[], at: number, to: number): boolean {
  return tokens.slice(at, to).some((token) => SAYS_AGE.test(token))
}

/** "In 2009", "back in March 2009", "in the early 1990s", "last winter", "in her last pregnancy", "previously". */
function endOfYear(tokens: readonly string[], at: number, end: number): number | undefined {
  if (FORMERLY.test(tokens[at]!)) return at + 1
  let to = skip(tokens, at, end, BEFORE_YEAR)
  if (to < end && isMonth(tokens[to]!)) to++
  if (to >= end) return undefined
  if (YEAR.test(tokens[to]!) || (to > at && DECADE.test(tokens[to]!))) return to + 1
  const own = to > at && isRole(tokens[to]!, 'possessive') ? to + 1 : to
  if (!LAST.test(tokens[own] ?? '') || own + 1 >= end) return undefined
  const then = tokens[own + 1]!
  const isPartOfYear = YEARLY.test(then) || isRole(then, 'season')
  const isPast = own === at ? isPartOfYear : isRole(then, 'birth')
  return isPast ? own + 2 : undefined
}

/** "In childhood", "in her late teens", "as a young child", "when he was little". */
function endOfLife(tokens: readonly string[], at: number, end: number): number | undefined {
  if (tokens[at] === 'as') {
    const who = skip(tokens, at + 1, end, BEFORE_PERSON)
    return who > at + 1 && who < end && isYoung(tokens[who]!) ? who + 1 : undefined
  }
  if (tokens[at] === 'when') {
    const age = WAS.test(tokens[at + 2] ?? '') ? at + 3 : at + 1
    if (age < end && YOUNG.test(tokens[age]!)) return age + 1
    const who = skip(tokens, age, end, BEFORE_PERSON)
    if (who > age && who < end && isYoung(tokens[who]!)) return who + 1
    return age === at + 3 && NUMBER.test(tokens[age] ?? '')
      ? behindUnit(tokens, age + 1)
      : undefined
  }
  const to = skip(tokens, at, end, BEFORE_LIFE)
  return to > at && to < end && isRole(tokens[to]!, 'lifetime') ? to + 1 : undefined
}

/**
 * "In his army days", "in her previous job", "while a sailor", "when still at school", "the year she married", "early in life",
 * "with her eldest".
 */
export function endOfPhase(tokens: readonly string[], at: number, end: number): number | undefined {
  const token = tokens[at]!
  const next = at + 1 < end ? tokens[at + 1]! : ''
  const then = at + 2 < end ? tokens[at + 2]! : ''
  if (token === 'when' || token === 'while') return endOfWhile(tokens, at + 1, end)
  if (token === 'the') return isSeason(next) && OF_SEASON.test(then) ? at + 3 : undefined
  if (token === 'early') return next === 'in' && then === 'life' ? at + 3 : undefined
  if (token === 'with') {
    if (!isRole(next, 'possessive') || !isRole(then, 'elder')) return undefined
    const isLast = at + 3 >= end
    return isLast || isRole(tokens[at + 3]!, 'birth') ? Math.min(end, at + 4) : undefined
  }
  if (!OPENS_PHASE.test(token)) return undefined
  if (token === 'during' && next === 'the' && isRole(then, 'epoch')) return at + 3
  if (token === 'at' && next === 'the' && then === 'time') return endOfOccasion(tokens, at + 3, end)
  if (isRole(next, 'phase') && (token === 'on' || token === 'during')) return at + 2
  if (isRole(next, 'biographic') && LIFE_OR_AGE.test(then)) return at + 3
  // The tables have "in the old days".
  const isOlder = isRole(then, 'former') && at + 3 < end && !DAYS.test(tokens[at + 3]!)
  if (isOlder && /^(?:an?|the)$/.test(next)) return at + 4
  if (!isRole(next, 'possessive')) return undefined
  const last = at + 3 < end ? tokens[at + 3]! : ''
  if (isOlder) return at + 4
  if (LAST.test(then) || then === '1st') return isRole(last, 'left') ? at + 4 : undefined
  if (NOT_THEN.test(then) || isRole(then, 'current')) return undefined
  if (DAYS.test(last)) return at + 4
  // "In his gap year".
  return isRole(then, 'phase') && token !== 'of' ? skip(tokens, at + 3, end, /^years?$/) : undefined
}

function endOfOccasion(tokens: readonly string[], at: number, end: number): number | undefined {
  const noun = skip(tokens, at, end, /^(?:her|his|my|of|the|their)$/)
  return tokens[at] === 'of' && noun > at + 1 && noun < end && !isRole(tokens[noun]!, 'visit')
    ? noun + 1
    : undefined
}

function endOfWhile(tokens: readonly string[], at: number, end: number): number | undefined {
  if (SUBJECT.test(tokens[at] ?? '')) return isLife(tokens[at + 1] ?? '') ? at + 2 : undefined
  const next = skip(tokens, at, end, AS_THEN)
  if (next >= end) return undefined
  if (next > at || isRole(tokens[next]!, 'occupied')) return next + 1
  return /^an?$/.test(tokens[next]!) && next + 1 < end ? next + 2 : undefined
}

function isYoung(token: string): boolean {
  return hasOneRole(token, ['youth', 'infant'])
}

function isSeason(token: string): boolean {
  return YEAR_OR_SEASON.test(token) || isRole(token, 'season')
}

/** "While she studied", "when he was". */
function isLife(token: string): boolean {
  return WAS.test(token) || isRole(token, 'lived')
}

/** "At the age of 12", "aged 12 years". */
function endOfAge(tokens: readonly string[], at: number, end: number): number | undefined {
  let age = at
  while (age < end && /^(?:age|aged|at|of|the|when)$/.test(tokens[age]!)) age++
  const isAge = age > at && age < end && /^aged?$|^of$/.test(tokens[age - 1]!)
  return isAge && NUMBER.test(tokens[age]!) ? behindUnit(tokens, age + 1) : undefined
}

function behindUnit(tokens: readonly string[], at: number): number {
  return isRole(tokens[at] ?? '', 'age') || isTimeUnit(tokens[at] ?? '') ? at + 1 : at
}

/** "3 years ago", "a couple of months back", "many years ago", "6 weeks prior". */
function readAgo(tokens: readonly string[], at: number, end: number): PastTime | undefined {
  let unit = at
  while (unit < end && isCount(tokens[unit]!)) unit++
  if (unit + 1 >= end || !isRole(tokens[unit + 1]!, 'ago')) return undefined
  // After weeks an illness that passes is over if it was had or treated.
  const length = lengthOfUnit(tokens[unit]!)
  return length && { to: unit + 2, isLong: length === 'years' }
}

function isCount(token: string): boolean {
  return (
    NUMBER.test(token) || BEFORE_AGO.test(token) || token === 'many' || isRole(token, 'several')
  )
}

/** Behind a verb in the past and its subject; undefined where there is none. */
function endOfPastVerb(
  tokens: readonly string[],
  at: number,
  end: number,
  isLong: boolean,
): number | undefined {
  const subject = skip(tokens, at, end, SUBJECT)
  const verb = skip(tokens, subject, end, BETWEEN)
  const isHad = verb > subject && tokens[verb - 1] === 'had'
  const be = skip(tokens, verb, end, BE)
  const token = tokens[be] ?? ''
  const isFound = isRole(token, 'found') && isJoined(tokens, be, verb)
  const isSaid =
    hasOneRole(token, ['cared', 'suffered']) || (isLong && (isRole(token, 'developed') || isFound))
  if (be < end && isSaid) return be + 1 < end ? be + 1 : undefined
  return isHad && verb < end ? verb : undefined
}

/** True if "was" is before a participle, or "with" follows. */
function isJoined(tokens: readonly string[], at: number, verb: number): boolean {
  return at > verb || JOINS.test(tokens[at + 1] ?? '')
}

/** Behind the words from a place on that are of a kind. */
function skip(tokens: readonly string[], at: number, end: number, kind: RegExp): number {
  let to = at
  while (to < end && kind.test(tokens[to]!)) to++
  return to
}

/** Times of the past behind a condition: "gout 2021", "shingles last week", "stroke at 45". */

const AGO = /^(?:ago|back|earlier|prior)$/
const RECENT_UNIT = /^(?:h|hour|hours|hr|hrs|min|mins|minutes|night|nite|nyt)$/
/** The one month that is another word, too. */
const MAY = 'may'
const WAS_SO = /^(?:got|had|was|were)$/
const AT_EVENT = /^(?:at|during|on)$/
const SPELLED_AGE =
  /^(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?)$/

/** True if such a time begins at a word; `oldest` is the highest age that one is. @throws MedlinkError `data_invalid` */
export function isTimeOver(
  tokens: readonly string[],
  at: number,
  end: number,
  oldest: number,
): boolean {
  return isOver(tokens, at, end, oldest) || isTreatedThen(tokens, at, end)
}

/** "2021", "1 wk back", "3 wks prior", "last week", "at 11", "at diagnosis". */
function isOver(tokens: readonly string[], at: number, end: number, oldest: number): boolean {
  const token = tokens[at]!
  const next = at + 1 < end ? tokens[at + 1]! : ''
  if (YEAR.test(token)) return true
  if (AGO.test(token))
    return lengthOfUnit(tokens[at - 1]!) !== undefined && !(token === 'back' && next !== '')
  if (token === 'last') return next === '1' || (isTimeUnit(next) && !RECENT_UNIT.test(next))
  if (AT_EVENT.test(token) && isRole(next, 'event')) return true
  if (token === 'at' && SPELLED_AGE.test(next)) return true
  if (token !== 'at' || !/^\d{1,2}$/.test(next) || Number(next) > oldest) return false
  const unit = at + 2 < end ? tokens[at + 2]! : ''
  return unit === '' || unit === 'in' || isRole(unit, 'age')
}

/** "Was treated in May". */
function isTreatedThen(tokens: readonly string[], at: number, end: number): boolean {
  return (
    tokens[at] === 'in' && at + 1 < end && isMonth(tokens[at + 1]!) && WAS_SO.test(tokens[at - 2]!)
  )
}

/** True for the name of a month: "may" is another word, too. */
export function isNamedMonth(token: string): boolean {
  return isMonth(token) && token !== MAY
}
