import { type Component, keyOfComponents } from '../composition.ts'
import type { Level } from '../drug.ts'
import { isMeasured, valueOfDose } from './doses.ts'
import type { DrugIndex, IndexedDrug } from './drug-index.ts'
import { matchForm, matchRelease, matchRoute, type Said } from './forms.ts'
import { matchComponents, matchStrengths, type StrengthMatch } from './strength-match.ts'
import { isSameSet, type Option, type Understanding } from './understand.ts'

/** What all products that a text may mean have in common; undefined where they differ or the text leaves it open. */
export interface Meant {
  readonly components: readonly Component[] | undefined
  readonly form: string | undefined
  readonly release: string | undefined
}

/** A drug with how it answers a text. */
export interface Candidate {
  readonly drug: IndexedDrug
  readonly ingredients: (typeof INGREDIENTS)[number]
  readonly brand: Said
  readonly strengths: StrengthMatch
  readonly form: Said
  readonly route: Said
  readonly release: Said
  /** What a vial or a bottle holds. */
  readonly quantity: Said
  readonly salt: Said
  readonly values: Values
  /** Sum of `value · share` over its {@link partsOf}, in [0, 1]. */
  readonly score: number
}

const INGREDIENTS = ['same', 'some', 'other'] as const
const VALUE_OF_INGREDIENTS = { same: 1, some: 0.5, other: 0 } as const

/** A reason for or against a candidate. */
export interface Feature {
  readonly feature: string
  readonly value: number
  readonly share: number
}

/** Drugs of other brands that are looked at where the index has nothing else of the ingredients. */
const OTHER_BRANDS = 50
/** Drugs that are compared with a text: more than any one name and its generics have. */
const MAX_DRUGS = 1000
const BRANDED: ReadonlySet<Level> = new Set([
  'brand',
  'brand_form',
  'brand_strength',
  'branded_drug',
  'branded_pack',
])
const PRODUCTS: ReadonlySet<Level> = new Set([
  'clinical_drug',
  'pack',
  'branded_drug',
  'branded_pack',
])
const LONGEST_MAKER = 3
const SINGLE_PRODUCTS: ReadonlySet<Level> = new Set(['clinical_drug', 'branded_drug'])

/** Words that are left over next to an ingredient may be who makes it ("Olanzapine Glenmark Europe"), a sentence is not. */
function isMaker(words: number): boolean {
  return words > 0 && words <= LONGEST_MAKER
}

/** How well a concept answers a text that names a product: one of a brand is more of it than an ingredient. */
function valueOfLevel(level: Level): number {
  if (PRODUCTS.has(level)) return 1
  return BRANDED.has(level) ? 0.7 : 0
}

/** What agrees counts whole, what one side leaves open half. */
const VALUE: Readonly<Record<Said | StrengthMatch, number>> = {
  same: 1,
  unsaid: 0.5,
  silent: 0.4,
  partial: 0.25,
  other: 0,
}
/** What nobody said and every product that fits has; a drug that is silent of it says no more than the text. */
const IMPLIED = 0.9
/** How much each reason weighs; by judgement, see the table tests. */
const WEIGHTS = {
  ingredients: 8,
  brand: 4,
  strengths: 5,
  form: 3,
  product: 7,
  dose: 4,
  release: 1.5,
  quantity: 1,
  route: 1,
  salt: 1,
} as const
/** How well a drug answers a text, by what is compared: of what a text says nothing of, nothing. */
type Values = Partial<Record<keyof typeof WEIGHTS, number>>

/**
 * Of an ingredient nothing is taken for granted until the text singles a product out by its strength, or counts its dose
 * by amount; a brand is a product.
 */
export function meantBy({ options, brand, written, doseUnit }: Understanding): Meant {
  const isSingledOut =
    brand !== '' || (written.length > 0 && options.some(({ strengths }) => strengths === 'same'))
  return {
    components: isSingledOut
      ? common(options, ({ components }) => components, keyOfComponents)
      : undefined,
    form: isSingledOut || isMeasured(doseUnit) ? common(options, ({ form }) => form) : undefined,
    release: isSingledOut ? common(options, ({ release }) => release) : undefined,
  }
}

function common<T>(
  options: readonly Option[],
  read: (option: Option) => T,
  key: (value: T) => string = String,
): T | undefined {
  const [first] = options
  if (first === undefined) return undefined
  const value = read(first)
  return options.every((option) => key(read(option)) === key(value)) ? value : undefined
}

/**
 * The drugs of the index that a text may mean, best first, and whether there are more than are compared.
 *
 * @param others drugs that are shown where there are none
 */
