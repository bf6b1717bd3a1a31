import { lazily, madeOnce } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import type { Chart } from './chart.ts'
import { isRole } from './context-phrases.ts'
import { isSignBefore } from './gaps.ts'
import { paint, type Scopes } from './layers.ts'
import { paintFrom, type Reach, startBehind } from './reach.ts'
import type { SectionKind, Sentence } from './sections.ts'
import { endsAsOperation, isDrugWord } from './word-kinds.ts'

/**
 * Conditions that are the reason for something else. Aims of tests that are ordered: "booked echo for pulmonary hypertension",
 * "bloods sent: hypothyroidism". Reasons of operations that are done: "tonsils out for quinsy", "post tonsillectomy. Indication
 * was quinsy". Reactions to drugs and reasons for stopping them, which are over: "amlodipine was stopped last year for ankle
 * swelling", "Prozac caused akathisia", "Macrobid → hives", "Allergies: peanut (wheeze)".
 */

/** Below data/: drugs and the conditions that they are for, by one name of each. */
const AIM_TABLE = 'context/aims.tsv'

const aimsOf = lazily((): ReadonlyMap<string, ReadonlySet<string>> => {
  const read = new Map<string, Set<string>>()
  for (const [word, aim] of readTable(AIM_TABLE, ['word', 'aim']))
    madeOnce(read, word!, () => new Set<string>()).add(aim!)
  return read
})

/**
 * True if one of the words before a sign is a drug for what one of the words after it names: "senna - constipation" is no
 * reaction.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isAimOf(drugs: readonly string[], conditions: readonly string[]): boolean {
  const told = conditions.flatMap((word) => [...(aimsOf().get(word) ?? [])])
  return told.length > 0 && drugs.some((word) => told.some((aim) => aimsOf().get(word)?.has(aim)))
}

/** In words between an order, its test and its aim. */
const ORDER_WITHIN = 5
const AIMS = /^(?:for|re|regarding)$/
/** "Underwent lap chole for gallstones", but "underwent CT for headache". */
const UNDERWENT = /^under(?:went|gone)$/
/** Words of an operation to come, or that is not done. */
const TO_COME =
  /^(?:await|awaiting|awaits|awaited|booked|consider|considering|due|for|listed|needs|no|not|offered|planned|plan|refused|scheduled|to)$/
/** A reason, and a reaction that is named as one. */
const SURE = 0.85
/** The aim of an order is all that its clause names; the reason for an operation is one item. */
const AIM = { context: 'planned', reach: 'clause', score: SURE } as const
const REASON = { context: 'past', reach: 'item', score: SURE } as const

/** Words for the reason of an operation, in the sentence after it. */
const NAMES_REASON = /^(?:indication|indications|reason)$/
const WAS = /^(?:being|been|had|is|was|were)$/
const SURGERY = /^(?:amputation|circumcision|excision|operated|postop|surgery)$/
/** Words of an operation that was before. */
const IS_OVER = /^(?:after|ago|back|done|following|healed|last|p\/o|pod|post|postop|previous|s\/p)$/
/** In words before the reason of an operation. */
const OPERATED_WITHIN = 12

/**
 * Notes the reason of an operation that the words before a sentence name: "post tonsillectomy. Indication was quinsy".
 */
export function paintIndication(chart: Chart, { from, to }: Sentence, scopes: Scopes): void {
  const { tokens, gaps } = chart
  for (let at = from; at < to; at++) {
    const isHead = at === from || tokens[at - 1] === 'the' || gaps.items[at] === 1
    if (!isHead || !NAMES_REASON.test(tokens[at]!)) continue
    let next = at + 1
    while (next < to && WAS.test(tokens[next]!)) next++
    const earliest = Math.max(0, at - OPERATED_WITHIN)
    const places = Array.from({ length: at - earliest }, (_, i) => earliest + i)
    // A report of an operation has its indication, too: "knee replacement. Indication: arthritis".
    const isSaid = next > at + 1 || places.some((place) => IS_OVER.test(chart.tokens[place]!))
    if (next === to || !isSaid) continue
    if (!places.some((place) => isDone(chart, earliest, place))) continue
    const span = { from: at, to, section: undefined, heading: undefined }
    paintFrom(chart, span, next, { ...REASON, phrase: tokens[at]! }, scopes)
  }
}

