import type { Insertable, Selectable, Transaction } from 'kysely'
import type {
  Document,
  DocumentFields,
  DocumentList,
  DocumentOwner,
  Documents,
  ListPosition,
  NewDocument,
} from './records.ts'
import { type Store, secondsOf } from './store.ts'
import type { DocumentTable, Tables } from './tables.ts'

const DAY_SECONDS = 24 * 3600
/** How long a list may be read: afterwards it is forgotten what has changed since it began. */
const LIST_SECONDS = DAY_SECONDS
/** How long a key keeps a document from being added again. */
const KEY_SECONDS = DAY_SECONDS
/** How long a file may take to be stored. */
const PENDING_SECONDS = DAY_SECONDS
const ABANDONED_AT_ONCE = 1000
/** Maximum difference between the clocks of two servers. */
const LEEWAY_SECONDS = 60

type Row = Selectable<DocumentTable>

/**
 * The documents of a database.
 *
 * Changes to the documents of one patient happen one after the other: a transaction that adds or changes one holds the
 * patient's row of `document_feed` until the change is visible. Changes are therefore numbered in the order in which they
 * become visible, and a reader that has seen all up to a number has missed none. Their times ascend with the numbers,
 * whatever the clocks say.
 *
 * @param now clock in epoch milliseconds
 */
