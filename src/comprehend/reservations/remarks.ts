import type { Chart } from '../../clinical/chart.ts'
import { isRole, phrasesOf } from '../../clinical/context-phrases.ts'
import { isChronic } from '../../clinical/history.ts'
import { readPastTime } from '../../clinical/past-times.ts'
import { isTimeUnit } from '../../clinical/times.ts'
import { lazily } from '../../language/remember.ts'
import { readColumn } from '../../language/tables.ts'
import { type Item, isAnywhere } from '../presence-words.ts'

/**
 * Remarks on a condition: the next item is nothing but a doubt, a time that is over or words on where the statement is from.
 * "Gout, provisional", "asthma - not asked", "gout, so he says", "lymphoma (awaiting biopsy)".
 */

const TABLE = 'context/remarks.tsv'
/** In words. */
const LONGEST_REMARK = 8
const LONGEST_VIEW = 5
const LEADS = /^(?:&|and|but|or|so)$/
const SUBJECT = /^(?:a|an|he|her|his|i|my|our|she|the|their|they|we|you)$/
const SOURCES = [
  ['per'],
  ['as', 'per'],
  ['according', 'to'],
  ['on', 'the', 'word', 'of'],
  ['flagged', 'by'],
  ['queried', 'by'],
  ['raised', 'by'],
] as const
const FORMER = /^ex-?/
const FIRST_PERSON = /^(?:i|im|ive|my)$/
const OF_SELF = /^(?:he|patient|she)$/
const WAITS = /^(?:await|awaiting|awaits|awaited|outstanding|pending)$/
/** The last words of "histology to follow", "CTPA to confirm". */
const IS_TO_COME = /^(?:come|confirm|follow)$/
const IS_RIGHT = /^(?:accurate|believed|confirmed|correct|right|true|trusted)$/
const IS_FOUND = /^(?:abnormal|elevated|high|low|positive|raised)$/
const BE = /^(?:are|be|come|comes|is|was)$/
const WAS = /^(?:was|were)$/
/** Before "years ago". */
const LONG_AGO = /^(?:many|several)$/
const STAGES = /^(?:grading|restaging|staging)$/

const remarks = lazily(
  (): ReadonlySet<string> => new Set([...readColumn(TABLE, 'phrase')].flatMap(phrasesOf)),
)

/** The first word of the remark behind a condition, if there is one. @throws MedlinkError `data_invalid` */
export function remarkBehind(chart: Chart, item: Item): number[] {
  const { tokens, gaps } = chart
  const { first, from, to, end, last } = item
  // "Gout tbc".
  if (tokens[to] === 'tbc' && to < last) return [to]
  if (end >= last || gaps.ends[end] === 1) return []
  if (gaps.items[end] === 0 && gaps.stops[end] === 0) return []
  let close = end + 1
  while (close < last && gaps.items[close] === 0 && gaps.stops[close] === 0) close++
  if (tokens[end] === 'tbc') return [end]
  const whole = tokens.slice(end, Math.min(close, end + LONGEST_REMARK + 1))
  if (whole.length > LONGEST_REMARK) return []
  if (remarks().has(whole.join(' ')) || isTimeOver(chart, item, whole)) return [end]
  const own = LEADS.test(whole[0]!) ? whole.slice(1) : whole
  // "Cough, mum says": so are symptoms reported.
  const isSymptom = tokens.slice(from, to).some((each) => isRole(each, 'symptom'))
  // "'I have gout,' she says."
  const isOfSelf = isAnywhere(first, from, (at) => FIRST_PERSON.test(tokens[at]!))
  const isRemark =
    (!isSymptom &&
      !(isOfSelf && own.some((each) => OF_SELF.test(each))) &&
      (isView(own) || isFromLay(own))) ||
    isAwaited(own) ||
    isConditional(own) ||
    isOfOther(own)
  return isRemark || remarks().has(own.join(' ')) ? [end] : []
}

/** "Years ago", "in the eighties"; of what lasts a number of years says since when: "asthma, 10 years ago". */
function isTimeOver(chart: Chart, { from, to }: Item, whole: readonly string[]): boolean {
  const time = readPastTime(whole, 0, whole.length)
  if (time?.to !== whole.length || !time.isLong) return false
  const isUncounted = isTimeUnit(whole[0]!) || LONG_AGO.test(whole[0]!)
  const wasSo = WAS.test(chart.tokens[from - 1] ?? '')
  return isUncounted || wasSo || !isChronic(chart, { from, to })
}

/** "He says", "the teacher thinks", "says the wife". */
function isView(own: readonly string[]): boolean {
  if (own.length < 2 || own.length > LONGEST_VIEW) return false
  const isPerson = (token: string) =>
    SUBJECT.test(token) ||
    ['relative', 'lay', 'telling'].some((role) => isRole(token, role as 'lay'))
  const isSaid = isRole(own.at(-1)!, 'opining') && isPerson(own[0]!)
  return isSaid || (isRole(own[0]!, 'opining') && own.slice(1).every(isPerson))
}

/** "Per her neighbour", "according to the internet", but not "per neurology". */
function isFromLay(own: readonly string[]): boolean {
  const source = SOURCES.find((each) => each.every((token, at) => own[at] === token))
  return source !== undefined && own.slice(source.length).some(isLay)
}

function isLay(token: string): boolean {
  return [token, token.replace(FORMER, '')].some(
    (each) => isRole(each, 'relative') || isRole(each, 'lay'),
  )
}

/** "Awaiting biopsy", "histology to follow", "subject to the urate"; a test that measures it decides nothing. */
function isAwaited(own: readonly string[]): boolean {
  if (own[0] === 'subject' && own[1] === 'to') return true
  const isDeciding = own.some((each) => isRole(each, 'deciding')) && !own.some(isStaging)
  const isToCome = own.at(-2) === 'to' && IS_TO_COME.test(own.at(-1)!)
  return isDeciding && (isToCome || own.some((each) => WAITS.test(each)))
}

function isStaging(token: string): boolean {
  return STAGES.test(token)
}

/** "If you ask his wife", "if the urate is high", "if the internet is to be believed", but not "if worse, call". */
function isConditional(own: readonly string[]): boolean {
  if (own[0] !== 'if') return false
  const verdict = own.at(-1)!
  const isAsked = own[1] === 'you' && own[2] === 'ask'
  return (
    isAsked ||
    (own.some((each) => BE.test(each)) && (IS_RIGHT.test(verdict) || IS_FOUND.test(verdict)))
  )
}

/** "Brother only", "see brother". */
function isOfOther(own: readonly string[]): boolean {
  if (own.length > 3) return false
  const isOnly = own.at(-1) === 'only' && isRole(own.at(-2) ?? '', 'relative')
  return isOnly || (own[0] === 'see' && isRole(own.at(-1)!, 'relative'))
}
