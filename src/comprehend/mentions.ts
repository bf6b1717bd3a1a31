import { attach, type FoundAttribute, isLevelAlone } from '../clinical/attributes.ts'
import { gapBefore } from '../clinical/gaps.ts'
import type { Sentence } from '../clinical/sections.ts'
import { isDrugWord, isSurname, meansOther } from '../clinical/word-kinds.ts'
import type { Attribute } from '../contract.ts'
import type { Work } from '../index/work.ts'
import type { Word } from '../language/analyze.ts'
import { firstWhere } from '../language/sorted.ts'
import { isParted, type Stretch, stretchesOf } from './name-sets.ts'
import {
  attributeAt,
  attributesWithin,
  JOINS,
  type ReadText,
  type Span,
  type SpanFinder,
} from './spans.ts'
import { isSpread, isSymptom, withSpread } from './specific-codes.ts'

/** The text, its words, sentences and attributes. */
export interface Note extends ReadText {
  readonly text: string
  readonly sentences: readonly Sentence[]
}

/** A condition that a text names, before it is linked: words [from, to). */
export interface Mention extends Stretch {
  /** Its name, without the words around it. */
  readonly core: Stretch
  /** In (0, 1]: how sure it is that the text names a condition here. */
  readonly certainty: number
  /** Its words as names have them. */
  readonly keys: readonly number[]
  /** Number of its sentence. */
  readonly sentence: number
  /** Text that is linked, if it is not the written one. */
  readonly readAs?: string
  /** True if only the rest of the text tells that it is read so: nothing is linked by that. */
  readonly isGuessed?: true
  /** True if it and what it comes with may have a code together: it is not linked by itself. */
  readonly isCombined?: true
  /** True if a drug is its cause. */
  readonly isByDrug?: true
}

/** The words [from, to) as the text has them; empty where there are none. */
export function written({ text, words }: Note, from: number, to: number): string {
  return from < to ? text.slice(words[from]!.start, words[to - 1]!.end) : ''
}

/** Offsets of words, and of the bracket that closes what they open: "(L)". */
export function placeOf(
  { text, words }: Note,
  { from, to }: Stretch,
): { readonly begin: number; readonly end: number } {
  const begin = words[from]!.start
  const { end } = words[to - 1]!
  const opened = text[end] === ')' ? text.slice(begin, end).lastIndexOf('(') : -1
  const isOpen = opened >= 0 && text.indexOf(')', begin + opened) === end
  return { begin, end: isOpen ? end + 1 : end }
}

/** Words as they are written, with the bracket that closes what they open. */
export function textOf(note: Note, stretch: Stretch): string {
  const { begin, end } = placeOf(note, stretch)
  return note.text.slice(begin, end)
}

/** In UTF-16 units on either side: a sentence may be a list of thousands. */
const AROUND = 400

/** The sentence of a condition, as far as it is around it. */
export function textAround(note: Note, { from, to, sentence }: Mention): string {
  const own = placeOf(note, { from, to })
  const all = placeOf(note, note.sentences[sentence]!)
  const begin = Math.max(all.begin, own.begin - AROUND)
  return note.text.slice(begin, Math.min(all.end, own.end + AROUND))
}

/** Patterns by whether a note has them anywhere. */
const toldAnywhere = new WeakMap<Note, Map<RegExp, boolean>>()

/**
 * True if a note has a pattern anywhere, for which it is read once: where it is nowhere, as most are, the parts around a thousand
 * conditions are not read.
 */
export function tells(note: Note, pattern: RegExp): boolean {
  let patterns = toldAnywhere.get(note)
  if (patterns === undefined) {
    patterns = new Map()
    toldAnywhere.set(note, patterns)
  }
  let isTold = patterns.get(pattern)
  if (isTold === undefined) {
    isTold = pattern.test(note.text)
    patterns.set(pattern, isTold)
  }
  return isTold
}

/** True if a part of a note has a pattern, which is not bound to the part's beginning or end. */
export function says(note: Note, part: string, pattern: RegExp): boolean {
  return tells(note, pattern) && pattern.test(part)
}

/** In conditions on either side. */
const NEARBY = 8

/** The place of a condition in a list in order of place; -1 if it is not there. */
export function placeIn(
  problems: readonly { readonly mention: Mention }[],
  mention: Mention,
): number {
  const first = firstWhere(0, problems.length, (at) => problems[at]!.mention.from >= mention.from)
  for (let at = first; problems[at]?.mention.from === mention.from; at++)
    if (problems[at]!.mention === mention) return at
  return -1
}

