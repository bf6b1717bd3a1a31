import { type Chart, isItemStart } from './chart.ts'
import { isRole } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'
import { paint, type Scopes } from './layers.ts'
import { hasSignBefore, startBehind } from './reach.ts'
import type { Sentence } from './sections.ts'

/** A question mark doubts what it is put to. */
export const QUESTION = { phrase: '?', score: 0.85 }
const MINUS = { phrase: '-', score: 0.8 }
/** The sign before a word makes its own item present, unless that is denied itself. */
export function paintPresent(chart: Chart, sentence: Sentence, from: number, scopes: Scopes): void {
  const { tokens, gaps, marks, markOf } = chart
  const first = sentence.heading?.to ?? sentence.from
  let start = from
  for (let at = from - 1; at >= first; at--) {
    const rules = markOf[at]! >= 0 ? marks[markOf[at]!]!.rules : []
    if (rules.some(({ context, direction }) => context === 'absent' && direction === 'backward'))
      break
    if (tokens[at] === 'or' || rules.some(({ context }) => context === 'absent')) return
    if (rules.some(({ context }) => context === 'present')) break
    start = at
    if (isItemStart(tokens, gaps, at) || gaps.asserts[at] === 1 || gaps.denies[at] === 1) break
  }
  scopes.asserted.fill(1, start, from)
}
/** Statements by question marks, plus and minus about their own items. */
export function paintSigns(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens, gaps, marks, markOf } = chart
  const first = sentence.heading?.to ?? sentence.from
  const parts = (at: number) =>
    isItemStart(tokens, gaps, at) ||
    isSigned(gaps, at) ||
    tokens[at] === 'with' ||
    marks[markOf[at]!]?.ends === 'cause'
  for (let at = first; at <= sentence.to; at++) {
    if (gaps.doubtsRight[at] === 1 && at < sentence.to) {
      let end = at + 1
      while (end < sentence.to && !parts(end)) end++
      paint(scopes.ahead.suspected, at, end, QUESTION, at)
    }
    if (gaps.deniesRight[at] === 1 && at < sentence.to) {
      let end = at + 1
      while (end < sentence.to && !parts(end)) end++
      paint(scopes.ahead.absent, at, end, MINUS, at)
    }
    if (at === first) continue
    if (gaps.doubtsLeft[at] === 1) {
      let start = at - 1
      while (start > first && (!parts(start) || isChoice(chart, start))) start--
      paint(scopes.behind.suspected, start, at, QUESTION, at)
    }
    if (gaps.asserts[at] === 1 || isPlus(chart, at)) paintPresent(chart, sentence, at, scopes)
    if (gaps.denies[at] === 1) {
      const start = startBehind(
        chart,
        sentence,
        at,
        { context: 'absent', reach: 'item', score: MINUS.score },
        true,
      )
      if (start !== undefined)
        paint(scopes.behind.absent, afterSign(chart, start, at), at, MINUS, at)
    }
  }
}

/** "Gout / pseudogout?": the question is about both, but not about an answer, "asthma no / gout?". */
function isChoice({ tokens, gaps }: Chart, at: number): boolean {
  return gaps.choices[at] === 1 && !isRole(tokens[at - 1]!, 'answer')
}

/** True if one of the two words around a sign is in its scope. */
function isSigned(gaps: Gaps, at: number): boolean {
  return gaps.doubtsLeft[at] === 1 || hasSignBefore(gaps, at)
}

/** "Pallor+ icterus-": behind the last sign before a word. */
function afterSign(chart: Chart, start: number, to: number): number {
  const { asserts, denies } = chart.gaps
  for (let at = to - 1; at > start; at--) {
    if (asserts[at] === 1 || denies[at] === 1) return at
    if (isPlus(chart, at)) return at + 1
  }
  return start
}

/** "Cough+": the analyzer has the sign as a word. */
function isPlus({ words }: Chart, at: number): boolean {
  return words[at]?.kind === 'sign' && words[at].form === '+'
}
