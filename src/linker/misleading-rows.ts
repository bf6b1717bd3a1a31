/**
 * Rules for rows that mislead: a row is a candidate of a mention that is not linked, and the words of its name are compared
 * with the mention's.
 */

import { CONTEXT, formsSayingContext, isWordOfQualifiers } from '../clinical/qualifiers.ts'
import { startsWithRelative } from '../clinical/rewordings.ts'
import {
  headOf,
  isDerived,
  isFinding,
  isNumberOrLetter,
  isOfAnotherSense,
  isOfContexts,
  isPartWord,
  isPlaceOrQualifier,
  isSentenceWord,
  isWordOfSites,
  saysNoThing,
  unmistakableKind,
} from '../clinical/word-kinds.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import type { CommonWords, Match, NamedOntology } from '../ontologies/ontology.ts'
import { isGuess, type NameMatch, type Overlap } from './alignment.ts'
import type { Verdict } from './decide.ts'
import type { Floor, Model } from './model.ts'

export interface RowTools {
  readonly index: Pick<MedlinkIndex, 'term'>
  readonly analyzer: Analyzer
  readonly ontology: NamedOntology
  readonly model: Model
}

/** A verdict that may be left out, with the words that its name has in common with the mention; aligned once, if at all. */
export interface Row extends Pick<Verdict, 'candidate' | 'probability'> {
  readonly account: () => NameMatch
}

export function rowOf({ candidate, probability }: Verdict): Row {
  let account: NameMatch | undefined
  return {
    candidate,
    probability,
    account: () => {
      account ??= candidate.alignment.account(candidate.match.term)
      return account
    },
  }
}

export interface Objections {
  /** True for a row that has too little in common. */
  readonly isFar: (row: Row) => boolean
  /** True for a row that says what the mention does not. */
  readonly wouldMislead: (row: Row) => boolean
  /** True for a row that gives way to any to which nothing is objected. */
  readonly isAtOdds: (row: Row) => boolean
  /** True for a row that gives way to one that has as much of the mention. */
  readonly givesWay: (row: Row) => boolean
}

/**
 * The objections to rows of a mention.
 *
 * @param words of the mention as written
 * @throws MedlinkError `data_invalid`
 */
export function objectionsTo(words: readonly Word[], tools: RowTools): Objections {
  const { analyzer, ontology } = tools
  const { floor } = tools.model
  const isEntry = !words.some(({ form }) => isSentenceWord(form))
  const isOfRelative = startsWithRelative(words)
  // Rules for rows whose names are not the mention itself.
  const isUnlike = (row: Row) =>
    isFarOff(row, floor) ||
    isPlaceAlone(row, floor, analyzer) ||
    isElsewhere(row, floor, analyzer) ||
    isByAnotherSense(row, floor, analyzer) ||
    isFindingForAct(row, floor, analyzer) ||
    (isOfRelative && leavesOutFamily(row, floor)) ||
    (isEntry ? isOfAnotherThing(row, floor, tools) : isOfAnotherAbility(row, floor, analyzer))
  const isFar = (row: Row) => row.candidate.match.exactness === 0 && isUnlike(row)
  const { isMisleading } = ontology.policy ?? {}
  const wouldMislead = (row: Row) => {
    const { match, query } = row.candidate
    if (isMisleading?.(query, match, () => wordsOf(row)) === true) return true
    return match.exactness === 0 && (saysMore(row, floor, analyzer) || isLeftOut(row, words))
  }
  const isAtOdds = (row: Row) =>
    row.candidate.match.exactness === 0 && isInConflict(row, floor, analyzer)
  const givesWay = (row: Row) => {
    const { match, query } = row.candidate
    return ontology.policy?.givesWay?.(query, match, () => wordsOf(row)) === true
  }
  return { isFar, wouldMislead, isAtOdds, givesWay }
}

/** A word of a name with less than this share of the mass of the mention's heaviest word adds nothing: "disorder". */
const ADDED_SHARE = 0.35
function wordsOf({ account }: Row): CommonWords {
  const { said, added } = account()
  const isCommon = (word: Common) => word.name !== undefined && !isGuess(word)
  return {
    common: said.filter(isCommon).map(({ form }) => form),
    left: said.filter((word) => !isCommon(word)).map(({ form }) => form),
    added,
  }
}

