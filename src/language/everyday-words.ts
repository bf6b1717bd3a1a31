import { lazily } from './remember.ts'
import { WordHashes } from './sorted.ts'
import { readTable } from './tables.ts'

/** Below data/. It is read on demand. */
const TABLE = 'everyday-words.tsv'

/** Below data/: kinds of some of them. */
const KINDS_TABLE = 'everyday-kinds.tsv'

/** A `thing` is a concrete noun: "bus", "cashew". A `quality` is an adjective: "circular", "real". */
export const EVERYDAY_KINDS = ['thing', 'quality'] as const
export type EverydayKind = (typeof EVERYDAY_KINDS)[number]

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

const everydayKinds = lazily(() => {
  const rows = readTable(KINDS_TABLE, ['word', 'kind'])
  return EVERYDAY_KINDS.map((kind) => ({
    kind,
    words: new WordHashes(rows.flatMap(([word, own]) => (own === kind ? [word!] : []))),
  }))
})

/**
 * The kind of an everyday word that is chiefly a concrete noun or an adjective by WordNet; undefined for a verb, a participle, a word
 * of acts, people, times or thoughts, and one that is as often something else.
 *
 * @throws MedlinkError `data_invalid`
 */
export function everydayKindOf(form: string): EverydayKind | undefined {
  return everydayKinds().find(({ words }) => words.has(form))?.kind
}
