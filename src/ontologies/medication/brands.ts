import { MedlinkError } from '../../errors.ts'
import { lazily } from '../../language/remember.ts'
import { firstWhere } from '../../language/sorted.ts'
import { readTable } from '../../language/tables.ts'
import { type Component, readStrength, type Strength } from './composition.ts'
import { PLUS } from './ingredients.ts'
import { nameKey } from './words.ts'

/** Amount of one ingredient in a row of a table of brands. */
export interface BrandAmount {
  /** The number as the row writes it: 0.5 of "0.5 mg/2 ml". */
  readonly number: number
  /** Contents of a piece, an ampoule, a spoon or a puff: 0.5 mg of "0.5 mg/2 ml". */
  readonly held: Strength
  /** As strengths are compared: 0.25 mg/mL of "0.5 mg/2 ml". */
  readonly strength: Strength
}

/** A product that Medlink's tables have. */
export interface BrandProduct {
  /** As people write it, without its number: "Ecosprin AV". */
  readonly brand: string
  /** Label that people write after it to single it out: "75/20"; '' for none. */
  readonly label: string
  readonly components: readonly Component[]
  /** In the order of the ingredients; empty where the row has none. */
  readonly amounts: readonly BrandAmount[]
  readonly form: string
  /** er, dr, odt, …; '' for none. */
  readonly release: string
  readonly maker: string
}

/** Below data/: brands by where they are sold. */
const BRAND_TABLES = ['medication/brands-in.tsv', 'medication/brands-us.tsv']
const CLINICAL_DRUGS = 'starter/medication/clinical-drugs.tsv'
const USUAL_PRODUCTS = 'medication/usual-products.tsv'
const PRODUCT = ['ingredients', 'strengths', 'form', 'release']

/** The brands that Medlink knows in addition to those of a release. @throws MedlinkError `data_invalid` */
export function readBrands(): BrandProduct[] {
  return BRAND_TABLES.flatMap((table) =>
    readTable(table, ['brand', 'label', ...PRODUCT, 'maker']),
  ).map(brandRow)
}

const brandNames = lazily(() =>
  [...new Map(readBrands().map(({ brand }) => [nameKey(brand), brand]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  ),
)

/** Brands of the tables that begin as typed, in the order of their keys: the very name is the first. */
export function brandsBeginning(typed: string, limit: number): readonly string[] {
  const key = nameKey(typed)
  if (key === '') return []
  const names = brandNames()
  const from = firstWhere(0, names.length, (at) => names[at]![0] >= key)
  const found: string[] = []
  for (let at = from; at < names.length && found.length < limit; at++) {
    if (!names[at]![0].startsWith(key)) break
    found.push(names[at]![1])
  }
  return found
}

/** The product of a row of a table of brands, its cells in the order of the table's columns. */
export function brandRow(cells: readonly string[]): BrandProduct {
  return new BrandRow(cells)
}

/** A row of a table of brands. Its strengths are read on demand: a text names few of thousands of brands. */
class BrandRow implements BrandProduct {
  readonly brand: string
  readonly label: string
  readonly form: string
  readonly release: string
  readonly maker: string
  readonly #ingredients: string
  readonly #strengths: string
  #components: readonly Component[] | undefined
  #amounts: readonly BrandAmount[] | undefined

  constructor([brand, label, ingredients, strengths, form, release, maker]: readonly string[]) {
    this.brand = brand!
    this.label = orNothing(label!)
    this.form = form!
    this.release = orNothing(release!)
    this.maker = orNothing(maker!)
    this.#ingredients = ingredients!
    this.#strengths = strengths!
  }

  get components(): readonly Component[] {
    this.#components ??= componentsOf(this.#ingredients, this.#strengths)
    return this.#components
  }

  get amounts(): readonly BrandAmount[] {
    this.#amounts ??= amountsOf(this.#strengths)
    return this.#amounts
  }
}

/** The generic products of the starter: brands without a name. @throws MedlinkError `data_invalid` */
export function readClinicalDrugs(): BrandProduct[] {
  return readGenerics(CLINICAL_DRUGS)
}

/** Generic products that are prescribed more than others of their ingredients. @throws MedlinkError `data_invalid` */
export function readUsualProducts(): BrandProduct[] {
  return readGenerics(USUAL_PRODUCTS)
}

function readGenerics(table: string): BrandProduct[] {
  return readTable(table, PRODUCT).map(([ingredients, strengths, form, release]) => ({
    brand: '',
    label: '',
    components: componentsOf(ingredients!, strengths!),
    amounts: amountsOf(strengths!),
    form: form!,
    release: orNothing(release!),
    maker: '',
  }))
}

/** "0.5 mg/2 ml": the number, its unit, and what holds it. */
const AMOUNT = /^([\d.]+) ([^/]+)(?:\/.+)?$/

function amountsOf(strengths: string): BrandAmount[] {
  if (strengths === '-') return []
  return strengths.split(PLUS).map((written) => {
    const [, number, unit] = AMOUNT.exec(written) ?? []
    const strength = readStrength(written)
    const held = readStrength(`${number} ${unit}`)
    if (strength === undefined || held === undefined)
      throw new MedlinkError('data_invalid', `a brand has the strength ${written}`)
    return { number: Number(number), held, strength }
  })
}

function componentsOf(ingredients: string, strengths: string): Component[] {
  const written = strengths === '-' ? [] : strengths.split(PLUS)
  return ingredients.split(PLUS).map((base, i) => {
    const strength = written[i] === undefined ? undefined : readStrength(written[i]!)
    return { base, salt: '', ...(strength && { strength }) }
  })
}

function orNothing(cell: string): string {
  return cell === '-' ? '' : cell
}
