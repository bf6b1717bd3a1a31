import type { Chart, Mark, Span } from '../clinical/chart.ts'
import { isRole, type TriggerContext } from '../clinical/context-phrases.ts'
import { isDrugWord } from '../clinical/drug-words.ts'
import { isChronic } from '../clinical/history.ts'
import { isTimeUnit, YEAR } from '../clinical/time-words.ts'
import { WORD } from './presence-words.ts'

/**
 * Words that keep a condition from being taken as present by the grammar of its own item, whatever they are about: a later
 * trigger without a condition of its own ("compartment syndrome watch"), a time that is over ("statin myopathy rosuva 2021"),
 * a view of the writer ("stroke is on my list"), a verdict of nought ("vomiting G0"), a test that is normal or is all that is
 * said, where to go with it ("stridor, drooling, cyanosis => ER"), a worry, a question, and another person who may be "she".
 */

/** A condition with the bounds of its sentence and of the item around it. */
export interface Item extends Span {
  /** The first word of the sentence behind its heading, or as far back as words may govern. */
  readonly first: number
  /** The first word of its item; the words of an item are parted by no mark. */
  readonly start: number
  /** Behind the last word of its item, or the first word of the next condition in it. */
  readonly end: number
  /** Behind the last word of its sentence, or as far as words may govern. */
  readonly last: number
  /** True if that is another condition. */
  readonly isShared: boolean
}

/** Statements of a trigger about what follows it; with nothing there, it speaks of the condition before. */
const OF_NEXT: ReadonlySet<TriggerContext> = new Set(['suspected', 'planned', 'past', 'family'])
/** Triggers that say when, how often or what was done: "backache 1 month after lifting", "COPD s/p stent", "htn prn hydralazine". */
const OF_COURSE = /\bafter\b|^(?:old|post|prn|s\/p|status post)$|^only when/
/** "Without" and the like deny something else. */
const SAYS_NO = /^(?:never|nil|no|none|not)\b/
/** The writer's own view: "is on my list". */
const OF_WRITER = /^(?:my|our)$/
const LEADS_VIEW = /^(?:are|in|is|of|on)$/
/** "Near the top of the list", but not "on the problem list". */
const LIST_OF_PROBLEMS = /^problems?$/
/** Grades and counts of nought. */
const NOUGHT = /^(?:g0|grade0|x0)$/
/** In words behind "not on". */
const TEST_WITHIN = 3
const NORMAL = /^(?:nad|normal|unremarkable)$/
/** Tests whose normal result is of a lasting disease, too. */
const IMAGED = /^(?:angio|angiogram|biopsy|ct|cta|ctpa|doppler|hrct|mra|mri)$/
const JOINS = /^(?:&|and)$/
/** How soon a test is done. */
const HOW_SOON = /^(?:asap|booked|due|ordered|requested|sent|stat|today|tomorrow|urgent)$/
/** Roles of words by which a label has what it names. */
const AFFIRMING = ['affirming', 'course', 'managed', 'operated', 'result', 'returning'] as const
/** "Fracture - skin intact". */
const SPARED = /^(?:neurovascular|neurovascularly|nv|skin)$/
const SAYS_THERE = /^(?:active|chronic|current|ongoing|present|remission|there)$/
/** Where to go, or what to do, behind a list of at least three warnings. */
const GOES_TO = /^(?:000|112|911|999|call|casualty|ed|emergency|er|return)$/
const FEWEST_WARNINGS = 3
/** "Cause? sarcoidosis". */
const ASKS_FOR = /^(?:aetiology|cause|etiology|reason|source|why)$/
/** Advice at the beginning of a sentence. */
const TELLS_TO = /^(?:avoid|prevent|report|watch)$/
const AGO = /^(?:ago|back|prior)$/
/** Units of a time after which what passes is over. */
const LONG_UNIT =
  /^(?:fortnight|week|weeks|wk|wks|\d{1,2}\/(?:12|52)|(?:\d{0,2})(?:m|mo|month|months|mth|mths|y|year|years|yr|yrs))$/
