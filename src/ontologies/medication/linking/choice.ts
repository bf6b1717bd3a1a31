import { keyOfComponents } from '../composition.ts'
import type { Level } from '../drug.ts'
import { nameKey } from '../words.ts'
import {
  type Comparison,
  compareDrug,
  hasStrength,
  isContrary,
  isInFluid,
  isSingleProduct,
  type Wanted,
} from './comparison.ts'
import type { DrugIndex, IndexedDrug } from './drug-index.ts'
import {
  isDrawnUp,
  isInjected,
  isMeasured,
  isMeasuredForm,
  isOfSeveralTimes,
  matchForm,
  type Said,
  usualRouteOf,
} from './forms.ts'
import type { Option } from './options.ts'
import { distinctSalt } from './salts.ts'
import { matchStrengths, type StatedStrength } from './strength-match.ts'

/** Something that tells products of the same name, strength and form apart. */
export type Quality =
  | 'strengths'
  | 'form'
  | 'route'
  | 'release'
  | 'device'
  | 'volume'
  | 'variant'
  | 'salt'
  | 'brand'

/** The products that a text may mean. */
export interface Choice {
  /** Codes of one product, the best first; of several products where something is open; none where none is installed. */
  readonly products: readonly Comparison[]
  /** The first quality that the text leaves open. */
  readonly open?: Quality
  /** True if there is such a product under a brand alone, and the drug is sold without one, too. */
  readonly isOfBrandOnly?: true
}

/** Distinction of products by one quality. */
interface Rule {
  readonly quality: Quality
  /** 0 where a product is as the text says and no more, then 1; 2 where it says what the text does not. */
  rank(product: Comparison, wanted: Wanted): number
  /** Value of the product: products that differ in it are different ones. */
  valueOf(product: Comparison, wanted: Wanted): string
  /** True if what is not written is never linked, even where all products have it. */
  readonly mustBeSaid?: true
  /** True if a product that the index lacks may be meant instead of those that are left. */
  mayMeanOther?(left: readonly Comparison[], drugs: DrugIndex, wanted: Wanted): boolean
  /** True if nothing says which of these products is meant, however well each is as the text says. */
  isOpen?(products: readonly Comparison[], wanted: Wanted): boolean
  /** True if the rule is for these products; for all where left out. */
  appliesTo?(products: readonly Comparison[], wanted: Wanted): boolean
}

const RANKS: Readonly<Record<Said, number>> = { same: 0, silent: 1, unsaid: 2, other: 3 }

/**
 * In the order in which a text is narrowed down to one product. What it leaves open is taken from the products only
 * where all that are left say the same, or where some say nothing: these release at once, and are in no syringe.
 */
