/**
 * Proves of what codes say of a patient:
 * 1. a code is for a diagnosis, a sign or a symptom by the most exact range that holds it, and else for no condition
 * 2. conditions last that do not pass, and the codes below them with them
 */

import { expect, test } from 'vitest'
import {
  findingNumberOf,
  findingOfNumber,
  isLasting,
} from '../../../src/ontologies/icd10cm/code-ranges.ts'

test.each([
  ['A00', 'diagnosis'],
  ['E11.40', 'diagnosis'],
  ['T88.9XXS', 'diagnosis'],
  ['U07.1', 'diagnosis'],
  ['R05.9', 'symptom'],
  ['R06.02', 'symptom'],
  ['R06.1', 'sign'],
  ['R10.9', 'symptom'],
  ['R10.811', 'sign'],
  ['R17', 'sign'],
  ['M25.562', 'symptom'],
  ['M25.462', 'sign'],
  ['Z72.0', 'diagnosis'],
  ['Z87.442', 'diagnosis'],
  ['Z00.00', undefined],
  ['Z23', undefined],
  ['W19.XXXA', undefined],
  ['Y93.9', undefined],
])('%s is for a %s', (code, kind) => {
  expect(findingOfNumber(findingNumberOf(code))).toBe(kind)
})

test.each([
  ['E11', true],
  ['E11.9', true],
  ['I10', true],
  ['J45.909', true],
  ['J18.9', false],
  ['J40', false],
  ['K52.9', false],
  ['K51.90', true],
  ['M25.562', false],
  ['N12', false],
  ['N11.9', true],
  ['N20.0', false],
  ['C50.911', false],
  ['S72.001A', false],
])('%s lasts: %s', (code, lasts) => {
  expect(isLasting(code)).toBe(lasts)
})
