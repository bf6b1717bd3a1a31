/** The status of a test in a note: resulted, ordered, planned, denied, or a relative's. */

import type { Assertion } from '../../clinical/assertions.ts'
import type { Sentence } from '../../clinical/sections.ts'
import { isMonth } from '../../clinical/times.ts'
import type { Entity } from '../../contract.ts'
import { lazily } from '../../language/remember.ts'
import { readColumn } from '../../language/tables.ts'
import { nameKey } from '../../ontologies/medication/words.ts'
import { type BloodValue, isPossible } from './assumed-units.ts'
import { isCondition } from './test-limits.ts'
import type { TestName } from './test-names.ts'
import { isInterval, isNoNumber } from './test-times.ts'
import { isFraction, type Place, plainNumber, type WrittenResult, YEAR } from './test-values.ts'

export type Status = Entity<'icd-10-cm', 'test'>['status']

/** Below data/: words before a weight or a height that is none of the whole patient. */
const OTHER_MEASURES_TABLE = 'loinc/other-measures.tsv'

const otherMeasures = lazily(() => readColumn(OTHER_MEASURES_TABLE, 'word'))

/** A test in a note. */
export interface FoundTest extends Place {
  readonly name: TestName
  readonly result: WrittenResult | undefined
  /** Its own part of a value for two: "138" of "Na/K 138/4.1". */
  readonly value: Place | undefined
  readonly sentence: Sentence
  /** True if the result is behind another name: of "HBsAg / VDRL NR" the first. */
  readonly isShared?: true
}

/** Words after or before a test that was not done, is to be done, or is ordered. */
const NOT_DONE =
  /^[\s,:–—-]*(?:is|was|were)?\s*(?:not (?:done|sent|available|needed|required|checked|indicated|performed|repeated|processed|possible)|qns\b|quantity not sufficient|insufficient|(?:sample |specimen )?(?:ha?emoly[sz]ed|clotted|rejected|lipa?emic)\b|(?:could|can)\s?not be |deferred|refused|declined|no need|couldn.t be done)/i
const NOT_BEFORE =
  /(?:no|not|without|refused|declined|declines|refuses|defer|no need (?:for|of)|not for)\s(?:\w+\s){0,1}$/i
const LATER =
  /^[^.;\n]{0,25}?\b(?:to be done|tomorrow|next (?:visit|week|month)|in \d|after \d|at next|at \d+ ?w|if |later|\d+ ?(?:wk|wks|weeks?|mo|mths?|months?|d|days?)\b|at follow|on follow|q ?\d)/i
const LATER_BEFORE =
  /\b(?:recheck|re-check|repeat|will (?:check|do|repeat|need)|plan(?: for)?|consider|if [^.;\n]{0,25}|needs?|due for|f\/u with|follow up with|tomorrow|monitor|await)\s(?:[\w/,+-]+\s){0,3}$/i
const ORDERED_AFTER =
  /^[\s,:–—-]*(?:\w+\s){0,2}(?:sent|ordered|pending|awaited|advised|adv|requested|to be sent|drawn|report awaited|today|stat|now|added)\b/i
const ORDERED_BEFORE =
  /\b(?:check|send|sent|order|ordered|adv|advised|advise|get|obtain|draw|labs?|bloods?(?!\s(?:nil|neg|pos|trace|\d|\+))|baseline|inv|ix|investigations?|do|for|request|requested|await|awaited|pending|rule out with|will get|needs|add|added|test for|screen(?:ing)?(?: for)?|now|recs?|plan|w\/u|workup)[:\s]\s?(?:[\w/,+.-]+\s){0,6}$/i
/** Names of antibodies and viruses: notes call such a test by the germ alone. */
const OF_GERM = /\b(?:ab|coronavirus)\b/
/** Words before the name of a germ by which its disease is meant: "rule out malaria", "no HIV". */
const OF_DISEASE =
  /(?:\bno\s|(?:\b(?:r\/o|rul(?:e[sd]?|ing) out|exclud(?:e[sd]?|ing)|suspect(?:ed|ing)?|treat(?:ed|ing)? for)\s|\?\s?)(?:[\w/,+-]+\s){0,2})$/i
