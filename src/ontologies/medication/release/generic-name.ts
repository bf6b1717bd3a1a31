import { lazily } from '../../../language/remember.ts'
import { readColumn } from '../../../language/tables.ts'
import { drugWords } from '../words.ts'

const genericWords = lazily(() => readColumn('medication/generic-words.tsv', 'word'))

/**
 * True if the name of a product says no more than its ingredients, with or without their salts, their container and their
 * strength: "METFORMIN HCL" of metformin hydrochloride, "SODIUM CHLORIDE 0.9% IN PLASTIC CONTAINER".
 * @throws MedlinkError `data_invalid`
 */
export function isGenericName(name: string, ingredients: readonly string[]): boolean {
  const known = new Set(ingredients.flatMap((each) => drugWords(each).map(({ text }) => text)))
  let isNamed = false
  let isSaltNamed = false
  for (const { text } of drugWords(name)) {
    if (known.has(text)) {
      if (genericWords().has(text)) isSaltNamed = true
      else isNamed = true
    } else if (!genericWords().has(text) && !/^\d/.test(text)) {
      return false
    }
  }
  // Sodium chloride has no words but those of salts.
  return isNamed || (isSaltNamed && [...known].every((word) => genericWords().has(word)))
}
