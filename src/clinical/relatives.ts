import { isRole, type Rule } from './context-phrases.ts'
import type { Gaps } from './gaps.ts'
import {
  BEFORE_PARTICIPLE,
  isArticle,
  isBe,
  isOfRelative,
  isPossessive,
  JOINS,
  PARTICIPLE,
  type Stretch,
} from './persons.ts'

/**
 * Whose a condition is that is named near another person: which words are the other person's, and where the patient's begin
 * again.
 */

const FAMILY_AHEAD: Rule = { context: 'family', direction: 'forward', reach: 'clause', score: 0.9 }
const FAMILY_IN_BRACKETS: Rule = { ...FAMILY_AHEAD, reach: 'item' }
const FAMILY_BEHIND: Rule = { context: 'family', direction: 'backward', reach: 'item', score: 0.9 }

/** Before a relative, the relative is taught about the patient. */
const TEACHES = /^(?:counseled|explained|shown|taught|warned)$/
/** How many words behind a relative may say that the relative tells it. */
const INFORMS_WITHIN = 3
const MOTHER = /^(?:mom|mother|mum|mummy)s?$/
const IS_WELL = /^(?:fine|healthy|ok|thriving|well)$/
/** "G2P1". */
const PARITY = /^g\d+p\d/
/** Words of a time after birth that are the mother's, though her baby follows. */
const AFTER_BIRTH = /^(?:epds|episiotomy|lochia|pnd|postpartum|puerperal|puerperium)$/
/** "Born by LSCS, Apgar 9". */
const OF_NEWBORN = /^(?:apgars?|born)$/
const LIVES = /^(?:lives?|living|resides|residing|stay(?:s|ing))$/
/** "Main carer: daughter, has gout". */
const OF_HELPER = /^(?:carer|caregiver|kin|nok)$/
export const LIKENS = /^(?:like|unlike)$/
const HAS_BEHIND_LIKENED = /^(?:had|has|who|whose|with)$/
/** "Gout is her husband's trouble". */
const OF_OWNER = /^(?:complaint|condition|diagnosis|disease|illness|issue|problem|trouble)s?$/
/** "The psychosis her sister got": a verb that has its object before it, and what may follow. */
const HAD_IT = /^(?:caught|got|had|has|have|suffered)$/
const BEHIND_IT =
  /^(?:after|ago|and|as|at|before|during|from|in|last|now|since|that|this|too|when|will)$/
const HAS_OR_WITH = /^(?:has|w\/|with)$/
const IS_PATIENT = /^(?:he|patient|pt|she)$/
const HAS_OR_IS = /^(?:has|is)$/
/** "His friend was brought dead with", but not "his friend was warned". */
const IS_SEEN_SO = /^(?:brought|found|noticed|observed|reported|seen)$/
const IS_SUBJECT = /^(?:he|she|they)$/
const FINDS = /^(?:a|an|to)$/
/** "Mother of a 6 week old". */
const OF_PATIENT = /^(?:baby|boy|child|girl|infant|patient|pt|this)$/
const OF_SOMEBODY = /^(?:a|an|the|\d.*)$/
/** In words behind a relative: "mother of the patient has gout". */
const OF_PATIENT_WITHIN = 5
/** "Self - gout" in a list of relatives. */
const SELF = 'self'
/** "Donor screened: no thalassemia": the words before the colon of a label. */
const OF_LABEL = /^(?:age|aged|health|history|hx|note|notes|screened|status|tested|workup|\d.*)$/
const LONGEST_LABEL = 2
const CLAUSE_STARTS = /^(?:and|but|hence|now|so|therefore|though|whereas|while|yet)$/
const CONCLUDES = /^(?:hence|therefore|thus)$/
export const DIED = /^(?:dead|deceased|died|late|lost|passed)$/
const OWING = /^(?:due|owing|thanks)$/
/** Words of the visit: "her mother had gout, she now has". */
const IS_SEEN =
  /^(?:asks|attends|attended|came|comes|denies|presents|now|reports|today|wants|worried|worries)$/
const SEEN_WITHIN = 2

/**
 * True if a text is about a mother after birth: a sentence that names neither the baby nor a mother has a word for this time.
 */
