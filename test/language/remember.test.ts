/**
 * Proves of remembering:
 * 1. a text is computed once, also when what it gives is undefined
 * 2. it starts over when it is full, and when it is told to forget
 * 3. what is longer than 80 characters is computed each time
 * 4. a copy has every character of a text, halves of surrogates too
 * 5. a value of a map is made once a key, and the map starts over when it is full
 * 6. a lazy value is made once, at the first call that does not throw
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyOf, lazily, madeOnce, remember } from '../../src/language/remember.ts'
import { anyString } from '../support/arbitraries.ts'

function counting(limit?: number) {
  const computed: string[] = []
  const lengthOf = remember((text) => {
    computed.push(text)
    return text === '' ? undefined : text.length
  }, limit)
  return { lengthOf, computed }
}

test('forgets all it knows when it is told to', () => {
  const { lengthOf, computed } = counting()
  lengthOf('mg')
  lengthOf.forget()
  lengthOf('mg')
  expect(computed).toEqual(['mg', 'mg'])
})

test.each([
  { length: 80, times: 1 },
  { length: 81, times: 2 },
])('computes a text of $length characters that comes again $times times', ({ length, times }) => {
  const { lengthOf, computed } = counting()
  expect([lengthOf('x'.repeat(length)), lengthOf('x'.repeat(length))]).toEqual([length, length])
  expect(computed).toHaveLength(times)
})

test('a copy is the same text', () => {
  fc.assert(
    fc.property(anyString, (text) => {
      expect(copyOf(text)).toBe(text)
    }),
  )
})

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

test('makes the value of a key once, and forgets all when another key comes to a full map', () => {
  const known = new Map<number, string>()
  const made: number[] = []
  const valueFor = (key: number, limit?: number) =>
    madeOnce(known, key, () => `${made.push(key)}: ${key}`, limit)
  expect([7, 8, 7, 8].map((key) => valueFor(key))).toEqual(['1: 7', '2: 8', '1: 7', '2: 8'])
  expect([valueFor(8, 2), valueFor(9, 2), valueFor(8, 2)]).toEqual(['2: 8', '3: 9', '4: 8'])
  expect(made).toEqual([7, 8, 9, 8])
})

test('makes a lazy value at the first call that does not throw, and once', () => {
  let calls = 0
  const value = lazily(() => {
    calls += 1
    if (calls === 1) throw new Error('no table')
    return { calls }
  })
  expect(value.ifMade()).toBeUndefined()
  expect(() => value()).toThrow('no table')
  expect(value.ifMade()).toBeUndefined()
  expect([value(), value()]).toEqual([{ calls: 2 }, { calls: 2 }])
  expect(value.ifMade()).toBe(value())
})
