import type { Chart, Span } from '../clinical/chart.ts'
import { hasOneRole, isRole, presenceRows } from '../clinical/context-phrases.ts'
import { gapBefore } from '../clinical/gaps.ts'
import { isChronic } from '../clinical/history.ts'
import { findQualifiers } from '../clinical/qualifiers.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import type { Word } from '../language/analyze.ts'
import { everydayKindOf, isEverydayAct, isEverydayWord } from '../language/everyday-words.ts'
import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily, remember } from '../language/remember.ts'

/** The words that a proof of presence reads: the part of each in the proof, and the bounds of those around a condition. */

/**
 * Roles of phrases in a proof of presence. `opens`: the conditions after it are present. `neutral`: it does not matter.
 * `behind`: it does not matter after a condition. `object`: it turns the condition right before it into a name, "GDM check".
 * So do a `noun` and a `noun-behind`, "malaria area", "gout tablets", which are `neutral` and `behind` anywhere else.
 * `governs`: it may change the statement, though it is a function word. `alters`: so may this adjective, "hypothetical".
 */
export const PRESENCE_ROLES = [
  'opens',
  'neutral',
  'behind',
  'object',
  'noun',
  'noun-behind',
  'governs',
  'alters',
] as const
type PresenceRole = (typeof PRESENCE_ROLES)[number]

/**
 * Part of a word in a proof; `target` is a word of a condition. Before a condition a `thing` and a `quality` say nothing of it: "at the bus
 * shelter, pale", "circular rash".
 */
export const WORD = {
  unknown: 0,
  understood: 1,
  behind: 2,
  object: 3,
  opens: 4,
  target: 5,
  thing: 6,
  quality: 7,
  noun: 8,
  nounBehind: 9,
} as const

/** True if a word of a part does not matter after a condition. */
export function mayFollow(part: number | undefined): boolean {
  return part === WORD.behind || part === WORD.nounBehind
}

/** True if a word of a part does not matter anywhere. */
export function isUnderstood(part: number | undefined): boolean {
  return part === WORD.understood || part === WORD.noun
}

/** Maximum of words between a condition and a word that governs it. */
export const GOVERNS_WITHIN = 60
export const WAS = /^(?:was|were)$/
/** In words before a colon: "CT abdo and pelvis:". */
const LONGEST_SOURCE = 4

/** Marks between two words, as bits. */
export const GAP = { comma: 1, label: 2, stop: 4, arrow: 8, asks: 16 } as const

const PART_OF_ROLE: Readonly<Record<PresenceRole, number>> = {
  opens: WORD.opens,
  neutral: WORD.understood,
  behind: WORD.behind,
  object: WORD.object,
  noun: WORD.noun,
  'noun-behind': WORD.nounBehind,
  governs: WORD.unknown,
  alters: WORD.unknown,
}

interface Tables {
  readonly phrases: PhraseMatcher<PresenceRole>
  readonly governs: ReadonlySet<string>
}

