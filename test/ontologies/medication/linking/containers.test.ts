/**
 * Proves of containers and of doses by needle:
 * 1. the content of a container is read from names as the FDA writes them
 * 2. a container that nobody wrote is not linked, nor another one than is written
 * 3. a written volume is that of a syringe or a pen before that of a vial
 * 4. the container of a brand is known from Medlink's tables
 * 5. a mass by needle that no product has is a dose: the concentration is asked for
 * 6. an amount that is given is not a powder where a solution has as much
 * 7. a text without a brand gets none where the drug is sold without one
 * 8. a fluid that nobody wrote is not linked; as much as a bag holds is no drop
 * 9. products that last for different times are linked only where text and product say for how long
 * 10. a brand's slow product is not meant where it is sold without that, too
 * 11. drops that form a gel are other drops
 */
import { describe, expect, test } from 'vitest'
import { contentIn } from '../../../../src/ontologies/medication/composition.ts'
import type { Drug } from '../../../../src/ontologies/medication/drug.ts'
import { drug, openDrugs } from '../../../support/drugs.ts'

test.each([
  ['EPINEPHRINE 10MG/10ML (1MG/ML) SOLUTION;INTRAVENOUS', 'injection', 10],
  ['EPINEPHRINE EQ 1MG BASE/ML (EQ 1MG BASE/ML) SOLUTION;SUBCUTANEOUS', 'injection', 1],
  ['FRAGMIN 10,000IU/0.4ML (25,000IU/ML) INJECTABLE;SUBCUTANEOUS', 'injection', 0.4],
  ['METOCLOPRAMIDE EQ 10MG BASE/2ML INJECTABLE;INJECTION', 'injection', 2],
  ['ONDANSETRON EQ 2MG BASE/ML INJECTABLE;INJECTION', 'injection', 0],
  ['SODIUM CHLORIDE 0.9% IN PLASTIC CONTAINER 900MG/100ML INJECTABLE;INJECTION', 'injection', 0],
  ['CEFAZOLIN 2GM/100ML (20MG/ML) SOLUTION;INTRAVENOUS', 'injection', 100],
  [
    'HEPARIN SODIUM 25,000 UNITS IN DEXTROSE 5% 10,000 UNITS/100ML INJECTABLE;INJECTION',
    'injection',
    250,
  ],
  [
    'HEPARIN SODIUM 5,000 UNITS IN SODIUM CHLORIDE 0.45% 100 UNITS/ML INJECTABLE;INJECTION',
    'injection',
    50,
  ],
  ['CEFTRIAXONE 1GM/VIAL INJECTABLE;INJECTION', 'injection', 0],
  ['BUDESONIDE 0.5MG/2ML SUSPENSION;INHALATION', 'nebules', 2],
  ['AMOXICILLIN 250MG/5ML FOR SUSPENSION;ORAL', 'suspension', 0],
  ['TESTOSTERONE 25MG/2.5GM PACKET GEL;TRANSDERMAL', 'gel', 2.5],
  ['TESTOSTERONE 12.5MG/1.25GM ACTUATION GEL, METERED;TRANSDERMAL', 'gel', 1.25],
  ['DICLOFENAC SODIUM 1% GEL;TOPICAL', 'gel', 0],
] as const)('"%s" is a %s of %d', (name, form, content) => {
  expect(contentIn(name, form)).toBe(content)
})

const INJECTION = { form: 'SOLUTION;INTRAVENOUS' }
const vial = (code: string, ingredients: string, name: string) =>
  drug(code, 'clinical_drug', ingredients, { ...INJECTION, name: `${name} SOLUTION;INTRAVENOUS` })

function outcomeOf(drugs: readonly Drug[], text: string) {
  const [first] = openDrugs(drugs).link(text).results
  const { link_reason: reason, needed } = first!.metadata
  return first!.is_linked ? first!.term_id : needed === undefined ? reason : `${reason} ${needed}`
}

