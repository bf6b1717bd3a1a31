/**
 * Proves of the pool, with workers that know nothing of linking:
 * 1. every job is answered with its own answer, whichever worker is done first
 * 2. workers start when jobs need them, never more than are allowed, and stay for later jobs
 * 3. every worker knows all notices before the jobs that come after, whenever it starts
 * 4. what is to be forgotten is told to the workers that know it, once, and to no later one
 * 5. the death of a worker fails the jobs it had, and nothing after
 * 6. jobs beyond two a worker wait for whoever is free first
 * 7. closing ends the workers and fails what is unanswered; the pool can be used again
 */

import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { WorkerPool } from '../../../src/library/pool/pool.ts'
import { workerOf } from '../../support/workers.ts'

interface Job {
  readonly ms?: number
  readonly end?: 'exit' | 'throw'
}
interface Answer {
  readonly job: Job
  readonly notices: string[]
  readonly thread: number
}

const ECHO = `
  const notices = []
  parentPort.on('message', ({ notice, forget, job }) => {
    if (notice !== undefined) return notices.push(notice)
    if (forget !== undefined) return notices.push('without ' + forget)
    if (job.end === 'exit') process.exit(3)
    if (job.end === 'throw') throw new Error('no')
    sleep(job.ms ?? 0)
    parentPort.postMessage({ job, notices, thread: threadId })
  })`

function openPool(script = ECHO) {
  const started: Worker[] = []
  const pool = new WorkerPool<string, Job, Answer>(() => {
    const worker = workerOf(script)
    started.push(worker)
    return worker
  })
  onTestFinished(() => pool.close(new Error('the test is over')))
  return { pool, started }
}

test('every job gets its own answer', async () => {
  const { pool } = openPool()
  const jobs = [30, 0, 20, 1, 0, 10].map((ms) => ({ ms }))
  const answers = await Promise.all(jobs.map((job) => pool.run(job, 3)))
  expect(answers.map(({ job }) => job)).toEqual(jobs)
})

test('as many workers as jobs at a time, up to the most that are allowed', async () => {
  const { pool, started } = openPool()
  const inTurn = [await pool.run({}, 4), await pool.run({}, 4), await pool.run({}, 4)]
  expect(new Set(inTurn.map(({ thread }) => thread)).size).toBe(1)
  await Promise.all([1, 2, 3, 4, 5].map(() => pool.run({}, 2)))
  expect(started.length).toBe(2)
  await Promise.all([1, 2, 3, 4, 5].map(() => pool.run({}, 1)))
  expect(started.length).toBe(2)
})

test('a call that may use one worker uses one of those that are there', async () => {
  const { pool } = openPool()
  await Promise.all([pool.run({}, 2), pool.run({}, 2)])
  const alone = await Promise.all([1, 2, 3, 4].map(() => pool.run({}, 1)))
  expect(new Set(alone.map(({ thread }) => thread)).size).toBe(1)
})

test('notices come before the jobs after them, to early and late workers', async () => {
  const { pool } = openPool()
  pool.tell(1, 'a')
  const first = await pool.run({}, 1)
  pool.tell(2, 'b')
  const both = await Promise.all([pool.run({ ms: 5 }, 2), pool.run({}, 2)])
  expect(first.notices).toEqual(['a'])
  expect(both.map(({ notices }) => notices)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('what is forgotten', async () => {
  const { pool } = openPool()
  pool.tell(1, 'a')
  const before = pool.run({}, 1)
  pool.forget(1)
  pool.forget(1)
  pool.forget(7)
  pool.tell(2, 'b')
  expect((await before).notices).toEqual(['a'])
  const [early, late] = await Promise.all([pool.run({ ms: 5 }, 2), pool.run({}, 2)])
  expect(early.notices).toEqual(['a', 'without 1', 'b'])
  expect(late.notices).toEqual(['b'])
})

test.each(['exit', 'throw'] as const)('a worker that dies by %s', async (end) => {
  const { pool } = openPool()
  pool.tell(1, 'a')
  const ran = await Promise.allSettled([pool.run({ end }, 1), pool.run({}, 1)])
  expect(ran).toMatchObject(
    [1, 2].map(() => ({
      status: 'rejected',
      reason: { name: 'MedlinkError', code: 'internal', cause: expect.any(Error) },
    })),
  )
  expect(await pool.run({}, 1)).toMatchObject({ notices: ['a'] })
})

test('a worker that cannot start', async () => {
  const { pool } = openPool(`require('./nowhere.js')`)
  await expect(pool.run({}, 1)).rejects.toMatchObject({ code: 'internal' })
  await expect(pool.run({}, 1)).rejects.toMatchObject({ code: 'internal' })
})

test('a job that cannot be sent fails alone', async () => {
  const { pool } = openPool()
  const unsendable = { ms: 0, extra: () => {} } as Job
  await expect(pool.run(unsendable, 1)).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(await pool.run({ ms: 1 }, 1)).toMatchObject({ job: { ms: 1 } })
})

test('closing', async () => {
  const { pool, started } = openPool()
  pool.tell(1, 'a')
  await pool.run({}, 1)
  const unanswered = [pool.run({ ms: 1000 }, 2), pool.run({}, 2)]
  const settled = Promise.allSettled(unanswered)
  const reason = new Error('closed')
  const gone = started.map((worker) => once(worker, 'exit'))
  pool.close(reason)
  expect(await settled).toEqual([1, 2].map(() => ({ status: 'rejected', reason })))
  await Promise.all(gone)
  expect(await pool.run({}, 1)).toMatchObject({ notices: [] })
  expect(started.length).toBe(3)
})

test('a job that takes long holds up none but the one behind it', async () => {
  const { pool } = openPool()
  await Promise.all([pool.run({}, 2), pool.run({}, 2)])
  const [long, ...others] = await Promise.all([
    pool.run({ ms: 1000 }, 2),
    ...Array.from({ length: 9 }, () => pool.run({}, 2)),
  ])
  const behind = others.flatMap(({ thread }, i) => (thread === long.thread ? [i] : []))
  expect(behind).toEqual([1])
})

test('jobs that wait for a worker fail when the pool is closed', async () => {
  const { pool } = openPool()
  const unanswered = Array.from({ length: 5 }, () => pool.run({ ms: 1000 }, 1))
  const settled = Promise.allSettled(unanswered)
  const reason = new Error('closed')
  pool.close(reason)
  expect(await settled).toEqual(unanswered.map(() => ({ status: 'rejected', reason })))
})

test('jobs that wait for a worker that dies are answered by the next', async () => {
  const { pool } = openPool()
  const jobs: Job[] = [{ end: 'throw' }, {}, {}, {}]
  const ran = await Promise.allSettled(jobs.map((job) => pool.run(job, 1)))
  expect(ran.map(({ status }) => status)).toEqual([
    ...['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  ])
})

test('what is to be forgotten is told after the jobs that came before', async () => {
  const { pool } = openPool()
  pool.tell(1, 'a')
  const before = Array.from({ length: 5 }, () => pool.run({}, 1))
  pool.forget(1)
  for (const { notices } of await Promise.all(before)) expect(notices).toEqual(['a'])
  expect(await pool.run({}, 1)).toMatchObject({ notices: ['a', 'without 1'] })
})
