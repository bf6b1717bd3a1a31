/**
 * Proves of quantities:
 * 1. amounts, strengths, ranges and ratios are read with number and unit, each unit in one spelling
 * 2. what could be read in two ways is not read
 * 3. a quantity is what stands at its offsets, in order, without overlap, with finite numbers, in any string
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attachedUnits, readUnitSpellings } from '../../src/text/attached-units.ts'
import { parseQuantities } from '../../src/text/quantity.ts'
import { createTokenizer } from '../../src/text/tokenize.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'

test.each([
  { text: '500 mg', value: 500, unit: 'mg' },
  { text: '500mg', value: 500, unit: 'mg' },
  { text: '500-mg', value: 500, unit: 'mg' },
  { text: '0.5 g', value: 0.5, unit: 'g' },
  { text: '.5 mg', value: 0.5, unit: 'mg' },
  { text: '1,000.5 mg', value: 1000.5, unit: 'mg' },
  { text: '60,000 IU', value: 60000, unit: 'iu' },
  { text: '1,00,000 IU', value: 100000, unit: 'iu' },
  { text: '10 units', value: 10, unit: 'unit' },
  { text: '9.5%', value: 9.5, unit: '%' },
  { text: '9.5 percent', value: 9.5, unit: '%' },
  { text: '3 days', value: 3, unit: 'day' },
  { text: '1 wk', value: 1, unit: 'week' },
  { text: '65yo', value: 65, unit: 'year' },
  { text: '5 d', value: 5, unit: 'day' },
  { text: '37.5 °C', value: 37.5, unit: '°c' },
  { text: '4.5 x10^9/L', value: 4.5, unit: '10^9/l' },
  { text: '4.5×10⁹/l', value: 4.5, unit: '10^9/l' },
  { text: '10^5 cfu/ml', value: 1, unit: '10^5 cfu/ml' },
  { text: '80/min', value: 80, unit: '/minute' },
  { text: '10 mg/kg/day', value: 10, unit: 'mg/kg/day' },
  { text: '60 ml/min/1.73 m²', value: 60, unit: 'ml/minute/1.73m2' },
  { text: '13.5 gm%', value: 13.5, unit: 'g/dl' },
  { text: '5 mg/0 ml', value: 5, unit: 'mg/0ml' },
])('reads $text as an amount', ({ text, value, unit }) => {
  expect(parseQuantities(text)).toMatchObject([
    { kind: 'amount', value, unit, text, start: 0, end: text.length },
  ])
})

test.each([
  { text: '5 mg/ml', value: 5, numerator: 5, denominator: 1 },
  { text: '125 mg/5 ml', value: 25, numerator: 125, denominator: 5 },
  { text: '125mg/5ml', value: 25, numerator: 125, denominator: 5 },
  { text: '100 mg per 5 mL', value: 20, numerator: 100, denominator: 5 },
])('reads $text as a strength', ({ text, value, numerator, denominator }) => {
  expect(parseQuantities(text)).toMatchObject([
    {
      kind: 'amount',
      value,
      unit: 'mg/ml',
      numerator: { value: numerator, unit: 'mg' },
      denominator: { value: denominator, unit: 'ml' },
    },
  ])
})

test.each([
  { text: '10-19 %', low: 10, high: 19, unit: '%' },
  { text: '10–19%', low: 10, high: 19, unit: '%' },
  { text: '5 to 10 days', low: 5, high: 10, unit: 'day' },
  { text: '5mg-10mg', low: 5, high: 10, unit: 'mg' },
  { text: '0.5 mg to 1.5 mg', low: 0.5, high: 1.5, unit: 'mg' },
  { text: '20-10 mg', low: 10, high: 20, unit: 'mg' },
  { text: '5-6/hpf', low: 5, high: 6, unit: '/hpf' },
])('reads $text as a range', ({ text, low, high, unit }) => {
  expect(parseQuantities(text)).toMatchObject([{ kind: 'range', low, high, unit, text }])
})

test.each([
  { text: '120/80 mmHg', numbers: [120, 80], unit: 'mmhg' },
  { text: '120/80mmHg', numbers: [120, 80], unit: 'mmhg' },
  { text: '500 / 125 mg', numbers: [500, 125], unit: 'mg' },
])('reads $text as a ratio', ({ text, numbers, unit }) => {
  const [over, under] = numbers
  expect(parseQuantities(text)).toMatchObject([
    {
      kind: 'ratio',
      unit,
      text,
      numerator: { value: over, unit },
      denominator: { value: under, unit },
    },
  ])
})

describe('in running text', () => {
  test.each([
    { text: 'Tab Dolo 650mg for 3 days', found: ['650mg', '3 days'] },
    { text: 'dolo650mg', found: ['650mg'] },
    { text: 'tab.5 mg', found: ['5 mg'] },
    { text: 'BP 120/80 mmHg, SpO2 98%', found: ['120/80 mmHg', '98%'] },
    { text: '5 mg to 10 g', found: ['5 mg', '10 g'] },
    { text: '12/05/2024 5 mg', found: ['5 mg'] },
    { text: 'type 2 diabetes', found: [] },
    { text: 'b12 mg', found: [] },
    { text: 'covid19 days', found: [] },
    { text: '2d echo', found: [] },
    { text: '3 mgs of 3 mgx', found: ['3 mgs'] },
    { text: '0,5 mg', found: [] },
    { text: '1.2.3 mg', found: [] },
    { text: '1234567890123456 mg', found: [] },
    { text: '', found: [] },
  ])('finds in $text $found', ({ text, found }) => {
    expect(parseQuantities(text).map((quantity) => quantity.text)).toEqual(found)
  })
})

test.each([
  { unit: 'mcg', spellings: ['mcg', 'ug', 'µg', 'μg', 'MCG', 'micrograms'] },
  { unit: 'ml', spellings: ['ml', 'mL', 'mls', 'cc', 'millilitres'] },
  { unit: 'g', spellings: ['g', 'gm', 'gms', 'grams'] },
  { unit: 'uiu/ml', spellings: ['µIU/mL', 'uIU/ml'] },
  { unit: 'mm3', spellings: ['mm3', 'mm³', 'cumm'] },
  { unit: 'hour', spellings: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { unit: 'minute', spellings: ['min', 'mins', 'minutes'] },
  { unit: 'month', spellings: ['month', 'months', 'mth', 'mths'] },
  { unit: 'mmhg', spellings: ['mmHg', 'MMHG'] },
])('writes every spelling of $unit as $unit', ({ unit, spellings }) => {
  for (const spelling of spellings)
    expect(parseQuantities(`12 ${spelling}`), spelling).toMatchObject([{ value: 12, unit }])
})

test('names the same units as the tokenizer splits from a number', () => {
  const tokenize = createTokenizer(attachedUnits(readUnitSpellings()))
  for (const unit of ['mg', 'µg', 'ml', 'iu', 'mmhg', 'hrs', 'days', 'weeks', 'yo']) {
    expect(parseQuantities(`5${unit}`), unit).toHaveLength(1)
    expect(tokenize(`5${unit}`), unit).toHaveLength(2)
  }
})

test('gives what stands at its offsets, with finite numbers, for any string', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      let end = 0
      for (const quantity of parseQuantities(text)) {
        expect(quantity.start).toBeGreaterThanOrEqual(end)
        expect(text.slice(quantity.start, quantity.end)).toBe(quantity.text)
        expect(quantity.unit).not.toBe('')
        end = quantity.end
        if (quantity.kind === 'amount') expect(quantity.value).toSatisfy(Number.isFinite)
        if (quantity.kind === 'range') expect(quantity.low).toBeLessThanOrEqual(quantity.high)
      }
    }),
    { numRuns: 1000 },
  )
})

test('reads every amount back as it was written', () => {
  const unit = fc.constantFrom('mg', 'ml', '%', 'mg/ml', 'mmHg', 'days', '10^9/L')
  const value = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => n / 100)
  fc.assert(
    fc.property(value, unit, (number, written) => {
      expect(parseQuantities(`about ${number} ${written} today`)).toMatchObject([
        { value: number, start: 6 },
      ])
    }),
  )
})
