import type { Assertion } from '../../clinical/assertions.ts'
import { type Chart, type Mark, type Span, says } from '../../clinical/chart.ts'
import { isRole, type TerminatorKind } from '../../clinical/context-phrases.ts'
import { isChronic, SAYS_OVER, SAYS_PAST } from '../../clinical/history.ts'
import { sides } from '../../clinical/laterality.ts'
import { readPastTime } from '../../clinical/past-times.ts'
import { isMonth, lengthOfUnit, YEAR } from '../../clinical/times.ts'
import { isEverydayWord } from '../../language/everyday-words.ts'
import {
  firstPlace,
  type Item,
  isAnywhere,
  isPredicate,
  lastPlace,
  WORD,
} from '../presence-words.ts'

/**
 * Statements about a condition that are apart from it, in an item, a clause or a sentence without a condition of its own:
 * an item after it, "pneumonia, to rule out", "migraine (her mother)", "fracture, old", or before it, "as a child, eczema",
 * "possibly, gout"; a verdict, "pneumonia. Ruled out.", "gout, but excluded", "angina, which she denies".
 */

/** In words. */
const LONGEST_ITEM = 4
const LONGEST_CLAUSE = 7
/** Doubts, risks and worries about the condition before them. */
const SPEAKS_BACK =
  /^(?:(?:to )?(?:r\/o|rule out|exclude)|needs? (?:exclusion|excluding|ruling out|confirming|confirmation)|tbc|to be confirmed|(?:at )?risk(?: of)?|(?:to )?(?:watch|monitor)(?: for(?: it)?)?|familial|paternal|maternal|fam hx|family hx|fhx?|self diagnosed|(?:per|by|via) google|(?:a|his|her) (?:worry|concern|fear)|(?:he|she|pt|patient) (?:fears|thinks|wonders|believes|worries|suspects))$/
/** Times of a condition that passes. */
const SAYS_OLD = /^(?:old|remote|historical|(?:in )?childhood|once|1 time)$/
/** Status in brackets, of what lasts, too: "asthma (inactive)". */
const IS_INACTIVE = /^(?:inactive|old|past|previous(?:ly)?)$/
/** Words around a relative. */
const OF_PERSON = /^(?:also|and|as|both|elder|her|his|in|of|older|the|their|too|well|younger)$/
/** Doubts that open a sentence about conditions, and times besides those of {@link readPastTime}. */
const FRONTED =
  /^(?:once|in the (?:distant )?past|long ago|possibly|perhaps|maybe|probably|query|suspected)$/
/** Before a clause about the condition right before it. */
const OPENS_CLAUSE = /^(?:but|however|that|though|which|yet)$/
/** Between the conditions of a list. */
const JOINS = /^(?:and|or|nor|&)$/
/** "Thrombophlebitis. Removed." is about the cannula. */
const OF_TREATMENT = /(?:drained|excised|managed|operated|removed|repaired|treated)$/
const OF_VERB: ReadonlySet<TerminatorKind> = new Set(['verb', 'be', 'patient'])

/** The places of such statements; `parts` are those of the words of the text. */
export function statementsApart(chart: Chart, item: Item, parts: Uint8Array): readonly number[] {
  return [
    ...itemBehind(chart, item, parts),
    ...itemInFront(chart, item),
    ...verdictApart(chart, item, parts),
    ...correctedBehind(chart, item, parts),
  ]
}

function itemBehind(
  chart: Chart,
  { from, to, end, last, isShared }: Item,
  parts: Uint8Array,
): number[] {
  const { tokens, gaps } = chart
  const isParted = end < last && !isShared && (gaps.commas[end] === 1 || gaps.opens[end] === 1)
  if (!isParted || gaps.stops[end] === 1 || end - to > 1) return []
  const isOver = (at: number) => gaps.items[at] === 1 || gaps.stops[at] === 1
  const stop = firstPlace(end + 1, last, isOver) ?? last
  if (stop - end > LONGEST_ITEM || isAnywhere(end, stop, (at) => parts[at] === WORD.target))
    return []
  const words = tokens.slice(end, stop)
  const isOfPerson =
    words.some((word) => isRole(word, 'relative')) &&
    words.every((word) => isRole(word, 'relative') || OF_PERSON.test(word) || /^\d+$/.test(word))
  const written = words.join(' ')
  const speaks =
    isOfPerson ||
    SPEAKS_BACK.test(written) ||
    (gaps.opens[end] === 1 && IS_INACTIVE.test(written)) ||
    (SAYS_OLD.test(written) && !isChronic(chart, { from, to }))
  return speaks ? [end] : []
}

