import type { Drug, DrugIngredient, Level } from '../drug.ts'
import { formFinder, type NamedDrug, parseDrugName } from './rx-name.ts'
import { createStrengthReader, type StrengthReader } from './strength-reader.ts'

/** The levels of RxNorm's term types; forms (DF, DFG) are no drugs, the other types are names. */
export const LEVEL_OF: ReadonlyMap<string, Level> = new Map([
  ['IN', 'ingredient'],
  ['PIN', 'precise_ingredient'],
  ['MIN', 'combination'],
  ['SCDF', 'ingredient_form'],
  ['SCDFP', 'ingredient_form'],
  ['SCDG', 'ingredient_form'],
  ['SCDGP', 'ingredient_form'],
  ['SCDC', 'ingredient_strength'],
  ['SCD', 'clinical_drug'],
  ['GPCK', 'pack'],
  ['BN', 'brand'],
  ['SBDF', 'brand_form'],
  ['SBDFP', 'brand_form'],
  ['SBDG', 'brand_form'],
  ['SBDC', 'brand_strength'],
  ['SBD', 'branded_drug'],
  ['BPCK', 'branded_pack'],
])
const WITH_STRENGTHS = new Set<Level>([
  'ingredient_strength',
  'clinical_drug',
  'brand_strength',
  'branded_drug',
])

/** A concept while its rows come in. */
export interface Atom {
  readonly code: string
  readonly type: string
  readonly name: string
  readonly active: boolean
  readonly names: string[]
}

/** Parts of drugs, by RXCUI. */
export interface Content {
  readonly atoms: Map<string, Atom>
  /** Names of dose forms and their groups, by RXCUI. */
  readonly forms: Map<string, string>
  readonly parents: Map<string, { readonly relation: string; readonly code: string }[]>
  readonly formOf: Map<string, string>
  readonly strengths: Map<string, string>
  readonly quantities: Map<string, string>
}

/** How names and strengths of this release are read. */
interface TextReaders {
  readonly readStrength: StrengthReader
  parseName(name: string, withStrengths: boolean): NamedDrug
}

/** RxNorm's concepts as drugs: composed by relations and attributes where they say as much as the name, else by the name. */
export function makeDrugs(content: Content): Drug[] {
  const findForm = formFinder(content.forms.values())
  const readStrength = createStrengthReader()
  const texts: TextReaders = {
    readStrength,
    parseName: (name, withStrengths) => parseDrugName(name, findForm, withStrengths, readStrength),
  }
  return Array.from(content.atoms.values(), (atom) => drugOf(atom, content, texts))
}

function drugOf(atom: Atom, content: Content, texts: TextReaders): Drug {
  const { code, type, name, names, active } = atom
  const level = LEVEL_OF.get(type)!
  return {
    code,
    name,
    level,
    ...compositionOf(atom, level, content, texts),
    ...(names.length > 0 && { names }),
    active,
  }
}

type Composition = Pick<Drug, 'ingredients' | 'brand' | 'form' | 'quantity'>

function compositionOf(
  atom: Atom,
  level: Level,
  content: Content,
  texts: TextReaders,
): Composition {
  const { code, type, name } = atom
  switch (level) {
    case 'ingredient':
    case 'precise_ingredient':
      return { ingredients: [{ name }] }
    case 'combination':
      return { ingredients: name.split(' / ').map((each) => ({ name: each.trim() })) }
    case 'brand':
      return { brand: name, ingredients: relatedNames(code, 'IN', content) }
    default: {
      const named = texts.parseName(name, WITH_STRENGTHS.has(level))
      const brand = relatedNames(code, 'BN', content)[0]?.name ?? named.brand
      // "Tylenol Pill" names no ingredient.
      const isBrandAlone = type === 'SBDG' && named.brand === undefined
      const form = content.formOf.get(code) ?? named.form
      const quantity = texts.readStrength(content.quantities.get(code) ?? '') ?? named.quantity
      return {
        ingredients: isBrandAlone
          ? ofBrand(code, content)
          : related(atom, level, content, texts, named.ingredients),
        ...(brand !== undefined && { brand }),
        ...(form !== undefined && { form }),
        ...(quantity !== undefined && { quantity }),
      }
    }
  }
}

function relatedNames(code: string, type: string, { atoms, parents }: Content): DrugIngredient[] {
  const names = (parents.get(code) ?? [])
    .map((parent) => atoms.get(parent.code)!)
    .filter((atom) => atom.type === type)
    .map((atom) => atom.name)
  return [...new Set(names)].map((name) => ({ name }))
}

function ofBrand(code: string, content: Content): DrugIngredient[] {
  const brands = (content.parents.get(code) ?? []).map((parent) => content.atoms.get(parent.code)!)
  return brands
    .filter(({ type }) => type === 'BN')
    .flatMap((brand) => relatedNames(brand.code, 'IN', content))
}

/** Ingredients by the relations where they give as many as the name, else by the name. */
function related(
  { code, name }: Atom,
  level: Level,
  content: Content,
  texts: TextReaders,
  named: readonly DrugIngredient[],
): readonly DrugIngredient[] {
  if (level === 'pack' || level === 'branded_pack') return named
  const found = WITH_STRENGTHS.has(level)
    ? components(code, content, texts)
    : relatedNames(code, 'IN', content)
  if (found.length < named.length || found.length === 0) return named
  const lower = name.toLowerCase()
  const place = (each: DrugIngredient) => {
    const at = lower.indexOf(each.name.toLowerCase())
    return at === -1 ? lower.length : at
  }
  return [...found].sort((a, b) => place(a) - place(b))
}

/** Components of a drug, by the strengths of its ingredients (SCDC). */
function components(code: string, content: Content, texts: TextReaders): DrugIngredient[] {
  const { atoms, parents, strengths } = content
  const own = atoms.get(code)!
  const parts =
    own.type === 'SCDC'
      ? [own]
      : (parents.get(code) ?? [])
          .filter(({ relation }) => relation === 'consists_of')
          .map((parent) => atoms.get(parent.code)!)
          .filter(({ type }) => type === 'SCDC')
  return parts.flatMap((part) => {
    const [ingredient, second] = texts.parseName(part.name, true).ingredients
    if (ingredient === undefined || second !== undefined) return []
    const strength = texts.readStrength(strengths.get(part.code) ?? '') ?? ingredient.strength
    return strength === undefined ? [] : [{ name: ingredient.name, strength }]
  })
}
