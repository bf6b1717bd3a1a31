import { groupBy } from '../../../language/group.ts'
import type { Level } from '../drug.ts'
import type { Choice } from './choice.ts'
import { type Comparison, hasStrength, isContrary } from './comparison.ts'
import { isMeasured, type Said, valueOfDose } from './forms.ts'
import type { Meant } from './meant.ts'
import type { StrengthMatch } from './strength-match.ts'
import type { Understanding } from './understand.ts'

/** A compared drug with its score. */
export interface Candidate {
  readonly comparison: Comparison
  /** Sum of `value · share` over the features that the text asks for, in [0, 1]. */
  readonly score: number
}

/** A reason for or against a drug, and its share of the score. */
export interface Feature {
  readonly feature: string
  readonly value: number
  readonly share: number
}

/** A text as drugs are ranked for it. */
interface Asked {
  readonly choice: Choice
  readonly said: Understanding
  readonly meant: Meant
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

interface FeatureRule {
  readonly feature: string
  /** Set by judgement; the table tests hold it. */
  readonly weight: number
  /** How well a drug answers a text, in [0, 1]. */
  valueOf(comparison: Comparison, asked: Asked): number
  /** True if the feature counts for a text; for all where left out. */
  appliesTo?(said: Understanding): boolean
}

/**
 * `exact` outweighs what an exact product can lose elsewhere; `strengths` has an ingredient before its products where no
 * strength is written; `product` has these first where a hint names the ingredients already.
 */
const FEATURES: readonly FeatureRule[] = [
  {
    feature: 'ingredients',
    weight: 16,
    valueOf: ({ ingredients }) => VALUE_OF_INGREDIENTS[ingredients],
  },
  {
    feature: 'agreement',
    weight: 12,
    valueOf: (comparison) => (isContrary(comparison) ? 0 : 1),
  },
  { feature: 'exact', weight: 12, valueOf: valueOfChoice },
  {
    feature: 'product',
    weight: 20,
    valueOf: ({ drug }) => valueOfLevel(drug.level),
    appliesTo: asksForProduct,
  },
  { feature: 'strengths', weight: 10, valueOf: valueOfStrengths },
  { feature: 'brand', weight: 4, valueOf: ({ brand }) => VALUE[brand] },
  {
    feature: 'dose',
    weight: 6,
    valueOf: ({ drug }) => valueOfDose(drug.form),
    appliesTo: ({ doseUnit }) => isMeasured(doseUnit),
  },
  { feature: 'form', weight: 3, valueOf: valueOfForm },
  { feature: 'release', weight: 1.5, valueOf: ({ release }) => VALUE[release] },
  { feature: 'quantity', weight: 1, valueOf: ({ quantity }) => VALUE[quantity] },
  { feature: 'device', weight: 0.8, valueOf: ({ device }) => VALUE[device] },
  { feature: 'remarks', weight: 1, valueOf: ({ remarks }) => VALUE[remarks] },
  { feature: 'route', weight: 1, valueOf: ({ route }) => VALUE[route] },
  { feature: 'salt', weight: 1, valueOf: ({ salt }) => VALUE[salt] },
  {
    // Where no strength singles a product out, concepts of the release that leads come first.
    feature: 'source',
    weight: 4,
    valueOf: ({ drug }) => (drug.source === 0 ? 1 : 0),
    appliesTo: ({ written }) => written.length === 0,
  },
]

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

/** Ranks drugs for one text. */
export class Ranking {
  readonly #asked: Asked
  readonly #rules: readonly FeatureRule[]
  readonly #shares: readonly number[]

  constructor(asked: Asked) {
    this.#asked = asked
    this.#rules = FEATURES.filter(({ appliesTo }) => appliesTo?.(asked.said) ?? true)
    const total = this.#rules.reduce((sum, { weight }) => sum + weight, 0)
    this.#shares = this.#rules.map(({ weight }) => weight / total)
  }

  /** The drugs, best first: by score, then by the order of releases. Those of one score come one of each form in turn. */
  rank(comparisons: readonly Comparison[]): Candidate[] {
    const candidates = comparisons.map(
      (comparison): Candidate => ({ comparison, score: this.#scoreOf(comparison) }),
    )
    return inTurns(candidates.sort(compare), countForms(comparisons))
  }

  /** The reasons for and against a drug, of which its score is the sum. */
  partsOf(comparison: Comparison): Feature[] {
    return this.#rules.map((rule, i) => ({
      feature: rule.feature,
      value: rule.valueOf(comparison, this.#asked),
      share: this.#shares[i]!,
    }))
  }

  #scoreOf(comparison: Comparison): number {
    let score = 0
    for (let i = 0; i < this.#rules.length; i++)
      score += this.#rules[i]!.valueOf(comparison, this.#asked) * this.#shares[i]!
    return score
  }
}

function compare(a: Candidate, b: Candidate): number {
  return (
    compareFit(a, b) ||
    a.comparison.drug.name.length - b.comparison.drug.name.length ||
    (a.comparison.drug.code < b.comparison.drug.code ? -1 : 1)
  )
}

function compareFit(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.comparison.drug.source - b.comparison.drug.source
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
    const byForm = groupBy(candidates.slice(from, to), formOf)
    const groups = [...byForm.values()].sort(
      ([a], [b]) => (usual.get(formOf(b!)) ?? 0) - (usual.get(formOf(a!)) ?? 0),
    )
    for (let turn = 0; result.length < to; turn++)
      for (const group of groups) if (turn < group.length) result.push(group[turn]!)
    from = to
  }
  return result
}

function formOf({ comparison }: Candidate): string {
  return comparison.drug.form
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

function valueOfChoice(comparison: Comparison, { choice, said }: Asked): number {
  const { products, open } = choice
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
function saysNothingMore(comparison: Comparison, { written, form }: Understanding): boolean {
  if (isContrary(comparison) || hasStrength(comparison.drug)) return false
  if (comparison.release === 'unsaid') return false
  return comparison.drug.form === '' || form !== '' || written.length === 0
}

/** True if a hint names the ingredients of a text that has a brand or a maker: it is a product that is asked for. */
function asksForProduct({ isHinted, brand, leftOver }: Understanding): boolean {
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
  { said: { written, form }, meant: { components } }: Asked,
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
  { said: { written, brand }, meant }: Asked,
): number {
  const isPart = drug.level === 'ingredient_form' && brand === ''
  if (isPart && written.length > 0 && strengths === 'silent') return VALUE.silent
  return form === 'unsaid' && drug.form === meant.form ? IMPLIED : VALUE[form]
}
