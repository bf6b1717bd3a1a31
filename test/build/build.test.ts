/**
 * Proves of building:
 * 1. a release becomes an index below its ontology and version, with Medlink's own names or without
 * 2. the same release gives the same content
 * 3. what goes wrong leaves the old index untouched
 * 4. a small part of what is installed is not taken for a release, unless that is wanted
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildIndex, buildStarter } from '../../src/build/build.ts'
import type { BuildResult } from '../../src/build/compile.ts'
import { readManifestValue } from '../../src/index/file/file.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { buildableOntologies, requireOntology } from '../../src/ontologies/all.ts'
import { copyStarter } from '../support/shared-index.ts'
import { writeTempFolder } from '../support/temp-release.ts'
import { tempFolder } from '../support/tiny-index.ts'

const MINI = fileURLToPath(new URL('../fixtures/icd10cm-mini', import.meta.url))
const now = new Date('2026-11-21T00:00:00Z')

function open({ file, manifest }: BuildResult): MedlinkIndex {
  const index = new MedlinkIndex(file, {
    textVersion: createAnalyzer().version,
    columns: requireOntology(manifest.ontology).columns,
  })
  onTestFinished(() => index.close())
  return index
}

const kindsOf = (index: MedlinkIndex) => new Set([...index.allTerms()].map(({ kind }) => kind))

/** Options of a build whose FlexSearch index nobody asks for. */
const quick = { now, flexsearchNames: 0 }

