import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stem } from '../../src/language/stem.ts'
import { anyString } from '../support/arbitraries.ts'

test.each([
  { word: 'fractured', stemmed: 'fractur' },
  { word: 'fractures', stemmed: 'fractur' },
  { word: 'infection', stemmed: 'infect' },
  { word: 'infections', stemmed: 'infect' },
  { word: 'ulcers', stemmed: 'ulcer' },
  { word: 'gas', stemmed: 'gas' },
  { word: 'b12s', stemmed: 'b12s' },
  { word: "crohn's", stemmed: "crohn's" },
  { word: 'रोगों', stemmed: 'रोगों' },
  { word: 'Fractured', stemmed: 'Fractured' },
  { word: '', stemmed: '' },
])('stems $word to $stemmed', ({ word, stemmed }) => {
  expect(stem(word)).toBe(stemmed)
})

test('takes any string', () => {
  fc.assert(
    fc.property(anyString, (word) => {
      expect(typeof stem(word)).toBe('string')
    }),
  )
})
