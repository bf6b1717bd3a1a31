import type { Chart } from '../../clinical/chart.ts'
import { isRole, phrasesOf } from '../../clinical/context-phrases.ts'
import { GROUP } from '../../clinical/strangers.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { firstPlace, type Item, isAnywhere, WORD } from '../presence-words.ts'

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
/** Diseases that an assessment finds, or does not. */
const IS_ASSESSED = /^(?:adhd|asd|autism|autistic|dementia|dyslexia|dyspraxia)$/
/** Laymen and things that say of one what they do not know. */
const SAYS_SO = /^(?:everybody|everyone|folk|folks|friends?|neighbors?|people|quiz|roommate|test)$/
const OF_ONE = /^(?:i|it|its|this|we)$/
const HAVE = /^(?:am|get|gets|got|had|has|have|having|is|its|s|ve)$/
/** Present tense: "when I have a cold". */
const HAVE_NOW = /^(?:get|gets|getting|has|have|having)$/
const SUBJECT = /^(?:he|i|it|patient|pt|she|they|we|you)$/
const WHEN = /^(?:when|whenever|while)$/
const JUST = /^(?:just|merely|only|simply)$/
/** In words. */
const FRAME_WITHIN = 8

/** The place of the word that opens such a frame. */
export function framesOf(chart: Chart, item: Item): number[] {
  const at =
    namedBefore(chart, item) ??
    soughtBefore(chart, item) ??
    saidByLay(chart, item) ??
    whenBefore(chart, item) ??
    notJust(chart, item)
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
  const isSought = tokens[at - 1] === 'diagnosis' || IS_ASSESSED.test(tokens[from]!)
  return tokens[before] === 'for' && isSought ? at : undefined
}

/** "My wife says it's eczema", "people say I have ADHD", but "my wife says I have a fever". */
function saidByLay({ tokens }: Chart, { first, from, to }: Item): number | undefined {
  if (isRole(tokens[to - 1]!, 'symptom')) return undefined
  let at = beforeArticle(tokens, from)
  const last = Math.max(first, from - FRAME_WITHIN)
  while (at > last && (HAVE.test(tokens[at]!) || OF_ONE.test(tokens[at]!))) at--
  const isOfOne = tokens.slice(at + 1, from).some((token) => OF_ONE.test(token))
  if (tokens[at] === 'that') at--
  if (!isOfOne || at - 1 < first || !isRole(tokens[at]!, 'opining')) return undefined
  const speaker = tokens[at - 1]!
  const isLay = isRole(speaker, 'relative') || isRole(speaker, 'kin') || SAYS_SO.test(speaker)
  return isLay ? at : undefined
}

/** "When I cough", "whenever he has a cold": what comes with it, at times. */
function whenBefore({ tokens, gaps }: Chart, { first, from }: Item): number | undefined {
  let at = beforeArticle(tokens, from)
  while (at > first && HAVE_NOW.test(tokens[at]!)) at--
  if (at <= first || !SUBJECT.test(tokens[at]!) || !WHEN.test(tokens[at - 1]!)) return undefined
  // "When he has fever he shivers" has nothing before it.
  return at - 1 === first || gaps.ends[at - 1] === 1 ? undefined : at - 1
}

/** "Not just a cold, it is pneumonia", but "not just a cough". */
function notJust({ tokens }: Chart, { from, to }: Item): number | undefined {
  const at = beforeArticle(tokens, from)
  const isNot = JUST.test(tokens[at] ?? '') && tokens[at - 1] === 'not'
  return isNot && !isRole(tokens[to - 1]!, 'symptom') ? at : undefined
}

/**
 * Statements on a disease and not on the patient: "diabetes can damage the eyes", "gout is a disease of the joints", "there is
 * flu about", "there is scabies in the home".
 */

const TABLE = 'context/generalities.tsv'
/** In words. */
const LONGEST = 6
const INDEFINITE = /^an?$/
const IS = /^(?:are|is)$/
/** Kinds of what a name may be said to be. */
const GENUS =
  /^(?:condition|disease|disorder|form|illness|infection|inflammation|kind|swelling|type)$/
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
  const at = generalBehind(chart, item) ?? kindIn(chart, item, parts) ?? placeBehind(chart, item)
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
  const isKind = (at: number) => GENUS.test(tokens[at]!) || parts[at] === WORD.target
  return from < end && !isOfPatient && isAnywhere(verb + 2, end, isKind) ? verb : undefined
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
  const isPlace = (at: number) => GROUP.test(tokens[at]!) && isEnd(at + 1)
  return isOver ? undefined : firstPlace(to + 2, Math.min(last, to + 1 + PLACE_WITHIN), isPlace)
}
