/** Proves that rows which were passed over are written for people, each with the reason, and its misfit where there is one. */

import { expect, test } from 'vitest'
import { passedOverLines } from '../../src/cli/explanation.ts'

test.each([
  { because: 'far_off', misfit: 0.876, end: '(too little in common, misfit 0.88)' },
  { because: 'misleading', misfit: undefined, end: '(says what the text does not)' },
  { because: 'gives_way', misfit: undefined, end: '(another row fits better)' },
] as const)('a row passed over as $because ends $end', ({ because, misfit, end }) => {
  const row = { term_id: 'H44.0', term_name: 'Endophthalmitis', because }
  const passed = misfit === undefined ? row : { ...row, misfit }
  const lines = passedOverLines([passed], (_, text) => text)
  expect(lines).toEqual([`passed over: H44.0 Endophthalmitis ${end}`])
})
