import { type Chart, isItemStart, type Span } from './chart.ts'
import { isRole } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'
import { isChronic } from './history.ts'
import { paint, type Scopes } from './layers.ts'
import { startOfBareList } from './lists.ts'
import { hasSignBefore, startBehind } from './reach.ts'
import type { Sentence } from './sections.ts'

/**
 * Statements that no trigger makes: question marks, plus and minus; a bare choice, which doubts both of its sides; and the verdict
 * on a condition that is a label before a colon or a dash, by its signs ("meningitis - no signs"), by its test ("DVT: doppler
 * neg"), or none yet ("DIC - coag profile awaited").
 */

/** In letters: "MD: rash, cough or fever?" is a question to the patient, of which each part may have its answer. */
const LONGEST_SPEAKER = 3
/** In words before the last item of a choice. */
const LONGEST_CHOICE = 16
/** A question mark doubts what it is put to. */
export const QUESTION = { phrase: '?', score: 0.85 }
const MINUS = { phrase: '-', score: 0.8 }
/** In words, of a denied condition before a sign. */
const LONGEST_DENIED = 3
/** In words, on either side of the word that joins a bare choice. */
const LONGEST_SIDE = 5
/** "Gout or pseudogout", "gout v pseudogout". */
const JOINS_CHOICE = /^(?:or|v)$/
/** Behind a "v" that is "very". */
const GRADED =
  /^(?:anxious|bad|cold|good|high|hot|itchy|keen|little|loud|low|mild|much|painful|poor|sick|slow|small|soft|sore|tearful|tender|tired|unwell|upset|weak|well)$/
/** Function words within the names of a choice. */
const WITHIN_NAMES = /^(?:a|an|both|either|of|the)$/

/** The sign before a word makes its own item present, unless that is denied itself. */
export function paintPresent(chart: Chart, sentence: Sentence, from: number, scopes: Scopes): void {
  const { tokens, gaps, markAt } = chart
  const first = sentence.heading?.to ?? sentence.from
  let start = from
  for (let at = from - 1; at >= first; at--) {
    const rules = markAt[at]?.rules ?? []
    if (rules.some(({ context, direction }) => context === 'absent' && direction === 'backward'))
      break
    if (tokens[at] === 'or') return
    // "No palp BL basal crepts +": in a run-on note what is far before it is another item.
    if (rules.some(({ context }) => context === 'absent')) {
      if (from - at > LONGEST_DENIED) scopes.asserted.fill(1, from - 1, from)
      return
    }
    if (rules.some(({ context }) => context === 'present')) break
    start = at
    if (isItemStart(tokens, gaps, at) || gaps.asserts[at] === 1 || gaps.denies[at] === 1) break
  }
  scopes.asserted.fill(1, start, from)
}

/** Statements by question marks, plus and minus about their own items, and by choices. Linear in the length of the sentence. */
export function paintSigns(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens, gaps, markAt } = chart
  const first = sentence.heading?.to ?? sentence.from
  const isCause = (at: number) => {
    const mark = markAt[at]
    return mark?.ends === 'cause' && mark.from === at
  }
  const parts = (at: number) =>
    isItemStart(tokens, gaps, at) ||
    isSigned(gaps, at) ||
    gaps.stops[at] === 1 ||
    tokens[at] === 'with' ||
    isCause(at)
  const endOfItem = (at: number) => {
    let end = at
    while (end < sentence.to && (end === at || !parts(end))) end++
    return end
  }
  for (let at = first; at <= sentence.to; at++) {
    if (gaps.doubtsRight[at] === 1)
      paint(scopes.ahead.suspected, at, endOfDoubt(chart, at, endOfItem(at)), QUESTION, at)
    if (gaps.deniesRight[at] === 1) paint(scopes.ahead.absent, at, endOfItem(at), MINUS, at)
    if (at === first) continue
    if (gaps.doubtsLeft[at] === 1) {
      let start = at - 1
      while (start > first && (!parts(start) || isChoice(chart, start))) start--
      start = startOfChoice(chart, first, start, at)
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
      if (start !== undefined) {
        const from = afterSign(chart, start, at)
        const list = isOnlyCross(chart, sentence, at)
          ? startOfBareList(chart, sentence, from, at)
          : from
        paint(scopes.behind.absent, list, at, MINUS, at)
      }
    }
  }
  paintChoices(chart, sentence, scopes.choices)
  paintOptions(chart, sentence, scopes.choices)
}

/** "?Covid sats 90 dyspnea": a measure in a run-on note ends what is doubted. */
function endOfDoubt({ words, tokens }: Chart, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    const isMeasure = isRole(tokens[at]!, 'measured') && words[at + 1]?.kind === 'number'
    if (isMeasure || isRole(tokens[at]!, 'investigation')) return at
  }
  return to
}

/** "Gout / pseudogout?": the question is about both, but not about an answer, "asthma no / gout?". */
function isChoice({ tokens, gaps }: Chart, at: number): boolean {
  return gaps.choices[at] === 1 && !isRole(tokens[at - 1]!, 'answer')
}

