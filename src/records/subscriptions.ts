import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Store, secondsOf } from './store.ts'
import type { SubscriptionTable } from './tables.ts'
import type { Subscription, Subscriptions } from './webhooks.ts'

/** Maximum of subscriptions of a workspace: each gets every event. */
export const MAX_SUBSCRIPTIONS = 100

/** The subscriptions of a database. @param now clock in epoch milliseconds */
export function subscriptionsOf(store: Store, now: () => number): Subscriptions {
  return {
    add: ({ bid, endpoint, event_names, signing_key }) =>
      store.run((db) =>
        db.transaction().execute(async (trx) => {
          // If two come at the same moment, both may be the last.
          const { count } = await trx
            .selectFrom('subscription')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('bid', '=', bid)
            .executeTakeFirstOrThrow()
          if (count >= MAX_SUBSCRIPTIONS) return 'too_many'
          const id = `whs_${randomBytes(12).toString('base64url')}`
          store.context.note({ type: 'subscription', id })
          const row = {
            ...{ id, bid, endpoint, signing_key, event_names: JSON.stringify(event_names) },
            ...{ status: 'active' as const, created: secondsOf(now) },
          }
          const added = await trx
            .insertInto('subscription')
            .values({
              ...(await store.sealing.seal(trx, 'subscription', row)),
              added: sql<number>`(select coalesce(max(added), 0) + 1 from subscription)`,
            })
            .returningAll()
            .executeTakeFirstOrThrow()
          return subscriptionOf(await store.sealing.open(trx, 'subscription', added))
        }),
      ),

    async list(bid) {
      return store.read(async (db) => {
        const rows = await db
          .selectFrom('subscription')
          .selectAll()
          .where('bid', '=', bid)
          .orderBy('added')
          .orderBy('id')
          .execute()
        return (await store.sealing.openAll(db, 'subscription', rows)).map(subscriptionOf)
      })
    },

    async remove(bid, id) {
      if (!isFit(id)) return false
      const { numDeletedRows } = await store.run((db) =>
        db
          .deleteFrom('subscription')
          .where('bid', '=', bid)
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      return numDeletedRows > 0n
    },
  }
}

function subscriptionOf(row: Selectable<SubscriptionTable>): Subscription {
  const { id, bid, endpoint, status, created } = row
  const event_names = JSON.parse(row.event_names) as string[]
  return { id, bid, endpoint, event_names, status, created }
}

/** True if text may be an identifier of webhooks; PostgreSQL refuses some other texts. */
export function isFit(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id)
}
