import type { Chart } from '../../clinical/chart.ts'
import { hasOneRole, isRole, phrasesOf } from '../../clinical/context-phrases.ts'
import { isChronic, isIllness } from '../../clinical/history.ts'
import { GROUP, isPossessive } from '../../clinical/persons.ts'
import { isDrugWord } from '../../clinical/word-kinds.ts'
import type { Word } from '../../language/analyze.ts'
import { everydayKindOf } from '../../language/everyday-words.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { firstPlace, type Item, isAnywhere, lastPlace, WORD } from '../presence-words.ts'
import { isAlone } from './other-persons.ts'

/**
 * Frames before a condition, in which it is named but not stated: who mentions it, what is sought, a layman who says that one
 * has it, and when something else comes: "the letter mentions sepsis", "my friend says I have gout", "wheezy when I have a cold".
 */

const ARTICLE = /^(?:a|an|the)$/
/** Verbs of one who names a disease: "the letter mentions sepsis", "the son brought up dementia". */
const NAMES = /^(?:mentioned|mentions)$/
const RAISES = /^(?:raised|raises)$/
const BRINGS = /^(?:bring|brings|brought)$/
const OF_SELF = /^(?:he|i|patient|pt|she|they|who)$/
/** Before "of", what is sought: "here for a diagnosis of ADHD". */
const SOUGHT = /^(?:assessments?|diagnosis)$/
const IS_OR_WAS = /^(?:is|was)$/
const OF_ONE = /^(?:i|it|its|this|we)$/
const HAVE_OR_IS = /^(?:am|get|gets|got|had|has|have|having|is|its|s|ve)$/
/** Present tense: "when I have a cold". */
const HAVE_NOW = /^(?:get|gets|getting|has|have|having)$/
const SUBJECT = /^(?:he|i|it|patient|pt|she|they|we|you)$/
const WHEN = /^(?:when|whenever|while)$/
const JUST = /^(?:just|merely|only|simply)$/
/** In words. */
const FRAME_WITHIN = 8

/** A word of each such frame, and of the sentences below in which another person has it. */
export const FRAMES_NEED = [
  /^(?:1|after|bring|brings|brought|following|her|him|mentioned|mentions|me|not|ones?|only|raised|raises|since|that|them|us|who)$/,
  /^(?:assessments?|diagnosis|just|merely|simply|when|whenever|while)$/,
  /^(?:gets|getting|got|had|has|have|having|w|with)$/,
  ...(['animal', 'attendant', 'opining', 'owned', 'relative', 'trade'] as const),
] as const

/** The place of the word that opens such a frame. */
export function framesOf(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const at =
    namedBefore(chart, item) ??
    soughtBefore(chart, item) ??
    saidByLay(chart, item) ??
    whenBefore(chart, item) ??
    afterBefore(chart, item) ??
    notJust(chart, item) ??
    cleftBefore(chart, item) ??
    notThisOne(chart, item) ??
    onlyAnother(chart, item) ??
    ofSubject(chart, item, parts) ??
    staffBefore(chart, item) ??
    attendantBefore(chart, item) ??
    remedyOf(chart, item) ??
    carerBehind(chart, item) ??
    metBefore(chart, item) ??
    animalBefore(chart, item)
  return at === undefined ? [] : [at]
}

/** The place right before a name and its article. */
function beforeArticle(tokens: readonly string[], from: number): number {
  return ARTICLE.test(tokens[from - 1] ?? '') ? from - 2 : from - 1
}

/** "The note of 3/4 mentions sepsis", "the son brought up dementia"; a patient tells of a symptom. */
function namedBefore({ tokens }: Chart, { first, from, to }: Item): number | undefined {
  if (isRole(tokens[to - 1]!, 'symptom')) return undefined
  const last = beforeArticle(tokens, from)
  const isBrought = tokens[last] === 'up' && BRINGS.test(tokens[last - 1] ?? '')
  const verb = isBrought ? last - 1 : last
  if (verb <= first) return undefined
  // "Her daughter raised dementia", but "raised JVP".
  const isRaised = RAISES.test(tokens[verb]!) && isRole(tokens[verb - 1]!, 'relative')
  if (!isBrought && !isRaised && !NAMES.test(tokens[verb]!)) return undefined
  return OF_SELF.test(tokens[verb - 1]!) ? undefined : verb
}

