import type { MedlinkIndex } from '../index/reader.ts'
import type { Hit, PostingsSearcher } from '../index/search/postings-searcher.ts'
import type { Work } from '../index/work.ts'
import type { Interpretation } from '../ontologies/ontology.ts'
import type { Expanded } from './expand.ts'
import type { Reading } from './reading.ts'
import type { Lazily, Task } from './task.ts'

/** Names that one reading found, at least one. */
export interface Found {
  readonly reading: Reading
  readonly hits: readonly Hit[]
  /** True if the names are the text itself, letter by letter. */
  readonly isVerbatim: boolean
}

interface RetrieveTools {
  readonly index: MedlinkIndex
}

/** The names that each reading of one interpretation found. */
export interface Retrieved {
  readonly interpretation: Interpretation<unknown>
  readonly found: Iterable<Found>
}

/** Maximum number of names that a reading finds. */
export const RETRIEVED_NAMES = 32
/** Minimum Dice score of a name, and its minimum share of the best score of its reading. */
export const MIN_DICE = 0.25
const MIN_SHARE_OF_BEST = 0.5
/** Minimum share of the best score of an earlier reading; earlier readings of a mention of many words are more reliable. */
const MIN_SHARE_OF_OTHERS = { few: 0.6, many: 0.8 } as const
/** A name has all words of a mention of 4 words or more: a name that shares half of them is no rival. */
const FULL_MATCH = { words: 4, score: 0.97, minShare: 0.75 } as const

/** The minimum Dice score, by the best one, for a mention with this number of words. */
function relativeCutoff(words: number): (best: number) => number {
  const shareOfFullMatch = words < FULL_MATCH.words ? MIN_SHARE_OF_BEST : FULL_MATCH.minShare
  return (best) => best * (best < FULL_MATCH.score ? MIN_SHARE_OF_BEST : shareOfFullMatch)
}

/**
 * Stage 4. Finds the names that share enough words with a reading, and first those that are the text verbatim.
 *
 * Takes the readings of each interpretation. Gives at most 32 names of each reading, best first, lazily. Costs a step for
 * each posting that is read.
 */
export function retrieve(
  { mention, ways }: Lazily<Expanded>,
  task: Task<RetrieveTools>,
): Lazily<Retrieved> {
  return { mention, ways: retrieveEach(ways, mention.text.trim(), task) }
}

function* retrieveEach(
  ways: Iterable<Expanded>,
  text: string,
  { tools: { index }, minDice, work }: Task<RetrieveTools>,
): Generator<Retrieved> {
  const retriever = new Retriever(index.searcher, minDice, work)
  let verbatim: readonly Hit[] = index.termsVerbatim(text).map((term) => ({ term, score: 1 }))
  for (const { interpretation, readings } of ways) {
    yield { interpretation, found: findEach(readings, verbatim, retriever) }
    verbatim = []
  }
}

function* findEach(
  readings: Iterable<Reading>,
  verbatim: readonly Hit[],
  retriever: Retriever,
): Generator<Found> {
  let isFirst = true
  for (const reading of readings) {
    if (isFirst && verbatim.length > 0) yield { reading, hits: verbatim, isVerbatim: true }
    isFirst = false
    const hits = retriever.retrieve(reading)
    if (hits.length > 0) yield { reading, hits, isVerbatim: false }
  }
}

/** Retrieval for one mention, reading by reading. */
export class Retriever {
  readonly #searcher: PostingsSearcher
  readonly #work: Work
  readonly #found: { readonly reading: Reading; readonly hits: readonly Hit[] }[] = []
  /** Minimum Dice score; each search raises it. */
  #floor: number

  constructor(searcher: PostingsSearcher, floor: number, work: Work) {
    this.#searcher = searcher
    this.#floor = floor
    this.#work = work
  }

  /**
   * The names of a reading, best first. Interpretations may share readings: these are searched once.
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
    const share = MIN_SHARE_OF_OTHERS[slots.length < FULL_MATCH.words ? 'few' : 'many']
    this.#floor = Math.max(this.#floor, hits[0]!.score * share)
    return hits
  }
}

/** Returns true if two readings find the same names. */
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