/** The conditions around one, and itself. */
export function nearby<T extends { readonly mention: Mention }>(
  problems: readonly T[],
  mention: Mention,
): readonly T[] {
  const at = placeIn(problems, mention)
  return problems.slice(Math.max(0, at - NEARBY), at + NEARBY + 1)
}

/** A stage or grade at the end of a text. */
const STAGE = /,?\s+(?:stage|st|grade|gr)\.?\s?(?:\d[a-b]?|[iv]+)$/i
/** Words behind "due to" that are tried as part of a condition. */
const LONGEST_CAUSE = 6
/** Text that may be between the words of one mention: "Ca breast (L)", "right-sided". */
const OPENS_OR_SPACE = /^[ -]*\(?$/

/** A code with the keys of its title. */
export interface Titled {
  readonly code: string
  readonly keys: readonly number[]
}

export interface MentionOptions {
  readonly finder: SpanFinder
  /** True if a text is by itself linked to a code. */
  readonly isLinked: (text: string) => boolean
  /** The code that a mention is linked to, and the keys of its title; undefined where it is not. */
  readonly linkedTo: (text: string) => Titled | undefined
  /**
   * True if a text may be a name that has a key of either list, of a code that says more than a known one, and is at least so
   * likely; default: as one of several.
   */
  readonly mayName: (
    text: string,
    keys: readonly number[],
    others: readonly number[],
    known: string | undefined,
    least?: number,
  ) => boolean
}

/** The conditions that a note names, in order of place, none overlapping. */
export function mentionsIn(note: Note, options: MentionOptions, work: Work): Mention[] {
  return note.sentences.flatMap((sentence, number) => {
    const own = attributesWithin(note.attributes, sentence)
    const named = namedIn(note, number, own, options, work)
    const joined = joinCauses(note, named, options)
    return [...joined, ...sharedSites(note, own, joined)].sort((a, b) => a.from - b.from)
  })
}

/** Names with the attributes next to them. */
function namedIn(
  note: Note,
  number: number,
  attributes: readonly FoundAttribute[],
  options: MentionOptions,
  work: Work,
): Mention[] {
  const { finder, isLinked, linkedTo } = options
  const { text, words, sentences } = note
  const codeOf = (from: number, to: number) => linkedTo(written(note, from, to))?.code
  const { from, to, heading } = sentences[number]!
  const joins = (at: number) => words[at]!.stop && !JOINS.has(words[at]!.form)
  const touches = (at: number) =>
    OPENS_OR_SPACE.test(text.slice(words[at - 1]!.end, words[at]!.start))
  const isName = (span: Span) =>
    (!span.isOtherForm || isLinked(written(note, span.from, span.to))) &&
    !meansOther(words, span, text) &&
    !isUnitOfTime(note, span) &&
    !isSurname(text, words, span) &&
    !isLevelAlone(text, words[span.from]!.start, words[span.to - 1]!.end)
  return stretchesOf(text, words, heading?.to ?? from, to).flatMap((stretch) => {
    const spans = finder
      .find(note, stretch, work)
      .filter(isName)
      .flatMap((span) => withSpread(words, span, finder, codeOf))
    const mentions: Mention[] = []
    // From the end: an attribute between two names belongs to the one that follows, "fever, acute diarrhea".
    for (let i = spans.length - 1; i >= 0; i--) {
      const core = spans[i]!
      const free = {
        from: spans[i - 1]?.to ?? stretch.from,
        to: mentions.at(-1)?.from ?? stretch.to,
      }
      const { certainty, keys, readAs } = core
      const near = attributesWithin(attributes, free)
      const { from, to } = extended(core, free, near, joins, touches)
      const mention = { from, to, core, certainty, keys, sentence: number }
      mentions.push(readAs === undefined ? mention : { ...mention, readAs, isGuessed: true })
    }
    return mentions.reverse()
  })
}

/** True if a word of a text means another thing than the condition of its letters. */
export function hasOtherMeaning({ text, words }: Note): boolean {
  return words.some((_, from) => meansOther(words, { from, to: from + 1 }, text))
}

/** True for a word behind a number in a time: "hrs" of "since 6 hrs". */
function isUnitOfTime({ words, attributes }: Note, { from, to }: Stretch): boolean {
  if (to - from > 1 || words[from - 1]?.kind !== 'number') return false
  return attributeAt(attributes, from)?.type.startsWith('TIME') === true
}

/** A code for both of two conditions that a comma parts is as likely as this. */
const LEAST_OF_APART = 0.5
/** Text between a condition and what it comes with as titles have it: "migraine, with status migrainosus". */
const ADDS_WITH = /^\s?,\s(?:with|w\/)\s$/i

/** Text between a name and the words that an index puts last. */
const INVERTS = /^(?:, ?| - )$/
/** Attributes that a comma may part from the name that they are of. */
const DEGREES: ReadonlySet<string> = new Set(['ACUITY', 'QUALITY'])
/** Text around an item of a list that has commas of its own. */
const BEGINS_ITEM = /(?:^|[:;\n]|(?:^|\n)\s*\d{1,2}[.)])\s*$/
const ENDS_ITEM = /^\s*(?:[.;\n]|$)/
/** In UTF-16 units: the number of an item, and the space around it. */
const LOOK_BACK = 12

