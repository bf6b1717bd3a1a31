/**
 * Proves of opening: whatever is not an index that this version reads is refused with a code, what was found, what
 * was expected and what to do, in the order header, versions, arrays. And of reading: a concept's preferred term.
 */

import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MedlinkError } from '../../src/errors.ts'
import { FLEXSEARCH_VERSION } from '../../src/index/flexsearch.ts'
import { ARRAY_NAMES } from '../../src/index/layout.ts'
import { APPLICATION_ID, FORMAT_VERSION } from '../../src/index/manifest.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { TermKind } from '../../src/index/records.ts'
import { expectation, openTiny, tempFolder, tinyRelease, writeTiny } from '../support/tiny-index.ts'

/** A written index with something done to it. */
function damaged(change: (file: string) => void): string {
  const file = join(tempFolder(), 'tiny.sqlite')
  writeTiny(file)
  change(file)
  return file
}

const sql = (statement: string) => (file: string) => {
  const db = new Database(file)
  db.exec(statement)
  db.close()
}

const setManifest = (key: string, value: unknown) =>
  sql(`UPDATE manifest SET value = '${JSON.stringify(value)}' WHERE key = '${key}'`)

function refusalOf(file: string): MedlinkError {
  try {
    new MedlinkIndex(file, expectation).close()
  } catch (error) {
    return error as MedlinkError
  }
  throw new Error('it was opened')
}

interface Refusal {
  what: string
  change: (file: string) => void
  code: string
  says: string[]
}

const AGAIN = 'Build or copy it again'

