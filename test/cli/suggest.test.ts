/**
 * Proves of medlink suggest:
 * 1. with words it prints a row a line, in columns for a person, with tabs for a program, or as JSON
 * 2. its filters reach the library
 * 3. without words it follows the keys on a terminal, and prints the code that was chosen
 */

import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

/** Making a starter takes seconds where no other file has made it. */
beforeAll(() => {
  for (const ontology of ['icd-10-cm', 'loinc', 'snomed'] as const) starterRoot(ontology)
}, 120_000)

const envFor = (ontology: 'icd-10-cm' | 'loinc' | 'snomed') => {
  return { MEDLINK_DIR: starterRoot(ontology), NO_COLOR: '1' }
}
const icd = (...more: readonly string[]) => [
  'suggest',
  'htn',
  '-o',
  'icd-10-cm',
  '-n',
  '1',
  ...more,
]

test('a program gets code, title, name found and sort of thing, with tabs between', async () => {
  const { stdout } = await medlink(icd(), { env: envFor('icd-10-cm') })
  expect(stdout).toBe('I10\tEssential (primary) hypertension\tHTN\n')
  const header = await medlink(['suggest', 'E11', '-o', 'icd-10-cm', '-n', '1'], {
    env: envFor('icd-10-cm'),
  })
  expect(header.stdout).toBe('E11\tType 2 diabetes mellitus\t\tnot billable\n')
  const tagged = await medlink(['suggest', 'heart', 'failu', '-o', 'snomed', '-n', '1'], {
    env: envFor('snomed'),
  })
  expect(tagged.stdout).toBe('84114007\tHeart failure\t\tdisorder\n')
})

test.each([true, false])('no code is no error (terminal: %s)', async (terminal) => {
  const argv = ['suggest', 'zzqx', '-o', 'icd-10-cm']
  const { code, stdout, stderr } = await medlink(argv, { env: envFor('icd-10-cm'), terminal })
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toContain('medlink: no code has names with these words\n')
})

test('a person gets columns', async () => {
  const { stdout } = await medlink(icd(), { env: envFor('icd-10-cm'), terminal: true })
  expect(stdout).toBe('I10  Essential (primary) hypertension  HTN\n')
})

test('--json prints the rows', async () => {
  const { stdout } = await medlink(icd('--json'), { env: envFor('icd-10-cm') })
  expect(JSON.parse(stdout)).toEqual([
    {
      code: 'I10',
      name: 'Essential (primary) hypertension',
      matched: 'HTN',
      is_billable: true,
    },
  ])
})

test.each([
  { argv: ['e11', '-o', 'icd-10-cm', '--billable'], first: 'E11.9' },
  { argv: ['creat', '-o', 'loinc', '--specimen', 'urine'], first: '2161-8' },
  { argv: ['hemo', '-o', 'loinc', '--class', 'HEM/BC'], first: '718-7' },
  {
    argv: ['liv', '-o', 'snomed', '--tag', 'situation', '--tag', 'body structure'],
    first: '10200004',
  },
])('$argv leaves what passes', async ({ argv, first }) => {
  const ontology = argv[2] as 'icd-10-cm' | 'loinc' | 'snomed'
  const { stdout } = await medlink(['suggest', ...argv], { env: envFor(ontology) })
  expect(stdout.split('\t')[0]).toBe(first)
})

describe('without words', () => {
  /** Runs the command on a terminal that types; stdout is a file. */
  async function typing(keys: readonly string[], more: readonly string[] = []) {
    const modes: boolean[] = []
    const stdin = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => modes.push(isRaw),
    })
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 60 })
    const stdout = new PassThrough()
    let drawn = ''
    stderr.on('data', (chunk) => {
      drawn += chunk
    })
    const argv = ['suggest', '-o', 'icd-10-cm', ...more]
    const ran = run(argv, { stdin, stdout, stderr, env: envFor('icd-10-cm') })
    for (const key of keys) stdin.write(key)
    const code = await ran
    return { code, stdout: String(stdout.read() ?? ''), drawn, modes }
  }

  test('the code of the chosen row is printed', async () => {
    const { code, stdout, drawn, modes } = await typing([...'htn', '\r'])
    expect({ code, stdout, modes }).toEqual({ code: 0, stdout: 'I10\n', modes: [true, false] })
    expect(drawn).toContain('❯ I10  Essential (primary) hypertension  HTN')
  })

  test('or all of it', async () => {
    const { stdout } = await typing([...'htn', '\r'], ['--json'])
    expect(JSON.parse(stdout)).toMatchObject({ code: 'I10', is_billable: true })
    expect(JSON.parse(stdout)).not.toHaveProperty('text')
  })

  test('nothing is, when nothing is chosen', async () => {
    const { code, stdout, modes } = await typing([...'htn', '\u0003'])
    expect({ code, stdout, modes }).toEqual({ code: 0, stdout: '', modes: [true, false] })
  })

  test('what is wrong is said on a terminal that is as it was', async () => {
    const { code, drawn, modes } = await typing(['a'], ['--class', 'CHEM'])
    expect({ code, modes }).toEqual({ code: 1, modes: [true, false] })
    expect(drawn).toContain('medlink: class is not a filter of icd-10-cm')
  })

  test('a terminal is needed', async () => {
    const { code, stderr } = await medlink(['suggest', '-o', 'icd-10-cm'], { stdin: 'htn' })
    expect(code).toBe(2)
    expect(stderr).toContain('typing them live needs a terminal')
  })
})
