import type { FoundAttribute } from '../clinical/attributes.ts'
import type { Work } from '../index/work.ts'
import { extended } from './extent.ts'
import { type Mention, type Note, written } from './mention.ts'
import { sharedSites } from './shared-sites.ts'
import { JOINS, type SpanFinder } from './spans.ts'
import { isParted, stretchesOf } from './stretches.ts'

/** Words behind "due to" that are tried as part of a condition. */
const LONGEST_CAUSE = 6
/** Text that may be between the words of one mention: "Ca breast (L)", "right-sided". */
const OPENS_OR_SPACE = /^[ -]*\(?$/

export interface MentionOptions {
  readonly finder: SpanFinder
  /** True if a text is by itself linked to a code. */
  readonly isLinked: (text: string) => boolean
  /** The keys of the title that a mention is linked to; none where it is not. */
  readonly keysOfTitle: (text: string) => readonly number[]
  /** True if a text may be a name that has a key of either list. */
  readonly mayName: (text: string, keys: readonly number[], others: readonly number[]) => boolean
}

/** The conditions that a note names, in order of place, none overlapping. */
export function mentionsIn(note: Note, options: MentionOptions, work: Work): Mention[] {
  return note.sentences.flatMap((sentence, number) => {
    const own = note.attributes.filter(({ from, to }) => from >= sentence.from && to <= sentence.to)
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
  { finder, isLinked }: MentionOptions,
  work: Work,
): Mention[] {
  const { text, words, sentences } = note
  const { from, to, heading } = sentences[number]!
  const joins = (at: number) => words[at]!.stop && !JOINS.has(words[at]!.form)
  const touches = (at: number) =>
    OPENS_OR_SPACE.test(text.slice(words[at - 1]!.end, words[at]!.start))
  return stretchesOf(text, words, heading?.to ?? from, to).flatMap((stretch) => {
    const spans = finder
      .find(note, stretch, work)
      .filter(({ isOtherForm, from, to }) => !isOtherForm || isLinked(written(note, from, to)))
    const mentions: Mention[] = []
    // From the end: an attribute between two names belongs to the one that follows, "fever, acute diarrhea".
    for (const [i, core] of [...spans.entries()].reverse()) {
      const free = { from: spans[i - 1]?.to ?? stretch.from, to: mentions[0]?.from ?? stretch.to }
      const { certainty, keys, readAs } = core
      mentions.unshift({
        ...extended(core, free, attributes, joins, touches),
        ...{ core, certainty, keys, sentence: number },
        ...(readAs !== undefined && { readAs, isGuessed: true as const }),
      })
    }
    return mentions
  })
}

/** Makes one of a condition and what it comes with or is due to, where that has a code. */
function joinCauses(
  note: Note,
  mentions: readonly Mention[],
  { finder, isLinked, keysOfTitle, mayName }: MentionOptions,
): Mention[] {
  const { text, words } = note
  const joined: Mention[] = []
  for (let i = 0; i < mentions.length; i++) {
    let mention = mentions[i]!
    for (; i + 1 < mentions.length; i++) {
      const next = mentions[i + 1]!
      if (!isBridge(mention.to, next.from)) break
      // "HTN" is a name itself, and names of both say "hypertensive".
      const [keys, others] = [mention, next].map((each) => {
        return [...each.keys, ...keysOfTitle(written(note, each.from, each.to))]
      })
      if (!finder.mayName(keys!, others!)) break
      const both = written(note, mention.from, next.to)
      if (!isLinked(both)) {
        if (mayName(both, keys!, others!)) mention = { ...mention, isCombined: true }
        break
      }
      const { from, certainty, sentence } = mention
      mention = {
        ...{ from, to: next.to, core: { from, to: next.to }, sentence },
        keys: [...mention.keys, ...next.keys],
        certainty: Math.min(certainty, next.certainty),
      }
    }
    const end = causeEnd(mention, mentions[i + 1]?.from ?? words.length)
    const isOne = end > mention.to && isLinked(written(note, mention.from, end))
    joined.push(isOne ? { ...mention, to: end, core: { from: mention.from, to: end } } : mention)
  }
  return joined

  /** Where a cause ends that is no condition itself: "sepsis due to E. coli". */
  function causeEnd({ to, keys }: Mention, next: number): number {
    const last = Math.min(next, to + LONGEST_CAUSE)
    if (to >= last || !finder.isConnector(words[to]!) || words[to]!.stop) return to
    let end = to
    while (end < last && !isParted(text, words[end - 1]!, words[end]!)) end++
    return finder.mayName(keys, finder.keysOf(words.slice(to, end))) ? end : to
  }

  /** True if nothing but "with", "due to" and the like is between two words. */
  function isBridge(from: number, to: number): boolean {
    if (to - from > LONGEST_CAUSE) return false
    for (let at = from; at < to; at++)
      if (!finder.isConnector(words[at]!) || JOINS.has(words[at]!.form)) return false
    for (let at = from; at <= to; at++) if (isParted(text, words[at - 1]!, words[at]!)) return false
    return true
  }
}
