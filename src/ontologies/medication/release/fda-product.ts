/**
 * Records that Drugs@FDA and the NDC directory share: products as brand, ingredients with strengths, and form. Many
 * products are one drug that several makers sell.
 */

import type { Faults, Tally } from '../../release-faults.ts'
import { plural } from '../../release-files.ts'
import type { Strength } from '../composition.ts'
import { readDistinctions } from '../dose-form.ts'
import type { Drug, DrugIngredient, DrugRelease } from '../drug.ts'
import { nameKey } from '../words.ts'
import { isGenericName } from './generic-name.ts'
import { FDA_LICENCE } from './licence.ts'

/** A row of a list, read. */
export interface FdaProduct {
  readonly code: string
  /** As the source writes it. */
  readonly brand: string
  /** In lower case. */
  readonly ingredients: readonly DrugIngredient[]
  /** "20MG;10MG", for the name. */
  readonly strength: string
  /** "TABLET;ORAL" */
  readonly form: string
  readonly manufacturer?: string
}

/** The drug that a product is: one without a brand where its brand says no more than its ingredients. */
export function fdaDrug(product: FdaProduct): Drug {
  const { code, brand, ingredients, strength, form, manufacturer } = product
  const names = ingredients.map(({ name }) => name)
  const isGeneric = brand === '' || isGenericName(brand, names)
  const name = [brand || names.join(' / '), strength, form].filter((each) => each !== '').join(' ')
  return {
    code,
    name,
    level: isGeneric ? 'clinical_drug' : 'branded_drug',
    ingredients,
    ...(!isGeneric && { brand }),
    ...(form !== '' && { form }),
    ...(manufacturer && !isGeneric && { manufacturer }),
    active: true,
  }
}

/** One drug for all that are the same in brand, ingredients, strengths and form, the first by code; sorted by code. */
function mergeDrugs(drugs: readonly Drug[]): Drug[] {
  const byKey = new Map<string, Drug>()
  const sorted = [...drugs].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
  for (const drug of sorted) {
    const key = keyOf(drug)
    if (!byKey.has(key)) byKey.set(key, drug)
  }
  return [...byKey.values()]
}

function keyOf({ brand = '', form = '', ingredients, name }: Drug): string {
  const parts = ingredients.map((each) => `${nameKey(each.name)} ${strengthKey(each.strength)}`)
  // Products that no strength tells apart differ by the name as written: so do a pen, and a drug without preservatives.
  const isOpen = ingredients.some(({ strength }) => strength === undefined)
  const { device, remarks } = readDistinctions(name)
  const others = [device, ...remarks, isOpen ? nameKey(name) : '']
  return [nameKey(brand), parts.join('+'), nameKey(form), ...others].join('|')
}

function strengthKey(strength: Strength | undefined): string {
  return strength === undefined ? '' : `${strength.value} ${strength.unit}`
}

/** A list of the FDA's as a release, its drugs merged. */
export function fdaRelease(
  source: string,
  {
    file,
    sha256,
    drugs,
  }: { readonly file: string; readonly sha256: string; readonly drugs: readonly Drug[] },
  faults: Faults,
  unread: Tally,
): DrugRelease {
  return {
    source,
    version: '',
    licence: FDA_LICENCE,
    sources: [{ file, sha256, rows: drugs.length }],
    drugs: mergeDrugs(drugs),
    edges: [],
    replacements: [],
    warnings: [
      ...faults.warnings(),
      ...unread.map(
        (what, count, example) => `${plural(count, 'row')} of ${file} ${what}, e.g. ${example}`,
      ),
    ],
  }
}
