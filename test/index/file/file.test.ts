/**
 * Proves of opening:
 * 1. whatever is not an index that this version reads is refused with a code, what was found, what was expected and what
 *    to do, in the order header, versions, arrays
 * 2. the manifest alone is read of a file whose arrays are damaged, and refused for the same reasons otherwise
 * 3. an open file knows whether another one took its place, and whether it was written to
 * 4. a native module that does not load is not taken for a damaged file
 *
 * What its checksums tell is in damage.test.ts.
 */

import {
  chmodSync,
  closeSync,
  cpSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { asMedlinkError, readManifest } from '../../../src/index/file/file.ts'
import { APPLICATION_ID, FORMAT_VERSION } from '../../../src/index/file/manifest.ts'
import { MedlinkIndex } from '../../../src/index/reader.ts'
import { SPELLING_VERSION } from '../../../src/index/words/spelling.ts'
import { damaged, flipBit, refusalOf, setManifest, sql } from '../../support/damaged-index.ts'
import { asNobody } from '../../support/faults.ts'
import { FOREIGN_FILES } from '../../support/foreign-files.ts'
import { expectation, tempFolder } from '../../support/tiny-index.ts'

/** An index file of an older format, as the Medlink of its time wrote it. */
const frozen = (format: number) =>
  new URL(`../../fixtures/index-v${format}/icd-10-cm/2027.sqlite`, import.meta.url)

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
      code: 'index_corrupt',
      says: ['tiny.sqlite is damaged: it was cut short at 0 bytes', AGAIN],
    },
    {
      what: 'a short text file',
      change: (file) => writeFileSync(file, 'SQL'.repeat(3)),
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
        '--release <folder or zip>',
      ],
    },
    {
      what: 'a file of format 1, of Medlink 0.1, for that rather than for what it lacks',
      change: sql(`
        DROP TABLE fact;
        DELETE FROM array WHERE name LIKE '%famil%' OR name = 'term_shared';
        PRAGMA user_version = 1`),
      code: 'index_incompatible',
      says: [
        `tiny.sqlite has format 1, this version of Medlink reads ${FORMAT_VERSION}: run medlink build `,
      ],
    },
    {
      what: 'another text version',
      change: setManifest('text_version', '0-old'),
      code: 'index_incompatible',
      says: ['text analysis 0-old', expectation.textVersion, 'run medlink build icd-10-cm'],
    },
    {
      what: 'another version of the columns',
      change: setManifest('columns_version', '0'),
      code: 'index_incompatible',
      says: ['columns 0', 'has 1-e3b0c442', 'run medlink build icd-10-cm --release'],
    },
    {
      what: 'another version of spelling',
      change: setManifest('spelling_version', '0-1'),
      code: 'index_incompatible',
      says: ['spelling 0-1', `has ${SPELLING_VERSION}`, 'run medlink build icd-10-cm'],
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
      says: ['its end is missing', AGAIN],
    })),
    {
      what: 'a file cut to its header',
      change: (file) => truncateSync(file, 100),
      code: 'index_corrupt',
      says: ['its end is missing', AGAIN],
    },
    {
      what: 'a file with something behind it',
      change: (file) => writeFileSync(file, 'x', { flag: 'a' }),
      code: 'index_corrupt',
      says: ['its end is missing', AGAIN],
    },
    {
      what: 'a file cut within its header',
      change: (file) => truncateSync(file, 99),
      code: 'index_corrupt',
      says: ['it was cut short at 99 bytes', AGAIN],
    },
    {
      what: 'a file cut within its magic',
      change: (file) => truncateSync(file, 7),
      code: 'index_corrupt',
      says: ['it was cut short at 7 bytes', AGAIN],
    },
    ...[0, 15, 16, 60, 63, 68, 71].map((position) => ({
      what: `byte ${position} of the header turned, for damage rather than for another format`,
      change: (file: string) => flipBit(file, position),
      code: 'index_corrupt',
      says: ['tiny.sqlite is damaged: bytes 0 to ', AGAIN],
    })),
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

  test('a file below what is no folder', () => {
    const file = join(
      damaged(() => {}),
      '2027.sqlite',
    )
    expect(refusalOf(file)).toMatchObject({ code: 'index_missing' })
  })

  test.each(FOREIGN_FILES)('$what', ({ put, code, says }) => {
    const folder = tempFolder()
    chmodSync(folder, 0o755)
    const file = join(folder, 'x.sqlite')
    put(file)
    const refusal = asNobody(() => refusalOf(file))
    expect(refusal).toMatchObject({ name: 'MedlinkError', code })
    expect(refusal.message).toContain(`${file} ${says}`)
  })
})

