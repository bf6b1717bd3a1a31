import type { Word } from '../language/analyze.ts'
import { everydayKindOf } from '../language/everyday-words.ts'
import { isRole, type Rule } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'

/** Words of a note that are another person, or an animal, who may have a condition. */

/** Words of a text in which relatives are looked for, those of [start, end). */
export interface Stretch {
  readonly words: readonly Word[]
  readonly tokens: readonly string[]
  readonly gaps: Gaps
  readonly start: number
  readonly end: number
  /** The patient is a mother after birth, so that a baby is another person. */
  readonly isOfMother: boolean
  /** The patient is a newborn. */
  readonly isOfBaby: boolean
}

/** How many words behind someone the patient knows may say what that one has: "her dog also had". */
const HAS_WITHIN = 2
const KNOWN_BEHIND = /^(?:also|herself|himself|k\/c\/o|known|too)$/
/** Words behind "baby" that make it another thing: "baby blues". */
const OF_INFANT = /^(?:blues|bump|food|teeth|tooth|weight)$/
/** Before someone who is not the patient. */
const OTHER_ONE = /^(?:1|another|other)$/
/** Abbreviations of relatives, and a fetus, before a mark or a verb only: "fa - gout", "fetus: hydrops". */
const CLIPPED = /^(?:dau|fa|fetus|foetus|gf|gm|hus|mo|pa)$/
/** Short for a brother-in-law, for bilirubin and for "bilateral". */
const IN_LAW = 'bil'
const WITH_IN_LAW = /^(?:by|contact|from|in|of|to|with)$/
/** In words between the letters of two parents. */
const PARENT_WITHIN = 12

/** True if a word is another person, or an animal, who may have a condition. */
export function isPerson(stretch: Stretch, at: number): boolean {
  const { tokens, gaps, start, end } = stretch
  const token = tokens[at]!
  if (token === IN_LAW) return isInLaw(stretch, at)
  if (isRole(token, 'relative')) return true
  if (stretch.isOfMother && isRole(token, 'infant'))
    return (at === start || gaps.items[at] === 1) && !OF_INFANT.test(tokens[at + 1] ?? '')
  if (CLIPPED.test(token)) {
    const isFirst = at === start || gaps.items[at] === 1
    const isLabel = gaps.items[at + 1] === 1 && gaps.commas[at + 1] === 0
    return (
      isFirst && at + 1 < end && (isLabel || gaps.stops[at + 1] === 1 || hasBehind(stretch, at))
    )
  }
  if (isParent(stretch, at)) return true
  if (isAnimal(stretch, at)) return true
  if (isOneOfGroup(stretch, at)) return true
  const isTrade = isRole(token, 'trade')
  if (!isTrade && !isRole(token, 'owned')) return false
  const isSaid = hasBehind(stretch, at)
  if (!isSaid && !isKnownBehind(stretch, at)) return false
  let own = at
  // "Her younger bus driver has gout".
  while (own > start && (isRole(tokens[own - 1]!, 'attributive') || isThing(tokens[own - 1]!)))
    own--
  const whose = own > start ? tokens[own - 1]! : ''
  if (isTrade || !isSaid)
    return (
      !isRole(token, 'infant') && (OTHER_ONE.test(whose) || /^(?:her|his|my|their)$/.test(whose))
    )
  // "Carer has gout", "the carer, who has gout", but "PET has no metastasis".
  const next = tokens[at + 1] ?? ''
  const isHead = at === start + 1 && tokens[start] === 'the' && next === 'who'
  const isSubject = isHead || (at === start && token !== 'pet' && /^(?:has|who)$/.test(next))
  // "One pupil came down with gout".
  return (
    isSubject ||
    OTHER_ONE.test(whose) ||
    isRole(whose, 'possessive') ||
    (whose === 'the' && isThing(tokens[at - 1]!))
  )
}

/** "Her plumber's epilepsy", "her plumber k/c/o epilepsy". */
function isKnownBehind({ words, tokens, gaps, end }: Stretch, at: number): boolean {
  if (isPossessive(words[at]!)) return true
  return at + 1 < end && (gaps.labels[at + 1] === 1 || KNOWN_BEHIND.test(tokens[at + 1]!))
}

/** "The cat has ringworm", "an elderly cat with gout", but not "PET with FDG", "CAT with contrast". */
function isAnimal(stretch: Stretch, at: number): boolean {
  const before = stretch.tokens[at - 1] ?? ''
  const isNamed = isArticle(before) || isOfRelative(before) || everydayKindOf(before) === 'quality'
  return (
    at > stretch.start && isNamed && isRole(stretch.tokens[at]!, 'animal') && hasBehind(stretch, at)
  )
}

/** "BIL has gout", "lives with BIL", "BIL - gout"; not "Bil 12", "T bil: 3", "bil crepts". */
function isInLaw(stretch: Stretch, at: number): boolean {
  const { words, tokens, gaps, start, end } = stretch
  const value = isBe(tokens[at + 1] ?? '') ? at + 2 : at + 1
  if (value < end && words[value]!.kind === 'number') return isRole(tokens[value + 1] ?? '', 'age')
  const next = at + 1 < end && gaps.items[at + 1] === 0 ? tokens[at + 1]! : ''
  const before = at > start ? tokens[at - 1]! : ''
  const isLabel = gaps.items[at + 1] === 1 && gaps.commas[at + 1] === 0 && at + 1 < end
  return (
    hasBehind(stretch, at) ||
    PARTICIPLE.test(next) ||
    WITH_IN_LAW.test(before) ||
    isRole(before, 'possessive') ||
    (isLabel && !isRole(tokens[at + 1]!, 'normal'))
  )
}

