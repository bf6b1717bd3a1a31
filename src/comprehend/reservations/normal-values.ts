import type { Chart } from '../../clinical/chart.ts'
import { type Item, isAnywhere } from '../presence-words.ts'

/** Measures that a condition is defined by, "anaemia Hb 138", and within what bounds there is none. */

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
