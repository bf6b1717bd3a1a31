import type { Word } from '../language/analyze.ts'
import { isRole } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'
import { isPossessive } from './persons.ts'

/** Which relatives are kin of the patient: only their conditions are a family history. */

/** The end of the name of a relative by marriage; the table has "law" as a word of the unrelated. */
const IN_LAW = 'in law'
/** In words between a relative and the one whose relative it is: "husband has a strong family history of". */
const OWNER_WITHIN = 5
const BETWEEN =
  /^(?:a|an|best|close|elder|eldest|had|has|have|her|his|lost|loses|old|older|own|said|says|strong|the|their|twin|whose|with|young|younger|youngest)$/
const ADOPTED = /^(?:adopted|adoptive|foster|godparent|step)$/
const ANY_CHILD = /\b(?:a|another) child\b/
const OF_THING = /^(?:city|company|firm|home|hospital|school|ship|site|unit)$/
const PARENTS = /^(?:my|our)$/
const CHILD = /^(?:child|daughter|kid|kids|son|sons|daughters)$/
const TITLE = /^(?:brother|father|mother|sister)$/
const CAPITALIZED = /^\p{Lu}\p{Ll}+$/u
const BEHIND_NAME = /^(?:had|has|is|of|the|was)$/

/**
 * True if a trigger of another person's condition names one by blood, or the family: such a condition is a family history.
 * A husband's, a colleague's or a dog's is none.
 */
export function isKin(because: string): boolean {
  const words = because.split(' ')
  // "Bitten by a child with gout".
  if (ANY_CHILD.test(because)) return false
  return (
    words.some((word) => isRole(word, 'kin')) && !words.some((word) => isRole(word, 'unrelated'))
  )
}

/** The text of a sentence that begins at a word. */
interface Place {
  readonly text: string
  readonly words: readonly Word[]
  readonly tokens: readonly string[]
  readonly gaps: Gaps
  readonly start: number
}

/** The phrase of a relative, from a word up to another, as one that is no kin where the words around it say so. */
export function asKinOf(place: Place, phrase: string, from: number, to: number): string {
  if (!isKin(phrase)) return phrase
  const { tokens } = place
  const isByMarriage = tokens[to] === 'by' && tokens[to + 1] === 'marriage'
  const isAdopted = from > place.start && ADOPTED.test(tokens[from - 1]!)
  // "Her sister company".
  const isThing = OF_THING.test(tokens[to] ?? '')
  const isOther =
    isByMarriage ||
    isAdopted ||
    isThing ||
    isOwnChild(place, from) ||
    isTitle(place, from) ||
    isOfAnother(place, from)
  return isOther ? `${phrase} ${IN_LAW}` : phrase
}

/** "My daughter has gout", as a parent writes for a child who may be the patient. */
function isOwnChild({ tokens, start }: Place, at: number): boolean {
  return start === 0 && at <= 1 && PARENTS.test(tokens[0]!) && CHILD.test(tokens[1] ?? '')
}

/** "His wife's sister", "her boss's son", "her partner has a family history of": kin of one who is none. */
function isOfAnother({ tokens, gaps, start }: Place, from: number): boolean {
  for (let at = from - 1; at >= Math.max(start, from - OWNER_WITHIN); at--) {
    if (gaps.commas[at + 1] === 1 || gaps.ends[at + 1] === 1) return false
    const token = tokens[at]!
    if (isRole(token, 'relative') || isRole(token, 'owned')) return !isRole(token, 'kin')
    if (!BETWEEN.test(token) && !isRole(token, 'attributive')) return false
  }
  return false
}

/** "Father Brown, the priest, has", "Mother Superior has", "the Sister on duty": a title, but not "her sister Ann". */
function isTitle({ text, words, tokens, start }: Place, at: number): boolean {
  const isWritten = (word: Word) => CAPITALIZED.test(text.slice(word.start, word.end))
  if (tokens[at] === 'sister' && tokens[at - 1] === 'the' && isWritten(words[at]!)) return true
  const name = words[at + 1]
  if (!TITLE.test(tokens[at]!) || name === undefined || !BEHIND_NAME.test(tokens[at + 2] ?? ''))
    return false
  if (at > start && isRole(tokens[at - 1]!, 'possessive')) return false
  return isWritten(words[at]!) && isWritten(name)
}

/** The gender of the patient, by the words around a relative. */

const OF_MALE = /^(?:gentleman|he|him|his|m|male|man|mr|\d+m)$/
const OF_FEMALE = /^(?:f|female|her|lady|miss|mrs|ms|she|woman|\d+f)$/
const SPOUSE = /^(?:boyfriend|girlfriend|hubby|husband|wife)$/
const SUBJECT = /^(?:he|she)$/
const OBJECT = /^(?:hers?|him|his)$/

interface Span {
  readonly from: number
  readonly to: number
}

export function isOneOfGender(token: string, isOfMale: boolean): boolean {
  return (isOfMale ? OF_MALE : OF_FEMALE).test(token)
}

/** True if words say of the patient that he is a man, or that she is a woman: "his wife", "Mr Lee's sister"; not "son came. He". */
export function isPatientOf(
  { words, tokens }: Pick<Place, 'words' | 'tokens'>,
  { from, to }: Span,
  isOfMale: boolean,
): boolean {
  let isAnother = false
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    if (isRole(token, isOfMale ? 'male' : 'female')) isAnother = true
    if (!isOneOfGender(token, isOfMale)) continue
    if (OBJECT.test(token) || (SUBJECT.test(token) && !isAnother)) return true
    if (isRole(token, 'address') && isPossessive(words[at + 1]!)) return true
  }
  return false
}

/** "Pt's husband at bedside. He": the spouse of a patient of whom nothing says that he is a man, as "husband says he" does. */
export function isSpouseBefore(
  tokens: readonly string[],
  { from, to }: Span,
  isOfMale: boolean,
): boolean {
  const before = tokens.slice(from, to)
  const spouse = before.findLast((token) => SPOUSE.test(token))
  if (spouse === undefined || !isRole(spouse, isOfMale ? 'male' : 'female')) return false
  return !before.some((token) => isOneOfGender(token, isOfMale))
}
