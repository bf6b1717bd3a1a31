/**
 * Proves of ranges of codes:
 * 1. they hold their first and their last code, what lies between, and all below either
 */

import { expect, test } from 'vitest'
import { holds } from '../../../src/ontologies/icd10cm/code-ranges.ts'

test.each([
  ['Z80', 'Z84', 'Z80', true],
  ['Z80', 'Z84', 'Z80.3', true],
  ['Z80', 'Z84', 'Z82.49', true],
  ['Z80', 'Z84', 'Z84', true],
  ['Z80', 'Z84', 'Z84.89', true],
  ['Z80', 'Z84', 'Z79.9', false],
  ['Z80', 'Z84', 'Z85', false],
  ['Z80', 'Z84', 'Z8', false],
  ['Z80', 'Z84', 'A82', false],
  ['H92.1', 'H92.2', 'H92.0', false],
  ['H92.1', 'H92.2', 'H92', false],
  ['H92.1', 'H92.2', 'H92.11', true],
  ['H92.1', 'H92.2', 'H92.21', true],
  ['H92.1', 'H92.2', 'H92.3', false],
  ['L29', 'L29', 'L29.8', true],
  ['L29', 'L29', 'L3', false],
])('%s to %s holds %s: %s', (first, last, code, isHeld) => {
  expect(holds({ first, last }, code)).toBe(isHeld)
})
