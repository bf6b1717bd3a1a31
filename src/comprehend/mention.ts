import type { Sentence } from '../clinical/sections.ts'
import type { ReadText } from './spans.ts'
import type { Stretch } from './text-words.ts'

/** The text, its words, sentences and attributes. */
export interface Note extends ReadText {
  readonly text: string
  readonly sentences: readonly Sentence[]
}

/** A condition that a text names, before it is linked: words [from, to). */
export interface Mention extends Stretch {
  /** Its name, without the words around it. */
  readonly core: Stretch
  /** In (0, 1]: how sure it is that the text names a condition here. */
  readonly certainty: number
  /** Its words as names have them. */
  readonly keys: readonly number[]
  /** Number of its sentence. */
  readonly sentence: number
  /** Text that is linked, if it is not the written one. */
  readonly readAs?: string
  /** True if only the rest of the text tells that it is read so: nothing is linked by that. */
  readonly isGuessed?: true
  /** True if it and what it comes with may have a code together: it is not linked by itself. */
  readonly isCombined?: true
  /** True if a drug is its cause. */
  readonly isByDrug?: true
}

/** The words [from, to) as the text has them; empty where there are none. */
export function written({ text, words }: Note, from: number, to: number): string {
  return from < to ? text.slice(words[from]!.start, words[to - 1]!.end) : ''
}

/** Offsets of words, and of the bracket that closes what they open: "(L)". */
export function placeOf(
  { text, words }: Note,
  { from, to }: Stretch,
): { readonly begin: number; readonly end: number } {
  const begin = words[from]!.start
  const { end } = words[to - 1]!
  const opened = text[end] === ')' ? text.slice(begin, end).lastIndexOf('(') : -1
  const isOpen = opened >= 0 && text.indexOf(')', begin + opened) === end
  return { begin, end: isOpen ? end + 1 : end }
}
