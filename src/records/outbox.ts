import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { MedlinkError } from '../errors.ts'
import type { Sealing } from './sealing/sealing.ts'
import { type Engine, locked, lockedUnlessTaken, type Store } from './store.ts'
import { isFit } from './subscriptions.ts'
import type { Tables } from './tables.ts'
import type { Admission, Attempt, Delivery, Outbox } from './webhooks.ts'

/** Reminders of one transaction. */
const AT_ONCE = 100
/** Deliveries that are looked at to find those whose turn it is: more than one subscription may have due. */
const LOOKED_AT = 200
/** How long what was sent, and what is parked, is kept. Payloads have names of patients in them. */
export const KEPT_MS = 30 * 24 * 3_600_000

/** The outbox of a database. @param now clock in epoch milliseconds */
export function outboxOf(store: Store, now: () => number): Outbox {
  return {
    release: () =>
      store.run((db, engine) => db.transaction().execute((trx) => release(trx, engine, now()))),

    forget: () => store.run((db, engine) => forget(db, engine, now() - KEPT_MS)),

    claim: (options) =>
      store.run(async (db, engine) => {
        const time = now()
        const ids = await choose(db, time, options.admission)
        if (ids.length === 0) return []
        return db
          .transaction()
          .execute((trx) => claim(trx, engine, store.sealing, ids, time, options.leaseMs))
      }),

    settle: ({ deliveryId, subscriptionId, lease }, outcome) =>
      store.run((db, engine) =>
        db.transaction().execute(async (trx) => {
          const disables = outcome.state === 'parked' && outcome.disables
          // Before its deliveries, in the order in which a removal locks them.
          if (disables) await lockSubscription(trx, engine, subscriptionId)
          const { numUpdatedRows } = await trx
            .updateTable('delivery')
            .set({
              ...{ state: outcome.state, last_result: outcome.result, lease: null },
              ...(outcome.state === 'pending' && { due_ms: outcome.dueMs }),
            })
            .where('id', '=', deliveryId)
            .where('lease', '=', lease)
            .executeTakeFirst()
          const isOwn = numUpdatedRows > 0n
          if (isOwn && disables) await disable(trx, subscriptionId, outcome.result)
          return isOwn
        }),
      ),

    nextDue: () =>
      store.read(async (db) => {
        const delivery = await db
          .selectFrom('delivery')
          .select(({ fn }) => fn.min('due_ms').as('due'))
          .where('state', '=', 'pending')
          .executeTakeFirst()
        const reminder = await db
          .selectFrom('reminder')
          .select(({ fn }) => fn.min('event_time').as('due'))
          .where('sent_ms', 'is', null)
          .executeTakeFirst()
        const dues = [delivery?.due, reminder?.due].filter((due) => typeof due === 'number')
        return dues.length === 0 ? undefined : Math.min(...dues)
      }),

    list: (bid, { status, after, limit }) =>
      store.read(async (db) => {
        if (after !== undefined && !isFit(after)) return []
        const rows = await deliveries(db)
          .where('delivery.bid', '=', bid)
          .$if(status !== undefined, (query) => query.where('state', '=', status!))
          .$if(after !== undefined, (query) => query.where('delivery.id', '>', after!))
          .orderBy('delivery.id')
          .limit(limit)
          .execute()
        return rows.map(({ due_ms, ...row }): Delivery => {
          return { ...row, next_attempt: row.status === 'pending' ? due_ms : null }
        })
      }),

    replay: (bid, id) =>
      store.run(async (db, engine) => {
        if (!isFit(id)) return undefined
        return db.transaction().execute(async (trx) => {
          const found = await trx
            .selectFrom('delivery')
            .select('subscription_id')
            .where('bid', '=', bid)
            .where('id', '=', id)
            .executeTakeFirst()
          if (found === undefined) return undefined
          await lockSubscription(trx, engine, found.subscription_id)
          const time = now()
          const { numUpdatedRows } = await trx
            .updateTable('delivery')
            .set({ state: 'pending', due_ms: time, started_ms: time, attempts: 0 })
            .where('id', '=', id)
            .where('state', '!=', 'pending')
            .executeTakeFirst()
          if (numUpdatedRows === 0n) return 'pending'
          await trx
            .updateTable('subscription')
            .set({ status: 'active' })
            .where('id', '=', found.subscription_id)
            .execute()
          return 'replayed'
        })
      }),

    sizes: () =>
      store.read(async (db) => {
        const { scheduled } = await db
          .selectFrom('reminder')
          .select(({ fn }) => fn.countAll<number>().as('scheduled'))
          .where('sent_ms', 'is', null)
          .executeTakeFirstOrThrow()
        const states = await db
          .selectFrom('delivery')
          .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
          .where('state', 'in', ['pending', 'parked'])
          .groupBy('state')
          .execute()
        const sizes = { scheduled, pending: 0, parked: 0 }
        return { ...sizes, ...Object.fromEntries(states.map(({ state, count }) => [state, count])) }
      }),
  }
}

