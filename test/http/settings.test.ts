/**
 * Proves of the settings of a server:
 * 1. every setting, good and wrong, wherever it is said: a message names the setting and never repeats a value
 * 2. what is typed counts before the environment, and that before the file
 * 3. in production there is no server without a secret that nobody guesses, or public keys
 * 4. a secret for development is made once, readable by its owner only, and only where no other machine reaches the server
 */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSettings, type Settings, withSecret } from '../../src/http/http.ts'
import { isLoopback } from '../../src/http/settings.ts'
import { MedlinkError } from '../../src/medlink.ts'
import { makeFolder } from '../support/http.ts'

const folder = makeFolder()
const keys = join(folder, 'keys of all.json')
writeFileSync(keys, '{"keys":[]}')

/** 32 bytes, of 8 characters. */
const SECRET = 'abcdefgh'.repeat(4)

const DEFAULTS: Settings = {
  host: '127.0.0.1',
  port: 8080,
  only: undefined,
  dir: undefined,
  names: [],
  data: './records',
  databaseUrl: undefined,
  tokens: { secret: undefined, jwks: undefined, issuer: undefined, audience: undefined },
  masterKeys: undefined,
  blobs: { folder: 'records/files' },
  maxFileBytes: 10_000_000,
  publicUrl: undefined,
  retention: {},
  snomedEdition: undefined,
  signingSecret: undefined,
  envelopeKeys: new Map(),
  envelopeWindow: 3600,
  quotas: {},
  processes: 1,
  workers: 1,
  rateLimit: undefined,
  trustedProxies: [],
  aadhaar: { gateway: 'sandbox', checksDigit: true, allowsPlain: true },
  logLevel: 'info',
  project: undefined,
  projectWorkspace: 'development',
  webhooks: { privateHosts: false, isWorker: true },
  isProduction: false,
}

/** The message of the refusal. */
function faultOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof MedlinkError && error.code === 'settings_invalid') return error.message
    throw error
  }
  return 'no fault'
}

let files = 0
/** A file of settings with these contents. */
function fileOf(contents: string): string {
  const path = join(folder, `settings-${files++}.json`)
  writeFileSync(path, contents)
  return path
}

test('without any the server is this machine’s own', () => {
  expect(readSettings({})).toEqual(DEFAULTS)
})

test('names may be in several files', () => {
  expect(readSettings({}, { names: ['a.tsv', 'b.tsv'] }).names).toEqual(['a.tsv', 'b.tsv'])
  const message = 'MEDLINK_NAMES must be a file, or a list of them'
  expect(faultOf(() => readSettings({}, { names: 7 }))).toBe(message)
})

interface Row {
  /** Without MEDLINK_. */
  readonly name: string
  readonly good: readonly (readonly [value: string, read: Partial<Settings>])[]
  readonly wrong: readonly string[]
  readonly message: RegExp
  /** Whether a file may have several. */
  readonly takesLists?: true
}

const tokens = (changes: Settings['tokens']): Partial<Settings> => ({
  tokens: { ...DEFAULTS.tokens, ...changes },
})
const countWrong = ['0', '-1', '1.5', '1e1', ' 1', 'x', '0x1', '１', '12345678901']
const NEVER = /^no message$/