/**
 * Makes one of a condition and what it comes with or is due to, where that has a code. Of two that a comma parts, neither is
 * linked by itself if they may have a code together.
 */
function joinCauses(
  note: Note,
  mentions: readonly Mention[],
  { finder, isLinked, linkedTo, mayName }: MentionOptions,
): Mention[] {
  const { text, words } = note
  const joined: Mention[] = []
  let isAdded = false
  for (let i = 0; i < mentions.length; i++) {
    let mention: Mention = isAdded ? { ...mentions[i]!, isCombined: true } : mentions[i]!
    isAdded = false
    for (; i + 1 < mentions.length; i++) {
      const next = mentions[i + 1]!
      const isApart = ADDS_WITH.test(betweenOf(mention, next))
      const isInverted = !isApart && isInvertedName(mention, next)
      if (!isApart && !isInverted && !isBridge(mention.to, next.from)) break
      // "HTN" is a name itself, and names of both say "hypertensive".
      const [own, other] = [mention, next].map(({ from, to }) => linkedTo(written(note, from, to)))
      if (isSpread(own?.code, other?.code)) break
      const keys = [...mention.keys, ...(own?.keys ?? [])]
      const others = [...next.keys, ...(other?.keys ?? [])]
      if (!finder.mayName(keys, others)) break
      // "AKI on CKD" has the code of the first, and CKD its own.
      const known = own?.code
      const both = written(note, mention.from, next.to)
      if (isApart) {
        isAdded = mayName(both, keys, others, known, LEAST_OF_APART)
        if (isAdded) mention = { ...mention, isCombined: true }
        break
      }
      if (!isLinked(both)) {
        if (isInverted) break
        const stageless = both.replace(STAGE, '')
        // The stage is the other's: "T2DM with CKD stage 4" has diabetes with kidney disease, and CKD 4.
        if (
          stageless !== both &&
          !STAGE.test(written(note, mention.from, mention.to)) &&
          isLinked(stageless)
        )
          mention = { ...mention, readAs: stageless }
        else if (mayName(both, keys, others, known)) {
          mention = { ...mention, isCombined: true }
          isAdded = other !== undefined && isSymptom(other.code)
        }
        break
      }
      if (known?.startsWith(linkedTo(both)!.code) === true) break
      const { from, certainty, sentence } = mention
      mention = {
        ...{ from, to: next.to, core: { from, to: next.to }, sentence },
        keys: [...mention.keys, ...next.keys],
        certainty: Math.min(certainty, next.certainty),
      }
    }
    const end = causeEnd(mention, mentions[i + 1]?.from ?? words.length)
    const isOne = end > mention.to && isLinked(written(note, mention.from, end))
    if (!isOne && isDueToDrug(words, mention.to))
      mention = { ...mention, isCombined: true, isByDrug: true }
    joined.push(isOne ? { ...mention, to: end, core: { from: mention.from, to: end } } : mention)
  }
  return joined

  /** True if two conditions are all that an item of a list has, as indexes invert names: "Anemia, iron deficiency". */
  function isInvertedName(mention: Mention, next: Mention): boolean {
    if (!INVERTS.test(betweenOf(mention, next))) return false
    const { begin, end } = placeOf(note, { from: mention.from, to: next.to })
    const before = text.slice(Math.max(0, begin - LOOK_BACK), begin)
    return BEGINS_ITEM.test(before) && ENDS_ITEM.test(text.slice(end, end + LOOK_BACK))
  }

  function betweenOf(mention: Mention, next: Mention): string {
    return text.slice(words[mention.to - 1]!.end, words[next.from]!.start)
  }

  /** Where a cause ends that is no condition itself: "sepsis due to E. coli". */
  function causeEnd({ to, keys }: Mention, next: number): number {
    const last = Math.min(next, to + LONGEST_CAUSE)
    if (to >= last || !finder.isConnector(words[to]!) || words[to]!.stop) return to
    let end = to
    while (end < last && !isParted(text, words[end - 1]!, words[end]!)) end++
    // "Amenorrhea secondary to PCOS".
    if (words[end - 1]!.stop) return to
    return finder.mayName(keys, finder.keysOf(words.slice(to, end))) ? end : to
  }

  /**
   * True if nothing but "with", "due to" and the like is between two words. A comma parts them, unless a degree or a cause
   * follows: "depression, severe, with psychosis", "hypertension, secondary to renal artery stenosis".
   */
  function isBridge(from: number, to: number): boolean {
    if (to - from > LONGEST_CAUSE) return false
    const isAdded = INVERTS.test(gapBefore(text, words, from))
    const isDegree = isAdded && DEGREES.has(attributeAt(note.attributes, from)?.type ?? '')
    const start = isDegree ? from + 1 : from
    for (let at = start; at < to; at++)
      if (!finder.isConnector(words[at]!) || JOINS.has(words[at]!.form)) return false
    const isCause = isDegree || (isAdded && CAUSES.has(words[from]!.form))
    for (let at = from; at <= to; at++) {
      const mayBeApart = isCause && at <= start && INVERTS.test(gapBefore(text, words, at))
      if (!mayBeApart && isParted(text, words[at - 1]!, words[at]!)) return false
    }
    return start < to
  }
}

