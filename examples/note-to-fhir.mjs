/**
 * A note to FHIR R4: a Bundle with a Condition for each condition that the patient has, and for each that is denied.
 * A condition that is not linked keeps its text and gets no code.
 *
 *   node note-to-fhir.mjs "Fever x 3 days, no cough. K/C/O T2DM"
 */
import { openMedlink } from 'medlink'

const SYSTEM = 'http://hl7.org/fhir/sid/icd-10-cm'
const STATUS = 'http://terminology.hl7.org/CodeSystem/condition-ver-status'
/** Traits of conditions that are not the patient's own, or not certain. */
const LEFT_OUT = ['PERTAINS_TO_FAMILY', 'HYPOTHETICAL', 'PAST_HISTORY']

const text = process.argv[2] ?? 'Fever x 3 days, no cough. K/C/O T2DM'
const medlink = openMedlink({ starter: true })
const { entities } = medlink.comprehend({ text, find: ['problem'] })
medlink.close()

const entry = entities
  .filter(({ traits }) => !traits.some(({ name }) => LEFT_OUT.includes(name)))
  .map((entity) => ({ resource: conditionOf(entity) }))
console.log(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }, null, 2))

function conditionOf({ text: words, traits, results }) {
  return {
    resourceType: 'Condition',
    subject: { display: 'the patient of the note' },
    verificationStatus: { coding: [{ system: STATUS, code: statusOf(traits) }] },
    code: { text: words, ...codingOf(results) },
  }
}

/** The linked code, and none where Medlink does not link. */
function codingOf([first]) {
  if (!first?.is_linked) return {}
  const { term_id: code, metadata } = first
  return { coding: [{ system: SYSTEM, code, display: metadata.preferred_name }] }
}

function statusOf(traits) {
  const names = traits.map(({ name }) => name)
  if (names.includes('NEGATION')) return 'refuted'
  return names.includes('LOW_CONFIDENCE') ? 'provisional' : 'confirmed'
}
