/**
 * Proves of printed forms:
 * 1. each way to draw a box is one sign, and the text keeps its length
 * 2. a box speaks of the word before it where no box of the text precedes a word, and else of the word behind
 * 3. a question without an answer and a choice with a healthy side are doubts
 * 4. a choice of yes and no that is printed says what the answer behind it says
 * 5. an answer is about the question before it, whatever the mark between it and the next question
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withBoxes } from '../../src/clinical/answers.ts'
import { contextsOf } from '../support/marked-assertions.ts'

test.each([
  ['[x] gout', ' ☑  gout'],
  ['[X] gout [] RA', ' ☑  gout  ☐ RA'],
  ['gout [ ]', 'gout  ☐ '],
  ['gout [✓]', 'gout  ☑ '],
  ['□ gout ☒ RA', '☐ gout ☑ RA'],
  ['□ gout ■ RA', '☐ gout ☑ RA'],
  ['■ gout ■ RA', '■ gout ■ RA'],
  ['gout (x) RA ( )', 'gout  ☑  RA  ☐ '],
  ['factor (X) deficiency', 'factor (X) deficiency'],
  ['gout [a], RA (ii)', 'gout [a], RA (ii)'],
])('%j is drawn as %j', (text, drawn) => {
  expect(withBoxes(text)).toBe(drawn)
})

test('a text keeps its length', () => {
  const part = fc.constantFrom(
    '[x]',
    '[ ]',
    '[]',
    '(x)',
    '( )',
    '□',
    '☒',
    '■',
    'gout',
    ' ',
    '[',
    ']',
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      expect(withBoxes(text)).toHaveLength(text.length)
    }),
  )
})

describe('boxes', () => {
  test.each([
    ['[Hypertension] ☑\n[gout] ☐\n[asthma] ☑', ['own', 'absent', 'own']],
    ['[Hypertension] ☐\n[gout] ☑\n[asthma] ☐', ['absent', 'own', 'absent']],
    ['[Hypertension] ( )\n[gout] (x)\n[asthma] ( )', ['absent', 'own', 'absent']],
    ['[Gout]: ☑  [asthma]: ☐  [epilepsy]: ☑', ['own', 'absent', 'own']],
    ['PMH: [gout] ☐, [asthma] ☑, [epilepsy] ☐.', ['absent', 'own', 'absent']],
    ['[Nausea] ☑ [vomiting] ☐ [rash] ☑.', ['own', 'absent', 'own']],
    ['☑ [Gout] ☐ [asthma] ☑ [epilepsy]', ['own', 'absent', 'own']],
    ['☐ [Gout]\n☑ [asthma]\n☐ [epilepsy]', ['absent', 'own', 'absent']],
    ['□ [Gout] ■ [asthma] □ [epilepsy]', ['absent', 'own', 'absent']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})

describe('questions without an answer', () => {
  test.each([
    ['[Gout]: ____\n[Asthma]: yes\n[Epilepsy]: ___', ['suspected', 'own', 'suspected']],
    ['[Gout]: ......\n[Asthma]: no', ['suspected', 'absent']],
    ['[Gout] ____ , [asthma] ____ .', ['suspected', 'suspected']],
    ['[Gout]:\n[Asthma]:\n[Epilepsy]:', ['suspected', 'suspected', 'suspected']],
    ['[Gout]:\n[Asthma]: yes', ['suspected', 'own']],
    ['[Gout]: yes\n[Asthma]:', ['own', 'suspected']],
    ['[Gout]:\n- allopurinol\n- repeat urate', ['own']],
    ['[Gout]:\nplan: allopurinol daily', ['own']],
    ['Name: ____ has [gout]', ['own']],
    ['Diagnosis: ____ [gout]', ['own']],
    ['The left toe of this man with [gout]:\nthe knee:', ['own']],
    ['[Gout] - NA, [asthma] - yes', ['suspected', 'own']],
    ['[Gout]: N.A., [asthma]: na', ['suspected', 'suspected']],
    ['1. [Gout] NA 2. [asthma] NS 3. [epilepsy]', ['suspected', 'suspected', 'own']],
    ['[Gout]: , [asthma]: yes', ['suspected', 'own']],
    [
      '[Gout] - ___, [asthma]: since ___, [epilepsy] since 2 yrs',
      ['suspected', 'suspected', 'own'],
    ],
    // Sodium and saline.
    ['[Gout], Na, K sent', ['own']],
    ['[Gout]: NS 1 L given', ['own']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})

describe('answers with a space between them', () => {
  test.each([
    ['[Gout]: Yes since 2015 [asthma]: No [epilepsy]: No', ['own', 'absent', 'absent']],
    ['[Gout]: No [asthma]: Yes [epilepsy]: No', ['absent', 'own', 'absent']],
    ['[Gout]=No [asthma]=Yes [epilepsy]=No', ['absent', 'own', 'absent']],
    ['[GOUT] : NO\t[ASTHMA] : YES', ['absent', 'own']],
    ['[Pallor]: + [icterus]: - [edema]: +', ['own', 'absent', 'own']],
    ['Do you have [gout]: No Do you have [asthma]: Yes', ['absent', 'own']],
    ['FH: [gout]: yes [asthma]: yes', ['family', 'family']],
    ['Diagnosis: - [gout] - [asthma]', ['own', 'own']],
    ['Diagnosis: [gout] No [fever]: seen today', ['own', 'absent']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})

describe('choices of yes and no', () => {
  test.each([
    ['[Gout] Yes/No: No. [Asthma] Yes/No: Yes', ['absent', 'own']],
    ['[Gout] (Yes/No): No, [asthma] (Yes/No): Yes', ['absent', 'own']],
    ['[Gout] Y/N : Y; [asthma] Y/N : N', ['own', 'absent']],
    ['[Gout] Yes/No: Yes [asthma] Yes/No: No', ['own', 'absent']],
    ['[Gout] yes/no. No [fever].', ['suspected', 'absent']],
    ['[Gout]: Y/N', ['suspected']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})

describe('choices with a healthy side', () => {
  test.each([
    ['Breathing: normal / [wheeze] / [cyanosis]', ['suspected', 'suspected']],
    ['Mobility: [hemiplegia] / [paraplegia] / independent', ['suspected', 'suspected']],
    ['Skin: warm / [pallor]', ['suspected']],
    ['Problems: [gout] / [asthma] / [epilepsy]', ['own', 'own', 'own']],
    ['Normal bowels. [Gout] / [asthma]', ['own', 'own']],
    ['Chest: normal air entry / [wheeze]', ['own']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})

describe('labels of claims and portals', () => {
  test.each([
    ['Provisional diagnosis: [pneumonia]. Known [diabetic] on drugs.', ['suspected', 'own']],
    ['Provisional diagnosis: [gout]. Likely [sepsis].', ['suspected', 'suspected']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})
