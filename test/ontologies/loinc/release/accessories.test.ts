/**
 * Proves of the accessory files:
 * 1. consumer names, component names and panels reach the terms they are of
 * 2. rows of codes that the table lacks are one warning a file, and a release may lack any of the files
 * 3. a bad file is refused by name
 */

import { describe, expect, test } from 'vitest'
import {
  addComponentNames,
  addConsumerNames,
  addPanels,
} from '../../../../src/ontologies/loinc/release/accessories.ts'
import { findLoincFiles } from '../../../../src/ontologies/loinc/release/files.ts'
import { readLoincTable } from '../../../../src/ontologies/loinc/release/table.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { LOINC_MINI, LOINC_TABLE, miniFiles } from '../../../support/loinc-release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'

async function read(path: string) {
  const files = await findLoincFiles(await openRelease(path))
  const reading = await readLoincTable(files.table)
  await addConsumerNames(reading, files)
  await addComponentNames(reading, files)
  await addPanels(reading, files)
  return reading
}

const mini = await read(LOINC_MINI)
const bare = async () => read(await writeTempFolder({ 'Loinc.csv': LOINC_TABLE }))

const panelsOf = ({ terms }: typeof mini) =>
  [...terms.values()].flatMap(({ code, isPanel }) => (isPanel ? [code] : [])).sort()

test.each([
  {
    what: 'the consumer name of the file before that of the table',
    code: '718-7',
    term: { consumerName: 'Hemoglobin, Blood' },
  },
  {
    what: 'the consumer name of the table for a code that the file lacks',
    code: '2823-3',
    term: { consumerName: 'Potassium, Blood' },
  },
  {
    what: 'the display name of a component part',
    code: '4548-4',
    term: { componentName: 'Hemoglobin A1c/Hemoglobin total' },
  },
  { what: 'no component part', code: '2160-0', term: { componentName: '' } },
])('$code has $what', ({ code, term }) => {
  expect(mini.terms.get(code)).toMatchObject(term)
})

test('knows panels by PanelType, class and PanelsAndForms', async () => {
  const panels = ['24323-8', '24331-1', '58410-2', '9000011-8', '9000012-6', '9000013-4']
  expect(panelsOf(mini)).toEqual(panels)
  expect(panelsOf(await bare())).toEqual(panels.filter((code) => code !== '9000012-6'))
})

test('counts rows, and warns once of codes that the table lacks', () => {
  expect(mini.sources.map(({ file, rows }) => `${file} ${rows}`)).toEqual([
    'Loinc.csv 66',
    'ConsumerName.csv 6',
    'Part.csv 4',
    'LoincPartLink_Primary.csv 6',
    'PanelsAndForms.csv 22',
  ])
  expect(mini.warnings).toEqual([
    '1 row of ConsumerName.csv names a code that Loinc.csv lacks, e.g. 9000099-3',
  ])
})

test('a release may lack them all', async () => {
  const { terms, sources, warnings } = await bare()
  expect(sources).toHaveLength(1)
  expect(warnings).toEqual([])
  expect(terms.get('718-7')).toMatchObject({ consumerName: 'Of the table', componentName: '' })
})

describe('refuses', () => {
  test.each([
    {
      what: 'an empty ConsumerName.csv',
      path: 'AccessoryFiles/ConsumerName/ConsumerName.csv',
      text: '',
      message: 'ConsumerName.csv line 1: found "", expected column LoincNumber',
    },
    {
      what: 'a panel file that breaks off',
      path: 'AccessoryFiles/PanelsAndForms/PanelsAndForms.csv',
      text: 'ParentLoinc,Loinc\n1-8\n',
      message: 'PanelsAndForms.csv line 2: found 1 cell',
    },
  ])('$what', async ({ path, text, message }) => {
    const folder = await writeTempFolder(await miniFiles({ [path]: text }))
    await expect(read(folder)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining(message),
    })
  })
})