const RECENT_UNIT = /^(?:h|hour|hours|hr|hrs|min|mins|minutes|night|nite|nyt)$/
const CONTINUES = /^(?:from|since)$/
/** Events that are over when their note is written. */
const EVENT = /^(?:birth|delivery|diagnosis|extubation|induction|intubation)$/
const AT_EVENT = /^(?:at|during|on)$/
/** The highest age that is hardly a measure: "at 18". */
const OLDEST_BARE_AGE = 25
const SPELLED_AGE = /^(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)$/
const WORRIES = /^(?:concern|fear|fears|worried|worries|worry)$/
const PRONOUN = /^(?:he|she)$/
const REFLEXIVE = /^(?:herself|himself)$/
const IS_PATIENT = /^(?:patient|pt|self)$/
/** In words between a pronoun and the condition behind it. */
const SUBJECT_WITHIN = 4
/** In words between a relative and what the relative has. */
const RELATIVE_WITHIN = 40
/** In words between a relative and the pronoun. */
const PERSON_WITHIN = 6
/** In words behind a relative who reports of the patient. */
const INFORMS_WITHIN = 3
const HAS_OR_IS = /^(?:had|has|is|was)$/

/** The places of such words, ascending; `parts` are those of the words of the text. Linear in the length of the sentence. */
export function reservationsOf(chart: Chart, item: Item, parts: Uint8Array): readonly number[] {
  const places = [
    ...worriesIn(chart, item),
    ...askedBefore(chart, item),
    ...otherPersonIn(chart, item),
    ...otherPersonBefore(chart, item),
    ...otherPersonBehind(chart, item),
    ...hadIn(chart, item),
    ...triggersBehind(chart, item, parts),
    ...viewsBehind(chart, item),
    ...pastBehind(chart, item),
    ...testBehind(chart, item),
    ...labelled(chart, item, parts),
    ...warningBehind(chart, item),
  ]
  return [...new Set(places)].toSorted((a, b) => a - b)
}

/** "His worry was leukaemia". */
function worriesIn({ tokens }: Chart, { start, from }: Item): number[] {
  return placesIn(start, from).filter((at) => WORRIES.test(tokens[at]!))
}

/** "Cause? sarcoidosis", "at risk exposure keratitis", "report numbness early", "recent gastroenteritis". */
function askedBefore({ tokens, gaps }: Chart, { first, from }: Item): number[] {
  const at = from - 1
  if (at < first) return []
  const isAsked = gaps.doubtsLeft[from] === 1 && ASKS_FOR.test(tokens[at]!)
  const isAtRisk = tokens[at] === 'risk' && tokens[at - 1] === 'at'
  const isToReport = at === first && TELLS_TO.test(tokens[at]!) && gaps.stops[from] === 0
  return isAsked || isAtRisk || isToReport || tokens[at] === 'recent' ? [at] : []
}

/** "Caller is her daughter; she has bronchitis", "father drank himself to cirrhosis": a relative that the pronoun fits. */
function otherPersonIn({ tokens }: Chart, { first, from }: Item): number[] {
  const at = placesIn(first, from).findLast((place) => isOfPerson(tokens, place))
  if (at === undefined) return []
  const isFit = (place: number) =>
    fits(tokens, place, isMale(tokens[at]!)) &&
    !placesIn(place + 1, place + 1 + INFORMS_WITHIN).some((next) =>
      isRole(tokens[next] ?? '', 'informant'),
    )
  return placesIn(Math.max(first, at - PERSON_WITHIN), at).some(isFit) ? [at] : []
}

/** True for "he" and "himself". */
function isMale(pronoun: string): boolean {
  return pronoun.startsWith('h') && pronoun !== 'herself'
}

/** True if a pronoun of a gender may be that of a relative. */
function fits(tokens: readonly string[], at: number, isOfMale: boolean): boolean {
  return isRole(tokens[at]!, 'relative') && !isRole(tokens[at]!, isOfMale ? 'female' : 'male')
}

/**
 * "Collateral from wife: he snores. She has depression herself", "she is weepy, says husband. He has angina": a relative of an
 * earlier sentence, where the pronoun is reflexive or the other one was used, too.
 */
