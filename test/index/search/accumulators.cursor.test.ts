/**
 * Proves of cursors:
 * 1. they find the postings of each block, outward from any start, whichever blocks are passed over
 * 2. with a bitmap they say the same of a term, and set the same bits
 * 3. of positions in ascending numbers: the same from either end
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PostingCursor } from '../../../src/index/search/accumulators.ts'
import {
  firstWhere,
  lowerBound,
  lowerBoundAfter,
  lowerBoundBefore,
} from '../../../src/language/sorted.ts'

const TERMS = 1024
const postings = fc
  .uniqueArray(fc.nat(TERMS - 1), { maxLength: 200 })
  .map((terms) => Uint32Array.from(terms).sort())
/** Words of a block's terms, on which side it is, and whether it is looked at. */
const blocks = fc.array(
  fc.record({ words: fc.integer({ min: 1, max: 8 }), isBelow: fc.boolean(), isRead: fc.boolean() }),
  { maxLength: 20 },
)

function bitmapOf(terms: Uint32Array): Uint32Array {
  const bits = new Uint32Array(TERMS / 32)
  for (const term of terms) bits[term >>> 5]! |= 1 << (term & 31)
  return bits
}

test('find the postings of each block', () => {
  fc.assert(
    fc.property(postings, fc.nat(TERMS / 32), blocks, fc.nat(3), (terms, word, all, others) => {
      const start = 32 * word
      // Other keys have postings before and behind.
      const whole = Uint32Array.from([...Array(others).fill(TERMS), ...terms, 0])
      const range = [others, others + terms.length] as const
      const plain = new PostingCursor(whole, ...range, start, undefined)
      const mapped = new PostingCursor(whole, ...range, start, bitmapOf(terms))
      let [left, right] = [start, start]
      for (const { words, isBelow, isRead } of all) {
        const from = isBelow ? Math.max(0, left - 32 * words) : right
        const to = isBelow ? left : Math.min(TERMS, right + 32 * words)
        if (from === to) continue
        if (isBelow) left = from
        else right = to
        if (!isRead) continue
        const inside = [...terms].filter((term) => term >= from && term < to)
        const places = inside.map((term) => term - from)
        for (const cursor of [plain, mapped]) {
          expect(cursor.locate(from, to)).toBe(inside.length)
          expect(cursor.locate(from, to)).toBe(inside.length)
          expect([...whole.subarray(cursor.from, cursor.to)]).toEqual(inside)
          const bits = new Uint32Array(TERMS / 32)
          cursor.mark(bits, from, to)
          const block = Array.from({ length: to - from }, (_, at) => at)
          expect(block.filter((at) => cursor.has(from + at, from, to))).toEqual(places)
          expect(block.filter((at) => (bits[at >>> 5]! >>> (at & 31)) & 1)).toEqual(places)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('positions are the same from either end', () => {
  const numbers = fc.array(fc.nat(50), { maxLength: 60 }).map((all) => Uint32Array.from(all).sort())
  fc.assert(
    fc.property(numbers, fc.nat(60), fc.nat(60), fc.nat(51), (all, one, other, value) => {
      const [from, to] = [one, other].map((at) => Math.min(at, all.length)).sort((a, b) => a - b)
      const expected = lowerBound(all, from!, to!, value)
      const found = all.subarray(from!, to!).findIndex((each) => each >= value)
      expect(expected).toBe(found < 0 ? to : from! + found)
      expect(firstWhere(from!, to!, (at) => all[at]! >= value)).toBe(expected)
      expect(lowerBoundAfter(all, from!, to!, value)).toBe(expected)
      expect(lowerBoundBefore(all, from!, to!, value)).toBe(expected)
    }),
    { numRuns: 1000 },
  )
})
