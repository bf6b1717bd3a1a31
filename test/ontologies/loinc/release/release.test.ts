/**
 * Proves of a whole release:
 * 1. rows, replacements, sources and warnings are those of all its files, and the same from a folder and a zip
 * 2. names and release notes say the version, unless it is given
 * 3. a release that says no version, or that is damaged, is refused
 */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { licenceNotice } from '../../../../src/ontologies/loinc/release/licence.ts'
import { readLoincTables } from '../../../../src/ontologies/loinc/release/release.ts'
import { LOINC_MINI, LOINC_TABLE, miniFiles } from '../../../support/loinc-release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'
import { makeZip } from '../../../support/zip.ts'

const mini = await readLoincTables(LOINC_MINI)

test('counts what the fixture holds', () => {
  expect(mini.version).toBe('9.01')
  expect(mini.rows).toHaveLength(66)
  const statuses = ['ACTIVE', 'TRIAL', 'DISCOURAGED', 'DEPRECATED']
  const counts = statuses.map((each) => mini.rows.filter(({ status }) => status === each).length)
  expect(counts).toEqual([59, 1, 1, 5])
  expect(mini.sources.map(({ file, rows }) => `${file} ${rows}`)).toEqual([
    'Loinc.csv 66',
    'MapTo.csv 4',
    'ConsumerName.csv 6',
    'Part.csv 8',
    'LoincPartLink_Primary.csv 12',
    'DocumentOntology.csv 1',
    'AnswerList.csv 6',
    'LoincAnswerListLink.csv 4',
    'PanelsAndForms.csv 22',
  ])
  expect(mini.sources.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true)
})

test('sorts rows by code', () => {
  const codes = mini.rows.map(({ code }) => code)
  expect(codes).toEqual(codes.toSorted())
})

test('warns of codes that the table lacks and of cycles, once per file', () => {
  expect(mini.warnings).toEqual([
    '2 of 6 replacements in MapTo.csv name a code that Loinc.csv lacks, e.g. 9000003-5 to 9000099-3',
    '2 codes lead back to itself or on for more than 10 steps in MapTo.csv, e.g. 9000005-0',
    '1 row of ConsumerName.csv names a code that Loinc.csv lacks, e.g. 9000099-3',
    '1 row of LoincAnswerListLink.csv names a code that AnswerList.csv lacks, e.g. LL9000009-2',
  ])
})

test('has what every file says of a term', () => {
  expect(mini.rows.find(({ code }) => code === '2345-7')).toMatchObject({
    longName: 'Glucose [Mass/volume] in Serum or Plasma',
    consumerName: 'Glucose, Blood',
    componentName: 'Glucose',
    isPanel: false,
  })
  expect(mini.rows.find(({ code }) => code === '9000012-6')?.isPanel).toBe(true)
  expect(mini.replacements).toContainEqual({ code: '9000001-9', replacement: '2345-7' })
})

test.each(['stored', 'deflated'] as const)('reads the same from a %s zip', async (method) => {
  const files = Object.entries(await miniFiles()).map(([path, bytes]) => [`mini/${path}`, bytes])
  const folder = await writeTempFolder({ 'mini.zip': makeZip(Object.fromEntries(files), method) })
  expect(await readLoincTables(join(folder, 'mini.zip'))).toEqual(mini)
})

test('needs the table only, wherever it lies', async () => {
  const folder = await writeTempFolder({ 'Loinc.csv': LOINC_TABLE })
  const tables = await readLoincTables(folder, { version: '2.82' })
  expect(tables.rows).toHaveLength(66)
  expect(tables.replacements).toEqual([])
  expect(tables.warnings).toEqual([])
  expect(tables.sources.map(({ file }) => file)).toEqual(['Loinc.csv'])
})

describe('finds the version', () => {
  test.each([
    { zip: 'Loinc_2.82.zip', path: 'LoincTable/Loinc.csv', version: '2.82' },
    { zip: 'a.zip', path: 'Loinc_2.82/LoincTable/Loinc.csv', version: '2.82' },
    { zip: 'Loinc_2.81.zip', path: 'Loinc_2.82/LoincTable/Loinc.csv', version: '2.82' },
    { zip: 'loinc-2.66.zip', path: 'Loinc.csv', version: '2.66' },
    { zip: 'LOINC_2_82_Text.zip', path: 'Loinc.csv', version: '2.82' },
    { zip: 'a.zip', path: 'Loinc.csv', other: 'LOINC_2_82_License.txt', version: '2.82' },
    { zip: 'a.zip', path: 'Loinc.csv', other: 'ReleaseNotes.txt', version: '2.80' },
    { zip: 'a.zip', path: 'Loinc.csv', given: 'mine', version: 'mine' },
    { zip: 'Loinc_2.82.zip', path: 'Loinc.csv', given: '2.82-cut', version: '2.82-cut' },
  ])('$version in $zip, $path, $other, given $given', async (row) => {
    const files = {
      [row.path]: LOINC_TABLE,
      [row.other ?? 'x.txt']: 'About LOINC® Version 2.80 of 2025',
    }
    const folder = await writeTempFolder({ [row.zip]: makeZip(files) })
    const options = row.given === undefined ? {} : { version: row.given }
    const tables = await readLoincTables(join(folder, row.zip), options)
    expect(tables.version).toBe(row.version)
    expect(tables.licence).toBe(licenceNotice(row.version))
  })

  test('in the folder above the table, and not where files differ', async () => {
    const folder = await writeTempFolder({
      'Loinc_2.82/LoincTable/Loinc.csv': LOINC_TABLE,
      'other/Loinc.csv': LOINC_TABLE,
      'other/Loinc_2.81_changes.txt': '',
      'other/Loinc_2.82_changes.txt': '',
    })
    const { version } = await readLoincTables(join(folder, 'Loinc_2.82/LoincTable'))
    expect(version).toBe('2.82')
    await expect(readLoincTables(join(folder, 'other'))).rejects.toThrow('give --version')
  })
})

describe('refuses a release with', () => {
  test('no version', async () => {
    const folder = await writeTempFolder({ 'Loinc.csv': LOINC_TABLE })
    await expect(readLoincTables(folder)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('give --version'),
    })
  })

  test('nothing there', async () => {
    await expect(readLoincTables('/nowhere/Loinc_2.82.zip')).rejects.toMatchObject({
      code: 'release_not_found',
    })
  })

  test('a cut zip', async () => {
    const bytes = makeZip({ 'LoincTable/Loinc.csv': LOINC_TABLE })
    const folder = await writeTempFolder({ 'Loinc_2.82.zip': bytes.subarray(0, bytes.length / 2) })
    await expect(readLoincTables(join(folder, 'Loinc_2.82.zip'))).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('Loinc_2.82.zip'),
    })
  })

  test('a damaged file inside a zip', async () => {
    const bytes = makeZip({ 'LoincTable/Loinc.csv': LOINC_TABLE }, 'stored')
    bytes[bytes.indexOf('Blood sugar')]! ^= 0x01
    const folder = await writeTempFolder({ 'Loinc_2.82.zip': bytes })
    await expect(readLoincTables(join(folder, 'Loinc_2.82.zip'))).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('Loinc.csv cannot be read: it is damaged'),
    })
  })
})
