import {
  headOf,
  isAct,
  isKnownWord,
  isSentenceWord,
  type Kinds,
  kindsOf,
  meansOther,
  unmistakableKind,
} from '../clinical/word-kinds.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { editDistance, isWithinOneEdit } from '../language/distance.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { soundOf } from '../language/sound.ts'
import type { NamedOntology } from '../ontologies/ontology.ts'
import type { NameMatch, Overlap, WordMatch } from './alignment.ts'
import { logistic, type Verdict } from './decide.ts'
import type { Misfit } from './model.ts'
import type { Candidate } from './rank.ts'
import type { ReadMention } from './task.ts'

/**
 * Misfit: the probability that a person who reads a mention finds a candidate far off or absurd. A logistic function of what
 * the words of mention and name are, fitted on rows that were read; see scripts/fit-misfit.ts.
 */

/** A row that is compared with the mention. */
export type Compared = Pick<Verdict, 'candidate' | 'probability'>

type Aligned = Pick<Candidate, 'alignment' | 'match'>

/** Which word of a candidate's name is which word of the mention. */
export function accountOf({ alignment, match }: Aligned): NameMatch {
  return alignment.account(match.term)
}

/** The forms of a mention that a name has not, without those that count for nothing. */
export function leftOf(candidate: Aligned): string[] {
  const left: string[] = []
  for (const { form, name, isSilent } of accountOf(candidate).said)
    if (!(name || isSilent)) left.push(form)
  return left
}

/** The heaviest words that a mention and a candidate's name share, and that each has alone. */
export function overlapOf({ alignment, match }: Aligned): Overlap {
  return alignment.overlap(match.term)
}

/** Most mass of a mention that counts: beyond it, a mention is as specific as possible. */
const FULL_MASS = 60
/** The logit of a probability is cut here. */
const LEAST_PROBABILITY = 0.001

/** A word of a name with less than this share of the mass of the heaviest other word adds nothing: "disorder". */
const ADDED_SHARE = 0.35

/** Mass of the heaviest word that a name adds; 0 if it is light compared with the mention's. */
export function addedMass({ shared, left, added }: Overlap): number {
  return added < ADDED_SHARE * Math.max(shared, left) ? 0 : added
}

/** Written words that count at most: a mention of more says as much. */
const MANY_WORDS = 6

const BETWEEN_WORDS = /[\s-]+/

/** A word as it is written, or a phrase that is read as another one; words that say nothing are in none. */
export interface Written {
  readonly forms: readonly string[]
  /** True if it is read as another phrase. */
  readonly isReplaced: boolean
  /** True if it is read as one of several things that it is short for. */
  readonly isOfSeveral: boolean
  /** True if it is read as another phrase, and is written in capitals: "CAP" is no cap. */
  readonly isInCapitals: boolean
  /** The words that it is read as, each with the word of the name that it is. */
  readonly said: readonly WordMatch[]
}

/** Reason of a phrase that is a word's own parts: "sun downing" for "sundowning". */
const COMPOUND = 'compound'

/** The words of a candidate's mention as they are written: "low" is one, though it is read as "depressed mood". */
export function writtenWords(candidate: Aligned & Pick<Candidate, 'reading'>): Written[] {
  const ofPhrases = new Map<unknown, WordMatch[]>()
  const written: Written[] = []
  const phrases = candidate.reading.replaced
    .filter(({ because }) => because !== COMPOUND)
    .map((each) => ({ each, forms: splitWords(each.read_as) }))
  for (const word of accountOf(candidate).said) {
    if (word.name === undefined && word.isSilent) continue
    const phrase = phrases.find(({ forms }) => forms.includes(word.form))
    const known = phrase && ofPhrases.get(phrase)
    if (known !== undefined) {
      known.push(word)
      continue
    }
    const words = [word]
    if (phrase !== undefined) ofPhrases.set(phrase, words)
    const text = phrase?.each.text
    const forms = text === undefined ? [word.form] : splitWords(text)
    const isInCapitals =
      text !== undefined && text !== text.toLowerCase() && text === text.toUpperCase()
    const isOfSeveral = phrase?.each.because === 'abbreviation of several'
    written.push({ forms, isReplaced: text !== undefined, isOfSeveral, isInCapitals, said: words })
  }
  return written
}

