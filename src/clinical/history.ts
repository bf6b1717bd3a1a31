import { isEverydayWord } from '../language/everyday-words.ts'
import { type FoundPhrase, outside, PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import { type Chart, DATED, DATED_IN_LIST, type Said, type Span, says } from './chart.ts'
import { isRole, phrasesOf } from './context-phrases.ts'
import { sides } from './laterality.ts'
import type { Sentence } from './sections.ts'
import { isMonth, lengthOfUnit, SHORT_TIME, YEAR } from './times.ts'

/** Below data/: what does not pass. */
const CHRONIC_TABLE = 'context/chronic.tsv'

/** Below data/: events that are over in days and stay in a record. */
const EVENT_TABLE = 'context/events.tsv'

/**
 * Score from which a condition counts as history, present or not: chronic ones after "history of" or among past illnesses,
 * habits, a chronic condition that is a sentence by itself.
 */
export const TOLD_AS_HISTORY = 0.5
/** Score from which it counts as past: a condition that is not chronic, after "history of". */
export const SAYS_PAST = 0.65
/** Score from which it counts as over, chronic or not: "resolved", "status post", "in childhood". */
export const SAYS_OVER = 0.8
const WAS = /^(?:was|were)$/
const ARTICLE = /^(?:a|an)$/
/** How many words before a target may say that it was had. */
const HAD_WITHIN = 3
/** A chronic condition is mostly still present after "history of" and the like. */
const CHRONIC_PAST = 0.55

/** "History of" in the charts of India begins the complaint of today, too. */
export const OF_HISTORY = /^(?:h\/o|history of|hx of)$/
const TODAY = /^(?:tdy|today|tonight)$/

/** How many words behind a target may say how long it has lasted. */
const LASTS_WITHIN = 7

/** How many words after a target may say that it is back. */
const BACK_WITHIN = 16

/** How often, before when. */
const COUNTED = /^(?:once|twice|x[1-3])$/
const LAST = /^(?:last|latest|previous)$/
const ONCE = /^(?:1|single|x1)$/
const ATTACK = /^(?:attack|bout|episode|flare)$/
/** "At 18 months" says when, not how long. */
const SAYS_AGE = /^(?:at|aged?|till|until|was)$/

/** Diseases that end with a pregnancy, with the time after a birth, or with an infection. */
const PASSING =
  /^(?:bacterial|infectious|infective|septic|transient|viral|antenatal|gestational|neonatal|perinatal|peripartum|postnatal|postpartum|pregnancy|puerperal)$/

const chronic = lazily(() => readPhrases(CHRONIC_TABLE))
const events = lazily(() => readPhrases(EVENT_TABLE))

/** Before what a patient is known for: "k/c/o stroke", "a known case of MI". */
const KNOWN = /^(?:(?:a )?known(?: c\/o| case of)?|k\/c\/o)$/
const NEW = /^(?:acute|acutely|fresh|hyperacute|new)$/
/** In words, of a list of what a patient is known for. */
const KNOWN_WITHIN = 10
const PATIENT = /^(?:patient|pt)$/
const OPENS_TIME = /^(?:about|for|from|in|last|past|since|x)$/
/** In years: more is an age. */
const LONGEST_RECORD = 30

/**
 * Degree to which a target is past, by triggers and sections.
 *
 * @param sentence the target's sentence
 * @param isAsserted true if the text says that it is present: "h/o fever +"
 * @throws MedlinkError `data_invalid`
 */
export function weighPast(
  chart: Chart,
  target: Span,
  sentence: Sentence | undefined,
  said: Said | undefined,
  isAsserted: boolean,
): Said | undefined {
  if (said !== undefined && sentence !== undefined) {
    if (isBackAgain(chart, target, sentence)) return undefined
    if (isTreatedCancer(chart, target, sentence.to)) return undefined
  }
  if (said !== undefined && said.score >= SAYS_OVER) return said
  if (sentence !== undefined && wasCured(chart, target, sentence.to))
    return { score: SAYS_OVER, because: 's/p' }
  if (said === undefined && !isAsserted && wasEvent(chart, target))
    return { score: SAYS_OVER, because: 'known' }
  if (isAsserted || lasts(chart, target)) return undefined
  if (said !== undefined && OF_HISTORY.test(said.because) && isOfToday(chart, target))
    return undefined
  if (isLast(chart, target) && (isAgo(chart, target) || wasThen(chart, target)))
    return { score: SAYS_OVER, because: 'last' }
  if (isWellNow(chart, target)) return { score: SAYS_OVER, because: 'now' }
  if (wasCounted(chart, target)) return { score: SAYS_OVER, because: 'x2' }
  if (wasOnce(chart, target)) return { score: SAYS_OVER, because: '1' }
  const isDated = said?.score === DATED || said?.score === DATED_IN_LIST
  if (isDated && (!isChronic(chart, target) || wasHad(chart, target)))
    return { ...said, score: SAYS_OVER }
  if (said?.score === DATED_IN_LIST) return undefined
  if (said !== undefined)
    return isChronic(chart, target) ? { ...said, score: Math.min(said.score, CHRONIC_PAST) } : said
  if (wasHad(chart, target) && isAgo(chart, target)) return { score: SAYS_PAST, because: 'had' }
  const { tokens } = chart
  for (let at = target.from; at < target.to; at++)
    if (isRole(tokens[at]!, 'habit')) return asHistory(tokens[at]!)
  return sentence !== undefined && isAlone(chart, target, sentence) ? asHistory('.') : undefined
}

/** "Asthma settled for years but has returned", "eczema cleared, flaring again": nothing else is named in between. */
function isBackAgain(
  { tokens, gaps, markAt, words }: Chart,
  { to }: Span,
  sentence: Sentence,
): boolean {
  let isApart = false
  for (let at = to; at < Math.min(sentence.to, to + BACK_WITHIN); at++) {
    const mark = markAt[at]
    if (says(mark, 'absent')) return false
    const token = tokens[at]!
    const isOver = says(mark, 'past')
    // "Nephrotic syndrome in childhood, last relapse at 9".
    if (isRole(token, 'returning') && !isOver) return !LAST.test(tokens[at - 1]!)
    isApart ||= gaps.items[at] === 1
    const { kind, stop } = words[at]!
    const isPlain = isApart ? stop || isRole(token, 'replying') : isEverydayWord(token)
    const isKnown = mark !== undefined || kind !== 'word' || isPlain
    if (!isKnown) return false
  }
  return false
}

/** Times that are over by the end of a sentence: "febrile overnight". */
const EARLIER =
  /^(?:admission|am|arrival|earlier|evening|initially|morning|night|overnight|presentation|previously|yesterday)$/
const NOW = /^(?:currently|now|since|today)$/
const BE = /^(?:and|but|is|has|been)$/
/** In words, of such a time and of what is now. */
const EARLIER_WITHIN = 4

/** "Febrile overnight, now afebrile", "drowsy yesterday, alert today": the next item says that all is well. */
function isWellNow({ words, tokens, gaps }: Chart, { to }: Span): boolean {
  let at = to
  while (
    at < words.length &&
    at - to < EARLIER_WITHIN &&
    gaps.items[at] === 0 &&
    !BE.test(tokens[at]!)
  )
    at++
  if (at === to || !EARLIER.test(tokens[at - 1]!) || gaps.ends[at] === 1) return false
  while (at < words.length && BE.test(tokens[at]!)) at++
  const [first = '', next = ''] = [tokens[at], tokens[at + 1]]
  if (NOW.test(first)) return isRole(next, 'recovered')
  return isRole(first, 'recovered') && NOW.test(next)
}

/** In words behind an event: "x", "2". */
const TWICE = /^(?:x[2-9]|twice)$/
const SEVERAL = /^[2-9]$/
const PLURAL = /[^iu]s$/

/** "MI x2, CABG", "two miscarriages": of an event that is treated by itself, several are a history. */
function wasCounted({ words, tokens, gaps }: Chart, { from, to }: Span): boolean {
  if (!tokens.slice(from, to).some((token) => isRole(token, 'attack'))) return false
  const isApart = tokens[to] === 'x' && SEVERAL.test(tokens[to + 1] ?? '')
  const end = isApart ? to + 2 : TWICE.test(tokens[to] ?? '') ? to + 1 : undefined
  if (end !== undefined)
    return (
      end >= words.length || gaps.items[end] === 1 || gaps.ends[end] === 1 || tokens[end] === 'and'
    )
  // "2. Meningitis" is neither several nor a plural.
  const isNext = from > 0 && words[from]!.start === words[from - 1]!.end + 1
  return isNext && SEVERAL.test(tokens[from - 1]!) && PLURAL.test(tokens[to - 1]!)
}

/** "One adrenal crisis, in 2016", "one seizure last week", "gout 1 attack 2009". */
function wasOnce(chart: Chart, target: Span): boolean {
  const { words, tokens } = chart
  const { from, to } = target
  const before = words[from - 1]
  if (COUNTED.test(tokens[to] ?? '') && isAgo(chart, target)) return true
  // "1. Cough began 3 days ago": a number of a list is a digit.
  const isCount = before !== undefined && before.end - before.start > 1 && ONCE.test(before.form)
  if (isCount) return isAgo(chart, target) || wasThen(chart, target)
  const isAttack = ONCE.test(tokens[to] ?? '') && ATTACK.test(tokens[to + 1] ?? '')
  return isAttack && [tokens[to + 2], tokens[to + 3]].some((token) => YEAR.test(token ?? ''))
}

/** "Last seizure was four years ago". */
function isLast({ tokens }: Chart, { from }: Span): boolean {
  return LAST.test(tokens[from - 1] ?? '')
}

/** "Last UTI was in August". */
function wasThen({ tokens }: Chart, { to }: Span): boolean {
  let at = to
  while (/^(?:around|at|back|during|in|on|was)$/.test(tokens[at] ?? '')) at++
  const token = tokens[at] ?? ''
  return at > to && (YEAR.test(token) || isMonth(token))
}

/** "She had postpartum depression in 2014", "was epileptic as a boy". */
function wasHad({ tokens }: Chart, { from }: Span): boolean {
  if (tokens.slice(Math.max(0, from - HAD_WITHIN), from).includes('had')) return true
  const verb = ARTICLE.test(tokens[from - 1] ?? '') ? from - 2 : from - 1
  return WAS.test(tokens[verb] ?? '')
}

/** True if the words after a target in its item say that a time has passed: "2 days ago", "last week". */
function isAgo({ words, tokens, gaps }: Chart, { to }: Span): boolean {
  const end = Math.min(words.length, to + LASTS_WITHIN)
  for (let at = to; at < end && gaps.ends[at] === 0; at++) {
    // "Gout once, years ago".
    if (gaps.items[at] === 1 && !COUNTED.test(tokens[at - 1]!)) return false
    const isTime = at > to && (isRole(tokens[at - 1]!, 'unit') || SHORT_TIME.test(tokens[at - 1]!))
    const isPassed = isTime && isRole(tokens[at]!, 'ago')
    if (isPassed || (tokens[at] === 'last' && isRole(tokens[at + 1] ?? '', 'unit'))) return true
  }
  return false
}

function asHistory(because: string): Said {
  return { score: TOLD_AS_HISTORY, because }
}

/** True if the words after a target, in its own item of a list, say how long it has lasted. */
export function lasts({ words, tokens, gaps }: Chart, { to }: Span): boolean {
  const end = Math.min(words.length, to + LASTS_WITHIN)
  for (let at = to; at < end; at++) {
    if (gaps.ends[at] === 1 || (gaps.items[at] === 1 && gaps.opens[at] === 0)) return false
    if (tokens[at] === 'since') return true
    if (SHORT_TIME.test(tokens[at]!))
      return !isRole(tokens[at + 1] ?? '', 'ago') && !SAYS_AGE.test(tokens[at - 1]!)
    const isTime = isRole(tokens[at]!, 'unit') && at > to && words[at - 1]!.kind === 'number'
    if (isTime) return !isRole(tokens[at + 1] ?? '', 'ago') && !isAge(tokens, at - 1)
  }
  return false
}

/** True if the words after a target in its item say that it is of today: "h/o snake bite over hand today". */
export function isOfToday({ words, tokens, gaps }: Chart, { to }: Span): boolean {
  for (let at = to; at < Math.min(words.length, to + LASTS_WITHIN); at++) {
    if (gaps.ends[at] === 1 || gaps.items[at] === 1) return false
    if (TODAY.test(tokens[at]!)) return true
  }
  return false
}

/** "At 12", "was 12", "the age of 12". */
function isAge(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1] ?? ''
  return SAYS_AGE.test(before) || (before === 'of' && tokens[at - 2] === 'age')
}

