import type { Chart } from '../../clinical/chart.ts'
import { hasOneRole, isRole } from '../../clinical/context-phrases.ts'
import { isOneOfGender, isPatientOf, isSpouseBefore } from '../../clinical/kin.ts'
import { isPossessive } from '../../clinical/persons.ts'
import { DIED, isAtHome, isSpokenOf, LIKENS } from '../../clinical/relatives.ts'
import { firstPlace, type Item, isAnywhere, lastPlace, WORD } from '../presence-words.ts'

/** Words by which a condition may be another person's: a pronoun that fits a relative, and a relative right after it. */

const PRONOUN: ReadonlySet<string> = new Set(['he', 'she'])
const REFLEXIVE: ReadonlySet<string> = new Set(['herself', 'himself'])
const IS_PATIENT = /^(?:patient|pt|self)$/
/** Between the items of a list. */
const JOINS = /^(?:&|a|an|and)$/
const TELLS =
  /^(?:describe[ds]?|notice[ds]?|observe[ds]?|report(?:ed|s)?|saw|see[ns]|sa(?:id|ys)|states?d?)$/
const DONOR = 'donor'
/** In words between a pronoun and a later condition. */
const SUBJECT_WITHIN = 4
/** In words, where the pronoun opens the sentence. */
const HEAD_WITHIN = 24
/** In words behind the owner: "Mr Tan's living kidney donor". */
const OWNED_WITHIN = 4
const REFLEXIVE_WITHIN = 6
const PLURAL = /[^s]s$/
/** In words between a relative and what the relative has. */
const RELATIVE_WITHIN = 40
/** In words between a relative and the pronoun. */
const PERSON_WITHIN = 6
/** In words behind a relative who reports of the patient. */
const INFORMS_WITHIN = 3
const CHILD: ReadonlySet<string> = new Set(['child', 'kid'])
const OF_PATIENT: ReadonlySet<string> = new Set(['her', 'his', 'their'])
const HAS_OR_IS = /^(?:had|has|is|was)$/

/** Behind a pronoun: one who has died had it. */
const IS_NOW = /^(?:has|is|suffers)$/
const WELL = /^(?:fine|healthy|ok|okay|unaffected|well)$/

/** Between a worry and the one who has it. */
const BEFORE_WORRY =
  /^(?:also|and|are|both|extremely|feels?|is|more|quite|really|so|still|very|was|were)$/

/** "Infected cat bite": a thing that comes of an animal. */
const OF_ANIMAL = /^(?:allerg|bite|bitten|dander|fur|hair|saliva|scratch)/
/** Adjectives of one who has a condition: "lives with son, alcoholic". */
const OF_ONE = /(?:ic|ed|ile|ind|eaf|ail)$/

/** A word of each such statement. */
export const PERSONS_NEED = [
  /^(?:are|child|had|has|have|he|herself|himself|is|kid|she|was|were)$/,
  ...(['animal', 'relative'] as const),
] as const

/** The places of such words. */
export function otherPersons(
  text: string,
  chart: Chart,
  item: Item,
  parts: Uint8Array,
): readonly number[] {
  const at = pronounOf(chart, item)
  const isOther =
    at !== undefined &&
    !isTeller(chart, at) &&
    (isOfRelative(chart, item, at) || isOfEarlier(chart, item, at) || isOfSubject(chart, item, at))
  return [
    ...(isOther ? [at] : []),
    ...otherPersonBehind(chart, item, parts),
    ...childIn(chart, item),
    ...spokenOfIn(chart, item),
    ...tellerIn(chart, item),
    ...atHomeBehind(chart, item),
    ...introducedBefore(text, chart, item),
  ]
}

/** The pronoun of a condition: the nearest before it, else the first word of its sentence, else the first of its item after it. */
function pronounOf({ tokens }: Chart, { first, from, end }: Item): number | undefined {
  const isIt = (place: number) => isOfPerson(tokens, place)
  const isHead = first < from && PRONOUN.has(tokens[first]!)
  return lastPlace(first, from, isIt) ?? (isHead ? first : firstPlace(from, end, isIt))
}

/** "She reports a fever", "he has noticed a rash", and "he was seen today", as a patient is. */
function isTeller({ tokens }: Chart, at: number): boolean {
  const verb = HAS_OR_IS.test(tokens[at + 1] ?? '') ? at + 2 : at + 1
  return TELLS.test(tokens[verb] ?? '')
}

