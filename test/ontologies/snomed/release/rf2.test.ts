/**
 * Proves of files in Release Format 2:
 * 1. columns go by their names, quotation marks and odd letters are text, and line ends do not matter
 * 2. a line that cannot be used is an error with file, line, found and expected, or is left out and counted
 * 3. the table of an old Global Patient Set is known by its header, however it is spelled
 */

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFaults } from '../../../../src/ontologies/release-faults.ts'
import { SctidTable } from '../../../../src/ontologies/snomed/release/id-tables.ts'
import {
  findListColumns,
  flat,
  type IdKind,
  type ListRow,
  readList,
  readRows,
} from '../../../../src/ontologies/snomed/release/rf2.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

const HEADER = 'id\teffectiveTime\tactive\tmoduleId\tterm'
const UUID = '8d43f3fd-7a5b-5e2c-9b0e-0123456789ab'

/** Line, date, active and term of the rows that can be read, and what is said of the others. */
async function read(text: string, { kind = 'concept' as IdKind, lenient = false } = {}) {
  const rows: string[] = []
  const faults = createFaults(lenient)
  const file = await tempReleaseFile('a.txt', text)
  const columns = { required: ['term'], optional: ['note'] } as const
  const sha256 = await readRows(file, kind, columns, faults, (row) => {
    rows.push([row.line, row.date, row.active, row.text('term'), row.text('note')].join(' '))
  })
  return { rows, sha256, warnings: faults.warnings() }
}

test.each([
  { what: 'CRLF', end: '\r\n' },
  { what: 'LF', end: '\n' },
])('reads rows that end in $what', async ({ end }) => {
  const lines = [
    HEADER,
    '22298006\t20020131\t1\t900000000000207008\tHeart "attack',
    '',
    '84114007\t20200229\t0\t900000000000207008\t"Sjögren" 日本',
  ]
  const text = `${lines.join(end)}${end}`
  expect(await read(text)).toEqual({
    rows: ['2 20020131 true Heart "attack ', '4 20200229 false "Sjögren" 日本 '],
    sha256: createHash('sha256').update(text).digest('hex'),
    warnings: [],
  })
})

test('takes columns by their names, in any order, and optional ones where they are', async () => {
  const text =
    'note\tTERM\tactive\teffectivetime\tother\tid\tmoduleId\n' +
    'seen\tFever\t1\t20020131\tx\t386661006\t900000000000207008'
  expect((await read(text)).rows).toEqual(['2 20020131 true Fever seen'])
})

test('compares and looks up cells without taking them out', async () => {
  const table = new SctidTable()
  table.add('22298006')
  const file = await tempReleaseFile('a.txt', `${HEADER}\n84114007\t20020131\t1\t22298006\tx`)
  await readRows(file, 'concept', { required: ['term'] }, createFaults(false), (row) => {
    expect(row.is('moduleId', '22298006')).toBe(true)
    expect(row.is('moduleId', '2229800')).toBe(false)
    expect(row.is('term', 'xy')).toBe(false)
    expect(row.repeated('moduleId')).toBe('22298006')
    expect(row.repeated('moduleId')).toBe('22298006')
    expect(row.repeated('term')).toBe('x')
    expect(row.find('moduleId', table)).toBe(0)
    expect(row.find('term', table)).toBe(-1)
    expect(row.addId(table)).toBe(1)
  })
  expect(table.textOf(1)).toBe('84114007')
})

const GOOD = '22298006\t20020131\t1\t900000000000207008\tx'

test('reads a line of 10,000 characters', async () => {
  const line = `${GOOD}${'x'.repeat(10_000 - GOOD.length)}`
  const file = await tempReleaseFile('a.txt', `${HEADER}\n${line}`)
  const lengths: number[] = []
  await readRows(file, 'concept', { required: ['term'] }, createFaults(false), (row) => {
    lengths.push(row.text('term').length)
  })
  expect(lengths).toEqual([10_001 - GOOD.length])
})

