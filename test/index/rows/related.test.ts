/**
 * Proves of related codes:
 * 1. they are numbered after the concepts, in order of code, and have their names, statuses and attributes
 * 2. values of a relation are in order of place, then of code, each once; the codes that have a value are found, ascending
 * 3. the order of records changes nothing in the file, and a release without them has the file that it had
 * 4. arrays that do not fit each other are refused at the first request, when linking is not
 */
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RELATED_NAMES } from '../../../src/index/file/layout.ts'
import { MedlinkIndex } from '../../../src/index/reader.ts'
import type { ReleaseRecords } from '../../../src/index/records.ts'
import { damaged, flipArray, setArray, sql } from '../../support/damaged-index.ts'
import {
  expectation,
  openTiny,
  tempFolder,
  tinyRelease,
  writeTiny,
} from '../../support/tiny-index.ts'

/** The tiny release with a question's answers. B01 has two lists; the lists share an answer. */
const related: ReleaseRecords = {
  ...tinyRelease,
  relatedCodes: [
    { code: 'L2', name: 'Yes, no or perhaps', active: true, attributes: {} },
    { code: 'L1', name: 'Yes or no', active: true, attributes: {} },
    { code: 'A3', name: 'Perhaps', active: false, attributes: { score: 2, is_old: true } },
    { code: 'A2', name: 'No', active: true, attributes: {} },
    { code: 'A1', name: 'Yes', active: true, attributes: { score: 1 } },
  ],
  relations: [
    { from: 'L1', relation: 'answer', to: 'A1', place: 2 },
    { from: 'L1', relation: 'answer', to: 'A2', place: 1 },
    { from: 'L1', relation: 'answer', to: 'A1', place: 9 },
    { from: 'L2', relation: 'answer', to: 'A3' },
    { from: 'L2', relation: 'answer', to: 'A1' },
    { from: 'B01', relation: 'list', to: 'L2' },
    { from: 'B01', relation: 'list', to: 'L1' },
    { from: 'B01', relation: 'also', to: 'B02' },
    { from: 'B02', relation: 'list', to: 'L1' },
  ],
}

function asked(index: MedlinkIndex) {
  const codes = index.relatedCodes!
  const numberOf = (code: string) => index.numberOf(code) ?? codes.numberOf(code)!
  const codeOf = (number: number) =>
    number < codes.first ? index.codeOf(number) : codes.codeOf(number)
  return {
    codes,
    values: (code: string, relation: string) =>
      codes.valuesOf(numberOf(code), relation).map(codeOf),
    holders: (code: string, relation: string) =>
      codes.holdersOf(numberOf(code), relation).map(codeOf),
  }
}

test('codes follow the concepts in order, with what is known of each', () => {
  const { codes } = asked(openTiny(related))
  expect([codes.first, codes.size]).toEqual([4, 5])
  const all = Array.from({ length: codes.size }, (_, place) => codes.first + place)
  expect(all.map((number) => codes.codeOf(number))).toEqual(['A1', 'A2', 'A3', 'L1', 'L2'])
  expect(all.map((number) => codes.numberOf(codes.codeOf(number)))).toEqual(all)
  expect(all.map((number) => codes.nameOf(number))).toEqual([
    ...['Yes', 'No', 'Perhaps', 'Yes or no', 'Yes, no or perhaps'],
  ])
  expect(all.map((number) => codes.isActive(number))).toEqual([true, true, false, true, true])
  expect(all.slice(0, 3).map((number) => codes.attributesOf(number))).toEqual([
    { score: 1 },
    {},
    { score: 2, is_old: true },
  ])
  expect(codes.numberOf('B01')).toBeUndefined()
  expect(codes.numberOf('A4')).toBeUndefined()
})

test.each([
  { code: 'L1', relation: 'answer', values: ['A2', 'A1'], why: 'places come before codes' },
  { code: 'L2', relation: 'answer', values: ['A1', 'A3'], why: 'without places codes decide' },
  { code: 'B01', relation: 'list', values: ['L1', 'L2'], why: 'of one relation' },
  { code: 'B01', relation: 'also', values: ['B02'], why: 'a value may be a concept' },
  { code: 'B0', relation: 'list', values: [], why: 'a concept without any' },
  { code: 'L1', relation: 'list', values: [], why: 'not the other way' },
  { code: 'L1', relation: 'unknown', values: [], why: 'no such relation' },
])('$code has $values for $relation: $why', ({ code, relation, values }) => {
  expect(asked(openTiny(related)).values(code, relation)).toEqual(values)
})

test.each([
  { code: 'A1', relation: 'answer', holders: ['L1', 'L2'] },
  { code: 'A3', relation: 'answer', holders: ['L2'] },
  { code: 'L1', relation: 'list', holders: ['B01', 'B02'] },
  { code: 'L1', relation: 'answer', holders: [] },
  { code: 'B02', relation: 'also', holders: ['B01'] },
])('$holders have $code for $relation', ({ code, relation, holders }) => {
  expect(asked(openTiny(related)).holders(code, relation)).toEqual(holders)
})

const hashOf = (release: ReleaseRecords) =>
  writeTiny(join(tempFolder(), 'tiny.sqlite'), release).content_hash

test('the order of records changes nothing', () => {
  const reversed = {
    ...related,
    relatedCodes: [...related.relatedCodes!].reverse(),
    relations: [...related.relations!].reverse(),
  }
  expect(hashOf(reversed)).toBe(hashOf(related))
})

test('a release without them has the file that it had', () => {
  expect(openTiny().relatedCodes).toBeUndefined()
  expect(hashOf({ ...tinyRelease, relatedCodes: [], relations: [] })).toBe(hashOf(tinyRelease))
  expect(hashOf(related)).not.toBe(hashOf(tinyRelease))
})

test('more labels than a byte holds are an error', () => {
  const relations = Array.from({ length: 300 }, (_, i) => ({
    ...{ from: 'B01', relation: `relation ${i}`, to: 'L1' },
  }))
  expect(() => openTiny({ ...related, relations })).toThrow('more than 256 labels')
})

describe('refuses at the first request', () => {
  const lengths = 'do not have the lengths its manifest says'
  test.each([
    ...['related_active', 'related_attributes', 'relation_offsets', 'relation_labels'].map(
      (name) => ({
        what: `too short an array ${name}`,
        change: setArray(name, (bytes) => bytes.subarray(0, bytes.length - 4)),
        says: lengths,
      }),
    ),
    {
      what: 'offsets that fall',
      change: setArray('relation_offsets', (bytes) => Buffer.from(bytes.fill(255, 4, 8))),
      says: 'are not divided as their offsets say',
    },
    ...RELATED_NAMES.filter((name) => name !== RELATED_NAMES[0]).map((name) => ({
      what: `a file without its array ${name}`,
      change: sql(`DELETE FROM array WHERE name = '${name}'`),
      says: `its array ${name} is missing or damaged`,
    })),
    ...['related_active', 'relation_targets'].map((name) => ({
      what: `a bit turned in ${name}`,
      change: flipArray(name),
      says: 'have another checksum',
    })),
  ])('$what', ({ change, says }) => {
    const file = damaged(change, related)
    let refusal: unknown
    try {
      const index = new MedlinkIndex(file, expectation)
      onTestFinished(() => index.close())
      void index.relatedCodes
    } catch (error) {
      refusal = error
    }
    expect(refusal).toMatchObject({ code: 'index_corrupt' })
    expect((refusal as Error).message).toContain(says)
  })
})
