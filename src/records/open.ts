import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { EntryWriter } from './audit/driver.ts'
import { trailOf } from './audit/trail.ts'
import { clientsOf } from './clients.ts'
import { documentsOf } from './documents.ts'
import { envelopesOf } from './envelopes.ts'
import { migrate, STEPS } from './migrations.ts'
import { outboxOf } from './outbox.ts'
import { patientsOf } from './patients.ts'
import { openPostgres } from './postgres.ts'
import { profilesOf } from './profiles.ts'
import type { Records } from './records.ts'
import { refreshTokensOf } from './refresh-tokens.ts'
import { remindersOf } from './reminders.ts'
import { outdatedOf } from './retention.ts'
import { filesOf } from './sealing/files.ts'
import type { MasterKeys } from './sealing/master-keys.ts'
import { rotate } from './sealing/rotation.ts'
import { Sealing } from './sealing/sealing.ts'
import { openSqlite } from './sqlite.ts'
import { type Engine, Store } from './store.ts'
import { subscriptionsOf } from './subscriptions.ts'
import type { Tables } from './tables.ts'
import { uploadsOf } from './uploads.ts'
import { workspacesOf } from './workspaces.ts'

/** Where records are: in a file of a folder, by SQLite, or in a database of PostgreSQL. */
export type RecordsPlace = { readonly folder: string } | { readonly databaseUrl: string }

export interface RecordsOptions {
  /** Keys with which rows and files are sealed; default: they are plain. */
  readonly masterKeys?: MasterKeys | undefined
  /** Clock in epoch milliseconds; the system's when not given. */
  readonly now?: () => number
}

/** How long a check counts: each is a write, and any caller may ask often. */
const CHECK_MS = 1000

/** The file of records in a folder. */
export function recordsFile(folder: string): string {
  return join(folder, 'records.sqlite')
}

/**
 * Opens the records in a place and makes or updates their tables. Several processes may have them open.
 *
 * @throws MedlinkError `settings_invalid` without the keys that the records were sealed with; `no_records` when the database cannot be reached or used; `records_incompatible` when it is
 *   another program's, or of a newer version; `no_access`, `disk_full`. No message holds anything of the URL.
 */
export async function openRecords(
  place: RecordsPlace,
  { masterKeys, now = Date.now }: RecordsOptions = {},
): Promise<Records> {
  const engine =
    'folder' in place
      ? await openSqlite(recordsFile(place.folder))
      : await openPostgres(place.databaseUrl)
  const sealing = new Sealing(masterKeys)
  const writer: EntryWriter = {
    append: (...given) => audit.append(...given),
    executeWith: (...given) => audit.executeWith(...given),
  }
  const store: Store = new Store(engine, writer, sealing)
  const audit = trailOf(store, now)
  try {
    await migrate(store, STEPS)
    await store.run((db) => sealing.begin(db))
  } catch (error) {
    await store.close()
    throw error
  }
  const documents = documentsOf(store, now)
  const check = sharedFor(CHECK_MS, now, async (db, engine, time) => {
    await requireWrites(db, engine, time)
    await sealing.requireKeys(db)
  })
  return {
    profiles: profilesOf(store, now),
    patients: patientsOf(store, now),
    workspaces: workspacesOf(store),
    outdated: outdatedOf(store),
    clients: clientsOf(store, now),
    refreshTokens: refreshTokensOf(store, now),
    envelopes: envelopesOf(store, now),
    webhooks: {
      subscriptions: subscriptionsOf(store, now),
      reminders: remindersOf(store),
      outbox: outboxOf(store, now),
    },
    documents,
    uploads: uploadsOf(store, now),
    audit,
    keys: {
      get state() {
        return sealing.state
      },
      rotate: (blobs) => rotate(store, documents, blobs),
    },
    files: (blobs) => filesOf(blobs, sealing, (work) => store.run(work)),
    check: () => store.run(check),
    scrub: () => store.scrub(),
    close: () => store.close(() => audit.close()),
  }
}

type Work = (db: Kysely<Tables>, engine: Engine, time: number) => Promise<void>

/** @throws where the database takes no writes */
async function requireWrites(db: Kysely<Tables>, engine: Engine, time: number): Promise<void> {
  await engine.requireWritable()
  // SQLite does not write a value that is there already.
  await db.updateTable('write_check').set({ checked_ms: time }).execute()
}

/** The same work for all who want it within a time; what fails is tried again by the next. @param now clock in epoch milliseconds */
function sharedFor(ms: number, now: () => number, work: Work) {
  let last: { readonly time: number; readonly result: Promise<void> } | undefined
  return (db: Kysely<Tables>, engine: Engine): Promise<void> => {
    const time = now()
    if (last === undefined || Math.abs(time - last.time) >= ms) {
      const begun = { time, result: work(db, engine, time) }
      last = begun
      begun.result.catch(() => {
        if (last === begun) last = undefined
      })
    }
    return last.result
  }
}
