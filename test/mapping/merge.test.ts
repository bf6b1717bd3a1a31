/**
 * Proves of the outputs of shards:
 * 1. put together they are what one run without shards writes, byte for byte, whatever the table and its format
 * 2. parts that are not all of one table, and each once, are refused, and then nothing is written
 * 3. an output is replaced only where that is allowed
 */

import { existsSync, readdirSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type MapOptions, mapTable, mergeParts } from '../../src/mapping/mapping.ts'
import { openMedlink } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { tempFolder } from './support.ts'

const medlink = openMedlink({ dir: starterRoot('loinc') })
afterAll(() => medlink.close())

const LOINC = { ontology: 'loinc', workers: 1 } as const

/** The shards of a table, what one run writes of it, and a name for what is put together. */
async function sharded(
  content: string | Uint8Array,
  count: number,
  { name = 'tests.csv', end = name, ...options }: Partial<MapOptions> & Named = {},
) {
  const folder = await tempFolder()
  const input = join(folder, name)
  await writeFile(input, content)
  const [, extension] = /(\.\w+)$/.exec(end)!
  const parts: string[] = []
  for (let index = 1; index <= count; index++) {
    const part = join(folder, `part-${index}${extension}`)
    await mapTable(medlink, input, part, { ...LOINC, ...options, shard: { index, count } })
    parts.push(part)
  }
  const whole = join(folder, `whole${extension}`)
  await mapTable(medlink, input, whole, { ...LOINC, ...options })
  const out = join(folder, `out${extension}`)
  return { parts, out, whole: await readFile(whole), folder }
}

interface Named {
  readonly name?: string
  /** How the outputs' names end. */
  readonly end?: string
}

const TESTS = 'test,unit\nHemoglobin,g/dL\nGlucose,mg/dL\nIron,\nHemoglobin,g/dL\nSodium,\n'

