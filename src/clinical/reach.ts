import type { Word } from '../language/analyze.ts'
import { type Chart, DATED, isItemStart, type Mark, type Span } from './chart.ts'
import { isRole, type Rule, type TerminatorKind, type TriggerContext } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'
import { SAYS_OVER } from './history.ts'
import { paint, type Scopes } from './layers.ts'
import { endOfJoined, endsList, isBack, isChoiceAhead } from './lists.ts'
import type { Context } from './qualifiers.ts'
import { isLabelOf, isPatientAgain } from './relatives.ts'
import type { Sentence } from './sections.ts'
import { isDrugWord } from './word-kinds.ts'

/** Times that an illness which began then has not lasted until now, if it passes. */
const LONG_OVER =
  /\b(?:age|army|boyhood|child(?:hood)?|college|girlhood|infancy|kid|navy|pregnanc(?:y|ies)|school|service|teens?|twenties|university|was|youth)\b/
const YEARS_AGO = /\byears? ago$/
const FOLLOWS_SUBJECT = /^(?:developed|was found)$/
/** Triggers of which a list is the object. */
const GOVERNS_LIST = / (?:after|from|for|had|having|of|with)$|^(?:had|survived|overcame)$/

/** A trigger's context, scope and confidence. */
export type Reach = Pick<Rule, 'reach' | 'score'> & { readonly context: Context }

/** Terminators of most contexts. */
const CLAUSE_ENDS = ['contrast', 'who', 'turn', 'verb', 'be', 'patient', 'heading'] as const
/** Terminators of each context, before its trigger and after it. */
const ENDS: Readonly<Record<Context, ReadonlySet<TerminatorKind>>> = {
  absent: new Set<TerminatorKind>([...CLAUSE_ENDS, 'cause']),
  suspected: new Set<TerminatorKind>([...CLAUSE_ENDS, 'cause', 'now']),
  past: new Set<TerminatorKind>([...CLAUSE_ENDS, 'now']),
  family: new Set<TerminatorKind>(['turn', 'patient', 'heading']),
  planned: new Set<TerminatorKind>(['contrast', 'heading']),
}
/** The triggers of another context that begin another list. */
const PARTED_BY: Readonly<Record<Context, ReadonlySet<TriggerContext>>> = {
  absent: new Set<TriggerContext>(['suspected', 'past', 'family', 'planned']),
  suspected: new Set<TriggerContext>(['absent', 'past', 'family', 'planned']),
  past: new Set<TriggerContext>(['absent', 'family', 'planned']),
  family: new Set(),
  planned: new Set(),
}
/** The time of one item ends nothing, but is no part of the scope itself. */
const PAUSES: ReadonlySet<Context> = new Set(['absent', 'suspected'])
/** Maximum of words after a verb before the one that closes the clause: "has never been seen". */
const CLOSER_WITHIN = 3
/** Maximum of words between a relative and the conditions that the patient does not share. */
const RELATIVE_WITHIN = 12
/** Maximum of words between the "and" of a list and the verdict on it. */
const LONGEST_LAST_ITEM = 8
/** The contexts that a sign before a word ends: "no fever ?UTI". */
const ENDED_BY_SIGN: ReadonlySet<Context> = new Set(['absent', 'past'])
/** A patient denies, and a relative hardly does. */
const DENIES = /^den(?:y|ies|ied|ying)\b/
/** Reasons for a plan are no part of it: "steroids to prevent RDS in view of preterm labour". */
const WITH_REASON =
  /^(?:because|before|prior|due|in (?:view|light)|on account|owing|secondary|thanks)\b/
/** "Her toddler has started with vomiting", "mother is a known case of TB". */
const HAS =
  /^(?:a|an|been|had|has|have|herself|himself|is|just|later|newly|recently|since|then|was|were|who)$/
/** Times that begin an illness, but do not keep its end from it: "septic on admission, resolved". */
const ARRIVAL = /^(?:at|on) (?:admission|arrival|presentation)$/
/** Words between an auxiliary and the verdict that it belongs to: "has therefore been excluded". */
const WITHIN_VERB =
  /^(?:accordingly|already|also|apparently|be|been|being|certainly|clearly|consequently|definitely|effectively|happily|hence|now|reasonably|reliably|safely|since|subsequently|thankfully|then|thereby|therefore|thus)$/