/** "For a diagnosis of lupus", "for assessment of autism". */
function soughtBefore({ tokens }: Chart, { first, from }: Item): number | undefined {
  const at = from - 1
  if (at - 2 < first || tokens[at] !== 'of' || !SOUGHT.test(tokens[at - 1]!)) return undefined
  const before = ARTICLE.test(tokens[at - 2]!) ? at - 3 : at - 2
  const isSought = tokens[at - 1] === 'diagnosis' || isRole(tokens[from]!, 'assessed')
  return tokens[before] === 'for' && isSought ? at : undefined
}

/** "My wife says it's eczema", "people say I have ADHD", but "my wife says I have a fever". */
function saidByLay({ tokens }: Chart, { first, from, to }: Item): number | undefined {
  if (isRole(tokens[to - 1]!, 'symptom')) return undefined
  let at = beforeArticle(tokens, from)
  const last = Math.max(first, from - FRAME_WITHIN)
  while (at > last && (HAVE_OR_IS.test(tokens[at]!) || OF_ONE.test(tokens[at]!))) at--
  const isOfOne = tokens.slice(at + 1, from).some((token) => OF_ONE.test(token))
  if (tokens[at] === 'that') at--
  if (!isOfOne || at - 1 < first || !isRole(tokens[at]!, 'opining')) return undefined
  return hasOneRole(tokens[at - 1]!, ['relative', 'kin', 'hearsay']) ? at : undefined
}

/** "When I cough", "whenever he has a cold": what comes with it, at times. */
function whenBefore({ tokens, gaps }: Chart, { first, from }: Item): number | undefined {
  let at = beforeArticle(tokens, from)
  while (at > first && HAVE_NOW.test(tokens[at]!)) at--
  if (at <= first || !SUBJECT.test(tokens[at]!) || !WHEN.test(tokens[at - 1]!)) return undefined
  // "When he has fever he shivers" has nothing before it.
  return at - 1 === first || gaps.ends[at - 1] === 1 ? undefined : at - 1
}

const AFTER = /^(?:after|following|since)$/
const BETWEEN_AFTER = /^(?:a|an|her|his|my|of|severe|that|the|their)$/

/** "After the pneumonia she was well", "following a bout of gout he gave up beer": what was before, but not "after a fall". */
function afterBefore({ tokens, gaps }: Chart, { first, from, to, last }: Item): number | undefined {
  let at = from - 1
  const isBetween = (token: string) => BETWEEN_AFTER.test(token) || isRole(token, 'bout')
  while (at > first && isBetween(tokens[at]!)) at--
  const isHead = at >= first && (at === first || gaps.items[at] === 1)
  if (!isHead || !AFTER.test(tokens[at]!) || !isIllness(tokens, from, to)) return undefined
  return isAnywhere(to, last, (next) => SUBJECT.test(tokens[next]!)) ? at : undefined
}

/** "Not just a cold, it is pneumonia", but "not just a cough". */
function notJust({ tokens }: Chart, { from, to }: Item): number | undefined {
  const at = beforeArticle(tokens, from)
  const isNot = JUST.test(tokens[at] ?? '') && tokens[at - 1] === 'not'
  return isNot && !isRole(tokens[to - 1]!, 'symptom') ? at : undefined
}

const HAVE = /^(?:has|have|having|he|ive|she|theyve|weve)$/
/** Between "has had" and an illness. */
const BEFORE_ILLNESS = /^(?:\d+|a|an|and|both|few|his|her|of|once|several|some|the)$/
/** Words by which what was had is still there. */
const STILL = /^(?:for|from|just|last|since|started|still|this|yesterday)$/
const TIMES = /^(?:occasions?|times|twice|once|thrice)$/
/** In words. */
const HAD_WITHIN = 8

/**
 * "Has had measles and mumps", "has had kidney stones on two occasions": an illness that is had and over, unless a time says
 * that it is of now, "has had shingles for four days".
 */