/** A likely row is shown whatever its likeness, unless it is a guess at a misspelt word alone. */
function isFarOff({ candidate: { match, alignment }, probability }: Row, floor: Floor): boolean {
  const overlap = alignment.overlap(match.term)
  if (overlap.shared > 0 && probability >= floor.likely) return false
  return likeness(match) < neededFor(overlap, floor)
}

/**
 * True if the name of a row adds a thing to what is common, and nothing but a context is common, or the row is unlikely and
 * little is: "Fracture of great toe" for an ulcer of it. Entries of charts name things; what a patient tells in a sentence has
 * other words for them.
 */
function isOfAnotherThing(
  { candidate: { match, alignment }, probability, account }: Row,
  floor: Floor,
  { analyzer, index }: RowTools,
): boolean {
  if (probability >= Math.max(floor.certain, floor.no_what)) return false
  if (alignment.overlap(match.term).left === 0) return false
  const { said, added } = account()
  const saysThing = (form: string) => !saysNoThing(form, analyzer)
  const isWhat = (form: string) => saysThing(form) && !isPlaceOrQualifier(form, analyzer)
  if (!added.some(saysThing)) return false
  const common = said.filter(({ name }) => name !== undefined)
  const saysWhat = ({ form, name }: Common) => saysThing(form) && !isDerived(form, name, analyzer)
  if (probability < floor.no_what && !common.some(saysWhat)) return true
  if (probability >= floor.certain) return false
  if (common.every(({ form, name }) => isOfContexts(form) || isOfContexts(name!))) return true
  const isBelow = (most: number, like: number) => probability < most && likeness(match) < like
  if (isBelow(floor.unlikely, floor.other_thing)) return true
  if (probability < floor.no_thing && !common.some(({ form }) => isWhat(form))) return true
  if (!isBelow(floor.doubtful, floor.other_head)) return false
  const head = headOf(analyzer.analyze(index.term(match.term).text))
  return head !== undefined && added.includes(head) && isWhat(head)
}

/** True if an unlikely row has only states and words of sentences in common, and both name a thing: "unable to void" for "unable to squat". */
function isOfAnotherAbility(
  { probability, account }: Row,
  floor: Floor,
  analyzer: Analyzer,
): boolean {
  if (probability >= floor.no_what) return false
  const { said, added } = account()
  const saysThing = (form: string) => !saysNoThing(form, analyzer) && !isSentenceWord(form)
  return (
    added.some(saysThing) &&
    said.some(({ form, name }) => name === undefined && saysThing(form)) &&
    !said.some(({ form, name }) => name !== undefined && saysThing(form))
  )
}

type Common = NameMatch['said'][number]

/** Words by which anatomical names call what they name. */
const SAYS_PLACE: ReadonlySet<string> = new Set('entire part region structure'.split(' '))

/** True if a row is unlikely and names only the place of what the mention names: "Ear" for a foreign body in it. */
function isPlaceAlone({ probability, account }: Row, floor: Floor, analyzer: Analyzer): boolean {
  if (probability >= floor.certain) return false
  const { said } = account()
  if (!namesPlaceAlone({ account })) return false
  return said.some(({ form, name }) => name === undefined && isFinding(form, analyzer))
}

/** True if every word of a row's name is of a part of the body. */
function namesPlaceAlone({ account }: Pick<Row, 'account'>): boolean {
  const { said, added } = account()
  const words = [...added, ...said.flatMap(({ name }) => name ?? [])]
  return words.every(
    (form) => isWordOfSites(form) || SAYS_PLACE.has(form) || isNumberOrLetter(form),
  )
}

/** Words of a mention that has one for a part of the body, and one for what is wrong with it. */
const SHORT_ENTRY = 2
/** Letters of the shortest word for a part; shorter ones are of systems: "GI". */
const PART_LETTERS = 3

/** True if an unlikely row names a thing of another part of the body: a nail that lifts for a shoulder that cannot. */
function isElsewhere(row: Row, floor: Floor, analyzer: Analyzer): boolean {
  const { match } = row.candidate
  if (likeness(match) >= floor.other_head) return false
  const { said, added } = row.account()
  const isShort = said.length <= SHORT_ENTRY
  if (row.probability >= Math.max(floor.likely, isShort ? floor.certain : 0)) return false
  const isPart = (form: string) =>
    form.length >= PART_LETTERS &&
    (isWordOfSites(form) || (isShort && isWordOfSites(analyzer.wordOf(form).lemma)))
  if (!added.some(isPart) || !said.some(({ form, name }) => name === undefined && isPart(form)))
    return false
  return !namesPlaceAlone(row)
}