test.each([
  {
    what: 'too few columns',
    line: '22298006\t20020131\t1',
    message: 'a.txt line 3: found "3 columns", expected 5 columns',
    warning: 'left out 1 line with another number of columns, e.g. ',
  },
  {
    what: 'too many columns',
    line: `${GOOD}\ty`,
    message: 'a.txt line 3: found "6 columns", expected 5 columns',
    warning: 'left out 1 line with another number of columns, e.g. ',
  },
  {
    what: 'too many characters',
    line: `${GOOD}${'x'.repeat(10_001 - GOOD.length)}`,
    message: `a.txt line 3: found "${GOOD}${'x'.repeat(80 - GOOD.length)}…", expected a line of at most 10000 characters`,
    warning: 'left out 1 line with too many characters, e.g. ',
  },
  {
    what: 'an id that is no SCTID',
    line: 'abc\t20020131\t1\tm\tx',
    message: 'a.txt line 3: found "abc", expected the SCTID of a concept, 6 to 18 digits',
    warning: 'left out 1 line with a bad id, e.g. ',
  },
  {
    what: 'a wrong check digit',
    line: '22298007\t20020131\t1\tm\tx',
    message:
      'a.txt line 3: found "22298007", expected the SCTID of a concept with the right check digit',
    warning: 'left out 1 line with a wrong check digit, e.g. ',
  },
  {
    what: 'the id of a description',
    line: '101013\t20020131\t1\tm\tx',
    message: 'a.txt line 3: found "101013", expected the SCTID of a concept',
    warning: 'left out 1 line with the id of something else, e.g. ',
  },
  {
    what: 'a day that is not in the calendar',
    line: '22298006\t20250229\t1\tm\tx',
    message: 'a.txt line 3: found "20250229", expected a date such as 20250701',
    warning: 'left out 1 line with a bad date, e.g. ',
  },
  {
    what: 'a date with hyphens',
    line: '22298006\t2025-02-28\t1\tm\tx',
    message: 'a.txt line 3: found "2025-02-28", expected a date such as 20250701',
    warning: 'left out 1 line with a bad date, e.g. ',
  },
  {
    what: 'an active that is neither 0 nor 1',
    line: '22298006\t20020131\ttrue\tm\tx',
    message: 'a.txt line 3: found "true", expected active 0 or 1',
    warning: 'left out 1 line with an active that is neither 0 nor 1, e.g. ',
  },
])('does not use a line with $what', async ({ line, message, warning }) => {
  const text = [HEADER, GOOD, line, GOOD].join('\r\n')
  await expect(read(text)).rejects.toMatchObject({ code: 'release_invalid', message })
  const { rows, warnings } = await read(text, { lenient: true })
  expect(rows.map((row) => row[0])).toEqual(['2', '4'])
  expect(warnings).toEqual([warning + message])
})

test('counts lines that are left out by what is wrong with them', async () => {
  const bad = ['1\t2\t1\tm\tx', '22298007\t20020131\t1\tm\tx', '2\t2\t1\tm\tx']
  const { warnings } = await read([HEADER, ...bad].join('\n'), { lenient: true })
  expect(warnings).toEqual([
    'left out 2 lines with a bad id, e.g. a.txt line 2: found "1", expected the SCTID of a concept, 6 to 18 digits',
    'left out 1 line with a wrong check digit, e.g. a.txt line 3: found "22298007", expected the SCTID of a concept with the right check digit',
  ])
})

test.each([
  { id: UUID, is: true },
  { id: UUID.toUpperCase(), is: true },
  { id: UUID.replaceAll('-', ''), is: false },
  { id: UUID.replace('-', '0'), is: false },
  { id: `${UUID}0`, is: false },
  { id: '22298006', is: false },
])('takes the id $id of a member: $is', async ({ id, is }) => {
  const text = `${HEADER}\n${id}\t20020131\t1\tm\tx`
  const reading = read(text, { kind: 'member' })
  if (is) expect((await reading).rows).toHaveLength(1)
  else await expect(reading).rejects.toThrow(`a.txt line 2: found "${id}", expected a UUID`)
})

