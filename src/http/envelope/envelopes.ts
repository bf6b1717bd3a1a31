/** Contract 2.6 and 4.6a: what a client and the server share a secret for, as flattened JWE JSON (RFC 7516, 7.2.2). */

import { createHash, type KeyObject } from 'node:crypto'
import { FlattenedEncrypt, flattenedDecrypt } from 'jose'
import * as z from 'zod'
import { HttpError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { type EnvelopeKeys, spareKey } from './keys.ts'

/** How every envelope is made: the shared key itself encrypts (RFC 7518, 4.5), AES in CBC mode with an HMAC (5.2.3). */
const HEADER = { alg: 'dir', enc: 'A128CBC-HS256' } as const
/** Lengths of the initialization vector and of the tag (RFC 7518, 5.2.2.1 and 5.2.3). */
const IV_BYTES = 16
const TAG_BYTES = 16

/** Base64url that stands for its bytes in the one way there is: without padding, unused bits zero (RFC 4648, 3.5). */
const base64url = z.string().refine((text) => decode(text).toString('base64url') === text)
const bytes = (count: number) => base64url.refine((text) => decode(text).length === count)

/** Fields of an incoming envelope, and no others: no encrypted key, no header without protection. */
export const envelopeSchema = z.strictObject({
  protected: base64url,
  iv: bytes(IV_BYTES),
  ciphertext: base64url,
  tag: bytes(TAG_BYTES),
  kid: z.string(),
})

/** Fields of an outgoing envelope. */
export const sealedSchema = envelopeSchema.omit({ kid: true })

/**
 * `protected`: `typ` and `cty` say nothing that matters (RFC 7516, 4.1.11 and 4.1.12), all other fields are binding, and
 * refused.
 */
const headerSchema = z.strictObject({
  alg: z.literal(HEADER.alg),
  enc: z.literal(HEADER.enc),
  kid: z.string().optional(),
  typ: z.string().optional(),
  cty: z.string().optional(),
  /** When it was made, in epoch seconds. */
  iat: z.int().optional(),
  /** The one operation that it is for. */
  op: z.string().optional(),
})

/** Contents of an envelope, and the key that its answer is sealed with. */
export interface Opened {
  readonly text: Buffer
  readonly key: KeyObject
}

/** Envelopes that came before. */
export interface SeenEnvelopes {
  /** Remembers one until a time, in epoch milliseconds. @returns false if it is remembered already */
  remember(id: string, untilMs: number): Promise<boolean>
}

/** How envelopes are kept from being sent again. */
export interface ReplayGuard {
  readonly seen: SeenEnvelopes
  /** Seconds for which an envelope is remembered, and from the server's clock to its `iat` at most; 0: no limit, and none is. */
  readonly windowSeconds: number
  /** Clock in epoch milliseconds. */
  readonly now: () => number
}

/** A request before its envelope is opened. */
export interface EnvelopeRequest {
  /** The client of the token; undefined where the operation needs none. */
  readonly client?: string | undefined
  /** Method and target, as they were sent: `POST /mr/api/v2/docs?dt=ps`. */
  readonly operation?: string
  /** True if the same envelope may not come twice. */
  readonly isOnce?: boolean
}

/** Opens envelopes with the keys that there are. */
export class EnvelopeOpener {
  readonly #keys: EnvelopeKeys
  readonly #guard: ReplayGuard | undefined
  /** Tried where there is no key of the kid, so that it takes as long as with one that does not fit. */
  readonly #spare = spareKey()

  /** @param guard default: an envelope may come again */
  constructor(keys: EnvelopeKeys, guard?: ReplayGuard) {
    this.#keys = keys
    this.#guard = guard
  }

  /**
   * Contents of an envelope.
   *
   * @param body JSON, as it came
   * @throws HttpError `decryption_failed`, which is the same whatever the reason
   */
  async open(body: Buffer, request: EnvelopeRequest = {}): Promise<Opened> {
    const opened = await this.#tryToOpen(body, request)
    if (opened === undefined || !(await this.#isFresh(opened, request.isOnce ?? false)))
      throw new HttpError('decryption_failed')
    const { text, key } = opened
    return { text, key }
  }

  async #tryToOpen(body: Buffer, { client, operation }: EnvelopeRequest) {
    try {
      const { kid, ...jwe } = envelopeSchema.parse(parseJson(body))
      const header = headerSchema.parse(parseJson(decode(jwe.protected)))
      const isAgreed =
        [undefined, kid].includes(header.kid) && [undefined, operation].includes(header.op)
      const found = isAgreed ? this.#keys.get(kid) : undefined
      const isOwn = [undefined, client].includes(found?.client) || client === undefined
      const key = isOwn ? found?.key : undefined
      const { plaintext } = await flattenedDecrypt(jwe, key ?? this.#spare)
      const { buffer, byteOffset, byteLength } = plaintext
      if (key === undefined) return undefined
      const text = Buffer.from(buffer, byteOffset, byteLength)
      return { text, key, madeAt: header.iat, id: idOf(kid, jwe.tag) }
    } catch {
      // The exact reason would help only an attacker.
      return undefined
    }
  }

  async #isFresh(
    { madeAt, id }: { readonly madeAt: number | undefined; readonly id: string },
    isOnce: boolean,
  ): Promise<boolean> {
    if (this.#guard === undefined || this.#guard.windowSeconds === 0) return true
    const { seen, windowSeconds, now } = this.#guard
    const [windowMs, time] = [windowSeconds * 1000, now()]
    const from = madeAt === undefined ? time : madeAt * 1000
    if (Math.abs(time - from) > windowMs) return false
    return !isOnce || seen.remember(id, from + windowMs)
  }
}

/** Remembers envelopes in the process. */
export function rememberHere(now: () => number): SeenEnvelopes {
  const seen = new Map<string, number>()
  return {
    async remember(id, untilMs) {
      for (const [each, until] of seen) {
        if (until > now()) break
        seen.delete(each)
      }
      if ((seen.get(id) ?? 0) > now()) return false
      seen.set(id, untilMs)
      return true
    },
  }
}

/** An envelope's own: without the key, no other one with the same tag is made. */
function idOf(kid: string, tag: string): string {
  return createHash('sha256').update(`${kid}\n${tag}`).digest('base64url')
}

/** An envelope around an answer, as JSON. */
export async function seal(answer: string | Buffer, key: KeyObject): Promise<string> {
  const plaintext = typeof answer === 'string' ? new TextEncoder().encode(answer) : answer
  const jwe = await new FlattenedEncrypt(plaintext).setProtectedHeader(HEADER).encrypt(key)
  return JSON.stringify(jwe)
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
