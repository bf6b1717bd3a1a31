import type { Component } from '../composition.ts'
import type { Level } from '../drug.ts'
import { isSameSet, setKey } from '../words.ts'
import type { IndexedDrug } from './drug-index.ts'
import { isDrawnUp, matchForm, matchRelease, matchRoute, type Said } from './forms.ts'
import type { Meant } from './meant.ts'
import type { Option } from './options.ts'
import {
  isVerbatim,
  matchComponents,
  matchStrengths,
  type StrengthMatch,
} from './strength-match.ts'
import type { Understanding } from './understand.ts'

/** Match of a drug's ingredients with those that are meant: the same, some of them, or others. */
export const INGREDIENT_MATCHES = ['same', 'some', 'other'] as const
export type IngredientMatch = (typeof INGREDIENT_MATCHES)[number]

/** A drug, and how each thing that it says answers a text. */
export interface Comparison {
  readonly drug: IndexedDrug
  readonly ingredients: IngredientMatch
  readonly brand: Said
  readonly strengths: StrengthMatch
  /** True if the strengths are the text's very numbers: no sum, no unit that is not written. */
  readonly isVerbatim: boolean
  /** True if the text has, as a mass, all that a container holds: "1 g" of 100 mL. */
  readonly isWhole: boolean
  readonly form: Said
  readonly route: Said
  readonly release: Said
  /** Contents of a vial or a bottle. */
  readonly quantity: Said
  readonly salt: Said
  /** A prefilled syringe or a pen. */
  readonly device: Said
  /** "24 HR", "preservative free". */
  readonly remarks: Said
}

/** Facts of a text, completed by the product that its brand is; every drug is compared with it. */
export interface Wanted {
  readonly said: Understanding
  /** Sets of ingredients, by canonical names. */
  readonly families: readonly (readonly string[])[]
  readonly branded: ReadonlySet<number>
  /** Meanings of the text's names, by their drugs. */
  readonly options: ReadonlyMap<IndexedDrug, Option>
  /** Components of the one product that the brand is; undefined without a brand, and where it is several. */
  readonly components: readonly Component[] | undefined
  readonly form: string
  readonly releases: readonly string[]
}

const SINGLE_PRODUCTS: ReadonlySet<Level> = new Set(['clinical_drug', 'branded_drug'])

/** True if a concept is one product, not a pack of several or a part of what a product says. */
export function isSingleProduct({ level }: IndexedDrug): boolean {
  return SINGLE_PRODUCTS.has(level)
}

/** True if a drug says a strength of an ingredient. */
export function hasStrength({ components }: Pick<IndexedDrug, 'components'>): boolean {
  return components.some(({ strength }) => strength !== undefined)
}

/** Facts that drugs are compared with. */
export function wantedBy(said: Understanding, meant: Meant): Wanted {
  const isBrand = said.brand !== ''
  const implied = meant.release === undefined || meant.release === '' ? [] : [meant.release]
  return {
    said,
    families: familiesOf(said),
    branded: new Set(said.branded),
    options: optionsByDrug(said),
    components: isBrand && isMet(said) ? meant.components : undefined,
    form: said.form === '' && isBrand ? (meant.form ?? '') : said.form,
    releases: said.releases.length === 0 && isBrand ? implied : said.releases,
  }
}

function optionsByDrug({ known }: Understanding): ReadonlyMap<IndexedDrug, Option> {
  const options = new Map<IndexedDrug, Option>()
  for (const option of known)
    if (option.drug !== undefined && !options.has(option.drug)) options.set(option.drug, option)
  return options
}

/** True if a product of the brand has all strengths that are written. */
function isMet({ written, options }: Understanding): boolean {
  return written.length === 0 || options.some(({ strengths }) => strengths === 'same')
}

/** The sets of ingredients that a text names: of a brand those of its products. */
function familiesOf({ known, bases }: Understanding): readonly (readonly string[])[] {
  const sets = known.map(({ components }) => components.map(({ base }) => base))
  const own = sets.length > 0 || bases.length === 0 ? sets : [bases]
  return [...new Map(own.map((set) => [setKey(set), set])).values()]
}

/** Compares one drug with what is wanted. */
export function compareDrug(drug: IndexedDrug, wanted: Wanted): Comparison {
  return new DrugComparison(drug, wanted)
}

