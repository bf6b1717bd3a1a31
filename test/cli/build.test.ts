import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MINI } from '../support/shared-index.ts'
import { writeTempFolder } from '../support/temp-release.ts'
import { makeZip } from '../support/zip.ts'
import { medlink, tempFolder } from './support.ts'

test.each([
  { flag: '--out', ontology: 'icd-10-cm', concepts: 113, warning: /order file lacks/ },
  { flag: '--dir', ontology: 'loinc', concepts: 66, warning: /Loinc\.csv lacks/ },
] as const)('build $ontology puts the index below $flag and says what it is', async (row) => {
  const { flag, ontology, concepts, warning } = row
  const { release, version } = MINI[ontology]
  const dir = await tempFolder()
  const { code, stdout, stderr } = await medlink([
    'build',
    ontology,
    '--release',
    release,
    flag,
    dir,
  ])
  const file = join(dir, ontology, `${version}.sqlite`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(existsSync(file)).toBe(true)
  expect(stdout).toMatch(new RegExp(`^built +${ontology} ${version}$`, 'm'))
  expect(stdout).toContain(file)
  expect(stdout).toMatch(new RegExp(`^concepts +${concepts}$`, 'm'))
  expect(stdout).toMatch(/^time +[\d.]+ s$/m)
  const warnings = stdout.split('\n').filter((line) => line.startsWith('warning '))
  expect(warnings.join('\n')).toMatch(warning)
})

test.each([
  { ontology: 'icd-10-cm', version: '2027-04', concepts: 113 },
  { ontology: 'loinc', version: '9.01-lab', concepts: 66 },
] as const)('build $ontology takes a version of its own, and MEDLINK_DIR', async (row) => {
  const { ontology, version, concepts } = row
  const dir = await tempFolder()
  const argv = ['build', ontology, '--release', MINI[ontology].release, '--version', version]
  const { code, stdout } = await medlink([...argv, '--json'], { env: { MEDLINK_DIR: dir } })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    ontology,
    version,
    file: join(dir, ontology, `${version}.sqlite`),
    flexsearch: join(dir, ontology, `${version}.flexsearch.gz`),
    counts: expect.objectContaining({ concepts }),
    warnings: expect.any(Array),
    seconds: expect.any(Number),
  })
})

const TABLE = readFileSync(join(MINI.loinc.release, 'LoincTable', 'Loinc.csv'), 'utf8')

test('build loinc reads a zip, whose name says the version', async () => {
  const zip = makeZip({ 'LoincTable/Loinc.csv': TABLE })
  const folder = await writeTempFolder({ 'Loinc_2.99.zip': zip })
  const dir = await tempFolder()
  const argv = ['build', 'loinc', '--release', join(folder, 'Loinc_2.99.zip'), '--dir', dir]
  const { code, stdout } = await medlink([...argv, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ version: '2.99', counts: { concepts: 66 } })
})

test.each([
  {
    what: 'a code with a wrong check digit',
    files: { 'LoincTable/Loinc.csv': TABLE.replace('"718-7"', '"718-8"') },
    code: 'release_invalid',
    says: [/Loinc\.csv/, /line \d+/, /718-8/, /check digit/],
  },
  {
    what: 'a table without a column',
    files: { 'LoincTable/Loinc.csv': TABLE.replace('"COMPONENT"', '"COMPONENTS"') },
    code: 'release_invalid',
    says: [/Loinc\.csv/, /line 1\b/, /COMPONENT/],
  },
  {
    what: 'a folder without the table',
    files: { 'LoincTable/MapTo.csv': 'LOINC,MAP_TO,COMMENT\n' },
    code: 'release_not_found',
    says: [/LoincTable\/Loinc\.csv/, /MapTo\.csv/],
  },
])('build loinc refuses $what and leaves nothing behind', async ({ files, code, says }) => {
  const release = await writeTempFolder(files)
  const dir = await tempFolder()
  const argv = ['build', 'loinc', '--release', release, '--version', '2.99', '--dir', dir, '--json']
  const ran = await medlink(argv)
  expect(ran.code).toBe(1)
  const { error } = JSON.parse(ran.stderr)
  expect(error.code).toBe(code)
  for (const part of says) expect(error.message).toMatch(part)
  expect(existsSync(join(dir, 'loinc'))).toBe(false)
})

test.each([
  {
    what: '--release twice',
    flags: ['--release', MINI.loinc.release],
    says: 'LOINC is published as one folder or zip: found 2 releases, expected 1',
  },
  { what: '--dialect', flags: ['--dialect', 'en-GB'], says: 'LOINC has no dialects' },
  { what: '--lenient', flags: ['--lenient'], says: 'LOINC is always read strictly' },
])('build loinc refuses $what', async ({ flags, says }) => {
  const dir = await tempFolder()
  const argv = ['build', 'loinc', '--release', MINI.loinc.release, ...flags, '--dir', dir]
  const { code, stderr } = await medlink([...argv, '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stderr).error).toEqual({
    code: 'invalid_request',
    message: expect.stringContaining(says),
  })
  expect(existsSync(join(dir, 'loinc'))).toBe(false)
})

test('build makes a FlexSearch index of so many names, or none, in the place of an older one', async () => {
  const dir = await tempFolder()
  const argv = ['build', 'loinc', '--release', MINI.loinc.release, '--dir', dir]
  const namesBuilt = async (...flags: string[]) => {
    expect((await medlink([...argv, ...flags])).code).toBe(0)
    const { stdout } = await medlink(['registry', '--dir', dir, '--json'])
    const { details } = JSON.parse(stdout).ontologies.find(
      ({ name }: { name: string }) => name === 'loinc',
    )
    return details[0].flexsearch?.names
  }
  expect(await namesBuilt('--flexsearch-names', '7')).toBe(7)
  expect(await namesBuilt()).toBeGreaterThan(66)
  expect(await namesBuilt('--no-flexsearch')).toBeUndefined()
  expect(readdirSync(join(dir, 'loinc'))).toEqual(['9.01.sqlite'])
  expect((await medlink([...argv, '--flexsearch-names', '0'])).code).toBe(2)
})

test('build of a part of what is installed needs --force', async () => {
  const { release } = MINI['icd-10-cm']
  const dir = await tempFolder()
  expect((await medlink(['build', 'icd-10-cm', '--release', release, '--dir', dir])).code).toBe(0)
  const line = `00001 A00     1 ${'Cholera'.padEnd(60)} Cholera\n`
  const part = await writeTempFolder({ 'icd10cm_order_2028.txt': line })
  const argv = ['build', 'icd-10-cm', '--release', part, '--dir', dir]
  const { code, stderr } = await medlink(argv)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('--force') })
  expect((await medlink([...argv, '--force'])).code).toBe(0)
})

test('build takes --release before the ontology', async () => {
  const dir = await tempFolder()
  const { release } = MINI['icd-10-cm']
  const { code } = await medlink(['build', '--release', release, 'icd-10-cm', '--dir', dir])
  expect(code).toBe(0)
})

test('build starter builds every starter, here without FlexSearch indexes', async () => {
  const dir = await tempFolder()
  const argv = ['build', 'starter', '--out', dir, '--no-flexsearch', '--json']
  const { code, stdout } = await medlink(argv)
  expect(code).toBe(0)
  const names = ['snomed', 'loinc', 'medication', 'icd-10-cm']
  const built = { version: 'starter', flexsearch: null, warnings: [] }
  expect(JSON.parse(stdout)).toMatchObject(names.map((ontology) => ({ ontology, ...built })))
  for (const name of names) expect(readdirSync(join(dir, name))).toEqual(['starter.sqlite'])
})
