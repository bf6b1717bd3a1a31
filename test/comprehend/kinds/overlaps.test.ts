/** Proves which of two entities stays where they overlap: the longer one; of two as long, by the order of the kinds. */

import { expect, test } from 'vitest'
import type { Draft } from '../../../src/comprehend/kinds/draft.ts'
import { withoutOverlaps } from '../../../src/comprehend/overlaps.ts'

type Place = readonly [type: Draft['type'], begin: number, end: number, to?: number]

const draft = ([type, begin, end, to = end]: Place): Draft => {
  return { type, begin, end, from: begin, to, isNamed: true, link: () => [] }
}

test.each<{
  what: string
  drafts: readonly Place[]
  problems: readonly (readonly [number, number])[]
  kept: readonly string[]
}>([
  { what: 'HIV test: a test', drafts: [['test', 0, 8]], problems: [[0, 3]], kept: ['test 0'] },
  {
    what: 'vitamin B12 deficiency: a problem',
    drafts: [
      ['medication', 0, 11],
      ['test', 0, 11],
    ],
    problems: [[0, 22]],
    kept: ['problem 0'],
  },
  {
    what: 'iron tablets: a medication',
    drafts: [
      ['medication', 0, 4, 12],
      ['test', 0, 4],
    ],
    problems: [],
    kept: ['medication 0'],
  },
  {
    what: 'as long: an allergy before a medication',
    drafts: [
      ['medication', 3, 9],
      ['allergy', 3, 9],
    ],
    problems: [],
    kept: ['allergy 3'],
  },
  {
    what: 'as long: a procedure before a problem',
    drafts: [['procedure', 0, 4]],
    problems: [[0, 4]],
    kept: ['procedure 0'],
  },
  {
    what: 'two tests share a value',
    drafts: [
      ['test', 0, 2, 10],
      ['test', 3, 4, 10],
    ],
    problems: [],
    kept: ['test 0', 'test 3'],
  },
  {
    what: 'problems share words',
    drafts: [],
    problems: [
      [0, 9],
      [4, 9],
    ],
    kept: ['problem 0', 'problem 4'],
  },
  { what: 'apart', drafts: [['test', 0, 3]], problems: [[3, 5]], kept: ['test 0', 'problem 3'] },
])('$what', ({ drafts, problems, kept }) => {
  const left = withoutOverlaps(
    drafts.map(draft),
    problems.map(([from, to]) => ({ from, to })),
  )
  expect([
    ...left.drafts.map(({ type, begin }) => `${type} ${begin}`),
    ...problems.flatMap(([from], i) => (left.isKept[i] ? [`problem ${from}`] : [])),
  ]).toEqual(kept)
})

test.each([
  [true, ['allergy']],
  [false, []],
])('a longer problem that is an allergy (%s) gives way to one: %j', (isAllergy, kept) => {
  const { drafts, isKept } = withoutOverlaps(
    [draft(['allergy', 12, 22])],
    [{ from: 0, to: 22, isAllergy }],
  )
  expect(drafts.map(({ type }) => type)).toEqual(kept)
  expect(isKept).toEqual([!isAllergy])
})
