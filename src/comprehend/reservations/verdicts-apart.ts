import type { Chart, Mark } from '../../clinical/chart.ts'
import { isRole, type TerminatorKind } from '../../clinical/context-phrases.ts'
import { SAYS_OVER } from '../../clinical/history.ts'
import { type Item, WORD } from '../presence-words.ts'

/** Verdicts in a sentence or clause of their own: "Pneumonia. Ruled out.", "gout, but excluded", "angina, which she denies". */

/** In words. */
const LONGEST = 7
/** Before a clause about the condition right before it. */
const OPENS_CLAUSE = /^(?:but|however|that|though|which|yet)$/
/** Between the conditions of a list. */
const JOINS = /^(?:and|or|nor|&)$/
/** "Thrombophlebitis. Removed." is about the cannula. */
const OF_TREATMENT = /(?:drained|excised|managed|operated|removed|repaired|treated)$/
const OF_VERB: ReadonlySet<TerminatorKind> = new Set(['verb', 'be', 'patient'])

/** The place of such a verdict; `parts` are those of the words of the text. */
export function verdictApart(chart: Chart, { to, last }: Item, parts: Uint8Array): number[] {
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
  if (end - begin > LONGEST || tokens[end] === 'of') return []
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