describe('refuses', () => {
  test.each<Refusal>([
    {
      what: 'an empty file',
      change: (file) => writeFileSync(file, ''),
      code: 'index_incompatible',
      says: ['tiny.sqlite is not a Medlink index'],
    },
    {
      what: 'a text file',
      change: (file) => writeFileSync(file, 'concept,name\n'.repeat(100)),
      code: 'index_incompatible',
      says: ['is not a Medlink index'],
    },
    {
      what: 'a SQLite file of another program',
      change: sql('PRAGMA application_id = 252006674'),
      code: 'index_incompatible',
      says: ['is not a Medlink index'],
    },
    {
      what: 'a newer format',
      change: sql(`PRAGMA user_version = ${FORMAT_VERSION + 1}`),
      code: 'index_incompatible',
      says: [`has format ${FORMAT_VERSION + 1}`, `reads ${FORMAT_VERSION}`, 'update Medlink'],
    },
    {
      what: 'an older format',
      change: sql(`PRAGMA user_version = ${FORMAT_VERSION - 1}`),
      code: 'index_incompatible',
      says: [
        `has format ${FORMAT_VERSION - 1}`,
        `reads ${FORMAT_VERSION}`,
        'build the index again',
      ],
    },
    {
      what: 'a file of format 1, of Medlink 0.1, for that rather than for what it lacks',
      change: sql(`
        DROP TABLE fact;
        DELETE FROM array WHERE name LIKE '%famil%' OR name = 'term_shared';
        PRAGMA user_version = 1`),
      code: 'index_incompatible',
      says: ['tiny.sqlite has format 1, this version of Medlink reads 3: build the index again'],
    },
    {
      what: 'another text version',
      change: setManifest('text_version', '0-old'),
      code: 'index_incompatible',
      says: ['text analysis 0-old', expectation.textVersion, 'run medlink build icd-10-cm'],
    },
    {
      what: 'another traits version',
      change: setManifest('traits_version', '0'),
      code: 'index_incompatible',
      says: ['traits 0', 'has counting-1', 'run medlink build icd-10-cm'],
    },
    {
      what: 'another FlexSearch version',
      change: setManifest('flexsearch_version', '0.7.0+1'),
      code: 'index_incompatible',
      says: ['FlexSearch 0.7.0+1', `has ${FLEXSEARCH_VERSION}`, 'run medlink build icd-10-cm'],
    },
    {
      what: 'a manifest that lacks a key',
      change: sql("DELETE FROM manifest WHERE key = 'counts'"),
      code: 'index_corrupt',
      says: ['its manifest is incomplete', AGAIN],
    },
    {
      what: 'a manifest value of another type',
      change: setManifest('version', 2027),
      code: 'index_corrupt',
      says: ['its manifest is incomplete', AGAIN],
    },
    {
      what: 'a manifest value that is no JSON',
      change: sql("UPDATE manifest SET value = '{' WHERE key = 'version'"),
      code: 'index_corrupt',
      says: [AGAIN],
    },
    {
      what: 'a missing table',
      change: sql('DROP TABLE manifest'),
      code: 'index_corrupt',
      says: ['a table cannot be read', AGAIN],
    },
    {
      what: 'a missing table of rows',
      change: sql('DROP TABLE attributes'),
      code: 'index_corrupt',
      says: ['a table cannot be read', AGAIN],
    },
    {
      what: 'a missing table of maps',
      change: sql('DROP TABLE map'),
      code: 'index_corrupt',
      says: ['a table cannot be read', AGAIN],
    },
    {
      what: 'a missing column',
      change: sql('DROP INDEX term_verbatim; ALTER TABLE term DROP COLUMN verbatim'),
      code: 'index_corrupt',
      says: ['a table cannot be read', AGAIN],
    },
    {
      what: 'an array of another type',
      change: sql("UPDATE array SET type = 'Int32Array' WHERE name = 'idf'"),
      code: 'index_corrupt',
      says: ['its array idf is missing or damaged', AGAIN],
    },
    {
      what: 'an array that ends within an element',
      change: sql("UPDATE array SET data = x'000000' WHERE name = 'idf'"),
      code: 'index_corrupt',
      says: ['its array idf is missing or damaged', AGAIN],
    },
    {
      what: 'other counts than the arrays have',
      change: setManifest('counts', { concepts: 5, terms: 6, words: 7, keys: 7 }),
      code: 'index_corrupt',
      says: ['do not have the lengths its manifest says', AGAIN],
    },
    ...[
      ...['concept_traits', 'concept_family', 'term_concept', 'term_shared', 'term_mass'],
      ...['word_offsets', 'idf', 'name_concept', 'name_word_offsets', 'name_words'],
      ...['name_posting_offsets', 'name_postings'],
    ].map((name) => ({
      what: `too short an array ${name}`,
      change: sql(`UPDATE array SET data = x'00000000' WHERE name = '${name}'`),
      code: 'index_corrupt',
      says: ['do not have the lengths its manifest says', AGAIN],
    })),
    ...['concept_family', 'term_shared', 'name_concept', 'name_words'].map((name) => ({
      what: `too long an array ${name}`,
      change: sql(`UPDATE array SET data = CAST(data || data AS BLOB) WHERE name = '${name}'`),
      code: 'index_corrupt',
      says: ['do not have the lengths its manifest says', AGAIN],
    })),
    ...ARRAY_NAMES.map((name) => ({
      what: `a file without its array ${name}`,
      change: sql(`DELETE FROM array WHERE name = '${name}'`),
      code: 'index_corrupt',
      says: [`its array ${name} is missing or damaged`, AGAIN],
    })),
    ...[0.99, 0.5, 0.1].map((share) => ({
      what: `a file cut to ${share * 100} % of its size`,
      change: (file: string) => truncateSync(file, Math.floor(readFileSync(file).length * share)),
      code: 'index_corrupt',
      says: ['bytes instead of', AGAIN],
    })),
    {
      what: 'a file cut to its header',
      change: (file) => truncateSync(file, 100),
      code: 'index_corrupt',
      says: ['it has 100 bytes instead of', AGAIN],
    },
    {
      what: 'a file with something behind it',
      change: (file) => writeFileSync(file, 'x', { flag: 'a' }),
      code: 'index_corrupt',
      says: ['bytes instead of', AGAIN],
    },
    {
      what: 'a file cut within its header',
      change: (file) => truncateSync(file, 50),
      code: 'index_incompatible',
      says: ['is not a Medlink index'],
    },
  ])('$what', ({ change, code, says }) => {
    const refusal = refusalOf(damaged(change))
    expect(refusal).toMatchObject({ name: 'MedlinkError', code })
    for (const part of says) expect(refusal.message).toContain(part)
  })

  test('a file that is not there', () => {
    const file = join(tempFolder(), 'tiny.sqlite')
    const refusal = refusalOf(file)
    expect(refusal).toMatchObject({ code: 'index_missing' })
    expect(refusal.message).toContain(`there is no index at ${file}: build it with medlink build`)
  })
})

