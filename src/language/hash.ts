import { lowerBound } from './lower-bound.ts'

/** FNV-1a over UTF-16 code units, as an unsigned 32-bit number. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** A set of words in 4 bytes each. It takes one other word for its own by mistake, of 100,000 where it has 40,000. */
export class WordHashes {
  readonly #ascending: Uint32Array

  constructor(words: readonly string[]) {
    this.#ascending = Uint32Array.from(words, hashWord).sort()
  }

  has(word: string): boolean {
    const hash = hashWord(word)
    const at = lowerBound(this.#ascending, 0, this.#ascending.length, hash)
    return this.#ascending[at] === hash
  }
}
