/** Patients as a whole: legal holds, erasure, and everything that is stored of one. */

import type { Kysely, Transaction } from 'kysely'
import { documentsOfOwner, hasDocumentSince, nextChange, removeDocumentsOf } from './documents.ts'
import { profileOf } from './profiles.ts'
import type { Patients } from './records.ts'
import { reminderOf } from './reminders.ts'
import type { Sealing } from './sealing/sealing.ts'
import { locked, type Store, secondsOf } from './store.ts'
import type { Tables } from './tables.ts'

/** The patients of a database. @param now clock in epoch milliseconds */
export function patientsOf(store: Store, now: () => number): Patients {
  const note = (oid: string) => store.context.note({ type: 'patient', id: oid }, oid)
  return {
    erase: (owner, unchangedSince) =>
      store.run((db, engine) =>
        db.transaction().execute(async (trx) => {
          const { bid, patient: oid } = owner
          note(oid)
          const found = trx
            .selectFrom('profile')
            .select(['oid', 'bid', 'username', 'u_ate', 'held_at', 'key_id', 'sealed'])
            .where('oid', '=', oid)
            .where('kind', '=', 'patient')
            .where('bid', '=', bid)
          const profile = await locked(engine, found).executeTakeFirst()
          if (profile === undefined) return undefined
          if (profile.held_at !== null) return 'held'
          const time = secondsOf(now)
          if (unchangedSince !== undefined) {
            // Others who add a document wait from here on.
            await nextChange(trx, owner, time)
            const isChanged =
              profile.u_ate >= unchangedSince ||
              (await hasDocumentSince(trx, owner, unchangedSince))
            if (isChanged) return undefined
          }
          const documents = await removeDocumentsOf(trx, owner, time)
          const { username } = await store.sealing.open(trx, 'profile', profile)
          const reminders = await removeReminders(trx, store.sealing, bid, [oid, username])
          await trx.deleteFrom('profile').where('oid', '=', oid).execute()
          await trx.insertInto('erasure').values({ bid, patient: oid, erased_at: time }).execute()
          return { ...documents, ...reminders }
        }),
      ),

    hold: (oid) =>
      store.run(async (db) => {
        note(oid)
        const { numUpdatedRows } = await db
          .updateTable('profile')
          .set(({ fn, ref, val }) => ({
            held_at: fn.coalesce(ref('held_at'), val(secondsOf(now))),
          }))
          .where('oid', '=', oid)
          .where('kind', '=', 'patient')
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    release: (oid) =>
      store.run(async (db) => {
        note(oid)
        const { numUpdatedRows } = await db
          .updateTable('profile')
          .set({ held_at: null })
          .where('oid', '=', oid)
          .where('kind', '=', 'patient')
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    read: (oid) =>
      store.read(async (db) => {
        note(oid)
        const row = await db
          .selectFrom('profile')
          .selectAll()
          .where('oid', '=', oid)
          .where('kind', '=', 'patient')
          .executeTakeFirst()
        if (row === undefined) return undefined
        const { sealing } = store
        const profile = profileOf(await sealing.open(db, 'profile', row))
        const { bid, username } = profile
        const reminders = await db
          .selectFrom('reminder')
          .selectAll()
          .where('bid', '=', bid)
          .where('patient', 'in', await namesOf(db, sealing, bid, [oid, username]))
          .orderBy('event_time')
          .orderBy('id')
          .execute()
        return {
          profile,
          documents: await documentsOfOwner(db, sealing, { bid, patient: oid }),
          reminders: (await sealing.openAll(db, 'reminder', reminders)).map(reminderOf),
        }
      }),
  }
}

/** Removes the reminders about a patient, by whatever identifier their sender uses, and their deliveries. */
async function removeReminders(
  trx: Transaction<Tables>,
  sealing: Sealing,
  bid: string,
  identifiers: readonly (string | null)[],
): Promise<{ readonly reminders: number; readonly deliveries: number }> {
  const names = await namesOf(trx, sealing, bid, identifiers)
  const ids = trx
    .selectFrom('reminder')
    .select('id')
    .where('bid', '=', bid)
    .where('patient', 'in', names)
  const deliveries = await trx
    .deleteFrom('delivery')
    .where('reminder_id', 'in', ids)
    .executeTakeFirst()
  const reminders = await trx
    .deleteFrom('reminder')
    .where('bid', '=', bid)
    .where('patient', 'in', names)
    .executeTakeFirst()
  return {
    reminders: Number(reminders.numDeletedRows),
    deliveries: Number(deliveries.numDeletedRows),
  }
}

/** Identifiers of a patient as the column `patient` of reminders has them. */
function namesOf(
  db: Kysely<Tables>,
  sealing: Sealing,
  bid: string,
  identifiers: readonly (string | null | undefined)[],
): Promise<string[]> {
  const known = identifiers.filter((each) => typeof each === 'string')
  return sealing.formsOf(db, 'reminder', 'patient', bid, known)
}
