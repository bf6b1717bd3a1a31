/**
 * Proves of `medlink link -v comprehend`:
 * 1. --json prints what the library answers: a link of that version, of SNOMED CT what is comprehended
 * 2. plain lines have an entity each; on a terminal the text comes first, then the table
 * 3. a file and all of stdin are one text; without --file each line of stdin is
 * 4. --release picks the version that answers
 * 5. what means nothing is refused or said to be left out, and no error repeats a text
 * 6. nothing that a terminal obeys comes out of a text
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { entityLines } from '../../src/cli/comprehend/entities.ts'
import { linkResultSchema, openMedlink } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

const TEXT = 'Gout. No chest pain; asthma'
const dir = starterRoot('icd-10-cm')
const env = { MEDLINK_DIR: dir }
const COMPREHEND = ['link', '-o', 'icd-10-cm', '-v', 'comprehend']

const library = openMedlink({ dir })
afterAll(() => library.close())

function comprehended(text: string) {
  return library.comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] })
}

/** Below the remark that the starter answers. */
function errorIn(stderr: string): { error: { code: string; message: string } } {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1)!)
}

async function fileWith(text: string): Promise<string> {
  const file = join(await tempFolder(), 'note.txt')
  writeFileSync(file, text)
  return file
}

describe('--json', () => {
  test('prints what the library answers to a link of this version', async () => {
    const { code, stdout } = await medlink([...COMPREHEND, TEXT, '-k', '3', '--json'], { env })
    expect(code).toBe(0)
    const printed = JSON.parse(stdout)
    const request = { query: TEXT, ontology: 'icd-10-cm', version: 'comprehend', top_k: 3 } as const
    const { request_id, ...answer } = library.link(request)
    expect(printed).toMatchObject(answer)
    expect(linkResultSchema.parse(printed)).toMatchObject({ version: 'comprehend', query: TEXT })
    expect(printed.query_breakdown.entities.length).toBeGreaterThan(1)
    expect(request_id).not.toBe('')
  })

  test('of SNOMED CT prints what is comprehended', async () => {
    const snomed = starterRoot('snomed')
    const argv = ['link', '-o', 'snomed', '-v', 'comprehend', TEXT, '--json']
    const { code, stdout } = await medlink(argv, { env: { MEDLINK_DIR: snomed } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ontology: 'snomed', version: 'starter', text: TEXT })
  })
})

describe('a person or a program reads it', () => {
  test('plain lines have an entity each', async () => {
    const { stdout } = await medlink([...COMPREHEND, ...TEXT.split(' ')], { env })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual(entityLines(comprehended(TEXT)))
    expect(lines.length).toBeGreaterThan(1)
    const [begin, end, text] = lines[0]!.split('\t')
    expect(TEXT.slice(Number(begin), Number(end))).toBe(text)
  })

  test('on a terminal the text comes first, marked, then a table', async () => {
    const coloured = await medlink([...COMPREHEND, TEXT], { env, terminal: true })
    expect(coloured.stdout).toContain('\u001b[32m')
    const plain = await medlink([...COMPREHEND, TEXT], {
      env: { ...env, NO_COLOR: '1' },
      terminal: true,
    })
    expect(plain.stdout).not.toContain('\u001b')
    const [source, marked] = plain.stdout.split('\n')
    expect(source).toBe('icd-10-cm starter')
    expect(marked!.replace(/[[\]]/g, '')).toBe(TEXT)
    expect(marked).toContain('[')
    expect(plain.stdout).toMatch(/^#\s+text\s+code\s+title\s+score/m)
  })

  test('a text without a condition is told as such', async () => {
    const { code, stdout } = await medlink([...COMPREHEND, 'zzqx vvwk'], { env, terminal: true })
    expect(code).toBe(0)
    expect(stdout).toContain('no condition was found in the text')
    const piped = await medlink([...COMPREHEND, 'zzqx vvwk'], { env })
    expect(piped.stdout).toBe('')
    expect(piped.stderr).toContain('medlink: no condition was found in the text\n')
  })

  test('nothing that a terminal obeys comes out of a text', async () => {
    const text = 'Gout\u001b[31m and\u202e asthma\u0007, \u009b2J'
    for (const terminal of [true, false]) {
      const ran = await medlink([...COMPREHEND, text], { env: { ...env, NO_COLOR: '1' }, terminal })
      expect(ran.stdout).toMatch(/gout/i)
      expect(ran.stdout + ran.stderr).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u)
    }
  })
})

