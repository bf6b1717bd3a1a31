import { isKnownWord } from '../clinical/known-words.ts'
import { kindsOf } from '../clinical/word-kinds.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { editDistance, isWithinOneEdit } from '../language/distance.ts'
import type { NameMatch } from './alignment.ts'
import { accountOf, type Compared, hasContent } from './misfit.ts'

/** Rules for rows that share only guesses at misspelt words with a mention. */

type Common = NameMatch['said'][number]

/** Letters of the longest misspelt word whose correction says little by itself. */
export const SHORT_GUESS = 5

/** Share of the longer word's letters at its beginning or end that a guess keeps which may be meant: "lactocele". */
const SAME = { start: 0.6, end: 0.8 } as const
/** Edits from which on another word is meant. */
const MANY_EDITS = 3
/** Letters from which on a word with one edit is meant, though the name adds a thing. */
const LONG_GUESS = 8

/**
 * True if all that is common, but for states, are guesses with other letters, where the word is known, the first letter or many
 * are other ones, or the name adds a thing: "melanoma" for "melasma", "Kindler syndrome" for "Chandler's syndrome", "Peters
 * anomaly" for "Reiters".
 */
export function isByOtherLetters({ candidate }: Compared, analyzer: Analyzer): boolean {
  const { said, added } = accountOf(candidate)
  const isCounted = ({ form, name }: Common) =>
    name !== undefined && !(form === name && kindsOf(form, analyzer).saysNoThing)
  const common = said.filter(isCounted)
  if (!common.every(({ because }) => because === 'spelling')) return false
  const addsThing = added.some((form) => hasContent(kindsOf(form, analyzer)))
  const isOther = ({ form, meant }: Common) => {
    const letters = Math.max(form.length, meant.length)
    // "Trichuris" is nearly the beginning of "trichuriasis".
    const begins = meant.startsWith(form.slice(0, -2))
    if (isKnownWord(form) && (addsThing || !begins)) return true
    if (sameLetters(form, meant, (i) => i) >= SAME.start * letters) return false
    const isOneEdit = isWithinOneEdit(form, meant)
    if (sameLetters(form, meant, (i) => -1 - i) >= SAME.end * letters) return false
    if (addsThing) return !isOneEdit || letters < LONG_GUESS
    if (isOneEdit) return false
    return form[0] !== meant[0] || editDistance(form, meant) >= MANY_EDITS
  }
  return common.length > 0 && common.every(isOther)
}

/** Number of letters that two words share at the places of the order, up to the first that they do not. */
function sameLetters(a: string, b: string, placeOf: (i: number) => number): number {
  const most = Math.min(a.length, b.length)
  let i = 0
  while (i < most && a.at(placeOf(i)) === b.at(placeOf(i))) i++
  return i
}

/**
 * True if all that is common are guesses at the letters of a symbol: at a short word that has not the same letters in another
 * order, or at one that a number is joined to: "disruptive mood dysregulation disorder" for "DMSD", "common cold" for "CILD9".
 */
export function isBySymbol({ candidate }: Compared, words: readonly Word[]): boolean {
  const common = accountOf(candidate).said.filter(({ name }) => name !== undefined)
  const isShort = (form: string) => form.length <= SHORT_GUESS
  const isGuessed = ({ form, meant, because }: Common) =>
    because === 'spelling' &&
    (isNumbered(form, words) ||
      (isShort(form) && isShort(meant) && lettersOf(form) !== lettersOf(meant)))
  return common.length > 0 && common.every(isGuessed)
}

/** True if a number is joined to a word of the mention. */
function isNumbered(form: string, words: readonly Word[]): boolean {
  const at = words.findIndex((word) => word.form === form)
  const next = words[at + 1]
  return at >= 0 && next?.kind === 'number' && next.start === words[at]!.end
}

function lettersOf(form: string): string {
  return [...form].sort().join('')
}