export function splitWords(text: string): string[] {
  return text.toLowerCase().split(BETWEEN_WORDS)
}

/** True if a name has what a word was read as, or half of it. */
function isInName({ said }: Written): boolean {
  return 2 * said.filter(({ name }) => name !== undefined).length >= said.length
}

/** Inputs of the misfit, see {@link misfitInputs}. */
export const MISFIT_INPUTS = [
  'logit',
  'score',
  'mass',
  'focus',
  'numbers',
  'one_word',
  'no_word',
  'left',
  'both_more',
  'head',
  'common_finding',
  'common_thing',
  'left_site',
  'added_thing',
  'added_state',
  'added_qualifier',
  'unsaid',
  'first_left',
  'everyday',
  'act',
  'words',
  'shared',
  'adds',
  'stem',
  'replaced',
  'several',
  'everyday_words',
  'sentence',
  'denial',
  'behind',
  'capitals',
  'act_for_other',
] as const
export type MisfitInput = (typeof MISFIT_INPUTS)[number]

/** Things that a name adds that count at most. */
const MANY_THINGS = 3
/** The mass of a rare word; a word's mass is less. */
const RARE = 10

/** Words after which a mention says what something came with, or what is done about it: "OSA on CPAP". */
const BEHIND: ReadonlySet<string> = new Set('after for on post under w with'.split(' '))
/** Words by which a mention denies something. */
const DENIES: ReadonlySet<string> = new Set(
  'neg negative never nil no normal not without'.split(' '),
)

/** A mention: its text, and its words as written. */
export type Said = Pick<ReadMention, 'text' | 'written'>

export interface MisfitTools {
  readonly analyzer: Analyzer
  readonly ontology: Pick<NamedOntology, 'policy'>
}

/**
 * The inputs of the misfit: how likely the row is, how much of mention and name is common, and what kinds of words are common,
 * left of the mention, or added by the name.
 *
 * @param written the words of the mention as written, with what the candidate has of them
 * @throws MedlinkError `data_invalid`
 */
