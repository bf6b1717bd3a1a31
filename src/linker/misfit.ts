import { headOf, type Kinds, kindsOf, unmistakableKind } from '../clinical/word-kinds.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { MAX_HOLDERS, type NameMatch, type Overlap } from './alignment.ts'
import { logistic, type Verdict } from './decide.ts'
import type { Misfit } from './model.ts'
import type { Candidate } from './rank.ts'

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

/** Concepts that have the common words, from which on these may be of any of them: two things of their own are a conflict. */
const SEVERAL_HOLDERS = 3

/** Inputs of the misfit, see {@link misfitInputs}. */
export const MISFIT_INPUTS = [
  'logit',
  'score',
  'mass',
  'focus',
  'numbers',
  'one_word',
  'no_word',
  'heaviest_of_mention',
  'heaviest_of_name',
  'left',
  'both_more',
  'head',
  'common_finding',
  'common_thing',
  'left_thing',
  'left_site',
  'added_thing',
  'added_state',
  'added_qualifier',
  'unsaid',
  'other_place',
  'spread',
  'first_left',
  'own_things',
] as const
export type MisfitInput = (typeof MISFIT_INPUTS)[number]

/**
 * The inputs of the misfit: how likely the row is, how much of mention and name is common, and what kinds of words are common,
 * left of the mention, or added by the name.
 *
 * @param words of the mention as written
 * @param hasHolders false leaves out the count of concepts that have the common words, which takes longest
 * @throws MedlinkError `data_invalid`
 */
export function misfitInputs(
  { candidate, probability }: Compared,
  words: readonly Word[],
  analyzer: Analyzer,
  hasHolders = true,
): Record<MisfitInput, number> {
  const { match, score } = candidate
  const overlap = overlapOf(candidate)
  const { shared, left } = overlap
  const adds = addedMass(overlap)
  const { said, added } = accountOf(candidate)
  const head = headOf(words)
  const headKey = head === undefined ? undefined : analyzer.wordOf(head).key
  const common = { words: 0, findings: 0, things: 0, hasHead: false }
  const lacking = { words: 0, hasThing: false, hasPart: false, hasContent: false }
  for (const { form, name, isSilent } of said) {
    if (name === undefined && isSilent) continue
    const kinds = kindsOf(form, analyzer)
    const { isPartOfBody, isFinding, isOtherThing } = kinds
    if (name === undefined) {
      lacking.words++
      lacking.hasContent ||= hasContent(kinds)
      lacking.hasThing ||= isOtherThing
      lacking.hasPart ||= isPartOfBody
    } else {
      common.words++
      common.findings += isFinding ? 1 : 0
      common.things += isOtherThing ? 1 : 0
      common.hasHead ||= analyzer.wordOf(form).key === headKey
    }
  }
  const more = { things: 0, states: 0, qualifiers: 0, hasPart: false, hasContent: false }
  for (const form of added) {
    const kinds = kindsOf(form, analyzer)
    more.things += kinds.isOtherThing ? 1 : 0
    more.states += kinds.saysNoThing ? 1 : 0
    more.qualifiers += kinds.isOfQualifiers ? 1 : 0
    more.hasPart ||= kinds.isPartOfBody
    more.hasContent ||= hasContent(kinds)
  }
  const ofMention = Math.max(1, common.words + lacking.words)
  const ofName = Math.max(1, common.words + added.length)
  // Counted where the row lacks something: elsewhere it says nothing.
  const holders = hasHolders && left > 0 ? candidate.alignment.holders(match.term) : 0
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
    heaviest_of_mention: shared >= left ? 1 : 0,
    heaviest_of_name: shared >= adds ? 1 : 0,
    left: left > 0 ? 1 : 0,
    both_more: left > 0 && adds > 0 ? 1 : 0,
    head: common.hasHead ? 1 : 0,
    common_finding: common.findings / ofMention,
    common_thing: common.things / ofMention,
    left_thing: lacking.hasThing ? 1 : 0,
    left_site: lacking.hasPart ? 1 : 0,
    added_thing: more.things / ofName,
    added_state: more.states / ofName,
    added_qualifier: more.qualifiers / ofName,
    unsaid: addsUnsaidKind(said, added, analyzer) ? 1 : 0,
    other_place: lacking.hasPart && more.hasPart ? 1 : 0,
    spread: Math.log2(Math.max(1, holders)) / Math.log2(MAX_HOLDERS),
    first_left:
      first !== undefined && first.name === undefined && hasContent(kindsOf(first.form, analyzer))
        ? 1
        : 0,
    own_things: holders >= SEVERAL_HOLDERS && lacking.hasContent && more.hasContent ? 1 : 0,
  }
}

/** True for a word that is no state and no word of qualifiers. */
function hasContent({ saysNoThing, isOfQualifiers }: Kinds): boolean {
  return !(saysNoThing || isOfQualifiers)
}

/** True if a misfit weighs the count of concepts that have the common words. */
export function weighsHolders({ coefficients }: Misfit): boolean {
  return (coefficients.spread ?? 0) !== 0 || (coefficients.own_things ?? 0) !== 0
}

/** The probability, in [0, 1], that a row is far off or absurd. */
export function misfitOf(
  { intercept, coefficients }: Misfit,
  inputs: Readonly<Record<MisfitInput, number>>,
): number {
  let logit = intercept
  for (const input of MISFIT_INPUTS) logit += (coefficients[input] ?? 0) * inputs[input]
  return logistic(logit)
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
