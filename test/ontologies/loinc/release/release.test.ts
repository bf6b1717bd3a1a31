/**
 * Proves of a whole release:
 * 1. rows, names, panels, orders, replacements and variants are those of the files, and the same from a folder and a zip
 * 2. files are told by name and folder, the version by names and release notes
 * 3. replacements lead to the end of their chain; cycles, and codes that the table lacks, are warnings
 * 4. every bad file stops the build with its name and line
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getVersion } from '../../../../src/ontologies/loinc/release/files.ts'
import { licenceNotice } from '../../../../src/ontologies/loinc/release/licence.ts'
import {
  readLoincTables,
  resolveReplacements,
} from '../../../../src/ontologies/loinc/release/release.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'
import { makeZip } from '../../../support/zip.ts'

const MINI = new URL('../../../fixtures/loinc-mini', import.meta.url).pathname
const TABLE = await readFile(join(MINI, 'LoincTable/Loinc.csv'), 'utf8')
const mini = await readLoincTables(MINI, { languages: ['fr', 'DE', 'de'] })
const rowOf = (code: string) => mini.rows.find((row) => row.code === code)

/** The files of the miniature by path, those of `changes` in their place. */
async function miniFiles(changes: Readonly<Record<string, string>> = {}) {
  const files: Record<string, Uint8Array | string> = {}
  const release = await openRelease(MINI)
  for (const { path } of release.files) files[path] = await readFile(join(MINI, path))
  return { ...files, ...changes }
}

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
    'Part.csv 4',
    'LoincPartLink_Primary.csv 6',
    'PanelsAndForms.csv 22',
    'LoincUniversalLabOrdersValueSet.csv 5',
    'frFR18LinguisticVariant.csv 1',
    'deAT24LinguisticVariant.csv 1',
    'deDE15LinguisticVariant.csv 3',
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
    '1 row of deDE15LinguisticVariant.csv names a code that Loinc.csv lacks, e.g. 9000099-3',
  ])
})

test('reads every column of a term', () => {
  expect(rowOf('2345-7')).toEqual({
    code: '2345-7',
    component: 'Glucose',
    property: 'MCnc',
    timeAspect: 'Pt',
    system: 'Ser/Plas',
    scale: 'Qn',
    method: '',
    class: 'CHEM',
    classType: 1,
    status: 'ACTIVE',
    longName: 'Glucose [Mass/volume] in Serum or Plasma',
    shortName: 'Glucose SerPl-mCnc',
    displayName: 'Glucose [Mass/Vol]',
    consumerName: 'Glucose, Blood',
    relatedNames: ['Blood sugar', 'Glu', 'Gluc', 'Sugar level'],
    orderObs: 'Both',
    units: 'mg/dL',
    ucumUnits: 'mg/dL',
    rank: 1,
    copyright: '',
    componentName: 'Glucose',
  })
})

test.each([
  {
    what: 'quotes, commas and line ends in cells',
    code: '9000007-6',
    row: {
      component: 'Little "c" Ag, "weak"',
      longName: 'Little "c" Ag, weak [Presence] on Red Blood Cells',
      relatedNames: ['Anti-c', '"c", weak', 'two lines'],
      displayName: '"c" Ag',
      status: 'TRIAL',
    },
  },
  {
    what: 'the short name for a blank long name',
    code: '9000008-4',
    row: { longName: 'Blank name Ser-mCnc', shortName: 'Blank name Ser-mCnc' },
  },
  {
    what: 'the component for two blank names, and blank cells',
    code: '9000009-2',
    row: { longName: 'Component only', shortName: '', classType: undefined, rank: 0, orderObs: '' },
  },
  {
    what: "a third party's notice, line ends and all",
    code: '9000010-0',
    row: {
      classType: 4,
      copyright: 'Copyright of a third party that does not exist.\nUsed in a test, "as is".',
    },
  },
  { what: 'a method', code: '4544-3', row: { method: 'Automated count', property: 'VFr' } },
  { what: 'a unit in UCUM only', code: '6301-6', row: { units: '', ucumUnits: '{INR}' } },
  {
    what: 'the consumer name of the file before that of the table',
    code: '718-7',
    row: { consumerName: 'Hemoglobin, Blood' },
  },
  {
    what: 'the consumer name of the table',
    code: '2823-3',
    row: { consumerName: 'Potassium, Blood' },
  },
  {
    what: 'the display name of a component part',
    code: '4548-4',
    row: { componentName: 'Hemoglobin A1c/Hemoglobin total' },
  },
  { what: 'no component part', code: '2160-0', row: { componentName: '' } },
  { what: 'a clinical term', code: '8480-6', row: { classType: 2, system: 'Arterial system' } },
])('reads $what', ({ code, row }) => {
  expect(rowOf(code)).toMatchObject(row)
})

