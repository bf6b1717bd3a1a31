/**
 * Proves of Parquet:
 * 1. cells of every type are text, the same on every machine, and no value is ''
 * 2. rows come in the order of the file, as often as they are asked for
 * 3. it is mapped, gone on with and made a project of as the same table in CSV is
 * 4. a file that is damaged anywhere is refused or read, and no cell is repeated
 * 5. nothing but the file is opened, whatever it is called
 * 6. without DuckDB it is said what to install
 */

import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mapTable, openTable, sourceRows } from '../../../src/mapping/mapping.ts'
import { openParquet } from '../../../src/mapping/tables/parquet.ts'
import { openMedlink } from '../../../src/medlink.ts'
import { starterRoot } from '../../support/shared-index.ts'
import { rowsOf, tempFile, tempFolder } from '../support.ts'

let writer: DuckDBInstance
beforeAll(async () => {
  writer = await DuckDBInstance.create()
})
afterAll(() => writer.closeSync())

/** A file with what a query gives, in a folder of its own. */
async function parquet(query: string, name = 'a.parquet'): Promise<string> {
  const file = join(await tempFolder(), name)
  await writeParquet(query, file)
  return file
}

async function writeParquet(query: string, file: string): Promise<void> {
  const connection = await writer.connect()
  await connection.run(`COPY (${query}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`)
  connection.closeSync()
}

/** DuckDB, with databases made in another way. */
function loaderOf(create: typeof DuckDBInstance.create) {
  return async () => {
    const module = await import('@duckdb/node-api')
    return { ...module, DuckDBInstance: { create } as typeof DuckDBInstance }
  }
}

/** The cell of one value, given in SQL, as it is read. */
async function cellOf(value: string): Promise<string> {
  const rows = await rowsOf(await openTable(await parquet(`SELECT ${value} AS x`)))
  return rows[0]!.cells[0]!
}

describe('a cell', () => {
  test.each([
    ["'Hemoglobin'", 'Hemoglobin'],
    ["'Créatinine 血糖 µmol/L '", 'Créatinine 血糖 µmol/L '],
    ["'x,\"y'||chr(10)||'z'", 'x,"y\nz'],
    ['NULL::VARCHAR', ''],
    ['NULL::INTEGER', ''],
    ['NULL::BLOB', ''],
    ['NULL::INTEGER[]', ''],
    ['-7::TINYINT', '-7'],
    ['9223372036854775807', '9223372036854775807'],
    ['1.50::DECIMAL(10, 2)', '1.50'],
    ['0.1::DOUBLE', '0.1'],
    ['5::DOUBLE', '5.0'],
    ['true', 'true'],
    ["DATE '2026-01-31'", '2026-01-31'],
    ["TIMESTAMP '2026-01-31 08:05:00'", '2026-01-31 08:05:00'],
    ["TIMESTAMPTZ '2026-01-31 08:05:00+05:30'", '2026-01-31 02:35:00+00'],
    ["TIME '08:05:00'", '08:05:00'],
    ["encode('é')", 'é'],
    ["'\\xFF\\x41'::BLOB", '\\xFFA'],
    ["['a', NULL]", '["a",null]'],
    ["{name: 'a', day: DATE '2026-01-31'}", '{"name":"a","day":"2026-01-31"}'],
    ["MAP {'a': [1.5]}", '{"a":[1.5]}'],
    ['\'{"a": 1}\'::JSON', '{"a": 1}'],
    ["'low'::ENUM('low', 'high')", 'low'],
  ])('%s is %j', async (value, cell) => {
    expect(await cellOf(value)).toBe(cell)
  })

  test('is the same whatever the zone of the machine', async () => {
    vi.stubEnv('TZ', 'Asia/Kolkata')
    expect(await cellOf("TIMESTAMPTZ '2026-01-31 08:05:00+00'")).toBe('2026-01-31 08:05:00+00')
    vi.unstubAllEnvs()
  })
})

