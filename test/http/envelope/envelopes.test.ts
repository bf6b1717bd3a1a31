/**
 * Proves of envelopes, against a client in node:crypto that the vectors of the RFCs prove:
 * 1. what another program has sealed is opened, and what is sealed here that client opens, each time with another iv
 * 2. one that is changed by a single bit is refused, wherever the bit stands
 * 3. base64url that is not spelt in the one way there is, is refused, though it stands for the same bytes
 * 4. headers, members and lengths other than the contract's are refused, though the tag is good
 * 5. every refusal is the same, and nobody can tell by the time whether there is a key of a kid
 */

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EnvelopeOpener, seal } from '../../../src/http/envelope/envelopes.ts'
import { parseEnvelopeKeys } from '../../../src/http/envelope/keys.ts'
import { HttpError } from '../../../src/http/errors.ts'
import fixtures from '../../fixtures/envelope/envelopes.json' with { type: 'json' }
import {
  decrypt,
  type Envelope,
  encoded,
  encrypt,
  HEADER,
  keyOf,
  openBy,
  sealBy,
} from '../../support/envelope-client.ts'

const SECRET = 'abcdefghijklmnop'
const KID = 'k1'
const TEXT = '{"query":"fever"}'
const SEED = 7516

const opener = new EnvelopeOpener(parseEnvelopeKeys(`${KID}:${SECRET},k2:qrstuvwxyzabcdef`))

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

describe('the client of the tests', () => {
  test('encrypts as RFC 7518, B.1 shows it', () => {
    const key = hex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
    const iv = hex('1af38c2dc2b96ffdd86694092341bc04')
    const plaintext = Buffer.from(
      'A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy without inconvenience',
    )
    const authenticated = Buffer.from('The second principle of Auguste Kerckhoffs')
    const made = encrypt(key, iv, plaintext, authenticated)
    expect(made.ciphertext).toEqual(
      hex(`c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9
        a94ac9b47ad2655c5f10f9aef71427e2fc6f9b3f399a221489f16362c7032336
        09d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b
        384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade5
        4b8851ffb598f7f80074b9473c82e2db`),
    )
    expect(made.tag).toEqual(hex('652c3fa36b0a7c5b3219fab3a30bc1c4'))
    expect(decrypt(key, made, authenticated)).toEqual(plaintext)
  })

  test('authenticates `protected` as RFC 7516, A.3 shows it', () => {
    const key = Buffer.from([
      ...[4, 211, 31, 197, 84, 157, 252, 254, 11, 100, 157, 250, 63, 170, 106, 206],
      ...[107, 124, 212, 45, 111, 107, 9, 219, 200, 177, 0, 240, 143, 156, 44, 207],
    ])
    const encrypted = {
      iv: Buffer.from('AxY8DCtDaGlsbGljb3RoZQ', 'base64url'),
      ciphertext: Buffer.from('KDlTtXchhZTGufMYmOYGS4HffxPSUrfmqCHXaI9wOGY', 'base64url'),
      tag: Buffer.from('U0m_YmjN04DJvceFICbCVQ', 'base64url'),
    }
    const part = 'eyJhbGciOiJBMTI4S1ciLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0'
    expect(decrypt(key, encrypted, Buffer.from(part)).toString()).toBe('Live long and prosper.')
  })
})

describe('opens', () => {
  test.each(fixtures)('$what, of another program', async ({ secret, text, envelope }) => {
    expect(openBy(secret, envelope)).toBe(text)
    const keys = parseEnvelopeKeys(`other:${SECRET},${envelope.kid}:${secret}`)
    const opened = await new EnvelopeOpener(keys).open(Buffer.from(JSON.stringify(envelope)))
    expect(opened.text.toString()).toBe(text)
    expect(opened.key).toBe(keys.get(envelope.kid)?.key)
  })

  test('any bytes that the client has sealed, and the client what is sealed here', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        const { text, key } = await opener.open(bodyOf(sealBy(SECRET, KID, Buffer.from(bytes))))
        expect(text).toEqual(Buffer.from(bytes))
        const base64 = text.toString('base64')
        for (const answer of [base64, Buffer.from(base64)])
          expect(openBy(SECRET, JSON.parse(await seal(answer, key)))).toBe(base64)
      }),
      { numRuns: 50, seed: SEED },
    )
  })

  test('each of several keys, by its kid', async () => {
    expect((await opener.open(bodyOf(sealBy('qrstuvwxyzabcdef', 'k2', TEXT)))).text).toHaveLength(
      TEXT.length,
    )
    await refused(sealBy('qrstuvwxyzabcdef', KID, TEXT))
  })
})

