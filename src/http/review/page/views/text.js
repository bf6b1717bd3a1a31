// @ts-check
/** @import { Relation } from '../../../../mapping/mapping.ts' */

/**
 * A decision, in a word or a code.
 *
 * @param {{ decision: string, code: string | null }} decision
 */
export function decisionText({ decision, code }) {
  if (decision === 'later') return 'later'
  return decision === 'none' ? 'no code' : (code ?? '')
}

/** @type {Readonly<Record<Relation, string>>} */
const RELATIONS = {
  equivalent: 'means the same',
  wider: 'means more',
  narrower: 'means less',
  inexact: 'overlaps',
}

/**
 * Relation of a code to a term.
 *
 * @param {Relation} relation
 */
export function relationText(relation) {
  return RELATIONS[relation]
}
