/** Patients as a whole: legal holds, erasure, and everything that is stored of one. */

import type { Transaction } from 'kysely'
import { documentsOfOwner, hasDocumentSince, nextChange, removeDocumentsOf } from './documents.ts'
import { profileOf } from './profiles.ts'
import type { Patients } from './records.ts'
import { reminderOf } from './reminders.ts'
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
            .select(['username', 'u_ate', 'held_at'])
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
          const reminders = await removeReminders(trx, bid, [oid, profile.username])
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
        const profile = profileOf(row)
        const { bid, username } = profile
        const reminders = await db
          .selectFrom('reminder')
          .selectAll()
          .where('bid', '=', bid)
          .where('patient', 'in', namesOf([oid, username]))
          .orderBy('event_time')
          .orderBy('id')
          .execute()
        return {
          profile,
          documents: await documentsOfOwner(db, { bid, patient: oid }),
          reminders: reminders.map(reminderOf),
        }
      }),
  }
}

/** Removes the reminders about a patient, by whatever identifier their sender uses, and their deliveries. */
async function removeReminders(
  trx: Transaction<Tables>,
  bid: string,
  identifiers: readonly (string | null)[],
): Promise<{ readonly reminders: number; readonly deliveries: number }> {
  const ids = trx
    .selectFrom('reminder')
    .select('id')
    .where('bid', '=', bid)
    .where('patient', 'in', namesOf(identifiers))
  const deliveries = await trx
    .deleteFrom('delivery')
    .where('reminder_id', 'in', ids)
    .executeTakeFirst()
  const reminders = await trx
    .deleteFrom('reminder')
    .where('bid', '=', bid)
    .where('patient', 'in', namesOf(identifiers))
    .executeTakeFirst()
  return {
    reminders: Number(reminders.numDeletedRows),
    deliveries: Number(deliveries.numDeletedRows),
  }
}

function namesOf(identifiers: readonly (string | null | undefined)[]): string[] {
  return identifiers.filter((each) => typeof each === 'string')
}
