/**
 * Proves of the names of a site, as they are read:
 * 1. a table is read by the names of its columns, whoever wrote it, and names come in their order
 * 2. what cannot be read is refused with its place, and nothing of what stands there
 * 3. a name for two codes is refused with both places, however either writes it; where the hints differ it is two names
 * 4. what a name is found by leaves case, spacing and punctuation aside, and no sign or word
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MedlinkError } from '../../src/errors.ts'
import {
  hintKey,
  readSiteNames,
  requireCodes,
  SITE_NAME_COLUMNS,
  type SiteName,
  siteNameKey,
} from '../../src/ontologies/site-names.ts'
import { analyzer } from '../support/linker.ts'
import { tempFolder } from '../support/tiny-index.ts'

const HEADER = SITE_NAME_COLUMNS.join('\t')
const SECRET = 'Zebrastripe'

function fileOf(content: string | Buffer, name = 'names.tsv'): string {
  const file = join(tempFolder(), name)
  writeFileSync(file, content)
  return file
}

function read(...lines: string[]) {
  return readSiteNames([fileOf(lines.join('\n'))], analyzer)
}

function faultOf(work: () => unknown): MedlinkError {
  try {
    work()
  } catch (error) {
    if (error instanceof MedlinkError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('a table is read with all its columns', () => {
  const { names, files } = read(
    HEADER,
    'Sugar, Fasting\tloinc\t1558-6\tagreed in May\tmg / dL\tSERUM',
    'Kidney trouble\ticd-10-cm\tn189',
  )
  expect(names).toEqual([
    {
      ontology: 'loinc',
      place: 'names.tsv line 2',
      record: {
        words: 'sugar fasting',
        unit: 'mg/dl',
        specimen: 'serum',
        name: 'Sugar, Fasting',
        code: '1558-6',
        note: 'agreed in May',
      },
    },
    {
      ontology: 'icd-10-cm',
      place: 'names.tsv line 3',
      record: {
        words: 'kidney trouble',
        unit: '',
        specimen: '',
        name: 'Kidney trouble',
        code: 'N18.9',
        note: '',
      },
    },
  ])
  expect(files).toEqual([{ file: 'names.tsv', sha256: expect.stringMatching(/^\w{64}$/), rows: 2 }])
})

test.each<{ what: string; lines: readonly string[] }>([
  { what: 'columns in another order', lines: ['code\tontology\tname', 'I10\ticd-10-cm\tBP'] },
  { what: 'a header in capitals', lines: ['NAME\tOntology\tCode', 'BP\ticd-10-cm\tI10'] },
  {
    what: 'lines that end as on Windows',
    lines: ['name\tontology\tcode\r', 'BP\ticd-10-cm\tI10\r'],
  },
  { what: 'a byte order mark', lines: ['\ufeffname\tontology\tcode', 'BP\ticd-10-cm\tI10'] },
  { what: 'blank lines', lines: ['name\tontology\tcode', '', 'BP\ticd-10-cm\tI10', ' \t', ''] },
  { what: 'quotes of a spreadsheet', lines: ['"name"\tontology\tcode', '"BP"\ticd-10-cm\t"I10"'] },
  { what: 'spaces around cells', lines: ['name \tontology\tcode', ' BP \ticd-10-cm\t I10 '] },
  {
    what: 'the same row twice',
    lines: ['name\tontology\tcode', 'BP\ticd-10-cm\tI10', 'bp\ticd-10-cm\ti10'],
  },
  { what: 'empty columns', lines: [HEADER, 'BP\ticd-10-cm\tI10\t\t\t'] },
])('$what is read', ({ lines }) => {
  const { names } = read(...lines)
  expect(names.map(({ record: { name, code } }) => `${name} ${code}`)).toEqual(['BP I10'])
})

test('a quote inside quotes is one', () => {
  const [name] = read(HEADER, '"the ""big"" one"\ticd-10-cm\tI10').names
  expect(name!.record.name).toBe('the "big" one')
})

test('names of other ontologies are checked and passed over', () => {
  const file = fileOf(`${HEADER}\nBP\ticd-10-cm\tI10\nFBS\tloinc\t1558-6\n`)
  const { names, files } = readSiteNames(file, analyzer, 'loinc')
  expect(names.map(({ record }) => record.name)).toEqual(['FBS'])
  expect(files.map(({ rows }) => rows)).toEqual([1])
  expect(readSiteNames(file, analyzer, 'snomed')).toEqual({ names: [], files: [] })
  const bad = fileOf(`${HEADER}\nBP\ticd-10-cm\t\n`)
  expect(faultOf(() => readSiteNames(bad, analyzer, 'loinc')).code).toBe('names_invalid')
})

test('files and names are read one after the other', () => {
  const one: SiteName = { name: 'BP', ontology: 'icd-10-cm', code: 'I10' }
  const sources = [
    one,
    fileOf(`${HEADER}\nFBS\tloinc\t1558-6\n`, 'lab.tsv'),
    { ...one, name: 'HT' },
  ]
  expect(readSiteNames(sources, analyzer).names.map(({ place }) => place)).toEqual([
    'name 1',
    'lab.tsv line 2',
    'name 3',
  ])
})

test.each<{ what: string; lines: readonly (string | Buffer)[]; says: string }>([
  {
    what: 'nothing',
    lines: [''],
    says: 'line 1: column 1 of the header is none of name, ontology, code',
  },
  {
    what: 'a header that lacks the code',
    lines: ['name\tontology'],
    says: 'line 1: the header has no column code',
  },
  {
    what: 'a column that nobody reads',
    lines: [`${HEADER}\t${SECRET}`],
    says: 'line 1: column 7 of the header is none of',
  },
  {
    what: 'a column twice',
    lines: [`${HEADER}\tunit`],
    says: 'line 1: column unit stands there twice',
  },
  {
    what: 'commas',
    lines: ['name,ontology,code', `${SECRET},icd-10-cm,I10`],
    says: 'line 1: column 1 of the header',
  },
  {
    what: 'a row that is too long',
    lines: [HEADER, `${SECRET}\ticd-10-cm\tI10\t\t\t\t${SECRET}`],
    says: 'line 2: it has 7 columns, the header 6',
  },
  {
    what: 'no name',
    lines: [HEADER, '\ticd-10-cm\tI10'],
    says: 'line 2: name must be a non-empty string',
  },
  {
    what: 'no code',
    lines: [HEADER, `${SECRET}\ticd-10-cm`],
    says: 'line 2: code must be a non-empty string',
  },
  {
    what: 'an ontology that there is not',
    lines: [HEADER, '', `${SECRET}\t${SECRET}\tI10`],
    says: 'line 3: ontology must be one of snomed, loinc',
  },
  {
    what: 'a name without words',
    lines: [HEADER, '(-)\ticd-10-cm\tI10'],
    says: 'line 2: name has no words',
  },
  {
    what: 'a unit where there is no such hint',
    lines: [HEADER, `${SECRET}\ticd-10-cm\tI10\t\tmg`],
    says: 'line 2: requests to icd-10-cm have no unit: leave it empty',
  },
  {
    what: 'a specimen where there is no such hint',
    lines: [HEADER, `${SECRET}\tmedication\t161\t\t\tblood`],
    says: 'line 2: requests to medication have no specimen',
  },
  {
    what: 'a name that is too long',
    lines: [HEADER, `${SECRET.padEnd(10_001, 'x')}\ticd-10-cm\tI10`],
    says: 'line 2: name must not be longer than 10000 characters',
  },
  {
    what: 'a unit that is too long',
    lines: [HEADER, `${SECRET}\tloinc\t1558-6\t\t${'x'.repeat(1001)}`],
    says: 'line 2: unit must not be longer than 1000 characters',
  },
])('$what is refused', ({ lines, says }) => {
  const { code, message } = faultOf(() => read(...(lines as string[])))
  expect(code).toBe('names_invalid')
  expect(message).toContain(`names.tsv ${says}`)
  expect(message).not.toContain(SECRET)
})

test('text that is not UTF-8 is refused', () => {
  for (const content of [Buffer.from('name\tcafé', 'latin1'), Buffer.from('name', 'utf16le')].map(
    (bytes, i) => (i === 0 ? bytes : Buffer.concat([Buffer.from([0xff, 0xfe]), bytes])),
  ))
    expect(faultOf(() => readSiteNames(fileOf(content), analyzer))).toMatchObject({
      code: 'names_invalid',
      message: expect.stringContaining('names.tsv: it is not UTF-8'),
    })
})

test('a file that is not there is told by its path', () => {
  expect(faultOf(() => readSiteNames('/nowhere/names.tsv', analyzer))).toMatchObject({
    code: 'no_access',
    message: expect.stringContaining('/nowhere/names.tsv'),
  })
})

test('a name that is no object is refused', () => {
  for (const row of [null, 7, { name: SECRET, ontology: 'loinc', code: 1558 }])
    expect(faultOf(() => readSiteNames([row as never], analyzer)).message).toMatch(/^name 1: /)
})

test.each<{ what: string; lines: readonly string[]; isRefused: boolean }>([
  { what: 'the same name', lines: ['Sugar\tloinc\t1', 'Sugar\tloinc\t2'], isRefused: true },
  {
    what: 'another case and mark',
    lines: ['sugar (F)\tloinc\t1', 'Sugar, f\tloinc\t2'],
    isRefused: true,
  },
  {
    what: 'British spelling',
    lines: ['haemoglobin\tloinc\t1', 'hemoglobin\tloinc\t2'],
    isRefused: true,
  },
  { what: 'another note', lines: ['Sugar\tloinc\t1\ta', 'Sugar\tloinc\t2\tb'], isRefused: true },
  {
    what: 'one unit, written in two ways',
    lines: ['Sugar\tloinc\t1\t\tmg/dL', 'Sugar\tloinc\t2\t\tMG / DL'],
    isRefused: true,
  },
  {
    what: 'another unit',
    lines: ['Sugar\tloinc\t1\t\tmg/dL', 'Sugar\tloinc\t2\t\tmmol/L'],
    isRefused: false,
  },
  {
    what: 'another specimen',
    lines: ['Sugar\tloinc\t1\t\t\tserum', 'Sugar\tloinc\t2\t\t\turine'],
    isRefused: false,
  },
  {
    what: 'one that holds for any unit',
    lines: ['Sugar\tloinc\t1\t\tmg/dL', 'Sugar\tloinc\t2'],
    isRefused: false,
  },
  { what: 'another ontology', lines: ['Sugar\tloinc\t1', 'Sugar\tsnomed\t2'], isRefused: false },
  {
    what: 'another form of a word',
    lines: ['Sugar\tloinc\t1', 'Sugars\tloinc\t2'],
    isRefused: false,
  },
  { what: 'another sign', lines: ['Lymph %\tloinc\t1', 'Lymph #\tloinc\t2'], isRefused: false },
  { what: 'the same code', lines: ['Sugar\tloinc\t1', 'SUGAR\tloinc\t1'], isRefused: false },
])('for two codes, $what: refused $isRefused', ({ lines, isRefused }) => {
  const work = () => read(HEADER, ...lines)
  if (!isRefused) return expect(work).not.toThrow()
  expect(faultOf(work)).toMatchObject({
    code: 'names_invalid',
    message:
      'names.tsv line 2 and names.tsv line 3: one name, for the same unit and specimen, stands for two codes: keep one of them',
  })
})

test('a code that a release lacks is refused with its place', () => {
  const { names } = read(HEADER, 'BP\ticd-10-cm\tI10', `${SECRET}\ticd-10-cm\tI99.99`)
  requireCodes(names, 'icd-10-cm 2027', () => true)
  const { code, message } = faultOf(() => requireCodes(names, 'icd-10-cm 2027', (c) => c === 'I10'))
  expect(code).toBe('names_invalid')
  expect(message).toBe('names.tsv line 3: icd-10-cm 2027 has no such code')
})

test.each<{ text: string; key: string }>([
  { text: '  Sugar   (Fasting)\t', key: 'sugar fasting' },
  { text: 'SUGAR-FASTING', key: 'sugar fasting' },
  { text: 'Haemoglobin', key: 'hemoglobin' },
  { text: 'sugars', key: 'sugars' },
  { text: 'LYMPH%', key: 'lymph %' },
  { text: 'lymph %', key: 'lymph %' },
  { text: '% lymph', key: 'lymph %' },
  { text: 'Lymph #', key: 'lymph #' },
  { text: 'Rh +', key: 'rh +' },
  { text: 'Rh+', key: 'rh +' },
  { text: 'Rh -', key: 'rh' },
  { text: 'HBsAg > 1 = pos', key: 'hbsag 1 pos > =' },
  { text: 'non  traumatic', key: 'nontraumatic' },
  { text: '\u00a0शुगर\u2003फास्टिंग', key: 'शुगर फास्टिंग' },
  { text: '(-)', key: '' },
])('$text is found by "$key"', ({ text, key }) => {
  expect(siteNameKey(text, analyzer)).toBe(key)
})

test.each([
  ['mg / dL', 'mg/dl'],
  ['10³/µL', '10^3/ul'],
  ['Whole Blood', 'wholeblood'],
  ['%', '%'],
])('the hint %s is %s', (hint, key) => {
  expect(hintKey(hint)).toBe(key)
})
