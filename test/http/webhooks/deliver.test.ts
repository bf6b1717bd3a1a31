/**
 * Proves of one attempt, against receivers that listen on this machine:
 * 1. a message arrives as it is, signed, by HTTPS with a certificate that is trusted, or by HTTP where that is allowed
 * 2. nothing connects to an address that is not public: neither one in the URL, in any form, nor one that a name turns out to be
 * 3. the connection goes to the address that was looked at
 * 4. redirects are not followed, answers not read beyond a bound, and nobody is waited for too long
 * 5. what came of it is told by the status, or by what went wrong
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import {
  ANSWER_BYTES,
  type Answer,
  ATTEMPT_MS,
  CONNECT_MS,
  connectorOf,
  Deliverer,
  type DelivererOptions,
  HEADER_BYTES,
  type Message,
} from '../../../src/http/webhooks/deliver.ts'
import {
  AddressGuard,
  ForbiddenAddress,
  type Lookup,
  type PrivateHosts,
} from '../../../src/http/webhooks/guard.ts'
import {
  RECEIVER_CA,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '../../support/receiver.ts'

const KEY = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const PAYLOAD = '{"text":"ü"}'
const RUNNING = new AbortController().signal

async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const started = await startReceiver(options)
  onTestFinished(() => started.close())
  return started
}

function deliverer(allowed: PrivateHosts, options: Partial<DelivererOptions> = {}): Deliverer {
  const guard = new AddressGuard(allowed)
  const made = new Deliverer({ guard, now: Date.now, ...options })
  onTestFinished(() => made.close())
  return made
}

/** A look-up that gives addresses, and counts how often it is asked. */
function lookupTo(...addresses: readonly string[]) {
  const asked: string[] = []
  const lookup: Lookup = (hostname, _, callback) => {
    asked.push(hostname)
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(() => callback(null, found))
  }
  return { lookup, asked }
}

const message = (endpoint: string): Message => ({
  ...{ endpoint, eventId: 'evt_1', signingKey: KEY, payload: PAYLOAD },
})
const deliver = (to: Deliverer, endpoint: string): Promise<Answer> =>
  to.deliver(message(endpoint), RUNNING)

test('a message arrives by HTTPS, and its signature is good', async () => {
  const { port, received } = await receiver({ isTls: true })
  const { lookup, asked } = lookupTo('127.0.0.1')
  const to = deliverer(['127.0.0.0/8'], { lookup, ca: RECEIVER_CA })
  expect(await deliver(to, `https://hooks.example:${port}/a?b=c`)).toEqual({
    ...{ result: 'delivered', status: 200 },
  })
  expect(asked).toEqual(['hooks.example'])
  const [{ method, path, headers, body }] = received as [(typeof received)[0]]
  expect({ method, path, body }).toEqual({ method: 'POST', path: '/a?b=c', body: PAYLOAD })
  expect(headers).toMatchObject({
    ...{ host: `hooks.example:${port}`, 'content-type': 'application/json' },
    ...{ 'user-agent': expect.stringMatching(/^medlink\/\d/), 'webhook-id': 'evt_1' },
    'content-length': String(Buffer.byteLength(PAYLOAD)),
  })
  expect(new Webhook(KEY).verify(body, headers as Record<string, string>)).toEqual({ text: 'ü' })
})

test('a certificate of another name, or of nobody, is not trusted', async () => {
  const { port, received } = await receiver({ isTls: true })
  const { lookup } = lookupTo('127.0.0.1')
  const trusting = deliverer(true, { lookup, ca: RECEIVER_CA })
  expect(await deliver(trusting, `https://other.example:${port}/`)).toEqual({ result: 'untrusted' })
  expect(await deliver(trusting, `https://127.0.0.1:${port}/`)).toMatchObject({
    result: 'delivered',
  })
  const usual = deliverer(true, { lookup })
  expect(await deliver(usual, `https://hooks.example:${port}/`)).toEqual({ result: 'untrusted' })
  const plain = await receiver()
  expect(await deliver(usual, `https://hooks.example:${plain.port}/`)).toEqual({
    result: 'untrusted',
  })
  expect(received).toHaveLength(1)
  expect(plain.received).toEqual([])
})