const NUMBER = /^\d+$/

const BETWEEN_WORDS = /[\s-]+/

/** Letters of the longest misspelt word whose correction says little by itself. */
const SHORT_GUESS = 5

/**
 * True if all that is common is a word in another sense, a state or a guess at a short misspelt word, and the mention names a
 * thing besides: "decompression sickness" for "bent nose", "seizure" for "knee brace fitted", "positive" for "widal positive".
 */
function isByAnotherSense(
  { candidate: { reading }, probability, account }: Row,
  { certain }: Floor,
  analyzer: Analyzer,
): boolean {
  if (probability >= certain) return false
  const { said, added } = account()
  const left = said.flatMap(({ form, name, isSilent }) =>
    name === undefined && !isSilent && !saysNoThing(form, analyzer) ? [form] : [],
  )
  const namesThing = left.some((form) => !isWordOfQualifiers(form))
  if (!namesThing) return false
  const namesPart = left.some((form) => isPartOfBody(form, analyzer))
  const common = said.filter(({ name }) => name !== undefined)
  if (common.length === 1 && added.length === 0 && saysNoThing(common[0]!.form, analyzer))
    return true
  return common.every(({ form, because }) => {
    if (because === 'spelling' && form.length <= SHORT_GUESS) return true
    const replaced = reading.replaced.find(({ read_as }) =>
      read_as.toLowerCase().split(BETWEEN_WORDS).includes(form),
    )
    const written = replaced === undefined ? [form] : replaced.text.toLowerCase().split(' ')
    return written.every(
      (each) => isOfAnotherSense(each, namesPart) || (replaced !== undefined && NUMBER.test(each)),
    )
  })
}

/** True if the mention has an act alone, and the name of an unlikely row a finding: "plaster ulcer" for "plaster removal". */
function isFindingForAct(
  { candidate: { match }, probability, account }: Row,
  floor: Floor,
  analyzer: Analyzer,
): boolean {
  if (probability >= floor.certain) return false
  if (likeness(match) >= floor.other_head) return false
  const { said, added } = account()
  return (
    added.some((form) => isFinding(form, analyzer) && !isPartWord(form)) &&
    said.some(({ form, name }) => name === undefined && isPartWord(form))
  )
}

/** True if the mention names a part of the body alone, and the row a finding of it: "pain in thumb" for "thumb". */
function isFindingForPart(
  { candidate: { match, alignment }, account }: Row,
  analyzer: Analyzer,
): boolean {
  if (alignment.overlap(match.term).left > 0) return false
  const { said, added } = account()
  const isNamed = (form: string) =>
    isFinding(form, analyzer) || unmistakableKind(form, analyzer) !== undefined
  if (!added.some(isNamed)) return false
  const isPart = (form: string) => isPlaceOrQualifier(form, analyzer) || saysNoThing(form, analyzer)
  return said.every(
    ({ form, name, isSilent }) =>
      isSilent || (name !== undefined && isPart(form) && !isFinding(form, analyzer)),
  )
}

/** True if an unlikely row has no family in its name: "Bypass of stomach" where a father had one. */
function leavesOutFamily({ probability, account }: Row, { certain }: Floor): boolean {
  if (probability >= certain) return false
  const family = formsSayingContext(CONTEXT.family)
  return !account().said.some(({ name }) => name && family.has(name))
}

/** True if a row says what the mention does not: a finding of a part of the body, or {@link addsUnsaid}. */
function saysMore(row: Row, floor: Floor, analyzer: Analyzer): boolean {
  return (
    isFindingForPart(row, analyzer) ||
    addsUnsaid(row, floor, analyzer) ||
    addsThings(row, floor, analyzer)
  )
}

/** Things that a name adds to be one of several things together. */
const SEVERAL_ADDED = 2
/** Share of a name's mass that a mention has, under which most of the name is added. */
const MOST_ADDED = 0.5

