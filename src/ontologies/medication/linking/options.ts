import type { Component } from '../composition.ts'
import { isRowOf, matchRow } from './brand-labels.ts'
import { isMeasurable, isMeasured } from './doses.ts'
import type { DrugIndex, DrugName, IndexedDrug } from './drug-index.ts'
import { matchStrengths, type StatedStrength, type StrengthMatch } from './strength-match.ts'

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
  return names.flatMap(({ products, brands }) => [
    ...productsAmong(products, drugs).map((id): Option => {
      const drug = drugs.drug(id)
      // Rows may call one product by several labels: "30", "30/70".
      const matches = brands
        .filter((row) => isRowOf(row, drug))
        .map((row) => matchRow(written, row, brands))
      const option = optionOf(drug, written)
      const strengths = matches.find((match) => match === 'same') ?? matches[0]
      return strengths === undefined ? option : { ...option, strengths }
    }),
    ...brands.map(
      (row): Option => ({
        components: row.components,
        form: row.form,
        release: row.release,
        route: '',
        strengths: matchRow(written, row, brands),
      }),
    ),
  ])
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
  const immediate = new Set(
    measured.filter(({ release }) => release === '').map(({ form }) => form),
  )
  return measured.filter(({ form, release }) => release === '' || !immediate.has(form))
}

function preferred(options: readonly Option[], is: (option: Option) => boolean): readonly Option[] {
  const those = options.filter(is)
  return those.length > 0 ? those : options
}