const rows: readonly Row[] = [
  { name: 'HOST', good: [['0.0.0.0', { host: '0.0.0.0' }]], wrong: [], message: NEVER },
  {
    name: 'PORT',
    good: [
      ['0', { port: 0 }],
      ['65535', { port: 65_535 }],
      ['0080', { port: 80 }],
    ],
    wrong: [...countWrong.slice(1), '65536'],
    message: /^MEDLINK_PORT must be a whole number from 0 to 65535$/,
  },
  {
    name: 'PROJECT',
    good: [['/srv/lab.medmap', { project: '/srv/lab.medmap' }]],
    wrong: [],
    message: NEVER,
  },
  {
    name: 'PROJECT_WORKSPACE',
    good: [['clinic-7', { projectWorkspace: 'clinic-7' }]],
    wrong: [],
    message: NEVER,
  },
  {
    name: 'ONLY',
    good: [['linking', { only: 'linking' }]],
    wrong: ['profiles', 'Linking', 'linking,profiles'],
    message: /^MEDLINK_ONLY must be linking$/,
  },
  {
    name: 'SNOMED_EDITION',
    good: ['http://snomed.info/sct/731000124108', 'http://snomed.info/xsct/31000003106'].map(
      (edition) => [edition, { snomedEdition: edition }] as const,
    ),
    wrong: ['http://snomed.info/sct', 'http://snomed.info/sct/731000124108/version/20260101', 'us'],
    message: /^MEDLINK_SNOMED_EDITION must be the URI of an edition without a version/,
  },
  { name: 'DIR', good: [['/srv/indexes', { dir: '/srv/indexes' }]], wrong: [], message: NEVER },
  {
    name: 'NAMES',
    good: [['/srv/n.tsv', { names: ['/srv/n.tsv'] }]],
    wrong: [],
    takesLists: true,
    message: NEVER,
  },
  {
    name: 'DATA',
    good: [['/srv/records', { data: '/srv/records', blobs: { folder: '/srv/records/files' } }]],
    wrong: [],
    message: NEVER,
  },
  {
    name: 'DATABASE_URL',
    good: ['postgres://a:b@db/medlink', 'postgresql://db/medlink?sslmode=require'].map(
      (url) => [url, { databaseUrl: url }] as const,
    ),
    wrong: [
      'mysql://a/b',
      'db.example/medlink',
      'postgres:/a',
      'postgres://[',
      'xpostgres://a/b',
      'x',
    ],
    message: /^MEDLINK_DATABASE_URL must be a URL of PostgreSQL: postgresql:\/\//,
  },
  {
    name: 'DATA_KEYS',
    good: [
      `a:${'0123456789abcdef'.repeat(4)}`,
      `2026.b:${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}, a:${'89abcdef01234567'.repeat(4)}`,
      `a:${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url')}\n`,
    ].map((text) => [text, { masterKeys: { text } }] as const),
    wrong: [
      ...['a', 'a:', ':', ',', `${'ab'.repeat(32)}`, `:${'0123456789abcdef'.repeat(4)}`],
      // Too short, too long, of few values, and twice the same identifier.
      ...[`a:${'0123456789abcdef'.repeat(3)}`, `a:${'0123456789abcdef'.repeat(5)}`],
      ...[
        `a:${'00'.repeat(32)}`,
        `a:${'0123456789abcdef'.repeat(4)},a:${'89abcdef01234567'.repeat(4)}`,
      ],
      `b c:${'0123456789abcdef'.repeat(4)}`,
    ],
    message: /^MEDLINK_DATA_KEYS must be id:key pairs separated by commas, the key 32 random bytes/,
  },
  {
    name: 'DATA_KEYS_COMMAND',
    good: [['kms decrypt', { masterKeys: { command: 'kms decrypt' } }]],
    wrong: [],
    message: NEVER,
  },
  { name: 'JWT_SECRET', good: [['s', tokens({ secret: 's' })]], wrong: [], message: NEVER },
  {
    ...{ name: 'JWE_WINDOW', wrong: ['-1', '604801', 'x'] },
    good: [
      ['0', { envelopeWindow: 0 }],
      ['604800', { envelopeWindow: 604_800 }],
    ],
    message: /^MEDLINK_JWE_WINDOW must be a whole number from 0 to 604800$/,
  },
  {
    ...{ name: 'JWT_SECRET_BEFORE', good: [['s', tokens({ secretBefore: 's' })]] },
    ...{ wrong: [], message: NEVER },
  },
  {
    name: 'JWKS',
    good: [
      keys,
      pathToFileURL(keys).href,
      'https://issuer.example/keys',
      'http://127.0.0.1:8080/keys',
      'http://localhost/keys',
      'http://[::1]:8080/keys',
    ].map((jwks) => [jwks, tokens({ jwks })] as const),
    wrong: [
      'http://issuer.example/keys',
      'http://127.0.0.1.issuer.example/',
      'http://localhost.issuer.example/',
      'ftp://issuer.example/keys',
      'file:///is/not/there',
      'file:///%zz',
      'file://elsewhere/keys',
      'https://',
      `${keys}.not`,
      'HTTP://issuer.example/keys',
    ],
    message: /^MEDLINK_JWKS must be a URL that begins with https:\/\/ .* or an existing file$/,
  },
  {
    name: 'JWT_ISSUER',
    good: [['https://i', tokens({ issuer: 'https://i' })]],
    wrong: [],
    message: NEVER,
  },
  {
    name: 'JWT_AUDIENCE',
    good: [['medlink', tokens({ audience: 'medlink' })]],
    wrong: [],
    message: NEVER,
  },
  ...(['PROCESSES', 'WORKERS'] as const).map((name) => ({
    name,
    good: [
      ['1', { [name.toLowerCase()]: 1 }],
      ['64', { [name.toLowerCase()]: 64 }],
    ] as const,
    wrong: [...countWrong, '65'],
    message: new RegExp(`^MEDLINK_${name} must be a whole number from 1 to 64$`),
  })),
  {
    name: 'RETENTION',
    good: [
      ['documents=1', { retention: { documents: 1 } }],
      [
        'patients=3650, audit=365000,documents=30',
        { retention: { patients: 3650, audit: 365_000, documents: 30 } },
      ],
    ],
    wrong: [
      ...['documents', 'documents=', 'documents=0', 'documents=1.5', 'documents=365001', 'files=1'],
      ...['audit=1,audit=2', 'audit=1,', '=1', 'audit=1=2'],
    ],
    message: /^MEDLINK_RETENTION must be days by kind, documents=3650,/,
  },
  {
    name: 'QUOTAS',
    good: [
      ['client_requests=1', { quotas: { client_requests: 1 } }],
      [
        'workspace_bytes=1000000000000000, workspace_requests=2',
        { quotas: { workspace_bytes: 1_000_000_000_000_000, workspace_requests: 2 } },
      ],
    ],
    wrong: ['1', 'client_requests=0', 'workspace_bytes=1000000000000001', 'patients=1', '=1'],
    message: /^MEDLINK_QUOTAS must be numbers by kind, client_requests=1000,/,
  },
  {
    name: 'RATE_LIMIT',
    good: [
      ['1', { rateLimit: 1 }],
      ['1000000', { rateLimit: 1_000_000 }],
    ],
    wrong: [...countWrong, '1000001'],
    message: /^MEDLINK_RATE_LIMIT must be a whole number from 1 to 1000000$/,
  },
  {
    name: 'TRUSTED_PROXIES',
    good: [
      ['10.0.0.7', { trustedProxies: ['10.0.0.7'] }],
      ['10.0.0.0/8, fd00::/8', { trustedProxies: ['10.0.0.0/8', 'fd00::/8'] }],
    ],
    wrong: ['true', 'proxy.internal', '10.0.0.0/33', '127.1', '10.0.0.7,', '0.0.0.0/0', '::/0'],
    message: /^MEDLINK_TRUSTED_PROXIES must be addresses and networks \(10\.0\.0\.0\/8\) separated/,
  },
  {
    name: 'LOG_LEVEL',
    good: (['silent', 'error', 'warn', 'info'] as const).map((logLevel) => [
      logLevel,
      { logLevel },
    ]),
    wrong: ['debug', 'INFO', 'constructor', 'x'],
    message: /^MEDLINK_LOG_LEVEL must be one of silent, error, warn, info$/,
  },
]