export function misfitInputs(
  { candidate, probability }: Compared,
  { text, written: words }: Said,
  { analyzer, ontology }: MisfitTools,
  written: readonly Written[] = writtenWords(candidate),
): Record<MisfitInput, number> {
  const { match, score } = candidate
  const overlap = overlapOf(candidate)
  const { shared, left } = overlap
  const adds = addedMass(overlap)
  const { said, added } = accountOf(candidate)
  const isEveryday = (form: string) => kindsOf(form, analyzer).isEveryday
  const head = headOf(words)
  const headKey = head === undefined ? undefined : analyzer.wordOf(head).key
  const common = { words: 0, stems: 0, findings: 0, things: 0, hasHead: false }
  const lacking = { words: 0, hasPart: false, isMore: false, isCapital: false }
  for (const { form, name, isSilent, because } of said) {
    if (name === undefined && isSilent) continue
    const kinds = kindsOf(form, analyzer)
    const { isPartOfBody, isFinding, isOtherThing } = kinds
    if (name === undefined) {
      lacking.words++
      lacking.hasPart ||= isPartOfBody
      lacking.isMore ||= hasContent(kinds) && !isSentenceWord(form)
      lacking.isCapital ||= isInCapitals(form, text)
    } else {
      common.words++
      common.stems += form !== name && because === '' ? 1 : 0
      common.findings += isFinding ? 1 : 0
      common.things += isOtherThing ? 1 : 0
      common.hasHead ||= analyzer.wordOf(form).key === headKey
    }
  }
  const more = { things: 0, states: 0, qualifiers: 0, content: 0 }
  for (const form of added) {
    const kinds = kindsOf(form, analyzer)
    more.things += kinds.isOtherThing ? 1 : 0
    more.states += kinds.saysNoThing ? 1 : 0
    more.qualifiers += kinds.isOfQualifiers ? 1 : 0
    more.content += hasContent(kinds) ? 1 : 0
  }
  const inName = written.filter(hasAny)
  const saysAct = words.some(({ form }) => isAct(form))
  const isMore = lacking.isMore && inName.length > 0
  const ofCommon = Math.max(1, common.words)
  const ofMention = Math.max(1, common.words + lacking.words)
  const ofName = Math.max(1, common.words + added.length)
  const [first] = said
  const p = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, probability))
  return {
    logit: Math.log(p / (1 - p)),
    score,
    mass: Math.min(1, match.queryMass / FULL_MASS),
    focus: match.nameMass > 0 ? match.matchedNameMass / match.nameMass : 0,
    numbers: match.numbersAgree,
    one_word: said.length === 1 ? 1 : 0,
    no_word: shared === 0 ? 1 : 0,
    left: left > 0 ? 1 : 0,
    both_more: left > 0 && adds > 0 ? 1 : 0,
    head: common.hasHead ? 1 : 0,
    common_finding: common.findings / ofMention,
    common_thing: common.things / ofMention,
    left_site: lacking.hasPart ? 1 : 0,
    added_thing: more.things / ofName,
    added_state: more.states / ofName,
    added_qualifier: more.qualifiers / ofName,
    unsaid: addsUnsaidKind(said, added, analyzer) ? 1 : 0,
    first_left:
      first !== undefined && first.name === undefined && hasContent(kindsOf(first.form, analyzer))
        ? 1
        : 0,
    everyday: isByEverydayWord(written, analyzer) ? 1 : 0,
    act: saysAct ? 1 : 0,
    words: Math.min(MANY_WORDS, written.length) / MANY_WORDS,
    shared: shared / RARE,
    adds: Math.min(MANY_THINGS, more.content) / MANY_THINGS,
    stem: lacking.words > 0 ? common.stems / ofCommon : 0,
    replaced: isMore && inName.every(({ isReplaced }) => isReplaced) ? 1 : 0,
    several: isMore && inName.every(({ isOfSeveral }) => isOfSeveral) ? 1 : 0,
    everyday_words:
      written.filter(({ forms }) => forms.every(isEveryday)).length / Math.max(1, written.length),
    sentence: lacking.words > 0 && words.some(({ form }) => isSentenceWord(form)) ? 1 : 0,
    denial: lacking.words > 0 && words.some(({ form }) => DENIES.has(form)) ? 1 : 0,
    behind: isMore && isBehind(inName, words) ? 1 : 0,
    capitals: lacking.isCapital ? 1 : 0,
    act_for_other:
      !saysAct && lacking.isMore && ontology.policy?.mayBeAct?.(match) === true ? 1 : 0,
  }
}

/** True if a word is written in capitals, in a text that is not: an abbreviation. */
function isInCapitals(form: string, text: string): boolean {
  const capitals = form.toUpperCase()
  return (
    form.length > 1 && capitals !== form && text.includes(capitals) && text !== text.toUpperCase()
  )
}

/** True if all words in common are behind a word such as "on". */
function isBehind(inName: readonly Written[], words: readonly Word[]): boolean {
  const at = words.findIndex(({ form }, i) => i > 0 && BEHIND.has(form))
  if (at < 0) return false
  const before = words.slice(0, at)
  return !inName.some(({ forms: [first] }) => before.some(({ form }) => form === first))
}

/** True if a name has a word of what a word was read as. */
function hasAny({ said }: Written): boolean {
  return said.some(({ name }) => name !== undefined)
}

/** True for a word that is no state and no word of qualifiers. */
export function hasContent({ saysNoThing, isOfQualifiers }: Kinds): boolean {
  return !(saysNoThing || isOfQualifiers)
}

/** True if all that is common is one everyday word, and the mention names something besides: "tight" of "plaster tight". */
function isByEverydayWord(written: readonly Written[], analyzer: Analyzer): boolean {
  const [only, another] = written.filter(isInName)
  if (
    only === undefined ||
    another !== undefined ||
    !only.forms.every((form) => kindsOf(form, analyzer).isEveryday)
  )
    return false
  const namesThing = (form: string) => {
    const { isPartOfBody, isFinding, isOtherThing } = kindsOf(form, analyzer)
    return isPartOfBody || isFinding || isOtherThing
  }
  return written.some((each) => each !== only && each.forms.some(namesThing))
}

