import { isEverydayWord } from '../language/everyday-words.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Tables of drug names below data/, the name in the first of their columns. */
const TABLES = [
  ['medication/ingredients.tsv', 'ingredient rxcui'],
  ['medication/ingredient-names.tsv', 'name ingredient kind'],
  ['medication/brands-in.tsv', 'brand label ingredients strengths form release maker'],
  ['medication/brands-us.tsv', 'brand label ingredients strengths form release maker'],
] as const
/** In letters. Shorter parts of drug names mean other things, too: "GA", "ini". */
export const SHORTEST_DRUG_WORD = 4

/** The tables whose names end in the word for the drug: "folic acid". */
const HEADED: ReadonlySet<string> = new Set(TABLES.slice(0, 2).map(([table]) => table))

const drugs = lazily(readDrugWords)

/**
 * True if a form is a word of the name of a drug. An everyday word is one only as the whole name, or as the last word of an
 * ingredient: "iron" and "acid", but neither "pain" of "Crocin Pain Relief" nor "influenza" of "influenza vaccine".
 *
 * @throws MedlinkError `data_invalid`
 */
export function isDrugWord(form: string): boolean {
  return drugs().has(form)
}

function readDrugWords(): Set<string> {
  const words = new Set<string>()
  for (const [table, columns] of TABLES)
    for (const [name] of readTable(table, columns.split(' '))) {
      const parts = name!.toLowerCase().split(/[^\p{L}\p{N}]+/u)
      const head = parts.length === 1 || HEADED.has(table) ? parts.at(-1) : undefined
      for (const word of parts)
        if (word.length >= SHORTEST_DRUG_WORD && (word === head || !isEverydayWord(word)))
          words.add(word)
    }
  return words
}
