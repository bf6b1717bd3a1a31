/**
 * Proves of a CSV file:
 * 1. cells are what RFC 4180 says, found by column, numbered by the line they start on
 * 2. what csv-parse reads from any table is what is read here
 * 3. a file that breaks the layout is an error with file, line, found and expected
 */

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvColumns, readCsv } from '../../src/ontologies/release-csv.ts'
import { openRelease } from '../../src/ontologies/release-files.ts'
import { tempReleaseFile, writeTempFolder } from '../support/temp-release.ts'

const COLUMNS: CsvColumns<'a' | 'b' | 'c'> = { required: ['a', 'b'], optional: ['c'] }

/** Rows as `line:a|b|c`. */
async function read(text: Uint8Array | string, columns = COLUMNS) {
  const rows: string[] = []
  const file = await tempReleaseFile('t.csv', text)
  const sha256 = await readCsv(file, columns, (row, line) =>
    rows.push(`${line}:${row.a}|${row.b}|${row.c}`),
  )
  expect(sha256).toBe(createHash('sha256').update(text).digest('hex'))
  return rows
}

test.each([
  { what: 'cells in quotes', text: '"a","b","c"\n"1","2","3"\n', rows: ['2:1|2|3'] },
  { what: 'cells without quotes', text: 'a,b,c\n1,2,3\n', rows: ['2:1|2|3'] },
  { what: 'cells of both kinds', text: 'a,"b",c\n"1",2,"3"\n', rows: ['2:1|2|3'] },
  { what: 'empty cells', text: '"a","b","c"\n"","",""\n,,\n', rows: ['2:||', '3:||'] },
  { what: 'spaces at the ends of cells', text: 'a,b,c\n 1 ," 2 ",3\n', rows: ['2: 1 | 2 |3'] },
  { what: 'no end of line at the end', text: '"a","b"\n"1","2"', rows: ['2:1|2|'] },
  { what: 'CRLF', text: '"a","b"\r\n"1","2"\r\n"3","4"\r\n', rows: ['2:1|2|', '3:3|4|'] },
  { what: 'LF and CRLF', text: '"a","b"\n"1","2"\r\n"3","4"\n', rows: ['2:1|2|', '3:3|4|'] },
  { what: 'a byte order mark', text: '\uFEFF"a","b"\n"1","2"\n', rows: ['2:1|2|'] },
  { what: 'a header only', text: '"a","b"\n', rows: [] },
  { what: 'empty lines', text: '\n"a","b"\n\n"1","2"\n\r\n\n', rows: ['4:1|2|'] },
  { what: 'columns in another order', text: '"c","b","a"\n"3","2","1"\n', rows: ['2:1|2|3'] },
  { what: 'other columns', text: '"x","a","y","b"\n"-","1","-","2"\n', rows: ['2:1|2|'] },
  { what: 'other columns of one name', text: 'x,a,x,b\n-,1,-,2\n', rows: ['2:1|2|'] },
  { what: 'commas in cells', text: '"a","b"\n",","1,2,"\n', rows: ['2:,|1,2,|'] },
  { what: 'doubled quotes', text: '"a","b"\n"""1""","2"""\n', rows: ['2:"1"|2"|'] },
  { what: 'quotes that look like cells', text: '"a","b"\n"1"",""2","3"\n', rows: ['2:1","2|3|'] },
  {
    what: 'letters beyond ASCII',
    text: 'a,b\nµg,≤ 0,005\n'.replace('0,', '0.'),
    rows: ['2:µg|≤ 0.005|'],
  },
  {
    what: 'an LF in a cell',
    text: '"a","b"\n"1\n1","2"\n"3","4"\n',
    rows: ['2:1\n1|2|', '4:3|4|'],
  },
  {
    what: 'CRLF in a cell, kept as LF',
    text: '"a","b"\r\n"1\r\n\r\n1","2"\r\n"3","4"\r\n',
    rows: ['2:1\n\n1|2|', '5:3|4|'],
  },
  { what: 'quotes, commas and lines at once', text: 'a,b\n"""\n,""\n",\n', rows: ['2:"\n,"\n||'] },
  { what: 'line ends in the header', text: '"a","b\nb",b\n1,2,3\n', rows: ['3:1|3|'] },
])('reads a file with $what', async ({ text, rows }) => {
  expect(await read(text)).toEqual(rows)
})

test('agrees with csv-parse on every table', async () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'x', 'é', ' '), maxLength: 6 })
  const row = fc.tuple(cell, cell, cell)
  const folder = await writeTempFolder({ 't.csv': '' })
  const file = (await openRelease(folder)).files[0]!
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(row, fc.boolean()), { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      async (rows, end) => {
        const text = ['a,b,c', ...rows.map(([cells, isBare]) => formatRow(cells, isBare))].join(end)
        const expected = parse(text, { record_delimiter: ['\r\n', '\n'] }).slice(1)
        await writeFile(join(folder, 't.csv'), text)
        const found: string[][] = []
        await readCsv(file, COLUMNS, ({ a, b, c }) => found.push([a, b, c]))
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: 200 },
  )
})

