/**
 * Proves of damaged index files:
 * 1. whichever bit is turned, the index is refused or answers as the sound one, and never with an untyped error
 * 2. each block is held to its checksum when it is read, at open or at the first use of what stands in it; the manifest also
 *    when nothing else is read
 * 3. numbers that lead elsewhere are refused though their checksums are right
 * 4. what goes wrong after opening is index_corrupt, too
 */

import { copyFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readManifest } from '../../src/index/file/file.ts'
import { OPEN_NAMES } from '../../src/index/file/layout.ts'
import { BLOCK_BYTES, writeTail } from '../../src/index/file/tail.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import type { ReleaseRecords } from '../../src/index/records.ts'
import { Work } from '../../src/index/work.ts'
import {
  damaged,
  flipArray,
  flipBit,
  refusalOf,
  requireTail,
  setArray,
  sql,
} from '../support/damaged-index.ts'
import { fileFolder } from '../support/linker.ts'
import {
  expectation,
  largeRelease,
  tempFolder,
  tinyRelease,
  writeTiny,
} from '../support/tiny-index.ts'
import { readTyped } from '../support/typed.ts'

const MANY = 40_000
/** So many concepts that each array of theirs has blocks of its own. */
const manyConcepts: ReleaseRecords = {
  ...tinyRelease,
  concepts: Array.from({ length: MANY }, (_, i) => ({
    ...tinyRelease.concepts[0]!,
    ...{ code: `C${100_000 + i}`, name: `Fever ${nameOf(i)}`, family: `${i}` },
    attributes: { number: i },
  })),
  terms: Array.from({ length: MANY }, (_, i) => ({
    ...tinyRelease.terms[0]!,
    ...{ code: `C${100_000 + i}`, text: `Fever ${nameOf(i)}` },
  })),
  edges: Array.from({ length: MANY }, (_, i) => ({
    ...{ code: `C${100_000 + i}`, parent: `C${100_000 + Math.floor(i / 2)}` },
  })),
  replacements: Array.from({ length: MANY }, (_, i) => ({
    ...{ code: `C${100_000 + i}`, replacement: 'C100000', relation: 'may be' },
  })),
  maps: [],
}

/** An index of them, of which each test damages a copy. */
const manyFile = join(fileFolder(), 'many.sqlite')

beforeAll(() => {
  writeTiny(manyFile, manyConcepts)
})

/** A copy of the index of many concepts with something done to it; it is gone when the running test is over. */
function damagedMany(change: (file: string) => void): string {
  const file = join(tempFolder(), 'many.sqlite')
  copyFileSync(manyFile, file)
  change(file)
  return file
}

/** A word for a number. */
function nameOf(i: number): string {
  return String(i)
    .replace(/./g, (digit) => 'abcdefghij'[Number(digit)]!)
    .padStart(5, 'a')
}

/** Everything that an index says of the tiny release. */
function answersOf(file: string): unknown {
  const index = new MedlinkIndex(file, expectation)
  try {
    const concepts = tinyRelease.concepts.map(({ code }) => index.getConcept(code)!)
    return {
      manifest: index.manifest,
      concepts: concepts.map((concept) => ({
        ...concept,
        terms: index.termsOf(concept.id),
        parents: index.parentsOf(concept.id),
        children: index.childrenOf(concept.id),
        replacements: index.replacementsOf(concept.id),
      })),
      arrays: index.arrays,
      facts: index.facts('sign of'),
      typed: index.typeAhead.matches(readTyped(index, 'hear'), 10),
      spelt: index.spelling.within('failur', 1, new Work()),
    }
  } finally {
    index.close()
  }
}

