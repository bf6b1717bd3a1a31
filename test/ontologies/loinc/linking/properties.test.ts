import { expect, test } from 'vitest'
import { propertiesOfUnit } from '../../../../src/ontologies/loinc/linking/properties.ts'
import { readUnit, unitKinds } from '../../../../src/units/units.ts'

/** What the unit means first, and what else it may stand for. */
test.each([
  { unit: 'mg/dL', first: 'MCnc', also: ['MSCnc'], never: ['SCnc', 'NFr', 'MRto'] },
  { unit: 'mmol/L', first: 'SCnc', also: ['MSCnc'], never: ['MCnc'] },
  { unit: 'lakhs/cumm', first: 'NCnc', also: [], never: ['NFr'] },
  { unit: 'U/L', first: 'CCnc', also: ['ACnc'], never: ['MCnc'] },
  { unit: 'IU/L', first: 'ACnc', also: ['CCnc'], never: ['MCncSq'] },
  { unit: 'U/mL', first: 'ACnc', also: ['CCnc'], never: ['MRat'] },
  { unit: 'AU/mL', first: 'ACnc', also: [], never: ['NCnc'] },
  { unit: '%', first: 'NFr', also: ['MFr', 'VFr', 'SFr', 'Ratio', 'RelTime'], never: ['NCnc'] },
  { unit: 'mg/g creat', first: 'MRto', also: ['Ratio'], never: ['MCnc'] },
  { unit: 'mmol/mol', first: 'SRto', also: ['SFr'], never: ['SCnc'] },
  { unit: 'mg/24 hrs', first: 'MRat', also: [], never: ['SRat'] },
  { unit: 'ml/min/1.73m2', first: 'ArVRat', also: ['VRat'], never: ['Vel'] },
  { unit: '/hpf', first: 'Naric', also: ['NCnc'], never: ['NFr'] },
  { unit: 'fL', first: 'EntVol', also: ['EntMeanVol'], never: ['MCnc'] },
  { unit: 'Pg', first: 'EntMass', also: ['EntMeanMass'], never: ['MCnc'] },
  { unit: 'secs', first: 'Time', also: [], never: ['Vel'] },
  { unit: 'mm/1st hr', first: 'Vel', also: [], never: ['Len'] },
  { unit: 'pH', first: 'LsCnc', also: [], never: ['NCnc'] },
  { unit: 'INR', first: 'RelTime', also: [], never: ['Time'] },
  { unit: 'log copies/mL', first: 'LnCnc', also: [], never: ['SCnc'] },
])('$unit is $first', ({ unit, first, also, never }) => {
  const properties = propertiesOfUnit(readUnit(unit)!)
  const highest = [...properties].reduce((a, b) => (b[1] > a[1] ? b : a))
  expect(highest[0]).toBe(first)
  for (const property of also) expect(properties.get(property), property).toBeGreaterThan(0)
  for (const property of never) expect(properties.has(property), property).toBe(false)
})

test('every kind of unit has its weights, each in (0, 1]', () => {
  for (const kind of unitKinds) {
    const weights = [...propertiesOfUnit({ ucum: '1', kind }).values()]
    expect(weights.length === 0, kind).toBe(kind === 'other')
    expect(weights.filter((weight) => !(weight > 0 && weight <= 1))).toEqual([])
  }
})
