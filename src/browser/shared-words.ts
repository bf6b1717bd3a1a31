/** Names kept. */
const KEPT = 64
/** The least share of the weight of what was typed that a name must have. */
const LEAST_SHARE = 0.25
/** Number of letters from which a word that is only begun counts in full. */
const BEGUN_LETTERS = 5
/** Weight of a word that no name has, as a share of the rarest one's weight: doses, doubts, relatives. */
const UNKNOWN_WEIGHT = 0.2
/** Ranks that are looked at. */
const STEPS = 150_000
/** Loss for each word of a name that was not typed, as a share of the weight of a word. */
const UNTYPED_WEIGHT = 0.5

interface WeighedWord {
  readonly lists: readonly (readonly number[])[]
  /** How many of its letters were typed. */
  readonly letters: number
  readonly isOpen: boolean
}

/** Finds the names that have most of some words, by what each word weighs: the fewer names have it, the more. */
export class SharedWords {
  readonly #names: number
  readonly #weights: Float32Array
  readonly #last: Uint8Array

  constructor(names: number) {
    this.#names = names
    this.#weights = new Float32Array(names)
    this.#last = new Uint8Array(names)
  }

  /**
   * Ranks of names, the best first; a score is at most 1.
   *
   * @param lengthOf how many words a name has
   */
  best(
    words: readonly WeighedWord[],
    lengthOf: (rank: number) => number,
  ): { rank: number; score: number }[] {
    const weighed = words
      .map((word) => ({ lists: word.lists, ...this.#weigh(word) }))
      .sort((a, b) => a.size - b.size)
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
    const touched = this.#add(weighed)
    const found: { rank: number; score: number }[] = []
    for (const rank of touched) {
      const share = this.#weights[rank]! / total
      this.#weights[rank] = 0
      this.#last[rank] = 0
      if (share < LEAST_SHARE) continue
      const untyped = Math.max(0, lengthOf(rank) - words.length) * UNTYPED_WEIGHT
      found.push({ rank, score: share / (1 + untyped / words.length) })
    }
    return found.sort((a, b) => b.score - a.score || a.rank - b.rank).slice(0, KEPT)
  }

  #weigh({ lists, letters, isOpen }: WeighedWord): { size: number; weight: number } {
    const size = lists.reduce((sum, { length }) => sum + length, 0)
    const known = size === 0 ? UNKNOWN_WEIGHT : 1
    const begun = isOpen ? Math.min(1, letters / BEGUN_LETTERS) : 1
    return { size, weight: known * begun * Math.log(1 + this.#names / (1 + size)) }
  }

  /** Adds the weight of each word to the names that have it, the rarest word first. Returns the names. */
  #add(words: readonly { lists: readonly (readonly number[])[]; weight: number }[]): number[] {
    const touched: number[] = []
    let left = STEPS
    for (const [i, { lists, weight }] of words.entries())
      for (const list of lists)
        for (const rank of list) {
          if (--left < 0) return touched
          if (this.#last[rank] === i + 1) continue
          if (this.#weights[rank] === 0) touched.push(rank)
          this.#last[rank] = i + 1
          this.#weights[rank]! += weight
        }
    return touched
  }
}