/** The probability, in [0, 1], that a row is far off or absurd. */
export function misfitOf(misfit: Misfit, inputs: Readonly<Record<MisfitInput, number>>): number {
  const coefficients = coefficientsOf(misfit)
  let logit = misfit.intercept
  for (let i = 0; i < coefficients.length; i++)
    logit += coefficients[i]! * inputs[MISFIT_INPUTS[i]!]
  return logistic(logit)
}

/** Coefficients in the order of the inputs. */
const coefficientsInOrder = new WeakMap<Misfit, Float64Array>()

function coefficientsOf(misfit: Misfit): Float64Array {
  const known = coefficientsInOrder.get(misfit)
  if (known !== undefined) return known
  const { coefficients } = misfit
  const inOrder = Float64Array.from(MISFIT_INPUTS, (input) => coefficients[input] ?? 0)
  coefficientsInOrder.set(misfit, inOrder)
  return inOrder
}

/** True if a name adds a kind of thing that no mention leaves unsaid, such as a pregnancy or a neoplasm. */
export function addsUnsaidKind(
  said: NameMatch['said'],
  added: readonly string[],
  analyzer: Analyzer,
): boolean {
  const kindOf = (form: string) => unmistakableKind(form, analyzer)
  const says = (kind: string) =>
    said.some(({ form, name = form }) => kindOf(form) === kind || kindOf(name) === kind)
  return added.some((form) => {
    const kind = kindOf(form)
    return kind !== undefined && !says(kind)
  })
}

/** Rules for rows that share only guesses at misspelt words with a mention. */

type Common = NameMatch['said'][number]

/** Letters of the longest misspelt word whose correction says little by itself. */
export const SHORT_GUESS = 5

/** Share of the longer word's letters at its beginning or end that a guess keeps which may be meant: "lactocele". */
const SAME = { start: 0.6, end: 0.8 } as const
/** Edits from which on another word is meant. */
const MANY_EDITS = 3
/** Letters from which on a word with one edit is meant, though the name adds a thing. */
const LONG_GUESS = 8

/**
 * True if all that is common, but for states, are guesses with other letters, where the word is known, the first letter or many
 * are other ones, the mention has a thing besides, or the name adds one: "melanoma" for "melasma", "Kindler syndrome" for
 * "Chandler's syndrome", "interest" for "interupted sleep", "Peters anomaly" for "Reiters".
 */
export function isByOtherLetters({ candidate }: Compared, analyzer: Analyzer): boolean {
  const { said, added } = accountOf(candidate)
  const isCounted = ({ form, name }: Common) =>
    name !== undefined && !(form === name && kindsOf(form, analyzer).saysNoThing)
  const common = said.filter(isCounted)
  if (!common.every(({ because }) => because === 'spelling')) return false
  const addsThing = added.some((form) => hasContent(kindsOf(form, analyzer)))
  const leavesThing = said.some(
    ({ form, name, isSilent }) => name === undefined && !isSilent && namesThing(form, analyzer),
  )
  const isOther = ({ form, meant }: Common) => {
    const letters = Math.max(form.length, meant.length)
    // "Trichuris" is nearly the beginning of "trichuriasis".
    const begins = meant.startsWith(form.slice(0, -2))
    if (isKnownWord(form) && (addsThing || !begins)) return true
    if (sameLetters(form, meant, (i) => i) >= SAME.start * letters) return false
    const isOneEdit = isWithinOneEdit(form, meant)
    if (sameLetters(form, meant, (i) => -1 - i) >= SAME.end * letters) return false
    if (!isOneEdit && leavesThing && soundOf(form) !== soundOf(meant)) return true
    if (addsThing) return !isOneEdit || letters < LONG_GUESS
    if (isOneEdit) return false
    return form[0] !== meant[0] || editDistance(form, meant) >= MANY_EDITS
  }
  return common.length > 0 && common.every(isOther)
}