/** "M: gout. F: asthma.": one of two letters before colons. */
function isParent({ tokens, gaps }: Stretch, at: number): boolean {
  const isLabel = (place: number) =>
    gaps.stops[place + 1] === 1 &&
    gaps.commas[place + 1] === 0 &&
    (place === 0 || gaps.ends[place] === 1 || gaps.items[place] === 1 || gaps.stops[place] === 1)
  const other = tokens[at] === 'm' ? 'f' : tokens[at] === 'f' ? 'm' : undefined
  if (other === undefined || !isLabel(at)) return false
  for (let i = Math.max(0, at - PARENT_WITHIN); i <= at + PARENT_WITHIN; i++)
    if (tokens[i] === other && isLabel(i)) return true
  return false
}

function isThing(token: string): boolean {
  return everydayKindOf(token) === 'thing'
}

function hasBehind({ tokens, end }: Stretch, at: number): boolean {
  return tokens
    .slice(at + 1, Math.min(end, at + 1 + HAS_WITHIN))
    .some((token) => isRole(token, 'having'))
}

export function isBe(token: string): boolean {
  return /^(?:is|are|was|were)$/.test(token)
}

export function isArticle(token: string): boolean {
  return token === 'a' || token === 'an'
}

export function isOfRelative(token: string): boolean {
  return token === 'the' || isRole(token, 'possessive') || isRole(token, 'attributive')
}

/** "Mother's". */
export function isPossessive({ form, start, end }: Word): boolean {
  return end - start > form.length
}

/**
 * People whom a sentence names for the first time along with the patient, and who have what follows: "pushed by a lady with gout",
 * "married to an alcoholic", "the teacher of a boy with epilepsy".
 */

/** Words [start, end) of a sentence. */
type Words = Pick<Stretch, 'tokens' | 'gaps' | 'start' | 'end'>

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
const KNOWS = /^(?:had|knew|know|knows|nursed|nursing)$/
const OWNER_WITHIN = 3
const PATIENT_WITHIN = 14
const LONGEST_LOOKS = 3
const HAS = /^(?:and|diagnosed|having|known|suffering|w|w\/|who|whose|with)$/

/** True for the article before such a person. */
export function isBeforeStranger(stretch: Words, at: number): boolean {
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
function joinsPatient({ tokens, start }: Words, at: number): boolean {
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
  // "We had a resident with gout".
  if (KNOWS.test(tokens[joint]!)) return PATIENT.test(last)
  return NEXT_TO.test(tokens[joint]!)
}

/** Some of a group who share a place with the patient. */

/** "A flatmate newly diagnosed with". */
export const BEFORE_PARTICIPLE =
  /^(?:also|being|both|currently|just|lately|newly|now|previously|recently|since|still)$/
export const PARTICIPLE =
  /^(?:admitted|affected|coughing|diagnosed|down|dx|dxd|having|hospitalized|ill|infected|off|poorly|positive|recovering|sick|suffering|treated|unwell)$/
export const JOINS = /^(?:and|as|because|but|if|or|since|so|though|when|while)$/
const INDEFINITE = /^an?$/
/** "Two in her class have flu", "half the ward has norovirus", "others at work are down with flu". */
const SOME = /^(?:all|both|few|half|lots|many|most|one|others?|several|some|\d{1,2})$/
const AMONG = /^(?:at|from|in|of|on|within)$/
export const GROUP =
  /^(?:barracks|basti|bay|block|building|bus|camp|choir|church|chawl|class|classroom|club|cohort|college|colony|community|company|course|creche|crew|daycare|dept|department|dorm|dormitory|factory|family|flat|group|gym|home|hostel|house|household|hut|job|kinder|kindergarten|kindy|mess|mosque|nursery|office|party|playgroup|playschool|preschool|prison|residence|room|school|shift|shop|squad|street|team|temple|unit|village|ward|wing|work|workplace|year)$/
const MEMBER =
  /^(?:boarders?|boys?|children|child|girls?|inmates?|kids?|men|people|persons?|pupils?|residents?|students?|women|workers?)$/
const PLACE_WITHIN = 6
const HAS_IT = /^(?:caught|get|getting|got|had|has|have|having|w\/|with)$/
const IS_DOWN = /^(?:are|came|is|was|were)$/

/** "Two in her class have flu", "half the ward has norovirus": some of a group who share a place with the patient. */
function isOneOfGroup({ tokens, gaps, start, end }: Words, at: number): boolean {
  if (!SOME.test(tokens[at]!)) return false
  const isHead =
    at === start ||
    gaps.items[at] === 1 ||
    JOINS.test(tokens[at - 1]!) ||
    INDEFINITE.test(tokens[at - 1]!)
  if (!isHead) return false
  let next = at + 1
  // "One child in the same hut".
  if (next + 1 < end && MEMBER.test(tokens[next]!) && AMONG.test(tokens[next + 1]!)) next++
  if (next < end && AMONG.test(tokens[next]!)) next++
  else if (tokens[at] !== 'half') return false
  if (next >= end || !(tokens[next] === 'the' || isRole(tokens[next]!, 'possessive'))) return false
  for (let verb = next + 1; verb < Math.min(end, next + PLACE_WITHIN); verb++) {
    if (gaps.items[verb] === 1) return false
    if (BEFORE_PARTICIPLE.test(tokens[verb]!)) continue
    const place = BEFORE_PARTICIPLE.test(tokens[verb - 1]!) ? verb - 2 : verb - 1
    const isOfGroup = GROUP.test(tokens[place]!)
    if (isOfGroup && HAS_IT.test(tokens[verb]!)) return true
    if (isOfGroup && IS_DOWN.test(tokens[verb]!)) return PARTICIPLE.test(tokens[verb + 1] ?? '')
  }
  return false
}