test('a file with any bit turned is refused as damaged, or answers as the sound one', () => {
  const sound = damaged(() => {})
  const expected = answersOf(sound)
  const { databaseBytes } = requireTail(sound)
  const size = readFileSync(sound).length
  const file = join(tempFolder(), 'tiny.sqlite')
  // The database is nearly all of a tiny file, and mostly empty pages.
  const position = fc.oneof(
    fc.nat(databaseBytes - 1),
    fc.integer({ min: databaseBytes, max: size - 1 }),
  )
  let refused = 0
  fc.assert(
    fc.property(position, fc.nat(7), (at, bit) => {
      copyFileSync(sound, file)
      flipBit(file, at, bit)
      try {
        expect(answersOf(file)).toEqual(expected)
      } catch (error) {
        expect(error).toMatchObject({ name: 'MedlinkError', code: 'index_corrupt' })
        refused++
      }
    }),
    { numRuns: 200 },
  )
  expect(refused).toBe(200)
})

describe('holds to its checksum', () => {
  test('every block, from the first to the last, which is shorter', () => {
    const sound = join(tempFolder(), 'large.sqlite')
    writeTiny(sound, largeRelease)
    const { databaseBytes, arrayBytes } = requireTail(sound)
    const bytes = databaseBytes + arrayBytes
    expect(databaseBytes).toBeGreaterThan(BLOCK_BYTES)
    expect(databaseBytes % BLOCK_BYTES).not.toBe(0)
    expect(bytes % BLOCK_BYTES).not.toBe(0)
    const file = join(tempFolder(), 'large.sqlite')
    const lastOfDatabase = Math.floor(databaseBytes / BLOCK_BYTES)
    for (const block of [0, 1, lastOfDatabase, Math.floor(bytes / BLOCK_BYTES)]) {
      const end = Math.min((block + 1) * BLOCK_BYTES, bytes) - 1
      for (const position of [block * BLOCK_BYTES, end]) {
        copyFileSync(sound, file)
        flipBit(file, position)
        expect(refusalOf(file)).toMatchObject({
          code: 'index_corrupt',
          message: `${file} is damaged: bytes ${block * BLOCK_BYTES} to ${end} have another checksum. Build or copy it again`,
        })
      }
    }
  })

  /** With something in every array. */
  const withVerbatim: ReleaseRecords = {
    ...tinyRelease,
    terms: tinyRelease.terms.map((term) => ({ ...term, verbatim: term.code === 'A99' })),
  }

  test.each([...OPEN_NAMES, 'concept.code_length', 'term.words'])(
    'the array %s, at open',
    (name) => {
      const refusal = refusalOf(damaged(flipArray(name), withVerbatim))
      expect(refusal).toMatchObject({ code: 'index_corrupt' })
      expect(refusal.message).toMatch(/bytes \d+ to \d+ have another checksum/)
    },
  )

  test.each<{ name: string; ask: (index: MedlinkIndex) => unknown }>([
    { name: 'name_ids', ask: (index) => index.typeAhead },
    { name: 'name_postings', ask: (index) => index.typeAhead },
    { name: 'text_bytes', ask: (index) => Array.from(index.allTerms()) },
    { name: 'concept_text', ask: (index) => index.concept(MANY / 2) },
    { name: 'concept_attributes', ask: (index) => index.concept(MANY / 2) },
    { name: 'parents', ask: (index) => index.isUnder(1, 0) },
    { name: 'replacement_concepts', ask: (index) => index.replacementsOf(0) },
  ])('the array $name, when it is first needed, and then nothing else is lost', ({ name, ask }) => {
    const index = opened(damagedMany(flipArray(name)))
    expect(index.arrays.termConcept.length).toBe(MANY)
    const asked = () => index.whileUnchanged(() => ask(index))
    for (let time = 0; time < 2; time++)
      expect(asked).toThrow(
        expect.objectContaining({
          code: 'index_corrupt',
          message: expect.stringMatching(/bytes \d+ to \d+ have another checksum/),
        }),
      )
    expect(index.concept(0).code).toBe('C100000')
  })

  test.each([
    ...[1, 4].map((back) => ({ back, what: 'the magic' })),
    ...[5, 8].map((back) => ({ back, what: 'the checksum of the footer' })),
    ...[9, 12].map((back) => ({ back, what: 'the checksum of the manifest' })),
    ...[13, 20].map((back) => ({ back, what: 'the length of the arrays' })),
    ...[21, 28].map((back) => ({ back, what: 'the length of the database' })),
    ...[29, 32].map((back) => ({ back, what: 'the checksum of the last block' })),
  ])('the footer: $what, $back bytes from the end', ({ back }) => {
    const file = damaged((path) => flipBit(path, readFileSync(path).length - back))
    expect(refusalOf(file)).toMatchObject({ code: 'index_corrupt' })
    expect(() => readManifest(file, expectation)).toThrow(
      expect.objectContaining({ code: 'index_corrupt' }),
    )
  })

  test('the manifest, which a list of what is installed reads and nothing else', () => {
    const file = damaged((path) => {
      sql(`UPDATE manifest SET value = '"a licence"' WHERE key = 'licence'`)(path)
      const { databaseBytes, arrayBytes } = requireTail(path)
      const bytes = readFileSync(path)
      writeFileSync(path, bytes.subarray(0, databaseBytes))
      const arrays = bytes.subarray(databaseBytes, databaseBytes + arrayBytes)
      writeTail(path, [{ offset: 0, content: arrays }], 0)
    })
    expect(() => readManifest(file, expectation)).toThrow(
      expect.objectContaining({
        code: 'index_corrupt',
        message: expect.stringContaining('its manifest has another checksum'),
      }),
    )
  })
})

