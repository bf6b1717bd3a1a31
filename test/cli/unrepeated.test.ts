/**
 * Proves that the command line repeats nothing on stderr of what was typed in the place of an option, an argument or a
 * command, whether plain, as JSON or for debugging. Options that name a file or folder are left out: those are named.
 */

import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { miniRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const SECRET = 'Zebrastripe'
const TEXTS = [SECRET, `${SECRET} "Jane" O'Hara is invalid.`, `'${SECRET}'`]
const PATHS = ['--dir', '--file', '--out', '--to', '--release', '--results']

const dir = await miniRoot('icd-10-cm')

/** A call of each command that gets as far as its options. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  link: ['gout', '-o', 'icd-10-cm'],
  suggest: ['gout', '-o', 'icd-10-cm'],
  concept: ['icd-10-cm', 'A00'],
  registry: [],
  check: ['-o', 'icd-10-cm'],
  download: ['icd-10-cm', '--to', '/dev/null/x'],
  build: ['snomed', '--release', dir],
  eval: ['/dev/null/x.jsonl'],
}

const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {} }
const commands = createProgram(io).commands

const rows = commands.flatMap((command) => {
  const call = [command.name(), ...CALLS[command.name()]!]
  const options = command.options
    .filter(({ long, flags }) => !PATHS.includes(long!) && /[<[]/.test(flags))
    .flatMap(({ long, short }) => [
      (text: string) => [...call, long!, text],
      ...(short === undefined ? [] : [(text: string) => [...call, `${short}${text}`]]),
    ])
  return [
    ...options,
    (text: string) => [...call, `--${text}`],
    (text: string) => [...call, `-${text}`],
    (text: string) => [command.name(), `--${text}`, text],
  ].map((argvOf) => ({ shown: argvOf('TEXT').join(' '), argvOf }))
})

test('every command that there is, is called', () => {
  expect(Object.keys(CALLS)).toEqual(commands.map((command) => command.name()))
  expect(rows.length).toBeGreaterThan(45)
})

test.each([
  ...rows,
  { shown: 'TEXT', argvOf: (text: string) => [text] },
  { shown: '--TEXT', argvOf: (text: string) => [`--${text}`] },
  { shown: 'registry TEXT', argvOf: (text: string) => ['registry', text] },
  { shown: 'concept TEXT A00', argvOf: (text: string) => ['concept', text, 'A00'] },
  { shown: 'concept icd-10-cm TEXT', argvOf: (text: string) => ['concept', 'icd-10-cm', text] },
  { shown: 'download TEXT', argvOf: (text: string) => ['download', text] },
  { shown: 'build TEXT', argvOf: (text: string) => ['build', text] },
  { shown: 'build TEXT --release …', argvOf: (text: string) => ['build', text, '--release', dir] },
])('$shown', async ({ argvOf }) => {
  for (const text of TEXTS)
    for (const more of [[], ['--json']]) {
      const ran = await medlink([...argvOf(text), ...more], {
        env: { MEDLINK_DIR: dir, MEDLINK_DEBUG: '1' },
      })
      expect(ran.stderr).not.toMatch(/zebra/i)
    }
})
