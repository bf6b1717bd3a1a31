import { type Chart, says } from '../../clinical/chart.ts'
import { hasOneRole, isRole, phrasesOf } from '../../clinical/context-phrases.ts'
import { isChronic, isIllness, isTreatedCancer } from '../../clinical/history.ts'
import {
  endOfPhase,
  endOfRange,
  isNamedMonth,
  isTimeOver,
  readPastTime,
} from '../../clinical/past-times.ts'
import { isMonth, isTimeUnit, lengthOfUnit, YEAR } from '../../clinical/times.ts'
import { isDrugWord } from '../../clinical/word-kinds.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { firstPlace, type Item, isAnywhere, placesWhere, WORD } from '../presence-words.ts'
import { deniedLater } from './apart.ts'

/**
 * Remarks on a condition: the next item is nothing but a doubt, a time that is over or words on where the statement is from.
 * "Gout, provisional", "asthma - not asked", "gout, so he says", "lymphoma (awaiting biopsy)".
 */

const TABLE = 'context/remarks.tsv'
/**
 * Roles of phrases around a condition: the `whole` next item; a `source` of it, which may be a layman. In the clauses
 * behind: it was `wrong` to write it, a `mistake`, it is `over`, was `disproved` or is `disputed`, something is `disproving`
 * it, a `later` test was normal, one is `well`, or `well of` what the next word names.
 */
export const REMARK_ROLES = [
  'whole',
  'source',
  'wrong',
  'mistake',
  'over',
  'disproved',
  'disproving',
  'disputed',
  'later',
  'well',
  'well of',
] as const
/** In words. */
const LONGEST_REMARK = 8
const LONGEST_VIEW = 5
const LEADS = /^(?:&|and|but|or|so)$/
const SUBJECT = /^(?:a|an|he|her|his|i|my|our|she|the|their|they|we|you)$/
const FORMER = /^ex-?/
const FIRST_PERSON = /^(?:i|im|ive|my)$/
const OF_SELF = /^(?:he|patient|she)$/
const WAITS = /^(?:await|awaiting|awaits|awaited|outstanding|pending)$/
/** The last words of "histology to follow", "CTPA to confirm". */
const IS_TO_COME = /^(?:come|confirm|follow)$/
const BE = /^(?:are|be|come|comes|is|was)$/
const WAS = /^(?:was|were)$/
/** Before "years ago". */
const LONG_AGO = /^(?:many|several)$/
const STAGES = /^(?:grading|restaging|staging)$/

type Role = (typeof REMARK_ROLES)[number]

const rows = lazily(() => readTable(TABLE, ['phrase', 'role']))

const remarks = lazily((): ReadonlySet<string> => new Set(cellsOf('whole').flatMap(phrasesOf)))

function cellsOf(role: Role): readonly string[] {
  return rows()
    .filter(([, own]) => own === role)
    .map(([phrase]) => phrase!)
}

/** A pattern of the phrases that have a role, longest of those that begin alike first. */
function anyOf(role: Role): string {
  return `(?:${cellsOf(role).toReversed().join('|').replaceAll('(', '(?:')})`
}

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
  if (remarks().has(whole.join(' ')) || isBareTime(chart, item, whole)) return [end]
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
function isBareTime(chart: Chart, { from, to }: Item, whole: readonly string[]): boolean {
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
    SUBJECT.test(token) || hasOneRole(token, ['relative', 'lay', 'telling'])
  const isSaid = isRole(own.at(-1)!, 'opining') && isPerson(own[0]!)
  return isSaid || (isRole(own[0]!, 'opining') && own.slice(1).every(isPerson))
}

const sourceAhead = lazily(() => new RegExp(`^${anyOf('source')}(?![^ ])`))

/** "Per her neighbour", "according to the internet", but not "per neurology". */
function isFromLay(own: readonly string[]): boolean {
  const source = sourceAhead().exec(own.join(' '))?.[0]
  return source !== undefined && own.slice(source.split(' ').length).some(isLay)
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
  return isAsked || (own.some((each) => BE.test(each)) && hasOneRole(verdict, ['right', 'raised']))
}

