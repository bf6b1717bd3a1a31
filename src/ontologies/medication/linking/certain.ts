import { describeStrength, strengthsOf } from '../composition.ts'
import type { DrugIndex, IndexedDrug } from './drug-index.ts'
import type { Meant } from './meant.ts'
import type { Option } from './options.ts'
import type { Part } from './prescription.ts'
import type { Understanding } from './understand.ts'

/** What a text says of a drug for certain, whether or not a product is linked. */
export interface Certain {
  /** Canonical names without salts, with the codes of the ingredients; null where the index has none. */
  readonly ingredients: readonly { readonly name: string; readonly id: string | null }[]
  /** "500 mg", in the order of the text. */
  readonly strengths: readonly string[]
  /** Of data/medication/forms.tsv; null where the text says none. */
  readonly form: string | null
}

/** Undefined where the ingredients are in doubt: a guess, a group, another drug of the hint, a word that may be a drug. */
export function certainOf(
  said: Understanding,
  meant: Meant,
  drugs: DrugIndex,
): Certain | undefined {
  const bases = certainIngredients(said)
  if (bases === undefined) return undefined
  const { written, form, brand } = said
  const own = brand === '' ? [] : strengthsOf(meant.components ?? [])
  const stated = written.flatMap(({ value, unit }) => (unit === undefined ? [] : [{ value, unit }]))
  return {
    ingredients: bases.map((name) => ({ name, id: ingredientOf(name, drugs)?.code ?? null })),
    strengths: (own.length > 0 && written.length > 0 ? own : stated).map(describeStrength),
    form: form || (brand === '' ? null : (meant.form ?? null)) || null,
  }
}

/** The ingredients of which nothing in the text leaves a doubt. */
export function certainIngredients(said: Understanding): readonly string[] | undefined {
  const { corrections, several, isContradicted, isGroup, isCut, brand, known, options } = said
  const isInDoubt = corrections.areGuesses || isContradicted || isGroup || isCut
  if (isInDoubt || several.length > 0 || !hasNoOtherName(said)) return undefined
  if (brand === '') return said.bases.length > 0 ? said.bases : undefined
  return sharedBases(options.length > 0 ? options : known)
}

/** The ingredients that all products under a brand have, in the order of the first. */
function sharedBases(options: readonly Option[]): readonly string[] | undefined {
  const sets = options.map(({ components }) => [...new Set(components.map(({ base }) => base))])
  const [first] = sets
  if (first === undefined || first.length === 0) return undefined
  const key = (bases: readonly string[]) => [...bases].sort().join('+')
  return sets.every((bases) => key(bases) === key(first)) ? first : undefined
}

/** Whether every word that is left over is an alias in brackets right after a name: "pamidronate (APD)". */
function hasNoOtherName({ prescription: { text, names }, leftOver }: Understanding): boolean {
  return leftOver.every(({ start }) => {
    const before = names.findLast((name: Part) => name.end <= start)
    if (before === undefined) return false
    return /^\s*[([][^)\]]*$/.test(text.slice(before.end, start))
  })
}

/** The concept of an ingredient alone. */
export function ingredientOf(base: string, drugs: DrugIndex): IndexedDrug | undefined {
  return conceptOf([base], 'ingredient', drugs)
}

/** The first concept of this level with exactly these ingredients. */
export function conceptOf(
  bases: readonly string[],
  level: 'ingredient' | 'combination',
  drugs: DrugIndex,
): IndexedDrug | undefined {
  const id = [...drugs.family(bases)].find((each) => drugs.level(each) === level)
  return id === undefined ? undefined : drugs.drug(id)
}
