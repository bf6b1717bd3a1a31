/** Reasons of an answer, as `explain` gives them. */
import type { LinkedOntology } from './ontologies.ts'
import type { LinkResult } from './results.ts'

/** One feature's part of a score: `value` in [0, 1], `share` of the total weight, `value · share` summed is the score. */
export interface ScorePart {
  readonly feature: string
  readonly value: number
  readonly share: number
}

/**
 * What a word of a mention is in a name: the `same_word`, or an `inflection` of it; another one by what is said of
 * `synonym` or `abbreviation`, corrected in its `spelling`, or by what patients mean (`lay`); one that only shares its
 * stem, or stands for it loosely (`related`). A word that is none of the name's is `agreed` where the code says the same
 * in other words, `spared` where it says nothing of which condition it is, `silent` where it says nothing at all
 * ("unspecified"), `other_name` where such words are another name of the same thing ("(AEC)"), and else `left_over`.
 */
export const WORD_ACCOUNTS = [
  'same_word',
  'inflection',
  'synonym',
  'abbreviation',
  'spelling',
  'lay',
  'related',
  'agreed',
  'spared',
  'silent',
  'other_name',
  'left_over',
] as const

/** A word of a mention, or words that were read as others, and what accounts for it. */
export interface AccountedWord {
  readonly word: string
  readonly by: (typeof WORD_ACCOUNTS)[number]
  /** The word of the name that it is, or the words that it was read as. */
  readonly of?: string
}

/** Why one result stands where it stands. */
export interface Explanation {
  readonly term_id: string
  /** Sum of the parts, before calibration. */
  readonly ranking_score: number
  readonly parts: readonly ScorePart[]
  /** What was read in place of the words of the query, with the weight it was given. */
  readonly readings: readonly Substitution[]
  /**
   * Of the first result where links are proofs: what accounts for the words of the mention, function words aside; left
   * out where the text is a code.
   */
  readonly account?: readonly AccountedWord[]
  /** With `account`: words of the name that say something which the mention does not. */
  readonly added?: readonly string[]
  /** Of a name that the site gave the code: what the site says of it. */
  readonly note?: string
  /** With `account`: the name that is accounted for, where another one of the code proves more than the one that matched. */
  readonly account_of?: string
}

/** Something read in place of words: a synonym, an abbreviation's long form, a correction. */
export interface Substitution {
  readonly text: string
  readonly read_as: string
  /** In (0, 1). */
  readonly weight: number
  readonly because: string
}

/** A link result with its reasons; `explanations[i]` belongs to `results[i]`. */
export type ExplainedResult<O extends LinkedOntology = LinkedOntology> = LinkResult<O> & {
  readonly explanations: readonly Explanation[]
  /** Of prescriptions, what each stretch of the text was taken for: UTF-16 offsets `begin` (inclusive) and `end`. */
  readonly parse?: readonly {
    readonly kind: string
    readonly begin: number
    readonly end: number
    readonly value: string
  }[]
}
