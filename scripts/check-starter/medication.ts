import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTable } from '../../src/language/tables.ts'
import { nameKey } from '../../src/ontologies/medication/words.ts'
import { openRelease } from '../../src/ontologies/release-files.ts'
import { type Findings, type Row, readRows } from './tables.ts'

const COLUMNS = ['ingredients', 'strengths', 'form', 'release'] as const
const BRAND_COLUMNS = ['brand', 'label', ...COLUMNS, 'maker']

/** Medlink's own tables of products, each there or not. */
const BRAND_TABLES = ['medication/brands-in.tsv', 'medication/brands-us.tsv']
const DATA = new URL('../../data', import.meta.url).pathname

/** Fields of RXNCONSO.RRF. */
const RXCUI = 0
const SAB = 11
const TTY = 12
const STR = 14
const SUPPRESS = 16

/** An ingredient of Medlink's table. */
interface Ingredient {
  readonly name: string
  /** Keys of all its names, its own first. */
  readonly keys: readonly string[]
  /** `-` where none is given. */
  readonly rxcui: string
  readonly place: string
}

/** The ingredients of the RxNorm files of one release. */
interface Atoms {
  readonly name: string
  /** Names of each ingredient and salt, by its code. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Codes of each name of an ingredient, by the name's key; salts left out. */
  readonly codes: ReadonlyMap<string, readonly string[]>
}

/**
 * Every RXCUI of data/medication/ingredients.tsv once; where RxNorm files at hand have it as an ingredient (IN) or a salt
 * of one (PIN), it has one of the ingredient's names there, and where they have the ingredient's own name, it is that
 * code's. Brands and clinical drugs name ingredients of the table, a strength for each. A release need not have every
 * code: how many it lacks is told.
 */
export async function checkMedication(tables: string, releases: string): Promise<Findings> {
  const ingredients = readIngredients()
  const clinicalDrugs = existsSync(tables) ? readRows(tables, COLUMNS) : []
  const products = [...clinicalDrugs, ...BRAND_TABLES.flatMap(readBrands)]
  const all = await readReleases(releases)
  const coded = ingredients.filter(({ rxcui }) => rxcui !== '-')
  return {
    errors: [
      ...twiceErrors(coded),
      ...all.flatMap((atoms) => coded.flatMap((each) => comparedWith(atoms, each))),
      ...productErrors(products, ingredients),
    ],
    summary:
      all.length === 0
        ? [`0 of ${coded.length} codes of ingredients could be compared: no release at hand`]
        : all.map((atoms) => describe(atoms, coded)),
  }
}

function readIngredients(): Ingredient[] {
  const others = new Map<string, string[]>()
  const names = readTable('medication/ingredient-names.tsv', ['name', 'ingredient', 'kind'])
  for (const [name, ingredient] of names)
    others.set(ingredient!, [...(others.get(ingredient!) ?? []), name!])
  const rows = readTable('medication/ingredients.tsv', ['ingredient', 'rxcui'])
  return rows.map(([name, rxcui], i) => ({
    name: name!,
    keys: [name!, ...(others.get(name!) ?? [])].map(nameKey),
    rxcui: rxcui!,
    place: `ingredients.tsv line ${i + 2}`,
  }))
}

function readBrands(table: string): Row<'ingredients' | 'strengths'>[] {
  if (!existsSync(join(DATA, table))) return []
  return readTable(table, BRAND_COLUMNS).map(([, , ingredients, strengths], i) => ({
    place: `${table} line ${i + 2}`,
    ingredients: ingredients!,
    strengths: strengths!,
  }))
}

/** The folders and zips below a folder that hold RxNorm files, by name; none when it is not there. */
async function readReleases(folder: string): Promise<Atoms[]> {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.zip'))
    .map(({ name }) => name)
  const found: Atoms[] = []
  for (const name of entries.sort()) {
    const release = await openRelease(join(folder, name))
    try {
      const names = new Map<string, string[]>()
      const codes = new Map<string, string[]>()
      const files = release.find(/^RXNCONSO\.RRF$/i)
      for (const file of files)
        await file.readLines((line) => {
          const cells = line.split('|')
          const type = cells[TTY] ?? ''
          if (cells[SAB] !== 'RXNORM' || cells[SUPPRESS] !== 'N' || !/^P?IN$/.test(type)) return
          append(names, cells[RXCUI]!, cells[STR]!)
          if (type === 'IN') append(codes, nameKey(cells[STR]!), cells[RXCUI]!)
        })
      if (files.length > 0) found.push({ name, names, codes })
    } finally {
      release.close()
    }
  }
  return found
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

function describe(atoms: Atoms, coded: readonly Ingredient[]): string {
  const found = coded.filter(({ rxcui }) => atoms.names.has(rxcui))
  const same = found.filter((ingredient) => comparedWith(atoms, ingredient).length === 0)
  return `${atoms.name} has ${found.length} of ${coded.length} codes of ingredients, ${same.length} agree; ${coded.length - found.length} are not there`
}

/** What a release says against the code of an ingredient. */
function comparedWith(atoms: Atoms, { name, keys, rxcui, place }: Ingredient): string[] {
  const names = atoms.names.get(rxcui)
  if (names !== undefined)
    return names.some((each) => keys.includes(nameKey(each)))
      ? []
      : [`${place}: ${rxcui} "${name}" is called "${names.join('", "')}" in ${atoms.name}`]
  const codes = atoms.codes.get(keys[0]!)
  return codes === undefined
    ? []
    : [`${place}: "${name}" has the code ${rxcui}, ${atoms.name} says ${codes.join(' or ')}`]
}

/** One error for each ingredient whose code an earlier one has. */
function twiceErrors(coded: readonly Ingredient[]): string[] {
  const seen = new Set<string>()
  return coded.flatMap(({ place, rxcui }) => {
    const twice = seen.has(rxcui)
    seen.add(rxcui)
    return twice ? [`${place}: ${rxcui} is there already`] : []
  })
}

function productErrors(
  products: readonly Row<'ingredients' | 'strengths'>[],
  ingredients: readonly Ingredient[],
): string[] {
  const known = new Set(ingredients.map(({ name }) => name))
  return products.flatMap(({ place, ingredients: listed, strengths }) => {
    const names = listed.split(' + ')
    const unknown = names.filter((name) => !known.has(name))
    return [
      ...unknown.map((name) => `${place}: ingredients.tsv lacks "${name}"`),
      ...(strengths === '-' || strengths.split(' + ').length === names.length
        ? []
        : [`${place}: "${strengths}" are not the strengths of ${names.length} ingredients`]),
    ]
  })
}
