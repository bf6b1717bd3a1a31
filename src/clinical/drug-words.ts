import { readTable } from '../text/tables.ts'

/** Tables of drug names below data/, the name in the first of their columns. */
const TABLES = [
  ['medication/ingredients.tsv', 'ingredient rxcui'],
  ['medication/ingredient-names.tsv', 'name ingredient kind'],
  ['medication/brands-in.tsv', 'brand label ingredients strengths form release maker'],
  ['medication/brands-us.tsv', 'brand label ingredients strengths form release maker'],
] as const
/** In letters. Shorter parts of drug names mean other things, too: "GA", "ini". */
export const SHORTEST_DRUG_WORD = 4

let drugs: ReadonlySet<string> | undefined

/** True if a form is a word of the name of a drug. @throws MedlinkError `data_invalid` */
export function isDrugWord(form: string): boolean {
  drugs ??= readDrugWords()
  return drugs.has(form)
}

function readDrugWords(): Set<string> {
  const words = new Set<string>()
  for (const [table, columns] of TABLES)
    for (const [name] of readTable(table, columns.split(' ')))
      for (const word of name!.toLowerCase().split(/[^\p{L}\p{N}]+/u))
        if (word.length >= SHORTEST_DRUG_WORD) words.add(word)
  return words
}