function itemInFront(chart: Chart, { first, from, to }: Item): number[] {
  const { tokens, gaps } = chart
  const stop = firstPlace(
    first + 1,
    Math.min(from, first + LONGEST_ITEM) + 1,
    (at) => gaps.items[at] === 1,
  )
  if (stop === undefined || gaps.commas[stop] === 0 || gaps.stops[stop] === 1) return []
  const time = readPastTime(tokens, first, stop)
  // "In 2005, diabetes was diagnosed" lasts since.
  const isOfYear = isAnywhere(first, stop, (at) => YEAR.test(tokens[at]!))
  const isTime = time?.to === stop && time.isLong && !(isOfYear && isChronic(chart, { from, to }))
  if (!isTime && !FRONTED.test(tokens.slice(first, stop).join(' '))) return []
  return isAnywhere(stop + 1, from + 1, (at) => gaps.stops[at] === 1) ? [] : [first]
}

/** The place of a verdict that is all of the next clause or sentence. */
function verdictApart(chart: Chart, { to, last }: Item, parts: Uint8Array): number[] {
  const { tokens, gaps } = chart
  let at = to
  while (at < last && (parts[at] === WORD.target || JOINS.test(tokens[at]!))) at++
  const isClause = at < last && at === to && OPENS_CLAUSE.test(tokens[at]!)
  const isSentence = at === last && at < tokens.length && gaps.ends[at] === 1
  if (!isClause && !isSentence) return []
  const begin = isClause ? at + 1 : at
  return verdictOf(chart, begin, isClause ? last : tokens.length, parts)
}

/** The verdict that is all of a clause, besides its subject and how it was reached. */
function verdictOf(chart: Chart, begin: number, last: number, parts: Uint8Array): number[] {
  const { words, tokens, gaps, markAt } = chart
  let end = begin
  const isOver = (at: number) =>
    gaps.ends[at] === 1 || gaps.stops[at] === 1 || gaps.commas[at] === 1
  while (end < last && (end === begin || !isOver(end))) end++
  // "No. of days 3".
  if (end - begin > LONGEST_CLAUSE || tokens[end] === 'of') return []
  let verdict: number | undefined
  for (let at = begin; at < end; at++) {
    const mark = markAt[at]
    if (parts[at] === WORD.target) return []
    if (mark !== undefined && mark.rules.length > 0) {
      if (!isVerdict(mark) || isRole(tokens[mark.from]!, 'investigation')) return []
      verdict ??= mark.from
    } else if (mark !== undefined) {
      if (mark.ends === undefined || !OF_VERB.has(mark.ends)) return []
    } else if (isRole(tokens[at]!, 'investigation')) {
      // "Cough. Swab negative."
      if (verdict === undefined) return []
    } else if (!words[at]!.stop && words[at]!.kind === 'word') return []
  }
  return verdict === undefined ? [] : [verdict]
}

/** True for what speaks back, and denies, doubts or ends. */
function isVerdict({ phrase, rules }: Mark): boolean {
  if (OF_TREATMENT.test(phrase)) return false
  return rules.some(
    ({ context, direction, score }) =>
      (direction === 'backward' || direction === 'closing') &&
      (context === 'absent' ||
        context === 'suspected' ||
        (context === 'past' && score >= SAYS_OVER)),
  )
}

/** Verbs that correct the diagnosis before them, where a noun follows. */
const CORRECTS =
  /^(?:(?:turned|turns) out (?:to be|to have been|it was)|proved to (?:be|have been)|(?:is|was|were) (?:actually|in fact|in reality|just|merely|only|really|simply)) /