/** A report's sentence of nothing but the name is an item of a list of illnesses, whose heading is not at hand. */
function isAlone({ tokens, gaps }: Chart, { from, to }: Span, sentence: Sentence): boolean {
  if (from !== sentence.from || to !== sentence.to || sentence.section !== undefined) return false
  if (gaps.ends[to] !== 1) return false
  const own = tokens.slice(from, to)
  const found = findChronic(own)
  return found.length > 0 && outside(own, found).every((token) => isRole(token, 'plain'))
}

/** True if words name a condition that does not pass. @throws MedlinkError `data_invalid` */
export function isChronic({ tokens }: Chart, { from, to }: Span): boolean {
  // "Gestational diabetes 1998".
  if (PASSING.test(tokens[from]!)) return false
  return findChronic(tokens.slice(from, to)).length > 0
}

const NAMES_ILLNESS = /(?:itis|oma|osis|ulcer)s?$/

/** True if words name a disease that one gets and is rid of, and no symptom, injury or measure. */
export function isIllness(tokens: readonly string[], from: number, to: number): boolean {
  const isIt = (token: string) =>
    isRole(token, 'attack') || isRole(token, 'preventable') || NAMES_ILLNESS.test(token)
  return tokens.slice(from, to).some(isIt)
}

function findChronic(tokens: readonly string[]): FoundPhrase<true>[] {
  return chronic().find(tokens)
}