test('knows panels by PanelType, class and PanelsAndForms, and the universal orders', () => {
  expect([...mini.panels].sort()).toEqual([
    '24323-8',
    '24331-1',
    '58410-2',
    '9000011-8',
    '9000012-6',
    '9000013-4',
  ])
  expect([...mini.orders].sort()).toEqual(['2345-7', '24331-1', '58410-2', '630-4', '882-1'])
})

test('replaces codes by the ends of their chains', () => {
  expect(mini.replacements).toEqual([
    { code: '9000001-9', replacement: '2345-7', comment: 'Serum or plasma; One code for both' },
    { code: '9000002-7', replacement: '2345-7', comment: 'One code for both' },
    { code: '9000004-3', replacement: '2160-0', comment: 'For serum, plasma' },
    { code: '9000004-3', replacement: '2161-8', comment: 'For urine' },
  ])
})

test('reads the variants of the languages asked for, all countries of each', () => {
  expect(mini.variants.map(({ language, code, longName }) => [language, code, longName])).toEqual([
    ['de', '2345-7', 'Glukose im Serum/Plasma'],
    ['de', '2345-7', 'Glucose [Masse/Volumen] in Serum oder Plasma'],
    ['de', '630-4', ''],
    ['de', '718-7', 'Hämoglobin [Masse/Volumen] in Vollblut'],
    ['fr', '2345-7', 'Glucose [Masse/Volume] Sérum/Plasma'],
  ])
  expect(mini.variants.find(({ code }) => code === '718-7')).toEqual({
    language: 'de',
    code: '718-7',
    longName: 'Hämoglobin [Masse/Volumen] in Vollblut',
    shortName: '',
    displayName: 'Hämoglobin',
    component: 'Hämoglobin',
    relatedNames: ['Hb', 'Blutfarbstoff'],
  })
})

test('reads no variant unasked, and warns of a language that the release lacks', async () => {
  const unasked = await readLoincTables(MINI)
  expect(unasked.variants).toEqual([])
  expect(unasked.sources.filter(({ file }) => file.includes('Linguistic'))).toEqual([])
  const finnish = await readLoincTables(MINI, { languages: ['fi'] })
  expect(finnish.variants).toEqual([])
  expect(finnish.warnings).toContain('the release has no linguistic variant in "fi"')
})

test.each(['stored', 'deflated'] as const)('reads the same from a %s zip', async (method) => {
  const files = Object.entries(await miniFiles()).map(([path, bytes]) => [`mini/${path}`, bytes])
  const folder = await writeTempFolder({ 'mini.zip': makeZip(Object.fromEntries(files), method) })
  const options = { languages: ['de', 'fr'] }
  expect(await readLoincTables(join(folder, 'mini.zip'), options)).toEqual(
    await readLoincTables(MINI, options),
  )
})

test('needs the table only, wherever it lies', async () => {
  const folder = await writeTempFolder({ 'Loinc.csv': TABLE })
  const tables = await readLoincTables(folder, { version: '2.82' })
  expect(tables.rows).toHaveLength(66)
  expect(tables.replacements).toEqual([])
  expect(tables.warnings).toEqual([])
  expect(tables.sources.map(({ file }) => file)).toEqual(['Loinc.csv'])
  expect([...tables.panels]).not.toContain('9000012-6')
  expect(tables.rows.find(({ code }) => code === '718-7')?.consumerName).toBe('Of the table')
})

