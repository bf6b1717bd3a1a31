/**
 * Proves of the FlexSearch indexes next to index files:
 * 1. the registry lists each, check() reads it, flexsearch() gives its bytes
 * 2. one of another build, of another ontology, damaged, cut short, foreign or left without its index is told as such, by a
 *    code, and never handed out; the index answers all the same
 * 3. one that was set aside by a build that died is handed out while it is of the index
 * 4. what is rebuilt under an open Medlink is handed out as one pair
 * 5. diff() says which of two versions has one
 */

import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildIndex } from '../../src/build/build.ts'
import { asidePath } from '../../src/files/atomic.ts'
import { indexPath, packPath } from '../../src/index/registry.ts'
import { type Medlink, MedlinkError, openMedlink } from '../../src/medlink.ts'
import { flipBit } from '../support/damaged-index.ts'
import { errorOf } from '../support/faults.ts'
import { changed } from '../support/pack.ts'
import { MINI, miniRoot, NOW } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const ONTOLOGY = 'icd-10-cm'
const { release, version } = MINI[ONTOLOGY]

/** A root with an index and its FlexSearch index, and these opened. */
async function installed(): Promise<{ medlink: Medlink; file: string; pack: string; dir: string }> {
  const dir = tempFolder()
  const [from, file] = [await miniRoot(ONTOLOGY), dir].map((root) =>
    indexPath(root, ONTOLOGY, version),
  ) as [string, string]
  mkdirSync(dirname(file))
  const pack = packPath(file)
  cpSync(from, file)
  cpSync(packPath(from), pack)
  const medlink = openMedlink({ dir })
  onTestFinished(() => medlink.close())
  return { medlink, file, pack, dir }
}

const listed = (medlink: Medlink) =>
  medlink.registry().ontologies.find(({ name }) => name === ONTOLOGY)!
const faultsIn = (medlink: Medlink) => medlink.check(ONTOLOGY).flatMap(({ faults }) => faults)
const contentHashIn = (bytes: Uint8Array) =>
  JSON.parse(gunzipSync(bytes).toString().split('\n')[0]!).content_hash

