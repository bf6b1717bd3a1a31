/**
 * Proves what a note says by a count of denials, a person that the patient lives with, a dated drug, and the letters of an eye:
 * none of the first is linked as the patient's own; a code says which eye.
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const problemsIn = (text: string) =>
  medlink.comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] }).entities

test.each([
  ['Headache since Monday. Fever, cough, gout: absent x3.', ['fever', 'cough', 'gout'], 'NEGATION'],
  ['Fever, gout: denied x 2.', ['fever', 'gout'], 'NEGATION'],
  ['Lives with a man with gout.', ['gout'], 'PERTAINS_TO_FAMILY'],
  ['Son, who himself has asthma, called.', ['asthma'], 'PERTAINS_TO_FAMILY'],
  ['Had gout last time. Fever today.', ['gout'], 'PAST_HISTORY'],
  ['Trimethoprim 2016: rash. Fever now.', ['rash'], 'PAST_HISTORY'],
] as const)('"%s": %j are not had', (text, names, trait) => {
  for (const name of names) {
    const found = problemsIn(text).find((each) => each.text.toLowerCase() === name)
    expect(found?.traits.map((each) => each.name)).toContain(trait)
  }
})

test.each([
  ['RE severe NPDR.', /right eye/],
  ['Severe NPDR OU.', /bilateral/],
  ['Severe NPDR od.', /right eye/],
])('"%s" %s', (text, eye) => {
  const [found] = problemsIn(text)
  expect(found!.results[0]!.metadata.preferred_name).toMatch(eye)
})

test.each([
  ['Ex-smoker.', true],
  ['Ex-smoker leaflet.', false],
])(
  '"%s": a code that says a history is linked where nothing else is said of it: %s',
  (text, isLinked) => {
    expect(problemsIn(text)[0]?.results[0]?.is_linked).toBe(isLinked)
  },
)