test.each([
  { text: '', message: 'a.txt is empty: expected column names' },
  {
    text: 'id\teffectiveTime\tactive\tmoduleId\n',
    message: 'a.txt line 1: found "id\teffectiveTime\tactive\tmoduleId", expected a column term',
  },
  { text: '# a comment\n', message: 'a.txt line 1: found "# a comment", expected column names' },
])('refuses a file that starts with "$text"', async ({ text, message }) => {
  await expect(read(text)).rejects.toMatchObject({ code: 'release_invalid', message })
})

test('passes over comments before the column names when lines may be left out', async () => {
  const { rows, warnings } = await read(`# a\n\n# b\n${HEADER}\n${GOOD}`, { lenient: true })
  expect(rows).toEqual(['5 20020131 true x '])
  expect(warnings).toEqual([
    'left out 2 lines with a comment, e.g. a.txt line 1: found "# a", expected column names',
  ])
})

test('copies a text verbatim', () => {
  for (const text of ['', 'Fever', 'Ménière', '日本 𝄞']) expect(flat(text)).toBe(text)
})

test.each([
  { header: 'id\tFSN\tPreferred term\tactive', places: [0, 1, 2, 3] },
  { header: 'active\tFully Specified Name\tPREFERRED_TERM\tSCTID', places: [3, 1, 2, 0] },
  { header: 'conceptId\tfsn\tUSPreferredTerm', places: [0, 1, 2, -1] },
  { header: 'SNOMED CT Concept ID\tFSN\tPT\tStatus', places: [0, 1, 2, 3] },
  { header: 'id\teffectiveTime\tactive\tmoduleId', places: undefined },
  { header: 'id\tterm\tactive', places: undefined },
  { header: '', places: undefined },
])('finds the columns of "$header"', ({ header, places }) => {
  const found = findListColumns(header)
  expect(found && [found.id, found.fsn, found.preferred, found.active]).toEqual(places)
})

const LIST = 'id\tFSN\tPreferred term\tactive'

test('reads a list of concepts', async () => {
  const rows: ListRow[] = []
  const file = await tempReleaseFile(
    'list.txt',
    `${LIST}\r\n22298006\tMyocardial infarction (disorder)\tMyocardial infarction\t1\r\n84114007\tHeart failure (disorder)\tHeart failure\tfalse\r\n`,
  )
  await readList(file, createFaults(false), (row) => rows.push(row))
  expect(rows).toEqual([
    {
      line: 2,
      id: '22298006',
      fsn: 'Myocardial infarction (disorder)',
      preferred: 'Myocardial infarction',
      active: true,
    },
    {
      line: 3,
      id: '84114007',
      fsn: 'Heart failure (disorder)',
      preferred: 'Heart failure',
      active: false,
    },
  ])
})

test.each([
  { line: '22298006\tx', message: 'expected id, FSN, preferred term and active' },
  { line: '22298006\t\tx\t1', message: 'expected id, FSN, preferred term and active' },
  { line: '22298007\tx\tx\t1', message: 'found "22298007", expected the SCTID of a concept' },
  { line: '22298006\tx\tx\tmaybe', message: 'found "maybe", expected active 0 or 1' },
])('does not use the line "$line" of a list', async ({ line, message }) => {
  const file = await tempReleaseFile('list.txt', `${LIST}\n${line}\n`)
  const reading = readList(file, createFaults(false), () => {})
  await expect(reading).rejects.toThrow(message)
  const faults = createFaults(true)
  await readList(await tempReleaseFile('list.txt', `${LIST}\n${line}\n`), faults, () => {
    throw new Error('is left out')
  })
  expect(faults.warnings()).toHaveLength(1)
})
