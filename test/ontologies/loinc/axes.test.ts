/**
 * Proves of LOINC's axes in 32 bits:
 * 1. every value of every axis comes out as it went in, whatever stands on the other axes
 * 2. the values of an axis have numbers of their own that fit its bits; case and "^Patient" make no difference
 * 3. what the tables lack is another value, nothing said is 0
 * 4. ranks become commonness by their power of four, the usual code and panels are marked beside all that
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AXES,
  AXIS_VALUES,
  type Axis,
  type AxisValues,
  axisName,
  axisNumber,
  axisOf,
  commonnessOf,
  isResult,
  isUsual,
  MAX_COMMONNESS,
  packAxes,
  packCode,
} from '../../../src/ontologies/loinc/axes.ts'
import { readTable } from '../../../src/text/tables.ts'

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
/** Bits of each axis, as the table above {@link AXES} has them. */
const MOST: Readonly<Record<Axis, number>> = {
  system: 255,
  property: 127,
  method: 63,
  scale: 7,
  time: 7,
}
const NOTHING: AxisValues = { system: '', property: '', method: '', scale: '', time: '' }

describe.each(AXES)('%s', (axis) => {
  test('every value comes out as it went in, and leaves the other axes empty', () => {
    for (const value of VALUES[axis]) {
      const bits = packAxes({ ...NOTHING, [axis]: value })
      for (const other of AXES)
        expect(axisOf(bits, other), value).toBe(other === axis ? axisNumber(axis, value) : 0)
    }
  })

  test('every value, and what the tables lack, fits its bits', () => {
    const numbers = [...VALUES[axis], 'no such value'].map((value) => axisNumber(axis, value))
    for (const number of numbers) expect(number).toBeLessThanOrEqual(MOST[axis])
    expect(Math.min(...numbers.slice(0, -1))).toBeGreaterThan(0)
    expect(Math.max(...numbers)).toBeLessThan(AXIS_VALUES)
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
])('$system is numbered as $same', ({ system, same }) => {
  expect(axisNumber('system', system)).toBe(axisNumber('system', same))
})

test.each([
  { rank: 0, commonness: 0 },
  { rank: 1, commonness: 7 },
  { rank: 3, commonness: 7 },
  { rank: 4, commonness: 6 },
  { rank: 15, commonness: 6 },
  { rank: 16, commonness: 5 },
  { rank: 1000, commonness: 3 },
  { rank: 4095, commonness: 2 },
  { rank: 4096, commonness: 1 },
  { rank: 1_000_000, commonness: 1 },
])('rank $rank has commonness $commonness', ({ rank, commonness }) => {
  for (const [usual, result] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const bits = packCode(NOTHING, { rank, isUsual: usual, isResult: result })
    expect(commonnessOf(bits)).toBe(commonness)
  }
})

test('all parts of the bits are told apart', () => {
  const value = (axis: Axis) => fc.constantFrom('', 'no such value', ...VALUES[axis])
  const row = fc.record({
    system: value('system'),
    property: value('property'),
    method: value('method'),
    scale: value('scale'),
    time: value('time'),
  })
  fc.assert(
    fc.property(row, fc.nat(100_000), fc.boolean(), fc.boolean(), (values, rank, usual, result) => {
      const bits = packCode(values, { rank, isUsual: usual, isResult: result })
      expect(bits >>> 0).toBe(bits)
      for (const axis of AXES) {
        expect(axisOf(bits, axis)).toBe(axisNumber(axis, values[axis]))
        expect(axisOf(bits, axis)).toBe(axisOf(packAxes(values), axis))
      }
      expect(isUsual(bits)).toBe(usual)
      expect(isResult(bits)).toBe(result)
      expect(commonnessOf(bits) > 0).toBe(rank > 0)
      expect(commonnessOf(bits)).toBeLessThanOrEqual(MAX_COMMONNESS)
    }),
  )
})

test('a commoner test never has less commonness', () => {
  const rank = fc.integer({ min: 1, max: 50_000 })
  const commonness = (rank: number) =>
    commonnessOf(packCode(NOTHING, { rank, isUsual: false, isResult: true }))
  fc.assert(
    fc.property(rank, rank, (a, b) => {
      expect(commonness(Math.min(a, b))).toBeGreaterThanOrEqual(commonness(Math.max(a, b)))
    }),
  )
})

test('what a name implies says nothing of its code', () => {
  const bits = packAxes({ ...NOTHING, system: 'Urine' })
  expect([commonnessOf(bits), isUsual(bits), isResult(bits)]).toEqual([0, false, true])
})
