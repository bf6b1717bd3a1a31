/**
 * Proves of rows of the tables of brands:
 * 1. a number without a unit is the label, or what a piece, an ampoule, a spoon or a puff holds, never a concentration
 * 2. a number with a unit is an amount of the row, its concentration or, of a combination, the sum
 * 3. a sum does not stand for a row where the number is the label of another row of the brand
 * 4. labels are read with their units
 */

import { expect, test } from 'vitest'
import type { BrandProduct } from '../../../../src/ontologies/medication/brands.ts'
import { brandRow } from '../../../../src/ontologies/medication/brands.ts'
import { readStrength } from '../../../../src/ontologies/medication/composition.ts'
import type { WrittenStrength } from '../../../../src/ontologies/medication/linking/prescription.ts'
import {
  isRowOf,
  matchRow,
  readLabel,
} from '../../../../src/ontologies/medication/linking/strength-match.ts'

/** "0.5", "500 mg", "500 mg + 125 mg", "" for none. */
function written(text: string): WrittenStrength[] {
  const parts = text === '' ? [] : text.split(' + ')
  return parts.map((part) => {
    const strength = /[a-z%]/i.test(part) ? readStrength(part) : undefined
    const { value, unit } = strength ?? { value: Number(part), unit: undefined }
    return { value, unit, start: 0, end: part.length }
  })
}

function row(label: string, strengths: string, form = 'tablet'): BrandProduct {
  const ingredients = strengths.split(' + ').map((_, i) => `drug ${i}`)
  return brandRow(['X', label, ingredients.join(' + '), strengths, form, '-', '-'])
}

test.each([
  { text: '0.5', label: '0.5', own: '0.5 mg/2 ml', match: 'same' },
  { text: '0.5', label: '1', own: '1 mg/2 ml', match: 'other' },
  { text: '1', label: '0.5', own: '0.5 mg/2 ml', match: 'other' },
  { text: '0.5 mg', label: '0.5', own: '0.5 mg/2 ml', match: 'same' },
  { text: '0.5 mg', label: '1', own: '1 mg/2 ml', match: 'other' },
  { text: '0.25 mg/ml', label: '0.5', own: '0.5 mg/2 ml', match: 'same' },
  { text: '0.5 mg/ml', label: '0.5', own: '0.5 mg/2 ml', match: 'other' },
  { text: '15', label: '7.5', own: '7.5 mg/0.5 ml', match: 'other' },
  { text: '120', label: '-', own: '120 mg/5 ml', match: 'same' },
  { text: '24', label: '-', own: '120 mg/5 ml', match: 'other' },
  { text: '120 mg', label: '-', own: '120 mg/5 ml', match: 'same' },
  { text: '100', label: '-', own: '100 mcg/actuat', match: 'same' },
  { text: '100 mcg', label: '-', own: '100 mcg/actuat', match: 'same' },
  { text: '50', label: '-', own: '50 mcg', match: 'same' },
  { text: '50', label: '-', own: '0.05 mg', match: 'same' },
  { text: '1000', label: '1 g', own: '1 g', match: 'same' },
  { text: '1', label: '1 g', own: '1 g', match: 'same' },
  { text: '1 mg', label: '1 g', own: '1 g', match: 'other' },
  { text: '500', label: '500 mg', own: '1250 mg + 250 units', match: 'same' },
  { text: '500 mg', label: '500 mg', own: '1250 mg + 250 units', match: 'same' },
  { text: '500 mcg', label: '500 mg', own: '1250 mg + 250 units', match: 'other' },
  { text: '500 mg', label: '0.5', own: '500 mg', match: 'same' },
  { text: '0.5 mg', label: '0.5', own: '500 mg', match: 'other' },
  { text: '60000', label: '60K', own: '60000 units', match: 'same' },
  { text: '625', label: '-', own: '500 mg + 125 mg', match: 'same' },
  { text: '625 mg', label: '-', own: '500 mg + 125 mg', match: 'same' },
  { text: '457 mg/5 ml', label: '-', own: '400 mg/5 ml + 57 mg/5 ml', match: 'same' },
  { text: '40', label: '40', own: '40 mg + 12.5 mg', match: 'same' },
  { text: '40 mg', label: '40', own: '40 mg + 12.5 mg', match: 'same' },
  { text: '12.5', label: '40', own: '40 mg + 12.5 mg', match: 'partial' },
  { text: '40 + 12.5', label: '40', own: '40 mg + 12.5 mg', match: 'same' },
  { text: '40 + 25', label: '40', own: '40 mg + 12.5 mg', match: 'other' },
  { text: '500 mg + 500 mg', label: '-', own: '500 mg', match: 'same' },
  { text: '1000', label: '-', own: '1 mg', match: 'other' },
  { text: '999', label: '-', own: '0.999 mg', match: 'same' },
  { text: '0.083', label: '-', own: '0.0833 mg', match: 'same' },
  { text: '0.08', label: '-', own: '0.0833 mg', match: 'other' },
  { text: '752', label: '-', own: '500 mg + 252 units', match: 'other' },
  { text: '757', label: '-', own: '500 mg + 257 mg/5 ml', match: 'other' },
  { text: '200', label: '200/300', own: '100 mg', match: 'other' },
  { text: '625 mg + 5 mg', label: '-', own: '500 mg + 125 mg', match: 'other' },
  { text: '', label: '500', own: '500 mg', match: 'unsaid' },
])('"$text" of $label, $own is $match', ({ text, label, own, match }) => {
  expect(matchRow(written(text), row(label, own))).toBe(match)
})

test('without strengths a row has its label alone', () => {
  expect(matchRow([], row('-', '-'))).toBe('same')
  expect(matchRow(written('500'), row('-', '-'))).toBe('silent')
  expect(matchRow(written('500'), row('500', '-'))).toBe('same')
})

test('a sum is no number of a row where it is the label of another', () => {
  const rows = [row('75', '75 mg + 75 mg'), row('150', '75 mg + 150 mg')]
  expect(rows.map((each) => matchRow(written('150'), each, rows))).toEqual(['other', 'same'])
  expect(matchRow(written('150'), rows[0]!, [])).toBe('same')
})

test('a row is about the product of its composition, form and release', () => {
  const own = row('500', '500 mg')
  const product = { components: own.components, form: 'tablet', release: '' }
  expect(isRowOf(own, product)).toBe(true)
  expect(isRowOf(own, { ...product, form: 'capsule' })).toBe(false)
  expect(isRowOf(own, { ...product, release: 'er' })).toBe(false)
  expect(isRowOf(row('250', '250 mg'), product)).toBe(false)
})

test.each([
  { label: '650', numbers: [650] },
  { label: '75/20', numbers: [75, 20] },
  { label: '5-325', numbers: [5, 325] },
  { label: '#3', numbers: [3] },
  { label: '1 g', numbers: [1], strength: { value: 1000, unit: 'mg' } },
  { label: '0.25%', numbers: [0.25], strength: { value: 0.25, unit: '%' } },
  { label: '60K', numbers: [60_000], strength: { value: 60_000, unit: '[IU]' } },
  { label: '3L', numbers: [300_000], strength: { value: 300_000, unit: '[IU]' } },
  { label: 'U-200', numbers: [200], strength: { value: 200, unit: '[IU]/mL' } },
  { label: 'Forte', numbers: [] },
])('reads the label $label', ({ label, ...expected }) => {
  expect(readLabel(label)).toEqual(expected)
})
