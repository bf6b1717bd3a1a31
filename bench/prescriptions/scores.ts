/** How an answer to a prescription compares with what its case says. */
import type { LinkResult } from '../../src/contract.ts'
import { isSameStrength, readStrength } from '../../src/ontologies/medication/composition.ts'
import { type IngredientNames, PLUS } from '../../src/ontologies/medication/ingredients.ts'
import { matchForm } from '../../src/ontologies/medication/linking/forms.ts'
import { isSameSet, nameKey } from '../../src/ontologies/medication/words.ts'

/** Facts about the product in a line, by its case; null and empty where it says nothing. */
export interface SaidProduct {
  readonly ingredients: readonly string[]
  readonly strengths: readonly string[]
  readonly form: string | null
}

type Row = LinkResult<'medication'>['results'][number]

/** Ingredients without their salts, also of those that Medlink tells apart by them. */
export function canonical(ingredients: readonly string[], names: IngredientNames): string[] {
  return ingredients
    .filter((name) => name !== '')
    .flatMap((name) => names.read(name).bases)
    .map((name) => withoutSalts(name, names))
}

function withoutSalts(name: string, names: IngredientNames): string {
  const words = nameKey(name).split(' ')
  const own = words.filter((word) => !names.salts.has(word))
  return (own.length > 0 ? own : words).join(' ')
}

/** The ingredients of an answer. */
export function ingredientsOf(row: Row | undefined, names: IngredientNames): string[] {
  return canonical((row?.metadata.generic_name ?? '').split(PLUS), names)
}

/** True if two lists hold the same strengths, converted and in any order. */
export function areSameStrengths(wanted: readonly string[], found: readonly string[]): boolean {
  const left = found.flatMap((strength) => readStrength(strength) ?? [])
  for (const text of wanted) {
    const strength = readStrength(text)
    const at = left.findIndex((other) => strength !== undefined && isSameStrength(strength, other))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

/**
 * Verdict on a linked row: `exact`, by its code or by what it says; `coarse`, without the strength or the
 * form of the line; or `wrong`.
 */
export function scoreLinked(
  row: Row,
  said: SaidProduct,
  codes: readonly string[],
  names: IngredientNames,
): 'exact' | 'coarse' | 'wrong' {
  const { volume, form_info } = row.metadata
  const lacksStrength = said.strengths.length > 0 && volume === null
  const lacksForm = said.form !== null && form_info === null
  if (lacksStrength || lacksForm) return 'coarse'
  if (codes.includes(row.term_id)) return 'exact'
  const isSame =
    isSameSet(canonical(said.ingredients, names), ingredientsOf(row, names)) &&
    (said.strengths.length === 0 || areSameStrengths(said.strengths, (volume ?? '').split(PLUS))) &&
    (said.form === null || matchForm(said.form, form_info?.form ?? '') === 'same')
  return isSame ? 'exact' : 'wrong'
}

/** Verdict on a first answer by its ingredients: exactly those of gold, none of them, or others beside or without some. */
export function judgeIngredients(
  first: Row | undefined,
  gold: readonly string[],
  names: IngredientNames,
): 'unanswered' | 'right' | 'another' | 'other set' {
  if (first === undefined) return 'unanswered'
  const found = ingredientsOf(first, names)
  const wanted = canonical(gold, names)
  if (isSameSet(wanted, found)) return 'right'
  return found.some((base) => wanted.includes(base)) ? 'other set' : 'another'
}