export function candidatesFor(
  said: Understanding,
  meant: Meant,
  drugs: DrugIndex,
  others: () => readonly number[],
): { readonly candidates: readonly Candidate[]; readonly isCut: boolean } {
  const families = differentSets(basesOf(said))
  const asked: Asked = {
    families,
    branded: new Set(said.branded),
    releases: releasesOf(said, meant),
    isDosed: isMeasured(said.doseUnit),
  }
  const ids = drugsFor(said, families, drugs)
  const judged = [...(ids.size > 0 ? ids : others())]
    .slice(0, MAX_DRUGS)
    .map((id) => judge(drugs.drug(id), said, meant, asked))
  const candidates = inTurns(judged.sort(compare), countForms(judged))
  return { candidates, isCut: ids.size > MAX_DRUGS }
}

function compare(a: Candidate, b: Candidate): number {
  return (
    compareFit(a, b) ||
    a.drug.name.length - b.drug.name.length ||
    (a.drug.code < b.drug.code ? -1 : 1)
  )
}

function compareFit(a: Candidate, b: Candidate): number {
  return (
    Number(isContrary(a)) - Number(isContrary(b)) ||
    rankOf(a.ingredients) - rankOf(b.ingredients) ||
    a.drug.source - b.drug.source ||
    b.score - a.score
  )
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
function countForms(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { drug } of candidates)
    if (PRODUCTS.has(drug.level)) counts.set(drug.form, (counts.get(drug.form) ?? 0) + 1)
  return counts
}

/** What a text names, by canonical names: of a brand what all its products have. */
function basesOf({ known, bases }: Understanding): readonly (readonly string[])[] {
  const sets = known.map(({ components }) => components.map(({ base }) => base))
  if (sets.length === 0) return bases.length === 0 ? [] : [bases]
  return sets
}

function rankOf(ingredients: Candidate['ingredients']): number {
  return INGREDIENTS.indexOf(ingredients)
}

/** Whether a drug says something else than the text. */
export function isContrary(candidate: Candidate): boolean {
  const { brand, strengths, form, route, release, quantity, salt } = candidate
  return (
    brand === 'other' ||
    strengths === 'other' ||
    form === 'other' ||
    route === 'other' ||
    release === 'other' ||
    quantity === 'other' ||
    salt === 'other'
  )
}

type Families = readonly (readonly string[])[]

/** What is the same for all drugs that a text is compared with. */
interface Asked {
  readonly families: Families
  readonly branded: ReadonlySet<number>
  readonly releases: readonly string[]
  /** Whether the dose is an amount. */
  readonly isDosed: boolean
}

function differentSets(sets: Families): Families {
  return [...new Map(sets.map((bases) => [[...bases].sort().join('+'), bases])).values()]
}

function drugsFor(said: Understanding, families: Families, drugs: DrugIndex): Set<number> {
  const found = new Set<number>(said.branded)
  for (const bases of families) addFamily(bases, drugs, found)
  if (found.size > 0) return found
  for (const bases of families)
    for (const base of bases.length > 1 ? bases : []) addFamily([base], drugs, found)
  return found
}

function addFamily(bases: readonly string[], drugs: DrugIndex, found: Set<number>): void {
  const others: number[] = []
  let hasGenerics = false
  for (const id of drugs.family(bases)) {
    if (BRANDED.has(drugs.level(id))) {
      if (others.length < OTHER_BRANDS) others.push(id)
    } else {
      hasGenerics = true
      found.add(id)
    }
  }
  if (!hasGenerics) for (const id of others) found.add(id)
}

/** Whether a drug has the ingredients of what is meant, or one of them. */
function ingredientsOf({ components }: IndexedDrug, families: Families): Candidate['ingredients'] {
  const own = components.map(({ base }) => base)
  if (families.some((bases) => isSameSet(own, bases))) return 'same'
  return own.some((base) => families.some((bases) => bases.includes(base))) ? 'some' : 'other'
}

/** @param branded the drugs that are sold under the name that the text has */
function brandOf(drug: IndexedDrug, isNamed: boolean, branded: ReadonlySet<number>): Said {
  if (!isNamed) return drug.brand === '' ? 'same' : 'unsaid'
  if (branded.has(drug.id)) return 'same'
  return drug.brand === '' ? 'silent' : 'other'
}

