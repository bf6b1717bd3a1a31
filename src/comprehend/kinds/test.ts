import type { Sentence } from '../../clinical/sections.ts'
import type { Entity, LinkResultItem } from '../../contract.ts'
import type { DrugWord } from '../../ontologies/medication/words.ts'
import { assertionsOf, type NoteText, type PlainWords, wordAt, wordsOf } from '../note-text.ts'
import { type Found, type Stage, sentencesFor } from '../task.ts'
import { assumedUnit, isNoBloodValue, systemsOf } from './assumed-units.ts'
import type { AskLinker, Draft } from './draft.ts'
import { isLimit, isSetting } from './test-limits.ts'
import { nameWithTail } from './test-name-tails.ts'
import {
  gluedVital,
  isOneName,
  nameBeside,
  scannedName,
  type TestName,
  testNames,
} from './test-names.ts'
import { specimensOf, type TestSpecimen } from './test-specimens.ts'
import {
  type FoundTest,
  JOINED,
  measuredIn,
  type Status,
  sharedOrders,
  statusOf,
} from './test-status.ts'
import {
  flagOf,
  growthAt,
  isCulture,
  listsOf,
  ownValue,
  PAIR,
  type Place,
  plainNumber,
  resultAt,
  timeOfLabel,
  withOwnUnit,
} from './test-values.ts'

type Test = Entity<'icd-10-cm', 'test'>
/** A test with the specimen that the text says; null where it is not clear which. */
interface TestOfSpecimen extends FoundTest {
  readonly specimen: TestSpecimen | undefined | null
}

/** Steps that finding takes, for each character. */
const STEPS_A_CHARACTER = 100
/** Names that are units after a number. */
const UNIT_NAMES: ReadonlySet<string> = new Set(['mg', 'k', 'pg', 'fl', 'g', 'l', 't', 'p', 'hr'])
/** Certainty of a test with a value, and of one without. */
const CERTAINTY = { resulted: 0.95, named: 0.8 } as const

/**
 * Stage 5. Finds tests: their names, the values after them, and their status. If no tests are asked for: those of sentences
 * with problems.
 *
 * Adds drafts. Costs {@link STEPS_A_CHARACTER}; linear.
 */
export const findTests: Stage<Found, Found> = (found, { tools, work }) => {
  work.add(STEPS_A_CHARACTER * found.note.text.length)
  const sentences = sentencesFor('test', lengthAt, found, tools)
  return { ...found, drafts: [...found.drafts, ...testsOf(found.note, sentences)] }
}

/** The tests of sentences of a note in order of place. */
function testsOf(note: NoteText, sentences: readonly Sentence[]): Draft[] {
  const { text, words } = note
  const plain = note.plainWords()
  let rowEnd = 0
  const found = sentences.flatMap((sentence) => {
    const first = isVitalHeading(text, words, sentence)
      ? sentence.from
      : (sentence.heading?.to ?? sentence.from)
    const from = first >= sentence.to ? sentence.from : first
    const begin = words[from]!.start
    // A cell of a row that was read.
    if (begin < rowEnd) return []
    const last = words[sentence.to - 1]!.end
    const next = words[sentence.to]?.start ?? text.length
    rowEnd = endOfRow(text, begin, last)
    // A sign behind the last word may be a value: "HIV (-)".
    const end = Math.max(rowEnd, Math.min(next, last + SIGNS_REACH))
    return testsIn(text, plain, begin, end, sentence)
  })
  if (found.length === 0) return []
  const said = assertionsOf(
    note,
    found.map(({ begin, end }) => wordsOf(words, begin, end)),
  )
  let isBefore = false
  const statuses = sharedOrders(
    text,
    found,
    found.map((test, i) => {
      isBefore = isLimit(text, test, found[i - 1], isBefore)
      return isBefore || isSetting(text, test)
        ? undefined
        : statusOf(text, test, said[i]!, found[i + 1])
    }),
  )
  const values = found.map((test, i) =>
    statuses[i] === 'resulted' || statuses[i] === 'family' ? measuredIn(text, test) : undefined,
  )
  const specimens = statuses.some((status) => status !== undefined)
    ? specimensOf(
        note,
        found.map((test, i) => ({ ...test, isNoBloodValue: isNoBloodValue(values[i]) })),
      )
    : []
  const ofBlood = values.filter((_, i) => specimens[i]?.isBlood !== false)
  const systems = systemsOf(ofBlood.flatMap((value) => value ?? []))
  return found.flatMap((test, i) => {
    const status = statuses[i]
    if (status === undefined) return []
    const [value, specimen] = [values[i], specimens[i]]
    // A row of a report of a fluid: "colour" is none of blood.
    if (test.name.kind === 'row' && specimen?.isBlood !== false) return []
    const isOpen = value !== undefined && value.unit === undefined
    const isBlood = specimen?.isBlood !== false
    const assumed = isOpen ? assumedUnit(value, systems, isBlood) : 'usual'
    return [draftOf(text, { ...test, specimen }, status, specimen === null ? null : assumed)]
  })
}

