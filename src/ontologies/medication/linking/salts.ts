import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import { nameKey } from '../words.ts'
import type { IndexedDrug } from './drug-index.ts'

/** Below data/: salts of an ingredient that are different products to those who prescribe them. */
export const DISTINCT_TABLE = 'medication/distinct-salts.tsv'
/** Below data/: the salt of a brand, whose product no table tells otherwise. */
export const BRAND_TABLE = 'medication/brand-salts.tsv'

/** Meaning of the ingredient's name without the salt: another product, or any of them. */
export type Alone = 'other' | 'open'

const ANY_FORM = '-'

const distinctSalts = lazily(
  (): ReadonlyMap<string, Alone> =>
    new Map(
      readTable(DISTINCT_TABLE, ['ingredient', 'form', 'salt', 'alone']).map(
        ([ingredient, form, salt, alone]) => [keyOf(ingredient!, form!, salt!), alone as Alone],
      ),
    ),
)

const brandSalts = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable(BRAND_TABLE, ['brand', 'salt']).map(([brand, salt]) => [nameKey(brand!), salt!]),
    ),
)

/** The salt of a brand; '' where the table has none. */
export function saltOfBrand(brand: string): string {
  return brandSalts().get(nameKey(brand)) ?? ''
}

/** The salt that makes a drug of one ingredient another product than its namesakes; undefined for none. */
export function distinctSalt({
  components,
  form,
}: Pick<IndexedDrug, 'components' | 'form'>): { salt: string; alone: Alone } | undefined {
  const [only, second] = components
  if (only === undefined || second !== undefined || only.salt === '') return undefined
  const { base, salt } = only
  const alone =
    distinctSalts().get(keyOf(base, form, salt)) ?? distinctSalts().get(keyOf(base, ANY_FORM, salt))
  return alone === undefined ? undefined : { salt, alone }
}

function keyOf(ingredient: string, form: string, salt: string): string {
  return `${ingredient};${form};${salt}`
}