describe('refuses, with checksums that are right,', () => {
  const numbers = (change: (values: Uint32Array) => void) => (bytes: Buffer) => {
    const values = new Uint32Array(Uint8Array.from(bytes).buffer)
    change(values)
    return Buffer.from(values.buffer)
  }
  const offsets = [
    ...['word_offsets', 'key_offsets', 'posting_offsets', 'family_offsets'],
    ...[
      'name_own_offsets',
      'name_posting_offsets',
      'name_extra_offsets',
      'piece_offsets',
      'parent_offsets',
      'spelling_offsets',
    ],
  ]

  test.each(
    offsets.flatMap((name) => [
      { name, what: 'do not begin with 0', change: (values: Uint32Array) => values.fill(1, 0, 1) },
      {
        name,
        what: 'fall',
        change: (values: Uint32Array) => {
          values[1] = values.at(-1)! + 1
        },
      },
      {
        name,
        what: 'end beyond what they divide',
        change: (values: Uint32Array) => {
          values[values.length - 1]! += 1
        },
      },
    ]),
  )('$name that $what', ({ name, change }) => {
    const file = damaged(setArray(name, numbers(change)))
    const ask = (index: MedlinkIndex) => [index.typeAhead, index.isUnder(1, 0)]
    expect(() => ask(opened(file))).toThrow(
      expect.objectContaining({
        code: 'index_corrupt',
        message: expect.stringContaining('its arrays are not divided as their offsets say'),
      }),
    )
  })

  test.each([
    { what: 'fall', change: (values: Uint32Array) => [2 ** 20, ...values].slice(0, values.length) },
    { what: 'end beyond the words', change: (values: Uint32Array) => values.fill(2 ** 20) },
    { what: 'are too few', change: (values: Uint32Array) => values.subarray(1) },
    { what: 'are too many', change: (values: Uint32Array) => [...values, values.at(-1)!] },
  ])('starts of terms that $what', ({ change }) => {
    const changed = (bytes: Buffer) =>
      Buffer.from(Uint32Array.from(change(new Uint32Array(Uint8Array.from(bytes).buffer))).buffer)
    expect(refusalOf(damaged(setArray('term_word_starts', changed)))).toMatchObject({
      code: 'index_corrupt',
      message: expect.stringContaining('its arrays are not divided as their offsets say'),
    })
  })

  test.each(['word_slots', 'key_slots', 'name_extra_slots'])(
    '%s in which no search would end',
    (name) => {
      const full = damaged(
        setArray(
          name,
          numbers((slots) => slots.fill(0)),
        ),
      )
      const uneven = damaged(setArray(name, (bytes) => bytes.subarray(0, -4)))
      for (const file of [full, uneven])
        expect(() => opened(file).typeAhead).toThrow(
          expect.objectContaining({ code: 'index_corrupt' }),
        )
    },
  )

  test.each([
    { name: 'spelling_words', what: 'of words that are none' },
    { name: 'sound_words', what: 'of words that are none' },
  ])('$name $what', ({ name }) => {
    const file = damaged(
      setArray(
        name,
        numbers((values) => values.fill(1_000_000, -1)),
      ),
    )
    expect(refusalOf(file)).toMatchObject({ code: 'index_corrupt' })
  })

  test('spelling_places of words that are not filed', () => {
    const file = damaged(setArray('spelling_places', (bytes) => bytes.fill(0xff, bytes.length - 2)))
    expect(refusalOf(file)).toMatchObject({ code: 'index_corrupt' })
  })

  test('sounds without words', () => {
    const file = damaged(setArray('sound_words', (bytes) => bytes.subarray(4)))
    expect(refusalOf(file)).toMatchObject({ code: 'index_corrupt' })
  })

  test.each([
    { what: 'before the arrays', place: 'offset = -4' },
    { what: 'behind the arrays', place: 'offset = 1000000' },
    { what: 'on beyond the arrays', place: 'bytes = 1000000' },
    { what: 'backwards', place: 'bytes = -4' },
    { what: 'nowhere', place: "offset = 'x'" },
  ])('an array that stands $what', ({ place }) => {
    const refusal = refusalOf(damaged(sql(`UPDATE array SET ${place} WHERE name = 'idf'`)))
    expect(refusal).toMatchObject({ code: 'index_corrupt' })
    expect(refusal.message).toContain('its array idf is missing or damaged')
  })
})

