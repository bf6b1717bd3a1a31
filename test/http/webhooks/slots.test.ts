/**
 * Proves of a worker's slots:
 * 1. an endpoint that has answered has its share, one that has not has one slot; a workspace has its share
 * 2. endpoints that fail have few slots together, those and new ones leave some to endpoints that answer
 * 3. an endpoint rests after three failures, longer each time up to a minute, and not after a success
 */

import { expect, test } from 'vitest'
import { Slots } from '../../../src/http/webhooks/slots.ts'

const LIMITS = { concurrency: 8, perWorkspace: 5, perSubscription: 3, failing: 2, unproven: 6 }

/** How many of these, one after the other, are admitted; each is begun. */
function begin(slots: Slots, wanted: readonly (readonly [string, string])[], now = 0): string[] {
  const { admit } = slots.admission(now)
  const admitted = wanted.filter(([id, workspace]) => admit(id, workspace))
  for (const [id, workspace] of admitted) slots.begin(id, workspace)
  return admitted.map(([id]) => id)
}

const times = (count: number, id: string, workspace = id) =>
  Array.from({ length: count }, () => [id, workspace] as const)

function known(isAnswered: boolean, ...ids: readonly (readonly [string, string])[]): Slots {
  const slots = new Slots(LIMITS)
  for (const [id, workspace] of ids) {
    slots.begin(id, workspace)
    slots.end(id, isAnswered, 0)
  }
  return slots
}

test('an endpoint that has answered has its share, a new one a slot', () => {
  const slots = known(true, ['good', 'w'])
  expect(begin(slots, [...times(5, 'good', 'w'), ...times(3, 'new', 'w')])).toEqual([
    ...['good', 'good', 'good', 'new'],
  ])
  expect(slots.free).toBe(4)
  expect(slots.admission(0).except).toEqual(['good', 'new'])
  slots.end('good', true, 0)
  expect(begin(slots, times(2, 'good', 'w'))).toEqual(['good'])
})

test('a workspace has its share', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, 'w'] as const)
  const slots = known(true, ...ids)
  expect(begin(slots, ids)).toHaveLength(5)
  expect(slots.admission(0).exceptWorkspaces).toEqual(['w'])
  expect(begin(slots, times(1, 'other'))).toEqual(['other'])
})

test('endpoints that fail have few slots together', () => {
  const ids = ['a', 'b', 'c', 'd'].map((id) => [id, id] as const)
  const slots = known(false, ...ids)
  expect(begin(slots, ids)).toEqual(['a', 'b'])
  expect(slots.admission(0).except).toEqual(['a', 'b', 'c', 'd'])
  slots.end('a', undefined, 0)
  expect(begin(slots, ids)).toEqual(['a'])
})

test('new endpoints leave slots to those that answer', () => {
  const slots = known(true, ['good', 'w'])
  expect(
    begin(
      slots,
      Array.from({ length: 9 }, (_, nth) => [`n${nth}`, `n${nth}`]),
    ),
  ).toHaveLength(6)
  expect(slots.admission(0).only).toEqual(['good'])
  expect(begin(slots, [...times(1, 'n9'), ...times(4, 'good', 'w')])).toEqual(['good', 'good'])
  expect(slots.admission(0).limit).toBe(0)
})

test('an endpoint rests after three failures', () => {
  const slots = known(false, ['a', 'a'])
  const fail = (now: number) => {
    expect(begin(slots, times(1, 'a'), now)).toEqual(['a'])
    slots.end('a', false, now)
  }
  fail(0)
  let now = 0
  for (const restMs of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    fail(now)
    expect(begin(slots, times(1, 'a'), now + restMs - 1)).toEqual([])
    expect(slots.admission(now + restMs - 1).except).toEqual(['a'])
    now += restMs
  }
  begin(slots, times(1, 'a'), now)
  slots.end('a', true, now)
  expect(begin(slots, times(3, 'a'), now)).toEqual(['a', 'a', 'a'])
})