/** "Caller is her daughter; she has bronchitis", "father drank himself to cirrhosis": a relative that the pronoun fits. */
function isOfRelative({ words, tokens }: Chart, { first, from }: Item, at: number): boolean {
  if (at >= from) return false
  const isFit = (place: number) => {
    if (!fits(tokens, place, isMale(tokens[at]!))) return false
    // "Her mother died and she has gout", "her sister is well, she has gout", "like his father, he has gout".
    const isOther =
      IS_NOW.test(tokens[at + 1] ?? '') &&
      isAnywhere(place + 1, at, (next) => DIED.test(tokens[next]!) || isWell(tokens, next))
    if (isOther || LIKENS.test(tokens[place - 2] ?? '')) return false
    const { form, start, end } = words[place]!
    // "Came with wife's reports".
    if (end - start > form.length && tokens[place + 1] === 'reports') return true
    return !isAnywhere(place + 1, place + 1 + INFORMS_WITHIN, (next) =>
      isRole(tokens[next] ?? '', 'informant'),
    )
  }
  return isAnywhere(Math.max(first, at - PERSON_WITHIN), at, isFit)
}

function isWell(tokens: readonly string[], at: number): boolean {
  return WELL.test(tokens[at]!) && tokens[at - 1] === 'is'
}

/** True for "he", "him", "his" and "himself". */
function isMale(pronoun: string): boolean {
  return /^(?:he|him|himself|his)$/.test(pronoun)
}

/** True if a pronoun of a gender may be that of a relative. */
function fits(tokens: readonly string[], at: number, isOfMale: boolean): boolean {
  return isRole(tokens[at]!, 'relative') && !isRole(tokens[at]!, isOfMale ? 'female' : 'male')
}

/**
 * "Collateral from wife: he snores. She has depression herself", "she is weepy, says husband. He has angina": a relative of an
 * earlier sentence, where the pronoun is reflexive or the patient is of the other gender.
 */
function isOfEarlier(chart: Chart, item: Item, at: number): boolean {
  const { tokens } = chart
  const { first, from, to } = item
  const isReflexive = REFLEXIVE.has(tokens[at]!)
  const near = isReflexive ? REFLEXIVE_WITHIN : SUBJECT_WITHIN
  const isFar = at < to && from - at > near
  if (isFar && (at !== first || from - at > HEAD_WITHIN)) return false
  const begin = Math.max(0, from - RELATIVE_WITHIN)
  const isOfMale = isMale(tokens[at]!)
  // "She has seen a rash on his back".
  if (
    isFar &&
    isAnywhere(
      at + 1,
      from,
      (place) => isOneOfGender(tokens[place]!, !isOfMale) || IS_PATIENT.test(tokens[place]!),
    )
  )
    return false
  const isFit = (place: number) => fits(tokens, place, isOfMale)
  const isOther = isReflexive
    ? !IS_PATIENT.test(tokens[at - 1] ?? '')
    : isPatientOf(chart, { from: begin, to: Math.min(at, from) }, !isOfMale)
  if (isOther) return isAnywhere(begin, Math.min(at, from), isFit)
  return at === first && isSpouseBefore(tokens, { from: begin, to: at }, isOfMale)
}

/** "Husband came too. He has gout": the subject of the sentence before, if it does not report of the patient. */
function isOfSubject({ words, tokens, gaps }: Chart, { first }: Item, at: number): boolean {
  if (at === 0 || (at !== first && gaps.stops[at] === 0)) return false
  let begin = at - 1
  while (begin > 0 && gaps.ends[begin] === 0 && gaps.stops[begin] === 0) begin--
  const isLed =
    isRole(tokens[begin]!, 'possessive') || /^(?:a|an|another|the)$/.test(tokens[begin]!)
  const isFit = (place: number) => isFitSubject(tokens, place, isMale(tokens[at]!))
  // "Mr Tan's living donor was his brother".
  const owner = firstPlace(begin, Math.min(at, begin + OWNED_WITHIN), (place) => {
    const isNamed = hasOneRole(tokens[begin]!, ['address', 'meeting']) || tokens[begin] === 'the'
    return isPossessive(words[place]!) && (place === begin || isNamed)
  })
  const owned =
    owner === undefined ? undefined : firstPlace(owner + 1, owner + 1 + OWNED_WITHIN, isFit)
  const subject = owned ?? (isLed ? begin + 1 : begin)
  // "Carer strain; she has".
  if (!isLed && gaps.stops[at] === 1) return false
  if (tokens[subject] !== DONOR && !isOfPerson(tokens, at)) return false
  return (
    isFit(subject) &&
    !isAnywhere(subject + 1, at, (next) => DIED.test(tokens[next]!) || isWell(tokens, next)) &&
    !isAnywhere(subject + 1, Math.min(at, subject + 1 + INFORMS_WITHIN), (next) =>
      isRole(tokens[next]!, 'informant'),
    )
  )
}

