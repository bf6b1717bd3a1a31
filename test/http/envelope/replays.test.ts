/**
 * Proves of envelopes that come again:
 * 1. the same one is refused while it is remembered, by every server of the records, and not after
 * 2. one that says when it was made is refused outside of the window, before and after
 * 3. one that names its operation opens for that one alone
 * 4. a key with a client opens that client's requests alone
 * 5. links may come again; with a window of 0 everything may
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  EnvelopeOpener,
  rememberHere,
  type SeenEnvelopes,
} from '../../../src/http/envelope/envelopes.ts'
import { parseEnvelopeKeys } from '../../../src/http/http.ts'
import { openRecords, type RecordsPlace } from '../../../src/records/open.ts'
import { DATABASES, type DatabaseKind } from '../../records/databases.ts'
import { encoded, HEADER, sealBy } from '../../support/envelope-client.ts'
import { headersOf, LINK, PATIENT, startServer, type TestServer } from '../../support/http.ts'
import { START_MS } from '../../support/postgres.ts'

const KID = 'k1'
const SECRET = 'abcdefghijklmnop'
const keys = parseEnvelopeKeys(`${KID}:${SECRET},own mlc_a:qrstuvwxyzabcdef`)
const WINDOW = 60
const START = Date.UTC(2026, 10, 28)
let time = START
const now = () => time
const ONCE = { isOnce: true, client: 'mlc_a' }

const sealed = (kid = KID, secret = SECRET) =>
  Buffer.from(JSON.stringify(sealBy(secret, kid, '{}')))

/** An envelope that says more in its header. */
function sealedWith(fields: object, text = '{}'): Buffer {
  const header = encoded(JSON.stringify({ ...JSON.parse(HEADER), ...fields }))
  return Buffer.from(JSON.stringify(sealBy(SECRET, KID, text, header)))
}

async function opens(
  seen: SeenEnvelopes,
  body: Buffer,
  request: object = ONCE,
  windowSeconds = WINDOW,
) {
  const opener = new EnvelopeOpener(keys, { seen, windowSeconds, now })
  return opener.open(body, request).then(
    ({ text }) => text.toString() === '{}',
    (error: { code?: string }) => {
      expect(error.code).toBe('decryption_failed')
      return false
    },
  )
}

/** @param more another process that remembers in the same place */
function testMemory(memory: () => SeenEnvelopes, more: () => SeenEnvelopes): void {
  test('the same one is refused while it is remembered', async () => {
    time = START
    const body = sealed()
    expect(await opens(memory(), body)).toBe(true)
    time += WINDOW * 1000 - 1
    expect(await opens(memory(), body)).toBe(false)
    expect(await opens(more(), body)).toBe(false)
    expect(await opens(more(), sealed())).toBe(true)
    time += 1
    expect(await opens(memory(), body)).toBe(true)
    expect(await opens(more(), body)).toBe(false)
  })

  test('of several at the same time one is opened', async () => {
    const body = sealed()
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => opens(nth % 2 ? memory() : more(), body)),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
  })
}

describe('in the process', () => {
  const memory = rememberHere(now)
  testMemory(
    () => memory,
    () => memory,
  )
})

describe.each(DATABASES)('%s', (_, start) => {
  let kind: DatabaseKind
  let all: Awaited<ReturnType<typeof openRecords>>[]
  beforeAll(async () => {
    kind = await start()
    const place: RecordsPlace = await kind.newPlace()
    all = await Promise.all([openRecords(place, { now }), openRecords(place, { now })])
  }, START_MS)
  afterAll(async () => {
    await Promise.all(all.map((records) => records.close()))
    await kind?.stop()
  })
  testMemory(
    () => all[0]!.envelopes,
    () => all[1]!.envelopes,
  )
})

