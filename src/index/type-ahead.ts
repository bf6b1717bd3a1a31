import { compareStrings } from '../text/compare.ts'
import type { Lexicon } from './lexicon.ts'
import { lowerBound } from './lower-bound.ts'

/** The arrays type-ahead is made of, as they are stored. */
export interface TypeAheadData {
  /** Rank of a name → concept id. Names rank by number of words, then of UTF-16 code units, then by text, then by id. */
  readonly concepts: Uint32Array
  /** The words of the name with rank `r` are `words[wordOffsets[r] … wordOffsets[r + 1])`: distinct word ids. */
  readonly wordOffsets: Uint32Array
  readonly words: Uint32Array
  /** The names with word `w` are `postings[postingOffsets[w] … postingOffsets[w + 1])`: ranks, ascending. */
  readonly postingOffsets: Uint32Array
  readonly postings: Uint32Array
}

/** The names to be found, in any order. */
export interface AnalyzedNames {
  /** The concept id of each name. */
  readonly concepts: readonly number[]
  /** The distinct words of a name, function words left out, as word ids. */
  wordsOf(name: number): Uint32Array
}

/**
 * Ranks the names and lays out the arrays.
 *
 * @param textOf the name of a concept, as it is shown
 * @param lexiconSize number of words that ids may stand for
 */
export function buildTypeAhead(
  names: AnalyzedNames,
  textOf: (concept: number) => string,
  lexiconSize: number,
): TypeAheadData {
  const { order, wordOffsets } = rankNames(names, textOf)
  const words = new Uint32Array(wordOffsets[order.length]!)
  const postingOffsets = new Uint32Array(lexiconSize + 1)
  for (let rank = 0; rank < order.length; rank++) {
    const own = names.wordsOf(order[rank]!)
    words.set(own, wordOffsets[rank]!)
    for (let i = 0; i < own.length; i++) postingOffsets[own[i]! + 1]!++
  }
  for (let word = 0; word < lexiconSize; word++) postingOffsets[word + 1]! += postingOffsets[word]!
  const next = postingOffsets.slice()
  const postings = new Uint32Array(words.length)
  for (let rank = 0; rank < order.length; rank++)
    for (let i = wordOffsets[rank]!; i < wordOffsets[rank + 1]!; i++)
      postings[next[words[i]!]!++] = rank
  const concepts = Uint32Array.from(order, (name) => names.concepts[name]!)
  return { concepts, wordOffsets, words, postingOffsets, postings }
}

/** Numbers of the names from the first rank to the last, and where the words of each rank go. */
function rankNames(names: AnalyzedNames, textOf: (concept: number) => string) {
  const { concepts } = names
  const texts = concepts.map(textOf)
  const counts = Uint32Array.from(concepts, (_, name) => names.wordsOf(name).length)
  /** Words before code units, in one number. */
  const sizes = Float64Array.from(texts, (text, name) => counts[name]! * 2 ** 32 + text.length)
  const order = Uint32Array.from(concepts, (_, name) => name).sort(
    (a, b) =>
      sizes[a]! - sizes[b]! || compareStrings(texts[a]!, texts[b]!) || concepts[a]! - concepts[b]!,
  )
  const wordOffsets = new Uint32Array(order.length + 1)
  for (let rank = 0; rank < order.length; rank++)
    wordOffsets[rank + 1] = wordOffsets[rank]! + counts[order[rank]!]!
  return { order, wordOffsets }
}

/** What is looked for: ids of whole words, and the range of ids of the words that start with the last one. */
interface Wanted {
  readonly whole: readonly number[]
  readonly from: number
  readonly to: number
}

/** Searches one {@link TypeAheadData}. */
export class TypeAhead {
  readonly #data: TypeAheadData
  readonly #lexicon: Lexicon

  /** @param lexicon the one whose ids the data holds */
  constructor(data: TypeAheadData, lexicon: Lexicon) {
    this.#data = data
    this.#lexicon = lexicon
  }

