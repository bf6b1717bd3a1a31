/**
 * Proves of mapping a table:
 * 1. every row comes out in its place with its own columns and ours, blank, faulty and refused ones too
 * 2. what stands beside a row is what `link` says of it (oracle), and equal requests are linked once
 * 3. a run that was stopped anywhere goes on, and writes the same bytes as one that was not
 * 4. nothing is overwritten, resumed or begun that should not be
 * 5. shards have each row once, and all of them together are the whole
 */

import { existsSync, readdirSync } from 'node:fs'
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  readFile,
  rename,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type MapOptions, mapTable, openTable } from '../../src/mapping/mapping.ts'
import { type LinkRequest, type Medlink, openMedlink } from '../../src/medlink.ts'
import { copyStarter, starterRoot } from '../support/shared-index.ts'
import { rowsOf, tempFile, tempFolder } from './support.ts'

const medlink = openMedlink({ dir: starterRoot('loinc') })
afterAll(() => medlink.close())

const TESTS = [
  'code,Test Name,UOM,Specimen',
  'A1,Hemoglobin,g/dL,whole blood',
  'A2,"Glucose, fasting",mg/dL,plasma',
  '',
  'A4,foo',
  'A5, Hemoglobin ,g/dL,whole blood',
  'A6,Hemoglobin,,',
  'A7,qzxwv kjhgf,,',
  `A8,${'x'.repeat(10_001)},,`,
  '',
].join('\n')

const LOINC = { ontology: 'loinc', workers: 1 } as const

/** Maps a table of this content, and gives the output, beside which nothing is left. */
async function mapped(content: string, options: Partial<MapOptions> = {}, name = 'tests.csv') {
  const input = await tempFile(name, content)
  const out = join(await tempFolder(), name)
  const summary = await mapTable(medlink, input, out, { ...LOINC, ...options })
  expect(readdirSync(dirname(out))).toEqual([name])
  return { input, out, summary, text: await readFile(out, 'utf8') }
}