/** In words before the test of a verdict: "neck pain, seatbelt sign CT neg". */
const NAMED_BEFORE_TEST = 2
/** In words before a verdict, its test: "CT panscan neg". */
const TEST_WITHIN = 2
/** Score of an end from which it is that of an illness before its treatment, too: "UTI, trimethoprim 3/7, treated". */
const LEAST_END = 0.7
/** Ends of a treatment rather than of the illness before it: "hypertension, ramipril, stopped". */
const ENDS_TREATMENT = /\b(?:ceased|completed|done|ended|finished|off|over|stopped|withdrawn)\b/
/** In words, of a value or a treatment between an illness and its end. */
const LONGEST_BETWEEN = 6
/** Routes, before the drug: "IV co-amoxiclav". */
const OF_ROUTE = /^(?:im|iv|oral|po|pr|sc|subcut)$/
/** Short names of what is measured: "K 6.4", "4AT 8". */
const SHORT_NAME = /^\w{1,3}$/
/** Words of an item with a condition of its own: "prednisolone for gout". */
const OF_ANOTHER = /^(?:for|with)$/
/** The complaint of a patient follows these. */
const WITH_WHAT = / (?:with|for|of)$/

/** The scope of a trigger ahead of it, in order: what tells the time of one item is left out. */
function spansAhead(
  chart: Chart,
  sentence: Sentence,
  trigger: Mark,
  reach: Reach,
): readonly Span[] {
  const { gaps, markAt } = chart
  const start = startAhead(chart, trigger)
  const end = endAhead(chart, sentence, trigger, reach, start)
  const spans: Span[] = []
  // A target that begins within the trigger is in scope, too: "no focal weakness", "baby jaundiced".
  let from = isRole(trigger.phrase, 'infant') ? trigger.from : trigger.from + 1
  let isPaused = false
  for (let at = start; at < end; at++) {
    const isTime = markAt[at]?.ends === 'when' && PAUSES.has(reach.context)
    if (isTime && !isPaused) {
      spans.push({ from, to: at })
      isPaused = true
    } else if (isPaused && gaps.items[at] === 1) {
      from = at
      isPaused = false
    }
  }
  if (!isPaused) spans.push({ from, to: end })
  return spans
}

/** Notes what a trigger says of the words ahead of it, as far as its scope goes. */
export function paintAhead(
  chart: Chart,
  sentence: Sentence,
  trigger: Mark,
  reach: Reach,
  scopes: Scopes,
): void {
  const said = { phrase: trigger.phrase, score: reach.score }
  for (const { from, to } of spansAhead(chart, sentence, trigger, reach))
    paint(scopes.ahead[reach.context], from, to, said, trigger.to)
}

/** Notes what a phrase says of the words from a place on, wherever the phrase itself is. */
export function paintFrom(
  chart: Chart,
  sentence: Sentence,
  from: number,
  { phrase, ...reach }: Reach & { readonly phrase: string },
  scopes: Scopes,
): void {
  if (from >= sentence.to) return
  const trigger: Mark = { phrase, rules: [], ends: undefined, from: from - 1, to: from }
  paintAhead(chart, sentence, trigger, reach, scopes)
}

/** The scope of an opening of a sentence, up to the complaint of the patient; undefined if the sentence has none. */
export function spanToPresent(
  chart: Chart,
  sentence: Sentence,
  trigger: Mark,
  reach: Reach,
): Span | undefined {
  const to = endAhead(chart, sentence, trigger, reach, trigger.to)
  return isPresenting(chart, to) ? { from: trigger.to, to } : undefined
}

/**
 * Begin of the scope after a trigger; undefined if it has none.
 *
 * @param isAlone true if it closes its item, so that the item before is in scope if its own has nothing else
 */
