/**
 * Proves of bearer tokens, asked of an operation for a patient's profile:
 * 1. each kind of good token is taken: by a secret and by public keys, to the bounds of clocks and lengths
 * 2. each attack is refused by 401, 403 or 400 with one constant message a status, and leaves no trace of the token
 * 3. a secret and public keys next to each other: both count, and neither is taken for the other
 * 4. anything at all in the place of a token, or of its parts, is 401
 */

import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { CompactEncrypt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TokenReader } from '../../../src/http/auth/tokens.ts'
import { createServer, signToken, type TokenSettings } from '../../../src/http/http.ts'
import {
  CLIENT,
  type Claims,
  captureLog,
  claimsWith,
  expectRefusal,
  hs256,
  jwt,
  makeFolder,
  PATIENT,
  SECRET,
  sendBytes,
  startServer,
  type TestServer,
  WORKSPACE,
} from '../../support/http.ts'

const ISSUER = 'https://issuer.example'
const AUDIENCE = 'medlink'
/** The time, in epoch seconds. */
const NOW = 1_800_000_000

const UNAUTHORIZED = 'a valid bearer token is needed'
const FORBIDDEN = 'the caller may not do this'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** A key for HMAC within the set of keys: nobody should have put it there. */
const OCTETS = createHash('sha256').update('octets').digest()

const jwk = (key: KeyObject, kid: string): JsonWebKey => ({ ...key.export({ format: 'jwk' }), kid })
const KEY_SET = {
  keys: [
    jwk(rsa.publicKey, 'rsa-1'),
    jwk(ec.publicKey, 'ec-1'),
    jwk(ed.publicKey, 'ed-1'),
    { kty: 'oct', k: OCTETS.toString('base64url'), kid: 'oct-1', alg: 'HS256' },
  ],
}

const signers = {
  RS256: {
    kid: 'rsa-1',
    sign: (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey),
  },
  ES256: { kid: 'ec-1', sign: (text: string) => signEc(text, ec.privateKey) },
  EdDSA: { kid: 'ed-1', sign: (text: string) => sign(null, Buffer.from(text), ed.privateKey) },
} as const

function signEc(text: string, key: KeyObject): Buffer {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
}

/** Claims for the servers that have an issuer and an audience. */
const claims = (changes: Claims = {}) => claimsWith({ iss: ISSUER, aud: AUDIENCE, ...changes })

/** A good token by a public key of the set, unless the header says otherwise. */
function signed(alg: keyof typeof signers, changes: Claims = {}, header: Claims = {}): string {
  const { kid, sign } = signers[alg]
  return jwt({ alg, kid, ...header }, claims(changes), sign)
}

/** Of which settings a server has its tokens. */
type Kind = 'secret' | 'keys' | 'both' | 'bare secret'

const folder = makeFolder()
const file = join(folder, 'keys.json')
writeFileSync(file, JSON.stringify(KEY_SET))
const SETTINGS: Readonly<Record<Kind, TokenSettings>> = {
  secret: { secret: SECRET, issuer: ISSUER, audience: AUDIENCE },
  keys: { jwks: file, issuer: ISSUER, audience: AUDIENCE },
  both: { secret: SECRET, jwks: file, issuer: ISSUER, audience: AUDIENCE },
  'bare secret': { secret: SECRET },
}

const servers = new Map<Kind, TestServer>()
let patient: string
beforeAll(async () => {
  const first = await startServer({ tokens: SETTINGS.secret })
  servers.set('secret', first)
  const { medlink, records } = first
  for (const kind of ['keys', 'both', 'bare secret'] as const)
    servers.set(kind, await startServer({ medlink, records, tokens: SETTINGS[kind] }))
  const created = await records.profiles.create({ ...PATIENT, kind: 'patient', bid: WORKSPACE })
  if (typeof created === 'object') patient = `/profiles/v1/patient/${created.oid}`
})
afterAll(async () => {
  for (const server of [...servers.values()].reverse()) await server.close()
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a secret and the one before are good side by side, and none that is older', async () => {
  const [older, before, now] = ['o', 'b', 'n'].map((letter) => letter.repeat(32))
  const { medlink, records } = servers.get('secret')!
  const tokens = { secret: now!, secretBefore: before! }
  const rotated = await startServer({ medlink, records, tokens })
  const status = async (secret: string, changes: Claims = {}) => {
    const authorization = `Bearer ${hs256(claimsWith(changes), secret)}`
    const headers = { authorization, 'client-id': CLIENT }
    return (await rotated.app.inject({ url: patient, headers })).statusCode
  }
  expect(await Promise.all([now!, before!, older!, ''].map((secret) => status(secret)))).toEqual([
    200, 200, 401, 401,
  ])
  expect(await status(before!, { exp: NOW - 3600 })).toBe(401)
  await rotated.close()
})