export function hasHad(chart: Chart, { first, from, to, last }: Item, parts: Uint8Array): number[] {
  const { tokens, gaps } = chart
  let at = from - 1
  while (at >= first && from - at <= HAD_WITHIN && isOfList(at)) at--
  if (at <= first || tokens[at] !== 'had' || !HAVE.test(tokens[at - 1]!)) return []
  const own = tokens.slice(from, to)
  const isCounted =
    isAnywhere(to, last, (place) => TIMES.test(tokens[place]!)) && !isRole(own.at(-1)!, 'symptom')
  if ((!isIllness(tokens, from, to) && !isCounted) || isChronic(chart, { from, to })) return []
  const isOfNow = (place: number) =>
    STILL.test(tokens[place]!) ||
    isRole(tokens[place]!, 'current') ||
    (parts[place] !== WORD.target && isDrugWord(tokens[place]!))
  const isNow = isAnywhere(Math.max(first, at - 2), at, isOfNow) || isAnywhere(to, last, isOfNow)
  return isNow ? [] : [at]

  function isOfList(place: number): boolean {
    if (gaps.stops[place + 1] === 1) return false
    const token = tokens[place]!
    const isOfIllness = BEFORE_ILLNESS.test(token) || hasOneRole(token, ['bout', 'grave'])
    return parts[place] === WORD.target || isOfIllness
  }
}

/**
 * Sentences in which another person has it: "it is Mrs Lal who has gout", "bed 6, not this patient, has gout", "the
 * conductor with gout sits next to her", "the tablets are her lodger's, for gout".
 */

const HAS = /^(?:gets|getting|got|had|has|have|having|w|with)$/
const HAS_WITHIN = 4
const CLEFT_WITHIN = 8
const CARES_WITHIN = 6
const DOCTOR = /^(?:dr|prof|professor|rev|reverend)$/
const ATTENDS_WITHIN = 5
/** A subject of the patient's own: "patient feeds her". */
const PATIENT = /^(?:he|patient|pt|she)$/
const THIS_ONE = /^(?:baby|boy|child|gentleman|girl|lady|man|patient|pt|twin|woman)$/
const THIS = /^(?:my|our|the|this)$/
/** Before a subject that may be anybody. */
const ANYBODY = /^(?:a|an|another|one|our|somebody|someone|the)$/
const HIM = /^(?:her|him|me|them|us)$/

/** "It is Mrs Lal who has gout", "the one with gout is her father". */
function cleftBefore({ tokens }: Chart, { first, from, last }: Item): number | undefined {
  const isWho = (at: number) =>
    /^(?:that|who|with)$/.test(tokens[at]!) && (tokens[at] === 'with' || HAS.test(tokens[at + 1]!))
  const at = lastPlace(Math.max(first + 2, from - HAS_WITHIN), from, isWho)
  if (at === undefined) return undefined
  const be = firstPlace(Math.max(first + 1, at - CLEFT_WITHIN), at, (place) =>
    IS_OR_WAS.test(tokens[place]!),
  )
  // "It is a child who has gout".
  const isSaid = be !== undefined && tokens[be - 1] === 'it' && be + 1 < at && tokens[at] !== 'with'
  if (isSaid && !OF_PATIENT.test(tokens[be + 1]!)) return at
  const isOne = /^(?:1|ones?)$/.test(tokens[at - 1]!) && tokens[at - 2] === 'the'
  return isOne && isAnywhere(from, last, (place) => IS_OR_WAS.test(tokens[place]!))
    ? at - 1
    : undefined
}

/** "Bed 6, not this patient, has gout". */
function notThisOne({ words, tokens, gaps }: Chart, { first, last }: Item): number | undefined {
  return firstPlace(first, last - 1, (at) => {
    if (tokens[at] !== 'not') return false
    const isPronoun = /^(?:her|him|me)$/.test(tokens[at + 1]!)
    const end = isPronoun ? at + 2 : at + 3
    const isOne = isPronoun || (THIS.test(tokens[at + 1]!) && THIS_ONE.test(tokens[at + 2] ?? ''))
    const isWhole = end >= last || gaps.items[end] === 1 || gaps.stops[end] === 1
    return isOne && end <= last && isWhole && !isPossessive(words[end - 1]!)
  })
}

/** "Worms: all were treated, but only the toddler has them". */
function onlyAnother({ tokens }: Chart, { to, last }: Item): number | undefined {
  const isOther = (at: number) => hasOneRole(tokens[at] ?? '', ['relative', 'infant', 'owned'])
  return firstPlace(to, last - 3, (at) => {
    const isOnly = tokens[at] === 'only' && /^(?:a|her|his|my|the)$/.test(tokens[at + 1]!)
    return isOnly && isOther(at + 2) && isAnywhere(at + 3, last, (next) => HAS.test(tokens[next]!))
  })
}

