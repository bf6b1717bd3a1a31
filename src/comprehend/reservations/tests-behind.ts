import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { isChronic, SAYS_OVER } from '../../clinical/history.ts'
import { JOINS_ITEMS } from '../../clinical/lists.ts'
import { isDrugWord } from '../../clinical/word-kinds.ts'
import { everydayKindOf } from '../../language/everyday-words.ts'
import {
  firstPlace,
  type Item,
  isAnywhere,
  mayFollow,
  placesWhere,
  WORD,
} from '../presence-words.ts'

/** Tests and verdicts behind a condition that is not shown by them, or is only looked for. */

/** In words behind "not on". */
const TEST_WITHIN = 3
/** Echo through the gullet. */
const ECHO = /^(?:tee|toe)$/
const NORMAL = /^(?:nad|normal|unremarkable)$/
/** A test that is normal. */
const IS_OK = /^(?:clean|clear|fine|neg|negative|ok|wnl)$/
const TREATS = /^(?:commence|continue|restart|start)$/
const LAB =
  /^(?:alt|ast|bhcg|bilirubin|bnp|b12|cea|complements?|cortisol|dip|dips|esr|folate|immunoglobulins|inr|lactate|lfts?|ntprobnp|pth|tele|telemetry|tte|ues?|urate|urine)$/
/** A measure that is normal again: "now normal", "back to baseline", "normalized". */
const AGAIN = /^(?:again|already|back|has|have|is|are|now|since|to|were|was)$/
const BACK_TO = /^(?:baseline|normal|normalized|recovered|unremarkable|wnl)$/
const SAYS_AGAIN = /^(?:again|back|now|since)$/
/** In words, of a measure, its value and that it is normal again. */
const AGAIN_WITHIN = 7
const TEST_ENDS = /(?:gram|graphy|scopy)$/
const IS_AWAITED = /^(?:awaited|awaiting|outstanding|pending)$/
const IS_SENT = /^(?:ordered|requested|sent)$/
/** Roles of words by which a label has what it names. */
const AFFIRMING = [
  'affirming',
  'course',
  'managed',
  'result',
  'returning',
  'spared',
  'there',
] as const

/** The places of such words; `parts` are those of the words of the text. */
export function testsBehind(chart: Chart, item: Item, parts: Uint8Array): readonly number[] {
  return [
    ...notOnTest(chart, item),
    ...normalBehind(chart, item),
    ...normalAgain(chart, item),
    ...turnedNormal(chart, item),
    ...normalValues(chart, item),
    ...sentBehind(chart, item),
    ...testBehind(chart, item),
    ...dashBehind(chart, item, parts),
    ...labelled(chart, item, parts),
  ]
}

/** "Iritis not on slit lamp". */
function notOnTest({ tokens }: Chart, { to, end }: Item): number[] {
  if (tokens[to] !== 'not' || !/^(?:at|by|in|on)$/.test(tokens[to + 1]!)) return []
  const isOfTest = (at: number) =>
    isTest(tokens[at]!) || ECHO.test(tokens[at]!) || isRole(tokens[at]!, 'source')
  return isAnywhere(to + 2, Math.min(end, to + 2 + TEST_WITHIN), isOfTest) ? [to] : []
}

/** "PIH normal BP", "ILD HRCT normal", "pre-eclampsia bloods and BP normal". */
function normalBehind(chart: Chart, { from, to, end }: Item): number[] {
  const { tokens } = chart
  const isTested = (at: number) =>
    at < end &&
    (isTest(tokens[at]!) ||
      isRole(tokens[at]!, 'measured') ||
      LAB.test(tokens[at]!) ||
      isMeasure(tokens[at]!))
  // "DDH hip scan normal".
  const isOfSite =
    to + 1 < end &&
    isTest(tokens[to + 1]!) &&
    everydayKindOf(tokens[to]!) === 'thing' &&
    !isRole(tokens[to - 1]!, 'symptom')
  const first = isOfSite ? to + 1 : to
  let verdict = first
  while (isTested(verdict) || (JOINS_ITEMS.test(tokens[verdict]!) && isTested(verdict + 1)))
    verdict++
  if (verdict >= end) return []
  const isNormal =
    (NORMAL.test(tokens[verdict]!) && (verdict > to || !isOfSite)) ||
    (verdict > first && IS_OK.test(tokens[verdict]!))
  if (!isNormal) return []
  // "Onychomycosis, LFT normal start terbinafine": a value before a treatment.
  if (verdict + 1 < end && TREATS.test(tokens[verdict + 1]!)) return []
  // "Hypothyroidism TSH normal" is under control.
  const isControlled = !isRole(tokens[to]!, 'imaging') && isChronic(chart, { from, to })
  return isControlled ? [] : [verdict]
}

