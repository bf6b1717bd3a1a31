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
 * Relation of a word of a mention to a name. The name's word is the `same_word` or an `inflection` of it; or it is another
 * word by a `synonym` or an `abbreviation`, by a correction of its `spelling`, or as patients mean it (`lay`); or it only
 * shares the stem, or is close in meaning (`related`). If the name lacks the word, the word is `agreed` if the code says
 * the same in other words, `spared` if it says nothing about the condition, `silent` if it says nothing at all
 * ("unspecified"), part of an `other_name` of the same thing ("(AEC)"), or else `left_over`.
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
export interface WordEvidence {
  readonly word: string
  readonly by: (typeof WORD_ACCOUNTS)[number]
  /** The word of the name that it is, or the words that it was read as. */
  readonly of?: string
}

/** Reasons for the rank of one result. */
export interface Explanation {
  readonly term_id: string
  /** Sum of the parts, before calibration. */
  readonly ranking_score: number
  readonly parts: readonly ScorePart[]
  /** Readings of words of the query as other words, each with its weight. */
  readonly readings: readonly Substitution[]
  /**
   * For the first result, in vocabularies that link by proof: the evidence for each word of the mention, function words
   * aside; absent if the text is a code.
   */
  readonly account?: readonly WordEvidence[]
  /** With `account`: words of the name that say something which the mention does not. */
  readonly added?: readonly string[]
  /** The site's note on a name that it gave the code. */
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

/**
 * Reasons why a row that ranks before the first one shown is not shown there: it has too little to do with the mention
 * (`far_off`), it says what the mention does not (`misleading`), or another row fits better (`gives_way`).
 */
export const PASSED_OVER_REASONS = ['far_off', 'misleading', 'gives_way'] as const

/** A row that ranks before the first one shown; before none if the list is empty. */
export interface PassedOver {
  readonly term_id: string
  readonly term_name: string
  readonly because: (typeof PASSED_OVER_REASONS)[number]
  /** ICD-10-CM and SNOMED CT: probability, in [0, 1], that a reader finds the row far off or absurd. */
  readonly misfit?: number
}

/** A link result with its reasons; `explanations[i]` belongs to `results[i]`. */
export type ExplainedResult<O extends LinkedOntology = LinkedOntology> = LinkResult<O> & {
  readonly explanations: readonly Explanation[]
  /** Rows that were passed over for the first one shown, or for none, best first; absent if there are none. */
  readonly passed_over?: readonly PassedOver[]
  /** Prescriptions: the interpretation of each stretch of the text, with UTF-16 offsets `begin` (inclusive) and `end`. */
  readonly parse?: readonly {
    readonly kind: string
    readonly begin: number
    readonly end: number
    readonly value: string
  }[]
}