const RULES: readonly Rule[] = [
  {
    quality: 'strengths',
    // The number after a brand may be a label: its rows say what it counts.
    rank: (product, { said }) =>
      product.isVerbatim || said.brand !== '' || (isTaken(said) && product.isWhole) ? 0 : 1,
    valueOf: ({ drug, isWhole }, { said }) =>
      isTaken(said) && (isWhole || isWeighed(drug)) ? '' : strengthKey(drug),
  },
  {
    quality: 'form',
    rank: ({ drug, form }, wanted) =>
      form === 'same' && drug.form !== wanted.form ? 1 : RANKS[form],
    valueOf: ({ drug }) => drug.form,
    // "Methotrexate 20 mg" is a vial, or two tablets of 10 mg.
    isOpen: (products, { said }) =>
      said.form === '' &&
      said.route === '' &&
      said.brand === '' &&
      products.every(({ drug }) => isDrawnUp(drug.form)) &&
      said.known.some((option) => SWALLOWED.has(option.form) && isTwice(said.written, option)),
    mayMeanOther: (left, drugs, { said }) =>
      left.every(
        ({ drug, form, brand }) =>
          form === 'unsaid' &&
          (isOfBag(said, drug) ||
            ((drug.brand === '' || brand !== 'same') && drugs.isSoldInOtherForms(drug))),
      ),
  },
  {
    // Before the release: of diclofenac the potassium releases at once, and the sodium does not.
    quality: 'salt',
    rank: ({ drug }) => {
      const distinct = distinctSalt(drug)
      if (distinct === undefined) return 0
      return distinct.alone === 'other' ? RANKS.unsaid : 1
    },
    valueOf: ({ drug }) => distinctSalt(drug)?.salt ?? '',
    mustBeSaid: true,
    appliesTo: (products, { said }) =>
      said.salts.length === 0 &&
      !(said.brand !== '' && products.some(({ brand }) => brand === 'same')),
  },
  {
    quality: 'release',
    rank: ({ release, salt }) => (salt === 'silent' ? 0 : RANKS[release]),
    // The succinate of metoprolol is the slow one: products that say no salt may be either.
    valueOf: ({ drug, release }) => (release === 'same' ? '' : drug.release),
    // Tables of brands seldom say that a release is delayed, and always that it is extended, or in the mouth. Without a
    // form, a strength that products which release at once reach may be one of theirs: "morphine 10 mg".
    mayMeanOther: (left, drugs, { said }) =>
      left.every(
        ({ drug, release }) =>
          release === 'unsaid' &&
          drug.release !== 'dr' &&
          (drugs.isSoldAtOnce(drug) ||
            (said.form === '' && said.brand === '' && drugs.isReachedAtOnce(drug))),
      ) || left.every(({ drug }) => isBrandSoldAtOnce(said, drug)),
  },
  {
    // Some are sold for 12 hours and for 24, or for a week and for half of one: sources may not say for how long.
    quality: 'release',
    rank: () => 0,
    valueOf: () => '',
    mayMeanOther: (left) =>
      left.every(
        ({ drug, brand, remarks }) =>
          isOfSeveralTimes(drug) &&
          !(drug.brand !== '' && brand === 'same') &&
          !(remarks === 'same' && saysHours(drug)),
      ),
  },
  {
    quality: 'route',
    rank: (product) => (isUsualRoute(product) ? 0 : RANKS[product.route]),
    valueOf: routeOf,
    // Drops of a brand that the index lacks are for the eye more often than for the ear.
    isOpen: (products, { said }) =>
      said.route === '' &&
      said.brand !== '' &&
      products.every(({ brand, drug }) => brand !== 'same' && drug.route === 'otic'),
  },
  {
    // Etoposide phosphate is a brand's alone: a salt that is written is looked for before the brand.
    quality: 'salt',
    rank: ({ salt }, { said }) => (said.salts.length > 0 && salt === 'silent' ? 1 : 0),
    valueOf: () => '',
    appliesTo: (_, { said }) => said.brand === '',
  },
  {
    // A biosimilar is another product than the original.
    quality: 'salt',
    rank: ({ drug }, { said }) => (drug.suffix === said.suffix ? 0 : RANKS.unsaid),
    valueOf: ({ drug }) => drug.suffix,
  },
  {
    // A volume that is written is that of a syringe, too: "40 mg/0.4 mL" is none of a vial that is drawn from.
    quality: 'volume',
    rank: ({ quantity, brand }) => (quantity === 'same' && brand !== 'unsaid' ? 0 : 1),
    valueOf: () => '',
    appliesTo: (_, { said }) => said.quantities.some((volume) => volume !== 1),
  },
  {
    quality: 'device',
    rank: ({ device }) => RANKS[device],
    valueOf: ({ drug }) => drug.distinctions.device,
    mustBeSaid: true,
  },
  {
    // Before the volume: a source may say none of the drug that a brand has in so much.
    quality: 'brand',
    rank: ({ brand }) => RANKS[brand],
    valueOf: ({ drug }) => nameKey(drug.brand),
  },
  {
    quality: 'variant',
    rank: ({ remarks }) => RANKS[remarks],
    valueOf: ({ drug }) => drug.distinctions.remarks.join(),
    // A drug is mixed in one of several fluids: the one that is sold so is another product.
    mayMeanOther: (left, _, { said }) =>
      said.brand === '' &&
      left.every(({ remarks, drug }) => remarks === 'unsaid' && isInFluid(drug)),
  },
  {
    quality: 'volume',
    rank: ({ quantity }) => RANKS[quantity],
    valueOf: ({ drug }) => String(drug.quantity),
    mustBeSaid: true,
    // "1 g IV stat" is a vial of powder, or 100 mL of a solution.
    isOpen: (products, { said }) =>
      isTaken(said) &&
      products.some(({ quantity }) => quantity === 'unsaid') &&
      products.some(({ drug }) => drug.quantity === 0 && isWeighed(drug)),
    appliesTo: hasVolumes,
  },
  {
    quality: 'salt',
    // The fewer the salts, the less is said that is not written: "amlodipine / benazepril hydrochloride".
    rank: ({ salt, drug }) => RANKS[salt] + (salt === 'unsaid' ? drug.salts.length : 0),
    valueOf: ({ drug }) => [...drug.salts].sort().join(),
    // A brand has one salt, whether or not a source says it.
    appliesTo: (products) => products.some(({ brand }) => brand !== 'same') || !isBranded(products),
  },
]