export function startBehind(
  chart: Chart,
  sentence: Sentence,
  from: number,
  { context, reach, score }: Reach,
  isAlone: boolean,
): number | undefined {
  const { tokens, gaps, markAt } = chart
  const first = sentence.heading?.to ?? sentence.from
  let start = from
  let isNext = true
  const isTail = isAlone && isTailOfList(chart, sentence, from)
  const isOfList = isTail || speaksOfAll(chart, from)
  const isOfIllness = score >= LEAST_END && score !== DATED && isAlone
  const isEnd =
    context === 'past' && isOfIllness && !ENDS_TREATMENT.test(markAt[from]?.phrase ?? '')
  let subject: number | undefined
  const time = context === 'past' ? (markAt[from]?.phrase ?? '') : ''
  const isLongOver = LONG_OVER.test(time)
  const tested = context === 'absent' ? startOfTested(chart, first, from) : first
  for (let at = from - 1; at >= tested; at--) {
    // "Haemoptysis, now stopped": the words of the trigger's own marks begin its item.
    const isParted = isNext ? gaps.commas[at + 1] === 1 && !isAlone : gaps.items[at + 1] === 1
    // "Fracture, managed in a boot, healed".
    const isBetween = isEnd && at + 1 < from && isValueOrDrug(chart, at + 1, from)
    const isCourse = isBetween || (context === 'past' && isRole(tokens[at + 1] ?? '', 'course'))
    if (isParted && reach !== 'clause' && !isCourse && !isTail) break
    // "HTN - on telma, asthma - nil".
    if (isTail && at + 1 < from && isDash(gaps, at + 1)) break
    if (isParted && reach === 'clause' && !isCourse && !isOfList && at + 1 < from) break
    if (at + 1 < from && gaps.stops[at + 1] === 1 && !isBetween) break
    // "Dizzy ?UTI unlikely".
    if (at + 1 < from && gaps.doubtsRight[at + 1] === 1 && !isOfList) break
    if (typeof reach === 'number' && from - at > reach) break
    const mark = markAt[at]
    if (mark?.ends === 'patient' && gaps.items[mark.from] === 1) subject = mark.from
    // "She noticed a lump in February".
    if (mark?.ends === 'onset' || (mark?.phrase === 'noticed' && context === 'past')) {
      const isOver = score >= SAYS_OVER || isLongOver
      if (context === 'past' && !isOver) return undefined
    } else if (mark?.ends !== undefined && ENDS[context].has(mark.ends)) {
      // "Has completely resolved": a verb right before the trigger is its own.
      const isWithin = isNext && WITHIN_VERB.test(tokens[at]!)
      // "Jaundice developed in the army", "was found 10 years ago".
      const isDated = isLongOver || YEARS_AGO.test(time)
      const isVerb = isNext && isDated && FOLLOWS_SUBJECT.test(mark.phrase)
      const isOnArrival = context === 'past' && score >= SAYS_OVER && ARRIVAL.test(mark.phrase)
      if (!isOnArrival && !isWithin && !isVerb && (!isNext || !isClause(mark.ends, context))) break
    }
    // "In his twin brother": a relative may be two triggers.
    const isOwn = isNext && context === 'family'
    // "Depression after her first child remitted": a date does not keep what is surer from the words before it.
    const isDate = mark?.rules.every((rule) => rule.score === DATED && score > DATED)
    const isTold =
      !isDate &&
      mark?.rules.some(
        (rule) =>
          rule.context === 'present' ||
          (rule.context === context && !isOpenClosing(chart, mark, rule, from)),
      )
    if (isTold && !isOwn) break
    // "Dysthymia, has never lifted".
    if (isNext && context === 'past' && mark?.rules.some((rule) => rule.context === 'absent'))
      return undefined
    const isOfTrigger = mark !== undefined || WITHIN_VERB.test(tokens[at]!) || isCount(chart, at)
    isNext &&= isOfTrigger && gaps.items[at + 1] === 0
    start = at
  }
  // "Mum has vitiligo, patient has none".
  const isOfPatient =
    subject !== undefined &&
    isBehindRelative(chart, Math.max(first, start - RELATIVE_WITHIN), subject)
  return isOfPatient ? subject : start
}