test('a token that is remembered ends when it expires, and at most 1,000 are', async () => {
  const reader = new TokenReader(SETTINGS['bare secret'])
  const token = hs256(claimsWith({ exp: NOW + 10 }))
  const caller = await reader.read(token)
  expect(caller).toMatchObject({ clientId: CLIENT })
  // The very same object: its signature was not checked again.
  expect(await reader.read(token)).toBe(caller)
  expect(await reader.read(`${token.slice(0, -2)}AA`)).toBeUndefined()
  vi.setSystemTime((NOW + 70) * 1000 - 1)
  expect(await reader.read(token)).toBe(caller)
  vi.setSystemTime((NOW + 70) * 1000)
  expect(await reader.read(token)).toBeUndefined()

  const others = Array.from({ length: 1001 }, (_, nth) =>
    hs256(claimsWith({ exp: NOW + 1000, jti: `${nth}` })),
  )
  const read: unknown[] = []
  for (const each of others) read.push(await reader.read(each))
  const [first, second, ...rest] = read
  expect(await reader.read(others[1000]!)).toBe(rest.at(-1))
  expect(await reader.read(others[1]!)).toBe(second)
  expect(await reader.read(others[0]!)).not.toBe(first)
})

test('a token by a public key is checked each time', async () => {
  const reader = new TokenReader(SETTINGS.keys)
  const token = signed('EdDSA')
  expect(await reader.read(token)).not.toBe(await reader.read(token))
})

/** Asks for the patient. @returns the answer, and what was logged */
async function ask(kind: Kind, authorization: string | undefined, client: string | null = CLIENT) {
  const { app, takeLog } = servers.get(kind)!
  takeLog()
  const answer = await app.inject({
    url: patient,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(client !== null && { 'client-id': client }),
    },
  })
  return { answer, log: takeLog() }
}

interface Good {
  readonly name: string
  readonly token: () => string
  readonly server?: Kind
  readonly scheme?: string
}

test.each<Good>([
  { name: 'HS256', token: () => hs256(claims()) },
  { name: 'HS256 by a server that has keys too', server: 'both', token: () => hs256(claims()) },
  { name: 'RS256', server: 'keys', token: () => signed('RS256') },
  { name: 'ES256', server: 'keys', token: () => signed('ES256') },
  { name: 'EdDSA', server: 'keys', token: () => signed('EdDSA') },
  { name: 'RS256 by a server that has a secret too', server: 'both', token: () => signed('RS256') },
  { name: 'EdDSA by a server that has a secret too', server: 'both', token: () => signed('EdDSA') },
  {
    name: 'a key without its name, where only one can be meant',
    server: 'keys',
    token: () => signed('ES256', {}, { kid: undefined }),
  },
  {
    name: 'neither issuer nor audience asked for',
    server: 'bare secret',
    token: () => hs256(claimsWith()),
  },
  { name: 'any issuer and audience', server: 'bare secret', token: () => hs256(claims()) },
  { name: 'one audience of several', token: () => hs256(claims({ aud: ['x', AUDIENCE] })) },
  { name: 'the scheme in other letters', scheme: 'bEARER', token: () => hs256(claims()) },
  { name: 'more spaces than one', scheme: 'Bearer  ', token: () => hs256(claims()) },
  { name: 'expired 59 seconds ago', token: () => hs256(claims({ exp: NOW - 59 })) },
  { name: 'valid in 60 seconds', token: () => hs256(claims({ nbf: NOW + 60 })) },
  { name: 'no role, which is a user', token: () => hs256(claims({ role: undefined })) },
  { name: 'an admin', token: () => hs256(claims({ role: 'admin' })) },
  { name: 'with an identity provider', token: () => hs256(claims({ idp: 'api-key' })) },
  { name: 'an identifier of 256 characters', token: () => hs256(claims({ sub: 's'.repeat(256) })) },
  {
    name: 'the name of a key of 200 characters',
    token: () => hs256(claims(), SECRET, { kid: 'k'.repeat(200) }),
  },
  {
    name: 'all characters of names of keys',
    token: () => hs256(claims(), SECRET, { kid: 'aZ09_.~:=+-' }),
  },
  { name: 'as long as tokens may be', token: () => padded(8192) },
])('takes $name', async ({ token, server = 'secret', scheme = 'Bearer' }) => {
  const { answer } = await ask(server, `${scheme} ${token()}`)
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
    status: 200,
    body: { fn: PATIENT.fn },
  })
})