  /**
   * Concept ids of the names that have each typed word, and one that starts with the last of them; by rank, at most
   * `limit`. None when nothing is typed.
   *
   * @param typed forms of words, function words left out
   */
  matches(typed: readonly string[], limit: number): number[] {
    const last = typed.at(-1)
    if (last === undefined || limit < 1) return []
    const whole = typed.slice(0, -1).map((word) => this.#lexicon.idOf(word))
    const wanted = { whole, ...this.#lexicon.rangeOf(last) }
    if (whole.includes(-1) || wanted.from === wanted.to) return []
    const rarest = this.#rarest(whole)
    const ranks =
      rarest !== undefined &&
      this.#postings(rarest, rarest + 1) < this.#postings(wanted.from, wanted.to)
        ? this.#walk(rarest, wanted, limit)
        : this.#unite(wanted, limit)
    return Array.from(ranks, (rank) => this.#data.concepts[rank]!)
  }

  /** The word in the fewest names. */
  #rarest(words: readonly number[]): number | undefined {
    let rarest: number | undefined
    for (const word of words)
      if (
        rarest === undefined ||
        this.#postings(word, word + 1) < this.#postings(rarest, rarest + 1)
      )
        rarest = word
    return rarest
  }

  /** How many postings the words of a range have together. */
  #postings(from: number, to: number): number {
    const { postingOffsets } = this.#data
    return postingOffsets[to]! - postingOffsets[from]!
  }

  /** The first names of one of the whole words that have the others too, and one of the range. */
  #walk(word: number, { whole, from, to }: Wanted, limit: number): number[] {
    const { postings, postingOffsets } = this.#data
    const others = whole.filter((other) => other !== word)
    const places = others.map((other) => postingOffsets[other]!)
    const ranks: number[] = []
    for (let i = postingOffsets[word]!; i < postingOffsets[word + 1]!; i++) {
      const rank = postings[i]!
      if (!this.#meet(rank, others, places) || !this.#hasOneOf(rank, from, to)) continue
      ranks.push(rank)
      if (ranks.length === limit) break
    }
    return ranks
  }

  /** Whether the lists of all these words hold a rank; moves the place in each list on to it. */
  #meet(rank: number, words: readonly number[], places: number[]): boolean {
    const { postings, postingOffsets } = this.#data
    for (let i = 0; i < words.length; i++) {
      const end = postingOffsets[words[i]! + 1]!
      const place = gallop(postings, places[i]!, end, rank)
      places[i] = place
      if (place === end || postings[place] !== rank) return false
    }
    return true
  }

  /**
   * The first names of any word of the range that have the whole words too. Each list is left at the first rank that
   * is behind the worst one kept: most lists of a wide range at their very first.
   */
  #unite({ whole, from, to }: Wanted, limit: number): Uint32Array {
    const { postings, postingOffsets } = this.#data
    const kept = new Uint32Array(Math.min(limit, this.#postings(from, to)))
    let count = 0
    for (let word = from; word < to; word++) {
      for (let i = postingOffsets[word]!; i < postingOffsets[word + 1]!; i++) {
        const rank = postings[i]!
        if (count === kept.length && rank >= kept[count - 1]!) break
        const place = lowerBound(kept, 0, count, rank)
        if ((place < count && kept[place] === rank) || !this.#hasAll(rank, whole)) continue
        if (count < kept.length) count++
        kept.copyWithin(place + 1, place, count - 1)
        kept[place] = rank
      }
    }
    return kept.subarray(0, count)
  }

  #hasAll(rank: number, wanted: readonly number[]): boolean {
    for (const word of wanted) if (!this.#hasOneOf(rank, word, word + 1)) return false
    return true
  }

  #hasOneOf(rank: number, from: number, to: number): boolean {
    const { words, wordOffsets } = this.#data
    for (let i = wordOffsets[rank]!; i < wordOffsets[rank + 1]!; i++)
      if (words[i]! >= from && words[i]! < to) return true
    return false
  }
}

/** {@link lowerBound}, fast where the position is near the beginning. */
function gallop(values: Uint32Array, from: number, to: number, value: number): number {
  let start = from
  let step = 1
  for (; start + step < to && values[start + step]! < value; step *= 2) start += step
  return lowerBound(values, start, Math.min(start + step, to), value)
}
