import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { MedlinkError } from '../../errors.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { claimFile, isErased, keysOf, nextChange, noteGarbage, thumbnailKey } from '../documents.ts'
import type { Documents, Rotation } from '../records.ts'
import { type Engine, lockedUnlessTaken, type Store } from '../store.ts'
import type { DocumentTable, Tables } from '../tables.ts'
import { type Files, filesOf } from './files.ts'
import { PERSONAL, type SealedTable } from './personal.ts'
import type { Sealing } from './sealing.ts'

/** Rows of one transaction: others that write wait for it in SQLite. */
const AT_ONCE = 100
/** Between two signs of life of files that are stored. */
const ALIVE_MS = 30_000

/** Wraps the data keys anew, and seals what is plain: rows in batches, then documents with their files, one by one. */
export async function rotate(store: Store, documents: Documents, blobs: Blobs): Promise<Rotation> {
  const { sealing } = store
  if (sealing.state === 'off')
    throw new MedlinkError(
      'settings_invalid',
      'there are no keys to seal with: MEDLINK_DATA_KEYS or MEDLINK_DATA_KEYS_COMMAND is missing',
    )
  let keys = 0
  while (await store.run((db) => sealing.rewrapNext(db))) keys++
  let rows = 0
  for (const table of ['profile', 'subscription', 'reminder'] as const)
    rows += await sealRows(store, table)
  const sealed = await new DocumentSealer(store, documents, blobs).sealAll()
  const isWhole = await store.run((db) => sealing.completeIfSealed(db))
  await store.scrub()
  return { keys, rows, documents: sealed, isWhole }
}

/** Seals the plain rows of a table that no other transaction is changing. @returns their number */
async function sealRows(store: Store, table: Exclude<SealedTable, 'document'>): Promise<number> {
  const { id: idColumn } = PERSONAL[table]
  let count = 0
  for (let after = ''; ; ) {
    const ids = await store.run((db, engine) =>
      db.transaction().execute(async (trx) => {
        const plain = plainRows(trx, table, idColumn, after)
        // Others that change several rows could wait for one of these, and this transaction for one of theirs.
        const free = lockedUnlessTaken(engine, plain)
        const found = (await free.execute()) as unknown as PlainRow[]
        for (const row of found) await sealRow(trx, engine, store.sealing, table, row)
        return found.map((row) => row[idColumn])
      }),
    )
    if (ids.length === 0) return count
    count += ids.length
    after = ids.at(-1)!
  }
}

type PlainRow = Readonly<Record<string, string>> & { readonly bid: string }

function plainRows(trx: Transaction<Tables>, table: SealedTable, id: string, after: string) {
  return trx
    .selectFrom(table)
    .selectAll()
    .where('key_id', 'is', null)
    .where(sql.ref(id), '>', after)
    .orderBy(sql.ref(id))
    .limit(AT_ONCE)
}

async function sealRow(
  trx: Transaction<Tables>,
  engine: Engine,
  sealing: Sealing,
  table: SealedTable,
  row: PlainRow,
): Promise<void> {
  try {
    await updateSealed(trx, sealing, table, row)
  } catch (error) {
    if (engine.violationOf(error) !== 'unique') throw error
    throw new MedlinkError(
      'invalid_request',
      `${table} ${row[PERSONAL[table].id]} has the username or the transaction_id of another one, as a server without keys must have written it: change one of them, and run again`,
    )
  }
}

/** Seals a row that is plain. */
async function updateSealed<R extends { readonly bid: string }>(
  trx: Transaction<Tables>,
  sealing: Sealing,
  table: SealedTable,
  row: R,
): Promise<void> {
  const { id, hidden, hashed } = PERSONAL[table]
  const sealed = (await sealing.seal(trx, table, row)) as Readonly<Record<string, unknown>>
  const columns = ['key_id', 'sealed', ...hidden, ...hashed].map((column) => [
    column,
    sealed[column],
  ])
  await trx
    .updateTable(table)
    .set(Object.fromEntries(columns))
    .where(sql.ref(id), '=', sealed[id])
    .execute()
}

type DocumentRow = Selectable<DocumentTable>

/** A stored file of a document, and where it is stored anew. */
interface Move {
  readonly from: string
  readonly to: string
}

/**
 * Seals documents. The files of each are stored anew, under other keys, before one transaction changes the keys and seals the row.
 * Files of a rotation that ends between the two are garbage, like those of an upload that ends early.
 */
