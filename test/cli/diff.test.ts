/**
 * Proves of `medlink diff`, over two invented releases:
 * 1. between pipes a change is a line of code, change, before and after; the sum stands on stderr
 * 2. a terminal gets a table, --json the library's object
 * 3. what cannot be compared is refused
 */

import { beforeAll, expect, test } from 'vitest'
import type { ReleaseRecords } from '../../src/index/records.ts'
import { indexPath } from '../../src/index/registry.ts'
import { icd10cm } from '../../src/ontologies/icd10cm/icd10cm.ts'
import { fileFolder } from '../support/linker.ts'
import { NOW } from '../support/shared-index.ts'
import { tinyRelease, writeTiny } from '../support/tiny-index.ts'
import { medlink } from './support.ts'

const dir = fileFolder()
const env = { MEDLINK_DIR: dir, NO_COLOR: '1' }
const argv = ['diff', '-o', 'icd-10-cm', '--from', '2026', '--to', '2027']

const concept = (code: string, name: string, is_billable = true, active = true) => ({
  ...{ code, name, family: code, active, attributes: { is_billable } },
})

function install(version: string, release: Partial<ReleaseRecords>): void {
  const file = indexPath(dir, 'icd-10-cm', version)
  const none = { terms: [], edges: [], replacements: [], maps: [], facts: [] }
  writeTiny(
    file,
    { ...tinyRelease, ...none, version, ...release },
    { columns: icd10cm.columns, aliases: [], now: NOW },
  )
}

beforeAll(() => {
  install('2026', {
    concepts: [
      concept('A00', 'Cholera'),
      concept('B00', 'Dropsy'),
      concept('C00', 'Catarrh'),
      concept('D00', 'Gout of any part, however long the title of it may be'),
    ],
  })
  install('2027', {
    concepts: [
      concept('A00', 'Cholera', false),
      concept('A00.0', 'Cholera of one kind'),
      concept('A00.1', 'Cholera of another kind'),
      concept('B00', 'Dropsy', true, false),
      concept('C00', 'Catarrh'),
      concept('D00', 'Gout'),
    ],
    edges: [
      { code: 'A00.0', parent: 'A00' },
      { code: 'A00.1', parent: 'A00' },
    ],
    replacements: [{ code: 'B00', replacement: 'C00', relation: 'replaced_by' }],
  })
  install('2028', { concepts: [concept('C00', 'Catarrh')] })
  install('2029', { concepts: [concept('C00', 'Coryza')] })
})

test('between pipes a change is a line', async () => {
  const { code, stdout, stderr } = await medlink(argv, { env })
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual([
    'A00\tflag_changed\tis_billable true\tis_billable false',
    'A00\tsplit\tCholera\tA00.0 A00.1',
    'A00.0\tadded\t\tCholera of one kind',
    'A00.1\tadded\t\tCholera of another kind',
    'B00\tretired\tDropsy\tC00',
    'B00\tmerged\tDropsy\tC00',
    'D00\trenamed\tGout of any part, however long the title of it may be\tGout',
    '',
  ])
  expect(stderr).toBe(
    'medlink: icd-10-cm 2026 to 2027: 5 codes differ: 2 added, 1 retired, 1 renamed, 1 flag changed, 1 split, 1 merged\n',
  )
})

test('a terminal gets a table', async () => {
  const { stdout } = await medlink(argv, { env, terminal: true })
  expect(stdout.split('\n')).toEqual([
    'code   change        what',
    'A00    flag_changed  is_billable true → is_billable false',
    'A00    split         Cholera → A00.0 A00.1',
    'A00.0  added         Cholera of one kind',
    'A00.1  added         Cholera of another kind',
    'B00    retired       Dropsy → C00',
    'B00    merged        Dropsy → C00',
    'D00    renamed       Gout of any part, however long the title of it may be →',
    '                     Gout',
    '',
  ])
})

test("--json is the library's object", async () => {
  const { stdout, stderr } = await medlink([...argv, '--json'], { env })
  expect(stderr).toBe('')
  const found = JSON.parse(stdout)
  expect(found.counts.added).toBe(2)
  expect(found.changes[3]).toEqual({
    code: 'B00',
    changes: ['retired', 'merged'],
    old_name: 'Dropsy',
    new_name: 'Dropsy',
    flags: {},
    into: [{ code: 'C00', name: 'Catarrh' }],
  })
})

test('one code is told in the singular', async () => {
  const { stderr } = await medlink(['diff', '-o', 'icd-10-cm', '--from', '2028', '--to', '2029'], {
    env,
  })
  expect(stderr).toBe('medlink: icd-10-cm 2028 to 2029: 1 code differs: 1 renamed\n')
})

test('the other way round', async () => {
  const back = ['diff', '-o', 'icd-10-cm', '--from', '2027', '--to', '2026']
  const { stdout } = await medlink(back, { env })
  expect(stdout).toContain('A00.0\tretired\tCholera of one kind\t\n')
  expect(stdout).toContain('B00\tadded\t\tDropsy\n')
})

test.each([false, true])(
  'nothing changed is said, and no more (terminal: %s)',
  async (terminal) => {
    const same = ['diff', '-o', 'icd-10-cm', '--from', '2027', '--to', '2027']
    const { code, stdout, stderr } = await medlink(same, { env, terminal })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toBe('medlink: icd-10-cm 2027 to 2027: no code differs\n')
  },
)

test('a version that is not installed is refused, with those that are', async () => {
  const ran = await medlink(['diff', '-o', 'icd-10-cm', '--from', '2025', '--to', '2027'], { env })
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toContain('installed: 2029, 2028, 2027, 2026')
})
