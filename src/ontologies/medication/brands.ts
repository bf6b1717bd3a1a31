import { readTable } from '../../text/tables.ts'
import type { Component } from './composition.ts'
import { PLUS } from './ingredients.ts'
import { readStrength } from './strengths.ts'

/** A product that Medlink's tables have. */
export interface BrandProduct {
  /** As people write it, without its number: "Ecosprin AV". */
  readonly brand: string
  /** What people write behind it to single it out: "75/20"; '' for nothing. */
  readonly label: string
  readonly components: readonly Component[]
  readonly form: string
  /** er, dr, odt, …; '' for none. */
  readonly release: string
  readonly maker: string
}

/** Below data/: brands by where they are sold. */
const BRAND_TABLES = ['medication/brands-in.tsv', 'medication/brands-us.tsv']
const CLINICAL_DRUGS = 'starter/medication/clinical-drugs.tsv'
const PRODUCT = ['ingredients', 'strengths', 'form', 'release']

/** The brands that Medlink knows beside those of a release. @throws MedlinkError `data_invalid` */
export function readBrands(): BrandProduct[] {
  return BRAND_TABLES.flatMap((table) =>
    readTable(table, ['brand', 'label', ...PRODUCT, 'maker']),
  ).map((row) => new BrandRow(row))
}

/** A row of a table of brands. Its strengths are read when somebody asks: a text names few of thousands of brands. */
class BrandRow implements BrandProduct {
  readonly brand: string
  readonly label: string
  readonly form: string
  readonly release: string
  readonly maker: string
  readonly #ingredients: string
  readonly #strengths: string
  #components: readonly Component[] | undefined

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
}

/** The generic products of the starter: brands without a name. @throws MedlinkError `data_invalid` */
export function readClinicalDrugs(): BrandProduct[] {
  return readTable(CLINICAL_DRUGS, PRODUCT).map(([ingredients, strengths, form, release]) => ({
    brand: '',
    label: '',
    components: componentsOf(ingredients!, strengths!),
    form: form!,
    release: orNothing(release!),
    maker: '',
  }))
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