/** "Hyperkalemia → normal": an arrow to what it became. */
function turnedNormal({ tokens, gaps }: Chart, { to, end, last }: Item): number[] {
  const isArrow = end < last && gaps.stops[end] === 1 && gaps.labels[end] === 0
  const isNext = end - to <= 1 && isArrow && gaps.commas[end] === 0
  return isNext && BACK_TO.test(tokens[end]!) ? [end] : []
}

/** "Hyponatremia, Na now normal", "AKI, creatinine back to baseline": the next item says that a measure is normal again. */
function normalAgain(chart: Chart, { from, to, end, last }: Item): number[] {
  const { words, tokens, gaps } = chart
  if (to !== end && words[to]!.kind !== 'number') return []
  if (isChronic(chart, { from, to })) return []
  let marks = 0
  for (let at = to; at < Math.min(last, to + AGAIN_WITHIN); at++) {
    marks += gaps.items[at]!
    if (marks > 1 || gaps.ends[at] === 1) return []
    if (!BACK_TO.test(tokens[at]!)) continue
    const isAgain =
      tokens[at] === 'normalized' ||
      isAnywhere(to, at + 2, (place) => SAYS_AGAIN.test(tokens[place] ?? ''))
    const own = placesWhere(to, at, (place) => !AGAIN.test(tokens[place]!))
    const isOfMeasure = own.filter((place) => words[place]!.kind === 'word').length <= 2
    return isAgain && isOfMeasure ? [at] : []
  }
  return []
}

/** "Leptospirosis sent": the test of it. */
function sentBehind({ tokens, gaps }: Chart, { to, end }: Item): number[] {
  return to < end && gaps.items[to] === 0 && IS_SENT.test(tokens[to]!) ? [to] : []
}

/** "Cushing's → DST": a test, and nothing else, of what a line or a sentence names alone. */
function testBehind({ tokens, gaps }: Chart, item: Item): number[] {
  const { from, to, first, start, end, last } = item
  const isAlone = from === start && to === end && (from === first || gaps.ends[from] === 1)
  const isLabel = gaps.labels[to] === 1 || (gaps.stops[to] === 1 && gaps.commas[to] === 0)
  if (!isAlone || !isLabel || to >= last || !isTest(tokens[to]!)) return []
  let at = to + 1
  while (at < last && (isRole(tokens[at]!, 'soon') || isTest(tokens[at]!))) at++
  return at === last || gaps.items[at] === 1 || gaps.stops[at] === 1 ? [to] : []
}

/**
 * "Hypothyroidism - TSH normal", "metastasis: 0/14": a label of which no later word says that it is there. A condition, a
 * drug, a treatment or an answer does; a measure, too, of a lasting disease: "HTN - 150/90".
 */
function labelled(chart: Chart, { from, to, first, last }: Item, parts: Uint8Array): number[] {
  const { words, tokens, gaps, markAt } = chart
  const isHead = from === first || gaps.items[from] === 1 || gaps.stops[from] === 1
  if (!isHead || to >= last || gaps.labels[to] === 0) return []
  if (tokens[to] === 'at' && tokens[to + 1] === 'risk') return [to]
  const measured = endOfMeasures(chart, parts, to, last)
  // "Mouth ulcers: one, healed".
  const isOver = (at: number) =>
    markAt[at]?.rules.some(
      (rule) => rule.context === 'past' && rule.score >= SAYS_OVER && rule.direction !== 'forward',
    ) === true
  const over = firstPlace(to, measured, isOver)
  if (over !== undefined) return [over]
  // "TTP - platelets 12, ADAMTS13 pending".
  if (isAnywhere(to, measured, (at) => IS_AWAITED.test(tokens[at]!))) return [to]
  const isLasting = isChronic(chart, { from, to })
  const affirms = (at: number) =>
    parts[at] === WORD.target ||
    mayFollow(parts[at]) ||
    isDrugWord(tokens[at]!) ||
    AFFIRMING.some((role) => isRole(tokens[at]!, role)) ||
    (isLasting && words[at]!.kind === 'number')
  return isAnywhere(to, last, affirms) ? [] : [to]
}