describe('containers', () => {
  const TWO = vial('2', 'ketorolac 15 mg/mL', 'KETOROLAC 30MG/2ML (15MG/ML)')
  const TEN = vial('10', 'ketorolac 15 mg/mL', 'KETOROLAC 150MG/10ML (15MG/ML)')
  const ANY = vial('0', 'ketorolac 15 mg/mL', 'KETOROLAC 15MG/ML')
  const SYRINGE = drug('1', 'clinical_drug', 'ketorolac 15 mg/mL', {
    form: 'Prefilled Syringe',
    name: '2 ML ketorolac 15 MG/ML Prefilled Syringe',
    quantity: { value: 2, unit: 'mL' },
  })
  test.each([
    { of: [TWO, TEN], text: 'ketorolac 30 mg/2 ml inj', as: '2' },
    { of: [TWO, TEN], text: 'ketorolac 150 mg/10 ml inj', as: '10' },
    { of: [TWO, TEN], text: 'ketorolac 15 mg/ml inj 2 ml vial', as: '2' },
    { of: [TWO, TEN], text: 'ketorolac 60 mg/4 ml inj', as: 'qualifier_needed which volume?' },
    { of: [TWO, TEN], text: 'ketorolac 15 mg/ml inj', as: 'qualifier_needed which volume?' },
    { of: [TEN], text: 'ketorolac 15 mg/ml inj', as: 'qualifier_needed which volume?' },
    { of: [TEN], text: 'ketorolac 30 mg/2 ml inj', as: 'qualifier_needed which volume?' },
    { of: [TEN], text: 'ketorolac 60 mg/4 ml', as: 'qualifier_needed which volume?' },
    { of: [TEN, ANY], text: 'ketorolac 15 mg/ml inj', as: '0' },
    { of: [TEN, ANY], text: 'ketorolac 30 mg/2 ml inj', as: '0' },
    { of: [SYRINGE, ANY], text: 'ketorolac 30 mg/2 ml inj', as: 'qualifier_needed which device?' },
    { of: [SYRINGE, ANY], text: 'ketorolac 30 mg/2 ml prefilled syringe', as: '1' },
    { of: [SYRINGE, ANY], text: 'ketorolac 15 mg/ml inj', as: '0' },
  ])('"$text" is $as', ({ of, text, as }) => {
    expect(outcomeOf(of, text)).toBe(as)
  })

  test('a brand has the container of its row', () => {
    const pen = drug('1', 'clinical_drug', 'epinephrine 1 mg/mL', {
      form: 'Auto-Injector',
      name: '0.3 ML epinephrine 1 MG/ML Auto-Injector',
      quantity: { value: 0.3, unit: 'mL' },
    })
    const ten = vial('10', 'epinephrine 1 mg/mL', 'EPINEPHRINE 10MG/10ML (1MG/ML)')
    expect(outcomeOf([pen, ten], 'EpiPen 0.3 mg')).toBe('1')
    expect(outcomeOf([ten], 'EpiPen 0.3 mg')).not.toBe('10')
    expect(outcomeOf([ten], 'EpiPen')).not.toBe('10')
  })

  test('a brand has the volume of its one container', () => {
    const branded = (code: string, volume: number) =>
      drug(code, 'branded_drug', 'ketorolac 15 mg/mL', {
        ...INJECTION,
        brand: 'Zorvexia',
        name: `ZORVEXIA ${15 * volume}MG/${volume}ML (15MG/ML) SOLUTION;INTRAVENOUS`,
      })
    expect(outcomeOf([branded('1', 2)], 'Zorvexia 15 mg/ml')).toBe('1')
    expect(outcomeOf([branded('1', 2), branded('2', 10)], 'Zorvexia 15 mg/ml')).toBe(
      'qualifier_needed which volume?',
    )
  })

  test('remarks come before volumes', () => {
    const bag = drug('1', 'clinical_drug', 'ketorolac 15 mg/mL', {
      ...INJECTION,
      name: 'KETOROLAC IN DEXTROSE 5% IN PLASTIC CONTAINER 15MG/ML SOLUTION;INTRAVENOUS',
    })
    expect(outcomeOf([bag, TWO], 'ketorolac 15 mg/ml inj')).toBe('qualifier_needed which volume?')
  })
})

describe('doses by needle', () => {
  const LIQUID = vial('0', 'furosemide 10 mg/mL', 'FUROSEMIDE 10MG/ML')
  const TABLET = drug('1', 'clinical_drug', 'furosemide 40 mg', { form: 'Oral Tablet' })
  test.each([
    { text: 'inj furosemide 40 mg', as: 'volume_needed which concentration?' },
    { text: 'furosemide 40 mg iv bd', as: 'volume_needed which concentration?' },
    { text: 'furosemide 10 mg/ml inj', as: '0' },
    { text: 'furosemide 40 mg tablet', as: '1' },
    { text: 'furosemide 30 mg tablet', as: 'volume_mismatch' },
    { text: 'furosemide 20 mg/ml inj', as: 'volume_mismatch' },
    { text: 'furosemide 2% inj', as: 'volume_mismatch' },
  ])('"$text" is $as', ({ text, as }) => {
    expect(outcomeOf([LIQUID, TABLET], text)).toBe(as)
  })

  const POWDER = drug('1', 'clinical_drug', 'vancomycin 500 mg', {
    form: 'POWDER;INTRAVENOUS',
    name: 'VANCOMYCIN 500MG/VIAL POWDER;INTRAVENOUS',
  })
  const BAG = vial('2', 'vancomycin 5 mg/mL', 'VANCOMYCIN 500MG/100ML (5MG/ML)')
  test.each([
    { of: [POWDER, BAG], text: 'vancomycin 500 mg iv bd', as: 'qualifier_needed which volume?' },
    { of: [POWDER, BAG], text: 'vancomycin 500 mg vial', as: '1' },
    { of: [POWDER, BAG], text: 'vancomycin 500 mg/100 ml iv bd', as: '2' },
    { of: [POWDER], text: 'vancomycin 500 mg iv bd', as: '1' },
    { of: [BAG], text: 'vancomycin 500 mg iv bd', as: 'qualifier_needed which volume?' },
  ])('$text is $as', ({ of, text, as }) => {
    expect(outcomeOf(of, text)).toBe(as)
  })
})

