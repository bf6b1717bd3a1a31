import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { randomOid } from './profiles.ts'
import type { Client, Clients } from './records.ts'
import { hashSecret, isSecretOf, NO_SECRET, randomSecret } from './secret.ts'
import { type Store, secondsOf } from './store.ts'
import type { ClientTable } from './tables.ts'

const CLIENT_ID = /^mlc_[\w-]{16}$/

/** The clients of a database. @param now clock in epoch milliseconds */
export function clientsOf(store: Store, now: () => number): Clients {
  return {
    async add({ bid, oid = randomOid(), role, expires_at }) {
      const client_secret = randomSecret()
      const secret = await hashSecret(client_secret)
      const row = {
        ...{ client_id: `mlc_${randomBytes(12).toString('base64url')}`, bid, oid, role },
        created: secondsOf(now),
        ...(expires_at !== undefined && { expires_at }),
      }
      const added = sql<number>`(select coalesce(max(added), 0) + 1 from client)`
      store.context.note({ type: 'client', id: row.client_id })
      await store.run((db) =>
        db
          .insertInto('client')
          .values({ ...row, added, secret })
          .execute(),
      )
      return { ...row, client_secret }
    },

    async list() {
      const rows = await store.read((db) =>
        db.selectFrom('client').selectAll().orderBy('added').orderBy('client_id').execute(),
      )
      return rows.map(clientOf)
    },

    async remove(clientId) {
      if (!CLIENT_ID.test(clientId)) return false
      const { numDeletedRows } = await store.run((db) =>
        db.deleteFrom('client').where('client_id', '=', clientId).executeTakeFirst(),
      )
      return numDeletedRows > 0n
    },

    async isActive(clientId, login) {
      if (!CLIENT_ID.test(clientId)) return true
      const row = await store.read((db) => {
        const client = db
          .selectFrom('client')
          .select('bid')
          .where('client_id', '=', clientId)
          .where(({ or, eb }) =>
            or([eb('expires_at', 'is', null), eb('expires_at', '>', secondsOf(now))]),
          )
        const token = db
          .selectFrom('refresh_token')
          .select('hash')
          .where('client_id', '=', clientId)
        const query =
          login === undefined
            ? client
            : client.where(({ exists }) => exists(token.where('family', '=', login)))
        return query.executeTakeFirst()
      })
      return row !== undefined
    },

    async authenticate(clientId, secret) {
      const row = CLIENT_ID.test(clientId)
        ? await store.read((db) =>
            db
              .selectFrom('client')
              .selectAll()
              .where('client_id', '=', clientId)
              .executeTakeFirst(),
          )
        : undefined
      const isRight = await isSecretOf(row?.secret ?? NO_SECRET, secret)
      return row !== undefined && isRight && !isExpired(row, secondsOf(now))
        ? clientOf(row)
        : undefined
    },
  }
}

/** A client as others see it. */
export function clientOf(row: Selectable<ClientTable>): Client {
  const { client_id, bid, oid, role, created, expires_at } = row
  return { client_id, bid, oid, role, created, ...(expires_at !== null && { expires_at }) }
}

/** @param time in epoch seconds */
export function isExpired({ expires_at }: Selectable<ClientTable>, time: number): boolean {
  return expires_at !== null && expires_at <= time
}
