/**
 * Rules for rows that mislead: a row is a candidate of a mention that is not linked, and the words of its name are compared
 * with the mention's.
 */

import { isSide } from '../clinical/laterality.ts'
import {
  CONTEXT,
  findQualifiers,
  formsSayingContext,
  isWordOfQualifiers,
  meaningsOfAbbreviation,
} from '../clinical/qualifiers.ts'
import { startsWithRelative } from '../clinical/rewordings.ts'
import {
  headOf,
  isDerived,
  isFinding,
  isGrade,
  isHeadWord,
  isNumberOrLetter,
  isOfAnotherSense,
  isOfContexts,
  isPartOfBody,
  isSentenceWord,
  isWordOfSites,
  lacksAct,
  saysNoThing,
  unmistakableKind,
} from '../clinical/word-kinds.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import { attachedUnits, readUnitSpellings } from '../language/attached-units.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import type { CommonWords, Match, NamedOntology } from '../ontologies/ontology.ts'
import { isGuess, type NameMatch, type Overlap } from './alignment.ts'
import {
  accountOf,
  addedMass,
  addsUnsaidKind,
  type Compared,
  isByOneEverydayWord,
  isByOtherLetters,
  isByOtherMeaning,
  isBySymbol,
  leftOf,
  misfitInputs,
  misfitOf,
  overlapOf,
  type Said,
  SHORT_GUESS,
  splitWords,
  type Written,
  writtenWords,
} from './misfit.ts'
import type { Doubt, Floor, Model } from './model.ts'

export interface RowTools {
  readonly analyzer: Analyzer
  readonly ontology: NamedOntology
  readonly model: Model
}

/** A verdict that may be left out. */
export type Row = Compared

/** The words of the mention as written, with what a row has of them; made once a row. */
type WrittenOf = (row: Row) => readonly Written[]

export interface Objections {
  /**
   * True for a row that has too little to do with the mention.
   *
   * @param isBehindFar true if the likeliest row has: one that takes its place must fit better
   */
  readonly isFar: (row: Row, isBehindFar?: boolean) => boolean
  /** True for a row that says what the mention does not. */
  readonly wouldMislead: (row: Row) => boolean
  /** True for a row that gives way to any to which nothing is objected. */
  readonly isAtOdds: (row: Row) => boolean
  /** True for a row that gives way to one that has as much of the mention. */
  readonly givesWay: (row: Row) => boolean
  /** Probability that a reader finds a row far off or absurd; undefined in models without it. */
  readonly misfit: (row: Row) => number | undefined
}

/**
 * The objections to rows of a mention. A row whose name is the mention itself is neither far nor at odds with it.
 *
 * @throws MedlinkError `data_invalid`
 */