/** In UTF-16 units. */
const SIGNS_REACH = 6

/** End of a table's row of which cells are in a stretch, though its other cells are sentences, too; 0 if it is of none. */
function endOfRow(text: string, begin: number, end: number): number {
  const isInRow = text.slice(begin, end).includes('|') || /^[^\S\n]*\|/.test(text.slice(end))
  if (!isInRow) return 0
  const lineEnd = text.indexOf('\n', end)
  return lineEnd === -1 ? text.length : lineEnd
}

function lengthAt(forms: readonly string[], at: number): number {
  if (at + 1 < forms.length && HEADS.has(forms[at + 1]!)) return 2
  return (testNames().startingAt(forms, at).at(-1)?.to ?? at) - at
}

function testsIn(
  text: string,
  { words, forms }: PlainWords,
  begin: number,
  end: number,
  sentence: Sentence,
): FoundTest[] {
  let named: { place: Place; name: TestName }[] = []
  const textOf = ({ place }: { place: Place }) => text.slice(place.begin, place.end)
  const placeOf = (from: number, to: number): Place => {
    const [first, behind] = [words[from]!.start, words[to - 1]!.end]
    // "Bilirubin (total)".
    const isOpen = text[behind] === ')' && text.slice(first, behind).includes('(')
    return { begin: first, end: isOpen ? behind + 1 : behind }
  }
  const last = wordAt(words, end)
  for (let at = wordAt(words, begin); at < last; ) {
    const match = testNames()
      .startingAt(forms, at)
      .findLast(({ to }) => to <= last && isOneName(text, { words, forms }, at, to))
    const head = headedName(text, words, forms, at, last)
    if (match === undefined || head > match.to) {
      const glued = head > at ? undefined : gluedVital(forms[at]!)
      const { start } = words[at]!
      if (head > at) named.push({ place: placeOf(at, head), name: OF_HEAD })
      else if (glued !== undefined)
        named.push({ place: { begin: start, end: start + glued.length }, name: glued.name })
      else if (
        FIGURE.test(text.slice(words[at]!.end, Math.min(end, words[at]!.end + FIGURE_REACH)))
      ) {
        const scanned = scannedName(forms[at]!)
        if (scanned !== undefined) named.push({ place: placeOf(at, at + 1), name: scanned })
      }
      at = Math.max(head, at + 1)
      continue
    }
    const place = placeOf(at, match.to)
    // The unit of a value: "1.9 mg/dL", "40 mm in 1st hr".
    const before = named.at(-1)?.place.end
    const isFigure = HAS_FIGURE.test(text.slice(place.end, end))
    const isUnit =
      match.to === at + 1 &&
      (isFigure
        ? isHours(text, named.at(-1), place)
        : isUnitName(forms[at]!, text.slice(begin, place.begin)) ||
          (before !== undefined && isInUnit(text, before, place, end)))
    const tail = isUnit ? undefined : nameWithTail(text, place, match.value, end)
    if (tail !== undefined) named.push({ place: { ...place, end: tail.end }, name: tail.name })
    else if (!isUnit) named.push({ place, name: match.value })
    at = tail === undefined ? match.to : wordAt(words, tail.end)
  }
  named = named
    .filter((_, i) => !RATE.test(textOf(named[i]!)) || isAmongVitals(text, named, i))
    .map((each, i, all) => {
      const beside = [all[i - 1]?.name.reads, all[i + 1]?.name.reads]
      return { ...each, name: nameBeside(textOf(each), beside) ?? each.name }
    })
  const lists = listsOf(text, named, end)
  const tests = named.map(({ place, name }, i): FoundTest => {
    const listed = lists.get(i)
    if (listed !== undefined) {
      const { result } = listed
      return { ...place, name, result, value: result?.value, sentence }
    }
    const next = named[i + 1]
    const isFirst = next !== undefined && PAIR.test(text.slice(place.end, next.place.begin))
    const before = named[i - 1]
    const isSecond = before !== undefined && PAIR.test(text.slice(before.place.end, place.begin))
    const result = isFirst
      ? resultAt(text, next.place.end, end)
      : resultAt(text, place.end, next === undefined ? end : next.place.begin)
    const value = ownValue(text, result, isFirst ? 0 : isSecond ? 1 : undefined)
    if (result === undefined && isCulture(text.slice(place.begin, place.end))) {
      const grown = growthAt(text, place.end, end)
      return { ...place, name, result: grown, value: grown?.value, sentence }
    }
    const own = value && withOwnUnit(text, place, name.reads, result!, value)
    return { ...place, name, result: own, value, sentence }
  })
  // "HIV / HBsAg / VDRL NR": names that are joined share a result in words.
  for (let i = tests.length - 2; i >= 0; i--) {
    const [test, next] = [tests[i]!, tests[i + 1]!]
    const gap = text.slice(test.end, next.begin)
    // "Urine R/M protein 2+".
    const isLabel = test.name.kind === 'panel' && gap.trim() === ''
    const isShared = next.result?.isWord === true && JOINED.test(gap) && !isLabel
    if (test.result === undefined && isShared)
      tests[i] = { ...test, result: next.result, value: next.result?.value, isShared: true }
  }
  return tests
}