/** True if a row has all of the mention, and adds two things or more that weigh more: a syndrome for one of its signs. */
function addsThings(
  { candidate: { match, alignment }, probability, account }: Row,
  floor: Floor,
  analyzer: Analyzer,
): boolean {
  if (probability >= floor.whole) return false
  if (alignment.overlap(match.term).left > 0) return false
  if (match.matchedNameMass > MOST_ADDED * match.nameMass) return false
  return account().added.filter((form) => isThing(form, analyzer)).length >= SEVERAL_ADDED
}

/** Words before what a mention leaves out, or has not. */
const LEAVING_OUT: ReadonlySet<string> = new Set('but except excluding without'.split(' '))

/** True if all that a row has of the mention is what this leaves out: "situs inversus" for "dyskinesia without situs inversus". */
function isLeftOut({ account }: Row, words: readonly Word[]): boolean {
  const at = words.findIndex(({ form }) => LEAVING_OUT.has(form))
  if (at <= 0) return false
  const before = new Set(words.slice(0, at).map(({ form }) => form))
  const { said } = account()
  const saysBefore = ({ form, isSilent }: Common) =>
    before.has(form) && !isSilent && !isSentenceWord(form) && !isNumberOrLetter(form)
  return (
    said.some((word) => word.name === undefined && saysBefore(word)) &&
    !said.some((word) => word.name !== undefined && before.has(word.form))
  )
}

/** True if a form names a thing: it is no state, context or qualifier. */
function isThing(form: string, analyzer: Analyzer): boolean {
  if (saysNoThing(form, analyzer) || isOfContexts(form)) return false
  return isPartOfBody(form, analyzer) || !isWordOfQualifiers(form)
}

function isPartOfBody(form: string, analyzer: Analyzer): boolean {
  return isWordOfSites(form) || isWordOfSites(analyzer.wordOf(form).lemma)
}

/**
 * True if the name of a row adds a thing that no mention leaves unsaid, such as a pregnancy or a neoplasm.
 *
 * @throws MedlinkError `data_invalid`
 */
function addsUnsaid(
  { probability, account }: Row,
  { certain }: Floor,
  analyzer: Analyzer,
): boolean {
  if (probability >= certain) return false
  const { said, added } = account()
  const kindOf = (form: string) => unmistakableKind(form, analyzer)
  const kindsSaid = new Set(said.flatMap(({ form, name }) => [kindOf(form), kindOf(name ?? form)]))
  return added.some((form) => kindOf(form) !== undefined && !kindsSaid.has(kindOf(form)))
}

/**
 * True if mention and name each have a thing of their own, and the row is unlikely: "military activity" for "activity,
 * parasailing". Two parts of the body, or two findings, need more: "laceration of diaphragm" for "laceration of pelvic floor".
 */
function isInConflict(
  { candidate: { match, alignment }, probability, account }: Row,
  floor: Floor,
  analyzer: Analyzer,
): boolean {
  if (probability >= Math.max(floor.same_kind, floor.own_things)) return false
  if (alignment.overlap(match.term).left === 0) return false
  const { said, added } = account()
  const left = said.flatMap(({ form, name, isSilent }) => (name || isSilent ? [] : [form]))
  const haveBoth = (is: (form: string, analyzer: Analyzer) => boolean) =>
    left.some((form) => is(form, analyzer)) && added.some((form) => is(form, analyzer))
  if (haveBoth(isPartOfBody) || haveBoth(isFinding)) return probability < floor.same_kind
  return probability < floor.own_things && haveBoth(isThing)
}

/** Share of the mass of the mention and the name that both have. */
function likeness({ queryMass, nameMass, matchedQueryMass, matchedNameMass }: Match): number {
  return (matchedQueryMass + matchedNameMass) / Math.max(1, queryMass + nameMass)
}

/**
 * The least likeness that is shown: more is needed where what is common is not the heaviest word of the mention or of the
 * name, as "deficiency" is of "copper deficiency".
 */
function neededFor({ shared, left, added }: Overlap, floor: Floor): number {
  const adds = added < ADDED_SHARE * Math.max(shared, left) ? 0 : added
  if (shared === 0) return left > 0 || adds > 0 ? floor.no_word : 0
  const isHeadOfMention = shared >= left
  const isHeadOfName = shared >= adds
  if (left > 0 && adds > 0) {
    if (isHeadOfMention && isHeadOfName) return floor.both_heads
    return isHeadOfMention || isHeadOfName ? floor.one_head : floor.no_head
  }
  if (!isHeadOfMention) return floor.left_head
  return isHeadOfName ? 0 : floor.added_head
}
