/** Removal of records whose time is over. Any number of processes may do it at the same time. */

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AuditDraft } from '../records/audit/entry.ts'
import type { Blobs } from '../records/blobs/blobs.ts'
import type { Records } from '../records/records.ts'
import { collectGarbage } from './documents/garbage.ts'
import { loggedError } from './log.ts'

/** Kinds of records that have a time. */
export const RETAINED = ['documents', 'patients', 'audit'] as const

/** Days for which records of a kind are kept; for ever without. */
export type Retention = Readonly<Partial<Record<(typeof RETAINED)[number], number>>>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Parts of a server that the removal needs. */
export interface RetentionParts {
  readonly records: Records
  readonly blobs: Blobs | undefined
  readonly log: FastifyBaseLogger
  /** Clock in epoch milliseconds. */
  readonly now: () => number
}

/** Removes records whose time is over: when the server starts, and every hour until it ends. */
export function keepRetention(
  app: FastifyInstance,
  retention: Retention,
  parts: Omit<RetentionParts, 'log'>,
): void {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = async () => {
    try {
      await sweepOutdated(retention, { ...parts, log: app.log })
    } catch (error) {
      app.log.error({ error: loggedError(error) }, 'records whose time is over cannot be removed')
    }
  }
  app.addHook('onReady', async () => {
    running = sweep()
    timer = setInterval(() => {
      running = running.then(sweep)
    }, HOUR_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** Removes records whose time is over, each with its entry in the audit trail. */
export async function sweepOutdated(
  { documents, patients, audit }: Retention,
  parts: RetentionParts,
): Promise<void> {
  const { records, now } = parts
  const before = (days: number) => now() - days * DAY_MS
  const secondsBefore = (days: number) => Math.floor(before(days) / 1000)
  if (patients !== undefined) await erasePatients(secondsBefore(patients), parts)
  if (documents !== undefined) await removeDocuments(secondsBefore(documents), parts)
  if (audit !== undefined) while ((await records.audit.prune(before(audit))) > 0);
}

async function erasePatients(before: number, parts: RetentionParts): Promise<void> {
  const { outdated, patients } = parts.records
  for (;;) {
    const found = await outdated.patients(before)
    let keys: readonly string[] = []
    let count = 0
    for (const owner of found) {
      const erased = await audited(parts, 'patient', owner.bid, () => patients.erase(owner, before))
      if (typeof erased !== 'object') continue
      count++
      keys = [...keys, ...erased.keys]
    }
    // Others removed the rest, or it was changed meanwhile.
    if (count === 0) return
    await collect(keys, parts)
  }
}

async function removeDocuments(before: number, parts: RetentionParts): Promise<void> {
  const { outdated, documents } = parts.records
  for (;;) {
    const found = await outdated.documents(before)
    let keys: readonly string[] = []
    for (const document of found) {
      const removed = await audited(parts, 'document', document.bid, () =>
        documents.remove(document),
      )
      if (Array.isArray(removed)) keys = [...keys, ...removed]
    }
    if (keys.length === 0) return
    await collect(keys, parts)
  }
}

function collect(keys: readonly string[], { records, blobs, log }: RetentionParts): Promise<void> {
  return collectGarbage(records, blobs, keys, log)
}

/** Work whose changes have an entry in the audit trail; what another process has done already has none. */
async function audited<T>(
  { records: { audit } }: RetentionParts,
  type: string,
  workspace: string,
  work: () => Promise<T>,
): Promise<T> {
  const draft: AuditDraft = {
    operation: 'retention',
    action: 'delete',
    record: { type },
    workspace,
  }
  try {
    return await audit.begin(draft, work)
  } finally {
    audit.end()
  }
}
