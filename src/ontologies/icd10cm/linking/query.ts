import { dayCountIn } from '../../../clinical/day-counts.ts'
import { isBehindGraded } from '../../../clinical/measures.ts'
import {
  withCauseFirst,
  withDisorder,
  withoutStage,
  withPressureStage,
  withSpineRegion,
  withTrimester,
  withWholeLevels,
} from '../../../clinical/name-wordings.ts'
import {
  CONTEXT,
  contextOf,
  type FoundQualifier,
  findQualifiers,
  isCutOff,
  isUnfinished,
  isVague,
  meaningsOfAbbreviation,
  openMeaningsBy,
  withoutEntryNotes,
} from '../../../clinical/qualifiers.ts'
import {
  familyHistoryIn,
  ofSoleSite,
  withBothSides,
  withBurnedSurface,
  withOpenCause,
  withoutException,
  withoutLimit,
  withShortWith,
  withSides,
  withWeightChange,
} from '../../../clinical/rewordings.ts'
import type { Analyzer, Word } from '../../../language/analyze.ts'
import { outside, PhraseMatcher } from '../../../language/phrase-matcher.ts'
import { lazily } from '../../../language/remember.ts'
import { readColumn, readTable } from '../../../language/tables.ts'
import type { Interpretation, Mention, MentionReader } from '../../ontology.ts'
import { type Qualifiers, qualifiersOf } from '../qualifiers.ts'

/** "And" in a title means "and/or" (guidelines I.A.14). */
export const JOINERS: readonly string[] = ['and', 'or']

/** Contents of a mention besides the name of the condition. */
export interface Icd10cmQuery extends Qualifiers {
  /** Bits of CONTEXT: whether it is denied, suspected, past, a relative's or planned; 0 for the patient's own. */
  readonly context: number
  /** Why the text alone should not be coded, if it should not. */
  readonly unclear: 'too_vague' | 'several_meanings' | 'context_unclear' | undefined
  /** Meanings of the abbreviation or phrase that is the whole text, if `unclear` is `several_meanings`; else empty. */
  readonly meanings: readonly string[]
  /** Forms by which it says how severe the condition is. */
  readonly severity: readonly string[]
  /** Forms by which it says how the condition runs, for which few codes have a place: "stable", "newly diagnosed". */
  readonly status: readonly string[]
  /** True if the side that it says is left out of the words that are read. */
  readonly isSideless?: boolean
  /** Forms of the part of the body that its disease says by itself, if they are left out of the words that are read. */
  readonly sites?: readonly string[]
  /** True if the stage of one of two diseases is left out of the words that are read. */
  readonly isStageless?: boolean
  /** True if its last word announces another one, which only a name may end with. */
  readonly isUnfinished: boolean
  /** `concept.id` of the code that is written next to the name. */
  readonly writtenCode?: number
  /** True if it says that the condition was confirmed. */
  readonly isConfirmed: boolean
  /** True if it says "and" or "or". */
  readonly isJoined: boolean
  /** True if it names a pregnancy, or what ends it. */
  readonly isOfPregnancy: boolean
  /** True if it says that a fracture is not closed or does not heal as it should. */
  readonly isUnusualFracture: boolean
}

/** The way without a time is seldom the right one when the whole mention has many readings. */
const READINGS_WITHOUT_TIME = 3
const DIGIT = /\d/
/** A name that lacks other contents of the mention is never the mention word for word. */
const CERTAINTY_WITHOUT_TIME = 0.9

/** The words of titles are not what was written, and as good. */
const CERTAINTY_OF_WORDING = 0.98

const NO_MEANINGS: readonly string[] = []

const STATUS_TABLE = 'icd-10-cm/status-words.tsv'
const FRACTURE_TABLE = 'icd-10-cm/fracture-words.tsv'
const DOMINANT_TABLE = 'icd-10-cm/dominant-abbreviations.tsv'
const OPEN_TABLE = 'icd-10-cm/open-mentions.tsv'
/** Words that claim a proof: the organism of an infection was found. */
const CONFIRMED: ReadonlySet<string> = new Set(['confirmed', 'proven'])
const OF_PREGNANCY: ReadonlySet<string> = new Set(
  'childbirth delivery labor pregnancy puerperium'.split(' '),
)
const DAYS: ReadonlySet<string> = new Set(['day', 'days', 'hour', 'hours', 'hrs'])

