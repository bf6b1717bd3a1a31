import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { MEDLINK_VERSION } from '../../medlink.ts'
import { type AddressGuard, bareHost, ForbiddenAddress, type Lookup } from './guard.ts'
import { signatureHeaders } from './sign.ts'

/** Outcome of an attempt, by the part of it that decides the next step. */
export const RESULTS = [
  'delivered',
  /** 410: the receiver is gone for good. */
  'gone',
  /** Any other status. */
  'refused',
  'timeout',
  'unreachable',
  /** TLS was not to be had, or not with the receiver's own certificate. */
  'untrusted',
  'forbidden_address',
  /** The server ended before the answer came. */
  'interrupted',
] as const
export type Result = (typeof RESULTS)[number]

export interface Answer {
  readonly result: Result
  /** Status of the answer; undefined if there was none. */
  readonly status?: number
  /** How long the receiver asked to be left alone, in milliseconds. */
  readonly retryAfterMs?: number
}

/** A message, the same at every attempt. */
export interface Message {
  readonly endpoint: string
  readonly eventId: string
  readonly signingKey: string
  readonly payload: string
}

export interface DelivererOptions {
  readonly guard: AddressGuard
  /** Clock in epoch milliseconds. */
  readonly now: () => number
  /** Look-up of names; default: the system's. */
  readonly lookup?: Lookup | undefined
  /** Trusted certificates, in PEM; default: the system's. */
  readonly ca?: string | undefined
  /** Time from the first packet to the end of the answer; default: {@link ATTEMPT_MS}. */
  readonly attemptMs?: number | undefined
}

/** Standard Webhooks: 15 to 30 seconds. */
export const ATTEMPT_MS = 15_000
export const CONNECT_MS = 5_000
/** Maximum of an answer, whose body is not used: it is read only to keep the connection in use. */
export const ANSWER_BYTES = 16 * 1024
export const HEADER_BYTES = 16 * 1024
/** The receiver is asked to be left alone with these. */
const BUSY = [429, 503]
const GONE = 410
/** Codes of Node's and OpenSSL's errors of TLS. */
const OF_TLS =
  /^(?:ERR_(?:TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO$|HOSTNAME_MISMATCH)/

/** Sends messages. Redirects are not followed, and no proxy is used. */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #agent: Agent

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#agent = new Agent({ connect: connectorOf(options), maxHeaderSize: HEADER_BYTES })
  }

  /** Makes one attempt. Never rejects. @param stopping aborted where there is no time left for it */
  async deliver(message: Message, stopping: AbortSignal): Promise<Answer> {
    const { guard, now, attemptMs = ATTEMPT_MS } = this.#options
    const { endpoint, eventId, signingKey, payload } = message
    const protocol = endpoint.startsWith('http://') ? 'http' : 'https'
    if (guard.faultOf(endpoint, protocol) !== undefined) return { result: 'forbidden_address' }
    // AbortSignal.any of Node 20 keeps something of every attempt for as long as the process lives.
    const attempt = new AbortController()
    const { signal } = attempt
    const breakOff = () => attempt.abort()
    const late = setTimeout(() => attempt.abort(new DOMException('', 'TimeoutError')), attemptMs)
    stopping.addEventListener('abort', breakOff)
    if (stopping.aborted) breakOff()
    try {
      const { statusCode, headers, body } = await request(endpoint, {
        ...{ method: 'POST', dispatcher: this.#agent, signal, body: payload },
        headers: {
          'content-type': 'application/json',
          'user-agent': `medlink/${MEDLINK_VERSION}`,
          ...signatureHeaders(signingKey, eventId, now(), payload),
        },
      })
      // The answer counts, whatever happens to the rest.
      await body.dump({ limit: ANSWER_BYTES, signal }).catch(() => {})
      return answerOf(statusCode, headers['retry-after'], now())
    } catch (error) {
      return { result: stopping.aborted ? 'interrupted' : resultOf(error) }
    } finally {
      clearTimeout(late)
      stopping.removeEventListener('abort', breakOff)
    }
  }

  /** Ends its connections. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/** Connects to addresses that the guard has seen, and to no others: an address in the URL itself is never looked up. */
export function connectorOf({
  guard,
  lookup = systemLookup,
  ca,
}: Omit<DelivererOptions, 'now'>): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    maxCachedSessions: 0,
    lookup: guard.guarded(lookup) as never,
    ...(ca !== undefined && { ca }),
  })
  return (options, callback) => {
    const host = bareHost(options.hostname)
    if (isIP(host) !== 0 && !guard.allows(host, host)) callback(new ForbiddenAddress(), null)
    else connect(options, callback)
  }
}

function answerOf(status: number, retryAfter: unknown, now: number): Answer {
  if (status < 300) return { result: 'delivered', status }
  if (status === GONE) return { result: 'gone', status }
  const retryAfterMs = BUSY.includes(status) ? waitOf(retryAfter, now) : undefined
  return { result: 'refused', status, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function waitOf(said: unknown, now: number): number | undefined {
  const text = String(said)
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const time = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

function resultOf(error: unknown): Result {
  if (error instanceof ForbiddenAddress) return 'forbidden_address'
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || /TIMEOUT$/.test(String(code))) return 'timeout'
  return OF_TLS.test(String(code)) ? 'untrusted' : 'unreachable'
}
