import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { MedlinkError } from '../medlink.ts'
import type { BlobsPlace } from '../records/blobs/blobs.ts'
import {
  MASTER_KEYS_FORM,
  type MasterKeySource,
  parseMasterKeys,
} from '../records/sealing/master-keys.ts'
import { type AadhaarSettings, completed } from './aadhaar/settings.ts'
import type { TokenSettings } from './auth/tokens.ts'
import { type EnvelopeKeys, parseEnvelopeKeys } from './envelope/keys.ts'
import type { LogLevel } from './log.ts'
import { parseNetworks } from './networks.ts'
import { QUOTAS, type Quotas } from './quotas.ts'
import { RETAINED, type Retention } from './retention.ts'
import { type PrivateHosts, parsePrivateHosts } from './webhooks/guard.ts'

/** Settings of a server. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** The only part that is served. Default: everything. */
  readonly only: 'linking' | undefined
  /** Root of the indexes; undefined if none was named. */
  readonly dir: string | undefined
  /** Tables of names that the site gave codes itself. */
  readonly names: readonly string[]
  /** Folder of the records. */
  readonly data: string
  /** Where the records are instead, in PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** Keys with which records and files are sealed; undefined if they are plain. */
  readonly masterKeys: MasterKeySource | undefined
  /** Where files of documents are. */
  readonly blobs: BlobsPlace
  readonly maxFileBytes: number
  readonly publicUrl: string | undefined
  readonly retention: Retention
  /** URI of the edition of the installed SNOMED CT, for FHIR. */
  readonly snomedEdition: string | undefined
  readonly signingSecret: string | undefined
  readonly tokens: TokenSettings
  /** Keys of envelopes; empty if none were set. */
  readonly envelopeKeys: EnvelopeKeys
  /** Seconds for which the same envelope is refused; 0: not at all. */
  readonly envelopeWindow: number
  readonly quotas: Quotas
  readonly processes: number
  readonly workers: number
  readonly rateLimit: number | undefined
  /** Addresses and networks of the proxies in front of the server. */
  readonly trustedProxies: readonly string[]
  readonly aadhaar: AadhaarSettings
  readonly logLevel: LogLevel
  /** File of the mapping project that is reviewed at /review; undefined if none was named. */
  readonly project: string | undefined
  /** Workspace whose reviewers and admins review it. */
  readonly projectWorkspace: string
  readonly webhooks: WebhookSettings
  /** True if NODE_ENV says so: then there is no default that only a developer needs. */
  readonly isProduction: boolean
}

export interface WebhookSettings {
  /** Where webhooks may go besides public addresses. */
  readonly privateHosts: PrivateHosts
  /** True if this process delivers them. */
  readonly isWorker: boolean
}

/** Bytes of a shared secret, as RFC 7518, 3.2 asks of HS256. */
const SECRET_BYTES = 32
/** Workspace of tokens that `medlink token` makes without settings. */
export const WORKSPACE = 'development'
/** How a secret begins that was made for development. */
export const DEVELOPMENT = 'development-'

/** A thousand years. */
const MAX_DAYS = 365_000
/** A petabyte. */
const MAX_QUOTA = 1_000_000_000_000_000
const LEVELS = ['silent', 'error', 'warn', 'info'] as const
const GATEWAYS = ['sandbox', 'abdm'] as const
const text = z.string().min(1, 'must not be empty')
const url = text.refine((given) => isUrlOfService(given), {
  message:
    'must be a URL that begins with https:// (or http:// of this machine), and has no query and no password',
})

