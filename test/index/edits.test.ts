/**
 * Proves of the edit table:
 * 1. it finds exactly the words that comparing with every word finds
 * 2. short words and words with digits are neither corrected nor offered
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildEditTable, isCorrectable, withinOneEdit } from '../../src/index/edits.ts'
import { buildLexicon, Lexicon } from '../../src/index/lexicon.ts'
import { isWithinOneEdit } from '../../src/text/distance.ts'

function tableOf(words: readonly string[]) {
  const lexicon = new Lexicon(buildLexicon([...new Set(words)].sort()))
  const table = buildEditTable(lexicon)
  const found = (word: string) =>
    withinOneEdit(word, lexicon, table).map((id) => lexicon.wordOf(id))
  return { lexicon, found }
}

const { found } = tableOf([
  'diabetes',
  'diabetic',
  'fever',
  'fewer',
  'never',
  'gout',
  'goat',
  'flu',
  'b12',
  'abcd1',
  'हृदय',
])

test.each([
  { word: 'diabetes', words: ['diabetes'] },
  { word: 'diabetis', words: ['diabetes', 'diabetic'] },
  { word: 'dibaetes', words: ['diabetes'] },
  { word: 'diabtes', words: ['diabetes'] },
  { word: 'diabetess', words: ['diabetes'] },
  { word: 'fever', words: ['fever', 'fewer', 'never'] },
  { word: 'feevr', words: ['fever'] },
  { word: 'evre', words: [] },
  { word: 'got', words: ['goat', 'gout'] },
  { word: 'flue', words: [] },
  { word: 'b122', words: [] },
  { word: 'abcd', words: [] },
  { word: 'हृदया', words: ['हृदय'] },
  { word: '', words: [] },
])('finds near $word: $words', ({ word, words }) => {
  expect(found(word)).toEqual(words)
})

test.each([
  { word: 'fever', correctable: true },
  { word: 'gout', correctable: true },
  { word: 'flu', correctable: false },
  { word: 'b12', correctable: false },
  { word: '1000', correctable: false },
  { word: 'type2', correctable: false },
  { word: "o'brien", correctable: false },
  { word: 'सर्दी', correctable: true },
  { word: '', correctable: false },
])('says whether $word may be corrected: $correctable', ({ word, correctable }) => {
  expect(isCorrectable(word)).toBe(correctable)
})

const word = fc.stringMatching(/^[abc]{2,7}$/)

test('finds what comparing with every word finds', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, (words, query) => {
      const table = tableOf(words)
      const expected = table.lexicon
        .words()
        .filter((each) => isCorrectable(each) && isWithinOneEdit(query, each))
      expect(table.found(query)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
