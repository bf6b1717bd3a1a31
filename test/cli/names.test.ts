/**
 * Proves of --names, over the starter:
 * 1. link, suggest, eval and comprehend answer with a table's names, and show them as such
 * 2. what is to be said of names goes to stderr, a table that cannot be read is refused with its line
 * 3. build puts them into the index, and tells the same
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileFolder } from '../support/linker.ts'
import { starterRoot } from '../support/shared-index.ts'
import { MINI_RELEASE, medlink, tempFolder } from './support.ts'

const env = { MEDLINK_DIR: starterRoot('icd-10-cm'), NO_COLOR: '1' }
const folder = fileFolder()

function tableOf(name: string, ...rows: string[]): string {
  const file = join(folder, name)
  writeFileSync(file, ['name\tontology\tcode\tnote', ...rows, ''].join('\n'))
  return file
}

const names = tableOf(
  'own.tsv',
  'Ward trouble\ticd-10-cm\tE11.9\tagreed in May',
  'Zzqy\ticd-10-cm\tI10',
)
const asked = ['-o', 'icd-10-cm', '--names', names]

test('link answers with a name, and a pipe has it in the place of the name that matched', async () => {
  const { code, stdout, stderr } = await medlink(['link', 'WARD  trouble', ...asked], { env })
  expect(code).toBe(0)
  expect(stdout).toBe(
    'E11.9\tType 2 diabetes mellitus without complications\t1.0000\tlinked\tWard trouble\n',
  )
  expect(stderr).not.toContain('own.tsv')
})

test('a terminal says whose name it is, and --explain what the site says of it', async () => {
  const argv = ['link', 'ward trouble', ...asked, '--explain']
  const { stdout } = await medlink(argv, { env, terminal: true })
  expect(stdout).toContain('   site name "Ward trouble"\n')
  expect(stdout).toContain("     the text is a name of the site's own: agreed in May\n")
  const other = await medlink(['link', 'zzqy', ...asked, '--explain'], { env })
  expect(other.stdout).toContain("     the text is a name of the site's own\n")
})

test('a name that is the title is shown as a name of the site all the same', async () => {
  const own = tableOf('title.tsv', 'Gout\ticd-10-cm\tM10')
  const argv = ['link', 'gout', '-o', 'icd-10-cm', '--names', own]
  const { stdout } = await medlink(argv, { env, terminal: true })
  expect(stdout).toContain('   site name "Gout"\n')
})

test('several tables are read', async () => {
  const more = tableOf('more.tsv', 'Xxqy\ticd-10-cm\tM10')
  for (const query of ['zzqy', 'xxqy']) {
    const { stdout } = await medlink(['link', query, ...asked, '--names', more], { env })
    expect(stdout).toContain('\tlinked\t')
  }
})

test('the filter, suggestions and evaluation know them', async () => {
  const stdin = '{"query":"zzqy","request_id":"1"}\n'
  const filter = await medlink(['link', ...asked, '--jsonl', '--jobs', '1'], { env, stdin })
  expect(JSON.parse(filter.stdout).results[0].metadata.link_basis).toBe('site_name')
  const suggested = await medlink(['suggest', 'ward', 'tr', ...asked], { env })
  expect(suggested.stdout.split('\n')[0]).toBe(
    'E11.9\tType 2 diabetes mellitus without complications\tWard trouble',
  )
  const cases = join(folder, 'cases.jsonl')
  const request = { query: 'zzqy', ontology: 'icd-10-cm' }
  writeFileSync(cases, `${JSON.stringify({ id: '1', request, gold: ['I10'] })}\n`)
  const measured = await medlink(['eval', cases, '--names', names, '--json'], { env })
  expect(JSON.parse(measured.stdout)).toMatchObject({ top1: 1 })
})

test('what contradicts the release is told, without the name', async () => {
  const own = tableOf('odd.tsv', 'gout\ticd-10-cm\tI10', 'Zebrastripe\ticd-10-cm\tI99.99')
  const argv = ['link', 'gout', '-o', 'icd-10-cm', '--names', own]
  const { stdout, stderr } = await medlink(argv, { env })
  expect(stdout).toMatch(/^I10\t.*\tlinked\tgout\n$/)
  expect(stderr.split('\n').filter((line) => line.includes('odd.tsv'))).toEqual([
    'medlink: odd.tsv line 2: the name is an official one of M10: it stands for I10 now',
    'medlink: odd.tsv line 3: icd-10-cm starter has no such code: the name is left out',
  ])
  expect(stderr).not.toContain('Zebrastripe')
})

test.each([
  { rows: ['Zebrastripe\ticd-10-cm'], says: 'bad.tsv line 2: code must be a non-empty string' },
  {
    rows: ['Zebrastripe\ticd-10-cm\tI10', 'ZEBRASTRIPE\ticd-10-cm\tM10'],
    says: 'bad.tsv line 2 and bad.tsv line 3: one name',
  },
])('a table is refused: $says', async ({ rows, says }) => {
  const bad = tableOf('bad.tsv', ...rows)
  for (const argv of [
    ['link', 'gout', '-o', 'icd-10-cm', '--names', bad],
    ['build', 'icd-10-cm', '--release', MINI_RELEASE, '--out', await tempFolder(), '--names', bad],
  ]) {
    const { code, stdout, stderr } = await medlink(argv, { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(says)
    expect(stderr.toLowerCase()).not.toContain('zebrastripe')
  }
})

test('a table that is not there is refused', async () => {
  const { code, stderr } = await medlink(['link', 'x', '-o', 'loinc', '--names', '/nowhere.tsv'])
  expect(code).toBe(1)
  expect(stderr).toContain('/nowhere.tsv cannot be used (ENOENT)')
})

test('build puts them into the index', async () => {
  const out = await tempFolder()
  const own = tableOf('built.tsv', 'Zzqy\ticd-10-cm\tA00.0', 'Cholera\ticd-10-cm\tA00.1')
  const argv = ['build', 'icd-10-cm', '--release', MINI_RELEASE, '--out', out, '--names', own]
  const { code, stdout } = await medlink(argv)
  expect(code).toBe(0)
  const what = 'built.tsv line 3: the name is an official one of A00: it stands for A00.1 now'
  expect(stdout).toContain(what)
  const linked = await medlink(['link', 'zzqy', '-o', 'icd-10-cm', '--dir', out])
  expect(linked.stdout).toMatch(/^A00\.0\t.*\tlinked\tZzqy\n$/)
})
