/**
 * Proves of cells with weights:
 * 1. each value has its weight, in the order of the cell; anything else is refused with its place
 * 2. on an axis, values are found by their numbers
 */

import { describe, expect, test } from 'vitest'
import { MedlinkError } from '../../../src/errors.ts'
import { readTable } from '../../../src/language/tables.ts'
import { AXIS_VALUES, axisNumber } from '../../../src/ontologies/loinc/axes.ts'
import {
  parseWeights,
  readWeightedTable,
  weightsOf,
} from '../../../src/ontologies/loinc/weights.ts'

test.each([
  { cell: '-', weights: [] },
  { cell: 'Ser=1', weights: [['Ser', 1]] },
  {
    cell: 'Ser/Plas=1;Ser=0.9;Bld=0.05',
    weights: [
      ['Ser/Plas', 1],
      ['Ser', 0.9],
      ['Bld', 0.05],
    ],
  },
  {
    cell: 'IA=1;-=0.8',
    weights: [
      ['IA', 1],
      ['-', 0.8],
    ],
  },
  { cell: 'Sedimentation Rate=1', weights: [['Sedimentation Rate', 1]] },
  { cell: 'Detection limit <= 20 mg/L=0.6', weights: [['Detection limit <= 20 mg/L', 0.6]] },
])('"$cell" is $weights', ({ cell, weights }) => {
  expect([...parseWeights(cell, 'here')]).toEqual(weights)
})

test.each([
  { cell: '', found: '' },
  { cell: 'Ser', found: 'Ser' },
  { cell: 'Ser=', found: 'Ser=' },
  { cell: '=1', found: '=1' },
  { cell: 'Ser=0', found: 'Ser=0' },
  { cell: 'Ser=0.0', found: 'Ser=0.0' },
  { cell: 'Ser=1.1', found: 'Ser=1.1' },
  { cell: 'Ser=2', found: 'Ser=2' },
  { cell: 'Ser=-1', found: 'Ser=-1' },
  { cell: 'Ser=.5', found: 'Ser=.5' },
  { cell: 'Ser=0.50', found: 'Ser=0.50' },
  { cell: 'Ser=1;', found: '' },
  { cell: 'Ser=1;Ser=0.5', found: 'Ser=0.5' },
  { cell: 'Ser=1;-', found: '-' },
])('"$cell" is refused', ({ cell, found }) => {
  const message = `data/t.tsv:7: found "${found}", expected a value once and its weight in (0, 1]`
  expect(() => parseWeights(cell, 'data/t.tsv:7')).toThrow(
    new MedlinkError('data_invalid', message),
  )
})

describe('a table with weights', () => {
  test('has its other cells, and weights by row', () => {
    const columns = ['phrase', 'axis', 'values']
    const rows = readWeightedTable('loinc/qualifiers.tsv', columns)
    const written = readTable('loinc/qualifiers.tsv', columns)
    expect(rows.map(({ cells }) => cells)).toEqual(written.map((row) => row.slice(0, 2)))
    const formatted = rows.map(({ parseWeights }) =>
      Array.from(parseWeights(), (entry) => entry.join('=')).join(';'),
    )
    expect(formatted).toEqual(written.map(([, , values]) => (values === '-' ? '' : values)))
  })

  test('says file and line of a cell that holds none', () => {
    const [first] = readWeightedTable('loinc/property-names.tsv', ['name', 'property'])
    expect(first!.parseWeights).toThrow(/^data\/loinc\/property-names\.tsv:2: found "/)
  })
})

test('weights on an axis are of known values, the greater one of a value named twice', () => {
  const weights = weightsOf('property', [
    ['MCnc', 0.4],
    ['MCnc', 0.9],
    ['MCnc', 0.2],
    ['no such property', 1],
    ['', 1],
  ])
  expect(weights).toHaveLength(AXIS_VALUES)
  expect(weights[0]).toBe(0)
  expect(weights[axisNumber('property', 'MCnc')]).toBeCloseTo(0.9, 6)
  expect(weights.filter((weight) => weight > 0)).toHaveLength(1)
})

test.each([
  { axis: 'method', value: '-', weight: 0.8 },
  { axis: 'method', value: '', weight: 0 },
  { axis: 'property', value: '-', weight: 0 },
  { axis: 'system', value: '-', weight: 0 },
] as const)('"$value" of $axis has the weight $weight at 0', ({ axis, value, weight }) => {
  expect(weightsOf(axis, [[value, 0.8]])[0]).toBeCloseTo(weight, 6)
})
