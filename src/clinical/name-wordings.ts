import type { Analyzer, Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { spineLevelsIn } from './attributes.ts'
import { trimesterOfWeeks } from './gestation.ts'

/** Mentions in the words of titles, where charts name a place, a time or a cause in another way than these. */

/** Below data/: words of the spine, next to which "L5" is a vertebra. */
const SPINE_TABLE = 'clinical/spine-words.tsv'
/** Below data/: words of a pregnancy, next to which weeks are its age. */
const PREGNANCY_TABLE = 'clinical/pregnancy-words.tsv'
/** Below data/: diseases that combine with others in one code, and those others. */
const COMBINED_TABLE = 'clinical/combined-words.tsv'

const spineWords = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(readTable(SPINE_TABLE, ['word', 'levels']).map(([word, levels]) => [word!, levels!])),
)
const pregnancyWords = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(readTable(PREGNANCY_TABLE, ['word', 'role']).map(([word, role]) => [word!, role!])),
)

/** A word of the vocabulary instead of another one, at the same characters. */
function inPlaceOf({ start, end, optional }: Word, form: string, analyzer: Analyzer): Word {
  return { ...analyzer.wordOf(form), start, end, optional }
}

const LEVEL = /^([ctdls])\d{1,2}$/
/** Characters between the ends of two levels: "L4-5", "L4/5". */
const JOINS_LEVELS = /^\s?[-–/]\s?$/

/**
 * The words of a mention with the letter of a level of the spine before each of its numbers: "L4-5" is "L4-L5".
 *
 * @returns the same words if no level lacks its letter
 */
export function withWholeLevels(
  text: string,
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] {
  let isSame = true
  const whole = words.map((word, i) => {
    const before = words[i - 1]
    const letter = LEVEL.exec(before?.form ?? '')?.[1]
    if (letter === undefined || word.kind !== 'number') return word
    const isNext = Number(word.form) === Number(before!.form.slice(1)) + 1
    if (!isNext || !JOINS_LEVELS.test(text.slice(before!.end, word.start))) return word
    isSame = false
    return inPlaceOf(word, `${letter}${word.form}`, analyzer)
  })
  return isSame ? words : whole
}

/** Regions of which each level of a disc has codes. */
const NECK: ReadonlySet<string> = new Set(['cervical', 'cervicothoracic'])

/**
 * The mention with the region of the spine for its level: "L4-L5 disc prolapse" is "lumbar disc prolapse". Where codes tell levels
 * apart, those of discs of the neck and of broken vertebrae, the level stays. Undefined if it has no level, or no word of the
 * spine.
 *
 * @throws MedlinkError `data_invalid`
 */
export function withSpineRegion(
  words: readonly Word[],
  analyzer: Analyzer,
  text: string,
): readonly Word[] | undefined {
  if (!words.some(({ form }) => LEVEL.test(form))) return undefined
  const kinds = words.flatMap(({ form, lemma }) => {
    const kind = spineWords().get(form) ?? spineWords().get(lemma)
    return kind === undefined ? [] : [kind]
  })
  if (kinds.length === 0) return undefined
  const levels = spineLevelsIn(text)
  const isOfNeck = levels.some(({ region }) => NECK.has(region))
  const hasLevels = kinds.includes('vertebra') || (isOfNeck && kinds.includes('neck'))
  return words.flatMap((word) => {
    const level = levels.find(({ begin, end }) => begin <= word.start && word.start < end)
    if (level === undefined) return [word]
    const region = inPlaceOf(word, level.region, analyzer)
    return hasLevels ? [region, word] : [region]
  })
}

const WEEKS: ReadonlySet<string> = new Set(['w', 'week', 'weeks', 'wk', 'wks'])
/** Forms of the trimesters as the analyzer writes them. */
const ORDINALS = { first: '1st', second: '2nd', third: '3rd' } as const
const TRIMESTER = 'trimester'
/** Role of a word for a pregnancy alone: its weeks have codes of their own. */
const ITSELF = 'itself'
/** Ends a number of weeks of forty: "28/40". */
const OF_FORTY = /^(\d{1,2})\/40$/

/**
 * The mention with the trimester for the weeks of a pregnancy: "pre-eclampsia 32 weeks" is "pre-eclampsia third trimester".
 * Undefined if it counts no weeks, has no word of a pregnancy, or nothing else.
 *
 * @throws MedlinkError `data_invalid`
 */
export function withTrimester(
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] | undefined {
  const at = words.findIndex(
    ({ form, kind }, i) =>
      kind === 'number' && (OF_FORTY.test(form) || WEEKS.has(words[i + 1]?.form ?? '')),
  )
  if (at < 0 || !words.some(({ form }) => pregnancyWords().has(form))) return undefined
  const isMore = ({ form, kind, stop }: Word) =>
    kind === 'word' && !stop && !WEEKS.has(form) && pregnancyWords().get(form) !== ITSELF
  if (!words.some(isMore)) return undefined
  const { form } = words[at]!
  const ofForty = OF_FORTY.exec(form)?.[1]
  const trimester = trimesterOfWeeks(Number(ofForty ?? form))
  if (trimester === undefined) return undefined
  const last = ofForty === undefined ? words[at + 1]! : words[at]!
  const said = [
    inPlaceOf(words[at]!, ORDINALS[trimester], analyzer),
    inPlaceOf(last, TRIMESTER, analyzer),
  ]
  return [...words.slice(0, at), ...said, ...words.slice(words.indexOf(last) + 1)]
}

