/**
 * Proves of strengths:
 * 1. what RxNorm, the FDA and Indian labels write is read, each in the unit of its sort
 * 2. what is none, or several, is not
 * 3. what is written plainly is read as any quantity is
 * 4. two numbers of one strength are the same, up to rounding; no text throws
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameStrength, readStrength } from '../../../src/ontologies/medication/composition.ts'
import { parseQuantities } from '../../../src/units/quantity.ts'
import { normalizeStrength } from '../../../src/units/strength.ts'

describe('reads', () => {
  test.each([
    ['325 MG', 325, 'mg'],
    ['500mg', 500, 'mg'],
    ['0.5 g', 500, 'mg'],
    ['30 gm', 30000, 'mg'],
    ['50 MCG', 0.05, 'mg'],
    ['10 UG/ML', 0.01, 'mg/mL'],
    ['20,000 UNITS/ML', 20000, '[IU]/mL'],
    ['2,500 UNITS', 2500, '[IU]'],
    ['400USP UNITS', 400, '[IU]'],
    ['100 UNT/ML', 100, '[IU]/mL'],
    ['10 I.U.', 10, '[IU]'],
    ['6 million units', 6_000_000, '[IU]'],
    ['5 MIU', 5_000_000, '[IU]'],
    ['1.2 lac units', 120_000, '[IU]'],
    ['12Lac IU', 1_200_000, '[IU]'],
    ['0.5%', 0.5, '%'],
    ['0.5% w/w', 5, 'mg/g'],
    ['0.3% w/v', 3, 'mg/mL'],
    ['20 MEQ', 20, 'meq'],
    ['0.125MG/5ML', 0.025, 'mg/mL'],
    ['250mg/5ml', 50, 'mg/mL'],
    ['10MG/5ML (2MG/ML)', 2, 'mg/mL'],
    ['15 MG/24HR', 0.625, 'mg/h'],
    ['24 HR', 24, 'h'],
    ['0.0016 MG/MG', 1.6, 'mg/g'],
    ['90 MCG/ACTUAT', 0.09, 'mg/actuat'],
    ['0.1MG/SPRAY', 0.1, 'mg/actuat'],
    ['100MG/VIAL', 100, 'mg'],
    ['4GM/PACKET', 4000, 'mg'],
    ['2GM/10GM PACKET', 200, 'mg/g'],
    ['EQ 500MG BASE', 500, 'mg'],
    ['EQ 1GM BASE/VIAL', 1000, 'mg'],
    ['EQ 40MG PHOSPHATE/ML', 40, 'mg/mL'],
    ['EQ 81MG VALPROIC ACID', 81, 'mg'],
    ['EQ 5MG BASE/ML (EQ 5MG BASE/ML)', 5, 'mg/mL'],
    ['EQ 0.3% BASE', 0.3, '%'],
    ['500MG **Federal Register determination**', 500, 'mg'],
    ['13000000 CELLS/ML', 13_000_000, '{cells}/mL'],
    ['100 BAU', 100, 'bau'],
  ])('%s', (text, value, unit) => {
    expect(readStrength(text)).toEqual({ value, unit })
  })
})

test.each([
  '',
  'MG',
  'N/A',
  '1',
  '5.0000000000000001E-3',
  '20-300MG',
  '0.5MG,1MG',
  'NA',
  '100MG EXTENDED',
])('does not read "%s"', (text) => {
  expect(readStrength(text)).toBeUndefined()
})

test.each([
  ['1%', '10 mg/mL', true],
  ['1%', '10 mg/g', true],
  ['0.5 g', '500 mg', true],
  ['0.0833 MG/ML', '0.083 MG/ML', true],
  ['5 mg', '5.5 mg', false],
  ['5 mg', '5 mg/mL', false],
  ['100 units', '100 mg', false],
])('%s and %s: %s', (a, b, same) => {
  expect(isSameStrength(readStrength(a)!, readStrength(b)!)).toBe(same)
  expect(isSameStrength(readStrength(b)!, readStrength(a)!)).toBe(same)
})

test('never throws, and gives finite numbers only', () => {
  const part = fc.constantFrom(
    '5',
    '1,000',
    '.5',
    ' ',
    'MG',
    '/',
    'ML',
    'EQ ',
    ' BASE',
    '(',
    ')',
    'lac',
    'units',
    '%',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(part).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (each) => {
      const strength = readStrength(each)
      if (strength !== undefined) expect(Number.isFinite(strength.value)).toBe(true)
    }),
  )
})

test('what is written plainly is read as any quantity is', () => {
  const number = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map(String),
    fc.double({ min: 0.001, max: 1e6, noNaN: true }).map((value) => value.toFixed(4)),
  )
  const unit = fc.constantFrom(
    'mg',
    ' MG',
    ' mcg',
    ' ng',
    ' g',
    '%',
    ' %',
    ' units',
    ' IU',
    ' meq',
    ' mmol',
  )
  const part = fc.constantFrom('', '/mL', '/L', '/5 ml', '/0.5 ML', '/g', '/h', '/24 h')
  fc.assert(
    fc.property(number, unit, part, (value, own, per) => {
      fc.pre(!own.includes('%') || per === '')
      const text = `${value}${own}${per}`
      const [quantity] = parseQuantities(text.replace(/units|IU/, '[IU]'))
      fc.pre(quantity?.kind === 'amount' && quantity.start === 0)
      if (quantity?.kind !== 'amount') return
      expect(readStrength(text)).toEqual(normalizeStrength(quantity))
    }),
    { numRuns: 500 },
  )
})