export function objectionsTo(mention: Said, tools: RowTools): Objections {
  const { written: words } = mention
  const { analyzer, ontology } = tools
  const { floor, misfit, doubt } = tools.model
  const isBelow = (row: Row, kind: keyof Doubt) => row.probability < (doubt?.[kind] ?? 0)
  const known = new Map<Row, readonly Written[]>()
  const compared = new Map<Row, CommonWords>()
  const wordsIn = (row: Row) => madeOnce(compared, row, () => wordsOf(row))
  const written = (row: Row) => madeOnce(known, row, () => writtenWords(row.candidate))
  const measured = (row: Row) =>
    misfit && misfitOf(misfit, misfitInputs(row, mention, tools, written(row)))
  const isUnlike = (row: Row, isBehindFar: boolean) => {
    if (
      isBelow(row, 'odd') &&
      (isPlaceAlone(row, written(row), analyzer) ||
        isByAnotherSense(row, written, analyzer) ||
        isByOneEverydayWord(row, words, written(row), analyzer) ||
        isByOtherMeaning(words, written(row)))
    )
      return true
    return misfit === undefined
      ? isFarOff(row, floor!) || hasNoThing(row, floor!, analyzer)
      : measured(row)! > (isBehindFar ? misfit.max_behind : misfit.max)
  }
  const isFar = (row: Row, isBehindFar = false) =>
    row.candidate.match.exactness === 0 && isUnlike(row, isBehindFar)
  const { isMisleading, mayBeAct } = ontology.policy ?? {}
  let isValue: boolean | undefined
  const wouldMislead = (row: Row) => {
    const { match, query } = row.candidate
    if (isMisleading?.(query, match, () => wordsIn(row)) === true) return true
    if (isByOtherLetters(row, analyzer) || isBySymbol(row, words)) return true
    if (match.exactness > 0) return false
    if (isByHalves(row, written(row), analyzer) || isByNothing(row)) return true
    if (mayBeAct?.(match) === false && lacksAct(wordsIn(row))) return true
    isValue ??= isOfValue(words)
    if (isOfUnit(row, words) || isValue) return true
    if (isWhatIsLost(row) || saysOpposite(row) || isLeftOut(row, words)) return true
    if (deniesOther(row, words)) return true
    if (doubt !== undefined && saysAnother(row, analyzer)) return true
    if (!isBelow(row, 'odd')) return false
    if (isOfOtherPart(row, analyzer) || isByLearnedPart(row, analyzer)) return true
    if (isOfSameKind(row, analyzer)) return true
    if (isByDerivedWord(row, words, analyzer)) return true
    if (isThingLeft(row, analyzer) && addsUnsaid(row, analyzer, OFTEN_UNSAID)) return true
    return deniesMore(row, words) || (startsWithRelative(words) && leavesOutFamily(row))
  }
  const isAtOdds = (row: Row) =>
    doubt !== undefined &&
    row.candidate.match.exactness === 0 &&
    (addsUnsaid(row, analyzer) ||
      addsMuch(row) ||
      (isBelow(row, 'odd') && isOfSamePart(row, written(row), analyzer)) ||
      isInConflict(row, doubt, analyzer))
  const givesWay = (row: Row) => {
    const { match, query } = row.candidate
    return ontology.policy?.givesWay?.(query, match, () => wordsIn(row)) === true
  }
  return { isFar, wouldMislead, isAtOdds, givesWay, misfit: measured }
}

function wordsOf({ candidate }: Row): CommonWords {
  const { said, added } = accountOf(candidate)
  const isCommon = (word: Common) => word.name !== undefined && !isGuess(word)
  return {
    common: said.filter(isCommon).map(({ form }) => form),
    left: said.filter((word) => !isCommon(word)).map(({ form }) => form),
    leftKnown: said.filter((word) => !isCommon(word) && !word.isUnknown).map(({ form }) => form),
    added,
  }
}

type Common = NameMatch['said'][number]

/** A likely row is shown whatever its likeness, unless it is a guess at a misspelt word alone. */
function isFarOff({ candidate, probability }: Row, floor: Floor): boolean {
  const { match } = candidate
  const overlap = overlapOf(candidate)
  if (overlap.shared > 0 && probability >= floor.likely) return false
  return likeness(match) < neededFor(overlap, floor)
}

/** True if an unlikely row has no word for a thing in common, and both name one: "T wave" for "T cell". */
function hasNoThing({ candidate, probability }: Row, floor: Floor, analyzer: Analyzer): boolean {
  if (probability >= floor.no_thing) return false
  if (overlapOf(candidate).left === 0) return false
  const { said, added } = accountOf(candidate)
  const saysThing = (form: string) => !saysNoThing(form, analyzer)
  return (
    added.some(saysThing) &&
    !said.some(
      ({ form, name }) => name !== undefined && saysThing(form) && !isDerived(form, name, analyzer),
    )
  )
}

/** Words by which anatomical names call what they name. */
const SAYS_PLACE: ReadonlySet<string> = new Set('entire part region structure'.split(' '))

/** True if a row names only the place of what the mention names: "Ear" for a foreign body in it, "Joint of hand" for hemarthrosis. */
function isPlaceAlone(row: Row, written: readonly Written[], analyzer: Analyzer): boolean {
  if (!namesPlaceAlone(row)) return false
  const namesFinding = (form: string) =>
    isFinding(form, analyzer) || unmistakableKind(form, analyzer) !== undefined
  const isLeft = ({ form, name }: Common) => name === undefined && namesFinding(form)
  return written.some(
    ({ forms, said }) =>
      said.some(isLeft) || (forms.some(namesFinding) && said.some(({ name }) => !name)),
  )
}

