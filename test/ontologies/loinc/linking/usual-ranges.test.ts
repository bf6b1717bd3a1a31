/**
 * Proves of units that reference ranges tell:
 * 1. the upper end of a range tells the unit of a test by its name, in whatever order and inflection of its words
 * 2. an end that no unit has, and a name that says more, tell nothing
 * 3. the units of one test lie apart
 */

import { describe, expect, test } from 'vitest'
import { readTable } from '../../../../src/language/tables.ts'
import { UsualRanges } from '../../../../src/ontologies/loinc/linking/usual-ranges.ts'
import { readUnit } from '../../../../src/units/units.ts'
import { analyzer } from '../../../support/linker.ts'

const ranges = new UsualRanges(analyzer)
const unitOf = (name: string, high: number) => ranges.unitOf(analyzer.analyze(name), high)

test.each([
  { name: 'Neutrophils', high: 80, unit: '%' },
  { name: 'neutrophil', high: 7, unit: '10*3/uL' },
  { name: 'Absolute Neutrophil Count', high: 7500, unit: '/uL' },
  { name: 'Creatinine', high: 1.2, unit: 'mg/dL' },
  { name: 'Creatinine', high: 106, unit: 'umol/L' },
  { name: 'Glucose, fasting', high: 110, unit: 'mg/dL' },
  { name: 'Fasting glucose', high: 6.1, unit: 'mmol/L' },
  { name: 'Bilirubin total', high: 1.2, unit: 'mg/dL' },
  { name: 'Basophils', high: 1, unit: '%' },
  { name: 'Basophils', high: 3, unit: '%' },
])('$name up to $high is in $unit', ({ name, high, unit }) => {
  expect(unitOf(name, high)).toEqual(readUnit(unit))
})

test.each([
  { name: 'Neutrophils', high: 30, why: 'between two units' },
  { name: 'Neutrophils', high: 91, why: 'above all of them' },
  { name: 'Basophils', high: 0.9, why: 'below the least percentage' },
  { name: 'Glucose 6 phosphate dehydrogenase', high: 10, why: 'another test' },
  { name: 'Creatinine clearance', high: 120, why: 'another test' },
  { name: 'Ferritin', high: 300, why: 'a test that the table does not have' },
  { name: '', high: 80, why: 'no name' },
])('$name up to $high tells nothing: $why', ({ name, high }) => {
  expect(unitOf(name, high)).toBeUndefined()
})

describe('the table', () => {
  const rows = readTable('loinc/usual-ranges.tsv', ['test', 'unit', 'from', 'to'])
  const bands = rows.map(([name, unit, from, to]) => ({ name, unit, from: +from!, to: +to! }))

  test('has ranges that end above their beginning', () => {
    expect(bands.filter(({ from, to }) => !(from > 0 && to > from))).toEqual([])
  })

  test('has units of one test apart', () => {
    const overlapping = bands.filter((one) =>
      bands.some(
        (other) =>
          other !== one && other.name === one.name && one.from <= other.to && other.from <= one.to,
      ),
    )
    expect(overlapping).toEqual([])
  })
})