const HAS_IT = /\b(?:caught|died (?:from|of|with)|gets|got|had|has|have) (?:it|that|this)\b/
const BOTH = /^(?:also|both|too|well)$/

/** "Brother only", "see brother", "her brother has it", but not "her brother has it, too". */
function isOfOther(own: readonly string[]): boolean {
  const isPerson = (token: string) => isRole(token, 'relative') || isRole(token, 'owned')
  if (own.some(isPerson) && HAS_IT.test(own.join(' '))) return !own.some((each) => BOTH.test(each))
  if (own.length > 3) return false
  const isOnly = own.at(-1) === 'only' && isRole(own.at(-2) ?? '', 'relative')
  return isOnly || (own[0] === 'see' && isRole(own.at(-1)!, 'relative'))
}

/**
 * A condition that the next clauses take back: "gout. Sorry, wrong patient", "meningitis. This was later disproved", "sepsis;
 * the attending disagrees", "the first scan showed a stone; the repeat is clear", "query: sepsis. Reply: sepsis ruled out".
 */

/** In words behind a condition. */
const WITHIN = 30
/** Clauses behind that of the condition. */
const MOST_CLAUSES = 4
/** In words, of what a lead says. */
const LONGEST_VERDICT = 6
const JOINS_CLAUSE = /^(?:but|however|that|though|which|yet)$/
const ASKS_PARDON = /^(?:apologies|oops|sorry)$/
const WHAT_IS_SAID = /^(?:above|entry|it|last|previous|sentence|statement|that|the|this)$/
const saysWrong = lazily(() => new RegExp(`\\b${anyOf('wrong')}\\b`))
const CLEARED = /^(?:excluded|unremarkable)$/
/** "It has now stopped". */
const OVER_LINKS =
  'all|already|been|completely|finally|fully|had|has|have|is|long|now|quickly|since|soon|then|was|were'
const saysOver = lazily(
  () =>
    new RegExp(
      `^(?:all|both|it|that|these|they|this) (?:(?:${OVER_LINKS}) )*(?:${anyOf('over')}\\b|went$)`,
    ),
)
const OF_ALL = /^(?:all|both|these|they)$/
/** "Since then fine", "none since", "the face is straight again", "the film is clear on both counts", "all clear now", "no trouble for 3 years": and nothing else of the time after. */
const WELL_LINKS =
  'all|and|been|but|completely|ever|fully|has|have|is|now|quite|remained|remains|since|then|thereafter|totally|when|with'
const WELL_TAILS = String.raw`again|all|as|at|ever|for (?:\d+|many|several|the last \d+) (?:months?|years?|yrs?)|he|is|now|on (?:all|both) counts|she|since|that|then|thereafter|time|today`
/** "Since the operation", but not since a treatment that may go on. */
const SINCE = String.raw`since(?: (?!medic|on |start|tak|therap|treat)\w+){1,5}`
const saysWell = lazily(() => {
  const opens = String.raw`(?:(?:${WELL_LINKS}) )*(?:(?:\w+ ){1,2}(?:(?:is |are )?now|is|are) )?`
  const well = String.raw`(?:${anyOf('well')}|${anyOf('well of')} \w+)`
  return new RegExp(`^${opens}${well}(?: (?:${WELL_TAILS}))*(?: ${SINCE})?$`)
})
/** "Asthma; the chest is clear again" is there all the same. */
const isOfPart = lazily(() => new RegExp(`^(?!(?:${WELL_LINKS}) )(?:\\w+ ){1,2}(?:are|is) (?!now)`))
/** Speaks of all that was named before. */
const OF_BOTH = /\bon (?:all|both) counts$/
/** One of these says it; of what lasts, "now" alone does not. */
const SAYS_NOW = /\bnow\b/
const SAYS_SINCE =
  /\b(?:again|for \w+|inactive|on (?:all|both) counts|recovered|resolved|since|sober|teetotal|then|thereafter)\b/
