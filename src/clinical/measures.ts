import type { Word } from '../language/analyze.ts'
import { readUnitSpellings } from '../language/attached-units.ts'
import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readColumn, readTable } from '../language/tables.ts'
import { isTimeUnit, LIKELY, SURE, UNSURE } from './times.ts'

/**
 * Numbers that say something of a finding: its stage, grade or type ("NYHA III", the 3 of "CKD 3"), and how many or how
 * large it is ("2 episodes", "3 x 4 cm").
 */

const SCALES_TABLE = 'clinical/scales.tsv'
const COUNTED_TABLE = 'clinical/counted.tsv'

/** A `classifier` comes before a value or after an ordinal, a `scale` before a value; in `graded` the value alone counts. */
type ScaleKind = 'classifier' | 'scale' | 'graded'

/** A measure that begins at the word `from` and ends before `to`, and how sure it is. */
export interface FoundMeasure {
  readonly from: number
  readonly to: number
  readonly score: number
}

const DIGIT = /\d/
const WHOLE = /^\d{1,2}(?:[-/]\d{1,2})?$/
const LETTERED = /^\d[a-e]$/
const ROMAN = /^(?=[xvi])x{0,2}(?:ix|iv|v?i{0,3})[a-e]?$/
const LETTER = /^[a-e]$/
/** The stages of what is graded by a number alone, as kidney disease is. */
const GRADE = /^[1-5][ab]?$/
const ORDINAL = /^\d(?:st|nd|rd|th)$/
const TNM = /^[cp]?t(?:[0-4x]|is)[a-d]?n[0-3x][a-c]?(?:m[01x])?$/

const DIMENSIONS = /^\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)+$/
const TIMES = /^x\d{1,2}$|^\d{1,2}x$/
/** A score of pain, as charts write it. */
const OUT_OF_TEN = /^(?:\d|10)\/10$/
const TEMPERATURE = /^(?:3[4-9]|4[0-3]|9\d|10\d)(?:\.\d)?$/
const DEGREES = /^[cf]$/
const HEAT = /^(?:(?:3[4-9]|4[0-3])c|(?:9\d|10\d)f)$/
const TENTHS = /^\d[cf]$/

/** "3", "2b", "iii", "c", "2-3", and the "to" of "2 to 3". */
const EXTENT_VALUE = /^(?:\d{1,2}[a-e]?(?:[-/]\d{1,2})?|[ivx]+[a-e]?|[a-e]|to)$/
const EXTENTS_TABLE = 'clinical/extents.tsv'

const extents = lazily(() => readColumn(EXTENTS_TABLE, 'word'))

/** Behind a number they part it from what follows. */
const PARTS = /[,.;:]/

interface Tables {
  readonly scales: PhraseMatcher<ScaleKind>
  readonly units: PhraseMatcher<true>
  /** "5x6x7mm": numbers and a unit in one word. */
  readonly glued: RegExp
  readonly counted: ReadonlySet<string>
}

const tables = lazily(readTables)

/** True for the lemma of a unit in which findings are counted: "episode". @throws MedlinkError `data_invalid` */
export function isCounted(lemma: string): boolean {
  return tables().counted.has(lemma)
}

/**
 * The stage, grade or type that begins at a word; undefined where none does.
 *
 * @param joint the character behind a word
 * @throws MedlinkError `data_invalid`
 */
export function qualityAt(
  words: readonly Word[],
  forms: readonly string[],
  from: number,
  joint: (at: number) => string,
): FoundMeasure | undefined {
  const { scales } = tables()
  const form = forms[from]!
  if (TNM.test(form)) return { from, to: from + 1, score: SURE }
  const isOrdinal = ORDINAL.test(form)
  // Most words begin no scale.
  if (!isOrdinal && !scales.mayBegin(form)) return undefined
  const longest = (kind: ScaleKind, at: number) =>
    at < forms.length
      ? scales.startingAt(forms, at).findLast(({ value }) => value === kind)?.to
      : undefined
  const ordered = isOrdinal ? longest('classifier', from + 1) : undefined
  if (ordered !== undefined) return { from, to: ordered, score: SURE }
  const named = longest('scale', from)
  const classified = longest('classifier', named ?? from)
  const value = classified ?? named
  if (value !== undefined) {
    const to = valueEnd(words, forms, value, joint)
    if (to !== undefined) return { from, to, score: classified === undefined ? LIKELY : SURE }
    return TNM.test(forms[value] ?? '') ? { from, to: value + 1, score: SURE } : undefined
  }
  const graded = longest('graded', from)
  return graded !== undefined && GRADE.test(forms[graded] ?? '')
    ? { from: graded, to: graded + 1, score: LIKELY }
    : undefined
}

/** In words: "chronic kidney disease". */
const LONGEST_GRADED = 3

/** True if a name that a number alone grades ends before a word: "DM", "chronic kidney disease". @throws MedlinkError `data_invalid` */
export function isBehindGraded(forms: readonly string[], at: number): boolean {
  const first = Math.max(0, at - LONGEST_GRADED)
  return Array.from({ length: at - first }, (_, i) => first + i).some((from) =>
    tables()
      .scales.startingAt(forms, from)
      .some(({ to, value }) => value === 'graded' && to === at),
  )
}

/**
 * True if forms are a value on a scale for how far a condition has gone: "NYHA class 3". A type is none, nor is a scale of what
 * codes tell apart: bleeding, a broken skin. @throws MedlinkError `data_invalid`
 */
export function isExtent(forms: readonly string[]): boolean {
  const isValue = (form: string) => EXTENT_VALUE.test(form)
  return (
    forms.some(isValue) &&
    forms.some((form) => !isValue(form)) &&
    forms.every((form) => isValue(form) || extents().has(form))
  )
}

