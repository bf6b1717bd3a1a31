import type { Substitution } from '../contract.ts'
import type { Word } from '../language/analyze.ts'

/**
 * Readings of a mention: a list of slots, one for each content word, each with the keys of the index that it may be read as.
 */

/** A key of the index that a word may be read as. */
export interface SlotKey {
  readonly key: number
  /** In (0, 1]. */
  readonly weight: number
  /** Id of the exact word, -1 if the index has only other forms of it. */
  readonly word: number
  readonly form: string
  readonly because: string
  /** Synonyms with the same stem, which is no proof that they are one word: "infarction" for "infarct". */
  readonly synonyms: readonly string[] | undefined
}

export interface QuerySlot {
  /** The word of the reading that the slot is for. */
  readonly form: string
  readonly mass: number
  readonly alternatives: readonly SlotKey[]
  readonly isNumber: boolean
}

/** One way to read the mention. */
export interface Reading {
  readonly slots: readonly QuerySlot[]
  /** Replacements of this reading; empty for the mention as written. */
  readonly replaced: readonly Substitution[]
  /** All words as they are read, corrected; with function words if nothing was replaced. */
  readonly words: readonly Word[]
  /** True if the mention has more words than are read. */
  readonly isCut: boolean
  /** Forms of the mention's words that were set aside because they are no part of a name. */
  readonly setsAside?: readonly string[]
  /** Certainty of the reading: the least weight of a correction or replacement, 1 without any. */
  readonly certainty: number
  /**
   * Keys of the words that were read instead of others; none for the mention as written. A name without any of them is
   * found by the mention as written.
   */
  readonly needed: readonly number[]
}

/** Share of its weight that a word in brackets keeps. */
export const OPTIONAL_WEIGHT = 0.3

/** Key → share of its weight that it keeps, in [0, 1]. */
export type Lightness = Float32Array
