import { isEverydayWord } from '../language/everyday-words.ts'
import { lazily } from '../language/remember.ts'
import { WordHashes } from '../language/sorted.ts'
import { readTable } from '../language/tables.ts'

/** Medlink's own names of conditions by their ICD-10-CM codes, below data/: columns code and name. They are read on demand. */
export const CONDITION_NAMES = [
  'icd-10-cm/names-common-a-m.tsv',
  'icd-10-cm/names-common-n-z.tsv',
  'icd-10-cm/names-findings.tsv',
  'icd-10-cm/names-rare.tsv',
]
const WORD = /[a-z]+/g

const wordsOfNames = lazily(() => {
  const names = CONDITION_NAMES.flatMap((table) => readTable(table, ['code', 'name']))
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
