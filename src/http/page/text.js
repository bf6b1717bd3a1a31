// @ts-check
/** Words and numbers as the pages show them. */

import { html } from 'lit-html'

/** @import { Stretch } from '../review/marks.ts' */

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

/** @param {readonly Stretch[]} stretches a name, with the words marked that the text says */
export function markedText(stretches) {
  return stretches.map(({ text, isSaid }) => (isSaid ? html`<mark>${text}</mark>` : text))
}

/** @param {readonly Stretch[]} stretches */
export function plainText(stretches) {
  return stretches.map(({ text }) => text).join('')
}
