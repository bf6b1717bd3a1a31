import { lazily } from './remember.ts'
import { WordHashes } from './sorted.ts'
import { readTable } from './tables.ts'

/** Below data/. It is read on demand. */
const TABLE = 'everyday-words.tsv'

const everydayWords = lazily(() => new WordHashes(readTable(TABLE, ['word']).flat()))

/**
 * Returns true for an everyday English word: "cancel", "selling", "prison". Everyday words are SCOWL's lists up to size 35;
 * words of the next list are misspellings in charts more often than themselves (bench/journal/spelling.md).
 *
 * @throws MedlinkError `data_invalid`
 */
export function isEverydayWord(form: string): boolean {
  return everydayWords().has(form)
}