/** Each aspect is compared when it is first asked for: most drugs of many are out of the running by one or two. */
class DrugComparison implements Comparison {
  readonly drug: IndexedDrug
  readonly ingredients: IngredientMatch
  readonly #wanted: Wanted
  readonly #option: Option | undefined
  #brand: Said | undefined
  #strengths: StrengthMatch | undefined
  #form: Said | undefined
  #route: Said | undefined
  #release: Said | undefined
  #quantity: Said | undefined
  #salt: Said | undefined
  #device: Said | undefined
  #remarks: Said | undefined

  constructor(drug: IndexedDrug, wanted: Wanted) {
    this.drug = drug
    this.ingredients = matchIngredients(drug, wanted.families)
    this.#wanted = wanted
    this.#option = wanted.options.get(drug)
  }

  get isVerbatim(): boolean {
    const { written } = this.#wanted.said
    const option = this.#option
    if (option?.isLabelled && written.length > 0) return option.strengths === 'same'
    return isVerbatim(written, this.drug.components)
  }

  get isWhole(): boolean {
    return isWholeContent(this.#wanted.said.written, this.drug)
  }

  get brand(): Said {
    const { said, branded } = this.#wanted
    this.#brand ??= matchBrand(this.drug, said.brand !== '', branded)
    return this.#brand
  }

  get strengths(): StrengthMatch {
    this.#strengths ??= matchStrengthsOf(this.drug, this.#wanted, this.#option)
    return this.#strengths
  }

  get form(): Said {
    this.#form ??= matchForm(this.#wanted.form, this.drug.form, this.drug.isPowder)
    return this.#form
  }

  get route(): Said {
    this.#route ??= isUnlisted(this.#wanted.said.route, this.drug)
      ? 'other'
      : matchRoute(this.#wanted.said.route, this.drug.routes, this.drug.form)
    return this.#route
  }

  get release(): Said {
    const { releases, said } = this.#wanted
    this.#release ??= matchReleaseOf(this.drug, releases, said.route)
    return this.#release
  }

  get quantity(): Said {
    this.#quantity ??= matchQuantity(this.#wanted.said.quantities, this.drug.quantity)
    return this.#quantity
  }

  get salt(): Said {
    const { said } = this.#wanted
    this.#salt ??= isOtherBiosimilar(said, this.drug) ? 'other' : matchSalts(said.salts, this.drug)
    return this.#salt
  }

  get device(): Said {
    const { device } = this.#wanted.said.distinctions
    this.#device ??= matchDevice(device, this.drug.distinctions.device)
    return this.#device
  }

  get remarks(): Said {
    const { remarks } = this.#wanted.said.distinctions
    this.#remarks ??= matchRemarks(remarks, this.drug.distinctions.remarks)
    return this.#remarks
  }
}

function isWholeContent(
  written: Understanding['written'],
  drug: Pick<IndexedDrug, 'components' | 'quantity' | 'form'>,
): boolean {
  const isMass = written.every(({ unit }) => unit !== undefined && !/[/%]/.test(unit))
  return (
    drug.quantity > 0 &&
    isDrawnUp(drug.form) &&
    isMass &&
    matchStrengths(written, drug.components, drug) === 'same'
  )
}

/** True if a drug says something else than the text. */
export function isContrary(compared: Comparison): boolean {
  return (
    compared.strengths === 'other' ||
    compared.form === 'other' ||
    compared.brand === 'other' ||
    compared.route === 'other' ||
    compared.release === 'other' ||
    compared.quantity === 'other' ||
    compared.salt === 'other' ||
    compared.device === 'other' ||
    compared.remarks === 'other'
  )
}

function matchIngredients(
  { bases: own }: IndexedDrug,
  families: Wanted['families'],
): IngredientMatch {
  if (families.some((bases) => isSameSet(own, bases))) return 'same'
  return own.some((base) => families.some((bases) => bases.includes(base))) ? 'some' : 'other'
}

/** @param branded the drugs that are sold under the name that the text has */
function matchBrand(drug: IndexedDrug, isNamed: boolean, branded: ReadonlySet<number>): Said {
  if (!isNamed) return drug.brand === '' ? 'same' : 'unsaid'
  if (branded.has(drug.id)) return 'same'
  return drug.brand === '' ? 'silent' : 'other'
}

/** Matches strengths with the product that is singled out, if one is: its number may be a label, "625". */
function matchStrengthsOf(
  drug: IndexedDrug,
  { said, components }: Wanted,
  option: Option | undefined,
): StrengthMatch {
  const { written } = said
  const hasOwn = hasStrength(drug)
  // Strengths that could not be read may be any.
  const isUnread = !hasOwn && isSingleProduct(drug)
  if (isUnread && written.length > 0) return 'other'
  if (isUnread && said.known.some((option) => hasStrength(option))) return 'unsaid'
  // A row of the brand says what a number is: "Mixtard 30/70" is 12/28 units in a millilitre, too.
  if (!components?.some(({ strength }) => strength !== undefined))
    return option?.strengths ?? matchStrengths(written, drug.components, drug)
  if (written.length > 0 && option !== undefined && option.strengths !== 'same')
    return option.strengths
  if (!hasOwn) return 'silent'
  return matchComponents(components, drug)
}

/** A route by which most injections kill: only a product whose source lists it is meant. */
const INTRATHECAL = 'intrathecal'

function isUnlisted(asked: string, { routes, level }: IndexedDrug): boolean {
  return asked === INTRATHECAL && SINGLE_PRODUCTS.has(level) && !routes.includes(INTRATHECAL)
}

/** A route, and a release of tablets that melt there. */
const SUBLINGUAL = 'sublingual'

/** A concept without a form says nothing of its release; every patch releases over time. */
function matchReleaseOf(
  { form, release }: IndexedDrug,
  asked: readonly string[],
  route: string,
): Said {
  if (form === '') return asked.length === 0 ? 'same' : 'silent'
  if (form === 'patch' && asked.length === 0) return 'same'
  if (form === 'patch' && release === '') return 'silent'
  if (asked.length === 0 && release === SUBLINGUAL && route === SUBLINGUAL) return 'same'
  return matchRelease(asked, release)
}

/** @param own in mL; 0 where none is said */
function matchQuantity(asked: readonly number[], own: number): Said {
  if (asked.length === 0) return own === 0 ? 'same' : 'unsaid'
  if (own === 0) return 'silent'
  return asked.includes(own) ? 'same' : 'other'
}

function matchDevice(asked: string, own: string): Said {
  if (own === '') return asked === '' ? 'same' : 'silent'
  if (asked === '') return 'unsaid'
  return asked === own ? 'same' : 'other'
}

/** "in dextrose": the fluid that a product comes in, or that a text has a drug in. */
const FLUID = /^in /

/** "Timolol gel forming" stays longer in the eye than other drops. */
const GEL_FORMING = 'gel forming'

/** True if a drug is sold in a fluid. */
export function isInFluid({ distinctions }: IndexedDrug): boolean {
  return distinctions.remarks.some((remark) => FLUID.test(remark))
}

function matchRemarks(asked: readonly string[], own: readonly string[]): Said {
  if (asked.length === 0 && own.length === 0) return 'same'
  if (asked.includes(GEL_FORMING) && !own.includes(GEL_FORMING)) return 'other'
  const fluids = asked.filter((remark) => FLUID.test(remark))
  const isOtherFluid = own.some((remark) => FLUID.test(remark) && !fluids.includes(remark))
  if (fluids.length > 0 && isOtherFluid) return 'other'
  if (own.some((remark) => !asked.includes(remark))) return 'unsaid'
  return asked.every((remark) => own.includes(remark)) ? 'same' : 'silent'
}

/** True if a text says the suffix of a biosimilar that a drug is not. */
function isOtherBiosimilar({ suffix: written }: Understanding, { suffix }: IndexedDrug): boolean {
  return written !== '' && suffix !== written
}

function matchSalts(asked: readonly string[], { salts: own }: IndexedDrug): Said {
  const isMet = asked.every((salt) => own.some((other) => isSameSalt(salt, other)))
  const adds = !own.every((salt) => asked.some((other) => isSameSalt(salt, other)))
  if (!isMet) return adds ? 'other' : 'silent'
  return adds ? 'unsaid' : 'same'
}

function isSameSalt(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a)
}