/** True for a relative, and for another person behind an article, whom a pronoun fits. */
function isFitSubject(tokens: readonly string[], at: number, isOfMale: boolean): boolean {
  const token = tokens[at]!
  if (isRole(token, 'infant') || PLURAL.test(token)) return false
  const isStaff = hasOneRole(token, ['attendant', 'trade', 'owned'])
  return fits(tokens, at, isOfMale) || (isStaff && !isRole(token, isOfMale ? 'female' : 'male'))
}

/** "Baby of a diabetic mother": the condition says which relative. "The gout and jaundice of her father". */
function otherPersonBehind(
  { tokens, gaps }: Chart,
  { to, last }: Item,
  parts: Uint8Array,
): number[] {
  const isNext = to < last && gaps.items[to] === 0 && gaps.stops[to] === 0
  if (isNext && isRole(tokens[to]!, 'relative')) return [to]
  // "A deaf cat", but not "infected dog bite".
  const isAnimal = isNext && isRole(tokens[to]!, 'animal')
  if (isAnimal && !OF_ANIMAL.test(gaps.items[to + 1] === 0 ? (tokens[to + 1] ?? '') : ''))
    return [to]
  let end = to
  const isListed = (at: number) => parts[at] === WORD.target || JOINS.test(tokens[at]!)
  while (end < last && gaps.stops[end] === 0 && isListed(end)) end++
  const isOwned = end + 2 < last && tokens[end] === 'of' && isRole(tokens[end + 1]!, 'possessive')
  return isOwned && isRole(tokens[end + 2]!, 'relative') ? [end + 2] : []
}

/** "Tired, as her child has croup": the patient, or the child of one who speaks. */
function childIn({ tokens }: Chart, { first, to }: Item): number[] {
  const at = lastPlace(first + 1, to, (place) => CHILD.has(tokens[place]!))
  return at !== undefined && OF_PATIENT.has(tokens[at - 1]!) ? [at] : []
}

/** "Mum worried baby has a rash", "parents are anxious about it": the worry of the one who tells. */
function tellerIn({ tokens }: Chart, { first, from, to }: Item): number[] {
  if (!tokens.slice(from, to).some((token) => isRole(token, 'anxious'))) return []
  let at = from - 1
  while (at > first && BEFORE_WORRY.test(tokens[at]!)) at--
  return at >= first && isRole(tokens[at]!, 'relative') ? [at] : []
}

function isOfPerson(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]!
  return REFLEXIVE.has(token) || (PRONOUN.has(token) && HAS_OR_IS.test(tokens[at + 1] ?? ''))
}

/** "Daughter says mum's dementia is worse": the patient, or the mother of one. */
function spokenOfIn({ words, tokens }: Chart, { first, from }: Item): number[] {
  const isIt = (at: number) => isSpokenOf({ words, tokens, start: first }, at)
  const at = lastPlace(Math.max(first, from - PERSON_WITHIN), from, isIt)
  return at === undefined ? [] : [at]
}

/** "Lives with her daughter, diabetic": the daughter or the patient. */
function atHomeBehind({ tokens, gaps }: Chart, { first, from, to, start }: Item): number[] {
  // "Father present, known epileptic", "3 sibs, one autistic".
  const isKnown = start + 1 === from && /^(?:1|known)$/.test(tokens[start]!)
  if ((start !== from && !isKnown) || gaps.commas[start] === 0) return []
  const isThere = isKnown && start - 1 > first && isRole(tokens[start - 1]!, 'informant')
  const at = isThere ? start - 2 : start - 1
  if (at < first || !isRole(tokens[at]!, 'relative')) return []
  if (isKnown) return [at]
  const own = at > first && isRole(tokens[at - 1]!, 'possessive') ? at - 1 : at
  // "Picks up insulin for his wife, diabetic".
  if (own < at && own - 2 >= first && tokens[own - 1] === 'for') return [at]
  const isOfOne = OF_ONE.test(tokens[to - 1]!)
  return isOfOne && isAtHome({ tokens, start: first }, own) && own - 2 === first ? [at] : []
}

