/** Figures of evaluations, in lines for people. */

import type { DocumentEvaluation, Evaluation, SentenceEvaluation } from '../../library/eval.ts'
import { layOutPairs } from '../table.ts'

/** Figures of mentions. */
export function mentionSummary(figures: Evaluation): string[] {
  return layOutPairs([
    ['cases', figures.n.toLocaleString('en-US')],
    ['right code first', percent(figures.top1)],
    ['among the first 3', percent(figures.top3)],
    ['among the first 5', percent(figures.top5)],
    ['mean reciprocal rank', figures.mrr10?.toFixed(3) ?? NOTHING_COUNTED],
    ['right first, weighted', percent(figures.weighted_top1)],
    ['linked and right', `${percent(figures.linked_precision)} of what was linked`],
    ['linked at all', `${percent(figures.coverage)} of the cases with a right code`],
    ['linked wrongly', `${percent(figures.nil_link_rate)} of the cases without one`],
    ['rejected code first', figures.rejected.toLocaleString('en-US')],
    ['a yes where it is due', interval(figures.yes_coverage)],
    ['a yes that is right', interval(figures.yes_precision)],
    ['a no where it is due', interval(figures.refuses)],
    ['time a case', times(figures)],
  ])
}

/** Figures of documents. */
export function documentSummary(figures: DocumentEvaluation): string[] {
  const { n, category, code } = figures
  return layOutPairs([
    ['documents', n.toLocaleString('en-US')],
    ['categories found that are right', percent(category.precision)],
    ['right categories that are found', percent(category.recall)],
    ['codes found that are right', percent(code.precision)],
    ['right codes that are found', percent(code.recall)],
    ['time a document', times(figures)],
  ])
}

/** Figures of sentences. */
export function sentenceSummary(figures: SentenceEvaluation): string[] {
  const { n, negation, history, family } = figures
  const shown = ({ precision, recall, f1 }: SentenceEvaluation['negation']) =>
    `precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}`
  return layOutPairs([
    ['sentences', n.toLocaleString('en-US')],
    ['denied', shown(negation)],
    ['past', shown(history)],
    ["somebody else's", shown(family)],
    ['time a sentence', times(figures)],
  ])
}

const NOTHING_COUNTED = '–'

/** "0.36 ms (p50), 3.01 ms (p99)". */
function times({ p50_ms, p99_ms }: { readonly p50_ms: number; readonly p99_ms: number }): string {
  return `${p50_ms.toFixed(2)} ms (p50), ${p99_ms.toFixed(2)} ms (p99)`
}

/** "91.2 % (88.0 to 93.9) of 398". */
function interval(proportion: Evaluation['refuses']): string {
  if (proportion === null) return NOTHING_COUNTED
  const { share, low, high, n } = proportion
  const ends = `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`
  return `${percent(share)} (${ends}) of ${n.toLocaleString('en-US')}`
}

function percent(rate: number | null): string {
  return rate === null ? NOTHING_COUNTED : `${(rate * 100).toFixed(1)} %`
}