/** Reminders that were sent before a time, with their deliveries, unless one of these is on its way. */
async function forget(db: Kysely<Tables>, engine: Engine, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('reminder')
    .where('id', 'in', (query) =>
      lockedUnlessTaken(
        engine,
        query
          .selectFrom('reminder')
          .select('id')
          .where('sent_ms', '<', before)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('delivery')
                  .select('delivery.id')
                  .whereRef('delivery.reminder_id', '=', 'reminder.id')
                  .where('delivery.state', '=', 'pending'),
              ),
            ),
          )
          .limit(AT_ONCE),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function release(trx: Transaction<Tables>, engine: Engine, time: number): Promise<number> {
  const due = await lockedUnlessTaken(
    engine,
    trx
      .selectFrom('reminder')
      .select(['id', 'bid', 'event'])
      .where('sent_ms', 'is', null)
      .where('event_time', '<=', time)
      .orderBy('event_time')
      .orderBy('id')
      .limit(AT_ONCE),
  ).execute()
  if (due.length === 0) return 0
  const active = trx
    .selectFrom('subscription')
    .select(['id', 'bid', 'event_names'])
    .where('bid', 'in', [...new Set(due.map(({ bid }) => bid))])
    .where('status', '=', 'active')
    .orderBy('added')
  // Waits for subscriptions that are being removed; the others stay until they have their deliveries.
  const subscriptions = await (engine.locksRows ? active.forKeyShare() : active).execute()
  const made = due.flatMap(({ id: reminder_id, bid, event }) =>
    subscriptions
      .filter((each) => each.bid === bid && JSON.parse(each.event_names).includes(event))
      .map(({ id: subscription_id }) => ({
        ...{ id: newDeliveryId(time), bid, subscription_id, reminder_id },
        ...{ state: 'pending' as const, due_ms: time, lease: null },
        ...{ attempts: 0, started_ms: time, last_result: null },
      })),
  )
  for (let from = 0; from < made.length; from += AT_ONCE)
    await trx
      .insertInto('delivery')
      .values(made.slice(from, from + AT_ONCE))
      .execute()
  await trx
    .updateTable('reminder')
    .set({ sent_ms: time })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  return due.length
}

/** Whose turn it is: the oldest first, as far as they are admitted. */
async function choose(
  db: Kysely<Tables>,
  time: number,
  { limit, except, exceptWorkspaces, only, admit }: Admission,
): Promise<string[]> {
  if (limit <= 0 || only?.length === 0) return []
  const due = await db
    .selectFrom('delivery')
    .select(['id', 'subscription_id', 'bid'])
    .where('state', '=', 'pending')
    .where('due_ms', '<=', time)
    .$if(except.length > 0, (query) => query.where('subscription_id', 'not in', except))
    .$if(exceptWorkspaces.length > 0, (query) => query.where('bid', 'not in', exceptWorkspaces))
    .$if(only !== undefined, (query) => query.where('subscription_id', 'in', only!))
    .orderBy('due_ms')
    .orderBy('id')
    .limit(LOOKED_AT)
    .execute()
  return due.filter(({ subscription_id, bid }) => admit(subscription_id, bid)).map(({ id }) => id)
}

