import type { Level } from '../drug.ts'
import type { Choice } from './choice.ts'
import { type Comparison, hasStrength, isContrary, type Wanted } from './comparison.ts'
import { isMeasured, type Said, valueOfDose } from './forms.ts'
import type { Meant } from './meant.ts'
import type { StrengthMatch } from './strength-match.ts'

/** A compared drug with its score. */
export interface Candidate extends Comparison {
  readonly values: Values
  /** Sum of `value · share` over its {@link partsOf}, in [0, 1]. */
  readonly score: number
}

/** A reason for or against a candidate. */
export interface Feature {
  readonly feature: string
  readonly value: number
  readonly share: number
}

const VALUE_OF_INGREDIENTS = { same: 1, some: 0.5, other: 0 } as const
/** An agreement counts whole, what one side leaves open half. */
const VALUE: Readonly<Record<Said | StrengthMatch, number>> = {
  same: 1,
  unsaid: 0.5,
  silent: 0.4,
  partial: 0.25,
  other: 0,
}
/** A form or a strength that is not written, and that every product that fits has. */
const IMPLIED = 0.9
/**
 * Weights of the reasons; by judgement, see the table tests. `exact` outweighs what an exact product can lose elsewhere;
 * `strengths` has an ingredient before its products where no strength is written; `product` has these first where a hint
 * names the ingredients already.
 */
const WEIGHTS = {
  ingredients: 16,
  agreement: 12,
  exact: 12,
  product: 20,
  strengths: 10,
  brand: 4,
  dose: 6,
  source: 4,
  form: 3,
  release: 1.5,
  quantity: 1,
  device: 0.8,
  remarks: 1,
  route: 1,
  salt: 1,
} as const
/** How well a drug answers a text, by reason; left out where neither side says anything. */
type Values = Partial<Record<keyof typeof WEIGHTS, number>>

const PRODUCTS: ReadonlySet<Level> = new Set([
  'clinical_drug',
  'pack',
  'branded_drug',
  'branded_pack',
])
const BRAND_LEVELS: ReadonlySet<Level> = new Set(['brand', 'brand_form', 'brand_strength'])
/** Words that are left over next to a hint's ingredient may be a brand or a maker; a sentence is not. */
const LONGEST_BRAND = 3

/**
 * Values of `exact`: the code of the product, its other codes, and a concept that says nothing that is not written. Such
 * a one comes before products of which the text leaves open which: its reader may accept the first row with one key.
 */
const EXACT = { best: 1, otherCode: 0.9, nothingMore: 0.7 } as const

/** The drugs, best first: by score, then by the order of releases. Those of one score come one of each form in turn. */
export function rank(
  comparisons: readonly Comparison[],
  choice: Choice,
  wanted: Wanted,
  meant: Meant,
): Candidate[] {
  // The text tells which reasons there are: they are the same for all drugs.
  let total = 0
  const candidates = comparisons.map((comparison): Candidate => {
    const values = valuesOf(comparison, choice, wanted, meant)
    total ||= totalOf(values)
    return { ...comparison, values, score: scoreOf(values, total) }
  })
  return inTurns(candidates.sort(compare), countForms(comparisons))
}

function compare(a: Candidate, b: Candidate): number {
  return (
    compareFit(a, b) ||
    a.drug.name.length - b.drug.name.length ||
    (a.drug.code < b.drug.code ? -1 : 1)
  )
}

function compareFit(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.drug.source - b.drug.source
}

/**
 * Candidates that fit equally well, one of each form in turn, so that the first rows show what there is to choose from:
 * the form that most products have first.
 */
function inTurns(
  candidates: readonly Candidate[],
  usual: ReadonlyMap<string, number>,
): Candidate[] {
  const result: Candidate[] = []
  for (let from = 0; from < candidates.length; ) {
    const to = endOfEqual(candidates, from)
    const byForm = groupByForm(candidates.slice(from, to))
    const groups = [...byForm.values()].sort(
      ([a], [b]) => (usual.get(b!.drug.form) ?? 0) - (usual.get(a!.drug.form) ?? 0),
    )
    for (let turn = 0; result.length < to; turn++)
      for (const group of groups) if (turn < group.length) result.push(group[turn]!)
    from = to
  }
  return result
}

function groupByForm(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const group = groups.get(candidate.drug.form)
    if (group) group.push(candidate)
    else groups.set(candidate.drug.form, [candidate])
  }
  return groups
}

function endOfEqual(candidates: readonly Candidate[], from: number): number {
  let to = from + 1
  while (to < candidates.length && compareFit(candidates[from]!, candidates[to]!) === 0) to++
  return to
}

