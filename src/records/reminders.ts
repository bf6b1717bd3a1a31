import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Sealing } from './sealing/sealing.ts'
import type { Store } from './store.ts'
import { isFit } from './subscriptions.ts'
import type { ReminderTable, Tables } from './tables.ts'
import type { Reminder, Reminders } from './webhooks.ts'

/** The reminders of a database. */
export function remindersOf(store: Store): Reminders {
  return {
    schedule: ({ bid, event, event_time, transaction_id, payload, patient = null }) =>
      store.run(async (db) => {
        const { sealing, context } = store
        const row = { bid, event, event_time, transaction_id, payload, patient, sent_ms: null }
        const findEarlier = async () => {
          const found = await db
            .selectFrom('reminder')
            .selectAll()
            .where('bid', '=', bid)
            .where(
              'transaction_id',
              'in',
              await sealing.formsOf(db, 'reminder', 'transaction_id', bid, [transaction_id]),
            )
            .executeTakeFirst()
          if (found === undefined) return undefined
          context.note({ type: 'reminder', id: found.id })
          const earlier = await sealing.open(db, 'reminder', found)
          return earlier.payload === payload ? reminderOf(earlier) : ('taken' as const)
        }
        // The index of keyed hashes says nothing about reminders that are not sealed yet.
        let earlier = sealing.state === 'mixed' ? await findEarlier() : undefined
        while (earlier === undefined) {
          const id = `evt_${randomBytes(15).toString('base64url')}`
          context.note({ type: 'reminder', id })
          const made = await db
            .insertInto('reminder')
            .values(await sealing.seal(db, 'reminder', { id, ...row }))
            .onConflict((conflict) => conflict.columns(['bid', 'transaction_id']).doNothing())
            .returningAll()
            .executeTakeFirst()
          if (made !== undefined) return reminderOf(await sealing.open(db, 'reminder', made))
          // It may have been taken back since.
          earlier = await findEarlier()
        }
        return earlier
      }),

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