describe('buildIndex', () => {
  /** A build of which tests only read. */
  let dir: string
  let result: BuildResult
  const steps: string[] = []
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'medlink-build-'))
    const onStep = (step: string) => steps.push(step)
    result = await buildIndex('icd-10-cm', MINI, { dir, now, onStep })
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  test('writes the index of a release to its place', () => {
    expect(result.file).toBe(join(dir, 'icd-10-cm', '2027.sqlite'))
    expect(result.manifest).toMatchObject({
      ontology: 'icd-10-cm',
      version: '2027',
      built_at: now.toISOString(),
      counts: { concepts: 113 },
    })
    expect(result.manifest.sources.map(({ file }) => file)).toContain('icd10cm_order_2027.txt')
    expect(result.warnings).toHaveLength(3)
    const index = open(result)
    expect(index.manifest).toEqual(result.manifest)
    expect(index.getConcept('E11.9')?.name).toBe('Type 2 diabetes mellitus without complications')
    expect(index.parentsOf(index.getConcept('C4A.9')!.id)).toMatchObject([{ code: 'C4A' }])
    expect(kindsOf(index)).toEqual(new Set(['preferred', 'short', 'synonym', 'entry', 'curated']))
  })

  test('leaves the curated names out when told to', async () => {
    const options = { ...quick, dir: tempFolder(), curatedNames: false }
    const index = open(await buildIndex('icd-10-cm', MINI, options))
    expect(kindsOf(index)).not.toContain('curated')
  })

  test('takes the version it is given', async () => {
    const own = tempFolder()
    const options = { ...quick, dir: own, version: 'next' }
    const { file, manifest } = await buildIndex('icd-10-cm', MINI, options)
    expect(file).toBe(join(own, 'icd-10-cm', 'next.sqlite'))
    expect(manifest.version).toBe('next')
  })

  test('gives headers the names of their unspecified forms', () => {
    const index = open(result)
    const names = (code: string) => index.termsOf(index.getConcept(code)!.id)
    const own = names('E11.9').filter(({ kind }) => kind === 'synonym')
    expect(own.map(({ text }) => text)).toEqual(['Type 2 diabetes', 'Type 2 diabetes NOS'])
    expect(names('E11').map(({ text }) => text)).toContain('Type 2 diabetes NOS')
  })

  test('makes the same content of the same release on another day, whose path may stand in a list', async () => {
    const options = { dir: tempFolder(), now: new Date(0) }
    const { manifest } = await buildIndex('icd-10-cm', [MINI], options)
    expect(manifest.content_hash).toBe(result.manifest.content_hash)
  })

  test.each(
    ['icd-10-cm', 'loinc'].flatMap((ontology) => [
      { ontology, what: 'several releases', release: [MINI, MINI], options: {} },
      { ontology, what: 'no release', release: [], options: {} },
      { ontology, what: 'a dialect', release: MINI, options: { dialect: 'en-GB' } },
      { ontology, what: 'lenience', release: MINI, options: { lenient: true } },
    ]),
  )('refuses $what for $ontology', async ({ ontology, release, options }) => {
    const dir = tempFolder()
    await expect(buildIndex(ontology, release, { dir, now, ...options })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(existsSync(join(dir, ontology))).toBe(false)
  })

  test('tells each step', () => {
    expect(steps[0]).toBe('read release')
    expect(steps.at(-1)).toBe('build FlexSearch index')
  })

  test.each([
    {
      what: 'an ontology that is unknown',
      ontology: 'icd-9',
      code: 'unknown_ontology',
      says: 'icd-10-cm',
    },
    {
      what: 'an empty folder',
      ontology: 'icd-10-cm',
      code: 'release_not_found',
      says: 'order file',
    },
  ])('refuses $what', async ({ ontology, code, says }) => {
    const dir = tempFolder()
    const release = await writeTempFolder({})
    await expect(buildIndex(ontology, release, { dir, now })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says),
    })
    expect(existsSync(join(dir, ontology))).toBe(false)
  })

  test('leaves the old index when a release is bad', async () => {
    const { file } = result
    const before = readFileSync(file)
    const bad = await writeTempFolder({ 'icd10cm_order_2027.txt': 'no order file' })
    await expect(buildIndex('icd-10-cm', bad, { dir, now })).rejects.toMatchObject({
      code: 'release_invalid',
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

/** An order file of the first `count` codes A00, A01 and so on. */
function orderOf(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const code = `A${String(i).padStart(2, '0')}`
    return `${String(i + 1).padStart(5, '0')} ${code.padEnd(7)} 1 ${'Cholera'.padEnd(60)} Cholera ${i}\n`
  }).join('')
}

describe('a release of fewer codes than are installed', () => {
  const build = (dir: string, count: number, version: string, force?: boolean) => {
    const release = join(dir, 'release')
    mkdirSync(release, { recursive: true })
    writeFileSync(join(release, 'icd10cm_order_2027.txt'), orderOf(count))
    const options = { ...quick, dir, version, curatedNames: false }
    return buildIndex('icd-10-cm', release, { ...options, ...(force && { force }) })
  }
  let built: string
  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'medlink-build-'))
    await build(built, 100, '2027')
  })
  afterAll(() => rmSync(built, { recursive: true }))
  const whole = () => {
    const dir = tempFolder()
    cpSync(built, dir, { recursive: true })
    return dir
  }

  test.each(['2027', '2028', '2026'])(
    'is refused below a tenth, as version %s',
    async (version) => {
      const dir = whole()
      const before = readFileSync(join(dir, 'icd-10-cm', '2027.sqlite'))
      await expect(build(dir, 9, version)).rejects.toMatchObject({
        code: 'release_invalid',
        message:
          'the release has 9 codes, the installed icd-10-cm 2027 has 100: is it whole? Give --force (`force: true`) to build it all the same',
      })
      expect(readFileSync(join(dir, 'icd-10-cm', '2027.sqlite')).equals(before)).toBe(true)
      expect(existsSync(join(dir, 'icd-10-cm', '2028.sqlite'))).toBe(false)
    },
  )

  test('is built from a tenth on, or when that is wanted', async () => {
    expect((await build(whole(), 10, '2027')).manifest.counts.concepts).toBe(10)
    expect((await build(whole(), 1, '2027', true)).manifest.counts.concepts).toBe(1)
  })

  test('is not compared with the starter, nor with a file that is no index', async () => {
    const dir = tempFolder()
    copyStarter('icd-10-cm', dir)
    writeFileSync(join(dir, 'icd-10-cm', '2026.sqlite'), 'no index')
    expect((await build(dir, 1, '2027')).manifest.counts.concepts).toBe(1)
  })

  test('is compared with an index of an older format, too', () => {
    const old = new URL('../fixtures/index-v3/icd-10-cm/2027.sqlite', import.meta.url)
    expect(readManifestValue(fileURLToPath(old), 'counts')?.concepts).toBe(3)
  })
})

test('buildStarter writes the starter vocabulary as version starter', async () => {
  const dir = tempFolder()
  const result = await buildStarter('loinc', { dir, ...quick })
  expect(result.file).toBe(join(dir, 'loinc', 'starter.sqlite'))
  expect(result.manifest).toMatchObject({ version: 'starter', sources: [] })
  expect(open(result).getConcept('718-7')?.name).toMatch(/^Hemoglobin /)
})

test('lists what can be built', () => {
  expect(buildableOntologies()).toContain('icd-10-cm')
  for (const name of buildableOntologies()) expect(requireOntology(name).name).toBe(name)
})