test.each([
  { format: 3, version: '2027', run: 'medlink build icd-10-cm --release <folder or zip>' },
  { format: 4, version: '2027', run: 'medlink build icd-10-cm --release <folder or zip>' },
  { format: 5, version: '2027', run: 'medlink build icd-10-cm --release <folder or zip>' },
  { format: 4, version: 'starter', run: 'medlink build starter' },
])('refuses version $version in format $format with what to run', ({ format, version, run }) => {
  const file = join(tempFolder(), 'icd-10-cm', `${version}.sqlite`)
  cpSync(frozen(format), file)
  expect(refusalOf(file)).toMatchObject({
    code: 'index_incompatible',
    message: `${file} has format ${format}, this version of Medlink reads ${FORMAT_VERSION}: run ${run}`,
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

test('waits until a later writing would show in the time of the last one', () => {
  const file = damaged(() => {})
  writeFileSync(file, readFileSync(file))
  new MedlinkIndex(file, expectation).close()
  expect(Date.now() - statSync(file).mtimeMs).toBeGreaterThan(10)
})

describe('the manifest alone', () => {
  test('is that of the open index', () => {
    const file = damaged(() => {})
    const index = new MedlinkIndex(file, expectation)
    expect(readManifest(file, expectation)).toEqual(index.manifest)
    index.close()
  })

  test('is read of a file whose arrays are gone', () => {
    const file = damaged(sql('DELETE FROM array'))
    expect(readManifest(file, expectation).version).toBe('2027')
    expect(refusalOf(file).code).toBe('index_corrupt')
  })

  test.each([
    { what: 'another format', change: sql('PRAGMA user_version = 9') },
    { what: 'another text version', change: setManifest('text_version', '0') },
    { what: 'a missing page', change: (file: string) => truncateSync(file, 8192) },
    {
      what: 'a manifest that lacks a key',
      change: sql("DELETE FROM manifest WHERE key = 'counts'"),
    },
  ])('is refused for $what, as opening is', ({ change }) => {
    const file = damaged(change)
    const { code, message } = refusalOf(file)
    expect(() => readManifest(file, expectation)).toThrow(
      expect.objectContaining({ code, message }),
    )
  })
})

describe('an open index', () => {
  const changes = [
    { what: 'nothing', change: () => {}, isCurrent: true, isWhole: true },
    {
      what: 'another file in its place',
      change: (file: string) => {
        cpSync(file, `${file}.new`)
        renameSync(`${file}.new`, file)
      },
      isCurrent: false,
      isWhole: true,
    },
    { what: 'no file in its place', change: rmSync, isCurrent: false, isWhole: true },
    {
      what: 'the same bytes written over it',
      change: (file: string) => writeFileSync(file, readFileSync(file)),
      isCurrent: false,
      isWhole: false,
    },
    {
      what: 'a shorter file of the same time',
      change: (file: string) => {
        const { atime, mtime } = statSync(file)
        truncateSync(file, 8192)
        utimesSync(file, atime, mtime)
      },
      isCurrent: false,
      isWhole: false,
    },
  ]

  /** An open index of times that can be set again exactly: JavaScript knows milliseconds only. */
  function opened(): { file: string; index: MedlinkIndex } {
    const file = damaged((path) => utimesSync(path, 1_700_000_000, 1_700_000_000))
    const index = new MedlinkIndex(file, expectation)
    onTestFinished(() => index.close())
    return { file, index }
  }

  test('may be closed twice, whatever is opened in between', () => {
    const { file, index } = opened()
    index.close()
    const other = openSync(file, 'r')
    index.close()
    expect(fstatSync(other).size).toBe(statSync(file).size)
    closeSync(other)
  })

  test.each(changes)('with $what is current: $isCurrent', ({ change, isCurrent }) => {
    const { file, index } = opened()
    expect(index.isCurrent()).toBe(true)
    change(file)
    expect(index.isCurrent()).toBe(isCurrent)
  })

  test.each(changes)('with $what during a reading gives it back: $isWhole', (row) => {
    const { file, index } = opened()
    const read = () =>
      index.whileUnchanged(() => {
        row.change(file)
        return 'an answer'
      })
    if (row.isWhole) expect(read()).toBe('an answer')
    else
      expect(read).toThrow(
        expect.objectContaining({
          code: 'index_incompatible',
          message: expect.stringMatching(/^icd-10-cm_2027_\w+ was replaced .*: ask again$/),
        }),
      )
  })

  test.each(changes)('with $what when a reading fails: $isWhole', (row) => {
    const { file, index } = opened()
    const fault = new Error('of the reading')
    const read = () =>
      index.whileUnchanged(() => {
        row.change(file)
        throw fault
      })
    if (row.isWhole) expect(read).toThrow(fault)
    else expect(read).toThrow(expect.objectContaining({ code: 'index_incompatible', cause: fault }))
  })
})

describe('better-sqlite3 that does not load is no damaged file:', () => {
  const ofOtherNode = Object.assign(
    new Error('The module was compiled against a different version'),
    {
      code: 'ERR_DLOPEN_FAILED',
    },
  )
  test.each([
    { error: ofOtherNode, code: 'internal', message: /npm rebuild better-sqlite3/ },
    {
      error: new Error('Could not locate the bindings file. Tried:'),
      code: 'internal',
      message: /npm rebuild better-sqlite3/,
    },
    { error: new Error('unexpected end'), code: 'index_corrupt', message: /is damaged/ },
  ])('$error.message', ({ error, code, message }) => {
    const told = asMedlinkError('2027.sqlite', error)
    expect(told).toMatchObject({ code, cause: error })
    expect(told.message).toMatch(message)
  })
})
