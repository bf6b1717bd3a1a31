/**
 * Proves of the FlexSearch index that a build compiles:
 * 1. the same names give the same bytes, on any day, and the manifest says of what index, FlexSearch and code it is
 * 2. the names are the best-ranked ones, as many as are wanted; the last fifth are of concepts that have none yet
 * 3. inflections of one name count once; long names and long words are bounded
 * 4. names and abbreviations of the tables are in it
 * 5. what is in it is FlexSearch's own export
 */

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Index as FlexSearch } from 'flexsearch'
import { describe, expect, test } from 'vitest'
import {
  encode,
  FLEXSEARCH_OPTIONS,
  FLEXSEARCH_VERSION,
  indexedWord,
  type PackBody,
  type PackManifest,
} from '../../src/browser/pack.ts'
import { buildIndex } from '../../src/build/build.ts'
import { indexPath, packPath } from '../../src/index/registry.ts'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { packOf } from '../support/pack.ts'
import { MINI, miniRoot, NOW } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const analyzer = createAnalyzer()

function read(bytes: Uint8Array): { manifest: PackManifest; body: PackBody } {
  const [manifest, body] = gunzipSync(bytes)
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { manifest, body }
}

/** The names of a file, by rank. */
function namesIn(bytes: Uint8Array): string[] {
  const { texts, titles, targets } = read(bytes).body
  return texts.map((text, rank) => text || titles[[targets[rank]!].flat()[0]!]!)
}

test.each(['icd-10-cm', 'loinc', 'snomed'] as const)(
  'two builds of %s, on different days, give the same bytes',
  async (ontology) => {
    const { release, version } = MINI[ontology]
    const built = await buildIndex(ontology, release, {
      dir: tempFolder(),
      now: new Date('2027-02-03'),
    })
    const { manifest } = built
    expect(manifest.built_at).not.toBe(NOW.toISOString())
    expect(built.flexsearch).toBe(packPath(built.file))
    const bytes = readFileSync(built.flexsearch!)
    const { counts, checksum, ...said } = read(bytes).manifest
    expect(said).toEqual({
      pack_format: 1,
      ...{ ontology, version: manifest.version, content_hash: manifest.content_hash },
      index_name: `${ontology}_${manifest.version}_${manifest.content_hash.slice(0, 12)}`,
      ...{ sources: manifest.sources, licence: manifest.licence },
      flexsearch: { version: FLEXSEARCH_VERSION, options: FLEXSEARCH_OPTIONS },
      text_code_version: Number(manifest.text_version.split('-')[0]),
    })
    expect(counts.names).toBeGreaterThan(60)
    const other = packPath(indexPath(await miniRoot(ontology), ontology, version))
    expect(readFileSync(other).equals(bytes)).toBe(true)
  },
)

test('the version of FlexSearch is that of the package', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
  expect(read('../../node_modules/flexsearch/package.json').version).toBe(FLEXSEARCH_VERSION)
  expect(read('../../package.json').devDependencies.flexsearch).toBe(FLEXSEARCH_VERSION)
})