/** Words for a cause: "due to", "secondary to", "induced by". */
const CAUSES: ReadonlySet<string> = new Set([
  ...['due', 'd/t', 'secondary', 'sec', '2/2', 'induced', 'caused'],
])

/** True if a drug is the cause of what ends before a word: it may be of the code, "obesity due to olanzapine". */
function isDueToDrug(words: readonly Word[], at: number): boolean {
  const isCause = CAUSES.has(words[at]?.form ?? '') && words[at + 1]?.stop === true
  return isCause && isDrugWord(words[at + 2]?.form ?? '')
}

/** Attributes next to a condition's name that are part of the mention: "severe … of the left hip". */
const TAKEN_IN: ReadonlySet<string> = new Set([
  'ACUITY',
  'DIRECTION',
  'QUALITY',
  'SYSTEM_ORGAN_SITE',
])

/**
 * A name with the sides, degrees, courses, stages and parts of the body that are next to it.
 *
 * @param free stretch without another name
 * @param attributes those of the stretch, in order
 * @param isSilent true if a word only joins others: "in", "of the"
 * @param touches true if no mark is between a word and the one before: "2) CKD"
 */
export function extended(
  { from, to }: Stretch,
  free: Stretch,
  attributes: readonly FoundAttribute[],
  isSilent: (at: number) => boolean,
  touches: (at: number) => boolean,
): Stretch {
  let start = from
  for (const each of attributes.toReversed())
    if (TAKEN_IN.has(each.type) && each.to <= start && each.from >= free.from)
      if (each.to === start && touches(start)) start = each.from
  let end = to
  for (const each of attributes) {
    if (!TAKEN_IN.has(each.type) || each.from < end || each.to > free.to) continue
    let at = end
    while (at < each.from && isSilent(at) && touches(at)) at++
    if (at < each.from || !touches(at)) break
    end = each.to
  }
  return { from: start, to: end }
}

/** The attributes of each mention, as the contract has them. */
export function attributesOf(note: Note, mentions: readonly Mention[]): Attribute[][] {
  const { words, sentences, attributes } = note
  const all: Attribute[][] = mentions.map(() => [])
  const placesOf = new Map<number, number[]>()
  for (const [i, { sentence }] of mentions.entries()) {
    const places = placesOf.get(sentence)
    if (places === undefined) placesOf.set(sentence, [i])
    else places.push(i)
  }
  for (const [at, places] of placesOf) {
    const sentence = sentences[at]!
    const own = attributesWithin(attributes, sentence)
    const targets = places.map((i) => mentions[i]!)
    for (const { attribute, target, score } of attach(words, sentence, own, targets))
      all[places[target]!]!.push(attributeOf(note, own[attribute]!, score))
  }
  return all
}

