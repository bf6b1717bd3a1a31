/**
 * Proves which words keep a diagnosis from being linked, though not a sign or a symptom: its signs, scores, feelings, counts
 * and dates of what comes and goes, plans of care, and the question of a report of imaging.
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const isLinked = (text: string, name: string) =>
  medlink
    .comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] })
    .entities.some(
      (each) => each.text.toLowerCase() === name && each.results[0]?.is_linked === true,
    )

test.each([
  ['Seen today with gout symptoms.', 'gout'],
  ['Symptoms of pneumonia since Tuesday.', 'pneumonia'],
  ['Signs of gout or cellulitis on exam.', 'cellulitis'],
  ['Gout and pneumonia symptoms.', 'gout'],
  ['Gout type pain in toe.', 'gout'],
  ['HAD: anxiety 11, depression 9.', 'anxiety'],
  ['Depression 3/10, sleeps well.', 'depression'],
  ['Anxiety scale 4.', 'anxiety'],
  ['Looks depressed.', 'depressed'],
  ['MSE: anxious, restless.', 'anxious'],
  ['Asthma care plan updated.', 'asthma'],
  ['Cellulitis x2.', 'cellulitis'],
  ['Pneumonia better after antibiotics.', 'pneumonia'],
  ['Oct 2022 cellulitis.', 'cellulitis'],
  ['Dec 22 pneumonia.', 'pneumonia'],
  ['REASON FOR EXAM: PNEUMONIA. IMPRESSION: NEGATIVE.', 'pneumonia'],
  ['Indication: pneumonia\nImpression: Clear lungs.', 'pneumonia'],
  ['Indication: follow up of pneumonia.', 'pneumonia'],
  ['Clinical diagnosis: pneumonia. HPE: gout.', 'pneumonia'],
  ['CT chest, indication: pneumonia', 'pneumonia'],
])('"%s": no yes for %s', (text, name) => {
  expect(isLinked(text, name)).toBe(false)
})

test.each([
  ['Symptoms of cough and fever.', 'cough'],
  ['His asthma symptoms are worse at night.', 'asthma'],
  ['Gout. Asthma symptoms well controlled.', 'asthma'],
  ['Feels depressed, gout.', 'gout'],
  ['Gout and pneumonia x2.', 'gout'],
  ['Known depression.', 'depression'],
  ['1. Pneumonia 2. Gout', 'pneumonia'],
  ['Depression 2019, on sertraline.', 'depression'],
  ['Asthma better after inhalers.', 'asthma'],
  ['Oct 2022 asthma.', 'asthma'],
  ['Vomiting x2 today.', 'vomiting'],
  ['REASON FOR EXAM: COUGH. IMPRESSION: NORMAL CHEST.', 'cough'],
  ['Indication: asthma\nImpression: Clear lungs.', 'asthma'],
  ['Clinical diagnosis: pneumonia. For admission.', 'pneumonia'],
  ['Reason for referral: gout, rash on arm.', 'gout'],
])('"%s": a yes for %s', (text, name) => {
  expect(isLinked(text, name)).toBe(true)
})
