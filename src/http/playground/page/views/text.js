// @ts-check
import { html } from 'lit-html'

/**
 * @import { Playground } from '../playground.js'
 * @import { Stretch } from '../../../review/marks.ts'
 */

/** @param {number} number */
export function counted(number) {
  return number.toLocaleString('en-US')
}

/** @param {number} ms */
export function milliseconds(ms) {
  return ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`
}

/** @param {number} share in [0, 1] */
export function percent(share) {
  const rounded = Math.round(share * 100)
  // Nearly all is not all, and little is not nothing.
  if (rounded === 100 && share < 1) return '> 99 %'
  if (rounded === 0 && share > 0) return '< 1 %'
  return `${rounded} %`
}

/** @type {Readonly<Record<string, string>>} */
const VOCABULARIES = {
  'icd-10-cm': 'ICD-10-CM',
  snomed: 'SNOMED CT',
  loinc: 'LOINC',
  medication: 'Medication',
}

/** @param {string} name */
export function vocabularyName(name) {
  return VOCABULARIES[name] ?? name
}

/** @param {readonly Stretch[]} stretches a name, with the words marked that the text says */
export function markedText(stretches) {
  return stretches.map(({ text, isSaid }) => (isSaid ? html`<mark>${text}</mark>` : text))
}

/** @param {readonly Stretch[]} stretches */
export function plainText(stretches) {
  return stretches.map(({ text }) => text).join('')
}

/**
 * The answer in a sentence.
 *
 * @param {Playground} playground
 */
export function answerInWords({ link, note }) {
  if (note !== undefined) {
    const linked = note.entities.filter(({ is_linked }) => is_linked).length
    return `${note.entities.length} entities found, ${linked} linked.`
  }
  const [first] = link?.candidates ?? []
  if (first === undefined) return 'No code has a name like this.'
  const name = `${first.code}, ${plainText(first.title)}`
  const question = link?.question === undefined ? '' : ` ${link.question.text}`
  return first.is_linked
    ? `Linked to ${name}.`
    : `No link: ${first.words}.${question} First: ${name}.`
}
