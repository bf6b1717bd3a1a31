/**
 * The audit trail of a database: entries in one chain, each with the SHA-256 of itself and its predecessor's, to which any
 * number of processes append. `audit_head` is its end; a transaction that appends holds it until it is committed.
 */

import { randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely'
import type { Engine, Store } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { EntryWriter } from './driver.ts'
import {
  type AuditDraft,
  type AuditEntry,
  CHAIN_START,
  type ChainPlace,
  entryOf,
  nextPlace,
  type StoredEntry,
} from './entry.ts'

/** Entries of one transaction, and of one page of reading. */
const AT_ONCE = 500
/** Entries that are looked at for a page, which need no index but that of their numbers. */
const LOOKED_AT = 20_000
/** How long entries wait for others to share a transaction, if no request waits for them. */
const GATHERING_MS = 200
/** Time until entries that could not be stored are tried again. */
const RETRY_MS = 1000
/** Entries that may wait to be stored while their requests are answered. */
const MAX_BEHIND = 5000
/** Entries that one removal takes. */
const PRUNED_AT_ONCE = 5000

/** Entries to be read. */
export interface AuditFilter {
  /** Epoch milliseconds: from the first, before the second. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly workspace?: string | undefined
  readonly patient?: string | undefined
}

/** A chain that holds, or the first entry that does not. */
export type Verification =
  | { readonly isWhole: true; readonly first: number; readonly last: ChainPlace }
  | { readonly isWhole: false; readonly seq: number; readonly fault: string }

export interface AuditTrail {
  /** Adds an entry; it is on disk when the promise resolves. Entries that come at the same time share a transaction. */
  add(draft: AuditDraft, outcome: AuditEntry['outcome']): Promise<void>
  /**
   * Adds an entry within 200 ms, for requests that change nothing: they need not wait for the disk. If entries cannot be stored, or too
   * many wait, the promise resolves when this one is on disk. An entry that was taken is not lost unless the process dies.
   */
  addSoon(draft: AuditDraft, outcome: AuditEntry['outcome']): Promise<void>
  /** Resolves when every entry that was taken is on disk, or cannot be stored. */
  flush(): Promise<void>
  /** Result of work whose entry this is: writes store it in their own transaction, other work before it resolves. */
  during<T>(draft: AuditDraft, work: () => Promise<T>): Promise<T>
  /** Begins a part of work whose entry this is; `end` must follow. */
  begin<T>(draft: AuditDraft, work: () => T): T
  end(): void
  /** Entries in the order of the chain. */
  read(filter?: AuditFilter): AsyncGenerator<StoredEntry>
  /**
   * Checks every entry that is kept, and the end of the chain.
   *
   * @param known a place that the chain had: it must still be in it
   */
  verify(known?: ChainPlace): Promise<Verification>
  /** Removes entries from the beginning that are older than a time. @returns their number; another call may find more */
  prune(before: number): Promise<number>
}

/** As much of a connection or a transaction as appending needs. */
interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

/** The audit trail of a database. @param now clock in epoch milliseconds */
export function trailOf(
  store: Store,
  now: () => number,
): AuditTrail & EntryWriter & { close(): Promise<void> } {
  const queue = new AppendQueue(store)
  const { context } = store
  const add: AuditTrail['add'] = (draft, outcome) => queue.add(entryOf(draft, outcome, now()))
  return {
    append(connection, engine, drafts) {
      const time = now()
      const entries = drafts.map((draft) => entryOf(draft, 'done', time))
      return queue.within(connection, engine, entries)
    },
    executeWith: (connection, draft, change) =>
      queue.with(connection, entryOf(draft, 'done', now()), change),
    add,
    addSoon: (draft, outcome) => queue.addSoon(entryOf(draft, outcome, now())),
    flush: () => queue.flush(),
    close: () => queue.close(),

    async during(draft, work) {
      try {
        const result = await context.begin(draft, work)
        if (draft.stored === undefined) await add(draft, 'done')
        return result
      } catch (error) {
        await add(draft, 'failed')
        throw error
      } finally {
        context.end()
      }
    },

    begin: (draft, work) => context.begin(draft, work),
    end: () => context.end(),

    async *read(filter = {}) {
      await queue.flush()
      const { end, anchor } = await readHead(store)
      for (let after = anchor.seq; after < end.seq; after += LOOKED_AT)
        yield* await readPage(store, filter, after, Math.min(after + LOOKED_AT, end.seq))
    },

    async verify(known) {
      await queue.flush()
      for (;;) {
        const head = await readHead(store)
        const found = await verify(store, head, known)
        // Entries that were removed meanwhile, since their time was over, are no fault.
        if (found.isWhole || (await readHead(store)).anchor.seq === head.anchor.seq) return found
      }
    },

    prune: (before) =>
      store.run((db, engine) =>
        db.transaction().execute((trx) => prune(trx, engine, before, now())),
      ),
  }
}

/**
 * An entry that is stored with a change of records, and added to the chain soon after. Where transactions run next to each
 * other, the end of the chain would make each wait for the disk of the one before.
 */
function pendingRow(entry: AuditEntry): [string, string] {
  return [pendingId(Date.parse(entry.time)), JSON.stringify(entry)]
}

/**
 * One statement of PostgreSQL that makes a change, and stores an entry if the change has changed a row: a transaction would
 * take three more round trips.
 */
async function executeWithPending<Row>(
  executor: Executor,
  entry: AuditEntry,
  { sql, parameters, query }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const returns = 'returning' in query && query.returning !== undefined
  const [id, text] = [`$${parameters.length + 1}::text`, `$${parameters.length + 2}::text`]
  const { rows } = await executor.executeQuery<Row>(
    CompiledQuery.raw(
      `with changed as (${sql}${returns ? '' : ' returning 1'}), pending as (` +
        `insert into audit_pending (id, entry) select ${id}, ${text} where exists (select from changed)` +
        ') select * from changed',
      [...parameters, ...pendingRow(entry)],
    ) as CompiledQuery<Row>,
  )
  return { rows: returns ? rows : [], numAffectedRows: BigInt(rows.length) }
}

/** Appends entries to the chain within a transaction. */
async function appendTo(
  executor: Executor,
  { locksRows }: Pick<Engine, 'locksRows'>,
  entries: readonly string[],
): Promise<void> {
  const { rows } = await executor.executeQuery<ChainPlace>(
    CompiledQuery.raw(
      `select seq, hash from audit_head${locksRows ? ' for update' : ''}`,
    ) as CompiledQuery<ChainPlace>,
  )
  let place = rows[0]!
  const parameters = entries.flatMap((text) => {
    const { time, workspace = null, patient = null } = JSON.parse(text) as AuditEntry
    place = nextPlace(place, text)
    return [place.seq, place.hash, Date.parse(time), workspace, patient, text]
  })
  const columns = ['seq', 'hash', 'time_ms', 'workspace', 'patient', 'entry']
  const mark = (nth: number) => (locksRows ? `$${nth + 1}` : '?')
  const values = entries.map(
    (_, row) => `(${columns.map((_, nth) => mark(row * columns.length + nth)).join(', ')})`,
  )
  await executor.executeQuery(
    CompiledQuery.raw(
      `insert into audit (${columns.join(', ')}) values ${values.join(', ')}`,
      parameters,
    ),
  )
  await executor.executeQuery(
    CompiledQuery.raw(`update audit_head set seq = ${mark(0)}, hash = ${mark(1)}`, [
      ...[place.seq, place.hash],
    ]),
  )
}

/** Adds entries to the chain that committed transactions have left. @returns their number */
async function chainPending(trx: Kysely<Tables>, engine: Engine): Promise<number> {
  // Held first: two processes would chain the same entries.
  await lockedHead(trx, engine)
  const oldest = trx.selectFrom('audit_pending').select('id').orderBy('id').limit(AT_ONCE)
  const pending = await trx
    .deleteFrom('audit_pending')
    .where('id', 'in', oldest)
    .returningAll()
    .execute()
  if (pending.length === 0) return 0
  const ordered = pending.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await appendTo(
    trx,
    engine,
    ordered.map(({ entry }) => entry),
  )
  return pending.length
}

/** The time in hexadecimal digits and 64 random bits: later ones are greater, as far as clocks agree. */
function pendingId(time: number): string {
  return `${time.toString(16).padStart(12, '0')}${randomBytes(8).toString('hex')}`
}

/** Entries that wait for the transaction before theirs. */
class AppendQueue {
  readonly #store: Store
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #gathering: NodeJS.Timeout | undefined
  #isFailing = false
  #isClosed = false
  /** True if committed transactions may have left entries that are not in the chain. */
  #hasPending = true

  constructor(store: Store) {
    this.#store = store
  }

  /** Stores entries of a transaction that has begun. */
  async within(
    connection: Executor,
    engine: Pick<Engine, 'locksRows'>,
    entries: readonly AuditEntry[],
  ): Promise<void> {
    if (!engine.locksRows)
      return appendTo(
        connection,
        engine,
        entries.map((entry) => JSON.stringify(entry)),
      )
    for (const entry of entries)
      await connection.executeQuery(
        CompiledQuery.raw(
          'insert into audit_pending (id, entry) values ($1, $2)',
          pendingRow(entry),
        ),
      )
    this.#chainSoon()
  }

  /** Makes a change and stores its entry, in one statement. */
  async with<Row>(
    connection: Executor,
    entry: AuditEntry,
    change: CompiledQuery,
  ): Promise<QueryResult<Row>> {
    const result = await executeWithPending<Row>(connection, entry, change)
    this.#chainSoon()
    return result
  }

  #chainSoon(): void {
    this.#hasPending = true
    this.#flushIn(GATHERING_MS)
  }

  add(entry: AuditEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ entry, done, failed })
      this.#writing ??= this.#write()
    })
  }

  async addSoon(entry: AuditEntry): Promise<void> {
    if (this.#isFailing || this.#waiting.length >= MAX_BEHIND) return this.add(entry)
    this.#waiting.push({ entry })
    this.#flushIn(GATHERING_MS)
  }

  async flush(): Promise<void> {
    if (this.#waiting.length > 0 || this.#hasPending) this.#writing ??= this.#write()
    await this.#writing
  }

  /** Stores what waits, and takes no more. */
  async close(): Promise<void> {
    await this.flush()
    this.#isClosed = true
    clearTimeout(this.#gathering)
  }

  #flushIn(ms: number): void {
    if (!this.#isClosed) this.#gathering ??= setTimeout(() => void this.flush(), ms).unref()
  }

  async #write(): Promise<void> {
    // Entries of the same turn of the event loop share the transaction.
    await Promise.resolve()
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    do {
      const batch = this.#waiting.splice(0, AT_ONCE)
      try {
        await this.#append(batch.map(({ entry }) => entry))
        this.#isFailing = false
        for (const { done } of batch) done?.()
      } catch (error) {
        this.#isFailing = true
        for (const { failed } of batch) failed?.(error)
        // Their requests were answered: they are stored at the next try.
        this.#waiting.unshift(...batch.filter(({ failed }) => failed === undefined))
      }
    } while (this.#waiting.some(({ failed }) => failed !== undefined || !this.#isFailing))
    this.#writing = undefined
    if (this.#waiting.length > 0 || this.#hasPending) this.#flushIn(RETRY_MS)
  }

  async #append(entries: readonly AuditEntry[]): Promise<void> {
    // Entries of earlier transactions come before.
    await this.#chain()
    const texts = entries.map((entry) => JSON.stringify(entry))
    if (texts.length > 0)
      await this.#store.runToTheEnd((db, engine) =>
        db.transaction().execute((trx) => appendTo(trx, engine, texts)),
      )
  }

  /** Left to the next time if it fails: the entries are on disk. */
  async #chain(): Promise<void> {
    if (!this.#hasPending) return
    this.#hasPending = false
    try {
      let count = AT_ONCE
      while (count === AT_ONCE)
        count = await this.#store.runToTheEnd((db, engine) =>
          engine.locksRows
            ? db.transaction().execute((trx) => chainPending(trx, engine))
            : Promise.resolve(0),
        )
    } catch {
      this.#hasPending = true
    }
  }
}

