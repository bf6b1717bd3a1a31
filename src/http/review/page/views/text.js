// @ts-check
import { html } from 'lit-html'

/**
 * @import { Relation } from '../../../../mapping/mapping.ts'
 * @import { Stretch } from '../../marks.ts'
 */

/** @param {number} number */
export function counted(number) {
  return number.toLocaleString('en-US')
}

/** @param {number} share in [0, 1] */
export function percent(share) {
  const rounded = Math.round(share * 100)
  // Nearly all is not all, and little is not nothing.
  if (rounded === 100 && share < 1) return '> 99 %'
  if (rounded === 0 && share > 0) return '< 1 %'
  return `${rounded} %`
}

/**
 * A name with the words marked that the term says.
 *
 * @param {readonly Stretch[]} stretches
 */
export function markedText(stretches) {
  return stretches.map(({ text, isSaid }) => (isSaid ? html`<mark>${text}</mark>` : text))
}

/** @param {readonly Stretch[]} stretches */
export function plainText(stretches) {
  return stretches.map(({ text }) => text).join('')
}

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