function readPhrases(table: string): PhraseMatcher<true> {
  const matcher = new PhraseMatcher<true>()
  for (const [phrase] of readTable(table, ['phrase'])) matcher.set(phrase!.split(' '), true)
  return matcher
}

/** "K/c/o stroke", "MI patient since 2018", "stroke 3 yrs": an event that is known, or as long ago, is over. */
function wasEvent(chart: Chart, target: Span): boolean {
  const event = eventIn(chart, target)
  if (event === undefined) return false
  return isForYears(chart, target.to) || isKnownFor(chart, target.from + event.from)
}

function eventIn({ tokens }: Chart, { from, to }: Span): FoundPhrase<true> | undefined {
  const own = tokens.slice(from, to)
  return own.some((token) => NEW.test(token)) ? undefined : events().find(own)[0]
}

/** The place of who is a patient for an event, new or old: "stroke pt", "patient of MI". @throws MedlinkError `data_invalid` */
export function patientsOfEvent(chart: Chart, target: Span): number[] {
  const { tokens } = chart
  const { from, to } = target
  const isBehind = PATIENT.test(tokens[to] ?? '')
  const isAhead = tokens[from - 1] === 'of' && PATIENT.test(tokens[from - 2] ?? '')
  if (!(isBehind || isAhead) || eventIn(chart, target) === undefined) return []
  return [isBehind ? to : from - 2]
}

