import type { Analyzer, Word } from '../language/analyze.ts'
import { outside, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { readPairedParts } from './laterality.ts'

/** Mentions in the words of titles, where entries of charts have others for the same. */

/** Below data/: verbs of a change of weight, and the units that it is given in. */
const WEIGHT_TABLE = 'clinical/weight-words.tsv'
const WEIGHT = 'weight'
/** Words between the verb and the number, or between the unit and the verb: "put on at least 10 pounds", "20 kg were lost". */
const MAX_BETWEEN = 3

const weightWords = lazily(() => {
  const rows = readTable(WEIGHT_TABLE, ['word', 'kind'])
  const ofKind = (wanted: string) =>
    new Set(rows.flatMap(([word, kind]) => (kind === wanted ? [word!] : [])))
  return { verbs: ofKind('verb'), units: ofKind('unit') }
})

/**
 * The words of a mention, with "weight" for the unit of a weight that was gained or lost: "gained 24 pounds" is about weight, and
 * no name has "pounds".
 *
 * @param weight the word "weight"
 * @returns the same words if they are about no such change
 * @throws MedlinkError `data_invalid`
 */
export function withWeightChange(words: readonly Word[], weight: Word): readonly Word[] {
  const { verbs, units } = weightWords()
  let at = words.length - 1
  while (at > 0 && !(units.has(words[at]!.form) && isCounted(words, at))) at--
  if (at <= 0 || words.some(({ form }) => form === WEIGHT)) return words
  const nearby = words.slice(Math.max(0, at - 2 - MAX_BETWEEN), at + 2 + MAX_BETWEEN)
  if (!nearby.some(({ form }) => verbs.has(form))) return words
  const { start, end } = words[at]!
  return words.map((word, i) => (i === at ? { ...weight, start, end } : word))
}

/** True if a number, or a number and a sign, comes before a word: "40 lbs", "40+ lbs". */
function isCounted(words: readonly Word[], at: number): boolean {
  return [words[at - 1], words[at - 2]].some((word) => word?.kind === 'number')
}

const BOTH = 'both'
const pairedParts = lazily(readPairedParts)

/**
 * The mention with "bilateral" for "both", where a part of the body follows: "pterygium both eyes" is "pterygium bilateral
 * eyes". Undefined if it speaks of no two parts.
 */
export function withBothSides(
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] | undefined {
  const at = words.findIndex(
    ({ form }, i) => form === BOTH && pairedParts().has(words[i + 1]?.lemma ?? ''),
  )
  if (at < 0) return undefined
  const { start, end, optional } = words[at]!
  const bilateral = { ...analyzer.wordOf('bilateral'), start, end, optional }
  return words.map((word, i) => (i === at ? bilateral : word))
}

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
export function withUseDisorder(
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] | undefined {
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

const BURNS: ReadonlySet<string> = new Set(['burn', 'burns', 'burnt'])
const PERCENT: ReadonlySet<string> = new Set(['%', 'percent', 'percentage', 'pc'])
/** Words next to the share of the body that is burned. */
const SURFACE: ReadonlySet<string> = new Set(
  'a about affecting approx approximately area body bsa covering involving of over surface tbsa the total with'.split(
    ' ',
  ),
)
/** A sign before a number that is only a limit: "<10%". */
const LIMIT = /[<>≤≥]\s*$/
/** Words before such a number: "less than 10%" is not 10%. */
const LIMITS: ReadonlySet<string> = new Set('above below exceeding than to under upto'.split(' '))
/** T31 has a code for every tenth of the body's surface. */
const TENTH = 10

/**
 * The mention of burns with the share of the body as titles have it: "burns 23% TBSA" is "burns involving 20-29% of body
 * surface". Undefined if it gives no share of burns, or two.
 */
export function withBurnedSurface(
  words: readonly Word[],
  analyzer: Analyzer,
  text: string,
): readonly Word[] | undefined {
  if (!words.some(({ form }) => BURNS.has(form))) return undefined
  const shares = words.flatMap((word, i) => {
    const next = words[i + 1]?.form ?? ''
    const isLimit = LIMITS.has(words[i - 1]?.form ?? '') || LIMIT.test(text.slice(0, word.start))
    if (isLimit) return []
    return word.kind === 'number' && (PERCENT.has(next) || next.endsWith('bsa')) ? [word] : []
  })
  const [share, another] = shares
  const title = share && another === undefined ? burnedSurface(share.form) : undefined
  if (share === undefined || title === undefined) return undefined
  const { start, end } = share
  const rest = words.filter(
    (word) => word !== share && !PERCENT.has(word.form) && !SURFACE.has(word.form),
  )
  const added = analyzer.analyze(title).map((word) => ({ ...word, start, end }))
  return [...rest, ...added]
}

/** Units of the amounts that a limit is of, besides a share. A limit of time is none: codes differ by how long a cough lasts. */
const LIMITED: ReadonlySet<string> = new Set('kg kgs kilos pounds lb lbs cm mm'.split(' '))
const COMPARED: ReadonlySet<string> = new Set('less more greater fewer'.split(' '))

/**
 * The mention without a limit of how much or how large: "weight loss less than 10 percent" is a weight loss. Undefined if it has
 * none, has nothing else, or is of burns, whose titles have limits.
 */
export function withoutLimit(
  words: readonly Word[],
  _analyzer: Analyzer,
  text: string,
): readonly Word[] | undefined {
  if (words.some(({ form }) => BURNS.has(form))) return undefined
  const isWord = (at: number) => LIMITS.has(words[at]?.form ?? '')
  const at = words.findIndex(({ kind, start }, i) => {
    const unit = words[i + 1]?.form ?? ''
    const isAmount = kind === 'number' && (PERCENT.has(unit) || LIMITED.has(unit))
    return isAmount && (isWord(i - 1) || LIMIT.test(text.slice(0, start)))
  })
  if (at < 0) return undefined
  const isCompared = isWord(at - 1) && COMPARED.has(words[at - 2]?.form ?? '')
  const from = isWord(at - 1) ? at - (isCompared ? 2 : 1) : at
  const rest = words.filter((_, i) => i < from || i > at + 1)
  return rest.some(({ stop }) => !stop) ? rest : undefined
}

/** Words before what a condition is not, or leaves out: "abscess excluding amebic abscess". */
const EXCEPTING: ReadonlySet<string> = new Set(
  'barring except excepting excl excludes excluding'.split(' '),
)

/** The mention without what it leaves out. Undefined if it leaves out nothing, or has nothing else. */
export function withoutException(words: readonly Word[]): readonly Word[] | undefined {
  const at = words.findIndex(({ form }) => EXCEPTING.has(form))
  if (at <= 0 || at === words.length - 1) return undefined
  const rest = words.slice(0, at)
  return rest.some(({ stop }) => !stop) ? rest : undefined
}

const NOT = 'not'
/** Nouns that titles call unspecified or unidentified. */
const OPEN: ReadonlySet<string> = new Set(
  'aetiology agent cause etiology location organism origin pathogen site source type virus'.split(
    ' ',
  ),
)
/** Words for knowledge of these, after "not". */
const OPENED: ReadonlySet<string> = new Set('determined identified known specified'.split(' '))

/**
 * The words of a mention in which a cause or a site that is "not identified" is "unidentified": it is not known, and the
 * condition is not denied. The same words if it says no such thing.
 */
export function withOpenCause(words: readonly Word[], analyzer: Analyzer): readonly Word[] {
  const at = words.findIndex(
    ({ form }, i) =>
      form === NOT && OPEN.has(words[i - 1]?.form ?? '') && OPENED.has(words[i + 1]?.form ?? ''),
  )
  if (at < 0) return words
  const { start } = words[at]!
  const { end, form } = words[at + 1]!
  const open = { ...analyzer.wordOf(`un${form}`), start, end }
  return [...words.slice(0, at - 1), open, words[at - 1]!, ...words.slice(at + 2)]
}

/** Words of a title of T31 after "burns"; undefined if the number is no share of a body, or of two tenths. */
function burnedSurface(number: string): string | undefined {
  const ends = number.split('-').map(Number)
  const tenths = ends.map((end) => Math.floor(end / TENTH))
  const [tenth, other = tenth] = tenths
  const isShare = ends.every((end) => end > 0 && end <= TENTH * TENTH)
  if (!isShare || tenth === undefined || tenth !== other) return undefined
  if (tenth === 0) return 'involving less than 10% of body surface'
  if (tenth >= TENTH - 1) return 'involving 90% or more of body surface'
  return `involving ${tenth * TENTH}-${tenth * TENTH + TENTH - 1}% of body surface`
}

const FAMILY_TABLE = 'clinical/family-words.tsv'
/** Words by which titles say that a condition is the family's. */
const HISTORY = ['family', 'history']

/** A mention of what runs in a family, worded as titles are. */
export interface FamilyHistory {
  readonly words: readonly Word[]
  /** The mention's words for the condition alone. */
  readonly condition: readonly Word[]
  /** True if it names a relative, and no history: "father diabetic". */
  readonly isOfRelative: boolean
}

const familyPhrases = lazily(readFamilyPhrases)

/**
 * The family history that a mention tells: "father diabetic" is "family history diabetic". Undefined if it tells none, or
 * of no condition.
 *
 * @throws MedlinkError `data_invalid`
 */
export function familyHistoryIn(
  words: readonly Word[],
  analyzer: Analyzer,
): FamilyHistory | undefined {
  const found = familyPhrases().find(words.map(({ form }) => form))
  const [first] = found
  if (first === undefined) return undefined
  const condition = outside(words, found)
  if (condition.every(({ stop }) => stop)) return undefined
  const { start, end } = words[first.from]!
  // The condition decides on the code: the words of history are as light as words in brackets.
  const history = HISTORY.map((form) => ({
    ...analyzer.wordOf(form),
    ...{ start, end, optional: true },
  }))
  const isOfRelative = found.every(({ value }) => value === 'relative')
  return { words: [...history, ...condition], condition, isOfRelative }
}

/** True if a text begins with a relative by blood, of whom it tells something: "father had bypass". @throws MedlinkError `data_invalid` */
export function startsWithRelative(words: readonly Word[]): boolean {
  const found = familyPhrases().find(words.map(({ form }) => form))
  const [first] = found
  return first?.from === 0 && first.value === 'relative' && outside(words, found).length > 0
}

function readFamilyPhrases(): PhraseMatcher<string> {
  const matcher = new PhraseMatcher<string>()
  for (const [phrase, kind] of readTable(FAMILY_TABLE, ['phrase', 'kind']))
    matcher.set(phrase!.split(' '), kind!)
  return matcher
}
