/**
 * Proves of sorting few things: it is what `sort` does, for equal ones and for many, too. Of hashes: one that leaves the case of
 * ASCII aside is that of the small letters, and grows with the text, part by part.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashAnyCase, hashWord, sortFew } from '../../src/language/sorted.ts'

test('sorts as sort does, equal ones in their order', () => {
  const item = fc.record({ rank: fc.nat(9), name: fc.nat() })
  const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank
  fc.assert(
    fc.property(fc.array(item, { maxLength: 150 }), (items) => {
      const sorted = [...items]
      sortFew(sorted, byRank)
      expect(sorted).toEqual(items.toSorted(byRank))
    }),
    { numRuns: 300 },
  )
})

test('compares no more of many than sort does', () => {
  let comparisons = 0
  const falling = Array.from({ length: 2000 }, (_, i) => -i)
  sortFew(falling, (a, b) => {
    comparisons++
    return a - b
  })
  expect(comparisons).toBeLessThan(50_000)
})

test('a hash of any case is that of small letters, part by part', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', 'Z', 'z', 'É', 'é', '[', '@', '5', ' '),
  })
  fc.assert(
    fc.property(text, text, (begin, rest) => {
      const lower = (begin + rest).replace(/[A-Z]/g, (capital) => capital.toLowerCase())
      expect(hashAnyCase(begin + rest)).toBe(hashWord(lower))
      expect(hashAnyCase(rest, hashAnyCase(begin))).toBe(hashWord(lower))
    }),
  )
})