describe('a table', () => {
  test('comes out with its own columns and ours, row by row', async () => {
    const { text, summary } = await mapped(TESTS)
    expect(
      text.split('\n').map((line) => line.replace(/x{99,}/, '…').replace(/,0\.\d+,/, ',SCORE,')),
    ).toEqual([
      'code,Test Name,UOM,Specimen,medlink_code,title,matched,is_linked,link_reason,needed,score,link_basis,assumed,version,error',
      'A1,Hemoglobin,g/dL,whole blood,718-7,Hemoglobin [Mass/volume] in Blood,Hemoglobin,true,linked,,SCORE,official_name,,starter,',
      'A2,"Glucose, fasting",mg/dL,plasma,1558-6,Fasting glucose [Mass/volume] in Serum or Plasma,Glucose fasting,true,linked,,SCORE,official_name,,starter,',
      ',,,,,,,false,,,,,,,no text',
      'A4,foo,,,,,,false,,,,,,,"has 2 cells, but the header has 4"',
      'A5, Hemoglobin ,g/dL,whole blood,718-7,Hemoglobin [Mass/volume] in Blood,Hemoglobin,true,linked,,SCORE,official_name,,starter,',
      expect.stringMatching(/^A6,Hemoglobin,,,718-7,.*,false,unit_missing,mass or moles/),
      'A7,qzxwv kjhgf,,,,,,false,no_candidate,,,,,starter,',
      'A8,…,,,,,,false,,,,,,,query must not be longer than 10000 characters',
      '',
    ])
    expect(summary).toEqual({
      ...{ ontology: 'loinc', version: 'starter', rows: 8, linked: 3, requests: 5 },
      by_reason: { linked: 3, no_candidate: 1, unit_missing: 1 },
      ...{ blank: 1, faulty: 1, refused: 1 },
      unlinked: [
        { text: 'Hemoglobin', rows: 1 },
        { text: 'qzxwv kjhgf', rows: 1 },
        { text: 'x'.repeat(10_001), rows: 1 },
      ],
    })
  })

  test('of JSON Lines keeps its values', async () => {
    const lines = [
      '{"test":"Hemoglobin","unit":"g/dL","specimen":"blood","n":1.5,"tags":["a"]}',
      '[]',
      '',
    ]
    const { text } = await mapped(`${lines.join('\n')}\n`, {}, 'a.jsonl')
    const [first, second, third, end] = text.split('\n')
    expect(JSON.parse(first!)).toEqual({
      ...{ test: 'Hemoglobin', unit: 'g/dL', specimen: 'blood', n: 1.5, tags: ['a'] },
      ...{ code: '718-7', title: 'Hemoglobin [Mass/volume] in Blood', matched: 'Hemoglobin' },
      ...{ is_linked: true, link_reason: 'linked', needed: '', score: expect.any(Number) },
      ...{ link_basis: 'official_name', assumed: '', version: 'starter', error: '' },
    })
    expect(JSON.parse(second!)).toMatchObject({
      test: '[]',
      is_linked: false,
      error: 'is not a JSON object',
    })
    expect(JSON.parse(third!)).toMatchObject({ test: '', error: 'no text' })
    expect(end).toBe('')
  })

  test('goes from any format to any other', async () => {
    const input = await tempFile('a.tsv', '\ufefftest\tb\n"Iron ""x"""\ty\n')
    const out = (name: string) => join(dirname(input), name)
    for (const name of ['o.csv', 'o.jsonl', 'o.tsv', 'o.txt'])
      await mapTable(medlink, input, out(name), LOINC)
    expect(await readFile(out('o.csv'), 'utf8')).toMatch(/^\ufefftest,b,code,.*\n"Iron ""x""",y,/)
    expect(await readFile(out('o.tsv'), 'utf8')).toMatch(
      /^\ufefftest\tb\tcode\t.*\n"Iron ""x"""\ty\t/,
    )
    expect(await readFile(out('o.txt'), 'utf8')).toBe(await readFile(out('o.tsv'), 'utf8'))
    expect(JSON.parse(await readFile(out('o.jsonl'), 'utf8'))).toMatchObject({
      test: 'Iron "x"',
      b: 'y',
    })
    await mapTable(medlink, input, out('p.txt'), { ...LOINC, format: 'jsonl' })
    expect(await readFile(out('p.txt'), 'utf8')).toBe(await readFile(out('o.jsonl'), 'utf8'))
  })

  test('whose names are all taken gets others', async () => {
    const { text } = await mapped('test,CODE,medlink_code,Error\nIron,1,2,3\n')
    expect(text).toMatch(
      /^test,CODE,medlink_code,Error,medlink_medlink_code,title,.*,medlink_error\n/,
    )
  })

  test('with a header alone has an output with a header alone', async () => {
    const { text, summary } = await mapped('test,unit\n')
    expect(text).toMatch(/^test,unit,code,.*,error\n$/)
    expect(summary).toMatchObject({ rows: 0, linked: 0, requests: 0, unlinked: [] })
  })

  test('is asked as the options say', async () => {
    const { text } = await mapped('test,unit\nTransferrin,mg/dL\n', { assume: 'usual' })
    expect(text).toMatch(/,true,linked,.*system: Ser\/Plas/)
    const { text: unguessed } = await mapped('test,unit\nTransferrin,mg/dL\n', {
      columns: { unit: '' },
    })
    expect(unguessed).toContain('unit_missing')
  })

  test('tells of the commonest texts that are not linked, together over their hints', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `qzx${i}\n`.repeat(i + 1)).join('')
    const { summary } = await mapped(
      `test,unit\n${rows.replaceAll('\n', ',\n')}qzx0,mg\nqzx0,g\nqzx0,%\n`,
    )
    expect(summary.unlinked).toHaveLength(10)
    expect(summary.unlinked[0]).toEqual({ text: 'qzx11', rows: 12 })
    expect(summary.unlinked.slice(-2)).toEqual([
      { text: 'qzx0', rows: 4 },
      { text: 'qzx3', rows: 4 },
    ])
  })
})