/** True if every word of a row's name is of a part of the body. */
function namesPlaceAlone({ candidate }: Row): boolean {
  const { said, added } = accountOf(candidate)
  const isOfPlace = (form: string) =>
    isWordOfSites(form) || SAYS_PLACE.has(form) || isNumberOrLetter(form)
  return added.every(isOfPlace) && said.every(({ name }) => name === undefined || isOfPlace(name))
}

const NUMBER = /^\d+$/

/**
 * True if all that is common is a word in another sense, a state or a guess at a short misspelt word, and the mention names a
 * thing besides: "decompression sickness" for "bent nose", "seizure" for "knee brace fitted", "positive" for "widal positive".
 */
function isByAnotherSense(row: Row, written: WrittenOf, analyzer: Analyzer): boolean {
  const { said, added } = accountOf(row.candidate)
  const leaves = (is: (form: string) => boolean) =>
    said.some(
      ({ form, name, isSilent }) =>
        name === undefined && !isSilent && !saysNoThing(form, analyzer) && is(form),
    )
  const leavesPart = () => leaves((form) => isPartOfBody(form, analyzer))
  const common = said.filter(({ name }) => name !== undefined)
  const isOfState =
    common.length === 1 && added.length === 0 && saysNoThing(common[0]!.form, analyzer)
  const isShortGuess = ({ form, name, because }: Common) =>
    name === undefined || (because === 'spelling' && form.length <= SHORT_GUESS)
  // Few words have another sense, whatever is next to them.
  const isOther = (form: string) =>
    isOfAnotherSense(form, true) && isOfAnotherSense(form, leavesPart())
  const isEveryday = ({ forms, isReplaced, isOfSeveral, isInCapitals, said }: Written) =>
    !isInCapitals &&
    (forms.every((form) => isOther(form) || (isReplaced && NUMBER.test(form))) ||
      (isOfSeveral && forms.every(isEverydayWord)) ||
      (isReplaced && said.every(({ form, name }) => name === undefined || isOther(form))))
  const isOfOthers = () =>
    written(row).every((word) => isEveryday(word) || word.said.every(isShortGuess))
  return (isOfState || isOfOthers()) && leaves((form) => !isWordOfQualifiers(form))
}

const units = lazily((): ReadonlySet<string> => new Set(attachedUnits(readUnitSpellings())))

/** True if the unit of a number was read as an abbreviation: "multiple myeloma" for "18 mm". */
function isOfUnit({ candidate }: Row, words: readonly Word[]): boolean {
  return candidate.reading.replaced.some(({ text }) => {
    const at = words.findIndex(({ form }) => form === text)
    return at > 0 && NUMBER.test(words[at - 1]!.form) && units().has(text)
  })
}

const NO_OWNERS: ReadonlySet<string> = new Set()
const VALUE = /^\d+(?:\.\d+)?$/

/** True if an abbreviation of several meanings comes with a number alone: it is a test then, as "Hb 6" is no heart block. */
function isOfValue(words: readonly Word[]): boolean {
  if (!words.some(({ form }) => VALUE.test(form))) return false
  const besides = words.filter(({ form }) => !VALUE.test(form))
  return meaningsOfAbbreviation(besides, NO_OWNERS).length > 0
}

/** Words for something that is not there, or no more, before it and after it. */
const LOST_BEFORE: ReadonlySet<string> = new Set('absence absent failure lack loss low'.split(' '))
const LOST_AFTER: ReadonlySet<string> = new Set(
  'deficiency deficient deprivation intolerance reversal'.split(' '),
)
/** Words by which names say that something is missing or short. */
const SAYS_LOST: ReadonlySet<string> = new Set(
  'abnormality absence absent agenesis anomaly aplasia atrophy decreased defect deficiency deficit difficulty disorder disturbance dysfunction failure impaired impairment insufficiency intolerance lack loss low malformation malformations no not problem reduced unable without'.split(
    ' ',
  ),
)

