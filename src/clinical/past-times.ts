import { type Chart, DATED } from './chart.ts'
import { isRole } from './context-phrases.ts'
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
/** Words before a time: "back in early 2009", "in her late teens". */
const BEFORE_YEAR = /^(?:back|during|early|in|late|mid|the|around)$/
const BEFORE_AGO = /^(?:about|almost|approximately|around|nearly|over|roughly|some|a|an|of)$/
const BEFORE_LIFE = /^(?:back|during|early|her|his|in|late|mid|my|the|their)$/
const LIFE =
  /^(?:adolescence|boyhood|childhood|college|girlhood|infancy|teens|youth|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)$/
const BEFORE_PERSON = /^(?:a|an|little|medical|small|very|young|younger)$/
/** "As a child". */
const YOUNG_PERSON =
  /^(?:adolescent|adult|boy|child|girl|kid|lad|lass|man|newborn|schoolboy|schoolgirl|student|teen|teenager|toddler|woman|youngster|youth)$/
const YOUNG = /^(?:little|small|young|younger)$/
/** "Last winter". */
const LAST = /^(?:last|previous)$/
const PART_OF_YEAR = /^(?:autumn|christmas|decade|diwali|fall|monsoon|spring|summer|winter|year)$/
const GIVEN_BIRTH = /^(?:confinement|delivery|labor|pregnancy)$/
const FORMERLY = /^(?:formerly|previously)$/
/** Phases of a life, which one names by what one was or did then: "in his army days", "in her previous job", "while a sailor". */
const OPENS_PHASE = /^(?:at|during|from|in|of|on|throughout|under)$/
const PHASE =
  /^(?:apprenticeship|bachelorhood|captivity|career|degree|deployment|gap|honeymoon|imprisonment|internship|phd|posting|reign|residency|sabbatical|schooldays|service|studies|tenure|tour|training|travels)$/
const DAYS = /^(?:days|time|years)$/
/** "In her final days", "in his first years of dialysis". */
const NOT_THEN = /^(?:1st|current|few|final|last|past|present|recent|remaining|this|working|\d+)$/
const FORMER = /^(?:earlier|former|old|previous|prior)$/
const LEFT_BEHIND =
  /^(?:career|college|employment|hostel|house|job|marriage|post|posting|relationship|school)$/
const OF_LIFE = /^(?:adult|college|earlier|early|married|middle|school|student|young|younger)$/
const LIFE_OR_AGE = /^(?:adulthood|age|life)$/
const AS_THEN = /^(?:just|only|still|yet)$/
const WAS_DOING =
  /^(?:carrying|employed|expecting|living|married|posted|pregnant|serving|stationed|studying|teaching|training|working)$/
const LIVED =
  /^(?:attended|drank|dated|farmed|kept|lived|married|moved|nursed|owned|played|sailed|served|smoked|studied|taught|trained|was|were|worked)$/
/** "At the time of the divorce", but not of the visit. */
const OF_VISIT =
  /^(?:admission|arrival|assessment|birth|collapse|delivery|diagnosis|discharge|event|exam|examination|fall|incident|injury|presentation|referral|review|scan|surgery|transfer|visit|writing)$/
const EPOCH = /^(?:blitz|cyclone|emergency|epidemic|famine|occupation|partition|riots|war)$/
const SEASON = /^(?:autumn|fall|season|spring|summer|winter|year)$/
const OF_SEASON = /^(?:after|before|he|i|of|she|that|they|we|when)$/
const CHILD_BEFORE = /^(?:1st|2nd|3rd|4th|eldest|firstborn|last|older|oldest|previous|prior)$/
const BIRTH =
  /^(?:baby|babies|birth|child|children|daughter|delivery|kid|labor|pregnancy|son|twins)$/
const OPENS_TIME = /^(?:as|at|before|during|in|on|once|prior to|when|while) /

/** In words, of a time or of its verb. */
const LONGEST = 8

const OPENS_CLAUSE = /^(?:and|but|that|who|then)$/
const SUBJECT = /^(?:he|i|patient|pt|she|the|they|we|who)$/
const BETWEEN = /^(?:again|also|briefly|first|had|has|have|initially|1st|then|twice|once)$/
const HAD = /^(?:caught|contracted|experienced|got|had|overcame|suffered|survived|sustained)$/
/** Verbs of a beginning or of a visit. */
const BEGAN = /^(?:came|complained|developed|presented|underwent|went)$/
const BE = /^(?:been|got|was|were)$/
const WAS_CARED =
  /^(?:admitted|cared|hospitalized|intubated|managed|nursed|operated|rushed|taken|treated|ventilated)$/
