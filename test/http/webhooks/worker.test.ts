/**
 * Proves of delivering what is due:
 * 1. it goes out when it is due, or at once when the worker is told; others' reminders are found by themselves
 * 2. two workers on one database deliver each once
 * 3. what fails is tried again when its time has come, for a day, and then parked, as what has gone is; a replay starts anew
 * 4. no more attempts run at the same time than may, and a slow receiver does not keep others waiting
 * 5. a worker that is stopped begins nothing, and what it is doing comes to its end or is broken off and due again
 * 6. a database that fails is told in the log, and asked again, and keeps no metrics back; the log has no text of a reminder
 * 7. a worker that is killed in the middle loses nothing: every event arrives, by its own identifier
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Metrics } from '../../../src/http/metrics.ts'
import { WINDOW_MS } from '../../../src/http/webhooks/retry.ts'
import {
  type DeliveriesOptions,
  LIMITS,
  startDeliveries,
} from '../../../src/http/webhooks/worker.ts'
import { openMedlink } from '../../../src/medlink.ts'
import { openRecords, type RecordsPlace } from '../../../src/records/open.ts'
import type { Records } from '../../../src/records/records.ts'
import type { Delivery, Outbox } from '../../../src/records/webhooks.ts'
import { DATABASES, type DatabaseKind } from '../../records/databases.ts'
import { compiledChild } from '../../support/compiled.ts'
import { eventually } from '../../support/eventually.ts'
import { START_MS } from '../../support/postgres.ts'
import { type Receiver, type ReceiverOptions, startReceiver } from '../../support/receiver.ts'
import { tempFolder } from '../../support/tiny-index.ts'

/** A process takes seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const CHILD = 'http/webhooks/child'
const EVENT = 'appointment.reminder'

async function openHere(place: RecordsPlace, now: () => number = Date.now): Promise<Records> {
  const records = await openRecords(place, { now })
  onTestFinished(() => records.close())
  return records
}

async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const started = await startReceiver(options)
  onTestFinished(() => started.close())
  return started
}

async function subscribe({ webhooks }: Records, port: number, bid = 'b'): Promise<string> {
  const added = await webhooks.subscriptions.add({
    ...{ bid, endpoint: `http://127.0.0.1:${port}/${bid}`, event_names: [EVENT] },
    signing_key: 'a key of 24 characters or more',
  })
  return (added as { id: string }).id
}

let names = 0
async function schedule({ webhooks }: Records, event_time = 0, bid = 'b'): Promise<string> {
  const transaction_id = `transaction ${names++}`
  const payload = JSON.stringify({ transaction_id, secret: 'a name of a patient' })
  const made = await webhooks.reminders.schedule({
    ...{ bid, event: EVENT, event_time, transaction_id, payload },
  })
  return (made as { id: string }).id
}

/** A worker that may deliver to this machine; it is stopped when the running test is over. */
function work(outbox: Outbox, options: DeliveriesOptions = {}) {
  const deliveries = startDeliveries(outbox, { privateHosts: true, ...options })
  onTestFinished(() => deliveries.stop())
  return deliveries
}

const statusesOf = async ({ webhooks }: Records) =>
  (await webhooks.outbox.list('b', { limit: 1000 })).map(({ status }) => status)

/** Deliveries of the workspace, once they are as many as wanted in a state. */
async function untilAll(records: Records, status: string, count: number): Promise<void> {
  await vi.waitFor(
    async () => expect(await statusesOf(records)).toEqual(Array(count).fill(status)),
    { timeout: 30_000, interval: 20 },
  )
}

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])