/** Words by which a name denies something, or finds it as it should be. */
const DENIES: ReadonlySet<string> = new Set('negative never no none normal unable'.split(' '))
/** Other words by which a mention does, or says that something is hard. */
const SAYS_HARD: ReadonlySet<string> = new Set(
  'ability can cannot cant could couldnt hard impossible inability limited limits nil poor problems trouble unable'.split(
    ' ',
  ),
)

/** True if a name denies what the mention does not: "unable to swallow" for "coin swallowed". */
function deniesMore({ candidate }: Row, words: readonly Word[]): boolean {
  const { said, added } = accountOf(candidate)
  if (!added.some((form) => DENIES.has(form))) return false
  // An unread word may be a misspelt denial.
  if (said.some(({ form, name, isUnknown }) => !name && isUnknown && !isEverydayWord(form)))
    return false
  const isSaid = (form: string) => DENIES.has(form) || SAYS_LOST.has(form) || SAYS_HARD.has(form)
  return !words.some(({ form }) => isSaid(form))
}

/** Words for too much and too little. */
const MUCH: ReadonlySet<string> = new Set(
  'elevated excessive high increase increased raised'.split(' '),
)
const LITTLE: ReadonlySet<string> = new Set('decreased low lowered reduced'.split(' '))
/** Other words by which a mention says that there is much. */
const SAYS_MUCH: ReadonlySet<string> = new Set(
  'endless lots more much several strong stronger too very'.split(' '),
)

/** True if a name adds that there is too little where the mention says too much, or the reverse. */
function saysOpposite({ candidate }: Row): boolean {
  const { said, added } = accountOf(candidate)
  if (added.length === 0) return false
  const isLeft = (side: ReadonlySet<string>) =>
    said.some(({ form, name }) => name === undefined && side.has(form))
  const isAdded = (side: ReadonlySet<string>) => added.some((form) => side.has(form))
  return (isLeft(MUCH) && isAdded(LITTLE)) || (isLeft(LITTLE) && isAdded(MUCH))
}

/** True if a name adds that there is much, of which a mention of more words says nothing: "increased libido" for "libido is gone". */
function addsMuch({ candidate }: Row): boolean {
  const { said, added } = accountOf(candidate)
  if (!added.some((form) => MUCH.has(form))) return false
  const left = leftOf(candidate)
  // A value says it, too.
  return (
    left.length > 0 &&
    !left.some((form) => MUCH.has(form) || SAYS_MUCH.has(form)) &&
    !said.some(({ form }) => NUMBER.test(form))
  )
}

/** Words by which a text denies what follows, up to the words that end it; those that join two denied things, and that say nothing. */
const DENIAL = {
  opens: new Set(['w/o', 'without']),
  ends: new Set(['but', 'except', 'with']),
  joins: new Set(['and', 'nor', 'or']),
  skips: new Set(['any', 'evidence', 'mention', 'of', 'the']),
} as const
/** Words of a thing that is denied, at most: "foreign body". */
const MOST_DENIED = 2

/** True for a form that denies what follows: "without", "with no". */
function opensDenial(form: string, before: string | undefined): boolean {
  return DENIAL.opens.has(form) || (form === 'no' && before === 'with')
}

/** The forms that a text denies, and does not say besides: "perforation" in "ulcer with bleeding, without mention of perforation". */
function deniedIn(forms: readonly string[]): ReadonlySet<string> {
  const denied = new Set<string>()
  const others = new Set<string>()
  let isOpen = false
  let left = 0
  forms.forEach((form, i) => {
    if (DENIAL.skips.has(form)) return
    if (opensDenial(form, forms[i - 1])) {
      // "With or without".
      isOpen = forms[i - 1] !== 'or' && forms[i + 1] !== 'or'
      left = MOST_DENIED
    } else if (DENIAL.ends.has(form)) isOpen = false
    else if (DENIAL.joins.has(form)) left = MOST_DENIED
    else if (isOpen && left-- > 0) denied.add(form)
    else others.add(form)
  })
  for (const form of others) denied.delete(form)
  return denied
}

/**
 * True if mention and name share a word that one of them denies: "pyothorax with fistula" for "empyema without fistula", "gallstone
 * without cholecystitis" for "cholecystitis without stones".
 */
