/**
 * Proves of the files of a release:
 * 1. each is told by its name, and by its folder where a release repeats the name
 * 2. a name says the version, or nothing
 * 3. a release without a table, or with two, is refused
 */

import { describe, expect, test } from 'vitest'
import { findLoincFiles, getVersion } from '../../../../src/ontologies/loinc/release/files.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { LOINC_MINI, LOINC_TABLE } from '../../../support/loinc-release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'

test('finds each file in the folder of its kind', async () => {
  const { version, ...files } = await findLoincFiles(await openRelease(LOINC_MINI))
  expect(version).toBe('9.01')
  expect(Object.fromEntries(Object.entries(files).map(([key, file]) => [key, file?.path]))).toEqual(
    {
      table: 'LoincTable/Loinc.csv',
      mapTo: 'LoincTable/MapTo.csv',
      consumerNames: 'AccessoryFiles/ConsumerName/ConsumerName.csv',
      parts: 'AccessoryFiles/PartFile/Part.csv',
      partLinks: 'AccessoryFiles/PartFile/LoincPartLink_Primary.csv',
      documentParts: 'AccessoryFiles/DocumentOntology/DocumentOntology.csv',
      answerLists: 'AccessoryFiles/AnswerFile/AnswerList.csv',
      answerListLinks: 'AccessoryFiles/AnswerFile/LoincAnswerListLink.csv',
      panels: 'AccessoryFiles/PanelsAndForms/PanelsAndForms.csv',
    },
  )
})

test.each([
  { name: 'Loinc_2.82', version: '2.82' },
  { name: 'LOINC version 2.82', version: '2.82' },
  { name: 'loinc v2.82.zip', version: '2.82' },
  { name: 'LOINC_2_82_Text.zip', version: '2.82' },
  { name: 'Loinc2.82', version: '2.82' },
  { name: 'Loinc.csv', version: undefined },
  { name: 'Loinc_2026', version: undefined },
  { name: 'Loinc_2.825', version: undefined },
  { name: 'deDE15LinguisticVariant.csv', version: undefined },
])('the version in the name $name is $version', ({ name, version }) => {
  expect(getVersion(name)).toBe(version)
})

describe('refuses a release with', () => {
  test.each([
    {
      what: 'no table',
      files: { 'LoincTableCore/LoincTableCore.csv': LOINC_TABLE, 'LoincTable/MapTo.csv': '' },
      code: 'release_not_found',
      message: 'lacks LoincTable/Loinc.csv (found 2 files: MapTo.csv, LoincTableCore.csv)',
    },
    {
      what: 'a table of another kind',
      files: { 'LoincTable/LoincTable.csv': LOINC_TABLE, 'Loinc.csv.bak': LOINC_TABLE },
      code: 'release_not_found',
      message: 'lacks LoincTable/Loinc.csv',
    },
    { what: 'no files', files: {}, code: 'release_not_found', message: 'found no files' },
    {
      what: 'two tables',
      files: { 'a/Loinc.csv': LOINC_TABLE, 'b/Loinc.csv': LOINC_TABLE },
      message: 'two files of the same kind: a/Loinc.csv and b/Loinc.csv; keep one of them',
    },
    {
      what: 'two releases',
      files: { '2.81/LoincTable/Loinc.csv': LOINC_TABLE, '2.82/LoincTable/Loinc.csv': LOINC_TABLE },
      message: 'two files of the same kind: 2.81/LoincTable/Loinc.csv and 2.82/',
    },
  ])('$what', async ({ files, code = 'release_invalid', message }) => {
    const release = await openRelease(await writeTempFolder(files))
    await expect(findLoincFiles(release)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })
})