function judge(
  drug: IndexedDrug,
  said: Understanding,
  meant: Meant,
  { families, branded, releases, isDosed }: Asked,
): Candidate {
  const { written } = said
  const ingredients = ingredientsOf(drug, families)
  const brand = brandOf(drug, said.brand !== '', branded)
  const strengths = strengthsOf(drug, said, meant)
  const form = matchForm(said.form, drug.form, drug.isPowder)
  const route = matchRoute(said.route, drug.route, drug.form)
  const release = releaseOf(drug, releases)
  const quantity = matchQuantity(said.quantities, drug.quantity)
  const salt = saltOf(drug, said)
  const isProduct = said.brand !== '' || isMaker(said.leftOver.length)
  const values: Values = {
    ingredients: VALUE_OF_INGREDIENTS[ingredients],
    brand: VALUE[brand],
    strengths: written.length === 0 ? impliedStrengths(drug, strengths, meant) : VALUE[strengths],
    form: valueOfForm(drug, form, strengths, said, meant),
    ...(isProduct && { product: valueOfLevel(drug.level) }),
    ...(isDosed && { dose: valueOfDose(drug.form) }),
    release: VALUE[release],
    quantity: VALUE[quantity],
    route: VALUE[route],
    salt: VALUE[salt],
  }
  const score = scoreOf(values)
  return {
    ...{ drug, ingredients, brand, strengths, form, route, release, quantity, salt },
    ...{ values, score },
  }
}

/** The reasons for or against a candidate. */
export function partsOf({ values }: Candidate): Feature[] {
  const entries = Object.entries(values) as [keyof typeof WEIGHTS, number][]
  const total = totalOf(values)
  return entries.map(([feature, value]) => ({ feature, value, share: WEIGHTS[feature] / total }))
}

function scoreOf(values: Values): number {
  const total = totalOf(values)
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

/**
 * A form without the strength that was written is no more of a product than the ingredient alone; of a brand it is, since
 * the brand is said.
 */
function valueOfForm(
  { level, form: own }: IndexedDrug,
  form: Said,
  strengths: StrengthMatch,
  { written, brand }: Understanding,
  meant: Meant,
): number {
  if (level === 'ingredient_form' && brand === '' && written.length > 0 && strengths === 'silent')
    return VALUE.silent
  return form === 'unsaid' && own === meant.form ? IMPLIED : VALUE[form]
}

/** What nobody wrote: of the one product that is meant nearly as good as said, of others left open. */
function impliedStrengths(
  { components }: IndexedDrug,
  strengths: StrengthMatch,
  meant: Meant,
): number {
  if (meant.components === undefined) return VALUE[strengths]
  if (components.every(({ strength }) => strength === undefined)) return 1
  return strengths === 'same' ? IMPLIED : VALUE[strengths]
}

/** By the product that is meant where one is: its number may be a label, "625". What a product's unread strengths are, nobody knows. */
function strengthsOf(drug: IndexedDrug, said: Understanding, { components }: Meant): StrengthMatch {
  const { written } = said
  const hasOwn = drug.components.some(({ strength }) => strength !== undefined)
  if (!hasOwn && written.length > 0 && SINGLE_PRODUCTS.has(drug.level)) return 'other'
  if (!components?.some(({ strength }) => strength !== undefined)) {
    // Of a brand its row says what a number is: "Mixtard 30/70" is 12/28 units in a millilitre, too.
    const option = said.known.find((each) => each.drug === drug)
    return option?.strengths ?? matchStrengths(written, drug.components, drug)
  }
  if (!hasOwn) return 'silent'
  return matchComponents(components, drug)
}

/** What has no form says nothing of how it gives off what is in it. */
function releaseOf({ form, release }: IndexedDrug, asked: readonly string[]): Said {
  if (form === '') return asked.length === 0 ? 'same' : 'silent'
  return matchRelease(asked, release)
}

/** @param own in mL; 0 where none is said */
function matchQuantity(asked: readonly number[], own: number): Said {
  if (asked.length === 0) return own === 0 ? 'same' : 'unsaid'
  if (own === 0) return 'silent'
  return asked.includes(own) ? 'same' : 'other'
}

function releasesOf({ releases }: Understanding, { release }: Meant): readonly string[] {
  if (releases.length > 0) return releases
  return release === undefined || release === '' ? [] : [release]
}

/** Of what it is a salt; a drug that says none is any. */
function saltOf({ components }: IndexedDrug, { salts }: Understanding): Said {
  const own = components.map(({ salt }) => salt).filter((salt) => salt !== '')
  if (salts.length === 0) return own.length === 0 ? 'same' : 'unsaid'
  if (own.length === 0) return 'silent'
  return salts.some((salt) => own.some((other) => other.includes(salt) || salt.includes(other)))
    ? 'same'
    : 'other'
}