export function isNoteOfMother(
  tokens: readonly string[],
  sentences: readonly { readonly from: number; readonly to: number }[],
): boolean {
  return sentences.some(({ from, to }) => {
    const own = tokens.slice(from, to)
    const isOfOther = (token: string, i: number) =>
      isRole(token, 'infant') ||
      OF_NEWBORN.test(token) ||
      (MOTHER.test(token) && !isRole(own[i + 1] ?? '', 'nursed'))
    const isOfTime = (token: string) => isRole(token, 'puerperal') || PARITY.test(token)
    const other = own.findIndex(isOfOther)
    // "Postpartum day 1, baby has jaundice".
    if (other >= 0) return own.slice(0, other).some((token) => AFTER_BIRTH.test(token))
    return own.some(isOfTime)
  })
}

/** True if a word of a list of relatives is the patient: "mother - gout, self - asthma". */
export function isSelf({ tokens, gaps }: Stretch, at: number): boolean {
  if (tokens[at] !== SELF) return false
  return gaps.stops[at + 1] === 1 || (gaps.items[at + 1] === 1 && gaps.commas[at + 1] === 0)
}

/** The words that a relative makes the relative's own; undefined if the relative only reports them, or is present. */
export function ruleOfRelative(stretch: Stretch, at: number): Rule | undefined {
  const { tokens, gaps, start, end } = stretch
  if (at <= LONGEST_GREETING && isOwnChild(tokens, at)) return undefined
  let own = at
  // "In her maternal aunt".
  while (own > start && isOfRelative(tokens[own - 1]!)) own--
  if (own > start && LIKENS.test(tokens[own - 1]!))
    return HAS_BEHIND_LIKENED.test(tokens[at + 1] ?? '') ? FAMILY_AHEAD : undefined
  if (isOfPatient(stretch, at) || isInformant(stretch, at)) return undefined
  if (isSpokenOf(stretch, at)) return undefined
  // "Baby well, low mood".
  if (
    isRole(tokens[at]!, 'infant') &&
    IS_WELL.test(tokens[at + 1] ?? '') &&
    gaps.items[at + 2] === 1
  )
    return undefined
  if (isOwner(stretch, own, at) || isSubjectBehind(stretch, own, at)) return FAMILY_BEHIND
  // "DVT in a cousin noted".
  const article = own - 1 > start && isArticle(tokens[own - 1]!) ? own - 1 : own
  if (article > start && tokens[article - 1] === 'in') return FAMILY_BEHIND
  const before = [tokens[at - 1], tokens[at - 2]].slice(0, at - start)
  // "Father's report of gout", but "father's melanoma noted".
  const within = isPossessive(stretch.words[at]!) ? 1 : INFORMS_WITHIN
  for (let next = at + 1; next <= at + within && next < end && gaps.stops[next] === 0; next++) {
    // "Mother gout, she fears dementia".
    if (next > at + 1 && gaps.commas[next] === 1 && IS_PATIENT.test(tokens[next]!)) break
    if (gaps.items[next] === 0 && isRole(tokens[next]!, 'informant')) {
      // "Her partner was found to have gout", "found a mole".
      if (tokens[next] === 'found' && FINDS.test(tokens[next + 1] ?? '')) return FAMILY_AHEAD
      if (isBe(tokens[next - 1]!) && IS_SEEN_SO.test(tokens[next]!)) return FAMILY_AHEAD
      // "Her partner reports his own gout".
      if (tokens[next + 2] === 'own' && isRole(tokens[next + 1]!, 'possessive')) return FAMILY_AHEAD
      if (isWhoHas(stretch, next)) return FAMILY_AHEAD
      // "Her partner was noted to have gout".
      const isToHave = tokens[next + 1] === 'to' && /^(?:be|have)$/.test(tokens[next + 2] ?? '')
      if (isBe(tokens[next - 1]!) && isToHave) return FAMILY_AHEAD
      // "Daughter at bedside has a cold".
      const isAttending = tokens[next] === 'bedside' && gaps.items[next + 1] === 0
      return isAttending && HAS_OR_WITH.test(tokens[next + 1] ?? '') ? FAMILY_AHEAD : undefined
    }
  }
  if (before.includes('in')) return FAMILY_BEHIND
  // "Lives with: wife - dementia".
  if (isAtHome(stretch, own) && gaps.labels[at + 1] === 1) return FAMILY_AHEAD
  // Not in "contact with TB - wife".
  const near = gaps.items[at] === 1 ? [] : before
  if (isReasonOfTalk(stretch, own, at)) return FAMILY_IN_BRACKETS
  // "Taught wife signs of stroke".
  if (near.some((token) => token !== undefined && TEACHES.test(token))) return undefined
  if (near.some((token) => token !== undefined && isRole(token, 'companion'))) {
    // "Doctor says that my sister has gout" in Indian English.
    const isSaid = tokens[own - 1] === 'told' && tokens[at + 1] === 'has'
    const isTold = tokens[at + 1] === 'who' && at + 2 < end
    if (isSaidToHave(stretch, at + 1)) return FAMILY_AHEAD
    // "Lives with sister (gout)".
    if (gaps.opens[at + 1] === 1) return FAMILY_IN_BRACKETS
    return isTold || isSaid ? FAMILY_AHEAD : undefined
  }
  // "Contact (flatmate) has gout".
  if (gaps.opens[at] === 1 && at > start)
    return gaps.items[at + 1] === 1 && /^ha[ds]$/.test(tokens[at + 1] ?? '')
      ? FAMILY_AHEAD
      : FAMILY_BEHIND
  const next = behindAge(stretch, at + 1)
  // "Her husband, who has gout".
  const isHelper = at > start && OF_HELPER.test(tokens[at - 1]!) && tokens[next] === 'has'
  const isLast = next === end || (gaps.items[next] === 1 && tokens[next] !== 'who' && !isHelper)
  if (!isLast) return FAMILY_AHEAD
  if (own < at && isObject(tokens, start, own)) return undefined
  return hasFindingBefore(tokens, gaps, start, at) ? FAMILY_BEHIND : FAMILY_AHEAD
}