function otherPersonBefore({ tokens }: Chart, { first, from, to, end }: Item): number[] {
  const near = placesIn(Math.max(0, from - RELATIVE_WITHIN), first)
  const at = placesIn(first, end).find((place) => isOfPerson(tokens, place))
  if (at === undefined || (at < to && from - at > SUBJECT_WITHIN)) return []
  const isOfMale = isMale(tokens[at]!)
  const isOther = REFLEXIVE.test(tokens[at]!)
    ? !IS_PATIENT.test(tokens[at - 1] ?? '')
    : near.some((place) => PRONOUN.test(tokens[place]!) && isMale(tokens[place]!) !== isOfMale)
  return isOther && near.some((place) => fits(tokens, place, isOfMale)) ? [at] : []
}

/** "Baby of a diabetic mother": the condition says which relative. */
function otherPersonBehind({ tokens, gaps }: Chart, { to, last }: Item): number[] {
  const isNext = to < last && gaps.items[to] === 0 && gaps.stops[to] === 0
  return isNext && isRole(tokens[to]!, 'relative') ? [to] : []
}

function isOfPerson(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]!
  return REFLEXIVE.test(token) || (PRONOUN.test(token) && HAS_OR_IS.test(tokens[at + 1] ?? ''))
}

/** "Pt had DVT", but not "has had". */
function hadIn({ tokens }: Chart, { start, from }: Item): number[] {
  const at = from - 1
  const isHad = at >= start && tokens[at] === 'had' && !/^ha(?:d|s|ve)$/.test(tokens[at - 1] ?? '')
  return isHad ? [at] : []
}

/** "Panic attacks used to occur", "cord compression no features". */
function triggersBehind(chart: Chart, { to, end, isShared }: Item, parts: Uint8Array): number[] {
  if (isShared) return []
  const { marks, markOf } = chart
  return placesIn(to, end)
    .filter((at) => marks[markOf[at]!]?.from === at && parts[at] === WORD.unknown)
    .filter((at) => speaksBack(marks[markOf[at]!]!, at === to))
    .slice(0, 1)
}

function speaksBack({ rules, phrase }: Mark, isNext: boolean): boolean {
  if (OF_COURSE.test(phrase)) return false
  const ahead = rules.filter(({ direction }) => direction === 'forward')
  return ahead.some(({ context }) => OF_NEXT.has(context) || (isNext && SAYS_NO.test(phrase)))
}

/** "Stroke is on my list", "vomiting G0", "cholera until culture is back", "covid then, now well". */
function viewsBehind(chart: Chart, item: Item): number[] {
  const { tokens, gaps } = chart
  const { to, end } = item
  if (to === end) return []
  const views = placesIn(to, end).filter((at) => isView(tokens, at) || NOUGHT.test(tokens[at]!))
  const next = tokens[to]!
  const isLast = gaps.ends[end] === 1 || end === item.last
  const isThen =
    next === 'then' &&
    to + 1 === end &&
    (gaps.commas[end] === 1 || (isLast && item.from === item.start))
  if (next === 'until' || next === 'gone' || isThen) views.push(to)
  return [...views, ...notOnTest(chart, item), ...normalBehind(chart, item)]
}

function isView(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1]!
  if (tokens[at] === 'list') return !LIST_OF_PROBLEMS.test(before)
  return OF_WRITER.test(tokens[at]!) && LEADS_VIEW.test(before)
}

/** "Iritis not on slit lamp". */
function notOnTest({ tokens }: Chart, { to, end }: Item): number[] {
  if (tokens[to] !== 'not' || !/^(?:at|by|in|on)$/.test(tokens[to + 1]!)) return []
  const near = placesIn(to + 2, Math.min(end, to + 2 + TEST_WITHIN))
  const isOfTest = (at: number) =>
    isRole(tokens[at]!, 'investigation') || isRole(tokens[at]!, 'source')
  return near.some(isOfTest) ? [to] : []
}

/** "PIH normal BP", "ILD HRCT normal", "pre-eclampsia bloods and BP normal". */
function normalBehind(chart: Chart, { from, to, end }: Item): number[] {
  const { tokens } = chart
  const isTest = (at: number) =>
    at < end && (isRole(tokens[at]!, 'investigation') || isRole(tokens[at]!, 'measured'))
  let verdict = to
  while (isTest(verdict) || (JOINS.test(tokens[verdict]!) && isTest(verdict + 1))) verdict++
  if (verdict >= end || !NORMAL.test(tokens[verdict]!)) return []
  // "Hypothyroidism TSH normal" is under control.
  const isControlled = !IMAGED.test(tokens[to]!) && isChronic(chart, { from, to })
  return isControlled ? [] : [verdict]
}