/** Symptoms that are a diagnosis, too. */
const IS_FIT = /^(?:fits?|seizures?)$/
const WAS = /^(?:is|was|were)$/
const ARTICLE = /^(?:a|an|the)$/
const ARTEFACT = /^(?:artefacts?|artefactual|artifacts?|artifactual)$/
/** Nouns and adjectives that say how a condition was. */
const OF_IT =
  /^(?:bit|chance|challenge|concern|few|huge|incidental|issue|known|large|lot|major|minor|moderate|new|nuisance|old|problem|real|recent|small|stable|surprise|trigger|worry)$/
/** In words of the longest of these. */
const LONGEST_CORRECTION = 6
/** "Managed as gout but it was sepsis", "treated as PE but scan clear". */
const MANAGED =
  /^(?:admitted|coded|diagnosed|labeled|managed|misdiagnosed|mislabeled|referred|seen|treated)$/
const SAYS_BUT = /^(?:although|but|however|though)$/
const BUT_WITHIN = 4
const BEFORE_NAME =
  /^(?:a|an|actually|been|has|in|fact|is|it|really|the|this|that|to|turned|out|be|was|were)$/
const NORMAL = /^(?:clean|clear|fine|neg|negative|nad|normal|ok|unremarkable)$/
const WRONG =
  /(?:^| )(?:is|was) (?:not (?:correct|right|so|true)|(?:an error|a mistake|incorrect|mistaken|untrue|wrong))(?: |$)/
const WRONG_WITHIN = 12

/** The place of words that correct a diagnosis: "his stroke turned out to be a migraine", "VT on telemetry was artefact". */
function correctedBehind(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const { tokens } = chart
  const { to, end, last } = item
  // "The jaw pain turned out to be arteritis" explains it.
  const name = tokens[to - 1]!
  if (isRole(name, 'symptom') && !IS_FIT.test(name)) return []
  const isCorrection = (at: number) => {
    const verb = CORRECTS.exec(`${tokens.slice(at, at + LONGEST_CORRECTION).join(' ')} `)
    if (verb !== null) return isNoun(chart, at + verb[0].trim().split(' ').length, last, parts)
    if (!WAS.test(tokens[at]!)) return false
    if (ARTEFACT.test(tokens[at + 1] ?? '')) return true
    const isSeen = tokens.slice(to, at).some((each) => isRole(each, 'investigation'))
    return isSeen && ARTICLE.test(tokens[at + 1] ?? '') && isNoun(chart, at + 1, last, parts)
  }
  const verb = firstPlace(to, end, isCorrection)
  if (verb !== undefined) return [verb]
  const but = firstPlace(to, Math.min(last, to + WRONG_WITHIN), (at) => SAYS_BUT.test(tokens[at]!))
  const isManaged = tokens[item.from - 1] === 'as' && MANAGED.test(tokens[item.from - 2] ?? '')
  if (
    but !== undefined &&
    isManaged &&
    but - to <= BUT_WITHIN &&
    isOther(chart, but + 1, last, parts)
  )
    return [but]
  const opens = but ?? firstPlace(to, Math.min(last, to + 2), (at) => tokens[at] === 'which')
  if (opens === undefined) return []
  const stop = firstPlace(
    opens,
    Math.min(last, opens + WRONG_WITHIN),
    (at) => parts[at] === WORD.target,
  )
  const clause = tokens.slice(opens, stop ?? Math.min(last, opens + WRONG_WITHIN))
  return WRONG.test(clause.join(' ')) ? [opens] : []
}

/** True if a noun begins at a word: a condition, or a thing with its article. */
function isNoun({ tokens, gaps }: Chart, at: number, last: number, parts: Uint8Array): boolean {
  if (at >= last || gaps.items[at] === 1) return false
  const hasArticle = ARTICLE.test(tokens[at]!)
  const next = hasArticle ? at + 1 : at
  if (next >= last || OF_IT.test(tokens[next]!)) return false
  return hasArticle || parts[next] === WORD.target || ARTEFACT.test(tokens[next]!)
}

