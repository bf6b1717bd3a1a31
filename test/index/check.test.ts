/**
 * Proves of checking a file: everything that is damaged is found, each by itself, and nothing in a sound file.
 */

import { rmSync, truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOf } from '../../src/index/check.ts'
import { damaged, flipArray, flipBit, setArray, sql } from '../support/damaged-index.ts'
import { expectation, largeRelease } from '../support/tiny-index.ts'

const both =
  (...changes: ((file: string) => void)[]) =>
  (file: string) => {
    for (const change of changes) change(file)
  }

test.each([
  { what: 'nothing in a sound file', change: () => {}, faults: [] },
  {
    what: 'a damaged block',
    change: (file: string) => flipBit(file, 9000),
    faults: [['index_corrupt', /bytes 0 to \d+ have another checksum/]],
  },
  {
    what: 'every damaged block, those that are read later among them',
    change: both(flipArray('name_postings'), flipArray('text_bytes')),
    release: largeRelease,
    faults: [
      ['index_corrupt', /bytes \d+ to \d+ have another checksum/],
      ['index_corrupt', /bytes \d+ to \d+ have another checksum/],
    ],
  },
  {
    what: 'a missing array',
    change: sql("DELETE FROM array WHERE name = 'name_postings'"),
    faults: [['index_corrupt', /its array name_postings is missing or damaged/]],
  },
  {
    what: 'an array of another length',
    change: setArray('term_shared', () => Buffer.alloc(3)),
    faults: [['index_corrupt', /the lengths its manifest says/]],
  },
  {
    what: 'offsets of type-ahead that lead beyond it',
    change: setArray('name_own_offsets', (bytes) => bytes.fill(9)),
    faults: [['index_corrupt', /not divided as their offsets say/]],
  },
  {
    what: 'words for misspelt ones that are none',
    change: setArray('spelling_words', (bytes) => bytes.fill(9)),
    faults: [['index_corrupt', /not divided as their offsets say/]],
  },
  {
    what: 'a file that was cut short',
    change: (file: string) => truncateSync(file, 50_000),
    faults: [['index_corrupt', /its end is missing/]],
  },
  {
    what: 'another format',
    change: sql('PRAGMA user_version = 9'),
    faults: [['index_incompatible', /has format 9/]],
  },
  {
    what: 'a file that is gone',
    change: (file: string) => rmSync(file),
    faults: [['index_missing', /there is no index at/]],
  },
])('finds $what', ({ change, faults, release }) => {
  const found = faultsOf(damaged(change, release), expectation)
  expect(found.map(({ code, message }) => [code, message])).toEqual(
    faults.map(([code, message]) => [code, expect.stringMatching(message!)]),
  )
})
