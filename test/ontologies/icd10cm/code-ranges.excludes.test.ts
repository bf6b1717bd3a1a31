/**
 * Proves of Excludes1 notes:
 * 1. a note counts in both directions, for all below the code that has it and the code that it names, ranges too
 * 2. a code and what stands below it exclude one another never
 * 3. facts are read at the first question, once; an index without them excludes nothing
 * 4. an index built of a release answers
 */

import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MedlinkIndex } from '../../../src/index/reader.ts'
import { indexPath, STARTER_VERSION } from '../../../src/index/registry.ts'
import { createAnalyzer } from '../../../src/language/analyze.ts'
import { EXCLUDES1, excludes1In, isWithin } from '../../../src/ontologies/icd10cm/code-ranges.ts'
import { icd10cmColumns } from '../../../src/ontologies/icd10cm/columns.ts'
import { MINI, miniRoot, starterRoot } from '../../support/shared-index.ts'

const PAIRS = [
  ['E11', 'E10'],
  ['E11', 'O24.4'],
  ['J45.9', 'J44'],
  ['A15-A19', 'P37.0'],
  ['Z18.01-Z18.09', 'Z18.1'],
  ['F10', 'T40-T42'],
  ['D69', 'D69.4'],
] as const
const facts = PAIRS.map(([subject, object]) => ({
  relation: EXCLUDES1,
  subject,
  object,
  weight: 1,
}))
const notes = excludes1In({ facts: () => facts })

describe('says that', () => {
  test.each([
    { one: 'E11', other: 'E10', excludes: true },
    { one: 'E11.9', other: 'E10.65', excludes: true },
    { one: 'E11.9', other: 'O24.419', excludes: true },
    { one: 'E11.9', other: 'O24.3', excludes: false },
    { one: 'E11.9', other: 'O24', excludes: false },
    { one: 'E12.9', other: 'E10.9', excludes: false },
    { one: 'J45.909', other: 'J44.9', excludes: true },
    { one: 'J45.2', other: 'J44.9', excludes: false },
    { one: 'J45', other: 'J44', excludes: false },
    { one: 'A15.0', other: 'P37.0', excludes: true },
    { one: 'A19.9', other: 'P37.0', excludes: true },
    { one: 'A20.0', other: 'P37.0', excludes: false },
    { one: 'A14', other: 'P37.0', excludes: false },
    { one: 'Z18.01', other: 'Z18.10', excludes: true },
    { one: 'Z18.09', other: 'Z18.10', excludes: true },
    { one: 'Z18.2', other: 'Z18.10', excludes: false },
    { one: 'F10.10', other: 'T42.0X1A', excludes: true },
    { one: 'F10.10', other: 'T43.0', excludes: false },
    { one: 'D69.3', other: 'D69.41', excludes: true },
    { one: 'D69.41', other: 'D69.42', excludes: true },
    { one: 'D69.4', other: 'D69.41', excludes: false },
    { one: 'D69.41', other: 'D69.41', excludes: false },
    { one: 'I10', other: 'E11.9', excludes: false },
    { one: '', other: 'E10', excludes: false },
    { one: 'E1', other: 'A', excludes: false },
  ])('$one and $other exclude each other: $excludes', ({ one, other, excludes }) => {
    expect(notes.excludes(one, other)).toBe(excludes)
    expect(notes.excludes(other, one)).toBe(excludes)
  })
})

test('agrees with what the facts say one by one', () => {
  const code = fc
    .constantFrom(
      'E10.9 E11.9 E11 O24.41 J45.9 J45 J44.0 A15 A19.9 P37.0 Z18.01 Z18.09 Z18.1 F10.1 T41 D69 D69.4'.split(
        ' ',
      ),
    )
    .chain((codes) => fc.constantFrom(...codes))
  fc.assert(
    fc.property(code, code, (one, other) => {
      const isNoted = PAIRS.some(
        ([subject, object]) =>
          (isWithin(one, subject) && isWithin(other, object)) ||
          (isWithin(other, subject) && isWithin(one, object)),
      )
      const isBelow = one.startsWith(other) || other.startsWith(one)
      expect(notes.excludes(one, other)).toBe(isNoted && !isBelow)
    }),
  )
})

test('reads its facts once, when it is asked', () => {
  let read = 0
  const lazy = excludes1In({
    facts(relation) {
      expect(relation).toBe('excludes1')
      read++
      return []
    },
  })
  expect(read).toBe(0)
  expect(lazy.excludes('E11', 'E10')).toBe(false)
  expect(lazy.excludes('E11.9', 'E10')).toBe(false)
  expect(read).toBe(1)
})

function open(root: string, version: string): MedlinkIndex {
  const index = new MedlinkIndex(indexPath(root, 'icd-10-cm', version), {
    textVersion: createAnalyzer().version,
    columns: icd10cmColumns,
  })
  onTestFinished(() => index.close())
  return index
}

test.each([
  { one: 'J45.909', other: 'J44.9', excludes: true },
  { one: 'C4A.9', other: 'C79.89', excludes: true },
  { one: 'C44.519', other: 'C79.89', excludes: true },
  { one: 'C50', other: 'C79.89', excludes: false },
])(
  'of the miniature release, $one and $other exclude each other: $excludes',
  async ({ one, other, excludes }) => {
    const index = open(await miniRoot('icd-10-cm'), MINI['icd-10-cm'].version)
    expect(excludes1In(index).excludes(one, other)).toBe(excludes)
  },
)

test('the starter, which has no tabular list, excludes nothing', () => {
  const index = open(starterRoot('icd-10-cm'), STARTER_VERSION)
  expect(index.facts(EXCLUDES1)).toEqual([])
  expect(excludes1In(index).excludes('E11.9', 'E10.9')).toBe(false)
})