function attributeOf(
  { text, words }: Note,
  { type, from, to, score }: FoundAttribute,
  relationship_score: number,
): Attribute {
  const begin_offset = words[from]!.start
  const end_offset = words[to - 1]!.end
  const hasOwnRelation = type === 'SYSTEM_ORGAN_SITE' || type === 'QUALITY'
  return {
    type,
    text: text.slice(begin_offset, end_offset),
    ...{ score, begin_offset, end_offset },
    relationship_type: hasOwnRelation ? type : 'OVERLAP',
    relationship_score,
  }
}

/** Marks that join parts of the body with one condition, as "and" does: "neck/knee pain". */
const JOINING_MARKS = /^\s*[,/&+]\s*$/

/**
 * Parts of the body with a condition whose name is at another one: "fracture of left radius and ulna", "neck and knee
 * pain". Each is read as the condition with this part instead of that one.
 *
 * @param attributes those of the sentence, in order
 * @param mentions in order, none overlapping
 */
export function sharedSites(
  note: Note,
  attributes: readonly FoundAttribute[],
  mentions: readonly Mention[],
): Mention[] {
  const sites = attributes.filter(({ type }) => type === 'SYSTEM_ORGAN_SITE')
  if (sites.length === 0) return []
  const free = sites.filter(({ from, to }) => {
    const next = firstWhere(0, mentions.length, (at) => mentions[at]!.to > from)
    return to <= (mentions[next]?.from ?? Number.POSITIVE_INFINITY)
  })
  const shared = mentions.flatMap((mention) => {
    if (mention.readAs !== undefined) return []
    const inside = attributesWithin(sites, mention)
    const [first] = inside
    const last = inside.at(-1)
    return [
      ...(last?.to === mention.to ? behind(note, attributes, mention, last, free) : []),
      ...(first !== undefined && sideOf(attributes, first.from) <= mention.from
        ? ahead(note, attributes, mention, first, free)
        : []),
    ]
  })
  // "Pain in knee, hip, shoulder swelling": between two it is the first one's.
  return shared.filter(({ from, to }, i) =>
    shared.slice(0, i).every((other) => to <= other.from || from >= other.to),
  )
}

/** Sites behind a condition that ends with one. */
function behind(
  note: Note,
  attributes: readonly FoundAttribute[],
  mention: Mention,
  last: Stretch,
  free: readonly Stretch[],
): Mention[] {
  const found: Mention[] = []
  let end = mention.to
  for (const site of free) {
    if (site.from < end) continue
    const from = joinedFrom(note, attributes, end, site.from)
    if (from === undefined) break
    // A side of its own takes the place of the other's: "pain in left knee and right hip".
    const to = from < site.from ? sideOf(attributes, last.from) : last.from
    const named = written(note, mention.from, to)
    found.push(sharing(mention, { from, to: site.to }, `${named} ${written(note, from, site.to)}`))
    end = site.to
  }
  return found
}

/** Sites before a condition that begins with one. */
function ahead(
  note: Note,
  attributes: readonly FoundAttribute[],
  mention: Mention,
  first: Stretch,
  free: readonly Stretch[],
): Mention[] {
  const found: Mention[] = []
  const named = written(note, first.to, mention.to)
  let start = first.from
  for (const site of free.toReversed()) {
    if (site.to > start || named === '') continue
    if (joinedFrom(note, attributes, site.to, start) === undefined) break
    const place = { from: sideOf(attributes, site.from), to: site.to }
    found.push(sharing(mention, place, `${written(note, place.from, place.to)} ${named}`))
    start = site.from
  }
  return found
}

/** Where the side right before a word begins; the word itself where there is none. */
function sideOf(attributes: readonly FoundAttribute[], word: number): number {
  const side = attributes.find(({ type, to }) => type === 'DIRECTION' && to === word)
  return side?.from ?? word
}

function sharing({ certainty, keys, sentence }: Mention, place: Stretch, readAs: string): Mention {
  return { ...place, core: place, certainty, keys, sentence, readAs }
}

/** Beginning of a side and a site that are joined to the text that ends at `from`; undefined if another text is between. */
function joinedFrom(
  { text, words }: Note,
  attributes: readonly FoundAttribute[],
  from: number,
  to: number,
): number | undefined {
  const side = sideOf(attributes, to)
  const begin = side >= from ? side : to
  if (begin === from + 1 && JOINS.has(words[from]!.form)) return begin
  const isMarked =
    begin === from && JOINING_MARKS.test(text.slice(words[from - 1]!.end, words[from]!.start))
  return isMarked ? begin : undefined
}
