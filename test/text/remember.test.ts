/**
 * Proves of remembering:
 * 1. a text is computed once, also when what it gives is undefined
 * 2. it starts over when it is full
 */

import { expect, test } from 'vitest'
import { remember } from '../../src/text/remember.ts'

function counting(limit?: number) {
  const computed: string[] = []
  const lengthOf = remember((text) => {
    computed.push(text)
    return text === '' ? undefined : text.length
  }, limit)
  return { lengthOf, computed }
}

test('computes a text once', () => {
  const { lengthOf, computed } = counting()
  expect(['mg', '', 'mg', '', 'g'].map(lengthOf)).toEqual([2, undefined, 2, undefined, 1])
  expect(computed).toEqual(['mg', '', 'g'])
})

test('forgets all it knows when another text comes to a full memory', () => {
  const { lengthOf, computed } = counting(2)
  for (const text of ['a', 'b', 'a', 'c', 'c', 'a']) lengthOf(text)
  expect(computed).toEqual(['a', 'b', 'c', 'a'])
})

test('remembers 10,000 texts', () => {
  const { lengthOf, computed } = counting()
  const texts = Array.from({ length: 10_000 }, (_, i) => `${i}`)
  for (const text of [...texts, ...texts]) lengthOf(text)
  expect(computed).toHaveLength(10_000)
  for (const text of ['one more', '0']) lengthOf(text)
  expect(computed).toHaveLength(10_002)
})
