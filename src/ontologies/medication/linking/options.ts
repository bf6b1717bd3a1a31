import type { BrandProduct } from '../brands.ts'
import type { Component } from '../composition.ts'
import { isMeasurable, isMeasured } from './doses.ts'
import type { DrugIndex, DrugName, IndexedDrug } from './drug-index.ts'
import {
  matchComponents,
  matchesLabel,
  matchStrengths,
  type StatedStrength,
  type StrengthMatch,
} from './strength-match.ts'

/** A product that a text may mean. */
export interface Option {
  readonly components: readonly Component[]
  readonly form: string
  readonly release: string
  readonly route: string
  /** The concept that it is; undefined where Medlink's tables alone have it. */
  readonly drug?: IndexedDrug
  readonly strengths: StrengthMatch
}

/** Every product that is sold under these names, in the index or in Medlink's tables. */
export function brandOptions(
  names: readonly DrugName[],
  drugs: DrugIndex,
  written: readonly StatedStrength[],
): Option[] {
  return names.flatMap(({ products, brands }) => {
    // A number after a brand is first its label: "Budecort 0.5" holds 0.5 mg in 2 mL.
    const labelled = brands.filter((row) => matchesLabel(written, row))
    const concepts = productsAmong(products, drugs).map((id) => drugs.drug(id))
    return [
      ...concepts.map((drug) => ({
        ...optionOf(drug, written),
        ...(labelled.length > 0 && { strengths: matchLabelled(labelled, drug) }),
      })),
      ...brands.map((row) => rowOption(row, labelled, written)),
    ]
  })
}

function rowOption(
  row: BrandProduct,
  labelled: readonly BrandProduct[],
  written: readonly StatedStrength[],
): Option {
  const { components, form, release } = row
  const strengths =
    labelled.length > 0
      ? matchLabelled(labelled, { components, form, quantity: 0 })
      : matchStrengths(written, components, { form, quantity: 0 })
  return { components, form, release, route: '', strengths }
}

/** How a product answers the rows whose label is written. */
function matchLabelled(
  labelled: readonly BrandProduct[],
  product: Parameters<typeof matchComponents>[1],
): StrengthMatch {
  const matches = labelled.map(({ components }) => matchComponents(components, product))
  return matches.find((match) => match === 'same') ?? matches[0]!
}

/** Those that say strength and form, where there are such. */
function productsAmong(concepts: readonly number[], drugs: DrugIndex): readonly number[] {
  const products = concepts.filter((id) => drugs.level(id) === 'branded_drug')
  return products.length > 0 ? products : concepts
}

/** Every product of these ingredients without a brand; forms without a strength come last. */
export function genericOptions(
  bases: readonly string[],
  drugs: DrugIndex,
  written: readonly StatedStrength[],
): Option[] {
  const family = bases.length === 0 ? [] : [...drugs.family(bases)]
  const products = family.filter((id) => drugs.level(id) === 'clinical_drug')
  const forms = family.filter((id) => drugs.level(id) === 'ingredient_form')
  return [...products, ...forms].map((id) => optionOf(drugs.drug(id), written))
}

function optionOf(drug: IndexedDrug, written: readonly StatedStrength[]): Option {
  const { components, form, release, route } = drug
  const strengths = matchStrengths(written, components, drug)
  return { components, form, release, route, drug, strengths }
}

/**
 * Of options that fit, those that the text singles out: with its strengths; that can be measured, where the dose is; and
 * of these, those that release at once.
 */
export function likeliest(
  options: readonly Option[],
  written: readonly StatedStrength[],
  doseUnit: string,
): readonly Option[] {
  const exact = preferred(options, ({ strengths }) => written.length > 0 && strengths === 'same')
  const measured = isMeasured(doseUnit) ? preferred(exact, ({ form }) => isMeasurable(form)) : exact
  return preferred(measured, ({ release }) => release === '')
}

function preferred(options: readonly Option[], is: (option: Option) => boolean): readonly Option[] {
  const those = options.filter(is)
  return those.length > 0 ? those : options
}
