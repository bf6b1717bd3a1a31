import { findAttributes } from '../clinical/attributes.ts'
import { type Chart, says } from '../clinical/chart.ts'
import { isRole } from '../clinical/context-phrases.ts'
import { findQualifiers } from '../clinical/qualifiers.ts'
import { isDrugWord } from '../clinical/word-kinds.ts'
import type { LinkResultItem, ParsedComprehendRequest } from '../contract.ts'
import { contentOf, type Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { isToldApart } from './details.ts'
import { EntityLinker } from './entity-linker.ts'
import { TextLinks } from './link-memory.ts'
import {
  hasOtherMeaning,
  type Mention,
  type MentionOptions,
  mentionsIn,
  type Note,
  placeOf,
} from './mentions.ts'
import type { Stretch } from './name-sets.ts'
import { sitesOf } from './sites-elsewhere.ts'
import { attributeAt, JOINS, type SpanFinder } from './spans.ts'
import { COURSES, categoryOf } from './specific-codes.ts'
import type { Found, FoundProblems, Stage } from './task.ts'

/** A text of no more content words may be one mention. */
const LONGEST_MENTION = 16
/** A candidate for two conditions is as likely as this to be meant. */
const LEAST_OF_BOTH = 0.2

/** Titles of notes of emergency care. */
const FIRST_CARE = /\b(?:ed|er|a&e|emergency|casualty|triage|trauma)\b/i
/** Words of what happened before the patient came. */
const BEFORE_CARE =
  /\b(?:primary survey|(?:at|on) (?:the )?scene|ems|(?:brought in|bib|conveyed) by (?:ambulance|ems|police))\b/i
/** Titles of later visits. */
const LATER_CARE =
  /\b(?:follow[- ]?up|f\/u|review|revisit|post[- ]?op(?:erative)?|pod ?#?\d+|discharge|clinic letter|fracture clinic|rehab|physio(?:therapy)?)\b/i
/** Characters at the begin of a note that may be its title. */
const LONGEST_TITLE = 120

/**
 * Stage 2. Finds the problems that a text names: words that are a name of the index, with what is next to them, joined with a
 * cause if both have one code. A text that the linker links as a whole is one problem.
 *
 * Takes what was read. Adds problems without statements. Costs 16 steps for each edge between words that is walked, and
 * the steps of each link.
 */
export const findProblems: Stage<Found, Found> = (found, { request, tools, work }) => {
  const { problem } = tools
  if (problem === undefined) return found
  const { text, words } = found.note
  const note: Note = {
    ...found.note,
    attributes: findAttributes(text, words),
    lemmas: new Set(words.map(({ lemma }) => lemma)),
  }
  const links = new TextLinks(problem.memory, work)
  const encounter = request.encounter ?? encounterOf(text)
  const asked = { ...request, ...(encounter !== undefined && { encounter }) }
  const linker = new EntityLinker({ ...problem, request: asked, links, work })
  const whole = wholeOf(note, linker)
  const options = mentionOptions(problem.finder, linker)
  const mentions = withNeighbours(note, mentionsIn(note, options, work), {
    mayName: options.mayName,
    isToldApart: (code, words) => isToldApart(code, words, { ...problem, work }),
    keysOf: (words) => problem.finder.keysOf(words),
    titleKeys: ({ title }) => problem.finder.keysIn(title),
    chart: found.note.chart,
    nameOf: (name) => namedBy(linker.link(name)),
    isConnector: (word) => problem.finder.isConnector(word),
    mayBeOfName: (keys, word) => problem.finder.mayBeOfName(keys, word),
  })
  const [only] = mentions
  // "Feeling FMs": all that may be a name means another thing.
  const isMention = isOneMention(note, whole) && (only !== undefined || !hasOtherMeaning(note))
  // "Skin: -rash, -itch".
  const isSigned = found.note.chart.gaps.deniesRight.includes(1)
  const isWhole =
    isMention && !isSigned && !(mentions.length === 1 && saysAll(note, found.note.chart, only!))
  const problems = (isWhole ? [allOf(note)] : mentions).map((mention) => ({
    ...{ mention, section: note.sentences[mention.sentence]!.section },
    ...{ isInDoubt: false, said: [], unclear: [], unclearDiagnosis: [], attributes: [] },
  }))
  const sites = lazily(() => sitesOf(note))
  const all: FoundProblems = {
    ...{ note, linker, whole, isMention, sites, problems },
    companions: () => [],
    diabetes: () => new Set(),
    organs: () => ({ hasHeart: false, hasKidneys: false, isLast: false }),
  }
  return { ...found, problems: all }
}

function mentionOptions(finder: SpanFinder, linker: EntityLinker): MentionOptions {
  return {
    finder,
    isLinked: (text) => linker.isLinked(text),
    linkedTo: (text) => {
      const [first] = linker.link(text)
      if (first?.is_linked !== true) return undefined
      return { code: first.term_id, keys: finder.keysIn(first.metadata.preferred_name) }
    },
    mayName: (text, keys, others, known, least = LEAST_OF_BOTH) => {
      const both = linker
        .link(text)
        .find(
          ({ term_name, score }) =>
            (score ?? 0) >= least && hasBoth(finder.keysIn(term_name), keys, others),
        )
      return both !== undefined && known?.startsWith(both.term_id) !== true
    },
  }
}

/**
 * True if a candidate for two conditions is a code of both: "T2DM w/ CKD stage 4" may be E11.22. ICD-10-CM takes such for
 * linked (guidelines, section I.A.15), so that the code of one alone would be wrong.
 */
function hasBoth(
  named: readonly number[],
  keys: readonly number[],
  others: readonly number[],
): boolean {
  const hasOwn = (own: readonly number[], rest: readonly number[]) =>
    own.some((key) => !rest.includes(key) && named.includes(key))
  return hasOwn(keys, others) && hasOwn(others, keys)
}

function namedBy([first]: readonly LinkResultItem[]): Named | undefined {
  if (first === undefined) return undefined
  const { term_id, is_linked, score, metadata } = first
  const reason = metadata.link_reason
  return {
    ...{ code: term_id, title: metadata.preferred_name },
    ...{ score: score ?? 0, isLinked: is_linked },
    ...{ isIncomplete: reason === 'name_incomplete', isAdding: reason === 'name_adds' },
  }
}

/** The linker's own answer to a text that may be one mention. */
function wholeOf(
  { text, words }: Note,
  linker: EntityLinker,
): readonly LinkResultItem[] | undefined {
  if (contentOf(words).length > LONGEST_MENTION) return undefined
  return linker.linkWhole(text)
}

/** True if the linker says yes to a text that is not one name repeated: a column of "Gout". */
function isOneMention({ words }: Note, whole: readonly LinkResultItem[] | undefined): boolean {
  const content = contentOf(words)
  const isRepeated = new Set(content.map(({ key }) => key)).size * 2 <= content.length
  return whole?.[0]?.is_linked === true && !isRepeated
}

/** The text itself as a mention. */
function allOf({ words }: Note): Mention {
  const all = { from: 0, to: words.length }
  return { ...all, core: all, certainty: 1, keys: [], sentence: 0 }
}

/** True if the words of a text besides a mention are of no condition: "h/o", "since yesterday". */
function saysAll({ words }: Note, { markAt }: Chart, { from, to }: Mention): boolean {
  const said = findQualifiers(words).filter(({ kind }) => kind === 'context' || kind === 'aside')
  // "I think I have" doubts what follows.
  const isSaid = (at: number) =>
    said.some((each) => each.from <= at && at < each.to) || says(markAt[at], 'suspected')
  return words.every(({ stop }, at) => stop || (from <= at && at < to) || isSaid(at))
}

/**
 * The encounter of the injuries in a note: the first one, if its title or what happened before tells of emergency care;
 * undefined if nothing does, or if the title is of a later visit.
 */
export function encounterOf(text: string): ParsedComprehendRequest['encounter'] {
  const title = text.slice(0, LONGEST_TITLE)
  if (LATER_CARE.test(title)) return undefined
  return FIRST_CARE.test(title) || BEFORE_CARE.test(text) ? 'initial' : undefined
}

/** Words on either side of a mention that are read as part of its name. */
const MOST_NEIGHBOURS = 3
/** Text between a name and a word of it that touches it: "1st deg AVB". */
const TOUCHES = /^(?: | ?- ?|-)$/
/** Text between a name and what is added to it: "MDD, recurrent, moderate", "ADHD (combined type)". */
const ADDS = /^(?:, ?| ?\(| - )$/

/** Words before a number that is of a name. */
const STAGE_BEFORE = /^(?:category|class|grade|stage|type)$/

/** A code for a name and words behind a comma: below this they are about something else, "alcohol withdrawal, chlordiazepoxide". */
const LEAST_OF_ADDED = 0.3

/** An unlinked code for all the words comes first if it is as likely as this. */
const LEAST_OF_WIDER = 0.5

/** The first code for a text by the linker, and whether it is a yes. */
export interface Named {
  readonly code: string
  readonly title: string
  readonly score: number
  readonly isLinked: boolean
  /** True if a yes fails only because the text says more than the name does. */
  readonly isIncomplete: boolean
  /** True if it fails because the name says more than the text. */
  readonly isAdding: boolean
}

export interface NeighbourOptions {
  readonly chart: Chart
  readonly nameOf: (text: string) => Named | undefined
  /** True if a word joins two conditions: "with", "due to". */
  readonly isConnector: (word: Word) => boolean
  /** True if a name may have a word, as it is or as tables read it, and one of the keys. */
  readonly mayBeOfName: (keys: readonly number[], word: Word) => boolean
  readonly mayName: MentionOptions['mayName']
  /** True if a title of the code's category has one of the words, and that of the code does not. */
  readonly isToldApart: (code: string, words: readonly Word[]) => boolean
  /** Keys of words, and of the title of a code, in names. */
  readonly keysOf: (words: readonly Word[]) => readonly number[]
  readonly titleKeys: (named: Named) => readonly number[]
}

/**
 * Mentions with the words next to them that make another code of their names: "MCA" of "MCA stroke", "recurrent, moderate"
 * behind "MDD,". Where the linker names another code for all the words and does not link it, the name alone is not linked
 * either. If that code is likely and of the same condition, it comes first: "1st deg AVB".
 */
export function withNeighbours(
  note: Note,
  mentions: readonly Mention[],
  options: NeighbourOptions,
): Mention[] {
  const widened: Mention[] = []
  const all = groupsOf(note, mentions, options)
  for (const [i, each] of all.entries()) {
    const before = widened.at(-1)
    const free = {
      from:
        before === undefined ? 0 : isPartOf(note, before, each, options) ? before.from : before.to,
      to: all[i + 1]?.from ?? note.words.length,
    }
    const wide = widen(note, each, free, options)
    while ((widened.at(-1)?.to ?? 0) > wide.from) widened.pop()
    widened.push(wide)
  }
  return widened
}

/** Words of an item: a condition and what is added to it. */
const LONGEST_GROUP = 14
/** Ends of an item that are linked at most, the last first. */
const MOST_ENDS = 4
/** Text between the items of a list, or between sentences. */
const PARTS_ITEMS = /[.;:?!\n•]/
/** Text between the parts of an item. */
const PARTS_WORDS = /[,()]|\s[-–]\s/
/** A word that says of which kind a condition is: "septic", "gestational", "bipolar". */
const OF_KIND = /(?:al|ar|ed|ic|ile|immune|ive|oid|ous)$|['’]s$/
/** Words before and behind a condition that is of the one before: "current episode manic", "bipolar type". */
const LEADS_PART = /^(?:current|currently|due|episode|recent|with|without|w\/)$/
const ENDS_PART = /^(?:subtype|type)$/
/** Words of an item that tell no codes apart. */
const SAYS_LITTLE = /^(?:current|currently|due|episode|features?|most|recent|symptoms?|type|with)$/
/** Words of treatments and times. */
const NOT_OF_KIND = /^(?:after|at|awaiting|by|for|from|on|since)$/
/** A name that is not all of the condition if this follows: "alcohol use disorder". */
const HEAD = /^(?:disorders?)$/

/**
 * Mentions of which each has the words that its item adds behind commas, if all together have a code: "Diabetes, type 1, with
 * ketoacidosis". If these words tell another code, the mention is not linked by itself: "melanoma, in situ, left arm".
 */
function groupsOf(note: Note, mentions: readonly Mention[], options: NeighbourOptions): Mention[] {
  const all: Mention[] = []
  const parts = new Set<Mention>()
  for (const [i, mention] of mentions.entries()) {
    if (mention.from < (all.at(-1)?.to ?? 0)) continue
    if (parts.has(mention)) {
      all.push({ ...mention, isCombined: true })
      continue
    }
    const { own, others } = groupOf(note, mentions, i, options)
    for (const other of others) parts.add(other)
    all.push(own)
  }
  return all
}

/** A mention with what its item adds, and the mentions that are no conditions of their own next to it. */
function groupOf(
  note: Note,
  mentions: readonly Mention[],
  i: number,
  options: NeighbourOptions,
): { readonly own: Mention; readonly others: readonly Mention[] } {
  const mention = mentions[i]!
  const alone = { own: mention, others: [] }
  const { text, words } = note
  const gap = (at: number) => text.slice(words[at - 1]!.end, words[at]!.start)
  if (mention.readAs !== undefined || !beginsItem(note, mention)) return alone
  const last = Math.min(note.sentences[mention.sentence]!.to, mention.from + LONGEST_GROUP)
  let to = mention.to
  while (to < last && !PARTS_ITEMS.test(gap(to))) to++
  const inside = mentions.filter(({ from }) => from >= mention.to && from < to)
  const apart = inside.find((other) => !isPartOfItem(note, other))
  const end = apart === undefined ? to : startOfPart(note, apart.from, mention.to)
  const ends: number[] = []
  // The number of an item is no part of the one before: "HTN, 2. CKD".
  const isOfName = (at: number) =>
    words[at - 1]!.kind !== 'number' || STAGE_BEFORE.test(words[at - 2]!.form)
  for (let at = end; at > mention.to; at--)
    if (isOfName(at) && (at === end || PARTS_WORDS.test(gap(at)))) ends.push(at)
  const isGroup = ends.length > 1 || (end > mention.to && PARTS_WORDS.test(gap(mention.to)))
  if (!isGroup) return alone
  const parts = inside.filter((other) => other.to <= end)
  const name = options.nameOf(nameIn(note, mention))
  // "Orthopnea better, still 2 pillows": no name has more of it.
  const mayBeNamed = words
    .slice(mention.to, end)
    .some((word) => options.mayBeOfName(mention.keys, word))
  const whole = mayBeNamed
    ? options.nameOf(nameIn(note, { from: mention.from, to: end }))
    : undefined
  for (const at of mayBeNamed ? ends.slice(0, MOST_ENDS) : []) {
    const place = { from: mention.from, to: at }
    const other = options.nameOf(nameIn(note, place))
    if (other?.isLinked !== true) continue
    const isSame = name?.isLinked === true && name.code.startsWith(other.code)
    const hasParts = parts.some(({ from }) => from < at)
    if (isSame && !hasParts && !isTold(note, name.code, { from: at, to: end }, options))
      return alone
    const isOpen =
      isToldBy(whole, other.code) || isTold(note, other.code, { from: at, to: end }, options)
    const { isCombined: _, ...rest } = mention
    const own = { ...rest, ...place, core: place, ...(isOpen && { isCombined: true as const }) }
    return { own, others: parts.filter(({ from }) => from >= at) }
  }
  if (name?.isLinked !== true) return alone
  const rest = { from: mention.to, to: end }
  // The candidates have the code for a course.
  const hasCourse = words.slice(rest.from, end).some(({ form }) => COURSES.has(form))
  const kinds = parts.filter((other) => isOfKind(note, other))
  const isOther = !hasCourse && isToldBy(whole, name.code, kinds.length > 0 ? 0 : LEAST_OF_WIDER)
  const isJoined = kinds.some((other) => {
    const both = nameIn(note, { from: mention.from, to: other.to })
    return options.mayName(both, mention.keys, other.keys, name.code, LEAST_OF_WIDER)
  })
  if (!isOther && !isJoined && !isTold(note, name.code, rest, options)) return alone
  return { own: { ...mention, isCombined: true }, others: kinds }
}

/** True if the code of a whole item is another one of the category. */
function isToldBy(whole: Named | undefined, code: string, least = LEAST_OF_WIDER): boolean {
  if (whole === undefined || whole.score < least || code.startsWith(whole.code)) return false
  return !whole.isLinked && categoryOf(whole.code) === categoryOf(code)
}

/** True if nothing of the item of a mention is before it but its number. */
function beginsItem({ text, words, sentences }: Note, { from, sentence }: Mention): boolean {
  const own = sentences[sentence]!
  if (from === own.from || from === own.heading?.to) return true
  const before = words[from - 1]!
  const gap = text.slice(before.end, words[from]!.start)
  return PARTS_ITEMS.test(gap) || (before.kind === 'number' && /^[.)]/.test(gap))
}

/** True if a mention says more of the condition before it. */
function isPartOfItem(note: Note, mention: Mention): boolean {
  return mention.isCombined === true || isOfKind(note, mention) || isLed(note, mention)
}

function isLed(note: Note, { from }: Mention): boolean {
  const { words } = note
  const first = words[startOfPart(note, from, 1)]!
  return LEADS_PART.test(words[from - 1]!.form) || LEADS_PART.test(first.form)
}

/** True for an adjective, and for what is the course or the type of the condition before it. */
function isOfKind(note: Note, mention: Mention): boolean {
  const { text, words } = note
  const { from, to } = mention
  const { start, end } = words[to - 1]!
  const isOne = to - from === 1 && OF_KIND.test(text.slice(start, end))
  const isCourse =
    words.slice(from, to).some(({ form }) => form === 'episode') ||
    /^(?:current|currently|recent)$/.test(words[from - 1]!.form)
  return isOne || isCourse || ENDS_PART.test(words[to]?.form ?? '')
}

/** Where the part of an item with a word begins. */
function startOfPart({ text, words }: Note, word: number, least: number): number {
  let at = word
  while (at > least && !PARTS_WORDS.test(text.slice(words[at - 1]!.end, words[at]!.start))) at--
  return at
}

/** True if a part of what an item adds to a name tells codes apart. Degrees, times and treatments are not read here. */
function isTold(
  { text, words, attributes }: Note,
  code: string,
  { from, to }: Stretch,
  { chart: { markAt }, isToldApart }: NeighbourOptions,
): boolean {
  let part: Word[] = []
  let isEpisode = false
  for (let at = from; at < to; at++) {
    const word = words[at]!
    if (PARTS_WORDS.test(text.slice(words[at - 1]!.end, word.start))) {
      if (part.length > 0 && isToldApart(code, part)) return true
      part = []
      isEpisode = false
    }
    const isSaid = markAt[at] !== undefined && !/^with(?:out)?$/.test(word.form)
    const type = attributeAt(attributes, at)?.type ?? ''
    if (isSaid || word.kind !== 'word' || type.startsWith('TIME') || isDrugWord(word.form)) break
    if (NOT_OF_KIND.test(word.form)) break
    isEpisode ||= word.form === 'episode'
    if (SAYS_LITTLE.test(word.form)) continue
    if (isEpisode || (type !== 'ACUITY' && type !== 'QUALITY')) part.push(word)
  }
  return part.length > 0 && isToldApart(code, part)
}

/** True if a name that ends within the reach of another is not linked, and may be a part of it: "GB wall edema". */
function isPartOf(
  note: Note,
  before: Mention,
  { from }: Mention,
  { nameOf }: NeighbourOptions,
): boolean {
  const isNear = from - before.from <= MOST_NEIGHBOURS
  if (!isNear || !touchesAll(note, before.from, from)) return false
  return nameOf(nameIn(note, before))?.isLinked !== true
}

function widen(note: Note, mention: Mention, free: Stretch, options: NeighbourOptions): Mention {
  if (mention.readAs !== undefined || mention.isCombined) return mention
  const places = placesAround(note, mention, free, options)
  const name = places.length > 0 ? options.nameOf(nameIn(note, mention)) : undefined
  if (name?.isLinked !== true) return mention
  const { text, words } = note
  const { mayName, keysOf, isToldApart } = options
  let isCombined = false
  let readAs: string | undefined
  const next = words[mention.to]
  const isCut =
    mention.to < free.to &&
    HEAD.test(next!.form) &&
    TOUCHES.test(text.slice(words[mention.to - 1]!.end, next!.start))
  for (const place of places) {
    const other = options.nameOf(nameIn(note, place))
    if (other === undefined) continue
    const isBefore = place.from < mention.from
    const added = isBefore ? words.slice(place.from, mention.from) : []
    if (name.code.startsWith(other.code)) {
      if (isBefore && other.isIncomplete && isToldApart(name.code, added)) isCombined = true
      continue
    }
    if (other.isLinked) return { ...mention, ...place, core: place }
    if (isBefore && isProvenBy(name, other, added, options))
      return { ...mention, ...place, core: place, readAs: other.title }
    // "T2DM, uncontrolled" may have several codes, each of which says more.
    const isOpen =
      other.isAdding &&
      (isBefore
        ? mayName(nameIn(note, place), mention.keys, keysOf(added), name.code)
        : isOfDegrees(note, mention.to, place.to))
    const least = isBefore ? 0 : hasComma(note, mention.to) ? LEAST_OF_ADDED : LEAST_OF_BOTH
    if (!isOpen && (!other.isIncomplete || other.score < least)) continue
    if (other.code.startsWith(name.code)) continue
    isCombined = true
    const isSame = categoryOf(other.code) === categoryOf(name.code)
    if (isSame && other.isIncomplete && other.score >= LEAST_OF_WIDER)
      readAs ??= nameIn(note, place)
  }
  if (!isCombined && !isCut) return mention
  return { ...mention, isCombined: true, ...(readAs !== undefined && { readAs }) }
}

/**
 * True if a code differs from that of the name by nothing but the words before the name: "post-traumatic", where that of the
 * name is for a primary condition.
 */
function isProvenBy(
  name: Named,
  other: Named,
  added: readonly Word[],
  { keysOf, titleKeys }: NeighbourOptions,
): boolean {
  if (!other.isAdding) return false
  const own = new Set(titleKeys(name))
  const more = titleKeys(other).filter((key) => !own.has(key))
  const said = keysOf(added)
  return more.length > 0 && more.every((key) => said.includes(key))
}

/** True if all words of a stretch are degrees: "uncontrolled". */
function isOfDegrees({ attributes }: Note, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (attributeAt(attributes, at)?.type !== 'QUALITY') return false
  return to > from
}

/** True if a mark parts a word from the one before. */
function hasComma({ text, words }: Note, at: number): boolean {
  return at < words.length && ADDS.test(text.slice(words[at - 1]!.end, words[at]!.start))
}

function nameIn(note: Note, place: Stretch): string {
  const { begin, end } = placeOf(note, place)
  return note.text.slice(begin, end)
}

/** True if no mark is between the words [from, to]. */
function touchesAll({ text, words }: Note, from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++)
    if (!TOUCHES.test(text.slice(words[at - 1]!.end, words[at]!.start))) return false
  return true
}

/** The mention with the words before it, with those after it, and with what is added to it. */
function placesAround(
  note: Note,
  { from, to, keys, sentence }: Mention,
  free: Stretch,
  { chart: { markAt }, isConnector, mayBeOfName }: NeighbourOptions,
): Stretch[] {
  const { text, words } = note
  const own = note.sentences[sentence]!
  const first = Math.max(free.from, own.heading?.to ?? own.from, from - MOST_NEIGHBOURS)
  const last = Math.min(free.to, own.to)
  const gap = (at: number) => text.slice(words[at - 1]!.end, words[at]!.start)
  const isTime = (at: number) => attributeAt(note.attributes, at)?.type.startsWith('TIME') === true
  const isName = (at: number) => {
    const word = words[at]!
    return (
      !word.stop &&
      markAt[at] === undefined &&
      /\p{L}{2}/u.test(word.form) &&
      !isTime(at) &&
      !isConnector(word) &&
      !JOINS.has(word.form) &&
      !COURSES.has(word.form) &&
      !isRole(word.form, 'measured')
    )
  }
  // "Diabetes, type 1".
  const isStage = (at: number) => at > to && STAGE_BEFORE.test(words[at - 1]!.form)
  // "UTI, catheter-associated".
  const isPart = (at: number) => isName(at) || isStage(at) || (at > to && gap(at) === '-')
  let start = from
  while (start > first && TOUCHES.test(gap(start)) && isName(start - 1)) start--
  let end = to
  while (end < Math.min(last, to + MOST_NEIGHBOURS) && TOUCHES.test(gap(end)) && isName(end)) end++
  let added = to
  // "COPD, with acute exacerbation".
  if (to < last && ADDS.test(gap(to)) && isConnector(words[to]!)) added++
  const opens = added
  while (added < Math.min(last, opens + MOST_NEIGHBOURS) && isPart(added)) {
    const isFirst = added === to
    if (!(isFirst || ADDS.test(gap(added)) ? ADDS : TOUCHES).test(gap(added))) break
    added++
  }
  const isKnown = (place: Stretch) =>
    words.slice(place.from, place.to).some((word) => mayBeOfName(keys, word))
  return [
    ...(isKnown({ from: start, to: from }) ? [{ from: start, to }] : []),
    ...(isKnown({ from: to, to: end }) ? [{ from, to: end }] : []),
    ...(isKnown({ from: to, to: added }) ? [{ from, to: added }] : []),
  ]
}