test.each([
  { name: 'for an hour', seconds: 3600, idp: undefined, settings: SETTINGS.secret },
  { name: 'with an identity provider', seconds: 60, idp: 'api-key', settings: SETTINGS.secret },
  {
    name: 'without issuer and audience',
    seconds: 60,
    idp: undefined,
    settings: { secret: SECRET },
  },
])('makes a token $name that says so, and that is taken', async ({ seconds, idp, settings }) => {
  const caller = { oid: '1', clientId: CLIENT, bid: WORKSPACE, role: 'admin', idp } as const
  const token = await signToken(caller, seconds, { ...settings, secret: SECRET })
  const [header, payload] = token.split('.').slice(0, 2)
  expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toEqual({
    alg: 'HS256',
    typ: 'JWT',
  })
  expect(JSON.parse(Buffer.from(payload!, 'base64url').toString())).toEqual({
    ...{ sub: '1', cid: CLIENT, bid: WORKSPACE, role: 'admin', ...(idp !== undefined && { idp }) },
    ...{ iat: NOW, exp: NOW + seconds },
    ...('issuer' in settings && { iss: ISSUER, aud: AUDIENCE }),
  })
  const { answer } = await ask('issuer' in settings ? 'secret' : 'bare secret', `Bearer ${token}`)
  expect(answer.statusCode).toBe(200)
})

interface Attack {
  readonly name: string
  readonly token: () => string | Promise<string>
  readonly server?: Kind
}

const hmacWith = (key: string | Buffer, header: Claims = {}) =>
  jwt({ alg: 'HS256', kid: 'rsa-1', ...header }, claims(), (text) =>
    createHmac('sha256', key).update(text).digest(),
  )
const pem = (type: 'spki' | 'pkcs1') => rsa.publicKey.export({ type, format: 'pem' })