test('what stands beside a row is what link says of it', async () => {
  const word = fc.constantFrom('Hemoglobin', 'Iron', 'glucose', 'urine', 'total', 'zzz', ' ')
  const hint = fc.constantFrom('', 'g/dL', 'mg/dL', ' serum')
  const rows = fc.array(fc.tuple(fc.array(word, { maxLength: 3 }), hint, hint), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(rows, async (drawn) => {
      const cells = drawn.map(([words, unit, specimen]) => [words.join(' '), unit, specimen])
      const { out } = await mapped(
        ['test,unit,specimen', ...cells.map((row) => row.join(','))].join('\n'),
      )
      const written = await rowsOf(await openTable(out))
      const expected = cells.map(([text = '', unit = '', specimen = '']) => {
        if (text.trim() === '') return ['', 'false', '']
        const hints = [
          ['unit', unit.trim()],
          ['specimen', specimen.trim()],
        ].filter(([, each]) => each !== '')
        const request = {
          query: text.trim(),
          ontology: 'loinc',
          metadata: Object.fromEntries(hints),
        }
        const first = medlink.link(request as LinkRequest<'loinc'>).results[0]
        return [
          first?.term_id ?? '',
          String(first?.is_linked ?? false),
          first?.metadata.link_reason ?? 'no_candidate',
        ]
      })
      expect(written.map(({ cells: all }) => [all[3], all[6], all[7]])).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})

/** What is asked meanwhile of Medlink, which answers. */
async function askedIn(run: () => Promise<unknown>): Promise<LinkRequest[]> {
  const linkMany = medlink.linkMany.bind(medlink)
  const asked: LinkRequest[] = []
  const spy = vi.spyOn(medlink, 'linkMany').mockImplementation((requests, options) => {
    asked.push(...(requests as Iterable<LinkRequest>))
    return linkMany(asked, options)
  })
  await run()
  spy.mockRestore()
  return asked
}

test('equal requests are linked once', async () => {
  const asked = await askedIn(() =>
    mapped(`test,unit,note\n${'Iron,ug/dL,a\nIron , ug/dL,b\nIron,,c\n'.repeat(50)}`),
  )
  const same = { ontology: 'loinc', version: 'starter', top_k: 1, query: 'Iron' }
  expect(asked).toEqual([{ ...same, metadata: { unit: 'ug/dL' } }, same])
})

describe('a run that was stopped', () => {
  /** Stops at the n-th answer, as a process would that is killed: what was not on disk is lost. */
  async function stopped(at: number, options: Partial<MapOptions> = {}, asked = medlink) {
    const input = await tempFile('tests.csv', TESTS)
    const out = join(dirname(input), 'out.csv')
    const stop = new AbortController()
    const run = mapTable(asked, input, out, {
      ...LOINC,
      ...options,
      signal: stop.signal,
      onProgress: ({ stage, done }) => {
        if (stage === 'link' && done === at) stop.abort(new Error('stopped'))
      },
    })
    await expect(run).rejects.toThrow('stopped')
    return { input, out, journal: `${out}.journal` }
  }
  const resume = (input: string, out: string, options: Partial<MapOptions> = {}) =>
    mapTable(medlink, input, out, { ...LOINC, resume: true, ...options })
  const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n')

  test.each([1, 2, 3, 4])('after %i answers goes on to the same output', async (at) => {
    const { input, out, journal } = await stopped(at)
    expect(existsSync(out)).toBe(false)
    expect(await linesOf(journal)).toHaveLength(at + 2)
    const asked = vi.spyOn(medlink, 'linkMany')
    const summary = await resume(input, out)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
    const whole = await mapped(TESTS)
    expect(await readFile(out, 'utf8')).toBe(whole.text)
    expect(summary).toEqual(whole.summary)
    expect(readdirSync(dirname(out)).sort()).toEqual(['out.csv', 'tests.csv'])
  })

  test('goes on wherever its journal was cut off', async () => {
    const { text } = await mapped(TESTS)
    const { input, out, journal } = await stopped(4)
    const { length } = await readFile(journal)
    await copyFile(journal, `${journal}.kept`)
    for (let bytes = 0; bytes <= length; bytes += 37) {
      await copyFile(`${journal}.kept`, journal)
      await truncate(journal, bytes)
      await resume(input, out, { force: true })
      expect(await readFile(out, 'utf8')).toBe(text)
    }
  })

  test('links nothing again that is anywhere in a long journal', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => `A${i},analyte ${i} of a panel,,`)
    const input = await tempFile('tests.csv', `${TESTS.split('\n')[0]}\n${rows.join('\n')}\n`)
    const out = join(dirname(input), 'out.csv')
    const stop = new AbortController()
    const begun = mapTable(medlink, input, out, {
      ...{ ...LOINC, signal: stop.signal },
      onProgress: ({ stage, done }) => {
        if (stage === 'link' && done === 390) stop.abort(new Error('stopped'))
      },
    })
    await expect(begun).rejects.toThrow('stopped')
    // Longer than what is read of a file at once.
    expect((await readFile(`${out}.journal`)).length).toBeGreaterThan(1 << 16)
    const asked = await askedIn(() => resume(input, out))
    expect(asked.map(({ query }) => query)).toEqual(
      Array.from({ length: 10 }, (_, i) => `analyte ${390 + i} of a panel`),
    )
  })

  test('links nothing again that its journal has', async () => {
    const { input, out, journal } = await stopped(2)
    const lines = await linesOf(journal)
    await writeFile(journal, lines.join('\n').replace('718-7', 'KEPT'))
    await resume(input, out)
    expect((await readFile(out, 'utf8')).match(/KEPT/g)).toHaveLength(2)
  })

  test('is not begun anew without a word', async () => {
    const { input, out, journal } = await stopped(1)
    await expect(mapTable(medlink, input, out, LOINC)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `${journal} belongs to a run that was stopped: continue it (--resume), or start over (--force)`,
    })
    await mapTable(medlink, input, out, { ...LOINC, force: true })
    expect(await readFile(out, 'utf8')).toBe((await mapped(TESTS)).text)
  })

  test('with nothing to go on with is begun', async () => {
    const { text } = await mapped(TESTS, { resume: true })
    expect(text).toBe((await mapped(TESTS)).text)
  })

  test.each<[string, (input: string) => Promise<Partial<MapOptions>>, string]>([
    [
      'input',
      async (input) => appendFile(input, 'A9,Iron,,\n').then(() => ({})),
      'the input has changed',
    ],
    ['column', async () => ({ columns: { unit: '' } }), 'the columns or options have changed'],
    ['option', async () => ({ assume: 'usual' }), 'the columns or options have changed'],
    [
      'shard',
      async () => ({ shard: { index: 1, count: 2 } }),
      'the columns or options have changed',
    ],
    [
      'delimiter',
      async () => ({ delimiter: ';', columns: { text: 'code,Test Name,UOM,Specimen' } }),
      'options have changed',
    ],
  ])('is not gone on with over another %s', async (_, change, message) => {
    const { input, out, journal } = await stopped(2)
    const before = await readFile(journal)
    await expect(resume(input, out, await change(input))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(
        `cannot continue: ${message === 'options have changed' ? 'the columns or options have changed' : message}. Start over (--force)`,
      ),
    })
    expect(await readFile(journal)).toEqual(before)
    expect(existsSync(out)).toBe(false)
  })

  test('is gone on with over the same names of the site only', async () => {
    const opened = (code: string) => {
      const names = [{ name: 'Hemoglobin', ontology: 'loinc' as const, code }]
      const own = openMedlink({ dir: starterRoot('loinc'), names })
      onTestFinished(() => own.close())
      return own
    }
    const { input, out } = await stopped(2, {}, opened('718-7'))
    const go = (asked: Medlink) => mapTable(asked, input, out, { ...LOINC, resume: true })
    for (const other of [medlink, opened('2345-7')])
      await expect(go(other)).rejects.toThrow('the names (--names) have changed')
    await go(opened('718-7'))
    expect(await readFile(out, 'utf8')).toMatch(/\nA6,Hemoglobin,,,718-7,.*,site_name,/)
  })

  test.each([
    ['"index":"', 'the index has changed'],
    ['"program":"', 'the version of Medlink has changed'],
    ['"format":', 'the version of Medlink has changed'],
  ])('is not gone on with where %s is other', async (key, message) => {
    const { input, out, journal } = await stopped(2)
    await writeFile(journal, (await readFile(journal, 'utf8')).replace(key, `${key}9`))
    await expect(resume(input, out)).rejects.toThrow(message)
  })

  test('while its index was replaced says so', async () => {
    const dir = await tempFolder()
    copyStarter('loinc', dir)
    const own = openMedlink({ dir })
    const version = own.version.bind(own)
    let calls = 0
    vi.spyOn(own, 'version').mockImplementation((...argv) => {
      const found = version(...argv)
      return ++calls === 1 ? found : { ...found, built_at: '2030-01-01T00:00:00.000Z' }
    })
    const input = await tempFile('tests.csv', TESTS)
    const out = join(dirname(input), 'out.csv')
    await expect(mapTable(own, input, out, LOINC)).rejects.toMatchObject({
      code: 'index_incompatible',
    })
    expect(existsSync(out)).toBe(false)
    own.close()
  })
})