const WAS_FOUND = /^(?:detected|diagnosed|evaluated|found|investigated|noted|seen|told)$/
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
  if (verb >= end || !(WAS_CARED.test(tokens[verb]!) || WAS_FOUND.test(tokens[verb]!)))
    return undefined
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
  const isLong =
    !/(?:autumn|fall|monsoon|spring|summer|winter)$/.test(mark.phrase) &&
    !isMonth(tokens[mark.to - 1]!)
  return isPast ? { to: mark.to, isLong } : undefined
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
  const isPast = (own === at ? PART_OF_YEAR : GIVEN_BIRTH).test(tokens[own + 1]!)
  return isPast ? own + 2 : undefined
}

/** "In childhood", "in her late teens", "as a young child", "when he was little". */
function endOfLife(tokens: readonly string[], at: number, end: number): number | undefined {
  if (tokens[at] === 'as') {
    const who = skip(tokens, at + 1, end, BEFORE_PERSON)
    return who > at + 1 && who < end && isYoung(tokens[who]!) ? who + 1 : undefined
  }
  if (tokens[at] === 'when') {
    const age = /^(?:was|were)$/.test(tokens[at + 2] ?? '') ? at + 3 : at + 1
    if (age < end && YOUNG.test(tokens[age]!)) return age + 1
    const who = skip(tokens, age, end, BEFORE_PERSON)
    if (who > age && who < end && isYoung(tokens[who]!)) return who + 1
    return age === at + 3 && NUMBER.test(tokens[age] ?? '')
      ? behindUnit(tokens, age + 1)
      : undefined
  }
  const to = skip(tokens, at, end, BEFORE_LIFE)
  return to > at && to < end && LIFE.test(tokens[to]!) ? to + 1 : undefined
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
  if (token === 'the') return SEASON.test(next) && OF_SEASON.test(then) ? at + 3 : undefined
  if (token === 'early') return next === 'in' && then === 'life' ? at + 3 : undefined
  if (token === 'with') {
    if (!isRole(next, 'possessive') || !CHILD_BEFORE.test(then)) return undefined
    const isLast = at + 3 >= end
    return isLast || BIRTH.test(tokens[at + 3]!) ? Math.min(end, at + 4) : undefined
  }
  if (!OPENS_PHASE.test(token)) return undefined
  if (token === 'during' && next === 'the' && EPOCH.test(then)) return at + 3
  if (token === 'at' && next === 'the' && then === 'time') return endOfOccasion(tokens, at + 3, end)
  if (PHASE.test(next) && (token === 'on' || token === 'during')) return at + 2
  if (OF_LIFE.test(next) && LIFE_OR_AGE.test(then)) return at + 3
  // The tables have "in the old days".
  const isOlder = FORMER.test(then) && at + 3 < end && !DAYS.test(tokens[at + 3]!)
  if (isOlder && /^(?:an?|the)$/.test(next)) return at + 4
  if (!isRole(next, 'possessive')) return undefined
  const last = at + 3 < end ? tokens[at + 3]! : ''
  if (isOlder) return at + 4
  if (LAST.test(then) || then === '1st') return LEFT_BEHIND.test(last) ? at + 4 : undefined
  if (NOT_THEN.test(then)) return undefined
  if (DAYS.test(last)) return at + 4
  return PHASE.test(then) && token !== 'of' ? at + 3 : undefined
}

function endOfOccasion(tokens: readonly string[], at: number, end: number): number | undefined {
  const noun = skip(tokens, at, end, /^(?:her|his|my|of|the|their)$/)
  return tokens[at] === 'of' && noun > at + 1 && noun < end && !OF_VISIT.test(tokens[noun]!)
    ? noun + 1
    : undefined
}

function endOfWhile(tokens: readonly string[], at: number, end: number): number | undefined {
  if (SUBJECT.test(tokens[at] ?? '')) return LIVED.test(tokens[at + 1] ?? '') ? at + 2 : undefined
  const next = skip(tokens, at, end, AS_THEN)
  if (next >= end) return undefined
  if (next > at || WAS_DOING.test(tokens[next]!)) return next + 1
  return /^an?$/.test(tokens[next]!) && next + 1 < end ? next + 2 : undefined
}

function isYoung(token: string): boolean {
  return YOUNG_PERSON.test(token) || isRole(token, 'infant')
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
  const isCared = WAS_CARED.test(token)
  const isSaid =
    isCared ||
    HAD.test(token) ||
    (isLong && (BEGAN.test(token) || (WAS_FOUND.test(token) && isJoined(tokens, be, verb))))
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
