/**
 * Proves that the command line repeats nothing on stderr of what was typed in the place of an option, an argument or a
 * command, whether plain, as JSON or for debugging. Options that name a file or folder are left out: those are named.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { miniRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const SECRET = 'Zebrastripe'
const QUOTED = `${SECRET} "Jane" O'Hara is invalid.`
const TEXTS = [SECRET, QUOTED, `'${SECRET}'`]
const PATHS = [
  '--names',
  '--source',
  '--concepts',
  '--dir',
  '--file',
  '--out',
  '--to',
  '--project',
  '--release',
  '--results',
  '--data',
  '--config',
]

const dir = await miniRoot('icd-10-cm')
const data = mkdtempSync(join(tmpdir(), 'medlink-unrepeated-'))
afterAll(() => rmSync(data, { recursive: true }))
const table = join(data, 'problems.csv')
writeFileSync(table, 'text\ngout\n')

/** A call of each command that gets as far as its options. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  link: ['gout', '-o', 'icd-10-cm'],
  map: [table, '-o', 'icd-10-cm', '--out', join(data, 'mapped.csv'), '--force'],
  merge: ['/dev/null/x', '--out', '/dev/null/y'],
  'project create': ['/dev/null/x', '--source', table, '-o', 'icd-10-cm'],
  'project status': ['/dev/null/x'],
  'project export': ['/dev/null/x', '--format', 'sssom', '--out', '/dev/null/y'],
  'project import': ['/dev/null/x', '/dev/null/y', '--format', 'sssom', '--reviewer', 'r'],
  'project move': ['/dev/null/x', '--to', '2027'],
  'names export': ['/dev/null/x', '--out', '/dev/null/y'],
  comprehend: [table],
  suggest: ['gout', '-o', 'icd-10-cm'],
  concept: ['icd-10-cm', 'A00'],
  diff: ['-o', 'icd-10-cm', '--from', '2027', '--to', '2027'],
  registry: [],
  check: ['-o', 'icd-10-cm'],
  download: ['icd-10-cm', '--to', '/dev/null/x'],
  build: ['snomed', '--release', dir],
  eval: ['/dev/null/x.jsonl'],
  // Nothing listens there: a server that started would not end.
  serve: ['--host', '192.0.2.1'],
  mcp: [],
  review: ['/dev/null/x', '--no-open'],
  token: [],
  'client add': ['--workspace', 'w'],
  'client list': [],
  'client remove': ['nobody'],
  'patient hold': ['nobody'],
  'patient release': ['nobody'],
  'patient export': ['nobody', '--to', '/dev/null/x'],
  'workspace set': ['w', '--consent', 'optional'],
  'workspace list': [],
  'audit verify': [],
  'audit export': [],
  'keys rotate': [],
  backup: ['/dev/null/x'],
  restore: ['/dev/null/x'],
}

const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {} }
/** Commands that do something, by what is typed for them. */
const commands = commandsOf(createProgram(io))

function commandsOf({ commands }: Command, before: readonly string[] = []): [string, Command][] {
  return commands.flatMap((command) => {
    const path = [...before, command.name()]
    return command.commands.length > 0
      ? commandsOf(command, path)
      : [[path.join(' '), command] as [string, Command]]
  })
}

const rows = commands.flatMap(([name, command]) => {
  const path = name.split(' ')
  const call = [...path, ...CALLS[name]!]
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
    (text: string) => [...path, `--${text}`, text],
  ].map((argvOf) => ({ shown: argvOf('TEXT').join(' '), argvOf }))
})

test('every command that there is, is called', () => {
  expect(Object.keys(CALLS)).toEqual(commands.map(([name]) => name))
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
  { shown: 'client TEXT', argvOf: (text: string) => ['client', text] },
  { shown: 'client remove TEXT', argvOf: (text: string) => ['client', 'remove', text] },
  {
    shown: 'workspace set TEXT',
    argvOf: (text: string) => ['workspace', 'set', text, '--consent', 'optional'],
  },
  { shown: 'patient hold TEXT', argvOf: (text: string) => ['patient', 'hold', text] },
  {
    shown: 'patient export TEXT',
    argvOf: (text: string) => ['patient', 'export', text, '--to', '/dev/null/x'],
  },
  { shown: 'build TEXT --release …', argvOf: (text: string) => ['build', text, '--release', dir] },
])('$shown', async ({ argvOf }) => {
  // As JSON an error says the same: one text, the one with quotes, shows how it is written.
  const calls = [...TEXTS.map(argvOf), [...argvOf(QUOTED), '--json']]
  for (const argv of calls) {
    const ran = await medlink(argv, {
      env: { MEDLINK_DIR: dir, MEDLINK_DATA: data, MEDLINK_DEBUG: '1' },
    })
    expect(ran.stderr).not.toMatch(/zebra/i)
  }
})