export function documentsOf(store: Store, now: () => number): Documents {
  return {
    async begin(id) {
      const row = { id, started_at: secondsOf(now) }
      await store.run((db) => db.insertInto('pending_file').values(row).execute())
    },

    add: (document, key) =>
      store.run((db) =>
        db.transaction().execute(async (trx) => {
          noteDocument(store, document)
          const time = secondsOf(now)
          const change = await nextChange(trx, document, time)
          const earlier = key === undefined ? undefined : await keptUnder(trx, document, key, time)
          if (earlier !== undefined) {
            noteDocument(store, earlier)
            return earlier.sha256 === document.sha256 ? documentOf(earlier) : 'other_bytes'
          }
          const row = rowOf(document)
          const added = await trx
            .insertInto('document')
            .values({ ...row, seq: change.seq, upload_date: time, idempotency_key: key ?? null })
            .returningAll()
            .executeTakeFirstOrThrow()
          await noteChange(trx, added, change, true)
          await trx.deleteFrom('pending_file').where('id', '=', document.id).execute()
          return documentOf(added)
        }),
      ),

    async get(id) {
      const row = await store.read((db) =>
        db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      if (row !== undefined) noteDocument(store, row)
      return row && documentOf(row)
    },

    update: (id, changes) =>
      store.run((db) =>
        db.transaction().execute(async (trx) => {
          const document = trx.selectFrom('document').selectAll().where('id', '=', id)
          const owner = await document.executeTakeFirst()
          if (owner === undefined) return undefined
          noteDocument(store, owner)
          const time = secondsOf(now)
          const change = await nextChange(trx, owner, time)
          // No other transaction changes it from here on, but one may have until here.
          const before = await document.executeTakeFirstOrThrow()
          await trx
            .updateTable('document_change')
            .set({ until: change.seq, until_at: time })
            .where('bid', '=', before.bid)
            .where('patient', '=', before.patient)
            .where('seq', '=', before.seq)
            .execute()
          const after = await trx
            .updateTable('document')
            .set({ ...fieldsOf({ ...documentOf(before), ...changes }), seq: change.seq })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow()
          await noteChange(trx, after, change, false)
          await forgetChanges(trx, after, time - LIST_SECONDS - LEEWAY_SECONDS)
          return documentOf(after)
        }),
      ),

    async list(owner, from, limit) {
      store.context.note({ type: 'document' }, owner.patient)
      const time = secondsOf(now)
      const position = 'start' in from ? from : await startOf(store, owner, from, time)
      if (position === undefined) return { documents: [], refreshedAt: null, next: undefined }
      if (position.startedAt < time - LIST_SECONDS) return undefined
      return readList(store, owner, position, limit)
    },

    async abandoned() {
      const rows = await store.read((db) =>
        db
          .selectFrom('pending_file')
          .select('id')
          .where('started_at', '<=', secondsOf(now) - PENDING_SECONDS)
          .orderBy('started_at')
          .limit(ABANDONED_AT_ONCE)
          .execute(),
      )
      return rows.map(({ id }) => id)
    },

    async forget(id) {
      await store.run((db) => db.deleteFrom('pending_file').where('id', '=', id).execute())
    },
  }
}

/** Tells the audit trail which document the running work reads or writes, and of which patient. */
function noteDocument(
  { context }: Store,
  { id, patient }: { readonly id: string; readonly patient: string },
): void {
  context.note({ type: 'document', id }, patient)
}

/** The number and the time of a change that is about to be made. Others wait until the transaction ends. */
function nextChange(trx: Transaction<Tables>, { bid, patient }: DocumentOwner, time: number) {
  return trx
    .insertInto('document_feed')
    .values({ bid, patient, seq: 1, u_at: time })
    .onConflict((conflict) =>
      conflict.columns(['bid', 'patient']).doUpdateSet(({ eb, ref }) => ({
        seq: eb('document_feed.seq', '+', 1),
        u_at: eb
          .case()
          .when('document_feed.u_at', '>', time)
          .then(ref('document_feed.u_at'))
          .else(ref('excluded.u_at'))
          .end(),
      })),
    )
    .returning(['seq', 'u_at'])
    .executeTakeFirstOrThrow()
}

async function noteChange(
  trx: Transaction<Tables>,
  { bid, patient, id }: Row,
  change: { readonly seq: number; readonly u_at: number },
  isNew: boolean,
): Promise<void> {
  const row = { bid, patient, document_id: id, ...change, is_new: Number(isNew) }
  await trx
    .insertInto('document_change')
    .values({ ...row, until: null, until_at: null })
    .execute()
}

/** Changes that were followed by others before a time: no list that may still be read shows them. */
async function forgetChanges(trx: Transaction<Tables>, { bid, patient }: Row, before: number) {
  await trx
    .deleteFrom('document_change')
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .where('until_at', '<', before)
    .execute()
}

/** The document that was added under a key; a key that is older than it may be is taken away. */
async function keptUnder(
  trx: Transaction<Tables>,
  { bid, patient }: DocumentOwner,
  key: string,
  time: number,
): Promise<Row | undefined> {
  const row = await trx
    .selectFrom('document')
    .selectAll()
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (row === undefined || row.upload_date > time - KEY_SECONDS) return row
  await trx
    .updateTable('document')
    .set({ idempotency_key: null })
    .where('id', '=', row.id)
    .execute()
  return undefined
}

/** The beginning of a list; undefined where the patient has no documents. */
function startOf(
  store: Store,
  { bid, patient }: DocumentOwner,
  { updatedAfter }: { readonly updatedAfter?: number | undefined },
  time: number,
): Promise<ListPosition | undefined> {
  return store.read(async (db) => {
    const feed = await db
      .selectFrom('document_feed')
      .select(['seq', 'u_at'])
      .where('bid', '=', bid)
      .where('patient', '=', patient)
      .executeTakeFirst()
    if (feed === undefined) return undefined
    // A writer with a clock that is behind may still write at the newest time.
    const isOver = feed.u_at < time - LEEWAY_SECONDS
    const start = {
      start: feed.seq,
      startedAt: time,
      refreshedAt: isOver ? feed.u_at : feed.u_at - 1,
    }
    if (updatedAfter === undefined) return { after: 0, ...start }
    const last = await db
      .selectFrom('document_change')
      .select('seq')
      .where('bid', '=', bid)
      .where('patient', '=', patient)
      .where('u_at', '<=', updatedAfter)
      .orderBy('u_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { after: last?.seq ?? 0, ...start }
  })
}

/** A document that existed when the list began keeps its place; one that was added since is at its own place. */
async function readList(
  store: Store,
  { bid, patient }: DocumentOwner,
  position: ListPosition,
  limit: number,
): Promise<DocumentList> {
  const { after, start, refreshedAt } = position
  const rows = await store.read((db) =>
    db
      .selectFrom('document_change as c')
      .innerJoin('document as d', 'd.id', 'c.document_id')
      .selectAll('d')
      .select('c.seq as place')
      .where('c.bid', '=', bid)
      .where('c.patient', '=', patient)
      .where('c.seq', '>', after)
      .where(({ eb, and, or }) =>
        or([
          and([
            eb('c.seq', '<=', start),
            or([eb('c.until', 'is', null), eb('c.until', '>', start)]),
          ]),
          and([eb('c.seq', '>', start), eb('c.is_new', '=', 1)]),
        ]),
      )
      .orderBy('c.seq')
      .limit(limit + 1)
      .execute(),
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { ...position, after: last.place } : undefined
  return { documents: shown.map(documentOf), refreshedAt, next }
}

function rowOf(document: NewDocument): Omit<Insertable<DocumentTable>, 'seq' | 'upload_date'> {
  const { id, bid, patient, media_type, size, sha256 } = document
  return { id, bid, patient, media_type, size, sha256, ...fieldsOf(document) }
}

function fieldsOf({ title, document_date, document_type, ...fields }: DocumentFields) {
  return {
    ...{ document_type, title: title ?? null, document_date: document_date ?? null },
    tags: JSON.stringify(fields.tags),
    auto_tags: JSON.stringify(fields.auto_tags),
    cases: JSON.stringify(fields.cases),
    has_thumbnail: Number(fields.has_thumbnail),
  }
}

function documentOf(row: Row): Document {
  const { id, bid, patient, document_type, upload_date, media_type, size, sha256 } = row
  return {
    ...{ id, bid, patient, document_type, upload_date, media_type, size, sha256 },
    ...(row.title !== null && { title: row.title }),
    ...(row.document_date !== null && { document_date: row.document_date }),
    ...{ tags: JSON.parse(row.tags), auto_tags: JSON.parse(row.auto_tags) },
    ...{ cases: JSON.parse(row.cases), has_thumbnail: row.has_thumbnail === 1 },
  }
}
