import type { Kysely, Selectable, Transaction } from 'kysely'
import type {
  Document,
  DocumentFields,
  DocumentList,
  DocumentOwner,
  Documents,
  ListPosition,
  NewDocument,
  StoredFile,
  WhichDocument,
} from './records.ts'
import type { Sealing } from './sealing/sealing.ts'
import { type Engine, locked, type Store, secondsOf } from './store.ts'
import type { DocumentTable, Tables } from './tables.ts'
import { releaseBytes, takeBytes } from './workspaces.ts'

const DAY_SECONDS = 24 * 3600
/** How long a list may be read: afterwards it is forgotten what has changed since it began. */
const LIST_SECONDS = DAY_SECONDS
/** How long a key keeps a document from being added again. */
const KEY_SECONDS = DAY_SECONDS
/** How long after the last sign of life a file that is stored is known to be abandoned: above that of a clock that is behind. */
const PENDING_SECONDS = 180
const AT_ONCE = 1000
/** Maximum difference between the clocks of two servers. */
const LEEWAY_SECONDS = 60

type Row = Selectable<DocumentTable>

/** Key of a document's small picture; that of its file is its identifier. */
export function thumbnailKey(id: string): string {
  return `${id}-thumbnail`
}

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
  const { sealing } = store
  const reveal = async (db: Kysely<Tables>, row: Row) =>
    documentOf(await sealing.open(db, 'document', row))
  const keyForms = (trx: Transaction<Tables>, { bid }: DocumentOwner, key: string) =>
    sealing.formsOf(trx, 'document', 'idempotency_key', bid, [key])
  return {
    async begin(id) {
      const row = { id, started_at: secondsOf(now) }
      await store.run((db) => db.insertInto('pending_file').values(row).execute())
    },

    add: (document, key, maxBytes) =>
      store.run((db) =>
        db.transaction().execute(async (trx) => {
          noteDocument(store, document)
          const time = secondsOf(now)
          const change = await nextChange(trx, document, time)
          const keys = key === undefined ? [] : await keyForms(trx, document, key)
          const earlier = await keptUnder(trx, document, keys, time)
          if (earlier !== undefined) {
            noteDocument(store, earlier)
            return earlier.sha256 === document.sha256 ? reveal(trx, earlier) : 'other_bytes'
          }
          if (await isErased(trx, document)) return 'erased'
          const keyId = await sealing.keyIdFor(trx, document.bid)
          if (document.key_id !== undefined && document.key_id !== keyId) return 'abandoned'
          if (!(await claimFile(trx, document.id))) return 'abandoned'
          if (!(await takeBytes(trx, document, document.size, maxBytes))) {
            await noteGarbage(trx, [document.id])
            return 'full'
          }
          const row = {
            ...{ ...rowOf(document), seq: change.seq, upload_date: time },
            idempotency_key: key ?? null,
          }
          const added = await trx
            .insertInto('document')
            .values(await sealing.seal(trx, 'document', row))
            .returningAll()
            .executeTakeFirstOrThrow()
          await noteChange(trx, added, change, true)
          return reveal(trx, added)
        }),
      ),

    async get(id) {
      return store.read(async (db) => {
        const row = await db
          .selectFrom('document')
          .selectAll()
          .where('id', '=', id)
          .where('seq', '>', 0)
          .executeTakeFirst()
        if (row === undefined) return undefined
        noteDocument(store, row)
        return reveal(db, row)
      })
    },

    update: (which, { patient, ...changes }) =>
      changing(store, which, { to: patient }, now, async (trx, before, { left, entered, time }) => {
        if (which.key_id !== undefined && which.key_id !== before.key_id) return undefined
        if (changes.has_thumbnail && !(await claimFile(trx, thumbnailKey(before.id))))
          return undefined
        const isMoved = left !== entered
        await endChange(trx, before, left.seq, time)
        const { id, bid } = before
        const fields = fieldsOf({ ...(await reveal(trx, before)), ...changes })
        const after = await trx
          .updateTable('document')
          .set(await sealing.keepForm(trx, 'document', { id, bid, ...fields }, before))
          .set({ seq: entered.seq })
          // Keys are of one patient's requests.
          .$if(isMoved, (query) => query.set({ patient: patient!, idempotency_key: null }))
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await noteChange(trx, after, entered, isMoved)
        await forgetChanges(trx, before, time - LIST_SECONDS - LEEWAY_SECONDS)
        if (isMoved) store.context.noteMove(after.patient)
        return reveal(trx, after)
      }),

    remove: (which) =>
      changing(store, which, { isRemoved: true }, now, async (trx, document) => {
        const keys = await keysOf(trx, [document])
        await releaseBytes(trx, document, [document.id])
        await trx.deleteFrom('document_change').where('document_id', '=', document.id).execute()
        await trx.deleteFrom('document').where('id', '=', document.id).execute()
        await noteGarbage(trx, keys)
        return keys
      }),

    async list(owner, from, limit) {
      store.context.note({ type: 'document' }, owner.patient)
      const time = secondsOf(now)
      const position = 'start' in from ? from : await startOf(store, owner, from, time)
      if (position === undefined) return { documents: [], refreshedAt: null, next: undefined }
      if (position.startedAt < time - LIST_SECONDS) return undefined
      return readList(store, owner, position, limit)
    },

    async abandoned() {
      const before = secondsOf(now) - PENDING_SECONDS
      const rows = await store.run((db) =>
        db
          .updateTable('pending_file')
          // No document gets the file from here on.
          .set({ started_at: 0 })
          .where('id', 'in', (query) =>
            query
              .selectFrom('pending_file')
              .select('id')
              .where('started_at', '<=', before)
              .orderBy('started_at')
              .limit(AT_ONCE),
          )
          .where('started_at', '<=', before)
          .returning('id')
          .execute(),
      )
      return rows.map(({ id }) => id)
    },

    async keepAlive(keys) {
      for (const some of chunksOf(keys))
        await store.run((db) =>
          db
            .updateTable('pending_file')
            .set({ started_at: secondsOf(now) })
            .where('id', 'in', some)
            .where('started_at', '>', 0)
            .execute(),
        )
    },

    filesOf: (document) => store.read((db) => filesOf(db, document)),

    async forget(id) {
      await store.run((db) => db.deleteFrom('pending_file').where('id', '=', id).execute())
    },
  }
}

