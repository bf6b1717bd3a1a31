import type { BrandProduct } from '../brands.ts'
import { type Component, keyOfComponents } from '../composition.ts'
import type { DrugIndex, DrugName, IndexedDrug } from './drug-index.ts'
import { isMeasurable, isMeasured } from './forms.ts'
import {
  isRowOf,
  matchRow,
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
  /** Content of the container that a row of Medlink's tables has, in mL: 0.3 of "0.3 mg/0.3 ml"; 0 for none. */
  readonly content: number
  /** True if a row of Medlink's tables says what a number after the brand is. */
  readonly isLabelled: boolean
  /** True if the text lacks the number that is written after the brand, which may have another strength of the drug. */
  readonly needsNumber: boolean
}

/** As many as volumes of containers have. */
const DIGITS = 4

/** Every product that is sold under these names, in the index or in Medlink's tables. */
export function brandOptions(
  names: readonly DrugName[],
  drugs: DrugIndex,
  written: readonly StatedStrength[],
): Option[] {
  return names.flatMap(({ products, brands }) => [
    ...productsAmong(products, drugs).map((id) => brandedOption(drugs.drug(id), brands, written)),
    ...brands.map(
      (row): Option => ({
        components: row.components,
        form: row.form,
        release: row.release,
        route: '',
        strengths: matchRow(written, row, brands),
        content: contentOf(row),
        isLabelled: true,
        needsNumber: written.length === 0 && row.label !== '' && isSoldInOtherStrengths(row, drugs),
      }),
    ),
  ])
}

/** Forms that a row has in a container, not by the spoon. */
const IN_CONTAINERS: ReadonlySet<string> = new Set(['injection', 'nebules'])

function contentOf({ amounts: [first], form }: BrandProduct): number {
  if (first === undefined || !IN_CONTAINERS.has(form)) return 0
  const { held, strength } = first
  const volume = strength.unit === `${held.unit}/mL` ? held.value / strength.value : 1
  return volume === 1 ? 0 : Number(volume.toPrecision(DIGITS))
}

/** True if the index has products of the same ingredients and form in other strengths. */
function isSoldInOtherStrengths({ components, form }: BrandProduct, drugs: DrugIndex): boolean {
  const key = keyOfComponents(components)
  return [...drugs.family(components.map(({ base }) => base))]
    .filter((id) => drugs.level(id) === 'clinical_drug')
    .map((id) => drugs.drug(id))
    .some((drug) => drug.form === form && keyOfComponents(drug.components) !== key)
}

/** A product of the index answers a number as its rows do, which may call it by several labels: "30", "30/70". */
function brandedOption(
  drug: IndexedDrug,
  rows: readonly BrandProduct[],
  written: readonly StatedStrength[],
): Option {
  const option = optionOf(drug, written)
  const matches = rows
    .filter((row) => isRowOf(row, drug))
    .map((row) => matchRow(written, row, rows))
  const strengths = matches.find((match) => match === 'same') ?? matches[0]
  return strengths === undefined ? option : { ...option, strengths, isLabelled: true }
}

/** Products with strength and form, if there are any. */
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
  return {
    components,
    form,
    release,
    route,
    drug,
    strengths,
    content: 0,
    isLabelled: false,
    needsNumber: false,
  }
}

/**
 * Options that the text singles out of those that fit: with its strengths; that can be measured, where the dose is; and
 * of these, of each form those that release at once.
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
