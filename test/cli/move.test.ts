/**
 * Proves of `medlink diff --project` and `medlink project move`, over two invented releases:
 * 1. what changes is a line a term, those that were decided first; a terminal gets a table, --json the library's object
 * 2. diff changes nothing, move does, with the same words
 * 3. a project of another release or vocabulary is refused, and Ctrl-C leaves a project as it was
 */

import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withProject } from '../../src/cli/mapping-project.ts'
import { openProject } from '../../src/mapping/mapping.ts'
import { fileFolder } from '../support/linker.ts'
import { buildTwoReleases } from '../support/two-releases.ts'
import { medlink } from './support.ts'

const folder = fileFolder()
const TABLE =
  'text\npurple fever\ngreen cough\nslow heel\na green cough\nodd knee\n"a, slow heel"\n'
const LINES = [
  'purple fever\tsplit\tR10\tR10.0 R10.1',
  'slow heel\tlink_changed\t\tR14',
  'green cough\tunlinked\tR11\t',
  'a green cough\tunlinked\tR11\t',
  'a, slow heel\tlinked\t\tR14',
  '',
]
const SUMMARY =
  'medlink: icd-10-cm 2026 to 2027: decisions to review: 1 split, 1 link changed; undecided terms: ' +
  '2 unlinked, 1 linked; other candidates, titles or scores: 5 terms\n'

let releases: Awaited<ReturnType<typeof buildTwoReleases>>
let env: Readonly<Record<string, string>>
let made: string

beforeAll(async () => {
  releases = await buildTwoReleases()
  env = { MEDLINK_DIR: releases.dir, NO_COLOR: '1' }
  const source = join(folder, 'problems.csv')
  writeFileSync(source, TABLE)
  made = join(folder, 'p.medmap')
  const argv = ['project', 'create', made, '--source', source, '-o', 'icd-10-cm', '-v', '2026']
  expect(await medlink([...argv, '--jobs', '1'], { env })).toMatchObject({ code: 0 })
  await withProject(openProject(made), (project) =>
    project.decide('Ann', [
      { term: 1, seen: 1, decision: 'accept' },
      { term: 3, seen: 1, decision: 'none' },
    ]),
  )
})
afterAll(() => releases.remove())

const versionOf = (file: string) =>
  withProject(openProject(file), async (project) => (await project.about()).version)

function copyOfMade(): string {
  const file = join(mkdtempSync(join(folder, 'copy-')), 'p.medmap')
  cpSync(made, file)
  return file
}

const diffArgv = (from: string, to: string) => [
  ...['diff', '-o', 'icd-10-cm', '--from', from, '--to', to, '--project', made],
]

test('diff tells what changes, and changes nothing', async () => {
  const ran = await medlink(diffArgv('2026', '2027'), { env })
  expect({ ...ran, stdout: ran.stdout.split('\n') }).toEqual({
    ...{ code: 0, stdout: LINES, stderr: SUMMARY },
  })
  expect(await versionOf(made)).toBe('2026')
})

test('move says the same, and does it', async () => {
  const file = copyOfMade()
  const argv = ['project', 'move', file, '--to', '2027', '--jobs', '1']
  const ran = await medlink(argv, { env })
  expect({ ...ran, stdout: ran.stdout.split('\n') }).toEqual({
    ...{ code: 0, stdout: LINES, stderr: SUMMARY },
  })
  expect(await versionOf(file)).toBe('2027')
  const { stdout } = await medlink(['project', 'status', file], { env })
  expect(stdout).toMatch(/^to review +2 \(33\.3 %\)/m)
  expect(await medlink(argv, { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already uses icd-10-cm 2027'),
  })
})

test('a terminal gets a table', async () => {
  const { stdout } = await medlink(diffArgv('2026', '2027'), { env, terminal: true })
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'term           change        codes',
    'purple fever   split         R10 → R10.0 R10.1',
    'slow heel      link_changed  none → R14',
    'green cough    unlinked      R11 → none',
  ])
})

test("--json is the library's object", async () => {
  const { stdout } = await medlink([...diffArgv('2026', '2027'), '--json'], { env })
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ from: '2026', to: '2027', candidates_changed: 5 },
    changes: [{ look: { reason: 'split' } }, {}, { look: { reason: 'link_changed' } }, {}, {}],
  })
})

test('a release that changes nothing is said, and no more', async () => {
  const same = join(folder, 'same.medmap')
  const source = join(folder, 'knees.csv')
  writeFileSync(source, 'text\nodd knee\n')
  const argv = ['project', 'create', same, '--source', source, '-o', 'icd-10-cm', '-v', '2026']
  await medlink([...argv, '--jobs', '1'], { env })
  const ran = await medlink(['project', 'move', same, '--to', '2027'], { env })
  expect(ran).toEqual({
    ...{ code: 0, stdout: '' },
    stderr:
      'medlink: icd-10-cm 2026 to 2027: decisions to review: none; undecided terms: none; other candidates, ' +
      'titles or scores: 0 terms\n',
  })
})

test.each([
  { argv: () => diffArgv('2027', '2026'), says: 'uses icd-10-cm 2026' },
  { argv: () => ['diff', '-o', 'loinc', ...diffArgv('2026', '2027').slice(3)], says: '' },
  { argv: () => ['project', 'move', made, '--to', '2030'], says: 'installed: 2027, 2026' },
])('what cannot be compared is refused: $says', async ({ argv, says }) => {
  const ran = await medlink(argv(), { env })
  expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(says) })
  expect(await versionOf(made)).toBe('2026')
})

test('Ctrl-C leaves a project as it was', async () => {
  const before = process.listenerCount('SIGINT')
  const running = medlink(['project', 'move', made, '--to', '2027', '--jobs', '1'], { env })
  await expect.poll(() => process.listenerCount('SIGINT'), { interval: 1 }).toBeGreaterThan(before)
  process.emit('SIGINT')
  expect(await running).toMatchObject({
    code: 1,
    stderr: 'medlink: stopped: nothing was changed\n',
  })
  expect(await versionOf(made)).toBe('2026')
})