/** An operation, or "surgery", that is done. */
function isDone(chart: Chart, first: number, at: number): boolean {
  const { form } = chart.words[at]!
  // "Post tonsillectomy" is one word to the analyzer.
  return SURGERY.test(form) || endsAsOperation(form) || isOperation(chart, first, at)
}

/** Notes the aims of orders and operations of a sentence. Linear in its length. */
export function paintOrders(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens, gaps } = chart
  const first = sentence.heading?.to ?? sentence.from
  let order = -1
  let test = -1
  let operation = -1
  for (let at = first; at < sentence.to; at++) {
    const token = tokens[at]!
    if (at > first && (gaps.stops[at] === 1 || gaps.commas[at] === 1)) {
      const isList = order >= 0 && test >= 0 && at - order <= 1 && gaps.commas[at] === 0
      if (isList) paintFrom(chart, sentence, at, { ...AIM, phrase: tokens[order]! }, scopes)
      operation = -1
      if (gaps.commas[at] === 1 || isList) order = test = -1
    }
    const isNear = (from: number) => from >= 0 && at - from <= ORDER_WITHIN
    if (isRole(token, 'ordering')) order = at
    else if (isRole(token, 'investigation')) {
      test = at
      operation = -1
    } else if (UNDERWENT.test(token) || isOperation(chart, first, at)) operation = at
    const isAim = AIMS.test(token) && chart.markAt[at] === undefined && at + 1 < sentence.to
    if (isAim && isNear(order) && isNear(test)) {
      paintFrom(chart, sentence, at + 1, { ...AIM, phrase: tokens[order]! }, scopes)
      order = test = -1
    } else if (
      token === 'for' &&
      isAim &&
      isNear(operation) &&
      isToBe(chart, sentence, operation)
    ) {
      operation = -1
    } else if (token === 'for' && isAim && isNear(operation)) {
      paintFrom(chart, sentence, at + 1, { ...REASON, phrase: tokens[operation]! }, scopes)
      operation = -1
    }
  }
}

/** True for an operation that is done, as far as the words before it say. */
function isOperation({ tokens }: Chart, first: number, at: number): boolean {
  const token = tokens[at]!
  if (!endsAsOperation(token) && !isRole(token, 'operated')) return false
  return !tokens.slice(Math.max(first, at - ORDER_WITHIN), at).some((each) => TO_COME.test(each))
}

/** Days of an operation that is not over, and words that it is planned. */
const NOT_YET = /^(?:booked|listed|next|planned|requested|scheduled|today|tomorrow|tonight)$/

/** "Mastectomy today for breast cancer", "prostatectomy for cancer scheduled": the words of one item behind an operation. */
function isToBe({ tokens, gaps }: Chart, { to }: Sentence, operation: number): boolean {
  for (let at = operation + 1; at < to && gaps.commas[at] === 0 && gaps.stops[at] === 0; at++)
    if (NOT_YET.test(tokens[at]!)) return true
  return false
}

/** Sections that list drugs with their reasons. */
const LISTS: ReadonlySet<SectionKind> = new Set(['medication', 'plan'])
/** In words: a drug's name, and what it is for. */
const DRUG_WORDS = 2
const AIM_WORDS = 3
const YEAR = /^(?:19|20)\d{2}$/
const OF_ALLERGIC = /^(?:history|hx|reactions?|rxns?|to)$/
/** Maximum of words between a stopped drug and the reason. */
const REASON_WITHIN = 5
/** A sign between a drug and a condition may give an indication, too: what lasts is not over. */
const SIGNED = 0.7

