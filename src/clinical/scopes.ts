import { paintAdvice } from './advice.ts'
import { type Chart, DATED, isItemStart, isOfAdmission, type Mark } from './chart.ts'
import { paintChoices } from './choices.ts'
import { contextPhrases, isRole, type Rule, type TriggerContext } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'
import { paintLabels } from './labels.ts'
import { emptyScopes, paint, type Scopes } from './layers.ts'
import { paintIndication, paintOrders } from './orders.ts'
import { paintPastTimes } from './past-times.ts'
import { hasSignBefore, paintAhead, paintFrom, spanToPresent, startBehind } from './reach.ts'
import { paintReactions } from './reactions.ts'
import type { Sentence } from './sections.ts'
import { SHORT_TIME } from './time-words.ts'

/** In letters: "MD: rash, cough or fever?" is a question to the patient, of which each part may have its answer. */
const LONGEST_SPEAKER = 3
/** In words before the last item of a choice. */
const LONGEST_CHOICE = 16
/** How many words before its aim an investigation may be named. */
const SEARCHED_WITHIN = 8
const SEARCHES = /^to (?:check|exclude|look|make|r\/o|rule|see)\b/
/** Words of a time or manner after a verb that closes an item. */
const LONGEST_TIME = 4
const OF_TIME =
  /^(?:on|in|by|within|over|after|the|a|few|of|same|next|day|days|d\d+|pod\d*|spontaneously|conservatively|completely|fully|uneventfully|quickly|itself)$/
/** Words between an end and when or how it came. */
const SAYS_HOW =
  /^(?:after|at|before|by|during|from|in|on|once|over|since|through|to|via|when|with|within|w\/)$/
/** Verdicts on all of a list of bare names: of one that was ruled out, the others may well be there. */
const SAYS_ABSENT =
  /^(?:absent|nil|none|not (?:felt|found|heard|noted|palpable|present|seen|there))$/
/** In words, and in items. */
const LONGEST_BARE_ITEM = 3
const FEWEST_OF_LIST = 3
const VERDICTS: ReadonlySet<TriggerContext> = new Set(['absent', 'suspected'])
/** Verdicts of tests and examinations. */
const TESTED = /^(?:-ve|excl(?:uded)?|neg(?:ative)?)$/
/** Parts of an examination, whose verdict comes first: "HEENT neg icterus". */
const SYSTEM =
  /^(?:abd|abdo|abdomen|chest|cns|cv|cvs|ent|ext|eyes|gi|gu|heart|heent|lungs|msk|neck|neuro|resp|ros|skin)$/
/** Between a verdict and where, how or why it was reached. */
const SAYS_WHERE =
  /^(?:after|as|at|because|biochemically|by|clinically|hence|histologically|in|on|per|radiologically|since|so|therefore|today|using|via)$/
const CONTRARY = { phrase: 'was', score: 0.8 }
const DIFFERENTIAL = /^(?:d dx|d\/d|dd|ddx|differentials?(?: diagnos[ei]s)?)(?: of| for)?$/
/** Between what is to be explained and its list. */
const LISTS = /^(?:are|being|include|included|includes|including|is)$/
/** "Gout is not the cause": what is denied comes before it. */
const IS_DENIAL = /(?:^|\s)not(?:\s|$)|n'?t(?:\s|$)/
const BLAMED =
  /^(?:active|answer|blame|causal|causative|cause|contributing|contributor|contributory|culprit|diagnosis|driver|explanation|implicated|issue|origin|present|problem|reason|relevant|responsible|source|there|trigger)$/
const BEFORE_BLAMED =
  /^(?:a|an|any|at|be|been|considered|deemed|felt|have|her|his|here|judged|likely|main|of|part|primary|root|seem|the|their|this|thought|to|underlying|whole)$/
const LONGEST_BLAME = 6
const BLAME_SCORE = 0.85
/** "Uveitis, which settled". */
const RELATIVE_CLAUSE = /^(?:which|that) /
const RELATIVE = /^(?:that|which)$/
/** Words between it and the verdict: "which has since burnt out". */
const WITHIN_CLAUSE =
  /^(?:all|already|been|completely|entirely|eventually|finally|fully|had|has|have|is|itself|later|long|now|quickly|rapidly|since|soon|subsequently|then|was|were)$/

