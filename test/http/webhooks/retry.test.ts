/**
 * Proves of what is done after an attempt:
 * 1. what was taken is delivered; who has gone is left alone
 * 2. anything else waits, at most twice as long each time up to a bound, by chance from nothing on
 * 3. it waits at least as long as it was asked to
 * 4. the last attempt is at the end of the window, and after it the delivery is parked
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, RESULTS } from '../../../src/http/webhooks/deliver.ts'
import {
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  outcomeOf,
  WINDOW_MS,
} from '../../../src/http/webhooks/retry.ts'

const START = 1_800_000_000_000
const attempt = (number: number, startedMs = START) => ({
  ...{
    deliveryId: 'd',
    workspace: 'b',
    subscriptionId: 's',
    eventId: 'e',
    endpoint: '',
    signingKey: '',
  },
  ...{ payload: '', lease: '', number, startedMs },
})
const failed: Answer = { result: 'refused', status: 500 }

test.each([
  [
    { result: 'delivered', status: 204 },
    { state: 'delivered', result: 'http_204' },
  ],
  [
    { result: 'gone', status: 410 },
    { state: 'parked', result: 'http_410', disables: true },
  ],
  [{ result: 'interrupted' }, { state: 'pending', result: 'interrupted', dueMs: START + 5 }],
  [{ result: 'timeout' }, { state: 'pending', result: 'timeout', dueMs: START + 5005 }],
  [{ result: 'untrusted' }, { state: 'pending', result: 'untrusted', dueMs: START + 5005 }],
  [failed, { state: 'pending', result: 'http_500', dueMs: START + 5005 }],
  [
    { result: 'refused', status: 429, retryAfterMs: 60_000 },
    { state: 'pending', result: 'http_429', dueMs: START + 60_005 },
  ],
  [
    { result: 'refused', status: 503, retryAfterMs: 1 },
    { state: 'pending', result: 'http_503', dueMs: START + 5005 },
  ],
  [
    { result: 'refused', status: 503, retryAfterMs: 10 * WINDOW_MS },
    { state: 'pending', result: 'http_503', dueMs: START + WINDOW_MS },
  ],
] as const)('%j leads to %j', (answer, outcome) => {
  expect(outcomeOf(answer, attempt(1), START + 5, 0.5)).toEqual(outcome)
})

test('the bounds of the waits double up to four hours', () => {
  const longest = (number: number) => {
    const outcome = outcomeOf(failed, attempt(number), START, 1)
    return outcome.state === 'pending' ? outcome.dueMs - START : undefined
  }
  expect([1, 2, 3, 4, 11, 12, 99, 5000].map(longest)).toEqual([
    ...[10_000, 20_000, 40_000, 80_000, 10_240_000],
    ...[LONGEST_WAIT_MS, LONGEST_WAIT_MS, LONGEST_WAIT_MS],
  ])
  expect([FIRST_WAIT_MS, LONGEST_WAIT_MS, WINDOW_MS]).toEqual([10_000, 14_400_000, 86_400_000])
  expect(outcomeOf(failed, attempt(9), START, 0)).toMatchObject({ dueMs: START })
})

test('the last attempt is at the end of the window', () => {
  const end = START + WINDOW_MS
  expect(outcomeOf(failed, attempt(30), end - 1, 1)).toMatchObject({ state: 'pending', dueMs: end })
  for (const result of RESULTS) {
    const isOver = !['delivered', 'gone', 'interrupted'].includes(result)
    const outcome = outcomeOf({ result }, attempt(31), end, 1)
    expect(outcome.state === 'parked' && !outcome.disables).toBe(isOver)
  }
})

test('whatever chance says, a delivery is tried for 24 hours and then parked', () => {
  // Chance that always says "at once" would try without end: over the first ten minutes it says something.
  const chances = fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(chances, (given) => {
      let time = START
      for (let number = 1; ; number++) {
        const outcome = outcomeOf(failed, attempt(number), time, given[number % given.length]!)
        if (outcome.state !== 'pending') {
          expect(outcome.state).toBe('parked')
          expect(time).toBe(START + WINDOW_MS)
          expect(number).toBeGreaterThan(10)
          expect(number).toBeLessThan(90)
          return
        }
        expect(outcome.dueMs).toBeGreaterThanOrEqual(time)
        time = outcome.dueMs
      }
    }),
  )
})
