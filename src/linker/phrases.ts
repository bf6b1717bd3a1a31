import type { MedlinkIndex } from '../index/reader.ts'
import { type Analyzer, contentOf, type Word } from '../text/analyze.ts'

/** One thing that may be read in place of a phrase. */
export interface Replacement {
  /** The words to read, function words left out. */
  readonly words: readonly Word[]
  readonly text: string
  /** In (0, 1): how much a match by it counts, compared with a match by the phrase itself. */
  readonly weight: number
  /** What the table says the relation is. */
  readonly because: string
  /** Keys of words one of which must stand elsewhere in the mention, or empty when the phrase stands for itself. */
  readonly context: ReadonlySet<string>
}

/** The phrases that begin with one word. */
interface Page {
  /** Content words of the longest of them. */
  readonly longest: number
  readonly replacements: ReadonlyMap<string, readonly Replacement[]>
}

const EMPTY_PAGE: Page = { longest: 0, replacements: new Map() }
const NONE: readonly Replacement[] = []
const CACHED_PAGES = 20_000

/** Phrases of an index that stand for others; what begins with a word is read when a mention first has that word. */
export class PhraseBook {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #pages = new Map<string, Page>()

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#index = index
    this.#analyzer = analyzer
  }

  /** How many content words the longest phrase has that begins with this key. */
  longest(head: string): number {
    return this.#page(head).longest
  }

  /** What the phrase of these keys, joined by spaces, may be read as; strongest first. `head` is the first of them. */
  get(head: string, keys: string): readonly Replacement[] {
    return this.#page(head).replacements.get(keys) ?? NONE
  }

  #page(head: string): Page {
    let page = this.#pages.get(head)
    if (page === undefined) {
      if (this.#pages.size >= CACHED_PAGES) this.#pages.clear()
      page = this.#read(head)
      this.#pages.set(head, page)
    }
    return page
  }

  #read(head: string): Page {
    const records = this.#index.phrases(head)
    if (records.length === 0) return EMPTY_PAGE
    const replacements = new Map<string, Replacement[]>()
    let longest = 0
    for (const { keys, text, weight, because, context } of records) {
      longest = Math.max(longest, keys.split(' ').length)
      const contextKeys = this.#content(context).map((word) => word.key)
      const replacement = {
        words: this.#content(text),
        text,
        weight,
        because,
        context: new Set(contextKeys),
      }
      const known = replacements.get(keys)
      if (known === undefined) replacements.set(keys, [replacement])
      else known.push(replacement)
    }
    return { longest, replacements }
  }

  #content(text: string): Word[] {
    return contentOf(this.#analyzer.analyze(text))
  }
}
