/**
 * Proves of conditions that ICD-10-CM takes for linked, over the starter:
 * 1. they have their code together in one sentence, in lines of a list, and below a heading; a hypertension far apart, too
 * 2. a complication has the type of diabetes that another sentence says
 * 3. two diseased valves have the code for both
 */

import { expect, test } from 'vitest'
import { codesIn } from '../support/comprehend.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const codesOf = (text: string) => codesIn(medlink, text)

test.each([
  ['HTN\nHeart failure', ['I11.0 linked', 'I50.9 linked']],
  ['PMH: HTN, CHF', ['I11.0 linked', 'I50.9 linked']],
  ['1. HTN\n2. Gout\n3. CKD 3b', ['I12.9 linked', 'M10.9 linked', 'N18.32 linked']],
  ['HTN. CKD 3b. Heart failure.', ['I13.0 linked', 'N18.32 linked', 'I50.9 linked']],
  [
    `HTN\n${'Gout\n'.repeat(12)}CKD 3b`,
    ['I12.9 linked', ...Array(12).fill('M10.9 linked'), 'N18.32 linked'],
  ],
  ['T2DM\nCKD 3b', ['E11.22 linked', 'N18.32 linked']],
  ['HTN\nNo heart failure', ['I10 linked', 'I50.9']],
  ['HTN\nMother: heart failure', ['I10 linked', 'Z82.49 linked']],
  ['HTN\n?CKD', ['I10 linked', 'N18.9']],
  ['HTN\nGout', ['I10 linked', 'M10.9 linked']],
])('%j: %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes)
})

test.each([
  ['T1DM. Mild NPDR OS.', ['E10.3292 linked', 'E10.3292 linked']],
  ['Type 1 diabetes since 2001. Diabetic neuropathy.', ['E10.40 linked', 'E10.40 linked']],
  ['Type 2 diabetes since 2001. Diabetic neuropathy.', ['E11.40 linked', 'E11.40 linked']],
  ['Mother: T1DM. Diabetic neuropathy.', ['E10.9', 'E11.40 linked']],
  ['Not T1DM. Diabetic neuropathy.', ['E10.9', 'E11.40 linked']],
])('%j: %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes)
})

test.each([
  ['Mild mitral regurgitation. Severe aortic stenosis. Seen.', ['I08.0 linked', 'I08.0 linked']],
  ['Degenerative mitral regurgitation. Aortic stenosis.', ['I34.0 linked', 'I35.0 linked']],
  ['Mitral regurgitation. Trivial aortic stenosis.', ['I34.0 linked', 'I35.0 linked']],
  ['Mitral regurgitation. No aortic stenosis.', ['I34.0 linked', 'I35.0']],
])('%j: %j', (text, codes) => {
  expect(codesOf(text)).toEqual(codes)
})
