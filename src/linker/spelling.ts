import { withinOneEdit } from '../index/edits.ts'
import type { MedlinkIndex } from '../index/reader.ts'

/** Ids of words within one edit of a form, or else of its plainer spelling: "malaena", "alzhiemers". */
export function wordsNear(form: string, { words, arrays }: MedlinkIndex): number[] {
  for (const spelling of [form, ...plainer(form)]) {
    const near = withinOneEdit(spelling, words, arrays.edits).filter(
      (id) => !isDenied(form, words.wordOf(id)),
    )
    if (near.length > 0) return near
  }
  return []
}

/** A shorter word without an "s" at its end may be another one. */
const LONG_POSSESSIVE = 8

/** A misspelt word as it may have been meant: British in American spelling, a possessive without its ending. */
function plainer(form: string): string[] {
  const american = form.replace(/ae|oe/g, 'e')
  const owner = form.length >= LONG_POSSESSIVE && form.endsWith('s') ? [form.slice(0, -1)] : []
  return [...(american === form ? [] : [american]), ...owner]
}

/** Beginnings that turn what follows into something else, a letter or two apart. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ['a', ''],
  ['ab', 'ad'],
  ['ante', 'anti'],
  ['hyper', 'hypo'],
  ['inter', 'intra'],
  ['macro', 'micro'],
]

/** "afebrile" is no misspelt "febrile", "macrocolon" no "microcolon", nor the other way round. */
export function isDenied(word: string, candidate: string): boolean {
  return PREFIXES.some(
    ([one, other]) =>
      isPrefixed(word, one, candidate, other) || isPrefixed(word, other, candidate, one),
  )
}

/** Whether two words are the same but for what they begin with. */
function isPrefixed(word: string, prefix: string, other: string, otherPrefix: string): boolean {
  return (
    word.startsWith(prefix) &&
    other.startsWith(otherPrefix) &&
    word.slice(prefix.length) === other.slice(otherPrefix.length)
  )
}
