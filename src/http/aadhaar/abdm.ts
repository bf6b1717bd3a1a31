import type { KeyObject } from 'node:crypto'
import {
  askCertificate,
  askOtp,
  askSession,
  Failed,
  readKey,
  readStarted,
  readToken,
  type Step,
} from './abdm-protocol.ts'
import { type Answer, exchange, type Question, within } from './exchange.ts'
import { Fresh } from './fresh.ts'
import type { AadhaarGateway, GatewayFailure, Started } from './gateway.ts'
import type { AbdmSettings } from './settings.ts'

/** How long all that one number takes may last: shorter than a server that ends waits for its requests (serve.ts). */
const TIMEOUT_MS = 9_000

export interface AbdmOptions {
  /** Time for one number, from the first step to the last; default: 9 seconds. */
  readonly timeoutMs?: number | undefined
  /** Clock in epoch milliseconds; default: the system's. */
  readonly now?: (() => number) | undefined
}

/**
 * The gateway of the Ayushman Bharat Digital Mission. Its token and its public key are fetched when the first number comes,
 * and kept as long as they are good. A token that it does not know any more is replaced once; nothing else is tried twice,
 * for an OTP may have been sent.
 */
export class AbdmGateway implements AadhaarGateway {
  readonly #settings: AbdmSettings
  readonly #timeoutMs: number
  readonly #now: () => number
  readonly #token: Fresh<string>
  readonly #key: Fresh<KeyObject>

  constructor(
    settings: AbdmSettings,
    { timeoutMs = TIMEOUT_MS, now = Date.now }: AbdmOptions = {},
  ) {
    this.#settings = settings
    this.#timeoutMs = timeoutMs
    this.#now = now
    this.#token = new Fresh(() => this.#fetchToken(), now)
    this.#key = new Fresh(() => this.#fetchKey(), now)
  }

  async start(aadhaarNumber: string, signal: AbortSignal): Promise<Started | GatewayFailure> {
    try {
      return await this.#inTime('otp', signal, async (limit) => {
        const key = await this.#key.get()
        const answer = await this.#withToken((token) =>
          ask('otp', askOtp(this.#settings, token, this.#now(), key, aadhaarNumber), limit),
        )
        return readStarted(answer, aadhaarNumber)
      })
    } catch (error) {
      if (error instanceof Failed) return error.failure
      throw error
    }
  }

  // Both are fetched for all callers that wait: no caller's leaving ends them.

  #fetchToken() {
    return this.#inTime('session', undefined, async (limit) =>
      readToken(await ask('session', askSession(this.#settings, this.#now()), limit)),
    )
  }

  #fetchKey() {
    return this.#inTime('certificate', undefined, async (limit) => {
      const answer = await this.#withToken((token) =>
        ask('certificate', askCertificate(this.#settings, token, this.#now()), limit),
      )
      return readKey(answer)
    })
  }

  /** An answer to what a token is sent with; with a new token where the gateway does not take this one. */
  async #withToken(askWith: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await this.#token.get()
    const answer = await askWith(token)
    if (answer.status !== 401) return answer
    this.#token.drop(token)
    return askWith(await this.#token.get())
  }

  #inTime<Result>(
    step: Step,
    signal: AbortSignal | undefined,
    work: (limit: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return within(this.#timeoutMs, () => new Failed(504, `${step}: late`), signal, work)
  }
}

/** @throws Failed where the gateway cannot be reached; the signal's reason */
async function ask(step: Step, question: Question, signal: AbortSignal): Promise<Answer> {
  try {
    return await exchange(question, signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new Failed(503, `${step}: ${codeOf(error)}`)
  }
}

/** The system's code for the reason why there is no connection: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
function codeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown } }
  const code = String(cause?.code)
  return /^[A-Z\d_]{1,60}$/.test(code) ? code : 'no connection'
}