/** The part of each word, one of {@link WORD}. @throws MedlinkError `data_invalid` */
export function partsOfWords(
  text: string,
  { words, tokens, marks, markAt }: Chart,
  sentences: readonly Span[],
  attributes: readonly Span[],
  targets: readonly Span[],
): Uint8Array {
  const { phrases } = presenceTables()
  const parts = new Uint8Array(words.length)
  for (const [at, word] of words.entries())
    parts[at] =
      !isContent(word) || isMeasured(words, at) || isTitled(words, at)
        ? WORD.understood
        : partOfKind(tokens[at]!)
  for (const { from, to, kind } of findQualifiers(words))
    if (kind !== 'context') parts.fill(WORD.understood, from, to)
  const found = sentences.flatMap(({ from, to }) =>
    phrases
      .find(tokens.slice(from, to))
      .map((each) => ({ ...each, from: from + each.from, to: from + each.to })),
  )
  for (const { from, to, value } of found) parts.fill(PART_OF_ROLE[value], from, to)
  for (const { from } of sentences)
    for (const at of FORE.test(words[from]!.form) ? [from, from + 1] : [from])
      if (at < words.length && markAt[at] === undefined && isForename(text, words, at))
        parts.fill(WORD.understood, from, at + 1)
  for (const { from, to } of attributes) parts.fill(WORD.understood, from, to)
  for (const { from, to, rules, phrase } of marks) {
    if (phrases.get(phrase.split(' ')) === 'opens') continue
    const isHarmless = rules.every(
      ({ context, direction }) =>
        context === 'none' || context === 'present' || direction === 'opening',
    )
    // A relative without a rule only reports: "son noted".
    if (rules.length > 0 || isRole(phrase, 'relative'))
      parts.fill(isHarmless ? WORD.understood : WORD.unknown, from, to)
  }
  // "Bladder cancer pathway": a trigger may end with what makes it a name.
  for (const { from, to, value } of found) {
    const mark = markAt[from]
    if (value === 'object' && mark !== undefined && from > mark.from && to === mark.to)
      parts.fill(WORD.object, from, to)
  }
  // "Not healing" is more than the trigger in it.
  for (const { from, to, value } of found)
    if (to - from > 1) parts.fill(PART_OF_ROLE[value], from, to)
  // "Hyperkalemia, ramipril stopped".
  for (let at = 1; at < words.length; at++)
    if (isRole(tokens[at]!, 'stopping') && isDrugWord(tokens[at - 1]!)) parts[at] = WORD.behind
  for (const { from, to } of targets) parts.fill(WORD.target, from, to)
  return parts
}

/** Parts of words that turn the condition right before them into a name. */
const NAMING: ReadonlySet<number> = new Set([WORD.object, WORD.noun, WORD.nounBehind])
/** Words that count or date a condition with what follows them: "headache day 3", "pain score 6", "nausea day after a dose". */
const COUNTED = /^(?:bed|class|day|month|number|scale|score|week|zone)$/
const DATES_BY = /^(?:after|and|before)$/
const REVIEW = /^reviews?$/
/** Verbs, too, if anything follows: "anaemia monitor Hb". */
const ALSO_VERB = /^(?:monitor|order|plan|report|schedule|walk)$/

function roleOf(phrase: string | undefined): PresenceRole | undefined {
  return phrase === undefined ? undefined : presenceTables().phrases.get(phrase.split(' '))
}

/** The place of a noun that has its name from the condition right before it, or before a pair: "stroke/TIA clinic". */
export function namedAfter(
  text: string,
  chart: Chart,
  parts: Uint8Array,
  item: Item,
): number | undefined {
  const { words, tokens, gaps, markAt } = chart
  const { first, from, to: behind, last } = item
  // A trigger may be such a noun, too: "check".
  const partAt = (at: number) => {
    const role = roleOf(markAt[at]?.phrase)
    return role === undefined ? parts[at]! : PART_OF_ROLE[role]
  }
  let at = behind
  while (at < last && parts[at] === WORD.target && /^\s?\/\s?$/.test(gapBefore(text, words, at)))
    while (at < last && parts[at] === WORD.target) at++
  if (at >= last || gapBefore(text, words, at) !== ' ' || !NAMING.has(partAt(at))) return undefined
  // "Asthma review. ACT 22": the review of what the patient has.
  const isReview = from === first && at === behind && REVIEW.test(tokens[at]!)
  if (isReview && isChronic(chart, item)) return undefined
  const next = at + 1 < last && gaps.items[at + 1] === 0 ? words[at + 1] : undefined
  if (next === undefined) return at
  const isCounted =
    COUNTED.test(tokens[at]!) && (next.kind === 'number' || DATES_BY.test(next.form))
  const isVerb = ALSO_VERB.test(tokens[at]!) && !next.stop
  return isCounted || isVerb ? undefined : at
}

/** True if a word may end a condition that precedes it in a list: "explained", "gone". @throws MedlinkError `data_invalid` */
export function isPredicate(form: string): boolean {
  return form.endsWith('ed') || presenceTables().governs.has(form)
}

