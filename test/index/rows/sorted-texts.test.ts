/**
 * Proves of sorted lists: place → text and text → place agree with the list, for texts of every kind, and what is read is asked
 * for first.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSortedTexts, SortedTexts } from '../../../src/index/rows/sorted-texts.ts'
import { compareStrings } from '../../../src/language/sorted.ts'

const code = fc.stringMatching(/^[A-C][0-9]{1,3}(\.[0-9A]{1,2})?$/)
const lists = fc
  .uniqueArray(fc.oneof(code, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 80 })
  .map((texts) => texts.sort(compareStrings))

function opened(texts: readonly string[]): SortedTexts {
  return new SortedTexts(buildSortedTexts(texts), texts.length, () => {})
}

test('agrees with the list', () => {
  fc.assert(
    fc.property(lists, fc.oneof(code, fc.string()), (texts, other) => {
      const sorted = opened(texts)
      expect(texts.map((_, place) => sorted.at(place))).toEqual(texts)
      expect([...sorted.from(0)]).toEqual(texts)
      expect(texts.map((text) => sorted.indexOf(text))).toEqual(texts.map((_, place) => place))
      expect(sorted.indexOf(other)).toBe(texts.indexOf(other))
      for (const each of [other, ...texts]) {
        const first = texts.findIndex((text) => text >= each)
        const place = first < 0 ? texts.length : first
        expect(sorted.firstFrom(each)).toBe(place)
        expect([...sorted.from(place)]).toEqual(texts.slice(place))
      }
    }),
  )
})

test('codes that are alike take some bytes each', () => {
  const codes = Array.from({ length: 1600 }, (_, i) => String(270_000_000_000 + i * 7))
  const { bytes, starts } = buildSortedTexts(codes)
  expect(starts.length).toBe(100)
  expect(bytes.length / codes.length).toBeLessThan(6)
})

test('asks for the texts of a step before it reads them', () => {
  const data = buildSortedTexts(Array.from({ length: 40 }, (_, i) => `C${100 + i}`))
  const asked: [number, number][] = []
  const sorted = new SortedTexts(data, 40, (_, from, to) => asked.push([from, to]))
  expect(sorted.at(20)).toBe('C120')
  expect(sorted.at(39)).toBe('C139')
  expect(asked).toEqual([
    [data.starts[1], data.starts[2]],
    [data.starts[2], data.bytes.length],
  ])
})