/** The chosen rows that no other worker has taken meanwhile. */
async function claim(
  trx: Transaction<Tables>,
  engine: Engine,
  sealing: Sealing,
  chosen: readonly string[],
  time: number,
  leaseMs: number,
): Promise<Attempt[]> {
  const free = await lockedUnlessTaken(
    engine,
    trx
      .selectFrom('delivery')
      .select('id')
      .where('id', 'in', chosen)
      .where('state', '=', 'pending')
      .where('due_ms', '<=', time),
  ).execute()
  if (free.length === 0) return []
  const ids = free.map(({ id }) => id)
  const lease = randomUUID()
  await trx
    .updateTable('delivery')
    .set((column) => ({
      ...{ lease, due_ms: time + leaseMs },
      attempts: column('attempts', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute()
  const rows = await trx
    .selectFrom('delivery')
    .innerJoin('subscription', 'subscription.id', 'delivery.subscription_id')
    .innerJoin('reminder', 'reminder.id', 'delivery.reminder_id')
    .select([
      ...(['delivery.id', 'delivery.bid', 'subscription.id as subscriptionId'] as const),
      ...(['endpoint', 'signing_key', 'subscription.key_id as keyOfSubscription'] as const),
      ...(['subscription.sealed as sealedSubscription', 'payload'] as const),
      ...(['reminder.id as eventId', 'reminder.key_id as keyOfReminder'] as const),
      'reminder.sealed as sealedReminder',
      ...(['attempts as number', 'started_ms as startedMs'] as const),
    ])
    .where('delivery.id', 'in', ids)
    .orderBy('delivery.id')
    .execute()
  const attempts: Attempt[] = []
  for (const row of rows) {
    const { id, bid, subscriptionId, eventId, number, startedMs } = row
    const { endpoint, signing_key, payload } = row
    try {
      const to = await sealing.open(trx, 'subscription', {
        ...{ id: subscriptionId, bid, endpoint, signing_key },
        ...{ key_id: row.keyOfSubscription, sealed: row.sealedSubscription },
      })
      const what = await sealing.open(trx, 'reminder', {
        ...{ id: eventId, bid, payload },
        ...{ key_id: row.keyOfReminder, sealed: row.sealedReminder },
      })
      attempts.push({
        ...{ deliveryId: id, subscriptionId, workspace: bid, eventId, number, startedMs, lease },
        ...{ endpoint: to.endpoint, signingKey: to.signing_key, payload: what.payload },
      })
    } catch (error) {
      if (!isBroken(error)) throw error
      // It would hold up the others, again and again.
      await park(trx, id)
    }
  }
  return attempts
}

function isBroken(error: unknown): boolean {
  return error instanceof MedlinkError && error.code === 'seal_broken'
}

async function park(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'parked', lease: null, last_result: 'the record cannot be read' })
    .where('id', '=', id)
    .execute()
}

function deliveries(db: Kysely<Tables>) {
  return db
    .selectFrom('delivery')
    .innerJoin('reminder', 'reminder.id', 'delivery.reminder_id')
    .select([
      ...(['delivery.id', 'subscription_id', 'reminder.id as event_id'] as const),
      ...(['reminder.event', 'reminder.event_time', 'state as status', 'attempts'] as const),
      ...(['last_result', 'due_ms'] as const),
    ])
}

async function lockSubscription(
  trx: Transaction<Tables>,
  engine: Engine,
  id: string,
): Promise<void> {
  await locked(engine, trx.selectFrom('subscription').select('id').where('id', '=', id)).execute()
}

/** An attempt under way is left to its worker. */
async function disable(trx: Transaction<Tables>, id: string, result: string): Promise<void> {
  await trx.updateTable('subscription').set({ status: 'disabled' }).where('id', '=', id).execute()
  await trx
    .updateTable('delivery')
    .set({ state: 'parked', last_result: result })
    .where('subscription_id', '=', id)
    .where('state', '=', 'pending')
    .where('lease', 'is', null)
    .execute()
}

/** The time in hexadecimal and 64 random bits: later ones are greater, as far as clocks agree. */
function newDeliveryId(time: number): string {
  return `dlv_${time.toString(16).padStart(12, '0')}${randomBytes(8).toString('hex')}`
}