test('takes blank for columns that older tables lack', async () => {
  const header =
    'LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,STATUS,SHORTNAME,LONG_COMMON_NAME'
  const row = '718-7,Hemoglobin,MCnc,Pt,Bld,Qn,,HEM/BC,ACTIVE,,'
  const folder = await writeTempFolder({ 'loinc.csv': `${header}\n${row}\n` })
  const tables = await readLoincTables(folder, { version: '2.40' })
  expect(tables.rows).toMatchObject([
    { longName: 'Hemoglobin', displayName: '', relatedNames: [], rank: 0, classType: undefined },
  ])
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
    const files = { [row.path]: TABLE, [row.other ?? 'x.txt']: 'About LOINC® Version 2.80 of 2025' }
    const folder = await writeTempFolder({ [row.zip]: makeZip(files) })
    const options = row.given === undefined ? {} : { version: row.given }
    const tables = await readLoincTables(join(folder, row.zip), options)
    expect(tables.version).toBe(row.version)
    expect(tables.licence).toBe(licenceNotice(row.version))
  })

  test('in the folder above the table, and not where files differ', async () => {
    const folder = await writeTempFolder({
      'Loinc_2.82/LoincTable/Loinc.csv': TABLE,
      'other/Loinc.csv': TABLE,
      'other/Loinc_2.81_changes.txt': '',
      'other/Loinc_2.82_changes.txt': '',
    })
    const { version } = await readLoincTables(join(folder, 'Loinc_2.82/LoincTable'))
    expect(version).toBe('2.82')
    await expect(readLoincTables(join(folder, 'other'))).rejects.toThrow('give --version')
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
  ])('of the name $name: $version', ({ name, version }) => {
    expect(getVersion(name)).toBe(version)
  })
})

test.each([
  { version: '2.82', year: 2026 },
  { version: '2.80', year: 2025 },
  { version: '2.79', year: 2024 },
  { version: '2.66', year: 2021 },
  { version: 'mine', year: 2026 },
])("the licence's notice names version $version and ends with $year", ({ version, year }) => {
  const notice = licenceNotice(version)
  expect(notice).toContain(
    `This material contains content from LOINC (http://loinc.org). LOINC is copyright © 1995-${year}, Regenstrief Institute, Inc. and`,
  )
  expect(notice).toContain('available at no cost under the license at http://loinc.org/license.')
  expect(notice).toContain('LOINC® is a registered United States trademark')
  expect(notice).toContain(version)
})

describe('resolves', () => {
  const chain = (length: number) =>
    Array.from(
      { length },
      (_, i) => `${String.fromCharCode(97 + i)}>${String.fromCharCode(98 + i)}`,
    )
  test.each([
    { what: 'nothing', rows: [], ends: [], circular: [] },
    { what: 'one step', rows: ['a>b'], ends: ['a>b'], circular: [] },
    { what: 'a chain', rows: ['b>c', 'a>b'], ends: ['a>c', 'b>c'], circular: [] },
    { what: 'two targets', rows: ['a>c', 'a>b'], ends: ['a>b', 'a>c'], circular: [] },
    {
      what: 'two ways to one end',
      rows: ['a>b', 'a>c', 'b>d', 'c>d'],
      ends: ['a>d', 'b>d', 'c>d'],
      circular: [],
    },
    { what: 'a row twice', rows: ['a>b', 'a>b'], ends: ['a>b'], circular: [] },
    { what: 'a code that replaces itself', rows: ['a>a'], ends: [], circular: ['a'] },
    { what: 'a cycle', rows: ['a>b', 'b>a'], ends: [], circular: ['a', 'b'] },
    {
      what: 'a cycle with a way out and one with a way in',
      rows: ['a>b', 'b>a', 'b>c', 'd>a'],
      ends: ['a>c', 'b>c', 'd>c'],
      circular: ['a', 'b', 'd'],
    },
  ])('$what', ({ rows, ends, circular }) => {
    const resolved = resolveReplacements(rows.map(parseStep))
    expect(resolved.replacements.map(formatStep)).toEqual(ends)
    expect(resolved.circular).toEqual(circular)
  })

  test('ten steps, and no more', () => {
    const ten = resolveReplacements(chain(10).map(parseStep))
    expect(ten.replacements.map(formatStep)).toContain('a>k')
    expect(ten.circular).toEqual([])
    const eleven = resolveReplacements(chain(11).map(parseStep))
    expect(eleven.replacements.map(formatStep)).not.toContain('a>l')
    expect(eleven.replacements.map(formatStep)).toContain('b>l')
    expect(eleven.circular).toEqual(['a'])
  })
})

