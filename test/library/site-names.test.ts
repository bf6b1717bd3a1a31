/**
 * Proves of names that a site gave codes itself, over starters and miniature releases:
 * 1. a mention that is one, in any case and spacing, is linked to its code, whatever ranking would say, in every way to ask
 * 2. names that an index was built with do the same; those that it is opened with come before them
 * 3. any other mention is answered as it would be without them, to the byte, and so is everything once they are taken away
 * 4. where a name is bound to a unit or specimen, it holds for requests with these alone
 * 5. what a person should know of names next to a release is told once an index is opened, or built, with them: codes that
 *    it lacks or has retired, and names that are official ones of other codes. No name is told
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildIndex, buildStarter } from '../../src/build/build.ts'
import { indexPath } from '../../src/index/registry.ts'
import {
  type LinkRequest,
  linkResultSchema,
  type Medlink,
  type OpenOptions,
  openMedlink,
  type SiteName,
} from '../../src/medlink.ts'
import { siteNameKey } from '../../src/ontologies/site-names.ts'
import { clinicalText } from '../support/arbitraries.ts'
import { analyzer, fileFolder } from '../support/linker.ts'
import { copyStarter, MINI, miniRoot, NOW, starterRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { collect } from './outcomes.ts'

vi.setConfig({ testTimeout: 60_000 })

const icd = (name: string, code: string, more: Partial<SiteName> = {}): SiteName => ({
  ...{ name, ontology: 'icd-10-cm', code },
  ...more,
})
const lab = (name: string, code: string, more: Partial<SiteName> = {}): SiteName => ({
  ...{ name, ontology: 'loinc', code },
  ...more,
})

const NAMES: readonly SiteName[] = [
  icd('Sugar (big trouble)', 'E11.9', { note: 'agreed by Dr A' }),
  icd('zzqy', 'I10'),
  icd('Haemorrhage, ward 7 sort', 'R58'),
  icd('no chest pain', 'R07.9'),
  lab('FBS ward', '1558-6', { unit: 'mg/dL' }),
  lab('FBS ward', '14771-0', { unit: 'mmol/L' }),
  lab('Lymph % auto', '736-9'),
  lab('Lymph # auto', '731-0'),
  { name: 'white tablet', ontology: 'medication', code: 'ML:dolo-650-mg-tablet' },
  { name: 'heart thing', ontology: 'snomed', code: '38341003' },
]

const dir = fileFolder()
let plain: Medlink
let named: Medlink

beforeAll(() => {
  for (const ontology of ['icd-10-cm', 'loinc', 'medication', 'snomed'] as const)
    copyStarter(ontology, dir)
  plain = openMedlink({ dir })
  named = openMedlink({ dir, names: NAMES })
})
afterAll(() => {
  plain.close()
  named.close()
})

/** Medlink with names, closed when the running test is over; what it warns of. */
function openedWith(options: OpenOptions): { medlink: Medlink; warnings: string[] } {
  const warnings: string[] = []
  const medlink = openMedlink({ ...options, onWarning: (warning) => warnings.push(warning) })
  onTestFinished(() => medlink.close())
  return { medlink, warnings }
}

/** A request for a name with the hints that it is bound to. */
function requestOf({ name, ontology, unit, specimen }: SiteName, query = name): LinkRequest {
  const metadata = { ...(unit && { unit }), ...(specimen && { specimen }) }
  return { query, ontology, metadata, request_id: '1' } as LinkRequest
}

