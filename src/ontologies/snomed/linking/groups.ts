import type { MedlinkIndex } from '../../../index/reader.ts'
import type { Word } from '../../../language/analyze.ts'
import { remember } from '../../../language/remember.ts'
import { GROUPS, type Group } from '../semantic-tags.ts'

/**
 * The kind of thing that words name: "uvula" is a body structure, "carcinoma of uvula" a disorder. Learned from the index:
 * a naive Bayes classifier over the mention's words, by the number of names of each kind with a word.
 */

/** How likely a phrase means a thing of each kind, before its words are looked at. */
const PRIOR: Readonly<Record<Group, number>> = {
  disorder: 1,
  finding: 4,
  situation: 0.5,
  event: 0.5,
  procedure: 0.6,
  untagged: 0.5,
  body: 0.3,
  observable: 0.3,
  morphology: 0.05,
  organism: 0.05,
  substance: 0.05,
  object: 0.05,
  qualifier: 0.05,
  product: 0.05,
  other: 0.05,
}

const LOG_PRIOR = GROUPS.map((group) => Math.log(PRIOR[group]))

/** Pseudo-names of every kind that have every word: unseen is not impossible. */
const SMOOTHING = 0.5
/** With fewer names than this, or none, too little is known about the words of a kind. */
const FEW_NAMES = 1000
/** Names looked at for one word, evenly spread: enough to tell shares. */
const SAMPLE = 512
const CACHED_WORDS = 20_000

export class GroupGuesser {
  readonly #index: MedlinkIndex
  /** The logarithm of the share of the names of each kind that have a key; undefined for one that no name has. */
  readonly #logSharesOf = remember((key) => this.#readLogShares(key), CACHED_WORDS)
  #sizes: Float64Array | undefined

  constructor(index: MedlinkIndex) {
    this.#index = index
  }

  /** How likely the words name a thing of each kind, by group number; the likeliest has 1. */
  guess(words: readonly Word[]): number[] {
    // Each reading has a list of its own: V8 copies a plain one in a tenth of the time of a typed one.
    const logs = LOG_PRIOR.slice()
    for (const { key, stop } of words) {
      const logShares = stop ? undefined : this.#logSharesOf(key)
      if (logShares === undefined) continue
      for (let group = 0; group < logs.length; group++) logs[group]! += logShares[group]!
    }
    let most = Number.NEGATIVE_INFINITY
    for (let group = 0; group < logs.length; group++) most = Math.max(most, logs[group]!)
    for (let group = 0; group < logs.length; group++) logs[group] = Math.exp(logs[group]! - most)
    return logs
  }

  /** Share of the names with a key that are of a kind, by a sample of them; undefined if no name has it. */
  shareOf(key: string, kind: Group): number | undefined {
    const id = this.#index.keys.idOf(key)
    if (id < 0) return undefined
    const { postings } = this.#index.arrays
    const wanted = GROUPS.indexOf(kind)
    const from = postings.offsets[id]!
    const count = postings.offsets[id + 1]! - from
    const step = Math.max(1, count / SAMPLE)
    let seen = 0
    let found = 0
    for (let i = 0; i < count; i += step) {
      seen++
      if (this.#groupOf(postings.terms[from + Math.floor(i)]!) === wanted) found++
    }
    return seen === 0 ? undefined : found / seen
  }

  #readLogShares(key: string): Float64Array | undefined {
    const { postings } = this.#index.arrays
    const id = this.#index.keys.idOf(key)
    if (id < 0 || postings.idf[id] === 0) return undefined
    const from = postings.offsets[id]!
    const count = postings.offsets[id + 1]! - from
    const step = Math.max(1, count / SAMPLE)
    const shares = new Float64Array(GROUPS.length)
    for (let i = 0; i < count; i += step) {
      const term = postings.terms[from + Math.floor(i)]!
      shares[this.#groupOf(term)]! += step
    }
    this.#sizes ??= this.#countNames()
    for (let group = 0; group < shares.length; group++)
      shares[group] = Math.log(
        (shares[group]! + SMOOTHING) / Math.max(FEW_NAMES, this.#sizes[group]!),
      )
    return shares
  }

  #countNames(): Float64Array {
    const { columns, termConcept } = this.#index.arrays
    const group = columns.concept.group!
    const sizes = new Float64Array(GROUPS.length)
    for (let term = 0; term < termConcept.length; term++) sizes[group[termConcept[term]!]!]!++
    return sizes
  }

  /** The number of the group that a name's concept is of. */
  #groupOf(term: number): number {
    const { columns, termConcept } = this.#index.arrays
    return columns.concept.group![termConcept[term]!]!
  }
}
