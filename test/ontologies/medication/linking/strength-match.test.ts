/**
 * Proves of strengths: those of a text are the product's in any unit and, of a combination, in any order where the text
 * does not say which ingredient each is of; a sum or a number without its unit may be meant by them; part of a combination
 * and other strengths are told apart from them.
 */

import { expect, test } from 'vitest'
import { type Component, readStrength } from '../../../../src/ontologies/medication/composition.ts'
import type { WrittenStrength } from '../../../../src/ontologies/medication/linking/prescription.ts'
import {
  isVerbatim,
  matchStrengths,
} from '../../../../src/ontologies/medication/linking/strength-match.ts'

/** "500", "500 mg", "500 mg + 125 mg", "" for none. */
function written(text: string): WrittenStrength[] {
  const parts = text === '' ? [] : text.split(' + ')
  return parts.map((part) => {
    const strength = readStrength(part)
    const { value, unit } = /[a-z%]/i.test(part)
      ? strength!
      : { value: Number(part), unit: undefined }
    return { value, unit, start: 0, end: part.length }
  })
}

const componentsOf = (text: string): Component[] =>
  text.split(' + ').map((part, i) => ({
    base: `drug ${i}`,
    salt: '',
    ...(part !== '' && { strength: readStrength(part)! }),
  }))

test.each([
  { text: '', own: '500 mg', match: 'unsaid' },
  { text: '', own: '', match: 'same' },
  { text: '500 mg', own: '', match: 'silent' },
  { text: '500 mg', own: '500 mg', match: 'same' },
  { text: '0.5 g', own: '500 mg', match: 'same' },
  { text: '500 mcg', own: '0.5 mg', match: 'same' },
  { text: '500', own: '500 mg', match: 'same' },
  { text: '50', own: '0.05 mg', match: 'same' },
  { text: '650', own: '500 mg', match: 'other' },
  { text: '500 mg', own: '850 mg', match: 'other' },
  { text: '500 mg + 125 mg', own: '500 mg + 125 mg', match: 'same' },
  { text: '125 mg + 500 mg', own: '500 mg + 125 mg', match: 'same' },
  { text: '625', own: '500 mg + 125 mg', match: 'same' },
  { text: '625 mg', own: '500 mg + 125 mg', match: 'same' },
  { text: '500 mg', own: '500 mg + 125 mg', match: 'partial' },
  { text: '500 mg + 100 mg', own: '500 mg + 125 mg', match: 'other' },
  { text: '500 mg + 500 mg', own: '500 mg', match: 'same' },
  { text: '500 mg + 850 mg', own: '500 mg', match: 'other' },
  { text: '100 mcg', own: '0.1 mg/actuat', match: 'same' },
])('"$text" of "$own" is $match', ({ text, own, match }) => {
  expect(matchStrengths(written(text), componentsOf(own))).toBe(match)
})

test.each([
  { text: '500 mg + 125 mg', bases: ['drug 0', 'drug 1'], match: 'same' },
  { text: '125 mg + 500 mg', bases: ['drug 0', 'drug 1'], match: 'other' },
  { text: '125 mg + 500 mg', bases: ['drug 1', 'drug 0'], match: 'same' },
  { text: '125 mg', bases: ['drug 0'], match: 'other' },
])('"$text" of $bases is $match', ({ text, bases, match }) => {
  const stated = written(text).map((each, i) => ({ ...each, base: bases[i]! }))
  expect(matchStrengths(stated, componentsOf('500 mg + 125 mg'))).toBe(match)
})

test.each([
  { text: '500 mg', own: '500 mg', is: true },
  { text: '0.5 g', own: '500 mg', is: true },
  { text: '50', own: '50 mg', is: true },
  { text: '50', own: '0.05 mg', is: false },
  { text: '625', own: '500 mg + 125 mg', is: false },
  { text: '1 %', own: '10 mg/mL', is: true },
])('"$text" is "$own" verbatim: $is', ({ text, own, is }) => {
  expect(isVerbatim(written(text), componentsOf(own))).toBe(is)
})

test('a sum of percentages is no strength', () => {
  expect(matchStrengths(written('60 %'), componentsOf('52 % + 8 %'))).toBe('other')
})
