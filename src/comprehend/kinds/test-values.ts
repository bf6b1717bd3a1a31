/** Values behind the names of tests, as notes write them. */

import { PAIRED_PARTS_TABLE } from '../../clinical/laterality.ts'
import { lazily } from '../../language/remember.ts'
import { readColumn } from '../../language/tables.ts'
import { isNoNumber, timesBefore } from './test-times.ts'
import { unitLength } from './test-units.ts'

/** A stretch of a text: UTF-16 indexes, `end` exclusive. */
export interface Place {
  readonly begin: number
  readonly end: number
}

/** A result behind a name. */
export interface WrittenResult {
  readonly value: Place
  readonly unit: Place | undefined
  readonly range: Place | undefined
  readonly flag: Place | undefined
  readonly time: Place | undefined
  readonly end: number
  /** True for a word instead of a number. */
  readonly isWord: boolean
  /** Results of other times that follow: "7.8 yesterday, 9.1 today". */
  readonly later?: readonly WrittenResult[]
}

const COMPARATOR = String.raw`(?:[<>≤≥~≈]\s?)?`
/** Commas between groups of digits; a comma or a middle dot as the decimal mark; a plain number. */
const NUMBER = [
  String.raw`${COMPARATOR}\d{1,3}(?:,\d{2})*,\d{3}(?:\.\d+)?(?!\d|,\d)`,
  String.raw`${COMPARATOR}\d{1,5}(?:,\d{1,2}|[·∙]\d+)(?!\d|,\d)`,
  String.raw`${COMPARATOR}\d{1,6}(?:\.\d+|[⁰¹²³⁴-⁹])?(?!\d|,\d|[·∙]|:\d)`,
].join('|')
/** A dilution: "1:64". */
const TITRE = String.raw`${COMPARATOR}1\s?:\s?\d{1,6}(?![\d:.]|\s?[ap]m\b)`
/** With a letter for a zero, as scanners read it: "14O", "178/1O4". */
const SCANNED = String.raw`(?=[\d./\s]*O)(?=\d)[\dO]{2,4}(?:\s?\/\s?[\dO]{2,3}|\.[\dO]{1,2})?(?![\p{L}\d])`
const VALUE = new RegExp(
  `^(${TITRE}|${SCANNED}|\\d{2,3}\\s?\\/\\s?\\d{2,3}(?![\\d/]|\\.\\d)|(?:${NUMBER})(?:\\s?[-–]\\s?\\d{1,5}(?:\\.\\d+)?(?!\\d|\\.\\d|\\s(?:units?|pools?|bags?|mmol\\s|meq\\s)|\\s?[-–]\\s?\\d))?\\+?)(?!(?![x×]?10[\\^*e])[\\p{L}\\d]{2,}\\d)`,
  'u',
)
/** A multiple of a limit, which is no number of the test: "3x ULN". */
const MULTIPLE =
  /^(?:[<>≤≥~]\s?)?\d+(?:\.\d+)?\s?(?:[x×]|times|-?\s?fold)\s?(?:the\s)?(?:(?:uln|unl|lln|baseline)\b|(?:upper|lower)\s(?:normal\slimit|limit(?:\sof\snormal)?)|normal\b(?:\slimits?)?)/iu
const WORD_VALUE =
  /^(?:E[1-4]C?\s?V(?:[1-5]|ET|T)\s?M[1-6]|(?:A|B|AB|O)\s?(?:pos(?:itive)?|neg(?:ative)?|[-+]ve|[-+])|equivocal|indeterminate|non[\s-]?reactive|reactive|negative|positive|neg|pos|not detected|undetectable|detected|normal|nor|nl|wnl|nad|nil|traces?|absent|pale yellow|dark yellow|yellow|straw(?:\scolou?red)?|amber|reddish|hazy|turbid|cloudy|acidic|alkaline|occasional|few|plenty|scanty|(?:large|many|moderate|numerous|small)(?=\s*(?:[,;.|)\n]|$))|not seen|none(?:\sseen)?|nil seen|present|unremarkable|clear|no growth|sterile|nr|abnormal|raised|elevated|high|low|[1-4]\s?\+|\+{1,4}(?!\w)|\([-+]\)|[-+]ve|elev|borderline|deranged|within normal limits|in range|ok|pending)(?![\p{L}\p{N}])/iu
