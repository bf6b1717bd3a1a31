/**
 * Proves of what the records remember of webhooks, on SQLite and on PostgreSQL:
 * 1. subscriptions are their workspace's own, in their order, and no more than it may have
 * 2. a reminder is there once however often it is scheduled, and can be taken back until it is sent
 * 3. what is due is sent once, to who wants it then, however many processes look for it
 * 4. of an attempt one has the leave; who has lost it to another changes nothing
 * 5. an attempt leaves the delivery delivered, due later or parked; where an endpoint has gone, all that waits for it is parked
 * 6. a replay starts anew by the same identifier
 * 7. turns are fair: no subscription takes all
 * 8. what was sent long ago is forgotten, unless it is still on its way
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRecords, type RecordsPlace } from '../../src/records/open.ts'
import { KEPT_MS } from '../../src/records/outbox.ts'
import type { Records } from '../../src/records/records.ts'
import { MAX_SUBSCRIPTIONS } from '../../src/records/subscriptions.ts'
import type { Attempt, NewReminder, Subscription } from '../../src/records/webhooks.ts'
import { admissionOf, type Places } from '../support/admission.ts'
import { START_MS } from '../support/postgres.ts'
import { DATABASES, type DatabaseKind, query } from './databases.ts'

const EVENT = 'appointment.reminder'
const LEASE_MS = 1000
const FOREIGN_IDS = ['', 'a\0b', '\ud800', 'whs_', 'x'.repeat(1000)]

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let place: RecordsPlace
  /** Two connections to the same records, with one clock. */
  let records: Records
  let others: Records
  let time = 1_800_000_000_000

  beforeAll(async () => {
    kind = await start()
    place = await kind.newPlace()
    const now = () => time
    ;[records, others] = await Promise.all([
      openRecords(place, { now }),
      openRecords(place, { now }),
    ])
  }, START_MS)
  beforeEach(() => query(place, 'delete from subscription; delete from reminder'))
  afterAll(async () => {
    await Promise.all([records?.close(), others?.close()])
    await kind?.stop()
  })

  const hooks = (of = records) => of.webhooks
  const subscribe = async (more: object = {}) =>
    (await hooks().subscriptions.add({
      ...{ bid: 'b', endpoint: 'https://example.org/hook', event_names: [EVENT] },
      ...{ signing_key: 'a key of a subscription', ...more },
    })) as Subscription
  let names = 0
  const reminder = (more: Partial<NewReminder> = {}): NewReminder => ({
    ...{ bid: 'b', event: EVENT, event_time: time, transaction_id: `transaction ${names++}` },
    ...{ payload: `{"number":${names},"text":"ü\\u0000"}`, ...more },
  })
  const schedule = async (more: Partial<NewReminder> = {}) => {
    const made = await hooks().reminders.schedule(reminder(more))
    if (typeof made === 'string') throw new Error('it is new')
    return made
  }
  const claim = (places: Places = {}, of = records) =>
    hooks(of).outbox.claim({ admission: admissionOf(places), leaseMs: LEASE_MS })
  const list = (bid = 'b') => hooks().outbox.list(bid, { limit: 1000 })
  /** A delivery that is due, and the leave to attempt it. */
  const attempted = async (): Promise<Attempt> => {
    await schedule()
    await hooks().outbox.release()
    return (await claim())[0]!
  }

  test('subscriptions are listed in their order, in their workspace', async () => {
    const added = [await subscribe(), await subscribe({ event_names: ['a', 'b'] })]
    const foreign = await subscribe({ bid: 'other' })
    expect(added[0]).toEqual({
      ...{ id: expect.stringMatching(/^whs_[\w-]{16}$/), bid: 'b', event_names: [EVENT] },
      ...{ endpoint: 'https://example.org/hook', status: 'active' },
      created: Math.floor(time / 1000),
    })
    expect(await hooks(others).subscriptions.list('b')).toEqual(added)
    expect(await hooks().subscriptions.list('nobody')).toEqual([])
    expect(await hooks().subscriptions.remove('b', foreign.id)).toBe(false)
    for (const id of FOREIGN_IDS) expect(await hooks().subscriptions.remove('b', id)).toBe(false)
    expect(await hooks().subscriptions.remove('b', added[0]!.id)).toBe(true)
    expect(await hooks().subscriptions.remove('b', added[0]!.id)).toBe(false)
    expect(await hooks().subscriptions.list('b')).toEqual([added[1]])
  })

  test('a workspace has so many subscriptions, and another its own', async () => {
    const rows = Array.from(
      { length: MAX_SUBSCRIPTIONS - 1 },
      (_, nth) => `('${nth}', 'b', '', '[]', '', 'active', 0, ${nth})`,
    )
    const columns = 'id, bid, endpoint, event_names, signing_key, status, created, added'
    await query(place, `insert into subscription (${columns}) values ${rows.join()}`)
    expect(await subscribe()).toBeTypeOf('object')
    expect(await subscribe()).toBe('too_many')
    expect(await hooks().subscriptions.list('b')).toHaveLength(100)
    expect(await subscribe({ bid: 'other' })).toBeTypeOf('object')
  })

  test('a reminder comes back as it was scheduled, and is there once', async () => {
    const wanted = reminder({ event_time: 4_102_444_800_123 })
    const made = await hooks().reminders.schedule(wanted)
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^evt_[\w-]{20}$/), status: 'scheduled', ...wanted },
    })
    const { id } = made as { id: string }
    expect(await hooks(others).reminders.get('b', id)).toEqual(made)
    expect(await hooks(others).reminders.schedule(wanted)).toEqual(made)
    expect(await hooks().reminders.schedule({ ...wanted, payload: '{}' })).toBe('taken')
    expect(await hooks().reminders.schedule({ ...wanted, bid: 'other' })).not.toEqual(made)
    expect(await hooks().reminders.get('other', id)).toBeUndefined()
    for (const other of FOREIGN_IDS) {
      expect(await hooks().reminders.get('b', other)).toBeUndefined()
      expect(await hooks().reminders.cancel('b', other)).toBeUndefined()
    }
    const again = { ...wanted, transaction_id: 'again' }
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        hooks([records, others][nth % 2]).reminders.schedule(again),
      ),
    )
    expect(new Set(all.map((each) => (each as { id: string }).id)).size).toBe(1)
  })

  test('a reminder can be taken back until it is sent', async () => {
    await subscribe()
    const [sent, taken, later] = [
      await schedule(),
      await schedule(),
      await schedule({ event_time: time + 1 }),
    ]
    expect(await hooks().reminders.cancel('other', taken.id)).toBeUndefined()
    expect(await hooks().reminders.cancel('b', taken.id)).toBe('scheduled')
    expect(await hooks().reminders.get('b', taken.id)).toBeUndefined()
    expect(await hooks().outbox.release()).toBe(1)
    expect(await hooks().reminders.cancel('b', sent.id)).toBe('sent')
    expect(await hooks().reminders.get('b', sent.id)).toEqual({ ...sent, status: 'sent' })
    expect(await hooks().reminders.cancel('b', later.id)).toBe('scheduled')
    expect(await list()).toMatchObject([{ event_id: sent.id }])
  })

  test('of taking back and sending at once, one happens', async () => {
    await subscribe()
    const made = await Promise.all(Array.from({ length: 10 }, () => schedule()))
    const [, ...was] = await Promise.all([
      hooks(others).outbox.release(),
      ...made.map(({ id }) => hooks().reminders.cancel('b', id)),
    ])
    const delivered = new Set((await list()).map(({ event_id }) => event_id))
    expect(made.map(({ id }) => delivered.has(id))).toEqual(was.map((status) => status === 'sent'))
  })

  test('what is due goes to who wants it then', async () => {
    const wanting = await subscribe()
    const disabled = await subscribe()
    await subscribe({ event_names: ['another'] })
    await subscribe({ bid: 'other' })
    await query(place, `update subscription set status = 'disabled' where id = '${disabled.id}'`)
    const due = await schedule()
    await schedule({ event: 'nobody.wants' })
    const later = await schedule({ event_time: time + 1 })
    expect(await hooks().outbox.release()).toBe(2)
    expect(await hooks().outbox.release()).toBe(0)
    expect(await list()).toEqual([
      {
        ...{ id: expect.stringMatching(/^dlv_[0-9a-f]{28}$/), subscription_id: wanting.id },
        ...{ event_id: due.id, event: EVENT, event_time: time, status: 'pending' },
        ...{ attempts: 0, last_result: null, next_attempt: time },
      },
    ])
    expect(await list('other')).toEqual([])
    const second = await subscribe()
    time += 1
    expect(await hooks().outbox.release()).toBe(1)
    const sent = (await list()).filter(({ event_id }) => event_id === later.id)
    expect(sent.map((each) => each.subscription_id).sort()).toEqual([wanting.id, second.id].sort())
  })

  test('is sent once, however many look for it', async () => {
    for (let nth = 0; nth < 3; nth++) await subscribe()
    const rows = Array.from(
      { length: 110 },
      (_, nth) => `('${nth}', 'b', '${EVENT}', ${time}, '${nth}', '{}', null)`,
    )
    const columns = 'id, bid, event, event_time, transaction_id, payload, sent_ms'
    await query(place, `insert into reminder (${columns}) values ${rows.join()}`)
    const released = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => hooks([records, others][nth % 2]).outbox.release()),
    )
    while (released.at(-1) !== 0) released.push(await hooks().outbox.release())
    expect(Math.max(...released)).toBeLessThanOrEqual(100)
    expect(released.reduce((sum, count) => sum + count)).toBe(110)
    expect(await list()).toHaveLength(330)
  })

  test('the leave for an attempt is one’s own', async () => {
    const { id: subscriptionId } = await subscribe()
    const made = await Promise.all(Array.from({ length: 40 }, () => schedule()))
    await hooks().outbox.release()
    const claimed = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => claim({ limit: 10 }, [records, others][nth % 2])),
    )
    for (const each of claimed) expect(each.length).toBeLessThanOrEqual(10)
    const rest = await claim()
    const all = [...claimed.flat(), ...rest]
    expect(new Set(all.map(({ deliveryId }) => deliveryId)).size).toBe(40)
    expect(all).toHaveLength(40)
    const [one] = all
    const { payload } = made.find(({ id }) => id === one!.eventId)!
    expect(one).toEqual({
      ...{ deliveryId: one!.deliveryId, eventId: one!.eventId, subscriptionId, payload },
      ...{ endpoint: 'https://example.org/hook', signingKey: 'a key of a subscription' },
      workspace: 'b',
      ...{ number: 1, startedMs: time, lease: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    expect(await claim()).toEqual([])
  })

  test('a lease that has run out is another’s, and who had it changes nothing', async () => {
    await subscribe()
    const first = await attempted()
    time += LEASE_MS - 1
    expect(await claim()).toEqual([])
    time += 1
    const [second] = await claim({}, others)
    expect(second).toMatchObject({ deliveryId: first.deliveryId, number: 2 })
    const before = await list()
    for (const outcome of [
      { state: 'delivered', result: 'http_200' },
      { state: 'pending', result: 'http_500', dueMs: 0 },
      { state: 'parked', result: 'http_410', disables: true },
    ] as const)
      expect(await hooks().outbox.settle(first, outcome)).toBe(false)
    expect(await list()).toEqual(before)
    expect((await hooks().subscriptions.list('b'))[0]!.status).toBe('active')
    const done = { state: 'delivered', result: 'http_204' } as const
    expect(await hooks(others).outbox.settle(second!, done)).toBe(true)
    expect(await hooks(others).outbox.settle(second!, done)).toBe(false)
    expect(await list()).toMatchObject([
      { status: 'delivered', attempts: 2, last_result: 'http_204', next_attempt: null },
    ])
  })

  test('a lease that has run out, and that nobody took, still counts', async () => {
    await subscribe()
    const attempt = await attempted()
    time += 10 * LEASE_MS
    expect(await hooks().outbox.settle(attempt, { state: 'delivered', result: 'http_200' })).toBe(
      true,
    )
    expect(await claim()).toEqual([])
  })

  test('what failed is due at its time', async () => {
    await subscribe()
    const attempt = await attempted()
    const dueMs = time + 5000
    await hooks().outbox.settle(attempt, { state: 'pending', result: 'timeout', dueMs })
    expect(await list()).toMatchObject([
      { status: 'pending', attempts: 1, last_result: 'timeout', next_attempt: dueMs },
    ])
    expect(await hooks().outbox.nextDue()).toBe(dueMs)
    time = dueMs - 1
    expect(await claim()).toEqual([])
    time = dueMs
    const [second] = await claim()
    expect(second).toMatchObject({ number: 2, startedMs: attempt.startedMs })
    expect(second!.lease).not.toBe(attempt.lease)
  })

  test('an endpoint that has gone is told nothing more until a replay', async () => {
    const gone = await subscribe()
    const other = await subscribe()
    for (let nth = 0; nth < 3; nth++) await schedule()
    await hooks().outbox.release()
    const attempts = (await claim()).filter(({ subscriptionId }) => subscriptionId === gone.id)
    const retry = { state: 'pending', result: 'http_500', dueMs: time + 1 } as const
    expect(await hooks().outbox.settle(attempts[1]!, retry)).toBe(true)
    const outcome = { state: 'parked', result: 'http_410', disables: true } as const
    expect(await hooks().outbox.settle(attempts[0]!, outcome)).toBe(true)
    const statuses = async (id: string) =>
      (await list())
        .filter(({ subscription_id }) => subscription_id === id)
        .map(({ status, last_result }) => `${status} ${last_result}`)
    // The third is being attempted.
    expect((await statuses(gone.id)).sort()).toEqual([
      ...['parked http_410', 'parked http_410', 'pending null'],
    ])
    expect(await statuses(other.id)).toEqual(Array(3).fill('pending null'))
    expect(await hooks().subscriptions.list('b')).toMatchObject([
      ...[{ status: 'disabled' }, { status: 'active' }],
    ])
    expect(await hooks().outbox.sizes()).toEqual({ scheduled: 0, pending: 4, parked: 2 })
    await schedule()
    await hooks().outbox.release()
    expect(await statuses(gone.id)).toHaveLength(3)
    expect(await hooks().outbox.replay('b', attempts[0]!.deliveryId)).toBe('replayed')
    expect(await hooks().subscriptions.list('b')).toMatchObject([
      ...[{ status: 'active' }, { status: 'active' }],
    ])
  })

  test('parking one leaves its subscription as it is', async () => {
    await subscribe()
    const attempt = await attempted()
    const outcome = { state: 'parked', result: 'http_500', disables: false } as const
    expect(await hooks().outbox.settle(attempt, outcome)).toBe(true)
    expect((await hooks().subscriptions.list('b'))[0]!.status).toBe('active')
    expect(await list()).toMatchObject([{ status: 'parked', next_attempt: null }])
    expect(await hooks().outbox.nextDue()).toBeUndefined()
  })

  test.each(['parked', 'delivered'] as const)('what is %s is replayed', async (state) => {
    await subscribe()
    const attempt = await attempted()
    const id = attempt.deliveryId
    const replay = (bid = 'b', which = id) => hooks(others).outbox.replay(bid, which)
    expect(await replay()).toBe('pending')
    await hooks().outbox.settle(attempt, { state, result: 'http_500', disables: false } as never)
    expect(await replay('other')).toBeUndefined()
    for (const foreign of FOREIGN_IDS) expect(await replay('b', foreign)).toBeUndefined()
    time += 60_000
    expect(await replay()).toBe('replayed')
    expect(await list()).toMatchObject([{ id, attempts: 0, next_attempt: time }])
    const [again] = await claim()
    expect(again).toMatchObject({
      ...{ deliveryId: id, eventId: attempt.eventId, number: 1, startedMs: time },
      payload: attempt.payload,
    })
    expect(await hooks().outbox.settle(attempt, { state: 'delivered', result: '' })).toBe(false)
  })

  test('a subscription that is removed takes its deliveries with it', async () => {
    const { id } = await subscribe()
    const attempt = await attempted()
    await schedule()
    await hooks().outbox.release()
    expect(await hooks().subscriptions.remove('b', id)).toBe(true)
    expect(await list()).toEqual([])
    expect(await claim()).toEqual([])
    const gone = { state: 'parked', result: 'http_410', disables: true } as const
    expect(await hooks().outbox.settle(attempt, gone)).toBe(false)
  })

  test('removing, sending and giving up at once lock nobody out', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await subscribe()
      const attempt = await attempted()
      await schedule()
      const gone = { state: 'parked', result: 'http_410', disables: true } as const
      const work = [
        hooks().subscriptions.remove('b', id),
        hooks(others).outbox.settle(attempt, gone),
        hooks(others).outbox.release(),
        hooks().outbox.replay('b', attempt.deliveryId),
        claim({}, others),
      ]
      await Promise.all(work)
      expect(await list()).toEqual([])
    }
  })

  test('no subscription takes all turns', async () => {
    const one = await subscribe()
    for (let nth = 0; nth < 5; nth++) await schedule()
    await hooks().outbox.release()
    time += 1
    const other = await subscribe()
    for (let nth = 0; nth < 5; nth++) await schedule()
    await hooks().outbox.release()
    const turns = async (options: Places) => {
      const claimed = await claim(options)
      const countOf = (id: string) => claimed.filter((each) => each.subscriptionId === id).length
      return [countOf(one.id), countOf(other.id)]
    }
    const running = new Map([
      [one.id, 2],
      [other.id, 1],
    ])
    expect(await turns({ perSubscription: 2, running })).toEqual([0, 1])
    expect(await turns({ perSubscription: 2 })).toEqual([2, 2])
    // The oldest first.
    expect(await turns({ limit: 3 })).toEqual([3, 0])
  })

  test('deliveries are listed in pages, by state', async () => {
    await subscribe()
    for (let nth = 0; nth < 5; nth++) {
      await schedule()
      await hooks().outbox.release()
      time += 1
    }
    const all = await list()
    expect(all.map(({ event_time }) => event_time)).toEqual(
      all.map(({ event_time }) => event_time).toSorted(),
    )
    const page = (options: object) => hooks().outbox.list('b', { limit: 2, ...options })
    expect(await page({})).toEqual(all.slice(0, 2))
    expect(await page({ after: all[1]!.id })).toEqual(all.slice(2, 4))
    expect(await page({ after: all[4]!.id })).toEqual([])
    for (const after of FOREIGN_IDS.slice(0, 3)) expect(await page({ after })).toEqual([])
    const [, second] = await claim()
    await hooks().outbox.settle(second!, { state: 'parked', result: 'timeout', disables: false })
    expect(await page({ status: 'parked' })).toMatchObject([{ id: second!.deliveryId }])
    expect(await page({ status: 'pending', after: all[0]!.id })).toHaveLength(2)
  })

  test('it is known when there is something to do, and how much', async () => {
    const { outbox } = hooks()
    expect(await outbox.nextDue()).toBeUndefined()
    expect(await outbox.sizes()).toEqual({ scheduled: 0, pending: 0, parked: 0 })
    await subscribe()
    await schedule({ event_time: time + 50 })
    await schedule({ event_time: time + 70 })
    expect(await outbox.nextDue()).toBe(time + 50)
    expect(await outbox.sizes()).toEqual({ scheduled: 2, pending: 0, parked: 0 })
    time += 60
    await outbox.release()
    expect(await outbox.nextDue()).toBe(time)
    const [attempt] = await outbox.claim({ admission: admissionOf(), leaseMs: 5 })
    expect(await outbox.nextDue()).toBe(time + 5)
    await outbox.settle(attempt!, { state: 'delivered', result: 'http_200' })
    expect(await outbox.nextDue()).toBe(time + 10)
    expect(await outbox.sizes()).toEqual({ scheduled: 1, pending: 0, parked: 0 })
  })

  test('what was sent long ago is forgotten, what is on its way is not', async () => {
    await subscribe()
    const { outbox } = hooks()
    const made = [await schedule(), await schedule(), await schedule()]
    const ahead = await schedule({ event_time: time + 2 * KEPT_MS })
    await outbox.release()
    const [done, parked, pending] = await claim()
    await outbox.settle(done!, { state: 'delivered', result: 'http_200' })
    await outbox.settle(parked!, { state: 'parked', result: 'http_500', disables: false })
    time += KEPT_MS
    expect(await outbox.forget()).toBe(0)
    time += 1
    expect(await outbox.forget()).toBe(2)
    expect(await list()).toMatchObject([{ id: pending!.deliveryId }])
    const left = await query(place, 'select id from reminder')
    expect(left.map(({ id }) => id).sort()).toEqual([pending!.eventId, ahead.id].sort())
    expect(made.map(({ id }) => id)).toContain(pending!.eventId)
  })
})