/** "The conductor, who has gout, sits next to her", "someone with gout coughed at him": the patient is the object. */
function ofSubject(
  { tokens, gaps }: Chart,
  { first, from, to, last }: Item,
  parts: Uint8Array,
): number | undefined {
  if (!ANYBODY.test(tokens[first]!)) return undefined
  // "The man she is engaged to has gout".
  const isSomebody = (at: number) =>
    hasOneRole(tokens[at]!, ['someone', 'owned', 'relative', 'trade'])
  const head = firstPlace(first + 1, Math.min(from, first + HAS_WITHIN), isSomebody)
  if (head !== undefined && head + 2 < from && /^(?:he|i|she|they)$/.test(tokens[head + 1]!))
    return head
  const has = hasBefore(tokens, first, from)
  if (has === undefined) return undefined
  const isOfPatient = (at: number) =>
    parts[at] === WORD.target ||
    SUBJECT.test(tokens[at]!) ||
    HIM.test(tokens[at]!) ||
    hasOneRole(tokens[at]!, ['someone', 'infant', 'informant']) ||
    everydayKindOf(tokens[at]!) === 'thing'
  if (isAnywhere(first, has, isOfPatient)) return undefined
  const isObject = (at: number) => HIM.test(tokens[at]!) && isAlone({ tokens, gaps }, at, last)
  return isAnywhere(to, last, isObject) ? has : undefined
}

/** The verb right before a condition that its subject has, or "with". */
function hasBefore(tokens: readonly string[], first: number, from: number): number | undefined {
  return lastPlace(Math.max(first + 1, from - HAS_WITHIN), from, (at) => HAS.test(tokens[at]!))
}

/** "The social worker rang in sick with gout", "our secretary is off with gout". */
function staffBefore({ tokens }: Chart, { first, from }: Item): number | undefined {
  if (!/^(?:a|an|my|our|the)$/.test(tokens[first]!)) return undefined
  const has = hasBefore(tokens, first, from)
  if (has === undefined) return undefined
  const isStaff = (at: number) => hasOneRole(tokens[at]!, ['attendant', 'trade', 'owned', 'person'])
  const at = lastPlace(first + 1, Math.min(has, first + HAS_WITHIN), isStaff)
  if (at === undefined || THIS_ONE.test(tokens[at]!) || isRole(tokens[at]!, 'infant'))
    return undefined
  const isOther = (place: number) =>
    (isRole(tokens[place]!, 'informant') && tokens[place + 1] !== 'in') ||
    SUBJECT.test(tokens[place]!) ||
    HIM.test(tokens[place]!)
  return isAnywhere(at, has, isOther) || at + 1 === has ? undefined : at
}

/** "The interpreter has a cold", "the carer, who is depressed", "Dr Mehta, who has gout, asked me to write". */
function attendantBefore({ tokens }: Chart, { first, from }: Item): number | undefined {
  const isHad = (at: number) => /^ha[ds]$/.test(tokens[at]!)
  const isOwn = (at: number) => /^(?:he|patient|pt|self|she)$/.test(tokens[at]!)
  const isIt = (at: number) =>
    isRole(tokens[at]!, 'attendant') &&
    (isHad(at + 1) || (IS_OR_WAS.test(tokens[at + 1]!) && at + 2 === from)) &&
    !isAnywhere(at + 1, from, isOwn)
  const at = lastPlace(Math.max(first, from - ATTENDS_WITHIN), from - 1, isIt)
  // "Driver has gout" in the note of a driver.
  if (at !== undefined && at !== first) return at
  const begin = Math.max(first + 1, from - ATTENDS_WITHIN)
  const who = lastPlace(begin, from - 1, (place) => tokens[place] === 'who')
  const isDoctor =
    who !== undefined &&
    isHad(who + 1) &&
    isAnywhere(Math.max(first, who - 3), who, (place) => DOCTOR.test(tokens[place]!))
  return isDoctor ? who : undefined
}

/** "Nanaji has gout; she looks after him": of two, the patient is the other one. */
function carerBehind({ tokens, gaps }: Chart, { first, from, to, last }: Item): number | undefined {
  const isOne = (at: number) =>
    SUBJECT.test(tokens[at]!) || HIM.test(tokens[at]!) || isRole(tokens[at]!, 'possessive')
  if (from === first || isAnywhere(first, from, isOne)) return undefined
  const at = firstPlace(to, last, (place) => PATIENT.test(tokens[place]!))
  if (at === undefined || isAnywhere(to, at, (place) => isRole(tokens[place]!, 'relative')))
    return undefined
  const isHim = (place: number) =>
    (tokens[place] === 'him' && tokens[at] !== 'he') ||
    (tokens[place] === 'her' && tokens[at] !== 'she' && isAlone({ tokens, gaps }, place, last))
  const end = Math.min(last, at + CARES_WITHIN)
  const other = firstPlace(at, end, isHim)
  const isOfOther = (place: number) => isRole(tokens[place]!, 'relative')
  return other === undefined || isAnywhere(at, other, isOfOther) ? undefined : at
}