test('an index under another name than its release answers by that name', async () => {
  const dir = await tempFolder()
  copyStarter('loinc', dir)
  await rename(join(dir, 'loinc/starter.sqlite'), join(dir, 'loinc/current.sqlite'))
  const own = openMedlink({ dir })
  onTestFinished(() => own.close())
  const input = await tempFile('tests.csv', TESTS)
  const out = join(dirname(input), 'out.csv')
  expect(await mapTable(own, input, out, LOINC)).toMatchObject({ version: 'current', linked: 3 })
})

describe('is refused:', () => {
  const refused = (input: string, out: string, options: Partial<MapOptions> = {}) =>
    mapTable(medlink, input, out, { ...LOINC, ...options }).catch((error: unknown) => error)

  test('an output that is there, unless it may be replaced', async () => {
    const input = await tempFile('a.csv', 'test\nIron\n')
    const out = join(dirname(input), 'out.csv')
    await writeFile(out, 'kept')
    for (const options of [{}, { resume: true }])
      expect(await refused(input, out, options)).toMatchObject({
        code: 'invalid_request',
        message: `${out} already exists: name another file, or replace it (--force)`,
      })
    expect(await readFile(out, 'utf8')).toBe('kept')
    await mapTable(medlink, input, out, { ...LOINC, force: true })
    expect(await readFile(out, 'utf8')).toMatch(/^test,code,/)
  })

  test('an output that is the input, by whatever name', async () => {
    const input = await tempFile('a.csv', 'test\nIron\n')
    const other = join(dirname(input), 'b.csv')
    await symlink(input, other)
    for (const out of [input, other, join(dirname(input), '.', 'a.csv')])
      expect(await refused(input, out, { force: true })).toMatchObject({
        code: 'invalid_request',
        message: `${out} is the input: name another file`,
      })
    expect(await readFile(input, 'utf8')).toBe('test\nIron\n')
  })

  test('a folder that is not there, or cannot be written', async () => {
    const input = await tempFile('a.csv', 'test\nIron\n')
    expect(await refused(input, join(dirname(input), 'no/out.csv'))).toMatchObject({
      code: 'no_access',
    })
    const locked = join(dirname(input), 'locked')
    await mkdir(locked)
    await chmod(locked, 0o555)
    if (process.getuid?.() !== 0)
      expect(await refused(input, join(locked, 'out.csv'))).toMatchObject({ code: 'no_access' })
    expect(await refused(input, join(input, 'out.csv'))).toMatchObject({ code: 'no_access' })
  })

  test.each([
    ['a column that is not there', 'a,b\n1,2\n', { columns: { text: 'c' } }, 'table_invalid'],
    ['an empty file', '', {}, 'table_invalid'],
    ['a quote that does not close', 'test\n"Iron\n', {}, 'table_invalid'],
    [
      'a version that reads whole notes',
      'test\nIron\n',
      { ontology: 'icd-10-cm', version: 'comprehend' },
      'invalid_request',
    ],
    ['a misspelt option', 'test\nIron\n', { frce: true }, 'invalid_request'],
    ['an option of another call', 'test\nIron\n', { text: 'test' }, 'invalid_request'],
    ['an option of another ontology', 'test\nIron\n', { billable: true }, 'invalid_request'],
    ['a format that is not written', 'test\nIron\n', { format: 'xlsx' }, 'invalid_request'],
    ['a version that is not there', 'test\nIron\n', { version: '0.1' }, 'unknown_version'],
    ['an ontology without an index', 'test\nIron\n', { ontology: 'snomed' }, 'index_missing'],
  ] as const)('%s, and nothing is left of it', async (_, content, options, code) => {
    const input = await tempFile('a.csv', content)
    const out = join(dirname(input), 'out.csv')
    expect(await refused(input, out, options as Partial<MapOptions>)).toMatchObject({ code })
    expect(readdirSync(dirname(input))).toEqual(['a.csv'])
  })

  test.each(['out.json', 'out.XLSX', 'out.ods', 'out.csv.gz', 'out.parquet'])(
    'an output that is named %s, unless its format is given',
    async (name) => {
      const input = await tempFile('a.csv', 'test\nIron\n')
      const out = join(dirname(input), name)
      expect(await refused(input, out)).toMatchObject({
        code: 'invalid_request',
        message: `${out} is named like a file that is not written here: end its name with .csv, .tsv or .jsonl, or give the format (--format)`,
      })
      expect(existsSync(out)).toBe(false)
      await mapTable(medlink, input, out, { ...LOINC, format: 'csv' })
      expect(await readFile(out, 'utf8')).toMatch(/^test,code,/)
    },
  )

  test('no options', async () => {
    const input = await tempFile('a.csv', 'test\nIron\n')
    const asked = mapTable(medlink, input, join(dirname(input), 'o.csv'), undefined as never)
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^mapTable needs an object of options: ontology, version, /),
    })
  })

  test('an output that another run is writing', async () => {
    const input = await tempFile('a.csv', 'test\nIron\n')
    const out = join(dirname(input), 'out.csv')
    const first = mapTable(medlink, input, out, LOINC)
    expect(await refused(input, out)).toMatchObject({ code: 'build_in_progress' })
    await first
  })

  test('an input that changes while it is read', async () => {
    const input = await tempFile('a.csv', 'test\nIron\n')
    const out = join(dirname(input), 'out.csv')
    let changed: Promise<void> | undefined
    const onProgress: MapOptions['onProgress'] = ({ stage }) => {
      if (stage === 'link') changed ??= appendFile(input, 'Glucose\n')
    }
    expect(await refused(input, out, { onProgress })).toMatchObject({ code: 'table_invalid' })
    await changed
    expect(existsSync(out)).toBe(false)
  })
})

test('shards have each row once, equal ones together, and say where they belong', async () => {
  const { text } = await mapped(TESTS)
  const rows: string[][] = []
  for (const index of [1, 2, 3]) {
    const { out, summary } = await mapped(TESTS, { shard: { index, count: 3 } })
    const table = await openTable(out)
    expect(table.columns.slice(0, 2)).toEqual(['row', 'rows'])
    const cells = (await rowsOf(table)).map((row) => [...row.cells])
    expect(summary.rows).toBe(cells.length)
    expect(cells.filter(([, of]) => of !== '8')).toEqual([])
    const numbers = cells.map(([number]) => number)
    expect(numbers.includes('1')).toBe(numbers.includes('5'))
    rows.push(...cells)
  }
  const whole = await rowsOf(await openTable(await tempFile('whole.csv', text)))
  const sorted = rows.sort(([a], [b]) => Number(a) - Number(b))
  expect(sorted.map(([number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(sorted.map((cells) => cells.slice(2))).toEqual(whole.map(({ cells }) => cells))
})
