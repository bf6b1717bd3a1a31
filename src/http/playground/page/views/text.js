// @ts-check
import { plainText } from '../../../page/text.js'

/** @import { Playground } from '../playground.js' */

/** @param {number} ms */
export function milliseconds(ms) {
  return ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`
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