/** "Took her lodger's tablets for gout". */
function remedyOf({ words, tokens }: Chart, { first, from }: Item): number | undefined {
  const before = beforeArticle(tokens, from)
  if (tokens[before] !== 'for') return undefined
  const isOwner = (at: number) =>
    isPossessive(words[at]!) && hasOneRole(tokens[at]!, ['relative', 'owned', 'trade'])
  return firstPlace(first, before, isOwner)
}

const MET =
  /^(?:bit|bitten|contact|exposure|hugged|kissed|needlestick|nursed|nurses|nursing|played|sat|shared|shares|slept|splashed|worked|working|works)$/
const PATIENTS = /^(?:patients?|pts?)$/
/** In words, from such a verb to the other person. */
const MET_WITHIN = 5
const IS_SAID_OF = /^(?:diagnosed|had|has|tested|treated|with)$/

/** "Needlestick from pt with HIV", "works with patients with MRSA", "kissed a girl with mumps". */
function metBefore({ tokens, gaps }: Chart, { first, from }: Item): number | undefined {
  const before = ARTICLE.test(tokens[from - 1] ?? '') ? from - 2 : from - 1
  const at = before - 1
  if (at <= first || !/^w(?:ith)?$/.test(tokens[before]!)) return undefined
  const token = tokens[at]!
  if (!PATIENTS.test(token) && !isRole(token.replace(/s$/, ''), 'someone')) return undefined
  let met = at - 1
  const least = Math.max(first, at - MET_WITHIN)
  while (met > least && gaps.items[met] === 0 && !MET.test(tokens[met]!)) met--
  return met >= first && gaps.items[at] === 0 && MET.test(tokens[met]!) ? at : undefined
}

/** "Cat diagnosed with ringworm", "farmer, calves with anthrax", but not "cat bite with cellulitis". */
function animalBefore({ tokens }: Chart, { start, from }: Item): number | undefined {
  const own = isRole(tokens[start]!, 'possessive') ? start + 1 : start
  const isAnimal = own + 1 < from && isRole(tokens[own]!, 'animal')
  return isAnimal && IS_SAID_OF.test(tokens[own + 1]!) ? own : undefined
}

/**
 * Statements on a disease and not on the patient: "diabetes can damage the eyes", "gout is a disease of the joints", "there is
 * flu about", "there is scabies in the home".
 */

const TABLE = 'context/generalities.tsv'
/** In words. */
const LONGEST = 6
const INDEFINITE = /^an?$/
const CASE = /^(?:cases?|patients?|reports?)$/
const IS = /^(?:are|is)$/
const OF_PATIENT = /^(?:he|her|hers|him|his|i|me|mine|my|patient|pt|she)$/
const AMONG = /^(?:about|around|at|in|on|round|through)$/
const THE = /^(?:her|his|my|our|the|their|this)$/
const PLACE_WITHIN = 4
const THERE_WITHIN = 8

/** Such phrases, by the words that they need: `whole` ends the item. @throws MedlinkError `data_invalid` */
const generalities = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable(TABLE, ['phrase', 'extent']).flatMap(([cell, extent]) =>
        phrasesOf(cell!).map((phrase) => [phrase, extent!] as const),
      ),
    ),
)

/** The word by which a sentence is such a statement. */
export function generalWords(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const at =
    generalBehind(chart, item) ??
    kindIn(chart, item, parts) ??
    placeBehind(chart, item) ??
    outbreakBehind(chart, item) ??
    casesBefore(chart, item)
  return at === undefined ? [] : [at]
}

/** "Diabetes can damage the eyes"; a symptom that "is on the increase" is the patient's. */
function generalBehind(
  { tokens, gaps }: Chart,
  { first, from, to, last }: Item,
): number | undefined {
  if (from !== first || tokens.slice(from, to).some((each) => isRole(each, 'symptom')))
    return undefined
  for (let end = to + 1; end <= Math.min(last, to + LONGEST); end++) {
    const extent = generalities().get(tokens.slice(to, end).join(' '))
    const isEnd = end >= last || gaps.items[end] === 1
    if (extent === 'open' || (extent === 'whole' && isEnd)) return to
  }
  return undefined
}

