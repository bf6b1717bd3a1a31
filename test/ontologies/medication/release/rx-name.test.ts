/**
 * Proves of RxNorm's names:
 * 1. each part of the grammar is read, the odd ones too
 * 2. a name that is written by the grammar reads back
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formFinder, parseDrugName } from '../../../../src/ontologies/medication/release/rx-name.ts'

const findForm = formFinder([
  'Oral Tablet',
  'Extended Release Oral Tablet',
  'Injection',
  'Prefilled Syringe',
  'Metered Dose Inhaler',
])
const mg = (name: string, value: number, unit = 'mg') => ({ name, strength: { value, unit } })

describe('reads', () => {
  test.each([
    {
      name: 'rivaroxaban 15 MG Oral Tablet',
      drug: { ingredients: [mg('rivaroxaban', 15)], form: 'Oral Tablet' },
    },
    {
      name: '24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet [Glucophage]',
      drug: {
        ingredients: [mg('metformin hydrochloride', 500)],
        form: 'Extended Release Oral Tablet',
        brand: 'Glucophage',
        quantity: { value: 24, unit: 'h' },
      },
    },
    {
      name: '0.5 ML insulin glargine 100 UNT/ML Prefilled Syringe',
      drug: {
        ingredients: [mg('insulin glargine', 100, '[IU]/mL')],
        form: 'Prefilled Syringe',
        quantity: { value: 0.5, unit: 'mL' },
      },
    },
    {
      name: 'amoxicillin 500 MG / clavulanate 125 MG Oral Tablet',
      drug: { ingredients: [mg('amoxicillin', 500), mg('clavulanate', 125)], form: 'Oral Tablet' },
    },
    {
      name: 'insulin, regular, human 100 UNT/ML Injection',
      drug: { ingredients: [mg('insulin, regular, human', 100, '[IU]/mL')], form: 'Injection' },
    },
    {
      name: 'NDA020503 200 ACTUAT albuterol 0.09 MG/ACTUAT Metered Dose Inhaler [Proventil]',
      drug: {
        ingredients: [mg('albuterol', 0.09, 'mg/actuat')],
        form: 'Metered Dose Inhaler',
        brand: 'Proventil',
        quantity: { value: 200, unit: 'actuat' },
      },
    },
    {
      name: 'Abuse-Deterrent 12 HR oxycodone hydrochloride 10 MG Extended Release Oral Tablet',
      drug: {
        ingredients: [mg('oxycodone hydrochloride', 10)],
        form: 'Extended Release Oral Tablet',
        quantity: { value: 12, unit: 'h' },
      },
    },
    {
      name: 'poliovirus vaccine inactivated, type 1 (Mahoney) 80 UNT/ML Injection',
      drug: {
        ingredients: [mg('poliovirus vaccine inactivated, type 1 (Mahoney)', 80, '[IU]/mL')],
        form: 'Injection',
      },
    },
    {
      name: 'fimbriae 2/3 vaccine 0.01 MG/ML New Fangled Device',
      drug: {
        ingredients: [mg('fimbriae 2/3 vaccine', 0.01, 'mg/mL')],
        form: 'New Fangled Device',
      },
    },
    {
      name: 'antigen one 5 MG / antigen two 6 MG / antigen thr...',
      drug: { ingredients: [mg('antigen one', 5), mg('antigen two', 6)] },
    },
    {
      name: '{2 (0.2 ML) (esketamine 140 MG/ML Injection) } Pack',
      drug: { ingredients: [mg('esketamine', 140, 'mg/mL')], form: 'Pack' },
    },
    {
      name: '{1 (peanut (Arachis hypogaea) allergen 1 MG Oral Tablet [Palforzia]) / 2 (peanut (Arachis hypogaea) allergen 20 MG Oral Tablet [Palforzia]) } Pack [Palforzia Kit]',
      drug: {
        ingredients: [
          mg('peanut (Arachis hypogaea) allergen', 1),
          mg('peanut (Arachis hypogaea) allergen', 20),
        ],
        form: 'Pack',
        brand: 'Palforzia Kit',
      },
    },
  ])('$name', ({ name, drug }) => {
    expect(parseDrugName(name, findForm, true)).toEqual(drug)
  })

  test('names without strengths', () => {
    expect(parseDrugName('factor 9 Injection [Nine]', findForm, false)).toEqual({
      ingredients: [{ name: 'factor 9' }],
      form: 'Injection',
      brand: 'Nine',
    })
    expect(parseDrugName('diphenhydramine Injectable Product', findForm, false)).toEqual({
      ingredients: [{ name: 'diphenhydramine' }],
      form: 'Injectable Product',
    })
  })
})

test('a name that is written by the grammar reads back', () => {
  const name = fc.stringMatching(/^[a-z]{3,12}( [a-z]{3,12})?$/)
  const ingredient = fc.record({ name, value: fc.integer({ min: 1, max: 9999 }) })
  fc.assert(
    fc.property(
      fc.array(ingredient, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('Oral Tablet', 'Extended Release Oral Tablet', 'Injection'),
      fc.option(fc.stringMatching(/^[A-Z][a-z]{2,9}$/)),
      fc.option(fc.integer({ min: 1, max: 99 })),
      (ingredients, form, brand, hours) => {
        const parts = ingredients.map((each) => `${each.name} ${each.value} MG`).join(' / ')
        const written = `${hours === null ? '' : `${hours} HR `}${parts} ${form}${brand === null ? '' : ` [${brand}]`}`
        expect(parseDrugName(written, findForm, true)).toEqual({
          ingredients: ingredients.map((each) => mg(each.name, each.value)),
          form,
          ...(brand !== null && { brand }),
          ...(hours !== null && { quantity: { value: hours, unit: 'h' } }),
        })
      },
    ),
  )
})

test('never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, withStrengths) => {
      parseDrugName(text, findForm, withStrengths)
    }),
  )
})