function parseStep(step: string) {
  const [code, replacement] = step.split('>')
  return { code: code!, replacement: replacement!, comment: '' }
}

function formatStep({ code, replacement }: { code: string; replacement: string }) {
  return `${code}>${replacement}`
}

test('follows a chain over codes that the table lacks', async () => {
  const mapTo = 'LOINC,MAP_TO,COMMENT\n9000001-9,9000099-3,\n9000099-3,718-7,\n'
  const folder = await writeTempFolder({ 'Loinc.csv': TABLE, 'MapTo.csv': mapTo })
  const { replacements, warnings } = await readLoincTables(folder, { version: '2.82' })
  expect(replacements).toEqual([{ code: '9000001-9', replacement: '718-7', comment: '' }])
  expect(warnings).toEqual([
    '1 of 2 replacements in MapTo.csv name a code that Loinc.csv lacks, e.g. 9000099-3 to 718-7',
  ])
})

/** The table with one text in place of another. */
const withChange = (from: string, to: string) => {
  expect(TABLE).toContain(from)
  return TABLE.replace(from, to)
}

describe('refuses a release with', () => {
  const [header, first] = TABLE.split('\n')
  test.each([
    {
      what: 'no table',
      files: { 'LoincTableCore/LoincTableCore.csv': TABLE, 'LoincTable/MapTo.csv': '' },
      code: 'release_not_found',
      message: 'lacks LoincTable/Loinc.csv (found 2 files: MapTo.csv, LoincTableCore.csv)',
    },
    {
      what: 'a table of another kind',
      files: { 'LoincTable/LoincTable.csv': TABLE, 'Loinc.csv.bak': TABLE },
      code: 'release_not_found',
      message: 'lacks LoincTable/Loinc.csv',
    },
    { what: 'no files', files: {}, code: 'release_not_found', message: 'found no files' },
    {
      what: 'two tables',
      files: { 'a/Loinc.csv': TABLE, 'b/Loinc.csv': TABLE },
      message: 'two files of the same kind: a/Loinc.csv and b/Loinc.csv; keep one of them',
    },
    {
      what: 'two releases',
      files: { '2.81/LoincTable/Loinc.csv': TABLE, '2.82/LoincTable/Loinc.csv': TABLE },
      message: 'two files of the same kind: 2.81/LoincTable/Loinc.csv and 2.82/',
    },
    { what: 'no version', files: { 'Loinc.csv': TABLE }, options: {}, message: 'give --version' },
    {
      what: 'an empty table',
      files: { 'Loinc.csv': '' },
      message: 'Loinc.csv line 1: found "", expected column LOINC_NUM',
    },
    {
      what: 'a table without rows',
      files: { 'Loinc.csv': `${header}\n` },
      message: 'Loinc.csv holds no code',
    },
    {
      what: 'a missing column',
      files: { 'Loinc.csv': withChange('"SYSTEM",', '"SPECIMEN",') },
      message:
        'Loinc.csv line 1: found "LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SPECIMEN,SCALE_TYP,METHOD_TYP,CLASS,Vers…", expected column SYSTEM',
    },
    {
      what: 'a wrong quote',
      files: { 'Loinc.csv': withChange('"Glucose^post CFst"', '"Glucose^post "CFst"') },
      message: 'Loinc.csv line 3: found a misplaced quote in column COMPONENT',
    },
    {
      what: 'a cell too few',
      files: { 'Loinc.csv': withChange('"1558-6",', '') },
      message: 'Loinc.csv line 3: found 39 cells from "Glucose^post CFst" on, expected 40',
    },
    {
      what: 'a wrong check digit',
      files: { 'Loinc.csv': withChange('"14749-6"', '"14749-5"') },
      message: 'Loinc.csv line 4: found "14749-5", expected a code such as 2345-7',
    },
    {
      what: 'a part for a code',
      files: { 'Loinc.csv': withChange('"14749-6"', '"LP14635-4"') },
      message: 'Loinc.csv line 4: found "LP14635-4", expected a code',
    },
    {
      what: 'a code that comes twice, below cells of two lines',
      files: { 'Loinc.csv': `${TABLE}${first}\n` },
      message: 'Loinc.csv line 71: found "2345-7", expected each code once, but 2345-7 is there',
    },
    {
      what: 'an unknown status',
      files: { 'Loinc.csv': withChange('"ACTIVE"', '"Active"') },
      message:
        'Loinc.csv line 2: found "Active", expected one of ACTIVE, TRIAL, DISCOURAGED, DEPRECATED',
    },
    {
      what: 'a blank status',
      files: { 'Loinc.csv': withChange('"DISCOURAGED"', '""') },
      message: 'found "", expected one of ACTIVE',
    },
    {
      what: 'a class type that is no number',
      files: { 'Loinc.csv': withChange('"ACTIVE","","1"', '"ACTIVE","","lab"') },
      message: 'Loinc.csv line 2: found "lab", expected a class type',
    },
    {
      what: 'a rank that is no whole number',
      files: { 'Loinc.csv': withChange('"mg/dL","","","","40"', '"mg/dL","","","","4.5"') },
      message: 'Loinc.csv line 3: found "4.5", expected a whole number as rank',
    },
    {
      what: 'a cut table',
      files: { 'Loinc.csv': TABLE.slice(0, 3000) },
      message: 'expected a closing quote',
    },
    {
      what: 'a MapTo.csv of other columns',
      files: { 'Loinc.csv': TABLE, 'MapTo.csv': 'FROM,TO\n1-8,2-6\n' },
      message: 'MapTo.csv line 1: found "FROM,TO", expected column LOINC',
    },
    {
      what: 'an empty ConsumerName.csv',
      files: { 'Loinc.csv': TABLE, 'ConsumerName.csv': '' },
      message: 'ConsumerName.csv line 1: found "", expected column LoincNumber',
    },
    {
      what: 'another encoding',
      files: {
        'Loinc.csv': Buffer.from(withChange('Blood sugar', 'Blutzuckerspiegel µ'), 'latin1'),
      },
      message: 'Loinc.csv line 2: found',
    },
  ])('$what', async ({ files, code = 'release_invalid', message, options }) => {
    const folder = await writeTempFolder(files)
    await expect(readLoincTables(folder, options ?? { version: '2.82' })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  test('a panel file that breaks off, by name', async () => {
    const path = 'AccessoryFiles/PanelsAndForms/PanelsAndForms.csv'
    const folder = await writeTempFolder(await miniFiles({ [path]: 'ParentLoinc,Loinc\n1-8\n' }))
    await expect(readLoincTables(folder)).rejects.toThrow('PanelsAndForms.csv line 2: found 1 cell')
  })

  test('nothing there', async () => {
    await expect(readLoincTables('/nowhere/Loinc_2.82.zip')).rejects.toMatchObject({
      code: 'release_not_found',
    })
  })

  test('a cut zip', async () => {
    const bytes = makeZip({ 'LoincTable/Loinc.csv': TABLE })
    const folder = await writeTempFolder({ 'Loinc_2.82.zip': bytes.subarray(0, bytes.length / 2) })
    await expect(readLoincTables(join(folder, 'Loinc_2.82.zip'))).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('Loinc_2.82.zip'),
    })
  })

  test('a damaged file inside a zip', async () => {
    const bytes = makeZip({ 'LoincTable/Loinc.csv': TABLE }, 'stored')
    bytes[bytes.indexOf('Blood sugar')]! ^= 0x01
    const folder = await writeTempFolder({ 'Loinc_2.82.zip': bytes })
    await expect(readLoincTables(join(folder, 'Loinc_2.82.zip'))).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('Loinc.csv is damaged'),
    })
  })
})
