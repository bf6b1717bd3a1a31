import type { Hit, PostingsSearcher } from '../index/postings-searcher.ts'
import type { Work } from '../index/work.ts'
import type { Reading } from './reading.ts'

/** Which names share enough words with a mention to be looked at. */

/** How many names each reading brings in. */
export const RETRIEVED_NAMES = 32
/** The minimum Dice score of a name worth looking at, by itself and as a share of the best one of its reading. */
export const MIN_DICE = 0.25
const MIN_SHARE_OF_BEST = 0.5
/** The same as a share of the best name of an earlier reading; that of a mention of many words is nearer to what is meant. */
const MIN_SHARE_OF_OTHERS = { few: 0.6, many: 0.8 } as const
/** A mention of so many words, all of them in one name, is found; what shares half of them is no rival. */
const FOUND = { words: 4, score: 0.97, minShare: 0.75 } as const

/** The minimum Dice score worth finding next to the best one, for a mention of so many words. */
function relativeCutoff(words: number): (best: number) => number {
  const shareOfFound = words < FOUND.words ? MIN_SHARE_OF_BEST : FOUND.minShare
  return (best) => best * (best < FOUND.score ? MIN_SHARE_OF_BEST : shareOfFound)
}

/** Retrieval for one mention, reading by reading. */
export class Retriever {
  readonly #searcher: PostingsSearcher
  readonly #work: Work
  readonly #found: { readonly reading: Reading; readonly hits: readonly Hit[] }[] = []
  /** The least Dice score that is looked for: what is found raises it. */
  #floor: number

  constructor(searcher: PostingsSearcher, floor: number, work: Work) {
    this.#searcher = searcher
    this.#floor = floor
    this.#work = work
  }

  /**
   * The names of a reading, best first. Interpretations that differ in what they understand only have readings in common:
   * those are searched once.
   */
  retrieve(reading: Reading): readonly Hit[] {
    const before = this.#found.find((each) => isSameSearch(each.reading, reading))
    if (before !== undefined) return before.hits.filter(({ score }) => score >= this.#floor)
    const { slots, needed } = reading
    const cutoff = relativeCutoff(slots.length)
    const hits = this.#searcher.search(
      slots,
      RETRIEVED_NAMES,
      this.#floor,
      cutoff,
      this.#work,
      needed,
    )
    this.#found.push({ reading, hits })
    if (hits.length === 0) return hits
    const share = MIN_SHARE_OF_OTHERS[slots.length < FOUND.words ? 'few' : 'many']
    this.#floor = Math.max(this.#floor, hits[0]!.score * share)
    return hits
  }
}

/** Whether the same names are found for two readings. */
function isSameSearch(one: Reading, other: Reading): boolean {
  return (
    isSame(one.needed, other.needed, (a, b) => a === b) &&
    isSame(
      one.slots,
      other.slots,
      (a, b) =>
        a.mass === b.mass &&
        isSame(a.alternatives, b.alternatives, (c, d) => c.key === d.key && c.weight === d.weight),
    )
  )
}

function isSame<T>(
  one: readonly T[],
  other: readonly T[],
  isEqual: (a: T, b: T) => boolean,
): boolean {
  return one.length === other.length && one.every((each, i) => isEqual(each, other[i]!))
}
