import type { Component } from '../composition.ts'
import type { Level } from '../drug.ts'
import type { IndexedDrug } from './drug-index.ts'
import { matchForm, matchRelease, matchRoute, type Said } from './forms.ts'
import type { Meant } from './meant.ts'
import { isSameSet } from './sets.ts'
import {
  isVerbatim,
  matchComponents,
  matchStrengths,
  type StrengthMatch,
} from './strength-match.ts'
import type { Understanding } from './understand.ts'

/** Whether a drug has the ingredients that are meant, some of them, or others. */
export const INGREDIENT_MATCHES = ['same', 'some', 'other'] as const
export type IngredientMatch = (typeof INGREDIENT_MATCHES)[number]

/** A drug, and how each thing that it says answers a text. */
export interface Comparison {
  readonly drug: IndexedDrug
  readonly ingredients: IngredientMatch
  readonly brand: Said
  readonly strengths: StrengthMatch
  /** Whether the strengths are the text's very numbers: no sum, no unit that is not written. */
  readonly isVerbatim: boolean
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

/** What a text says, completed by the product that its brand is; every drug is compared with it. */
export interface Wanted {
  readonly said: Understanding
  /** Sets of ingredients, by canonical names. */
  readonly families: readonly (readonly string[])[]
  readonly branded: ReadonlySet<number>
  /** Of the one product that the brand is; undefined without a brand, and where it is several. */
  readonly components: readonly Component[] | undefined
  readonly form: string
  readonly releases: readonly string[]
}

const SINGLE_PRODUCTS: ReadonlySet<Level> = new Set(['clinical_drug', 'branded_drug'])

/** Whether a concept is one product, not a pack of several or a part of what a product says. */
export function isSingleProduct({ level }: IndexedDrug): boolean {
  return SINGLE_PRODUCTS.has(level)
}

/** Whether a drug says a strength of an ingredient. */
export function hasStrength({ components }: Pick<IndexedDrug, 'components'>): boolean {
  return components.some(({ strength }) => strength !== undefined)
}

/** What drugs are compared with. */
export function wantedBy(said: Understanding, meant: Meant): Wanted {
  const isBrand = said.brand !== ''
  const implied = meant.release === undefined || meant.release === '' ? [] : [meant.release]
  return {
    said,
    families: familiesOf(said),
    branded: new Set(said.branded),
    components: isBrand ? meant.components : undefined,
    form: said.form === '' && isBrand ? (meant.form ?? '') : said.form,
    releases: said.releases.length === 0 && isBrand ? implied : said.releases,
  }
}

/** The sets of ingredients that a text names: of a brand those of its products. */
function familiesOf({ known, bases }: Understanding): readonly (readonly string[])[] {
  const sets = known.map(({ components }) => components.map(({ base }) => base))
  const own = sets.length > 0 || bases.length === 0 ? sets : [bases]
  return [...new Map(own.map((set) => [[...set].sort().join('+'), set])).values()]
}

/** Compares one drug with what is wanted. */
export function compareDrug(drug: IndexedDrug, wanted: Wanted): Comparison {
  const { said, families, branded, form, releases } = wanted
  return {
    drug,
    ingredients: matchIngredients(drug, families),
    brand: matchBrand(drug, said.brand !== '', branded),
    strengths: matchStrengthsOf(drug, wanted),
    isVerbatim: isVerbatim(said.written, drug.components),
    form: matchForm(form, drug.form, drug.isPowder),
    route: matchRoute(said.route, drug.routes, drug.form),
    release: matchReleaseOf(drug, releases),
    quantity: matchQuantity(said.quantities, drug.quantity),
    salt: matchSalts(said.salts, drug),
    device: matchDevice(said.distinctions.device, drug.distinctions.device),
    remarks: matchRemarks(said.distinctions.remarks, drug.distinctions.remarks),
  }
}

const CONTRADICTED = [
  'brand',
  'strengths',
  'form',
  'route',
  'release',
  'quantity',
  'salt',
  'device',
] as const

/** Whether a drug says something else than the text. */
export function isContrary(comparison: Comparison): boolean {
  return CONTRADICTED.some((aspect) => comparison[aspect] === 'other')
}

function matchIngredients(
  { components }: IndexedDrug,
  families: Wanted['families'],
): IngredientMatch {
  const own = components.map(({ base }) => base)
  if (families.some((bases) => isSameSet(own, bases))) return 'same'
  return own.some((base) => families.some((bases) => bases.includes(base))) ? 'some' : 'other'
}

/** @param branded the drugs that are sold under the name that the text has */
function matchBrand(drug: IndexedDrug, isNamed: boolean, branded: ReadonlySet<number>): Said {
  if (!isNamed) return drug.brand === '' ? 'same' : 'unsaid'
  if (branded.has(drug.id)) return 'same'
  return drug.brand === '' ? 'silent' : 'other'
}

/** By the product that is singled out where one is: its number may be a label, "625". */
function matchStrengthsOf(drug: IndexedDrug, { said, components }: Wanted): StrengthMatch {
  const { written } = said
  const hasOwn = hasStrength(drug)
  // Strengths that could not be read may be any.
  const isUnread = !hasOwn && isSingleProduct(drug)
  if (isUnread && written.length > 0) return 'other'
  if (isUnread && said.known.some((option) => hasStrength(option))) return 'unsaid'
  if (!components?.some(({ strength }) => strength !== undefined)) {
    // Of a brand its row says what a number is: "Mixtard 30/70" is 12/28 units in a millilitre, too.
    const option = said.known.find((each) => each.drug === drug)
    return option?.strengths ?? matchStrengths(written, drug.components, drug)
  }
  if (!hasOwn) return 'silent'
  return matchComponents(components, drug)
}

/** A concept without a form says nothing of its release; every patch releases over time. */
function matchReleaseOf({ form, release }: IndexedDrug, asked: readonly string[]): Said {
  if (form === '') return asked.length === 0 ? 'same' : 'silent'
  if (form === 'patch') return 'same'
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

function matchRemarks(asked: readonly string[], own: readonly string[]): Said {
  if (own.some((remark) => !asked.includes(remark))) return 'unsaid'
  return asked.every((remark) => own.includes(remark)) ? 'same' : 'silent'
}

function matchSalts(asked: readonly string[], { salts: own }: IndexedDrug): Said {
  const unmet = asked.filter((salt) => !own.some((other) => isSameSalt(salt, other)))
  const added = own.filter((salt) => !asked.some((other) => isSameSalt(salt, other)))
  if (unmet.length > 0) return added.length > 0 ? 'other' : 'silent'
  return added.length > 0 ? 'unsaid' : 'same'
}

function isSameSalt(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a)
}