/** True if a clause names what it was instead, or a test that found nothing. */
function isOther({ tokens }: Chart, from: number, last: number, parts: Uint8Array): boolean {
  let at = from
  while (at < last && BEFORE_NAME.test(tokens[at]!)) at++
  if (at >= last) return false
  if (parts[at] === WORD.target)
    return tokens.slice(from, at).some((each) => WAS.test(each) || each === 'be')
  return isRole(tokens[at]!, 'investigation') && NORMAL.test(tokens[at + 1] ?? '')
}

/** A condition with what the text says of it, and the places of the words that keep it from being taken as present. */
export interface Listed extends Span {
  readonly said: readonly Assertion[]
  readonly unclear: readonly number[]
}

/** Text between two items of a list. */
const JOINT = /^(?:\s*(?:,|\/|&|\b(?:and|or|nor|plus)\b)\s*)+(?:\b(?:an?|the)\b\s*)?$/i
/** Answers to each of a pair of signs: "jaundice, ascites nil", "fever, rash not seen". */
const ANSWERS = /^(?:absent|nil|no|none|not)\b/

/** Between a condition and one that is less likely, "eczema > psoriasis", or that may be there, too: "eczema ± impetigo". */
const RIVALS = /^\s*(?:>{1,2}|more than)\s*$/
const MAYBE = /^\s*(?:±|\+\/-)\s*$/
/** Behind a sign that is doubtful: "pallor +/-". */
const DOUBTFUL = /^\s*(?:±|\+\/-)\s*(?:$|[.,;)\r\n]|(?:at|in|on|over|to)\b)/
/** In UTF-16 units. */
const LONGEST_SIGN = 12
const SHOWN_BY = /^(?:by|on|via)$/

/**
 * The places of each condition, and those that it shares with others: in a list of nothing but conditions the words behind
 * the last may be about all of them, "gout, jaundice in father", and so may those before the first, "?gout, jaundice". None
 * is taken as present if they keep the condition next to them from it.
 */
export function sharedInLists(
  text: string,
  chart: Chart,
  conditions: readonly Listed[],
): readonly (readonly number[])[] {
  const textBehind = (at: number) =>
    text.slice(
      chart.words[conditions[at]!.to - 1]!.end,
      chart.words[conditions[at + 1]!.from]!.start,
    )
  // "No chest pain, K/C/O HTN": an item with a phrase of its own is of no bare list.
  const isJoined = (at: number) =>
    at + 1 < conditions.length &&
    chart.markAt[conditions[at + 1]!.from] === undefined &&
    JOINT.test(textBehind(at))
  const isBetween = (at: number, ...signs: readonly RegExp[]) =>
    at + 1 < conditions.length && signs.some((sign) => sign.test(textBehind(at)))
  const shared: (readonly number[])[] = []
  while (shared.length < conditions.length) {
    const begin = shared.length
    let end = begin
    while (isJoined(end)) end++
    const list = conditions.slice(begin, end + 1)
    const isPair = list.length === 2 && textBehind(begin).trim() === ','
    const ends =
      list.length < 2
        ? []
        : [
            ...headOf(chart, conditions[begin - 1], list[0]!),
            ...tailOf(text, chart, list.at(-1)!, isPair),
          ]
    for (const each of list) {
      const places = ends.filter(({ holds }) => holds(each)).map(({ place }) => place)
      const at = shared.length
      if (at > 0 && isBetween(at - 1, MAYBE, RIVALS)) places.push(each.from)
      const behind = chart.words[each.to - 1]!.end
      const isDoubtful = DOUBTFUL.test(text.slice(behind, behind + LONGEST_SIGN))
      if (isDoubtful || isBetween(at, RIVALS)) places.push(each.to - 1)
      shared.push([...new Set([...each.unclear, ...places])].toSorted((a, b) => a - b))
    }
  }
  return shared
}

/** A word at an end of a list, and the conditions that it may speak of. */
interface ListEnd {
  readonly place: number
  holds(condition: Listed): boolean
}