/** A row as a publisher may write it: all cells in quotes, or only those that need them. */
function formatRow(cells: readonly string[], isBare: boolean): string {
  return cells
    .map((cell) => (isBare && !/[",\n]/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`))
    .join(',')
}

test('reads a file larger than its pieces', async () => {
  // Pieces of 64 KB; this is about three of them.
  const lines = Array.from({ length: 7000 }, (_, i) => `"${i}","cell, of ""${i}""\nµ"`)
  const rows = await read(['"a","b"', ...lines].join('\r\n').replaceAll('\r\n', '\n'))
  expect(rows).toHaveLength(7000)
  expect(rows.at(-1)).toBe('14000:6999|cell, of "6999"\nµ|')
})

describe('refuses', () => {
  const long = 'x'.repeat(200)
  test.each([
    { what: 'an empty file', text: '', message: 't.csv line 1: found "", expected column a' },
    {
      what: 'empty lines only',
      text: '\n\n',
      message: 't.csv line 1: found "", expected column a',
    },
    {
      what: 'a missing column',
      text: '"a","c"\n"1","2"\n',
      message: 't.csv line 1: found "a,c", expected column b',
    },
    {
      what: 'a column in another case',
      text: 'A,b\n1,2\n',
      message: 't.csv line 1: found "A,b", expected column a',
    },
    {
      what: 'a column that comes twice',
      text: 'a,b,a\n1,2,3\n',
      message: 't.csv line 1: found "a,b,a", expected column a once',
    },
    {
      what: 'an optional column that comes twice',
      text: 'a,b,c,c\n1,2,3,4\n',
      message: 't.csv line 1: found "a,b,c,c", expected column c once',
    },
    {
      what: 'a long header, cut to 80',
      text: `${long}\n`,
      message: `t.csv line 1: found "${long.slice(0, 80)}…", expected column a`,
    },
    {
      what: 'tabs for commas',
      text: 'a\tb\n1\t2\n',
      message: 't.csv line 1: found "a\tb", expected column a',
    },
    {
      what: 'a cell too few',
      text: '"a","b"\n"1","2"\n"3"\n',
      message: 't.csv line 3: found 1 cell from "3" on, expected 2 as in the header',
    },
    {
      what: 'a cell too many, below a cell of two lines',
      text: '"a","b"\n"1","\n"\n"3","4","5"\n',
      message: 't.csv line 4: found 3 cells from "3" on, expected 2 as in the header',
    },
    {
      what: 'a line cut within a quoted file',
      text: `"a","b"\n"${long}"\n`,
      message: `t.csv line 2: found 1 cell from "${long.slice(0, 80)}…" on, expected 2 as in the header`,
    },
    {
      what: 'a quote that is not doubled',
      text: '"a","b"\n"1","2"\n"3","4 "weak" 5"\n',
      message: 't.csv line 3: found a misplaced quote in column b, expected quotes around',
    },
    {
      what: 'a quote in a cell without quotes',
      text: 'a,b\n1,2"\n3,4\n',
      message: 't.csv line 2: found a misplaced quote in column b, expected quotes around',
    },
    {
      what: 'a space before a quote',
      text: '"a", "b"\n',
      message: 't.csv line 1: found a misplaced quote in column 2, expected quotes around',
    },
    {
      what: 'a lost closing quote, rows below',
      text: '"a","b"\n"1","2\n"3","4"\n"5","6"\n',
      message: 't.csv line 2: found a misplaced quote in column b, expected quotes around',
    },
    {
      what: 'a lost closing quote at the end',
      text: '"a","b"\n"1","2"\n"3","4\n',
      message: 't.csv line 3: found no end of column b, expected a closing quote',
    },
    {
      what: 'a lost closing quote far from the next',
      text: `a,b\n1,2\n3,"4\n${`${long}\n`.repeat(6000)}5,6"\n`,
      message: 't.csv line 3: found no end of column b, expected a closing quote',
    },
    {
      what: 'a row of more than 200,000 characters',
      text: `a,b\n1,${'x'.repeat(199_999)}\n`,
      message: 't.csv line 2: found a row of more characters, expected at most 200000',
    },
    {
      what: 'such a row in quotes, over several lines',
      text: `a,b\n1,"${'x'.repeat(100_000)}\n${'x'.repeat(99_999)}"\n`,
      message: 't.csv line 2: found a row of more characters, expected at most 200000',
    },
    {
      what: 'a header that turns the reading direction',
      text: 'a,\u202eb\n',
      message: 't.csv line 1: found "a,\\u{202e}b", expected column b',
    },
    {
      what: 'another encoding',
      text: Buffer.from('a,b\n1,2\nM\xe9ni\xe8re,3\n', 'latin1'),
      message: 't.csv line 3: found "M\uFFFDni\uFFFDre,3", expected UTF-8 text',
    },
  ])('$what', async ({ text, message }) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining(message),
    })
  })
})

test('passes on what the reader of the rows throws', async () => {
  const file = await tempReleaseFile('t.csv', 'a,b\n1,2\n')
  const failing = readCsv(file, COLUMNS, () => {
    throw new RangeError('mine')
  })
  await expect(failing).rejects.toThrow(RangeError)
})