/** How many products have each form: what a drug is given as usually. */
function countForms(comparisons: readonly Comparison[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { drug } of comparisons)
    if (PRODUCTS.has(drug.level)) counts.set(drug.form, (counts.get(drug.form) ?? 0) + 1)
  return counts
}

/** The reasons for or against a candidate. */
export function partsOf({ values }: Candidate): Feature[] {
  const entries = Object.entries(values) as [keyof typeof WEIGHTS, number][]
  const total = totalOf(values)
  return entries.map(([feature, value]) => ({ feature, value, share: WEIGHTS[feature] / total }))
}

function scoreOf(values: Values, total: number): number {
  let score = 0
  for (const name in values) {
    const feature = name as keyof typeof WEIGHTS
    score += values[feature]! * (WEIGHTS[feature] / total)
  }
  return score
}

function totalOf(values: Values): number {
  let total = 0
  for (const feature in values) total += WEIGHTS[feature as keyof typeof WEIGHTS]
  return total
}

function valuesOf(comparison: Comparison, choice: Choice, { said }: Wanted, meant: Meant): Values {
  const { drug, ingredients, brand, release, quantity, device, remarks, route, salt } = comparison
  return {
    ingredients: VALUE_OF_INGREDIENTS[ingredients],
    agreement: isContrary(comparison) ? 0 : 1,
    exact: valueOfChoice(comparison, choice, said),
    ...(asksForProduct(said) && { product: valueOfLevel(drug.level) }),
    strengths: valueOfStrengths(comparison, said, meant),
    brand: VALUE[brand],
    ...(isMeasured(said.doseUnit) && { dose: valueOfDose(drug.form) }),
    form: valueOfForm(comparison, said, meant),
    release: VALUE[release],
    quantity: VALUE[quantity],
    device: VALUE[device],
    remarks: VALUE[remarks],
    route: VALUE[route],
    salt: VALUE[salt],
    // Where no strength singles a product out, concepts of the release that leads come first.
    ...(said.written.length === 0 && { source: drug.source === 0 ? 1 : 0 }),
  }
}

function valueOfChoice(
  comparison: Comparison,
  { products, open }: Choice,
  said: Wanted['said'],
): number {
  if (products.length > 0 && open === undefined) {
    if (!products.includes(comparison)) return 0
    return comparison === products[0] ? EXACT.best : EXACT.otherCode
  }
  return saysNothingMore(comparison, said) && !asksForProduct(said) ? EXACT.nothingMore : 0
}

/**
 * True if a concept says no strength, no release that is not written, and no form but a written one; without a written strength
 * it may say its form.
 */
function saysNothingMore(comparison: Comparison, { written, form }: Wanted['said']): boolean {
  if (isContrary(comparison) || hasStrength(comparison.drug)) return false
  if (comparison.release === 'unsaid') return false
  return comparison.drug.form === '' || form !== '' || written.length === 0
}

/** True if a hint names the ingredients of a text that has a brand or a maker: it is a product that is asked for. */
function asksForProduct({ isHinted, brand, leftOver }: Wanted['said']): boolean {
  const mayBeBrand = leftOver.length > 0 && leftOver.length <= LONGEST_BRAND
  return isHinted && (brand !== '' || mayBeBrand)
}

function valueOfLevel(level: Level): number {
  if (PRODUCTS.has(level)) return 1
  return BRAND_LEVELS.has(level) ? 0.7 : 0
}

/** A strength that is not written is implied by the one product that is meant, else it says too much. */
function valueOfStrengths(
  { drug, strengths }: Comparison,
  { written, form }: Wanted['said'],
  { components }: Meant,
): number {
  // A strength without the form that is written is no more of a product than the ingredient.
  if (drug.level === 'ingredient_strength' && form !== '')
    return Math.min(VALUE.silent, VALUE[strengths])
  if (written.length > 0 || components === undefined) return VALUE[strengths]
  if (!hasStrength(drug)) return 1
  return strengths === 'same' ? IMPLIED : VALUE[strengths]
}

/** A form without the strength that is written is no more of a product than the ingredient; of a brand it is. */
function valueOfForm(
  { drug, form, strengths }: Comparison,
  { written, brand }: Wanted['said'],
  meant: Meant,
): number {
  const isPart = drug.level === 'ingredient_form' && brand === ''
  if (isPart && written.length > 0 && strengths === 'silent') return VALUE.silent
  return form === 'unsaid' && drug.form === meant.form ? IMPLIED : VALUE[form]
}