/** True if a list of names that begins with "known case of" and the like goes on up to a word. */
function isKnownFor({ words, tokens, markAt, gaps }: Chart, from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - KNOWN_WITHIN); at--) {
    if (gaps.ends[at + 1] === 1 || gaps.stops[at + 1] === 1 || NEW.test(tokens[at]!)) return false
    const phrase = markAt[at]?.phrase ?? tokens[at]!
    if (KNOWN.test(phrase)) return true
    const isJoint = tokens[at] === 'and' || tokens[at] === '&'
    const isOther = words[at]!.stop || isRole(tokens[at]!, 'attending')
    if ((isOther && !isJoint) || markAt[at] !== undefined) return false
  }
  return false
}

/** True if a time of years is behind a word: "stroke pt since 2018", "MI x 3 yrs". */
function isForYears({ words, tokens, gaps }: Chart, to: number): boolean {
  let at = PATIENT.test(tokens[to] ?? '') ? to + 1 : to
  const first = at
  while (OPENS_TIME.test(tokens[at] ?? '')) at++
  if (gaps.ends[first] === 1) return false
  const [time = '', unit = '', next = ''] = tokens.slice(at, at + 3)
  if (YEAR.test(time)) return at > first
  const isCount = words[at]?.kind === 'number' && Number(time) <= LONGEST_RECORD
  const isAged = isRole(next, 'male') || isRole(next, 'female') || isRole(next, 'age')
  return isCount && lengthOfUnit(unit) === 'years' && !isAged
}

