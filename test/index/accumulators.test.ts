/**
 * Proves of accumulators:
 * 1. they hold what a map of sums holds, whatever is added in what order, before and after some are dropped
 * 2. a slot counts once for a term, with what it adds first
 * 3. terms are taken up below a limit only, and where they are allowed
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Accumulators } from '../../src/index/accumulators.ts'

const MASSES = Float32Array.from({ length: 60_000 }, (_, term) => 1 + (term % 97))

const list = fc.record({
  terms: fc
    .uniqueArray(fc.nat(59_999), { maxLength: 300 })
    .map((terms) => Uint32Array.from(terms).sort()),
  contribution: fc.integer({ min: 1, max: 8 }),
  fresh: fc.constantFrom(0, 20_000, 60_000),
  isNextSlot: fc.boolean(),
})

/** Adds lists to accumulators and to a map, and compares them. */
function compare(lists: readonly (typeof list extends fc.Arbitrary<infer T> ? T : never)[]): void {
  const met = new Accumulators()
  for (let round = 0; round < 2; round++) {
    met.clear()
    const sums = new Map<number, { sum: number; slot: number }>()
    let slot = 1
    for (const { terms, contribution, fresh, isNextSlot } of lists) {
      if (isNextSlot) slot++
      met.add(terms, 0, terms.length, contribution, slot, fresh, MASSES, undefined)
      for (const term of terms) {
        const known = sums.get(term)
        if (known === undefined && term < fresh) sums.set(term, { sum: contribution, slot })
        if (known === undefined || known.slot === slot) continue
        sums.set(term, { sum: known.sum + contribution, slot })
      }
      if (slot % 3 !== 0) continue
      met.keep(0.05, 2, 50)
      for (const [term, { sum }] of sums)
        if (2 * (sum + 2) < 0.05 * (50 + MASSES[term]!)) sums.delete(term)
    }
    const held = new Map(
      Array.from({ length: met.size }, (_, at) => [met.terms[at]!, met.sums[at]!]),
    )
    expect(met.size).toBe(held.size)
    expect([...held].sort()).toEqual([...sums].map(([term, { sum }]) => [term, sum]).sort())
    for (let at = 0; at < met.size; at++) expect(met.masses[at]).toBe(MASSES[met.terms[at]!])
  }
}

test('hold what a map of sums holds', () => {
  fc.assert(fc.property(fc.array(list, { maxLength: 8 }), compare), { numRuns: 200 })
})

test('hold as many terms as there are, and again after that', () => {
  const terms = Uint32Array.from(MASSES, (_, term) => term)
  const met = new Accumulators()
  for (let round = 0; round < 3; round++) {
    met.clear()
    met.add(terms, 0, terms.length, 1, 1, terms.length, MASSES, undefined)
    met.add(terms, 0, terms.length, 2, 2, 0, MASSES, undefined)
    expect(met.size).toBe(terms.length)
    expect(met.sums.subarray(0, met.size).every((sum) => sum === 3)).toBe(true)
  }
})

test('take up what is allowed', () => {
  const met = new Accumulators()
  const allowed = Uint32Array.of(0b1010, 1)
  met.add(Uint32Array.of(0, 1, 2, 3, 32, 33), 1, 6, 1, 1, 33, MASSES, allowed)
  expect([...met.terms.subarray(0, met.size)]).toEqual([1, 3, 32])
})
