import type { Attempt, Outbox } from '../../records/webhooks.ts'
import { loggedError } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { ATTEMPT_MS, Deliverer } from './deliver.ts'
import { AddressGuard, type Lookup, type PrivateHosts } from './guard.ts'
import { outcomeOf } from './retry.ts'
import { type SlotLimits, Slots } from './slots.ts'

/** Delivers what is due, until it is stopped. */
export interface Deliveries {
  /** Tells it that something may be due. */
  wake(): void
  /** Begins nothing more, lets what is being attempted come to its end for a while, and then breaks it off. */
  stop(): Promise<void>
}

export interface DeliveriesOptions {
  /** Allowed targets of deliveries besides public addresses; default: none. */
  readonly privateHosts?: PrivateHosts | undefined
  readonly metrics?: Metrics | undefined
  /** Log of parked and failed deliveries; default: none. */
  readonly log?: { warn(fields: object, message: string): void; error: DeliveriesLog } | undefined
  /** Clock in epoch milliseconds, the same as the records'; default: the system's. */
  readonly now?: (() => number) | undefined
  /** Random numbers from 0 to 1; default: Math.random. */
  readonly random?: (() => number) | undefined
  readonly lookup?: Lookup | undefined
  /** Trusted certificates, in PEM; default: the system's. */
  readonly ca?: string | undefined
  readonly limits?: Partial<Limits> | undefined
}

type DeliveriesLog = (fields: object, message: string) => void

interface Limits extends SlotLimits {
  readonly attemptMs: number
  /**
   * Time during which no other worker makes an attempt. Longer than an attempt by more than the clocks of several machines
   * differ.
   */
  readonly leaseMs: number
  /** How often is looked for what other processes have scheduled. */
  readonly pollMs: number
  /** Time that attempts have once the worker must stop: less than the process has. */
  readonly graceMs: number
}

/** Defaults. */
export const LIMITS: Limits = {
  ...{ concurrency: 16, perWorkspace: 8, perSubscription: 4, failing: 4, unproven: 12 },
  ...{ attemptMs: ATTEMPT_MS, leaseMs: 2 * ATTEMPT_MS, pollMs: 1000, graceMs: 8000 },
}
/** Wait after a failure of the database, and interval of removing old rows. */
const FAILED_MS = 5000
const FORGET_MS = 3_600_000

/** Starts to deliver what is due in an outbox. Any number of processes may do so. */
export function startDeliveries(outbox: Outbox, options: DeliveriesOptions = {}): Deliveries {
  const worker = new Worker(outbox, options)
  const running = worker.run()
  return {
    wake: () => worker.wake(),
    async stop() {
      worker.end()
      await running
      await worker.finish()
    },
  }
}

class Worker {
  readonly #outbox: Outbox
  readonly #options: DeliveriesOptions
  readonly #limits: Limits
  readonly #deliverer: Deliverer
  readonly #now: () => number
  readonly #slots: Slots
  readonly #attempts = new Set<Promise<void>>()
  readonly #breakOff = new AbortController()
  #isEnding = false
  #isWoken = false
  #rouse: (() => void) | undefined
  #forgetAt = Number.NEGATIVE_INFINITY

  constructor(outbox: Outbox, options: DeliveriesOptions) {
    const { now = Date.now, lookup, ca } = options
    this.#outbox = outbox
    this.#options = options
    this.#limits = { ...LIMITS, ...options.limits }
    this.#slots = new Slots(this.#limits)
    this.#now = now
    const guard = new AddressGuard(options.privateHosts)
    const { attemptMs } = this.#limits
    this.#deliverer = new Deliverer({ guard, now, lookup, ca, attemptMs })
  }

  async run(): Promise<void> {
    while (!this.#isEnding) {
      let waitMs = FAILED_MS
      try {
        waitMs = await this.#turn()
      } catch (error) {
        this.#options.log?.error({ error: loggedError(error) }, 'deliveries cannot be looked for')
      }
      await this.#sleep(waitMs)
    }
  }

  wake(): void {
    this.#isWoken = true
    this.#rouse?.()
  }

  end(): void {
    this.#isEnding = true
    this.wake()
  }

  async finish(): Promise<void> {
    const late = setTimeout(() => this.#breakOff.abort(), this.#limits.graceMs)
    await Promise.all(this.#attempts)
    clearTimeout(late)
    await this.#deliverer.close()
  }

  /** Begins what is due, as far as there is room. @returns how long to wait for more, in milliseconds */
  async #turn(): Promise<number> {
    const { leaseMs, pollMs } = this.#limits
    const time = this.#now()
    if (time >= this.#forgetAt && (await this.#outbox.forget()) === 0)
      this.#forgetAt = time + FORGET_MS
    const due = await this.#outbox.nextDue()
    if (due === undefined || due > time) return Math.min(pollMs, (due ?? Infinity) - time)
    const released = await this.#outbox.release()
    const admission = this.#slots.admission(time)
    const attempts = admission.limit === 0 ? [] : await this.#outbox.claim({ admission, leaseMs })
    for (const attempt of attempts) this.#begin(attempt)
    // Where all that is due has to wait for attempts of its own, or is another process's, it is woken by their end.
    return released + attempts.length > 0 ? 0 : pollMs
  }

  #begin(attempt: Attempt): void {
    const { subscriptionId, workspace } = attempt
    this.#slots.begin(subscriptionId, workspace)
    const attempting = this.#attempt(attempt).then((isAnswered) => {
      this.#slots.end(subscriptionId, isAnswered, this.#now())
      this.#attempts.delete(attempting)
      this.wake()
    })
    this.#attempts.add(attempting)
  }

  /** @returns whether the endpoint took the delivery; undefined if the attempt does not tell. Never rejects */
  async #attempt(attempt: Attempt): Promise<boolean | undefined> {
    let isAnswered: boolean | undefined
    const { metrics, log, random = Math.random } = this.#options
    try {
      const start = performance.now()
      const answer = await this.#deliverer.deliver(attempt, this.#breakOff.signal)
      if (answer.result !== 'interrupted') isAnswered = answer.result === 'delivered'
      metrics?.timeAttempt(answer.result, performance.now() - start)
      const outcome = outcomeOf(answer, attempt, this.#now(), random())
      if (!(await this.#outbox.settle(attempt, outcome))) return isAnswered
      metrics?.countDelivery(outcome.state)
      if (outcome.state === 'parked')
        log?.warn({ delivery: attempt.deliveryId, result: outcome.result }, 'a delivery is parked')
    } catch (error) {
      // It is made again when its lease has run out.
      log?.error({ error: loggedError(error) }, 'what came of a delivery cannot be written down')
    }
    return isAnswered
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0 && !this.#isWoken && !this.#isEnding) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#rouse = undefined
    }
    this.#isWoken = false
  }
}