/** Number of letters that two words share at the places of the order, up to the first that they do not. */
function sameLetters(a: string, b: string, placeOf: (i: number) => number): number {
  const most = Math.min(a.length, b.length)
  let i = 0
  while (i < most && a.at(placeOf(i)) === b.at(placeOf(i))) i++
  return i
}

/**
 * True if all that is common are guesses at the letters of a symbol: at a short word that has not the same letters in another
 * order, or at one that a number is joined to: "disruptive mood dysregulation disorder" for "DMSD", "common cold" for "CILD9".
 */
export function isBySymbol({ candidate }: Compared, words: readonly Word[]): boolean {
  const common = accountOf(candidate).said.filter(({ name }) => name !== undefined)
  const isShort = (form: string) => form.length <= SHORT_GUESS
  const isGuessed = ({ form, meant, because }: Common) =>
    because === 'spelling' &&
    (isNumbered(form, words) ||
      (isShort(form) && isShort(meant) && lettersOf(form) !== lettersOf(meant)))
  return common.length > 0 && common.every(isGuessed)
}

/** True if a number is joined to a word of the mention. */
function isNumbered(form: string, words: readonly Word[]): boolean {
  const at = words.findIndex((word) => word.form === form)
  const next = words[at + 1]
  return at >= 0 && next?.kind === 'number' && next.start === words[at]!.end
}

function lettersOf(form: string): string {
  return [...form].sort().join('')
}

/** A number with its unit. */
const MEASURE = /^\d+[a-z]+$/

/** Rules for rows that share one everyday word with a mention: "wandering spleen" for "wandering at night". */

/**
 * True if all that a row has of a mention is one word, written as an everyday one, and this says something else there: the name
 * adds a part of the body, or it lacks the head of the mention and adds another thing, "stretching exercises" for "stretch marks".
 *
 * @param words of the mention as written
 * @param written the same with what the row has of them
 * @throws MedlinkError `data_invalid`
 */
export function isByOneEverydayWord(
  { candidate }: Compared,
  words: readonly Word[],
  written: readonly Written[],
  analyzer: Analyzer,
): boolean {
  if (words.length === 1) return false
  const [only, another] = written.filter(isCommon)
  if (only === undefined || another !== undefined || only.forms.length > 1) return false
  if (only.isInCapitals || !isEverydayWord(only.forms[0]!)) return false
  const { said, added } = accountOf(candidate)
  const things = added.filter((form) => namesThing(form, analyzer))
  if (things.length === 0) return false
  const left = leftOf(candidate)
  const isPart = (form: string) => kindsOf(form, analyzer).isPartOfBody
  if (things.some(isPart) && !left.some(isPart)) return true
  // Patients say the same in many more words, "my recall was slower", and a measure says what is measured: "gained 30lbs".
  if (words.some(({ form }) => isSentenceWord(form) || MEASURE.test(form))) return false
  const head = headOf(words)
  return (
    left.some((form) => form === head && namesThing(form, analyzer)) &&
    !said.some(
      ({ form, name }) => name !== undefined && (isPart(form) || kindsOf(form, analyzer).isFinding),
    )
  )
}

/** True if all that a row has of a mention are words that mean something else by the words near them: "fit to fly". */
export function isByOtherMeaning(words: readonly Word[], written: readonly Written[]): boolean {
  const common = written.filter(isCommon)
  const isOther = ({ forms }: Written) => {
    const at = forms.length === 1 ? words.findIndex(({ form }) => form === forms[0]) : -1
    return at >= 0 && meansOther(words, { from: at, to: at + 1 })
  }
  return common.length > 0 && common.every(isOther)
}

/** True if a name has a word of this one. */
function isCommon({ said }: Written): boolean {
  return said.some(({ name }) => name !== undefined)
}

/** True for a word that is no state, no qualifier and no word of sentences. */
function namesThing(form: string, analyzer: Analyzer): boolean {
  return hasContent(kindsOf(form, analyzer)) && !isSentenceWord(form)
}
