import { randomInt } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import {
  FOUND_BY,
  type Profile,
  type ProfileFields,
  type ProfileKind,
  type Profiles,
} from './records.ts'
import type { Sealing } from './sealing/sealing.ts'
import { type Engine, locked, type Store, secondsOf } from './store.ts'
import { type ProfileTable, type Tables, TEXT_FIELDS } from './tables.ts'

type Row = Selectable<ProfileTable>
type Columns = Partial<Pick<Row, (typeof TEXT_FIELDS)[number] | 'extras'>>

/** Form of an identifier. */
const OID = /^[1-9][0-9]{16}$/

/**
 * The profiles of a database.
 *
 * @param now clock in epoch milliseconds
 * @param newOid asked again when what it gave is an identifier already
 */
export function profilesOf(
  store: Store,
  now: () => number,
  newOid: () => string = randomOid,
): Profiles {
  return {
    create: ({ kind, bid, ...fields }) =>
      store.run((db, engine) =>
        unlessTaken(engine, async () => {
          const time = secondsOf(now)
          const row = { kind, bid, ...columnsOf(fields), c_ate: time, u_ate: time }
          if (await isTakenInPlain(db, store.sealing, row)) return 'username_taken'
          for (;;) {
            const oid = newOid()
            noteProfile(store, kind, oid)
            const sealed = await store.sealing.seal(db, 'profile', { oid, ...row })
            const made = await db
              .insertInto('profile')
              .values(sealed as Row)
              .onConflict((conflict) => conflict.column('oid').doNothing())
              .returning('oid')
              .executeTakeFirst()
            if (made !== undefined) return profileOf({ ...row, oid, held_at: null })
          }
        }),
      ),

    count: (kind, bid) =>
      store.read(async (db) => {
        const { count } = await db
          .selectFrom('profile')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('bid', '=', bid)
          .where('kind', '=', kind)
          .executeTakeFirstOrThrow()
        return Number(count)
      }),

    async get(kind, oid) {
      if (!OID.test(oid)) return undefined
      noteProfile(store, kind, oid)
      return store.read(async (db) => {
        const row = await db
          .selectFrom('profile')
          .selectAll()
          .where('oid', '=', oid)
          .where('kind', '=', kind)
          .executeTakeFirst()
        return row && profileOf(await store.sealing.open(db, 'profile', row))
      })
    },

    find: ({ kind, bid, after, limit, ...fields }) =>
      store.read(async (db) => {
        let query = db
          .selectFrom('profile')
          .selectAll()
          .where('bid', '=', bid)
          .where('kind', '=', kind)
        for (const field of FOUND_BY) {
          const value = fields[field]
          if (value === undefined) continue
          const forms = await store.sealing.formsOf(db, 'profile', field, bid, [value])
          query = query.where(field, 'in', forms)
        }
        if (after !== undefined) query = query.where('oid', '>', after)
        const rows = await query.orderBy('oid').limit(limit).execute()
        return (await store.sealing.openAll(db, 'profile', rows)).map(profileOf)
      }),

    async update(kind, oid, change) {
      if (!OID.test(oid)) return undefined
      noteProfile(store, kind, oid)
      let refusal: { readonly error: unknown } | undefined
      const updated = await store.run((db, engine) =>
        unlessTaken(engine, () =>
          db.transaction().execute(async (trx) => {
            const ofKind = trx.selectFrom('profile').selectAll().where('kind', '=', kind)
            const found = await locked(engine, ofKind.where('oid', '=', oid)).executeTakeFirst()
            if (found === undefined) return undefined
            const row = await store.sealing.open(trx, 'profile', found)
            const fields = resultOf(() => change(profileOf(row)))
            // An error of the caller is no error of the database, and bypasses their translation.
            if ('error' in fields) {
              refusal = fields
              return undefined
            }
            const changed = columnsOf(fields.value)
            const wanted = { ...row, ...changed, u_ate: secondsOf(now) }
            if ('username' in changed && (await isTakenInPlain(trx, store.sealing, wanted)))
              return 'username_taken'
            await trx
              .updateTable('profile')
              .set(await store.sealing.seal(trx, 'profile', wanted))
              .where('oid', '=', oid)
              .execute()
            return profileOf(wanted)
          }),
        ),
      )
      if (refusal !== undefined) throw refusal.error
      return updated
    },
  }
}

/** Tells the audit trail which profile the running work reads or writes. */
function noteProfile({ context }: Store, kind: ProfileKind, oid: string): void {
  context.note({ type: kind, id: oid }, kind === 'patient' ? oid : undefined)
}

/** 17 random decimal digits, the first of them no 0. */
export function randomOid(): string {
  // One call gives at most 48 random bits, 14 digits.
  const eightDigits = () => String(randomInt(1e8)).padStart(8, '0')
  return `${randomInt(1, 10)}${eightDigits()}${eightDigits()}`
}

/** The one thing that is unique, besides the identifier, is a username. */
async function unlessTaken<T>(
  engine: Engine,
  write: () => Promise<T>,
): Promise<T | 'username_taken'> {
  try {
    return await write()
  } catch (error) {
    if (engine.violationOf(error) === 'unique') return 'username_taken'
    throw error
  }
}

/**
 * True if another profile, which is not sealed yet, has the username: the index of keyed hashes says nothing about it. One that
 * is being sealed is found here or there.
 */
async function isTakenInPlain(
  db: Kysely<Tables>,
  sealing: Sealing,
  profile: Pick<Row, 'kind' | 'bid'> & Pick<Columns, 'username'> & { readonly oid?: string },
): Promise<boolean> {
  const { kind, bid, username, oid } = profile
  if (sealing.state !== 'mixed' || typeof username !== 'string') return false
  const found = await db
    .selectFrom('profile')
    .select('oid')
    .where('bid', '=', bid)
    .where('kind', '=', kind)
    .where('username', '=', username)
    .executeTakeFirst()
  return found !== undefined && found.oid !== oid
}

function resultOf<T>(ask: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: ask() }
  } catch (error) {
    return { error }
  }
}

/** The columns of the fields that are there; those that are there and undefined are emptied. */
function columnsOf(fields: ProfileFields): Columns {
  const columns: Columns = {}
  // A lone surrogate has no bytes: it would come back as another character.
  for (const field of TEXT_FIELDS)
    if (field in fields) columns[field] = fields[field]?.replace(/\p{Cs}/gu, '\uFFFD') ?? null
  if ('extras' in fields)
    columns.extras = fields.extras === undefined ? null : JSON.stringify(fields.extras)
  return columns
}

/** @param row its columns; those of fields may be missing */
export function profileOf(row: Columns & Omit<Row, keyof Columns | 'key_id' | 'sealed'>): Profile {
  const fields: { -readonly [field in keyof ProfileFields]: ProfileFields[field] } = {}
  for (const field of TEXT_FIELDS) {
    const text = row[field] ?? undefined
    if (text !== undefined) fields[field] = text
  }
  if (typeof row.extras === 'string')
    fields.extras = JSON.parse(row.extras) as Record<string, unknown>
  const { oid, kind, bid, c_ate, u_ate, held_at } = row
  return { oid, kind, bid, ...fields, c_ate, u_ate, ...(held_at !== null && { held_at }) }
}