describe('a mention that is a name', () => {
  test.each(NAMES)('$name is linked to $code of $ontology', (name) => {
    const result = named.link(requestOf(name))
    expect(result.results).toHaveLength(1)
    expect(result.results[0]).toMatchObject({
      ...{ term_id: name.code, term_name: name.name, is_linked: true },
      score: name.ontology === 'medication' ? null : 1,
      metadata: {
        ...{ link_reason: 'linked', link_basis: 'site_name' },
        preferred_name: plain.concept(name.ontology, name.code).name,
      },
    })
    expect(linkResultSchema.safeParse(result).error).toBeUndefined()
    expect(plain.link(requestOf(name)).results[0]?.metadata.link_basis).not.toBe('site_name')
  })

  test('is linked in any case and spacing', () => {
    const space = fc.constantFrom(' ', '  ', '\t', ' \n ', '\u00a0')
    const way = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.replace(/\b\w/g, (letter) => letter.toUpperCase()),
    )
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), way, space, (name, write, space) => {
        const query = `${space}${write(name.name).replaceAll(' ', space)}${space}`
        const [first] = named.link(requestOf(name, query)).results
        expect(first).toMatchObject({ term_id: name.code, is_linked: true })
      }),
    )
  })

  test.each(['sugar, BIG trouble', 'Sugar big-trouble', 'hemorrhage ward 7 sort', 'Lymph% auto'])(
    '%s is one in other marks and spelling',
    (query) => {
      const ontology = query.startsWith('Lymph') ? 'loinc' : 'icd-10-cm'
      const [first] = named.link({ query, ontology }).results
      expect(first!.metadata.link_basis).toBe('site_name')
    },
  )

  test.each([
    'sugars big trouble',
    'big trouble sugar',
    'sugar big troubl',
    'sugar big trouble now',
    'Lymph auto',
  ])('%s is none', (query) => {
    for (const ontology of ['icd-10-cm', 'loinc'] as const)
      for (const { metadata } of named.link({ query, ontology }).results)
        expect(metadata.link_basis).not.toBe('site_name')
  })

  test('is explained as one, with what the site says of it', () => {
    const { explanations } = named.explain({ query: 'sugar big trouble', ontology: 'icd-10-cm' })
    const parts = [{ feature: 'site_name', value: 1, share: 1 }]
    expect(explanations).toEqual([
      { term_id: 'E11.9', ranking_score: 1, parts, readings: [], note: 'agreed by Dr A' },
    ])
    const other = named.explain({ query: 'white tablet', ontology: 'medication' })
    expect(other.explanations).toEqual([
      { term_id: 'ML:dolo-650-mg-tablet', ranking_score: 1, parts, readings: [] },
    ])
  })

  test('is answered by threads as by this one', async () => {
    const requests = NAMES.map((name) => requestOf(name))
    const outcomes = await collect(named.linkMany(requests, { workers: 2 }))
    expect(outcomes).toEqual(requests.map((request) => named.link(request)))
  })

  test('is suggested while it is typed', () => {
    const rows = named.suggest({ prefix: 'sugar bi', ontology: 'icd-10-cm' })
    expect(rows[0]).toMatchObject({ code: 'E11.9', matched: 'Sugar (big trouble)' })
    const filtered = named.suggest({ prefix: 'zzq', ontology: 'icd-10-cm', billable: true })
    expect(filtered[0]).toMatchObject({ code: 'I10', matched: 'zzqy' })
    const urine = named.suggest({ prefix: 'fbs w', ontology: 'loinc', specimen: 'urine' })
    expect(urine.map(({ matched }) => matched)).not.toContain('FBS ward')
  })

  test('is that in a text where a condition stands', () => {
    const { entities } = named.comprehend({ text: 'no chest pain' })
    expect(entities.map(({ text }) => text)).toEqual(['chest pain'])
    expect(entities[0]!.results[0]).toMatchObject({ term_id: 'R07.9', is_linked: false })
    const own = openedWith({ dir, names: [icd('chest pain', 'R07.89')] }).medlink
    const [entity] = own.comprehend({ text: 'c/o chest pain and fever since morning' }).entities
    expect(entity!.results[0]).toMatchObject({ term_id: 'R07.89', is_linked: true })
    const [denied] = own.comprehend({ text: 'no chest pain. c/o fever since morning' }).entities
    expect(denied!.results[0]).toMatchObject({ term_id: 'R07.89', is_linked: false })
  })

  test('answers with a code that can be billed where that is asked for', () => {
    const { medlink } = openedWith({ dir, names: [icd('zzqy', 'J45')] })
    const link = (more: Partial<LinkRequest>) =>
      medlink.link({ query: 'zzqy', ontology: 'icd-10-cm', ...more } as LinkRequest).results[0]
    expect(link({})).toMatchObject({ term_id: 'J45', is_linked: true })
    expect(link({ billable: true })).toMatchObject({
      ...{ term_id: 'J45.909', term_name: 'zzqy', is_linked: true },
      metadata: { billable_of: 'J45', link_basis: 'site_name' },
    })
  })

  test('does not stand above a code', () => {
    const { medlink, warnings } = openedWith({ dir, names: [icd('I10', 'E11.9')] })
    const [first] = medlink.link({ query: 'i10', ontology: 'icd-10-cm' }).results
    expect(first).toMatchObject({ term_id: 'I10', metadata: { link_basis: 'code' } })
    expect(warnings).toEqual(['name 1: the name is itself the code I10, which answers, not E11.9'])
  })
})

describe('a name that is bound to hints', () => {
  const link = (metadata: Record<string, string>) =>
    named.link({ query: 'fbs ward', ontology: 'loinc', metadata }).results[0]

  test.each([
    { metadata: { unit: 'MG / DL' }, code: '1558-6' },
    { metadata: { unit: 'mmol/l', specimen: 'serum' }, code: '14771-0' },
  ])('holds for $metadata', ({ metadata, code }) => {
    expect(link(metadata)).toMatchObject({ term_id: code, metadata: { link_basis: 'site_name' } })
  })

  test.each([{}, { unit: 'g/L' }, { specimen: 'mg/dL' }])('holds not for %j', (metadata) => {
    const request = { query: 'fbs ward', ontology: 'loinc', metadata, request_id: '1' } as const
    expect(named.link(request)).toEqual(plain.link(request))
  })
})

