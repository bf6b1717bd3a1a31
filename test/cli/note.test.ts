/**
 * Proves of `medlink comprehend`: --json prints what the library answers, plain lines have an entity each, on a terminal
 * the text comes first with each kind marked; --find asks for some kinds, and kinds without an index are named.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openMedlink } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink, tempFolder } from './support.ts'

const TEXT = 'Allergies: ibuprofen (rash)\nstarted on metformin 500 bd. Stopped aspirin 75.\n'
const dir = starterRoot('medication')
const env = { MEDLINK_DIR: dir }
const library = openMedlink({ dir })
afterAll(() => library.close())

async function note(): Promise<string> {
  const file = join(await tempFolder(), 'note.txt')
  writeFileSync(file, TEXT)
  return file
}

test('--json prints what the library answers', async () => {
  const { stdout } = await medlink(['comprehend', await note(), '--json'], { env })
  const { request_id: _, ...answer } = library.comprehend({ text: TEXT })
  expect(JSON.parse(stdout)).toMatchObject(answer)
})

test('plain lines have an entity each, and missing kinds are named', async () => {
  const { code, stdout, stderr } = await medlink(['comprehend', '-'], { env, stdin: TEXT })
  expect(code).toBe(0)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(2, 6)),
  ).toEqual([
    ['allergy', 'ibuprofen', 'present', 'rash'],
    ['medication', 'metformin', 'new', '500 bd'],
    ['medication', 'aspirin', 'stopped', '75'],
  ])
  expect(stderr).toContain('no index is installed: problem, test, procedure')
})

test('--text is the note itself, and a note in the place of a file is not repeated', async () => {
  const { stdout } = await medlink(['comprehend', '--text', TEXT], { env })
  expect(stdout).toBe((await medlink(['comprehend', await note()], { env })).stdout)
  const refused = await medlink(['comprehend', TEXT], { env })
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toBe(
    'medlink: there is no file of that name: give the name of a file, "-" for stdin, or a text by itself\n',
  )
})

test('--strictness, --billable and --encounter are those of the library', async () => {
  const asked = ['--strictness', 'balanced', '--billable', '--encounter', 'initial'] as const
  const { stdout } = await medlink(['comprehend', '-', '--json', ...asked], { env, stdin: TEXT })
  const { request_id: _, ...answer } = library.comprehend({
    ...{ text: TEXT, strictness: 'balanced', billable: true, encounter: 'initial' },
  })
  expect(JSON.parse(stdout)).toMatchObject(answer)
})

test('--find asks for some kinds', async () => {
  const { stdout, stderr } = await medlink(['comprehend', '-', '--find', 'medication'], {
    env,
    stdin: TEXT,
  })
  expect(stdout.split('\t').filter((cell) => cell === 'allergy')).toEqual(['allergy'])
  expect(stderr).not.toContain('not searched for')
  const wrong = await medlink(['comprehend', '-', '--find', 'drugs'], { env, stdin: TEXT })
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('problem, medication, test')
})

test('a note that names nothing says so on stderr', async () => {
  const { code, stdout, stderr } = await medlink(['comprehend', '-'], { env, stdin: 'zzqx vvwk' })
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toContain('medlink: nothing was found in the text\n')
  const found = await medlink(['comprehend', '-'], { env, stdin: TEXT })
  expect(found.stderr).not.toContain('nothing was found')
})

test('on a terminal each kind has its colour', async () => {
  const file = await note()
  const coloured = await medlink(['comprehend', file], { env, terminal: true })
  expect(coloured.stdout).toContain('\u001b[34mmetformin')
  expect(coloured.stdout).toContain('\u001b[33mibuprofen')
  const plain = await medlink(['comprehend', file], {
    env: { ...env, NO_COLOR: '1' },
    terminal: true,
  })
  expect(plain.stdout).toContain('[ibuprofen]')
  expect(plain.stdout).toMatch(/^kind\s+text\s+context/m)
})
