/**
 * Proves of vague mentions:
 * 1. a phrase of the table is vague by itself, in any form and with whatever says how much, how badly or how long
 * 2. what is vague anywhere is so beside a part of the body; what is vague as a whole is not
 * 3. a text is cut off where a bracket or a quotation lacks its other half
 * 4. a word that announces another one leaves a text unfinished; a letter does not, and some words only behind a mark
 */

import { expect, test } from 'vitest'
import { isCutOff, isUnfinished, isVague } from '../../src/clinical/qualifiers.ts'
import { analyzer } from '../support/linker.ts'

test.each([
  { text: 'fracture', vague: true },
  { text: 'Fractures', vague: true },
  { text: 'severe bleeding', vague: true },
  { text: 'bleeding since 3 days', vague: true },
  { text: 'heart problem', vague: true },
  { text: 'problems with my liver', vague: true },
  { text: 'fracture of rib', vague: false },
  { text: 'left fracture', vague: false },
  { text: 'fever', vague: false },
  { text: 'stomach', vague: true },
  { text: 'nerves', vague: true },
  { text: 'stomach ulcer', vague: false },
  { text: 'liver', vague: false },
  { text: 'heart disease', vague: false },
  { text: '2 ml', vague: true },
  { text: 'ML 2', vague: false },
  { text: 'pressure areas', vague: true },
  { text: 'pressure sore', vague: false },
])('"$text" is vague: $vague', ({ text, vague }) => {
  expect(isVague(analyzer.analyze(text))).toBe(vague)
})

test.each([
  { text: 'asthma', cut: false },
  { text: 'asthma (acute) [severe] "wheeze"', cut: false },
  { text: '(asthma', cut: true },
  { text: 'asthma)', cut: true },
  { text: '[asthma', cut: true },
  { text: 'asthma]', cut: true },
  { text: '"asthma', cut: true },
  { text: '"asthma" "gout', cut: true },
])('"$text" is cut off: $cut', ({ text, cut }) => {
  expect(isCutOff(text)).toBe(cut)
})

test.each([
  { text: 'ALCOHOL DEPENDENCE, IN', unfinished: true },
  { text: 'pneumonia of', unfinished: true },
  { text: 'heart failure and', unfinished: true },
  { text: 'RESPIRATORY FAILURE WITH HYPOXIA A', unfinished: true },
  { text: 'respiratory failure with hypoxia an', unfinished: true },
  { text: 'ulcer of heel, stage', unfinished: true },
  { text: 'glaucoma, residual stage', unfinished: false },
  { text: 'hepatitis A', unfinished: false },
  { text: 'ulcer of heel, stage 2', unfinished: false },
  { text: 'ulcer in heel', unfinished: false },
  { text: 'of', unfinished: false },
])('"$text" is unfinished: $unfinished', ({ text, unfinished }) => {
  expect(isUnfinished(text, analyzer.analyze(text))).toBe(unfinished)
})