/** Takes mentions apart: the whole mention, and what is left without the time that the condition has lasted. */
export function createIcd10cmReader(
  analyzer: Analyzer,
  idOf: (code: string) => number | undefined = () => undefined,
): MentionReader<Icd10cmQuery> {
  const weight = analyzer.wordOf('weight')
  return {
    read: (whole) => {
      const coded = writtenCodeIn(whole.text, whole.words, idOf)
      if (coded === undefined) return readName(whole)
      const { concept: writtenCode, words } = coded
      return readName({ ...whole, words }).map((way) => ({
        ...way,
        understand: (read) => Object.assign(way.understand(read), { writtenCode }),
      }))
    },
  }

  function readName(mention: Mention): readonly Interpretation<Icd10cmQuery>[] {
    const asWritten = readMention(mention, analyzer, weight)
    const [whole] = asWritten
    return [
      ...asWritten,
      ...readSoleSite(whole!, analyzer),
      ...readStageless(whole!),
      ...readFamilyHistory(mention, analyzer),
      ...readWordings(whole!, analyzer, mention.text),
    ]
  }
}

/** A mention without the part of the body that its disease says by itself, and without a side, which few codes of these have. */
function readSoleSite(
  { words, understand }: Interpretation<Icd10cmQuery>,
  analyzer: Analyzer,
): readonly Interpretation<Icd10cmQuery>[] {
  const found = ofSoleSite(withBothSides(words, analyzer) ?? words, false)
  if (found === undefined) return []
  const { siteless, sideless } = found
  const { laterality } = understand(words)
  const sites = formsOf(words.filter((word) => !siteless.includes(word)))
  const ways: Interpretation<Icd10cmQuery>[] = []
  if (siteless.length < words.length) ways.push({ words: siteless, understand })
  if (sideless.length < siteless.length)
    ways.push({
      words: sideless,
      understand: (read) =>
        Object.assign(understand(read), { laterality, isSideless: true, sites }),
      certainty: CERTAINTY_OF_WORDING,
    })
  return ways
}

/** A mention of two diseases that one code combines, without the stage that another code has. */
function readStageless({
  words,
  understand,
}: Interpretation<Icd10cmQuery>): readonly Interpretation<Icd10cmQuery>[] {
  const stageless = withoutStage(words)
  if (stageless === undefined) return []
  const understandRest = (read: readonly Word[]) =>
    Object.assign(understand(read), { isStageless: true })
  return [{ words: stageless, understand: understandRest, certainty: CERTAINTY_OF_WORDING }]
}

/** The mention in the words of titles, where these have a way of their own to say the same. */
function readWordings(
  { words, understand }: Interpretation<Icd10cmQuery>,
  analyzer: Analyzer,
  text: string,
): readonly Interpretation<Icd10cmQuery>[] {
  const ways: Interpretation<Icd10cmQuery>[] = []
  for (const reword of REWORDINGS) {
    const reworded = reword(words, analyzer, text)
    if (reworded !== undefined)
      ways.push({ words: reworded, understand, certainty: CERTAINTY_OF_WORDING })
  }
  return ways
}

/** Ways in which titles say what mentions say otherwise. */
const REWORDINGS = [
  withBothSides,
  withBurnedSurface,
  withUseDisorder,
  withoutLimit,
  withoutException,
  withSpineRegion,
  withTrimester,
  withPressureStage,
  withDisorder,
  withCauseFirst,
]

/** Words of ICD-10-CM for the degrees of a use disorder in DSM-5, which has neither abuse nor dependence. */
const USE_DISORDERS: ReadonlyMap<string, string> = new Map([
  ['mild', 'abuse'],
  ['moderate', 'dependence'],
  ['severe', 'dependence'],
])

/** Words that add to a use disorder, or say how it ended. */
const QUALIFYING: ReadonlySet<string> = new Set('and due in remission with'.split(' '))

/**
 * The mention with the word of titles for how severe a use disorder is: "alcohol use disorder, severe" is "alcohol dependence,
 * uncomplicated". Undefined if it is of none, or says no one degree.
 */