test.each([
  ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.', 'localhost'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::7f00:1]'],
])('by default nothing connects to %s', async (host) => {
  const { port, received } = await receiver({ isTls: true })
  const to = deliverer(false, { ca: RECEIVER_CA })
  expect(await deliver(to, `https://${host}:${port}/`)).toEqual({ result: 'forbidden_address' })
  expect(received).toEqual([])
})

test.each(['127.0.0.1', '[::ffff:127.0.0.1]', '::1'])(
  'a connection to %s is refused where it is made',
  async (hostname) => {
    const { port, received } = await receiver()
    const connect = connectorOf({ guard: new AddressGuard(['hooks.example']) })
    for (const protocol of ['http:', 'https:']) {
      const error = await new Promise((resolve) =>
        connect({ hostname, protocol, port: String(port) }, (...[refused, socket]) => {
          socket?.destroy()
          resolve(refused)
        }),
      )
      expect(error).toBeInstanceOf(ForbiddenAddress)
    }
    expect(received).toEqual([])
  },
)

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '127.0.0.1']],
  [['::ffff:127.0.0.1']],
  [['::1', '127.0.0.1']],
])('a name that turns out to be %j when it is delivered is refused', async (addresses) => {
  const { port, received } = await receiver({ isTls: true })
  const { lookup, asked } = lookupTo(...addresses)
  const guard = new AddressGuard()
  expect(guard.faultOf(`https://hooks.example:${port}/`, 'https')).toBeUndefined()
  const to = deliverer(false, { lookup, ca: RECEIVER_CA })
  expect(await deliver(to, `https://hooks.example:${port}/`)).toEqual({
    result: 'forbidden_address',
  })
  expect(asked).toEqual(['hooks.example'])
  expect(received).toEqual([])
})

test('an address of the system’s own look-up is looked at, too', async () => {
  const { port, received } = await receiver({ isTls: true })
  // As `localhost`, but no name that a URL shows to be of this machine.
  const to = deliverer(['nobody.example'], {
    ca: RECEIVER_CA,
    lookup: (_, options, callback) =>
      import('node:dns').then(({ lookup }) => lookup('localhost', options, callback)),
  })
  expect(await deliver(to, `https://hooks.example:${port}/`)).toEqual({
    result: 'forbidden_address',
  })
  expect(received).toEqual([])
})

