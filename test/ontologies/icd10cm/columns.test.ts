/**
 * Proves of ICD-10-CM's columns:
 * 1. a name and a title have what their words say
 * 2. a code has its length and whether it can be billed
 */

import { expect, test } from 'vitest'
import { icd10cmColumns } from '../../../src/ontologies/icd10cm/columns.ts'
import { ENCOUNTER, LATERALITY, qualifiersOf } from '../../../src/ontologies/icd10cm/qualifiers.ts'
import { analyzer } from '../../support/linker.ts'

const TEXT = 'Burn of right hand, sequela'
const SAID = { ...qualifiersOf([]), laterality: LATERALITY.right, encounter: ENCOUNTER.sequela }

function ofConcept(code: string, is_billable: boolean, name: string) {
  const concept = { code, name, family: code, active: true, attributes: { is_billable } }
  return icd10cmColumns.ofConcept(concept, analyzer.analyze(name))
}

test('a name has what its words say', () => {
  const term = { code: 'T23', text: TEXT, kind: 'synonym', language: 'en' } as const
  expect(icd10cmColumns.ofTerm(term, analyzer.analyze(TEXT))).toEqual(SAID)
})

test.each([
  { code: 'E11', is_billable: false, code_length: 3 },
  { code: 'E11.9', is_billable: true, code_length: 4 },
  { code: 'S72.001A', is_billable: true, code_length: 7 },
])('$code has $code_length characters; billable: $is_billable', (row) => {
  const { code, is_billable, code_length } = row
  expect(ofConcept(code, is_billable, TEXT)).toEqual({
    ...SAID,
    billable: is_billable ? 1 : 0,
    code_length,
  })
})
