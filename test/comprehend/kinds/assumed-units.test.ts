/**
 * Proves which unit is assumed for a value without one:
 * 1. the only one in which the value is plausible
 * 2. where it is plausible in two, what practice leaves out, unless the note's other values are of SI
 * 3. none where it is plausible in none, or where the note's values disagree
 * 4. the table's units are units, and each range has a lower and an upper end
 */

import { describe, expect, test } from 'vitest'
import {
  assumedUnit,
  systemsOf,
  type UnitSystem,
} from '../../../src/comprehend/kinds/assumed-units.ts'
import { readTable } from '../../../src/language/tables.ts'
import { readUnit } from '../../../src/units/units.ts'

const unitOf = (test: string, value: number, ...systems: UnitSystem[]) =>
  assumedUnit({ test, value, unit: undefined }, new Set(systems))

test.each([
  ['glucose', 98, 'mg/dL'],
  ['glucose', 5.4, 'mmol/L'],
  ['glucose', 28, null],
  ['glucose', 5000, null],
  ['total cholesterol', 5.2, 'mmol/L'],
  ['total cholesterol', 182, 'mg/dL'],
  ['urea', 9.1, 'mmol/L'],
  ['urea', 120, 'mg/dL'],
  ['creatinine', 88, 'umol/L'],
  ['creatinine', 0.9, 'mg/dL'],
  ['calcium', 2.3, 'mmol/L'],
  ['calcium', 9.1, 'mg/dL'],
  ['hba1c', 53, 'mmol/mol'],
  ['hba1c', 7.1, '%'],
  ['hemoglobin', 130, 'g/L'],
  ['hemoglobin', 13, 'g/dL'],
  ['hemoglobin', 1300, null],
  ['uric acid', 0.36, 'mmol/L'],
  ['uric acid', 360, 'umol/L'],
  ['uric acid', 5.6, 'mg/dL'],
  ['hematocrit', 0.38, 'L/L'],
  ['ferritin', 28, 'usual'],
] as const)('%s %d is in %s', (name, value, unit) => {
  expect(unitOf(name, value)).toBe(unit)
  expect(unitOf(name, value, 'conventional')).toBe(unit)
  expect(unitOf(name, value, 'si')).toBe(unit)
})

test.each([
  ['urea', 22, 'mmol/L'],
  ['total bilirubin', 12, 'umol/L'],
  ['vitamin d 25 hydroxy', 70, 'nmol/L'],
  ['magnesium', 1.9, 'mmol/L'],
])('%s %d may be in two units, of which %s is that of SI', (name, value, unit) => {
  expect(unitOf(name, value)).toBe('usual')
  expect(unitOf(name, value, 'conventional')).toBe('usual')
  expect(unitOf(name, value, 'si')).toBe(unit)
  expect(unitOf(name, value, 'si', 'conventional')).toBeNull()
})

describe('the systems of a note', () => {
  test.each([
    [[['creatinine', 88, undefined]], ['si']],
    [[['creatinine', 0.9, undefined]], ['conventional']],
    [[['creatinine', 0.9, 'mg/dl']], ['conventional']],
    [[['urea', 22, undefined]], []],
    [[['urea', 22, 'mmol/l']], ['si']],
    [[['ferritin', 22, 'ug/L']], []],
    [[['glucose', 28, undefined]], []],
    [
      [
        ['creatinine', 88, 'µmol/L'],
        ['hemoglobin', 13, undefined],
      ],
      ['conventional', 'si'],
    ],
  ] as const)('%j: %j', (values, systems) => {
    const found = systemsOf(values.map(([test, value, unit]) => ({ test, value, unit })))
    expect([...found].sort()).toEqual(systems)
  })
})

test('the table', () => {
  const columns = ['test', 'unit', 'system', 'from', 'to']
  for (const [, unit, system, from, to] of readTable('loinc/plausible-values.tsv', columns)) {
    expect(readUnit(unit!)?.ucum).toBe(unit)
    expect(['both', 'conventional', 'si']).toContain(system)
    expect(Number(from)).toBeLessThan(Number(to))
  }
})
