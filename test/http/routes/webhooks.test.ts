/**
 * Proves of the operations of webhooks:
 * 1. a subscription is made, listed without its key, and removed; the key is shown once where it was made
 * 2. a reminder is scheduled once, read and taken back; one that is to be sent at once is
 * 3. deliveries are listed in pages, and delivered again when that is asked for
 * 4. everything is its workspace's own, and admins' where it says so
 * 5. what is refused is so with the right status in the one shape, stored nowhere and repeated nowhere
 * 6. the settings of webhooks are read, and refused without being repeated
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Caller,
  createServer,
  type Deliveries,
  openRecords,
  type Records,
  type Role,
  readSettings,
  startDeliveries,
} from '../../../src/http/http.ts'
import { isSigningKey } from '../../../src/http/webhooks/sign.ts'
import { type Medlink, openMedlink } from '../../../src/medlink.ts'
import { query } from '../../records/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { startReceiver } from '../../support/receiver.ts'

const SUBSCRIPTIONS = '/notification/v1/connect/webhook/subscriptions'
const REMINDERS = '/notification/v1/reminders'
const DELIVERIES = '/notification/v1/deliveries'
const KEY = 'a-key-of-the-subscriber-itself'
const EVENT_TIME = 1_999_999_999_999
const APPOINTMENT = {
  ...{ appointment_id: 'visit-1', doctor_id: 'd-1', patient_id: 'p-1', clinic_id: 'c-1' },
}
const REMINDER = { event: 'appointment.reminder', event_time: EVENT_TIME, data: APPOINTMENT }
const SUBSCRIPTION = {
  ...{ endpoint: 'https://example.com/hook', event_names: ['appointment.reminder'] },
  protocol: 'https',
}

let folder: string
let medlink: Medlink
let records: Records
let app: FastifyInstance
let deliveries: Deliveries
let logged = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'medlink-webhooks-'))
  medlink = openMedlink({ dir: folder })
  records = await openRecords({ folder })
  const privateHosts = ['127.0.0.1']
  const logStream = new PassThrough()
  logStream.on('data', (line) => {
    logged += String(line)
  })
  app = await createServer({
    ...{ medlink, records, logLevel: 'info', logStream },
    webhooks: { privateHosts, onDue: () => deliveries.wake() },
    // A token is "<workspace> <role>" here.
    tokens: async (token): Promise<Caller> => {
      const [bid, role] = token.split('.')
      return { oid: '1', clientId: 'c', bid: bid!, role: role as Role, idp: undefined }
    },
  })
  deliveries = startDeliveries(records.webhooks.outbox, { privateHosts })
})
beforeEach(() => query({ folder }, 'delete from subscription; delete from reminder'))
afterAll(async () => {
  await app.close()
  await deliveries.stop()
  await records.close()
  medlink.close()
  rmSync(folder, { recursive: true })
})

async function ask(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { body, as = 'b.admin' }: { body?: unknown; as?: string } = {},
) {
  const headers = { authorization: `Bearer ${as}`, 'client-id': 'c' }
  const options: InjectOptions = { method, url, headers }
  const response = await app.inject({
    ...options,
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: response.statusCode, body: response.json() }
}

const subscribe = async (more: object = {}, as?: string) =>
  (await ask('POST', SUBSCRIPTIONS, { body: { ...SUBSCRIPTION, ...more }, ...(as && { as }) })).body
const refusal = (code: string) => ({ error: { code, message: expect.any(String) } })

describe('subscriptions', () => {
  test('are made, listed without their keys, and removed', async () => {
    const made = await ask('POST', SUBSCRIPTIONS, { body: { ...SUBSCRIPTION, signing_key: KEY } })
    expect(made).toEqual({
      status: 201,
      body: { id: expect.stringMatching(/^whs_/), status: 'active' },
    })
    const { id } = made.body
    const listed = await ask('GET', SUBSCRIPTIONS)
    const created = expect.any(Number)
    expect(listed).toEqual({
      status: 200,
      body: { subscriptions: [{ id, ...SUBSCRIPTION, status: 'active', created }] },
    })
    expect(await ask('DELETE', `${SUBSCRIPTIONS}/${id}`)).toEqual({
      status: 200,
      body: { message: 'the subscription was removed' },
    })
    expect((await ask('DELETE', `${SUBSCRIPTIONS}/${id}`)).status).toBe(404)
    expect((await ask('GET', SUBSCRIPTIONS)).body).toEqual({ subscriptions: [] })
  })

  test('have a key that is shown once, where it is made', async () => {
    const { signing_key } = await subscribe()
    expect(isSigningKey(signing_key)).toBe(true)
    expect(JSON.stringify(await ask('GET', SUBSCRIPTIONS))).not.toContain(signing_key)
  })

  test('have an endpoint in the form in which it was looked at', async () => {
    await subscribe({ endpoint: 'HTTPS://Example.COM:443/a/../b' })
    await subscribe({ endpoint: 'http://2130706433:8080/', protocol: 'http' })
    expect((await ask('GET', SUBSCRIPTIONS)).body.subscriptions).toMatchObject([
      { endpoint: 'https://example.com/b', protocol: 'https' },
      { endpoint: 'http://127.0.0.1:8080/', protocol: 'http' },
    ])
  })

  test('are so many in a workspace', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, nth) => `('${nth}', 'b', 'https://a/', '[]', '', 'active', 0, ${nth})`,
    )
    const columns = 'id, bid, endpoint, event_names, signing_key, status, created, added'
    await query({ folder }, `insert into subscription (${columns}) values ${rows.join()}`)
    const refused = await ask('POST', SUBSCRIPTIONS, { body: SUBSCRIPTION })
    expect(refused).toEqual({ status: 409, body: refusal('conflict') })
  })

  test.each([
    ['no body', undefined, ''],
    ['a list', [], ''],
    ['a field that there is not', { ...SUBSCRIPTION, Asha: 1 }, ''],
    ['no endpoint', { ...SUBSCRIPTION, endpoint: undefined }, 'endpoint'],
    ['an endpoint that is no URL', { ...SUBSCRIPTION, endpoint: 'Asha' }, 'endpoint'],
    ['http', { ...SUBSCRIPTION, endpoint: 'http://Asha.example/' }, 'endpoint'],
    ['http without leave', { endpoint: 'http://Asha.example/', protocol: 'http' }, 'endpoint'],
    ['a password', { ...SUBSCRIPTION, endpoint: 'https://a:Asha@a.example/' }, 'endpoint'],
    ['a private address', { ...SUBSCRIPTION, endpoint: 'https://10.0.0.1/Asha' }, 'endpoint'],
    ['a hexadecimal one', { ...SUBSCRIPTION, endpoint: 'https://0x0a000001/' }, 'endpoint'],
    ['one in one of IPv6', { ...SUBSCRIPTION, endpoint: 'https://[::ffff:a00:1]/' }, 'endpoint'],
    ['this machine', { ...SUBSCRIPTION, endpoint: 'https://localhost/' }, 'endpoint'],
    ['a long one', { ...SUBSCRIPTION, endpoint: `https://a/${'x'.repeat(2048)}` }, 'endpoint'],
    ['another protocol', { ...SUBSCRIPTION, protocol: 'Asha' }, 'protocol'],
    ['no events', { ...SUBSCRIPTION, event_names: [] }, 'event_names'],
    ['no list', { ...SUBSCRIPTION, event_names: 'appointment.reminder' }, 'event_names'],
    ['an unknown event', { ...SUBSCRIPTION, event_names: ['Asha'] }, 'event_names.0'],
    [
      'an event twice',
      { ...SUBSCRIPTION, event_names: ['appointment.reminder', 'appointment.reminder'] },
      'event_names',
    ],
    ['a short key', { ...SUBSCRIPTION, signing_key: 'Asha' }, 'signing_key'],
    ['a key that is no text', { ...SUBSCRIPTION, signing_key: 5 }, 'signing_key'],
  ])('are not made of %s', async (_, body, path) => {
    const given =
      typeof body === 'object' && !Array.isArray(body)
        ? { event_names: ['appointment.reminder'], ...body }
        : body
    const refused = await ask('POST', SUBSCRIPTIONS, { body: given })
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    if (body !== undefined)
      expect(refused.body.error.details.map((each: { path: string }) => each.path)).toContain(path)
    expect(JSON.stringify(refused)).not.toContain('Asha')
    expect((await ask('GET', SUBSCRIPTIONS)).body).toEqual({ subscriptions: [] })
  })
})

describe('reminders', () => {
  test('are scheduled once, read and taken back', async () => {
    const made = await ask('POST', REMINDERS, { body: REMINDER, as: 'b.user' })
    const { id } = made.body
    expect(made).toEqual({
      status: 201,
      body: { id: expect.stringMatching(/^evt_/), status: 'scheduled' },
    })
    expect(await ask('POST', REMINDERS, { body: REMINDER })).toEqual(made)
    const other = { ...REMINDER, data: { ...APPOINTMENT, doctor_id: 'd-2' } }
    expect(await ask('POST', REMINDERS, { body: other })).toEqual({
      ...{ status: 409, body: refusal('conflict') },
    })
    const transaction_id = `visit-1:appointment.reminder:${EVENT_TIME}`
    expect(await ask('GET', `${REMINDERS}/${id}`, { as: 'b.user' })).toEqual({
      status: 200,
      body: { id, status: 'scheduled', ...REMINDER, transaction_id },
    })
    const removed = await ask('DELETE', `${REMINDERS}/${id}`, { as: 'b.user' })
    expect(removed).toEqual({ status: 200, body: { message: 'the reminder was taken back' } })
    for (const method of ['GET', 'DELETE'] as const)
      expect(await ask(method, `${REMINDERS}/${id}`)).toEqual({
        ...{ status: 404, body: refusal('not_found') },
      })
  })

  test('that are to be sent at once are', async () => {
    const target = await startReceiver()
    const event = 'appointment.followup_reminder_instant'
    await subscribe({
      ...{ endpoint: `http://127.0.0.1:${target.port}/`, protocol: 'http' },
      ...{ event_names: [event], signing_key: KEY },
    })
    const before = Date.now()
    const made = await ask('POST', REMINDERS, { body: { event, data: APPOINTMENT } })
    await target.has(1)
    const [{ headers, body }] = target.received as [(typeof target.received)[0]]
    expect(headers['webhook-id']).toBe(made.body.id)
    const webhook = new Webhook(KEY, { format: 'raw' })
    const sent = webhook.verify(body, headers as never) as { event_time: number }
    expect(sent.event_time).toBeGreaterThanOrEqual(before)
    expect(sent).toEqual({
      ...{ business_id: 'b', event, event_time: sent.event_time, partition_id: `visit-1:${event}` },
      ...{ transaction_id: `visit-1:${event}:${sent.event_time}`, data: APPOINTMENT },
    })
    expect(await ask('DELETE', `${REMINDERS}/${made.body.id}`)).toEqual({
      ...{ status: 409, body: refusal('conflict') },
    })
    expect((await ask('GET', `${REMINDERS}/${made.body.id}`)).body.status).toBe('sent')
    await target.close()
  })

  test.each([
    ['no body', undefined],
    ['no event', { event_time: EVENT_TIME, data: APPOINTMENT }],
    ['a time that is past', { ...REMINDER, event_time: 1_600_000_000_000 }],
    ['a time in seconds', { ...REMINDER, event_time: 1_999_999_999 }],
    ['a field that there is not', { ...REMINDER, Asha: 'Asha' }],
    ['data without a doctor', { ...REMINDER, data: { ...APPOINTMENT, doctor_id: undefined } }],
    ['data of another event', { ...REMINDER, event: 'vaccination.reminder' }],
  ])('are not made of %s', async (_, body) => {
    const refused = await ask('POST', REMINDERS, { body })
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(JSON.stringify(refused)).not.toContain('Asha')
    expect(await query({ folder }, 'select * from reminder')).toEqual([])
  })
})

describe('deliveries', () => {
  /** Deliveries of the workspace, none of which anybody works on. */
  async function make(count: number, state: string): Promise<void> {
    const { id } = await subscribe()
    await query(
      { folder },
      `insert into reminder (id, bid, event, event_time, transaction_id, payload, sent_ms)
         values ('r', 'b', 'appointment.reminder', 5, 't', '{}', 5);
       insert into delivery values ${Array.from(
         { length: count },
         (_, nth) => `('dlv_${nth}', 'b', '${id}', 'r', '${state}', 9e15, null, 3, 5, 'http_500')`,
       ).join()}`,
    )
  }

  test('are listed in pages, by state', async () => {
    await make(5, 'parked')
    const page = async (search: string) => (await ask('GET', `${DELIVERIES}?${search}`)).body
    const first = await page('status=parked&limit=3')
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(['dlv_0', 'dlv_1', 'dlv_2'])
    expect(first.items[0]).toEqual({
      ...{ id: 'dlv_0', subscription_id: expect.stringMatching(/^whs_/), event_id: 'r' },
      ...{ event: 'appointment.reminder', event_time: 5, status: 'parked', attempts: 3 },
      ...{ last_result: 'http_500', next_attempt: null },
    })
    const second = await page(`status=parked&limit=3&offset=${first.next_token}`)
    expect(second).toMatchObject({ items: [{ id: 'dlv_3' }, { id: 'dlv_4' }], next_token: null })
    expect((await page('limit=5')).next_token).toBeNull()
    expect(await page('status=pending')).toEqual({ items: [], next_token: null })
    expect((await ask('GET', DELIVERIES, { as: 'other.admin' })).body.items).toEqual([])
  })

  test('are 20 of a page', async () => {
    await make(21, 'parked')
    expect((await ask('GET', DELIVERIES)).body.items).toHaveLength(20)
  })

  test.each(['status=Asha', 'limit=0', 'limit=101', 'limit=1.5', 'limit=Asha'])(
    'are not listed by %s',
    async (search) => {
      const refused = await ask('GET', `${DELIVERIES}?${search}`)
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
      expect(JSON.stringify(refused)).not.toContain('Asha')
    },
  )

  test('are made again when that is asked for', async () => {
    const target = await startReceiver()
    await make(1, 'parked')
    const replay = (as?: string) =>
      ask('POST', `${DELIVERIES}/dlv_0/replay`, { ...(as !== undefined && { as }) })
    expect(await replay('other.admin')).toEqual({ status: 404, body: refusal('not_found') })
    await query(
      { folder },
      `update subscription set endpoint = 'http://127.0.0.1:${target.port}/', signing_key = '${KEY}'`,
    )
    expect(await replay()).toEqual({ status: 202, body: { id: 'dlv_0', status: 'pending' } })
    await target.has(1)
    expect(target.received[0]!.headers['webhook-id']).toBe('r')
    await eventually(async () =>
      expect((await ask('GET', DELIVERIES)).body.items).toMatchObject([{ status: 'delivered' }]),
    )
    await target.close()
  })

  test('that are on their way are not made twice', async () => {
    await make(1, 'pending')
    expect(await ask('POST', `${DELIVERIES}/dlv_0/replay`)).toEqual({
      ...{ status: 409, body: refusal('conflict') },
    })
  })
})

