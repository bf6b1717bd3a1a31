/**
 * Proves of counts of days next to a condition:
 * 1. at either end of a mention days are counted in words and letters, with what comes before and after
 * 2. parts of a time and numbers of a series are counts, too
 * 3. a count in the middle, or that is the whole text, is none, nor is a number that is part of a name
 */

import { expect, test } from 'vitest'
import { dayCountIn } from '../../src/clinical/day-counts.ts'
import { outside } from '../../src/language/phrase-matcher.ts'
import { readTable } from '../../src/language/tables.ts'
import { analyzer } from '../support/linker.ts'

function restOf(text: string): string | undefined {
  const words = analyzer.analyze(text)
  const count = dayCountIn(text, words)
  return (
    count &&
    outside(words, [count])
      .flatMap(({ form }) => form)
      .join(' ')
  )
}

test.each([
  ['rash day 3', 'rash'],
  ['rash D12', 'rash'],
  ['gout, HD#4', 'gout'],
  ['POD3 gout', 'gout'],
  ['hospital day 2 gout', 'gout'],
  ['mumps day 2 of illness', 'mumps'],
  ['mumps, 4th day', 'mumps'],
  ['mumps wk 2', 'mumps'],
  ['itching 3/52', 'itching'],
  ['itching 10/12', 'itching'],
  ['gout #2', 'gout'],
])('of "%s" the rest is "%s"', (text, rest) => {
  expect(restOf(text)).toBe(rest)
})

test.each([
  'gout',
  'day 3',
  'fever day 3 after surgery',
  'itching 3/10',
  'gout 2',
  'COVID-19',
  'vitamin B12',
  'day care gout',
])('"%s" has no count', (text) => {
  expect(restOf(text)).toBeUndefined()
})

test('the table is analyzed', () => {
  for (const [word] of readTable('clinical/day-words.tsv', ['word', 'place']))
    expect(analyzer.analyze(word!).map(({ form }) => form)).toEqual([word])
})
