/**
 * Proves of ICD-10-CM's columns:
 * 1. a name and a title have what their words say
 * 2. a code has its length and whether it can be billed
 * 3. a code has the offsets that its record says, and none where it says none
 * 4. a code for what is past, a relative's or looked for says so by its place, whatever its title says
 */

import { expect, test } from 'vitest'
import { CONTEXT } from '../../../src/clinical/qualifiers.ts'
import { icd10cmColumns } from '../../../src/ontologies/icd10cm/columns.ts'
import { ENCOUNTER, LATERALITY, qualifiersOf } from '../../../src/ontologies/icd10cm/qualifiers.ts'
import { analyzer } from '../../support/linker.ts'

const TEXT = 'Burn of right hand, sequela'
const SAID = {
  ...{ ...qualifiersOf([]), context: 0 },
  laterality: LATERALITY.right,
  encounter: ENCOUNTER.sequela,
}

const NO_OFFSETS = {
  sided: 0,
  graded: 0,
  ...{ unspecified_offset: 0, initial_offset: 0 },
  ...{ subsequent_offset: 0, sequela_offset: 0 },
}

function ofConcept(code: string, is_billable: boolean, name: string) {
  const concept = { code, name, family: code, active: true, attributes: { is_billable } }
  return icd10cmColumns.ofConcept(concept, analyzer.analyze(name))
}

test('a name has what its words say', () => {
  const term = { code: 'T23', text: TEXT, kind: 'synonym', language: 'en' } as const
  expect(icd10cmColumns.ofTerm(term, analyzer.analyze(TEXT))).toEqual(SAID)
})

test.each([
  { code: 'E11', is_billable: false, code_length: 3, finding: 1, lasting: 1 },
  { code: 'E11.9', is_billable: true, code_length: 4, finding: 1, lasting: 1 },
  { code: 'S72.001A', is_billable: true, code_length: 7, finding: 1, lasting: 0 },
])('$code has $code_length characters; billable: $is_billable', (row) => {
  const { code, is_billable, code_length, finding, lasting } = row
  expect(ofConcept(code, is_billable, TEXT)).toEqual({
    ...SAID,
    ...NO_OFFSETS,
    billable: is_billable ? 1 : 0,
    ...{ code_length, finding, lasting },
  })
})

test('the offsets of a code are those of its record', () => {
  const concept = { code: 'E11', name: TEXT, family: 'E11', active: true, attributes: {} }
  const columns = { unspecified_offset: 300, sequela_offset: 2 }
  const values = icd10cmColumns.ofConcept({ ...concept, columns }, analyzer.analyze(TEXT))
  expect(values).toMatchObject({ ...NO_OFFSETS, ...columns })
})

const { absent, suspected, past, family, planned } = CONTEXT

test.each([
  { code: 'E11.9', name: 'Type 2 diabetes mellitus without complications', context: absent },
  { code: 'I21', name: 'Acute myocardial infarction', context: 0 },
  { code: 'I25.2', name: 'Old myocardial infarction', context: past },
  { code: 'Z03.89', name: 'Encounter for observation', context: suspected },
  { code: 'Z12.4', name: 'Encounter for malignant neoplasm of cervix', context: planned },
  { code: 'Z79', name: 'Long term drug therapy', context: 0 },
  { code: 'Z80', name: 'Malignant neoplasm', context: family },
  { code: 'Z84.89', name: 'Other conditions', context: family },
  { code: 'Z85.3', name: 'Malignant neoplasm of breast', context: past },
  { code: 'Z99.2', name: 'Dependence on renal dialysis', context: past },
])('$code "$name" has the context $context', ({ code, name, context }) => {
  expect(ofConcept(code, true, name)).toMatchObject({ context })
})

test('a name has the context that its words say', () => {
  const term = { code: 'Z82', text: '', kind: 'synonym', language: 'en' } as const
  const words = analyzer.analyze('Mother had epilepsy')
  expect(icd10cmColumns.ofTerm(term, words)).toMatchObject({ context: family })
})
