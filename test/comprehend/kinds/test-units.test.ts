/**
 * Proves which words behind a value are its unit:
 * 1. the units of laboratories are read whole, glued to the value, behind a space and at the end of a sentence
 * 2. a unit may go on behind a space
 * 3. shorthand, flags, dates and other words are no unit
 */

import { describe, expect, test } from 'vitest'
import { unitLength } from '../../../src/comprehend/kinds/test-units.ts'
import { resultAt } from '../../../src/comprehend/kinds/test-values.ts'
import { readUnit } from '../../../src/units/units.ts'

const unitIn = (text: string) => {
  const unit = resultAt(text, 3, text.length)?.unit
  return unit && text.slice(unit.begin, unit.end)
}

const UNITS = [
  ...['mmol/L', 'umol/L', 'µmol/L', 'nmol/L', 'pmol/L', 'mcmol/L', 'mmol/mol', 'umol/mmol'],
  ...['mU/L', 'mIU/L', 'uIU/mL', 'IU/mL', 'IU/L', 'kU/L', 'kUA/L', 'U/mL', 'U/L', 'AU/mL'],
  ...['ng/mL', 'ng/dL', 'ng/L', 'pg/mL', 'mcg/dL', 'µg/dL', 'ug/L', 'mcg/L', 'ug/mL', 'mEq/L'],
  ...['g/L', 'g/dl', 'gms/dl', 'g%', 'mg%', 'mg/dL', 'mg/100ml', 'mg/mL', 'mg/mmol', 'mg/g'],
  ...['x10^9/L', 'x 10^9/L', 'x10*9/L', 'x10e9/L', 'K/uL', 'K/mm3', 'M/uL', 'thou/uL', '/cumm'],
  ...['/cu mm', '/mm3', '/mcL', '/nL', '/HPF', 'cells/mm3', 'cells/cu mm', 'lakh', 'lakhs/cumm'],
  ...['million/cumm', 'mm/hr', 'mm/1st hr', 'mm Hg', 'kPa', 'fL', 'pg', '%', 'L/L', 'mL/min'],
  ...['mL/min/1.73m2', 'mL/min/1.73 m²', 'ml/min/1.73 sq m', 'mOsm/kg', 'mosmol/kg', 'sec'],
  ...['ratio', 'index', 'S/CO', 'COI', 'copies/mL', 'cp/mL', 'CFU/mL', 'mg/day', 'mg/24 hrs'],
  ...['g/24h', 'bpm', '/min', 'kg/m²', '°C', 'U/g Hb', 'units/mL', 'ml/hr', 'log', 'titre'],
]

describe('the unit', () => {
  test.each(UNITS)('%s', (unit) => {
    for (const text of [`xyz 28${unit}`, `xyz 28 ${unit}`, `xyz 28 ${unit}. Repeat`])
      expect([text, unitIn(text)]).toEqual([text, unit])
    if (unit !== 'log') expect(readUnit(unit)).toBeDefined()
  })

  test.each(['10^9/L', '10*3/uL', '10e6/uL'])('%s is apart from its value', (unit) => {
    expect(unitIn(`xyz 4.5 ${unit}, x`)).toBe(unit)
  })
})

test.each([
  ['mm in 1st hr', 'mm in 1st hr'],
  ['mg / dL today', 'mg / dL'],
  ['mg/g creatinine', 'mg/g creatinine'],
  ['ug/mL FEU H', 'ug/mL FEU'],
  ['mL/min per 1.73 m2', 'mL/min per 1.73 m2'],
  ['log copies/mL', 'log copies/mL'],
  ['nmol/L.Repeat in June', 'nmol/L'],
  ['K/uL* H', 'K/uL'],
  ['g/dL-high', 'g/dL'],
  ['F c/o headache', 'F'],
  ['% in room air', '%'],
  ['/min in sinus rhythm', '/min'],
])('"%s" begins with the unit "%s"', (text, unit) => {
  expect(text.slice(0, unitLength(text))).toBe(unit)
})

test.each([
  ...['c/o weakness', 'd/c tomorrow', 's/c', 'h/s', 'n/a', 'b/l creps', 's/p fluids', 'H/H', 'L/E'],
  ...[
    'H',
    'L (0-40)',
    '3/4/26',
    '24h',
    '1u',
    'u',
    '93%',
    '1/52',
    '/40',
    '/80/min',
    'count',
    'blood',
    '1000',
  ],
  ...['per', 'to'],
  ...['today', 'mild', 'kg/', '/', '', 'km', 'special', '(mg/dL)', '- mg/dL'],
])('"%s" begins with no unit', (text) => {
  expect(text.slice(0, unitLength(text))).toBe('')
})