/** Takes a stored file for a document. @returns false where it was abandoned, and is removed */
export async function claimFile(trx: Transaction<Tables>, key: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_file')
    .where('id', '=', key)
    .where('started_at', '>', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Tells the audit trail which document the running work reads or writes, and of which patient. */
function noteDocument(
  { context }: Store,
  { id, patient }: { readonly id: string; readonly patient: string },
): void {
  context.note({ type: 'document', id }, patient)
}

interface Change {
  readonly seq: number
  readonly u_at: number
}

/** Fate of a document: it may be moved to another patient, or removed. */
interface Fate {
  readonly to?: string | undefined
  readonly isRemoved?: boolean
}

/** Changes that are about to be made where a document is, and where it will be: one if it stays. */
interface Changing {
  readonly left: Change
  readonly entered: Change
  /** Epoch seconds. */
  readonly time: number
}

/**
 * Result of work on a document that no other transaction changes meanwhile.
 *
 * @returns undefined where there is no such document, or the patient to whom it is moved was erased; `held` where it may not
 *   leave the patient, who is under a legal hold
 */
async function changing<T>(
  store: Store,
  { id, key_id: _, ...owner }: WhichDocument,
  { to, isRemoved = false }: Fate,
  now: () => number,
  work: (trx: Transaction<Tables>, document: Row, changing: Changing) => Promise<T>,
): Promise<T | 'held' | undefined> {
  for (;;) {
    const result = await store.run((db, engine) =>
      db.transaction().execute(async (trx) => {
        const document = trx
          .selectFrom('document')
          .selectAll()
          .where('id', '=', id)
          .where('seq', '>', 0)
        const found = await document.executeTakeFirst()
        const { bid = found?.bid, patient = found?.patient } = owner
        if (found === undefined || found.bid !== bid || found.patient !== patient) return undefined
        noteDocument(store, found)
        const leaves = isRemoved || (to ?? patient) !== patient
        // Before the feeds, as an erasure does.
        if (leaves && (await isHeld(trx, engine, { bid, patient })))
          return { value: 'held' as const }
        const time = secondsOf(now)
        const changes = new Map<string, Change>()
        // In one order for all: two that move documents to and fro would wait for each other.
        for (const each of [...new Set([patient, to ?? patient])].sort())
          changes.set(each, await nextChange(trx, { bid, patient: each }, time))
        // Another transaction may have changed, moved or removed it until here; none does from here on.
        const before = await document.executeTakeFirst()
        const isLost =
          (await isErased(trx, { bid, patient })) ||
          (to !== undefined && (await isErased(trx, { bid, patient: to })))
        if (before === undefined || isLost) return undefined
        if (before.patient !== patient) return 'moved'
        const [left, entered] = [changes.get(patient)!, changes.get(to ?? patient)!]
        return { value: await work(trx, before, { left, entered, time }) }
      }),
    )
    if (result !== 'moved') return result?.value
  }
}

/** The number and the time of a change that is about to be made. Others wait until the transaction ends. */
export function nextChange(
  trx: Transaction<Tables>,
  { bid, patient }: DocumentOwner,
  time: number,
): Promise<Change> {
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

export async function noteChange(
  trx: Transaction<Tables>,
  { bid, patient, id }: Row,
  change: Change,
  isNew: boolean,
): Promise<void> {
  const row = { bid, patient, document_id: id, ...change, is_new: Number(isNew) }
  await trx
    .insertInto('document_change')
    .values({ ...row, until: null, until_at: null })
    .execute()
}

/** Says of the newest change of a document that another followed it, or that the document left its patient. */
async function endChange(
  trx: Transaction<Tables>,
  { bid, patient, seq }: Row,
  until: number,
  time: number,
): Promise<void> {
  await trx
    .updateTable('document_change')
    .set({ until, until_at: time })
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .where('seq', '=', seq)
    .execute()
}

/** True if nothing may be added for a patient any more, who was erased. Nothing of the patient is left behind. */
export async function isErased(
  trx: Transaction<Tables>,
  { bid, patient }: DocumentOwner,
): Promise<boolean> {
  if (!(await hasErasure(trx, { bid, patient }))) return false
  await removeFeed(trx, { bid, patient })
  return true
}

/** True if the database says that a patient was erased. */
export async function hasErasure(
  trx: Transaction<Tables>,
  { bid, patient }: DocumentOwner,
): Promise<boolean> {
  const erasure = await trx
    .selectFrom('erasure')
    .select('erased_at')
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .executeTakeFirst()
  return erasure !== undefined
}

async function removeFeed(
  trx: Transaction<Tables>,
  { bid, patient }: DocumentOwner,
): Promise<void> {
  await trx
    .deleteFrom('document_feed')
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .execute()
}

/** True if a patient is under a legal hold. No hold begins before the transaction ends. */
async function isHeld(
  trx: Transaction<Tables>,
  engine: Engine,
  { bid, patient }: DocumentOwner,
): Promise<boolean> {
  const profile = trx
    .selectFrom('profile')
    .select('held_at')
    .where('oid', '=', patient)
    .where('bid', '=', bid)
  const found = await locked(engine, profile).executeTakeFirst()
  return typeof found?.held_at === 'number'
}

/** Keys of the files of documents. */
export async function keysOf(
  db: Kysely<Tables>,
  documents: readonly Pick<Row, 'id' | 'has_thumbnail' | 'thumbnail_key'>[],
): Promise<string[]> {
  const keys: string[] = []
  for (const some of chunksOf(documents)) {
    const ids = some.map(({ id }) => id)
    const files = await db
      .selectFrom('document_file')
      .select(['document_id', 'key'])
      .where('document_id', 'in', ids)
      .execute()
    const inParts = new Set(files.map(({ document_id }) => document_id))
    keys.push(
      ...ids.filter((id) => !inParts.has(id)),
      ...files.flatMap(({ key }) => key ?? []),
      ...some.flatMap(({ id, has_thumbnail, thumbnail_key }) =>
        has_thumbnail === 1 ? [thumbnail_key ?? thumbnailKey(id)] : [],
      ),
    )
  }
  return keys
}

/** Documents that an erasure removed. */
interface RemovedDocuments {
  readonly documents: number
  /** Keys of files, which are garbage from then on. */
  readonly keys: readonly string[]
}

/** Removes everything of the documents of a patient. Others who add or change one wait, and find that it is gone. */
export async function removeDocumentsOf(
  trx: Transaction<Tables>,
  owner: DocumentOwner,
  time: number,
): Promise<RemovedDocuments> {
  await nextChange(trx, owner, time)
  const { bid, patient } = owner
  const documents = await trx
    .selectFrom('document')
    .select(['id', 'seq', 'has_thumbnail', 'thumbnail_key'])
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .execute()
  const keys = await keysOf(trx, documents)
  await trx
    .deleteFrom('document_change')
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .execute()
  for (const some of chunksOf(documents)) {
    const ids = some.map(({ id }) => id)
    await releaseBytes(trx, owner, ids)
    // Also where a document was of another patient before.
    await trx.deleteFrom('document_change').where('document_id', 'in', ids).execute()
    await trx.deleteFrom('document').where('id', 'in', ids).execute()
  }
  await noteGarbage(trx, keys)
  await removeFeed(trx, owner)
  return { documents: documents.filter(({ seq }) => seq > 0).length, keys }
}

/** True if a document of a patient was uploaded at a time or later, or is being uploaded. */
export async function hasDocumentSince(
  db: Kysely<Tables>,
  { bid, patient }: DocumentOwner,
  time: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('document')
    .select('id')
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .where('upload_date', '>=', time)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Files that came by signed forms; or the one that came with the document, under its identifier. */
async function filesOf(
  db: Kysely<Tables>,
  { id, media_type, size, sha256 }: Document,
): Promise<StoredFile[]> {
  const files = await db
    .selectFrom('document_file')
    .select(['key', 'media_type', 'size', 'sha256'])
    .where('document_id', '=', id)
    .orderBy('place')
    .execute()
  return files.length > 0 ? (files as StoredFile[]) : [{ key: id, media_type, size, sha256 }]
}

/** Every document of a patient with its files, in the order of their last change. */
export async function documentsOfOwner(
  db: Kysely<Tables>,
  sealing: Sealing,
  { bid, patient }: DocumentOwner,
): Promise<(Document & { readonly files: readonly StoredFile[] })[]> {
  const rows = await db
    .selectFrom('document')
    .selectAll()
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .where('seq', '>', 0)
    .orderBy('seq')
    .execute()
  const documents = (await sealing.openAll(db, 'document', rows)).map(documentOf)
  return Promise.all(
    documents.map(async (document) => ({ ...document, files: await filesOf(db, document) })),
  )
}

/** Parts of a list that one statement may name. */
function* chunksOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += AT_ONCE)
    yield list.slice(start, start + AT_ONCE)
}

/** Notes that files must be removed. */
export async function noteGarbage(
  trx: Transaction<Tables>,
  keys: readonly string[],
): Promise<void> {
  for (const some of chunksOf(keys))
    await trx
      .insertInto('pending_file')
      .values(some.map((id) => ({ id, started_at: 0 })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ started_at: 0 }))
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

/**
 * The document that was added under a key; a key that is older than it may be is taken away.
 *
 * @param keys the forms that the key may have; none where there is no key
 */
async function keptUnder(
  trx: Transaction<Tables>,
  { bid, patient }: DocumentOwner,
  keys: readonly string[],
  time: number,
): Promise<Row | undefined> {
  if (keys.length === 0) return undefined
  const row = await trx
    .selectFrom('document')
    .selectAll()
    .where('bid', '=', bid)
    .where('patient', '=', patient)
    .where('idempotency_key', 'in', keys)
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

/**
 * A document that existed when the list began keeps its place; one that was added since is at its own place. One that left the
 * patient and came back is shown at the first place that it has had since the list began, and at no other.
 */
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
      .where('d.patient', '=', patient)
      .where('c.seq', '>', after)
      .where(({ eb, and, or, not, exists, ref, selectFrom }) =>
        or([
          and([
            eb('c.seq', '<=', start),
            or([eb('c.until', 'is', null), eb('c.until', '>', start)]),
          ]),
          and([
            eb('c.seq', '>', start),
            eb('c.is_new', '=', 1),
            not(
              exists(
                selectFrom('document_change as earlier')
                  .select('earlier.seq')
                  .where('earlier.document_id', '=', ref('c.document_id'))
                  .where('earlier.bid', '=', bid)
                  .where('earlier.patient', '=', patient)
                  .where('earlier.seq', '<', ref('c.seq'))
                  .where('earlier.until', '>', start),
              ),
            ),
          ]),
        ]),
      )
      .orderBy('c.seq')
      .limit(limit + 1)
      .execute(),
  )
  const shown = rows.slice(0, limit)
  const opened = await store.read((db) => store.sealing.openAll(db, 'document', shown))
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { ...position, after: last.place } : undefined
  return { documents: opened.map(documentOf), refreshedAt, next }
}

function rowOf(document: NewDocument) {
  const { id, bid, patient, media_type, size, sha256 } = document
  return { id, bid, patient, media_type, size, sha256, ...fieldsOf(document) }
}

function fieldsOf({ title, document_date, document_type, consent, ...fields }: DocumentFields) {
  return {
    ...{ document_type, title: title ?? null, document_date: document_date ?? null },
    tags: JSON.stringify(fields.tags),
    auto_tags: JSON.stringify(fields.auto_tags),
    cases: JSON.stringify(fields.cases),
    consent: consent === undefined ? null : JSON.stringify(consent),
    has_thumbnail: Number(fields.has_thumbnail),
  }
}

export function documentOf(row: Row): Document {
  const { id, bid, patient, document_type, upload_date, media_type, size, sha256 } = row
  return {
    ...{ id, bid, patient, document_type, upload_date, media_type, size, sha256 },
    ...(row.title !== null && { title: row.title }),
    ...(row.document_date !== null && { document_date: row.document_date }),
    ...(row.consent !== null && { consent: JSON.parse(row.consent) }),
    ...{ tags: JSON.parse(row.tags), auto_tags: JSON.parse(row.auto_tags) },
    ...{ cases: JSON.parse(row.cases), has_thumbnail: row.has_thumbnail === 1 },
    ...(row.key_id !== null && { key_id: row.key_id }),
    ...(row.thumbnail_key !== null && { thumbnail_key: row.thumbnail_key }),
  }
}
