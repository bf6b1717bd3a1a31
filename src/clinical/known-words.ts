import { isEverydayWord } from '../language/everyday-words.ts'
import { lazily } from '../language/remember.ts'
import { WordHashes } from '../language/sorted.ts'
import { readTable } from '../language/tables.ts'

/** Below data/: names of conditions that people use. They are read on demand. */
const TABLES = ['common-a-m', 'common-n-z', 'findings', 'rare'].map(
  (part) => `icd-10-cm/names-${part}.tsv`,
)
const WORD = /[a-z]+/g

const wordsOfNames = lazily(() => {
  const names = TABLES.flatMap((table) => readTable(table, ['code', 'name']))
  return new WordHashes(names.flatMap(([, name]) => name!.toLowerCase().match(WORD) ?? []))
})

/**
 * True for an everyday word and for one of a condition's name, whatever the release: "melasma" is no misspelt melanoma.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isKnownWord(form: string): boolean {
  return isEverydayWord(form) || wordsOfNames().has(form)
}
