/** Proves of families: each concept's, and its active members, are those that a look at every concept finds, however they are stored. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildFamilies, Families } from '../../../src/index/rows/families.ts'

const concept = fc.record({ family: fc.constantFrom('a', 'b', 'c', 'd'), active: fc.boolean() })
const releases = fc.oneof(
  fc.array(concept, { maxLength: 10 }),
  fc
    .array(fc.boolean(), { maxLength: 10 })
    .map((actives) => actives.map((active, i) => ({ family: `family ${i}`, active }))),
)

test('agree with a look at every concept', () => {
  fc.assert(
    fc.property(releases, (concepts) => {
      const families = new Families(buildFamilies(concepts))
      for (const [id, { family, active }] of concepts.entries()) {
        const first = concepts.findIndex((each) => each.family === family)
        expect(families.of(id)).toBe(families.of(first))
        expect(families.hasActive(id)).toBe(active)
        expect([...families.activeIn(families.of(id))]).toEqual(
          concepts.flatMap((each, i) => (each.family === family && each.active ? [i] : [])),
        )
      }
      const numbers = new Set(concepts.map((_, id) => families.of(id)))
      expect([...numbers]).toEqual([...numbers].map((_, i) => i))
    }),
  )
})

test('of one concept each take no room but for the active ones', () => {
  const concepts = ['a', 'b', 'c'].map((family) => ({ family, active: family !== 'b' }))
  expect(buildFamilies(concepts)).toEqual({
    ofConcepts: new Uint32Array(),
    offsets: Uint32Array.of(0, 2),
    members: Uint32Array.of(0, 2),
  })
})