/** "Psoriasis is a common disease of the skin": the name, and what it is said to be. */
function kindIn(
  { tokens, gaps }: Chart,
  { first, from, last }: Item,
  parts: Uint8Array,
): number | undefined {
  let verb = first
  while (verb < last && parts[verb] === WORD.target) verb++
  if (verb === first || !IS.test(tokens[verb] ?? '') || !INDEFINITE.test(tokens[verb + 1] ?? ''))
    return undefined
  let end = verb + 2
  while (end < last && gaps.items[end] === 0) end++
  const isOfPatient = isAnywhere(verb, end, (at) => OF_PATIENT.test(tokens[at]!))
  const isKind = (at: number) => isRole(tokens[at]!, 'genus') || parts[at] === WORD.target
  return from < end && !isOfPatient && isAnywhere(verb + 2, end, isKind) ? verb : undefined
}

/** "There is a case of cholera in the lane", "three cases of measles". */
function casesBefore({ tokens }: Chart, { first, from }: Item): number | undefined {
  const at = from - 2
  if (at < first || tokens[from - 1] !== 'of' || !CASE.test(tokens[at]!)) return undefined
  const isThere = isAnywhere(
    Math.max(first, at - THERE_WITHIN),
    at,
    (place) => tokens[place] === 'there',
  )
  // "Looked after a case of TB".
  const isMet =
    /^an?$/.test(tokens[at - 1] ?? '') && /^(?:after|from|to)$/.test(tokens[at - 2] ?? '')
  return isThere || isMet || (at > first && tokens[at]!.endsWith('s')) ? at : undefined
}

/** "There is a lot of flu about", "there is scabies in the home". */
function placeBehind({ tokens, gaps }: Chart, { first, from, to, last }: Item): number | undefined {
  if (to >= last || !AMONG.test(tokens[to]!)) return undefined
  const there = firstPlace(
    Math.max(first, from - THERE_WITHIN),
    from,
    (at) => tokens[at] === 'there',
  )
  if (there === undefined) return undefined
  const isEnd = (at: number) => at >= last || gaps.items[at] === 1
  if (isEnd(to + 1)) return to
  if (!THE.test(tokens[to + 1]!)) return undefined
  // "There was chest pain on the ward": what one of them had.
  const isOver =
    tokens[there + 1] !== 'is' && tokens.slice(from, to).some((each) => isRole(each, 'symptom'))
  return isOver ? undefined : groupBehind({ tokens, gaps }, to + 2, to, last)
}

/** "Norovirus on the ward", "call re measles on their unit": a place has a catching disease, which the patient may not have. */
function outbreakBehind(
  { tokens, gaps }: Chart,
  { first, from, to, last }: Item,
): number | undefined {
  const isCatching = tokens.slice(from, to).some((each) => isRole(each, 'catching'))
  if (!isCatching || to >= last || !AMONG.test(tokens[to]!) || gaps.items[to] === 1)
    return undefined
  if (from !== first && tokens[to + 1] !== 'their') return undefined
  return groupBehind({ tokens, gaps }, to + 1, to, last)
}

/** A group of people with which an item ends, from a word on, near the end of a condition: "in the home". */
function groupBehind(
  { tokens, gaps }: Pick<Chart, 'tokens' | 'gaps'>,
  begin: number,
  to: number,
  last: number,
): number | undefined {
  const isGroup = (at: number) =>
    GROUP.test(tokens[at]!) && (at + 1 >= last || gaps.items[at + 1] === 1)
  return firstPlace(begin, Math.min(last, to + 1 + PLACE_WITHIN), isGroup)
}

/** Between a work and its topic. */
const ABOUT = /^(?:about|in|into|of|on)$/
/** In words. */
const TOPIC_WITHIN = 2

/**
 * The place of the word of which a condition is only the topic: a job, a place, a body of people or a study. "TB clinic",
 * "breast cancer nurse", "thesis on schizophrenia".
 */
export function topicOf(
  text: string,
  words: readonly Word[],
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const next = words[to]
  const isNext = next !== undefined && text.slice(words[to - 1]!.end, next.start) === ' '
  if (isNext && isRole(next.form, 'naming')) return to
  for (let at = from - 1; at > Math.max(0, from - 1 - TOPIC_WITHIN); at--)
    if (ABOUT.test(words[at]!.form) && isRole(words[at - 1]!.form, 'topical')) return at - 1
  return undefined
}