/** Sections in which tests without a value are ordered. */
const ORDERS: ReadonlySet<string | undefined> = new Set([
  'plan',
  'advice',
  'investigations',
  'assessment',
])
/** Between names that share a result, or an order. */
export const JOINED = /^\s?(?:[/,&+]|and)?\s?$/
/** In letters: a shorter name without a value is a test only next to an order. */
const SHORT = 3

/** The number of a test, as one in blood; undefined if it has none. */
export function measuredIn(text: string, test: FoundTest): BloodValue | undefined {
  const { name, value, result } = test
  if (value === undefined || result?.isWord !== false) return undefined
  const written = text.slice(value.begin, value.end)
  const number = /\d+(?:\.\d+)?/.exec(plainNumber(written))?.[0]
  return {
    test: name.measures ?? name.reads ?? nameKey(text.slice(test.begin, test.end)),
    value: Number(number),
    unit: result.unit && text.slice(result.unit.begin, result.unit.end),
  }
}

/** Statuses of tests; those of a list share an order: "CBC, LFT and K sent". */
export function sharedOrders(
  text: string,
  tests: readonly FoundTest[],
  statuses: readonly (Status | undefined)[],
): (Status | undefined)[] {
  const shared = [...statuses]
  const share = (from: number, to: number, gap: string) => {
    const [status, other] = [shared[from], tests[to]]
    const isOpen = other !== undefined && shared[to] === undefined && other.result === undefined
    const isOrder = status === 'ordered' || status === 'planned'
    const isListed = tests[from]?.sentence === other?.sentence && JOINED.test(gap)
    if (isOpen && isOrder && isListed && other.name.kind !== 'vital') shared[to] = status
  }
  const gapAfter = (i: number) => text.slice(tests[i]!.end, tests[i + 1]!.begin)
  for (let i = 0; i + 1 < tests.length; i++) share(i, i + 1, gapAfter(i))
  for (let i = tests.length - 2; i >= 0; i--) share(i + 1, i, gapAfter(i))
  return shared
}

/** Behind "ANC" where it is antenatal care and no count of neutrophils. */
const ANTENATAL =
  /^[\s:-]*(?:at\s|for\s)?(?:\d{1,2}(?:\+\d)?\s?(?:weeks?|wks?)|visits?|check-?ups?|clinic|card|profile|care|registered|booked)\b/i

/** Between a panel and the first of its results. */
const HEADS_TESTS = /^[^.,;+/&]{0,40}$/

/** The status of a test; undefined if the text only names the substance. */
export function statusOf(
  text: string,
  test: FoundTest,
  said: readonly Assertion[],
  next: FoundTest | undefined,
): Status | undefined {
  const { name, begin, end, result, sentence } = test
  const after = text.slice(end, end + 50)
  const before = text.slice(Math.max(0, begin - 60), begin).replace(/^[\s\S]*[.;\n](?=\s|$|\S)/, '')
  if (isAge(text, test) || isOtherWord(text, test)) return undefined
  const isIf = isCondition(text, test)
  const hasResult = result !== undefined && !isIf && isResult(text, test)
  if (said.some(({ context }) => context === 'family')) return hasResult ? 'family' : undefined
  if (/^anc$/i.test(text.slice(begin, end)) && ANTENATAL.test(after)) return undefined
  if (NOT_DONE.test(after)) return 'negated'
  if (hasResult) return 'resulted'
  if (name.kind === 'vital' || name.kind === 'short' || name.kind === 'row') return undefined
  const isTold = name.kind === 'panel' || name.kind === 'plain'
  if (isTold && (isIf || (result && isInterval(text.slice(result.value.begin))))) return 'planned'
  const isGerm = name.kind === 'laboratory' || OF_GERM.test(name.reads ?? '')
  if (isGerm && OF_DISEASE.test(before)) return undefined
  if (NOT_BEFORE.test(before) && isTold) return 'negated'
  const isAsked = ORDERED_AFTER.test(after) || ORDERED_BEFORE.test(before)
  const isShort = end - begin <= SHORT || name.kind === 'laboratory'
  const isOrdered = isAsked || (!isShort && ORDERS.has(sentence.section))
  const isLater = LATER.test(after) || LATER_BEFORE.test(before)
  if (!isTold && !(isOrdered && ORDERS.has(sentence.section))) return undefined
  if (isLater) return 'planned'
  if (isOrdered) return 'ordered'
  const isPanel = name.kind === 'panel' && name.reads === undefined
  if (!isPanel || !/\s/.test(text.slice(begin, end))) return undefined
  const isHead = next?.result !== undefined && HEADS_TESTS.test(text.slice(end, next.begin))
  return isHead ? 'resulted' : 'ordered'
}