test('what is sealed has the four members that a library needs, and another iv each time', async () => {
  const { key } = await opener.open(bodyOf(sealBy(SECRET, KID, TEXT)))
  const made: Envelope[] = []
  for (let i = 0; i < 20; i++) made.push(JSON.parse(await seal(TEXT, key)))
  expect(Object.keys(made[0]!).sort()).toEqual(['ciphertext', 'iv', 'protected', 'tag'])
  expect(made[0]!.protected).toBe(encoded(HEADER))
  expect(new Set(made.map(({ iv }) => iv)).size).toBe(made.length)
  expect(new Set(made.map(({ ciphertext }) => ciphertext)).size).toBe(made.length)
})

describe('a single bit', () => {
  const parts = ['protected', 'iv', 'ciphertext', 'tag'] as const

  test.each(parts)('of %s', async (part) => {
    const envelope = sealBy(SECRET, KID, TEXT)
    const bytes = Buffer.from(envelope[part], 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++)
      await refused({ ...envelope, [part]: flipped(bytes, bit).toString('base64url') })
  })

  test('of the body', async () => {
    const body = bodyOf(sealBy(SECRET, KID, TEXT))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: body.length * 8 - 1 }), async (bit) =>
        refusedBody(flipped(body, bit)),
      ),
      { numRuns: 300, seed: SEED },
    )
  })
})

describe('a spelling', () => {
  const good = sealBy(SECRET, KID, TEXT)
  /** Of 16 bytes, so that the last character has four bits that stand for nothing, and of 32, with two. */
  const short = sealBy(SECRET, KID, '{}')

  test.each([
    { part: 'tag', envelope: good, others: 15 },
    { part: 'iv', envelope: good, others: 15 },
    { part: 'ciphertext', envelope: short, others: 15 },
    { part: 'ciphertext', envelope: good, others: 3 },
  ] as const)('of $part that ends otherwise ($others of them)', async (row) => {
    const { part, envelope } = row
    const spellings = otherEnds(envelope[part])
    expect(spellings).toHaveLength(row.others)
    for (const each of spellings) await refused({ ...envelope, [part]: each })
  })

  test('of `protected` that ends otherwise, with a tag that is good for it', async () => {
    for (const [header, others] of [
      [HEADER, 3],
      [`${HEADER} `, 0],
      [`${HEADER}  `, 15],
    ] as const) {
      expect(
        (await opener.open(bodyOf(sealBy(SECRET, KID, TEXT, encoded(header))))).key,
      ).toBeDefined()
      const spellings = otherEnds(encoded(header))
      expect(spellings).toHaveLength(others)
      for (const each of spellings) await refused(sealBy(SECRET, KID, TEXT, each))
    }
  })

  test.each([
    ['with padding', (text: string) => `${text}==`],
    ['with one sign of padding', (text: string) => `${text}=`],
    ['with a character too many', (text: string) => `${text}A`],
    ['with a line break', (text: string) => `${text.slice(0, 4)}\n${text.slice(4)}`],
    ['with a blank at the end', (text: string) => `${text} `],
    ['with a character of no alphabet', (text: string) => `${text}~`],
  ])('%s, of every part', async (_, spell) => {
    for (const part of ['protected', 'iv', 'ciphertext', 'tag'] as const)
      await refused({ ...good, [part]: spell(good[part]) })
    await refused(sealBy(SECRET, KID, TEXT, spell(encoded(HEADER))))
  })

  test('in the other alphabet of base64', async () => {
    let envelope = good
    while (!/[-_]/.test(envelope.tag)) envelope = sealBy(SECRET, KID, TEXT)
    await refused({ ...envelope, tag: envelope.tag.replaceAll('-', '+').replaceAll('_', '/') })
  })
})