describe('the names', () => {
  const names = {
    A00: ['Gout', 'Podagra of the toe', 'Gouty arthritis'],
    A01: ['Asthma', 'Asthma of the bronchi'],
    A02: ['Pneumonia of the lower lobe of a lung'],
  }

  test('are the best-ranked ones, short ones first', () => {
    expect(namesIn(packOf(names))).toEqual([
      'Gout',
      'Asthma',
      'Gouty arthritis',
      'Podagra of the toe',
      'Asthma of the bronchi',
      'Pneumonia of the lower lobe of a lung',
    ])
  })

  test.each([
    { most: 1, expected: ['Gout'] },
    { most: 2, expected: ['Gout', 'Asthma'] },
    {
      most: 5,
      expected: [
        ...['Gout', 'Asthma', 'Gouty arthritis', 'Podagra of the toe'],
        'Pneumonia of the lower lobe of a lung',
      ],
    },
  ])('are $most; the last fifth are of concepts without one', ({ most, expected }) => {
    expect(namesIn(packOf(names, { most }))).toEqual(expected)
  })

  test('of one code that differ by inflections only are one', () => {
    const bytes = packOf({ A00: ['Broken rib', 'Broken ribs'], A01: ['Broken  ribs'] })
    expect(namesIn(bytes)).toEqual(['Broken rib', 'Broken  ribs'])
  })

  test('of the tables stand among the others by their length, for the codes that there are', () => {
    const otherNames = [
      { text: 'Gouty', codes: ['A00', 'Z99'] },
      { text: 'Nothing', codes: ['Z99'] },
      { text: 'Wheeze and whistle of a chest', codes: ['A01', 'A00'] },
    ]
    const bytes = packOf(names, { otherNames })
    const found = namesIn(bytes)
    expect(found).toEqual(expect.arrayContaining(['Gouty', 'Wheeze and whistle of a chest']))
    expect(found).not.toContain('Nothing')
    const { targets, aliases, codes } = read(bytes).body
    const targetsOf = (name: string) => [targets[found.indexOf(name)]!].flat()
    expect(targetsOf('Gouty').map((concept) => codes[concept])).toEqual(['A00'])
    expect(targetsOf('Wheeze and whistle of a chest').map((concept) => codes[concept])).toEqual([
      'A01',
      'A00',
    ])
    expect(aliases).toEqual([
      found.indexOf('Gouty'),
      found.indexOf('Wheeze and whistle of a chest'),
    ])
  })

  test.each([
    { what: 'a word of 10,000 letters', text: 'x'.repeat(10_000) },
    { what: '2,000 words', text: Array.from({ length: 2000 }, (_, i) => `word${i}`).join(' ') },
  ])('may have $what: what is indexed of them is bounded', ({ text }) => {
    const { body } = read(packOf({ A00: ['Gout', text] }))
    const keys = Object.values(body.flexsearch as Record<string, [string][]>)
      .flat()
      .map(([key]) => key)
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(25)
    expect(keys.length).toBeLessThan(600)
    expect(namesIn(packOf({ A00: ['Gout', text] }))[1]).toBe(text)
  })

  test('may be none', () => {
    const { manifest, body } = read(packOf({}))
    expect(manifest.counts).toEqual({ names: 0, concepts: 0 })
    expect(body.flexsearch).toEqual({})
  })
})

test.each([
  { what: 'ICD-10-CM', codes: ['A00', 'E11.9', 'E11.319'], sign: ['.', 3], shortest: 2 },
  { what: 'codes without a sign', codes: ['123456', '7654321'], sign: null, shortest: 6 },
  { what: 'codes with it in several places', codes: ['718-7', '4548-4'], sign: null, shortest: 5 },
])('the sign that may be left out of codes: $what', ({ codes, sign, shortest }) => {
  const { body } = read(packOf(Object.fromEntries(codes.map((code) => [code, [`name ${code}`]]))))
  expect(body.code_sign).toEqual(sign)
  expect(body.shortest_code).toBe(shortest)
  expect(body.codes).toEqual(codes.toSorted())
})

test('what is searched is the export of FlexSearch over the same words', () => {
  const bytes = packOf({ A00: ['Heart failure of type 2'], A01: ['Left heart'] })
  const index = new FlexSearch({ ...FLEXSEARCH_OPTIONS, encode })
  for (const [rank, name] of namesIn(bytes).entries()) {
    const words = analyzer.analyze(name).map(({ form }) => indexedWord(form))
    index.add(rank, words.join('\n'))
  }
  const exported: Record<string, unknown> = {}
  index.export((key, part) => {
    if (part !== undefined && !key.endsWith('.reg')) exported[key] = JSON.parse(part)
  })
  expect(read(bytes).body.flexsearch).toEqual(exported)
  expect(index.search('hea', { limit: 10 })).toEqual([0, 1])
  expect(index.search('2 ', { limit: 10 })).toEqual([1])
})