/** True if a word changes statements by itself: "no", "hypothetical". @throws MedlinkError `data_invalid` */
export function isGoverning(form: string): boolean {
  const role = roleOf(form)
  return role === 'governs' || role === 'alters'
}

/** True if a participle is of its own subject alone: "boot provided", but not "stone removed". @throws MedlinkError `data_invalid` */
export function isOfSubject(form: string): boolean {
  return form.endsWith('ed') && !presenceTables().governs.has(form)
}

/** True for a part of nouns, which may have a participle of their own: "boot provided". */
export function isNoun(part: number | undefined): boolean {
  return part === WORD.thing || part === WORD.object || NAMING.has(part ?? WORD.unknown)
}

/** False for numbers, signs, words with digits ("67M"), single letters and function words; "N" is an answer. */
function isContent({ kind, stop, form }: Word): boolean {
  return kind === 'word' && !stop && !/\d/.test(form) && (form.length > 1 || form === 'n')
}

/** Endings of adjectives, in words that only the learned have: "ulceroproliferative", "postictal". */
const LEARNED = /^(?!anti|pre)[a-z-]{4,}(?:[tn]al|ical|eal|ic|ous|ive|oid|iform|[uo]lar|ary|ile)$/

/** Endings of tests that look or measure, in words that only the learned have: "anoscopy", "cytometry", "colonogram". */
const LOOKS = /^[a-z]{3,}(?:scop|graph|metr)(?:y|ies)$|^[a-z]{4,}grams?$/

/** Endings of operations and treatments, in words that only the learned have: "hysterectomy", "brachytherapy". */
const TREATS =
  /^[a-z]{3,}(?:(?:ec|os|o)tom|plast|trips|phores|pheres|therap|rrhaph|pex)(?:y|ies|is|es)$/

/** The part of a word by its own kind. A drug before a condition may be its cause: "penicillin rash". */
const partOfKind: (form: string) => number = remember((form): number => {
  const kind = everydayKindOf(form) ?? everydayKindOf(form.replace(/s$/, ''))
  if (kind === 'quality' || isManner(form)) return WORD.quality
  if (isDrugWord(form)) return WORD.unknown
  if (isEverydayAct(form)) return WORD.understood
  if (kind === 'thing') return WORD.thing
  if (isEverydayWord(form)) return WORD.unknown
  if (LOOKS.test(form)) return WORD.understood
  if (TREATS.test(form)) return WORD.nounBehind
  return LEARNED.test(form) ? WORD.quality : WORD.unknown
})

/** Roles of adjectives whose adverbs speak of another time: "originally". */
const OF_OTHER_TIMES = ['former', 'initial'] as const

/** True for the adverb of an adjective that leaves a statement as it is: "dreadfully", "functionally". */
function isManner(form: string): boolean {
  if (!form.endsWith('ly')) return false
  const adjective = form.slice(0, -2)
  const isOther = hasOneRole(adjective, OF_OTHER_TIMES) || isGoverning(adjective)
  return !isOther && partOfKind(adjective) === WORD.quality
}

/** True if a word that is not an everyday word has a number: "Epworth 14". */
function isMeasured(words: readonly Word[], at: number): boolean {
  return words[at + 1]?.kind === 'number' && !isEverydayWord(words[at]!.form)
}

/** True if a word is the name of a person: "Mr. Rao", "Mrs A Patel". */
function isTitled(words: readonly Word[], at: number): boolean {
  const isTitle = (place: number) => place >= 0 && isRole(words[place]!.form, 'address')
  return isTitle(at - 1) || (words[at - 1]?.form.length === 1 && isTitle(at - 2))
}

/** Verbs behind a person who has something. */
const HAS = /^(?:complains|has|is|presented|presents|suffers)$/
/** Before the name of one who is spoken of with affection: "Little Tom", "Baby Jones". */
const FORE = /^(?:baby|little|master|miss|old|poor|young)$/
const CAPITALIZED = /^\p{Lu}\p{Ll}+$/u