function deniesOther({ candidate }: Row, words: readonly Word[]): boolean {
  const { alignment, match, reading } = candidate
  const { said, added } = accountOf(candidate)
  const opens = (form: string) => DENIAL.opens.has(form)
  const isInName = added.some(opens) || said.some(({ name }) => name !== undefined && opens(name))
  const isOpener = ({ form }: Word, i: number) => i > 0 && opensDenial(form, words[i - 1]!.form)
  if (!isInName && !words.some(isOpener)) return false
  if (added.some((form) => SAYS_LOST.has(form) && !opens(form))) return false
  const ours = deniedIn(words.map(({ form }) => form))
  const theirs = deniedIn(isInName ? alignment.wordsOf(match.term) : [])
  const readAsDenied = reading.replaced
    .filter(({ text }) => splitWords(text).every((form) => ours.has(form)))
    .flatMap(({ read_as }) => splitWords(read_as))
  return said.some(
    ({ form, name }) =>
      name !== undefined && theirs.has(name) !== (ours.has(form) || readAsDenied.includes(form)),
  )
}

/**
 * True if a row has only words that are made of the mention's, and lacks another thing that this names: "mediastinitis" for
 * "mediastinal mass", "photosensitivity" for "photosensitive epilepsy", but not "moody" for "increased moodiness".
 */
function isByDerivedWord({ candidate }: Row, words: readonly Word[], analyzer: Analyzer): boolean {
  const { said } = accountOf(candidate)
  const common = said.filter(({ name }) => name !== undefined)
  const isMade = ({ form, name, because }: Common) =>
    because !== 'synonym' &&
    isDerived(form, name, analyzer) &&
    !saysNoThing(name!, analyzer) &&
    !isFinding(form, analyzer)
  if (common.length === 0 || !common.every(isMade)) return false
  const head = headOf(words)
  if (common.some(({ form, name }) => form === head && !isFinding(name!, analyzer))) return false
  return said.some(
    ({ form, name, isSilent }) =>
      name === undefined &&
      !isSilent &&
      !isSentenceWord(form) &&
      !ENDS_AS_MANNER.test(form) &&
      isThing(form, analyzer),
  )
}

/** True if a row names what the mention says is lost: "lordosis" for "loss of lordosis". */
function isWhatIsLost({ candidate }: Row): boolean {
  const { said, added } = accountOf(candidate)
  // Few mentions have such a word.
  if (!said.some(({ form }) => LOST_BEFORE.has(form) || LOST_AFTER.has(form))) return false
  const spoken = said.filter(({ name, isSilent }) => name !== undefined || !isSilent)
  const isCommonAt = (at: number) => spoken[at]?.name !== undefined
  const isLost = spoken.some(
    ({ form, name }, at) =>
      name === undefined &&
      ((LOST_BEFORE.has(form) && isCommonAt(at + 1)) ||
        (LOST_AFTER.has(form) && isCommonAt(at - 1))),
  )
  if (!isLost) return false
  return ![...added, ...said.map(({ name }) => name ?? '')].some((form) => SAYS_LOST.has(form))
}

const LETTER = /^[a-z]$/

/**
 * True if a row has another letter, number or side than the mention, or a stage or other words in common that name nothing:
 * "hepatitis C" for "hepatitis B", "grade 3 astrocytoma" for "mucositis grade 3".
 */
function saysAnother({ candidate }: Row, analyzer: Analyzer): boolean {
  const { said, added } = accountOf(candidate)
  if (added.length === 0) return false
  const left = leftOf(candidate)
  const isOther = (is: (form: string) => boolean) => left.some(is) && added.some(is)
  if (isOther((form) => LETTER.test(form)) || isOther(isSide)) return true
  // Several numbers are no number of a kind: "EC 1.1.1.49".
  const isNumber = (form: string) => NUMBER.test(form)
  const isGraded = said.some(({ form }, i) => isNumber(form) && isGrade(said[i - 1]?.form ?? ''))
  if (left.filter(isNumber).length === 1 && !isGraded && added.some(isNumber)) return true
  const common = said.filter(({ name }) => name !== undefined)
  const isStage = ({ form, name }: Common) =>
    [form, name!].every((each) => isGrade(each) || isNumber(each))
  const isNumbered = common.some(({ form }) => isNumber(form)) && common.every(isStage)
  if (isNumbered && added.some((form) => isThing(form, analyzer))) return true
  if (!left.some((form) => !isSentenceWord(form) && isThing(form, analyzer))) return false
  const saysNothing = (form: string) => namesNothing(form, analyzer)
  return common.every(({ form, name }) => saysNothing(form) && saysNothing(name!))
}

