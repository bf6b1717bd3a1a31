import type { Chart } from '../../clinical/chart.ts'
import { isRole } from '../../clinical/context-phrases.ts'
import { DIED, isAtHome, isSpokenOf, LIKENS } from '../../clinical/relatives.ts'
import { firstPlace, type Item, isAnywhere, lastPlace, WORD } from '../presence-words.ts'
import { introducedBefore } from './introduced.ts'

/** Words by which a condition may be another person's: a pronoun that fits a relative, and a relative right after it. */

const PRONOUN: ReadonlySet<string> = new Set(['he', 'she'])
/** Pronouns that tell of another person which gender the patient has. */
const OTHERS = /^(?:he|her|hers|him|his|she)$/
const REFLEXIVE: ReadonlySet<string> = new Set(['herself', 'himself'])
const IS_PATIENT = /^(?:patient|pt|self)$/
/** Between the items of a list. */
const JOINS = /^(?:&|a|an|and)$/
/** In words between a pronoun and a later condition. */
const SUBJECT_WITHIN = 4
const REFLEXIVE_WITHIN = 6
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

/** Words of a worry, and those between it and the one who has it. */
const WORRIED = /^(?:anxious|anxiety|concerned|concerns?|worr(?:ied|ies|y|ying))$/
const BEFORE_WORRY =
  /^(?:also|and|are|both|extremely|feels?|is|more|quite|really|so|still|very|was|were)$/

/** "Infected cat bite": a thing that comes of an animal. */
const OF_ANIMAL = /^(?:allerg|bite|bitten|dander|fur|hair|saliva|scratch)/
/** Adjectives of one who has a condition: "lives with son, alcoholic". */
const OF_ONE = /(?:ic|ed|ile|ind|eaf|ail)$/
const HAS = /^ha[ds]$/
const ATTENDS_WITHIN = 5

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
    (isOfRelative(chart, item, at) || isOfEarlier(chart, item, at) || isOfSubject(chart, item, at))
  return [
    ...(isOther ? [at] : []),
    ...otherPersonBehind(chart, item, parts),
    ...childIn(chart, item),
    ...spokenOfIn(chart, item),
    ...tellerIn(chart, item),
    ...attendantIn(chart, item),
    ...atHomeBehind(chart, item),
    ...introducedBefore(text, chart, item),
  ]
}

/** The pronoun of a condition: the nearest before it, else the first of its item after it. */
function pronounOf({ tokens }: Chart, { first, from, end }: Item): number | undefined {
  const isIt = (place: number) => isOfPerson(tokens, place)
  return lastPlace(first, from, isIt) ?? firstPlace(from, end, isIt)
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
 * earlier sentence, where the pronoun is reflexive or the other one was used, too.
 */
function isOfEarlier({ tokens }: Chart, { from, to }: Item, at: number): boolean {
  const within = REFLEXIVE.has(tokens[at]!) ? REFLEXIVE_WITHIN : SUBJECT_WITHIN
  if (at < to && from - at > within) return false
  const isNear = (isIt: (place: number) => boolean) =>
    isAnywhere(Math.max(0, from - RELATIVE_WITHIN), Math.min(at, from), isIt)
  const isOfMale = isMale(tokens[at]!)
  const isOther = REFLEXIVE.has(tokens[at]!)
    ? !IS_PATIENT.test(tokens[at - 1] ?? '')
    : isNear((place) => OTHERS.test(tokens[place]!) && isMale(tokens[place]!) !== isOfMale)
  return isOther && isNear((place) => fits(tokens, place, isOfMale))
}

/** "Husband came too. He has gout": the subject of the sentence before, if it does not report of the patient. */
function isOfSubject({ tokens, gaps }: Chart, { first }: Item, at: number): boolean {
  if (at !== first || at === 0) return false
  let begin = at - 1
  while (begin > 0 && gaps.ends[begin] === 0) begin--
  const subject = isRole(tokens[begin]!, 'possessive') ? begin + 1 : begin
  return (
    fits(tokens, subject, isMale(tokens[at]!)) &&
    !isAnywhere(subject + 1, Math.min(at, subject + 1 + INFORMS_WITHIN), (next) =>
      isRole(tokens[next]!, 'informant'),
    )
  )
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
  if (!tokens.slice(from, to).some((token) => WORRIED.test(token))) return []
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

/** "The interpreter has a cold", "the carer, who is depressed". */
function attendantIn({ tokens }: Chart, { first, from }: Item): number[] {
  const isOwn = (at: number) => PRONOUN.has(tokens[at]!) || IS_PATIENT.test(tokens[at]!)
  const isIt = (at: number) =>
    isRole(tokens[at]!, 'attendant') &&
    (HAS.test(tokens[at + 1]!) || (HAS_OR_IS.test(tokens[at + 1]!) && at + 2 === from)) &&
    !isAnywhere(at + 1, from, isOwn)
  const at = lastPlace(Math.max(first, from - ATTENDS_WITHIN), from - 1, isIt)
  // "Driver has gout" in the note of a driver.
  return at === undefined || at === first ? [] : [at]
}

/** "Lives with her daughter, diabetic": the daughter or the patient. */
function atHomeBehind({ tokens, gaps }: Chart, { first, from, to, start }: Item): number[] {
  if (start !== from || gaps.commas[from] === 0 || !OF_ONE.test(tokens[to - 1]!)) return []
  const at = from - 1
  if (at < first || !isRole(tokens[at]!, 'relative')) return []
  const own = at > first && isRole(tokens[at - 1]!, 'possessive') ? at - 1 : at
  return isAtHome({ tokens, start: first }, own) && own - 2 === first ? [at] : []
}
