import { type Component, describeStrength, keyOfComponents, strengthsOf } from '../composition.ts'
import { setKey } from '../words.ts'
import type { DrugIndex, IndexedDrug } from './drug-index.ts'
import { isMeasured } from './forms.ts'
import type { Option } from './options.ts'
import type { Part } from './prescription.ts'
import type { Understanding } from './understand.ts'

/** Facts that all products which a text may mean have in common; undefined where they differ or the text leaves it open. */
export interface Meant {
  readonly components: readonly Component[] | undefined
  readonly form: string | undefined
  readonly release: string | undefined
}

/** In a millilitre of one percent. */
const MG_IN_PERCENT = 10

/**
 * Nothing is taken for granted about an ingredient until the text singles a product out by its strength, or counts its dose
 * by amount; a brand is a product, but in no certain strength where people write its number.
 */
export function meantBy({ options, brand, written, doseUnit }: Understanding): Meant {
  const isSingledOut =
    brand !== '' || (written.length > 0 && options.some(({ strengths }) => strengths === 'same'))
  const lacksNumber = options.every(({ needsNumber }) => needsNumber)
  return {
    components:
      isSingledOut && !lacksNumber
        ? common(options, ({ components }) => components, keyOfEqual)
        : undefined,
    form: isSingledOut || isMeasured(doseUnit) ? common(options, ({ form }) => form) : undefined,
    release: isSingledOut ? common(options, ({ release }) => release) : undefined,
  }
}

/** One key for 1 % and 10 mg/mL: two sources write one strength so. */
function keyOfEqual(components: readonly Component[]): string {
  return keyOfComponents(
    components.map((component) => {
      const { strength } = component
      return strength?.unit === '%'
        ? { ...component, strength: { value: strength.value * MG_IN_PERCENT, unit: 'mg/mL' } }
        : component
    }),
  )
}

function common<T>(
  options: readonly Option[],
  read: (option: Option) => T,
  key: (value: T) => string = String,
): T | undefined {
  const [first] = options
  if (first === undefined) return undefined
  const value = read(first)
  return options.every((option) => key(read(option)) === key(value)) ? value : undefined
}

/** Facts about a drug that a text makes certain, whether or not a product is linked. */
export interface Certain {
  /** Canonical names without salts, with the codes of the ingredients; null where the index has none. */
  readonly ingredients: readonly { readonly name: string; readonly id: string | null }[]
  /** "500 mg", in the order of the text. */
  readonly strengths: readonly string[]
  /** A form of data/medication/forms.tsv; null if the text has none. */
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
  const { corrections, several, isContradicted, isGroup, isCut, brand } = said
  const isInDoubt = corrections.areGuesses || isContradicted || (isGroup && brand === '') || isCut
  if (isInDoubt || several.length > 0 || !hasNoOtherName(said)) return undefined
  const bases = namedIngredients(said)
  return bases.length > 0 ? bases : undefined
}

/** The ingredients that a text names, or its brand has in every product; none where these differ. */
export function namedIngredients({
  brand,
  bases,
  known,
  options,
}: Understanding): readonly string[] {
  if (brand === '') return bases
  return sharedBases(options.length > 0 ? options : known) ?? []
}

/** The ingredients that all products under a brand have, in the order of the first. */
function sharedBases(options: readonly Option[]): readonly string[] | undefined {
  const sets = options.map(({ components }) => [...new Set(components.map(({ base }) => base))])
  const [first] = sets
  if (first === undefined) return undefined
  return sets.every((bases) => setKey(bases) === setKey(first)) ? first : undefined
}

/** True if every word that is left over is an alias in brackets after a name: "pamidronate (APD)", "miconazole gel (Daktarin)". */
function hasNoOtherName({ prescription: { text, names }, leftOver }: Understanding): boolean {
  return leftOver.every(({ start }) => {
    const before = names.findLast((name: Part) => name.end <= start)
    if (before === undefined) return false
    return /[([][^()[\]]*$/.test(text.slice(before.end, start))
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
