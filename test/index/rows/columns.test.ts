/**
 * Proves of columns:
 * 1. values come out as they were set, in the order asked for
 * 2. what a column's type cannot hold ends a build
 * 3. rows are compared by the first column in which they differ
 * 4. the version changes with the revision and with every table
 */

import { describe, expect, test } from 'vitest'
import {
  type Column,
  ColumnBuilder,
  type ColumnSchema,
  columnsVersion,
} from '../../../src/index/rows/columns.ts'
import { countingColumns } from '../../support/tiny-index.ts'

const SIZE: Column = { type: Uint8Array, meaning: 'size' }
const DOSE: Column = { type: Float32Array, meaning: 'dose' }

describe('a column builder', () => {
  test('gives the values of each column, 0 where nothing was set', () => {
    const builder = new ColumnBuilder('term', { SIZE, DOSE }, 3)
    builder.set(2, { SIZE: 255, DOSE: 0.1 })
    builder.set(0, { SIZE: 7, DOSE: -2 })
    expect(builder.arrays()).toEqual({
      SIZE: Uint8Array.of(7, 0, 255),
      DOSE: Float32Array.of(-2, 0, 0.1),
    })
    expect(builder.arraysInOrder(Uint32Array.of(2, 0, 1))).toEqual({
      SIZE: Uint8Array.of(255, 7, 0),
      DOSE: Float32Array.of(0.1, -2, 0),
    })
  })

  test.each<{ type: Column['type']; value: number }>([
    { type: Uint8Array, value: 256 },
    { type: Uint8Array, value: -1 },
    { type: Uint8Array, value: 0.5 },
    { type: Uint8Array, value: Number.NaN },
    { type: Uint16Array, value: 65_536 },
    { type: Uint32Array, value: 2 ** 32 },
  ])('refuses $value for a $type.name', ({ type, value }) => {
    const builder = new ColumnBuilder('concept', { size: { type, meaning: '' } }, 1)
    expect(() => builder.set(0, { size: value })).toThrow(
      new RangeError(`concept.size is ${value}: a ${type.name} cannot hold it`),
    )
  })

  test('refuses a column that has no value', () => {
    expect(() => new ColumnBuilder('term', { SIZE }, 1).set(0, {})).toThrow(RangeError)
  })

  test('compares rows by the first column in which they differ', () => {
    const builder = new ColumnBuilder('term', { a: SIZE, b: SIZE }, 3)
    builder.set(0, { a: 1, b: 9 })
    builder.set(1, { a: 2, b: 0 })
    builder.set(2, { a: 1, b: 8 })
    expect(builder.compare(0, 1)).toBeLessThan(0)
    expect(builder.compare(1, 0)).toBeGreaterThan(0)
    expect(builder.compare(0, 2)).toBeGreaterThan(0)
    expect(builder.compare(2, 2)).toBe(0)
  })
})

describe('the version', () => {
  const versionOf = (change: Partial<ColumnSchema>) =>
    columnsVersion({ ...countingColumns, ...change })

  test('is the same for the same columns', () => {
    expect(versionOf({})).toBe(versionOf({}))
    expect(versionOf({})).toMatch(/^1-[0-9a-f]{8}$/)
  })

  test.each<{ what: string; change: Partial<ColumnSchema> }>([
    { what: 'another revision', change: { revision: 2 } },
    { what: 'a table', change: { tables: ['opposites.tsv'] } },
    { what: 'another table', change: { tables: ['stop-words.tsv'] } },
  ])('is another one for $what', ({ change }) => {
    expect(versionOf(change)).not.toBe(versionOf({}))
    expect(versionOf({ tables: ['opposites.tsv'] })).not.toBe(
      versionOf({ tables: ['stop-words.tsv'] }),
    )
  })
})
