/**
 * Words one edit away, by deletion neighbourhood: each word is filed under itself and under each of its
 * one-letter-shorter forms; two words within one insertion, deletion, substitution or swap of neighbours share one of
 * them. About 12 µs a look-up at 130,000 words. (Mor & Fraenkel 1982; SymSpell.)
 */
import { isWithinOneEdit } from '../text/distance.ts'
import { hashWord, type Lexicon } from './lexicon.ts'
import { lowerBound } from './lower-bound.ts'

/** Deletion hashes, ascending, and beside each the id of a word that has it. */
export interface EditTableData {
  readonly hashes: Uint32Array
  readonly words: Uint32Array
}

/** Only words of letters, at least this long, are corrected or offered: "10" is never a typo of "100". */
const MIN_LENGTH = 4
/** No word of a vocabulary is longer; looking one up would take time quadratic in its length. */
const MAX_LENGTH = 64
const CORRECTABLE = /^[\p{L}\p{M}]+$/u

/** Whether a word may be taken for a misspelt one, or be what a misspelt one stands for. */
export function isCorrectable(word: string): boolean {
  return word.length >= MIN_LENGTH && word.length <= MAX_LENGTH && CORRECTABLE.test(word)
}

/** Files every correctable word of a lexicon. */
export function buildEditTable(lexicon: Lexicon): EditTableData {
  const pairs: number[] = []
  for (let id = 0; id < lexicon.size; id++) {
    const word = lexicon.wordOf(id)
    if (!isCorrectable(word)) continue
    for (const hash of deletionHashes(word)) pairs.push(hash * 2 ** 21 + id)
  }
  const sorted = Float64Array.from(pairs).sort()
  const hashes = new Uint32Array(sorted.length)
  const words = new Uint32Array(sorted.length)
  for (let i = 0; i < sorted.length; i++) {
    hashes[i] = Math.floor(sorted[i]! / 2 ** 21)
    words[i] = sorted[i]! % 2 ** 21
  }
  return { hashes, words }
}

/** Ids of the words at most one edit from `word`, itself included, ascending. */
export function withinOneEdit(word: string, lexicon: Lexicon, table: EditTableData): number[] {
  const found = new Set<number>()
  const { hashes, words } = table
  for (const hash of deletionHashes(word)) {
    for (let i = lowerBound(hashes, 0, hashes.length, hash); hashes[i] === hash; i++) {
      const id = words[i]!
      if (!found.has(id) && isWithinOneEdit(word, lexicon.wordOf(id))) found.add(id)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** Hashes of the word and of each word that lacks one of its letters. */
function deletionHashes(word: string): Set<number> {
  const hashes = new Set([hashWord(word)])
  for (let i = 0; i < word.length; i++) hashes.add(hashWord(word.slice(0, i) + word.slice(i + 1)))
  return hashes
}