/** Headers that no envelope may have; each stands in one whose tag is good. */
const HEADERS = [
  ['another alg', '{"alg":"A128KW","enc":"A128CBC-HS256"}'],
  ['no alg', '{"enc":"A128CBC-HS256"}'],
  ['another enc', '{"alg":"dir","enc":"A256CBC-HS512"}'],
  ['an enc of another mode', '{"alg":"dir","enc":"A256GCM"}'],
  ['no enc', '{"alg":"dir"}'],
  ['a name in small letters', '{"alg":"dir","enc":"a128cbc-hs256"}'],
  ['crit', '{"alg":"dir","enc":"A128CBC-HS256","crit":["exp"],"exp":1}'],
  ['an empty crit', '{"alg":"dir","enc":"A128CBC-HS256","crit":[]}'],
  ['zip', '{"alg":"dir","enc":"A128CBC-HS256","zip":"DEF"}'],
  ['a member more', '{"alg":"dir","enc":"A128CBC-HS256","jwk":{}}'],
  ['the kid of another key', '{"alg":"dir","enc":"A128CBC-HS256","kid":"k2"}'],
  ['a kid that is no text', '{"alg":"dir","enc":"A128CBC-HS256","kid":1}'],
  ['a key twice', '{"alg":"dir","alg":"dir","enc":"A128CBC-HS256"}'],
  ['no object', '"dir"'],
  ['no JSON', 'dir'],
  ['nothing', ''],
] as const

describe('a good tag does not help', () => {
  test.each(HEADERS)('a header with %s', async (_, header) => {
    await refused(sealBy(SECRET, KID, TEXT, encoded(header)))
  })

  const good = sealBy(SECRET, KID, TEXT)
  const { protected: _, ...withoutHeader } = good
  test.each([
    ['an unknown kid', { ...good, kid: 'k3' }],
    ['a kid of prototypes', { ...good, kid: '__proto__' }],
    ['a kid that is no text', { ...good, kid: [KID] }],
    ['no kid', { ...good, kid: undefined }],
    ['no `protected`', withoutHeader],
    ['a header without protection', { ...withoutHeader, header: JSON.parse(HEADER) }],
    ['another header without protection', { ...good, unprotected: {} }],
    ['an empty encrypted key', { ...good, encrypted_key: '' }],
    ['aad', { ...good, aad: 'YQ' }],
    ['a member more', { ...good, x: 1 }],
    ['the serialization for several', { ...good, recipients: [{}] }],
    ['an iv of 15 bytes', { ...good, iv: good.iv.slice(0, 20) }],
    ['a tag of 15 bytes', { ...good, tag: good.tag.slice(0, 20) }],
    ['a tag of 32 bytes', { ...good, tag: good.tag.slice(0, 20).repeat(2) }],
    ['no ciphertext', { ...good, ciphertext: '' }],
    ['half a block', { ...good, ciphertext: good.ciphertext.slice(0, 12) }],
    ['the compact form', Object.values(good).join('.')],
    ['a list', [good]],
    ['what is plain', JSON.parse(TEXT)],
  ])('%s', async (_, envelope) => {
    await refused(envelope)
  })

  test('the beginning of a good tag', async () => {
    const part = encoded(HEADER)
    const made = encrypt(keyOf(SECRET), randomBytes(16), Buffer.from(TEXT), Buffer.from(part))
    const { iv, ciphertext, tag } = made
    const envelope = {
      ...good,
      iv: iv.toString('base64url'),
      ciphertext: ciphertext.toString('base64url'),
    }
    expect(
      (await opener.open(bodyOf({ ...envelope, tag: tag.toString('base64url') }))).key,
    ).toBeDefined()
    for (const length of [0, 4, 8, 12, 15])
      await refused({ ...envelope, tag: tag.subarray(0, length).toString('base64url') })
  })

  test('a key twice in the body', async () => {
    const body = JSON.stringify(good)
    await refusedBody(Buffer.from(body.replace('{', `{"kid":"${KID}",`)))
  })
})

