import type { Admission } from '../../records/webhooks.ts'

/** Limits of attempts at the same time. */
export interface SlotLimits {
  /** All attempts, those of one workspace, and those to one endpoint. */
  readonly concurrency: number
  readonly perWorkspace: number
  readonly perSubscription: number
  /** Attempts to endpoints whose last attempt did not succeed, and to these and endpoints that are new to the worker together. */
  readonly failing: number
  readonly unproven: number
}

/** Failures of an endpoint in a row before it rests, and how long it does, at first and at most. */
const FAILURES_BEFORE_REST = 3
const FIRST_REST_MS = 5000
const LONGEST_REST_MS = 60_000

interface Endpoint {
  readonly workspace: string
  running: number
  /** Failures in a row; undefined: no attempt has ended. */
  failures: number | undefined
  restUntil: number
}

/**
 * The slots of a worker, given so that no endpoint holds up others: a workspace has a share; an endpoint that does not answer has one
 * attempt at a time, all such endpoints have few slots together, and after some failures it rests.
 */
export class Slots {
  readonly #limits: SlotLimits
  readonly #endpoints = new Map<string, Endpoint>()

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Free slots. */
  get free(): number {
    return this.#limits.concurrency - this.#sum(() => true)
  }

  /** Which deliveries may be attempted now. It counts what it admits, so it is for one claim. */
  admission(now: number): Admission {
    const { concurrency, perWorkspace, perSubscription, failing, unproven } = this.#limits
    const isFailing = ({ failures }: Endpoint) => failures !== undefined && failures > 0
    const isProven = ({ failures }: Endpoint) => failures === 0
    const known = [...this.#endpoints]
    const taken = new Map(known.map(([id, { running }]) => [id, running]))
    const ofWorkspace = new Map<string, number>()
    for (const [, { workspace, running }] of known) add(ofWorkspace, workspace, running)
    let left = concurrency - this.#sum(() => true)
    let leftFailing = failing - this.#sum(isFailing)
    let leftUnproven = unproven - this.#sum((each) => !isProven(each))
    const mayHave = (id: string, workspace: string) => {
      const endpoint = this.#endpoints.get(id)
      const proven = endpoint !== undefined && isProven(endpoint)
      if (left <= 0 || (ofWorkspace.get(workspace) ?? 0) >= perWorkspace) return false
      if ((taken.get(id) ?? 0) >= (proven ? perSubscription : 1)) return false
      if (proven) return true
      if (leftUnproven <= 0) return false
      if (endpoint === undefined || !isFailing(endpoint)) return true
      return leftFailing > 0 && endpoint.restUntil <= now
    }
    return {
      limit: left,
      except: known.filter(([id, { workspace }]) => !mayHave(id, workspace)).map(([id]) => id),
      exceptWorkspaces: [...ofWorkspace]
        .filter(([, running]) => running >= perWorkspace)
        .map(([workspace]) => workspace),
      only:
        leftUnproven > 0
          ? undefined
          : known.filter(([, endpoint]) => isProven(endpoint)).map(([id]) => id),
      admit: (id, workspace) => {
        if (!mayHave(id, workspace)) return false
        const endpoint = this.#endpoints.get(id)
        left--
        if (endpoint === undefined || !isProven(endpoint)) leftUnproven--
        if (endpoint !== undefined && isFailing(endpoint)) leftFailing--
        add(taken, id, 1)
        add(ofWorkspace, workspace, 1)
        return true
      },
    }
  }

  /** Takes a slot for an attempt. */
  begin(id: string, workspace: string): void {
    const endpoint = this.#endpoints.get(id) ?? {
      ...{ workspace, running: 0, failures: undefined, restUntil: 0 },
    }
    endpoint.running++
    this.#endpoints.set(id, endpoint)
  }

  /** Gives a slot back. @param isAnswered undefined: the attempt says nothing about the endpoint */
  end(id: string, isAnswered: boolean | undefined, now: number): void {
    const endpoint = this.#endpoints.get(id)!
    endpoint.running--
    if (isAnswered === undefined) return
    endpoint.failures = isAnswered ? 0 : (endpoint.failures ?? 0) + 1
    const over = endpoint.failures - FAILURES_BEFORE_REST
    if (over >= 0) endpoint.restUntil = now + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** over)
  }

  #sum(isCounted: (endpoint: Endpoint) => boolean): number {
    let sum = 0
    for (const endpoint of this.#endpoints.values())
      if (isCounted(endpoint)) sum += endpoint.running
    return sum
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
