import { isSameSet, nameKey } from '../words.ts'
import type { DrugIndex, DrugName } from './drug-index.ts'
import type { LookAlikes } from './look-alikes.ts'
import type { Prescription } from './prescription.ts'

/** Names that were read instead of what is written. */
export interface Corrections {
  /** The name by the word or name of the text, folded. */
  readonly names: ReadonlyMap<string, string>
  /** True if a name was guessed from one that is near: what is guessed is shown, and never linked. */
  readonly areGuesses: boolean
}

export const NO_CORRECTIONS: Corrections = { names: new Map(), areGuesses: false }

const MAX_CORRECTED = 4
/** Shorter words are no names of drugs. */
const NAME_LIKE = /^\p{L}{4,}$/u

/**
 * Corrections of a text. In one with names, letters and digits that were taken for one another ("Am1odipine"); in one
 * without a name, unknown words that are each near to one name alone. Nothing is guessed where an unknown word is left.
 *
 * @param hinted ingredients of the request's hint, with which a guess must agree
 */
export function correctionsOf(
  prescription: Prescription,
  hinted: readonly string[],
  drugs: DrugIndex,
  lookAlikes: LookAlikes,
): Corrections {
  if (prescription.names.length > 0) return misreadIn(prescription)
  const { text, parts } = prescription
  const unknown = parts
    .filter(({ kind }) => kind === 'unknown')
    .map(({ start, end }) => nameKey(text.slice(start, end)))
    .filter((word) => NAME_LIKE.test(word))
  const names = new Map<string, string>()
  for (const word of unknown.slice(0, MAX_CORRECTED)) {
    const name = guess(word, hinted, drugs, lookAlikes)
    if (name === undefined) return NO_CORRECTIONS
    names.set(word, name)
  }
  return { names, areGuesses: names.size > 0 }
}

function misreadIn({ text, names }: Prescription): Corrections {
  const misread = names.filter(
    ({ start, end, value }) => lettersOf(nameKey(text.slice(start, end))) !== lettersOf(value),
  )
  return { names: new Map(misread.map(({ value }) => [value, value])), areGuesses: false }
}

/** The one name that a misspelt word is near to. Slips are rare at the first letter. */
function guess(
  word: string,
  hinted: readonly string[],
  drugs: DrugIndex,
  lookAlikes: LookAlikes,
): string | undefined {
  const near = drugs.near(word).filter((name) => name[0] === word[0])
  const [only, second] = near.filter((name) => agrees(drugs.read(name), hinted, drugs))
  if (only === undefined || second !== undefined) return undefined
  return lookAlikes.allows(word, only) ? only : undefined
}

function lettersOf(key: string): string {
  return key.replaceAll(' ', '')
}

/** True if a name may be read where a hint says what the drug is. */
function agrees(name: DrugName, hinted: readonly string[], drugs: DrugIndex): boolean {
  if (hinted.length === 0) return true
  const sets = [
    name.ingredients?.bases ?? [],
    ...name.products.map((id) => drugs.drug(id).components.map(({ base }) => base)),
    ...name.brands.map(({ components }) => components.map(({ base }) => base)),
  ]
  return sets.some((bases) => isSameSet(bases, hinted))
}
