import { type Chart, DATED, DATED_IN_LIST, isOfAdmission, type Mark, says } from './chart.ts'
import { contextPhrases, isRole, type Rule, type TriggerContext } from './context-phrases.ts'
import { sides } from './laterality.ts'
import { paint, type Scopes } from './layers.ts'
import { startOfBareList, startOfJoined } from './lists.ts'
import type { Context } from './qualifiers.ts'
import { paintAhead, spanToPresent, startBehind } from './reach.ts'
import type { SectionKind, Sentence } from './sections.ts'
import { paintPresent } from './signs.ts'
import { SHORT_TIME } from './times.ts'
import { isAct } from './word-kinds.ts'

/** How many words before its aim an investigation may be named. */
const SEARCHED_WITHIN = 8
const SEARCHES = /^to (?:check|exclude|look|make|r\/o|rule|see)\b/
/** Words between an end and when or how it came. */
const SAYS_HOW =
  /^(?:after|at|before|by|during|from|in|on|once|over|since|through|to|via|when|with|within|w\/)$/
/** Verdicts on all of a list of bare names: of one that was ruled out, the others may well be there. */
const SAYS_ABSENT =
  /^(?:absent|nil|none|not (?:felt|found|heard|noted|palpable|present|seen|there))$/
/** Verbs and words of more than one condition. */
const OF_ALL = /^(?:all|are|both|have|were)$/
const CONTRARY = { phrase: 'was', score: 0.8 }
/** "Uveitis, which settled". */
const RELATIVE_CLAUSE = /^(?:which|that) /
const RELATIVE = /^(?:that|which)$/
/** Words between it and the verdict: "which has since burnt out". */
const WITHIN_CLAUSE =
  /^(?:all|already|been|completely|entirely|eventually|finally|fully|had|has|have|is|itself|later|long|now|quickly|rapidly|since|soon|subsequently|then|was|were)$/
/** "Varices, which were banded" may be there. */
const LEAVES_IT = /\b(?:banded|drained|ligated|managed|operated|repaired|stented|treated)$/
/** "Gout is not the cause": what is denied comes before it. */
const IS_DENIAL = /(?:^|\s)not(?:\s|$)|n'?t(?:\s|$)/
const BLAMED =
  /^(?:active|answer|blame|causal|causative|cause|contributing|contributor|contributory|culprit|diagnosis|driver|explanation|implicated|issue|origin|present|problem|reason|relevant|responsible|source|there|trigger)$/
const BEFORE_BLAMED =
  /^(?:a|an|any|at|be|been|considered|deemed|felt|have|her|his|here|judged|likely|main|of|part|primary|root|seem|the|their|this|thought|to|underlying|whole)$/
const LONGEST_BLAME = 6
const BLAME_SCORE = 0.85
const DIFFERENTIAL = /^(?:d dx|d\/d|dd|ddx|differentials?(?: diagnos[ei]s)?)(?: of| for)?$/
/** Indexes of diseases put a history last: "breast cancer, family history of". */
const HISTORY =
  /^(?:(?:childhood|distant|fam|familial|family|known|maternal|medical|past|paternal|personal|previous|prior) )*(?:fhx?|h\/o|history|hx)(?: of)?$/
/** Between what is to be explained and its list. */
const LISTS = /^(?:are|being|include|included|includes|including|is)$/

/** A rule that says something of conditions. */
type Told = Rule & { readonly context: Context }

