import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { isChronic, SAYS_OVER } from '../../clinical/history.ts'
import { JOINS_ITEMS } from '../../clinical/lists.ts'
import { isDrugWord } from '../../clinical/word-kinds.ts'
import { everydayKindOf } from '../../language/everyday-words.ts'
import {
  firstPlace,
  type Item,
  isAnywhere,
  mayFollow,
  placesWhere,
  WORD,
} from '../presence-words.ts'
import { isMeasure, normalValues } from './values-beside.ts'

/** Tests and verdicts behind a condition that is not shown by them, or is only looked for. */

/** In words behind "not on". */
const TEST_WITHIN = 3
/** Echo through the gullet. */
const ECHO = /^(?:tee|toe)$/
const NORMAL = /^(?:nad|normal|unremarkable)$/
/** A test that is normal. */
const IS_OK = /^(?:clean|clear|fine|neg|negative|ok|wnl)$/
const TREATS = /^(?:commence|continue|restart|start)$/
const LAB =
  /^(?:alt|ast|bhcg|bilirubin|bnp|b12|cea|complements?|cortisol|dip|dips|esr|folate|immunoglobulins|inr|lactate|lfts?|ntprobnp|pth|tele|telemetry|tte|ues?|urate|urine)$/
/** A measure that is normal again: "now normal", "back to baseline", "normalized". */
const AGAIN = /^(?:again|already|back|has|have|is|are|now|since|to|were|was)$/
const BACK_TO = /^(?:baseline|normal|normalized|recovered|unremarkable|wnl)$/
const SAYS_AGAIN = /^(?:again|back|now|since)$/
/** In words, of a measure, its value and that it is normal again. */
const AGAIN_WITHIN = 7
const TEST_ENDS = /(?:gram|graphy|scopy)$/
const IS_AWAITED = /^(?:awaited|awaiting|outstanding|pending)$/
const IS_SENT = /^(?:ordered|requested|sent)$/
/** Roles of words by which a label has what it names. */
const AFFIRMING = [
  'affirming',
  'course',
  'managed',
  'result',
  'returning',
  'spared',
  'there',
] as const

/** The places of such words; `parts` are those of the words of the text. */
export function testsBehind(chart: Chart, item: Item, parts: Uint8Array): readonly number[] {
  return [
    ...notOnTest(chart, item),
    ...normalBehind(chart, item),
    ...normalAgain(chart, item),
    ...turnedNormal(chart, item),
    ...normalValues(chart, item),
    ...sentBehind(chart, item),
    ...testBehind(chart, item),
    ...dashBehind(chart, item, parts),
    ...labelled(chart, item, parts),
  ]
}

/** "Iritis not on slit lamp". */
function notOnTest({ tokens }: Chart, { to, end }: Item): number[] {
  if (tokens[to] !== 'not' || !/^(?:at|by|in|on)$/.test(tokens[to + 1]!)) return []
  const isOfTest = (at: number) =>
    isTest(tokens[at]!) || ECHO.test(tokens[at]!) || isRole(tokens[at]!, 'source')
  return isAnywhere(to + 2, Math.min(end, to + 2 + TEST_WITHIN), isOfTest) ? [to] : []
}

/** "PIH normal BP", "ILD HRCT normal", "pre-eclampsia bloods and BP normal". */
function normalBehind(chart: Chart, { from, to, end }: Item): number[] {
  const { tokens } = chart
  const isTested = (at: number) =>
    at < end &&
    (isTest(tokens[at]!) ||
      isRole(tokens[at]!, 'measured') ||
      LAB.test(tokens[at]!) ||
      isMeasure(tokens[at]!))
  // "DDH hip scan normal".
  const isOfSite =
    to + 1 < end &&
    isTest(tokens[to + 1]!) &&
    everydayKindOf(tokens[to]!) === 'thing' &&
    !isRole(tokens[to - 1]!, 'symptom')
  const first = isOfSite ? to + 1 : to
  let verdict = first
  while (isTested(verdict) || (JOINS_ITEMS.test(tokens[verdict]!) && isTested(verdict + 1)))
    verdict++
  if (verdict >= end) return []
  const isNormal =
    (NORMAL.test(tokens[verdict]!) && (verdict > to || !isOfSite)) ||
    (verdict > first && IS_OK.test(tokens[verdict]!))
  if (!isNormal) return []
  // "Onychomycosis, LFT normal start terbinafine": a value before a treatment.
  if (verdict + 1 < end && TREATS.test(tokens[verdict + 1]!)) return []
  // "Hypothyroidism TSH normal" is under control.
  const isControlled = !isRole(tokens[to]!, 'imaging') && isChronic(chart, { from, to })
  return isControlled ? [] : [verdict]
}

