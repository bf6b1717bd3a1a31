/**
 * Proves of accumulators:
 * 1. they hold what a map of sums holds, whatever is scanned and looked up, in one block and the next
 * 2. a slot counts once for a term, with what it adds first
 * 3. terms are taken up while that is open only, and where they have a key that is needed; those that are dropped stay so
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Accumulators, Gates, PostingCursor } from '../../../src/index/search/accumulators.ts'

const ROOM = 128
/** A sum of 1 or 2 is just enough for the lightest name of a block, or for one in its middle. */
const LEAST = 1 / 16
const MASSES = Float32Array.from({ length: 4 * ROOM }, (_, term) => 1 + term / 4)

const list = fc.record({
  terms: fc
    .uniqueArray(fc.nat(ROOM - 1), { maxLength: 60 })
    .map((terms) => Uint32Array.from(terms).sort()),
  contribution: fc.integer({ min: 1, max: 8 }),
  isOpen: fc.boolean(),
  isProbed: fc.boolean(),
  isNextSlot: fc.boolean(),
})
type List = typeof list extends fc.Arbitrary<infer T> ? T : never

/** Adds lists to accumulators and to a map, block by block, and compares them. */
function compare(lists: readonly List[]): void {
  const met = new Accumulators(ROOM)
  for (const base of [0, ROOM, 2 * ROOM]) {
    met.clear()
    const sums = new Map<number, { sum: number; slot: number }>()
    let slot = 1
    for (const { terms, contribution, isOpen, isProbed, isNextSlot } of lists) {
      const postings = terms.map((term) => term + base)
      if (isNextSlot || isProbed) {
        slot++
        met.keep(LEAST, 2, 47, MASSES, base, base + ROOM)
        for (const [at, { sum }] of sums)
          if (sum + 2 < LEAST * (47 + MASSES[base + at]!)) sums.delete(at)
      }
      const all = { from: 0, to: postings.length }
      const cursor = new PostingCursor(postings, 0, postings.length, base, undefined)
      if (isProbed)
        met.probe({ cursors: [cursor], contributions: [contribution] }, base, base + ROOM)
      else met.add(postings, all, base, contribution, slot, isOpen, undefined)
      for (const at of terms) {
        const known = sums.get(at)
        if (known === undefined && isOpen && !isProbed) sums.set(at, { sum: contribution, slot })
        if (known === undefined || known.slot === slot) continue
        sums.set(at, { sum: known.sum + contribution, slot })
      }
      // What is looked up is not looked at again in the same slot.
      if (isProbed) slot++
    }
    const held = Array.from(met.places.subarray(0, met.size), (at) => [at, met.sums[at]!])
    expect(held.toSorted()).toEqual([...sums].map(([at, { sum }]) => [at, sum]).toSorted())
  }
}

test('hold what a map of sums holds', () => {
  fc.assert(fc.property(fc.array(list, { maxLength: 8 }), compare), { numRuns: 500 })
})

test('hold as many terms as a block has, and again after that', () => {
  const met = new Accumulators(ROOM)
  for (let round = 0; round < 3; round++) {
    const terms = Uint32Array.from({ length: ROOM }, (_, at) => round * ROOM + at)
    met.clear()
    met.add(terms, { from: 0, to: ROOM }, round * ROOM, 1, 1, true, undefined)
    met.add(terms, { from: 0, to: ROOM }, round * ROOM, 2, 255, false, undefined)
    expect(met.size).toBe(ROOM)
    expect(met.sums.every((sum) => sum === 3)).toBe(true)
  }
})

test('look up as few keys of a slot as it takes', () => {
  const met = new Accumulators(ROOM)
  const terms = Uint32Array.of(3, 5)
  met.add(terms, { from: 0, to: 2 }, 0, 1, 1, true, undefined)
  const cursors = [Uint32Array.of(5), Uint32Array.of(3, 5)].map(
    (each) => new PostingCursor(each, 0, each.length, 0, undefined),
  )
  met.probe({ cursors, contributions: [4, 2] }, 0, ROOM)
  expect([met.sums[3], met.sums[5]]).toEqual([3, 5])
})

test('take up terms that have one of the keys that are needed', () => {
  const terms = Uint32Array.of(64, 65, 66, 67, 96, 97)
  const rare = Uint32Array.of(65, 96, 200)
  const bits = Uint32Array.of(0, 0, 0b1000, 0)
  const cursorOf = (bitmap?: Uint32Array) => new PostingCursor(rare, 0, rare.length, 64, bitmap)
  const takenUp = (cursors: PostingCursor[], from: number, to: number) => {
    const met = new Accumulators(ROOM)
    const gates = new Gates(cursors, new Uint32Array(ROOM / 32).fill(-1))
    const read = gates.start(from, to)
    met.add(terms, { from: 1, to: 6 }, from, 1, 1, true, gates)
    return { read, isOpen: gates.isOpen, places: [...met.places.subarray(0, met.size)] }
  }
  expect(takenUp([cursorOf()], 64, 128)).toEqual({ read: 2, isOpen: true, places: [1, 32] })
  expect(takenUp([cursorOf(), cursorOf(bits)], 64, 128).places).toEqual([1, 3, 32])
  expect(takenUp([cursorOf(bits)], 64, 128)).toEqual({ read: 0, isOpen: true, places: [3] })
  expect(takenUp([cursorOf()], 128, 192)).toMatchObject({ read: 0, isOpen: false })
})

test('a bitmap is looked up in fewer steps than postings', () => {
  const cursors = [undefined, new Uint32Array(4)].map(
    (bitmap) => new PostingCursor(Uint32Array.of(1), 0, 1, 0, bitmap),
  )
  expect(cursors.map(({ stepsAProbe }) => stepsAProbe)).toEqual([16, 4])
})
