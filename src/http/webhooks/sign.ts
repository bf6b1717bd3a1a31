/**
 * Signatures by the convention of Standard Webhooks 1.0.0 (standardwebhooks.com): HMAC-SHA-256 of id, time and body. Its own
 * library is what the tests verify them with; a package of it has a licence that Medlink does not ship.
 */

import { createHmac, randomBytes } from 'node:crypto'

/** How a key is written that is base64. */
const PREFIX = 'whsec_'
/** Length of a key, as Standard Webhooks has it. */
const MIN_KEY_BYTES = 24
const MAX_KEY_BYTES = 64
const MADE_KEY_BYTES = 32

/** Message after "signing_key …". */
export const KEY_RULE = `must be ${PREFIX} with ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes in base64, or as many printable characters of ASCII`

/** A new key: `whsec_` and 256 random bits in base64. */
export function makeSigningKey(): string {
  return PREFIX + randomBytes(MADE_KEY_BYTES).toString('base64')
}

/** True if a key can sign: `whsec_` with base64, or plain characters, which are the key themselves. */
export function isSigningKey(key: string): boolean {
  const isPlain = !key.startsWith(PREFIX)
  if (isPlain ? !/^[\x21-\x7e]*$/.test(key) : !isBase64(key.slice(PREFIX.length))) return false
  const { length } = bytesOf(key)
  return length >= MIN_KEY_BYTES && length <= MAX_KEY_BYTES
}

/**
 * The headers that sign a message.
 *
 * @param id the same at every attempt: by it a receiver tells what it has had already
 * @param time of the attempt, in epoch milliseconds: a receiver refuses what is old
 */
export function signatureHeaders(
  key: string,
  id: string,
  time: number,
  body: string,
): Readonly<Record<string, string>> {
  const seconds = Math.floor(time / 1000)
  const mac = createHmac('sha256', bytesOf(key)).update(`${id}.${seconds}.${body}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${mac.digest('base64')}`,
  }
}

function bytesOf(key: string): Buffer {
  return key.startsWith(PREFIX) ? Buffer.from(key.slice(PREFIX.length), 'base64') : Buffer.from(key)
}

function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
}
