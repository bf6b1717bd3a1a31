/**
 * Proves of tables:
 * 1. CSV of any usual delimiter, line end and encoding is read as it was written
 * 2. rows that are blank or of another length come in their place, and nothing of them is lost
 * 3. JSON Lines keep their values; a line that is none comes in its place
 * 4. what is no table is refused with the place, and no cell is repeated
 * 5. whatever cells a table has, they are read back (property)
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTable, type TableOptions } from '../../../src/mapping/mapping.ts'
import { rowsOf, tempFile } from '../support.ts'

const CELLS = [
  ['1', ['Hemoglobin', 'g/dL']],
  ['2', ['Glucose, fasting', 'mg/dL']],
] as const

async function read(name: string, content: string | Uint8Array, options: TableOptions = {}) {
  const table = await openTable(await tempFile(name, content), options)
  const rows = await rowsOf(table)
  return { table, rows, cells: rows.map(({ cells }) => cells) }
}

describe('is read:', () => {
  test.each([
    ['commas', 'test,unit\nHemoglobin,g/dL\n"Glucose, fasting",mg/dL\n'],
    ['semicolons', 'test;unit\nHemoglobin;g/dL\nGlucose, fasting;mg/dL\n'],
    ['tabs', 'test\tunit\nHemoglobin\tg/dL\nGlucose, fasting\tmg/dL\n'],
    ['bars', 'test|unit\nHemoglobin|g/dL\nGlucose, fasting|mg/dL\n'],
    ['CRLF', 'test,unit\r\nHemoglobin,g/dL\r\n"Glucose, fasting",mg/dL\r\n'],
    ['CR alone', 'test,unit\rHemoglobin,g/dL\r"Glucose, fasting",mg/dL\r'],
    ['no last line end', 'test,unit\nHemoglobin,g/dL\n"Glucose, fasting",mg/dL'],
    ['a byte order mark', '\ufefftest,unit\nHemoglobin,g/dL\n"Glucose, fasting",mg/dL\n'],
    [
      "Excel's line of the separator",
      'sep=;\r\ntest;unit\r\nHemoglobin;g/dL\r\nGlucose, fasting;mg/dL',
    ],
    ['a quoted header with commas', '"test";"unit"\nHemoglobin;g/dL\nGlucose, fasting;mg/dL'],
  ])('%s', async (_, content) => {
    const { table, cells } = await read('a.csv', content)
    expect(table.columns).toEqual(['test', 'unit'])
    expect(cells).toEqual(CELLS.map(([, each]) => each))
  })

  test('a header in which a delimiter stands in quotes', async () => {
    const { table } = await read('a.csv', '"a,b,c";d\n1;2\n')
    expect(table.columns).toEqual(['a,b,c', 'd'])
  })

  test('tabs in a .tsv, whatever its header', async () => {
    const { table, cells } = await read('a.tsv', 'test, or item\tunit, if any\nx,y\tz\n')
    expect(table.columns).toEqual(['test, or item', 'unit, if any'])
    expect(cells).toEqual([['x,y', 'z']])
  })

  test('what the user says that parts cells', async () => {
    const { cells } = await read('a.csv', 'a,b#c\n1,2#3\n', { delimiter: '#' })
    expect(cells).toEqual([['1,2', '3']])
  })

  test('cells with quotes and line ends, and quotes that are letters', async () => {
    const { cells } = await read('a.csv', 'a,b\n"x ""y""\nz",5" needle\n')
    expect(cells).toEqual([['x "y"\nz', '5" needle']])
  })

  test('a column without a name, by its place', async () => {
    const { table } = await read('a.csv', 'a, ,c\n1,2,3\n')
    expect(table.columns).toEqual(['a', 'column_2', 'c'])
  })

  test('objects on lines of a .json, and a header with brackets in a .csv', async () => {
    const { cells } = await read('a.json', '{"test":"Iron"}\n{"test":"Zinc"}\n')
    expect(cells).toEqual([['Iron'], ['Zinc']])
    const { table } = await read('b.csv', '[test],unit\nIron,g/dL\n')
    expect(table.columns).toEqual(['[test]', 'unit'])
  })

  test('a header alone: no rows', async () => {
    expect((await read('a.csv', 'a,b\n')).rows).toEqual([])
  })
})

describe('encodings:', () => {
  const TEXT = 'test;unit\nCréatinine;µmol/L\nO’Brien – test;%\n'
  const latin = Buffer.from(
    'test;unit\nCr\xe9atinine;\xb5mol/L\nO\x92Brien \x96 test;%\n',
    'latin1',
  )
  const utf16 = Buffer.from(TEXT, 'utf16le')
  test.each([
    ['utf-8', Buffer.from(TEXT), {}, undefined],
    ['windows-1252', latin, {}, /is not in UTF-8: it is read as windows-1252; --encoding/],
    ['windows-1252', latin, { encoding: 'latin1' }, undefined],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), {}, /is read as utf-16le/],
    ['utf-16le', utf16, {}, /is read as utf-16le/],
    ['utf-16be', Buffer.from(utf16).swap16(), {}, /is read as utf-16be/],
    [
      'utf-16be',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
      {},
      /utf-16be/,
    ],
  ])('%s', async (encoding, content, options, remark) => {
    const { table, cells } = await read('a.csv', content, options)
    expect(cells).toEqual([
      ['Créatinine', 'µmol/L'],
      ['O’Brien – test', '%'],
    ])
    expect(table.kind.encoding).toBe(encoding)
    if (remark === undefined) expect(table.remarks).toEqual([])
    else expect(table.remarks).toEqual([expect.stringMatching(remark)])
  })

  test('a letter of several bytes on the border of what is read at a time', async () => {
    const long = 'x'.repeat((1 << 18) - 2)
    const { cells, table } = await read('a.csv', `a\n${long}\nCr${'é'.repeat(1 << 17)}\n`)
    expect(table.kind.encoding).toBe('utf-8')
    expect(cells[1]![0]).toBe(`Cr${'é'.repeat(1 << 17)}`)
  })

  test('a letter at the very end that is cut off is no UTF-8', async () => {
    const { table } = await read('a.csv', Buffer.from([0x61, 0x0a, 0xc3]))
    expect(table.kind.encoding).toBe('windows-1252')
  })
})

describe('rows that are not as the header:', () => {
  test('come in their place, and keep what they have', async () => {
    const { rows } = await read('a.csv', 'a,b,c\n1,2,3\n\n4,5\n6,7,8,9,10\n , ,\n11,12,13\n14\n')
    expect(rows).toEqual([
      { number: 1, cells: ['1', '2', '3'] },
      { number: 2, cells: ['', '', ''] },
      { number: 3, cells: ['4', '5', ''], fault: 'has 2 cells, but the header has 3' },
      { number: 4, cells: ['6', '7', '8,9,10'], fault: 'has 5 cells, but the header has 3' },
      { number: 5, cells: [' ', ' ', ''] },
      { number: 6, cells: ['11', '12', '13'] },
      { number: 7, cells: ['14', '', ''], fault: 'has 1 cells, but the header has 3' },
    ])
  })
})

describe('JSON Lines:', () => {
  test('cells are text, and the object is kept', async () => {
    const lines = ['{"a":"x","n":1.50}', '{"b":{"c":[1]},"a":null}', '', 'oops, no JSON', '[1]']
    const { table, rows } = await read('a.jsonl', lines.join('\r\n'))
    expect(table.columns).toEqual(['a', 'n', 'b'])
    expect(rows).toEqual([
      { number: 1, cells: ['x', '1.5', ''], record: { a: 'x', n: 1.5 } },
      { number: 2, cells: ['', '', '{"c":[1]}'], record: { b: { c: [1] }, a: null } },
      { number: 3, cells: ['', '', ''] },
      { number: 4, cells: ['oops, no JSON', '', ''], fault: 'is not a JSON object' },
      { number: 5, cells: ['[1]', '', ''], fault: 'is not a JSON object' },
    ])
  })

  test('keys of every object are read as keys', async () => {
    const { table, cells } = await read(
      'a.ndjson',
      '{"__proto__":"x","constructor":"y"}\n{"toString":"z"}\n',
    )
    expect(table.columns).toEqual(['__proto__', 'constructor', 'toString'])
    expect(cells).toEqual([
      ['x', 'y', ''],
      ['', '', 'z'],
    ])
  })
})

describe('is refused:', () => {
  const FOREIGN = /is a workbook or an archive, not text: save the table as CSV$/
  const LONG = 'x'.repeat(1_000_001)
  const LIST = '[\n  {"text": "PATIENT"},\n  {"text": "cough"}\n]\n'
  const NO_LIST = /is a JSON list, which is not read: write one object on each line/
  test.each([
    ['an empty file', 'a.csv', '', /is empty: a table must begin with its header$/],
    ['line ends alone', 'a.csv', '\n', undefined],
    [
      'a column twice',
      'a.csv',
      'a,b,a\n1,2,3\n',
      /has the column a more than once, at 1 and 3: rename one$/,
    ],
    [
      'a quote that does not close',
      'a.csv',
      'a,b\n1,2\n3,"PATIENT\n',
      /, row 2: a quote opens in column 2 and does not close$/,
    ],
    [
      'one that goes on for long',
      'a.csv',
      `a,b\n1,"PATIENT ${`${'y'.repeat(99)}\n`.repeat(20_000)}`,
      /, row 1: more than 1000000 characters; perhaps a quote opens in column 2/,
    ],
    ['a header that does not end', 'a.csv', '"a,b\n', /, the header: a quote opens in column 1/],
    ['a long line', 'a.csv', `a,b\n1,2\n${LONG},3\n`, /, row 2: more than 1000000 characters/],
    [
      'a long line of JSON',
      'a.jsonl',
      `{"a":1}\n{"a":"${LONG}"}\n`,
      /, line 2: more than 1000000 characters$/,
    ],
    ['a NUL byte', 'a.csv', 'a,b\n1,2\nPATIENT\0,3\n', /has a NUL byte in line 3: it is not text/],
    ['a workbook', 'a.csv', 'PK\x03\x04...', FOREIGN],
    [
      'what is called Parquet',
      'a.parquet',
      'a,b\n1,2\n',
      /is named like a Parquet file, but is not one, or is encrypted$/,
    ],
    ['a list of JSON called a.json', 'a.json', LIST, NO_LIST],
    ['a list of JSON called a.jsonl', 'a.jsonl', LIST, NO_LIST],
    ['a list of JSON called a.csv', 'a.csv', LIST, NO_LIST],
    ['a list of JSON called a.txt', 'a.txt', LIST, NO_LIST],
    ['a list of texts', 'a.json', '["PATIENT", "cough"]', NO_LIST],
    ['one object over lines', 'a.json', '{\n"text": "PATIENT"\n}', /has no JSON object in any/],
    ['JSON Lines without any', 'a.jsonl', 'PATIENT\n', /has no JSON object in any of its lines$/],
  ])('%s', async (_, name, content, message) => {
    if (message === undefined)
      return expect((await read(name, content)).table.columns).toEqual(['column_1'])
    const error = await read(name, content).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'MedlinkError', code: 'table_invalid' })
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toContain('PATIENT')
  })

  test('a row as long as rows may be is read', async () => {
    const { cells } = await read('a.csv', `a\n${LONG.slice(1)}\n`)
    expect(cells[0]![0]).toHaveLength(1_000_000)
  })

  test('bytes that are not of the encoding that was named', async () => {
    const file = Buffer.from('a,b\n1,\xe9\n', 'latin1')
    await expect(read('a.csv', file, { encoding: 'utf-8' })).rejects.toMatchObject({
      code: 'table_invalid',
      message: expect.stringMatching(/is not in utf-8 after line 1: name its encoding/),
    })
  })

  test.each([
    [{ encoding: 'klingon' }, /unknown encoding/],
    [{ delimiter: '' }, /the delimiter must be one character/],
    [{ delimiter: ';;' }, /the delimiter must be one character/],
    [{ delimiter: '"' }, /other than a quote/],
    [{ delimiter: '\n' }, /the delimiter must be/],
  ])('%j', async (options, message) => {
    await expect(read('a.csv', 'a,b\n', options)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
  })

  test('a file that is not there', async () => {
    await expect(openTable('/nowhere/a.csv')).rejects.toMatchObject({ code: 'no_access' })
  })
})

test('cells are read as they were written, whatever they hold', async () => {
  const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\0|\r\n?/g, ' '))
  const row = fc.tuple(cell, cell, cell)
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 20 }),
      fc.constantFrom(',', ';', '\t'),
      async (rows, delimiter) => {
        const quoted = rows.map((cells) =>
          cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter),
        )
        const content = [['a', 'b', 'c'].join(delimiter), ...quoted].join('\n')
        expect((await read('a.csv', content)).cells).toEqual(rows)
      },
    ),
    { numRuns: 50 },
  )
})
