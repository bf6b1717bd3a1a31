import { lowerBoundAfter } from '../language/sorted.ts'

/** Ranks, ascending, that several ascending lists hold; read once from the beginning to the end. */
export class Ranks {
  readonly #lists: readonly (readonly number[])[]
  readonly #places: number[]
  /** How many ranks the lists have, one that several have counted as often. */
  readonly size: number

  constructor(lists: readonly (readonly number[])[]) {
    this.#lists = lists
    this.#places = lists.map(() => 0)
    this.size = lists.reduce((size, { length }) => size + length, 0)
  }

  /** The first rank that is not below a given one; infinity after the last. Never ask for less than before. */
  from(rank: number): number {
    let first = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.#lists.length; i++) {
      const list = this.#lists[i]!
      const place = lowerBoundAfter(list, this.#places[i]!, list.length, rank)
      this.#places[i] = place
      if (place < list.length && list[place]! < first) first = list[place]!
    }
    return first
  }
}

/**
 * The first ranks that all of several have, ascending, at most `most`.
 *
 * @param steps jumps that it may take before it ends with what it has
 */
export function commonRanks(all: readonly Ranks[], most: number, steps: number): number[] {
  const found: number[] = []
  const [narrowest, ...others] = all.toSorted((a, b) => a.size - b.size)
  if (narrowest === undefined) return found
  let rank = narrowest.from(0)
  for (let left = steps; left > 0 && Number.isFinite(rank); left--) {
    const next = others.reduce((from, ranks) => Math.max(from, ranks.from(from)), rank)
    if (next > rank) rank = narrowest.from(next)
    else {
      found.push(rank)
      if (found.length === most) break
      rank = narrowest.from(rank + 1)
    }
  }
  return found
}
