/**
 * Proves of Loinc.csv:
 * 1. each column of a term is read, and what stands in for blank names; older tables lack some
 * 2. a bad row or cell stops the build with file and line
 */

import { describe, expect, test } from 'vitest'
import { readLoincTable } from '../../../../src/ontologies/loinc/release/table.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { changedTable, LOINC_MINI, LOINC_TABLE } from '../../../support/loinc-release.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

const release = await openRelease(LOINC_MINI)
const mini = await readLoincTable(
  release.files.find(({ path }) => path === 'LoincTable/Loinc.csv')!,
)
const termOf = (code: string) => mini.terms.get(code)

test('counts the rows of the file', () => {
  expect(mini.terms.size).toBe(66)
  expect(mini.sources).toMatchObject([{ file: 'Loinc.csv', rows: 66 }])
  expect(mini.warnings).toEqual([])
})

test('reads every column of a term', () => {
  expect(termOf('2345-7')).toEqual({
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
    consumerName: '',
    relatedNames: ['Blood sugar', 'Glu', 'Gluc', 'Sugar level'],
    orderObs: 'Both',
    units: 'mg/dL',
    ucumUnits: 'mg/dL',
    rank: 1,
    copyrightNotice: '',
    componentName: '',
    isPanel: false,
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
    what: "a third party's notice, on one line",
    code: '9000010-0',
    row: {
      classType: 4,
      copyrightNotice: 'Copyright of a third party that does not exist. Used in a test, "as is".',
    },
  },
  { what: 'a method', code: '4544-3', row: { method: 'Automated count', property: 'VFr' } },
  { what: 'a unit in UCUM only', code: '6301-6', row: { units: '', ucumUnits: '{INR}' } },
  {
    what: 'the consumer name of the table',
    code: '2823-3',
    row: { consumerName: 'Potassium, Blood' },
  },
  { what: 'a panel by PanelType', code: '9000011-8', row: { isPanel: true } },
  { what: 'a panel by its class', code: '9000013-4', row: { isPanel: true } },
  { what: 'no panel by a list of panels', code: '9000012-6', row: { isPanel: false } },
  { what: 'a clinical term', code: '8480-6', row: { classType: 2, system: 'Arterial system' } },
])('reads $what', ({ code, row }) => {
  expect(termOf(code)).toMatchObject(row)
})

test('takes a name of 2000 characters', async () => {
  const table = changedTable('"Glucose^post CFst"', `"${'x'.repeat(2000)}"`)
  const { terms } = await readLoincTable(await tempReleaseFile('Loinc.csv', table))
  expect(Math.max(...[...terms.values()].map(({ component }) => component.length))).toBe(2000)
})

test('takes blank for columns that older tables lack', async () => {
  const header =
    'LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,STATUS,SHORTNAME,LONG_COMMON_NAME'
  const row = '718-7,Hemoglobin,MCnc,Pt,Bld,Qn,,HEM/BC,ACTIVE,,'
  const { terms } = await readLoincTable(await tempReleaseFile('loinc.csv', `${header}\n${row}\n`))
  expect([...terms.values()]).toMatchObject([
    { longName: 'Hemoglobin', displayName: '', relatedNames: [], rank: 0, classType: undefined },
  ])
})

describe('refuses', () => {
  const [header, first] = LOINC_TABLE.split('\n')
  test.each([
    {
      what: 'an empty table',
      table: '',
      message: 'Loinc.csv line 1: found "", expected column LOINC_NUM',
    },
    {
      what: 'a table without rows',
      table: `${header}\n`,
      message: 'Loinc.csv holds no code',
    },
    {
      what: 'a missing column',
      table: changedTable('"SYSTEM",', '"SPECIMEN",'),
      message:
        'Loinc.csv line 1: found "LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SPECIMEN,SCALE_TYP,METHOD_TYP,CLASS,Vers…", expected column SYSTEM',
    },
    {
      what: 'a name of more than 2000 characters',
      table: changedTable('"Glucose^post CFst"', `"${'x'.repeat(2001)}"`),
      message: `Loinc.csv line 3: found "${'x'.repeat(80)}…", expected a COMPONENT of at most 2000`,
    },
    {
      what: 'a wrong quote',
      table: changedTable('"Glucose^post CFst"', '"Glucose^post "CFst"'),
      message: 'Loinc.csv line 3: found a misplaced quote in column COMPONENT',
    },
    {
      what: 'a cell too few',
      table: changedTable('"1558-6",', ''),
      message: 'Loinc.csv line 3: found 39 cells from "Glucose^post CFst" on, expected 40',
    },
    {
      what: 'a wrong check digit',
      table: changedTable('"14749-6"', '"14749-5"'),
      message: 'Loinc.csv line 4: found "14749-5", expected a code such as 2345-7',
    },
    {
      what: 'a part for a code',
      table: changedTable('"14749-6"', '"LP14635-4"'),
      message: 'Loinc.csv line 4: found "LP14635-4", expected a code',
    },
    {
      what: 'a code that comes twice, below cells of two lines',
      table: `${LOINC_TABLE}${first}\n`,
      message: 'Loinc.csv line 71: found "2345-7", expected each code once, but 2345-7 is there',
    },
    {
      what: 'an unknown status',
      table: changedTable('"ACTIVE"', '"Active"'),
      message:
        'Loinc.csv line 2: found "Active", expected one of ACTIVE, TRIAL, DISCOURAGED, DEPRECATED',
    },
    {
      what: 'a blank status',
      table: changedTable('"DISCOURAGED"', '""'),
      message: 'found "", expected one of ACTIVE',
    },
    {
      what: 'a class type that is no number',
      table: changedTable('"ACTIVE","","1"', '"ACTIVE","","lab"'),
      message: 'Loinc.csv line 2: found "lab", expected a class type',
    },
    {
      what: 'a rank that is no whole number',
      table: changedTable('"mg/dL","","","","40"', '"mg/dL","","","","4.5"'),
      message: 'Loinc.csv line 3: found "4.5", expected a whole number as rank',
    },
    {
      what: 'a cut table',
      table: LOINC_TABLE.slice(0, 3000),
      message: 'expected a closing quote',
    },
    {
      what: 'another encoding',
      table: Buffer.from(changedTable('Blood sugar', 'Blutzuckerspiegel µ'), 'latin1'),
      message: 'Loinc.csv line 2: found',
    },
  ])('$what', async ({ table, message }) => {
    await expect(readLoincTable(await tempReleaseFile('Loinc.csv', table))).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining(message),
    })
  })
})
