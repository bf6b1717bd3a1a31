import type { Attempt, Outcome } from '../../records/webhooks.ts'
import type { Answer } from './deliver.ts'

/** Time after which a delivery is parked until a replay is requested. */
export const WINDOW_MS = 24 * 3_600_000
/** Upper bounds of the wait after the first attempt, and after any. */
export const FIRST_WAIT_MS = 10_000
export const LONGEST_WAIT_MS = 4 * 3_600_000

/**
 * The next step after an attempt. The wait is exponential with full jitter ("Exponential Backoff And Jitter", AWS
 * Architecture Blog, 2015): anything from nothing to twice the last bound, so that deliveries that failed together are not
 * repeated together. It is as long as the receiver asked for, if that is longer, and never goes beyond the end of the
 * window: there the last attempt is made.
 *
 * @param now in epoch milliseconds
 * @param random from 0 to 1
 */
export function outcomeOf(answer: Answer, attempt: Attempt, now: number, random: number): Outcome {
  const { result, status, retryAfterMs = 0 } = answer
  const said = status === undefined ? result : `http_${status}`
  if (result === 'delivered') return { state: 'delivered', result: said }
  if (result === 'gone') return { state: 'parked', result: said, disables: true }
  if (result === 'interrupted') return { state: 'pending', result: said, dueMs: now }
  const endMs = attempt.startedMs + WINDOW_MS
  if (now >= endMs) return { state: 'parked', result: said, disables: false }
  const bound = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt.number - 1))
  const dueMs = now + Math.max(Math.round(random * bound), retryAfterMs)
  return { state: 'pending', result: said, dueMs: Math.min(dueMs, endMs) }
}
