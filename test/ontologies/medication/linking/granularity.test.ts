/**
 * Proves of the ingredients of a text:
 * 1. `granularity: 'ingredient'` links the ingredient, the concept of a combination, or each ingredient of one
 * 2. its proof is that of products: nothing is linked that is denied, guessed, contradicted, a group or left over
 * 3. a product that is not linked says what is certain of it, and one that is linked does not
 * 4. strictness changes neither
 */

import { describe, expect, test } from 'vitest'
import type { Granularity, Strictness } from '../../../../src/contract.ts'
import { drug, openDrugs, openDrugsOfFile, PHARMACY } from '../../../support/drugs.ts'

const pharmacy = openDrugsOfFile([
  ...PHARMACY,
  drug('19711', 'combination', 'amlodipine + acetaminophen'),
  drug('30100', 'clinical_drug', 'amlodipine 5 mg + acetaminophen 500 mg', { form: 'Oral Tablet' }),
  drug('30200', 'branded_drug', 'quelbrine 5 mg', { form: 'Oral Tablet', brand: 'Nidrel' }),
])

const ask = (text: string, granularity: Granularity, strictness: Strictness = 'high') =>
  pharmacy.link(text, { granularity, strictness }).results

describe('ingredients', () => {
  test.each([
    { text: 'metformin 500 mg tablet', codes: ['6809'] },
    { text: 'metformin 600 mg injection', codes: ['6809'] },
    { text: 'metformin', codes: ['6809'] },
    { text: 'tab Zorvexia 500', codes: ['6809'] },
    { text: 'Kelvano', codes: ['6809'] },
    { text: 'amlodipine besylate 5 mg', codes: ['17767'] },
    { text: 'amlodipine + acetaminophen', codes: ['19711'] },
    { text: 'Kelvano G', codes: ['6809', '25789'] },
    { text: 'metformin 500 mg + glimepiride 1 mg', codes: ['6809', '25789'] },
    { text: 'metformin 500 mg and amlodipine 5 mg', codes: ['6809', '17767'] },
    { text: 'metformin (XYZ) 500 mg', codes: ['6809'] },
  ])('of "$text" are $codes', ({ text, codes }) => {
    for (const strictness of ['high', 'balanced'] as const) {
      const rows = ask(text, 'ingredient', strictness)
      expect(rows.filter(({ is_linked }) => is_linked).map(({ term_id }) => term_id)).toEqual(codes)
    }
  })

  test.each([
    { text: 'no metformin', reason: 'context_differs' },
    { text: 'metformin ?', reason: 'context_differs' },
    { text: 'tab metformn 500 mg', reason: 'misspelt' },
    { text: 'tab Zorvexia amlodipine', reason: 'generic_mismatch' },
    { text: 'metformin quelbrax', reason: 'name_incomplete' },
    { text: 'Tab Zorvexia + Tab Temsartiq', reason: 'several_drugs' },
    { text: 'insulin', reason: undefined },
    { text: 'Nidrel 5 mg', reason: undefined },
  ])('of "$text" are not linked: $reason', ({ text, reason }) => {
    const rows = ask(text, 'ingredient')
    expect(rows.some(({ is_linked }) => is_linked)).toBe(false)
    expect(rows[0]?.metadata.link_reason).toBe(reason)
  })

  test('are not cut by top_k', () => {
    const { results } = pharmacy.link('Kelvano G', { granularity: 'ingredient', top_k: 1 })
    expect(results).toHaveLength(2)
  })
})

describe('what is certain', () => {
  const metformin = { name: 'metformin', id: '6809' }
  test.each([
    {
      text: 'metformin 600 mg tablet',
      certain: { ingredients: [metformin], strengths: ['600 mg'], form: 'tablet' },
    },
    { text: 'metformin', certain: { ingredients: [metformin], strengths: [], form: null } },
    { text: 'Kelvano', certain: { ingredients: [metformin], strengths: [], form: 'tablet' } },
    {
      text: 'metformin 500 mg and amlodipine 5 mg',
      certain: {
        ingredients: [metformin, { name: 'amlodipine', id: '17767' }],
        strengths: ['500 mg', '5 mg'],
        form: null,
      },
    },
    {
      text: 'Nidrel 10 mg',
      certain: {
        ingredients: [{ name: 'quelbrine', id: null }],
        strengths: ['10 mg'],
        form: null,
      },
    },
    { text: 'metformin 500 mg tablet', certain: undefined },
    { text: 'tab metformn 500 mg', certain: undefined },
    { text: 'tab Zorvexia amlodipine', certain: undefined },
    { text: 'metformin quelbrax 500 mg', certain: undefined },
    { text: 'Tab Zorvexia + Tab Temsartiq', certain: undefined },
  ])('of "$text" is $certain', ({ text, certain }) => {
    const [first, second] = ask(text, 'product')
    expect(first!.metadata.certain).toEqual(certain)
    expect(second?.metadata.certain).toBeUndefined()
  })

  test('is told with linked ingredients, too', () => {
    const [first] = ask('tab Zorvexia 500', 'ingredient')
    expect(first!.metadata.certain).toEqual({
      ingredients: [metformin],
      strengths: ['500 mg'],
      form: 'tablet',
    })
  })
})

test("a combination's ingredients are linked one by one where only Medlink has a code for it", () => {
  const combination = drug('ML:glimepiride-metformin', 'combination', 'glimepiride + metformin')
  const { link } = openDrugs(PHARMACY, [], [combination])
  expect(link('glimepiride + metformin').results[0]!.term_id).toBe('ML:glimepiride-metformin')
  const linked = link('Kelvano G', { granularity: 'ingredient' }).results
  expect(linked.map(({ term_id }) => term_id)).toEqual(['6809', '25789'])
})
