import type { Chart, Mark } from '../../clinical/chart.ts'
import { isRole, type TerminatorKind } from '../../clinical/context-phrases.ts'
import { isChronic, SAYS_OVER } from '../../clinical/history.ts'
import { readPastTime } from '../../clinical/past-times.ts'
import { YEAR } from '../../clinical/times.ts'
import { firstPlace, type Item, isAnywhere, WORD } from '../presence-words.ts'

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