const attacks: readonly Attack[] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg) =>
    (['secret', 'keys', 'both'] as const).map((server) => ({
      name: `alg ${alg}, by ${server}`,
      server,
      token: () => jwt({ alg }, claims(), () => Buffer.alloc(0)),
    })),
  ),
  ...(['keys', 'both'] as const).flatMap((server): Attack[] => [
    {
      name: `HS256 by the public key as SPKI, ${server}`,
      server,
      token: () => hmacWith(pem('spki')),
    },
    {
      name: `HS256 by the public key as PKCS#1, ${server}`,
      server,
      token: () => hmacWith(pem('pkcs1')),
    },
    {
      name: `HS256 by the public key as DER, ${server}`,
      server,
      token: () => hmacWith(rsa.publicKey.export({ type: 'spki', format: 'der' })),
    },
    {
      name: `HS256 by the public key as JSON, ${server}`,
      server,
      token: () => hmacWith(JSON.stringify(KEY_SET.keys[0])),
    },
    {
      name: `HS256 by the modulus of the public key, ${server}`,
      server,
      token: () => hmacWith(Buffer.from(String(KEY_SET.keys[0]!.n), 'base64url')),
    },
    {
      name: `HS256 by a symmetric key of the set, ${server}`,
      server,
      token: () => hmacWith(OCTETS, { kid: 'oct-1' }),
    },
  ]),
  { name: 'HS256 by a server of public keys', server: 'keys', token: () => hs256(claims()) },
  { name: 'RS256 by a server of a secret', token: () => signed('RS256') },
  {
    name: 'the secret, as if it were RS256',
    server: 'both',
    token: () => hs256(claims(), SECRET, { alg: 'RS256', kid: 'rsa-1' }),
  },
  {
    name: 'HS512 by the right secret',
    token: () =>
      jwt({ alg: 'HS512' }, claims(), (text) => createHmac('sha512', SECRET).update(text).digest()),
  },
  {
    name: 'PS256 by the right key',
    server: 'keys',
    token: () =>
      jwt({ alg: 'PS256', kid: 'rsa-1' }, claims(), (text) =>
        sign('sha256', Buffer.from(text), { key: rsa.privateKey, padding: 6, saltLength: 32 }),
      ),
  },
  {
    name: 'a key of another kind by name',
    server: 'keys',
    token: () => signed('RS256', {}, { kid: 'ec-1' }),
  },
  {
    name: 'a key that the token brings along',
    server: 'keys',
    token: () =>
      jwt({ alg: 'ES256', jwk: jwk(foreign.publicKey, 'x') }, claims(), (text) =>
        signEc(text, foreign.privateKey),
      ),
  },
  {
    name: 'an unknown key under a known name',
    server: 'keys',
    token: () =>
      jwt({ alg: 'ES256', kid: 'ec-1' }, claims(), (text) => signEc(text, foreign.privateKey)),
  },
  {
    name: 'an unknown name of a key',
    server: 'keys',
    token: () => signed('ES256', {}, { kid: 'ec-2' }),
  },
  {
    name: 'a signature of zeros',
    server: 'keys',
    token: () => jwt({ alg: 'ES256', kid: 'ec-1' }, claims(), () => Buffer.alloc(64)),
  },
  { name: 'a wrong secret', token: () => hs256(claims(), `${SECRET}.`) },
  { name: 'an empty secret', token: () => hs256(claims(), '') },
  { name: 'no signature', token: () => hs256(claims()).replace(/[^.]*$/, '') },
  { name: 'no third part', token: () => hs256(claims()).replace(/\.[^.]*$/, '') },
  { name: 'half a signature', token: () => hs256(claims()).slice(0, -20) },
  { name: 'a fourth part', token: () => `${hs256(claims())}.e30` },
  {
    name: 'a payload from another token',
    token: () => {
      const [head, , signature] = hs256(claims()).split('.')
      return [head, hs256(claims({ role: 'admin' })).split('.')[1], signature].join('.')
    },
  },
  ...['../../etc/passwd', '/dev/null', 'a b', "' OR 1=1 --", 'a\nb', '', 'k'.repeat(201)].flatMap(
    (kid): Attack[] => [
      {
        name: `key ${JSON.stringify(kid).slice(0, 24)}`,
        token: () => hs256(claims(), SECRET, { kid }),
      },
      {
        name: `public key ${JSON.stringify(kid).slice(0, 24)}`,
        server: 'keys',
        token: () => signed('ES256', {}, { kid }),
      },
    ],
  ),
  ...[7, null, {}, ['ec-1']].map((kid) => ({
    name: `the name of a key ${JSON.stringify(kid)}`,
    token: () => hs256(claims(), SECRET, { kid }),
  })),
  ...[['exp'], ['b64'], [], 'exp', [1]].map((crit) => ({
    name: `crit ${JSON.stringify(crit)}`,
    token: () => hs256(claims(), SECRET, { crit, exp: 1, b64: false }),
  })),
  { name: 'a wrong issuer', token: () => hs256(claims({ iss: 'https://other.example' })) },
  { name: 'no issuer', token: () => hs256(claims({ iss: undefined })) },
  { name: 'a wrong audience', token: () => hs256(claims({ aud: 'other' })) },
  { name: 'no audience', token: () => hs256(claims({ aud: undefined })) },
  { name: 'expired 60 seconds ago', token: () => hs256(claims({ exp: NOW - 60 })) },
  { name: 'valid in 61 seconds', token: () => hs256(claims({ nbf: NOW + 61 })) },
  ...['exp', 'sub', 'cid', 'bid'].map((claim) => ({
    name: `no ${claim}`,
    token: () => hs256(claims({ [claim]: undefined })),
  })),
  ...['exp', 'nbf', 'sub', 'cid', 'bid', 'role', 'idp'].flatMap((claim) =>
    [null, 'x'.repeat(257), '', true, [CLIENT], { a: 1 }].map((value) => ({
      name: `${claim} ${JSON.stringify(value).slice(0, 12)}`,
      token: () => hs256(claims({ [claim]: value })),
    })),
  ),
  ...['sub', 'cid', 'bid', 'idp'].flatMap((claim) =>
    ['a\nb', 'a\0', 'a\x7f', '\ud800'].map((value) => ({
      name: `${claim} ${JSON.stringify(value)}`,
      token: () => hs256(claims({ [claim]: value })),
    })),
  ),
  ...['sub', 'cid', 'bid', 'role', 'idp'].map((claim) => ({
    name: `${claim} 1`,
    token: () => hs256(claims({ [claim]: 1 })),
  })),
  { name: 'an unknown role', token: () => hs256(claims({ role: 'root' })) },
  { name: 'a role of Object', token: () => hs256(claims({ role: 'constructor' })) },
  { name: 'one character longer than tokens may be', token: () => padded(8193) },
  { name: 'a megabyte', token: () => padded(1_000_000) },
  {
    name: 'a JWE for the secret',
    token: () =>
      new CompactEncrypt(Buffer.from(JSON.stringify(claims())))
        .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
        .encrypt(Buffer.from(SECRET)),
  },
  {
    name: 'JWS as JSON',
    token: () => {
      const [head, payload, signature] = hs256(claims()).split('.')
      return JSON.stringify({ protected: head, payload, signature })
    },
  },
  { name: 'claims that are a list', token: () => hs256([claims()]) },
  { name: 'claims that are no JSON', token: () => hs256('not JSON') },
]