/** A letter that is a rate among vital signs, and a side elsewhere. */
const RATE = /^r$/i
const BETWEEN_VITALS = /^[^\n;]{0,16}$/

/** True for a name right before or after that of another vital sign: the R of "P 80, R 18". */
function isAmongVitals(
  text: string,
  named: readonly { readonly place: Place; readonly name: TestName }[],
  i: number,
): boolean {
  const isNear = (from: number, to: number) =>
    named[from]?.name.kind === 'vital' &&
    named[to]?.name.kind === 'vital' &&
    BETWEEN_VITALS.test(text.slice(named[from].place.end, named[to].place.begin))
  return isNear(i - 1, i) || isNear(i, i + 1)
}

/** True if the heading of a sentence is a vital sign with its number: "P: 88", not a plan. */
function isVitalHeading(text: string, words: NoteText['words'], { heading }: Sentence): boolean {
  if (heading === undefined || heading.to - heading.from !== 1) return false
  const { start, end } = words[heading.from]!
  const name = testNames().get([text.slice(start, end).toLowerCase()])
  return name?.kind === 'vital' && /^\s?[:=-]\s?\d{2,3}(?!\d|\))/.test(text.slice(end, end + 8))
}

/** True for a count of cells in a volume of blood. */
function isCount({ reads }: TestName): boolean {
  return reads === 'platelets' || reads === 'leukocytes'
}