function withUseDisorder(words: readonly Word[], analyzer: Analyzer): readonly Word[] | undefined {
  const at = words.findIndex(({ form }, i) => form === 'use' && words[i + 1]?.lemma === 'disorder')
  if (at <= 0) return undefined
  const [degree, another] = words.filter(({ form }) => USE_DISORDERS.has(form))
  if (degree === undefined || another !== undefined) return undefined
  const { start, end, optional } = words[at]!
  const title = { ...analyzer.wordOf(USE_DISORDERS.get(degree.form)!), start, end, optional }
  const reworded = words.flatMap((word, i) => {
    if (i === at) return [title]
    return i === at + 1 || word === degree ? [] : [word]
  })
  const isBare = !words.some(({ form }) => QUALIFYING.has(form))
  return isBare ? [...reworded, { ...analyzer.wordOf('uncomplicated'), start, end }] : reworded
}

function readMention(
  { text, words: written }: Mention,
  analyzer: Analyzer,
  weight: Word,
): readonly Interpretation<Icd10cmQuery>[] {
  const noted = withOpenCause(withoutTimeBehindGraded(withoutEntryNotes(text, written)), analyzer)
  const levelled = withWholeLevels(text, withShortWith(noted, analyzer), analyzer)
  const words = withWeightChange(withSides(text, levelled, analyzer), weight)
  const found = findQualifiers(words)
  const context = contextOf(text, words, found)
  const isTooVague = isVague(words, found) || isCutOff(text)
  const meanings = isTooVague ? openMeaningsOf(words) : meaningsOf(words, found)
  const unclear = whyUnclear(meanings) ?? (isTooVague ? 'too_vague' : undefined)
  const isJoined = words.some(({ form }) => JOINERS.includes(form))
  const isOfPregnancy = words.some(({ form }) => OF_PREGNANCY.has(form))
  const severity = found.flatMap(({ kind, from, to }) =>
    kind === 'severity' ? words.slice(from, to).map(({ form }) => form) : [],
  )
  const isUnusualFracture = words.some(({ form }) => fractureWords().has(form))
  const status = statusIn(words)
  const isConfirmed = words.some(({ form }) => CONFIRMED.has(form))
  const ofAll = {
    isUnfinished: isUnfinished(text, written),
    context,
    unclear,
    meanings,
    severity,
    status,
    isConfirmed,
    isJoined,
    isOfPregnancy,
    isUnusualFracture,
  } as const
  // Copying the qualifiers instead would take as long as reading them.
  const understand = (read: readonly Word[]) => Object.assign(qualifiersOf(read), ofAll)
  const whole = { words, understand }
  if (!words.some(({ form }) => DIGIT.test(form))) return [whole]
  const count = dayCountIn(text, words)
  const lasting = found.filter((each) => isDuration(each, words))
  // "Day 3" is a count, whose day alone would be a duration.
  const durations = count === undefined ? lasting : [count]
  if (durations.length === 0) return [whole]
  const rest = outside(words, durations)
  if (rest.every(({ stop }) => stop)) return [whole]
  return [
    whole,
    {
      words: rest,
      readings: READINGS_WITHOUT_TIME,
      certainty: CERTAINTY_WITHOUT_TIME,
      understand,
    },
  ]
}

/** The mention as a family history, in the words of titles; a relative's illness alone is not linked. */
function readFamilyHistory(
  { text, words }: Mention,
  analyzer: Analyzer,
): readonly Interpretation<Icd10cmQuery>[] {
  const family = familyHistoryIn(words, analyzer)
  if (family === undefined) return []
  const { condition, isOfRelative } = family
  const beside = contextOf(text, condition) & ~CONTEXT.past
  const said = {
    context: beside | CONTEXT.family,
    unclear: isOfRelative ? 'context_unclear' : undefined,
    ...{ meanings: NO_MEANINGS, severity: NO_MEANINGS, status: NO_MEANINGS },
    ...{ isUnfinished: isUnfinished(text, words), isConfirmed: false, isJoined: false },
    ...{ isOfPregnancy: false, isUnusualFracture: false },
  } as const
  const understand = (read: readonly Word[]) => Object.assign(qualifiersOf(read), said)
  return [{ words: family.words, understand, certainty: CERTAINTY_OF_WORDING }]
}

