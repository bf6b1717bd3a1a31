/**
 * Proves of the size of units: of each dimension that laboratories have units of several sizes for it is in one reference
 * unit, and 0 of any other.
 */

import { expect, test } from 'vitest'
import { unitSize } from '../../../src/ontologies/loinc/unit-size.ts'
import { readUnit } from '../../../src/units/units.ts'

test.each([
  { unit: 'g/L', size: 1 },
  { unit: 'g/dL', size: 10 },
  { unit: 'mg/dL', size: 1e-2 },
  { unit: 'ug/dL', size: 1e-5 },
  { unit: 'ng/dL', size: 1e-8 },
  { unit: 'pg/mL', size: 1e-9 },
  { unit: 'mmol/L', size: 1e-3 },
  { unit: 'pmol/L', size: 1e-12 },
  { unit: 'U/L', size: 1 },
  { unit: 'kU/L', size: 1e3 },
  { unit: '[IU]/L', size: 1 },
  { unit: 'u[IU]/mL', size: 1e-3 },
])('$unit is $size of its reference', ({ unit, size }) => {
  expect(unitSize(readUnit(unit)!) / size).toBeCloseTo(1, 9)
})

test.each(['%', '10*3/uL', 'fL', 'mm[Hg]', 'mL/min', 's', 'mg', 'mg/(24.h)', 'mg/g{creat}'])(
  '%s has none',
  (unit) => {
    expect(unitSize(readUnit(unit)!)).toBe(0)
  },
)

// A milliequivalent is a millimole by its charges only.
test('meq/L has none', () => {
  expect(unitSize(readUnit('meq/L')!)).toBe(0)
})