describe('on SQLite and on PostgreSQL', () => {
  let kinds: DatabaseKind[] = []
  beforeAll(async () => {
    kinds = await Promise.all(DATABASES.map(([, start]) => start()))
  }, START_MS)
  afterAll(() => Promise.all(kinds.map((kind) => kind.stop())))

  test.each(DATABASES.map(([name], nth) => [name, nth] as const))(
    'two workers deliver each once (%s)',
    async (_, nth) => {
      const place = await kinds[nth]!.newPlace()
      const [records, others] = [await openHere(place), await openHere(place)]
      const target = await receiver()
      await subscribe(records, target.port)
      const ids = await Promise.all(Array.from({ length: 30 }, () => schedule(records)))
      work(records.webhooks.outbox)
      work(others.webhooks.outbox)
      await untilAll(records, 'delivered', 30)
      expect(idsOf(target).toSorted()).toEqual(ids.toSorted())
    },
  )

  test('a process that is killed in the middle loses nothing', async () => {
    const parts = await Promise.all(
      kinds.map(async (kind) => {
        const place = await kind.newPlace()
        const records = await openHere(place)
        const answer = (response: ServerResponse) => void setTimeout(() => response.end(), 10)
        const target = await receiver({ answer })
        await subscribe(records, target.port)
        const ids = await Promise.all(Array.from({ length: 40 }, () => schedule(records)))
        return { place, records, target, ids }
      }),
    )
    const argv = [compiledChild(CHILD), JSON.stringify(parts.map(({ place }) => place))]
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await Promise.all(parts.map(({ target }) => target.has(6)))
    child.kill('SIGKILL')
    await ended
    // Of the database that was opened last some were not delivered yet.
    expect(parts.at(-1)!.target.received.length).toBeLessThan(40)
    for (const { records, target, ids } of parts) {
      work(records.webhooks.outbox, { limits: { pollMs: 50 } })
      await untilAll(records, 'delivered', 40)
      expect([...new Set(idsOf(target))].toSorted()).toEqual(ids.toSorted())
      // Twice came at most what it was doing.
      expect(target.received.length).toBeLessThanOrEqual(40 + 4)
    }
  })
})

test.each([
  ['fails', () => Promise.reject(new Error('no database'))],
  ['does not answer', () => new Promise<never>(() => {})],
])('a database that %s keeps no metrics back', async (_, sizes) => {
  const records = await openHere({ folder: tempFolder() })
  const medlink = openMedlink({ dir: tempFolder() })
  const { text } = await new Metrics(medlink, { ...records.webhooks.outbox, sizes }).read()
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toContain('medlink_webhook_outbox{')
})

test('the limits are those that are documented', () => {
  expect(LIMITS).toEqual({
    ...{ concurrency: 16, perWorkspace: 8, perSubscription: 4, failing: 4, unproven: 12 },
    ...{ attemptMs: 15_000, leaseMs: 30_000 },
    ...{ pollMs: 1000, graceMs: 8000 },
  })
})