function whyUnclear({ length }: readonly string[]): Icd10cmQuery['unclear'] {
  return length > 0 ? 'several_meanings' : undefined
}

/** Meanings of a mention that is one ambiguous abbreviation, or a phrase of several codes; else none. */
function meaningsOf(words: readonly Word[], found: readonly FoundQualifier[]): readonly string[] {
  const meanings = meaningsOfAbbreviation(words, owned(), found)
  return meanings.length > 0 ? meanings : openMeaningsOf(words)
}

/** Meanings of a phrase of several codes. */
const openMeaningsOf = openMeaningsBy(OPEN_TABLE)

function formsOf(words: readonly Word[]): string[] {
  return words.map(({ form }) => form)
}

const owned = lazily(() => readColumn(DOMINANT_TABLE, 'abbreviation'))

const statusPhrases = lazily(readStatusPhrases)

/** Forms of the phrases for how a condition runs. */
function statusIn(words: readonly Word[]): readonly string[] {
  const forms = formsOf(words)
  return statusPhrases()
    .find(forms)
    .flatMap(({ from, to }) => forms.slice(from, to))
}

function readStatusPhrases(): PhraseMatcher<true> {
  const matcher = new PhraseMatcher<true>()
  for (const [phrase] of readTable(STATUS_TABLE, ['phrase'])) matcher.set(phrase!.split(' '), true)
  return matcher
}

const fractureWords = lazily(() => readColumn(FRACTURE_TABLE, 'word'))

/**
 * A counted time is a duration if "x", "for" or "since" says so, or if it is in days: weeks alone may be the age of a
 * pregnancy, years a person's age, and codes differ by those.
 */
function isDuration({ value, from, to }: FoundQualifier, words: readonly Word[]): boolean {
  if (value !== 'time') return false
  const first = words[from]!
  if (first.kind === 'number') return DAYS.has(words[to - 1]!.form)
  return words[from + 1]?.kind === 'number'
}

/** Words without the times behind what a number alone would grade: "DM 1 year" is no type 1, "CKD 4 yrs" no stage 4. */
function withoutTimeBehindGraded(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ kind }) => kind === 'number')) return words
  const forms = formsOf(words)
  const times = findQualifiers(words).filter(
    ({ value, from }) =>
      value === 'time' && words[from]!.kind === 'number' && isBehindGraded(forms, from),
  )
  return times.length === 0 ? words : outside(words, times)
}

/** A code that a mention has next to its name: "Hypertension [I10]", "J45.909 - asthma". */
interface WrittenCode {
  /** `concept.id` of the code. */
  readonly concept: number
  /** The other words. */
  readonly words: readonly Word[]
}

const CODE = String.raw`[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?`
/** In brackets or not, before the name. */
const FIRST = new RegExp(String.raw`^\s*[[(]?(${CODE})[\])]?(?:\s*[-–:]\s*|\s+)(?=\S)`)
/** Behind the name in brackets. */
const IN_BRACKETS = new RegExp(String.raw`\s[[(](${CODE})[\])]\s*$`)
/** Behind the name without: a point tells it from a vertebra, a vitamin and a gene. */
const LAST = /\s(?:[-–:]\s*)?([A-Z]\d[0-9A-Z]\.[0-9A-Z]{1,4})\s*$/

/**
 * The code that is written at the beginning or at the end of a mention, and the words of its name; undefined where there is none.
 *
 * @param idOf the `concept.id` of a code; undefined where the release lacks it
 */
function writtenCodeIn(
  text: string,
  words: readonly Word[],
  idOf: (code: string) => number | undefined,
): WrittenCode | undefined {
  for (const pattern of [FIRST, IN_BRACKETS, LAST]) {
    const match = pattern.exec(text)
    if (match === null) continue
    const concept = idOf(match[1]!)
    if (concept === undefined) continue
    const end = match.index + match[0].length
    const rest = words.filter((word) => word.end <= match.index || word.start >= end)
    if (rest.some(({ stop }) => !stop)) return { concept, words: rest }
  }
  return undefined
}