/** True for a value or a treatment between an illness and its end: "AKI, Cr 240 -> 140, resolved", "thrush, nystatin, resolved". */
function isValueOrDrug({ words, tokens, gaps }: Chart, from: number, end: number): boolean {
  if (gaps.items[from] === 0 && gaps.stops[from] === 0) return false
  let to = from + 1
  while (to < end && gaps.items[to] === 0 && gaps.stops[to] === 0) to++
  if (to - from > LONGEST_BETWEEN || tokens.slice(from, to).some((each) => OF_ANOTHER.test(each)))
    return false
  const first = OF_ROUTE.test(tokens[from]!) ? from + 1 : from
  if (first >= to) return false
  const token = tokens[first]!
  if (words[first]!.kind === 'number' || isDrugWord(token)) return true
  const isName = SHORT_NAME.test(token) || isRole(token, 'measured')
  return isName && words[first + 1]?.kind === 'number' && first + 1 < to
}

/** "Was 10 years ago". */
function isCount({ words, tokens, markAt }: Chart, at: number): boolean {
  const next = markAt[at + 1]
  return words[at]!.kind === 'number' && next !== undefined && isRole(tokens[next.to - 1]!, 'ago')
}

/** Where the condition of a test begins at the earliest, whose verdict begins at a word: in run-on notes more is before it. */
function startOfTested({ tokens, gaps }: Chart, first: number, from: number): number {
  for (let at = from - 1; at >= Math.max(first, from - TEST_WITHIN); at--) {
    if (gaps.items[at + 1] === 1) return first
    if (!isRole(tokens[at]!, 'investigation')) continue
    // "Chest pain, trop neg x2".
    return gaps.commas[at] === 1 ? at : Math.max(first, at - NAMED_BEFORE_TEST)
  }
  return first
}

/** True if a relative's statement comes before a word. */
function isBehindRelative({ gaps, markAt }: Chart, from: number, to: number): boolean {
  for (let at = to - 1; at >= from; at--) {
    const isAhead = markAt[at]?.rules.some(
      ({ context, direction }) => context === 'family' && direction === 'forward',
    )
    if (isAhead) return true
    if (gaps.stops[at] === 1) return false
  }
  return false
}

/** True for a trigger that would close an item, but more words about it follow: "syphilis treated with penidure 2010". */
function isOpenClosing({ gaps }: Chart, mark: Mark, { direction }: Rule, from: number): boolean {
  return direction === 'closing' && mark.to < from && gaps.items[mark.to] === 0
}

/** True if a trigger follows a dash or a colon after a list and nothing follows it: "fever, cough - absent". */
function isTailOfList({ gaps, markAt }: Chart, { to }: Sentence, from: number): boolean {
  const end = markAt[from]?.to ?? from
  const isLast = end >= to || gaps.stops[end] === 1 || gaps.commas[end] === 1
  return isLast && (isDash(gaps, from) || (gaps.stops[from] === 1 && gaps.commas[from] === 0))
}

/** True if the verdict from a word on is about all items of its list: "cough, fever and rash were denied", "all denied". */
function speaksOfAll({ tokens, gaps }: Chart, from: number): boolean {
  if (isRole(tokens[from]!, 'plural')) return true
  // "Facial weakness, vertigo neg x2".
  if (/^x[2-9]?$/.test(tokens[from + 1] ?? '')) return true
  for (let at = from - 1; at > 0 && at >= from - LONGEST_LAST_ITEM; at--) {
    if (tokens[at] === 'and' || tokens[at] === 'or' || tokens[at] === '&') return true
    if (gaps.items[at] === 1) return false
  }
  return false
}

/** True if nothing but "in-law" or words like "also" is between two words. */
function isLikewise(tokens: readonly string[], from: number, to: number): boolean {
  const own = tokens[from] === 'in' && tokens[from + 1] === 'law' ? from + 2 : from
  return tokens.slice(own, to).every((token) => isRole(token, 'likewise') || HAS.test(token))
}

function isDash(gaps: Gaps, at: number): boolean {
  return gaps.items[at] === 1 && gaps.commas[at] === 0 && gaps.opens[at] === 0
}

/** Behind the trigger, or at its last word where that has what follows joined to it. */
function startAhead({ tokens, words }: Chart, { to }: Mark): number {
  return tokens[to - 1] === 'post' && words[to - 1]!.form !== 'post' ? to - 1 : to
}