/** Beginnings of settings that are tested next to what they are for. */
const ELSEWHERE =
  /^(?:aadhaar_|abdm_|jwe_keys$|webhook_|s3_|files$|max_file_bytes$|public_url$|signing_secret$)/

test('the table here is the whole of the settings', () => {
  const names = rows.map(({ name }) => name.toLowerCase())
  const [, listed = ''] = faultOf(() => readSettings({}, { other: 1 })).split(' settings are ')
  const all = listed.split(', ').filter((name) => !ELSEWHERE.test(name))
  expect(all.sort()).toEqual(names.sort())
})

describe.each(rows)('MEDLINK_$name', ({ name, good, wrong, message, takesLists }) => {
  const key = name.toLowerCase()
  /** The ways to say it. */
  const ways = (value: unknown): (() => Settings)[] => [
    () => readSettings({ [`MEDLINK_${name}`]: value as string }),
    () => readSettings({}, { [key]: value }),
    () => readSettings({}, {}, fileOf(JSON.stringify({ [key]: value }))),
  ]

  test.each(good)('is good as %s', (value, read) => {
    for (const way of ways(value)) expect(way()).toEqual({ ...DEFAULTS, ...read })
  })

  test.each(wrong)('is wrong as %j', (value) => {
    for (const way of ways(value)) expect(faultOf(way)).toMatch(message)
  })

  test('is wrong as anything but text or a number, where the file can say so', () => {
    for (const value of [null, true, {}, [{}], ...(takesLists ? [] : [[], ['x']])]) {
      const fault = faultOf(() => readSettings({}, {}, fileOf(JSON.stringify({ [key]: value }))))
      expect(fault).toMatch(new RegExp(`^MEDLINK_${name} `))
    }
  })

  test('is not said by an empty variable, and wrong as empty text elsewhere', () => {
    expect(readSettings({ [`MEDLINK_${name}`]: '' })).toEqual(DEFAULTS)
    for (const way of ways('').slice(1))
      expect(faultOf(way)).toMatch(new RegExp(`^MEDLINK_${name} `))
  })

  test('is what is typed, before the environment, before the file', () => {
    const [value, read] = good[0]!
    const [, otherwise] = good.at(-1)!
    const other = good.at(-1)![0]
    const file = fileOf(JSON.stringify({ [key]: other }))
    const env = (said: string) => ({ [`MEDLINK_${name}`]: said })
    expect(readSettings(env(other), { [key]: value }, file)).toEqual({ ...DEFAULTS, ...read })
    expect(readSettings(env(value), {}, file)).toEqual({ ...DEFAULTS, ...read })
    expect(readSettings(env(value), { [key]: undefined }, file)).toEqual({ ...DEFAULTS, ...read })
    expect(readSettings({}, {}, file)).toEqual({ ...DEFAULTS, ...otherwise })
  })
})

