/**
 * Proves of agreement:
 * 1. precision, recall and their harmonic mean are counted as they are defined
 * 2. each is null where it has nothing to count
 */

import { expect, test } from 'vitest'
import { agreementOf, agreementOver } from '../../src/library/agreement.ts'

test.each([
  { right: 3, found: 4, wanted: 6, precision: 0.75, recall: 0.5, f1: 0.6 },
  { right: 0, found: 2, wanted: 3, precision: 0, recall: 0, f1: 0 },
  { right: 0, found: 0, wanted: 3, precision: null, recall: 0, f1: 0 },
  { right: 0, found: 2, wanted: 0, precision: 0, recall: null, f1: 0 },
  { right: 0, found: 0, wanted: 0, precision: null, recall: null, f1: null },
])('$right of $found found and $wanted wanted', ({ right, found, wanted, ...agreement }) => {
  expect(agreementOf(right, found, wanted)).toEqual(agreement)
})

test('over cases, what is found and wanted is right', () => {
  const cases = ['fw', 'fw', 'f', 'w', 'w', '']
  const agreement = agreementOver(
    cases,
    (each) => each.includes('f'),
    (each) => each.includes('w'),
  )
  expect(agreement).toEqual({ precision: 2 / 3, recall: 0.5, f1: 4 / 7 })
})
