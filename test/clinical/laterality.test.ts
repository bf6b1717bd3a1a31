/**
 * Proves of the words of sides:
 * 1. every word says a side that has a bit, and every side has a word
 * 2. a part of the body is paired by its word as the analyzer writes it
 */

import { expect, test } from 'vitest'
import {
  isSide,
  LATERALITY,
  readLaterality,
  readPairedParts,
} from '../../src/clinical/laterality.ts'
import { analyzer } from '../support/linker.ts'

test.each([
  { word: 'left', value: 'left' },
  { word: 'lt', value: 'left' },
  { word: 'right', value: 'right' },
  { word: 'rt', value: 'right' },
  { word: 'both', value: 'bilateral' },
  { word: 'b/l', value: 'bilateral' },
  { word: 'l', value: undefined },
  { word: 'lung', value: undefined },
])('$word says $value', ({ word, value }) => {
  expect(readLaterality().get(word)).toBe(value)
})

test.each([
  ['left', true],
  ['rt', true],
  ['bilateral', false],
  ['lung', false],
])('"%s" is one side: %s', (word, is) => {
  expect(isSide(word)).toBe(is)
})

test('every side that has a bit has a word, and no other is said', () => {
  expect(new Set(readLaterality().values())).toEqual(new Set(Object.keys(LATERALITY)))
})

test('sides have bits of their own', () => {
  expect(Object.values(LATERALITY)).toEqual([1, 2, 4])
})

test.each([
  { word: 'eye', isPaired: true },
  { word: 'testis', isPaired: true },
  { word: 'liver', isPaired: false },
])('$word is paired: $isPaired', ({ word, isPaired }) => {
  expect(readPairedParts().has(word)).toBe(isPaired)
})

test('words are written as the analyzer writes them', () => {
  const words = [...readLaterality().keys(), ...readPairedParts()]
  expect(words.filter((word) => analyzer.analyze(word)[0]?.form !== word)).toEqual([])
})