/**
 * A person or an animal of whom the sentence before speaks, and who may have what this one names: "I met her sister. She is
 * diabetic", "she has two cats. One has gout", "her carer is called Bob. Bob has gout".
 */

const VERB = /^(?:had|has|have|is|are|was|were)$/
const ONE = /^(?:1|2|another|both)$/
const FEMALE = /^(?:girl|lady|lass|woman)$/
const MALE = /^(?:bloke|boy|chap|fella|gentleman|guy|lad|man)$/
const YOUNG = /^(?:baby|child|infant|toddler)$/
const HER_OR_HIS = /^(?:her|his)$/
/** In words between the subject of a sentence and what it has. */
const LONGEST_SUBJECT = 14
/** In words of the sentence before. */
const LONGEST = 40
const CALLED = /^(?:called|named)$/
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
  if (first === 0 || from <= first + 1 || from - first > LONGEST_SUBJECT) return []
  const subject = subjectAt(tokens, first)
  if (!VERB.test(tokens[subject + 1] ?? '') || subject + 1 >= from) return []
  // "She is well and he has gout".
  if (isAnywhere(subject + 1, from, (at) => /^(?:he|i|patient|pt|she)$/.test(tokens[at]!)))
    return []
  const begin = sentenceStart(gaps, first - 1, first - LONGEST)
  const before: Before = { tokens, begin, end: first }
  const token = tokens[subject]!
  const { start, end } = words[subject]!
  const isName = /^\p{Lu}\p{Ll}+$/u.test(text.slice(start, end))
  const isIndex = (at: number) => tokens[at] === 'index' && isPossessive(words[at + 1]!)
  const isOther =
    (subject === first && ONE.test(token) && hasSeveral(before)) ||
    (token === 'it' && isAnywhere(begin, first, (at) => isRole(tokens[at]!, 'animal'))) ||
    (isGendered(token) && isIntroduced(before, token)) ||
    // "She was the index case's teacher. The child has".
    (subject > first && isAnywhere(begin, first - 1, isIndex)) ||
    (subject === first && isName && isNamed(before, token))
  return isOther ? [subject] : []
}

/** The first word of the sentence of a word, or the one at `least` if it begins earlier. */
function sentenceStart({ ends }: Chart['gaps'], at: number, least: number): number {
  let begin = at
  while (begin > Math.max(0, least) && ends[begin] === 0) begin--
  return begin
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
  const at = isRole(tokens[first + 1] ?? '', 'epithet') ? first + 2 : first + 1
  return [FEMALE, MALE, YOUNG].some((each) => each.test(tokens[at] ?? '')) ? at : first
}

function isGendered(token: string): boolean {
  return /^(?:he|she)$/.test(token) || FEMALE.test(token) || MALE.test(token)
}

