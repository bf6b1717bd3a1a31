/**
 * Proves of the columns of drugs: a level is the place in the list of levels, and both columns are those of the record.
 */

import { expect, test } from 'vitest'
import { levelNumber, medicationColumns } from '../../../src/ontologies/medication/columns.ts'
import { LEVELS } from '../../../src/ontologies/medication/drug.ts'

test.each(LEVELS.map((level, i) => ({ level, i })))('$level is $i', ({ level, i }) => {
  expect(levelNumber(level)).toBe(i)
})

test('a concept has the level and the source of its record', () => {
  const record = {
    ...{ code: '1', name: 'metformin', family: 'metformin', active: true, attributes: {} },
    columns: { level: 5, source: 1 },
  }
  expect(medicationColumns.ofConcept(record, [])).toEqual({ level: 5, source: 1 })
})
