/**
 * Proves of the yes by proof:
 * 1. evidence that is listed is linked, any other is not, and the reason says what is left over or added
 * 2. an objection of the ontology wins over the proof; a rival that is as good makes a proven candidate ambiguous
 * 3. rivals are looked at only for what would be linked
 * 4. the share of right answers on a basis is estimated by Laplace's rule
 */

import { expect, test, vi } from 'vitest'
import type { LinkBasis } from '../../src/contract.ts'
import { type Objections, reasonFor, shareRight } from '../../src/linker/decide.ts'
import { readModel } from '../../src/linker/model.ts'
import { nameFeatures } from '../../src/linker/rank.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'

interface Given extends Partial<Omit<Objections, 'isContested'>> {
  readonly isContested?: boolean
  readonly basis: LinkBasis
  readonly left?: readonly string[]
  readonly added?: readonly string[]
}

const NOTHING: Omit<Objections, 'isContested'> = {
  ...{ rejection: undefined, isTruncated: false, shortfall: undefined },
}
const LINKS: readonly LinkBasis[] = ['official_name', 'synonym']

test.each<Given & { reason: string }>([
  { basis: 'official_name', reason: 'linked' },
  { basis: 'synonym', reason: 'linked' },
  { basis: 'lay', reason: 'below_threshold' },
  { basis: 'partial', reason: 'below_threshold' },
  { basis: 'partial', left: ['with'], added: ['acute'], reason: 'name_incomplete' },
  { basis: 'partial', added: ['acute'], reason: 'name_adds' },
  { basis: 'official_name', rejection: 'context_differs', reason: 'context_differs' },
  { basis: 'partial', left: ['x'], rejection: 'too_vague', reason: 'too_vague' },
  { basis: 'official_name', isContested: true, reason: 'ambiguous' },
  { basis: 'official_name', isTruncated: true, reason: 'truncated' },
  { basis: 'official_name', shortfall: 'not_billable', reason: 'not_billable' },
  { basis: 'lay', isContested: true, reason: 'below_threshold' },
  { basis: 'lay', shortfall: 'not_billable', reason: 'below_threshold' },
  { basis: 'synonym', isContested: true, isTruncated: true, reason: 'ambiguous' },
  { basis: 'synonym', isTruncated: true, shortfall: 'not_billable', reason: 'truncated' },
])(
  '$basis, $left, $added, $rejection, contested $isContested, cut $isTruncated: $reason',
  (row) => {
    const { basis, left = [], added = [], reason, isContested = false, ...objections } = row
    const all = { ...NOTHING, ...objections, isContested: () => isContested }
    expect(reasonFor({ basis, left, added }, LINKS, all)).toBe(reason)
  },
)

test.each<{ basis: LinkBasis; rejection?: Objections['rejection']; asks: number }>([
  { basis: 'synonym', asks: 1 },
  { basis: 'lay', asks: 0 },
  { basis: 'synonym', rejection: 'context_differs', asks: 0 },
])('rivals are looked at $asks times: $basis, $rejection', ({ basis, rejection, asks }) => {
  const isContested = vi.fn(() => false)
  const proof = { basis, left: [], added: [] }
  reasonFor(proof, LINKS, { ...NOTHING, rejection, isContested })
  expect(isContested).toHaveBeenCalledTimes(asks)
})

test.each([
  { cases: 8, errors: 0, share: 0.9 },
  { cases: 8, errors: 4, share: 0.5 },
  { cases: 98, errors: 1, share: 0.98 },
  { cases: 0, errors: 0, share: 0.5 },
])('of $cases answers $errors wrong: a share of $share is right', ({ share, ...count }) => {
  const model = readModel('icd-10-cm', [...nameFeatures, ...icd10cm.features])
  const proofs = { ...model.proofs, counts: { synonym: { ...count, headers: 0 } } }
  expect(shareRight({ ...model, proofs }, 'synonym')).toBeCloseTo(share, 9)
  expect(shareRight({ ...model, proofs }, 'lay')).toBe(0.5)
})
