/**
 * Proves of counted work:
 * 1. steps are taken while there are enough left, and what is not taken is noted
 * 2. steps that have to be taken are, and count
 * 3. what is left is never less than nothing
 */

import { expect, test } from 'vitest'
import { Work } from '../../src/index/work.ts'

test('takes steps while there are enough left', () => {
  const work = new Work(10)
  expect([work.take(6), work.isTruncated, work.isOver]).toEqual([true, false, false])
  expect([work.take(5), work.isTruncated, work.isOver]).toEqual([false, true, false])
  expect([work.take(4), work.done, work.isOver]).toEqual([true, 10, true])
})

test('takes steps that have to be taken whatever is left', () => {
  const work = new Work(10)
  work.add(25)
  expect([work.done, work.isOver, work.isTruncated]).toEqual([25, true, false])
  work.truncate()
  expect([work.take(0), work.isTruncated]).toEqual([false, true])
})

test('takes any number where there is no limit', () => {
  const work = new Work()
  expect([work.take(1e12), work.isOver]).toEqual([true, false])
})

test('says what is left, never less than nothing', () => {
  const work = new Work(10)
  expect(work.left).toBe(10)
  work.take(4)
  expect(work.left).toBe(6)
  work.take(7)
  expect(work.left).toBe(6)
  work.add(6)
  expect([work.left, work.isOver]).toEqual([0, true])
  work.add(5)
  expect(work.left).toBe(0)
  expect(new Work().left).toBe(Number.POSITIVE_INFINITY)
})