/** "The uncle who brought him has gout", "the friend accompanying her has gout". */
function isWhoHas({ tokens, gaps, end }: Stretch, at: number): boolean {
  if (tokens[at - 1] !== 'who' && tokens[at] !== 'accompanying') return false
  for (let next = at + 1; next < Math.min(end, at + 1 + OF_PATIENT_WITHIN); next++) {
    if (gaps.items[next] === 1 || isRole(tokens[next]!, 'informant')) return false
    if (/^ha[ds]$/.test(tokens[next]!)) return !IS_SUBJECT.test(tokens[next - 1]!)
  }
  return false
}

/** "Lives with her". */
export function isAtHome(
  { tokens, start }: Pick<Stretch, 'tokens' | 'start'>,
  own: number,
): boolean {
  return own - 2 >= start && tokens[own - 1] === 'with' && LIVES.test(tokens[own - 2]!)
}

/** "He has dementia and no longer knows his daughter": what the patient has is no relative's. */
function isObject(tokens: readonly string[], start: number, own: number): boolean {
  for (let at = own - 1; at > start + 1; at--)
    if (tokens[at] === 'and' && isRole(tokens[own]!, 'possessive'))
      return IS_PATIENT.test(tokens[start]!) && HAS_OR_IS.test(tokens[start + 1]!)
  return false
}

/** "With your father's stroke, we advise", "owing to her aunt's cancer she asks". */
function isReasonOfTalk({ words, tokens, gaps, start }: Stretch, own: number, at: number): boolean {
  if (!isPossessive(words[at]!) || gaps.items[at + 1] === 1) return false
  const before = own - 1
  if (tokens[before] === 'with') return before === start || gaps.items[before] === 1
  return tokens[before] === 'to' && before > start && OWING.test(tokens[before - 1]!)
}

/** In words between a person and such a participle. */
const PARTICIPLE_WITHIN = 2

/** "Lives with a flatmate recently diagnosed with gout": a participle right behind a person. */
function isSaidToHave({ tokens, gaps, end }: Stretch, at: number): boolean {
  let next = at
  while (next < end && next - at < PARTICIPLE_WITHIN && BEFORE_PARTICIPLE.test(tokens[next]!))
    next++
  return next + 1 < end && gaps.items[next] === 0 && PARTICIPLE.test(tokens[next]!)
}

