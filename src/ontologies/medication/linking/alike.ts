import type { MedlinkIndex } from '../../../index/reader.ts'
import type { Slot } from '../../../index/search/postings-searcher.ts'
import { type Analyzer, contentOf } from '../../../language/analyze.ts'

/** Words of a name that are looked for. */
const MAX_WORDS = 16
/** Names that share less of their weight with a text are not worth showing. */
const MIN_SCORE = 0.3
/** Names that are looked at for each that is shown. */
const LOOKED_AT = 8

/** Drugs whose names have every word of a name that is no drug's: "insulin" is part of "insulin glargine". */
export class AlikeNames {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#index = index
    this.#analyzer = analyzer
  }

  /** Active concepts, best first. */
  find(name: string, limit: number): number[] {
    const { arrays, keys, searcher } = this.#index
    const { idf } = arrays.postings
    const words = this.#keysOf(name)
    const ids = words.map((key) => keys.idOf(key))
    if (words.length === 0 || words.length > MAX_WORDS || ids.some((id) => id < 0)) return []
    const slots = ids.map((key): Slot => ({ mass: idf[key]!, alternatives: [{ key, weight: 1 }] }))
    const found = new Set<number>()
    for (const { term } of searcher.search(slots, LOOKED_AT * limit, MIN_SCORE))
      for (const concept of this.#index.conceptsOf(term))
        if (found.size < limit && this.#hasAll(concept, words)) found.add(concept)
    return [...found]
  }

  #hasAll(concept: number, words: readonly string[]): boolean {
    const own = new Set(this.#keysOf(this.#index.concept(concept).name))
    return words.every((word) => own.has(word))
  }

  #keysOf(text: string): string[] {
    return contentOf(this.#analyzer.analyze(text)).map(({ key }) => key)
  }
}