test.each(attacks)('refuses $name', async ({ token, server = 'secret' }) => {
  const sent = await token()
  const { answer, log } = await ask(server, `Bearer ${sent}`)
  expect(expectRefusal(answer, 401, 'unauthorized')).toBe(UNAUTHORIZED)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
  expectNothingOf(sent, answer.body + log)
})

test.each([
  { name: 'no header', authorization: undefined },
  { name: 'an empty header', authorization: '' },
  { name: 'the scheme alone', authorization: 'Bearer' },
  { name: 'the scheme and a space', authorization: 'Bearer ' },
  { name: 'another scheme', authorization: 'Basic TOKEN' },
  { name: 'a scheme that begins like it', authorization: 'Bearers TOKEN' },
  { name: 'no scheme', authorization: 'TOKEN' },
  { name: 'no space', authorization: 'BearerTOKEN' },
  { name: 'a tab for a space', authorization: 'Bearer\tTOKEN' },
  { name: 'something behind it', authorization: 'Bearer TOKEN, Bearer TOKEN' },
  { name: 'a parameter for the token', authorization: 'Bearer token="TOKEN"' },
])('refuses a header with $name', async ({ authorization }) => {
  const { answer } = await ask('secret', authorization?.replaceAll('TOKEN', hs256(claims())))
  expect(expectRefusal(answer, 401, 'unauthorized')).toBe(UNAUTHORIZED)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

interface Refused {
  readonly name: string
  readonly client?: string | null
  readonly status?: number
}

test.each<Refused>([
  { name: 'another client', client: 'lab-app' },
  { name: 'its client in other letters', client: CLIENT.toUpperCase() },
  { name: 'an empty client', client: '' },
  { name: 'no client', client: null, status: 400 },
])('refuses a good token with $name', async ({ client, status = 403 }) => {
  const token = hs256(claims())
  const { answer, log } = await ask('secret', `Bearer ${token}`, client)
  const isForbidden = status === 403
  const message = expectRefusal(answer, status, isForbidden ? 'forbidden' : 'invalid_request')
  expect(message).toBe(isForbidden ? FORBIDDEN : 'the header client-id is missing')
  expect(answer.headers['www-authenticate']).toBeUndefined()
  expectNothingOf(token, answer.body + log)
})

test.each(['user', 'admin'])('finds nobody of another workspace as %s', async (role) => {
  const token = hs256(claims({ bid: 'hospital-b', role }))
  const { answer, log } = await ask('secret', `Bearer ${token}`)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'profile_not_found'])
  expectNothingOf(token, answer.body + log)
})

test('an operation without a client takes a token alone, and refuses another client', async () => {
  const { app } = servers.get('secret')!
  const asked = (client: Record<string, string>) =>
    app.inject({
      url: '/med-link/registry/',
      headers: { authorization: `Bearer ${hs256(claims())}`, ...client },
    })
  expect((await asked({})).statusCode).toBe(200)
  expect((await asked({ 'client-id': CLIENT })).statusCode).toBe(200)
  expectRefusal(await asked({ 'client-id': 'lab-app' }), 403, 'forbidden')
})

