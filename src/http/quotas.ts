/** Limits of one client and of one workspace. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Profiles } from '../records/records.ts'
import { requireCaller } from './auth/policy.ts'
import { HttpError } from './errors.ts'

/** Requests a minute of a client and of a workspace, counted by each process; patients of a workspace, and bytes of its files. */
export const QUOTAS = [
  'client_requests',
  'workspace_requests',
  'workspace_patients',
  'workspace_bytes',
] as const
export type Quotas = Readonly<Partial<Record<(typeof QUOTAS)[number], number>>>

/** Time for which a count of patients is used: counting them takes a while in a large workspace. */
const COUNTED_MS = 60_000

/**
 * Refuses requests of callers with a token beyond their quota. Needs `enforcePolicies` before, and the plugin that limits
 * requests.
 */
export function limitCallers(app: FastifyInstance, quotas: Quotas): void {
  const limits = [
    { max: quotas.client_requests, keyOf: (request: FastifyRequest) => request.caller!.clientId },
    { max: quotas.workspace_requests, keyOf: (request: FastifyRequest) => request.caller!.bid },
  ].flatMap(({ max, keyOf: keyGenerator }) =>
    max === undefined ? [] : [app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator })],
  )
  if (limits.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.caller === null) return
    for (const limit of limits) {
      const found = await limit(request)
      if (found.isAllowed || !found.isExceeded) continue
      reply.header('retry-after', found.ttlInSeconds)
      throw new HttpError('rate_limited')
    }
  })
}

/** Refusal of files for which a workspace has too few bytes left. The database counts them, see records/workspaces.ts. */
export function noBytesLeft(): HttpError {
  return new HttpError(
    'conflict',
    'the workspace would have more bytes of documents than it may have',
  )
}

/** Patients of workspaces, if there is a quota of them. */
export class PatientQuota {
  readonly #max: number | undefined
  readonly #profiles: Profiles
  readonly #now: () => number
  /** Numbers of workspaces, and when they were counted. */
  readonly #counts = new Map<string, { count: number; readonly time: number }>()

  /** @param now clock in epoch milliseconds */
  constructor({ workspace_patients }: Quotas, profiles: Profiles, now: () => number) {
    this.#max = workspace_patients
    this.#profiles = profiles
    this.#now = now
  }

  /**
   * Counts a patient who is about to be created. What other processes create is seen within a minute.
   *
   * @throws HttpError `conflict` if the workspace has as many as it may have
   */
  async take(request: FastifyRequest): Promise<void> {
    if (this.#max === undefined) return
    const { bid } = requireCaller(request)
    let known = this.#counts.get(bid)
    if (known === undefined || this.#now() - known.time >= COUNTED_MS) {
      known = { count: await this.#profiles.count('patient', bid), time: this.#now() }
      this.#counts.set(bid, known)
    }
    if (known.count >= this.#max) {
      this.#counts.delete(bid)
      throw new HttpError('conflict', 'the workspace has as many patients as it may have')
    }
    known.count++
  }
}