/** Notes what a trigger says of the words around it. */
export function paintTrigger(chart: Chart, sentence: Sentence, mark: Mark, scopes: Scopes): void {
  paintContrary(chart, sentence, mark, scopes)
  const isClosing = speaksBack(chart, sentence, mark)
  const isBehind = isClosing || isTestedBefore(chart, sentence, mark) || isLabel(chart, mark)
  const looksBack = mark.rules.some(
    ({ direction }) => direction === 'backward' || direction === 'closing',
  )
  const isHistory = isHistoryBehind(chart, sentence, mark)
  for (const written of mark.rules) {
    const rule = inPlace(chart, sentence, mark, written)
    const { context, direction } = rule
    if ((context === 'absent' || context === 'none') && isBlame(chart, sentence, mark)) {
      paintBlamed(chart, sentence, mark, scopes)
    } else if (!isTold(rule)) {
      if (context === 'none') paintWithin(mark, scopes)
      else paintPresent(chart, sentence, mark.from, scopes)
    } else if (direction === 'forward' && isHistory) {
      const closing = { ...rule, direction: 'closing', reach: 'item' } as const
      paintBackward(chart, sentence, mark, closing, true, scopes)
    } else if (direction === 'forward') {
      // "On the paternal side, gout": nothing is before it.
      const isFirst = mark.from === (sentence.heading?.to ?? sentence.from)
      if (!isClosing || !looksBack || isFirst) paintForward(chart, sentence, mark, rule, scopes)
    } else if (direction === 'opening') {
      paintOpening(chart, sentence, mark, rule, scopes)
    } else if (direction === 'backward' || isBehind) {
      paintBackward(chart, sentence, mark, rule, isClosing, scopes)
    }
  }
}

function isTold(rule: Rule): rule is Told {
  return rule.context !== 'none' && rule.context !== 'present'
}

/** "Absent: jaundice, rigors.": a label speaks of all that it lists. */
function isLabel({ gaps }: Chart, { to }: Mark): boolean {
  return gaps.stops[to] === 1 && gaps.commas[to] === 0
}

/** True for a history that is the last of its item: "stroke, family history", "melanoma (history of)". */
function isHistoryBehind({ gaps }: Chart, sentence: Sentence, { phrase, from, to }: Mark): boolean {
  if (!HISTORY.test(phrase) || from <= (sentence.heading?.to ?? sentence.from)) return false
  if (gaps.items[from] === 0 || gaps.lines[from] === 1) return false
  const isOver = to >= sentence.to || gaps.lines[to] === 1 || gaps.stops[to] === 1
  if (isOver) return gaps.labels[to] === 0
  // "Hepatitis C, history of, treated".
  const isClosed = gaps.opens[from] === 1 || phrase.endsWith(' of')
  return isClosed && gaps.items[to] === 1 && gaps.opens[to] === 0 && gaps.labels[to] === 0
}

/** The rule of a trigger as it holds where the trigger is. */
function inPlace(chart: Chart, sentence: Sentence, mark: Mark, rule: Rule): Rule {
  const isWide = isLabel(chart, mark) && typeof rule.reach === 'number'
  const isAim = rule.context === 'suspected' && isSearch(chart, sentence, mark)
  if (!isWide && !isAim) return rule
  return {
    ...rule,
    reach: isWide ? 'clause' : rule.reach,
    context: isAim ? 'planned' : rule.context,
  }
}

function paintForward(
  chart: Chart,
  sentence: Sentence,
  mark: Mark,
  rule: Told,
  scopes: Scopes,
): void {
  const list = rule.context === 'suspected' ? startOfDifferential(chart, sentence, mark) : undefined
  const trigger = list === undefined ? mark : { ...mark, from: list - 1, to: list }
  paintAhead(chart, sentence, trigger, rule, scopes)
}

function paintOpening(
  chart: Chart,
  sentence: Sentence,
  mark: Mark,
  rule: Told,
  scopes: Scopes,
): void {
  const { phrase, to } = mark
  const span = spanToPresent(chart, sentence, mark, rule)
  const said = { phrase, score: rule.score }
  if (span !== undefined) paint(scopes.ahead[rule.context], span.from, span.to, said, to)
}

