import type { Analyzer, Word } from '../language/analyze.ts'
import { outside, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { readPairedParts, sides } from './laterality.ts'

/** Mentions in other words: sides that charts write in letters, and the words of titles where charts have others for the same. */

const pairedParts = lazily(readPairedParts)

/** Below data/: letters for a side, and the part that they say with it. */
const LETTERS_TABLE = 'clinical/side-letters.tsv'
/** Below data/: words next to which a letter is part of a name. */
const NAMES_TABLE = 'clinical/lettered-names.tsv'
/** Below data/: words of one part of the body, and diseases that are of no other. */
const SOLE_SITES_TABLE = 'clinical/sole-sites.tsv'

/** A side that letters say. */
interface Lettered {
  readonly side: string
  /** Undefined for letters of a side alone. */
  readonly part: string | undefined
}

interface Names {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

const letters = lazily(
  (): ReadonlyMap<string, Lettered> =>
    new Map(
      readTable(LETTERS_TABLE, ['letters', 'side', 'part']).map(([each, side, part]) => [
        each!,
        { side: side!, part: part === '-' ? undefined : part! },
      ]),
    ),
)

const names = lazily((): Names => {
  const rows = readTable(NAMES_TABLE, ['word', 'place'])
  const placed = (wanted: string) =>
    new Set(rows.flatMap(([word, place]) => (place === wanted || place === 'both' ? [word!] : [])))
  return { before: placed('before'), after: placed('after') }
})

interface SoleSites {
  /** The part of the body that a word is of. */
  readonly ofWord: ReadonlyMap<string, string>
  /** Words that say it without its name: diseases. */
  readonly diseases: ReadonlySet<string>
}

const soleSites = lazily((): SoleSites => {
  const rows = readTable(SOLE_SITES_TABLE, ['word', 'site', 'kind'])
  return {
    ofWord: new Map(rows.map(([word, site]) => [word!, site!])),
    diseases: new Set(rows.flatMap(([word, , kind]) => (kind === 'disease' ? [word!] : []))),
  }
})

/** Words to a part of the body after the letter of its side: "L distal radius". */
const NEAR_PART = 2
/** Signs that join a letter to what is next to it: "R/O", "L-dopa", "ng/L", "5'R". */
const JOINING = /[-/'’+&.\p{L}\p{N}]/u
/** Sign for a fracture, at the beginning of what is broken. */
const FRACTURE = '#'
/** Letters that are everyday words, unless they are written in capitals. */
const BE = 'be'

/**
 * The words of a mention with sides for the letters that stand for them: "OA R knee" is "OA right knee", and "cataract RE" is
 * "cataract right eye". A letter is a side at either end of a mention, in brackets and next to a paired part of the body; letters
 * for the side of an eye, in a mention of one.
 *
 * @returns the same words if there are no such letters
 * @throws MedlinkError `data_invalid`
 */
export function withSides(
  text: string,
  words: readonly Word[],
  analyzer: Analyzer,
): readonly Word[] {
  const known = letters()
  if (words.length < 2 || !words.some(({ form }) => known.has(form))) return words
  let isSame = true
  const reworded = words.flatMap((word, at) => {
    const lettered = known.get(word.form)
    if (lettered === undefined || !standsForSide(lettered, text, words, at)) return [word]
    isSame = false
    const { start, end } = word
    const { side, part } = lettered
    const isNamed = part === undefined || words.some(({ lemma }) => lemma === part)
    return (isNamed ? [side] : [side, part]).map((form) => ({
      ...analyzer.wordOf(form),
      ...{ start, end },
    }))
  })
  return isSame ? words : reworded
}

function standsForSide(
  { part }: Lettered,
  text: string,
  words: readonly Word[],
  at: number,
): boolean {
  const { form, start, end, optional } = words[at]!
  const before = words[at - 1]
  const after = words[at + 1]
  if (part !== undefined) {
    const isWritten = form !== BE || text.slice(start, end) === BE.toUpperCase()
    return isWritten && words.some((word) => partOf(word) === part)
  }
  if (before?.kind === 'number' || after?.kind === 'number') return false
  if (JOINING.test(text[start - 1] ?? '') || before?.form.length === 1) return false
  // "R. knee" is the right knee.
  const next = text[end] === '.' ? text[end + 1] : text[end]
  if (JOINING.test(next ?? '')) return false
  const { before: namedBefore, after: namedAfter } = names()
  if (namedBefore.has(before?.form ?? '') || namedAfter.has(after?.form ?? '')) return false
  const isAtEnd = before === undefined || after === undefined || text[before.start] === FRACTURE
  if (optional || isAtEnd) return true
  const near = [before, ...words.slice(at + 1, at + 1 + NEAR_PART)]
  return near.some(({ lemma }) => pairedParts().has(lemma))
}

/** The part of the body that a word names, or is of. */
function partOf({ form, lemma }: Word): string | undefined {
  return pairedParts().has(lemma) ? lemma : soleSites().ofWord.get(form)
}

/** A mention of a disease that is always of one part of the body. */
export interface OfSoleSite {
  /** Its words without that part: "cataract right" for "cataract right eye". */
  readonly siteless: readonly Word[]
  /** Without a side, too. */
  readonly sideless: readonly Word[]
}

/**
 * The ways to say less of a disease that says its part of the body by itself. Undefined for other mentions.
 *
 * @param isOfPart whether a word for part of that part says it, too: "corneal ulcer, right eye"
 */
export function ofSoleSite(words: readonly Word[], isOfPart: boolean): OfSoleSite | undefined {
  const { ofWord, diseases } = soleSites()
  const saysSite = (form: string) => isOfPart || diseases.has(form)
  const sites = new Set(
    words.flatMap(({ form }) => (saysSite(form) ? (ofWord.get(form) ?? []) : [])),
  )
  const isSite = ({ form, lemma }: Word) => sites.has(lemma) && !diseases.has(form)
  const siteless = words.filter((word) => !isSite(word))
  if (sites.size === 0 || siteless.every(({ stop }) => stop)) return undefined
  return { siteless, sideless: siteless.filter(({ form }) => !sides().has(form)) }
}

/** Short for "with", as lists of diagnoses have it. */
const SHORT_WITH = 'w'

/** The words of a mention with "with" for a "w" between two of them: "asthma w exacerbation". */
export function withShortWith(words: readonly Word[], analyzer: Analyzer): readonly Word[] {
  const at = words.findIndex(({ form }, i) => form === SHORT_WITH && i > 0 && i < words.length - 1)
  if (at < 0) return words
  const { start, end, optional } = words[at]!
  return words.with(at, { ...analyzer.wordOf('with'), start, end, optional })
}

const BOTH = 'both'

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

/** A sentence ends, and another begins: "mild headache. Excluding asthma", "DVT excl. Cellulitis". */
const SENTENCE_END = /(?<!\bexcl)[.;!?\n]\s|\bexcl\.\s\p{Lu}/u

/** The mention without what it leaves out. Undefined if it leaves out nothing, has nothing else, or is several sentences. */
export function withoutException(
  words: readonly Word[],
  _analyzer: Analyzer,
  text: string,
): readonly Word[] | undefined {
  const at = words.findIndex(({ form }) => EXCEPTING.has(form))
  if (at <= 0 || at === words.length - 1 || SENTENCE_END.test(text)) return undefined
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