/** "Sudden death brother at 23": behind the age of a relative. */
function behindAge({ words, tokens, end }: Stretch, at: number): number {
  const number = /^(?:age|aged|at)$/.test(tokens[at] ?? '') ? at + 1 : at
  return number > at && number < end && words[number]!.kind === 'number' ? number + 1 : at
}

/** "Mother of a 6 week old, vomiting": the relative says who the patient is, unless it says what the relative has. */
function isOfPatient({ tokens, gaps, end }: Stretch, at: number): boolean {
  const whose = tokens[at + 2] ?? ''
  if (tokens[at + 1] !== 'of' || at + 2 >= end) return false
  const isPatient = OF_PATIENT.test(whose) || OF_PATIENT.test(tokens[at + 3] ?? '')
  if (!isPatient && !OF_SOMEBODY.test(whose)) return false
  for (let next = at + 2; next < Math.min(end, at + 1 + OF_PATIENT_WITHIN); next++) {
    if (/^(?:had|has)$/.test(tokens[next]!)) return false
    if (isPatient && (tokens[next] === 'with' || gaps.stops[next] === 1)) return false
  }
  return true
}

/** "Mum's worry is that he has gout"; a mother in her own note, "mother's BP stable". */
function isInformant({ words, tokens, isOfMother }: Stretch, at: number): boolean {
  const next = tokens[at + 1] ?? ''
  if (isOfMother && MOTHER.test(tokens[at]!) && isRole(next, 'nursed')) return true
  return isPossessive(words[at]!) && isRole(next, 'telling')
}

/** "Gout is her husband's trouble". */
function isOwner({ words, tokens, start }: Stretch, own: number, at: number): boolean {
  const isSaid = own - 1 > start && isRole(tokens[own]!, 'possessive') && isBe(tokens[own - 1]!)
  return isPossessive(words[at]!) && isSaid && OF_OWNER.test(tokens[at + 1] ?? '')
}

/** "The psychosis her sister got after her baby". */
function isSubjectBehind({ tokens, gaps, start, end }: Stretch, own: number, at: number): boolean {
  if (own === at || own <= start || gaps.items[own] === 1 || JOINS.test(tokens[own - 1]!))
    return false
  if (!isRole(tokens[own]!, 'possessive') || !HAD_IT.test(tokens[at + 1] ?? '')) return false
  const next = at + 2
  return next >= end || gaps.items[next] === 1 || BEHIND_IT.test(tokens[next]!)
}

/** In words before the child of a message: "hi doctor, my son has a fever". */
const LONGEST_GREETING = 5
const CHILD = /^(?:son|daughter)$/
const ABOUT = /^(?:concerning|re|regarding)$/
const OF_PARENT = /^(?:i|im|ive|me|myself)$/

/** A parent who writes to the doctor of a child, and not of himself: the child is the patient. */
function isOwnChild(tokens: readonly string[], at: number): boolean {
  if (tokens[at - 1] !== 'my') return false
  const greeting = tokens.slice(0, at - 1)
  const isOf = greeting.some((each) => ABOUT.test(each))
  const isMessage =
    greeting.length > 0 && greeting.every((each) => isRole(each, 'greeting') || ABOUT.test(each))
  if (!isMessage || tokens.some((each) => OF_PARENT.test(each))) return false
  // "Doctor my mother aged 70 has fever".
  if (tokens[at + 1] === 'aged') return true
  if (!CHILD.test(tokens[at]!) || tokens[at + 2] === 'had') return false
  return isOf || /^(?:has|is|keeps)$/.test(tokens[at + 1] ?? '')
}

/** Words looked back for what a relative has. */
const LONGEST_ITEM = 8

/** True if other words than relatives and what joins them come before one in its item: "DM - mother", but "mother, father". */
function hasFindingBefore(
  tokens: readonly string[],
  gaps: Gaps,
  start: number,
  at: number,
): boolean {
  // "Father: gout; brother - asthma".
  if (gaps.stops[at] === 1 && gaps.commas[at] === 1) return false
  for (let i = at - 1; i >= start && at - i <= LONGEST_ITEM; i--) {
    if (
      !isRole(tokens[i]!, 'relative') &&
      !isRole(tokens[i]!, 'connector') &&
      !isRole(tokens[i]!, 'possessive')
    )
      return true
    if (gaps.items[i] === 1) return false
  }
  return false
}