/** A disease that an operation ends, and that one after it: "inguinal hernia s/p mesh repair", "goitre (thyroidectomy 2011)". */

const CURES_TABLE = 'context/cures.tsv'
/** In words, from a disease to the operation, and from there to what says that it was of no use or is to come. */
const CURED_WITHIN = 8
const WAS_DONE = /^(?:after|had|post|s\/p|underwent)$/
const WAS_MENDED = /(?:ed|ced|out)$/
/** Between the two. */
const OF_OPERATION =
  /^(?:a|abdominal|an|and|anterior|as|bilateral|both|complete|device|donor|elective|emergency|endovascular|eye|eyes|her|his|in|lap|laparoscopic|live|living|mesh|near|of|open|partial|percutaneous|posterior|previous|prior|radical|robotic|sided|status|subtotal|successful|surgical|the|total|transcatheter|unilateral|vaginal|with)$/
/** "ESRD s/p transplant, now failed, on dialysis". */
const NOT_CURED =
  /^(?:again|await|awaited|awaiting|booked|declined|declines|dehiscence|dialysis|due|failed|failing|failure|hd|incomplete|next|pd|pending|persistent|persists|planned|pod\d*|recurrence|recurrent|recurring|recurs|recurred|refused|rejected|rejection|remaining|residual|returned|scheduled|still|today|tomorrow|unsuccessful|yesterday)$/

/** The diseases and the operations of the table, by the numbers of their rows. */
const cures = lazily(() => {
  const [diseases, operations] = [new PhraseMatcher<number[]>(), new PhraseMatcher<number[]>()]
  const add = (matcher: PhraseMatcher<number[]>, cell: string, row: number) => {
    for (const phrase of phrasesOf(cell)) {
      const words = phrase.split(' ')
      matcher.set(words, [...(matcher.get(words) ?? []), row])
    }
  }
  for (const [row, [disease, operation]] of readTable(CURES_TABLE, [
    'disease',
    'operation',
  ]).entries()) {
    add(diseases, disease!, row)
    add(operations, operation!, row)
  }
  return { diseases, operations }
})

