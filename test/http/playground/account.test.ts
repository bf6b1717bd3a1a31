/**
 * Proves of the stretches of a text:
 * 1. together they are the text
 * 2. each accounted word has its place, also if it is written in another spelling, and its evidence in words
 * 3. a prescription has the kind of each part instead
 */

import { describe, expect, test } from 'vitest'
import { accountedStretches } from '../../../src/http/playground/account.ts'
import type { WordEvidence } from '../../../src/medlink.ts'

const explained = (query: string, account: readonly WordEvidence[]) => ({
  query,
  explanations: [{ term_id: 'A', ranking_score: 1, parts: [], readings: [], account }],
})

describe('the words of a mention:', () => {
  test.each<{ query: string; account: WordEvidence[]; marks: (string | undefined)[][] }>([
    { query: 'asthma', account: [], marks: [] },
    {
      query: 'T2DM, HTN',
      account: [
        { word: 'T2DM', by: 'abbreviation', of: 'type 2 diabetes mellitus' },
        { word: 'htn', by: 'left_over' },
      ],
      marks: [
        ['T2DM', 'proven', 'short for “type 2 diabetes mellitus”'],
        ['HTN', 'missing', 'not in the name'],
      ],
    },
    {
      query: 'Known Haemoglobin low',
      account: [
        { word: 'known', by: 'spared' },
        { word: 'hemoglobin', by: 'same_word', of: 'hemoglobin' },
        { word: 'low', by: 'related', of: 'decreased' },
      ],
      marks: [
        ['Known', 'spared', 'may be left out'],
        ['Haemoglobin', 'proven', 'same word'],
        ['low', 'doubtful', 'related to “decreased”'],
      ],
    },
    {
      query: 'T2DM with diabetic nephropathy, pain',
      account: [
        { word: 'T2DM', by: 'abbreviation', of: 'type 2 diabetes mellitus' },
        { word: 'with', by: 'same_word', of: 'with' },
        { word: 'nephropathy', by: 'same_word', of: 'nephropathy' },
      ],
      marks: [
        ['T2DM', 'proven', 'short for “type 2 diabetes mellitus”'],
        ['with', 'proven', 'same word'],
        ['diabetic', 'proven', 'said by “T2DM”, too'],
        ['nephropathy', 'proven', 'same word'],
      ],
    },
    {
      query: 'pain in pain',
      account: [
        { word: 'pain', by: 'same_word', of: 'pain' },
        { word: 'pain', by: 'left_over' },
        { word: 'zebra', by: 'left_over' },
      ],
      marks: [
        ['pain', 'proven', 'same word'],
        ['pain', 'missing', 'not in the name'],
      ],
    },
  ])('$query', ({ query, account, marks }) => {
    const stretches = accountedStretches(explained(query, account))
    expect(stretches.map(({ text }) => text).join('')).toBe(query)
    const marked = stretches.filter(({ by }) => by !== undefined)
    expect(marked.map(({ text, by, words }) => [text, by, words])).toEqual(marks)
  })
})

test('the parts of a prescription', () => {
  const query = 'Tab Dolo 650 zz please'
  const parse = [
    { kind: 'form', begin: 0, end: 3, value: 'tablet' },
    { kind: 'name', begin: 4, end: 8, value: 'dolo' },
    { kind: 'strength', begin: 9, end: 12, value: '650' },
    { kind: 'unknown', begin: 13, end: 15, value: 'zz' },
    { kind: 'aside', begin: 16, end: 22, value: 'please' },
  ]
  const stretches = accountedStretches({ ...explained(query, []), parse })
  expect(stretches.map(({ text, by, words }) => [text, by, words].filter(Boolean))).toEqual([
    ...[['Tab', 'proven', 'form'], [' '], ['Dolo', 'proven', 'name'], [' ']],
    ...[['650', 'proven', 'strength'], [' '], ['zz', 'missing', 'unknown'], [' ']],
    ['please', 'spared', 'aside'],
  ])
})
