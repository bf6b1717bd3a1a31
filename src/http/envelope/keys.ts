import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { MedlinkError } from '../../medlink.ts'

/** A shared secret. */
export interface EnvelopeKey {
  readonly key: KeyObject
  /** The client whose requests it opens; default: those of any. */
  readonly client?: string | undefined
}

/** Keys that envelopes are opened with, by their kid; {@link parseEnvelopeKeys} makes them. */
export type EnvelopeKeys = ReadonlyMap<string, EnvelopeKey>

/** Bytes of a shared secret: two of them are a key of A128CBC-HS256 (contract 4.6a; RFC 7518, 5.2.3). */
const SECRET_BYTES = 16
/** Form of a kid: no character that ends an entry of the setting. */
const KID = /^[\w.~=+/@-]{1,200}$/
/** Characters that cannot be typed: halves of characters, control characters, and the mark of unreadable bytes. */
const UNFIT = /[\p{Cs}\p{Cc}\uFFFD]/u

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Keys as `MEDLINK_JWE_KEYS` has them: `kid:secret,kid2 client2:secret2`, or the path of a file with one of these a line. A
 * key with the id of a client opens that client's requests alone. A secret has exactly 16 bytes of UTF-8, one with a comma must be in a file. Several are valid at once, so that they can be
 * changed one client after the other.
 *
 * @throws MedlinkError `settings_invalid`, which repeats nothing of the setting: entries are named by their number
 */
export function parseEnvelopeKeys(setting: string): EnvelopeKeys {
  const entries = existsSync(setting) ? linesOf(setting) : setting.split(',')
  if (entries.length === 0) throw invalid('has no key')
  const keys = new Map<string, EnvelopeKey>()
  for (const [place, entry] of entries.entries()) {
    const colon = entry.indexOf(':')
    const [kid = '', client, ...more] = entry.slice(0, Math.max(colon, 0)).split(' ')
    const secret = entry.slice(colon + 1)
    const number = place + 1
    if (!KID.test(kid)) throw invalid(`has no kid in entry ${number}`)
    if (more.length > 0 || (client !== undefined && !KID.test(client)))
      throw invalid(`names no client after the kid in entry ${number}`)
    if (keys.has(kid)) throw invalid(`has the kid of entry ${number} twice`)
    if (Buffer.byteLength(secret) !== SECRET_BYTES || UNFIT.test(secret))
      throw invalid(`has a secret that is not ${SECRET_BYTES} bytes of text in entry ${number}`)
    keys.set(kid, { key: keyOf(Buffer.from(secret)), client })
  }
  return keys
}

/** A key that no client has. */
export function spareKey(): KeyObject {
  return keyOf(randomBytes(SECRET_BYTES))
}

function keyOf(secret: Buffer): KeyObject {
  return createSecretKey(Buffer.concat([secret, secret]))
}

/** The lines of a file that have anything in them. */
function linesOf(path: string): string[] {
  try {
    return utf8.decode(readFileSync(path)).split(/\r?\n/).filter(Boolean)
  } catch {
    // Without the cause: what is no file may be a secret all the same.
    throw invalid('cannot be read')
  }
}

function invalid(fault: string): MedlinkError {
  return new MedlinkError(
    'settings_invalid',
    `MEDLINK_JWE_KEYS ${fault}: it must be kid:secret,kid2:secret2, or an existing file with one kid:secret on each line`,
  )
}
