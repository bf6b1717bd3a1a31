/**
 * Proves of the yes by proof:
 * 1. a basis that is listed is linked, any other is not, and says what is left over or added
 * 2. what speaks against a candidate wins over its proof; a rival that is as good makes a proven one ambiguous
 * 3. a link is as probable as links on its basis were right; nothing else is as probable as the least of them
 */

import { expect, test } from 'vitest'
import type { LinkBasis, LinkReason, Rejection } from '../../src/contract.ts'
import type { OperatingPoint } from '../../src/linker/model.ts'
import { settle } from '../../src/linker/settle.ts'

const RIGHT: Partial<Record<LinkBasis, number>> = { official_name: 0.99, synonym: 0.9 }
const point: OperatingPoint = {
  links: ['official_name', 'synonym'],
  shareRight: (basis) => RIGHT[basis] ?? 0.5,
}

interface Given {
  readonly basis: LinkBasis
  readonly left?: readonly string[]
  readonly added?: readonly string[]
  readonly rejection?: Rejection
  readonly objection?: LinkReason
  readonly likelihood?: number
}

function settled(given: Given) {
  const { basis, left = [], added = [], rejection, objection, likelihood = 0.3 } = given
  return settle(point, likelihood, rejection, { basis, left, added }, objection)
}

test.each<Given & { reason: string }>([
  { basis: 'official_name', reason: 'linked' },
  { basis: 'synonym', reason: 'linked' },
  { basis: 'lay', reason: 'below_threshold' },
  { basis: 'partial', reason: 'below_threshold' },
  { basis: 'partial', left: ['with'], added: ['acute'], reason: 'name_incomplete' },
  { basis: 'partial', added: ['acute'], reason: 'name_adds' },
  { basis: 'official_name', rejection: 'context_differs', reason: 'context_differs' },
  { basis: 'partial', left: ['x'], rejection: 'too_vague', reason: 'too_vague' },
  { basis: 'official_name', objection: 'ambiguous', reason: 'ambiguous' },
  { basis: 'official_name', objection: 'not_billable', reason: 'not_billable' },
  { basis: 'lay', objection: 'ambiguous', reason: 'below_threshold' },
])('$basis, $left, $added, $rejection, objection $objection: $reason', (row) => {
  expect(settled(row).reason).toBe(row.reason)
})

test.each<Given & { probability: number }>([
  { basis: 'official_name', probability: 0.99 },
  { basis: 'synonym', likelihood: 1, probability: 0.9 },
  { basis: 'partial', probability: 0.3 },
  { basis: 'partial', likelihood: 0.99, probability: 0.89 },
  { basis: 'official_name', rejection: 'too_vague', likelihood: 0.99, probability: 0.89 },
  { basis: 'official_name', objection: 'not_billable', likelihood: 0.99, probability: 0.89 },
])('$basis, $rejection, likelihood $likelihood has the probability $probability', (row) => {
  expect(settled(row).probability).toBeCloseTo(row.probability, 9)
})
