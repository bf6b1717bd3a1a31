import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { type Item, isAnywhere } from '../presence-words.ts'

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
