import type { Chart } from '../clinical/chart.ts'
import type { Word } from '../language/analyze.ts'
import { type Mention, type Note, placeOf } from './mention.ts'
import { attributeAt } from './spans.ts'
import type { Stretch } from './text-words.ts'

/** Words on either side of a mention that are read as part of its name. */
const MOST_NEIGHBOURS = 3
/** Text between a name and a word of it that touches it: "1st deg AVB". */
const TOUCHES = /^(?: | ?- ?|-)$/
/** Text between a name and what is added to it: "MDD, recurrent, moderate", "ADHD (combined type)". */
const ADDS = /^(?:, ?| ?\(| - )$/

/** The first code for a text by the linker, and whether it is a yes. */
export interface Named {
  readonly code: string
  readonly isLinked: boolean
  /** True if a yes fails only because the text says more than the name does. */
  readonly isIncomplete: boolean
}

export interface NeighbourOptions {
  readonly chart: Chart
  readonly nameOf: (text: string) => Named | undefined
  /** True if a word joins two conditions: "with", "due to". */
  readonly isConnector: (word: Word) => boolean
  /** True if a word may be of a name. */
  readonly isOfNames: (word: Word) => boolean
}

/**
 * Mentions with the words next to them that make another code of their names: "MCA" of "MCA stroke", "recurrent, moderate"
 * behind "MDD,". Where the linker names another code for all the words and does not link it, the name alone is not linked
 * either: "1st deg AVB".
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
  for (const place of places) {
    const other = options.nameOf(nameIn(note, place))
    if (other === undefined || name.code.startsWith(other.code)) continue
    if (other.isLinked) return { ...mention, ...place, core: place }
    isCombined ||= other.isIncomplete && !other.code.startsWith(name.code)
  }
  return isCombined ? { ...mention, isCombined } : mention
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
  { from, to, sentence }: Mention,
  free: Stretch,
  { chart: { markOf }, isConnector, isOfNames }: NeighbourOptions,
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
      markOf[at]! < 0 &&
      /\p{L}{2}/u.test(word.form) &&
      !isTime(at) &&
      !isConnector(word)
    )
  }
  let start = from
  while (start > first && TOUCHES.test(gap(start)) && isName(start - 1)) start--
  let end = to
  while (end < Math.min(last, to + MOST_NEIGHBOURS) && TOUCHES.test(gap(end)) && isName(end)) end++
  let added = to
  while (added < Math.min(last, to + MOST_NEIGHBOURS) && isName(added)) {
    if (!(added === to || ADDS.test(gap(added)) ? ADDS : TOUCHES).test(gap(added))) break
    added++
  }
  const isKnown = (place: Stretch) => words.slice(place.from, place.to).some(isOfNames)
  return [
    ...(isKnown({ from: start, to: from }) ? [{ from: start, to }] : []),
    ...(isKnown({ from: to, to: end }) ? [{ from, to: end }] : []),
    ...(isKnown({ from: to, to: added }) ? [{ from, to: added }] : []),
  ]
}
