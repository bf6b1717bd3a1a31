/**
 * Proves of columns: those that are named are taken, others by what they are usually called, and only what the ontology
 * reads; what is not there is refused with what is.
 */

import { describe, expect, test } from 'vitest'
import { readTable } from '../../../src/language/tables.ts'
import { chooseColumns, fieldsOf, guessColumns } from '../../../src/mapping/mapping.ts'
import { LINKED_ONTOLOGIES, type LinkedOntology } from '../../../src/medlink.ts'

const choose = (
  columns: readonly string[],
  named: Record<string, string> = {},
  ontology: LinkedOntology = 'loinc',
) => chooseColumns('a.csv', columns, ontology, named)

describe('chosen by what they are called:', () => {
  test.each<[readonly string[], LinkedOntology, Record<string, string>]>([
    [
      ['code', 'Test Name', 'UOM', 'Specimen Type', 'Reference Range'],
      'loinc',
      {
        id: 'code',
        text: 'Test Name',
        unit: 'UOM',
        specimen: 'Specimen Type',
        range: 'Reference Range',
      },
    ],
    [
      ['test_name', 'units', 'sample'],
      'loinc',
      { text: 'test_name', unit: 'units', specimen: 'sample' },
    ],
    [['TestName', 'ResultUnit'], 'loinc', { text: 'TestName', unit: 'ResultUnit' }],
    [['name', 'Test name', 'description'], 'loinc', { text: 'Test name' }],
    [
      ['DRUG', 'Dosage Form', 'Composition'],
      'medication',
      { text: 'DRUG', form: 'Dosage Form', generic_name: 'Composition' },
    ],
    [['Diagnosis', 'unit', 'specimen'], 'icd-10-cm', { text: 'Diagnosis' }],
    [['term', 'age', 'Sex'], 'snomed', { text: 'term', age: 'age', sex: 'Sex' }],
    [['whatever'], 'loinc', { text: 'whatever' }],
    [['code'], 'loinc', { text: 'code' }],
  ])('%j of %s', (columns, ontology, chosen) => {
    expect(choose(columns, {}, ontology)).toEqual(chosen)
  })
})

test('named ones are taken, and a guess never takes them for something else', () => {
  expect(choose(['a', 'code', 'unit'], { text: 'code' })).toEqual({ text: 'code', unit: 'unit' })
  expect(choose(['test', 'unit', 'b'], { unit: 'b' })).toEqual({ text: 'test', unit: 'b' })
})

test('a field that is named empty has no column', () => {
  expect(choose(['test', 'unit'], { unit: '' })).toEqual({ text: 'test' })
})

test.each([
  [
    ['a', 'b'],
    {},
    /no column that looks like the text to link: name it \(--text\); it has "a", "b"$/,
  ],
  [
    ['test', 'b'],
    { unit: 'c' },
    /^a\.csv has no column of the name given for unit: it has "test", "b"$/,
  ],
  [['test', 'b'], { text: '' }, /name it \(--text\)/],
])('%j with %j is refused', (columns, named, message) => {
  expect(() => choose(columns, named)).toThrow(
    expect.objectContaining({ code: 'table_invalid', message: expect.stringMatching(message) }),
  )
})

test('every usual name is of a field, and one that guessing finds', () => {
  const rows = readTable('mapping/column-names.tsv', ['name', 'field', 'rank'])
  const fields = LINKED_ONTOLOGIES.flatMap((ontology) => fieldsOf(ontology))
  for (const [name = '', field = '', rank] of rows) {
    expect(fields).toContain(field)
    expect(Number(rank)).toBeGreaterThan(0)
    expect(guessColumns([name])).toEqual({ [field]: name })
  }
  expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length)
})
