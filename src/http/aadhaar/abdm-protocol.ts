/**
 * Requests to the gateway of the Ayushman Bharat Digital Mission, and the meaning of its answers. After the National Health
 * Authority's "ABHA V3 APIs: standard operating procedure", sections 1 (session), 2 (encryption) and 3 (creation by Aadhaar
 * OTP, step 1). The shapes of errors are not in it: they are those that its sandbox sends.
 */

import { constants, createPublicKey, type KeyObject, publicEncrypt, randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Answer, Question } from './exchange.ts'
import type { Fetched } from './fresh.ts'
import { type FailureStatus, failure, type GatewayFailure, type Started } from './gateway.ts'
import { withoutNumbers } from './redact.ts'
import type { AbdmSettings } from './settings.ts'

/** Requests to the gateway, in this order. */
export type Step = 'session' | 'certificate' | 'otp'

const CERTIFICATE_PATH = '/v3/profile/public/certificate'
const OTP_PATH = '/v3/enrollment/request/otp'

/** The one way to encrypt that the gateway reads, in the words of Java. */
const ENCRYPTION = 'RSA/ECB/OAEPWithSHA-1AndMGF1Padding'
/** Shorter keys are not safe: NIST SP 800-57, part 1. The gateway's has 4096. */
const MIN_KEY_BITS = 2048
/** The gateway does not say how long its key is good; one that is replaced is noticed within this. */
const KEY_FRESH_MS = 3_600_000
/** A token is not used up to its last second: it has a way to go, and clocks differ. */
const TOKEN_LEEWAY_MS = 60_000

/** Hint if the answer has no mobile number. */
const HINT = 'OTP sent to the mobile number of this Aadhaar number'

const sessionSchema = z.object({
  accessToken: z.string().regex(/^[\w.~+/=-]{1,8192}$/),
  /** Seconds. */
  expiresIn: z.number().positive(),
})
const certificateSchema = z.object({
  /** Base64 of DER, or PEM. */
  publicKey: z.string().min(1),
  encryptionAlgorithm: z.literal(ENCRYPTION).optional(),
})
const otpSchema = z.object({
  txnId: z.string().regex(/^[\w:.-]{1,128}$/),
  message: z.string().optional(),
})

/** Carries a failure of the gateway to where it becomes an answer. */
export class Failed extends Error {
  readonly failure: GatewayFailure

  constructor(code: FailureStatus, reason: string, more?: Parameters<typeof failure>[2]) {
    super(reason)
    this.failure = failure(code, reason, more)
  }
}

export function askSession(settings: AbdmSettings, now: number): Question {
  const { sessionUrl, clientId, clientSecret, managerId } = settings
  return {
    ...{ method: 'POST', url: sessionUrl },
    headers: { ...commonHeaders(now), 'X-CM-ID': managerId },
    body: { clientId, clientSecret, grantType: 'client_credentials' },
  }
}

export function askCertificate({ url }: AbdmSettings, token: string, now: number): Question {
  return { method: 'GET', url: `${url}${CERTIFICATE_PATH}`, headers: withToken(token, now) }
}

export function askOtp(
  { url }: AbdmSettings,
  token: string,
  now: number,
  key: KeyObject,
  aadhaarNumber: string,
): Question {
  return {
    ...{ method: 'POST', url: `${url}${OTP_PATH}`, headers: withToken(token, now) },
    body: {
      txnId: '',
      scope: ['abha-enrol'],
      loginHint: 'aadhaar',
      loginId: encrypt(aadhaarNumber, key),
      otpSystem: 'aadhaar',
    },
  }
}

/** @throws Failed */
export function readToken(answer: Answer): Fetched<string> {
  const { accessToken, expiresIn } = read('session', sessionSchema, answer)
  const lifetimeMs = expiresIn * 1000
  return { value: accessToken, freshMs: lifetimeMs - Math.min(TOKEN_LEEWAY_MS, lifetimeMs / 2) }
}

/** @throws Failed */
export function readKey(answer: Answer): Fetched<KeyObject> {
  const { publicKey } = read('certificate', certificateSchema, answer)
  let key: KeyObject
  try {
    key = publicKey.startsWith('-----')
      ? createPublicKey(publicKey)
      : createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw unusable('certificate')
  }
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < MIN_KEY_BITS) throw unusable('certificate')
  return { value: key, freshMs: KEY_FRESH_MS }
}

/** @throws Failed, also where the gateway sends the number back as the name of the transaction */
export function readStarted(answer: Answer, aadhaarNumber: string): Started {
  const { txnId, message = '' } = read('otp', otpSchema, answer)
  // Names of transactions may have 12 digits of their own, such as a time.
  if (txnId.replace(/\D/g, '').includes(aadhaarNumber)) throw unusable('otp')
  return { txn_id: txnId, hint: withoutNumbers(message.trim()) || HINT }
}

/** The shape of a good answer. @throws Failed */
function read<Shape extends z.ZodType>(step: Step, schema: Shape, answer: Answer): z.output<Shape> {
  const { status, body } = answer
  if (Math.floor(status / 100) !== 2) throw refused(step, answer)
  const { success, data } = schema.safeParse(body)
  if (!success) throw unusable(step)
  return data
}

function refused(step: Step, { status, body, retryAfterSeconds }: Answer): Failed {
  return new Failed(codeOf(step, status), `${step}: answered ${status}`, {
    // Errors of the other steps are about this server, and not for the caller.
    source_error: step === 'otp' ? sourceErrorOf(body) : undefined,
    retryAfterSeconds,
  })
}

function unusable(step: Step): Failed {
  return new Failed(502, `${step}: no usable answer`)
}

function codeOf(step: Step, status: number): FailureStatus {
  if (status === 429 || status === 503 || status === 504) return status
  // Any other status of 4xx says that this server is not let in, or asks at the wrong place.
  return step === 'otp' && [400, 409, 422].includes(status) ? 400 : 502
}

/**
 * Error of the gateway, in any of its shapes: `{code, message}`, the same within `error`, in a list, or in a list
 * called `details` or `errors`, or a message for a field by its name.
 */
function sourceErrorOf(body: unknown): GatewayFailure['source_error'] {
  const found = [body, inside(body, 'error'), inside(body, 'details'), inside(body, 'errors')]
    .map((each) => (Array.isArray(each) ? each[0] : each))
    .filter((each) => typeof each === 'object' && each !== null)
    .map((each) => ({ code: inside(each, 'code'), message: inside(each, 'message') }))
    .find(({ message }) => typeof message === 'string')
  const { code, message } = found ?? { code: 'loginId', message: inside(body, 'loginId') }
  if (typeof message !== 'string') return undefined
  return {
    // Some are written "ABDM-9999: ".
    code: (/^\w[\w-]{0,39}/.exec(withoutNumbers(String(code ?? '')) ?? '') ?? ['unknown'])[0],
    message: withoutNumbers(message) ?? 'withheld: it may hold an Aadhaar number',
  }
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function withToken(token: string, now: number): Record<string, string> {
  return { ...commonHeaders(now), authorization: `Bearer ${token}` }
}

function commonHeaders(now: number): Record<string, string> {
  return { 'REQUEST-ID': randomUUID(), TIMESTAMP: new Date(now).toISOString() }
}

function encrypt(text: string, key: KeyObject): string {
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
  return publicEncrypt({ key, ...padding }, Buffer.from(text)).toString('base64')
}
