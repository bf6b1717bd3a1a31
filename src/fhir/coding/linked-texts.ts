import type { LinkRequest } from '../../medlink.ts'
import type { Verdict } from './verdict.ts'

/** Texts that are remembered: those of one hospital. Some 1 kB each. */
const MAX_REMEMBERED = 4000
/** In UTF-16 units, with hints. A longer text hardly comes again. */
const LONGEST_REMEMBERED = 200
/** A number of a person or a file; doses and results are shorter. */
const LONG_NUMBER = /\d{6}/

/** A yes, and the index that it is of. */
interface Remembered {
  readonly indexName: string
  readonly verdict: Verdict
}

/**
 * Codings of texts that were linked: the same diagnoses and drugs come again from patient to patient. Only a yes is kept, since
 * every word of its text is one of the vocabulary; other texts may name a person. Everything is forgotten when it is full.
 */
export class LinkedTexts {
  readonly #linked = new Map<string, Remembered>()

  /** @param indexName of the index that would answer now */
  get(request: LinkRequest, indexName: string): Verdict | undefined {
    const known = this.#linked.get(JSON.stringify(request))
    return known?.indexName === indexName ? known.verdict : undefined
  }

  /** Keeps a verdict, if it is a yes and its text may be kept. */
  set(request: LinkRequest, indexName: string, verdict: Verdict): void {
    if (!('coding' in verdict)) return
    const key = JSON.stringify(request)
    const words = JSON.stringify([request.query, request.metadata])
    if (words.length > LONGEST_REMEMBERED || LONG_NUMBER.test(words)) return
    if (this.#linked.size >= MAX_REMEMBERED) this.#linked.clear()
    this.#linked.set(key, { indexName, verdict })
  }
}
