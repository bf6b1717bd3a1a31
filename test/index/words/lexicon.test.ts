/**
 * Proves of the lexicon:
 * 1. word → id → word comes back, ids are positions in code-unit order
 * 2. a word that is not there has no id
 * 3. the words that start with a prefix are one range of ids
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildLexicon, Lexicon } from '../../../src/index/words/lexicon.ts'
import { hashWord } from '../../../src/language/sorted.ts'
import { anyString } from '../../support/arbitraries.ts'

const lexiconOf = (words: readonly string[]) =>
  new Lexicon(buildLexicon([...new Set(words)].sort()))

test.each([
  { words: [] },
  { words: ['fever'] },
  { words: [''] },
  { words: ['b', 'a', 'c'] },
  { words: ['fever', 'feve', 'fevers'] },
  { words: ['रोग', '糖尿病', '\ud800', 'z'] },
])('holds $words', ({ words }) => {
  const lexicon = lexiconOf(words)
  expect(lexicon.size).toBe(words.length)
  expect(lexicon.words()).toEqual(words.toSorted())
  for (const [id, word] of words.toSorted().entries()) {
    expect(lexicon.idOf(word)).toBe(id)
    expect(lexicon.wordOf(id)).toBe(word)
  }
})

test.each([{ word: '' }, { word: 'fev' }, { word: 'fevers' }, { word: 'Fever' }])(
  'does not know $word',
  ({ word }) => {
    expect(lexiconOf(['fever', 'cough']).idOf(word)).toBe(-1)
    expect(lexiconOf([]).idOf(word)).toBe(-1)
  },
)

test('finds every word and no other, for any words', () => {
  fc.assert(
    fc.property(fc.array(anyString, { maxLength: 60 }), anyString, (words, other) => {
      const sorted = [...new Set(words)].sort()
      const lexicon = lexiconOf(words)
      expect(lexicon.words()).toEqual(sorted)
      for (let id = 0; id < sorted.length; id++) expect(lexicon.idOf(sorted[id]!)).toBe(id)
      expect(lexicon.idOf(other)).toBe(sorted.indexOf(other))
    }),
  )
})

test('finds every one of ten thousand words', () => {
  const words = Array.from({ length: 10_000 }, (_, i) => `word${i}`).sort()
  const lexicon = lexiconOf(words)
  expect(words.filter((word, id) => lexicon.idOf(word) !== id)).toEqual([])
})

test.each([
  { word: '', hash: 0x811c9dc5 },
  { word: 'a', hash: 0xe40c292c },
  { word: 'foobar', hash: 0xbf9cf968 },
])('hashes $word as FNV-1a does', ({ word, hash }) => {
  expect(hashWord(word)).toBe(hash)
})

test.each([
  { prefix: 'fever', words: ['fever', 'feverish'] },
  { prefix: 'fe', words: ['feet', 'fever', 'feverish'] },
  { prefix: 'feverishly', words: [] },
  { prefix: 'a', words: [] },
  { prefix: 'z', words: [] },
  { prefix: '', words: ['cough', 'feet', 'fever', 'feverish', 'रोग'] },
  { prefix: 'रो', words: ['रोग'] },
])('has $words for the prefix "$prefix"', ({ prefix, words }) => {
  const lexicon = lexiconOf(['fever', 'cough', 'feverish', 'feet', 'रोग'])
  const { from, to } = lexicon.rangeOf(prefix)
  expect(lexicon.words().slice(from, to)).toEqual(words)
})

test('has every word with a prefix in one range, for any words', () => {
  const short = fc.string({ unit: fc.constantFrom('a', 'b', '\ud800', '\uffff'), maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(fc.oneof(short, anyString)),
      fc.oneof(short, anyString),
      (words, prefix) => {
        const lexicon = lexiconOf(words)
        const { from, to } = lexicon.rangeOf(prefix)
        const starting = lexicon.words().filter((word) => word.startsWith(prefix))
        expect(lexicon.words().slice(from, to)).toEqual(starting)
      },
    ),
  )
})
