/**
 * Proves of the numbers of LOINC's axes:
 * 1. the values of an axis have numbers of their own; case makes no difference, nor does "^Patient" behind a system
 * 2. what the tables lack is another value, nothing said is 0
 * 3. numbers of systems and properties lead back to their names
 */

import { describe, expect, test } from 'vitest'
import { readTable } from '../../../src/language/tables.ts'
import {
  AXES,
  AXIS_VALUES,
  type Axis,
  axisName,
  axisNumber,
  axisNumbers,
  NO_AXES,
} from '../../../src/ontologies/loinc/axes.ts'

const SYSTEMS = readTable('loinc/systems.tsv', ['system', 'name']).map(([system]) => system!)
const CLASSES = readTable('loinc/method-classes.tsv', ['method', 'class'])
const METHODS = CLASSES.map(([method]) => method!)
const PROPERTIES = [
  ...new Set(readTable('loinc/property-names.tsv', ['name', 'property']).map(([, name]) => name!)),
].filter((property) => axisNumber('property', property) > 0)
const VALUES: Readonly<Record<Axis, readonly string[]>> = {
  system: SYSTEMS,
  property: PROPERTIES,
  method: METHODS,
  scale: ['Qn', 'Ord', 'OrdQn', 'Nom', 'Nar', 'SemiQn'],
  time: ['Pt', '24H', '12H', '72H', '48H'],
}

describe.each(AXES)('%s', (axis) => {
  test('every value, and what the tables lack, has a number', () => {
    const numbers = [...VALUES[axis], 'no such value'].map((value) => axisNumber(axis, value))
    expect(Math.min(...numbers.slice(0, -1))).toBeGreaterThan(0)
    expect(Math.max(...numbers)).toBeLessThan(AXIS_VALUES)
  })

  test('nothing on it is 0 where nothing is said', () => {
    expect(axisNumbers({})).toEqual(NO_AXES)
    expect(NO_AXES[axis]).toBe(0)
  })

  test('a value alone leaves the other axes empty', () => {
    for (const value of VALUES[axis]) {
      const numbers = axisNumbers({ [axis]: value })
      for (const other of AXES)
        expect(numbers[other], value).toBe(other === axis ? axisNumber(axis, value) : 0)
    }
  })

  test('nothing said is 0', () => {
    expect(axisNumber(axis, '')).toBe(0)
    expect(axisNumber(axis, '-')).toBe(0)
  })

  test('case makes no difference', () => {
    for (const value of VALUES[axis])
      expect(axisNumber(axis, value.toUpperCase()), value).toBe(axisNumber(axis, value))
  })
})

test.each(['system', 'property', 'scale', 'time'] as const)(
  'values of %s have numbers of their own',
  (axis) => {
    const numbers = VALUES[axis].map((value) => axisNumber(axis, value))
    expect(new Set(numbers).size).toBe(numbers.length)
  },
)

test('methods have the number of their class', () => {
  const byClass = new Map<string, Set<number>>()
  for (const [method, name] of CLASSES)
    byClass.set(name!, (byClass.get(name!) ?? new Set()).add(axisNumber('method', method!)))
  const numbers = [...byClass.values()].map((own) => [...own])
  expect(numbers.filter((own) => own.length !== 1)).toEqual([])
  expect(new Set(numbers.flat()).size).toBe(byClass.size)
})

test.each([
  { axis: 'system', name: 'Ser/Plas' },
  { axis: 'system', name: 'Cerebral spinal fluid', back: undefined },
  { axis: 'property', name: 'MCnc' },
  { axis: 'property', name: 'LnCnc' },
] as const)('the number of $name leads back to it', (row) => {
  const back = 'back' in row ? row.back : row.name
  expect(axisName(row.axis, axisNumber(row.axis, row.name))).toBe(back)
})

test('numbers of systems and properties lead back to their names', () => {
  for (const axis of ['system', 'property'] as const)
    for (const value of VALUES[axis]) expect(axisName(axis, axisNumber(axis, value))).toBe(value)
})

test.each([
  { what: 'nothing', axis: 'system', number: 0 },
  { what: 'nothing', axis: 'property', number: 0 },
  { what: 'another system', axis: 'system', number: axisNumber('system', 'no such system') },
] as const)('$what ($axis) has no name', ({ axis, number }) => {
  expect(axisName(axis, number)).toBeUndefined()
})

describe('what the tables lack', () => {
  test.each([
    { axis: 'system', a: 'Moon rock', b: 'Mars rock' },
    { axis: 'method', a: 'By eye', b: 'By ear' },
    { axis: 'scale', a: 'Doc', b: 'Set' },
    { axis: 'time', a: 'Stdy', b: 'Enctr' },
    { axis: 'time', a: '5H', b: '1.5H' },
  ] as const)('is one other value: $axis $a and $b', ({ axis, a, b }) => {
    const number = axisNumber(axis, a)
    expect(number).toBe(axisNumber(axis, b))
    expect(number).toBeGreaterThan(0)
    expect(VALUES[axis].map((value) => axisNumber(axis, value))).not.toContain(number)
  })

  test('is not told from nothing for properties', () => {
    expect(axisNumber('property', 'NoSuchThing')).toBe(0)
  })

  test('is told from other times when it is a number of hours', () => {
    expect(axisNumber('time', '5H')).not.toBe(axisNumber('time', 'Stdy'))
  })
})

test.each([
  { system: 'Bld^Patient', same: 'Bld' },
  { system: 'Ser/Plas^Patient', same: 'Ser/Plas' },
  { system: 'Ser/Plas^Donor', same: 'no such system' },
  { system: 'PPP^Control', same: 'no such system' },
  { system: '^patient', same: '^Patient' },
])('$system is numbered as $same', ({ system, same }) => {
  expect(axisNumber('system', system)).toBe(axisNumber('system', same))
})
