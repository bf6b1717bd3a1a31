/**
 * Proves of LOINC's columns:
 * 1. a code has the numbers of its axes, whatever stands on the others, and its standing
 * 2. what a challenge is shows in its component, the size of its unit in its example; ranks become commonness by their power of four
 * 3. a name has what its record implies, and nothing by its words
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConceptRecord } from '../../../src/index/records.ts'
import { AXES, axisNumber, axisNumbers } from '../../../src/ontologies/loinc/axes.ts'
import { loincColumns, MAX_COMMONNESS } from '../../../src/ontologies/loinc/columns.ts'
import { analyzer } from '../../support/linker.ts'

const GLUCOSE = {
  system: 'Ser/Plas',
  property: 'MCnc',
  method: '',
  scale: 'Qn',
  time_aspect: 'Pt',
  rank: 0,
  is_usual: false,
  is_result: true,
}

function ofConcept(attributes: ConceptRecord['attributes']) {
  const concept = { code: '2345-7', name: 'Glucose', family: 'glucose', active: true }
  return loincColumns.ofConcept({ ...concept, attributes: { ...GLUCOSE, ...attributes } }, [])
}

describe('a code', () => {
  test('has the numbers of its axes', () => {
    const { system, property, method, scale, time_aspect: time } = GLUCOSE
    expect(ofConcept({})).toMatchObject(axisNumbers({ system, property, method, scale, time }))
  })

  test.each(AXES)('has its %s whatever stands on the other axes', (axis) => {
    const [value, key] = axis === 'time' ? ['24H', 'time_aspect'] : ['no such value', axis]
    expect(ofConcept({ [key!]: value! })[axis]).toBe(axisNumber(axis, value!))
  })

  test.each([
    { is_usual: true, is_result: true },
    { is_usual: true, is_result: false },
    { is_usual: false, is_result: true },
    { is_usual: false, is_result: false },
  ])('is marked as usual $is_usual, a result $is_result', ({ is_usual, is_result }) => {
    expect(ofConcept({ is_usual, is_result })).toMatchObject({
      is_usual: Number(is_usual),
      is_result: Number(is_result),
    })
  })
})

test.each([
  { component: 'Glucose', is_challenge: 0 },
  { component: 'Glucose^2H post meal', is_challenge: 1 },
  { component: 'Cortisol^^baseline', is_challenge: 1 },
])('$component is a challenge: $is_challenge', ({ component, is_challenge }) => {
  expect(ofConcept({ component }).is_challenge).toBe(is_challenge)
})

test.each([
  { is_unitless: true, column: 1 },
  { is_unitless: false, column: 0 },
])('unitless is $is_unitless', ({ is_unitless, column }) => {
  expect(ofConcept({ is_unitless }).is_unitless).toBe(column)
  expect(ofConcept({}).is_unitless).toBe(0)
})

test.each([
  { is_one_specimen: true, column: 1 },
  { is_one_specimen: false, column: 0 },
])('of one specimen is $is_one_specimen', ({ is_one_specimen, column }) => {
  expect(ofConcept({ is_one_specimen }).is_one_specimen).toBe(column)
  expect(ofConcept({}).is_one_specimen).toBe(0)
})

test.each([
  { example_unit: 'mg/dL', unit_size: 0.01 },
  { example_unit: 'flurbs', unit_size: 0 },
  { example_unit: '', unit_size: 0 },
])('the size of $example_unit is $unit_size', ({ example_unit, unit_size }) => {
  expect(ofConcept({ example_unit }).unit_size).toBeCloseTo(unit_size, 9)
})

test('without an example unit there is no size', () => {
  expect(ofConcept({}).unit_size).toBe(0)
})

test.each<{ rank: number | null; commonness: number }>([
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
  { rank: null, commonness: 4 },
])('rank $rank has commonness $commonness', ({ rank, commonness }) => {
  expect(ofConcept({ rank }).commonness).toBe(commonness)
})

test('a commoner test never has less commonness', () => {
  const rank = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(rank, rank, (a, b) => {
      const commoner = ofConcept({ rank: Math.min(a, b) }).commonness
      expect(commoner).toBeGreaterThanOrEqual(ofConcept({ rank: Math.max(a, b) }).commonness)
      expect(commoner).toBeLessThanOrEqual(MAX_COMMONNESS)
    }),
  )
})

describe('a name', () => {
  const term = { code: '2345-7', text: 'urine glucose', kind: 'curated', language: 'en' } as const
  const words = analyzer.analyze(term.text)

  test('has nothing by its words', () => {
    expect(loincColumns.ofTerm(term, words)).toEqual(axisNumbers({}))
  })

  test('has what its record implies', () => {
    const columns = axisNumbers({ system: 'Urine', time: '24H' })
    expect(loincColumns.ofTerm({ ...term, columns }, words)).toEqual(columns)
  })
})

test('of names that are otherwise equal the time counts most, the system least', () => {
  expect(Object.keys(loincColumns.term)).toEqual(['time', 'scale', 'method', 'property', 'system'])
})
