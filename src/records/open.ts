import { join } from 'node:path'
import { clientsOf } from './clients.ts'
import { documentsOf } from './documents.ts'
import { migrate, STEPS } from './migrations.ts'
import { outboxOf } from './outbox.ts'
import { openPostgres } from './postgres.ts'
import { profilesOf } from './profiles.ts'
import type { Records } from './records.ts'
import { refreshTokensOf } from './refresh-tokens.ts'
import { remindersOf } from './reminders.ts'
import { openSqlite } from './sqlite.ts'
import { Store } from './store.ts'
import { subscriptionsOf } from './subscriptions.ts'

/** Where records are: in a file of a folder, by SQLite, or in a database of PostgreSQL. */
export type RecordsPlace = { readonly folder: string } | { readonly databaseUrl: string }

export interface RecordsOptions {
  /** Clock in epoch milliseconds; the system's when not given. */
  readonly now?: () => number
}

/** The file of records in a folder. */
export function recordsFile(folder: string): string {
  return join(folder, 'records.sqlite')
}

/**
 * Opens the records in a place and makes or updates their tables. Several processes may have them open.
 *
 * @throws MedlinkError `no_records` when the database cannot be reached or used; `records_incompatible` when it is
 *   another program's, or of a newer version; `no_access`, `disk_full`. No message holds anything of the URL.
 */
export async function openRecords(
  place: RecordsPlace,
  { now = Date.now }: RecordsOptions = {},
): Promise<Records> {
  const engine =
    'folder' in place
      ? await openSqlite(recordsFile(place.folder))
      : await openPostgres(place.databaseUrl)
  const store = new Store(engine)
  try {
    await migrate(store, STEPS)
  } catch (error) {
    await store.close()
    throw error
  }
  return {
    profiles: profilesOf(store, now),
    clients: clientsOf(store, now),
    refreshTokens: refreshTokensOf(store, now),
    webhooks: {
      subscriptions: subscriptionsOf(store, now),
      reminders: remindersOf(store),
      outbox: outboxOf(store, now),
    },
    documents: documentsOf(store, now),
    async check() {
      await store.run((db) =>
        db.selectFrom('records_version').select('version').executeTakeFirstOrThrow(),
      )
    },
    close: () => store.close(),
  }
}