const SWALLOWED: ReadonlySet<string> = new Set(['tablet', 'capsule'])

/** True if two of a product are the strength of a text. */
function isTwice(written: readonly StatedStrength[], { components }: Option): boolean {
  const halves = written.map((each) => ({ ...each, value: each.value / 2 }))
  return halves.length > 0 && matchStrengths(halves, components) === 'same'
}

const HOURS = /^\d+ hr$/
const PATCH = 'patch'

/** True if a product says how long it lasts; the hours of a patch are of its strength, "0.05 mg/24 hr". */
function saysHours({ form, distinctions }: IndexedDrug): boolean {
  return form !== PATCH && distinctions.remarks.some((remark) => HOURS.test(remark))
}

/** More, in mL, is in a bag. */
const LEAST_OF_BAG = 20
/** Forms of small containers. */
const DROPPED: ReadonlySet<string> = new Set(['drops', 'spray', 'nebules'])

/** True if a text has more of a liquid than is sold in drops: "500 mg/100 mL". */
function isOfBag({ quantities }: Wanted['said'], { form }: IndexedDrug): boolean {
  return DROPPED.has(form) && quantities.some((volume) => volume > LEAST_OF_BAG)
}

/** True if a brand's slow product has a namesake in the same form that releases at once: "Tylenol 650 mg" is two of 325 mg. */
function isBrandSoldAtOnce(
  { brand, known, releases }: Wanted['said'],
  { form, release }: IndexedDrug,
): boolean {
  const isSlow = brand !== '' && releases.length === 0 && release === 'er' && form !== PATCH
  return isSlow && known.some((option) => option.release === '' && option.form === form)
}

/** True if a text says how often a drug is given: an amount may be that of the dose. */
function isTaken({ prescription }: Wanted['said']): boolean {
  return prescription.frequency !== undefined
}

/** True if a product is injected, and its strengths are no concentrations. */
function isWeighed({ components, form }: IndexedDrug): boolean {
  return (
    isDrawnUp(form) &&
    components.every(({ strength }) => strength !== undefined && !/[/%]/.test(strength.unit))
  )
}

function isBranded(products: readonly Comparison[]): boolean {
  return products.some(({ drug }) => drug.brand !== '')
}

/** A brand has the volume of its one container; a source that says none does not say another. */
function hasVolumes(products: readonly Comparison[], { said }: Wanted): boolean {
  const volumes = products.map(({ drug }) => drug.quantity).filter((volume) => volume > 0)
  const isAlone = said.written.length === 0 || products.every(({ brand }) => brand === 'same')
  return said.brand === '' || !isAlone || new Set(volumes).size > 1
}

/** The very product that a text means, or what it leaves open. */
function chooseProduct(compared: readonly Comparison[], wanted: Wanted, drugs: DrugIndex): Choice {
  let products = isRefuted(wanted) ? [] : productsThatFit(compared, wanted)
  for (const rule of RULES) {
    if (products.length === 0) break
    const left = narrow(products, rule, wanted, drugs)
    if (left === undefined) return { products, open: rule.quality }
    products = left
  }
  // Brands count until here: they show what the text leaves open.
  if (isBranded(products) && isSoldWithoutBrand(compared, wanted))
    return { products: [], isOfBrandOnly: true }
  return { products: [...products].sort((a, b) => compareCodes(a, b, wanted)) }
}

