/**
 * Proves of strengths:
 * 1. the same strength, however it is written, gives the same measure; another one gives another
 * 2. what does not convert stays as it is
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Measure, parseQuantities } from '../../src/units/quantity.ts'
import { normalizeStrength } from '../../src/units/strength.ts'

function strengthOf(text: string): Measure {
  const [quantity, ...others] = parseQuantities(text)
  if (quantity?.kind !== 'amount' || others.length > 0) expect.fail(`${text} is no amount`)
  return normalizeStrength(quantity)
}

test.each([
  { texts: ['500 mg', '0.5 g', '.5 gm', '500,000 mcg'], value: 500, unit: 'mg' },
  { texts: ['0.1 mg', '100 mcg', '100 µg', '100,000 ng'], value: 0.1, unit: 'mg' },
  { texts: ['0.1 mg', '0.1000000000001 mg'], value: 0.1, unit: 'mg' },
  { texts: ['0.3 mg', '300 mcg', '0.0003 g'], value: 0.3, unit: 'mg' },
  { texts: ['25 mg/ml', '125 mg/5 ml', '2.5 g/100 ml', '25 g/l'], value: 25, unit: 'mg/mL' },
  { texts: ['1 mg/ml', '5 mg/5 ml', '0.1% w/v', '1000 mcg/ml'], value: 1, unit: 'mg/mL' },
  { texts: ['1 % w/v', '10 mg/ml', '1 gm%'], value: 10, unit: 'mg/mL' },
  { texts: ['2% w/w', '20 mg/g', '2 g/100 g'], value: 20, unit: 'mg/g' },
  { texts: ['25 mcg/hr', '0.6 mg/24 h', '0.6 mg/day'], value: 0.025, unit: 'mg/h' },
  { texts: ['40 IU/ml', '40 units/ml', '4,000 IU/100 ml'], value: 40, unit: '[IU]/mL' },
  { texts: ['60,000 IU', '60,000 units'], value: 60_000, unit: '[IU]' },
  { texts: ['500 IU/g', '0.5 IU/mg'], value: 500, unit: '[IU]/g' },
  { texts: ['1 mol', '1000 mmol'], value: 1000, unit: 'mmol' },
  { texts: ['2 mmol/ml', '2 mol/l', '10 mmol/5 ml'], value: 2, unit: 'mmol/mL' },
  { texts: ['20 mEq', '20 milliequivalents'], value: 20, unit: 'meq' },
  { texts: ['2 mEq/ml', '30 mEq/15 ml'], value: 2, unit: 'meq/mL' },
  { texts: ['5 ml', '5 cc', '0.005 l'], value: 5, unit: 'mL' },
])('$texts are $value $unit', ({ texts, value, unit }) => {
  for (const text of texts) expect(strengthOf(text), text).toEqual({ value, unit })
})

test.each([
  { text: '1 %', unit: '%' },
  { text: '3 days', unit: 'd' },
  { text: '37 °C', unit: 'Cel' },
  { text: '10 mg/kg/day', unit: 'mg/kg/d' },
])('$text stays in $unit', ({ text, unit }) => {
  expect(strengthOf(text)).toEqual({ value: Number.parseFloat(text), unit })
})

test('a unit that is not UCUM stays as it is', () => {
  const foreign = { value: 5, unit: 'not a unit' }
  expect(normalizeStrength(foreign)).toEqual(foreign)
})

test.each([
  ['500 mg', '500 mcg'],
  ['1 mg', '1 mg/ml'],
  ['1 % w/v', '1 % w/w'],
  ['1 % w/v', '1 %'],
  ['20 mEq', '20 mmol'],
  ['125 mg/5 ml', '125 mg/ml'],
  ['0.100000000001 mg', '0.1 mg'],
])('%s is not %s', (one, other) => {
  expect(strengthOf(one)).not.toEqual(strengthOf(other))
})

test('any mass is the same in every unit, and normalizing twice changes nothing', () => {
  const mg = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => n / 1000)
  fc.assert(
    fc.property(mg, (value) => {
      const normal = normalizeStrength({ value, unit: 'mg' })
      expect(normalizeStrength({ value: value / 1000, unit: 'g' })).toEqual(normal)
      expect(normalizeStrength({ value: value * 1000, unit: 'ug' })).toEqual(normal)
      expect(normalizeStrength({ value: value * 1e6, unit: 'ng' })).toEqual(normal)
      expect(normalizeStrength(normal)).toEqual(normal)
    }),
  )
})
