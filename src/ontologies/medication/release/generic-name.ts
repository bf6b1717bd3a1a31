import { lazily } from '../../../language/remember.ts'
import { readColumn, readTable } from '../../../language/tables.ts'
import { drugWords } from '../words.ts'

const genericWords = lazily(() => readColumn('medication/generic-words.tsv', 'word'))

/** Ingredients by their abbreviations of one word: "doxy" is doxycycline. */
const abbreviations = lazily(() => {
  const rows = readTable('medication/ingredient-names.tsv', ['name', 'ingredient', 'kind'])
  return new Map(
    rows.flatMap(([name, ingredient, kind]) =>
      kind === 'abbreviation' ? [[name!, ingredient!]] : [],
    ),
  )
})

/**
 * True if the name of a product says no more than its ingredients, with or without their salts, their container and their
 * strength: "METFORMIN HCL" of metformin hydrochloride, "SODIUM CHLORIDE 0.9% IN PLASTIC CONTAINER", "DOXY 100" of
 * doxycycline hyclate.
 * @throws MedlinkError `data_invalid`
 */
export function isGenericName(name: string, ingredients: readonly string[]): boolean {
  const known = new Set(ingredients.flatMap((each) => drugWords(each).map(({ text }) => text)))
  let isNamed = false
  let isSaltNamed = false
  for (const { text } of drugWords(name)) {
    if (known.has(abbreviations().get(text) ?? text)) {
      if (genericWords().has(text)) isSaltNamed = true
      else isNamed = true
    } else if (!genericWords().has(text) && !/^\d/.test(text)) {
      return false
    }
  }
  // Sodium chloride has no words but those of salts.
  return isNamed || (isSaltNamed && [...known].every((word) => genericWords().has(word)))
}
