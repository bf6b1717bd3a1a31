/**
 * Proves of opening: whatever is not an index that this version reads is refused with a code, what was found, what
 * was expected and what to do, in the order header, versions, arrays.
 */

import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FLEXSEARCH_VERSION } from '../../src/index/flexsearch.ts'
import { APPLICATION_ID, FORMAT_VERSION } from '../../src/index/manifest.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { damaged, refusalOf, setManifest, sql } from '../support/damaged-index.ts'
import { expectation, tempFolder } from '../support/tiny-index.ts'

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
