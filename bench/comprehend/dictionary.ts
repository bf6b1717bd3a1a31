/**
 * The plainest way to find codes in a text, for comparison: official titles that stand in it word for word, in any case of
 * letters, the longest first and from left to right.
 */
export class Dictionary {
  readonly #codes = new Map<string, string>()
  #mostWords = 0

  /** @param titles of several codes with one title, the first counts */
  constructor(titles: Iterable<{ readonly text: string; readonly code: string }>) {
    for (const { text, code } of titles) {
      const words = wordsIn(text)
      const key = words.join(' ')
      if (key === '' || this.#codes.has(key)) continue
      this.#codes.set(key, code)
      this.#mostWords = Math.max(this.#mostWords, words.length)
    }
  }

  /** The codes of a text, in order of place. */
  codesIn(text: string): string[] {
    const words = wordsIn(text)
    const codes: string[] = []
    for (let at = 0; at < words.length; ) {
      const { code, length } = this.#longestAt(words, at)
      if (code !== undefined) codes.push(code)
      at += length
    }
    return codes
  }

  #longestAt(words: readonly string[], at: number): { code: string | undefined; length: number } {
    for (let length = Math.min(this.#mostWords, words.length - at); length > 0; length--) {
      const code = this.#codes.get(words.slice(at, at + length).join(' '))
      if (code !== undefined) return { code, length }
    }
    return { code: undefined, length: 1 }
  }
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
