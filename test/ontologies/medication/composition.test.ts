/**
 * Proves of compositions: what is written is read back, and people read strengths in the units that they use.
 */

import { expect, test } from 'vitest'
import {
  type Component,
  describeComposition,
  describeStrength,
  readComposition,
  writeComposition,
} from '../../../src/ontologies/medication/composition.ts'

test.each<{ components: Component[]; written: string }>([
  { components: [], written: '' },
  { components: [{ base: 'aspirin', salt: '' }], written: 'aspirin|||' },
  {
    components: [
      { base: 'amlodipine', salt: 'besylate', strength: { value: 5, unit: 'mg' } },
      { base: 'heparin', salt: '', strength: { value: 0.5, unit: '[IU]/mL' } },
    ],
    written: 'amlodipine|besylate|5|mg;heparin||0.5|[IU]/mL',
  },
])('is written "$written" and read back', ({ components, written }) => {
  expect(writeComposition(components)).toBe(written)
  expect(readComposition(written)).toEqual(components)
})

test.each([
  { value: 500, unit: 'mg', said: '500 mg' },
  { value: 0.5, unit: 'mg', said: '500 mcg' },
  { value: 0.09, unit: 'mg/actuat', said: '90 mcg/actuat' },
  { value: 0.5, unit: 'mg/mL', said: '0.5 mg/mL' },
  { value: 0.5, unit: '%', said: '0.5 %' },
  { value: 100, unit: '[IU]/mL', said: '100 units/mL' },
  { value: 1 / 3, unit: 'mg/mL', said: '0.333333 mg/mL' },
])('$value $unit is said "$said"', ({ value, unit, said }) => {
  expect(describeStrength({ value, unit })).toBe(said)
})

test('a composition is said in its order, with salts and what strengths there are', () => {
  const components = [
    { base: 'amlodipine', salt: 'besylate', strength: { value: 5, unit: 'mg' } },
    { base: 'atenolol', salt: '' },
  ]
  expect(describeComposition(components)).toBe('amlodipine besylate 5 mg + atenolol')
})