test.each([
  { what: 'now', seconds: 0, is: true },
  { what: 'as long ago as it may', seconds: -WINDOW, is: true },
  { what: 'too long ago', seconds: -WINDOW - 1, is: false },
  { what: 'as late as it may', seconds: WINDOW, is: true },
  { what: 'too late', seconds: WINDOW + 1, is: false },
])('one that was made $what', async ({ seconds, is }) => {
  time = START
  const body = sealedWith({ iat: START / 1000 + seconds })
  expect(await opens(rememberHere(now), body)).toBe(is)
  // Also where the same one may come again.
  expect(await opens(rememberHere(now), body, {})).toBe(is)
  expect(await opens(rememberHere(now), body, ONCE, 0)).toBe(true)
})

test('one that was made late is remembered until it is refused for its time', async () => {
  time = START
  const memory = rememberHere(now)
  const body = sealedWith({ iat: START / 1000 + WINDOW })
  expect(await opens(memory, body)).toBe(true)
  time += 2 * WINDOW * 1000 - 1
  expect(await opens(memory, body)).toBe(false)
})

test.each([
  { what: 'its client', client: 'mlc_a', is: true },
  { what: 'another client', client: 'mlc_b', is: false },
  { what: 'nobody, as at a log-in', client: undefined, is: true },
])('a key of a client opens for $what', async ({ client, is }) => {
  const body = sealed('own', 'qrstuvwxyzabcdef')
  expect(await opens(rememberHere(now), body, { client })).toBe(is)
})

test.each([
  { what: 'its operation', op: 'POST /a?b=c', is: true },
  { what: 'another method', op: 'PATCH /a?b=c', is: false },
  { what: 'another path', op: 'POST /a/?b=c', is: false },
  { what: 'another query', op: 'POST /a', is: false },
  { what: 'nothing', op: '', is: false },
])('one that names $what', async ({ op, is }) => {
  const request = { ...ONCE, operation: 'POST /a?b=c' }
  expect(await opens(rememberHere(now), sealedWith({ op }), request)).toBe(is)
  // Also where the same one may come again.
  expect(await opens(rememberHere(now), sealedWith({ op }), request, 0)).toBe(is)
})

describe('a server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ envelopeKeys: keys })
  })
  afterAll(() => server.close())

  async function send(url: string, payload: string) {
    const headers = {
      ...{ ...headersOf(), 'x-encryption': 'JWE', 'content-type': 'application/json' },
    }
    const answer = await server.app.inject({ method: 'POST', url, headers, payload })
    return answer.statusCode
  }

  test('takes an envelope with a patient once, and a link as often as it comes', async () => {
    const patient = JSON.stringify(sealBy(SECRET, KID, JSON.stringify(PATIENT)))
    expect(await send('/profiles/v1/patient/', patient)).toBe(201)
    expect(await send('/profiles/v1/patient/', patient)).toBe(400)
    const link = JSON.stringify(sealBy(SECRET, KID, JSON.stringify(LINK)))
    expect(await send('/med-link/nel/link', link)).toBe(200)
    expect(await send('/med-link/nel/link', link)).toBe(200)
  })

  test('takes one that names its operation there alone', async () => {
    const url = '/profiles/v1/patient/'
    const to = (op: string) => sealedWith({ op }, JSON.stringify(PATIENT)).toString()
    for (const op of [`PATCH ${url}`, 'POST /profiles/v1/emr-user/', `POST ${url}?a=b`])
      expect(await send(url, to(op))).toBe(400)
    const good = to(`POST ${url}`)
    expect(await send(`${url}?a=b`, good)).toBe(400)
    expect(await send('/notification/v1/reminders', good)).toBe(400)
    // What was refused was not taken.
    expect(await send(url, good)).toBe(201)
  })

  test('takes none that another client’s key has sealed', async () => {
    const sealedBy = sealBy('qrstuvwxyzabcdef', 'own', JSON.stringify(PATIENT))
    expect(await send('/profiles/v1/patient/', JSON.stringify(sealedBy))).toBe(400)
  })
})