/** "Vomiting - cough - dry, fever -": where one dash is a sign, another between two conditions may be one, too. */
function dashBehind({ gaps }: Chart, { to, last }: Item, parts: Uint8Array): number[] {
  const isDash = to < last && gaps.labels[to] === 1 && gaps.stops[to] === 0
  if (!isDash || parts[to] !== WORD.target) return []
  return isAnywhere(to + 1, last + 1, (at) => gaps.denies[at] === 1) ? [to] : []
}

/** Behind the measures of a label: where another condition or a sentence begins. */
function endOfMeasures({ gaps }: Chart, parts: Uint8Array, from: number, last: number): number {
  let at = from
  while (at < last && parts[at] !== WORD.target && (at === from || gaps.stops[at] === 0)) at++
  return at
}

function isTest(token: string): boolean {
  return isRole(token, 'investigation') || TEST_ENDS.test(token)
}

/**
 * Values next to the name of a condition that speak against it: a measure that is normal, "anaemia Hb 138", and limits, as the
 * legend of a laboratory's result has them, "DIABETES >=6.5", "<20 vitamin D deficiency", ">6.4 = diabetes". They say from
 * which value on there is one, and nothing of the patient.
 */

/** A measure that a condition is defined by, and within what bounds there is none. */
interface Measure {
  /** Words of the condition. */
  readonly of: RegExp
  /** Words for the measure. */
  readonly names: string
  /** The lowest and the highest normal value, in each unit in use. */
  readonly normal: readonly (readonly [number, number])[]
}

const MEASURES: readonly Measure[] = [
  {
    of: /^an?emi[ac]$/,
    names: 'hb hgb hemoglobin',
    normal: [
      [115, 190],
      [11.5, 19],
    ],
  },
  { of: /^hyp(?:er|o)kal/, names: 'k potassium', normal: [[3.5, 5.3]] },
  { of: /^(?:hyp(?:er|o)natr|siadh|insipidus)/, names: 'na sodium', normal: [[133, 146]] },
  {
    of: /^hyp(?:er|o)calc/,
    names: 'ca calcium',
    normal: [
      [2.1, 2.6],
      [8.5, 10.5],
      [1.12, 1.32],
    ],
  },
  {
    of: /^hyp(?:er|o)magnes/,
    names: 'mg magnesium',
    normal: [
      [0.7, 1.05],
      [1.7, 2.4],
    ],
  },
  {
    of: /^hyp(?:er|o)phosph/,
    names: 'phos phosphate po4',
    normal: [
      [0.75, 1.5],
      [2.5, 4.6],
    ],
  },
  {
    of: /^hyp(?:er|o)glyc/,
    names: 'bgl bm bs bsl cbg glucose rbs',
    normal: [
      [4, 7.8],
      [70, 140],
    ],
  },
  { of: /^(?:dka|ketoacidosis|ketosis)$/, names: 'bhb ket ketones', normal: [[0, 0.9]] },
  { of: /^(?:myositis|rhabdo|rhabdomyolysis)$/, names: 'ck cpk', normal: [[0, 250]] },
  {
    of: /^(?:acs|infarction|mi|myocarditis|nstemi)$/,
    names: 'hsti hstni hstnt tni tnt trop troponin trops',
    normal: [[0, 14]],
  },
  { of: /^pancreatitis$/, names: 'amylase lipase', normal: [[0, 100]] },
  { of: /^(?:dvt|embolism|pe|vte)$/, names: 'ddimer dimer', normal: [[0, 400]] },
  { of: /^compartment$/, names: 'iap', normal: [[0, 12]] },
  {
    of: /^(?:hit|itp|thrombocyto.*|ttp)$/,
    names: 'plat platelets plats plt plts',
    normal: [[150, 450]],
  },
  {
    of: /^(?:leuko|neutro)penia$/,
    names: 'neut neutrophils neuts wbc wcc',
    normal: [[2, 11]],
  },
  {
    of: /^aki$/,
    names: 'cr creat creatinine',
    normal: [
      [30, 110],
      [0.4, 1.2],
    ],
  },
  {
    of: /^(?:febrile|fever|hyperthermia|hypothermia|pyrexia)$/,
    names: 't temp temperature',
    normal: [
      [36, 37.4],
      [96.8, 99.3],
    ],
  },
  {
    of: /^(?:desaturation|hypoxemia|hypoxia|hypoxic)$/,
    names: 'sat sats spo2',
    normal: [[95, 100]],
  },
  { of: /^(?:bradycardi[ac]|tachycardi[ac])$/, names: 'hr pr pulse', normal: [[60, 95]] },
  { of: /^(?:addisons?|addisonian|adrenal)$/, names: 'cortisol', normal: [[400, 2000]] },
  { of: /^retention$/, names: 'pvr pvrv residual rv', normal: [[0, 120]] },
  { of: /^coagulopath/, names: 'inr', normal: [[0.8, 1.2]] },
]
const MEASURE_OF: ReadonlyMap<string, Measure> = new Map(
  MEASURES.flatMap((measure) => measure.names.split(' ').map((name) => [name, measure] as const)),
)
/** Words between a condition and its measure, or the measure and its value. */
const BETWEEN =
  /^(?:adj|adjusted|at|d|corr|corrected|last|latest|level|now|of|only|serum|today|was|\+)$/