/** The products that are as the text says, as far as a rule goes; undefined where it does not say which. */
function narrow(
  products: readonly Comparison[],
  rule: Rule,
  wanted: Wanted,
  drugs: DrugIndex,
): readonly Comparison[] | undefined {
  if (rule.appliesTo?.(products, wanted) === false) return products
  if (rule.isOpen?.(products, wanted)) return undefined
  const ranks = products.map((product) => rule.rank(product, wanted))
  const best = Math.min(...ranks)
  if (rule.mustBeSaid && best === RANKS.unsaid) return undefined
  const left = products.filter((_, i) => ranks[i] === best)
  if (rule.mayMeanOther?.(left, drugs, wanted)) return undefined
  const value = rule.valueOf(left[0]!, wanted)
  return left.every((product) => rule.valueOf(product, wanted) === value) ? left : undefined
}

/** True if no product of the brand is as the text says: another maker's is not meant. */
function isRefuted({ said: { brand, known, options } }: Wanted): boolean {
  return brand !== '' && known.length > 0 && options.length === 0
}

/** Products that say all that the text says, and nothing against it. */
function productsThatFit(compared: readonly Comparison[], wanted: Wanted): readonly Comparison[] {
  const same = compared.filter(({ ingredients }) => ingredients === 'same')
  const isSaltKnown =
    !same.some(({ salt }) => salt === 'other') || same.some(({ salt }) => salt === 'same')
  const levels = levelsOf(same, wanted)
  return same.filter(
    (each) =>
      levels(each) &&
      each.strengths === 'same' &&
      !isContrary(each) &&
      each.form !== 'silent' &&
      each.device !== 'silent' &&
      (isSaltKnown || each.salt !== 'silent'),
  )
}

/**
 * True if a text without a brand names a drug, or a salt of it, that is sold without one in the form of the text, or in
 * any form where the text has none: then it means none of a brand, whatever the strength.
 */
function isSoldWithoutBrand(compared: readonly Comparison[], { said }: Wanted): boolean {
  return (
    said.brand === '' &&
    compared.some(
      ({ drug, ingredients, salt }) =>
        ingredients === 'same' &&
        drug.brand === '' &&
        salt !== 'other' &&
        !(said.salts.length > 0 && salt === 'silent') &&
        isSingleProduct(drug) &&
        (said.form === '' || matchForm(said.form, drug.form, drug.isPowder) === 'same'),
    )
  )
}

/** Which concepts are products to a text. A text that is open in its strengths means none. */
function levelsOf(same: readonly Comparison[], wanted: Wanted): (each: Comparison) => boolean {
  const { said, components } = wanted
  const isDosed = said.written.length === 0 && isMeasured(said.doseUnit)
  // The dose is an amount: the form alone says what is given.
  if (isDosed) {
    // A form of a brand alone: others that are sold without a brand have it, too.
    const isSoldWithout = same.some(
      ({ drug, form }) => drug.brand === '' && isSingleProduct(drug) && form === 'same',
    )
    return ({ drug, brand }) =>
      FORMS.has(drug.level) && isMeasuredForm(said) && !(brand === 'unsaid' && isSoldWithout)
  }
  if (said.brand !== '') {
    const hasProducts = same.some(({ brand, drug }) => brand === 'same' && isSingleProduct(drug))
    const isOpen = said.written.length === 0 && components === undefined
    return ({ brand, drug }) =>
      !isOpen && (isSingleProduct(drug) || (!hasProducts && brand === 'same'))
  }
  if (said.written.length > 0) return ({ drug }) => isSingleProduct(drug)
  const haveNone = !said.known.some(hasStrength)
  return ({ drug }) => haveNone && said.form !== '' && isSingleProduct(drug)
}

const FORMS: ReadonlySet<Level> = new Set(['ingredient_form', 'brand_form'])

/** The release that leads comes first, then the shortest name. */
function compareCodes(a: Comparison, b: Comparison, wanted: Wanted): number {
  return (
    rankOfBasis(a, wanted) - rankOfBasis(b, wanted) ||
    a.drug.brand.length - b.drug.brand.length ||
    a.drug.source - b.drug.source ||
    a.drug.name.length - b.drug.name.length ||
    (a.drug.code < b.drug.code ? -1 : 1)
  )
}

const AS_BASE = /\b(?:eq|base)\b/i

