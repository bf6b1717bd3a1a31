import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexPath, installedVersions, releaseDate } from '../../src/index/registry.ts'
import { tempFolder } from '../support/tiny-index.ts'

function folderWith(files: readonly string[]): string {
  const dir = tempFolder()
  mkdirSync(join(dir, 'loinc'))
  for (const file of files) writeFileSync(join(dir, 'loinc', file), '')
  return dir
}

test.each([
  { versions: [] },
  { versions: ['starter'] },
  { versions: ['2026', '2025'] },
  { versions: ['2.10', '2.9'] },
  { versions: ['2.81', '2.80', '2.9', 'starter'] },
  { versions: ['2026-04', '2026'] },
  { versions: ['20260901', '20250901'] },
  { versions: ['10', '9', 'starter'] },
  { versions: ['2026', 'order-only', 'starter'] },
  { versions: ['1', 'zebra', 'v10', 'v9', 'starter'] },
  { versions: ['2027', '20260701', '2026-06-30', '2026-06', '2026', '20251231'] },
  { versions: ['20261301', '2027'] },
  { versions: ['2026-04', '2026', '2026-order-only', '2026-draft', '2025'] },
  { versions: ['2.83-rc2', '2.82', '2.82-rc10', '2.82-rc9'] },
  { versions: ['2026AB', '2026AA', '2025AB'] },
  { versions: ['2026.04', '2026-4', '2026-04', '2026'] },
])('lists newest first: $versions', ({ versions }) => {
  const dir = folderWith(versions.toSorted().map((version) => `${version}.sqlite`))
  expect(installedVersions(dir, 'loinc')).toEqual(versions)
})

test.each([
  { version: '20250701', date: '2025-07-01' },
  { version: '2025-10-06', date: '2025-10-06' },
  { version: '20250701-in', date: '2025-07-01' },
  { version: '2025-1006', date: null },
  { version: '20250230', date: null },
  { version: '202507011', date: null },
  { version: '2.82', date: null },
  { version: '2026', date: null },
  { version: 'starter', date: null },
  { version: '', date: null },
])('reads the date of a release in the version "$version": $date', ({ version, date }) => {
  expect(releaseDate(version)).toBe(date)
})

test('orders versions the same in whatever order they are found', () => {
  const part = fc.constantFrom('1', '2', '02', '10', '2026', '20260701', 'a', '-', '.', 'starter')
  const version = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(''))
    .filter((name) => !name.startsWith('.'))
  const versions = fc.uniqueArray(version, { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(versions, (names) => {
      const dir = folderWith(names.map((name) => `${name}.sqlite`))
      const listed = installedVersions(dir, 'loinc')
      expect(listed.toSorted()).toEqual(names.toSorted())
      for (let i = 1; i < listed.length; i++) {
        const pair = folderWith([`${listed[i]}.sqlite`, `${listed[i - 1]}.sqlite`])
        expect(installedVersions(pair, 'loinc')).toEqual([listed[i - 1], listed[i]])
      }
    }),
    { numRuns: 20 },
  )
})

test('ignores other files and other ontologies', () => {
  const dir = folderWith([
    '2026.sqlite',
    '2026.sqlite.tmp',
    '2026.sqlite.building',
    '._2027.sqlite',
    '2025.sqlite-journal',
    'notes.txt',
  ])
  expect(installedVersions(dir, 'loinc')).toEqual(['2026'])
  expect(installedVersions(dir, 'snomed')).toEqual([])
  expect(installedVersions(join(dir, 'nowhere'), 'loinc')).toEqual([])
})

test('places an index below its ontology', () => {
  expect(indexPath('/indexes', 'loinc', '2.82')).toBe(join('/indexes', 'loinc', '2.82.sqlite'))
})