/** True for a form of a state, a context, a stage, a sentence or a whole qualifier. */
function namesNothing(form: string, analyzer: Analyzer): boolean {
  return (
    saysNoThing(form, analyzer) ||
    isOfContexts(form) ||
    isSentenceWord(form) ||
    isGrade(form) ||
    // Nearly all words are in no phrase of qualifiers.
    (isWordOfQualifiers(form) && findQualifiers([analyzer.wordOf(form)]).length > 0)
  )
}

/** A number and letters that are a name: "9q". */
const NUMBERED_NAME = /^\d+[a-z]/

/**
 * True if a row has only the kind of thing that the mention names, and another thing: "vitamin A deficiency" for "arylsulfatase A
 * deficiency", "cloverleaf skull" for "multiple anomalies".
 */
function isOfSameKind({ candidate }: Row, analyzer: Analyzer): boolean {
  const { said, added } = accountOf(candidate)
  const common = said.filter(({ name }) => name !== undefined)
  const kindOf = (form: string) => unmistakableKind(form, analyzer)
  const isSaid = (kind: string | undefined) =>
    kind !== undefined && common.some(({ form }) => kindOf(form) === kind)
  const isOwn = (form: string) =>
    !isHeadWord(form) &&
    !isSaid(kindOf(form)) &&
    (isPartOfBody(form, analyzer) || isThing(form, analyzer))
  const saysKind = (form: string) =>
    isHeadWord(form) ||
    isWordOfQualifiers(form) ||
    (namesNothing(form, analyzer) && !NUMBERED_NAME.test(form))
  const namesOwn = said.some(
    ({ form, name, isSilent }) =>
      name === undefined && !isSilent && !isSentenceWord(form) && isOwn(form),
  )
  // The list has each kind where the mention is one word, or states.
  if (!namesOwn && (said.length === 1 || !common.some(({ form }) => isHeadWord(form)))) return false
  return added.some(isOwn) && common.every(({ form, name }) => saysKind(form) && saysKind(name!))
}

/** True if a row has no family in its name: "Bypass of stomach" where a father had one. */
function leavesOutFamily({ candidate }: Row): boolean {
  const family = formsSayingContext(CONTEXT.family)
  return !accountOf(candidate).said.some(({ name }) => name && family.has(name))
}

/** Words before what a mention leaves out, or has not. */
const LEAVING_OUT: ReadonlySet<string> = new Set('but except excluding without'.split(' '))
const NOT: ReadonlySet<string> = new Set(['no', 'not'])

/**
 * True if all that a row has of the mention is what this leaves out: "situs inversus" for "dyskinesia without situs inversus",
 * "joint pain" for "psoriasis, no joint pain".
 */
function isLeftOut({ candidate }: Row, words: readonly Word[]): boolean {
  const { said, added } = accountOf(candidate)
  const isRead = (form: string) =>
    candidate.reading.replaced.some(({ text }) => text.toLowerCase().split(' ').includes(form))
  const isNot = (form: string) =>
    NOT.has(form) && !isRead(form) && !added.some((each) => SAYS_LOST.has(each))
  const at = words.findIndex(({ form }) => LEAVING_OUT.has(form) || isNot(form))
  if (at <= 0) return false
  const before = new Set(words.slice(0, at).map(({ form }) => form))
  const saysBefore = ({ form, isSilent }: Common) =>
    before.has(form) && !isSilent && !isSentenceWord(form) && !isNumberOrLetter(form)
  return (
    said.some((word) => word.name === undefined && saysBefore(word)) &&
    !said.some((word) => word.name !== undefined && before.has(word.form))
  )
}