/** "The histology later refuted this", "the diagnosis was later revised". */
const saysDisproved = lazily(() => {
  const subject = '(?:it|that|this|the (?:diagnosis|label)|which)'
  const links = '(?:(?:been|had|has|is|later|now|since|subsequently|then|was) )*'
  return new RegExp(`^(?:${subject} ${links}${anyOf('disproved')}|.*\\b${anyOf('disproving')})$`)
})
/** "The neurologist disagrees", "which the clinic does not accept", "but I could not feel one". */
const saysDisputed = lazily(() => new RegExp(`\\b${anyOf('disputed')}$`))
/** One whose view of the plan may differ. */
const OF_PATIENT = /^(?:he|her|his|patient|pt|she|they)$/
/** "Which she says is a mistake". */
const saysMistake = lazily(
  () => new RegExp(String.raw`^(?:which|that) (?:\w+ ){0,3}(?:is|was) ${anyOf('mistake')}$`),
)
const saysLater = lazily(() => new RegExp(`\\b${anyOf('later')}\\b`))
/** Words between two marks. */
interface Clause {
  readonly from: number
  readonly to: number
  /** True if a full stop, a semicolon, a colon or a line end is before it. */
  readonly isApart: boolean
}

/** The first word of what takes a condition back; `parts` are those of the words of the text. Linear in {@link WITHIN}. */
export function takenBack(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const clauses = clausesBehind(chart, item.to)
  const at =
    correctedIn(chart, clauses, parts) ??
    overIn(chart, item, clauses, parts) ??
    wellSince(chart, item, clauses, parts) ??
    disputedIn(chart, clauses, parts) ??
    repeatedNormal(chart, item, clauses) ??
    deniedLater(chart, item, parts)
  return at === undefined ? [] : [at]
}

function clausesBehind({ tokens, gaps }: Chart, from: number): readonly Clause[] {
  const clauses: Clause[] = []
  let begin: number | undefined
  let isApart = false
  const end = Math.min(tokens.length, from + WITHIN)
  for (let at = from; at <= end && clauses.length < MOST_CLAUSES; at++) {
    const isStop = at < end && (gaps.ends[at] === 1 || gaps.stops[at] === 1 || gaps.lines[at] === 1)
    const isMark = at === end || isStop || gaps.items[at] === 1 || JOINS_CLAUSE.test(tokens[at]!)
    if (!isMark) continue
    if (begin !== undefined && at > begin) clauses.push({ from: begin, to: at, isApart })
    begin = at
    isApart = isStop
  }
  return clauses
}

function written({ tokens }: Chart, { from, to }: Clause): string {
  return tokens.slice(from, to).join(' ')
}

/** "Sorry, wrong patient", "correction: he has no gout", "addendum: CTPA negative", "scratch that". */
function correctedIn(
  chart: Chart,
  clauses: readonly Clause[],
  parts: Uint8Array,
): number | undefined {
  const { tokens, markAt } = chart
  const lead = clauses.findIndex(({ isApart }) => isApart)
  const opens = clauses[lead]
  if (opens === undefined) return undefined
  const first = tokens[opens.from]!
  const verb = first === 'please' ? opens.from + 1 : opens.from
  const next = tokens[verb + 1] ?? ''
  const isEnd = verb + 1 === opens.to || WHAT_IS_SAID.test(next)
  if (isRole(tokens[verb]!, 'retracting') && isEnd) return opens.from
  const said = clauses.slice(lead, lead + 3)
  if (ASKS_PARDON.test(first))
    return said.some((each) => saysWrong().test(written(chart, each))) ? opens.from : undefined
  const answer = opens.to === opens.from + 1 ? clauses[lead + 1] : opens
  if (answer === undefined) return undefined
  const isAny = (isIt: (at: number) => boolean) => isAnywhere(answer.from, answer.to, isIt)
  if (isRole(first, 'correcting')) {
    const isOther = isAny(
      (at) =>
        parts[at] === WORD.target || says(markAt[at], 'absent') || isRole(tokens[at]!, 'relative'),
    )
    return isOther || saysWrong().test(written(chart, answer)) ? opens.from : undefined
  }
  if (!isRole(first, 'adding') || answer.to - answer.from > LONGEST_VERDICT) return undefined
  const isTested = isAny((at) => isRole(tokens[at]!, 'imaging') || isRole(tokens[at]!, 'deciding'))
  const isNormal = isTested && isNegative(tokens[answer.to - 1]!)
  const isDenied = isAny((at) => isRole(tokens[at]!, 'telling') || /^reports?$/.test(tokens[at]!))
  const hasNone = isDenied && isAny((at) => says(markAt[at], 'absent'))
  const verdict = markAt[answer === opens ? opens.from + 1 : answer.from]
  const isDoubted = says(verdict, 'absent') || says(verdict, 'suspected')
  const isRuledOut = isDoubted && verdict!.to === answer.to
  return isNormal || hasNone || isRuledOut ? opens.from : undefined
}