test('is listed, sound, and handed out as it is', async () => {
  const { medlink, pack } = await installed()
  const bytes = readFileSync(pack)
  const { details, unreadable } = listed(medlink)
  expect(unreadable).toEqual([])
  expect(details[0]!.flexsearch).toEqual({
    ...{ names: expect.any(Number), bytes: bytes.length, package_version: '0.8.212' },
  })
  expect(faultsIn(medlink)).toEqual([])
  for (const wanted of [undefined, version]) {
    const given = medlink.flexsearch(ONTOLOGY, wanted)
    expect(given.index_name).toBe(details[0]!.index_name)
    expect(Buffer.from(given.bytes).equals(bytes)).toBe(true)
    expect(given.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('is nothing that an index must have', async () => {
  const { medlink, pack } = await installed()
  rmSync(pack)
  expect(listed(medlink)).toMatchObject({ details: [{ flexsearch: null }], unreadable: [] })
  expect(faultsIn(medlink)).toEqual([])
  expect(errorOf(() => medlink.flexsearch(ONTOLOGY))).toMatchObject({
    code: 'index_missing',
    message: expect.stringMatching(/there is no FlexSearch index at .*: build the index again/),
  })
})

test.each([
  { what: 'a version that is not installed', ask: [ONTOLOGY, '1999'], code: 'unknown_version' },
  { what: 'an ontology that is not', ask: ['loinc'], code: 'index_missing' },
] as const)('is not there for $what', async ({ ask: [ontology, wanted], code }) => {
  const { medlink } = await installed()
  expect(errorOf(() => medlink.flexsearch(ontology, wanted))).toMatchObject({ code })
})

describe('is refused, and its index is not:', () => {
  const other = 'ab'.repeat(32)
  test.each<{ what: string; spoil: (pack: string) => void; code: string; says: RegExp }>([
    {
      what: 'of another build',
      spoil: (pack) =>
        writeFileSync(
          pack,
          changed(readFileSync(pack), (manifest) => {
            manifest.content_hash = other
          }),
        ),
      code: 'index_incompatible',
      says: /was not built with the index next to it: build the index again/,
    },
    {
      what: 'of an older format',
      spoil: (pack) =>
        writeFileSync(
          pack,
          changed(readFileSync(pack), (manifest) => {
            manifest.pack_format = 0
          }),
        ),
      code: 'index_incompatible',
      says: /has format 0, this version of Medlink reads 1/,
    },
    {
      what: 'a foreign file',
      spoil: (pack) => writeFileSync(pack, '%PDF-1.7'),
      code: 'index_incompatible',
      says: /is not a FlexSearch index of Medlink/,
    },
    {
      what: 'empty',
      spoil: (pack) => writeFileSync(pack, ''),
      code: 'index_incompatible',
      says: /is not a FlexSearch index of Medlink/,
    },
    {
      what: 'cut short before its first line ends',
      spoil: (pack) => truncateSync(pack, 100),
      code: 'index_corrupt',
      says: /is damaged: its first line cannot be read/,
    },
    {
      what: 'damaged in its first line',
      spoil: (pack) => writeFileSync(pack, readFileSync(pack).fill(255, 20, 40)),
      code: 'index_corrupt',
      says: /is damaged: its first line cannot be read/,
    },
    {
      what: 'gzip of a foreign file',
      spoil: (pack) => writeFileSync(pack, gzipSync('%PDF-1.7\n')),
      code: 'index_incompatible',
      says: /is not a FlexSearch index of Medlink/,
    },
  ])('$what', async ({ spoil, code, says }) => {
    const { medlink, pack } = await installed()
    spoil(pack)
    const fault = { code, message: expect.stringMatching(says) }
    expect(errorOf(() => medlink.flexsearch(ONTOLOGY))).toMatchObject(fault)
    expect(faultsIn(medlink)).toEqual([fault])
    expect(listed(medlink)).toMatchObject({
      details: [{ version, flexsearch: null }],
      unreadable: [{ version, ...fault }],
    })
    expect(medlink.link({ query: 'cholera', ontology: ONTOLOGY }).version).toBe(version)
  })

  test.each<{ what: string; spoil: (pack: string) => void }>([
    { what: 'cut short', spoil: (pack) => truncateSync(pack, readFileSync(pack).length - 1) },
    { what: 'a bit is another', spoil: (pack) => flipBit(pack, readFileSync(pack).length >> 1) },
    {
      what: 'it has fewer names than it says',
      spoil: (pack) => {
        const fewer = changed(readFileSync(pack), (manifest, body) => {
          delete manifest.checksum
          body.texts = []
        })
        writeFileSync(pack, fewer)
      },
    },
    {
      what: 'its checksum is another',
      spoil: (pack) =>
        writeFileSync(
          pack,
          changed(readFileSync(pack), (_, body) => {
            body.texts = []
          }),
        ),
    },
  ])('check() sees that $what', async ({ spoil }) => {
    const { medlink, pack } = await installed()
    spoil(pack)
    expect(faultsIn(medlink)).toEqual([
      { code: 'index_corrupt', message: expect.stringContaining('is damaged') },
    ])
  })

  test('of another ontology under its name', async () => {
    const { medlink, pack } = await installed()
    cpSync(packPath(indexPath(await miniRoot('loinc'), 'loinc', MINI.loinc.version)), pack)
    expect(errorOf(() => medlink.flexsearch(ONTOLOGY))).toMatchObject({
      code: 'index_incompatible',
    })
    expect(faultsIn(medlink)).toMatchObject([{ code: 'index_incompatible' }])
  })
})

test('that is left without its index is told by the registry and by check()', async () => {
  const { medlink, file } = await installed()
  rmSync(file)
  const fault = {
    code: 'index_missing',
    message: expect.stringMatching(/has no index next to it: remove it/),
  }
  expect(medlink.check()).toEqual([{ ontology: ONTOLOGY, version, faults: [fault] }])
  expect(listed(medlink)).toMatchObject({ versions: [], unreadable: [{ version, ...fault }] })
})

test('that a dead build has set aside is handed out while it is of the index', async () => {
  const { medlink, pack } = await installed()
  const bytes = readFileSync(pack)
  renameSync(pack, asidePath(pack))
  expect(Buffer.from(medlink.flexsearch(ONTOLOGY).bytes).equals(bytes)).toBe(true)
  writeFileSync(
    pack,
    changed(bytes, (manifest) => {
      manifest.content_hash = 'ab'.repeat(32)
    }),
  )
  expect(Buffer.from(medlink.flexsearch(ONTOLOGY).bytes).equals(bytes)).toBe(true)
  expect(faultsIn(medlink)).toEqual([])
})

test('of an index that is built again is that of the new one', async () => {
  const { medlink, dir } = await installed()
  const before = medlink.flexsearch(ONTOLOGY)
  const { manifest } = await buildIndex(ONTOLOGY, release, {
    ...{ dir, now: NOW, curatedNames: false },
  })
  const after = medlink.flexsearch(ONTOLOGY)
  expect(contentHashIn(before.bytes)).not.toBe(manifest.content_hash)
  expect(contentHashIn(after.bytes)).toBe(manifest.content_hash)
  await buildIndex(ONTOLOGY, release, { dir, now: NOW, curatedNames: false, flexsearchNames: 0 })
  expect(errorOf(() => medlink.flexsearch(ONTOLOGY))).toMatchObject({ code: 'index_missing' })
})

test('diff() says which version has one', async () => {
  const { medlink, dir } = await installed()
  await buildIndex(ONTOLOGY, release, { dir, version: '2028', now: NOW, flexsearchNames: 0 })
  const { flexsearch } = medlink.diff({ ontology: ONTOLOGY, from: version, to: '2028' })
  expect(flexsearch).toEqual({ from: true, to: false })
})

test.each([-1, 1.5, Number.NaN])('of %s names is refused', async (flexsearchNames) => {
  const dir = tempFolder()
  const error = await buildIndex(ONTOLOGY, release, { dir, flexsearchNames }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(MedlinkError)
  expect(error).toMatchObject({ code: 'invalid_request' })
})
