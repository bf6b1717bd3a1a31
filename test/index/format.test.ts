/**
 * Proves of FORMAT.md: it names what a file holds, and its examples run.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import {
  ARRAY_NAMES,
  arrayType,
  columnTypes,
  PAGED_RELATED_NAMES,
  RELATED_NAMES,
} from '../../src/index/file/layout.ts'
import { APPLICATION_ID, FORMAT_VERSION, manifestSchema } from '../../src/index/file/manifest.ts'
import { buildableOntologies, requireOntology } from '../../src/ontologies/all.ts'
import { tempFolder, tinyRelease, writeTiny } from '../support/tiny-index.ts'

const FORMAT = readFileSync(new URL('../../src/index/FORMAT.md', import.meta.url), 'utf8').replace(
  / +/g,
  ' ',
)

function openTinyFile(): Database.Database {
  const file = join(tempFolder(), 'tiny.sqlite')
  const siteName = { words: 'hf', unit: '', specimen: '', name: 'HF', code: 'B0', note: '' }
  writeTiny(file, tinyRelease, { siteNames: [siteName] })
  const db = new Database(file, { readonly: true })
  onTestFinished(() => {
    db.close()
  })
  return db
}

test('names the format and the magic number', () => {
  expect(FORMAT).toContain(`# The Medlink index file, format ${FORMAT_VERSION}\n`)
  expect(FORMAT).toContain(`0x${APPLICATION_ID.toString(16)}`)
})

test.each([...ARRAY_NAMES, ...RELATED_NAMES, ...PAGED_RELATED_NAMES])(
  'describes the array %s with its type',
  (name) => {
    expect(FORMAT).toContain(`\n| ${name} | ${arrayType(name).name} |`)
  },
)

test('describes every column of every ontology, and no other', () => {
  const section = FORMAT.split('\n## 6. Columns\n')[1]!.split('\n## ')[0]!
  const described = [...section.matchAll(/^\| [a-z].*\|$/gm)].map(([row]) => row).slice(1)
  const rows = buildableOntologies().flatMap((name) => {
    const { concept, term } = requireOntology(name).columns
    const meanings = [...Object.values(concept), ...Object.values(term)]
    return columnTypes(requireOntology(name).columns).map(
      ([array, type], i) => `| ${name} | ${array} | ${type.name} | ${meanings[i]!.meaning} |`,
    )
  })
  expect(described).toEqual(rows)
})

test.each(Object.keys(manifestSchema.shape))('describes the manifest key %s', (key) => {
  expect(FORMAT).toContain(`\n| ${key} | `)
})

test('describes every table and index, and no other', () => {
  const names = openTinyFile()
    .prepare("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[]
  expect(names.filter((name) => !new RegExp(`\\| ${name} \\||\`${name}\``).test(FORMAT))).toEqual(
    [],
  )
})

test('describes every column in its order, and no other', () => {
  const section = FORMAT.split('\n## 3. Tables\n')[1]!.split('\n## ')[0]!
  const described: Record<string, string[]> = {}
  let table = ''
  for (const [, name, columns] of section.matchAll(/^\| ([a-z_]*) ?\| ([a-z_, ]+) \|/gm)) {
    if (name === 'table') continue
    if (name !== '') table = name!
    described[table] = [...(described[table] ?? []), ...columns!.split(', ')]
  }
  const stored = openTinyFile()
    .prepare(
      `SELECT t.name AS name, group_concat(c.name, ' ' ORDER BY c.cid) AS columns
       FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name`,
    )
    .all() as { name: string; columns: string }[]
  expect(described).toEqual(
    Object.fromEntries(stored.map(({ name, columns }) => [name, columns.split(' ')])),
  )
})

test('has examples that run', () => {
  const db = openTinyFile()
  const queries = [...FORMAT.matchAll(/^sqlite3 \S+ "(SELECT [^"]+)"/gm)].map(([, query]) => query!)
  expect(queries.length).toBeGreaterThan(2)
  for (const query of queries) {
    expect(db.prepare(query).all(), query).not.toEqual([])
  }
})

test('leaves the file in journal mode DELETE', () => {
  expect(openTinyFile().pragma('journal_mode', { simple: true })).toBe('delete')
})
