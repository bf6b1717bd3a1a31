/**
 * Proves of quantities:
 * 1. amounts, strengths, ranges and ratios are read with number and unit, each unit as its UCUM code
 * 2. the units are those that the table allows in running text, stuck to a number or apart from it as it says
 * 3. what could be read in two ways is not read
 * 4. a quantity is what stands at its offsets, in order, without overlap, with finite numbers and valid units, in any
 *    string; hostile strings take no longer than others
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readUnitSpellings } from '../../src/language/attached-units.ts'
import { parseQuantities } from '../../src/units/quantity.ts'
import { parseUcum } from '../../src/units/ucum.ts'
import { readUnit } from '../../src/units/units.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'

test.each([
  { text: '500 mg', value: 500, unit: 'mg' },
  { text: '500mg', value: 500, unit: 'mg' },
  { text: '500-mg', value: 500, unit: 'mg' },
  { text: '0.5 g', value: 0.5, unit: 'g' },
  { text: '.5 mg', value: 0.5, unit: 'mg' },
  { text: '1,000.5 mg', value: 1000.5, unit: 'mg' },
  { text: '60,000 IU', value: 60000, unit: '[IU]' },
  { text: '1,00,000 IU', value: 100000, unit: '[IU]' },
  { text: '100 international units', value: 100, unit: '[IU]' },
  { text: '10 units', value: 10, unit: 'U' },
  { text: '9.5%', value: 9.5, unit: '%' },
  { text: '9.5 percent', value: 9.5, unit: '%' },
  { text: '9.5 per cent', value: 9.5, unit: '%' },
  { text: '70% v/v', value: 70, unit: '%{vol}' },
  { text: '3 days', value: 3, unit: 'd' },
  { text: '1 wk', value: 1, unit: 'wk' },
  { text: '65yo', value: 65, unit: 'a' },
  { text: '5 d', value: 5, unit: 'd' },
  { text: '37.5 °C', value: 37.5, unit: 'Cel' },
  { text: '12cmH2O', value: 12, unit: 'cm[H2O]' },
  { text: '4.5 x10^9/L', value: 4.5, unit: '10*9/L' },
  { text: '4.5×10⁹/l', value: 4.5, unit: '10*9/L' },
  { text: '10^5 cfu/ml', value: 1, unit: '10*5.[CFU]/mL' },
  { text: '80/min', value: 80, unit: '/min' },
  { text: '8000/cumm', value: 8000, unit: '/uL' },
  { text: '10 mg/kg/day', value: 10, unit: 'mg/kg/d' },
  { text: '60 ml/min/1.73 m²', value: 60, unit: 'mL/min/{1.73_m2}' },
  { text: '60 ml/1.73 m²/min', value: 60, unit: 'mL/{1.73_m2}/min' },
  { text: '13.5 gm%', value: 13.5, unit: 'g/dL' },
  { text: '50 G/L', value: 50, unit: 'g/L' },
])('reads $text as an amount', ({ text, value, unit }) => {
  expect(parseQuantities(text)).toMatchObject([
    { kind: 'amount', value, unit, text, start: 0, end: text.length },
  ])
})

test.each([
  { text: '5 mg/ml', value: 5, numerator: [5, 'mg'], denominator: [1, 'mL'] },
  { text: '5 mg/5 ml', value: 1, numerator: [5, 'mg'], denominator: [5, 'mL'] },
  { text: '125 mg/5 ml', value: 25, numerator: [125, 'mg'], denominator: [5, 'mL'] },
  { text: '125mg/5ml', value: 25, numerator: [125, 'mg'], denominator: [5, 'mL'] },
  { text: '100 mg per 5 mL', value: 20, numerator: [100, 'mg'], denominator: [5, 'mL'] },
  { text: '40 IU/ml', value: 40, numerator: [40, '[IU]'], denominator: [1, 'mL'] },
  { text: '100 UNT/ML', value: 100, numerator: [100, 'U'], denominator: [1, 'mL'] },
  { text: '6 mg/24 hr', value: 0.25, numerator: [6, 'mg'], denominator: [24, 'h'] },
  { text: '0.5 % w/v', value: 0.5, numerator: [0.5, 'g'], denominator: [1, 'dL'] },
  { text: '0.5%w/v', value: 0.5, numerator: [0.5, 'g'], denominator: [1, 'dL'] },
  { text: '1% w/w', value: 1, numerator: [1, 'g'], denominator: [1, '(100.g)'] },
])('reads $text as a strength', ({ text, value, numerator: [over, top], denominator }) => {
  const [under, bottom] = denominator
  expect(parseQuantities(text)).toMatchObject([
    {
      kind: 'amount',
      text,
      value,
      unit: `${top}/${bottom}`,
      numerator: { value: over, unit: top },
      denominator: { value: under, unit: bottom },
    },
  ])
})

test.each(['500 mg', '80/min', '10 mg/kg/day'])('%s is no quotient of two', (text) => {
  const [quantity] = parseQuantities(text)
  expect(quantity).not.toHaveProperty('numerator')
  expect(quantity).not.toHaveProperty('denominator')
})

test.each([
  { text: '10-19 %', low: 10, high: 19, unit: '%' },
  { text: '10–19%', low: 10, high: 19, unit: '%' },
  { text: '5 to 10 days', low: 5, high: 10, unit: 'd' },
  { text: '5mg-10mg', low: 5, high: 10, unit: 'mg' },
  { text: '0.5 mg to 1.5 mg', low: 0.5, high: 1.5, unit: 'mg' },
  { text: '20-10 mg', low: 10, high: 20, unit: 'mg' },
  { text: '5-6/hpf', low: 5, high: 6, unit: '/[HPF]' },
  { text: '5-10 mg/5 ml', low: 1, high: 2, unit: 'mg/mL' },
  { text: '5 mg/5 ml to 10 mg/5 ml', low: 1, high: 2, unit: 'mg/mL' },
])('reads $text as a range', ({ text, low, high, unit }) => {
  expect(parseQuantities(text)).toMatchObject([{ kind: 'range', low, high, unit, text }])
})

test.each([
  { text: '120/80 mmHg', numbers: [120, 80], unit: 'mm[Hg]' },
  { text: '120/80mmHg', numbers: [120, 80], unit: 'mm[Hg]' },
  { text: '120/80 mm Hg', numbers: [120, 80], unit: 'mm[Hg]' },
  { text: '500 / 125 mg', numbers: [500, 125], unit: 'mg' },
  { text: '200/28.5 mg/5 ml', numbers: [40, 5.7], unit: 'mg/mL' },
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
    { text: '5 mg/0 ml', found: [] },
    { text: '1:1000', found: [] },
    { text: '1234567890123456 mg', found: [] },
    { text: '', found: [] },
  ])('finds in $text $found', ({ text, found }) => {
    expect(parseQuantities(text).map((quantity) => quantity.text)).toEqual(found)
  })
})

test.each([
  { unit: 'ug', spellings: ['mcg', 'ug', 'µg', 'μg', 'MCG', 'micrograms'] },
  { unit: 'mL', spellings: ['ml', 'mL', 'mls', 'cc', 'millilitres'] },
  { unit: 'g', spellings: ['g', 'gm', 'gms', 'grams'] },
  { unit: 'u[IU]/mL', spellings: ['µIU/mL', 'uIU/ml'] },
  { unit: '/uL', spellings: ['mm3', 'mm³', 'cumm'] },
  { unit: 'h', spellings: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { unit: 'min', spellings: ['min', 'mins', 'minutes'] },
  { unit: 'mo', spellings: ['month', 'months', 'mth', 'mths'] },
  { unit: 'mm[Hg]', spellings: ['mmHg', 'MMHG', 'mm Hg'] },
])('reads every spelling of $unit as $unit', ({ unit, spellings }) => {
  for (const spelling of spellings)
    expect(parseQuantities(`12 ${spelling}`), spelling).toMatchObject([{ value: 12, unit }])
})

describe('of data/units/spellings.tsv', () => {
  const unitsIn = (text: string) => parseQuantities(text).map(({ unit }) => unit)
  const spellings = readUnitSpellings()
  const flagged = (flag: string) => spellings.filter(({ text }) => text === flag)

  test('a unit flagged attached is read stuck to a number and apart from it', () => {
    for (const { unit, ucum } of flagged('attached'))
      expect([...unitsIn(`5${unit}`), ...unitsIn(`5 ${unit}`)], unit).toEqual([ucum, ucum])
  })

  test('a unit flagged apart is read apart from its number only', () => {
    for (const { unit, ucum } of flagged('apart')) {
      expect(unitsIn(`5 ${unit}`), unit).toEqual([ucum])
      expect(unitsIn(`5${unit}`), unit).toEqual([])
    }
  })

  test.each(['5 c', '5 m', '5 s', '5 no', '5 index', '5 grade'])('%s is not read', (text) => {
    expect(flagged('-').map(({ unit }) => `5 ${unit}`)).toContain(text)
    expect(unitsIn(text)).toEqual([])
  })
})

test('gives what stands at its offsets, with finite numbers, for any string', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      let end = 0
      for (const quantity of parseQuantities(text)) {
        expect(quantity.start).toBeGreaterThanOrEqual(end)
        expect(text.slice(quantity.start, quantity.end)).toBe(quantity.text)
        expect(parseUcum(quantity.unit)).toBeDefined()
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
        { value: number, start: 6, unit: readUnit(written)!.ucum },
      ])
    }),
  )
})

const HOSTILE = [
  '5 mg/',
  '5 mg/5 ',
  '5 mg/5 ml-',
  '5 mg to ',
  '10^9/',
  '1/',
  '1,000,',
  '1.',
  'dolo6',
  '0',
]

test.each(HOSTILE)('is done with 100,000 characters of %j within the time of a test', (piece) => {
  const text = piece.repeat(100_000 / piece.length)
  expect(parseQuantities(text).length).toBeLessThan(text.length)
})
