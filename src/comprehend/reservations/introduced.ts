import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { type Item, isAnywhere, lastPlace } from '../presence-words.ts'

/**
 * A person or an animal of whom the sentence before speaks, and who may have what this one names: "I met her sister. She is
 * diabetic", "she has two cats. One has gout", "her carer is called Bob. Bob has gout".
 */

const VERB = /^(?:had|has|have|is|are|was|were)$/
const ONE = /^(?:1|2|another|both)$/
const FEMALE = /^(?:girl|lady|lass|woman)$/
const MALE = /^(?:bloke|boy|chap|fella|gentleman|guy|lad|man)$/
const LOOKS = /^(?:dear|elderly|older|old|poor|young|younger)$/
const HER_OR_HIS = /^(?:her|his)$/
/** In words between the subject of a sentence and what it has. */
const SUBJECT_WITHIN = 14
/** In words of the sentence before. */
const LONGEST = 40
const CALLED = /^(?:called|named)$/
const MEETS = /^(?:keeps|met|meets|nursed|nurses|owns|saw)$/
/** Two words of the same: "looks after her husband". */
const LEADS_TO: ReadonlyMap<string, RegExp> = new Map([
  ['after', /^look(?:s|ed|ing)$/],
  ['for', /^car(?:es|ed|ing)$/],
  ['from', /^visit(?:s|ors?)?$/],
  ['by', /^visit(?:ed)?$/],
])
/** Before the object of such a verb. */
const DETERMINES = /^(?:a|an|her|his|my|our|the|their|2|3|some)$/
const NEXT_TO = /^(?:beside|near|opposite|to)$/

/** The subject of a sentence, if it may be another person. */
export function introducedBefore(
  text: string,
  { words, tokens, gaps }: Chart,
  { first, from }: Item,
): number[] {
  if (first === 0 || from <= first + 1 || from - first > SUBJECT_WITHIN) return []
  const subject = subjectAt(tokens, first)
  if (!VERB.test(tokens[subject + 1] ?? '') || subject + 1 >= from) return []
  // "She is well and he has gout".
  if (isAnywhere(subject + 1, from, (at) => /^(?:he|i|patient|pt|she)$/.test(tokens[at]!)))
    return []
  let begin = first - 1
  while (begin > Math.max(0, first - LONGEST) && gaps.ends[begin] === 0) begin--
  const before: Before = { tokens, begin, end: first }
  const token = tokens[subject]!
  const { start, end } = words[subject]!
  const isName = /^\p{Lu}\p{Ll}+$/u.test(text.slice(start, end))
  const isOther =
    (subject === first && ONE.test(token) && hasSeveral(before)) ||
    (token === 'it' && isAnywhere(begin, first, (at) => isRole(tokens[at]!, 'animal'))) ||
    (isGendered(token) && isIntroduced(before, token)) ||
    (subject === first && isName && isNamed(before, token))
  return isOther ? [subject] : []
}

/** The words of the sentence before, those of [begin, end). */
interface Before {
  readonly tokens: readonly string[]
  readonly begin: number
  readonly end: number
}

/** The first word of a sentence, or the noun of "the poor woman". */
function subjectAt(tokens: readonly string[], first: number): number {
  if (tokens[first] !== 'the' && tokens[first] !== 'this') return first
  const at = LOOKS.test(tokens[first + 1] ?? '') ? first + 2 : first + 1
  return FEMALE.test(tokens[at] ?? '') || MALE.test(tokens[at] ?? '') ? at : first
}

function isGendered(token: string): boolean {
  return /^(?:he|she)$/.test(token) || FEMALE.test(token) || MALE.test(token)
}

/** People and animals that a sentence may introduce. */
function isSomebody(token: string): boolean {
  const one = token.replace(/s$/, '')
  return [token, one].some(
    (each) =>
      isRole(each, 'relative') ||
      isRole(each, 'owned') ||
      isRole(each, 'someone') ||
      isRole(each, 'animal'),
  )
}

/** "She looks after two boys. One has gout". */
function hasSeveral({ tokens, begin, end }: Before): boolean {
  const isSeveral = (token: string) =>
    token === 'children' || (token.endsWith('s') && isSomebody(token))
  return isAnywhere(begin, end, (at) => isSeveral(tokens[at]!))
}

/** True if one whom the pronoun fits is the topic of the sentence before. */
function isIntroduced(before: Before, pronoun: string): boolean {
  const { tokens, begin, end } = before
  const isMale = pronoun === 'he' || MALE.test(pronoun)
  const fits = (token: string) =>
    isSomebody(token) &&
    !isRole(token, isMale ? 'female' : 'male') &&
    !(isMale ? FEMALE : MALE).test(token)
  return isAnywhere(begin, end, (at) => {
    const token = tokens[at]!
    if (!fits(token)) return false
    if (isObject(before, at)) return true
    return isTopic(before, at, isMale)
  })
}

/** "I met her sister", "looks after an aunt", "visit from her niece". */
function isObject({ tokens, begin }: Before, at: number): boolean {
  let verb = at - 1
  while (verb > begin && (LOOKS.test(tokens[verb]!) || DETERMINES.test(tokens[verb]!))) verb--
  if (verb < begin || verb === at - 1 ? !/^(?:by|from)$/.test(tokens[verb] ?? '') : false)
    return false
  return (
    MEETS.test(tokens[verb]!) || LEADS_TO.get(tokens[verb]!)?.test(tokens[verb - 1] ?? '') === true
  )
}

/** "The new lodger is a student", "his dog is old", "her lodger moved in", of which the last is not of a woman. */
function isTopic({ tokens, begin }: Before, at: number, isMale: boolean): boolean {
  const isFirst = at === begin || (at - begin <= 3 && DETERMINES.test(tokens[begin]!))
  if (!isFirst || isRole(tokens[at]!, 'relative')) return false
  const isOfOther = HER_OR_HIS.test(tokens[begin]!) && tokens[begin] !== (isMale ? 'his' : 'her')
  const next = tokens[at + 1] ?? ''
  return isOfOther || (/^(?:is|was)$/.test(next) && !isPresent(tokens[at + 2] ?? ''))
}

/** "The interpreter was present". */
function isPresent(token: string): boolean {
  return token.endsWith('ed') || isRole(token, 'informant')
}

/** "Her carer is called Bob. Bob has gout", "Joan sits next to her". */
function isNamed({ tokens, begin, end }: Before, name: string): boolean {
  const at = lastPlace(begin, end, (place) => tokens[place] === name)
  if (at === undefined) return false
  const isCalled =
    CALLED.test(tokens[at - 1] ?? '') &&
    isAnywhere(begin, at, (place) => isSomebody(tokens[place]!))
  const isBeside = (place: number) =>
    NEXT_TO.test(tokens[place]!) && /^(?:her|him)$/.test(tokens[place + 1] ?? '')
  return isCalled || isAnywhere(at + 1, end, isBeside)
}