/** Names that are other words without capitals: "got 1 u", "insulin gtt". */
const OF_CAPITALS: ReadonlySet<string> = new Set(['got', 'gtt', 'pot'])

/** Around PCV that is a way to ventilate and no hematocrit: "PCV 18/8", "Vent: PCV 16, PEEP 8". */
const VENTILATED_BEFORE = /\b(?:vent\w*|modes?|settings?|on)\s?:?\s$/i
const VENTILATED_BEHIND =
  /^[\s:]*\d{1,2}(?:\s?\/\s?\d|\s?over\s\d|[\s,]+(?:peep|fio2|rr|tv|vt|ps|pip)\b)/i

/** True for a word that is written as a name and is none: "Pt declines", "Pt: ok", "PCV 18/8". */
function isOtherWord(text: string, { begin, end, result }: FoundTest): boolean {
  const written = text.slice(begin, end)
  const isPatient = written.toLowerCase() === 'pt' && written !== 'PT'
  if (/^pcv$/i.test(written))
    return (
      VENTILATED_BEFORE.test(text.slice(Math.max(0, begin - WORD_REACH), begin)) ||
      VENTILATED_BEHIND.test(text.slice(end, end + WORD_REACH))
    )
  return OF_CAPITALS.has(written) || (isPatient && result?.isWord !== false)
}

/** Behind the number of an age: years, months of a child, or the sex. */
const AGE_ENDS = /^[\s-]?(?:y(?:(?:ea)?rs?)?|y\/?o|months?|mths?|mo|\/?\s?[mf])(?![\p{L}\p{N}])/iu
const AGE_REACH = 8
/** In UTF-16 units, behind a number. */
const DOSE_REACH = 24

/** True for the age of a patient: "Pt: 64 yr M", "WCC 12 mo", the check of a well child. */
function isAge(text: string, { begin, end, result }: FoundTest): boolean {
  const { end: to } = result?.value ?? { end }
  const isOfPatient = /^(?:pt|wcc)$/i.test(text.slice(begin, end))
  return isOfPatient && AGE_ENDS.test(text.slice(to, to + AGE_REACH))
}

/** Tests whose results are times: "gestational age", "bleeding time". */
const OF_TIME = /\b(?:age|time|duration|period)\b/i
/** A dose: "1 mg BD", "400 mg at night". */
const DOSE_UNIT = /^(?:mg|mcg|[µμu]g|gms?|g|ml|iu|units?)$/i
const DOSE_BEHIND =
  /^[\s,]*(?:(?:po|iv|im|sc|s\/c|oral(?:ly)?|tabs?|caps?|inj)\b\s*)?(?:od|bd|bid|tds|tid|qid|qds|hs|sos|stat|weekly|daily|once|twice|thrice|nightly|at (?:night|bedtime)|q\s?\d+\s?h|every|per week|alternate|\d\s?-\s?\d\s?-\s?\d|x\s?\d+\s?(?:d|days|wks?|weeks|months?)|for \d+ (?:days|weeks|months)|po|iv|im)\b/i
/** Money. */
const PAID =
  /^\s*(?:\/-|(?:rs\b|rupees?|inr|paid|charged|bill(?:ed)?|refund(?:ed)?|received|only)\b)/i

