import type { Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { birthMarksIn, isNoteOfBaby } from './births.ts'
import {
  type ContextPhrase,
  contextPhrases,
  correctedForm,
  isRole,
  type Rule,
  type TriggerContext,
} from './context-phrases.ts'
import { type Gaps, gapBefore, readGaps } from './gaps.ts'
import { asKinOf } from './kin.ts'
import { isBeforeStranger, isPerson, STRANGER_AHEAD, type Stretch } from './persons.ts'
import { isNoteOfMother, isSelf, ruleOfRelative } from './relatives.ts'
import type { SectionKind, Sentence } from './sections.ts'
import { isMonth, SHORT_TIME, YEAR } from './times.ts'
import { endsAsOperation, isDrugWord } from './word-kinds.ts'

/** The words of [from, to). */
export interface Span {
  readonly from: number
  readonly to: number
}

/** That something is said, how sure it is, in (0, 1], and by what. */
export interface Said {
  readonly score: number
  /** The trigger as the table has it, the section, or the sign: `?`, `-`. */
  readonly because: string
}

/** A trigger, a terminator or a relative in a text. */
export interface Mark extends ContextPhrase, Span {}

/** A tokenized text with the cues of scopes. */
export interface Chart {
  readonly words: readonly Word[]
  /** Look-up keys of the words: their forms, misspelt words of contexts corrected, but "post" of a word that is joined to it. */
  readonly tokens: readonly string[]
  readonly gaps: Gaps
  /** In order, none overlapping. */
  readonly marks: readonly Mark[]
  /** The mark that covers each word; undefined for other words. */
  readonly markAt: readonly (Mark | undefined)[]
  /** How many items of lists have begun up to and with a word. */
  readonly itemsUpTo: Int32Array
  /** True if "or" follows a word before its sentence ends or something else is denied. */
  readonly hasOr: Uint8Array
}

/** A mark. Made here alone, so that all are of one shape: the places that read them are many and hot. */
function markOf({ phrase, rules, ends }: ContextPhrase, from: number, to: number): Mark {
  return { phrase, rules, ends, from, to }
}

/** A mark that ends nothing. */
function ruleMark(phrase: string, rules: readonly Rule[], from: number, to: number): Mark {
  return markOf({ phrase, rules, ends: undefined }, from, to)
}

/** True for a mark with a statement of a context. */
export function says(mark: Mark | undefined, context: TriggerContext): boolean {
  return mark?.rules.some((rule) => rule.context === context) === true
}

/** "Status post repair": the analyzer joins the last two. "Post-op" is a word. */
const JOINED = /^post[\s-](?!op)/i
const NUMBER = /^\d+$/
/** "First" as the analyzer has it. */
const FIRST = '1st'

/** A year, an age or a time ago says how long: what is not chronic is over since. */
export const DATED = 0.75
/** Score of a time or an end behind a list, for the items before its last: "cellulitis, gout and jaundice in 2009". */
export const DATED_IN_LIST = 0.45
/** Words after an age or a year that dates an item: "overdose age 17 with paracetamol", "pancreatitis 2019 from alcohol". */
const FOLLOWS_DATE =
  /^(?:after|but|by|during|from|needing|od|on|requiring|treated|via|when|which|while|with|without)$/
/** How many words before a time may say that it is an admission's. */
const ADMITTED_WITHIN = 5
/** Between an admission and its reason. */
const OF_ADMISSION = /^(?:with|for|as|dx|due)$/
/** The highest age of which nothing says that it is one: "croup at 2", but "NT scan at 12". */
const OLDEST_BARE_AGE = 11
/** Words for a measure from 0 to 10. */
const SCORED = /(?:pain|ache|score|scale|vas|nrs|severity|intensity|apgar)$/
/** Years before this one are of 2000 and later if they are written with two digits: "'17". */
const SHORT_YEAR_TURNS = 40
/** "Peptic ulcer 1990s". */
const DECADE = /^(?:19|20)\d0s$/
/** "Ø fever". */
const NONE_SIGN = /^[ØøΦφ∅]$/
/** "S̄ fever, c̄ cough": Latin sine and cum. */
const LATIN: ReadonlyMap<string, string> = new Map([
  ['c', 'with'],
  ['s', 'without'],
])
/** "Mo. gout, fa. angina": with a full stop, where an item begins. */
const KIN: ReadonlyMap<string, string> = new Map([
  ['fa', 'father'],
  ['gm', 'grandmother'],
  ['mo', 'mother'],
])
const OPENS_ITEM = /(?:^|[.,:;\r\n(][ \t]*|[-–][ \t]+)$/
const MACRON = /[\u0304\u0305]/
/** In UTF-16 units, of what is seen before a small o: the end of a word, or a group or a type of that name. */
const LONGEST_BEFORE_O = 7
const HAS_O = /(?:[^\s.,;:(]|(?:^|[^\p{L}])(?:\p{L}|kc)\s|\d\s|group |type )$/u
const BEHIND_O = /^(?:\s\p{L}\p{L}|\s*[.,;\r\n]|$)/u
const SHORT_YEAR = /^\d\d$/
/** "3/2019". */
const MONTH_OF_YEAR = /^\d{1,2}[/-]((?:19|20)\d\d)$/
/** In UTF-16 units: more digits than a short year has. */
const LONGEST_YEAR = 3
const YEAR_AHEAD: Rule = { context: 'past', direction: 'forward', reach: 'item', score: DATED }
const YEAR_BEHIND: Rule = { context: 'past', direction: 'backward', reach: 'item', score: DATED }
/** "In the first two days": the beginning of an illness is over. */
const EARLY_AHEAD: Rule = { context: 'past', direction: 'forward', reach: 'item', score: 0.85 }
const EARLY_BEHIND: Rule = { ...EARLY_AHEAD, direction: 'backward' }
/** Before the year of the last time. */
const LAST = /^(?:last|latest)$/
/** Words after which the beginning of a time is not the time itself: "since the first day". */
const BOUNDS = /^(?:since|from|after|before|until|till|by)$/

/** Reads a text for its scopes. Linear in its length. @throws MedlinkError `data_invalid` */
export function readChart(
  text: string,
  words: readonly Word[],
  sentences: readonly Sentence[],
): Chart {
  const tokens = words.map((word) => tokenOf(text, word))
  const gaps = readGaps(text, words)
  for (const sentence of sentences) turnSigns(text, words, gaps, sentence)
  const marks: Mark[] = []
  const isOfMother = isNoteOfMother(tokens, sentences)
  const [first] = sentences
  const isOfBaby = !isOfMother && first !== undefined && isNoteOfBaby(tokens, first)
  const whole = { words, tokens, gaps, isOfMother, isOfBaby }
  for (const sentence of sentences) {
    const start = sentence.heading?.to ?? sentence.from
    const own: Mark[] = []
    addMarks(whole, sentence, own)
    for (const mark of own) marks.push(ofKin({ text, words, tokens, gaps, start }, mark))
  }
  const markAt: (Mark | undefined)[] = words.map(() => undefined)
  for (const mark of marks) markAt.fill(mark, mark.from, mark.to)
  joinLines(text, words, gaps, sentences, marks)
  const itemsUpTo = new Int32Array(words.length)
  for (let at = 1; at < words.length; at++)
    itemsUpTo[at] = itemsUpTo[at - 1]! + (isItemStart(tokens, gaps, at) ? 1 : 0)
  const hasOr = new Uint8Array(words.length)
  for (const sentence of sentences) noteOr(tokens, gaps, markAt, sentence, hasOr)
  return { words, tokens, gaps, marks, markAt, itemsUpTo, hasOr }
}

/** A line that ends behind a trigger, in the middle of a sentence, ends no item: "it was not", and measles in the next line. */
function joinLines(
  text: string,
  words: readonly Word[],
  gaps: Gaps,
  sentences: readonly Sentence[],
  marks: readonly Mark[],
): void {
  const starts = new Set(sentences.map(({ from }) => from))
  for (const { to, rules } of marks) {
    if (rules.length === 0 || gaps.lines[to] === 0 || starts.has(to) || to >= words.length) continue
    if (gapBefore(text, words, to).trim() === '') gaps.items[to] = gaps.commas[to] = 0
  }
}

/** The parts of a chart in which a dash on a word says that it is not there; elsewhere it is the mark of an item. */
const SIGNED: ReadonlySet<SectionKind | undefined> = new Set(['examination', 'review'])
const MINUS_FIRST = /^[ \t]*:[ \t]*-$/
const MINUS = /(?:^|[\s,;:])-$/

/** A heading is neither there nor not: a sign between it and a word is about the word, "PMH: (-) gout", "Skin: -rash, -itch". */
function turnSigns(
  text: string,
  words: readonly Word[],
  gaps: Gaps,
  { from, to, heading, section }: Sentence,
): void {
  const first = heading?.to ?? from
  if (first === from || first >= to) return
  if (gaps.denies[first] === 1) gaps.deniesRight[first] = 1
  if (gaps.asserts[first] === 1) gaps.assertsRight[first] = 1
  gaps.denies[first] = 0
  gaps.asserts[first] = 0
  if (!SIGNED.has(section) || !MINUS_FIRST.test(gapBefore(text, words, first))) return
  for (let at = first; at < to; at++)
    if (words[at]!.kind === 'word' && MINUS.test(gapBefore(text, words, at)))
      gaps.deniesRight[at] = 1
}

/** Behind what a denial is about: "no sign of". */
const OF_WHAT = /^(?:for|of)$/

/** The look-up key of a word: see {@link Chart}. */
function tokenOf(text: string, { form, start, end }: Word): string {
  if (form.startsWith('post') && JOINED.test(text.slice(start, Math.min(end, start + 7))))
    return 'post'
  if (end - start === 1 && NONE_SIGN.test(text[start]!)) return 'no'
  if (form === 'o' && isNought(text, start)) return 'no'
  // "Icterus -nt".
  if (form === 'nt' && MINUS.test(text.slice(Math.max(0, start - 2), start))) return 'absent'
  if (MACRON.test(text[start + 1] ?? '') && LATIN.has(form)) return LATIN.get(form)!
  const kin = KIN.get(form)
  if (
    kin !== undefined &&
    text[end] === '.' &&
    OPENS_ITEM.test(text.slice(Math.max(0, start - 3), start))
  )
    return kin
  // "In '98", "'09".
  const digits = text.slice(start, Math.min(end, start + LONGEST_YEAR))
  if (SHORT_YEAR.test(digits) && /(?:^|[\s(])['’]$/.test(text.slice(Math.max(0, start - 2), start)))
    return `${Number(digits) < SHORT_YEAR_TURNS ? 20 : 19}${digits}`
  const monthOfYear = MONTH_OF_YEAR.exec(form)
  if (monthOfYear !== null) return monthOfYear[1]!
  return correctedForm(form)
}

/** "O fever, melaena o": a small o that is a word, but not in "c o cough" or "3 o clock". */
function isNought(text: string, start: number): boolean {
  return (
    text[start] === 'o' &&
    !HAS_O.test(text.slice(Math.max(0, start - LONGEST_BEFORE_O), start)) &&
    BEHIND_O.test(text.slice(start + 1, start + 4))
  )
}

function noteOr(
  tokens: readonly string[],
  gaps: Gaps,
  markAt: Chart['markAt'],
  { from, to }: Sentence,
  hasOr: Uint8Array,
): void {
  let has = 0
  for (let at = to - 1; at >= from; at--) {
    if (tokens[at] === 'or' || tokens[at] === 'nor') has = 1
    hasOr[at] = has
    const denies = markAt[at]?.rules.some(({ context }) => context === 'absent')
    if (denies || gaps.stops[at] === 1) has = 0
  }
}

/** True if a word begins another item of a list, "and" included. */
export function isItemStart(tokens: readonly string[], gaps: Gaps, at: number): boolean {
  return gaps.items[at] === 1 || tokens[at] === 'and'
}

/** "Antenatal: mum has gout", "breastfeeding, mum has": a mark between the two, so that the mother is another person. */
function isParted(tokens: readonly string[], gaps: Gaps, from: number, to: number): boolean {
  const last = to - 1
  const isPair = last === from + 1 && (gaps.items[last] === 1 || gaps.stops[last] === 1)
  return isPair && isRole(tokens[last]!, 'relative')
}

function addMarks(
  whole: Omit<Stretch, 'start' | 'end'>,
  { from, to, heading }: Sentence,
  marks: Mark[],
): void {
  const { tokens, gaps, isOfMother } = whole
  const start = heading?.to ?? from
  const own = tokens.slice(start, to)
  const found = contextPhrases()
    .find(
      own,
      (at, end) => !isOpenDenial(own, at, end) && !isParted(tokens, gaps, at + start, end + start),
    )
    .filter((phrase) => !gaps.options.subarray(phrase.from + start, phrase.to + start).includes(1))
    // A baby does something in its own note only: in its mother's it is a relative.
    .filter(({ value, from: at }) => !(value.phrase === CLOSED && isBroken(own, at)))
    .filter(({ value }) => !isOfMother || !isRole(value.phrase, 'infant'))
  const stretch = { ...whole, start, end: to }
  const phrases = found.map(({ from: at, to: end, value }) =>
    markOf(isOfTime(own, at, value) ? lastingHistory() : value, at + start, end + start),
  )
  let next = start
  for (const mark of withBirths(stretch, phrases)) {
    addWords(stretch, next, mark.from, marks)
    marks.push(mark)
    next = mark.to
  }
  addWords(stretch, next, to, marks)
}

/** A mark with the name of a relative as the words around it have it: "wife's sister". */
function ofKin(place: Parameters<typeof asKinOf>[0], mark: Mark): Mark {
  if (!says(mark, 'family')) return mark
  const phrase = asKinOf(place, mark.phrase, mark.from, mark.to)
  if (phrase === mark.phrase) return mark
  return markOf({ phrase, rules: mark.rules, ends: mark.ends }, mark.from, mark.to)
}

/** The marks of a sentence with those of births, which take the place of single words: "child" of "2nd child". */
function withBirths(stretch: Stretch, phrases: readonly Mark[]): readonly Mark[] {
  const births = birthMarksIn(stretch)
  if (births.length === 0) return phrases
  const taken = new Uint8Array(stretch.end + 1)
  // "Newborn of a lady with".
  for (const { from, to, rules } of phrases)
    if (to - from > 1 && !rules.every(({ direction }) => direction === 'opening'))
      taken.fill(1, from, to)
  const own = births.filter(({ from, to }) => !taken.subarray(from, to).includes(1))
  for (const { from, to } of own) taken.fill(2, from, to)
  const others = phrases.filter(({ from }) => taken[from] !== 2)
  const added = own.map(({ phrase, rule, from, to }): Mark => {
    return rule === undefined
      ? markOf({ phrase, rules: [], ends: 'now' }, from, to)
      : ruleMark(phrase, [rule], from, to)
  })
  return [...others, ...added].sort((a, b) => a.from - b.from)
}

const HISTORY = /^(?:h\/o|history(?: of)?|hx(?: of)?)$/
/** "3/7 hx of cough" has the grammar of "3 days hx of cough". */
const lastingHistory = lazily(() => contextPhrases().get(['days', 'hx', 'of'])!)

function isOfTime(tokens: readonly string[], at: number, { phrase }: ContextPhrase): boolean {
  return HISTORY.test(phrase) && SHORT_TIME.test(tokens[at - 1] ?? '')
}

const CLOSED = 'closed'
const FRACTURE = /^(?:#|fractures?|fxs?)$/
/** In words before "closed". */
const BROKEN_WITHIN = 6

/** "Clavicle fracture left, closed" is not open, and not mended. */
function isBroken(tokens: readonly string[], at: number): boolean {
  return tokens.slice(Math.max(0, at - BROKEN_WITHIN), at).some((each) => FRACTURE.test(each))
}

/** "There is no sign of gout": a phrase that would close its item, and hides the one that opens with "no". */
function isOpenDenial(tokens: readonly string[], from: number, to: number): boolean {
  if (!OF_WHAT.test(tokens[to] ?? '')) return false
  const rules = contextPhrases().get(tokens.slice(from, to))?.rules ?? []
  return rules.length > 0 && rules.every(({ direction }) => direction === 'closing')
}

/** Relatives and years among the words of [from, to), which are in no phrase. */
function addWords(stretch: Stretch, from: number, to: number, marks: Mark[]): void {
  const { tokens, gaps, start, end } = stretch
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    const age = endOfAge(tokens, gaps, at, end)
    if (age !== undefined && at > start) {
      marks.push(ruleMark('at age', [YEAR_BEHIND], at, age))
      at = age - 1
      continue
    }
    const early = endOfBeginning(tokens, at, end)
    if (early !== undefined) {
      marks.push(ruleMark('at first', [EARLY_AHEAD, EARLY_BEHIND], at, early))
      at = early - 1
      continue
    }
    const last = marks.at(-1)
    // "In March 2022".
    const isOfMonth = at === from && last?.to === at && last.phrase.startsWith('in ')
    const year =
      YEAR.test(token) || DECADE.test(token)
        ? isOfMonth
          ? at
          : startOfYear(stretch, from, at)
        : undefined
    if (year !== undefined) {
      const isOpen =
        at + 1 < end && (gaps.items[at + 1] === 0 || (at === start && isDash(gaps, at + 1)))
      // "One crisis, in 2016, and".
      const isFirst = isItemHead(gaps, start, year) && (isOpen || (year < at && year === start))
      // "Iritis twice, last 2019".
      const isLast = year > from && LAST.test(tokens[year - 1]!)
      const rules = [isFirst ? YEAR_AHEAD : YEAR_BEHIND]
      const begin = isLast ? year - 1 : year
      marks.push(ruleMark(`in ${token}`, rules, begin, at + 1))
    } else if (isPerson(stretch, at)) {
      const rule = ruleOfRelative(stretch, at)
      const rules = rule === undefined ? [] : [rule]
      const isInLaw = tokens[at + 1] === 'in' && tokens[at + 2] === 'law'
      const phrase = isInLaw ? `${token} in law` : token
      marks.push(ruleMark(phrase, rules, at, at + 1))
    } else if (isBeforeStranger(stretch, at)) {
      marks.push(ruleMark(token, [STRANGER_AHEAD], at, at + 1))
    } else if (isSelf(stretch, at)) {
      marks.push({ phrase: token, rules: [], ends: 'patient', from: at, to: at + 1 })
    }
  }
}

/**
 * Where an age ends that closes an item, "at 6 months", "till 4 years", "at the age of 12", "aged 12", "when she was 12";
 * undefined where none begins.
 */
function endOfAge(
  tokens: readonly string[],
  gaps: Gaps,
  at: number,
  end: number,
): number | undefined {
  const isAt = /^(?:at|till|until)$/.test(tokens[at]!)
  const isWhen = tokens[at] === 'when' && /^(?:was|were)$/.test(tokens[at + 2] ?? '')
  let next = isWhen ? at + 3 : isAt ? at + 1 : at
  if (isAt && tokens[next] === 'the') next++
  const isNamed = isWhen || tokens[next] === 'age' || tokens[next] === 'aged'
  if (isNamed && !isWhen) next++
  if (isAt && isNamed && tokens[next] === 'of') next++
  if ((!isAt && !isNamed) || next >= end) return undefined
  // "Croup aged 18/12".
  const isMonths = isNamed && SHORT_TIME.test(tokens[next]!)
  if (!isMonths && !NUMBER.test(tokens[next]!)) return undefined
  const hasUnit = next + 1 < end && isRole(tokens[next + 1]!, 'age')
  if (!hasUnit && !isNamed && !isBareAge(tokens, at, next)) return undefined
  const unit = next + (hasUnit ? 2 : 1)
  // "At 12 years of age".
  const to = hasUnit && tokens[unit] === 'of' && tokens[unit + 1] === 'age' ? unit + 2 : unit
  const isClosed =
    to >= end ||
    gaps.items[to] === 1 ||
    (isNamed && FOLLOWS_DATE.test(tokens[to]!)) ||
    (isAt && isOfAdmission(tokens, at, to))
  return isClosed ? to : undefined
}

/** "Admitted once at 4 years with croup". */
export function isOfAdmission(tokens: readonly string[], from: number, to: number): boolean {
  if (!OF_ADMISSION.test(tokens[to] ?? '')) return false
  const before = tokens.slice(Math.max(0, from - ADMITTED_WITHIN), from)
  return before.some((token) => isRole(token, 'admission'))
}

/** True for "croup at 2", but not for "pain at 6". */
function isBareAge(tokens: readonly string[], at: number, age: number): boolean {
  return (
    tokens[at] === 'at' &&
    Number(tokens[age]) <= OLDEST_BARE_AGE &&
    !SCORED.test(tokens[at - 1] ?? '')
  )
}

/**
 * Where the beginning of an illness ends, "first 3 days", "first week"; undefined where none begins. The beginning of
 * something that is named is none: "first day of menses".
 */
function endOfBeginning(tokens: readonly string[], at: number, end: number): number | undefined {
  if (tokens[at] !== FIRST) return undefined
  const before = tokens[at - 1] === 'the' ? tokens[at - 2] : tokens[at - 1]
  if (BOUNDS.test(before ?? '')) return undefined
  let unit = at + 1
  while (unit < end && isCountWord(tokens[unit]!)) unit++
  const to = unit + 1
  return to <= end && isRole(tokens[unit]!, 'unit') && tokens[to] !== 'of' ? to : undefined
}

/** "3", or a word of "a couple of". */
function isCountWord(token: string): boolean {
  return NUMBER.test(token) || token === 'of' || isRole(token, 'several')
}

/** Where the time begins that a year is: "in 2014", "in May 2014", "MI 2014", "2009 shingles"; undefined where it may be another number. */
function startOfYear(
  { tokens, gaps, start, end }: Stretch,
  from: number,
  at: number,
): number | undefined {
  for (let first = at - 1; first >= Math.max(from, at - 2); first--)
    if (/^(?:in|until|till)$/.test(tokens[first]!)) return first
  // "Oct 2022 DVT".
  if (at - 1 === start && at - 1 >= from && isMonth(tokens[start]!) && gaps.items[at] === 0)
    return at + 1 < end && gaps.items[at + 1] === 0 ? start : undefined
  if (isItemHead(gaps, start, at)) {
    // "2018 - missed abortion".
    if (at === start && at + 1 < end && isDash(gaps, at + 1)) return at
    // "Status epilepticus once, 1999".
    const isAlone = at > start && (at + 1 === end || gaps.commas[at + 1] === 1)
    return isAlone || (at + 1 < end && gaps.items[at + 1] === 0) ? at : undefined
  }
  // "Oct 2022 DVT".
  const isMonthHead = at - 1 >= from && isMonth(tokens[at - 1]!) && isItemHead(gaps, start, at - 1)
  if (isMonthHead && at + 1 < end && gaps.items[at + 1] === 0) return at - 1
  const next = tokens[at + 1]!
  const isLast = at + 1 === end || gaps.items[at + 1] === 1 || gaps.stops[at + 1] === 1
  const isDated = isLast || isRole(next, 'course') || FOLLOWS_DATE.test(next)
  if (isDated) return at > from ? at : undefined
  // "Latent TB 2017 rifampicin", "pneumothorax 2014 pleurodesis".
  const isTreated = isDrugWord(next) || endsAsOperation(next)
  return isTreated && at > from ? at : undefined
}

/** True behind a dash between spaces. */
function isDash({ labels, stops }: Gaps, at: number): boolean {
  return labels[at] === 1 && stops[at] === 0
}

/** True if a word is the first of its sentence or of an item of a list. */
function isItemHead(gaps: Gaps, start: number, at: number): boolean {
  return at === start || gaps.commas[at] === 1
}