/** A word about a number that follows it. */
const MEASURED =
  /^(?:raised|elevated|high|low|deranged|abnormal|borderline|normal)\s?(?:(?:\(\s?|at\s|[:=]\s?)(?=[<>]?\d)|(?=\d{2,3}\s?\/\s?\d{2,3}(?![\d/])))/iu
/** Former values before the last one: "1.2 -> 2.4", "dropped from 12.1 to 8.4". */
const CHANGE =
  /^(?:(?:[<>]?\d[\d.,]*(?:\s?\/\s?\d{2,3}|\s?%)?\s?(?:->|-->|→|=>|>>)\s?)+(?=[<>]?\d)|(?:\d+\.\d+\s?\/\s?){2,}(?=\d+\.\d)|(?:(?:has|have|had)\s)?(?:dropped|fell|fallen|decreased|declined|down|came down|reduced|rose|risen|increased|up|went up|climbed|improved|worsened|changed|trended (?:up|down))\s(?:from\s\d[\d.,]*\s?(?:%|\p{L}+\/\p{L}+)?\s?)?(?:to|->|→)\s(?=[<>]?\d))/iu
const LINK =
  /^(?:\s*(?:[:=→|]|-(?!ve\b)|—|–|\*\*|\bis\b|\bwas\b|\bof\b|\bat\b|\bcame\b|\bback\b|\bshows?\b|\*|\blevels?\b|\bcounts?\b|\btoday\b|\bnow\b|\bcurrently\b|\bresult\b|\brepeat\b|\btest\b|\breading\b|\bpre-?op\b|\bpost-?op\b|\bx\s?\d\b|\bremains?\b|\bon\s(?:admission|arrival)\b|\blast\b|\bprev(?:ious)?\b|\btotal\b|\bscreen\b|\bPOC\b|\bpoc\b|\bstat\b|\brandom\b|\bvia\b|\(?[HL]\)(?=\s*\d)))*\s*/iu
/** Weeks of a pregnancy at the test, which are no value of it: "Hb 28 wks 9.8", "ANC at 32 weeks". */
const AT_WEEKS = /^\s*\(?(?:at\s)?\d{1,2}\s?(?:weeks?|wks?)(?![\p{L}\p{N}])\)?/iu
/** How the patient is at the measure, or the limb: "lying 142/86", "130/80 (L arm)". */
const POSTURE =
  /^\s?[([]?(?:on\s|in\s|at\s|while\s)?(?:lying(?: down)?|supine|standing|sitting|erect|seated|recumbent|resting|rest|exertion|ambulation|walking|(?:left|right|lt|rt|l|r)\.?\s?(?:arm|leg|ul|ll|hand))(?!\p{L})[)\]]?/iu
/** Between two parts of a result; a bar, a tab or two spaces part the cells of a table. */
const GAP = /^(?:\*\*)?(?:[^\S\n]*\|)*[^\S\n]*(?:\*\*)?/
const CELL = /[|\t]|\s{2}/
const LIMITS = String.raw`(?:[<>≤≥]\s?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?\s?(?:[-–]|to)\s?\d[\d,]*(?:\.\d+)?)`
/** "(12-15)", "[<5 mg/L]", "ref 12-15", "(normal: 12-15)". */
const RANGE = new RegExp(
  String.raw`^(?:[([]\s?|ref(?:erence)?(?:\s(?:range|interval))?[:.]?\s?|n(?:ormal)?[:=]\s?)(?:(?:ref|n(?:ormal)?)(?:\srange)?[:.=]?\s?)?(${LIMITS})\s?[^\s()[\]|]{0,12}[)\]]?`,
  'iu',
)
/** A range that is a cell of its own. */
const RANGE_CELL = new RegExp(String.raw`^(${LIMITS})(?=[^\S\n]*(?:[|\t\n]|\s{2}|$|[^\s\d]))`, 'u')
/** The same behind a unit: "9000 /cumm 4000-10000". */
const RANGE_BEHIND_UNIT =
  /^(\d[\d,]*(?:\.\d+)?\s?[-–]\s?\d[\d,]*(?:\.\d+)?)(?=[^\S\n]*(?:[|\n.,;)]|$))/u
