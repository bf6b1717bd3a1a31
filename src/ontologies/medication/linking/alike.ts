import type { Slot } from '../../../index/postings-searcher.ts'
import type { MedlinkIndex } from '../../../index/reader.ts'
import { type Analyzer, contentOf } from '../../../text/analyze.ts'

/** Words of a text that are looked for. */
const MAX_WORDS = 32
/** Numbers and abbreviations are of any drug. */
const LETTERS = /^\p{L}{4,}$/u
/** Names that share less of their weight with a text are not worth showing. */
const MIN_SCORE = 0.3

/** Drugs whose names share words with a text, best first: what there is to show where nothing is known to be meant. */
export class AlikeNames {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#index = index
    this.#analyzer = analyzer
  }

  /** Active concepts, at most so many. */
  find(text: string, limit: number): number[] {
    const { arrays, keys, searcher } = this.#index
    const { idf } = arrays.postings
    const slots = contentOf(this.#analyzer.analyze(text))
      .filter(({ form }) => LETTERS.test(form))
      .slice(0, MAX_WORDS)
      .flatMap(({ key }): Slot[] => {
        const id = keys.idOf(key)
        return id < 0 ? [] : [{ mass: idf[id]!, alternatives: [{ key: id, weight: 1 }] }]
      })
    if (slots.length === 0) return []
    const found = new Set<number>()
    for (const { term } of searcher.search(slots, 4 * limit, MIN_SCORE))
      for (const concept of this.#index.conceptsOf(term)) found.add(concept)
    return [...found].slice(0, limit)
  }
}
