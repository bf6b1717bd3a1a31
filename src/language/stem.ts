import porter from 'natural/lib/natural/stemmers/porter_stemmer.js'

const PLAIN_ENGLISH = /^[a-z]{4,}$/

/**
 * The Porter stem of a folded English word. Words under four letters, and words with digits, marks or letters of
 * other scripts, stay as they are.
 *
 * @example stem('fractured') // 'fractur'
 * @see M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980
 */
export function stem(word: string): string {
  return PLAIN_ENGLISH.test(word) ? porter.stem(word) : word
}