/** The words before the first condition of a list that may be about all of it. */
function headOf(
  chart: Chart,
  before: Listed | undefined,
  { from, said, unclear }: Listed,
): ListEnd[] {
  const { tokens, gaps } = chart
  const isMark = (at: number) => gaps.items[at] === 1 || gaps.stops[at] === 1 || gaps.ends[at] === 1
  // "Apnoea on CPAP, obesity": the words are between two conditions.
  if (before !== undefined && !isAnywhere(before.to, from + 1, isMark)) return []
  const places = unclear.filter(
    (at) => at < from && isStatement(chart, at) && !isRole(tokens[at]!, 'investigation'),
  )
  const told = said.filter(({ context }) => context !== 'absent')
  return endsOf(chart, places, told, from)
}

/** The words behind the last condition of a list, in its item, that may be about all of it. */
function tailOf(
  text: string,
  chart: Chart,
  { to, said, unclear }: Listed,
  isPair: boolean,
): ListEnd[] {
  const { words, tokens, gaps, markAt } = chart
  const behind = text.slice(words[to - 1]!.end, words[to]?.start)
  const isApart = gaps.labels[to] === 1 || gaps.opens[to] === 1
  // "Epilepsy, seizure-free", "COPD, AAA 4 cm under surveillance", "vitiligo, T1DM → screen for coeliac".
  const isOwn =
    behind === '-' ||
    tokens[to] === 'until' ||
    (words[to]?.kind === 'number' && !YEAR.test(tokens[to]!)) ||
    (gaps.stops[to] === 1 && !isApart)
  if (isOwn) return []
  // "AF, tamponade ruled out by echo".
  const isShown = (at: number) =>
    SHOWN_BY.test(tokens[at]!) && isRole(tokens[at + 1] ?? '', 'investigation')
  const isOver = (at: number) =>
    gaps.ends[at] === 1 ||
    JOINS.test(tokens[at]!) ||
    ((at > to || !isApart) && (gaps.items[at] === 1 || gaps.stops[at] === 1))
  const end = firstPlace(to, words.length, isOver) ?? words.length
  const isPast = (at: number) => YEAR.test(tokens[at]!) || says(markAt[at], 'past')
  const isPlain = (at: number) => isPast(at) || words[at]!.stop || isRole(tokens[at]!, 'unit')
  // "Gout, hernia fixed 2008", "varices, hep C cured with DAAs".
  const isDetailed = isAnywhere(to, end, isPast) && isAnywhere(to, end, (at) => !isPlain(at))
  const answer = firstPlace(to, end, (at) => ANSWERS.test(markAt[at]?.phrase ?? ''))
  const isAnswer = isPair && !isApart && answer !== undefined
  if (isPair && isAnywhere(to, end, isShown)) return []
  const told = said.filter(
    ({ context }) => !(context === 'past' && isDetailed) && !(context === 'absent' && isAnswer),
  )
  // "OSA - uses mask" is about the last alone.
  const isAside = (at: number) =>
    markAt[at] !== undefined || isRole(tokens[at]!, 'denying') || isPredicate(tokens[at]!)
  const speaks = (at: number) =>
    at >= to && at < end && (isApart ? isAside(at) : isStatement(chart, at))
  const places = isDetailed || isAnswer ? [] : unclear.filter(speaks)
  return endsOf(chart, places, told, to - 1)
}

/** The words at an end of a list; without any, the contexts of the condition there. What lasts is not over. */
function endsOf(
  chart: Chart,
  places: readonly number[],
  said: readonly Assertion[],
  own: number,
): ListEnd[] {
  const isPast = (at: number) => says(chart.markAt[at], 'past')
  if (places.length > 0)
    return places.map((place) => ({
      place,
      holds: (other) => !isPast(place) || !isChronic(chart, other),
    }))
  return said
    .filter(({ score }) => score >= SAYS_PAST)
    .map(({ context }) => ({
      place: own,
      holds: (other) =>
        !other.said.some((each) => each.context === context) &&
        (context !== 'past' || !isChronic(chart, other)),
    }))
}

/** True if a word may be about more than the condition next to it: a name is not. */
function isStatement({ tokens, markAt }: Chart, at: number): boolean {
  const token = tokens[at]!
  return (
    markAt[at] !== undefined ||
    isPredicate(token) ||
    isEverydayWord(token) ||
    isRole(token, 'investigation')
  )
}

