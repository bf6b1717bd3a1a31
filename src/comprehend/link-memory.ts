import type { LinkResultItem } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Analyzer } from '../text/analyze.ts'
import { copyOf } from '../text/remember.ts'

/** Mentions that are remembered: the conditions that a clinic writes of. Some 2 kB each. */
const MAX_REMEMBERED = 4000
/** In UTF-16 units. A longer mention hardly comes again. */
const LONGEST_REMEMBERED = 80

/** An answer of the linker, and the steps that it took. */
export interface RememberedLink {
  readonly rows: readonly LinkResultItem[]
  readonly steps: number
}

/**
 * Answers of the linker to mentions, which come again from note to note. Kept are only mentions of the index's own words, in
 * memory of their own: nothing of a text that its vocabulary does not have. It forgets everything when it is full.
 */
export class LinkMemory {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #links = new Map<string, RememberedLink>()

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#index = index
    this.#analyzer = analyzer
  }

  /** @param asked the other parts of the request, in a few characters */
  get(asked: string, mention: string): RememberedLink | undefined {
    const known = this.#links.get(asked + mention)
    // Callers may do with their answers what they like.
    return known && { ...known, rows: known.rows.map(copyOfRow) }
  }

  /** Keeps an answer, where the mention may be kept. */
  set(asked: string, mention: string, { rows, steps }: RememberedLink): void {
    if (mention.length > LONGEST_REMEMBERED || !this.#isVocabulary(mention)) return
    if (this.#links.size >= MAX_REMEMBERED) this.#links.clear()
    this.#links.set(copyOf(asked + mention), { rows: rows.map(copyOfRow), steps })
  }

  #isVocabulary(mention: string): boolean {
    const { words } = this.#index
    return this.#analyzer
      .analyze(mention)
      .every(({ form, kind }) => kind === 'word' && words.idOf(form) >= 0)
  }
}

function copyOfRow(row: LinkResultItem): LinkResultItem {
  return { ...row, metadata: { ...row.metadata } } as LinkResultItem
}