test('any other mention is answered as without names, to the byte', () => {
  const keys = new Set(NAMES.map(({ name }) => siteNameKey(name, analyzer)))
  const hints = fc.constantFrom(undefined, { unit: 'mg/dL' }, { unit: 'mmol/L', specimen: 'serum' })
  const some = fc.constantFrom(
    'sugar',
    'gout',
    'chest pain',
    'no chest pain at night',
    'Lymph auto',
  )
  fc.assert(
    fc.property(fc.oneof(clinicalText, some), hints, fc.boolean(), (query, metadata, isLab) => {
      fc.pre(query.trim() !== '' && !keys.has(siteNameKey(query, analyzer)))
      const ontology = isLab ? 'loinc' : 'icd-10-cm'
      const request = { query, ontology, metadata, request_id: '1' } as LinkRequest
      expect(JSON.stringify(named.explain(request))).toBe(JSON.stringify(plain.explain(request)))
    }),
    { numRuns: 60 },
  )
})

describe('an index that was built with names', () => {
  const { release } = MINI['icd-10-cm']
  const build = (root: string, names: OpenOptions['names']) =>
    buildIndex('icd-10-cm', release, { dir: root, now: NOW, ...(names && { names }) })
  const NAMED = [icd('zzqy', 'A00.0')]
  /** A build with a name, and the file of one without, which tests only read. */
  const root = fileFolder()
  let withName: Awaited<ReturnType<typeof build>>
  let without: string
  beforeAll(async () => {
    withName = await build(root, NAMED)
    without = indexPath(await miniRoot('icd-10-cm'), 'icd-10-cm', '2027')
  })

  test('links them, without being told of them again', async () => {
    const root = tempFolder()
    const file = join(root, 'names.tsv')
    writeFileSync(
      file,
      'name\tontology\tcode\tnote\nZzqy\ticd-10-cm\ta000\tours\nzzqy\tloinc\t718-7\nWard 7\ticd-10-cm\tA00.1\n',
    )
    const { manifest, warnings } = await build(root, file)
    expect(warnings.filter((warning) => warning.includes('names.tsv'))).toEqual([])
    const sources = manifest.sources.filter((source) => source.file === 'names.tsv')
    expect(sources.map(({ rows }) => rows)).toEqual([2])
    const { medlink } = openedWith({ dir: root })
    const request = { query: 'ZZQY', ontology: 'icd-10-cm', request_id: '1' } as const
    const explained = medlink.explain(request)
    expect(explained.results[0]).toMatchObject({ term_id: 'A00.0', term_name: 'Zzqy' })
    expect(explained.explanations[0]!.note).toBe('ours')
    expect(await collect(medlink.linkMany([request], { workers: 1 }))).toEqual([
      medlink.link(request),
    ])
    expect(medlink.check('icd-10-cm')[0]!.faults).toEqual([])
    const over = openedWith({ dir: root, names: [icd('zzqy', 'A00.1')] }).medlink
    expect(over.link(request).results[0]!.term_id).toBe('A00.1')
    expect(over.link({ ...request, query: 'ward 7' }).results[0]!.term_id).toBe('A00.1')
  })

  test('is the same to the byte where there are none, and another one where there are', async () => {
    const others = await build(tempFolder(), [lab('zzqy', '718-7')])
    expect(readFileSync(others.file).equals(readFileSync(without))).toBe(true)
    expect(withName.manifest.content_hash).not.toBe(others.manifest.content_hash)
    const again = await build(tempFolder(), NAMED)
    expect(again.manifest.content_hash).toBe(withName.manifest.content_hash)
    const db = new Database(without, { readonly: true })
    const tables = db.prepare('SELECT name FROM sqlite_master').pluck().all()
    db.close()
    expect(tables).not.toContain('site_name')
  })

  test('answers other mentions as one without', async () => {
    const own = openedWith({ dir: root }).medlink
    const other = openedWith({ dir: await miniRoot('icd-10-cm') }).medlink
    for (const query of ['cholera', 'typhoid fever', 'zzq', 'sprain of ankle', 'a000']) {
      const request = { query, ontology: 'icd-10-cm', request_id: '1' } as const
      const { index_name, ...answer } = own.explain(request)
      const { index_name: otherName, ...expected } = other.explain(request)
      expect(answer).toEqual(expected)
      expect(index_name).not.toBe(otherName)
    }
  })

  test('is not built where a name has a code that the release lacks, and the old one stays', async () => {
    const before = readFileSync(withName.file)
    await expect(build(root, [icd('Zebrastripe', 'Z99.99')])).rejects.toMatchObject({
      code: 'names_invalid',
      message: 'name 1: icd-10-cm 2027 has no such code',
    })
    expect(readFileSync(withName.file).equals(before)).toBe(true)
  })

  test('tells what contradicts official names', async () => {
    const { warnings } = await build(tempFolder(), [
      icd('Cholera', 'A00.1'),
      icd('CHOLERA ', 'A00.1'),
    ])
    expect(warnings.at(-1)).toBe(
      'name 1: the name is an official one of A00: it stands for A00.1 now',
    )
  })

  test('may be a starter', async () => {
    const root = tempFolder()
    const { file } = await buildStarter('loinc', { dir: root, names: [lab('zzqy', '718-7')] })
    expect(file).toBe(indexPath(root, 'loinc', 'starter'))
    const { medlink } = openedWith({ dir: root })
    const [first] = medlink.link({ query: 'zzqy', ontology: 'loinc' }).results
    expect(first!.term_id).toBe('718-7')
  })
})