test('the address that was looked at is the one that is connected to', async () => {
  const { port, received } = await receiver()
  let asked = 0
  // Another answer each time, as somebody would give who hopes that it is asked for twice.
  const lookup: Lookup = (_, __, callback) =>
    callback(null, [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  const to = deliverer(['hooks.example'], { lookup })
  expect(await deliver(to, `http://hooks.example:${port}/`)).toMatchObject({ result: 'delivered' })
  expect([asked, received.length]).toEqual([1, 1])
})

test('http is for hosts that are named', async () => {
  const { port, received } = await receiver()
  const { lookup } = lookupTo('127.0.0.1')
  const byNetwork = deliverer(['127.0.0.1'], { lookup })
  expect(await deliver(byNetwork, `http://hooks.example:${port}/`)).toEqual({
    result: 'forbidden_address',
  })
  expect(received).toEqual([])
  expect(await deliver(byNetwork, `http://127.0.0.1:${port}/`)).toMatchObject({
    result: 'delivered',
  })
})

test('a redirect is not followed', async () => {
  const target = await receiver()
  const { port } = await receiver({
    answer: (response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
  })
  expect(await deliver(deliverer(true), `http://127.0.0.1:${port}/`)).toEqual({
    ...{ result: 'refused', status: 307 },
  })
  expect(target.received).toEqual([])
})

test.each([
  [200, {}, { result: 'delivered' }],
  [299, {}, { result: 'delivered' }],
  [300, {}, { result: 'refused' }],
  [404, {}, { result: 'refused' }],
  [410, {}, { result: 'gone' }],
  [500, { 'retry-after': '5' }, { result: 'refused' }],
  [429, {}, { result: 'refused' }],
  [429, { 'retry-after': '120' }, { result: 'refused', retryAfterMs: 120_000 }],
  [503, { 'retry-after': '0' }, { result: 'refused', retryAfterMs: 0 }],
  [
    503,
    { 'retry-after': 'Fri, 15 Jan 2027 08:00:30 GMT' },
    { result: 'refused', retryAfterMs: 30_000 },
  ],
  [503, { 'retry-after': 'Fri, 15 Jan 2027 07:00:00 GMT' }, { result: 'refused', retryAfterMs: 0 }],
  [503, { 'retry-after': '2027-01-16' }, { result: 'refused' }],
  [503, { 'retry-after': '-1' }, { result: 'refused' }],
  [503, { 'retry-after': '1e9' }, { result: 'refused' }],
] as const)('%d with %j is %j', async (status, headers, answer) => {
  const { port } = await receiver({
    answer: (response) => void response.writeHead(status, headers).end('{}'),
  })
  const now = () => Date.parse('2027-01-15T08:00:00Z')
  expect(await deliver(deliverer(true, { now }), `http://127.0.0.1:${port}/`)).toEqual({
    ...answer,
    status,
  })
})

test('nobody is waited for too long', async () => {
  const silent = await receiver({ answer: () => {} })
  const dripping = await receiver({
    answer: async (response) => {
      response.writeHead(200)
      for (let nth = 0; nth < 1000 && !response.destroyed; nth++) {
        response.write('x')
        await sleep(20)
      }
    },
  })
  const to = deliverer(true, { attemptMs: 250 })
  const start = performance.now()
  const answers = await Promise.all([
    deliver(to, `http://127.0.0.1:${silent.port}/`),
    deliver(to, `http://127.0.0.1:${dripping.port}/`),
  ])
  // What was answered stands.
  expect(answers).toEqual([{ result: 'timeout' }, { result: 'delivered', status: 200 }])
  // The one that drips would take twenty seconds.
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('an answer is not read beyond a bound', async () => {
  let written = 0
  const { port } = await receiver({
    answer: async (response) => {
      const chunk = Buffer.alloc(64 * 1024)
      for (let nth = 0; nth < 1000 && !response.destroyed; nth++) {
        written += chunk.length
        if (!response.write(chunk)) await sleep(1)
      }
    },
  })
  const answer = await deliver(deliverer(true), `http://127.0.0.1:${port}/`)
  expect(answer).toEqual({ result: 'delivered', status: 200 })
  expect(written).toBeLessThan(32 * 1024 * 1024)
})

test('the limits are those that are documented', () => {
  expect({ ATTEMPT_MS, CONNECT_MS }).toEqual({ ATTEMPT_MS: 15_000, CONNECT_MS: 5_000 })
  expect({ ANSWER_BYTES, HEADER_BYTES }).toEqual({ ANSWER_BYTES: 16_384, HEADER_BYTES: 16_384 })
})

test('headers without end are no answer', async () => {
  const { port } = await receiver({
    answer: (response) => void response.writeHead(200, { a: 'x'.repeat(20_000) }).end(),
  })
  expect(await deliver(deliverer(true), `http://127.0.0.1:${port}/`)).toEqual({
    result: 'unreachable',
  })
})

test('what went wrong is told', async () => {
  const closed = await receiver()
  await closed.close()
  const to = deliverer(true, {
    lookup: (_, __, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []),
  })
  expect(await deliver(to, `http://127.0.0.1:${closed.port}/`)).toEqual({ result: 'unreachable' })
  expect(await deliver(to, 'https://hooks.example/')).toEqual({ result: 'unreachable' })
  expect(await deliver(to, 'nonsense')).toEqual({ result: 'forbidden_address' })
  const broken = await receiver({ answer: (response) => void response.destroy() })
  expect(await deliver(to, `http://127.0.0.1:${broken.port}/`)).toEqual({ result: 'unreachable' })
})

test('an attempt is broken off where there is no time left', async () => {
  const silent = await receiver({ answer: () => {} })
  const stopping = new AbortController()
  const answer = deliverer(true).deliver(
    message(`http://127.0.0.1:${silent.port}/`),
    stopping.signal,
  )
  await silent.has(1)
  stopping.abort()
  expect(await answer).toEqual({ result: 'interrupted' })
  const late = deliverer(true).deliver(message(`http://127.0.0.1:${silent.port}/`), stopping.signal)
  expect(await late).toEqual({ result: 'interrupted' })
  expect(silent.received).toHaveLength(1)
})
