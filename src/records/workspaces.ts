/** The records of a workspace as a whole. */

import type { Kysely, Transaction } from 'kysely'
import type { DocumentOwner, Workspace, Workspaces } from './records.ts'
import type { Store } from './store.ts'
import type { Tables, WorkspaceTable } from './tables.ts'

/** The workspaces of a database. */
export function workspacesOf(store: Store): Workspaces {
  return {
    get: (bid) =>
      store.read(async (db) => {
        const row = await db
          .selectFrom('workspace')
          .selectAll()
          .where('bid', '=', bid)
          .executeTakeFirst()
        return workspaceOf(row ?? { bid, bytes: 0, demands_consent: 0 })
      }),

    list: () =>
      store.read(async (db) => {
        const rows = await db.selectFrom('workspace').selectAll().orderBy('bid').execute()
        return rows.map(workspaceOf)
      }),

    async set(bid, settings) {
      const demands_consent = Number(settings.demands_consent)
      await store.run((db) =>
        db
          .insertInto('workspace')
          .values({ bid, bytes: 0, demands_consent })
          .onConflict((conflict) => conflict.column('bid').doUpdateSet({ demands_consent }))
          .execute(),
      )
    },
  }
}

function workspaceOf({ bid, bytes, demands_consent }: WorkspaceTable): Workspace {
  return { bid, bytes, demands_consent: demands_consent === 1 }
}

/**
 * Counts bytes of files that a workspace gets. Others who add or remove some wait until the transaction ends.
 *
 * @param max bytes that the workspace may have; default: any number
 * @returns false if there would be more; then nothing is counted
 */
export async function takeBytes(
  trx: Transaction<Tables>,
  { bid }: Pick<DocumentOwner, 'bid'>,
  bytes: number,
  max: number = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  if (bytes > max) return false
  const taken = await trx
    .insertInto('workspace')
    .values({ bid, bytes, demands_consent: 0 })
    .onConflict((conflict) =>
      conflict
        .column('bid')
        .doUpdateSet(({ eb }) => ({ bytes: eb('workspace.bytes', '+', bytes) }))
        .where('workspace.bytes', '<=', max - bytes),
    )
    .returning('bytes')
    .executeTakeFirst()
  return taken !== undefined
}

/** Counts the bytes of documents that are about to be removed no more. */
export async function releaseBytes(
  trx: Transaction<Tables>,
  { bid }: Pick<DocumentOwner, 'bid'>,
  ids: readonly string[],
): Promise<void> {
  const bytes = await bytesOf(trx, ids)
  await trx
    .updateTable('workspace')
    .set(({ eb }) => ({ bytes: eb('bytes', '-', bytes) }))
    .where('bid', '=', bid)
    .execute()
}

/** Bytes of the files of documents; those of an announced file count before it comes. Thumbnails do not. */
async function bytesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<number> {
  const documents = await db
    .selectFrom('document')
    .select(['id', 'size'])
    .where('id', 'in', ids)
    .execute()
  const files = await db
    .selectFrom('document_file')
    .select(['document_id', 'file_size'])
    .where('document_id', 'in', ids)
    .execute()
  const inParts = new Set(files.map(({ document_id }) => document_id))
  const whole = documents.filter(({ id }) => !inParts.has(id)).map(({ size }) => size)
  return [...whole, ...files.map(({ file_size }) => file_size)].reduce((sum, n) => sum + n, 0)
}
