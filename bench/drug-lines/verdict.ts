/** Which product a line says, by the publisher's rows alone, and how an answer compares with it. */
import { groupBy } from '../groups.ts'
import type { Line } from './lines.ts'
import { type FdaRow, type Form, type Ingredient, isSameAmount, type Product } from './products.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

/** The meaning of a line among the rows of the publisher. */
export function createCatalogue(rows: readonly FdaRow[]) {
  const byBases = groupBy(rows, ({ ingredients }) => keyOfBases(ingredients))
  return { meant, installed }

  /**
   * Products that a line may mean: those without a brand, or of one brand where no other is there. Immediate release is
   * meant where it is not said and a product has it.
   */
  function meant(line: Line): readonly FdaRow[] {
    const found = fitting(line)
    const generic = found.filter(({ brand }) => brand === '')
    if (generic.length > 0) return generic
    return new Set(found.map(({ brand }) => brand)).size === 1 ? found : []
  }

  function fitting({ row, saysRelease, saysSalt }: Line): readonly FdaRow[] {
    const alike = (byBases.get(keyOfBases(row.ingredients)) ?? []).filter(
      (other) =>
        areSameAmounts(row.ingredients, other) &&
        isSameForm(row.form!, other.form!) &&
        (!saysSalt || keyOfSalts(other.ingredients) === keyOfSalts(row.ingredients)),
    )
    if (saysRelease) return alike.filter(({ form }) => form!.release === row.form!.release)
    const immediate = alike.filter(({ form }) => form!.release === '')
    return immediate.length > 0 ? immediate : alike
  }

  /** Products for a line: one product, several, or nothing but several brands. */
  function installed(line: Line): 'one' | 'open' | 'absent' {
    const keys = new Set(
      meant(line).map(({ ingredients, form }) => `${keyOfSalts(ingredients)}|${form!.release}`),
    )
    return keys.size === 0 ? 'absent' : keys.size === 1 ? 'one' : 'open'
  }
}

function keyOfBases(ingredients: readonly Ingredient[]): string {
  return ingredients
    .map(({ base }) => base)
    .sort()
    .join('+')
}

function keyOfSalts(ingredients: readonly Ingredient[]): string {
  return ingredients
    .map(({ base, salt }) => `${base} ${salt}`)
    .sort()
    .join('+')
}

function areSameAmounts(said: readonly Ingredient[], { ingredients, volume }: Product): boolean {
  return said.every(({ base, amount }) =>
    ingredients.some((other) => other.base === base && isSameAmount(amount, other.amount, volume)),
  )
}

function isSameForm(a: Form, b: Form): boolean {
  const isPlaced =
    a.routes.length === 0 ||
    b.routes.length === 0 ||
    a.routes.some((route) => b.routes.includes(route))
  return a.kind === b.kind && isPlaced
}

/**
 * How an answer compares with a line: `very` the product that it says, `coarse` a concept without its strength or form, or
 * what is wrong with it.
 */
export function compare(line: Line, found: Product, catalogue: Catalogue): string {
  const { row, saysRelease, saysSalt } = line
  const { form } = found
  if (keyOfBases(found.ingredients) !== keyOfBases(row.ingredients)) return 'ingredient'
  const meant = catalogue.meant(line)
  const brands = new Set(meant.map(({ brand }) => brand.toLowerCase()))
  if (found.brand !== '' && !brands.has(found.brand.toLowerCase())) return 'brand'
  if (form === undefined || found.ingredients.every(({ amount }) => amount === undefined))
    return 'coarse'
  if (!areSameAmounts(row.ingredients, found)) return 'strength'
  if (!isSameForm(row.form!, form)) return 'form'
  const releases = new Set(meant.map((other) => other.form!.release))
  const isImplied = releases.size === 1 && releases.has(form.release)
  if (saysRelease ? form.release !== row.form!.release : form.release !== '' && !isImplied)
    return 'release'
  if (form.presentation !== '') return 'presentation'
  if (found.volume > 0 && !isOfContainer(line, found)) return 'volume'
  return isRightSalt(found, row, saysSalt, meant) ? 'very' : 'salt'
}

/** True if a line says what the container of an answer holds: all of it ("1 g"), or its volume ("10 mg/5 ml"). */
function isOfContainer({ row, text }: Line, { volume }: Product): boolean {
  if (row.ingredients.some(({ amount }) => amount?.per !== 'ml')) return true
  return Number(/\/([\d.]+) ml/.exec(text)?.[1]) === volume
}

/**
 * An ingredient without a salt is any; one with a salt is that of the line, or of all products that the line may mean: of those
 * with its own word for the form, where several are one kind (a syrup is an oral solution).
 */
function isRightSalt(
  { ingredients }: Product,
  row: FdaRow,
  saysSalt: boolean,
  meant: readonly FdaRow[],
): boolean {
  const asWritten = meant.filter(({ written }) => wordOfForm(written) === wordOfForm(row.written))
  const products = asWritten.length > 0 ? asWritten : meant
  return ingredients.every(({ base, salt }) => {
    const saltsOf = (product: Product) =>
      product.ingredients.filter((other) => other.base === base).map((other) => other.salt)
    const all = new Set(products.flatMap(saltsOf))
    if (saysSalt) return salt === '' ? all.size === 1 : saltsOf(row).includes(salt)
    return salt === '' || all.size <= 1
  })
}

function wordOfForm(written: string): string {
  return /^[A-Z]*/.exec(written)![0]
}