/** "Confusion: gout, sepsis or stroke?": the question is about all that the colon lists. */
function startOfChoice({ tokens, gaps }: Chart, first: number, start: number, end: number): number {
  if (!tokens.slice(start, end).includes('or')) return start
  for (let at = start; at > first && start - at <= LONGEST_CHOICE; at--)
    if (gaps.stops[at] === 1 && gaps.commas[at] === 0)
      return tokens[at - 1]!.length > LONGEST_SPEAKER ? at : start
  return start
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

/** "Fever, cough, rash x", but not where another item has its own: "sweats, cough x rash x". */
function isOnlyCross({ tokens }: Chart, { from, to }: Sentence, at: number): boolean {
  if (tokens.indexOf('x', from) !== at) return false
  const next = tokens.indexOf('x', at + 1)
  return next === -1 || next >= to
}

/** "Cough+": the analyzer has the sign as a word. */
function isPlus({ words }: Chart, at: number): boolean {
  return words[at]?.kind === 'sign' && words[at].form === '+'
}

/**
 * Notes the words of bare choices: "gout or pseudogout, crystals awaited". A writer who names two and says no more doubts both. A
 * choice is a whole statement, from a mark that is no comma. Linear in the length of the sentence.
 */
function paintChoices(chart: Chart, sentence: Sentence, choices: Uint8Array): void {
  const { tokens } = chart
  const first = sentence.heading?.to ?? sentence.from
  for (let from = first; from < sentence.to; ) {
    const to = endOfBareItem(chart, from, sentence.to)
    const or = tokens.slice(from, to).findIndex((token) => JOINS_CHOICE.test(token)) + from
    const isVersus = tokens[or] === 'v'
    const isChoice = or > from && or < to - 1 && (isVersus || startsStatement(chart, first, from))
    if (isChoice && isBare(chart, from, or, to)) choices.fill(1, from, to)
    from = to
  }
}

function endOfBareItem({ gaps }: Chart, from: number, end: number): number {
  let to = from + 1
  while (to < end && gaps.items[to] === 0 && gaps.stops[to] === 0) to++
  return to
}

function startsStatement({ gaps }: Chart, first: number, at: number): boolean {
  const isComma = gaps.commas[at] === 1 && gaps.stops[at] === 0
  return at === first || (!isComma && gaps.opens[at] === 0)
}

/** True if a statement has nothing but names around the word that joins them. */
function isBare({ words, tokens, markAt }: Chart, from: number, or: number, to: number): boolean {
  if (or - from > LONGEST_SIDE || to - or > LONGEST_SIDE + 1) return false
  if (tokens[or] === 'v' && GRADED.test(tokens[or + 1]!)) return false
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    if (markAt[at] !== undefined || words[at]!.kind !== 'word' || token.endsWith('ly')) return false
    if (at !== or && words[at]!.stop && !WITHIN_NAMES.test(token)) return false
  }
  return !words[or - 1]!.stop
}

/** Labels of a choice: "Cause: fall / seizure / syncope". */
const NAMES_CHOICE = /^(?:aetiology|cause|etiology|indication|mechanism|reason|type)$/
/** Behind a choice: "(circle)", "(delete as appropriate)". */
const TO_CHOOSE = /^(?:applicable|appropriate|circle|circled|tick)$/
/** In words, of a label. */
const LONGEST_LABEL = 4

/**
 * Notes a choice that slashes part and that a form leaves open: by its label, by what is to be done with it, or because one of
 * its sides is healthy, "breathing: normal / cyanosed".
 */
function paintOptions({ tokens, gaps }: Chart, { from, to }: Sentence, choices: Uint8Array): void {
  let begin = from
  while (begin < to && gaps.choices[begin] === 0) begin++
  if (begin === to) return
  while (begin > from && gaps.stops[begin] === 0) begin--
  const label = tokens.slice(Math.max(from, begin - LONGEST_LABEL), begin)
  const isOpen =
    label.some((each) => NAMES_CHOICE.test(each)) ||
    TO_CHOOSE.test(tokens[to - 1]!) ||
    hasHealthySide({ tokens, gaps }, begin, to)
  if (isOpen) choices.fill(1, begin, to)
}

/** True if a word by itself before or behind a slash says that all is well. */
function hasHealthySide(
  { tokens, gaps }: Pick<Chart, 'tokens' | 'gaps'>,
  from: number,
  to: number,
) {
  for (let at = from; at < to; at++) {
    const isSide = gaps.choices[at] === 1 || gaps.choices[at + 1] === 1
    if (isSide && isRole(tokens[at]!, 'healthy')) return true
  }
  return false
}

/** In words between a label and the last word of its verdict. */
const VERDICT_WITHIN = 5
const VERDICT_SCORE = 0.85
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
    const verdict = readVerdict(chart, label, { from: at, to: endOfVerdict(chart, sentence, at) })
    if (verdict === undefined) continue
    const said = { phrase: tokens[verdict.at]!, score: VERDICT_SCORE }
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
function endOfVerdict({ gaps }: Chart, { to }: Sentence, from: number): number {
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
