/**
 * Proves of notes:
 * 1. codes that exclude each other are noted once, where they first stand
 * 2. only what is linked is compared
 * 3. of very many codes the first are
 */

import { expect, test } from 'vitest'
import { notesOn } from '../../src/comprehend/answer.ts'
import type { Condition } from '../../src/contract.ts'
import { rowOf } from '../support/comprehend.ts'

/** An entity with the first of these codes linked, or with none linked. */
function entityOf(code: string, isLinked = true): Condition {
  const row = isLinked ? rowOf(code) : rowOf(code, 0.4, 'below_threshold')
  return {
    ...{ text: code, begin_offset: 0, end_offset: 1, score: 1, traits: [], attributes: [] },
    results: [rowOf('Z', 0.1, 'not_first'), row],
  } as unknown as Condition
}

const note = (entities: [number, number], codes: [string, string]) => {
  return { type: 'EXCLUDES1', entities, codes }
}
/** Codes of one letter exclude each other. */
const letters = { excludes: (one: string, other: string) => one.length + other.length === 2 }

test.each([
  { codes: ['A', 'B'], notes: [note([0, 1], ['A', 'B'])] },
  { codes: ['A', 'A', 'B', 'A', 'B'], notes: [note([0, 2], ['A', 'B'])] },
  { codes: ['A', 'BB'], notes: [] },
  { codes: ['A', 'A'], notes: [] },
  { codes: ['A'], notes: [] },
  {
    codes: ['A', 'BB', 'C', 'D'],
    notes: [note([0, 2], ['A', 'C']), note([0, 3], ['A', 'D']), note([2, 3], ['C', 'D'])],
  },
])('of $codes', ({ codes, notes }) => {
  const entities = codes.map((code) => entityOf(code))
  expect(notesOn(entities, letters)).toEqual(notes)
})

test('nothing is said of what is not linked', () => {
  expect(notesOn([entityOf('A'), entityOf('B', false)], letters)).toEqual([])
  const entities = [entityOf('A', false), entityOf('A'), entityOf('B')]
  expect(notesOn(entities, letters)).toEqual([note([1, 2], ['A', 'B'])])
})

test('the first hundred codes are compared', () => {
  const entities = Array.from({ length: 101 }, (_, i) => entityOf(`${i}`))
  const all = { excludes: (one: string) => one === '0' }
  const others = notesOn(entities, all).map(({ codes }) => codes[1])
  expect(others).toHaveLength(99)
  expect(others.at(-1)).toBe('99')
})