/** True if a colon before a word ends a label of another person: "donor screened: no gout". */
export function isLabelOf(tokens: readonly string[], from: number, to: number): boolean {
  return to - from <= LONGEST_LABEL && tokens.slice(from, to).every((token) => OF_LABEL.test(token))
}

/**
 * True if a sentence that speaks of another person, named by the words of [from, to), speaks of the patient from a word on:
 * "her husband has flu and she has a cough".
 */
export function isPatientAgain(
  { tokens, gaps, start }: Pick<Stretch, 'tokens' | 'gaps' | 'start'>,
  { from, to, phrase }: { readonly from: number; readonly to: number; readonly phrase: string },
  at: number,
): boolean {
  if (CONCLUDES.test(tokens[at]!)) return true
  if (gaps.items[at] === 0 && !CLAUSE_STARTS.test(tokens[at - 1]!)) return false
  if (isSubjectOfMain(tokens, gaps, start, to, at)) return true
  const gender = tokens[at] === 'she' ? 'female' : tokens[at] === 'he' ? 'male' : undefined
  if (gender === undefined) return false
  for (let i = start; i < at; i++)
    if ((i < from || i >= to) && isRole(tokens[i]!, gender)) return false
  const person = tokens[to - 1]!
  const other = gender === 'male' ? 'female' : 'male'
  if (isRole(person, other)) return true
  if (isRole(person, gender)) {
    if (tokens.slice(start, at).some((token) => DIED.test(token))) return true
    const near = [tokens[at - 1]!, ...tokens.slice(at + 1, at + 1 + SEEN_WITHIN)]
    return near.some((token) => IS_SEEN.test(token))
  }
  if (/family|^f\/h|^fh/.test(phrase) || person.endsWith('s')) return true
  // "Her partner has gout, she has asthma".
  const whose = gender === 'male' ? 'his' : 'her'
  return tokens.slice(Math.max(start, from - SEEN_WITHIN), to).includes(whose)
}

/** "Unlike her sister, who is diabetic, Mary has"; "his wife, who has gout, brought him with". */
function isSubjectOfMain(
  tokens: readonly string[],
  gaps: Gaps,
  start: number,
  to: number,
  at: number,
): boolean {
  if (tokens[to] !== 'who' || gaps.commas[at] === 0 || at === to) return false
  if (isRole(tokens[at]!, 'informant')) return true
  const isLikened = tokens.slice(start, to).some((token) => LIKENS.test(token))
  return isLikened && /^(?:complains|denies|gets|has|is|never|was)$/.test(tokens[at + 1] ?? '')
}

/** Two of a family, each of whom may speak of the other as the patient. */
const PAIRS = [
  [/^(?:child|children|daughters?|family|kids?|sons?)$/, /^(?:dad|father|mom|mother|mum)$/],
  [/^(?:dad|father|mom|mother|mum|parents)$/, /^(?:child|daughter|son)$/],
  [/^(?:husband|partner|spouse|wife)$/, /^(?:husband|partner|spouse|wife)$/],
] as const
const TALKED = /^(?:d\/w|discuss\w*|explained|informed|spoke|spoken|talked|told|updated)$/
/** In words before the one who is talked to. */
const TALKED_WITHIN = 3
/** In words between the two. */
const SPOKEN_WITHIN = 8

/** True for a relative of whom another one speaks: in "daughter says mum's dementia is worse" the patient may be the mother. */
export function isSpokenOf(
  { words, tokens, start }: Pick<Stretch, 'words' | 'tokens' | 'start'>,
  at: number,
): boolean {
  if (!isPossessive(words[at]!)) return false
  const isPair = (one: number) =>
    PAIRS.some(([speaker, other]) => speaker.test(tokens[one]!) && other.test(tokens[at]!))
  for (let one = at - 1; one >= Math.max(start, at - SPOKEN_WITHIN); one--) {
    if (!isPair(one) || isPossessive(words[one]!)) continue
    const behind = tokens.slice(one + 1, Math.min(at, one + 1 + INFORMS_WITHIN))
    const before = tokens.slice(Math.max(start, one - TALKED_WITHIN), one)
    return (
      behind.some((each) => isRole(each, 'informant')) || before.some((each) => TALKED.test(each))
    )
  }
  return false
}
