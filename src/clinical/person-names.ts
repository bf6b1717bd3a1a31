import type { Word } from '../language/analyze.ts'
import { isRole } from './context-phrases.ts'

/** Words that may be between a title and a surname: initials and forenames. */
const MOST_FORENAMES = 3
/** Text between the words of a person's name: "Dr. S. K. Down". */
const WITHIN_NAME = /^\.?\s+$/
const COLON = /^\s*:\s*$/
/** Titles that are findings in other letters: "MR" and "MS" are of valves. */
const ALSO_FINDING: ReadonlySet<string> = new Set(['mr', 'ms'])

/** Places of words from one up to another. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * True if a word that may name a condition is the surname of a person: "Dr Graves", "Mrs Jane Cushing", "GP: Addison". A forename in full, and a
 * label instead of a title, make a surname of diseases' eponyms alone.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isSurname(text: string, words: readonly Word[], { from, to }: Span): boolean {
  const surname = words[from]!
  if (to !== from + 1 || surname.kind !== 'word') return false
  const isEponym = isRole(surname.form, 'eponym') && isCapital(text, surname)
  const gapBefore = (at: number) => text.slice(words[at - 1]!.end, words[at]!.start)
  if (
    isEponym &&
    from > 0 &&
    COLON.test(gapBefore(from)) &&
    isRole(words[from - 1]!.form, 'person')
  )
    return true
  for (let at = from; at > 0 && from - at <= MOST_FORENAMES; at--) {
    if (!WITHIN_NAME.test(gapBefore(at))) return false
    const before = words[at - 1]!
    if (isTitle(text, before)) return true
    const isInitial = before.end - before.start === 1
    // "Mrs P CCF".
    if (!isCapital(text, before) || !(isEponym || (isInitial && isInSmall(text, surname))))
      return false
  }
  return false
}

function isTitle(text: string, word: Word): boolean {
  if (!isRole(word.form, 'address')) return false
  if (!ALSO_FINDING.has(word.form)) return true
  return /^\p{Lu}\p{Ll}/u.test(text.slice(word.start, word.end))
}

/** True if a word is not in capitals. */
function isInSmall(text: string, { start, end }: Word): boolean {
  return /\p{Ll}/u.test(text.slice(start, end))
}

function isCapital(text: string, { start }: Word): boolean {
  return /^\p{Lu}/u.test(text.slice(start, start + 2))
}
