/**
 * Proves of drugs as records:
 * 1. a drug of a later release that has the code of an earlier one is left out
 * 2. brands are names of letters, whole and without their numbers; ingredients one name of the whole family
 * 3. what a brand is generically is the code of that product, else of the combination or ingredient
 * 4. edges and replacements between drugs that are there stay, others go
 */

import { expect, test } from 'vitest'
import { drugRecords } from '../../../../src/ontologies/medication/release/records.ts'
import { drug, drugRelease } from '../../../support/drugs.ts'

const INGREDIENT = drug('1', 'ingredient', 'metformin')
const GENERIC = drug('2', 'clinical_drug', 'metformin 500 mg', { form: 'Oral Tablet' })
const BRAND = drug('3', 'branded_drug', 'metformin 500 mg', {
  form: 'Oral Tablet',
  brand: 'Zorvexia 500',
})
const OTHER_STRENGTH = drug('4', 'branded_drug', 'metformin 850 mg', {
  form: 'Oral Tablet',
  brand: 'Kelvano',
})
const DRUGS = [INGREDIENT, GENERIC, BRAND, OTHER_STRENGTH]

test('the first release leads where two have a code', () => {
  const later = drugRelease([drug('2', 'clinical_drug', 'metformin 850 mg')], 'products')
  const { concepts, licence } = drugRecords([drugRelease(DRUGS), later], '2026')
  expect(concepts.filter(({ code }) => code === '2').map(({ name }) => name)).toEqual([
    GENERIC.name,
  ])
  expect(licence).toBe('notice of rxnorm\nnotice of products')
})

test('names are those that are looked up', () => {
  const { terms } = drugRecords([drugRelease(DRUGS)], '2026')
  const short = terms.filter(({ kind }) => kind === 'short')
  expect(short.map(({ code, text, shared = false }) => [code, text, shared])).toEqual([
    ['3', 'zorvexia 500', false],
    ['3', 'zorvexia', false],
    ['4', 'kelvano', false],
    ['1', 'metformin', true],
  ])
})

test.each([
  { code: '1', generic: '1' },
  { code: '2', generic: '2' },
  { code: '3', generic: '2' },
  { code: '4', generic: '1' },
])('generically $code is $generic', ({ code, generic }) => {
  const { concepts } = drugRecords([drugRelease(DRUGS)], '2026')
  expect(concepts.find((each) => each.code === code)!.attributes.generic_id).toBe(generic)
})

test('relations of drugs that are not there are left out', () => {
  const release = {
    ...drugRelease(DRUGS),
    edges: [
      { code: '2', parent: '1' },
      { code: '2', parent: '9' },
    ],
    replacements: [
      { code: '3', replacement: '2', relation: 'same' },
      { code: '9', replacement: '2', relation: 'same' },
    ],
  }
  const { edges, replacements } = drugRecords([release], '2026')
  expect(edges).toEqual([{ code: '2', parent: '1' }])
  expect(replacements).toEqual([{ code: '3', replacement: '2', relation: 'same' }])
})