/** True if what follows a name is its value, and no dose, date or list. */
function isResult(text: string, test: FoundTest): boolean {
  const { name, begin, end, result } = test
  const { value, unit, isWord } = result!
  const written = text.slice(value.begin, value.end)
  if (!OF_TIME.test(text.slice(begin, end)) && isNoNumber(text.slice(value.begin))) return false
  if (/^pending$/i.test(written) || isDay(text.slice(begin, end), written, unit)) return false
  const unitWords = unit && text.slice(unit.begin, unit.end)
  if (name.kind !== 'vital' && unitWords !== undefined && DOSE_UNIT.test(unitWords)) {
    const behind = text.slice(unit!.end, unit!.end + DOSE_REACH)
    if (DOSE_BEHIND.test(behind)) return false
  }
  if (
    /^inr$/i.test(text.slice(begin, end)) &&
    PAID.test(text.slice(value.end, value.end + DOSE_REACH))
  )
    return false
  // An age: "colon ca at 52".
  if (name.kind === 'short' && /\bat\s$/i.test(text.slice(end, value.begin))) return false
  const isLetters = name.kind === 'laboratory' || name.kind === 'short'
  if (isLetters && unit === undefined && (isFraction(text, result!) || YEAR.test(written)))
    return false
  if (name.kind === 'laboratory' && isWord)
    return /reactive|neg|pos|detected|growth|normal/i.test(written)
  if (name.kind === 'laboratory' && unit === undefined)
    return /^[<>]?\d/.test(written) && text.slice(begin, value.begin).length < 40
  if (name.kind === 'vital') return isVital(text, test)
  if (name.kind !== 'short') return true
  if (unitWords !== undefined && DOSE_OF_ION.test(unitWords)) return false
  return !isWord || SAID_OF_SHORT.test(written)
}

/** Values in words of a short name. */
const SAID_OF_SHORT =
  /normal|stable|nil|neg|pos|high|low|elevated|trace|\+|detected|large|moderate|small/i
/** Doses of what is a test elsewhere: "K 9 units", "Mg 0.5 meq/kg". */
const DOSE_OF_ION = /^(?:units?|iu)$|\/kg\b/i
const WEEKDAY = /^(?:sat|sun|mon)$/i
const DAY = /^(?:\d{1,2}|(?:19|20)\d\d)$/

/** True for a date that is named as a test is: "Sep 2014", "Mon 3/6". */
function isDay(name: string, written: string, unit: Place | undefined): boolean {
  const isNamed = WEEKDAY.test(name) || isMonth(name.toLowerCase())
  return isNamed && unit === undefined && DAY.test(written)
}

/** Names of vital signs that have no value in words: "PR" is an examination, too. */
const LETTERS = /^(?:p|pr|r|t)$/i
/** The share of another cell behind a share of polymorphs: "P 78 L 18". */
const OTHER_CELL = /^\s?%?[\s,;]*[LNEMB]\s?[:=-]?\s?\d{1,2}(?!\d)/
/** Behind a weight or a height that is a change of it. */
const CHANGED =
  /^[\s,]*(?:lost|gained|loss|gain|in (?:the )?(?:last|past)|over (?:the )?(?:last|past|\d)|(?:per|a)\s(?:day|week|month|yr|year))\b/i
const MEASURED = /^body (?:weight|height)$/
/** In UTF-16 units. */
const WORD_REACH = 24

/** True for a value that a vital sign of the whole patient may have. */
function isVital(text: string, test: FoundTest): boolean {
  const { name, begin, end, result } = test
  const { value, isWord, end: behind } = result!
  const own = text.slice(begin, end)
  const ahead = text.slice(Math.max(0, begin - WORD_REACH), begin)
  const before = /(\p{L}+)[\s-](?:an?\s)?$/iu.exec(ahead)?.[1]
  if (before !== undefined && otherMeasures().has(nameKey(before))) return false
  if (isWord)
    return (
      !LETTERS.test(own) &&
      /normal|stable|high|low|elevated|raised/i.test(text.slice(value.begin, value.end))
    )
  if (/^p$/i.test(own) && OTHER_CELL.test(text.slice(value.end, value.end + WORD_REACH)))
    return false
  if (MEASURED.test(name.reads ?? '') && CHANGED.test(text.slice(behind, behind + WORD_REACH)))
    return false
  return isPossible(measuredIn(text, test)!, nameKey(own))
}