test.each([
  { what: 'its format before its size', change: 'PRAGMA user_version = 9', says: 'has format 9' },
  {
    what: 'its text version before its arrays',
    change: `UPDATE manifest SET value = '"0"' WHERE key = 'text_version'; DELETE FROM array`,
    says: 'text analysis 0',
  },
])('checks $what', ({ change, says }) => {
  const file = damaged((path) => {
    sql(change)(path)
    if (says.startsWith('has')) truncateSync(path, 200)
  })
  expect(refusalOf(file).message).toContain(says)
})

test('ignores manifest keys that it does not know', () => {
  const file = damaged(sql(`INSERT INTO manifest VALUES ('later', '{"x":1}')`))
  const index = new MedlinkIndex(file, expectation)
  expect(index.manifest).not.toHaveProperty('later')
  index.close()
})

test('identifies the file in its SQLite header', () => {
  const header = readFileSync(damaged(() => {})).subarray(0, 100)
  expect(header.toString('latin1', 0, 15)).toBe('SQLite format 3')
  expect(header.toString('latin1', 68, 72)).toBe('MLNK')
  expect(header.readUInt32BE(68)).toBe(APPLICATION_ID)
  expect(header.readUInt32BE(60)).toBe(FORMAT_VERSION)
})

test('looks verbatim names up in an index of their own', () => {
  const db = new Database(
    damaged(() => {}),
    { readonly: true },
  )
  const plan = db
    .prepare(
      'EXPLAIN QUERY PLAN SELECT id FROM term WHERE verbatim = 1 AND text = ? COLLATE NOCASE',
    )
    .all('x') as { detail: string }[]
  db.close()
  expect(plan.map(({ detail }) => detail).join()).toContain('term_verbatim')
})

test('never lets a damaged page through as anything but a MedlinkError', () => {
  const original = readFileSync(damaged(() => {}))
  const file = join(tempFolder(), 'tiny.sqlite')
  const page = fc.nat(Math.floor(original.length / 512) - 1)
  fc.assert(
    fc.property(page, fc.integer({ min: 0, max: 255 }), (block, byte) => {
      const bytes = Buffer.from(original)
      bytes.fill(byte, block * 512, block * 512 + 512)
      writeFileSync(file, bytes)
      try {
        new MedlinkIndex(file, expectation).close()
      } catch (error) {
        expect(error).toMatchObject({ name: 'MedlinkError' })
      }
    }),
    { numRuns: 150 },
  )
})

describe('the preferred term of a concept is', () => {
  test.each([
    { what: 'its official name', named: [['Heart failure', 'preferred', 'en']], found: 0 },
    { what: 'that in its language', named: [['Heart failure', 'preferred', 'de']], found: 0 },
    {
      what: 'the one it is called by',
      named: [
        ['Cardiac failure', 'preferred', 'en'],
        ['Heart failure', 'synonym', 'fr'],
      ],
      found: 1,
    },
    { what: 'its title, where no name is that', named: [['HF', 'preferred', 'de']], found: -1 },
    { what: 'its title, where it has no name', named: [], found: -1 },
  ] as { what: string; named: [string, TermKind, string][]; found: number }[])(
    '$what',
    ({ named, found }) => {
      const { code, ...concept } = tinyRelease.concepts.find(
        ({ name }) => name === 'Heart failure',
      )!
      const terms = named.map(([text, kind, language]) => ({ code, text, kind, language }))
      const alone = { edges: [], replacements: [], maps: [], facts: [] }
      const index = openTiny({ ...tinyRelease, ...alone, concepts: [{ code, ...concept }], terms })
      const [, kind, language] = named[found] ?? [concept.name, 'preferred', 'en']
      expect(index.preferredTerm(index.getConcept(code)!)).toEqual({
        text: concept.name,
        kind,
        language,
      })
    },
  )
})