describe('where the text comes from', () => {
  const whole = 'Gout.\nNo chest pain\r\n'

  test('a file is one text, without its byte order mark', async () => {
    const { stdout } = await medlink([...COMPREHEND, '--file', await fileWith(`\uFEFF${whole}`)], {
      env,
    })
    expect(stdout.trimEnd().split('\n')).toEqual(entityLines(comprehended(whole)))
  })

  test('"-" is all of stdin', async () => {
    const { stdout } = await medlink([...COMPREHEND, '--file', '-', '--json'], {
      env,
      stdin: whole,
    })
    expect(JSON.parse(stdout).query).toBe(whole)
  })

  test('without a file each line of stdin is a text', async () => {
    const stdin = 'gout\n\nno asthma\n'
    const json = await medlink([...COMPREHEND, '--json'], { env, stdin })
    const queries = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).query)
    expect(queries).toEqual(['gout', 'no asthma'])
    const plain = await medlink([...COMPREHEND, '-'], { env, stdin })
    expect(plain.stdout.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# gout',
      '# no asthma',
    ])
  })
})

test('--release is the version that answers', async () => {
  const argv = [...COMPREHEND, 'gout', '--release', 'starter', '--json']
  expect(JSON.parse((await medlink(argv, { env })).stdout).index_name).toContain('starter')
  const none = await medlink([...COMPREHEND, 'gout', '--release', '1999', '--json'], { env })
  expect(errorIn(none.stderr).error.code).toBe('unknown_version')
})

test('names of the site are known to texts too', async () => {
  const names = await fileWith('name\tontology\tcode\nzorvex fits\ticd-10-cm\tG40.909\n')
  const { stdout } = await medlink([...COMPREHEND, 'zorvex fits', '--names', names], { env })
  expect(stdout).toContain('G40.909')
})

test('options of another vocabulary are named', async () => {
  const argv = ['link', '-o', 'icd-10-cm', '-v', 'comprehend', 'gout', '--assume', 'usual']
  expect((await medlink(argv, { env })).stderr).toContain('icd-10-cm does not use assume: ignored')
})

test('hints are of mentions: that they are left out is said', async () => {
  const { code, stderr } = await medlink([...COMPREHEND, 'gout', '--unit', 'secret'], { env })
  expect(code).toBe(0)
  expect(stderr).toContain('comprehend does not use unit: ignored')
  expect(stderr).not.toContain('secret')
})

test.each([
  {
    argv: ['link', '-o', 'loinc', '-v', 'comprehend', 'secret'],
    says: 'problems of texts are linked to snomed and icd-10-cm alone',
  },
  { argv: [...COMPREHEND, 'secret', '--explain'], says: '--explain' },
  { argv: [...COMPREHEND, 'secret', '--file', 'x'], says: 'not both' },
  { argv: COMPREHEND, says: 'give a text' },
  { argv: ['link', '-o', 'icd-10-cm', '--file', 'x'], says: 'one mention on each line' },
  { argv: ['link', '-o', 'icd-10-cm', 'secret', '--release', '2026'], says: '-v' },
])('$argv is wrong usage', async ({ argv, says }) => {
  const { code, stderr } = await medlink(argv, { env })
  expect(code).toBe(2)
  expect(stderr).toContain(says)
  expect(stderr).not.toContain('secret')
})

test.each([
  { what: 'a file that is not there', text: undefined, says: 'cannot read' },
  { what: 'an empty file', text: ' \n', says: 'a non-empty string' },
  { what: 'a text that is too long', text: `secret ${'gout '.repeat(2000)}`, says: 'longer than' },
])('$what is refused', async ({ text, says }) => {
  const file = text === undefined ? '/nowhere/note.txt' : await fileWith(text)
  const { code, stderr } = await medlink([...COMPREHEND, '--file', file, '--json'], { env })
  expect(code).toBe(1)
  const { error } = errorIn(stderr)
  expect(error.code).toBe('invalid_request')
  expect(error.message).toContain(says)
  expect(error.message).not.toContain('secret')
})

test('of several lines the one that is refused is named, without its text', async () => {
  const stdin = `gout\n${'secret '.repeat(2000)}\n`
  const { code, stdout, stderr } = await medlink([...COMPREHEND, '--json'], { env, stdin })
  expect(code).toBe(1)
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(errorIn(stderr).error.message).toMatch(/^line 2: /)
  expect(stderr).not.toContain('secret')
})
