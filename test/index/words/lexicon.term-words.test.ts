/**
 * Proves of the words of terms: each term has those that were stored, with their flags, whatever stands before it; the commonest
 * take a byte; and words are there until the next term is read.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ABBREVIATION,
  buildTermWords,
  OPTIONAL_WORD,
  TermWords,
  WORD_ID,
} from '../../../src/index/words/lexicon.ts'

const WORDS = 40_000
const word = fc
  .tuple(
    fc.oneof(fc.nat(5), fc.nat(300), fc.nat(WORDS - 1)),
    fc.constantFrom(0, 0, 0, OPTIONAL_WORD, ABBREVIATION, OPTIONAL_WORD | ABBREVIATION),
  )
  .map(([id, flags]) => (id | flags) >>> 0)
const name = fc.oneof(
  fc.array(word, { maxLength: 8 }),
  fc.array(word, { minLength: 60, maxLength: 200 }),
)

function stored(terms: readonly (readonly number[])[]) {
  const lists = terms.map((words) => Uint32Array.from(words))
  return buildTermWords({ length: lists.length, at: (term) => lists[term]! }, WORDS)
}

test('each term has its words, in any order of asking', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (terms) => {
      const words = new TermWords(stored(terms))
      const asked = [...terms.keys(), ...[...terms.keys()].reverse()]
      for (const term of asked) expect([...words.of(term)]).toEqual(terms[term])
    }),
    { numRuns: 60 },
  )
})

test('sixty-four words take a byte where they are common, and a rare one two more', () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
  const common = ids(0, 64)
  const sizeOf = (terms: number[][]) => stored(terms).bytes.length
  expect(sizeOf([common])).toBe(1 + 64)
  expect(sizeOf([common, common, ids(64, 65)])).toBe(2 * 65 + 1 + 2)
  expect(sizeOf([...ids(0, 8192).map((id) => [id, id]), [8192]])).toBe(
    64 * 3 + (8192 - 64) * 5 + 1 + 3,
  )
})

test('flags take a byte', () => {
  const sizeOf = (flagged: number) => stored([[flagged]]).bytes.length
  expect(sizeOf(3)).toBe(2)
  expect(sizeOf(3 | ABBREVIATION)).toBe(3)
})

test('words that no term has are not numbered, the commonest is first, then the one before', () => {
  expect([...stored([[7, 9], [9, 5], []]).words]).toEqual([9, 5, 7])
})

test('every eighth term has a start', () => {
  const { starts, bytes } = stored(Array.from({ length: 17 }, () => [1]))
  expect([...starts]).toEqual([0, 16, 32])
  expect(bytes.length).toBe(34)
})

test('words are there until the next term is read', () => {
  const words = new TermWords(
    stored([
      [1, 2],
      [3, 4],
    ]),
  )
  const first = words.of(0)
  expect([...first].map((each) => each & WORD_ID)).toEqual([1, 2])
  expect(words.of(1)).toBe(first)
  expect([...first]).toEqual([3, 4])
})