/** Another value in a bracket before the unit: "24.3 (direct 20.1) mg/dL". */
const PART_OF_VALUE = /^\(\p{L}[\p{L}\s]{1,20}:?\s?[<>]?\d[\d,]*(?:\.\d+)?\)(?=\s?\S)/iu
/** A former value: "142 (210)", "9.8 (was 11.2)". */
const FORMER =
  /^\((?:was|from|prev(?:ious(?:ly)?)?|last|yest\w*|(?:on\s)?adm(?:ission)?|baseline|pre-?op)?:?\s?[<>]?\d[\d,]*(?:\.\d+)?%?\)/iu
const FORMER_CELL = /^[<>]?\d[\d,]*(?:\.\d+)?(?=[^\S\n]*(?:[|\t\n]|\s{2}|$))/u
const FLAG =
  /^(?:\*(?:HH?|LL?)\*|\[(?:HH?|LL?)\]|\((?:HH?|LL?|HIGH|LOW|high|low|elevated|raised|abnormal|normal|nl|N)\)|(?![LN]\s?\d+\s?%)(?:HH?|LL?|HIGH|LOW|high|low|elevated|raised|abnormal|normal|nl|N)(?![\p{L}\p{N}])|[↑↓]|\*(?!\*))/u
const TIME_AFTER =
  /^\(?(today|yesterday|yest|now(?!\s*[<>]?\d)|tonight|on arrival|at (?:triage|\d{1,2}(?:[:.]\d\d)?\s?[ap]m|[012]\d:?[0-5]\d)|this morning|last (?:month|week|year|visit)|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|on (?:adm(?:ission)?|discharge|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?))\)?(?![\p{L}\p{N}])/iu

/** "3.1 am": only behind a number that is no clock's time. */
const HALF_OF_DAY = /^[ap]m(?![\p{L}\p{N}])/iu
const NO_CLOCK = /\d\.\d|\d{3}|[2-9]\d$/

/** The charge of an ion, which is no value: "K+ 5.2", "Na+ sent". */
const CHARGE =
  /(?:(?<=(?<!\p{L})(?:na|k|cl|ca|mg|hco3))|(?=[+-]{1,2}\s*[:=|]?\s*[<>]?\d))[+⁺⁻-]{1,2}/iuy

/** The result that begins behind a name; undefined if none does. @param name its end */
export function resultAt(text: string, name: number, end: number): WrittenResult | undefined {
  CHARGE.lastIndex = name
  const charge = CHARGE.exec(text)?.[0].length ?? 0
  // "Resp. 18".
  const begin = name + (charge || (/^\.(?=\s?\d)/.test(text.slice(name, name + 3)) ? 1 : 0))
  const rest = text.slice(begin, end)
  const time = timesBefore(rest)
  const dated = time?.end ?? (AT_WEEKS.exec(rest) ?? POSTURE.exec(rest))?.[0].length ?? 0
  const skipped = dated + (LINK.exec(rest.slice(dated))?.[0].length ?? 0)
  // A line end parts a name from what is not its value.
  if (rest.slice(0, skipped).includes('\n')) return undefined
  const linked = begin + skipped
  const before = unitBefore(text.slice(linked, end))
  const first = linked + (before?.length ?? 0)
  const isRow = CELL.test(text.slice(begin, first))
  const passed = first + (CHANGE.exec(text.slice(first, end))?.[0].length ?? 0)
  const at =
    passed + (isRow && isFormerFirst(text, begin) ? formerLength(text.slice(passed, end)) : 0)
  const after = text.slice(at, end)
  const word = MULTIPLE.exec(after) ?? WORD_VALUE.exec(after)
  // "CRP raised (84)".
  const measured = word && MEASURED.exec(after)
  if (measured) {
    const inner = resultAt(text, at + measured[0].length, end)
    const flag = { begin: at, end: at + word[0].length }
    if (inner !== undefined && !inner.isWord) return { ...inner, flag }
  }
  const number = word === null ? VALUE.exec(after) : null
  const length = word?.[0].length ?? number?.[1]?.length
  if (length === undefined) return undefined
  const value = { begin: at, end: at + length }
  const isWord = word !== null
  const parts = partsBehind(text, value.end, end, isWord)
  const unitOfName = before && { begin: linked + before.unit.begin, end: linked + before.unit.end }
  const dateAt = time && { begin: begin + time.begin, end: begin + time.end }
  return {
    value,
    unit: parts.unit ?? unitOfName,
    range: parts.range,
    flag: parts.flag,
    time: parts.time ?? dateAt,
    end: parts.end,
    isWord,
    ...(!isWord && { later: laterResults(text, value, parts, end) }),
  }
}