/** "CTPA negative", "the repeat is clear". */
function isNegative(token: string): boolean {
  return CLEARED.test(token) || hasOneRole(token, ['negative', 'normal'])
}

/** "It has stopped", "this was later disproved"; what a pronoun stands for is the last that was named. */
function overIn(
  chart: Chart,
  { to }: Item,
  clauses: readonly Clause[],
  parts: Uint8Array,
): number | undefined {
  for (const clause of clauses) {
    const opens = chart.tokens[clause.from]!
    if (clause.isApart || JOINS_CLAUSE.test(opens) || OF_ALL.test(opens)) {
      const said = written(chart, clause)
      const isOver = saysOver().test(said) || saysDisproved().test(said)
      const isLast = !isAnywhere(to, clause.from, (at) => parts[at] === WORD.target)
      if (isOver && (isLast || OF_ALL.test(opens))) return clause.from
    }
    if (isAnywhere(clause.from, clause.to, (at) => parts[at] === WORD.target)) return undefined
  }
  return undefined
}

/** "Shingles, fine since", "trigger finger injected, since then fine"; one who takes a drug for it may be well by that. */
function wellSince(
  chart: Chart,
  { from, to }: Item,
  clauses: readonly Clause[],
  parts: Uint8Array,
): number | undefined {
  const isLong = isChronic(chart, { from, to })
  const isOther = (at: number) => parts[at] === WORD.target || isDrugWord(chart.tokens[at]!)
  for (const clause of clauses) {
    if (isAnywhere(clause.from, clause.to, isOther)) return undefined
    const said = written(chart, clause)
    if (!OF_BOTH.test(said) && isAnywhere(to, clause.from, isOther)) return undefined
    const isSince = SAYS_SINCE.test(said) || (SAYS_NOW.test(said) && !isLong)
    if (isSince && saysWell().test(said) && !(isLong && isOfPart().test(said))) return clause.to - 1
  }
  return undefined
}

function disputedIn(
  chart: Chart,
  clauses: readonly Clause[],
  parts: Uint8Array,
): number | undefined {
  for (const clause of clauses) {
    if (isAnywhere(clause.from, clause.to, (at) => parts[at] === WORD.target)) return undefined
    const said = written(chart, clause)
    const subject = JOINS_CLAUSE.test(chart.tokens[clause.from]!) ? clause.from + 1 : clause.from
    const isOfOther =
      !OF_PATIENT.test(chart.tokens[subject] ?? '') && !isRole(chart.tokens[subject]!, 'relative')
    if (saysMistake().test(said) || (isOfOther && saysDisputed().test(said))) return clause.from
  }
  return undefined
}

/** "The first scan showed a stone, but the repeat was clear", "the CT had shown pneumonia; today's is clear". */
function repeatedNormal(
  chart: Chart,
  { first, from }: Item,
  clauses: readonly Clause[],
): number | undefined {
  const { tokens } = chart
  const isShown = (at: number) => isRole(tokens[at]!, 'shown')
  if (!isAnywhere(first, from, isShown)) return undefined
  const isEarlier = (at: number) =>
    isRole(tokens[at]!, 'initial') || (tokens[at] === 'had' && isShown(at + 1))
  if (!isAnywhere(first, from, isEarlier)) return undefined
  return clauses.find(
    (clause) => saysLater().test(written(chart, clause)) && isNegative(tokens[clause.to - 1]!),
  )?.from
}