/** An entry, and the request that waits for it, if one does. */
interface Waiting {
  readonly entry: AuditEntry
  readonly done?: () => void
  readonly failed?: (error: unknown) => void
}

/** End of the chain, and the last entry that was removed from its beginning. */
interface Head {
  readonly end: ChainPlace
  readonly anchor: ChainPlace
}

async function readHead(store: Store): Promise<Head> {
  return store.run(async (db) => headOf(await headQuery(db).executeTakeFirstOrThrow()))
}

function headQuery(db: Kysely<Tables>) {
  return db.selectFrom('audit_head').selectAll()
}

async function lockedHead(trx: Kysely<Tables>, engine: Engine): Promise<Head> {
  const query = headQuery(trx)
  const row = await (engine.locksRows ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return headOf(row)
}

function headOf(row: Tables['audit_head']): Head {
  const { seq, hash, anchor_seq, anchor_hash } = row
  return { end: { seq, hash }, anchor: { seq: anchor_seq, hash: anchor_hash } }
}

function readPage(
  store: Store,
  { from, until, workspace, patient }: AuditFilter,
  after: number,
  last: number,
): Promise<StoredEntry[]> {
  return store.run((db) =>
    db
      .selectFrom('audit')
      .select(['seq', 'hash', 'entry'])
      .where('seq', '>', after)
      .where('seq', '<=', last)
      .$if(from !== undefined, (query) => query.where('time_ms', '>=', from!))
      .$if(until !== undefined, (query) => query.where('time_ms', '<', until!))
      .$if(workspace !== undefined, (query) => query.where('workspace', '=', workspace!))
      .$if(patient !== undefined, (query) => query.where('patient', '=', patient!))
      .orderBy('seq')
      .execute(),
  )
}

async function verify(
  store: Store,
  { end, anchor }: Head,
  known: ChainPlace | undefined,
): Promise<Verification> {
  const broken = (seq: number, fault: string) => ({ isWhole: false, seq, fault }) as const
  let place = anchor
  let isKnown = known === undefined || known.seq <= anchor.seq
  // The removal of entries is an entry itself: an anchor that none names was set by another program.
  let isAnchored = anchor.seq === CHAIN_START.seq && anchor.hash === CHAIN_START.hash
  while (place.seq < end.seq) {
    const page = await store.run((db) =>
      db
        .selectFrom('audit')
        .selectAll()
        .where('seq', '>', place.seq)
        .where('seq', '<=', end.seq)
        .orderBy('seq')
        .limit(AT_ONCE)
        .execute(),
    )
    for (const { seq, hash, entry, ...columns } of page) {
      const expected = nextPlace(place, entry)
      if (seq !== expected.seq) return broken(expected.seq, 'the entry is missing')
      if (hash !== expected.hash) return broken(seq, 'the entry was changed')
      const { time, workspace = null, patient = null, pruned } = JSON.parse(entry) as AuditEntry
      const isSame =
        columns.time_ms === Date.parse(time) &&
        columns.workspace === workspace &&
        columns.patient === patient
      if (!isSame) return broken(seq, 'the columns of the entry were changed')
      if (known?.seq === seq) {
        if (known.hash !== hash) return broken(seq, 'the chain was replaced by another one')
        isKnown = true
      }
      isAnchored ||= pruned?.seq === anchor.seq && pruned.hash === anchor.hash
      place = expected
    }
    if (page.length === 0) return broken(place.seq + 1, 'the entry is missing')
  }
  if (place.hash !== end.hash) return broken(place.seq, 'the end of the chain was changed')
  if (!isKnown) return broken(place.seq + 1, 'the end of the chain is missing')
  if (!isAnchored) return broken(anchor.seq + 1, 'the beginning of the chain was cut off')
  return { isWhole: true, first: anchor.seq + 1, last: end }
}

async function prune(
  trx: Kysely<Tables>,
  engine: Engine,
  before: number,
  time: number,
): Promise<number> {
  const { end, anchor } = await lockedHead(trx, engine)
  const kept = await trx
    .selectFrom('audit')
    .select('seq')
    .where('time_ms', '>=', before)
    .where('seq', '<=', anchor.seq + PRUNED_AT_ONCE)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  const last = kept === undefined ? Math.min(end.seq, anchor.seq + PRUNED_AT_ONCE) : kept.seq - 1
  if (last <= anchor.seq) return 0
  const pruned = await trx
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .where('seq', '=', last)
    .executeTakeFirstOrThrow()
  const draft = { operation: 'audit retention', action: 'delete' } as const
  await appendTo(trx, engine, [JSON.stringify({ ...entryOf(draft, 'done', time), pruned })])
  await trx.deleteFrom('audit').where('seq', '<=', last).execute()
  await trx
    .updateTable('audit_head')
    .set({ anchor_seq: pruned.seq, anchor_hash: pruned.hash })
    .execute()
  return last - anchor.seq
}
