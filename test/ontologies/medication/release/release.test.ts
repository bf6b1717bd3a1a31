/**
 * Proves of the reader of releases of drugs:
 * 1. it tells a release by its files, in a folder or a zip, at any depth
 * 2. it refuses what is none, or several, and says what it looked for
 * 3. it reads several releases in the order they are given
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readDrugReleases } from '../../../../src/ontologies/medication/release/release.ts'
import { writeTempFolder } from '../../../support/temp-release.ts'
import { makeZip } from '../../../support/zip.ts'

const MINI = fileURLToPath(new URL('../../../fixtures/medication-mini', import.meta.url))

describe('tells a release by its files:', () => {
  test.each([
    { folder: 'rxnorm', source: 'rxnorm' },
    { folder: 'drugs-at-fda', source: 'drugs-at-fda' },
    { folder: 'ndc', source: 'ndc' },
    { folder: 'cdci', source: 'cdci' },
    { folder: 'products', source: 'products' },
  ])('$source', async ({ folder, source }) => {
    const [release, second] = await readDrugReleases([`${MINI}/${folder}`])
    expect(second).toBeUndefined()
    expect(release!.source).toBe(source)
    expect(release!.licence).not.toBe('')
    expect(release!.drugs.length).toBeGreaterThan(0)
    for (const { sha256, rows } of release!.sources) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(rows).toBeGreaterThan(0)
    }
    const codes = release!.drugs.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })
})

test('reads a zip as it reads the folder', async () => {
  const names = ['RXNCONSO', 'RXNREL', 'RXNSAT'].map((name) => `rrf/${name}.RRF`)
  const zip = makeZip(
    Object.fromEntries(names.map((name) => [name, readFileSync(`${MINI}/rxnorm/${name}`)])),
  )
  const folder = await writeTempFolder({ 'RxNorm_full_09082026.zip': zip })
  const [packed, plain] = await readDrugReleases([
    `${folder}/RxNorm_full_09082026.zip`,
    `${MINI}/rxnorm`,
  ])
  expect(packed).toEqual({ ...plain, version: '2026-09-08' })
})

test('gives one release for each path, in order', async () => {
  const releases = await readDrugReleases([`${MINI}/products`, `${MINI}/rxnorm`])
  expect(releases.map(({ source }) => source)).toEqual(['products', 'rxnorm'])
})

describe('refuses', () => {
  test('a zip without any file of a release', async () => {
    const folder = await writeTempFolder({
      'a.zip': makeZip({ 'rrf/RXNREL.RRF': '', 'readme.txt': 'x' }),
    })
    await expect(readDrugReleases([`${folder}/a.zip`])).rejects.toMatchObject({
      code: 'release_not_found',
      message: expect.stringMatching(
        /a\.zip holds no release of drugs \(found 2 files: readme\.txt, RXNREL\.RRF\): expected the files of RxNorm \(RXNCONSO\.RRF\), or /,
      ),
    })
  })

  test('a path where nothing is', async () => {
    await expect(readDrugReleases([`${MINI}/nothing`])).rejects.toMatchObject({
      code: 'release_not_found',
    })
  })

  test('two releases in one folder', async () => {
    await expect(readDrugReleases([MINI])).rejects.toMatchObject({
      code: 'release_invalid',
      message: expect.stringContaining('holds several releases: RxNorm (RXNCONSO.RRF) and '),
    })
  })

  test('two files of a name', async () => {
    const folder = await writeTempFolder({ 'a/RXNCONSO.RRF': '', 'b/RXNCONSO.RRF': '' })
    await expect(readDrugReleases([folder])).rejects.toMatchObject({
      code: 'release_invalid',
      message: 'two files of the same kind: a/RXNCONSO.RRF and b/RXNCONSO.RRF; keep one of them',
    })
  })
})