/** A number behind a word, which is no unit then, unless the number is a range. */
const HAS_FIGURE = /^[^\S\n]*[:=|-]?[^\S\n]*[<>]?\d[\d,.]*(?![\d,.])(?!\s?[-–]\s?\d)/
/** Before a unit, behind a name. */
const MAY_HOLD_UNIT = /[\d(|]/
/** In UTF-16 units, from the end of a name to the end of its unit. */
const RESULT_REACH = 60

function isUnitName(form: string, before: string): boolean {
  return UNIT_NAMES.has(form) && /\d\s?$/.test(before)
}

/** Hours between a name and its value. */
const HOURS = /^[\s:@]*(?:at\s)?\d{1,2}\s?$/

/** True for "hr" between a name and its value, which is no heart rate: "Lactate 4 hr 2.1". */
function isHours(
  text: string,
  before: { readonly place: Place; readonly name: TestName } | undefined,
  { begin, end }: Place,
): boolean {
  if (before === undefined || before.name.kind === 'vital') return false
  return text.slice(begin, end) === 'hr' && HOURS.test(text.slice(before.place.end, begin))
}

/** True if a place is within the unit behind a name. */
function isInUnit(text: string, name: number, { begin }: Place, end: number): boolean {
  if (begin - name > RESULT_REACH || !MAY_HOLD_UNIT.test(text.slice(name, begin))) return false
  const unit = resultAt(text, name, end)?.unit
  return unit !== undefined && unit.begin <= begin && begin < unit.end
}

/** A number right behind a name. */
const FIGURE = /^[\s:=]{1,3}\d/
const FIGURE_REACH = 4

/** Nouns that make an abbreviation before them a test: "CMV PCR". */
const HEADS: ReadonlySet<string> = new Set([
  ...['pcr', 'igg', 'igm', 'iga', 'ige', 'ab', 'abs', 'antibody', 'antibodies', 'antigen'],
  ...['serology', 'titre', 'titer', 'titres', 'titers', 'level', 'levels', 'culture', 'cultures'],
  ...['assay', 'smear'],
])
const ABBREVIATION = /^(?=.*\p{Lu}.*[\p{Lu}\d])[\p{Lu}\d-]{2,8}$/u
const OF_HEAD: TestName = { kind: 'plain', reads: undefined, unit: undefined, specimen: undefined }

/** Number of the word after an abbreviation with its noun; that of the abbreviation itself if it has none. */
function headedName(
  text: string,
  words: readonly DrugWord[],
  forms: readonly string[],
  at: number,
  last: number,
): number {
  if (at + 1 >= last || !HEADS.has(forms[at + 1]!)) return at
  const { start, end } = words[at]!
  const isOne = /^[ -]$/.test(text.slice(end, words[at + 1]!.start))
  return isOne && ABBREVIATION.test(text.slice(start, end)) ? at + 2 : at
}

function draftOf(
  text: string,
  test: TestOfSpecimen,
  status: Status,
  assumed: string | null,
): Draft {
  const { begin, end, result } = test
  const isOwn = status === 'resulted' && result !== undefined && test.isShared !== true
  // A flag may be the next name's: "PSA 11 elevated PSA".
  const last = result?.later?.at(-1) ?? result
  const to = isOwn ? Math.max((last!.unit ?? last!.value).end, last!.value.end) : end
  return {
    type: 'test',
    begin,
    end,
    from: begin,
    to,
    isNamed: true,
    link: (ask) =>
      withLater(test, isOwn).flatMap((each) => linked(text, each, status, assumed, ask)),
  }
}

/** A test, and the same at the other times of which results follow. */
function withLater(test: TestOfSpecimen, isOwn: boolean): readonly TestOfSpecimen[] {
  const { result, value } = test
  if (!isOwn || value !== result?.value) return [test]
  const later = result?.later ?? []
  return [test, ...later.map((each) => ({ ...test, result: each, value: each.value }))]
}

const PRESSURES = ['systolic blood pressure', 'diastolic blood pressure'] as const

function linked(
  text: string,
  test: TestOfSpecimen,
  status: Status,
  assumed: string | null,
  ask: AskLinker,
): Test[] {
  const { value, name } = test
  const both =
    value && /^([\dO]{2,3})\s?\/\s?([\dO]{2,3})$/.exec(text.slice(value.begin, value.end))
  if (name.reads !== 'blood pressure' || !both) {
    const behind = text.slice(test.result?.end ?? test.end, (test.result?.end ?? test.end) + 12)
    const isSystolic = name.reads === 'blood pressure' && /^\s?(?:sys|palp)/i.test(behind)
    const reads = isSystolic ? PRESSURES[0] : name.reads
    return [entityOf(text, test, status, value, reads, assumed, ask)]
  }
  const second = value.end - both[2]!.length
  const parts = [
    { begin: value.begin, end: value.begin + both[1]!.length },
    { begin: second, end: value.end },
  ]
  return parts.map((part, i) => entityOf(text, test, status, part, PRESSURES[i], assumed, ask))
}

function entityOf(
  text: string,
  test: TestOfSpecimen,
  status: Status,
  value: Place | undefined,
  reads: string | undefined,
  assumed: string | null,
  ask: AskLinker,
): Test {
  const { begin, end, result, specimen, name } = test
  const hasValue = status === 'resulted' || status === 'family'
  const own = hasValue ? result : undefined
  const time = own && (own.time ?? timeOfLabel(text, begin))
  const saidSpecimen = specimen?.isOfName ? undefined : specimen?.place
  const written = (place: Place | undefined) => (place ? text.slice(place.begin, place.end) : null)
  const attributes = [
    { type: 'TEST_VALUE' as const, place: hasValue ? value : undefined },
    { type: 'TEST_UNIT' as const, place: own?.unit },
    { type: 'TEST_RANGE' as const, place: own?.range },
    { type: 'TEST_FLAG' as const, place: own?.flag },
    { type: 'SPECIMEN' as const, place: saidSpecimen },
    { type: 'TIME_EXPRESSION' as const, place: time },
  ].flatMap(({ type, place }) =>
    place === undefined
      ? []
      : [
          {
            type,
            text: text.slice(place.begin, place.end),
            begin_offset: place.begin,
            end_offset: place.end,
          },
        ],
  )
  attributes.sort((a, b) => a.begin_offset - b.begin_offset)
  const flag = written(own?.flag)
  // The saturation of a blood gas.
  const isOfGas = name.kind === 'vital' && specimen != null
  const query = isOfGas ? 'oxygen saturation' : (reads ?? text.slice(begin, end))
  return {
    ...{ type: 'test', text: text.slice(begin, end), begin_offset: begin, end_offset: end },
    ...{ score: hasValue ? CERTAINTY.resulted : CERTAINTY.named, status },
    ...{
      value: hasValue ? written(value) : null,
      unit: written(own?.unit),
      range: written(own?.range),
    },
    flag: flag === null ? null : flagOf(flag),
    ...{ specimen: written(saidSpecimen), time: written(time), attributes },
    // A panel has no code of a result, but is called as one of its tests: "urine protein 30 mg/dL".
    results:
      name.kind === 'panel' && !hasValue
        ? []
        : rowsOf(
            query,
            name,
            {
              value: hasValue ? written(value) : null,
              unit: written(own?.unit),
              range: written(own?.range),
              specimen,
            },
            assumed,
            ask,
          ),
  }
}

/** Units of counts as notes write them, with their volume. */
const COUNT_UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:l|lakhs?|lacs?)$/i, 'lakhs/cumm'],
  [/^(?:k|thou(?:sand)?)$/i, '10*3/uL'],
]

