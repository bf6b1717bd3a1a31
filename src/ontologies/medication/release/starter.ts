import type { ReleaseRecords } from '../../../index/records.ts'
import { STARTER_VERSION } from '../../../index/registry.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { readTable } from '../../../language/tables.ts'
import { type BrandProduct, readBrands, readClinicalDrugs } from '../brands.ts'
import { describeComposition, describeStrength } from '../composition.ts'
import type { Drug, DrugRelease } from '../drug.ts'
import { familyOf, type IngredientNames, ingredientNames, PLUS } from '../ingredients.ts'
import { nameKey } from '../words.ts'
import { drugRecords } from './records.ts'

/** The notice of the starter: names of ingredients and RXCUIs are facts, everything else is Medlink's own. */
const STARTER_LICENCE =
  "Medlink's own selection, Apache-2.0. RXCUIs of ingredients are RxNorm's, produced by the U.S. National Library of Medicine, which is not responsible for this selection and does not endorse it."

/** Ingredients of a combination that has a concept; what has more is a preparation of vitamins or a diet. */
const MOST_COMBINED = 6
/** Prefix of the starter's own codes: they are no RXCUIs. */
const PREFIX = 'ML:'
const RELEASE_NAMES: Readonly<Record<string, string>> = {
  er: 'extended release',
  dr: 'delayed release',
  odt: 'orally disintegrating',
}

/** Medlink's own selection of drugs: ingredients, the generic products of everyday and the brands of its tables. */
export function readStarter(): ReleaseRecords {
  const products = withOtherLabels([...readClinicalDrugs(), ...readBrands()].map(drugOf))
  const combinations = combinationsOf(products, ingredientNames())
  return drugRecords(
    [ownRelease([...readIngredients(), ...combinations, ...products])],
    STARTER_VERSION,
  )
}

/** Products once each: the one with the shortest label, and its other labels as names: "Augmentin 625", "500/125". */
function withOtherLabels(products: readonly Drug[]): Drug[] {
  const byCode = new Map<string, Drug[]>()
  for (const product of products) {
    const known = byCode.get(product.code)
    if (known === undefined) byCode.set(product.code, [product])
    else known.push(product)
  }
  return [...byCode.values()].map((own) => {
    const [first, ...others] = own.toSorted((a, b) => a.name.length - b.name.length)
    const names = [...new Set(others.map(({ name }) => name))]
    return names.length === 0 ? first! : { ...first!, names }
  })
}

/**
 * Ingredients that releases have not: those of Medlink's table, and what products of the releases are made of; and their
 * combinations. One whose RXCUI is not known has a code of Medlink's own.
 */
export function ownIngredients(releases: readonly DrugRelease[]): DrugRelease {
  const names = ingredientNames()
  const basesOf = ({ ingredients }: Drug) =>
    ingredients.flatMap(({ name }) => names.read(name).bases)
  const drugs = releases.flatMap((release) => release.drugs)
  const there = new Set(
    drugs.filter(({ level }) => level === 'ingredient').map((drug) => familyOf(basesOf(drug))),
  )
  const table = readIngredients()
  const known = new Set(table.map(({ name }) => name))
  const others = [...new Set(drugs.flatMap(basesOf))].filter((base) => !known.has(base)).sort()
  const missing = [...table, ...others.map((base) => ingredient(base, codeOf(base)))]
  return ownRelease([
    ...missing.filter(({ code, name }) => !code.startsWith(PREFIX) || !there.has(name)),
    ...combinationsOf(drugs, names),
  ])
}

/** A concept for each combination of ingredients that drugs have, where they have none. */
function combinationsOf(drugs: readonly Drug[], names: IngredientNames): Drug[] {
  const there = new Set<string>()
  const missing = new Map<string, readonly string[]>()
  for (const { level, ingredients } of drugs) {
    const bases = [...new Set(ingredients.flatMap(({ name }) => names.read(name).bases))].sort()
    if (level === 'combination') there.add(familyOf(bases))
    else if (bases.length > 1 && bases.length <= MOST_COMBINED) missing.set(familyOf(bases), bases)
  }
  return [...missing.values()]
    .filter((bases) => !there.has(familyOf(bases)))
    .map((bases): Drug => {
      const name = bases.join(' / ')
      const ingredients = bases.map((base) => ({ name: base }))
      return { code: codeOf(name), name, level: 'combination', ingredients, active: true }
    })
    .sort((a, b) => compareStrings(a.code, b.code))
}

function ownRelease(drugs: readonly Drug[]): DrugRelease {
  return {
    source: 'medlink',
    version: '',
    licence: STARTER_LICENCE,
    sources: [],
    drugs,
    edges: [],
    replacements: [],
    warnings: [],
  }
}

function readIngredients(): Drug[] {
  return readTable('medication/ingredients.tsv', ['ingredient', 'rxcui']).map(([name, rxcui]) =>
    ingredient(name!, rxcui === '-' ? codeOf(name!) : rxcui!),
  )
}

function ingredient(name: string, code: string): Drug {
  return { code, name, level: 'ingredient', ingredients: [{ name }], active: true }
}

function drugOf(product: BrandProduct): Drug {
  const { brand, label, components, form, release, maker } = product
  const strengths = components.map(({ strength }) => strength)
  const formText = [RELEASE_NAMES[release] ?? release, form].filter((part) => part !== '').join(' ')
  const of = brand === '' ? describeComposition(components) : [brand, label].join(' ').trim()
  const written = strengths.every((strength) => strength === undefined)
    ? ''
    : strengths.map((strength) => (strength ? describeStrength(strength) : '')).join(PLUS)
  return {
    code: codeOf([brand === '' ? of : `${brand} ${written}`, formText].join(' ')),
    name: `${of} ${formText}`,
    level: brand === '' ? 'clinical_drug' : 'branded_drug',
    ingredients: components.map(({ base, strength }) => ({ name: base, strength })),
    ...(brand !== '' && { brand }),
    form: formText,
    ...(maker !== '' && { manufacturer: maker }),
    active: true,
  }
}

function codeOf(name: string): string {
  return `${PREFIX}${nameKey(name).replaceAll(' ', '-')}`
}