describe('who may ask', () => {
  test.each([
    ['POST', SUBSCRIPTIONS, { body: SUBSCRIPTION }],
    ['GET', SUBSCRIPTIONS, {}],
    ['DELETE', `${SUBSCRIPTIONS}/whs_1`, {}],
    ['GET', DELIVERIES, {}],
    ['POST', `${DELIVERIES}/dlv_1/replay`, {}],
  ] as const)('%s %s: an admin only', async (method, url, options) => {
    expect(await ask(method, url, { ...options, as: 'b.user' })).toEqual({
      ...{ status: 403, body: refusal('forbidden') },
    })
  })

  test('nobody of another workspace sees or changes anything', async () => {
    const { id } = await subscribe()
    const made = await ask('POST', REMINDERS, { body: REMINDER })
    const as = 'other.admin'
    expect((await ask('GET', SUBSCRIPTIONS, { as })).body).toEqual({ subscriptions: [] })
    for (const [method, url] of [
      ['DELETE', `${SUBSCRIPTIONS}/${id}`],
      ['GET', `${REMINDERS}/${made.body.id}`],
      ['DELETE', `${REMINDERS}/${made.body.id}`],
    ] as const)
      expect(await ask(method, url, { as })).toEqual({ status: 404, body: refusal('not_found') })
    expect((await ask('GET', SUBSCRIPTIONS)).body.subscriptions).toHaveLength(1)
    expect((await ask('GET', `${REMINDERS}/${made.body.id}`)).status).toBe(200)
  })

  test.each(['a%00b', '%F0%9F%98%80', 'x'.repeat(90), '..%2f'])(
    'an identifier that is none finds nothing (%s)',
    async (id) => {
      for (const [method, url] of [
        ['DELETE', `${SUBSCRIPTIONS}/${id}`],
        ['GET', `${REMINDERS}/${id}`],
        ['DELETE', `${REMINDERS}/${id}`],
        ['POST', `${DELIVERIES}/${id}/replay`],
      ] as const)
        expect((await ask(method, url)).status).toBe(404)
    },
  )
})

