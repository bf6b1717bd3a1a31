import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { isDrugWord } from '../../clinical/drug-words.ts'
import { isChronic } from '../../clinical/history.ts'
import { WORD } from '../presence-words.ts'
import { type Item, placesIn } from './item.ts'

/** Tests and verdicts behind a condition that is not shown by them, or is only looked for. */

/** In words behind "not on". */
const TEST_WITHIN = 3
/** Echo through the gullet. */
const ECHO = /^(?:tee|toe)$/
const NORMAL = /^(?:nad|normal|unremarkable)$/
/** A test that is normal. */
const IS_OK = /^(?:clean|ok|wnl)$/
/** A measure that is normal again: "now normal", "back to baseline", "normalized". */
const AGAIN = /^(?:again|already|back|has|have|is|are|now|since|to|were|was)$/
const BACK_TO = /^(?:baseline|normal|normalized|recovered|unremarkable|wnl)$/
const SAYS_AGAIN = /^(?:again|back|now|since)$/
/** In words, of a measure, its value and that it is normal again. */
const AGAIN_WITHIN = 7
const JOINS = /^(?:&|and)$/
const TEST_ENDS = /(?:gram|graphy|scopy)$/
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
    ...testBehind(chart, item),
    ...labelled(chart, item, parts),
  ]
}

/** "Iritis not on slit lamp". */
function notOnTest({ tokens }: Chart, { to, end }: Item): number[] {
  if (tokens[to] !== 'not' || !/^(?:at|by|in|on)$/.test(tokens[to + 1]!)) return []
  const near = placesIn(to + 2, Math.min(end, to + 2 + TEST_WITHIN))
  const isOfTest = (at: number) =>
    isTest(tokens[at]!) || ECHO.test(tokens[at]!) || isRole(tokens[at]!, 'source')
  return near.some(isOfTest) ? [to] : []
}

/** "PIH normal BP", "ILD HRCT normal", "pre-eclampsia bloods and BP normal". */
function normalBehind(chart: Chart, { from, to, end }: Item): number[] {
  const { tokens } = chart
  const isTested = (at: number) =>
    at < end && (isTest(tokens[at]!) || isRole(tokens[at]!, 'measured'))
  let verdict = to
  while (isTested(verdict) || (JOINS.test(tokens[verdict]!) && isTested(verdict + 1))) verdict++
  if (verdict >= end) return []
  const isNormal = NORMAL.test(tokens[verdict]!) || (verdict > to && IS_OK.test(tokens[verdict]!))
  if (!isNormal) return []
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
      placesIn(to, at + 2).some((place) => SAYS_AGAIN.test(tokens[place] ?? ''))
    const own = placesIn(to, at).filter((place) => !AGAIN.test(tokens[place]!))
    const isMeasure = own.filter((place) => words[place]!.kind === 'word').length <= 2
    return isAgain && isMeasure ? [at] : []
  }
  return []
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
  const { words, tokens, gaps } = chart
  const isHead = from === first || gaps.items[from] === 1 || gaps.stops[from] === 1
  if (!isHead || to >= last || gaps.labels[to] === 0) return []
  if (tokens[to] === 'at' && tokens[to + 1] === 'risk') return [to]
  const isLasting = isChronic(chart, { from, to })
  const affirms = (at: number) =>
    parts[at] === WORD.target ||
    parts[at] === WORD.behind ||
    isDrugWord(tokens[at]!) ||
    AFFIRMING.some((role) => isRole(tokens[at]!, role)) ||
    (isLasting && words[at]!.kind === 'number')
  return placesIn(to, last).some(affirms) ? [] : [to]
}

function isTest(token: string): boolean {
  return isRole(token, 'investigation') || TEST_ENDS.test(token)
}