describe('what is told', () => {
  const warningsOf = async (ontology: 'icd-10-cm' | 'loinc', ...names: readonly SiteName[]) => {
    const root = ontology === 'loinc' ? await miniRoot('loinc') : starterRoot('icd-10-cm')
    const { medlink, warnings } = openedWith({ dir: root, names })
    medlink.link({ query: 'nothing of that sort', ontology })
    medlink.link({ query: 'nor of that one', ontology })
    return { medlink, warnings }
  }

  test.each<{ what: string; name: SiteName; warnings: readonly string[] }>([
    { what: 'nothing of a name of its own', name: icd('zzqy', 'I10'), warnings: [] },
    { what: 'nothing of an official name of the code', name: icd('gout', 'M10'), warnings: [] },
    {
      what: 'a title of another code',
      name: icd('GOUT,', 'I10'),
      warnings: ['name 1: the name is an official one of M10: it stands for I10 now'],
    },
    {
      what: 'nothing of an official name with a word more',
      name: icd('gout ward', 'I10'),
      warnings: [],
    },
    {
      what: 'a code that the release lacks',
      name: icd('Zebrastripe', 'i99.99'),
      warnings: ['name 1: icd-10-cm starter has no such code: the name is left out'],
    },
  ])('$what', async ({ name, warnings }) => {
    expect((await warningsOf('icd-10-cm', name)).warnings).toEqual(warnings)
  })

  test('a name whose code is not there is no name', async () => {
    const { medlink } = await warningsOf('icd-10-cm', icd('gout', 'I99.99'))
    const [first] = medlink.link({ query: 'gout', ontology: 'icd-10-cm' }).results
    expect(first).toMatchObject({ term_id: 'M10', metadata: { link_basis: 'official_name' } })
  })

  test('a retired code, and the one that answers in its place', async () => {
    const { medlink, warnings } = await warningsOf('loinc', lab('zzqy', '9000002-7'))
    expect(warnings).toEqual(['name 1: 9000002-7 is retired: 2345-7 answers in its place'])
    const [first] = medlink.link({ query: 'zzqy', ontology: 'loinc' }).results
    expect(first).toMatchObject({ term_id: '2345-7', is_linked: true, term_name: 'zzqy' })
  })

  test('a retired code that nothing replaces', async () => {
    const { medlink, warnings } = await warningsOf('loinc', lab('zzqy', '9000003-5'))
    const what = '9000003-5 is retired, and no other code means the same: the name is not linked'
    expect(warnings).toEqual([`name 1: ${what}`])
    const [first] = medlink.link({ query: 'zzqy', ontology: 'loinc' }).results
    expect(first).toMatchObject({ term_id: '9000003-5', is_linked: false })
    expect(first!.metadata.link_reason).toBe('retired')
  })

  test('a name that is one of a whole family, and of the code, is no contradiction', async () => {
    expect((await warningsOf('loinc', lab('glucose', '2345-7'))).warnings).toEqual([])
  })

  test('an official name that is found verbatim only', async () => {
    const { name } = plain.concept('loinc', '718-7')
    const { warnings } = openedWith({ dir, names: [lab(name, '2345-7')] })
    const { medlink, warnings: told } = openedWith({ dir, names: [lab(name, '2345-7')] })
    medlink.link({ query: 'x', ontology: 'loinc' })
    expect(warnings).toEqual([])
    expect(told).toEqual(['name 1: the name is an official one of 718-7: it stands for 2345-7 now'])
  })
})

test('names are read when Medlink is opened', () => {
  expect(() => openMedlink({ dir, names: '/nowhere/names.tsv' })).toThrow(
    expect.objectContaining({ code: 'no_access' }),
  )
  expect(() => openMedlink({ dir, names: [{ name: 'x' } as never] })).toThrow(
    expect.objectContaining({ code: 'names_invalid' }),
  )
  openMedlink({ dir, names: [] }).close()
})