/** Reason of a word's own parts: "wolf ram" for "wolfram". */
const COMPOUND = 'compound'

/**
 * True if all that a row has of the mention is less than half of what a word is short for, or a part of a word that names no
 * finding: "personality" for "person living with HIV", "Wolf-Hirschhorn syndrome" for "Wolfram".
 */
function isByHalves({ candidate }: Row, written: readonly Written[], analyzer: Analyzer): boolean {
  const { said } = accountOf(candidate)
  const isLeft = (part: string) =>
    said.some(({ form, name }) => form === part && name === undefined && !isSentenceWord(form))
  const halves = candidate.reading.replaced.flatMap(({ because, read_as }) => {
    const parts = because === COMPOUND ? read_as.split(' ') : []
    return parts.some(isLeft) ? parts.filter((part) => !isFinding(part, analyzer)) : []
  })
  const common = written.filter((word) => word.said.some(({ name }) => name !== undefined))
  const isHalf = (word: Written) =>
    word.forms.every((form) => halves.includes(form)) ||
    2 * word.said.filter(({ name }) => name !== undefined).length < word.said.length
  return common.length > 0 && common.every(isHalf)
}

/** True if a row has only words of sentences of the mention, and adds another: "feeling feverish" for "feel really strange". */
function isByNothing({ candidate }: Row): boolean {
  const { said, added } = accountOf(candidate)
  const common = said.filter(({ name }) => name !== undefined)
  const saysNothing = ({ form, name }: Common) => isSentenceWord(form) && isSentenceWord(name!)
  return added.length > 0 && common.length > 0 && common.every(saysNothing)
}

/** Parts that many others have, are made of or are in: teeth are in a jaw, and a bladder is in the pelvis. */
const OF_OTHER_PARTS: ReadonlySet<string> = new Set(
  'abdomen abdominal area bone bones cell cord extremity foot hand joint joints limb muscle muscles muscular nerve nuclei nucleus pelvic pelvis peripheral process skin teeth tissue tooth trunk tubule'.split(
    ' ',
  ),
)

/** True if mention and name have a part of the body each, and none in common: "imperforate hymen" for "imperforate esophagus". */
function isOfOtherPart({ candidate }: Row, analyzer: Analyzer): boolean {
  const { said, added } = accountOf(candidate)
  const isPart = (form: string) =>
    isPartOfBody(form, analyzer) && !isWordOfQualifiers(form) && !OF_OTHER_PARTS.has(form)
  return (
    added.some(isPart) &&
    said.some(({ form, name, isSilent }) => !name && !isSilent && isPart(form)) &&
    !said.some(({ name }) => name && isPart(name))
  )
}

/** Words of parts that are in names of joints and sides of them. */
const JOINS_PARTS: ReadonlySet<string> = new Set('and joint of or'.split(' '))
/** Words for a finding that leave open which one it is. */
const OPEN_FINDINGS: ReadonlySet<string> = new Set('disease disorder lesion lesions'.split(' '))

/**
 * True if a row has only the part of the body of the mention, each with a finding of its own: "pain in left leg" for "loss of
 * muscle in left leg", "joint pain of ankle" for hemarthrosis of it.
 */
function isOfSamePart(
  { candidate }: Row,
  written: readonly Written[],
  analyzer: Analyzer,
): boolean {
  const { said, added } = accountOf(candidate)
  const isPlace = (form: string) =>
    isPartOfBody(form, analyzer) || isSide(form) || JOINS_PARTS.has(form)
  const namesFinding = (form: string) => isFinding(form, analyzer) && !OPEN_FINDINGS.has(form)
  if (!added.some((form) => namesFinding(form) && !saysNoThing(form, analyzer))) return false
  if (!said.every(({ form, name }) => name === undefined || (isPlace(form) && isPlace(name))))
    return false
  const kindOf = (form: string) => unmistakableKind(form, analyzer)
  const isOtherKind = (kind: string | undefined) =>
    kind !== undefined && !added.some((form) => kindOf(form) === kind)
  const saysOther = (form: string) =>
    !isPlace(form) &&
    (namesFinding(form) ||
      isOtherKind(kindOf(form)) ||
      LOST_BEFORE.has(form) ||
      NOT.has(form) ||
      SAYS_HARD.has(form))
  return written.some(
    ({ forms, said }) =>
      said.some(({ form, name, isSilent }) => name === undefined && !isSilent && saysOther(form)) ||
      (forms.some(namesFinding) && said.some(({ name }) => name === undefined)),
  )
}