/** Most results of one test in a row. */
const MOST_LATER = 12
const BETWEEN = /^[^\S\n]*(?:(?:[,;&]|and\b|then\b|but\b|[-–]>|→)[^\S\n]*)?/u
const NUMBERS = /^(?:,[^\S\n]?\d{1,4}(?:\.\d+)?){2,}(?=\s*(?:[.;\n]|$))/u
/** Numbers of one test are within this ratio of each other. */
const MOST_RATIO = 4

/** The results of a test at other times, behind the first: each has a time of its own, or they are a list of bare numbers. */
function laterResults(text: string, first: Place, { unit, time, end: from }: Parts, end: number) {
  const found: WrittenResult[] = []
  const numbers = NUMBERS.exec(text.slice(from, end))?.[0] ?? ''
  const own = Number(text.slice(first.begin, first.end))
  const isList = Array.from(numbers.matchAll(/\d[\d.]*/g), ([each]) => Number(each) / own).every(
    (ratio) => ratio < MOST_RATIO && ratio > 1 / MOST_RATIO,
  )
  for (let at = from; found.length < MOST_LATER; ) {
    const begin = at + BETWEEN.exec(text.slice(at, end))![0].length
    const ahead = text.slice(begin, end)
    const before = begin < end ? timesBefore(ahead) : undefined
    const posture = POSTURE.exec(ahead)?.[0].length ?? 0
    const behind = begin + (before?.end ?? posture)
    const start = behind + (behind > begin ? LINK.exec(text.slice(behind, end))![0].length : 0)
    const rest = text.slice(start, end)
    const length = isNoNumber(rest) ? undefined : VALUE.exec(rest)?.[1]?.length
    if (length === undefined) break
    const value = { begin: start, end: start + length }
    const parts = partsBehind(text, value.end, end, false)
    const said = before && { begin: begin + before.begin, end: begin + before.end }
    const isListed = isList && value.end <= from + numbers.length
    const isOther = parts.unit !== undefined && unit === undefined && time === undefined
    const isPosture = posture > 0 || parts.hasPosture
    if (isOther || !(said ?? parts.time ?? (isListed || isPosture))) break
    found.push({
      ...{ value, unit: parts.unit ?? unit, range: parts.range, flag: parts.flag },
      ...{ time: said ?? parts.time, end: parts.end, isWord: false },
    })
    at = parts.end
  }
  return found
}

/** A value of a list, with a letter for thousands or lakhs. */
const LISTED = /^\s?([<>]?\d[\d.]*(?:,\d{3})*)(?:\s?(?:k|l|lakhs?)(?![\p{L}\p{N}]))?/iu

/** The results of several names, separated by a sign: "138/4.2/101 mmol/L"; none if there is only one. */
function listAt(text: string, name: number, end: number, separator: '/' | ','): WrittenResult[] {
  const skipped = LINK.exec(text.slice(name, end))![0]
  if (skipped.includes('\n')) return []
  const found: { value: Place; unit: Place | undefined }[] = []
  let at = name + skipped.length
  for (;;) {
    const item = LISTED.exec(text.slice(at, end))
    if (item === null) return []
    const begin = at + item[0].indexOf(item[1]!)
    const value = { begin, end: begin + item[1]!.length }
    at += item[0].length
    const suffix = text.slice(value.end, at).search(/\S/)
    const unit = suffix < 0 ? undefined : { begin: value.end + suffix, end: at }
    found.push({ value, unit })
    if (text[at] !== separator || !/^\s?[<>]?\d/.test(text.slice(at + 1, end))) break
    at++
  }
  if (found.length < 2) return []
  const { unit, time, end: behind } = partsBehind(text, at, end, false)
  return found.map((each, i) => ({
    ...{ value: each.value, unit: each.unit ?? unit, range: undefined, flag: undefined, time },
    ...{ end: i + 1 < found.length ? at : behind, isWord: false },
  }))
}

/** Before a value: "Hb (g/dL): 12.9", "Hb | g/dL | 12.9". */
const BEFORE_UNIT = /^[([]?/
const BEHIND_UNIT = /^[)\]]?[^\S\n]*(?:[:=|][^\S\n]*)?(?=[<>]?\s?\d)/