/** In words behind a condition. */
const NAMED_WITHIN = 45
/** Around what is denied of another time. */
const OF_OTHER_TIME = /^(?:further|longer|more|new|other|recurrence|since)$/
const WAS_THEN = /^(?:earlier|was|were|yesterday)$/
const DETERMINER = /^(?:a|an|any|the)$/

/** "Sepsis. Ward: not sepsis", "PE? Reply: PE excluded": the same name later, with nothing but a denial. */
export function deniedLater(
  { tokens, gaps, markAt, words }: Chart,
  { start, from, to, end }: Item,
  parts: Uint8Array,
): number | undefined {
  const isOfSide = (at: number) =>
    sides().has(tokens[at]!) || OF_OTHER_TIME.test(tokens[at]!) || isRole(tokens[at]!, 'current')
  // "She had a cough. No cough today": a symptom comes and goes, and is denied for good by "was".
  const isThen = isAnywhere(start, end, (at) => WAS_THEN.test(tokens[at]!))
  if ((isRole(tokens[to - 1]!, 'symptom') && !isThen) || isAnywhere(start, end, isOfSide))
    return undefined
  const length = to - from
  const isMark = (at: number) =>
    at >= words.length || gaps.items[at] === 1 || gaps.stops[at] === 1 || gaps.ends[at] === 1
  let isApart = false
  for (let at = to; at + length <= Math.min(words.length, to + NAMED_WITHIN); at++) {
    isApart ||= gaps.ends[at] === 1 || gaps.stops[at] === 1 || gaps.lines[at] === 1
    if (!isApart || parts[at] !== WORD.target || tokens[at] !== tokens[from]) continue
    if (tokens.slice(at, at + length).join(' ') !== tokens.slice(from, to).join(' ')) continue
    const before = DETERMINER.test(tokens[at - 1]!) ? at - 2 : at - 1
    const isAhead =
      isMark(at + length) && says(markAt[before], 'absent') && !isMark(before + 1) && !isMark(at)
    const next = markAt[at + length]
    const isBehind = says(next, 'absent') && !isMark(at + length) && isMark(next!.to)
    if (isAhead || isBehind) return at
  }
  return undefined
}

/**
 * Conditions of another time or bed, by the head of their sentence: "pregnancy 1: eclampsia", "last visit: sinusitis", "bed 4:
 * gout. Bed 5: sepsis", "seen 3 weeks ago with otitis. Now vertigo".
 */

const OF_BIRTH = /^(?:confinement|delivery|labor|preg|pregnancy)$/
const NTH = /^(?:1st|2nd|3rd|[4-9]th)$/
const DIGIT = /^[1-9]$/
const TURNED_OUT = /^(?:complicated|ended)$/
const EARLIER = /^(?:last|previous|prior)$/
const VISIT = /^(?:admission|appointment|attendance|consultation|presentation|visit)$/
const PLACED = /^(?:bay|bed|cot|cubicle|room)$/
/** In words, to another bed. */
const BEDS_WITHIN = 80
const STAYED = /^(?:admitted|hospitalized|inpatient)$/
const WAS_SEEN = /^(?:attended|discharged|inpatient|presented|seen|treated)$/
const DAYS = /^\d{1,2}(?:\/\d{1,2})?-\d{1,2}(?:\/\d{1,2})?$/
const NOW = /^(?:back|currently|here|now|today)$/
/** In words, to what is there now. */
const NOW_WITHIN = 16
const AGED = /^aged$/

/** A word of each such sentence. */
export const OTHERS_NEED = [OF_BIRTH, NTH, VISIT, PLACED, STAYED, WAS_SEEN, AGED] as const

/** The word at the head of such a sentence. */
export function ofOthers(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const at =
    numberedBirth(chart, item) ??
    labelledVisit(chart, item) ??
    otherBed(chart, item) ??
    earlierStay(chart, item, parts) ??
    agedBefore(chart, item)
  return at === undefined ? [] : [at]
}

