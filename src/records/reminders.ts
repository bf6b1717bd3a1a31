import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Store } from './store.ts'
import { isFit } from './subscriptions.ts'
import type { ReminderTable } from './tables.ts'
import type { Reminder, Reminders } from './webhooks.ts'

/** The reminders of a database. */
export function remindersOf(store: Store): Reminders {
  return {
    schedule: ({ bid, event, event_time, transaction_id, payload, patient = null }) =>
      store.run(async (db) => {
        const row = { bid, event, event_time, transaction_id, payload, patient }
        for (;;) {
          const id = `evt_${randomBytes(15).toString('base64url')}`
          store.context.note({ type: 'reminder', id })
          const made = await db
            .insertInto('reminder')
            .values({ id, ...row, sent_ms: null })
            .onConflict((conflict) => conflict.columns(['bid', 'transaction_id']).doNothing())
            .returningAll()
            .executeTakeFirst()
          if (made !== undefined) return reminderOf(made)
          const found = await db
            .selectFrom('reminder')
            .selectAll()
            .where('bid', '=', bid)
            .where('transaction_id', '=', transaction_id)
            .executeTakeFirst()
          // It may have been taken back between the two.
          if (found === undefined) continue
          store.context.note({ type: 'reminder', id: found.id })
          return found.payload === payload ? reminderOf(found) : 'taken'
        }
      }),

    get: (bid, id) => store.read(async (db) => find(db, bid, id)),

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
        return (await find(db, bid, id))?.status
      }),
  }
}

async function find(
  db: Parameters<Parameters<Store['run']>[0]>[0],
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
  return row && reminderOf(row)
}

export function reminderOf({ sent_ms, patient: _, ...row }: Selectable<ReminderTable>): Reminder {
  return { ...row, status: sent_ms === null ? 'scheduled' : 'sent' }
}