/** The unit between a name and its value, and where the value begins. */
function unitBefore(rest: string): { readonly unit: Place; readonly length: number } | undefined {
  const begin = BEFORE_UNIT.exec(rest)![0].length
  const end = begin + unitLength(rest.slice(begin))
  const behind = end === begin ? null : BEHIND_UNIT.exec(rest.slice(end))
  if (behind === null) return undefined
  // "CBC in 2 weeks".
  const isUnit = begin > 0 || /[/%^]/.test(rest.slice(begin, end)) || behind[0].includes('|')
  return isUnit ? { unit: { begin, end }, length: end + behind[0].length } : undefined
}

/** A table's head with the former value's column before the value's. */
const FORMER_FIRST =
  /(?:^|[|\t]|\s{2})[^\S\n]*\**(?:prev(?:ious)?|last|prior|former|old|baseline)\b[^|\t\n]{0,12}(?:[|\t]|\s{2}).*?(?:[|\t]|\s{2})?\**(?:results?|values?|current|today|latest|now|new)\b/i
/** In UTF-16 units, from a row to the head of its table. */
const TABLE_REACH = 2000

/** True if the table of a row has former values first. */
function isFormerFirst(text: string, at: number): boolean {
  const above = text.slice(Math.max(0, at - TABLE_REACH), at)
  const table = above.slice(above.lastIndexOf('\n\n') + 1)
  return table
    .split('\n')
    .slice(0, -1)
    .some((line) => FORMER_FIRST.test(line))
}

/** Length of a former value that is a cell before another; 0 if none is. */
function formerLength(cells: string): number {
  const former = FORMER_CELL.exec(cells)?.[0].length ?? 0
  const gap = GAP.exec(cells.slice(former))![0].length
  return former > 0 && /^[<>]?\d/.test(cells.slice(former + gap)) ? former + gap : 0
}

const pairedParts = lazily(() => readColumn(PAIRED_PARTS_TABLE, 'word'))

/** True for a side behind a value, which is no flag: "145/92 L arm". */
function isSide(rest: string): boolean {
  const part = /^L\s(\p{Ll}+)/u.exec(rest)?.[1]
  return part !== undefined && pairedParts().has(part)
}

type PartName = 'unit' | 'flag' | 'range' | 'time'
type Parts = { -readonly [Name in PartName]?: Place } & {
  readonly end: number
  readonly hasPosture: boolean
}

/** The parts of a result behind its value, in any order, each once. Former values are passed over. */
function partsBehind(text: string, from: number, end: number, isWord: boolean): Parts {
  const parts: { -readonly [Name in PartName]?: Place } = {}
  let hasPosture = false
  for (let at = from; ; ) {
    const gap = GAP.exec(text.slice(at, end))![0]
    const begin = at + gap.length
    const rest = text.slice(begin, end)
    const isCell = CELL.test(gap)
    const take = (name: PartName, found: RegExpExecArray | null): boolean => {
      if (found === null || parts[name] !== undefined) return false
      const own = found[1] ?? found[0]
      const start = begin + found[0].indexOf(own)
      parts[name] = { begin: start, end: start + own.length }
      at = begin + found[0].length
      return true
    }
    const length = isWord || parts.unit !== undefined ? 0 : unitLength(rest)
    if (length > 0) {
      at = begin + length
      parts.unit = { begin, end: at }
      continue
    }
    if (!isSide(rest) && take('flag', FLAG.exec(rest))) continue
    if (!isWord) {
      const cell = isCell ? RANGE_CELL : parts.unit && RANGE_BEHIND_UNIT
      if (take('range', RANGE.exec(rest) ?? cell?.exec(rest) ?? null)) continue
      const part = parts.unit === undefined ? PART_OF_VALUE.exec(rest) : null
      if (part !== null && unitLength(rest.slice(part[0].length).trimStart()) > 0) {
        at = begin + part[0].length
        continue
      }
      const former = FORMER.exec(rest) ?? (isCell ? FORMER_CELL.exec(rest) : null)
      if (former !== null) {
        at = begin + former[0].length
        continue
      }
    }
    const isNoClock = NO_CLOCK.test(text.slice(Math.max(0, from - 4), from))
    const half = isNoClock ? HALF_OF_DAY.exec(rest) : null
    const posture: number = hasPosture || isWord ? 0 : (POSTURE.exec(rest)?.[0].length ?? 0)
    hasPosture ||= posture > 0
    if (posture > 0) at = begin + posture
    else if (!take('time', TIME_AFTER.exec(rest) ?? half)) return { ...parts, end: at, hasPosture }
  }
}