describe('brands of a text without one', () => {
  const brand = (form: string, strength: string, name = 'metformin') =>
    drug('1', 'branded_drug', `${name} ${strength}`, { form, brand: 'Zorvexia' })
  const generic = (form: string, strength: string) =>
    drug('0', 'clinical_drug', `metformin ${strength}`, { form })
  test.each([
    { of: [brand('Oral Tablet', '700 mg')], text: 'metformin 700 mg', as: '1' },
    {
      of: [brand('Oral Tablet', '700 mg'), generic('Oral Tablet', '500 mg')],
      text: 'metformin 700 mg tablet',
      as: 'name_adds',
    },
    {
      of: [brand('Oral Tablet', '700 mg'), generic('Oral Solution', '100 mg/mL')],
      text: 'metformin 700 mg tablet',
      as: '1',
    },
    {
      of: [brand('Oral Tablet', '700 mg'), generic('Oral Solution', '100 mg/mL')],
      text: 'metformin 700 mg',
      as: 'name_adds',
    },
    {
      of: [brand('Oral Tablet', '700 mg'), generic('Oral Tablet', '700 mg')],
      text: 'metformin 700 mg tablet',
      as: '0',
    },
    {
      of: [brand('Oral Tablet', '700 mg'), generic('Oral Tablet', '500 mg')],
      text: 'Zorvexia 700 mg tablet',
      as: '1',
    },
  ])('"$text" is $as', ({ of, text, as }) => {
    expect(outcomeOf(of, text)).toBe(as)
  })
})

describe('products that look the same', () => {
  const IN_DEXTROSE = vial('5', 'dopamine 1 mg/mL', 'DOPAMINE IN DEXTROSE 5% 100MG/100ML')
  const PLAIN = vial('6', 'dopamine 1 mg/mL', 'DOPAMINE 1MG/ML')
  const tablet = (code: string, ingredients: string, form: string, brand?: string, name?: string) =>
    drug(code, brand === undefined ? 'clinical_drug' : 'branded_drug', ingredients, {
      form,
      ...(brand !== undefined && { brand }),
      ...(name !== undefined && { name }),
    })
  const ER = 'Extended Release Oral Tablet'
  const SLOW = tablet('1', 'bupropion 150 mg', ER)
  const DAY = tablet('2', 'bupropion 150 mg', ER, undefined, `24 HR bupropion 150 MG ${ER}`)
  const OTHER = tablet('3', 'venlafaxine 150 mg', ER)
  const BRAND = [
    tablet('7', 'acetaminophen 325 mg', 'Oral Tablet', 'Quelbra'),
    tablet('8', 'acetaminophen 650 mg', ER, 'Quelbra'),
  ]
  const drops = (code: string, form: string) =>
    drug(code, 'clinical_drug', 'timolol 5 mg/mL', { form, name: `TIMOLOL 0.5% ${form}` })
  const DROPS = drops('20', 'SOLUTION/DROPS;OPHTHALMIC')
  const GEL = drops('21', 'SOLUTION, GEL FORMING/DROPS;OPHTHALMIC')
  test.each([
    { of: [IN_DEXTROSE], text: 'dopamine 100 mg/100 ml', as: 'qualifier_needed which variant?' },
    { of: [IN_DEXTROSE], text: 'dopamine 100 mg/100 ml in dextrose 5%', as: '5' },
    { of: [PLAIN], text: 'dopamine 100 mg/100 ml', as: '6' },
    { of: [SLOW], text: 'bupropion 150 mg er tablet', as: 'qualifier_needed which release?' },
    { of: [SLOW], text: 'bupropion 150 mg tb24', as: 'qualifier_needed which release?' },
    { of: [SLOW, DAY], text: 'bupropion 150 mg tb24', as: '2' },
    { of: [OTHER], text: 'venlafaxine 150 mg tb24', as: '3' },
    { of: BRAND, text: 'Quelbra 650 mg tab', as: 'qualifier_needed which release?' },
    { of: BRAND, text: 'Quelbra 650 mg er tab', as: '8' },
    { of: BRAND, text: 'Quelbra 325 mg tab', as: '7' },
    { of: [DROPS], text: 'timolol 0.5% op solg', as: 'no_such_product' },
    { of: [DROPS, GEL], text: 'timolol 0.5% op solg', as: '21' },
    { of: [DROPS], text: 'timolol 0.5% op soln', as: '20' },
    { of: [DROPS], text: 'timolol 500 mg/100 ml', as: 'form_needed' },
  ])('"$text" is $as', ({ of, text, as }) => {
    expect(outcomeOf(of, text)).toBe(as)
  })
})
