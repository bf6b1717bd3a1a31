/** Proves of `medlink map`: what is said on stderr, the summary, the columns that are named, and what is refused. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

const env = { MEDLINK_DIR: starterRoot('loinc') }

async function map(content: string | Uint8Array, ...more: readonly string[]) {
  const folder = await tempFolder()
  const input = join(folder, 'tests.csv')
  const out = join(folder, 'out.csv')
  await writeFile(input, content)
  const argv = ['map', input, '-o', 'loinc', '--out', out, '--jobs', '1', ...more]
  const ran = await medlink(argv, { env })
  const written = await readFile(out, 'utf8').catch(() => undefined)
  const stderr = ran.stderr.replaceAll(`${folder}/`, '').replace(/medlink: answering from.*\n/, '')
  return { ...ran, stderr, folder, written }
}

const TESTS =
  'code,Test Name,UOM,Sample\nA1,Hemoglobin,g/dL,blood\nA2,Hemoglobin,,\nA3,qzx,,\n,,,\n'

test('says what it reads, and what came of it', async () => {
  const { code, stdout, stderr } = await map(TESTS)
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: [
      'rows          4, 3 different requests, loinc starter',
      'linked        1 (25.0 %)',
      'no candidate  1 (25.0 %)',
      'no unit given  1 (25.0 %)',
      'blank         1 (25.0 %)',
      '',
      'not linked, the commonest:',
      'Hemoglobin  1',
      'qzx         1',
      '',
    ]
      .join('\n')
      .replaceAll(/^(rows|linked|no candidate|blank) +/gm, (_, name: string) => name.padEnd(15)),
    stderr:
      'medlink: tests.csv is read as text from "Test Name", id from "code", unit from "UOM", specimen from "Sample"\n',
  })
})

test('gives the summary as JSON', async () => {
  const { stdout } = await map(TESTS, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ rows: 4, linked: 1, requests: 3, blank: 1 })
})

test('links names of the site', async () => {
  const names = join(await tempFolder(), 'names.tsv')
  await writeFile(names, 'name\tontology\tcode\nqzx\tloinc\t718-7\n')
  const { written } = await map(TESTS, '--names', names)
  expect(written).toMatch(/\nA3,qzx,,,718-7,.*,site_name,/)
})

test('takes the columns that are named, and no others where none may be guessed', async () => {
  const { stderr, written } = await map(
    TESTS,
    '--text',
    'Test Name',
    '--range',
    'code',
    '--no-guess',
  )
  expect(stderr).toBe('medlink: tests.csv is read as text from "Test Name", range from "code"\n')
  expect(written).toMatch(/\nA1,.*unit_missing/)
})

test('says which hints the ontology does not read', async () => {
  const { stderr } = await map(TESTS, '--form', 'UOM')
  expect(stderr).toContain('medlink: loinc does not use form: ignored\n')
})

test('says how it reads what is not in UTF-8', async () => {
  const { stderr, written } = await map(Buffer.from('test;unit\nB\xe4r;g\n', 'latin1'))
  expect(stderr).toBe(
    'medlink: tests.csv is not in UTF-8: it is read as windows-1252; --encoding names another\n' +
      'medlink: tests.csv is read as text from "test", unit from "unit"\n',
  )
  expect(written).toContain('\nBär;g;')
})

describe('is refused:', () => {
  test.each([
    [
      ['--text', 'Nothing'],
      1,
      'tests.csv has no column of the name given for text: it has "code", "Test Name", "UOM", "Sample"',
    ],
    [
      ['--encoding', 'klingon'],
      1,
      'unknown encoding: use one such as utf-8, windows-1252, latin1 or utf-16le',
    ],
    [['--shard', '3/2'], 1, 'a shard has the form i/n, with i from 1 to n, such as 2/8'],
    [['-v', '9.99'], 1, /version/],
    [['--jobs', '0'], 2, /whole number from 1 to 64/],
    [['--format', 'xml'], 2, /csv, tsv, jsonl/],
  ])('%j', async (options, expected, message) => {
    const { code, stderr, stdout, written } = await map(TESTS, ...options)
    expect({ code, stdout, written }).toEqual({ code: expected, stdout: '', written: undefined })
    if (typeof message === 'string') expect(stderr).toContain(`medlink: ${message}\n`)
    else expect(stderr).toMatch(message)
  })

  test('an output that is there', async () => {
    const { folder } = await map(TESTS)
    const argv = ['map', join(folder, 'tests.csv'), '-o', 'loinc', '--out', join(folder, 'out.csv')]
    const { code, stderr } = await medlink(argv, { env })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already exists/),
    })
    expect((await medlink([...argv, '--force', '--resume'], { env })).code).toBe(0)
  })
})