/** "Hyperkalemia → normal": an arrow to what it became. */
function turnedNormal({ tokens, gaps }: Chart, { to, end, last }: Item): number[] {
  const isArrow = end < last && gaps.stops[end] === 1 && gaps.labels[end] === 0
  const isNext = end - to <= 1 && isArrow && gaps.commas[end] === 0
  return isNext && BACK_TO.test(tokens[end]!) ? [end] : []
}

/** "Hyponatremia, Na now normal", "AKI, creatinine back to baseline": the next item says that a measure is normal again. */
function normalAgain(chart: Chart, { from, to, end, last }: Item): number[] {
  const { words, tokens, gaps } = chart
  if (to !== end && words[to]!.kind !== 'number') return []
  if (isChronic(chart, { from, to })) return []
  let marks = 0
  for (let at = to; at < Math.min(last, to + AGAIN_WITHIN); at++) {
    marks += gaps.items[at]!
    if (marks > 1 || gaps.ends[at] === 1) return []
    if (!BACK_TO.test(tokens[at]!)) continue
    const isAgain =
      tokens[at] === 'normalized' ||
      isAnywhere(to, at + 2, (place) => SAYS_AGAIN.test(tokens[place] ?? ''))
    const own = placesWhere(to, at, (place) => !AGAIN.test(tokens[place]!))
    const isOfMeasure = own.filter((place) => words[place]!.kind === 'word').length <= 2
    return isAgain && isOfMeasure ? [at] : []
  }
  return []
}

/** "Leptospirosis sent": the test of it. */
function sentBehind({ tokens, gaps }: Chart, { to, end }: Item): number[] {
  return to < end && gaps.items[to] === 0 && IS_SENT.test(tokens[to]!) ? [to] : []
}

/** "Cushing's → DST": a test, and nothing else, of what a line or a sentence names alone. */
function testBehind({ tokens, gaps }: Chart, item: Item): number[] {
  const { from, to, first, start, end, last } = item
  const isAlone = from === start && to === end && (from === first || gaps.ends[from] === 1)
  const isLabel = gaps.labels[to] === 1 || (gaps.stops[to] === 1 && gaps.commas[to] === 0)
  if (!isAlone || !isLabel || to >= last || !isTest(tokens[to]!)) return []
  let at = to + 1
  while (at < last && (isRole(tokens[at]!, 'soon') || isTest(tokens[at]!))) at++
  return at === last || gaps.items[at] === 1 || gaps.stops[at] === 1 ? [to] : []
}

/**
 * "Hypothyroidism - TSH normal", "metastasis: 0/14": a label of which no later word says that it is there. A condition, a
 * drug, a treatment or an answer does; a measure, too, of a lasting disease: "HTN - 150/90".
 */
function labelled(chart: Chart, { from, to, first, last }: Item, parts: Uint8Array): number[] {
  const { words, tokens, gaps, markAt } = chart
  const isHead = from === first || gaps.items[from] === 1 || gaps.stops[from] === 1
  if (!isHead || to >= last || gaps.labels[to] === 0) return []
  if (tokens[to] === 'at' && tokens[to + 1] === 'risk') return [to]
  const measured = endOfMeasures(chart, parts, to, last)
  // "Mouth ulcers: one, healed".
  const isOver = (at: number) =>
    markAt[at]?.rules.some(
      (rule) => rule.context === 'past' && rule.score >= SAYS_OVER && rule.direction !== 'forward',
    ) === true
  const over = firstPlace(to, measured, isOver)
  if (over !== undefined) return [over]
  // "TTP - platelets 12, ADAMTS13 pending".
  if (isAnywhere(to, measured, (at) => IS_AWAITED.test(tokens[at]!))) return [to]
  const isLasting = isChronic(chart, { from, to })
  const affirms = (at: number) =>
    parts[at] === WORD.target ||
    mayFollow(parts[at]) ||
    isDrugWord(tokens[at]!) ||
    AFFIRMING.some((role) => isRole(tokens[at]!, role)) ||
    (isLasting && words[at]!.kind === 'number')
  return isAnywhere(to, last, affirms) ? [] : [to]
}

/** "Vomiting - cough - dry, fever -": where one dash is a sign, another between two conditions may be one, too. */
function dashBehind({ gaps }: Chart, { to, last }: Item, parts: Uint8Array): number[] {
  const isDash = to < last && gaps.labels[to] === 1 && gaps.stops[to] === 0
  if (!isDash || parts[to] !== WORD.target) return []
  return isAnywhere(to + 1, last + 1, (at) => gaps.denies[at] === 1) ? [to] : []
}

/** Behind the measures of a label: where another condition or a sentence begins. */
function endOfMeasures({ gaps }: Chart, parts: Uint8Array, from: number, last: number): number {
  let at = from
  while (at < last && parts[at] !== WORD.target && (at === from || gaps.stops[at] === 0)) at++
  return at
}

function isTest(token: string): boolean {
  return isRole(token, 'investigation') || TEST_ENDS.test(token)
}
