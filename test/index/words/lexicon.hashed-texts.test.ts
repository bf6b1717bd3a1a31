/**
 * Proves of sets of texts by their hashes:
 * 1. a text that was given, or whose hash was, is there, ASCII case aside
 * 2. of other texts at most one in sixteen seems to be there, however many were given
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HashedTexts, hashVerbatim } from '../../../src/index/words/lexicon.ts'
import { anyString } from '../../support/arbitraries.ts'

const setOf = (texts: readonly string[]) => new HashedTexts(Uint32Array.from(texts, hashVerbatim))

test('what was given is there, in capitals too', () => {
  fc.assert(
    fc.property(fc.array(anyString), fc.array(anyString), (given, added) => {
      const set = setOf(given)
      for (const text of added) set.add(text)
      for (const text of [...given, ...added]) expect(set.mayHave(text)).toBe(true)
    }),
  )
  expect(setOf(['pan d']).mayHave('PAN D')).toBe(true)
})

test.each([0, 10, 4096, 50_000])('of %i texts others are seldom there', (size) => {
  const set = setOf(Array.from({ length: size }, (_, i) => `drug ${i}`))
  const others = Array.from({ length: 20_000 }, (_, i) => `other ${i}`)
  expect(others.filter((text) => set.mayHave(text)).length / others.length).toBeLessThanOrEqual(
    1 / 15,
  )
})