test.each([
  { name: 'a number', value: 9000, port: 9000 },
  { name: 'its digits', value: '9000', port: 9000 },
])('a port in the file may be $name', ({ value, port }) => {
  expect(readSettings({}, {}, fileOf(JSON.stringify({ port: value }))).port).toBe(port)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1])(
  'a port that is typed is not %d',
  (port) => {
    expect(faultOf(() => readSettings({}, { port }))).toMatch(/^MEDLINK_PORT must be/)
  },
)

test('every setting that is wrong is told at once', () => {
  const env = { MEDLINK_PORT: 'x', MEDLINK_WORKERS: 'y', MEDLINK_LOG_LEVEL: 'z' }
  expect(faultOf(() => readSettings(env)).match(/MEDLINK_\w+/g)).toEqual([
    ...['MEDLINK_PORT', 'MEDLINK_WORKERS', 'MEDLINK_LOG_LEVEL'],
  ])
})

test('the variable MEDLINK_CONFIG names the file, and what is typed another', () => {
  const file = fileOf('{"port": 1}')
  const other = fileOf('{"port": 2}')
  expect(readSettings({ MEDLINK_CONFIG: file }).port).toBe(1)
  expect(readSettings({ MEDLINK_CONFIG: file }, {}, other).port).toBe(2)
  expect(readSettings({ MEDLINK_CONFIG: '' }).port).toBe(8080)
})

test.each([
  {
    name: 'that is not there',
    contents: undefined,
    message: /is not there, or is not valid JSON$/,
  },
  {
    name: 'that is no JSON',
    contents: `{"jwt_secret": "${SECRET}", x}`,
    message: /is not there, or is not valid JSON$/,
  },
  { name: 'with a list', contents: `["${SECRET}"]`, message: /must hold an object of settings$/ },
  { name: 'with null', contents: 'null', message: /must hold an object of settings$/ },
  { name: 'with a text', contents: `"${SECRET}"`, message: /must hold an object of settings$/ },
  {
    name: 'with a setting that there is not',
    contents: `{"${SECRET}": 1}`,
    message: /^unknown setting: the settings are host, port, /,
  },
  {
    name: 'with __proto__',
    contents: `{"__proto__": "${SECRET}"}`,
    message: /^unknown setting: the settings are /,
  },
])('a file $name is refused, and nothing of it told', ({ contents, message }) => {
  const path = contents === undefined ? join(folder, 'none.json') : fileOf(contents)
  const read = () => readSettings({}, {}, path)
  expect(faultOf(read)).toMatch(message)
  expect(printed(read)).not.toContain(SECRET.slice(0, 8))
})

test('other variables of the environment are nobody’s business', () => {
  expect(readSettings({ MEDLINK_DEBUG: '1', MEDLINK_OTHER: 'x', PORT: 'x' })).toEqual(DEFAULTS)
})