function paintBackward(
  chart: Chart,
  sentence: Sentence,
  mark: Mark,
  rule: Told,
  isClosing: boolean,
  scopes: Scopes,
): void {
  if (isOfNext(chart, sentence, mark)) return
  const { tokens, gaps } = chart
  const { phrase, from, to } = mark
  const { context, direction, score } = rule
  const isVerdict = context === 'absent' || context === 'suspected'
  // "Admitted 2 years ago with pneumonia": the time is between the event and its reason.
  if (score === DATED && isOfAdmission(tokens, from, to))
    paintAhead(chart, sentence, { ...mark, to: to + 1 }, { ...rule, context: 'past' }, scopes)
  // "?Covid, ?flu - swab sent": the test is named for what is right before it.
  const isTest = context === 'planned' && isRole(tokens[from]!, 'investigation')
  if (isTest && gaps.items[from] === 1) return
  const isOver =
    direction === 'backward' &&
    (context === 'past' || context === 'absent') &&
    !LEAVES_IT.test(phrase)
  const begin = isOver ? startOfClause(chart, sentence, from) : from
  const isApart =
    (isClosing && !isTest) ||
    begin < from ||
    RELATIVE_CLAUSE.test(phrase) ||
    (context === 'past' && tellsEnd(chart, mark))
  const own = startBehind(chart, sentence, begin, rule, isApart)
  if (own === undefined) return
  const isChoice = tokens.slice(own, from).includes('or')
  const isOfAll = (context === 'absent' && SAYS_ABSENT.test(phrase)) || (isVerdict && isChoice)
  const start = isOfAll ? startOfBareList(chart, sentence, own, from) : own
  paint(scopes.behind[context], start, from, { phrase, score }, from)
  if (rule.reach !== 'item' || RELATIVE_CLAUSE.test(phrase) || begin < from) return
  const first = sentence.heading?.to ?? sentence.from
  const list = startOfJoined(chart, first, start, from)
  const isOfItems = context === 'past' && !isOfBoth(chart, start, from)
  const said = { phrase, score: isOfItems ? Math.min(score, DATED_IN_LIST) : score }
  if (list < start) paint(scopes.behind[context], list, start, said, from)
}

/** In words between "s/p" and the day of what was done. */
const DONE_WITHIN = 4
/** Acts that end nothing. */
const ONLY_LOOKS = /(?:centesis|graphy|scopy|intubation|transfusion)$/
const OPERATION =
  /^(?:ablation|cabg|ctr|pci|ptca|rfa|stent|stents|stenting|tavi|tavr|tha|thr|tka|tkr|turp)$/
const DONE_NOW = /^(?:pod\d*|post-?op|today|tdy|tonight|yesterday|ystd|yday)$/

/** Sections of what brought a patient here. */
const OF_STAY: ReadonlySet<SectionKind | undefined> = new Set([
  'assessment',
  'diagnosis',
  'initial',
])
/** In words before "s/p", of a condition of this stay, which its operation treats. */
const NAMED_WITHIN = 5
/** In words, to the time of the operation. */
const DATED_WITHIN = 8

/**
 * True for "s/p" behind a condition that what it names does not end, or not before this stay: "hip fracture s/p fall", "NSTEMI s/p
 * PCI yesterday", "acute appendicitis s/p appendectomy", "discharge diagnosis: cholecystitis s/p cholecystectomy".
 */
function isOfNext(chart: Chart, sentence: Sentence, { phrase, from, to }: Mark): boolean {
  const { tokens } = chart
  const { to: end } = sentence
  if (phrase !== 's/p' || to >= end) return false
  if (isOfStay(chart, sentence, from, to)) return true
  const done = tokens.slice(to, Math.min(end, to + DONE_WITHIN))
  const isOperation = done.some(
    (each) =>
      (isAct(each) && !ONLY_LOOKS.test(each)) || isRole(each, 'operated') || OPERATION.test(each),
  )
  return !isOperation || done.some((each) => DONE_NOW.test(each))
}