describe('a worker', () => {
  /** Records and a worker of one clock that stands still, with a receiver that answers as it is told. */
  async function setUp({
    answer,
    ...options
  }: DeliveriesOptions & Pick<ReceiverOptions, 'answer'> = {}) {
    const clock = { time: 1_800_000_000_000 }
    const now = () => clock.time
    const records = await openHere({ folder: tempFolder() }, now)
    const target = await receiver({ ...(answer !== undefined && { answer }) })
    const id = await subscribe(records, target.port)
    const metrics = new Metrics(openMedlink({ dir: tempFolder() }), records.webhooks.outbox)
    const logged: string[] = []
    const log = {
      warn: (fields: object, text: string) => void logged.push(`${JSON.stringify(fields)} ${text}`),
      error: (fields: object, text: string) =>
        void logged.push(`${JSON.stringify(fields)} ${text}`),
    }
    const deliveries = work(records.webhooks.outbox, {
      ...{ now, metrics, log, random: () => 1, ...options },
    })
    const advance = (ms: number) => {
      clock.time += ms
      deliveries.wake()
    }
    const list = () => records.webhooks.outbox.list('b', { limit: 100 })
    return { clock, records, target, id, metrics, logged, deliveries, advance, list }
  }

  const status =
    (code: number, headers = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(code, headers).end()

  test('delivers when it is due, to the second that was said', async () => {
    const { clock, records, target, advance, list } = await setUp()
    const id = await schedule(records, clock.time + 60_000)
    advance(59_999)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(target.received).toEqual([])
    advance(1)
    await target.has(1)
    expect(target.received[0]).toMatchObject({
      headers: { 'webhook-id': id, 'webhook-timestamp': String(clock.time / 1000) },
    })
    await eventually(async () => expect(await list()).toMatchObject([{ status: 'delivered' }]))
  })

  test('finds by itself what others have scheduled, and what comes due', async () => {
    const records = await openHere({ folder: tempFolder() })
    const target = await receiver()
    await subscribe(records, target.port)
    work(records.webhooks.outbox, { limits: { pollMs: 30 } })
    await schedule(records)
    await target.has(1)
    await schedule(records, Date.now() + 100)
    const start = Date.now()
    await target.has(2)
    expect(Date.now() - start).toBeGreaterThanOrEqual(80)
  })

  test('tries again for a day, and then parks until a replay', async () => {
    let code = 500
    const { records, target, advance, list, logged, metrics, clock } = await setUp({
      answer: (response) => void response.writeHead(code).end(),
    })
    const id = await schedule(records)
    const start = clock.time
    advance(0)
    const waits: number[] = []
    for (let nth = 1; ; nth++) {
      await target.has(nth)
      await eventually(async () =>
        expect((await list())[0]).toMatchObject({
          ...{ attempts: nth, last_result: 'http_500' },
          next_attempt: expect.toSatisfy((time) => time !== clock.time + LIMITS.leaseMs),
        }),
      )
      const [{ next_attempt, status }] = (await list()) as [Delivery]
      if (status === 'parked') break
      waits.push(next_attempt! - clock.time)
      advance(next_attempt! - clock.time)
    }
    expect(waits.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
    expect(clock.time - start).toBe(WINDOW_MS)
    expect(new Set(idsOf(target))).toEqual(new Set([id]))
    expect(new Set(target.received.map(({ body }) => body)).size).toBe(1)
    const [{ id: delivery }] = (await list()) as [Delivery]
    expect(logged).toEqual([`{"delivery":"${delivery}","result":"http_500"} a delivery is parked`])
    const { text } = await metrics.read()
    expect(text).toContain('medlink_webhook_outbox{state="parked"} 1')
    expect(text).toContain('medlink_webhook_outbox{state="pending"} 0')
    expect(text).toContain(`medlink_webhook_deliveries_total{state="pending"} ${waits.length}`)
    expect(text).toContain('medlink_webhook_deliveries_total{state="parked"} 1')
    expect(text).toContain(
      `medlink_webhook_attempt_seconds_count{result="refused"} ${waits.length + 1}`,
    )

    code = 200
    await records.webhooks.outbox.replay('b', delivery)
    // After so many failures the endpoint rests.
    advance(60_000)
    await untilAll(records, 'delivered', 1)
    expect(target.received.at(-1)!.headers['webhook-id']).toBe(id)
  })

  test('waits as long as it is asked to', async () => {
    const { records, target, advance, list, clock } = await setUp({
      answer: status(429, { 'retry-after': '3600' }),
    })
    await schedule(records)
    advance(0)
    await target.has(1)
    await eventually(async () =>
      expect((await list())[0]).toMatchObject({ next_attempt: clock.time + 3_600_000 }),
    )
  })

  test('leaves alone who has gone', async () => {
    const { records, target, advance, list } = await setUp({ answer: status(410) })
    await schedule(records)
    advance(0)
    await eventually(async () => expect(await list()).toMatchObject([{ status: 'parked' }]))
    expect(await records.webhooks.subscriptions.list('b')).toMatchObject([{ status: 'disabled' }])
    await schedule(records)
    advance(1000)
    await eventually(async () => expect((await records.webhooks.outbox.sizes()).scheduled).toBe(0))
    expect([(await list()).length, target.received.length]).toEqual([1, 1])
  })

  test('makes as many attempts at once as it may', async () => {
    const held: ServerResponse[] = []
    let most = 0
    let isHolding = false
    const answer = (response: ServerResponse) => {
      if (!isHolding) return void response.end()
      held.push(response)
      most = Math.max(most, held.length)
    }
    const { records, target, advance } = await setUp({
      ...{ limits: { concurrency: 5, perSubscription: 3 }, answer },
    })
    const other = await receiver({ answer })
    await subscribe(records, other.port, 'other')
    // Endpoints that are known to answer have more than one attempt at once.
    for (const bid of ['b', 'other']) await schedule(records, 0, bid)
    advance(0)
    await Promise.all([target.has(1), other.has(1)])
    await untilAll(records, 'delivered', 1)
    isHolding = true
    for (let nth = 0; nth < 7; nth++) await schedule(records)
    advance(1)
    await target.has(4)
    for (let nth = 0; nth < 7; nth++) await schedule(records, 0, 'other')
    advance(1)
    // The first is at its limit, and the second gets what is left.
    await other.has(3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([target.received.length, other.received.length]).toEqual([4, 3])
    for (const response of held.splice(0)) response.end()
    const ending = setInterval(() => held.splice(0).forEach((response) => void response.end()), 5)
    await Promise.all([target.has(8), other.has(8)])
    clearInterval(ending)
    for (const response of held) response.end()
    expect(most).toBeLessThanOrEqual(5)
  })

  test('dead endpoints keep no other waiting', async () => {
    const held: ServerResponse[] = []
    const records = await openHere({ folder: tempFolder() })
    const target = await receiver()
    await subscribe(records, target.port, 'other')
    // One workspace with eight, and eight workspaces with one: with ten reminders each.
    const dead = ['w', ...Array.from({ length: 8 }, (_, nth) => `w${nth}`)]
    const sink = await receiver({ answer: (response) => void held.push(response) })
    const failAll = () => held.splice(0).forEach((response) => void response.writeHead(500).end())
    for (const bid of dead) {
      for (let nth = 0; nth < (bid === 'w' ? 8 : 1); nth++) await subscribe(records, sink.port, bid)
      for (let nth = 0; nth < 10; nth++) await schedule(records, 0, bid)
    }
    // No attempt ends by itself while the test runs.
    const limits = { attemptMs: 60_000, leaseMs: 120_000, graceMs: 0 }
    const deliveries = work(records.webhooks.outbox, { limits })
    // An endpoint of which nothing is known waits for one attempt of each of them at most.
    await sink.has(LIMITS.unproven)
    await schedule(records, 0, 'other')
    deliveries.wake()
    failAll()
    await target.has(1)
    // When all have failed, one that answers waits for none of them.
    await sink.has(16 + LIMITS.failing)
    failAll()
    await sink.has(16 + 2 * LIMITS.failing)
    await schedule(records, 0, 'other')
    deliveries.wake()
    await target.has(2)
    expect(held).toHaveLength(LIMITS.failing)
  })

  test('that is stopped lets what it is doing come to its end, and begins nothing', async () => {
    let held: ServerResponse | undefined
    const { records, target, advance, deliveries, list } = await setUp({
      limits: { perSubscription: 1 },
      answer: (response) => {
        held = response
      },
    })
    await schedule(records)
    await schedule(records)
    advance(0)
    await target.has(1)
    let isStopped = false
    const stopping = deliveries.stop().then(() => {
      isStopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isStopped).toBe(false)
    held!.end()
    await stopping
    expect((await list()).map(({ status }) => status).toSorted()).toEqual(['delivered', 'pending'])
    expect(target.received).toHaveLength(1)
  })

  test('that is stopped breaks off what takes too long', async () => {
    const { records, target, advance, deliveries, list, clock } = await setUp({
      ...{ limits: { graceMs: 50 }, answer: () => {} },
    })
    await schedule(records)
    advance(0)
    await target.has(1)
    await deliveries.stop()
    expect(await list()).toMatchObject([
      { status: 'pending', last_result: 'interrupted', next_attempt: clock.time },
    ])
  })

  test('forgets what was sent long ago', async () => {
    const { records, advance, list } = await setUp()
    await schedule(records)
    advance(0)
    await untilAll(records, 'delivered', 1)
    advance(31 * 24 * 3_600_000)
    await eventually(async () => expect(await list()).toEqual([]))
  })

  test('outlives a database that fails', async () => {
    const records = await openHere({ folder: tempFolder() })
    const target = await receiver()
    await subscribe(records, target.port)
    await schedule(records)
    const { outbox } = records.webhooks
    let failures = 2
    const logged: string[] = []
    const failing: Outbox = {
      ...outbox,
      async nextDue() {
        if (failures-- > 0) throw new Error('a name of a patient')
        return outbox.nextDue()
      },
      async settle(attempt, outcome) {
        if (logged.length < 3) throw new Error('a name of a patient')
        return outbox.settle(attempt, outcome)
      },
    }
    const log = {
      warn: () => {},
      error: (fields: object, text: string) =>
        void logged.push(`${JSON.stringify(fields)} ${text}`),
    }
    const limits = { pollMs: 20, leaseMs: 50 }
    const deliveries = work(failing, { log, limits })
    while (failures >= 0) {
      deliveries.wake()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await untilAll(records, 'delivered', 1)
    expect(logged).toEqual([
      ...Array(2).fill(expect.stringMatching(/deliveries cannot be looked for$/)),
      expect.stringMatching(/what came of a delivery cannot be written down$/),
    ])
    expect(logged.join()).not.toContain('patient')
    // Its lease ran out, and it was made again.
    expect(new Set(idsOf(target)).size).toBe(1)
    expect(target.received.length).toBeGreaterThan(1)
  })
})