describe('an open index whose file the disk changes without a word', () => {
  /** All but the first page as zeros, and the time of the last change as it was. */
  function rot(file: string): void {
    const bytes = readFileSync(file)
    bytes.fill(0, 8192)
    writeFileSync(file, bytes)
    utimesSync(file, DATE, DATE)
  }
  /** JavaScript knows milliseconds only, a file system finer ones. */
  const DATE = 1_700_000_000

  test.each<{ what: string; ask: (index: MedlinkIndex) => unknown }>([
    { what: 'a concept by its code', ask: (index) => index.getConcept('C120000') },
    { what: 'a concept', ask: (index) => index.concept(MANY / 2) },
    { what: 'a term', ask: (index) => index.term(MANY / 2) },
    { what: 'the hierarchy', ask: (index) => index.isUnder(2, 1) },
    { what: 'what was replaced', ask: (index) => index.replacementsOf(1) },
    { what: 'type-ahead', ask: (index) => index.typeAhead },
    { what: 'facts', ask: (index) => index.facts('sign of') },
  ])('says index_corrupt with the path when asked for $what', ({ ask }) => {
    const file = damagedMany((path) => utimesSync(path, DATE, DATE))
    const index = opened(file)
    rot(file)
    expect(() => index.whileUnchanged(() => ask(index))).toThrow(
      expect.objectContaining({
        code: 'index_corrupt',
        message: expect.stringContaining(`${file} is damaged: `),
      }),
    )
  })

  test('answers from what it has read', () => {
    const file = damagedMany((path) => utimesSync(path, DATE, DATE))
    const index = opened(file)
    const before = structuredClone(index.concept(7))
    rot(file)
    expect(index.concept(7)).toEqual(before)
    expect(index.concept(8).code).toBe('C100008')
  })
})

function opened(file: string): MedlinkIndex {
  const index = new MedlinkIndex(file, expectation)
  onTestFinished(() => index.close())
  return index
}