/** Where the scope of a trigger ends ahead of it. */
function endAhead(
  chart: Chart,
  sentence: Sentence,
  trigger: Mark,
  { context, reach: ownReach }: Reach,
  start: number,
): number {
  const { words, tokens, gaps, markAt } = chart
  const isWide = context === 'absent' && typeof ownReach === 'number'
  const reach = isWide && isChoiceAhead(chart, start, sentence.to) ? 'clause' : ownReach
  const first = sentence.heading?.to ?? sentence.from
  let item = 0
  let hasContent = false
  // "Bouts of gout, asthma and jaundice".
  const isOfList = reach === 'item' && GOVERNS_LIST.test(trigger.phrase)
  const joined = isOfList ? endOfJoined(chart, start, sentence.to) : start
  for (let at = start; at < sentence.to; at++) {
    const isLabel = context === 'family' && isLabelOf(tokens, trigger.to, at)
    if (at > trigger.to && gaps.stops[at] === 1 && !(isLabel && gaps.commas[at] === 0)) return at
    // "No cefixime - urticaria last year".
    if (context === 'absent' && isDash(gaps, at) && isDrugWord(tokens[trigger.to]!)) return at
    // A sentence of its own below "denies:" is not parted from it.
    const isNext = at === trigger.to && gaps.commas[at] === 1 && at > sentence.from
    // "For the moment neither; itch only".
    if (isNext && gaps.stops[at] === 1) return at
    if (typeof reach === 'number' && at - trigger.to >= reach) return at
    if (
      context === 'family' &&
      at > start &&
      isPatientAgain({ tokens, gaps, start: first }, trigger, at)
    )
      return at
    // "No distress, obese".
    if (isNext && typeof reach === 'number') return at
    if (at > start && isItemStart(tokens, gaps, at)) {
      // "Possible early RA, or viral arthritis".
      const isChoice = context === 'suspected' && tokens[at] === 'or'
      if (reach === 'item' && !isChoice && at >= joined) return at
      if (reach !== 'clause' && reach !== 'item' && gaps.items[at] === 1) return at
      if (gaps.commas[at] === 1 && endsList(chart, sentence, trigger, context, at)) return at
      item = at
    }
    // "No sob hgb 7.9 anemia": a measure in a run-on note ends what is denied.
    const isMeasure = isRole(tokens[at]!, 'measured') && words[at + 1]?.kind === 'number'
    if (context === 'absent' && hasContent && isMeasure && gaps.items[at] === 0) return at
    if (at > start && hasSignBefore(gaps, at) && ENDED_BY_SIGN.has(context)) return at
    // "No neuropathy, with retinopathy".
    if (tokens[at] === 'with' && (reach !== 'clause' || isWithApart(tokens, gaps, at, context)))
      return at
    // "No temperature just a cough".
    if (context === 'absent' && hasContent && isRole(tokens[at]!, 'exception')) return at
    if (hasContent && context === 'planned' && isOfRisk(trigger) && isReason(chart, at)) return at
    // "Discussed carotid surgery for his stenosis".
    const isOwn = tokens[at] === 'for' && isRole(tokens[at + 1] ?? '', 'possessive')
    if (hasContent && context === 'planned' && isOwn && /^discuss|^talk/.test(trigger.phrase))
      return at
    const mark = markAt[at]
    if (mark?.from === at && at >= trigger.to) {
      if (context === 'planned' && mark.ends === 'cause' && WITH_REASON.test(mark.phrase)) return at
      if (mark.rules.some((rule) => takesOver(rule, context, reach))) return at
      // "His wife died of cancer, denies hematuria".
      if (context === 'family' && gaps.commas[at] === 1 && DENIES.test(mark.phrase)) return at
      // "No focal deficit, CT head to exclude bleed".
      if (context === 'absent' && item > 0 && mark.phrase.startsWith('to ') && isPlan(mark))
        return item
      if (mark.rules.some((rule) => parts(rule, context))) {
        if (item > 0 && isHead(tokens, item, at)) return item
        if (hasContent && tellsHistory(mark) && isNoun(words, at - 1)) return at
      }
      if (context === 'family' && mark.ends === 'verb' && isBack(chart, sentence, trigger, at))
        return at
      if (mark.ends !== undefined && ENDS[context].has(mark.ends)) {
        // "Husband also c/o itching".
        const isOwn = context === 'family' && isLikewise(tokens, trigger.to, at)
        if (!isClause(mark.ends, context) && !isOwn) return at
        if (!isOwn && !isClosed(tokens, mark.to, sentence.to)) {
          if (item > 0) return item
          if (mark.ends !== 'be' && hasContent) return at
        }
      }
    }
    if (!words[at]!.stop) hasContent = true
  }
  return sentence.to
}