/** True if the operation that ends a target is the next that its sentence names, and was done. */
function wasCured(chart: Chart, { from, to }: Span, last: number): boolean {
  const { words, tokens, gaps } = chart
  const end = Math.min(last, to + CURED_WITHIN)
  if (to >= end || tokens.slice(from, to).some((token) => NOT_CURED.test(token))) return false
  const { diseases, operations } = cures()
  const rows = diseases.find(tokens.slice(from, to)).flatMap(({ value }) => value)
  if (rows.length === 0 || isTreatedCancer(chart, { from, to }, last)) return false
  let isDone = false
  for (let at = to; at < end && gaps.ends[at] === 0; at++) {
    const done = operations
      .startingAt(tokens, at)
      .findLast(({ value }) => value.some((row) => rows.includes(row)))
    if (done !== undefined) {
      const rest = tokens.slice(done.to, Math.min(last, done.to + CURED_WITHIN))
      if (rest.some((token) => NOT_CURED.test(token))) return false
      return (
        isDone ||
        WAS_MENDED.test(tokens[done.to - 1]!) ||
        rest.slice(0, 3).some((token) => YEAR.test(token))
      )
    }
    if (WAS_DONE.test(tokens[at]!)) isDone = true
    else if (
      !OF_OPERATION.test(tokens[at]!) &&
      words[at]!.kind !== 'number' &&
      !sides().has(tokens[at]!)
    )
      return false
  }
  return false
}

/** A cancer that is still treated is no history, whatever was cut out and when: "breast cancer s/p mastectomy, on letrozole". */

const TABLE = 'context/cancer.tsv'

/**
 * Kinds of its phrases: a `cancer`; a `treatment` of one; that one takes place `now` or soon, before its name; words that may be
 * `between` the two; an `active` cancer; and what takes back the next phrase (`not`).
 */
export const CANCER_KINDS = ['active', 'between', 'cancer', 'not', 'now', 'treatment'] as const
type CancerKind = (typeof CANCER_KINDS)[number]

/** How many words behind a cancer may say that it is treated. */
const TREATED_WITHIN = 24
/** In words, between "on" and the treatment. */
const LONGEST_BETWEEN = 4
/** In words between a denial and what it denies: "no bone mets". */
const DENIED_WITHIN = 3
const HAS_DIGIT = /\d/
/** Behind a treatment: when it was. */
const SAYS_WHEN = /^(?:back|during|finished|in|till|until)$/

const phrases = lazily(() => {
  const matcher = new PhraseMatcher<CancerKind>()
  for (const [phrase, kind] of readTable(TABLE, ['phrase', 'kind']))
    matcher.set(phrase!.split(' '), kind as CancerKind)
  return matcher
})

/**
 * True if a target is a cancer and the next words say that it is treated now, or there. Takes a bounded number of words.
 *
 * @param end behind the last word of its sentence
 */
export function isTreatedCancer({ tokens }: Chart, target: Span, end: number): boolean {
  const own = phrases().find(tokens.slice(target.from, target.to))
  if (!own.some(({ value }) => value === 'cancer')) return false
  const words = tokens.slice(target.to, Math.min(end, target.to + TREATED_WITHIN))
  const found = phrases().find(words)
  for (const [i, { from, to, value }] of found.entries()) {
    if (value === 'cancer') return false
    const before = found[i - 1]
    if (before?.value === 'not' && from - before.to < DENIED_WITHIN) continue
    if (value === 'active') return true
    if (value === 'now' && isTreatmentAt(words, to)) return true
  }
  return false
}

/** True if a treatment is named at a place or a few words on, and is not over by then: "cycle 3 of capecitabine". */
function isTreatmentAt(words: readonly string[], first: number): boolean {
  for (let at = first; at < Math.min(words.length, first + LONGEST_BETWEEN); ) {
    const phrase = phrases().startingAt(words, at).at(-1)
    if (phrase?.value === 'treatment') return !isOver(words, phrase.to)
    if (phrase?.value !== 'between' && phrase?.value !== 'now' && !HAS_DIGIT.test(words[at]!))
      return false
    at = phrase?.to ?? at + 1
  }
  return false
}

/** "On chemo in 2015", "on tamoxifen until last year". */
function isOver(words: readonly string[], to: number): boolean {
  const [next = '', then = ''] = [words[to], words[to + 1]]
  if (YEAR.test(next)) return true
  return SAYS_WHEN.test(next) && (YEAR.test(then) || /^un?til+$/.test(next) || isRole(then, 'ago'))
}