/** Words of ulcers by pressure; titles say "pressure ulcer", and number its stage, where other countries say grade or category. */
const BED_SORE = /^(?:bedsores?|decubitus)$/
const SORE = /^(?:injury|sores?|ulcers?)$/
const BEFORE_SORE = /^(?:bed|pressure)$/
const GRADE = /^(?:category|grade|gr)$/
const STAGE_OF_SORE = /^[1-4]$/

/**
 * The mention of a pressure ulcer with "stage" for its grade: "bedsore grade 2" is "pressure ulcer stage 2". Undefined if it has
 * none.
 */
export function withPressureStage(
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] | undefined {
  const isSore = ({ form }: Word, i: number) =>
    BED_SORE.test(form) || (BEFORE_SORE.test(form) && SORE.test(words[i + 1]?.form ?? ''))
  const isGrade = ({ form }: Word, i: number) =>
    GRADE.test(form) && STAGE_OF_SORE.test(words[i + 1]?.form ?? '')
  if (!words.some(isGrade) || !words.some(isSore)) return undefined
  return words.flatMap((word, i) => {
    if (isGrade(word, i)) return [inPlaceOf(word, STAGE, analyzer)]
    if (i > 0 && SORE.test(word.form) && isSore(words[i - 1]!, i - 1))
      return BED_SORE.test(words[i - 1]!.form) ? [] : [inPlaceOf(word, 'ulcer', analyzer)]
    if (!isSore(word, i)) return [word]
    const pressure = inPlaceOf(word, 'pressure', analyzer)
    return BED_SORE.test(word.form) ? [pressure, inPlaceOf(word, 'ulcer', analyzer)] : [pressure]
  })
}

/** Words of everyday language for a disorder: "eye problems". */
const PROBLEMS: ReadonlySet<string> = new Set(['issue', 'problem', 'trouble'])
const DISORDER = 'disorder'

/** The mention with "disorder" for a problem of something: "eye problems" is "eye disorder". Undefined if it has none. */
export function withDisorder(
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] | undefined {
  const at = words.findIndex(({ lemma }, i) => i > 0 && PROBLEMS.has(lemma))
  if (at < 0) return undefined
  return words.map((word, i) => (i === at ? inPlaceOf(word, DISORDER, analyzer) : word))
}

const INFECTIONS: ReadonlySet<string> = new Set(['infection', 'infestation'])
/** Words between an infection and its cause. */
const CAUSED: ReadonlySet<string> = new Set(['by', 'caused', 'due', 'from', 'to', 'with'])

/**
 * The mention of an infection with its cause before it: "infection due to Brucella" is "Brucella infection". Undefined if it does not
 * begin with the infection.
 */
export function withCauseFirst(words: readonly Word[]): readonly Word[] | undefined {
  const [first] = words
  if (first === undefined || !INFECTIONS.has(first.lemma)) return undefined
  const at = words.findIndex(({ form }, i) => i > 0 && !CAUSED.has(form))
  if (at < 2) return undefined
  const { start, end } = words[1]!
  // The words between become the infection: none of them is set aside.
  const joins = words.slice(1, at).map((word) => ({ ...first, start: word.start, end: word.end }))
  return [...words.slice(at), { ...first, start, end }, ...joins.slice(1), first]
}

interface CombinedWords {
  /** Diseases that make a code with another one. */
  readonly causes: ReadonlySet<string>
  /** The other ones, which have codes for their stage besides. */
  readonly staged: ReadonlySet<string>
}

const combinedWords = lazily((): CombinedWords => {
  const rows = readTable(COMBINED_TABLE, ['word', 'role'])
  const ofRole = (wanted: string) =>
    new Set(rows.flatMap(([word, role]) => (role === wanted ? [word!] : [])))
  return { causes: ofRole('cause'), staged: ofRole('staged') }
})

const STAGE = 'stage'
const STAGE_NUMBER = /^[1-5][ab]?$/

/**
 * The mention of a disease with another one without the stage of that, which has a code of its own: "T2DM with CKD stage 4" is "T2DM
 * with CKD". Undefined if it has no two such diseases, or no stage.
 *
 * @throws MedlinkError `data_invalid`
 */
export function withoutStage(words: readonly Word[]): readonly Word[] | undefined {
  const { causes, staged } = combinedWords()
  if (!words.some(({ form }) => causes.has(form))) return undefined
  const isStaged = (word: Word | undefined) => word !== undefined && staged.has(word.form)
  const at = words.findIndex(
    ({ form }, i) =>
      STAGE_NUMBER.test(form) && (words[i - 1]?.form === STAGE || isStaged(words[i - 1])),
  )
  if (at < 0 || !words.some(isStaged)) return undefined
  const from = words[at - 1]!.form === STAGE ? at - 1 : at
  return [...words.slice(0, from), ...words.slice(at + 1)]
}
