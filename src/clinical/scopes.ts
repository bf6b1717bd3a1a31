import { paintAdvice } from './advice.ts'
import type { Chart } from './chart.ts'
import { paintChoices } from './choices.ts'
import { paintLabels } from './labels.ts'
import { emptyScopes, type Scopes } from './layers.ts'
import { paintIndication, paintOrders } from './orders.ts'
import { paintPastTimes } from './past-times.ts'
import { paintFrom } from './reach.ts'
import { paintReactions } from './reactions.ts'
import type { Sentence } from './sections.ts'
import { paintSigns } from './signs.ts'
import { paintTrigger } from './triggers.ts'

/** Statements by the triggers and marks of a chart. Linear in its length. */
export function readScopes(chart: Chart, sentences: readonly Sentence[]): Scopes {
  const scopes = emptyScopes(chart.words.length)
  let next = 0
  for (const [i, sentence] of sentences.entries()) {
    while (next < chart.marks.length && chart.marks[next]!.from < sentence.to)
      paintTrigger(chart, sentence, chart.marks[next++]!, scopes)
    paintSigns(chart, sentence, scopes)
    paintReactions(chart, sentence, scopes)
    paintOrders(chart, sentence, scopes)
    paintIndication(chart, sentence, scopes)
    paintPastTimes(chart, sentence, scopes)
    paintChoices(chart, sentence, scopes.choices)
    paintAdvice(chart, sentence, scopes)
    paintLabels(chart, sentence, scopes)
    if (chart.gaps.lists[sentence.to] === 1) paintList(chart, sentences, i, scopes)
  }
  return scopes
}

/** "Denies:" at the end of a line speaks of the lines below, up to one that is blank or begins with something else said. */
function paintList(chart: Chart, sentences: readonly Sentence[], at: number, scopes: Scopes): void {
  const { markAt, gaps } = chart
  const mark = markAt[sentences[at]!.to - 1]
  if (mark === undefined) return
  for (let next = at + 1; next < sentences.length; next++) {
    const sentence = sentences[next]!
    const { from, heading } = sentence
    if (heading !== undefined || gaps.blanks[from] === 1 || markAt[from] !== undefined) return
    for (const { context, direction, reach, score } of mark.rules) {
      if (direction !== 'forward' || context === 'none' || context === 'present') continue
      const { phrase } = mark
      paintFrom(chart, sentence, from, { phrase, context, reach, score }, scopes)
    }
  }
}
