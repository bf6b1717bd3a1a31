/**
 * Proves of the accessory files:
 * 1. consumer names, component names and panels reach the terms they are of
 * 2. rows of codes that the table lacks are one warning a file, and a release may lack any of the files
 * 3. parts and answers are codes with relations from the terms
 * 4. a bad file is refused by name
 */

import { describe, expect, test } from 'vitest'
import {
  addConsumerNames,
  addPanels,
} from '../../../../src/ontologies/loinc/release/accessories.ts'
import { readAnswers } from '../../../../src/ontologies/loinc/release/answers.ts'
import { findLoincFiles } from '../../../../src/ontologies/loinc/release/files.ts'
import { readParts } from '../../../../src/ontologies/loinc/release/parts.ts'
import { readLoincTable } from '../../../../src/ontologies/loinc/release/table.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { LOINC_MINI, LOINC_TABLE, miniFiles } from '../../../support/loinc-release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'

async function read(path: string) {
  const files = await findLoincFiles(await openRelease(path))
  const reading = await readLoincTable(files.table)
  await addConsumerNames(reading, files)
  const parts = await readParts(reading, files)
  const answers = await readAnswers(reading, files)
  await addPanels(reading, files)
  return { ...reading, parts, answers }
}

const PART_HEADER = 'PartNumber,PartTypeName,PartName,PartDisplayName,Status\n'
const ANSWER_HEADER = 'AnswerListId,AnswerListName,AnswerStringId,DisplayText,SequenceNumber\n'

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
    'Part.csv 8',
    'LoincPartLink_Primary.csv 12',
    'DocumentOntology.csv 1',
    'AnswerList.csv 6',
    'LoincAnswerListLink.csv 4',
    'PanelsAndForms.csv 22',
  ])
  expect(mini.warnings).toEqual([
    '1 row of ConsumerName.csv names a code that Loinc.csv lacks, e.g. 9000099-3',
    '1 row of LoincAnswerListLink.csv names a code that AnswerList.csv lacks, e.g. LL9000009-2',
  ])
})

test('parts have their kind and status, and lead from the terms that have them', () => {
  const { codes, relations } = mini.parts
  expect(codes.filter(({ code }) => /[248]-\d$|7-6$/.test(code))).toEqual([
    {
      ...{ code: 'LP9000002-7', name: 'Hemoglobin A1c/Hemoglobin.total', active: true },
      attributes: {
        ...{ part_type: 'COMPONENT', loinc_status: 'ACTIVE' },
        display_name: 'Hemoglobin A1c/Hemoglobin total',
      },
    },
    {
      ...{ code: 'LP9000004-3', name: 'Leukocytes', active: true },
      attributes: {
        ...{ part_type: 'COMPONENT', loinc_status: 'ACTIVE' },
        display_name: 'White blood cells',
      },
    },
    {
      ...{ code: 'LP9000007-6', name: 'Summary', active: true },
      attributes: { part_type: 'Document.Kind', loinc_status: 'ACTIVE' },
    },
    {
      ...{ code: 'LP9000008-4', name: 'Old method', active: false },
      attributes: { part_type: 'METHOD', loinc_status: 'INACTIVE' },
    },
  ])
  const of = (code: string) =>
    relations.flatMap(({ from, relation, to }) => (from === code ? [`${relation} ${to}`] : []))
  expect(of('2339-0')).toEqual(['COMPONENT LP9000001-9', 'SYSTEM LP9000006-8'])
  expect(of('9000010-0')).toEqual(['document-kind LP9000007-6'])
})

test('lists of answers have their answers with their places, and lead from the terms that have them', () => {
  const { codes, relations } = mini.answers
  expect(codes.map(({ code, name }) => `${code} ${name}`)).toEqual([
    'LL9000001-9 Seen|Not seen',
    'LA9000002-7 Seen',
    'LA9000001-9 Not seen',
    'LL9000002-7 Seen|Not seen|Unclear',
    'LA9000003-5 Unclear, "see note"',
    'LL9000003-5 Codes of another system',
  ])
  expect(relations.filter(({ from }) => from === 'LL9000002-7')).toEqual([
    { from: 'LL9000002-7', relation: 'Answer', to: 'LA9000001-9', place: 2 },
    { from: 'LL9000002-7', relation: 'Answer', to: 'LA9000003-5', place: 3 },
    { from: 'LL9000002-7', relation: 'Answer', to: 'LA9000002-7', place: 1 },
  ])
  expect(relations.filter(({ from }) => from === '5195-3').map(({ to }) => to)).toEqual([
    'LL9000001-9',
    'LL9000002-7',
  ])
})

test('a release may lack them all', async () => {
  const { terms, sources, warnings, parts, answers } = await bare()
  expect(sources).toHaveLength(1)
  expect([parts, answers]).toEqual([
    { codes: [], relations: [] },
    { codes: [], relations: [] },
  ])
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
    {
      what: 'a part whose number is none',
      path: 'AccessoryFiles/PartFile/Part.csv',
      text: `${PART_HEADER}LP14635,COMPONENT,Glucose,Glucose,ACTIVE\n`,
      message: 'Part.csv line 2: found "LP14635", expected a part\'s number such as LP14635-4',
    },
    {
      what: 'a part that is there twice',
      path: 'AccessoryFiles/PartFile/Part.csv',
      text: `${PART_HEADER}${'LP14635-4,COMPONENT,Glucose,Glucose,ACTIVE\n'.repeat(2)}`,
      message: 'Part.csv line 3: found "LP14635-4", expected each part once',
    },
    {
      what: 'a part file without kinds',
      path: 'AccessoryFiles/PartFile/Part.csv',
      text: 'PartNumber,PartDisplayName\n',
      message: 'Part.csv line 1: found "PartNumber,PartDisplayName", expected column PartTypeName',
    },
    {
      what: 'links to parts that break off',
      path: 'AccessoryFiles/PartFile/LoincPartLink_Primary.csv',
      text: 'LoincNumber,PartNumber,PartTypeName\n2345-7,LP9000001-9\n',
      message: 'LoincPartLink_Primary.csv line 2: found 2 cells',
    },
    {
      what: 'a list whose number is none',
      path: 'AccessoryFiles/AnswerFile/AnswerList.csv',
      text: `${ANSWER_HEADER}LA1-9,Yes/No,LA33-6,Yes,1\n`,
      message: 'AnswerList.csv line 2: found "LA1-9", expected a list\'s number such as LL360-9',
    },
    {
      what: 'an answer whose number is none',
      path: 'AccessoryFiles/AnswerFile/AnswerList.csv',
      text: `${ANSWER_HEADER}LL361-7,Yes/No,33-6,Yes,1\n`,
      message: 'AnswerList.csv line 2: found "33-6", expected an answer\'s number such as LA6576-8',
    },
    {
      what: 'an answer whose place is no number',
      path: 'AccessoryFiles/AnswerFile/AnswerList.csv',
      text: `${ANSWER_HEADER}LL361-7,Yes/No,LA33-6,Yes,first\n`,
      message: 'AnswerList.csv line 2: found "first", expected a whole number as place in the list',
    },
    {
      what: 'links to lists that break off',
      path: 'AccessoryFiles/AnswerFile/LoincAnswerListLink.csv',
      text: 'LoincNumber,AnswerListId\n"25428-4\n',
      message: 'LoincAnswerListLink.csv line 2: found no end of column LoincNumber',
    },
  ])('$what', async ({ path, text, message }) => {
    const folder = await writeTempFolder(await miniFiles({ [path]: text }))
    await expect(read(folder)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining(message),
    })
  })
})