/** Statements by the triggers and marks of a chart. Linear in its length. */
export function readScopes(chart: Chart, sentences: readonly Sentence[]): Scopes {
  const scopes = emptyScopes(chart.words.length)
  let next = 0
  for (const [i, sentence] of sentences.entries()) {
    while (next < chart.marks.length && chart.marks[next]!.from < sentence.to)
      paintMark(chart, sentence, chart.marks[next++]!, scopes)
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

function paintMark(chart: Chart, sentence: Sentence, mark: Mark, scopes: Scopes): void {
  paintContrary(chart, sentence, mark, scopes)
  const isLast =
    isLastOfItem(chart, sentence, mark.to) ||
    isOfSides(chart, sentence, mark) ||
    isShownBehind(chart, sentence, mark) ||
    isAnswerOfList(chart, sentence, mark)
  const isTested = isTestedBefore(chart, sentence, mark)
  const looksBack = mark.rules.some(
    ({ direction }) => direction === 'backward' || direction === 'closing',
  )
  // "Absent: jaundice, rigors.": a label speaks of all that it lists.
  const isLabel = chart.gaps.stops[mark.to] === 1 && chart.gaps.commas[mark.to] === 0
  for (const { context: own, direction, reach: ownReach, score } of mark.rules) {
    const reach = isLabel && typeof ownReach === 'number' ? 'clause' : ownReach
    if ((own === 'absent' || own === 'none') && isBlame(chart, sentence, mark)) {
      paintBlamed(chart, sentence, mark, scopes)
      continue
    }
    if (own === 'none') {
      paintWithin(mark, scopes)
      continue
    }
    const context = own === 'suspected' && isSearch(chart, sentence, mark) ? 'planned' : own
    const said = { phrase: mark.phrase, score }
    if (context === 'present') {
      paintPresent(chart, sentence, mark.from, scopes)
    } else if (direction === 'forward') {
      if (isLast && looksBack) continue
      const list = context === 'suspected' ? startOfDifferential(chart, sentence, mark) : undefined
      const trigger = list === undefined ? mark : { ...mark, from: list - 1, to: list }
      paintAhead(chart, sentence, trigger, { context, reach, score }, scopes)
    } else if (direction === 'opening') {
      const span = spanToPresent(chart, sentence, mark, { context, reach, score })
      if (span !== undefined) paint(scopes.ahead[context], span.from, span.to, said, mark.to)
    } else if (direction === 'backward' || isLast || isTested || isLabel) {
      // "Admitted 2 years ago with pneumonia": the time is between the event and its reason.
      if (score === DATED && isOfAdmission(chart.tokens, mark.from, mark.to)) {
        const timed = { ...mark, to: mark.to + 1 }
        paintAhead(chart, sentence, timed, { context: 'past', reach, score }, scopes)
      }
      // "?Covid, ?flu - swab sent": the test is named for what is right before it.
      const isTest = context === 'planned' && isRole(chart.tokens[mark.from]!, 'investigation')
      if (isTest && chart.gaps.items[mark.from] === 1) continue
      // "Varices, which were banded" may be there.
      const isOver =
        direction === 'backward' &&
        (context === 'past' || context === 'absent') &&
        !OF_TREATMENT.test(mark.phrase)
      const begin = isOver ? startOfClause(chart, sentence, mark.from) : mark.from
      const isApart =
        (isLast && !isTest) ||
        begin < mark.from ||
        RELATIVE_CLAUSE.test(mark.phrase) ||
        (context === 'past' && tellsEnd(chart, mark))
      const own = startBehind(chart, sentence, begin, { context, reach, score }, isApart)
      const isOfAll = own !== undefined && context === 'absent' && SAYS_ABSENT.test(mark.phrase)
      const start = isOfAll ? startOfBareList(chart, sentence, own, mark.from) : own
      if (start !== undefined) paint(scopes.behind[context], start, mark.from, said, mark.from)
    }
  }
}

/** "Angina did not seem to be the cause". */
function isBlame({ tokens, gaps }: Chart, { from, to }: Sentence, mark: Mark): boolean {
  if (mark.from === from || gaps.items[mark.from] === 1 || !IS_DENIAL.test(mark.phrase))
    return false
  let at = mark.to
  const last = Math.min(to, at + LONGEST_BLAME)
  while (at < last && gaps.items[at] === 0 && BEFORE_BLAMED.test(tokens[at]!)) at++
  return at < last && gaps.items[at] === 0 && BLAMED.test(tokens[at]!)
}

function paintBlamed(chart: Chart, sentence: Sentence, mark: Mark, scopes: Scopes): void {
  const denial = { context: 'absent', reach: 'item', score: BLAME_SCORE } as const
  const start = startBehind(chart, sentence, mark.from, denial, true)
  const said = { phrase: mark.phrase, score: BLAME_SCORE }
  if (start !== undefined) paint(scopes.behind.absent, start, mark.from, said, mark.from)
}

/** Where the relative clause begins that a verdict is the verb of: "vasculitis of 2005, which has burnt out". */
function startOfClause({ tokens, gaps }: Chart, { from }: Sentence, verdict: number): number {
  let at = verdict
  while (at > from && gaps.items[at] === 0 && WITHIN_CLAUSE.test(tokens[at - 1]!)) at--
  return at > from && gaps.items[at] === 0 && RELATIVE.test(tokens[at - 1]!) ? at - 1 : verdict
}

/**
 * Where a list begins of which the last item alone has a verdict, "icterus, cyanosis, clubbing absent": three or more items of
 * nothing but a name, from the beginning of the clause on.
 */
function startOfBareList(chart: Chart, sentence: Sentence, own: number, end: number): number {
  const { words, gaps, markOf } = chart
  if (gaps.items[end] === 1) return own
  const first = sentence.heading?.to ?? sentence.from
  let items = 1
  let length = 0
  for (let at = end - 1; at >= first; at--) {
    const isBare = words[at]!.kind === 'word' && markOf[at]! < 0
    if (!isBare || ++length > LONGEST_BARE_ITEM) return own
    if (at === first || gaps.stops[at] === 1) return items >= FEWEST_OF_LIST ? at : own
    if (gaps.commas[at] === 1) {
      items++
      length = 0
    } else if (gaps.items[at] === 1) return own
  }
  return own
}

/** Where the list of a differential begins behind what it explains, "ddx of cough: reflux"; undefined if none does. */
function startOfDifferential(
  { tokens, gaps }: Chart,
  { to }: Sentence,
  mark: Mark,
): number | undefined {
  if (!DIFFERENTIAL.test(mark.phrase)) return undefined
  if (!/^(?:of|for)$/.test(tokens[mark.to - 1]!) && !/^(?:of|for)$/.test(tokens[mark.to] ?? ''))
    return undefined
  for (let at = mark.to + 1; at < to; at++) {
    if (gaps.commas[at] === 1) return undefined
    if (gaps.stops[at] === 1 || gaps.items[at] === 1) return at
    if (LISTS.test(tokens[at]!) && at + 1 < to) return at + 1
  }
  return undefined
}

/** "Hyponatremia 124, normalized at discharge": an end that opens its item, and words on when or how. */
function tellsEnd({ tokens, gaps }: Chart, { from, to }: Mark): boolean {
  return gaps.items[from] === 1 && gaps.items[to] === 0 && SAYS_HOW.test(tokens[to] ?? '')
}

/** "CT head to exclude a bleed": the aim of an investigation that is named before it. */
function isSearch({ tokens }: Chart, { from }: Sentence, mark: Mark): boolean {
  if (!SEARCHES.test(mark.phrase)) return false
  const before = tokens.slice(Math.max(from, mark.from - SEARCHED_WITHIN), mark.from)
  return before.some((token) => isRole(token, 'investigation'))
}

/** "Malaria could not be excluded, dengue was." */
function paintContrary(
  { tokens, gaps }: Chart,
  { to }: Sentence,
  mark: Mark,
  scopes: Scopes,
): void {
  if (!/ not (?:be |been )?(?:excluded|ruled out)$/.test(mark.phrase) || mark.to >= to - 1) return
  if (!/^(?:is|are|was|were)$/.test(tokens[to - 1]!)) return
  let from = to - 1
  while (from > mark.to && gaps.items[from] === 0) from--
  paint(scopes.behind.absent, from, to, CONTRARY, to)
}

/**
 * True if an item of a list ends at a word, if its date does, or if further words about it begin: "passed in 2020", "fever
 * absent since".
 */
function isLastOfItem(chart: Chart, sentence: Sentence, at: number): boolean {
  const { tokens, gaps, marks, markOf } = chart
  const end = ADVERB.test(tokens[at] ?? '') ? at + 1 : at
  if (at >= sentence.to || gaps.items[at] === 1 || end >= sentence.to) return true
  // "Resolved radiologically".
  if (gaps.items[end] === 1 && markOf[at] === -1) return true
  const mark = marks[markOf[at]!]
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
  const { tokens, gaps, marks, markOf } = chart
  if (!isRole(mark.phrase, 'denying') || mark.from === start) return false
  let to = mark.to
  while (to < end && gaps.items[to] === 0 && gaps.stops[to] === 0) to++
  if (to === mark.to || !isRole(tokens[to - 1]!, 'answer')) return false
  let from = mark.from
  while (from > start && gaps.items[from] === 0 && gaps.stops[from] === 0) from--
  if (from === mark.from) return false
  for (let at = from; at < to; at++) {
    const rules = marks[markOf[at]!]?.rules ?? []
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
function isTestedBefore(chart: Chart, sentence: Sentence, mark: Mark): boolean {
  const { tokens } = chart
  if (!TESTED.test(mark.phrase) || !hasOwnBefore(chart, sentence, mark)) return false
  if (/^(?:for|of|to)$/.test(tokens[mark.to] ?? '')) return false
  const before = tokens[mark.from - 1]!
  return !isRole(before, 'investigation') && !isRole(before, 'measured') && !SYSTEM.test(before)
}

/** True if the word before a verdict is of its item, and no verdict itself. */
function hasOwnBefore({ gaps, markOf }: Chart, { from }: Sentence, mark: Mark): boolean {
  if (mark.from === from || gaps.items[mark.from] === 1 || gaps.stops[mark.from] === 1) return false
  return markOf[mark.from - 1]! < 0
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

/** "No change in vision" denies the change, not what may follow. */
function paintWithin({ phrase, from, to }: Mark, scopes: Scopes): void {
  const denial = contextPhrases()
    .get([phrase.split(' ')[0]!])
    ?.rules.find(({ context, direction }) => context === 'absent' && direction === 'forward')
  if (denial !== undefined && phrase.includes(' change'))
    paint(scopes.ahead.absent, from + 1, to, { phrase, score: denial.score }, to)
}

/** "Denies:" at the end of a line speaks of the lines below, up to one that is blank or begins with something else said. */
function paintList(chart: Chart, sentences: readonly Sentence[], at: number, scopes: Scopes): void {
  const { marks, markOf, gaps } = chart
  const mark = marks[markOf[sentences[at]!.to - 1]!]
  if (mark === undefined) return
  for (let next = at + 1; next < sentences.length; next++) {
    const sentence = sentences[next]!
    const { from, heading } = sentence
    if (heading !== undefined || gaps.blanks[from] === 1 || markOf[from]! >= 0) return
    for (const { context, direction, reach, score } of mark.rules) {
      if (direction !== 'forward' || context === 'none' || context === 'present') continue
      const { phrase } = mark
      paintFrom(chart, sentence, from, { phrase, context, reach, score }, scopes)
    }
  }
}

/** A question mark doubts what it is put to. */
export const QUESTION = { phrase: '?', score: 0.85 }
/** On how something ended: "resolved radiologically". */
const ADVERB = /(?:al|ete|ful|ive|ous|prompt|quick|rapid|slow)ly$/
const OF_TREATMENT = /\b(?:banded|drained|ligated|managed|operated|repaired|stented|treated)$/
const OPERATED = /(?:ed|out)$/
const SIDE = /^(?:bilat|bilateral|bilaterally|both|ears|eyes|l|left|r|right|side|sides)$/
const MINUS = { phrase: '-', score: 0.8 }
/** In words, of a denied condition before a sign. */
const LONGEST_DENIED = 3
/** The sign before a word makes its own item present, unless that is denied itself. */
export function paintPresent(chart: Chart, sentence: Sentence, from: number, scopes: Scopes): void {
  const { tokens, gaps, marks, markOf } = chart
  const first = sentence.heading?.to ?? sentence.from
  let start = from
  for (let at = from - 1; at >= first; at--) {
    const rules = markOf[at]! >= 0 ? marks[markOf[at]!]!.rules : []
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
/** Statements by question marks, plus and minus about their own items. */
export function paintSigns(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens, gaps, marks, markOf } = chart
  const first = sentence.heading?.to ?? sentence.from
  const parts = (at: number) =>
    isItemStart(tokens, gaps, at) ||
    isSigned(gaps, at) ||
    gaps.stops[at] === 1 ||
    tokens[at] === 'with' ||
    marks[markOf[at]!]?.ends === 'cause'
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