function countUnit(name: TestName, unit: string): string {
  const known = isCount(name) ? COUNT_UNITS.find(([written]) => written.test(unit)) : undefined
  return known?.[1] ?? unit
}

function rowsOf(
  query: string,
  name: TestName,
  said: Pick<Test, 'value' | 'unit' | 'range'> & Pick<TestOfSpecimen, 'specimen'>,
  assumed: string | null,
  ask: AskLinker,
): LinkResultItem<'loinc'>[] {
  // Practice takes unit and specimen of a number without a word; "glucose neg" may be of urine.
  const { value, unit, range, specimen } = said
  const isNumber = value !== null && /\d/.test(value)
  // LOINC has one code of a rate or a pressure at the bedside, whose unit and specimen say nothing more.
  if (name.kind === 'vital' && name.unit === undefined && name.specimen === undefined)
    return ask(query, { assume: 'usual' }).results as LinkResultItem<'loinc'>[]
  const usual = assumed === 'usual' ? name.unit : (assumed ?? undefined)
  const isOfName = specimen?.isOfName === true
  const usualSpecimen = isNumber && specimen === undefined ? name.specimen : undefined
  // "2-3" is of a field of the microscope as often.
  const isPerField = isCount(name) && /\d\s?[-–]\s?\d/.test(value ?? '')
  const hints = {
    ...{ value: value && plainNumber(value), range },
    unit: unit === null ? (isNumber && !isPerField ? usual : undefined) : countUnit(name, unit),
    specimen: (isOfName ? undefined : specimen?.reads) ?? usualSpecimen,
  }
  const metadata = Object.fromEntries(Object.entries(hints).filter(([, hint]) => hint != null))
  const assume = assumed === null ? 'nothing' : 'usual'
  return ask(query, { metadata, assume }).results as LinkResultItem<'loinc'>[]
}