/** "Cushing's → DST": a test, and nothing else, of what a line or a sentence names alone. */
function testBehind({ tokens, gaps }: Chart, item: Item): number[] {
  const { from, to, first, start, end, last } = item
  const isAlone = from === start && to === end && (from === first || gaps.ends[from] === 1)
  const isLabel = gaps.labels[to] === 1 || (gaps.stops[to] === 1 && gaps.commas[to] === 0)
  if (!isAlone || !isLabel || to >= last || !isRole(tokens[to]!, 'investigation')) return []
  let at = to + 1
  while (at < last && HOW_SOON.test(tokens[at]!)) at++
  return at === last || gaps.items[at] === 1 || gaps.stops[at] === 1 ? [to] : []
}

/**
 * "Hypothyroidism - TSH normal", "metastasis: 0/14": a label of which nothing behind it says that it is there. A condition, a
 * drug, a treatment or an answer does; a measure, too, of a lasting disease: "HTN - 150/90".
 */
function labelled(chart: Chart, { from, to, first, last }: Item, parts: Uint8Array): number[] {
  const { words, tokens, gaps } = chart
  const isHead = from === first || gaps.items[from] === 1 || gaps.stops[from] === 1
  if (!isHead || to >= last || gaps.labels[to] === 0) return []
  const isLasting = isChronic(chart, { from, to })
  const affirms = (at: number) =>
    parts[at] === WORD.target ||
    parts[at] === WORD.behind ||
    isDrugWord(tokens[at]!) ||
    SAYS_THERE.test(tokens[at]!) ||
    SPARED.test(tokens[at]!) ||
    AFFIRMING.some((role) => isRole(tokens[at]!, role)) ||
    (isLasting && words[at]!.kind === 'number')
  return placesIn(to, last).some(affirms) ? [] : [to]
}

/** "Stridor, drooling, cyanosis => ER": where to go with what a list warns of. */
function warningBehind({ tokens, gaps }: Chart, { first, to, last }: Item): number[] {
  const goal = placesIn(to, last).find((at) => gaps.stops[at] === 1)
  if (goal === undefined) return []
  const isGoal = GOES_TO.test(tokens[goal]!) || (tokens[goal] === 'a' && tokens[goal + 1] === 'e')
  const begin = placesIn(first + 1, to).findLast((at) => gaps.stops[at] === 1) ?? first
  const marks = placesIn(begin + 1, goal).filter((at) => gaps.items[at] === 1)
  return isGoal && marks.length + 1 >= FEWEST_WARNINGS ? [goal] : []
}

/** Times that are over, of a condition that passes. */
function pastBehind(chart: Chart, { from, to, start, end }: Item): number[] {
  const { tokens } = chart
  const own = placesIn(to, end)
  const { marks, markOf } = chart
  // "Cough came on 3 weeks back".
  const isBegun = placesIn(start, end).some((at) => marks[markOf[at]!]?.ends === 'onset')
  const isOn = isBegun || own.some((at) => CONTINUES.test(tokens[at]!))
  if (isOn || isChronic(chart, { from, to })) return []
  return own.filter((at) => isOver(tokens, at, end))
}

/** "2021", "1 wk back", "3 wks prior", "last week", "at 11", "at diagnosis". */
function isOver(tokens: readonly string[], at: number, end: number): boolean {
  const token = tokens[at]!
  const next = at + 1 < end ? tokens[at + 1]! : ''
  if (YEAR.test(token)) return true
  if (AGO.test(token)) return LONG_UNIT.test(tokens[at - 1]!) && !(token === 'back' && next !== '')
  if (token === 'last') return next === '1' || (isTimeUnit(next) && !RECENT_UNIT.test(next))
  if (AT_EVENT.test(token) && EVENT.test(next)) return true
  if (token === 'at' && SPELLED_AGE.test(next)) return true
  if (token !== 'at' || !/^\d{1,2}$/.test(next) || Number(next) > OLDEST_BARE_AGE) return false
  const unit = at + 2 < end ? tokens[at + 2]! : ''
  return unit === '' || unit === 'in' || isRole(unit, 'age')
}

function placesIn(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
