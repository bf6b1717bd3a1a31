import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { hasErasure } from './documents.ts'
import type { Sealing } from './sealing/sealing.ts'
import type { Engine, Store } from './store.ts'
import { isFit } from './subscriptions.ts'
import type { ReminderTable, Tables } from './tables.ts'
import type { Reminder, Reminders } from './webhooks.ts'

/** The reminders of a database. */
export function remindersOf(store: Store): Reminders {
  return {
    schedule: ({ bid, event, event_time, transaction_id, payload, patient = null }) =>
      store.run((db, engine) =>
        db.transaction().execute(async (trx) => {
          const { sealing, context } = store
          if (patient !== null && (await isErased(trx, engine, sealing, bid, patient)))
            return 'erased'
          const row = { bid, event, event_time, transaction_id, payload, patient, sent_ms: null }
          const findEarlier = async () => {
            const found = await trx
              .selectFrom('reminder')
              .selectAll()
              .where('bid', '=', bid)
              .where(
                'transaction_id',
                'in',
                await sealing.formsOf(trx, 'reminder', 'transaction_id', bid, [transaction_id]),
              )
              .executeTakeFirst()
            if (found === undefined) return undefined
            context.note({ type: 'reminder', id: found.id })
            const earlier = await sealing.open(trx, 'reminder', found)
            return earlier.payload === payload ? reminderOf(earlier) : ('taken' as const)
          }
          // The index of keyed hashes says nothing about reminders that are not sealed yet.
          let earlier = sealing.state === 'mixed' ? await findEarlier() : undefined
          while (earlier === undefined) {
            const id = `evt_${randomBytes(15).toString('base64url')}`
            context.note({ type: 'reminder', id })
            const made = await trx
              .insertInto('reminder')
              .values(await sealing.seal(trx, 'reminder', { id, ...row }))
              .onConflict((conflict) => conflict.columns(['bid', 'transaction_id']).doNothing())
              .returningAll()
              .executeTakeFirst()
            if (made !== undefined) return reminderOf(await sealing.open(trx, 'reminder', made))
            // It may have been taken back since.
            earlier = await findEarlier()
          }
          return earlier
        }),
      ),

    get: (bid, id) => store.read(async (db) => find(db, store.sealing, bid, id)),

    cancel: (bid, id) =>
      store.run(async (db) => {
        if (!isFit(id)) return undefined
        const { numDeletedRows } = await db
          .deleteFrom('reminder')
          .where('bid', '=', bid)
          .where('id', '=', id)
          .where('sent_ms', 'is', null)
          .executeTakeFirst()
        if (numDeletedRows > 0n) return 'scheduled'
        return (await find(db, store.sealing, bid, id))?.status
      }),
  }
}

/**
 * True if a patient was erased. One who was not is not erased before the transaction ends.
 *
 * @param patient oid, or the username of a profile
 */
async function isErased(
  trx: Transaction<Tables>,
  engine: Engine,
  sealing: Sealing,
  bid: string,
  patient: string,
): Promise<boolean> {
  const usernames = await sealing.formsOf(trx, 'profile', 'username', bid, [patient])
  const found = await trx
    .selectFrom('profile')
    .select('oid')
    .where('bid', '=', bid)
    .where('kind', '=', 'patient')
    .where(({ or, eb }) => or([eb('oid', '=', patient), eb('username', 'in', usernames)]))
    .execute()
  const oids = found.map(({ oid }) => oid)
  if (oids.length > 0) {
    const query = trx.selectFrom('profile').select('oid').where('oid', 'in', oids).orderBy('oid')
    // An erasure that is under way is waited for, and the row is gone then.
    const kept = await (engine.locksRows ? query.forShare() : query).execute()
    if (kept.length < oids.length) return true
  }
  return hasErasure(trx, { bid, patient })
}

async function find(
  db: Kysely<Tables>,
  sealing: Sealing,
  bid: string,
  id: string,
): Promise<Reminder | undefined> {
  if (!isFit(id)) return undefined
  const row = await db
    .selectFrom('reminder')
    .selectAll()
    .where('bid', '=', bid)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && reminderOf(await sealing.open(db, 'reminder', row))
}

export function reminderOf(row: Selectable<ReminderTable>): Reminder {
  const { id, bid, event, event_time, transaction_id, payload, sent_ms } = row
  const status = sent_ms === null ? 'scheduled' : 'sent'
  return { id, bid, event, event_time, transaction_id, payload, status }
}