/** "Pregnancy 1: eclampsia", "first delivery complicated by", but not "first pregnancy, hyperemesis". */
function numberedBirth({ tokens, gaps }: Chart, { first, from }: Item): number | undefined {
  const own = isRole(tokens[first]!, 'possessive') ? first + 1 : first
  const isNth = NTH.test(tokens[own]!)
  const noun = isNth ? own + 1 : own
  const next = isNth ? noun + 1 : noun + 2
  if (next > from || !OF_BIRTH.test(tokens[noun]!)) return undefined
  if (!isNth && !DIGIT.test(tokens[noun + 1]!)) return undefined
  return gaps.labels[next] === 1 || TURNED_OUT.test(tokens[next]!) ? noun : undefined
}

/** "Last visit: sinusitis", but "last visit: hypertension" lasts. */
function labelledVisit(chart: Chart, { first, from, to }: Item): number | undefined {
  const { tokens, gaps } = chart
  if (first + 2 > from || !EARLIER.test(tokens[first]!) || !VISIT.test(tokens[first + 1]!))
    return undefined
  return gaps.labels[first + 2] === 1 && !isChronic(chart, { from, to }) ? first : undefined
}

/** "Bed 4: gout. Bed 5: sepsis", "bed 1 pneumonia; bed 2 gout": a round of more than one patient. */
function otherBed({ tokens, gaps }: Chart, { first, from }: Item): number | undefined {
  const isHead = (at: number) =>
    at === 0 || gaps.ends[at] === 1 || gaps.stops[at] === 1 || gaps.items[at] === 1
  const isBed = (at: number) =>
    PLACED.test(tokens[at]!) && isHead(at) && /^\d+$/.test(tokens[at + 1] ?? '')
  const bed = lastPlace(first, from, isBed)
  if (bed === undefined) return undefined
  const isOther = (at: number) => isBed(at) && tokens[at + 1] !== tokens[bed + 1]
  const end = Math.min(tokens.length, from + BEDS_WITHIN)
  return isAnywhere(Math.max(0, bed - BEDS_WITHIN), end, isOther) ? bed : undefined
}

/** "Admitted 3-12 March with cellulitis, now back with gout", "seen 3 weeks ago with otitis. Now vertigo". */
function earlierStay(chart: Chart, item: Item, parts: Uint8Array): number | undefined {
  const { tokens, gaps } = chart
  const { first, from, to } = item
  const isVerb = (at: number) => STAYED.test(tokens[at]!) || WAS_SEEN.test(tokens[at]!)
  const verb = firstPlace(first, Math.min(from, first + LONGEST_ITEM), isVerb)
  if (verb === undefined || verb + 2 >= from || isChronic(chart, item)) return undefined
  const isStay = STAYED.test(tokens[verb]!) && DAYS.test(tokens[verb + 1]!)
  const time = readPastTime(tokens, verb + 1, from)
  const unit = lengthOfUnit(tokens[(time?.to ?? 0) - 2] ?? '')
  const isAgo = WAS_SEEN.test(tokens[verb]!) && unit !== undefined
  const isMonthOf = isMonth(tokens[verb + 2]!) || tokens[verb + 1]!.includes('/')
  if (!(isStay && isMonthOf) && !isAgo) return undefined
  const isNow = (at: number) =>
    NOW.test(tokens[at]!) &&
    (gaps.ends[at] === 1 || gaps.items[at] === 1 || gaps.stops[at] === 1) &&
    isAnywhere(
      at,
      Math.min(tokens.length, at + LONGEST_CLAUSE),
      (next) => parts[next] === WORD.target,
    )
  return isAnywhere(to, Math.min(tokens.length, to + NOW_WITHIN), isNow) ? verb : undefined
}

/** "Aged 19 pneumothorax", but not "aged 72, pneumonia". */
function agedBefore(chart: Chart, { first, from, to }: Item): number | undefined {
  const isAge = first + 2 === from && AGED.test(chart.tokens[first]!)
  const isNext = isAge && chart.gaps.items[from] === 0
  return isNext && !isChronic(chart, { from, to }) ? first : undefined
}
