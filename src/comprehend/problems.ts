import { findAttributes } from '../clinical/attributes.ts'
import type { Chart } from '../clinical/chart.ts'
import { isRole } from '../clinical/context-phrases.ts'
import { findQualifiers } from '../clinical/qualifiers.ts'
import type { LinkResultItem, ParsedComprehendRequest } from '../contract.ts'
import { contentOf, type Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { EntityLinker } from './entity-linker.ts'
import { TextLinks } from './link-memory.ts'
import { type Mention, type MentionOptions, mentionsIn, type Note, placeOf } from './mentions.ts'
import { sitesOf } from './sites-elsewhere.ts'
import { attributeAt, JOINS } from './spans.ts'
import { categoryOf } from './specific-codes.ts'
import type { Found, FoundProblems, ProblemTools, Stage } from './task.ts'
import type { Stretch } from './text-words.ts'

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
  const isMention = isOneMention(note, whole)
  const mentions = withNeighbours(note, mentionsIn(note, mentionOptions(problem, linker), work), {
    chart: found.note.chart,
    nameOf: (name) => namedBy(linker.link(name)),
    isConnector: (word) => problem.finder.isConnector(word),
    mayBeOfName: (keys, word) => problem.finder.mayBeOfName(keys, word),
  })
  const [only] = mentions
  // "Skin: -rash, -itch".
  const isSigned = found.note.chart.gaps.deniesRight.includes(1)
  const isWhole = isMention && !isSigned && !(mentions.length === 1 && saysAll(note, only!))
  const problems = (isWhole ? [allOf(note)] : mentions).map((mention) => ({
    ...{ mention, section: note.sentences[mention.sentence]!.section },
    ...{ said: [], unclear: [], attributes: [] },
  }))
  const sites = lazily(() => sitesOf(note))
  const all: FoundProblems = { note, linker, whole, isMention, isInDoubt: false, sites, problems }
  return { ...found, problems: all }
}

function mentionOptions({ finder, analyzer }: ProblemTools, linker: EntityLinker): MentionOptions {
  const keysOf = (text: string) => finder.keysOf(analyzer.analyze(text))
  return {
    finder,
    isLinked: (text) => linker.isLinked(text),
    linkedTo: (text) => {
      const [first] = linker.link(text)
      if (first?.is_linked !== true) return undefined
      return { code: first.term_id, keys: keysOf(first.metadata.preferred_name) }
    },
    mayName: (text, keys, others, known, least = LEAST_OF_BOTH) => {
      const both = linker
        .link(text)
        .find(
          ({ term_name, score }) =>
            (score ?? 0) >= least && hasBoth(keysOf(term_name), keys, others),
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
    ...{ code: term_id, score: score ?? 0, isLinked: is_linked },
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
function saysAll({ words }: Note, { from, to }: Mention): boolean {
  const said = findQualifiers(words).filter(({ kind }) => kind === 'context' || kind === 'aside')
  const isSaid = (at: number) => said.some((each) => each.from <= at && at < each.to)
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

/** An unlinked code for all the words comes first if it is as likely as this. */
const LEAST_OF_WIDER = 0.5

/** The first code for a text by the linker, and whether it is a yes. */
export interface Named {
  readonly code: string
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
  for (const [i, mention] of mentions.entries()) {
    const before = widened.at(-1)
    const free = {
      from:
        before === undefined
          ? 0
          : isPartOf(note, before, mention, options)
            ? before.from
            : before.to,
      to: mentions[i + 1]?.from ?? note.words.length,
    }
    const wide = widen(note, mention, free, options)
    while ((widened.at(-1)?.to ?? 0) > wide.from) widened.pop()
    widened.push(wide)
  }
  return widened
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
  let isCombined = false
  let readAs: string | undefined
  for (const place of places) {
    const other = options.nameOf(nameIn(note, place))
    if (other === undefined || name.code.startsWith(other.code)) continue
    if (other.isLinked) return { ...mention, ...place, core: place }
    // "T2DM, uncontrolled" may have several codes, each of which says more.
    const isOpen = other.isAdding && isOfDegrees(note, mention.to, place.to)
    if (!(other.isIncomplete || isOpen) || other.code.startsWith(name.code)) continue
    isCombined = true
    const isSame = categoryOf(other.code) === categoryOf(name.code)
    if (isSame && other.score >= LEAST_OF_WIDER) readAs ??= nameIn(note, place)
  }
  if (!isCombined) return mention
  return { ...mention, isCombined, ...(readAs !== undefined && { readAs }) }
}

/** True if all words of a stretch are degrees: "uncontrolled". */
function isOfDegrees({ attributes }: Note, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (attributeAt(attributes, at)?.type !== 'QUALITY') return false
  return to > from
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
