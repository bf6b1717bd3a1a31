/**
 * Proves of what codes say of patients, over the starters and a miniature release:
 * 1. which of them are conditions, and of what kind; causes from outside and encounters are none
 * 2. which are of a history, by themselves
 * 3. which conditions last, once they are there
 * 4. which codes exclude each other, where the release says so
 * 5. the other ontologies name no conditions
 */

import { describe, expect, onTestFinished, test } from 'vitest'
import { CONTEXT } from '../../src/clinical/qualifiers.ts'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { openLinker } from '../../src/linker/open.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { loinc } from '../../src/ontologies/loinc/loinc.ts'
import { snomed } from '../../src/ontologies/snomed/snomed.ts'
import { analyzer } from '../support/linker.ts'
import { MINI, miniRoot, starterRoot } from '../support/shared-index.ts'

type Own = typeof icd10cm | typeof snomed

function openOwn(ontology: Own, file = fileOf(ontology)) {
  const { index } = openLinker(file, ontology as typeof icd10cm, analyzer)
  onTestFinished(() => index.close())
  return index
}

const fileOf = ({ name }: Own) => indexPath(starterRoot(name as 'snomed'), name, STARTER_VERSION)

/** What is said of a code: its kind, its context, whether it lasts. */
function saidOf(ontology: Own, code: string) {
  const index = openOwn(ontology)
  const { id } = index.getConcept(code)!
  const { columns } = index.arrays
  const { kindOf, contextOf, lasts } = ontology.findings as NonNullable<typeof icd10cm.findings>
  type Columns = Parameters<typeof kindOf>[1]
  const own = columns as unknown as Columns
  return [kindOf(id, own), contextOf(id, own), lasts(id, own)]
}

describe('of ICD-10-CM', () => {
  test.each([
    ['J18.9', 'diagnosis', 0, false],
    ['E10', 'diagnosis', 0, true],
    ['R50.9', 'symptom', 0, false],
    ['R01.1', 'sign', 0, false],
    ['Z80.3', 'diagnosis', CONTEXT.family, false],
    ['Z87.01', 'diagnosis', CONTEXT.past, false],
    ['Z13.1', undefined, CONTEXT.planned, false],
  ])('%s is a %s, of context %i, lasts: %s', (code, ...said) => {
    expect(saidOf(icd10cm, code)).toEqual(said)
  })

  test('codes exclude each other as the release says, and none where it says nothing', async () => {
    const file = indexPath(await miniRoot('icd-10-cm'), 'icd-10-cm', MINI['icd-10-cm'].version)
    const { exclusionsIn } = icd10cm.findings!
    const mini = exclusionsIn!(openOwn(icd10cm, file))
    expect(mini.excludes('J45.909', 'J44.9')).toBe(true)
    expect(mini.excludes('J45.909', 'A00.9')).toBe(false)
    expect(exclusionsIn!(openOwn(icd10cm)).excludes('J45.909', 'J44.9')).toBe(false)
  })
})

describe('of SNOMED CT', () => {
  test.each([
    ['195967001', 'diagnosis', 0, false],
    ['386661006', 'symptom', 0, false],
    ['160377001', 'diagnosis', CONTEXT.family, false],
  ])('%s is a %s, of context %i, lasts: %s', (code, ...said) => {
    expect(saidOf(snomed, code)).toEqual(said)
  })

  test('no codes exclude each other', () => {
    expect(snomed.findings).not.toHaveProperty('exclusionsIn')
  })
})

test('LOINC has none', () => {
  expect(loinc).not.toHaveProperty('findings')
})

test('only ICD-10-CM is asked for texts by a version', () => {
  expect(icd10cm.textVersion).toBe('comprehend')
  expect([snomed, loinc].map((own) => 'textVersion' in own)).toEqual([false, false])
})