test('the log has nothing of what was asked', () => {
  expect(logged).toContain('"route":"/notification/v1/reminders/:id"')
  for (const said of ['Asha', 'example', 'visit-1', KEY, 'whs_', 'evt_', '"level":"error"'])
    expect(logged).not.toContain(said)
})

describe('settings', () => {
  const read = (env: Record<string, string>) => readSettings(env).webhooks

  test.each([
    [{}, { privateHosts: false, isWorker: true }],
    [{ MEDLINK_WEBHOOK_WORKER: 'off' }, { privateHosts: false, isWorker: false }],
    [{ MEDLINK_WEBHOOK_PRIVATE: 'true' }, { privateHosts: true, isWorker: true }],
    [
      { MEDLINK_WEBHOOK_PRIVATE: 'hooks.internal, 10.0.0.0/8', MEDLINK_WEBHOOK_WORKER: 'on' },
      { privateHosts: ['hooks.internal', '10.0.0.0/8'], isWorker: true },
    ],
  ])('%j', (env, settings) => {
    expect(read(env as Record<string, string>)).toEqual(settings)
  })

  test('may be a boolean in a file', () => {
    expect(readSettings({}, { webhook_private: true }).webhooks.privateHosts).toBe(true)
  })

  test.each([
    [{ MEDLINK_WEBHOOK_PRIVATE: 'https://Asha' }, /MEDLINK_WEBHOOK_PRIVATE must be true, false/],
    [{ MEDLINK_WEBHOOK_WORKER: 'Asha' }, /MEDLINK_WEBHOOK_WORKER must be on or off/],
  ])('are refused (%#)', (env, message) => {
    expect(() => read(env as never)).toThrow(message)
    expect(() => read(env as never)).not.toThrow(/Asha/)
  })
})
