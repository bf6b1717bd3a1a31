import type { Substitution } from '../contract.ts'
import type { Word } from '../text/analyze.ts'

/**
 * One way to read a mention: a list of slots, one for each content word, each with the keys of the index that may stand
 * for it.
 */

/** A key of the index that may stand for a word. */
export interface SlotKey {
  readonly key: number
  /** In (0, 1]. */
  readonly weight: number
  /** Id of the exact word meant, -1 when the index has only other forms of it. */
  readonly word: number
  readonly form: string
  readonly because: string
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
  /** What was replaced to get here; empty for the mention as written. */
  readonly replaced: readonly Substitution[]
  /** All words as they are read, corrected, function words included where nothing was replaced. */
  readonly words: readonly Word[]
  /** Whether the mention has more words than are read. */
  readonly isCut: boolean
  /** Forms of the mention's words that were set aside since they are no part of a name. */
  readonly setsAside?: readonly string[]
  /** How sure the reading is of its words: the least weight of a correction or replacement, 1 without any. */
  readonly certainty: number
  /**
   * Keys of the words that were read in the place of others: a name without any of them is found by the mention as it is
   * written. None for that.
   */
  readonly needed: readonly number[]
}

/** What is left of a word's weight when it stands in brackets. */
export const OPTIONAL_WEIGHT = 0.3

/** Key → what is left of its weight, in [0, 1]. */
export type Lightness = Float32Array
