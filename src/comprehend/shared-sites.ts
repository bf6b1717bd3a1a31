import type { FoundAttribute } from '../clinical/attributes.ts'
import { type Mention, type Note, written } from './mention.ts'
import { JOINS } from './spans.ts'
import type { Stretch } from './stretches.ts'

/** Marks that join parts of the body with one condition, as "and" does: "neck/knee pain". */
const JOINING_MARKS = /^\s*[,/&+]\s*$/

/**
 * Parts of the body with a condition whose name is at another one: "fracture of left radius and ulna", "neck and knee
 * pain". Each is read as the condition with this part instead of that one.
 *
 * @param attributes those of the sentence
 */
export function sharedSites(
  note: Note,
  attributes: readonly FoundAttribute[],
  mentions: readonly Mention[],
): Mention[] {
  const sites = attributes.filter(({ type }) => type === 'SYSTEM_ORGAN_SITE')
  const free = sites.filter(({ from, to }) =>
    mentions.every((mention) => to <= mention.from || from >= mention.to),
  )
  const shared = mentions.flatMap((mention) => {
    if (mention.readAs !== undefined) return []
    const inside = sites.filter(({ from, to }) => from >= mention.from && to <= mention.to)
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
