/**
 * Proves of the names of ingredients:
 * 1. words that say a salt are taken off where an ingredient is left, and only there
 * 2. what the tables name whole stays whole, and names of combinations are several ingredients
 * 3. what no table has keeps its words
 * 4. a family is the same whatever the order
 */

import { expect, test } from 'vitest'
import { familyOf, IngredientNames } from '../../../src/ontologies/medication/ingredients.ts'

const names = new IngredientNames()

test.each([
  { name: 'metformin', bases: ['metformin'], salt: '', isKnown: true },
  { name: 'Amlodipine Besylate', bases: ['amlodipine'], salt: 'besylate', isKnown: true },
  { name: 'metformin HCl', bases: ['metformin'], salt: 'hydrochloride', isKnown: true },
  { name: 'paracetamol', bases: ['acetaminophen'], salt: '', isKnown: true },
  { name: 'potassium chloride', bases: ['potassium chloride'], salt: '', isKnown: true },
  { name: 'sodium chloride', bases: ['sodium chloride'], salt: '', isKnown: true },
  { name: 'sevelamer carbonate', bases: ['sevelamer'], salt: 'carbonate', isKnown: true },
  { name: 'calcium carbonate', bases: ['calcium carbonate'], salt: '', isKnown: true },
  {
    name: 'co-trimoxazole',
    bases: ['sulfamethoxazole', 'trimethoprim'],
    salt: '',
    isKnown: true,
  },
  { name: 'quelbramine', bases: ['quelbramine'], salt: '', isKnown: false },
  { name: 'quelbramine maleate', bases: ['quelbramine'], salt: 'maleate', isKnown: false },
])('$name is $bases as $salt', ({ name, bases, salt, isKnown }) => {
  const { bases: read, ...rest } = names.read(name)
  expect({ bases: read.toSorted(), ...rest }).toEqual({ bases, salt, isKnown })
})

test('the RXCUI of an ingredient is that of the table, where there is one', () => {
  expect(names.rxcuiOf('metformin')).toBe('6809')
  expect(names.rxcuiOf('quelbramine')).toBeUndefined()
})

test('a family is sorted and has each once', () => {
  expect(familyOf(['b', 'a', 'b'])).toBe('a + b')
  expect(familyOf([])).toBe('')
})
