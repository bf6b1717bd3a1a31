import type { Chart, Span } from './chart.ts'
import { isRole } from './context-phrases.ts'
import { isChronic } from './history.ts'
import { paint, type Scopes } from './layers.ts'
import type { Sentence } from './sections.ts'

/**
 * Verdicts on a condition that is a label before a colon or a dash: on its signs ("meningitis - no signs"), by its test ("DVT:
 * doppler neg"), or none yet ("DIC - coag profile awaited").
 */

/** In words, of a condition. */
const LONGEST_LABEL = 4
/** In words between a label and the last word of its verdict. */
const VERDICT_WITHIN = 5
const SCORE = 0.85
const SAYS_NO = /^(?:no|nil|without)$/
const FEVER = 'fever'
const NORMAL = /^(?:clear|normal|unremarkable)$/

/** Notes the verdicts on the labels of a sentence. Linear in its length. */
export function paintLabels(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { gaps, tokens } = chart
  const first = sentence.heading?.to ?? sentence.from
  for (let at = first + 1; at < sentence.to; at++) {
    if (gaps.labels[at] === 0) continue
    const label = labelBefore(chart, first, at)
    if (label === undefined) continue
    const verdict = readVerdict(chart, label, { from: at, to: endOfItem(chart, sentence, at) })
    if (verdict === undefined) continue
    const said = { phrase: tokens[verdict.at]!, score: SCORE }
    paint(scopes.behind[verdict.context], label.from, label.to, said, at)
  }
}

interface LabelVerdict {
  readonly context: 'absent' | 'suspected'
  /** The word that says it. */
  readonly at: number
}

/** The words of a label before a sign; undefined if it is long, or something else is said in it. */
function labelBefore({ gaps, markAt }: Chart, first: number, to: number): Span | undefined {
  for (let from = to - 1; from >= first && to - from <= LONGEST_LABEL; from--) {
    if (markAt[from] !== undefined) return undefined
    const isHead = from === first || gaps.items[from] === 1 || gaps.stops[from] === 1
    if (isHead || gaps.doubtsRight[from] === 1) return { from, to }
  }
  return undefined
}

/** Behind the last word of the item that begins at a word. */
function endOfItem({ gaps }: Chart, { to }: Sentence, from: number): number {
  const last = Math.min(to, from + VERDICT_WITHIN)
  let end = from + 1
  while (end < last && gaps.items[end] === 0 && gaps.stops[end] === 0) end++
  return end
}

function readVerdict(chart: Chart, label: Span, { from, to }: Span): LabelVerdict | undefined {
  const { tokens } = chart
  if (SAYS_NO.test(tokens[from]!)) {
    let at = from + 1
    while (at < to && isRole(tokens[at]!, 'definite')) at++
    // "No symptoms" and "no complaints" say that a disease is well controlled.
    return at < to && isRole(tokens[at]!, 'sign') ? { context: 'absent', at } : undefined
  }
  // "Headache - CT normal" is a headache.
  if (isSymptom(tokens.slice(label.from, label.to))) return undefined
  for (let at = from + 1; at < to; at++) {
    const token = tokens[at]!
    if (isRole(token, 'negative')) return { context: 'absent', at }
    // "Hypothyroidism: TSH normal" is under control.
    if (isChronic(chart, label)) continue
    const isTested = tokens.slice(from, at).some((before) => isRole(before, 'investigation'))
    if (NORMAL.test(token) && isTested) return { context: 'absent', at }
    if (isRole(token, 'awaited')) return { context: 'suspected', at }
  }
  return undefined
}

/** True for "chest pain" and "fever", but not for "enteric fever". */
function isSymptom(label: readonly string[]): boolean {
  const last = label.at(-1)!
  return isRole(last, 'symptom') && (last !== FEVER || label.length === 1)
}
