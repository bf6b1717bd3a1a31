import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { MedlinkError } from '../errors.ts'
import { clientOf, isExpired } from './clients.ts'
import type { Client, Issued, RefreshTokens } from './records.ts'
import { randomSecret } from './secret.ts'
import { type Engine, locked, type Store, secondsOf } from './store.ts'
import type { Tables } from './tables.ts'

/** How many expired tokens are cleared away when one is made. */
const CLEARED_AT_ONCE = 100

/** The refresh tokens of a database. @param now clock in epoch milliseconds */
export function refreshTokensOf(store: Store, now: () => number): RefreshTokens {
  return {
    start: (client, lifetimeSeconds) =>
      store.run(async (db, engine) => {
        const time = secondsOf(now)
        await clearExpired(db, engine, time)
        try {
          return await issue(db, client, randomUUID(), time + lifetimeSeconds)
        } catch (error) {
          if (engine.violationOf(error) !== 'reference') throw error
          throw new MedlinkError(
            'invalid_request',
            'the client was removed while it logged in: register it again',
          )
        }
      }),

    rotate: (token, lifetimeSeconds) =>
      store.run(async (db, engine) => {
        const time = secondsOf(now)
        await clearExpired(db, engine, time)
        return db.transaction().execute(async (trx) => {
          const tokenRow = trx
            .selectFrom('refresh_token')
            .selectAll()
            .where('hash', '=', hashOf(token))
          const before = await tokenRow.executeTakeFirst()
          if (before === undefined) return undefined
          // Changes to the tokens of a client happen one after the other: a family that is ended here gets no new token
          // from a rotation that is on its way, and a removal of the client waits for it, or the other way round.
          const client = await locked(
            engine,
            trx.selectFrom('client').selectAll().where('client_id', '=', before.client_id),
          ).executeTakeFirst()
          const found = await tokenRow.executeTakeFirst()
          if (client === undefined || found === undefined) return undefined
          if (isExpired(client, time)) return undefined
          if (found.used_at !== null) {
            await trx.deleteFrom('refresh_token').where('family', '=', found.family).execute()
            return undefined
          }
          if (found.expires_at <= time) return undefined
          await trx
            .updateTable('refresh_token')
            .set({ used_at: time })
            .where('hash', '=', found.hash)
            .execute()
          return issue(trx, clientOf(client), found.family, time + lifetimeSeconds)
        })
      }),

    end: (login) =>
      store.run((db, engine) =>
        db.transaction().execute(async (trx) => {
          const family = trx
            .selectFrom('refresh_token')
            .select('client_id')
            .where('family', '=', login)
          const client_id = (await family.executeTakeFirst())?.client_id
          if (client_id === undefined) return
          // Waits for a rotation that is on its way: its new token would be left.
          await locked(
            engine,
            trx.selectFrom('client').select('client_id').where('client_id', '=', client_id),
          ).executeTakeFirst()
          await trx.deleteFrom('refresh_token').where('family', '=', login).execute()
        }),
      ),
  }
}

async function issue(
  db: Kysely<Tables>,
  client: Client,
  family: string,
  expires_at: number,
): Promise<Issued> {
  const token = randomSecret()
  const { client_id } = client
  await db
    .insertInto('refresh_token')
    .values({ hash: hashOf(token), family, client_id, expires_at, used_at: null })
    .execute()
  return { token, client, login: family }
}

/** Rows that another transaction has locked are left for the next time: waiting for them could be a deadlock. */
async function clearExpired(db: Kysely<Tables>, engine: Engine, time: number): Promise<void> {
  await db
    .deleteFrom('refresh_token')
    .where('hash', 'in', (query) => {
      const expired = query
        .selectFrom('refresh_token')
        .select('hash')
        .where('expires_at', '<=', time)
        .limit(CLEARED_AT_ONCE)
      return engine.locksRows ? expired.forUpdate().skipLocked() : expired
    })
    .execute()
}

/** The token has 256 random bits: no salt, and no slow hash. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