/** Settings as the environment has them, by the name of the variable without its MEDLINK_. */
const settingsSchema = z.strictObject({
  HOST: text.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8080),
  ONLY: z.literal('linking', 'must be linking').optional(),
  DIR: text.optional(),
  NAMES: z
    .union([text.transform((file) => [file]), z.array(text)], 'must be a file, or a list of them')
    .default([]),
  DATA: text.default('./records'),
  DATABASE_URL: text
    .refine((url) => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url), {
      message: 'must be a URL of PostgreSQL: postgresql://user:password@host/database',
    })
    .optional(),
  DATA_KEYS: text
    .refine((keys) => parseMasterKeys(keys) !== undefined, {
      message: `must be ${MASTER_KEYS_FORM}`,
    })
    .optional(),
  DATA_KEYS_COMMAND: text.optional(),
  FILES: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: urlOfWeb().optional(),
  S3_REGION: text.optional(),
  S3_PATH_STYLE: z
    .union(
      [z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })],
      'must be true or false',
    )
    .optional(),
  MAX_FILE_BYTES: wholeNumber(1, 500_000_000).default(10_000_000),
  PUBLIC_URL: urlOfWeb().optional(),
  RETENTION: numbersByKind(RETAINED, {
    ...{ what: 'days by kind', example: 3650, most: MAX_DAYS },
  }).default({}),
  SNOMED_EDITION: text
    .regex(
      /^http:\/\/snomed\.info\/x?sct\/\d{6,18}$/,
      'must be the URI of an edition without a version: http://snomed.info/sct/900000000000207008',
    )
    .optional(),
  SIGNING_SECRET: text.optional(),
  JWT_SECRET: text.optional(),
  JWT_SECRET_BEFORE: text.optional(),
  JWKS: text
    .refine((place) => isPublicKeyPlace(place), {
      message:
        'must be a URL that begins with https:// (or http:// of this machine), or an existing file',
    })
    .optional(),
  JWT_ISSUER: text.optional(),
  JWT_AUDIENCE: text.optional(),
  JWE_KEYS: text.optional(),
  JWE_WINDOW: wholeNumber(0, 604_800).default(3600),
  PROCESSES: wholeNumber(1, 64).default(1),
  WORKERS: wholeNumber(1, 64).default(1),
  RATE_LIMIT: wholeNumber(1, 1_000_000).optional(),
  QUOTAS: numbersByKind(QUOTAS, {
    ...{ what: 'numbers by kind', example: 1000, most: MAX_QUOTA },
  }).default({}),
  TRUSTED_PROXIES: networks().default([]),
  AADHAAR_GATEWAY: z.enum(GATEWAYS, `must be one of ${GATEWAYS.join(', ')}`).optional(),
  AADHAAR_CHECK: yesOrNo().default(true),
  AADHAAR_PLAIN: yesOrNo().optional(),
  ABDM_URL: url.optional(),
  ABDM_SESSION_URL: url.optional(),
  ABDM_CLIENT_ID: text.optional(),
  ABDM_CLIENT_SECRET: text.optional(),
  ABDM_CM_ID: text.regex(/^[\w-]+$/, 'must be letters, digits and hyphens').optional(),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`).default('info'),
  PROJECT: text.optional(),
  PROJECT_WORKSPACE: text.optional(),
  WEBHOOK_PRIVATE: privateHosts().default(false),
  WEBHOOK_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
})

type Given = Readonly<Record<string, unknown>>

/**
 * Settings from, the strongest first: what was typed, the environment, and a file of JSON whose keys are the variables' names
 * without MEDLINK_ in lower case (`{"port": 8080, "jwt_secret": "…"}`), named by `config` or by MEDLINK_CONFIG.
 *
 * @param typed settings by the same names in lower case; what is undefined was not typed
 * @throws MedlinkError `settings_invalid`, which names each setting that is wrong, and repeats no value
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  typed: Given = {},
  config: string | undefined = env.MEDLINK_CONFIG || undefined,
): Settings {
  const given = {
    ...(config !== undefined && named(readFile(config))),
    ...fromEnvironment(env),
    ...named(typed),
  }
  const { success, data, error } = settingsSchema.safeParse(given)
  if (!success) throw invalid(error.issues.map(describe))
  const isProduction = env.NODE_ENV === 'production'
  const faults = [
    ...contradictions(data),
    ...(isProduction ? missingInProduction(data) : []),
    ...(isProduction || !isLoopback(data.HOST) ? weakSecrets(data) : []),
    ...missingOfGateway(data),
  ]
  if (faults.length > 0) throw invalid(faults)
  return {
    ...{ host: data.HOST, port: data.PORT, only: data.ONLY, dir: data.DIR, data: data.DATA },
    names: data.NAMES,
    databaseUrl: data.DATABASE_URL,
    masterKeys: masterKeySource(data),
    blobs: blobsPlace(data),
    ...{ maxFileBytes: data.MAX_FILE_BYTES, signingSecret: data.SIGNING_SECRET },
    retention: data.RETENTION,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    snomedEdition: data.SNOMED_EDITION,
    tokens: {
      ...{ secret: data.JWT_SECRET, secretBefore: data.JWT_SECRET_BEFORE, jwks: data.JWKS },
      ...{ issuer: data.JWT_ISSUER, audience: data.JWT_AUDIENCE },
    },
    envelopeKeys: data.JWE_KEYS === undefined ? new Map() : parseEnvelopeKeys(data.JWE_KEYS),
    envelopeWindow: data.JWE_WINDOW,
    ...{ processes: data.PROCESSES, workers: data.WORKERS, rateLimit: data.RATE_LIMIT },
    ...{ trustedProxies: data.TRUSTED_PROXIES, quotas: data.QUOTAS },
    aadhaar: {
      gateway: gatewayOf(data, isProduction),
      checksDigit: data.AADHAAR_CHECK,
      // The contract has numbers sent in an envelope: in production the other form is for who asks for it.
      allowsPlain: data.AADHAAR_PLAIN ?? !isProduction,
    },
    ...{ logLevel: data.LOG_LEVEL, project: data.PROJECT, isProduction },
    projectWorkspace: data.PROJECT_WORKSPACE ?? WORKSPACE,
    webhooks: { privateHosts: data.WEBHOOK_PRIVATE, isWorker: data.WEBHOOK_WORKER === 'on' },
  }
}

function blobsPlace(data: z.output<typeof settingsSchema>): BlobsPlace {
  if (data.S3_BUCKET === undefined) return { folder: data.FILES ?? join(data.DATA, 'files') }
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region, S3_PATH_STYLE } = data
  return { bucket, endpoint, region, pathStyle: S3_PATH_STYLE }
}

function masterKeySource({
  DATA_KEYS,
  DATA_KEYS_COMMAND,
}: z.output<typeof settingsSchema>): MasterKeySource | undefined {
  if (DATA_KEYS !== undefined) return { text: DATA_KEYS }
  return DATA_KEYS_COMMAND === undefined ? undefined : { command: DATA_KEYS_COMMAND }
}

/** True if only programs of this machine reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Settings that need others, or contradict them. */
function contradictions(data: z.output<typeof settingsSchema>): string[] {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, FILES } = data
  const faults: string[] = []
  const isHalfSaid = [S3_ENDPOINT, S3_REGION, S3_PATH_STYLE].some((each) => each !== undefined)
  if (S3_BUCKET !== undefined && FILES !== undefined)
    faults.push(
      `${variable('FILES')} and ${variable('S3_BUCKET')} say two places of files: choose one`,
    )
  if (S3_BUCKET === undefined && isHalfSaid) faults.push(`${variable('S3_BUCKET')} is missing`)
  if (data.DATA_KEYS !== undefined && data.DATA_KEYS_COMMAND !== undefined)
    faults.push(`${variable('DATA_KEYS')} and ${variable('DATA_KEYS_COMMAND')}: choose one`)
  return faults
}

/** Settings that have a default for a developer only. */
function missingInProduction(data: z.output<typeof settingsSchema>): string[] {
  const { JWT_SECRET, JWKS, SIGNING_SECRET, PUBLIC_URL, ONLY, PROJECT, PROJECT_WORKSPACE } = data
  const faults: string[] = []
  if (JWT_SECRET === undefined && JWKS === undefined)
    faults.push(
      `${variable('JWT_SECRET')} or ${variable('JWKS')} is missing: in production nobody makes one up`,
    )
  // Without a secret, or without records, there are no files.
  const hasFiles = ONLY === undefined && (SIGNING_SECRET ?? JWT_SECRET) !== undefined
  if (hasFiles && PUBLIC_URL === undefined)
    faults.push(
      `${variable('PUBLIC_URL')} is missing: in production, URLs of files must not use the host of a request`,
    )
  if (PROJECT !== undefined && PROJECT_WORKSPACE === undefined)
    faults.push(
      `${variable('PROJECT_WORKSPACE')} is missing: name the workspace whose reviewers may decide`,
    )
  return faults
}

/** Secrets that may be guessed: another machine may try. */
function weakSecrets(data: z.output<typeof settingsSchema>): string[] {
  const { JWT_SECRET, JWT_SECRET_BEFORE, SIGNING_SECRET } = data
  const isMadeUp = JWT_SECRET?.startsWith(DEVELOPMENT)
  const made = `${variable('JWT_SECRET')} was made for development: make one with openssl rand -base64 32`
  const weak = Object.entries({ JWT_SECRET, JWT_SECRET_BEFORE, SIGNING_SECRET })
    .filter(([, secret]) => secret !== undefined && !isStrong(secret))
    .map(([name]) => tooWeak(name))
  return isMadeUp ? [made] : weak
}

function isStrong(secret: string): boolean {
  return Buffer.byteLength(secret) >= SECRET_BYTES && new Set(secret).size >= 8
}

function tooWeak(name: string): string {
  return `${variable(name)} must have ${SECRET_BYTES} random bytes or more: make one with openssl rand -base64 32`
}

/** Settings that the gateway needs and lacks. */
function missingOfGateway(data: z.output<typeof settingsSchema>): string[] {
  if (data.AADHAAR_GATEWAY !== 'abdm') return []
  const needed = ['ABDM_URL', 'ABDM_CLIENT_ID', 'ABDM_CLIENT_SECRET'] as const
  return needed
    .filter((name) => data[name] === undefined)
    .map((name) => `${variable(name)} is missing: ${variable('AADHAAR_GATEWAY')} is abdm`)
}

/** The gateway for Aadhaar numbers. In production the sandbox is none: it would confirm an OTP that was never sent. */
function gatewayOf(
  data: z.output<typeof settingsSchema>,
  isProduction: boolean,
): AadhaarSettings['gateway'] {
  if (data.AADHAAR_GATEWAY !== 'abdm') return isProduction ? undefined : 'sandbox'
  return completed({
    url: data.ABDM_URL!,
    sessionUrl: data.ABDM_SESSION_URL,
    clientId: data.ABDM_CLIENT_ID!,
    clientSecret: data.ABDM_CLIENT_SECRET!,
    managerId: data.ABDM_CM_ID,
  })
}

function fromEnvironment(env: Readonly<Record<string, string | undefined>>): Given {
  const found = Object.keys(settingsSchema.shape).map((name) => [name, env[variable(name)]])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ''))
}

function named(settings: Given): Given {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name.toUpperCase(), value]))
}

function readFile(path: string): Given {
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Without the cause: a fault of JSON repeats the text around it, which may be a secret.
    throw new MedlinkError('settings_invalid', `${path} is not there, or is not valid JSON`)
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new MedlinkError('settings_invalid', `${path} must hold an object of settings`)
  return read as Given
}

function describe({ code, path, message }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys')
    return `unknown setting: the settings are ${Object.keys(settingsSchema.shape).join(', ').toLowerCase()}`
  return `${variable(String(path[0]))} ${message}`
}

function invalid(faults: readonly string[]): MedlinkError {
  return new MedlinkError('settings_invalid', faults.join('; '))
}

function variable(name: string): string {
  return `MEDLINK_${name}`
}

function urlOfWeb() {
  const message = 'must be a URL that begins with https:// or http://, without a query'
  return text.refine(
    (url) => /^https?:\/\/[^?#]+$/.test(url) && URL.canParse(url) && new URL(url).username === '',
    { message },
  )
}

/** A whole number, or its digits. */
function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .union([z.number(), z.string().regex(/^\d{1,9}$/, message)], message)
    .transform(Number)
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, message)
}

/** A boolean, or its name. */
function yesOrNo() {
  return z
    .union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false')
    .transform((value) => value === true || value === 'true')
}

/** Hosts and networks as text; a file of settings may have a boolean as well. */
function privateHosts() {
  const message =
    'must be true, false, or names, addresses and networks (10.0.0.0/8) separated by commas'
  return z.union([z.boolean(), z.string()], message).transform((said, { addIssue }) => {
    const hosts = parsePrivateHosts(String(said))
    if (hosts !== undefined) return hosts
    addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** Addresses and networks as text. */
function networks() {
  const message =
    'must be addresses and networks (10.0.0.0/8) separated by commas, and not all addresses'
  return z.string(message).transform((said, { addIssue }) => {
    const found = parseNetworks(said)
    if (found !== undefined) return found
    addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** Whole numbers by kind, as text: `documents=3650,audit=1095`. @param what the numbers are */
function numbersByKind<Kind extends string>(
  kinds: readonly Kind[],
  {
    what,
    example,
    most,
  }: { readonly what: string; readonly example: number; readonly most: number },
) {
  const message = `must be ${what}, ${kinds.map((kind) => `${kind}=${example}`).join(',')}, each from 1 to ${most}`
  return z
    .string(message)
    .transform((said, { addIssue }): Readonly<Partial<Record<Kind, number>>> => {
      const pairs = said.split(',').map((each) => each.trim().split(/=(.*)/s))
      const numbers = pairs.map(([kind = '', count]) => [kind, Number(count)] as const)
      const isFit = numbers.every(
        ([kind, count], nth) =>
          (kinds as readonly string[]).includes(kind) &&
          Number.isInteger(count) &&
          count >= 1 &&
          count <= most &&
          numbers.findIndex(([other]) => other === kind) === nth,
      )
      if (isFit) return Object.fromEntries(numbers) as Partial<Record<Kind, number>>
      addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

/** Keys that come over a network without TLS may be another person's. */
function isPublicKeyPlace(place: string): boolean {
  if (!/^[a-z]+:\/\//.test(place)) return existsSync(place)
  if (!URL.canParse(place)) return false
  const url = new URL(place)
  // False for one that names no file, too.
  if (url.protocol === 'file:') return existsSync(url)
  return isUnread(url)
}

/** True for a URL to which confidential requests may go. */
function isUrlOfService(given: string): boolean {
  if (!URL.canParse(given)) return false
  const url = new URL(given)
  const isBare = [url.search, url.hash, url.username, url.password].every((part) => part === '')
  return isBare && isUnread(url)
}

/** True if a request cannot be read or changed on its way. */
function isUnread({ protocol, hostname }: URL): boolean {
  // An address of IPv6 has brackets.
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host))
}