/** Notes the reactions of a sentence. Linear in its length. */
export function paintReactions(chart: Chart, sentence: Sentence, scopes: Scopes): void {
  const { tokens } = chart
  const first = sentence.heading?.to ?? sentence.from
  let hasAllergy = sentence.section === 'allergies'
  // "TTO: propranolol (tremor)": a list of medication has reasons, not reactions.
  const isIndication = (at: number) =>
    (sentence.section !== undefined && LISTS.has(sentence.section) && chart.gaps.opens[at] === 1) ||
    (!hasAllergy &&
      isAimOf(
        tokens.slice(Math.max(first, at - DRUG_WORDS), at),
        tokens.slice(at, Math.min(sentence.to, at + AIM_WORDS)),
      ))
  for (let at = first; at < sentence.to; at++) {
    const token = tokens[at]!
    // "Allergic rhinitis" is a disease.
    hasAllergy ||=
      isRole(token, 'allergy') && (token !== 'allergic' || OF_ALLERGIC.test(tokens[at + 1] ?? 'to'))
    const isSubstance = isDrugWord(token) || isRole(token, 'allergen')
    if (isRole(token, 'stopping')) {
      const reason = reasonAfter(chart, sentence, at)
      if (reason !== undefined) paintFrom(chart, sentence, reason, reactionBy(token, SURE), scopes)
    }
    if (isSubstance && at - 2 >= first && tokens[at - 1] === 'to')
      paintBefore(chart, sentence, at - 1, scopes)
    // "Penicillin 2015: rash".
    const isDated = isSubstance && at + 2 < sentence.to && YEAR.test(tokens[at + 1]!)
    const next = isDated && isSign(chart, at + 2) ? at + 2 : at + 1
    if (next >= sentence.to) continue
    if (isSubstance && isRole(tokens[next]!, 'causing'))
      paintFrom(chart, sentence, next + 1, reactionBy(tokens[next]!, SURE), scopes)
    else if ((hasAllergy || isSubstance) && isSign(chart, next) && !isIndication(next))
      paintFrom(chart, sentence, next, reactionBy(token, hasAllergy ? SURE : SIGNED), scopes)
  }
}

/** The first word of the reason for which a drug was stopped. */
function reasonAfter(chart: Chart, { to }: Sentence, at: number): number | undefined {
  const { tokens, gaps } = chart
  for (let next = at + 1; next < to && next <= at + REASON_WITHIN; next++) {
    if (isSign(chart, next)) return next
    if (gaps.commas[next] === 1) return undefined
    if (isRole(tokens[next]!, 'reason'))
      return tokens[next + 1] === 'of' || tokens[next + 1] === 'to' ? next + 2 : next + 1
  }
  return undefined
}

/** True if an arrow, a colon, a dash or a bracket precedes a word. A comma, a semicolon or a new line is none. */
function isSign({ gaps }: Chart, at: number): boolean {
  return gaps.opens[at] === 1 || isSignBefore(gaps, at)
}

function reactionBy(phrase: string, score: number): Reach & { readonly phrase: string } {
  return { phrase, context: 'past', reach: 'clause', score }
}

/** "Red man syndrome to vancomycin", but no "allergy to vancomycin" and no "rash due to vancomycin". */
function paintBefore(chart: Chart, sentence: Sentence, to: number, scopes: Scopes): void {
  const before = chart.tokens[to - 1]!
  if (before.startsWith('allerg') || isRole(before, 'managed')) return
  const reach = { context: 'past', reach: 'item', score: SURE } as const
  const start = startBehind(chart, sentence, to, reach, false)
  if (start !== undefined && !isReactingNow(chart, sentence, start, to))
    paint(scopes.behind.past, start, to, { phrase: 'to', score: SURE }, to)
}

/** Before a reaction that is had now: "in anaphylaxis", "admitted with anaphylaxis". */
const IN_ONE = /^(?:in|has)$/
const CAME = /^(?:admitted|attended|brought|came|presented|presenting|presents|seen)$/
/** Remedies that are only carried. */
const CARRIED = /^(?:autoinjectors?|carries|carry|holds|pens?|prescribed)$/
/** In words behind the drug. */
const TREATED_WITHIN = 12

/** True if the words around a reaction tell that it is treated now: "anaphylaxis to rocuronium, adrenaline given". */
function isReactingNow(chart: Chart, sentence: Sentence, from: number, to: number): boolean {
  if (sentence.section === 'allergies') return false
  const { tokens } = chart
  const [came = '', before = ''] = tokens.slice(Math.max(0, from - 2), from).slice(-2)
  if (from > 0 && IN_ONE.test(tokens[from - 1]!)) return true
  if (before === 'with' && CAME.test(came)) return true
  const behind = tokens.slice(to + 1, Math.min(sentence.to, to + TREATED_WITHIN))
  return (
    behind.some((token) => isRole(token, 'emergency')) &&
    !behind.some((token) => CARRIED.test(token))
  )
}