/** The same number with a point as the decimal mark and no groups: "12,5" is 12.5, "1,50,000" is 150000. */
export function plainNumber(written: string): string {
  return written
    .replace(/(?<=\d)O|O(?=\d)/g, '0')
    .replace(/[⁰¹²³⁴-⁹]/gu, (digit) => `.${digit.normalize('NFKC')}`)
    .replace(/(\d)[·∙](?=\d)/gu, '$1.')
    .replace(/(?<![\d,])(\d+),(\d{1,2})(?![\d,])/g, '$1.$2')
    .replace(/(\d),(?=\d)/g, '$1')
}

const FLAGS: readonly (readonly [RegExp, 'high' | 'low' | 'abnormal' | 'normal'])[] = [
  [/^\(?(?:h|hh|high|elevated|raised|↑|elev)\)?$/i, 'high'],
  [/^\(?(?:l|ll|low|↓)\)?$/i, 'low'],
  [/^\(?(?:abnormal|\*|deranged|borderline)\)?$/i, 'abnormal'],
  [/^\(?(?:normal|nl|n|nor|wnl)\)?$/i, 'normal'],
]

/** Meaning of a written flag. */
export function flagOf(written: string): 'high' | 'low' | 'abnormal' | 'normal' | null {
  const sign = written.trim().replace(/^[*[](.+)[*\]]$/, '$1')
  return FLAGS.find(([pattern]) => pattern.test(sign))?.[1] ?? null
}

/** Between two names that are joined: "Na/K 138/4.1", "PT-INR 14/1.2". */
export const PAIR = /^(?:\s?\/\s?|-)$/
const TWO_VALUES = /^\s?[:=]?\s?\d+(?:\.\d+)?\s?\/\s?\d+(?:\.\d+)?(?![\d/])/

/** True if two values begin a text, for two names that are joined: "13.5/1.1"; not a date before a value. */
export function hasTwoValues(rest: string): boolean {
  return TWO_VALUES.test(rest) && timesBefore(rest) === undefined
}

/** A day, the sight of an eye or a strength, which are no values: "PCP 8/30", "LE 6/9". */
export function isFraction(text: string, { value, unit }: WrittenResult): boolean {
  const written = /^\d{1,2}\s?\/\s?(\d{1,2})(?![\d/.])/.exec(text.slice(value.begin, value.end + 5))
  if (written === null || unit !== undefined) return false
  return Number.parseInt(written[0], 10) <= 12 || Number(written[1]) <= 12
}
/** The year of an illness: "bladder ca 2017". */
export const YEAR = /^(?:19|20)\d\d$/

/** A separator of names, and of their values. */
const SEPARATORS = [
  { between: PAIR, separator: '/' },
  { between: /^\s?,\s?$/, separator: ',' },
] as const

/**
 * The results of names that are joined, by number: each has the one at its place in the list of values, "Na/K/Cl 138/4.2/101".
 * Names of another number than the values have none. A pair may share a value in words.
 */
export function listsOf(
  text: string,
  named: readonly { readonly place: Place }[],
  end: number,
): ReadonlyMap<number, { readonly result: WrittenResult | undefined }> {
  const lists = new Map<number, { readonly result: WrittenResult | undefined }>()
  for (const { between, separator } of SEPARATORS)
    for (let i = 0, to = 0; i < named.length; i = to) {
      const isJoined = (at: number) =>
        between.test(text.slice(named[at - 1]!.place.end, named[at]!.place.begin))
      for (to = i + 1; to < named.length && isJoined(to); to++);
      const count = to - i
      if (count < 2) continue
      const results = listAt(text, named[to - 1]!.place.end, end, separator)
      const isOne = results.length === count
      // A pair may have a ratio as its value, and names before a comma none.
      const isPair = count === 2 && separator === '/'
      if (isOne ? isPair : separator === ',' || (results.length === 0 && isPair)) continue
      if (!isOne && resultAt(text, named[to - 1]!.place.end, end)?.isWord !== false) continue
      for (let at = 0; at < count; at++)
        lists.set(i + at, { result: isOne ? results[at] : undefined })
    }
  return lists
}