function isOfRisk({ phrase }: Mark): boolean {
  return /risk|complication|consent|counsel|explain/.test(phrase)
}

/** "Risk of DVT after hip replacement for arthritis", but not "return for fever or for 3 days of cough". */
function isReason({ words, tokens, gaps, markAt }: Chart, at: number): boolean {
  if (tokens[at] !== 'for' || markAt[at] !== undefined || at + 1 >= words.length) return false
  const isNext = gaps.items[at] === 1 || isRole(tokens[at - 1]!, 'connector')
  return !isNext && words[at + 1]!.kind === 'word' && markAt[at + 1] === undefined
}

/** True if the word after a sign is in its scope. */
export function hasSignBefore(gaps: Gaps, at: number): boolean {
  return gaps.doubtsRight[at] === 1 || gaps.deniesRight[at] === 1 || gaps.assertsRight[at] === 1
}

function isWithApart(tokens: readonly string[], gaps: Gaps, at: number, context: Context): boolean {
  return context !== 'family' && gaps.commas[at] === 1 && tokens[at + 1] !== 'or'
}

/** True if a terminator needs a subject before it, or is one, to end the scope. */
function isClause(kind: TerminatorKind, context: Context): boolean {
  return (
    kind === 'verb' ||
    kind === 'be' ||
    kind === 'now' ||
    (kind === 'patient' && context !== 'family')
  )
}

function isPlan({ rules }: Mark): boolean {
  return rules.some(
    ({ context, direction }) =>
      direction === 'forward' && (context === 'suspected' || context === 'planned'),
  )
}

/** True if a later trigger takes over the scope after it from an earlier one. */
function takesOver(rule: Rule, context: Context, reach: Rule['reach']): boolean {
  return (
    rule.context === context &&
    (rule.direction === 'forward' || rule.direction === 'opening') &&
    (rule.reach === 'clause' || reach !== 'clause')
  )
}

/** True if a trigger at the head of an item begins another list than the one before: "no CKD, h/o stroke". */
function parts({ context, direction }: Rule, before: Context): boolean {
  return direction === 'forward' && PARTED_BY[before].has(context)
}

/** "No pain h/o migraine": only the condition of the history could be right before these. */
function tellsHistory({ rules }: Mark): boolean {
  return rules.some(
    ({ context, reach }) => (context === 'past' || context === 'family') && reach === 'clause',
  )
}

function isNoun(words: readonly Word[], at: number): boolean {
  const { form, stop } = words[at]!
  return !stop && form !== 'any' && !isRole(form, 'attributive') && !isRole(form, 'connector')
}

/** True if a word is the first of an item that begins here, "and" aside. */
function isHead(tokens: readonly string[], item: number, at: number): boolean {
  return at === item || (at === item + 1 && tokens[item] === 'and')
}

/** True if a verb closes the clause, as in "was noted", and does not begin another one. */
function isClosed(tokens: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < Math.min(from + CLOSER_WITHIN, to); at++)
    if (isRole(tokens[at]!, 'closer')) return true
  return false
}

/** True if the complaint of the patient begins at a word: "who presents with", "presenting for". */
function isPresenting({ tokens, markAt }: Chart, at: number): boolean {
  const next = tokens[at] === 'who' ? at + 1 : at
  const mark = markAt[next] ?? markAt[at]
  return mark?.ends === 'turn' && WITH_WHAT.test(mark.phrase)
}