class DocumentSealer {
  readonly #store: Store
  readonly #documents: Documents
  readonly #blobs: Blobs
  readonly #files: Files

  constructor(store: Store, documents: Documents, blobs: Blobs) {
    this.#store = store
    this.#documents = documents
    this.#blobs = blobs
    this.#files = filesOf(blobs, store.sealing, (work) => store.run(work))
  }

  async sealAll(): Promise<number> {
    let count = 0
    for (let after = ''; ; ) {
      const found = await this.#store.run((db) =>
        db
          .selectFrom('document')
          .select('id')
          .where('key_id', 'is', null)
          .where('id', '>', after)
          .orderBy('id')
          .limit(AT_ONCE)
          .execute(),
      )
      for (const { id } of found) if (await this.#seal(id)) count++
      if (found.length < AT_ONCE) return count
      after = found.at(-1)!.id
    }
  }

  /** @returns false if the document is gone, or sealed */
  async #seal(id: string): Promise<boolean> {
    for (;;) {
      const document = await this.#store.run((db) => findPlain(db, id))
      if (document === undefined) return false
      const keys = await this.#store.run((db) => keysOf(db, [document]))
      const moves = keys.map((from) => ({ from, to: randomUUID() }))
      const keyId = await this.#files.keyIdFor(document.bid)
      await this.#copyAll(keyId!, moves)
      const isSealed = await this.#store.run((db) =>
        db.transaction().execute((trx) => exchange(trx, this.#store.sealing, document, moves)),
      )
      for (const { from, to } of moves) {
        const garbage = isSealed ? from : to
        await this.#blobs.remove(garbage)
        await this.#documents.forget(garbage)
      }
      if (isSealed) return true
    }
  }

  async #copyAll(key_id: string, moves: readonly Move[]): Promise<void> {
    const keys = moves.map(({ to }) => to)
    const timer = setInterval(() => {
      this.#documents.keepAlive(keys).catch(() => {})
    }, ALIVE_MS)
    try {
      for (const { from, to } of moves) {
        await this.#documents.begin(to)
        const bytes = await this.#blobs.open(from)
        try {
          await this.#files.put({ key: to, key_id }, bytes)
        } finally {
          bytes.destroy()
        }
      }
    } finally {
      clearInterval(timer)
    }
  }
}

function findPlain(db: Kysely<Tables>, id: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', id)
    .where('key_id', 'is', null)
    .executeTakeFirst()
}

/** Changes the keys of the files of a document, and seals its row. @returns false if it has changed since it was read */
async function exchange(
  trx: Transaction<Tables>,
  sealing: Sealing,
  { id, bid, patient }: DocumentRow,
  moves: readonly Move[],
): Promise<boolean> {
  // Other transactions that change the document wait from here on. The change is none that a list shows.
  await nextChange(trx, { bid, patient }, 0)
  if (await isErased(trx, { bid, patient })) return false
  const document = await findPlain(trx, id)
  if (document === undefined || document.patient !== patient) return false
  const keys = await keysOf(trx, [document])
  if (keys.join() !== moves.map(({ from }) => from).join()) return false
  for (const { to } of moves) if (!(await claimFile(trx, to))) return false
  for (const { from, to } of moves) await changeKey(trx, document, from, to)
  await updateSealed(trx, sealing, 'document', document)
  await noteGarbage(
    trx,
    moves.map(({ from }) => from),
  )
  return true
}

async function changeKey(
  trx: Transaction<Tables>,
  { id, has_thumbnail, thumbnail_key, media_type, size, sha256 }: DocumentRow,
  from: string,
  to: string,
): Promise<void> {
  if (has_thumbnail === 1 && from === (thumbnail_key ?? thumbnailKey(id))) {
    await trx.updateTable('document').set({ thumbnail_key: to }).where('id', '=', id).execute()
    return
  }
  if (from !== id) {
    const ofDocument = trx.updateTable('document_file').where('document_id', '=', id)
    await ofDocument.set({ key: to }).where('key', '=', from).execute()
    return
  }
  // The only file of a document that came whole: its key is the document's.
  await trx
    .insertInto('document_file')
    .values({
      ...{ document_id: id, place: 0, content_type: media_type, file_size: size },
      ...{ key: to, media_type, size, sha256 },
    })
    .execute()
}