test('a thousand that are malformed, at random, are refused, and all in one way', async () => {
  const good = sealBy(SECRET, KID, TEXT)
  const member = fc.constantFrom(...Object.keys(good))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.string({ maxLength: 30 }),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.constantFrom(...HEADERS.map(([, header]) => encoded(header))),
  )
  const changed = fc
    .tuple(fc.array(fc.tuple(fc.oneof(member, fc.string()), value), { minLength: 1, maxLength: 3 }))
    .map(([changes]) => Object.fromEntries([...Object.entries(good), ...changes]))
    .filter((envelope) => JSON.stringify(envelope) !== JSON.stringify(good))
  const lacking = fc
    .uniqueArray(member, { minLength: 1 })
    .map((names) =>
      Object.fromEntries(Object.entries(good).filter(([name]) => !names.includes(name))),
    )
  const cut = fc.nat({ max: bodyOf(good).length - 1 }).map((end) => bodyOf(good).subarray(0, end))
  const bodies = fc.oneof(
    { arbitrary: changed.map(bodyOf), weight: 6 },
    lacking.map(bodyOf),
    cut,
    fc.jsonValue().map(bodyOf),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(bodies, (body) => refusedBody(body)),
    { numRuns: 1_000, seed: SEED },
  )
})

test('a kid that there is no key of takes as long as a tag that is wrong', async () => {
  const large = sealBy(SECRET, KID, 'a'.repeat(256 * 1024))
  const wrongTag = bodyOf({ ...large, tag: sealBy(SECRET, KID, TEXT).tag })
  const unknownKid = bodyOf({ ...large, kid: 'k9' })
  const empty = new EnvelopeOpener(new Map())
  const times = { wrongTag: [] as number[], unknownKid: [] as number[], noKeys: [] as number[] }
  for (let round = 0; round < 12; round++) {
    times.wrongTag.push(await timed(opener, wrongTag))
    times.unknownKid.push(await timed(opener, unknownKid))
    times.noKeys.push(await timed(empty, wrongTag))
  }
  const best = Math.min(...times.wrongTag)
  // Without a key to try there would be half of the work, or less.
  expect(Math.min(...times.unknownKid) / best).toBeGreaterThan(0.6)
  expect(Math.min(...times.noKeys) / best).toBeGreaterThan(0.6)
})

/** Time of the processor: however busy the machine is with others. */
async function timed(by: EnvelopeOpener, body: Buffer): Promise<number> {
  const start = process.cpuUsage()
  await refusedBody(body, by)
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function bodyOf(envelope: unknown): Buffer {
  return Buffer.from(JSON.stringify(envelope))
}

function refused(envelope: unknown): Promise<void> {
  return refusedBody(bodyOf(envelope))
}

async function refusedBody(body: Buffer, by = opener): Promise<void> {
  const error = await by.open(body).then(
    () => expect.fail('it is opened'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(HttpError)
  const { code, statusCode, message, details, cause } = error as HttpError
  expect({ code, statusCode, message, details, cause }).toEqual({
    code: 'decryption_failed',
    statusCode: 400,
    message: 'the envelope cannot be opened',
  })
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

/** Other last characters that stand for the same bytes, as decoders read them that are not strict. */
function otherEnds(text: string): string[] {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bytes = Buffer.from(text, 'base64url')
  return [...ALPHABET]
    .map((last) => text.slice(0, -1) + last)
    .filter((other) => other !== text && Buffer.from(other, 'base64url').equals(bytes))
}