/** The end of a value: "3", "IIIA", "2-3", "B", "2 to 3", "II/III". */
function valueEnd(
  words: readonly Word[],
  forms: readonly string[],
  at: number,
  joint: (at: number) => string,
): number | undefined {
  const isValue = (i: number) => {
    const form = forms[i]
    if (form === undefined) return false
    return (
      (words[i]!.kind === 'number' && WHOLE.test(form)) ||
      LETTERED.test(form) ||
      ROMAN.test(form) ||
      (LETTER.test(form) && !words[i]!.stop)
    )
  }
  if (!isValue(at)) return undefined
  const next = forms[at + 1] === 'to' ? at + 2 : at + 1
  const goesOn = next > at + 1 || joint(at) === '/' || joint(at) === '-'
  return goesOn && isValue(next) ? next + 1 : at + 1
}

/**
 * The quantity that begins at a word; undefined where none does.
 *
 * @param lemmas of the words
 * @param joint the character behind a word
 * @throws MedlinkError `data_invalid`
 */
export function quantityAt(
  words: readonly Word[],
  forms: readonly string[],
  lemmas: readonly string[],
  from: number,
  joint: (at: number) => string,
): FoundMeasure | undefined {
  const { units, counted, glued } = tables()
  const form = forms[from]!
  if (form !== 'x' && words[from]!.kind !== 'number' && !DIGIT.test(form)) return undefined
  const found = (to: number, score: number): FoundMeasure => ({ from, to, score })
  const isNumber = (at: number) => words[at]?.kind === 'number'
  const hasCounted = (at: number) => counted.has(lemmas[at] ?? '')
  const rateEnd = (at: number) =>
    joint(at - 1) === '/' && isTimeUnit(forms[at] ?? '') ? at + 1 : at

  if (glued.test(form) || HEAT.test(form)) return found(from + 1, SURE)
  const start = form === 'x' && isNumber(from + 1) ? from + 1 : from
  if (TIMES.test(form) || start > from) {
    if (hasCounted(start + 1)) return found(rateEnd(start + 2), SURE)
    return start > from ? undefined : found(from + 1, UNSURE)
  }
  let to = from + 1
  if (!DIMENSIONS.test(form)) {
    if (!isNumber(from)) return undefined
    // "2.5x3" is read as two words, "101.4F" too.
    const isCut = joint(from) === '.' && words[to]?.start === words[from]!.end + 1
    if (isCut && DIMENSIONS.test(forms[to]!)) to++
    else if (isCut && TEMPERATURE.test(form) && TENTHS.test(forms[to]!)) return found(to + 1, SURE)
    while (forms[to] === 'x' && isNumber(to + 1)) to += 2
  }
  const isSize = to > from + 1 || DIMENSIONS.test(form)
  const isParted = PARTS.test(joint(to - 1))
  const unit = isParted ? undefined : unitEnd(units, forms, to, joint)
  if (unit !== undefined) return found(unit, SURE)
  if (isSize) return found(to, LIKELY)
  if (OUT_OF_TEN.test(form)) return found(to, LIKELY)
  if (isParted) return undefined
  if (hasCounted(to)) return found(rateEnd(to + 1), SURE)
  if (rateEnd(to) > to) return found(rateEnd(to), SURE)
  if (TEMPERATURE.test(form) && DEGREES.test(forms[to] ?? '')) return found(to + 1, LIKELY)
  return undefined
}

const DOSE_UNIT = /^(?:iu|mcg|mcgs|mg|mgs|ug|microgram|micrograms|milligram|milligrams)$/
/** "mg/kg", "mg/m2". */
const OF_BODY = /^(?:kg|m|m2)$/

/** True for the forms of a quantity that is of a drug and of no condition: "5 mg", not "300 mg/day". */
export function isDrugDose(forms: readonly string[]): boolean {
  const unit = forms.findIndex((form) => DOSE_UNIT.test(form))
  return unit > 0 && forms.slice(unit + 1).every((form) => OF_BODY.test(form))
}

/** "cm", "mm Hg", "mg/dl". */
function unitEnd(
  units: PhraseMatcher<true>,
  forms: readonly string[],
  from: number,
  joint: (at: number) => string,
): number | undefined {
  let end: number | undefined
  for (let at = from; at < forms.length; ) {
    const next = units.startingAt(forms, at).at(-1)?.to
    const per = end !== undefined && next === undefined && isTimeUnit(forms[at]!) ? at + 1 : next
    if (per === undefined) break
    end = per
    if (joint(end - 1) !== '/') break
    at = end
  }
  return end
}

function readTables(): Tables {
  const scales = new PhraseMatcher<ScaleKind>()
  for (const [phrase, kind] of readTable(SCALES_TABLE, ['phrase', 'kind']))
    scales.set(phrase!.split(' '), kind as ScaleKind)
  const spelled = readUnitSpellings()
    .filter(({ unit, text }) => text !== '-' && !isTimeUnit(unit))
    .map(({ unit }) => unit)
  const units = new PhraseMatcher<true>()
  for (const unit of spelled) {
    units.set(unit.split(' '), true)
    units.set([unit.replaceAll(' ', '')], true)
  }
  const letters = spelled.filter((unit) => /^[a-z]+$/.test(unit)).join('|')
  const glued = new RegExp(`^\\d+(?:\\.\\d+)?(?:x\\d+(?:\\.\\d+)?)+(?:${letters})$`)
  const counted = readColumn(COUNTED_TABLE, 'word')
  return { scales, units, glued, counted }
}