/** People and animals that a sentence may introduce. */
function isSomebody(token: string): boolean {
  const one = token.replace(/s$/, '')
  return [token, one].some((each) => hasOneRole(each, ['relative', 'owned', 'someone', 'animal']))
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
  while (verb > begin && (isRole(tokens[verb]!, 'epithet') || DETERMINES.test(tokens[verb]!)))
    verb--
  const isBare = verb < begin || verb === at - 1
  if (isBare && !/^(?:by|from)$/.test(tokens[verb] ?? '')) return false
  return (
    isRole(tokens[verb]!, 'meeting') ||
    LEADS_TO.get(tokens[verb]!)?.test(tokens[verb - 1] ?? '') === true
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

/**
 * A relative, a helper or the writer who speaks of himself: "'I have gout,' says her husband", "wife texts: I have flu", "I have
 * tonsillitis, so Dr Patel saw her". A patient who writes or is quoted is the patient.
 */

export const I = /^(?:i|id|im|ive|my)$/
const IS_TOLD = /^(?:he|patient|pt|she)$/
/** In words between the speaker and the condition. */
const SPEAKS_WITHIN = 10
const LONGEST_LEAD = 8
/** In words behind a quotation. */
const SPEAKER_WITHIN = 4
const HER = /^(?:her|him)$/
/** Words behind "her" that are no noun of hers. */
const FOLLOWS_HER =
  /^(?:again|and|as|at|because|but|daily|every|for|from|here|in|instead|last|myself|of|on|so|that|this|to|today|too|up|when|while|with|yesterday)$/
/** Where "her" may be explained. */
const NAMED_WITHIN = 60
const QUOTE = /["“”«»]/
const OPENS_SPEECH = /[:"“«]/

/** The word by which another than the patient says "I". */
export function firstPersonOf(
  text: string,
  chart: Chart,
  { first, from, to, last }: Item,
): number[] {
  const { tokens } = chart
  const own = firstPlace(Math.max(first, from - SPEAKS_WITHIN), from, (at) => I.test(tokens[at]!))
  if (own === undefined || isAnywhere(own, from, (at) => IS_TOLD.test(tokens[at]!))) return []
  const speaker = speakerOf(text, chart, own, to)
  const writer = writerOf(chart, from)
  if (writer !== undefined) return [writer]
  const sender = senderOf(chart, own)
  if (sender !== undefined) return [sender]
  if (speaker !== undefined) return isOther(tokens, speaker) ? [speaker] : []
  const isHer = (at: number) => HER.test(tokens[at]!) && isAlone(chart, at, last)
  const her = firstPlace(to, last, isHer)
  if (her === undefined) return []
  const isKnown = isAnywhere(Math.max(0, her - NAMED_WITHIN), her, (at) => mayBeHer(tokens, at))
  return isKnown ? [] : [her]
}

/** The one whose words are those from "I" on, named before them or after. */
function speakerOf(
  text: string,
  { words, tokens, gaps }: Chart,
  own: number,
  to: number,
): number | undefined {
  const isSpeaker = (at: number) => IS_TOLD.test(tokens[at]!) || isOther(tokens, at)
  const before = text.slice(words[own - 1]?.end ?? 0, words[own]!.start)
  if (own > 0 && gaps.ends[own] === 0 && OPENS_SPEECH.test(before)) {
    const begin = sentenceStart(gaps, own - 1, own - LONGEST_LEAD)
    const speaker = firstPlace(begin, own, isSpeaker)
    if (speaker !== undefined) return speaker
  }
  // Where the quotation ends.
  if (!QUOTE.test(before)) return undefined
  let end = to
  const most = Math.min(words.length, to + LONGEST_LEAD)
  while (end < most && !QUOTE.test(text.slice(words[end - 1]!.end, words[end]!.start))) end++
  return end < most
    ? firstPlace(end, Math.min(words.length, end + SPEAKER_WITHIN), isSpeaker)
    : undefined
}

/** "I am writing on behalf of my wife; I have gout", "as his mother I must say I have gout". */
function writerOf({ tokens }: Chart, from: number): number | undefined {
  return firstPlace(Math.max(0, from - RELATIVE_WITHIN), from, (at) => {
    if (tokens[at] === 'behalf') return true
    const isAs = tokens[at] === 'as' && HER_OR_HIS.test(tokens[at + 1]!)
    // "I am his neighbor. I have gout".
    const isAm = /^(?:am|im)$/.test(tokens[at]!) && HER_OR_HIS.test(tokens[at + 1]!)
    return (isAs || isAm) && isOther(tokens, at + 2)
  })
}

/** "Text from mum: he is fine, I have flu". */
function senderOf({ tokens, gaps }: Chart, own: number): number | undefined {
  const begin = sentenceStart(gaps, own, own - SPEAKS_WITHIN)
  return firstPlace(begin + 2, own, (at) => {
    const from = isRole(tokens[at - 1]!, 'possessive') ? at - 2 : at - 1
    return (
      isOther(tokens, at) && tokens[from] === 'from' && isRole(tokens[from - 1] ?? '', 'message')
    )
  })
}

function isOther(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]!
  return isRole(token, 'relative') || isRole(token, 'owned') || isRole(token, 'attendant')
}

/** True for an object: "saw him instead", "gives her a bath", but not "her pain", "her bath". */
export function isAlone(
  { tokens, gaps }: Pick<Chart, 'tokens' | 'gaps'>,
  at: number,
  last: number,
): boolean {
  return at + 1 >= last || gaps.items[at + 1] === 1 || FOLLOWS_HER.test(tokens[at + 1]!)
}

/** True for a word of one who may be "her": a relative, a doctor, unless that one sees the patient, "Dr Patel saw her". */
function mayBeHer(tokens: readonly string[], at: number): boolean {
  if (isOther(tokens, at) || isRole(tokens[at]!, 'lay')) return true
  const isDoctor = isRole(tokens[at]!, 'address') || isRole(tokens[at]!, 'person')
  return isDoctor && !isAnywhere(at + 1, at + 5, (place) => HER.test(tokens[place] ?? ''))
}
