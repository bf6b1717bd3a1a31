/**
 * Proves of distances:
 * 1. isWithinOneEdit and editsBetween agree with optimal string alignment, editDistance with Levenshtein, both worked out
 *    naively
 * 2. they are symmetric
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  editDistance,
  editsBetween,
  isWithinOneEdit,
  unitsOf,
} from '../../src/language/distance.ts'

test.each([
  { a: '', b: '', edits: 0, close: true },
  { a: '', b: 'a', edits: 1, close: true },
  { a: 'diabetes', b: 'diabetes', edits: 0, close: true },
  { a: 'diabetis', b: 'diabetes', edits: 1, close: true },
  { a: 'diabtes', b: 'diabetes', edits: 1, close: true },
  { a: 'diabbetes', b: 'diabetes', edits: 1, close: true },
  { a: 'dibaetes', b: 'diabetes', edits: 2, close: true },
  { a: 'idabetse', b: 'diabetes', edits: 4, close: false },
  { a: 'diabts', b: 'diabetes', edits: 2, close: false },
  { a: 'abc', b: 'cba', edits: 2, close: false },
  { a: 'ab', b: 'ba', edits: 2, close: true },
  { a: 'fever', b: 'cough', edits: 5, close: false },
])('measures $a against $b', ({ a, b, edits, close }) => {
  expect(editDistance(a, b)).toBe(edits)
  expect(isWithinOneEdit(a, b)).toBe(close)
})

/** Textbook dynamic programming; with `swaps`, neighbours swapped count as one edit (optimal string alignment). */
function naiveDistance(a: string, b: string, swaps: boolean): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let best = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (swaps && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = best
    }
  }
  return rows[a.length]![b.length]!
}

const shortWord = fc.stringMatching(/^[abc]{0,6}$/)
/** Two words of which the second is the first with a few letters changed. */
const closeWords = fc
  .tuple(fc.stringMatching(/^[a-e]{1,10}$/), fc.nat(9), fc.nat(9), shortWord)
  .map(([word, at, length, insert]) => [
    word,
    word.slice(0, at) + insert.slice(0, 2) + word.slice(at + (length % 3)),
  ])
const pairs = fc.oneof(fc.tuple(shortWord, shortWord), closeWords)

test('agrees with optimal string alignment on one edit', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      expect(isWithinOneEdit(a!, b!)).toBe(naiveDistance(a!, b!, true) <= 1)
      expect(isWithinOneEdit(b!, a!)).toBe(isWithinOneEdit(a!, b!))
    }),
    { numRuns: 3000 },
  )
})

test('agrees with optimal string alignment on how many edits there are, up to so many', () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 0, max: 3 }), ([a, b], most) => {
      const edits = (one: string, other: string) => editsBetween(unitsOf(one), unitsOf(other), most)
      expect(edits(a!, b!)).toBe(Math.min(naiveDistance(a!, b!, true), most + 1))
      expect(edits(b!, a!)).toBe(edits(a!, b!))
    }),
    { numRuns: 5000 },
  )
})

test('agrees with Levenshtein', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      expect(editDistance(a!, b!)).toBe(naiveDistance(a!, b!, false))
      expect(editDistance(b!, a!)).toBe(editDistance(a!, b!))
    }),
    { numRuns: 2000 },
  )
})

test('agrees with Levenshtein on words longer than 32 letters', () => {
  const long = fc.stringMatching(/^[ab]{30,70}$/)
  fc.assert(
    fc.property(long, long, (a, b) => {
      expect(editDistance(a, b)).toBe(naiveDistance(a, b, false))
    }),
  )
})