describe('a table', () => {
  test('has its columns, its rows in their order, and the checksum of the file', async () => {
    const count = 5000
    const file = await parquet(
      `SELECT i AS "Code", 'Test ' || i AS "a ""b"" c", 1 AS " " FROM range(${count}) r(i)`,
      'a.PQ',
    )
    const bytes = await readFile(file)
    const table = await openTable(file)
    expect(table).toMatchObject({
      ...{ path: file, format: 'parquet', columns: ['Code', 'a "b" c', 'column_3'], remarks: [] },
      kind: {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        ...{ bytes: bytes.length, encoding: 'utf-8', hasMark: false, isParquet: true },
      },
    })
    for (let time = 0; time < 2; time++) {
      const read: number[] = []
      let number = 0
      for await (const row of table.rows((more) => read.push(more))) {
        expect(row).toEqual({ number: number + 1, cells: [`${number}`, `Test ${number}`, '1'] })
        number++
      }
      expect(number).toBe(count)
      expect(read.length).toBeGreaterThan(1)
      expect(read.every((more) => Number.isInteger(more) && more > 0)).toBe(true)
      expect(read.reduce((sum, more) => sum + more, 0)).toBe(bytes.length)
    }
    for await (const row of table.rows()) if (row.number === 3) break
  })

  test('without rows has columns', async () => {
    const table = await openTable(await parquet('SELECT 1 AS a, 2 AS b WHERE false'))
    expect(table.columns).toEqual(['a', 'b'])
    expect(await rowsOf(table)).toEqual([])
  })

  test('is told by how it begins, not by its name', async () => {
    const file = await parquet("SELECT 'x' AS a", 'a.csv')
    expect(await openTable(file, { encoding: 'latin1' })).toMatchObject({ format: 'parquet' })
  })

  test('may have rows of a million characters, and none that is longer', async () => {
    const of = (length: number) => parquet(`SELECT 'a' AS a, repeat('x', ${length}) AS b`)
    const [row] = await rowsOf(await openTable(await of(999_999)))
    expect(row!.cells[1]).toHaveLength(999_999)
    await expect(openTable(await of(1_000_000)).then(rowsOf)).rejects.toMatchObject({
      code: 'table_invalid',
      message: expect.stringMatching(/, row 1: more than 1000000 characters$/),
    })
  })
})

describe('nothing else is opened:', () => {
  test.each(['[ab].parquet', 'a*.parquet', 'a?.parquet', "it's.parquet", 'ä {a,b}.parquet'])(
    '%s is a name, no pattern',
    async (name) => {
      const file = await parquet("SELECT 'this' AS x", name)
      await writeParquet("SELECT 'other' AS x", join(dirname(file), 'ab.parquet'))
      await writeParquet("SELECT 'other' AS x", join(dirname(file), 'a.parquet'))
      expect(await rowsOf(await openTable(file))).toEqual([{ number: 1, cells: ['this'] }])
    },
  )

  test('a folder adds no column', async () => {
    const file = await parquet('SELECT 1 AS x')
    const folder = join(dirname(file), 'year=2026')
    await mkdir(folder)
    await copyFile(file, join(folder, 'a.parquet'))
    expect((await openTable(join(folder, 'a.parquet'))).columns).toEqual(['x'])
  })

  test('by a database without disk, network and extensions', async () => {
    const file = await parquet('SELECT 1 AS x')
    const other = await parquet('SELECT 2 AS x')
    let opened: DuckDBInstance | undefined
    let close = () => {}
    const load = loaderOf(async (path, settings) => {
      opened = await DuckDBInstance.create(path, settings)
      close = opened.closeSync.bind(opened)
      opened.closeSync = () => {}
      return opened
    })
    await openParquet(file, 1, load)
    const connection = await opened!.connect()
    for (const place of [other, 'https://example.invalid/a.parquet'])
      await expect(connection.run(`SELECT * FROM '${place}'`)).rejects.toThrow('are disabled')
    const settings = await connection.runAndReadAll(
      "SELECT name, value FROM duckdb_settings() WHERE name IN ('threads', 'memory_limit', 'temp_directory', 'autoload_known_extensions', 'autoinstall_known_extensions', 'preserve_insertion_order') ORDER BY name",
    )
    expect(settings.getRows()).toEqual([
      ['autoinstall_known_extensions', 'false'],
      ['autoload_known_extensions', 'false'],
      ['memory_limit', '488.2 MiB'],
      ['preserve_insertion_order', 'true'],
      ['temp_directory', ''],
      ['threads', '1'],
    ])
    connection.closeSync()
    close()
  })
})

describe('is refused:', () => {
  const UNREADABLE = / is damaged, or not a Parquet file that DuckDB can read( after row \d+)?$/

  test.each([
    ['what only begins so', 'a.parquet', 'PAR1,PATIENT\n', UNREADABLE],
    [
      'one that is encrypted',
      'a.parquet',
      'PARE...',
      /is named like a Parquet file, but is not one, or is encr/,
    ],
  ])('%s', async (_, name, content, message) => {
    const error = await openTable(await tempFile(name, content)).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'table_invalid', message: expect.stringMatching(message) })
    expect(error.message).not.toContain('PATIENT')
  })

  test('one that takes too much memory', async () => {
    const file = await parquet("SELECT repeat('x', 100000) || i AS a FROM range(200) r(i)")
    const load = loaderOf((path, settings) =>
      DuckDBInstance.create(path, { ...settings, memory_limit: '8MB' }),
    )
    await expect(openParquet(file, 1, load).then(rowsOf)).rejects.toMatchObject({
      code: 'table_invalid',
      message: expect.stringMatching(/ takes more than 512MB to read$/),
    })
  })

  test('one that is damaged anywhere, or it is read', async () => {
    const file = await parquet("SELECT 'PATIENT ' || i AS a, i AS b FROM range(3000) r(i)")
    const whole = await readFile(file)
    const place = fc.nat(whole.length - 1)
    const damages = fc.oneof(
      place.map((at) => whole.subarray(0, Math.max(4, at))),
      fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 5 }).map((changes) => {
        const damaged = Buffer.from(whole)
        for (const [at, byte] of changes) damaged[Math.max(4, at)] = byte
        return damaged
      }),
    )
    let refused = 0
    await fc.assert(
      fc.asyncProperty(damages, async (damaged) => {
        await writeFile(file, damaged)
        try {
          await rowsOf(await openTable(file))
        } catch (error) {
          refused++
          expect(error).toMatchObject({
            code: 'table_invalid',
            message: expect.stringMatching(UNREADABLE),
          })
          expect((error as Error).cause).toBeUndefined()
        }
      }),
      { numRuns: 30 },
    )
    expect(refused).toBeGreaterThan(10)
  })

  test('where DuckDB is not installed, with what to install', async () => {
    const missing = () => Promise.reject(new Error('ERR_MODULE_NOT_FOUND'))
    await expect(openParquet('a.parquet', 1, missing)).rejects.toMatchObject({
      code: 'table_invalid',
      message:
        'a.parquet is Parquet, which needs the package @duckdb/node-api, which is not installed: run npm install @duckdb/node-api',
    })
  })
})