test('no message repeats a value, and nothing that is printed of the error', () => {
  const name = fc.constantFrom(...rows.map(({ name }) => `MEDLINK_${name}`))
  const value = fc.stringMatching(/^[\w:/.%[\]-]{0,20}$/).map((text) => `Zebra${text}stripe`)
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.boolean(), (env, isProduction) => {
      const all = { ...env, ...(isProduction && { NODE_ENV: 'production' }) }
      expect(printed(() => readSettings(all))).not.toContain('Zebra')
    }),
    {
      examples: [
        [{ MEDLINK_DATABASE_URL: 'postgres://Zebra:Zebra@[' }, false],
        [{ MEDLINK_JWKS: 'file:///Zebra%zz' }, false],
        [{ MEDLINK_JWT_SECRET: 'Zebra' }, true],
        [{ MEDLINK_JWT_SECRET: 'development-Zebra' }, true],
      ],
    },
  )
})

const URL_OF_FILES = { MEDLINK_PUBLIC_URL: 'https://records.example.org' }
const MISSING = /^MEDLINK_JWT_SECRET or MEDLINK_JWKS is missing: in production nobody makes one up$/
const DEVELOPMENT = /^MEDLINK_JWT_SECRET was made for development: make one with openssl/
const WEAK = /^MEDLINK_JWT_SECRET must have 32 random bytes or more: make one with openssl/

test.each([
  { name: 'no secret', env: {}, message: MISSING },
  { name: 'an empty secret', env: { MEDLINK_JWT_SECRET: '' }, message: MISSING },
  {
    name: 'a secret made for development',
    env: { MEDLINK_JWT_SECRET: `development-${SECRET}` },
    message: DEVELOPMENT,
  },
  { name: 'a secret of 31 bytes', env: { MEDLINK_JWT_SECRET: SECRET.slice(1) }, message: WEAK },
  {
    name: 'a secret of 7 characters',
    env: { MEDLINK_JWT_SECRET: 'abcdefg'.repeat(9) },
    message: WEAK,
  },
  {
    name: 'a secret before that is short',
    env: { MEDLINK_JWT_SECRET: SECRET, MEDLINK_JWT_SECRET_BEFORE: 'x' },
    message: /^MEDLINK_JWT_SECRET_BEFORE must have 32 random bytes or more/,
  },
  { name: 'a secret of one character', env: { MEDLINK_JWT_SECRET: 'x'.repeat(64) }, message: WEAK },
  {
    name: 'a weak secret next to public keys',
    env: { MEDLINK_JWT_SECRET: 'x', MEDLINK_JWKS: keys },
    message: WEAK,
  },
])('production refuses $name', ({ env, message }) => {
  const production = { ...env, ...URL_OF_FILES, NODE_ENV: 'production' }
  expect(faultOf(() => readSettings(production))).toMatch(message)
  // Whoever tries Medlink out may.
  expect(readSettings({ ...env, NODE_ENV: 'test' }).isProduction).toBe(false)
  // A missing one is made up only where no other machine reaches the server, which withSecret tells.
  const isMissing = message === MISSING
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'medlink.example'])
    expect(faultOf(() => readSettings({ ...env, MEDLINK_HOST: host }))).toMatch(
      isMissing ? /^no fault$/ : message,
    )
})

test('production with a project needs its workspace', () => {
  const env = { NODE_ENV: 'production', MEDLINK_JWKS: keys, MEDLINK_PROJECT: 'labs.medmap' }
  expect(faultOf(() => readSettings(env))).toMatch(/^MEDLINK_PROJECT_WORKSPACE is missing/)
  const whole = { ...env, MEDLINK_PROJECT_WORKSPACE: 'clinic-7' }
  expect(readSettings(whole).projectWorkspace).toBe('clinic-7')
})

test.each([
  { name: 'a secret', env: { MEDLINK_JWT_SECRET: SECRET }, isNeeded: true },
  {
    name: 'keys and a secret for files',
    env: { MEDLINK_JWKS: keys, MEDLINK_SIGNING_SECRET: SECRET },
    isNeeded: true,
  },
  { name: 'keys, without files', env: { MEDLINK_JWKS: keys }, isNeeded: false },
  {
    name: 'linking alone',
    env: { MEDLINK_JWT_SECRET: SECRET, MEDLINK_ONLY: 'linking' },
    isNeeded: false,
  },
])('production with $name needs a public URL: $isNeeded', ({ env, isNeeded }) => {
  const fault = faultOf(() => readSettings({ ...env, NODE_ENV: 'production' }))
  expect(fault).toMatch(isNeeded ? /^MEDLINK_PUBLIC_URL is missing: in production/ : /^no fault$/)
  expect(faultOf(() => readSettings(env))).toBe('no fault')
})