describe('together the parts are the whole:', () => {
  test.each<[string, string | Uint8Array, Partial<MapOptions> & Named]>([
    ['a table', TESTS, {}],
    [
      'rows over several lines',
      'test,note\n"Iron\n""x""\n","a\r\nb"\nSodium,"\n"\nZinc,"""\n"\n',
      {},
    ],
    ['rows without text and with too many cells', 'test,unit\n\nIron,a,b\nSodium\n', {}],
    ['columns that are called as ours', 'test,Row,rows,medlink_rows\nIron,5,9,1\nZinc,1,1,1\n', {}],
    ['a byte order mark and a semicolon', '\ufefftest;unit\nIron;"a;b"\nZ\u00e4h;\u{1f9ea}\n', {}],
    ['a delimiter of several bytes', 'test§unit\nIron§g\nZinc§"§"\n', { delimiter: '§' }],
    ['names that look like another delimiter', 'test,"a;b;c;d;e",f;g;h\nIron,1,2\nZinc,3,4\n', {}],
    ['another encoding', Buffer.from('test\nBl\xe4h\nIron\n', 'latin1'), {}],
    ['TSV', 'test\tunit\nIron\t"a\tb"\nZinc\t\n', { name: 'a.tsv' }],
    ['CSV of TSV', 'test\tunit\nIron\t"a,b"\nZinc\t\n', { name: 'a.tsv', end: '.csv' }],
    ['an end that says nothing', TESTS, { name: 'a.csv', end: '.txt' }],
    [
      'JSON Lines',
      '{"test":"Iron \\"","1":"a","__proto__":1,"n":1.50}\n\n[]\n{"row":3,"test":"Z\\ud800\u2028"}\n',
      { name: 'a.jsonl' },
    ],
    ['JSON Lines of CSV', TESTS, { end: '.jsonl' }],
    ['JSON Lines under another name', TESTS, { end: '.txt', format: 'jsonl' }],
  ])('%s', async (_, content, options) => {
    for (const count of [1, 3, 9]) {
      const { parts, out, whole } = await sharded(content, count, options)
      const rows = await mergeParts(parts.reverse(), out).then((summary) => summary.rows)
      expect(rows).toBeGreaterThanOrEqual(2)
      expect((await readFile(out)).toString('hex')).toBe(whole.toString('hex'))
    }
  })

  test('any table', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('I', 'ron', '"', ',', '\n', '\r', ' ', 'ä'),
      maxLength: 6,
    })
    const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`)
    const rows = fc.array(fc.tuple(quoted, quoted), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 4 }), async (table, count) => {
        const content = `test,note\n${table.map((cells) => `${cells.join(',')}\n`).join('')}`
        const { parts, out, whole } = await sharded(content, count)
        await mergeParts(parts, out)
        expect(await readFile(out, 'utf8')).toBe(whole.toString())
      }),
      { numRuns: 15 },
    )
  })

  test('a row of the six million bytes that the longest may have', async () => {
    const folder = await tempFolder()
    const [part, out] = [join(folder, 'part.csv'), join(folder, 'out.csv')]
    const own = `"${'x'.repeat(6_000_000)}",y\n`
    await writeFile(part, `row,rows,test,code\n1,1,${own}`)
    await mergeParts([part], out)
    expect((await readFile(out, 'utf8')) === `test,code\n${own}`).toBe(true)
  })

  test('one that is read in many pieces', async () => {
    const names = Array.from({ length: 4000 }, (_, i) => `Iron,"${i}\n${'ä'.repeat(i % 90)}"\n`)
    const { parts, out, whole } = await sharded(`test,note\n${names.join('')}Zinc,\n`, 2)
    expect(await mergeParts(parts, out)).toEqual({ parts: 2, rows: 4001 })
    expect((await readFile(out)).equals(whole)).toBe(true)
  })
})

describe('is refused:', () => {
  const HEADER = 'row,rows,test,code'
  test.each<[string, Readonly<Record<string, string>>, string | RegExp]>([
    [
      'a part that is missing',
      { 'a.csv': `${HEADER}\n1,3,x,y\n3,3,x,y\n` },
      'row 2 of 3 is in none of the parts: give all parts',
    ],
    [
      'the last row',
      { 'a.csv': `${HEADER}\n1,2,x,y\n` },
      'row 2 of 2 is in none of the parts: give all parts',
    ],
    [
      'a row that is in two parts',
      { 'a.csv': `${HEADER}\n1,2,x,y\n2,2,x,y\n`, 'b.csv': `${HEADER}\n2,2,x,y\n` },
      'row 2 of a.csv occurs twice: give each part once',
    ],
    [
      'a row that comes again',
      { 'a.csv': `${HEADER}\n1,1,x,y\n1,1,x,y\n` },
      'row 1 of a.csv occurs twice: give each part once',
    ],
    [
      'parts of tables of other lengths',
      { 'a.csv': `${HEADER}\n1,2,x,y\n`, 'b.csv': `${HEADER}\n2,3,x,y\n` },
      'b.csv is of a table of 3 rows, and others are of one of 2',
    ],
    [
      'parts of other columns',
      { 'a.csv': `${HEADER}\n1,2,x,y\n`, 'b.csv': 'row,rows,text,code\n2,2,x,y\n' },
      'b.csv has other columns than a.csv: parts are of one table',
    ],
    [
      'parts whose cells are parted otherwise',
      { 'a.csv': `${HEADER}\n1,2,x,y\n`, 'b.csv': 'row;rows;test,code\n2;2;x,y\n' },
      'b.csv has other columns than a.csv: parts are of one table',
    ],
    [
      'parts of other formats',
      { 'a.csv': `${HEADER}\n1,2,x,y\n`, 'b.csv': '{"row":2,"rows":2,"test":"x"}\n' },
      'b.csv has other columns than a.csv: parts are of one table',
    ],
    [
      'an empty file next to CSV',
      { 'a.csv': `${HEADER}\n1,1,x,y\n`, 'b.csv': '' },
      'an empty file has other columns than a.csv: parts are of one table',
    ],
    ['parts without rows', { 'a.csv': `${HEADER}\n` }, /^no part has a row/],
    ['empty files', { 'a.jsonl': '' }, /^no part has a row/],
    [
      'a table that is no part',
      { 'a.csv': 'test,code\nx,y\n' },
      /^a\.csv is not a part of a table/,
    ],
    ['a row without a place', { 'a.csv': `${HEADER}\nx,y\n` }, /^a\.csv is not a part of a table/],
    [
      'a row before the first',
      { 'a.csv': `${HEADER}\n0,1,x,y\n` },
      /^a\.csv is not a part of a table/,
    ],
    [
      'a row behind the last',
      { 'a.csv': `${HEADER}\n2,1,x,y\n` },
      /^a\.csv is not a part of a table/,
    ],
    [
      'JSON Lines that are no part',
      { 'a.jsonl': '{"test":1}\n' },
      /^a\.jsonl is not a part of a table/,
    ],
    [
      'a line that is no JSON',
      { 'a.jsonl': '{"row":1,"rows":2}\n{"row":2,"ro\n' },
      /^a\.jsonl is not a part of a table/,
    ],
    ['a row without an end', { 'a.csv': `${HEADER}\n1,1,x` }, /^a\.csv ends within a row/],
    [
      'a quote that does not close',
      { 'a.csv': `${HEADER}\n1,1,"x\n` },
      /^a\.csv ends within a row/,
    ],
    [
      'a row of more than 16 million bytes',
      { 'a.csv': `${HEADER}\n1,1,"${'x'.repeat(16_000_000)}",y\n` },
      /^a\.csv is not a part of a table/,
    ],
  ])('%s', async (_, contents, message) => {
    const folder = await tempFolder()
    const names = Object.keys(contents)
    for (const name of names) await writeFile(join(folder, name), contents[name]!)
    const parts = names.map((name) => join(folder, name))
    const out = join(folder, `out.${names[0]!.split('.')[1]}`)
    const error = await mergeParts(parts, out).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ name: 'MedlinkError', code: 'table_invalid' })
    const shown = (error as Error).message.replaceAll(`${folder}/`, '')
    if (typeof message === 'string') expect(shown).toBe(message)
    else expect(shown).toMatch(message)
    expect(readdirSync(folder).sort()).toEqual([...names].sort())
  })

  test('a part that is not there', async () => {
    const { parts, out } = await sharded(TESTS, 2)
    const missing = join(dirname(out), 'part-3.csv')
    await expect(mergeParts([...parts, missing], out)).rejects.toMatchObject({ code: 'no_access' })
  })

  test('an output that is there, until it may be replaced', async () => {
    const { parts, out, whole } = await sharded(TESTS, 2)
    await writeFile(out, 'before')
    await expect(mergeParts(parts, out)).rejects.toMatchObject({ code: 'invalid_request' })
    await truncate(parts[1]!, 10)
    await expect(mergeParts(parts, out, { force: true })).rejects.toThrow()
    expect(await readFile(out, 'utf8')).toBe('before')
    const again = await sharded(TESTS, 2)
    await mergeParts(again.parts, out, { force: true })
    expect((await readFile(out)).equals(whole)).toBe(true)
  })

  test('an output that is one of the parts', async () => {
    const { parts } = await sharded(TESTS, 2)
    await expect(mergeParts(parts, parts[1]!, { force: true })).rejects.toMatchObject({
      code: 'invalid_request',
      message: `${parts[1]} is the input: name another file`,
    })
  })

  test.each([
    ['out.jsonl', '.csv'],
    ['out.tsv', '.csv'],
    ['out.csv', '.jsonl'],
    ['out.ndjson', '.tsv'],
  ])('%s of parts that end in %s', async (name, end) => {
    const { parts, folder } = await sharded(TESTS, 2, { end })
    const out = join(folder, name)
    await expect(mergeParts(parts, out)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(existsSync(out)).toBe(false)
  })
})