/** True if a sentence begins with the name of who has something: "John has ADHD". */
function isForename(text: string, words: readonly Word[], at: number): boolean {
  const { start, end, form } = words[at]!
  if (!CAPITALIZED.test(text.slice(start, end)) || isEverydayWord(form)) return false
  return HAS.test(words[at + 1]?.form ?? '')
}

const presenceTables = lazily(readTables)

function readTables(): Tables {
  const phrases = new PhraseMatcher<PresenceRole>()
  const governs = new Set<string>()
  for (const [phrase, role] of presenceRows()) {
    phrases.set(phrase.split(' '), role as PresenceRole)
    if (role === 'governs') governs.add(phrase)
  }
  return { phrases, governs }
}

/** A condition with the bounds of its sentence and of the item around it; places are numbers of words. */
export interface Item extends Span {
  /** The first word of the sentence behind its heading, or as far back as words may govern. */
  readonly first: number
  /** The first word of its item; the words of an item are parted by no mark. */
  readonly start: number
  /** Behind the last word of its item, or the first word of the next condition in it. */
  readonly end: number
  /** Behind the last word of its sentence, or as far as words may govern. */
  readonly last: number
  /** True if that is another condition. */
  readonly isShared: boolean
}

/** The places of [from, to) of which something is true. */
export function placesWhere(from: number, to: number, isIt: (at: number) => boolean): number[] {
  const places: number[] = []
  for (let at = from; at < to; at++) if (isIt(at)) places.push(at)
  return places
}

/** True if something is true of a place of [from, to). */
export function isAnywhere(from: number, to: number, isIt: (at: number) => boolean): boolean {
  return firstPlace(from, to, isIt) !== undefined
}

/** The first place of [from, to) of which something is true. */
export function firstPlace(
  from: number,
  to: number,
  isIt: (at: number) => boolean,
): number | undefined {
  for (let at = from; at < to; at++) if (isIt(at)) return at
  return undefined
}

/** The last place of [from, to) of which something is true. */
export function lastPlace(
  from: number,
  to: number,
  isIt: (at: number) => boolean,
): number | undefined {
  for (let at = to - 1; at >= from; at--) if (isIt(at)) return at
  return undefined
}

/**
 * True if words before a colon say where a statement is from, and nothing in them governs: "Geriatric clinic:", "US abdo:",
 * "ED triage -".
 */
export function namesSource({ tokens, markAt }: Chart, from: number, to: number): boolean {
  if (to - from > LONGEST_SOURCE) return false
  let isSource = false
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    const governs = (markAt[at]?.rules.length ?? 0) > 0 || isRole(token, 'relative')
    if (governs || isPredicate(token)) return false
    isSource ||= isRole(token, 'source') || isRole(token, 'investigation')
  }
  return isSource
}

/** The marks before each word, bits of {@link GAP}. */
export function gapsOf(text: string, { words }: Chart): Uint8Array {
  const gaps = new Uint8Array(words.length)
  for (let at = 1; at < words.length; at++) {
    const gap = text.slice(words[at - 1]!.end, words[at]!.start)
    if (gap === ' ') continue
    const isLabel = /[:(→]|[-=]>|\s[-–—]+\s/.test(gap)
    gaps[at] =
      (/;/.test(gap) ? GAP.stop : 0) |
      (/[,\r\n|]|\s\/\s/.test(gap) ? GAP.comma : 0) |
      (isLabel ? GAP.label : 0) |
      (/→|[-=]>/.test(gap) ? GAP.arrow : 0) |
      (/^\s+\?\s+$/.test(gap) ? GAP.asks : 0)
  }
  return gaps
}

/** True for a yes or a no behind a mark, "fever: Y", "fever (no)". */
export function isAnswerOfForm({ tokens, gaps }: Chart, at: number): boolean {
  return (gaps.items[at] === 1 || gaps.stops[at] === 1) && isRole(tokens[at]!, 'answer')
}