const CONTINUES = /^(?:from|since)$/
const YEARS = /^(?:19|20)\d\d-(?:19|20)?\d\d$/
const COUNTED = /^(?:once|thrice|twice|x[1-9])$/
/** The highest age that is hardly a measure, "at 18", but of an illness, "stroke at 45". */
const OLDEST_BARE_AGE = 25
const OLDEST_AGE = 99
const AGED = /^aged?$/
const AGE = /^\d{1,2}$/
/** A day at the beginning of an entry. */
const DAY = /^\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$/
/** In words, of the entries between. */
const LATER_WITHIN = 30

/** The places of times that are over, of a condition that passes. */
export function timesOver(chart: Chart, item: Item, parts: Uint8Array): number[] {
  const { from, to, first, start, end } = item
  const { tokens, gaps, markAt } = chart
  const isBare = to === end && endOfPhase(tokens, to - 1, end) === undefined
  if (isBare && !DAY.test(tokens[first]!)) return []
  // "Cough came on 3 weeks back".
  const isBegun = isAnywhere(start, end, (at) => markAt[at]?.ends === 'onset')
  // "Cough when he was walking" is a cough of today.
  const isSymptom = tokens.slice(from, to).some((token) => isRole(token, 'symptom'))
  const phase = firstPlace(
    to - 1,
    isSymptom ? to : end,
    (at) => endOfPhase(tokens, at, end) !== undefined,
  )
  const isBegin = (at: number) => isRole(tokens[at]!, 'begun')
  // "Depression from 2004 to 2006", and so is what lasts.
  if (isOfRange(tokens, to, end)) return [to]
  const isOn = isBegun || isAnywhere(to, end, (at) => at !== phase && CONTINUES.test(tokens[at]!))
  if (isOn || isBackLately(tokens, to, end)) return []
  if (phase !== undefined && !isAnywhere(to, phase, isBegin)) return [phase]
  const day = passedDay(chart, item)
  if (day.length > 0) return day
  // "Hyperthyroidism 1999-2001".
  const range = placesWhere(to, end, (at) => YEARS.test(tokens[at]!))
  // "Graves disease treated by radioiodine in 2003", "cervical cancer at 31".
  const isTreated = tokens[to] === 'treated' && isAnywhere(to, end, (at) => YEAR.test(tokens[at]!))
  if (isTreated && !isTreatedCancer(chart, item, item.last)) return [to]
  const then = thenOnly(chart, item)
  if (then !== undefined) return [then]
  const isLasting = isChronic(chart, item) || isTreatedCancer(chart, item, item.last)
  if (range.length > 0 || isLasting) return range
  // "Shingles June, healed", "cellulitis Feb 23".
  const isShort = to + 1 === end || (to + 2 === end && /^\d\d?$/.test(tokens[to + 1]!))
  if (isShort && isNamedMonth(tokens[to]!)) return [to]
  // "Cellulitis twice (Jan, Mar)".
  const isCounted = to + 1 === end && COUNTED.test(tokens[to]!) && gaps.opens[end] === 1
  if (isCounted && (isNamedMonth(tokens[end]!) || YEAR.test(tokens[end]!))) return [end]
  const further = joinedBehind(chart, item, parts)
  const oldest = isIllness(tokens, from, to) ? OLDEST_AGE : OLDEST_BARE_AGE
  // "Hepatitis A aged 9", but not "boy with croup aged 2".
  const isAge = (at: number) => AGED.test(tokens[at]!) && AGE.test(tokens[at + 1] ?? '')
  const isOfPerson = isAnywhere(first, from, (at) => isRole(tokens[at]!, 'someone'))
  return placesWhere(
    to,
    further,
    (at) => isTimeOver(tokens, at, further, oldest) || (isAge(at) && !isOfPerson),
  )
}

