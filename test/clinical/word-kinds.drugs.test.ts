/** Proves of words of drug names: a drug is known by the words of its name that are not short. */

import { expect, test } from 'vitest'
import { isDrugWord, SHORTEST_DRUG_WORD } from '../../src/clinical/word-kinds.ts'
import { readTable } from '../../src/language/tables.ts'

test('a drug is known by the longer words of its name', () => {
  expect(['amoxicillin', 'telma', 'qwxz'].map(isDrugWord)).toEqual([true, true, false])
  const short = readTable('medication/ingredients.tsv', ['ingredient', 'rxcui'])
    .flatMap(([name]) => name!.split(' '))
    .filter((word) => word.length === SHORTEST_DRUG_WORD - 1)
  expect(short.length).toBeGreaterThan(0)
  expect(short.filter(isDrugWord)).toEqual([])
})

test.each([
  { word: 'iron', is: true, why: 'the whole name' },
  { word: 'acid', is: true, why: 'the last word of an ingredient' },
  { word: 'tranexamic', is: true, why: 'no everyday word' },
  { word: 'pain', is: false, why: 'an everyday word of a brand' },
  { word: 'relief', is: false, why: 'the last everyday word of a brand' },
  { word: 'influenza', is: false, why: 'an everyday word of an ingredient' },
])('$word, $why, is a word of a drug: $is', ({ word, is }) => {
  expect(isDrugWord(word)).toBe(is)
})