/** Reason of a word that names of the release use for another. */
const LEARNED = 'learned'

/** Endings of the adjectives of parts, which names use for the part itself: "renal". */
const OF_PART = /(?:al|ar|ary|ic)$/

/**
 * True if a part of the body is only a neighbour of the mention's: "bursitis of shoulder" for "bursitis of elbow", but not "renal
 * fistula" for "kidney fistula".
 */
function isByLearnedPart({ candidate }: Row, analyzer: Analyzer): boolean {
  const { said } = accountOf(candidate)
  const isOther = ({ form, name, because }: Common) =>
    because === LEARNED &&
    isPartOfBody(form, analyzer) &&
    isPartOfBody(name!, analyzer) &&
    !OF_PART.test(form) &&
    !OF_PART.test(name!)
  return said.length > 1 && said.some((word) => word.name !== undefined && isOther(word))
}

const ENDS_AS_MANNER = /ly$/

/** True if a row lacks a thing that the mention names. */
function isThingLeft({ candidate }: Row, analyzer: Analyzer): boolean {
  return accountOf(candidate).said.some(
    ({ form, name, isSilent }) =>
      name === undefined && !isSilent && isThing(form, analyzer) && !ENDS_AS_MANNER.test(form),
  )
}

/** True if a form names a thing: it is no state, context or qualifier. */
function isThing(form: string, analyzer: Analyzer): boolean {
  if (saysNoThing(form, analyzer) || isOfContexts(form)) return false
  return isPartOfBody(form, analyzer) || !isWordOfQualifiers(form)
}

/** Kind of the words for a later encounter, which a mention of a malunion says in other words. */
const LATER: ReadonlySet<string> = new Set(['later'])
/** Kinds that a mention with a thing of its own says in other words: "revolver", "periventricular". */
const OFTEN_UNSAID: ReadonlySet<string> = new Set(['firearm', 'later', 'newborn', 'operation'])

/** True if the name of a row adds a thing that no mention leaves unsaid, such as a pregnancy, but for spared kinds. */
function addsUnsaid({ candidate }: Row, analyzer: Analyzer, spared = LATER): boolean {
  const { said, added } = accountOf(candidate)
  const counted = added.filter((form) => !spared.has(unmistakableKind(form, analyzer) ?? ''))
  return addsUnsaidKind(said, counted, analyzer)
}

/**
 * True if mention and name each have a thing of their own, and the row is unlikely: "military activity" for "activity,
 * parasailing". Two parts of the body, or two findings, need more: "laceration of diaphragm" for "laceration of pelvic floor".
 */
function isInConflict(
  { candidate, probability }: Row,
  { same_kind, own_things }: Doubt,
  analyzer: Analyzer,
): boolean {
  if (probability >= Math.max(same_kind, own_things)) return false
  if (overlapOf(candidate).left === 0) return false
  const { added } = accountOf(candidate)
  const left = leftOf(candidate)
  const haveBoth = (is: (form: string, analyzer: Analyzer) => boolean) =>
    left.some((form) => is(form, analyzer)) && added.some((form) => is(form, analyzer))
  if (haveBoth(isPartOfBody) || haveBoth(isFinding)) return probability < same_kind
  return probability < own_things && haveBoth(isThing)
}

/** Share of the mass of the mention and the name that both have. */
function likeness({ queryMass, nameMass, matchedQueryMass, matchedNameMass }: Match): number {
  return (matchedQueryMass + matchedNameMass) / Math.max(1, queryMass + nameMass)
}

/**
 * The least likeness that is shown: more is needed where what is common is not the heaviest word of the mention or of the
 * name, as "deficiency" is of "copper deficiency".
 */
function neededFor(overlap: Overlap, floor: Floor): number {
  const { shared, left } = overlap
  const adds = addedMass(overlap)
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