/** A strength may count a salt or its base. Text and product that count the same come first, where the text names either. */
function rankOfBasis({ drug }: Comparison, { said }: Wanted): number {
  const countsBase = AS_BASE.test(said.prescription.text)
  if (!countsBase && said.salts.length === 0) return 0
  return AS_BASE.test(drug.name) === countsBase ? 0 : 1
}

function isUsualRoute({ drug, route }: Comparison): boolean {
  return route === 'unsaid' && drug.routes.includes(usualRouteOf(drug.form))
}

/** The route that tells a product from others; injections of one strength are one product, and a written route is met. */
function routeOf(product: Comparison, { said }: Wanted): string {
  const { routes } = product.drug
  if (said.route !== '' || isUsualRoute(product)) return ''
  return routes.some(isInjected) ? 'injection' : (routes[0] ?? '')
}

/** Strengths in two digits: two sources round them differently. */
function strengthKey({ components }: IndexedDrug): string {
  return keyOfComponents(
    components.map((component) => {
      const { strength } = component
      if (strength === undefined) return component
      const factor = strength.unit === '%' ? 10 : 1
      const value = Number((strength.value * factor).toPrecision(2))
      return {
        ...component,
        strength: { value, unit: PER_PART.has(strength.unit) ? 'mg' : strength.unit },
      }
    }),
  )
}

const PER_PART = new Set(['mg/mL', 'mg/g', '%'])

/** Drugs that are compared with a text: more than any one name and its generics have. */
const MAX_DRUGS = 1000
/** Drugs of brands that the text does not name, of those that are compared and of those that are shown. */
const MAX_OTHER_BRANDS = 300
const OTHER_BRANDS_SHOWN = 50
const BRANDED: ReadonlySet<Level> = new Set([
  'brand',
  'brand_form',
  'brand_strength',
  'branded_drug',
  'branded_pack',
])

/** The drugs of the index that a text may mean. */
export interface Compared {
  readonly comparisons: readonly Comparison[]
  readonly choice: Choice
  /** True if there are more than are compared. */
  readonly isCut: boolean
}

/**
 * Compares the drugs of the ingredients that a text names, and chooses the product that it means.
 *
 * @param others drugs that are shown where the text names none
 */
export function compareDrugs(
  wanted: Wanted,
  drugs: DrugIndex,
  others: () => readonly number[],
): Compared {
  const compare = (ids: Iterable<number>, most: number) =>
    [...ids].slice(0, most).map((id) => compareDrug(drugs.drug(id), wanted))
  const { own, foreign } = drugsFor(wanted, drugs)
  const isUnknown = own.size === 0 && foreign.length === 0
  const named = compare(isUnknown ? others() : own, MAX_DRUGS)
  const brands = compare(foreign, MAX_OTHER_BRANDS)
  const choice = chooseProduct([...named, ...brands], wanted, drugs)
  return {
    comparisons: [...named, ...shownOf(brands, named, choice)],
    choice,
    isCut: own.size > MAX_DRUGS,
  }
}

/** Brands that the text does not name are shown where they are as it says, or nothing else of the ingredients is there. */
function shownOf(
  brands: readonly Comparison[],
  named: readonly Comparison[],
  { products }: Choice,
): readonly Comparison[] {
  const chosen = brands.filter((each) => products.includes(each))
  const hasOthers = chosen.length > 0 || named.some(({ drug }) => isSingleProduct(drug))
  return (hasOthers ? chosen : brands).slice(0, OTHER_BRANDS_SHOWN)
}

/** Drugs of the ingredients, and those of them that are sold under brands that the text does not name. */
function drugsFor(
  { said, families }: Wanted,
  drugs: DrugIndex,
): { readonly own: ReadonlySet<number>; readonly foreign: readonly number[] } {
  const own = new Set<number>(said.branded)
  const foreign: number[] = []
  for (const bases of families)
    for (const id of drugs.family(bases))
      if (!BRANDED.has(drugs.level(id))) own.add(id)
      else if (!own.has(id) && said.brand === '') foreign.push(id)
  const isUnknown = own.size === 0 && foreign.length === 0
  for (const base of new Set(families.flat()))
    for (const id of drugs.family([base]))
      if (isUnknown || drugs.level(id) === 'ingredient') own.add(id)
  return { own, foreign }
}
