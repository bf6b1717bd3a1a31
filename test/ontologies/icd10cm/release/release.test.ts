/**
 * Proves of a whole release:
 * 1. concepts, terms, edges and sources are those of the files, sorted, and the same from a folder and from a zip
 * 2. files are told by name, year, root and heading; what cannot be told is an error
 * 3. every bad file stops the build with its name
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TERM_KINDS } from '../../../../src/index/records.ts'
import { readIcd10cmRelease } from '../../../../src/ontologies/icd10cm/release/release.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'
import { makeZip } from '../../../support/zip.ts'

const MINI = new URL('../../../fixtures/icd10cm-mini', import.meta.url).pathname
const ORDER = await readFile(join(MINI, 'icd10cm_order_2027.txt'))
const mini = await readIcd10cmRelease(MINI)

test('counts what the fixture holds', () => {
  expect(mini).toMatchObject({ ontology: 'icd-10-cm', version: '2027', replacements: [], maps: [] })
  expect(mini.concepts).toHaveLength(113)
  expect(mini.concepts.filter(({ attributes }) => attributes.is_billable)).toHaveLength(46)
  expect(mini.sources.map(({ file, rows }) => `${file} ${rows}`)).toEqual([
    'icd10cm_order_2027.txt 113',
    'icd10cm-tabular-2027.xml 4',
    'diseases.xml 5',
    'icd10cm-eindex-2027.xml 2',
    'neoplasm.xml 12',
    'icd10cm-drug-2027.xml 5',
  ])
  expect(mini.licence).toContain('public domain')
})

test('holds what Excludes1 notes of codes and blocks name, for categories out of order too', () => {
  expect(
    mini.facts.map(({ relation, subject, object, weight }) =>
      [relation, subject, object, weight].join(' '),
    ),
  ).toEqual(['excludes1 C43-C44 C79.8 1', 'excludes1 C4A C79.8 1', 'excludes1 J45 J44 1'])
})

test('warns of other editions, once per file', () => {
  expect(mini.warnings).toEqual([
    '3 rows of icd10cm-tabular-2027.xml name codes that the order file lacks, e.g. E11.8',
    '2 rows of diseases.xml name codes that the order file lacks, e.g. E83.110',
    'icd10cm-drug-2027.xml is of 2026, the order file of 2027',
  ])
})

test.each([
  {
    code: 'E11.9',
    billable: true,
    chapter: 'E00-E89 Endocrine, nutritional and metabolic diseases',
    block: 'E08-E13 Diabetes mellitus',
    category: 'E11 Type 2 diabetes mellitus',
  },
  {
    code: 'C4A',
    billable: false,
    chapter: 'C00-D49 Neoplasms',
    block: 'C43-C44 Melanoma and other malignant neoplasms of skin',
    category: 'C4A Merkel cell carcinoma',
  },
  {
    code: 'J4A.0',
    billable: true,
    chapter: 'J00-J99 Diseases of the respiratory system',
    block: 'J40-J47 Chronic lower respiratory diseases',
    category: 'J4A Chronic lung allograft dysfunction',
  },
  {
    code: 'QA0.0101',
    billable: true,
    chapter: 'Q00-Q99 Congenital malformations, deformations and chromosomal abnormalities',
    block: null,
    category: 'QA0 Neurodevelopmental disorders related to specific genetic pathogenic variants',
  },
  {
    code: 'U07.1',
    billable: true,
    chapter: 'U00-U85 Codes for special purposes',
    block: null,
    category: 'U07 Emergency use of U07',
  },
])('describes $code', ({ code, billable, chapter, block, category }) => {
  const concept = mini.concepts.find((each) => each.code === code)
  expect(concept?.attributes).toEqual({ is_billable: billable, chapter, block, category })
})

test.each([
  {
    code: 'E11',
    terms: [
      'preferred Type 2 diabetes mellitus',
      'synonym diabetes (mellitus) due to insulin secretory defect',
    ],
  },
  {
    code: 'E11.9',
    terms: [
      'preferred Type 2 diabetes mellitus without complications',
      'synonym Type 2 diabetes NOS',
    ],
  },
  {
    code: 'E11.65',
    terms: [
      'preferred Type 2 diabetes mellitus with hyperglycemia',
      'entry Diabetes, with hyperglycemia',
    ],
  },
  {
    code: 'C44.599',
    terms: [
      'preferred Other specified malignant neoplasm of skin of other part of trunk',
      'short Oth malignant neoplasm of skin of other part of trunk',
      'entry Other specified malignant neoplasm of abdomen, wall, skin',
    ],
  },
  { code: 'C67.8', terms: ['preferred Malignant neoplasm of overlapping sites of bladder'] },
  {
    code: 'C79.8',
    terms: [
      'preferred Secondary malignant neoplasm of other specified sites',
      'entry Secondary malignant neoplasm of abdomen',
    ],
  },
  {
    code: 'L02.211',
    terms: [
      'preferred Cutaneous abscess of abdominal wall',
      'entry Abscess, abdomen, abdominal, wall',
    ],
  },
  {
    code: 'S72.00',
    terms: [
      'preferred Fracture of unspecified part of neck of femur',
      'entry Fracture, femur, neck',
    ],
  },
  {
    code: 'T36.0X1',
    terms: [
      'preferred Poisoning by penicillins, accidental (unintentional)',
      'entry Poisoning by Penicillin, accidental (unintentional)',
      'entry Poisoning by Penicillin, benzathine, accidental (unintentional)',
    ],
  },
  {
    code: 'V98.0',
    terms: [
      'preferred Accident to, on or involving cable-car, not on rails',
      'entry Accident, cable car, not on rails',
    ],
  },
])('names $code', ({ code, terms }) => {
  const found = mini.terms.filter((term) => term.code === code)
  expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual(terms)
})

test.each([
  { code: 'C4A.9', parent: 'C4A' },
  { code: 'C84.Z9', parent: 'C84.Z' },
  { code: 'H60.90', parent: 'H60' },
  { code: 'QA0.0101', parent: 'QA0.010' },
  { code: 'T36.0X1A', parent: 'T36.0X1' },
  { code: 'V98.0XXA', parent: 'V98.0' },
  { code: 'X58.XXXA', parent: 'X58' },
])('puts $code under $parent', ({ code, parent }) => {
  expect(mini.edges.filter((edge) => edge.code === code)).toEqual([{ code, parent }])
})

test('sorts concepts and edges by code, terms by code, kind and text', () => {
  const codes = mini.concepts.map(({ code }) => code)
  expect(codes).toEqual(codes.toSorted())
  const edges = mini.edges.map(({ code }) => code)
  expect(edges).toEqual(edges.toSorted())
  const terms = mini.terms.map(({ code, kind, text }) =>
    [code, TERM_KINDS.indexOf(kind), text].join('\t'),
  )
  expect(terms).toEqual(terms.toSorted())
})

test.each(['stored', 'deflated'] as const)('reads the same from a %s zip', async (method) => {
  const release = await openRelease(MINI)
  const files: Record<string, Buffer> = {}
  for (const { path } of release.files) files[`2027/${path}`] = await readFile(join(MINI, path))
  const folder = await writeTempFolder({ 'mini.zip': makeZip(files, method) })
  expect(await readIcd10cmRelease(join(folder, 'mini.zip'))).toEqual(mini)
})

test('needs the order file only', async () => {
  const folder = await writeTempFolder({ 'icd10cm-order-2027.txt': ORDER })
  const records = await readIcd10cmRelease(folder)
  expect(records.terms.every(({ kind }) => kind === 'preferred' || kind === 'short')).toBe(true)
  expect(records.concepts.find(({ code }) => code === 'C4A')?.attributes).toMatchObject({
    chapter: 'C00-D49 Neoplasms',
    block: null,
  })
})

describe('chooses among editions:', () => {
  const LINE = `00001 A00     0 ${'Cholera'.padEnd(60)} Cholera`
  test.each([
    {
      names: ['icd10cm_order_2026.txt', 'icd10cm_order_2027.txt'],
      expected: 'icd10cm_order_2027.txt',
    },
    {
      names: ['icd10cm_order_2026.txt', 'icd10cm_order_2027.txt'],
      version: '2026',
      expected: 'icd10cm_order_2026.txt',
    },
    {
      names: ['icd10cm_order_2027.txt', 'icd10cm_order_addenda_2028.txt'],
      expected: 'icd10cm_order_2027.txt',
    },
    {
      names: ['icd10cm-order-April-1-2026.txt'],
      version: 'april',
      expected: 'icd10cm-order-April-1-2026.txt',
    },
    { names: ['icd10cm_order.txt'], version: '2020', expected: 'icd10cm_order.txt' },
  ])('$names with version $version', async ({ names, version, expected }) => {
    const folder = await writeTempFolder(Object.fromEntries(names.map((name) => [name, LINE])))
    const records = await readIcd10cmRelease(folder, version === undefined ? {} : { version })
    expect(records.sources.map(({ file }) => file)).toEqual([expected])
    if (version !== undefined) expect(records.version).toBe(version)
  })
})

test.each([
  {
    what: 'no order file',
    files: { 'icd10cm_order_addenda_2027.txt': '' },
    code: 'release_not_found',
    message: 'lacks the order file',
  },
  { what: 'an empty folder', files: {}, code: 'release_not_found', message: 'found no files' },
  {
    what: 'no year and no version',
    files: { 'icd10cm_order.txt': ORDER },
    code: 'release_invalid',
    message: 'give --version',
  },
  {
    what: 'two order files of a year',
    files: { 'a/icd10cm_order_2027.txt': ORDER, 'b/icd10cm-order-2027.txt': ORDER },
    code: 'release_invalid',
    message: 'a/icd10cm_order_2027.txt and b/icd10cm-order-2027.txt',
  },
  {
    what: 'another encoding',
    files: { 'icd10cm_order_2027.txt': Buffer.from('M\xe9ni\xe8re', 'latin1') },
    code: 'release_invalid',
    message: 'icd10cm_order_2027.txt line 1: ',
  },
  {
    what: 'malformed XML',
    files: {
      'icd10cm_order_2027.txt': ORDER,
      'icd10cm-drug-2027.xml': '<ICD10CM.index>\n<letter>\n</x>',
    },
    code: 'release_invalid',
    message: 'icd10cm-drug-2027.xml line 3: ',
  },
])('refuses a release with $what', async ({ files, code, message }) => {
  const folder = await writeTempFolder(files)
  await expect(readIcd10cmRelease(folder)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  })
})

test('refuses a truncated zip', async () => {
  const bytes = makeZip({ 'icd10cm_order_2027.txt': ORDER })
  const folder = await writeTempFolder({ 'cut.zip': bytes.subarray(0, bytes.length / 2) })
  await expect(readIcd10cmRelease(join(folder, 'cut.zip'))).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining('cut.zip'),
  })
})

test('ignores XML of other kinds', async () => {
  const folder = await writeTempFolder({
    'icd10cm_order_2027.txt': ORDER,
    'icd10pcs_tabular_2027.xml': '<ICD10PCS.tabular/>',
    'notes.xml': '<html></html>',
  })
  expect((await readIcd10cmRelease(folder)).sources).toHaveLength(1)
})
