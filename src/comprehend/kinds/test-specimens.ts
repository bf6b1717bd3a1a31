/** Specimens of tests in a note: next to the name, or in a heading, a label or a panel before it. */

import type { Sentence } from '../../clinical/sections.ts'
import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { type DrugWord, nameKey } from '../../ontologies/medication/words.ts'
import type { NoteText } from '../note-text.ts'
import type { TestName } from './test-names.ts'
import type { Place, WrittenResult } from './test-values.ts'

/** Below data/. */
const TABLE = 'loinc/note-specimens.tsv'
const COLUMNS = ['phrase', 'kind', 'reads']

type PhraseKind = 'specimen' | 'prefix' | 'panel' | 'part' | 'noun' | 'key' | 'blood'

interface Phrase {
  readonly kind: PhraseKind
  /** The specimen for the linker; undefined for blood, of which each test has its own. */
  readonly reads: string | undefined
}

const phrases = lazily((): PhraseMatcher<Phrase> => {
  const matcher = new PhraseMatcher<Phrase>()
  for (const [phrase, kind, reads] of readTable(TABLE, COLUMNS))
    matcher.set(phrase!.split(' '), {
      kind: kind as PhraseKind,
      reads: reads === '-' ? undefined : reads,
    })
  return matcher
})

/** Specimen of a test. */
export interface TestSpecimen {
  readonly place: Place
  /** For the linker. */
  readonly reads: string
  readonly isBlood: boolean
  /** True if the test's own name says it: "urine protein". */
  readonly isOfName?: true
}

/** A test whose specimen is sought. */
interface NamedTest extends Place {
  readonly name: TestName
  readonly result: WrittenResult | undefined
  readonly sentence: Sentence
  /** True if the value cannot be one of blood. */
  readonly isNoBloodValue: boolean
}

/** A name of a specimen or of a panel in a text. */
interface NamedSpecimen extends Place {
  readonly phrase: Phrase
  /** True if a noun follows: "CSF study". */
  readonly hasNoun: boolean
  /** True if a word before says that this is the specimen: "Sample: urine". */
  readonly isKeyed: boolean
}

/** How far a specimen in force counts: a heading for all that follows, a label for its sentence. */
interface InForce {
  readonly specimen: TestSpecimen | undefined
  /** Place up to which it counts. */
  readonly end: number
  /** True where the text does not say which specimen it is. */
  readonly isOpen: boolean
}

