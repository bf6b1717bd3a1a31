import { lazily } from './remember.ts'
import { WordHashes } from './sorted.ts'
import { readTable } from './tables.ts'

/** Below data/. They are read on demand. */
const TABLE = 'everyday-words.tsv'
const ACTS = 'everyday-acts.tsv'

/** Below data/: a `thing` is a concrete noun: "bus", "cashew". A `quality` is an adjective: "circular", "real". */
export const EVERYDAY_KINDS = {
  thing: 'everyday-things.tsv',
  quality: 'everyday-qualities.tsv',
} as const
export type EverydayKind = keyof typeof EVERYDAY_KINDS

/** Endings of a word that has none besides itself. */
const NO_ENDINGS = '-'

/** The everyday words: each of the table, and with each of its endings. @throws MedlinkError `data_invalid` */
export function everydayWordList(): string[] {
  return readTable(TABLE, ['word', 'endings']).flatMap(([word, endings]) =>
    endings === NO_ENDINGS ? [word!] : [word!, ...endings!.split(' ').map((each) => word + each)],
  )
}

const wordsOf = (table: string) => lazily(() => new WordHashes(readTable(table, ['word']).flat()))

const everydayWords = lazily(() => new WordHashes(everydayWordList()))

/**
 * Returns true for an everyday English word: "cancel", "selling", "prison". Everyday words are SCOWL's lists up to size 35;
 * words of the next list are misspellings in charts more often than themselves (bench/journal/spelling.md).
 *
 * @throws MedlinkError `data_invalid`
 */
export function isEverydayWord(form: string): boolean {
  return everydayWords().has(form)
}

const everydayThings = wordsOf(EVERYDAY_KINDS.thing)
const everydayQualities = wordsOf(EVERYDAY_KINDS.quality)

/**
 * The kind of an everyday word that is chiefly a concrete noun or an adjective by WordNet; undefined for a verb, a participle, a word
 * of acts, people, times or thoughts, and one that is as often something else.
 *
 * @throws MedlinkError `data_invalid`
 */
export function everydayKindOf(form: string): EverydayKind | undefined {
  if (everydayThings().has(form)) return 'thing'
  return everydayQualities().has(form) ? 'quality' : undefined
}

const everydayActs = wordsOf(ACTS)

/**
 * Returns true for an everyday word of a physical act, a sensation, a change or a state, "screaming", "halved", "crisis", in none of
 * its senses one of speech, thought, doubt, plans, prevention or an end.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isEverydayAct(form: string): boolean {
  return everydayActs().has(form)
}