/** "Sarcoidosis 2010 to 2013", "asthma from age 5 to 12", but not "hypertension treated from 2010 to 2015". */
function isOfRange(tokens: readonly string[], to: number, end: number): boolean {
  return to < end && endOfRange(tokens, to, end) !== undefined
}

/** "The shingles recurred last week", but not "recurred in 2015". */
function isBackLately(tokens: readonly string[], to: number, end: number): boolean {
  const isLong = (at: number) => YEAR.test(tokens[at]!) || lengthOfUnit(tokens[at]!) === 'years'
  return (
    isAnywhere(to, end, (at) => isRole(tokens[at]!, 'returning')) && !isAnywhere(to, end, isLong)
  )
}

/** Between "a bout of" and what one had for a time. */
const BEFORE_HAD = /^(?:a|bad|by|from|her|his|mild|my|of|severe|the|to|up|with)$/
/** Times in which a disease that lasts was had, and no more: "asthma at university". */
const OF_THEN = /^(?:as|at|during|in|when|while) /
const OF_NOW = /^(?:pregnan.*|remission)$/
/** "Asthma during her last delivery" is no more of now. */
const IS_DONE = /^(?:delivery|surgery)$/

/** "Migraine at university", "a bout of depression some years ago", "suffered from gout in 2012": of a disease that lasts. */
function thenOnly({ tokens, markAt }: Chart, { first, from, to, end }: Item): number | undefined {
  const isOfNow = (at: number) =>
    OF_NOW.test(tokens[at]!) ||
    (hasOneRole(tokens[at]!, ['visit', 'season']) && !IS_DONE.test(tokens[at]!))
  const isThen = (at: number) => {
    const mark = markAt[at]
    const isPhase = mark?.from === at && says(mark, 'past') && OF_THEN.test(mark.phrase)
    // "Asthma in 2012" says since when.
    if (isAnywhere(at, mark?.to ?? at, (place) => /\d/.test(tokens[place]!))) return false
    return isPhase && !isAnywhere(mark!.from, mark!.to, isOfNow) && !isMonth(tokens[mark!.to - 1]!)
  }
  const phase = firstPlace(to, end, isThen)
  const isBegin = (at: number) => isRole(tokens[at]!, 'begun')
  if (phase !== undefined && !isAnywhere(to, phase, isBegin)) return phase
  let had = from - 1
  while (had > first && BEFORE_HAD.test(tokens[had]!)) had--
  if (had < first || !isRole(tokens[had]!, 'afflicted')) return undefined
  const isPast = (at: number) => readPastTime(tokens, at, end)?.isLong === true
  return isAnywhere(to, end, isPast) ? had : undefined
}

/** The end of an item, also behind what came before: "pericarditis after a cold in 2012". */
function joinedBehind(
  { tokens, gaps }: Chart,
  { to, end, last, isShared }: Item,
  parts: Uint8Array,
): number {
  if (!isShared || !/^(?:after|following)$/.test(tokens[to] ?? '')) return end
  let at = end
  while (at < last && parts[at] === WORD.target) at++
  while (at < last && gaps.items[at] === 0 && gaps.stops[at] === 0 && parts[at] !== WORD.target)
    at++
  return at
}

/** "22/7 TIA. 24/7 stent. Today well": what passes, on a day before another one. */
function passedDay({ tokens, gaps }: Chart, { first, from, to }: Item): number[] {
  if (
    !DAY.test(tokens[first]!) ||
    !tokens.slice(from, to).some((token) => isRole(token, 'passing'))
  )
    return []
  const isLater = isAnywhere(
    to,
    Math.min(tokens.length, to + LATER_WITHIN),
    (at) =>
      (DAY.test(tokens[at]!) || isRole(tokens[at]!, 'current')) &&
      (gaps.ends[at] === 1 || gaps.commas[at] === 1),
  )
  return isLater ? [first] : []
}