test('over a socket: two headers, in whatever order, and tokens larger than all headers may be', async () => {
  const { app, takeLog } = servers.get('secret')!
  await app.listen({ host: '127.0.0.1', port: 0 })
  const good = hs256(claims())
  const asking = (...headers: string[]) =>
    sendBytes(
      app,
      ['GET /med-link/registry/ HTTP/1.1', 'Host: x', 'Connection: close', ...headers, '', ''].join(
        '\r\n',
      ),
    )
  const taken = await asking(`Authorization: Bearer ${good}`, 'x-copy: authorization')
  expect(taken.statusCode).toBe(200)
  takeLog()
  const rows = [
    [`Authorization: Bearer ${good}`, 'authorization: Bearer x'],
    ['AUTHORIZATION: Bearer x', `Authorization: Bearer ${good}`],
    [`Authorization: Bearer ${good}`, `Authorization: Bearer ${good}`],
    [`Authorization: Bearer ${padded(20_000)}`],
    [`Authorization: Bearer ${padded(1_000_000)}`],
  ]
  for (const headers of rows) {
    const answer = await asking(...headers)
    expect(expectRefusal(answer, 401, 'unauthorized')).toBe(UNAUTHORIZED)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expectNothingOf(good, answer.body)
  }
  expectNothingOf(good, takeLog())
  // A good token next to another header that is too large is not the token's fault.
  const large = await asking(`Authorization: Bearer ${good}`, `x: ${'x'.repeat(20_000)}`)
  expectRefusal(large, 431, 'header_too_large')
})

test('anything in the place of a token, or of its parts, is 401', async () => {
  const { app, takeLog } = servers.get('both')!
  const part = fc.oneof(
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.base64String(),
    fc.constantFrom(...hs256(claims()).split('.'), ...signed('ES256').split('.'), ''),
  )
  const header = fc.record(
    {
      alg: fc.oneof(fc.constantFrom('HS256', 'ES256', 'EdDSA', 'none'), fc.jsonValue()),
      kid: fc.oneof(fc.constantFrom('rsa-1', 'ec-1', '__proto__'), fc.jsonValue()),
      crit: fc.jsonValue(),
      b64: fc.jsonValue(),
      jwk: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const token = fc.oneof(
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('.')),
    fc.string(),
    // Signed by who has the secret, over claims that name nobody.
    fc
      .tuple(header, fc.jsonValue())
      .map(([head, payload]) => hs256(payload, SECRET, head as Claims)),
  )
  await fc.assert(
    fc.asyncProperty(token, async (sent) => {
      const answer = await app.inject({
        url: patient,
        headers: { authorization: `Bearer ${sent}` },
      })
      expect(answer.statusCode).toBe(401)
    }),
    { numRuns: 200, examples: [[`${hs256({})}`], ['..'], ['a.b.c'], ['e30.e30.e30']] },
  )
  expect(takeLog()).not.toContain('"level":"error"')
})

test.each([
  { name: 'that is not there', contents: undefined },
  { name: 'that is no JSON', contents: '{"keys":' },
  { name: 'that is no set of keys', contents: '{"keys":{}}' },
])('a server does not start by a file of keys $name', async ({ contents }) => {
  const path = join(folder, 'bad.json')
  if (contents !== undefined) writeFileSync(path, contents)
  const { medlink } = servers.get('secret')!
  const starting = createServer({ medlink, tokens: { jwks: path }, ...captureLog() })
  await expect(starting).rejects.toMatchObject({ code: 'settings_invalid' })
  await expect(starting).rejects.toThrow(/^MEDLINK_JWKS must be/)
})

/** A good token of a length. Base64 has no text of 4n + 1 characters: then blanks in the header make it up. */
function padded(length: number): string {
  for (const blanks of ['', ' ', '  ']) {
    const withPad = (characters: number) =>
      jwt(`{"alg":"HS256"${blanks}}`, claims({ pad: 'x'.repeat(characters) }), (text) =>
        createHmac('sha256', SECRET).update(text).digest(),
      )
    const wanted = Math.floor(((length - withPad(0).length) * 3) / 4)
    for (const characters of [wanted, wanted + 1]) {
      const token = withPad(characters)
      if (token.length === length) return token
    }
  }
  throw new RangeError(`no token has ${length} characters`)
}

/** Neither the parts of a token nor what its claims say. */
function expectNothingOf(token: string, text: string): void {
  for (const part of token.split('.').filter((each) => each.length > 8)) {
    expect(text).not.toContain(part)
    expect(text).not.toContain(part.slice(0, 32))
  }
  expect(text).not.toContain('12345678901234567')
  expect(text).not.toContain('hospital-')
}
