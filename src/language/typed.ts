import type { Beginnings } from './spelling.ts'
import { fold } from './tokenize.ts'
import type { Word } from './words.ts'

/**
 * Text that is being typed: its words, the last of which may be only begun. An index and a web page read it with this code;
 * it loads nothing of Node.js.
 */

/** Words that are read of what is typed. */
const MAX_WORDS = 12
/** A word as short as this that is a word of the index stands for itself, not for longer ones. */
const LONGEST_SELF = 2
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}'’]$/u
const PLAIN_WORD = /^[\p{L}\p{M}\p{N}]+$/u
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Score that typed words add to a name. */
export const TYPED_SCORE = {
  /** Every word of the name was typed, whole; of an alias, which may be one of several things, less. */
  complete: 110,
  completeAlias: 45,
  /** The first word of the name was typed first. */
  front: 14,
  /** The title of the concept has all words, too: names that others gave it are further from what it is. */
  title: 25,
  /** A word of the name was found by a slip in what was typed. */
  slip: -30,
} as const

/** The words of a typed text. */
export interface TypedParts {
  /** All but finished function words. */
  readonly content: readonly Word[]
  /** The last of them, where the next letter may belong to it. */
  readonly open: Word | undefined
  /** Function words that are left out. */
  readonly functionWords: number
}

/** Divides the words of a text that is being typed. */
export function divideTyped(text: string, words: readonly Word[]): TypedParts {
  const read = words.slice(0, MAX_WORDS)
  const last = read.at(-1)
  const open = last?.end === text.length && ENDS_IN_WORD.test(text) ? last : undefined
  const content = read.filter((word) => !word.stop || word === open)
  return { content, open, functionWords: read.length - content.length }
}

/** Letters that begin what an open word may become: in its one form, as it is written, and in American spelling. */
export function beginningsOf(word: Word, text: string, americanBeginnings: Beginnings): string[] {
  const written = fold(text.slice(word.start, word.end))
  const found = new Set([word.form])
  if (PLAIN_WORD.test(written)) found.add(written)
  for (const beginning of americanBeginnings(written)) found.add(beginning)
  return [...found]
}

/** True if a finished word is no beginning of longer ones. @param isKnown whether the index has it as a word */
export function standsForItself({ kind, form }: Word, isKnown: () => boolean): boolean {
  return kind !== 'word' || (form.length <= LONGEST_SELF && isKnown())
}

/** The letters with one of them missing, wrong or too many, or two turned around; the first is taken for right. */
export function* slipsOf(form: string): Generator<string> {
  const last = form.length - 1
  for (let i = 1; i <= last; i++) {
    const before = form.slice(0, i)
    const after = form.slice(i + 1)
    if (i < last) {
      yield before + after
      yield before + form[i + 1] + form[i] + form.slice(i + 2)
    }
    for (const letter of LETTERS) {
      if (i < last && letter !== form[i]) yield before + letter + after
      yield before + letter + form.slice(i)
    }
  }
}
