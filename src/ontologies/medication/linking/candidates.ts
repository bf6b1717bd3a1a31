import type { Level } from '../drug.ts'
import { type Choice, chooseProduct } from './choice.ts'
import { type Comparison, compareDrug, isSingleProduct, type Wanted } from './comparison.ts'
import type { DrugIndex } from './drug-index.ts'

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
  const choice = chooseProduct([...named, ...brands], wanted)
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
  for (const id of families.flatMap((bases) => [...drugs.family(bases)]))
    if (!BRANDED.has(drugs.level(id))) own.add(id)
    else if (!own.has(id) && said.brand === '') foreign.push(id)
  const isUnknown = own.size === 0 && foreign.length === 0
  for (const base of new Set(families.flat()))
    for (const id of drugs.family([base]))
      if (isUnknown || drugs.level(id) === 'ingredient') own.add(id)
  return { own, foreign }
}
