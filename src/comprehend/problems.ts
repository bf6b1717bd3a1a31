import { findAttributes } from '../clinical/attributes.ts'
import { findQualifiers } from '../clinical/qualifiers.ts'
import type { LinkResultItem, ParsedComprehendRequest } from '../contract.ts'
import { contentOf } from '../language/analyze.ts'
import { EntityLinker } from './entity-linker.ts'
import { TextLinks } from './link-memory.ts'
import type { Mention, Note } from './mention.ts'
import { type MentionOptions, mentionsIn } from './mentions.ts'
import { type Named, withNeighbours } from './neighbours.ts'
import type { Found, FoundProblems, ProblemTools, Stage } from './task.ts'

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
    isOfNames: (word) => problem.finder.isOfNames(word),
  })
  const [only] = mentions
  const isWhole = isMention && !(mentions.length === 1 && saysAll(note, only!))
  const problems = (isWhole ? [allOf(note)] : mentions).map((mention) => ({
    ...{ mention, section: note.sentences[mention.sentence]!.section },
    ...{ said: [], unclear: [], attributes: [] },
  }))
  const all: FoundProblems = { note, linker, whole, isMention, isInDoubt: false, problems }
  return { ...found, problems: all }
}

function mentionOptions({ finder, analyzer }: ProblemTools, linker: EntityLinker): MentionOptions {
  const keysOf = (text: string) => finder.keysOf(analyzer.analyze(text))
  return {
    finder,
    isLinked: (text) => linker.isLinked(text),
    keysOfTitle: (text) => {
      const [first] = linker.link(text)
      return first?.is_linked === true ? keysOf(first.metadata.preferred_name) : []
    },
    mayName: (text, keys, others) =>
      linker
        .link(text)
        .some(
          ({ term_name, score }) =>
            (score ?? 0) >= LEAST_OF_BOTH && hasBoth(keysOf(term_name), keys, others),
        ),
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
  const isIncomplete = first.metadata.link_reason === 'name_incomplete'
  return { code: first.term_id, isLinked: first.is_linked, isIncomplete }
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