/** The part of a value that is a test's own. @param part of two that are joined by a slash */
export function ownValue(
  text: string,
  result: WrittenResult | undefined,
  part: 0 | 1 | undefined,
): Place | undefined {
  if (result === undefined || part === undefined) return result?.value
  const { begin, end } = result.value
  const rest = text.slice(begin, end + 12)
  const both = /^([\d.,]+)\s?\/\s?([\d.,]*\d)/.exec(rest)
  if (both === null) return part === 1 ? result.value : undefined
  const start = part === 0 ? begin : begin + both[0].length - both[2]!.length
  return { begin: start, end: start + both[part + 1]!.length }
}

/** Before results of another day: "Old reports: TSH 45". */
const OLD =
  /(?:^|[.;]\s)[^\p{L}\p{N}]*((?:previous|prev|old|prior|past|earlier|last)(?:\s(?:reports?|results?|labs?|investigations?|values?|tests?|visit|week|month|year))?)(?:\s?(?::|-\s)[^.;]*|\s)$/iu
/** In UTF-16 units. */
const OLD_REACH = 120

/** The time that a label of the line says. */
export function timeOfLabel(text: string, begin: number): Place | undefined {
  const before = text.slice(Math.max(0, begin - OLD_REACH), begin)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const found = OLD.exec(line.replace(/(?<=\d)\.(?=\d)/g, '_'))
  if (found === null) return undefined
  const start = begin - line.length + found.index + found[0].indexOf(found[1]!)
  return { begin: start, end: start + found[1]!.length }
}

/** Tests of which a number below this is in lakhs, "plt 1.8 L". */
const MOST_LAKHS = 20
const VOLUMES = /^(?:urine output|uop|output|intake|fev[16]?|fvc|svc|vc|pef)$/i

/** "L" behind a number is a unit of a count in lakhs and of a volume; elsewhere it is "low". */
export function withOwnUnit(
  text: string,
  name: Place,
  reads: string | undefined,
  result: WrittenResult,
  value: Place,
): WrittenResult {
  const { flag, unit } = result
  if (unit !== undefined || flag === undefined || text.slice(flag.begin, flag.end) !== 'L')
    return result
  const number = Number(plainNumber(text.slice(value.begin, value.end)))
  const isLakhs = reads === 'platelets' && number < MOST_LAKHS
  const isUnit = isLakhs || VOLUMES.test(text.slice(name.begin, name.end))
  return isUnit ? { ...result, unit: flag, flag: undefined } : result
}

/** Below data/: germs that cultures grow. */
const GERM_TABLE = 'loinc/germs.tsv'

/** Between the name of a culture and its germ. */
const GROWTH_LEAD = String.raw`^(?:\s*(?:[:=→|-]|—|–|\b(?:report|result|final|preliminary|has|have|was|is|which)\b))*\s*(?:(?:grew|growing|grown|grows|shows?|showed|showing|revealed|isolated|yields?|yielded|reported|positive for|\+ve for)\s+)?(?:(?:heavy|light|scanty|significant|moderate|profuse|pure)\s+)?(?:growth\s+of\s+)?`
/** In UTF-16 units, from the name to the end of the germ's. */
const GROWTH_REACH = 120

const growth = lazily((): RegExp => {
  const germs = [...readColumn(GERM_TABLE, 'germ')].map((germ) =>
    germ.replaceAll(' ', String.raw`\.?\s?`),
  )
  // Longer names first.
  const names = germs.toSorted((a, b) => b.length - a.length).join('|')
  const count = String.raw`(?:\s*[(,:-]?\s*[<>]?\s?(?:10\s?[\^*]\s?\d|\d[\d,]*(?:\s?[x×]\s?10\s?[\^*]\s?\d)?)(?:\s?cfu\s?\/\s?ml)?)?`
  return new RegExp(String.raw`${GROWTH_LEAD}((?:${names})(?![\p{L}])(?:\s\p{Ll}+)?${count})`, 'iu')
})

/** True for the name of a culture. */
export function isCulture(name: string): boolean {
  return /(?:cultures?(?: and sensitivity)?|\bc\s?[/&]\s?s|\bcx)$/i.test(name)
}

/** The germ that a culture grew; undefined if none follows its name. @param name its end */
export function growthAt(text: string, name: number, end: number): WrittenResult | undefined {
  const found = growth().exec(text.slice(name, Math.min(end, name + GROWTH_REACH)))
  if (found === null) return undefined
  const begin = name + found[0].length - found[1]!.length
  const value = { begin, end: begin + found[1]!.length }
  const none = { unit: undefined, range: undefined, flag: undefined, time: undefined }
  return { value, ...none, end: value.end, isWord: true }
}
