/**
 * Proves of proportions:
 * 1. their intervals are those of Clopper and Pearson, by published values and by the binomial tails themselves
 * 2. they hold the share, and are wider with fewer cases
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proportionOf } from '../../src/library/proportion.ts'

// R 4.3, binom.test(k, n)$conf.int
test.each([
  { k: 0, n: 10, low: 0, high: 0.3084971 },
  { k: 10, n: 10, low: 0.6915029, high: 1 },
  { k: 1, n: 10, low: 0.002528579, high: 0.4450161 },
  { k: 5, n: 10, low: 0.187086, high: 0.812914 },
  { k: 0, n: 200, low: 0, high: 0.01827534 },
])('of $k in $n', ({ k, n, low, high }) => {
  const found = proportionOf(k, n)!
  expect(found.low).toBeCloseTo(low, 6)
  expect(found.high).toBeCloseTo(high, 6)
  expect(found).toMatchObject({ share: k / n, n })
})

test('of nothing there is none', () => {
  expect(proportionOf(0, 0)).toBeNull()
})

test('both ends leave out a fortieth', () => {
  const tail = (from: number, to: number, n: number, p: number) => {
    let sum = 0
    for (let i = from; i <= to; i++) sum += choose(n, i) * p ** i * (1 - p) ** (n - i)
    return sum
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), (n, k) => {
      fc.pre(k <= n)
      const { low, high, share } = proportionOf(k, n)!
      expect(low).toBeLessThanOrEqual(share)
      expect(high).toBeGreaterThanOrEqual(share)
      if (k > 0) expect(tail(k, n, n, low)).toBeCloseTo(0.025, 6)
      if (k < n) expect(tail(0, k, n, high)).toBeCloseTo(0.025, 6)
    }),
  )
})

test('more cases say more', () => {
  const [few, many] = [proportionOf(9, 10)!, proportionOf(900, 1000)!]
  expect(many.high - many.low).toBeLessThan(few.high - few.low)
})

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k
}