test.each([
  { name: 'a secret of 32 bytes of 8 characters', env: { MEDLINK_JWT_SECRET: SECRET } },
  {
    name: 'a secret of 32 bytes and fewer characters',
    env: { MEDLINK_JWT_SECRET: 'äbcdefgh'.repeat(4).slice(0, -4) },
  },
  { name: 'public keys alone', env: { MEDLINK_JWKS: keys } },
  { name: 'both', env: { MEDLINK_JWT_SECRET: SECRET, MEDLINK_JWKS: keys } },
])('production takes $name', ({ env }) => {
  const production = { ...env, ...URL_OF_FILES, NODE_ENV: 'production' }
  expect(readSettings(production).isProduction).toBe(true)
  expect(readSettings({ ...production, MEDLINK_HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['128.0.0.1', false],
  ['127.example.com', false],
  ['127.0.0.1.example.com', false],
  ['::ffff:10.0.0.1', false],
  ['localhost.example.com', false],
  ['', false],
])('only this machine reaches %j: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

describe('a secret for development', () => {
  const settings = (changes: Partial<Settings> = {}): Settings => ({ ...DEFAULTS, ...changes })

  test('is made once in the folder of the records, for its owner only, and is the same afterwards', () => {
    const data = join(folder, 'new', 'records')
    const made = withSecret(settings({ data }))
    expect(made.isForDevelopment).toBe(true)
    expect(made.tokens.secret).toMatch(/^development-[\w-]{43}$/)
    expect(made.isSecretNew).toBe(true)
    expect(withSecret(settings({ data }))).toEqual({ ...made, isSecretNew: false })
    const file = join(data, 'development-secret')
    expect(readFileSync(file, 'utf8')).toBe(made.tokens.secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    const other = withSecret(settings({ data: join(folder, 'other') }))
    expect(other.tokens.secret).not.toBe(made.tokens.secret)
    // Which production refuses.
    const env = { MEDLINK_JWT_SECRET: made.tokens.secret, ...URL_OF_FILES, NODE_ENV: 'production' }
    expect(faultOf(() => readSettings(env))).toMatch(DEVELOPMENT)
  })

  test('leaves the other settings as they are', () => {
    const given = settings({ data: join(folder, 'third'), tokens: { issuer: 'i', audience: 'a' } })
    const { tokens, isForDevelopment, isSecretNew, ...others } = withSecret(given)
    expect(tokens).toEqual({ issuer: 'i', audience: 'a', secret: expect.any(String) })
    expect(others).toEqual({ ...given, tokens: undefined })
    expect([isForDevelopment, isSecretNew]).toEqual([true, true])
  })

  test.each(['0.0.0.0', '::', '10.0.0.1', 'medlink.example'])('is not made for %s', (host) => {
    const data = join(folder, 'reached')
    expect(faultOf(() => withSecret(settings({ host, data })))).toMatch(
      /^MEDLINK_JWT_SECRET or MEDLINK_JWKS is missing: one is generated only for a server that no other machine can reach$/,
    )
    expect(() => statSync(data)).toThrow('ENOENT')
  })

  test.each<Settings['tokens']>([{ secret: 'own' }, { jwks: keys }])(
    'is not made next to %j',
    (own) => {
      const data = join(folder, 'needless')
      const given = settings({ host: '0.0.0.0', data, tokens: own })
      expect(withSecret(given)).toEqual({
        ...given,
        isForDevelopment: false,
        isSecretNew: false,
      })
      expect(() => statSync(data)).toThrow('ENOENT')
    },
  )

  test('that cannot be kept is told with its file', () => {
    const data = join(folder, 'blocked')
    mkdirSync(join(data, 'development-secret'), { recursive: true })
    expect(() => withSecret(settings({ data }))).toThrow(
      expect.objectContaining({ code: 'no_access', message: expect.stringContaining(data) }),
    )
  })
})

/** All that is printed of the error of a call, its causes among that. */
function printed(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    return inspect(error, { depth: null, showHidden: true }).replaceAll(/^ {4}at .*$/gm, '')
  }
  return ''
}
