/**
 * Proves of what single words do in running text:
 * 1. function words, connectors that say nothing and the lightest words are silent; others only join
 * 2. a word names a finding in its singular and plural, and in no other form
 * 3. some names are no findings
 */

import { expect, test } from 'vitest'
import { TextWords } from '../../src/comprehend/name-sets.ts'
import { readTable } from '../../src/language/tables.ts'
import { analyzer } from '../support/linker.ts'

const words = new TextWords(
  new Map([
    ['zonal', 0.3],
    ['mural', 0.31],
  ]),
)
const last = (text: string) => analyzer.analyze(text).at(-1)!

test.each([
  { word: 'of', silent: true, connects: true },
  { word: 'with', silent: true, connects: true },
  { word: 'due', silent: true, connects: true },
  { word: 'zonal', silent: true, connects: true },
  { word: 'mural', silent: false, connects: false },
  { word: 'causing', silent: false, connects: true },
  { word: 'secondary', silent: false, connects: true },
  { word: 'gout', silent: false, connects: false },
])('"$word" is silent: $silent, connects: $connects', ({ word, silent, connects }) => {
  const own = last(`gout ${word}`)
  expect([words.isSilent(own), words.isConnector(own)]).toEqual([silent, connects])
})

test.each([
  ['lesion', true],
  ['lesions', true],
  ['masses', true],
  ['deformities', true],
  ['discharge', true],
  ['guarding', true],
  ['swelling', true],
  ['flashes', true],
  ['flash', false],
  ['discharged', false],
  ['swelled', false],
  ['knee', false],
])('"%s" is a finding by itself: %s', (word, isFinding) => {
  expect(words.isFinding(last(word))).toBe(isFinding)
})

test('each word of the table is a finding by itself', () => {
  const table = readTable('clinical/finding-words.tsv', ['word']).flat()
  expect(table.filter((word) => !words.isFinding(last(word)))).toEqual([])
})

test.each([
  [['larynx'], true],
  [['pregnancy', 'test'], true],
  [['cancer', 'larynx'], false],
])('%s are no condition: %s', (forms, isNone) => {
  expect(words.isNoFinding(forms)).toBe(isNone)
})
