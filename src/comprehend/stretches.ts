import type { Word } from '../text/analyze.ts'

/**
 * Marks that part the names before and after them: a comma of a list, a bullet, the end of a line. A full stop within a
 * sentence is of an abbreviation: "E. coli".
 */
const PARTS = /[,;:?!\n\r\t|•·*=<>~]|\/(?!\S*$)|\s[-–—+/]\s|\+$|^\+|[–—]/u

/** Words [from, to) of a text with nothing between them that parts them. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The stretches of words [from, to), in order, covering all of them. */
export function stretchesOf(
  text: string,
  words: readonly Word[],
  from: number,
  to: number,
): Stretch[] {
  const stretches: Stretch[] = []
  let start = from
  for (let at = from + 1; at <= to; at++) {
    if (at < to && !isParted(text, words[at - 1]!, words[at]!)) continue
    if (at > start) stretches.push({ from: start, to: at })
    start = at
  }
  return stretches
}

/** True if a mark is between two words that follow each other. */
export function isParted(text: string, word: Word, next: Word): boolean {
  // A number and a bracket begin an item of a list: "2) CKD 5".
  if (word.kind === 'number' && text[word.end] === ')') return true
  if (next.start - word.end <= 1 && text[word.end] === ' ') return false
  return PARTS.test(text.slice(word.end, next.start))
}