/** True for an acute condition before "s/p", and for one that passes in a diagnosis of this stay, unless a time says when. */
function isOfStay(
  { tokens, gaps, markAt }: Chart,
  { from: first, to: end, heading, section }: Sentence,
  from: number,
  to: number,
): boolean {
  const last = Math.min(end, to + DATED_WITHIN)
  for (let at = to; at < last; at++)
    if (says(markAt[at], 'past') || isRole(tokens[at]!, 'ago')) return false
  const start = Math.max(heading?.to ?? first, from - NAMED_WITHIN)
  let isItem = true
  for (let at = from - 1; at >= start && isItem; at--) {
    if (tokens[at] === 'acute') return true
    if (OF_STAY.has(section) && isRole(tokens[at]!, 'attack')) return true
    isItem = gaps.items[at] === 0
  }
  return false
}

/** "Cellulitis and gout have resolved", "both gone". */
function isOfBoth({ tokens }: Chart, first: number, at: number): boolean {
  if (OF_ALL.test(tokens[at]!)) return true
  return at - 1 > first && OF_ALL.test(tokens[at - 1]!)
}

/** Where the relative clause begins that a verdict is the verb of: "vasculitis of 2005, which has burnt out". */
function startOfClause({ tokens, gaps }: Chart, { from }: Sentence, verdict: number): number {
  let at = verdict
  while (at > from && gaps.items[at] === 0 && WITHIN_CLAUSE.test(tokens[at - 1]!)) at--
  return at > from && gaps.items[at] === 0 && RELATIVE.test(tokens[at - 1]!) ? at - 1 : verdict
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

/** "No change in vision" denies the change, not what may follow. */
function paintWithin({ phrase, from, to }: Mark, scopes: Scopes): void {
  const denial = contextPhrases()
    .get([phrase.split(' ')[0]!])
    ?.rules.find(({ context, direction }) => context === 'absent' && direction === 'forward')
  if (denial !== undefined && phrase.includes(' change'))
    paint(scopes.ahead.absent, from + 1, to, { phrase, score: denial.score }, to)
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

// Triggers that come behind what they speak of, "angina excluded", "calf tenderness neg", "cataracts removed both sides".

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
/** Words of a side, besides those of the table: "both eyes", "left side". */
const OF_SIDE = /^(?:ears|eyes|l|r|sides?)$/

/** True if a trigger closes its item, so that it speaks of what is before it. */
function speaksBack(chart: Chart, sentence: Sentence, mark: Mark): boolean {
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
  const isOfSide = (token: string) => sides().has(token) || OF_SIDE.test(token)
  while (at < to && gaps.items[at] === 0 && isOfSide(tokens[at]!)) at++
  return OPERATED.test(mark.phrase) && at > mark.to && (at === to || gaps.items[at] === 1)
}

/** "Jaundice no ascites no": each answer of a run without marks follows its condition if the last does. */
function isAnswerOfList(chart: Chart, { from: start, to: end }: Sentence, mark: Mark): boolean {
  const { tokens, gaps, markAt } = chart
  if (!isRole(mark.phrase, 'denying') || mark.from === start) return false
  let to = mark.to
  while (to < end && gaps.items[to] === 0 && gaps.stops[to] === 0) to++
  // "Asthma +ve DM -ve HTN +ve".
  const isSign = isRole(mark.phrase, 'negative')
  const isAnswer = (token: string) =>
    isRole(token, 'answer') || (isSign && (isRole(token, 'affirming') || isRole(token, 'negative')))
  if (to === mark.to || !isAnswer(tokens[to - 1]!)) return false
  let from = mark.from
  while (from > start && gaps.items[from] === 0 && gaps.stops[from] === 0) from--
  if (from === mark.from) return false
  for (let at = from; at < to; at++) {
    const rules = markAt[at]?.rules ?? []
    if (rules.length > 0 && (at === from || !isAnswer(tokens[at]!))) return false
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