const IS_BLOOD = /^(?:serum|plasma|blood|(?:venous|arterial|capillary) blood)$/
/** Between two words of one name. */
const GAP = /^[ \t]?[-–/&.]?[ \t]?$/
const LINE_START = /^[^\p{L}\p{N}]*(?:\d{1,2}[.)])?[^\p{L}\p{N}]*$/u
/** Behind a heading or a label: "(random)". */
const BRACKET = /^[^\S\n]*\([^()\n]{0,30}\)/
const LINE_END = /^[^\S\n]*[:=*#–—-]*[^\S\n]*(?:\n|$)/
const COLON = /^[^\S\n]*(?:[:=]|[-–—](?=\s))/
const STATES = /^[^\S\n]+(?:show(?:s|ed|ing)|reveal(?:s|ed|ing)?|came back|had|has|with)\b/i
/** Behind a panel that is not followed by its tests. */
const NO_TESTS =
  /^[^\S\n]+(?:sent|ordered|pending|awaited|advised|adv|done|normal|nad|wnl|neg|pos|to|if|and|or|not|today|was|were|is|in|for|on|by|at|tomorrow|repeat|report|again|also|stat)\b/i
const TESTS_FOLLOW = /^[^\S\n]+(?=[\p{L}\d])/u
/** Specimens that are found in others, too: "blood: nil". */
const MAY_BE_FOUND = /^(?:blood|bile|pus)$/
const FINDING =
  /^[^\S\n]*[:=|–—-]?[^\S\n]*(?:[+(]|\d|nil|neg|pos|absent|present|trace|not |none|normal|few|occasional|plenty|many|large|small|moderate)/i
const OF_IT = /\b(?:in|of|for|from|with)\s+(?:the\s+)?$/i
/** In UTF-16 units: what is read of a text around a name. */
const REACH = 48
/** Between a name of a specimen and that of its test. */
const GLUED = /^(?:\.?[ \t]*|[ \t]+(?:for|level|levels)[ \t]+)$/i
/** Between a name of a test and that of its specimen: "Sodium, urine", "glucose in CSF", "creatinine (urine)". */
const BEHIND = /^[ \t]*(?:[ \t](?:in|of)[ \t](?:the[ \t])?|,[ \t]?|\()$/i
/** Between two tests of one list. */
const LISTED = /^[)\s]*(?:[,;&/+]|and\b|,\s*and\b)?\s*$/i
const PER_FIELD = /^\/\s?[hl]pf/i

/**
 * The specimen of each test; undefined where the text names none, null where it names one and may not mean it.
 *
 * Linear in the length of the text.
 */
export function specimensOf(
  { text, sentences, words, plainWords }: NoteText,
  tests: readonly NamedTest[],
): readonly (TestSpecimen | undefined | null)[] {
  const named = specimensIn(text, plainWords())
  const headings = sentences.flatMap(({ heading }) =>
    heading === undefined ? [] : [words[heading.from]!.start],
  )
  const ends = sentences.map(({ to }) => words[to - 1]!.end)
  let next = 0
  let heading = 0
  let sentenceEnd = 0
  let inForce: InForce | undefined
  let before: { test: NamedTest; chained: TestSpecimen | undefined } | undefined
  return tests.map((test) => {
    let glued: NamedSpecimen | undefined
    for (; next < named.length && named[next]!.begin < test.begin; next++) {
      const each = named[next]!
      while (heading < headings.length && headings[heading]! <= each.begin) heading++
      while (sentenceEnd < ends.length - 1 && ends[sentenceEnd]! < each.end) sentenceEnd++
      inForce = forceOf(text, each, ends[sentenceEnd] ?? text.length, inForce) ?? inForce
      const isGlued = GLUED.test(text.slice(each.end, test.begin)) || isDrained(text, each, test)
      glued = isGlued ? each : undefined
    }
    for (; heading < headings.length && headings[heading]! < test.begin; heading++)
      if (inForce !== undefined && headings[heading]! > (inForce.specimen?.place.begin ?? 0))
        inForce = undefined
    const own = isVital(test) ? undefined : ownSpecimen(text, named, next, test, glued)
    const isListed =
      before?.test.sentence === test.sentence &&
      LISTED.test(text.slice(before.test.result?.end ?? before.test.end, test.begin))
    const chained = own ?? (isListed ? chainedTo(text, test, before?.chained) : undefined)
    before = { test, chained }
    if (chained !== undefined) return chained
    return governed(text, test, inForce)
  })
}

/** Between a drain with its volume and what is measured in it: "JP drain 30 ml, lipase 5000". */
const DRAINED = /^[^\S\n]+(?:output\s)?\d+\s?ml(?:\s\p{L}+)?,[^\S\n]+$/iu
const OF_DRAIN = /^(?:amylase|lipase)$/i

function isDrained(text: string, { end, phrase }: NamedSpecimen, { begin, ...test }: NamedTest) {
  if (phrase.reads !== 'drain fluid' || !OF_DRAIN.test(text.slice(begin, test.end))) return false
  return DRAINED.test(text.slice(end, begin))
}

/** Specimens and panels that a text names, in order of place. */
function specimensIn(text: string, plain: ReturnType<NoteText['plainWords']>): NamedSpecimen[] {
  const { words, forms } = plain
  const found: NamedSpecimen[] = []
  let keyEnd = -1
  for (let at = 0; at < words.length; ) {
    const match = phrases()
      .startingAt(forms, at)
      .findLast(({ to }) => isOneName(text, words, at, to))
    const kind = match?.value.kind
    if (match === undefined || kind === 'noun' || kind === 'blood') {
      at++
      continue
    }
    const { start } = words[at]!
    const to = kind === 'key' ? match.to : endOfNouns(text, words, forms, match.to)
    const { end } = words[to - 1]!
    if (kind === 'key') {
      if (/^[^\S\n]*:/.test(text.slice(end, end + REACH))) keyEnd = end
    } else {
      const isKeyed = keyEnd >= 0 && /^[^\S\n]*:[^\S\n]*$/.test(text.slice(keyEnd, start))
      const hasNoun = to > match.to
      // "Mother's Hb".
      // "Insulin 6 U K 4.1": units of a dose.
      if (
        kind === 'prefix' &&
        /[^\s(,;:]$|\d\s?$/.test(text.slice(Math.max(0, start - 2), start))
      ) {
        at = to
        continue
      }
      found.push({ begin: start, end, phrase: match.value, hasNoun, isKeyed })
    }
    at = to
  }
  return found
}

function endOfNouns(
  text: string,
  words: readonly DrugWord[],
  forms: readonly string[],
  from: number,
): number {
  let to = from
  while (to < words.length && isNoun(forms, to) && isOneName(text, words, to - 1, to + 1)) to++
  return to
}

function isNoun(forms: readonly string[], at: number): boolean {
  const kind = phrases().get([forms[at]!])?.kind
  return kind === 'noun' || kind === 'part'
}

function isOneName(text: string, words: readonly DrugWord[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++)
    if (!GAP.test(text.slice(words[at - 1]!.end, words[at]!.start))) return false
  return true
}

/** The specimen that a heading or a label puts in force; undefined for a name that is neither. */
function forceOf(
  text: string,
  { begin, end, phrase, hasNoun, isKeyed }: NamedSpecimen,
  sentenceEnd: number,
  before: InForce | undefined,
): InForce | undefined {
  const { kind, reads } = phrase
  if (kind === 'prefix') return undefined
  const line = text.slice(Math.max(0, begin - REACH), begin).replace(/^[\s\S]*\n/, '')
  const bracket = BRACKET.exec(text.slice(end, end + REACH))?.[0].length ?? 0
  const after = text.slice(end + bracket, end + bracket + REACH)
  const isLine = isKeyed || (LINE_START.test(line) && LINE_END.test(after))
  const isLabel = COLON.test(after) && !OF_IT.test(line)
  const isPanel = kind === 'panel' || (kind === 'specimen' && hasNoun)
  const isLead = isPanel && TESTS_FOLLOW.test(after) && !NO_TESTS.test(after)
  // A row of a report: "Blood: nil".
  if (MAY_BE_FOUND.test(reads ?? '') && FINDING.test(after)) return undefined
  // "PD effluent cloudy, WBC 600".
  const isOut = /effluent$/i.test(text.slice(begin, end))
  if (!isLine && !isLabel && !STATES.test(after) && !isLead && !isOut) return undefined
  const isOpen = kind === 'part'
  // A part of the report of a fluid.
  if (isOpen && before?.specimen?.isBlood !== false) return undefined
  const specimen = reads === undefined ? undefined : specimenOf({ begin, end }, reads)
  return { specimen, end: isLine ? text.length : sentenceEnd, isOpen }
}

function specimenOf({ begin, end }: Place, reads: string): TestSpecimen {
  return { place: { begin, end }, reads, isBlood: IS_BLOOD.test(reads) }
}

/** The specimen next to a name, or of the name itself. */
function ownSpecimen(
  text: string,
  named: readonly NamedSpecimen[],
  next: number,
  test: NamedTest,
  glued: NamedSpecimen | undefined,
): TestSpecimen | undefined {
  const { kind, reads } = glued?.phrase ?? {}
  // "AF Hb 9": a heart's rhythm and no fluid.
  const isNamed = kind === 'specimen' || (kind === 'prefix' && mayBeOf(test))
  if (glued && isNamed && reads !== undefined) return specimenOf(glued, reads)
  for (let at = next; at < named.length; at++) {
    const { begin, end, phrase } = named[at]!
    if (phrase.kind !== 'specimen' || phrase.reads === undefined) return undefined
    // "Urine protein" is a name itself.
    if (begin === test.begin && end <= test.end)
      return { ...specimenOf(named[at]!, phrase.reads), isOfName: true }
    if (begin < test.begin) continue
    // "Creatinine (urine)".
    if (end <= test.end) return specimenOf(named[at]!, phrase.reads)
    const isBehind = BEHIND.test(text.slice(test.end, begin))
    return isBehind ? specimenOf(named[at]!, phrase.reads) : undefined
  }
  return undefined
}

/** The specimen of the test before it in a list: "Urine sodium 40, potassium 30". */
function chainedTo(
  text: string,
  test: NamedTest,
  before: TestSpecimen | undefined,
): TestSpecimen | undefined {
  if (before === undefined || before.isBlood || !mayBeOf(test)) return undefined
  const { result } = test
  if (result === undefined) return undefined
  const unit = result.unit && text.slice(result.unit.begin, result.unit.end)
  const isOfIt = result.isWord || test.isNoBloodValue || (unit && PER_FIELD.test(unit))
  if (!isOfIt && /urine/.test(before.reads)) return undefined
  return specimenOf(before.place, before.reads)
}

/** The specimen of a heading or a label before a test. */
function governed(
  text: string,
  test: NamedTest,
  inForce: InForce | undefined,
): TestSpecimen | undefined | null {
  // A panel without a value of its own, whose tests follow.
  if (inForce === undefined || test.result === undefined) return undefined
  const { specimen, end, isOpen } = inForce
  if (isOpen) return mayBeOf(test) ? null : undefined
  if (specimen === undefined) return undefined
  if (specimen.reads === 'cord blood') return test.begin < end ? specimen : undefined
  if (specimen.isBlood) {
    const isOfIt = isVital(test) ? isOfGas(text, test, specimen) : test.name.specimen !== 'blood'
    return isOfIt && test.begin < end ? specimen : undefined
  }
  if (!mayBeOf(test)) return undefined
  return test.begin < end || test.isNoBloodValue || isDipped(text, test, specimen)
    ? specimen
    : undefined
}

/** True if a test may be one of another specimen than blood. */
function mayBeOf(test: NamedTest): boolean {
  const { reads } = test.name
  return !isVital(test) && (reads === undefined || !isOfBloodAlone(reads))
}

function isVital({ name }: NamedTest): boolean {
  return name.kind === 'vital'
}

const PLUSES = /^(?:[1-4]?\s?\+|nil\b|traces?\b)/i

/** True for a value of a strip in the lines after a label of urine. */
function isDipped(text: string, { result }: NamedTest, { reads }: TestSpecimen): boolean {
  const { begin, end } = result?.value ?? { begin: 0, end: 0 }
  return reads === 'urine' && PLUSES.test(text.slice(begin, end))
}

const PULSE_OXIMETRY = 'oxygen saturation by pulse oximetry'
const OF_GAS = /^(?:arterial|venous|capillary)/

/** True for the saturation of a blood gas: "ABG: pH 7.3, SaO2 88%". */
function isOfGas(text: string, { name, begin, end }: NamedTest, { reads }: TestSpecimen): boolean {
  const isPulse = /sp|pulse/i.test(text.slice(begin, end))
  return name.reads === PULSE_OXIMETRY && OF_GAS.test(reads) && !isPulse
}

/** True for words that name a specimen. @param form folded, see {@link nameKey} */
export function isSpecimen(form: string): boolean {
  return phrases().get(form.split(' '))?.kind === 'specimen'
}

function isOfBloodAlone(reads: string): boolean {
  return phrases().get(nameKey(reads).split(' '))?.kind === 'blood'
}