describe('of a table in Parquet', () => {
  const medlink = openMedlink({ dir: starterRoot('loinc') })
  afterAll(() => medlink.close())
  const LOINC = { ontology: 'loinc', workers: 1 } as const
  const CSV =
    'code,Test Name,UOM,Specimen,count\n1,Hemoglobin,g/dL,blood,12\n2,"Glucose, fasting",,,\n,,,,\n4,Hémo,%,,1\n'

  /** The same table in both formats. */
  async function both(): Promise<{ text: string; binary: string }> {
    const text = await tempFile('tests.csv', CSV)
    const binary = join(dirname(text), 'tests.parquet')
    await writeParquet(
      `SELECT * FROM read_csv('${text}', null_padding = true, types = {'code': 'INTEGER', 'count': 'BIGINT'})`,
      binary,
    )
    return { text, binary }
  }

  test('what is mapped is that of the same one in CSV', async () => {
    const { text, binary } = await both()
    const outs = ['text.csv', 'binary.csv', 'binary.out', 'binary.tsv', 'binary.jsonl'].map(
      (name) => join(dirname(text), name),
    )
    const summaries = []
    for (const out of outs)
      summaries.push(await mapTable(medlink, out.includes('text') ? text : binary, out, LOINC))
    expect(new Set(summaries.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(summaries[0]).toMatchObject({ rows: 4, requests: 3, blank: 1, linked: 1 })
    const [ofText, ofBinary, other, tabs, lines] = await Promise.all(
      outs.map((out) => readFile(out, 'utf8')),
    )
    expect(ofBinary).toBe(ofText)
    expect(other).toBe(ofText)
    expect(tabs).toMatch(/^code\tTest Name\tUOM\tSpecimen\tcount\tmedlink_code\t/)
    expect(JSON.parse(lines!.split('\n')[1]!)).toMatchObject({
      ...{ code: '2', 'Test Name': 'Glucose, fasting', UOM: '', count: '' },
    })
  })

  test('a run that was stopped goes on, and not on another file', async () => {
    const { binary } = await both()
    const out = join(dirname(binary), 'out.csv')
    const stop = new AbortController()
    const options = { ...LOINC, resume: true }
    await expect(
      mapTable(medlink, binary, out, {
        ...{ ...options, signal: stop.signal },
        onProgress: ({ stage, done }) => {
          if (stage === 'link' && done === 1) stop.abort(new Error('stopped'))
        },
      }),
    ).rejects.toThrow('stopped')
    const other = await parquet('SELECT \'Hemoglobin\' AS "Test Name", \'g/dL\' AS "UOM"')
    await expect(mapTable(medlink, other, out, options)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(await mapTable(medlink, binary, out, options)).toMatchObject({ rows: 4, linked: 1 })
  })

  test('none is written', async () => {
    const { text } = await both()
    const out = join(dirname(text), 'out.parquet')
    await expect(mapTable(medlink, text, out, LOINC)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(
        /out\.parquet is named like a file that is not written here: end its name/,
      ),
    })
    await mapTable(medlink, text, out, { ...LOINC, format: 'tsv' })
    expect(await readFile(out, 'utf8')).toMatch(/^code\tTest Name\t/)
  })

  test('the rows of a project are those of the same one in CSV', async () => {
    const { text, binary } = await both()
    const columns = { text: 'Test Name', id: 'code', unit: 'UOM' }
    const rowsIn = async (file: string) => {
      const rows = []
      for await (const row of sourceRows(await openTable(file), { columns, frequency: 'count' }))
        rows.push(row)
      return rows
    }
    const rows = await rowsIn(binary)
    expect(rows).toEqual(await rowsIn(text))
    expect(rows[0]).toMatchObject({ code: '1', name: 'Hemoglobin', frequency: 12 })
  })
})
