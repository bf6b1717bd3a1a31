import { everydayKindOf } from '../language/everyday-words.ts'
import { isRole, type Rule } from './context-phrases.ts'
import type { Stretch } from './relatives.ts'

/**
 * People whom a sentence names for the first time along with the patient, and who have what follows: "pushed by a lady with gout",
 * "married to an alcoholic", "the teacher of a boy with epilepsy".
 */

/** The words behind such a person are that person's. */
export const STRANGER_AHEAD: Rule = {
  context: 'family',
  direction: 'forward',
  reach: 'clause',
  score: 0.9,
}
const ARTICLE = /^(?:1|2|3|a|an|another|some|two|three)$/
const PATIENT = /^(?:he|her|him|his|i|patient|pt|she|we)$/
const NEXT_TO = /^(?:alongside|behind|beside|by|near|opposite|with)$/
/** Before "to": "engaged to a", "next to a". */
const BOUND = /^(?:carer|close|engaged|exposed|married|next|opposite|related|wed)$/
/** Verbs of a shared life, which need no subject in a note: "lives with an alcoholic". */
const SHARES =
  /^(?:cohabits|live|lives|lived|living|married|shares|sharing|stays|staying|work|works|worked|working)$/
/** Words of the talk about a patient: "I was phoned by a man with chest pain", "seen with". */
const OF_TALK =
  /^(?:asked|attended|called|came|comes|conferred|consult\w*|contacted|deal\w*|discuss\w*|meet|met|patient|phoned|present\w*|referred|rung|saw|see|seen|speak\w*|spoke|talk\w*)$/
const OWNER_WITHIN = 3
const PATIENT_WITHIN = 14
const LONGEST_LOOKS = 3
const HAS = /^(?:and|diagnosed|having|known|suffering|w|w\/|who|whose|with)$/

/** True for the article before such a person. */
export function isBeforeStranger(stretch: Stretch, at: number): boolean {
  const { tokens, gaps, end } = stretch
  if (!ARTICLE.test(tokens[at]!) || !joinsPatient(stretch, at)) return false
  let head = at + 1
  const isLooks = (token: string) =>
    isRole(token, 'attributive') || everydayKindOf(token) === 'quality'
  while (head < Math.min(end, at + 1 + LONGEST_LOOKS) && isLooks(tokens[head]!)) head++
  if (head >= end) return false
  const next = head + 1 < end && gaps.items[head + 1] === 0 ? tokens[head + 1]! : undefined
  // "Works with a diabetic", but "came with a diabetic foot".
  if (isRole(tokens[head]!, 'sufferer'))
    return next === undefined || isRole(next, 'connector') || HAS.test(next)
  const isPerson = isRole(tokens[head]!, 'someone') || isRole(tokens[head]!, 'owned')
  return isPerson && next !== undefined && HAS.test(next) && next !== 'and'
}

/** True if the words before an article join someone to the patient. */
function joinsPatient({ tokens, start }: Stretch, at: number): boolean {
  const joint = at - 1
  if (joint <= start) return false
  const before = tokens.slice(Math.max(start, joint - OWNER_WITHIN), joint)
  if (before.some((token) => OF_TALK.test(token))) return false
  const last = before.at(-1)!
  if (SHARES.test(last) && /^(?:to|with)$/.test(tokens[joint]!)) return true
  const isNamed = tokens
    .slice(Math.max(start, joint - PATIENT_WITHIN), joint)
    .some((token) => PATIENT.test(token))
  if (!isNamed) return false
  if (tokens[joint] === 'of')
    return before.some((token) => isRole(token, 'relative') || isRole(token, 'owned'))
  if (tokens[joint] === 'to') return BOUND.test(last)
  return NEXT_TO.test(tokens[joint]!)
}
