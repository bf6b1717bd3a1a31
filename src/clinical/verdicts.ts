import { type Chart, DATED, type Mark } from './chart.ts'
import { isRole, type Rule, type TriggerContext } from './context-phrases.ts'
import type { Sentence } from './sections.ts'
import { SHORT_TIME } from './times.ts'

/** Triggers that come behind what they speak of, "angina excluded", "calf tenderness neg", "cataracts removed both sides". */

/** Words of a time or manner after a verb that closes an item. */
const LONGEST_TIME = 4
const OF_TIME =
  /^(?:on|in|by|within|over|after|the|a|few|of|same|next|day|days|d\d+|pod\d*|spontaneously|conservatively|completely|fully|uneventfully|quickly|itself)$/
const VERDICTS: ReadonlySet<TriggerContext> = new Set(['absent', 'suspected'])
/** Verdicts of tests and examinations. */
const TESTED = /^(?:-ve|excl(?:uded)?|neg(?:ative)?)$/
/** Parts of an examination, whose verdict comes first: "HEENT neg icterus". */
const SYSTEM =
  /^(?:abd|abdo|abdomen|chest|cns|cv|cvs|ent|ext|eyes|gi|gu|heart|heent|lungs|msk|neck|neuro|resp|ros|skin)$/
/** Between a verdict and where, how or why it was reached. */
const SAYS_WHERE =
  /^(?:after|as|at|because|biochemically|by|clinically|hence|histologically|in|on|per|radiologically|since|so|therefore|today|using|via)$/
/** On how something ended: "resolved radiologically". */
const ADVERB = /(?:al|ete|ful|ive|ous|prompt|quick|rapid|slow)ly$/
const OPERATED = /(?:ed|out)$/
const SIDE = /^(?:bilat|bilateral|bilaterally|both|ears|eyes|l|left|r|right|side|sides)$/

/** True if a trigger closes its item, so that it speaks of what is before it. */
export function speaksBack(chart: Chart, sentence: Sentence, mark: Mark): boolean {
  return (
    isLastOfItem(chart, sentence, mark.to) ||
    isOfSides(chart, sentence, mark) ||
    isShownBehind(chart, sentence, mark) ||
    isAnswerOfList(chart, sentence, mark)
  )
}

/**
 * True if an item of a list ends at a word, if its date does, or if further words about it begin: "passed in 2020", "fever
 * absent since".
 */
function isLastOfItem(chart: Chart, sentence: Sentence, at: number): boolean {
  const { tokens, gaps, markAt } = chart
  const end = ADVERB.test(tokens[at] ?? '') ? at + 1 : at
  if (at >= sentence.to || gaps.items[at] === 1 || end >= sentence.to) return true
  // "Resolved radiologically".
  if (gaps.items[end] === 1 && markAt[at] === undefined) return true
  const mark = markAt[at]
  const isDate = mark !== undefined && mark.rules.length > 0 && mark.rules.every(isDated)
  // "Latent TB treated 2017 rifampicin 4m".
  if (isDate && mark.from === at) return true
  if (isTimeOnly(chart, sentence, at)) return true
  // "Cellulitis probable versus DVT".
  if (/^(?:vs|versus)$/.test(mark?.phrase ?? '')) return true
  return mark?.ends === 'contrast' || mark?.ends === 'when' || mark?.ends === 'cause'
}

/** "Cataracts removed both sides": an operation, and nothing but its side follows. */
function isOfSides({ tokens, gaps }: Chart, { to }: Sentence, mark: Mark): boolean {
  let at = mark.to
  while (at < to && gaps.items[at] === 0 && SIDE.test(tokens[at]!)) at++
  return OPERATED.test(mark.phrase) && at > mark.to && (at === to || gaps.items[at] === 1)
}

/** "Jaundice no ascites no": each answer of a run without marks follows its condition if the last does. */
function isAnswerOfList(chart: Chart, { from: start, to: end }: Sentence, mark: Mark): boolean {
  const { tokens, gaps, markAt } = chart
  if (!isRole(mark.phrase, 'denying') || mark.from === start) return false
  let to = mark.to
  while (to < end && gaps.items[to] === 0 && gaps.stops[to] === 0) to++
  if (to === mark.to || !isRole(tokens[to - 1]!, 'answer')) return false
  let from = mark.from
  while (from > start && gaps.items[from] === 0 && gaps.stops[from] === 0) from--
  if (from === mark.from) return false
  for (let at = from; at < to; at++) {
    const rules = markAt[at]?.rules ?? []
    if (rules.length > 0 && (at === from || !isRole(tokens[at]!, 'answer'))) return false
  }
  return true
}

/**
 * "Stroke excluded in ED by MRI", "ACS excluded trop <3", "fracture unlikely so no film": words on where, how or why behind a
 * verdict that has something of its item before it.
 */
function isShownBehind(chart: Chart, sentence: Sentence, mark: Mark): boolean {
  const isVerdict = mark.rules.some(
    ({ context, direction }) => VERDICTS.has(context) && direction === 'closing',
  )
  if (!isVerdict || !hasOwnBefore(chart, sentence, mark)) return false
  const next = chart.tokens[mark.to] ?? ''
  return SAYS_WHERE.test(next) || isRole(next, 'investigation')
}

/** "Calf tenderness neg bilat", but "CXR neg pneumonia" and "neg for"; "tests excluded gout" is about both sides. */
export function isTestedBefore(chart: Chart, sentence: Sentence, mark: Mark): boolean {
  const { tokens } = chart
  if (!TESTED.test(mark.phrase) || !hasOwnBefore(chart, sentence, mark)) return false
  if (/^(?:for|of|to)$/.test(tokens[mark.to] ?? '')) return false
  const before = tokens[mark.from - 1]!
  return !isRole(before, 'investigation') && !isRole(before, 'measured') && !SYSTEM.test(before)
}

/** True if the word before a verdict is of its item, and no verdict itself. */
function hasOwnBefore({ gaps, markAt }: Chart, { from }: Sentence, mark: Mark): boolean {
  if (mark.from === from || gaps.items[mark.from] === 1 || gaps.stops[mark.from] === 1) return false
  return markAt[mark.from - 1] === undefined
}

/** True if the rest of an item says only when or how well: "resolved on day 2", "settled conservatively". */
function isTimeOnly({ words, tokens, gaps }: Chart, { to }: Sentence, from: number): boolean {
  for (let at = from; at < to && (at === from || gaps.items[at] === 0); at++) {
    if (at - from >= LONGEST_TIME) return false
    const token = tokens[at]!
    const isTime =
      words[at]!.kind === 'number' ||
      isRole(token, 'unit') ||
      isRole(token, 'ago') ||
      SHORT_TIME.test(token) ||
      OF_TIME.test(token)
    if (!isTime) return false
  }
  return true
}

function isDated({ context, score }: Rule): boolean {
  return context === 'past' && score === DATED
}
