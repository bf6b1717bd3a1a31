/**
 * Proves of bodies with a pace:
 * 1. one that comes quickly enough is the same bytes, whatever it is
 * 2. one that is slower ends with `request_timeout`, whether or not it is read, and its source's errors and end are its own
 */

import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from '../../src/http/paced.ts'

const PACE = { bytes: 1000, intervalMs: 100 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets time go by for the timers, and no longer on a busy machine. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a body that comes quickly enough is read whole', async () => {
  const source = new PassThrough()
  const text = read(paced(source, PACE))
  for (let i = 0; i < 10; i++) {
    source.write('x'.repeat(1000))
    await pass(40)
  }
  source.end('y')
  expect(await text).toBe(`${'x'.repeat(10_000)}y`)
  // Ended, it has no pace any more.
  await pass(150)
})

test('a small body that is there at once is read whole', async () => {
  const source = new PassThrough()
  const text = read(paced(source, PACE))
  source.end('x')
  expect(await text).toBe('x')
})

test('a slower one ends with request_timeout', async () => {
  const source = new PassThrough()
  const text = read(paced(source, PACE))
  const trickle = setInterval(() => source.write('x'.repeat(50)), 20)
  const ended = expect(text).rejects.toMatchObject({ code: 'request_timeout', statusCode: 408 })
  await pass(200)
  await ended
  clearInterval(trickle)
})

test('one that is not read ends no process', async () => {
  const body = paced(new PassThrough(), PACE)
  await pass(250)
  expect(body.destroyed).toBe(true)
})

test('an error of its source is its own', async () => {
  const source = new PassThrough()
  const text = read(paced(source, PACE))
  source.destroy(new Error('gone'))
  await expect(text).rejects.toThrow('gone')
})