const BETWEEN_WITHIN = 2

/** True for the name of a measure of the table: "lipase". */
export function isMeasure(token: string): boolean {
  return MEASURE_OF.has(token)
}

/** The place of a normal value right behind the condition that it defines. */
export function normalValues({ words, tokens, gaps }: Chart, { from, to, last }: Item): number[] {
  const skip = (at: number) => {
    let next = at
    while (next < last && next - at < BETWEEN_WITHIN && BETWEEN.test(tokens[next]!)) next++
    return next
  }
  const at = skip(to)
  if (at >= last || gaps.commas[at] === 1) return []
  const measure = MEASURE_OF.get(tokens[at]!)
  if (measure === undefined || !isAnywhere(from, to, (own) => measure.of.test(tokens[own]!)))
    return []
  const value = skip(at + 1)
  if (value >= last || words[value]!.kind !== 'number') return []
  const number = Number(tokens[value])
  const isNormal = measure.normal.some(([low, high]) => number >= low && number <= high)
  return isNormal ? [value] : []
}

/** In UTF-16 units before or behind a name. */
const LONGEST_LIMIT = 40
const COMPARED = String.raw`(?:[<>]\s?=?|[≤≥])\s?[-−]?\d[\d,]*(?:\.\d+)?`
/** A number with two digits or a fraction: no count of a few. */
const LARGE = String.raw`[-−]?(?:\d+\.\d+|\d{2,})`
const UNIT = String.raw`\s?(?:%|[a-zµ]+\/[a-z\d]+|mmol|k)?`
/** Ends what a limit is of; "BP >180/110" and ">3 weeks" are none. */
const OVER = String.raw`\s*(?:[,;)\]\n\r=]|\.(?!\d)|\b(?:and|or)\b|$)`
/** "5.7-6.4", "-1.0 to -2.5", but not the years "2005-2010". */
const RANGE = String.raw`(?!(?:19|20)\d\d\b)[-−]?\d+(?:\.\d+)?\s?(?:[-–]|to)\s?(?!(?:19|20)\d\d\b)${LARGE}`
const LIMIT_BEHIND = new RegExp(String.raw`^\s?:?\s?(?:${COMPARED}|${RANGE})${UNIT}${OVER}`, 'i')
/** "> 6.5 % = diabetes", "5.7-6.4 = prediabetes". */
const EQUAL_AHEAD = new RegExp(String.raw`(?:${COMPARED}|${RANGE})${UNIT}\s?=\s?$`, 'i')
/** "<20 vitamin D deficiency" at the beginning of an item: behind a test's name the value is a result. */
const LIMIT_AHEAD = new RegExp(
  String.raw`(?:^|[,;.([\n\r]\s?)(?:[<>]\s?=?|[≤≥])\s?${LARGE}${UNIT}\s?$`,
  'i',
)

/** The condition itself if a limit is next to it. */
export function limitsBeside(text: string, { words, tokens }: Chart, { from, to }: Item): number[] {
  // "Fever >39".
  if (isRole(tokens[to - 1]!, 'symptom')) return []
  const { start } = words[from]!
  const { end } = words[to - 1]!
  const ahead = text.slice(Math.max(0, start - LONGEST_LIMIT), start)
  const isLimited =
    LIMIT_BEHIND.test(text.slice(end, end + LONGEST_LIMIT)) ||
    EQUAL_AHEAD.test(ahead) ||
    LIMIT_AHEAD.test(ahead)
  return isLimited ? [from] : []
}
