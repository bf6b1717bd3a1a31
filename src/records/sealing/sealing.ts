import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { MedlinkError } from '../../errors.ts'
import type { DataKeyTable, Tables } from '../tables.ts'
import { KEY_BYTES, openText, sealText } from './cipher.ts'
import type { MasterKeys } from './master-keys.ts'
import { PERSONAL, type SealedTable } from './personal.ts'

/** Keys that are derived from the data key of a workspace, one for each purpose. */
interface WorkspaceKeys {
  readonly id: string
  readonly rows: KeyObject
  readonly digests: KeyObject
  readonly files: KeyObject
}

/** Bytes of the identifier of a data key. */
const ID_BYTES = 12

/** `off` without keys; `mixed` if rows may also be plain, as those of before the keys were set; `whole` if all are sealed. */
export type SealingState = 'off' | 'mixed' | 'whole'

/** A row, or as much of it as a statement reads or writes, with its workspace. */
type Row = { readonly bid: string }
type Seal = { readonly key_id: string | null; readonly sealed: string | null }
type SealedRow = Row & Seal

/**
 * Seals rows with personal data, and opens them. Each workspace has a data key, which is stored wrapped by a master key.
 * Without master keys rows stay as they are.
 *
 * A sealed row has its personal columns in one, `sealed`. They themselves are empty then, or keyed hashes where rows are looked up
 * by them (personal.ts). The table, the row and the workspace are authenticated, so that a sealed value opens in its place alone.
 */
export class Sealing {
  readonly #masters: MasterKeys | undefined
  readonly #byId = new Map<string, WorkspaceKeys>()
  readonly #byWorkspace = new Map<string, WorkspaceKeys>()
  /** Transactions that have made a data key, which is gone if they are taken back. */
  readonly #makers = new WeakSet<Kysely<Tables>>()
  #isWhole = false

  /** @param masters default: rows stay as they are */
  constructor(masters?: MasterKeys) {
    this.#masters = masters
  }

  get state(): SealingState {
    if (this.#masters === undefined) return 'off'
    return this.#isWhole ? 'whole' : 'mixed'
  }

  /**
   * Checks the master keys against what they have wrapped, and reads how far the rows are sealed. A database without rows is
   * sealed from the start.
   *
   * @throws MedlinkError `settings_invalid` if master keys are missing, or are not those that wrapped the data keys
   */
  async begin(db: Kysely<Tables>): Promise<void> {
    await this.requireKeys(db)
    const masters = this.#masters
    if (masters === undefined) return
    const wrapped = await db.selectFrom('data_key').selectAll().execute()
    for (const row of wrapped) this.#keep(row.bid, derive(masters, row))
    const { is_whole } = await db.selectFrom('sealing').select('is_whole').executeTakeFirstOrThrow()
    this.#isWhole = is_whole === 1
    if (!this.#isWhole && wrapped.length === 0) await this.completeIfSealed(db)
  }

  /** @throws MedlinkError `settings_invalid` if records are sealed, perhaps by another process since, and there are no master keys */
  async requireKeys(db: Kysely<Tables>): Promise<void> {
    if (this.#masters !== undefined) return
    const sealed = await db.selectFrom('data_key').select('id').limit(1).executeTakeFirst()
    if (sealed !== undefined)
      throw new MedlinkError(
        'settings_invalid',
        'the records are sealed: MEDLINK_DATA_KEYS or MEDLINK_DATA_KEYS_COMMAND is missing',
      )
  }

  /** Notes that all rows are sealed, if they are. @returns whether they are */
  async completeIfSealed(db: Kysely<Tables>): Promise<boolean> {
    for (const table of Object.keys(PERSONAL) as SealedTable[]) {
      const plain = await db
        .selectFrom(table)
        .select('bid')
        .where('key_id', 'is', null)
        .limit(1)
        .executeTakeFirst()
      if (plain !== undefined) return false
    }
    await db.updateTable('sealing').set({ is_whole: 1 }).execute()
    this.#isWhole = true
    return true
  }

  /**
   * The row as it is stored. All columns that are sealed must be in it, if they have a value; a column that is a keyed hash
   * only if it is written.
   *
   * @param db a transaction if the row is written in one
   */
  async seal<R extends Row>(db: Kysely<Tables>, table: SealedTable, row: R): Promise<R & Seal> {
    if (this.#masters === undefined) return { ...row, key_id: null, sealed: null }
    const { id: key_id, rows, digests } = await this.#keysOf(db, row.bid)
    const { id, hidden, hashed, emptied } = PERSONAL[table]
    const given = row as Record<string, string | null | undefined>
    const values: Record<string, string | null | undefined> = {}
    const stored: Record<string, string | null> = {}
    for (const column of hidden) {
      values[column] = given[column]
      stored[column] = emptied
    }
    for (const column of hashed) {
      const value = given[column]
      if (value !== undefined)
        stored[column] = value === null ? null : hash(digests, table, column, value)
    }
    const context = [table, 'sealed', given[id]!, row.bid]
    const sealed = sealText(rows, Buffer.from(JSON.stringify(values)), context)
    return { ...row, ...stored, key_id, sealed }
  }

  /**
   * The row as it was before it was sealed. Columns that are keyed hashes alone stay so.
   *
   * @param row has the identifier, the workspace, `key_id` and `sealed`
   * @throws MedlinkError `seal_broken`
   */
  async open<R extends SealedRow>(db: Kysely<Tables>, table: SealedTable, row: R): Promise<R> {
    if (row.key_id === null) {
      this.requireForm(false, `a row of ${table}`)
      return row
    }
    const keys = await this.#keysWith(db, row.key_id)
    const { id, hidden } = PERSONAL[table]
    const context = [table, 'sealed', (row as Record<string, unknown>)[id] as string, row.bid]
    const text = keys && openText(keys.rows, row.sealed ?? '', context)
    if (text === undefined) throw broken(`a row of ${table}`)
    const values = JSON.parse(text.toString()) as Record<string, string | null>
    const opened: Record<string, unknown> = { ...row }
    for (const column of hidden) if (column in row) opened[column] = values[column] ?? null
    return opened as R
  }

  /** The rows as they were. */
  openAll<R extends SealedRow>(
    db: Kysely<Tables>,
    table: SealedTable,
    rows: readonly R[],
  ): Promise<R[]> {
    return Promise.all(rows.map((row) => this.open(db, table, row)))
  }

  /**
   * A changed row in the form that it had. The files of a document have the form of its row, and `medlink keys rotate` seals
   * them together.
   */
  async keepForm<R extends Row>(
    db: Kysely<Tables>,
    table: SealedTable,
    row: R,
    { key_id }: Pick<Seal, 'key_id'>,
  ): Promise<R & Seal> {
    return key_id === null ? { ...row, key_id, sealed: null } : this.seal(db, table, row)
  }

  /** Values that a column may have in rows with a value: a keyed hash, the value itself, or one or the other. */
  async formsOf(
    db: Kysely<Tables>,
    table: SealedTable,
    column: string,
    bid: string,
    values: readonly string[],
  ): Promise<string[]> {
    const keys = this.#masters && (await this.#findKeys(db, bid))
    if (keys === undefined) return [...values]
    const hashes = values.map((value) => hash(keys.digests, table, column, value))
    return this.#isWhole ? hashes : [...hashes, ...values]
  }

  /** Identifier of the data key for what is new in a workspace; undefined without master keys. */
  async keyIdFor(db: Kysely<Tables>, bid: string): Promise<string | undefined> {
    return this.#masters && (await this.#keysOf(db, bid)).id
  }

  /** The key of files that are sealed by a data key. @throws MedlinkError `seal_broken` if it is missing */
  async keyOfFiles(db: Kysely<Tables>, keyId: string): Promise<KeyObject> {
    const keys = await this.#keysWith(db, keyId)
    if (keys === undefined) throw broken('a file')
    return keys.files
  }

  /** Forgets data keys: the database may be another one, as after a restore. */
  forget(): void {
    this.#byId.clear()
    this.#byWorkspace.clear()
  }

  /**
   * Refuses what is of another form than it may be.
   *
   * @throws MedlinkError `seal_broken`
   */
  requireForm(isSealed: boolean, what: string): void {
    if (isSealed && this.#masters === undefined)
      throw new MedlinkError(
        'seal_broken',
        `${what} is sealed, and this process has no keys: set MEDLINK_DATA_KEYS, and restart it`,
      )
    if (!isSealed && this.#isWhole)
      throw new MedlinkError(
        'seal_broken',
        `${what} is plain, though all was sealed: if a server without MEDLINK_DATA_KEYS wrote it, end that and run medlink keys rotate`,
      )
  }

  /**
   * Wraps a data key by the current master key, if another one wraps it.
   *
   * @returns false if there is nothing more to wrap
   */
  async rewrapNext(db: Kysely<Tables>): Promise<boolean> {
    const masters = this.#masters!
    const [current] = masters.keys()
    const old = await db
      .selectFrom('data_key')
      .selectAll()
      .where('master', '!=', current!)
      .limit(1)
      .executeTakeFirst()
    if (old === undefined) return false
    const wrapped = wrap(masters, old, unwrap(masters, old))
    await db
      .updateTable('data_key')
      .set(wrapped)
      .where('id', '=', old.id)
      .where('wrapped', '=', old.wrapped)
      .execute()
    return true
  }

  /** The keys of a workspace; made where there are none. */
  async #keysOf(db: Kysely<Tables>, bid: string): Promise<WorkspaceKeys> {
    const found = await this.#findKeys(db, bid)
    if (found !== undefined) return found
    const masters = this.#masters!
    const key = { id: randomBytes(ID_BYTES).toString('base64url'), bid }
    const row = { ...key, ...wrap(masters, key, createSecretKey(randomBytes(KEY_BYTES))) }
    if (db.isTransaction) this.#makers.add(db)
    await db
      .insertInto('data_key')
      .values(row)
      // Another process may have made one.
      .onConflict((conflict) => conflict.column('bid').doNothing())
      .execute()
    return (await this.#findKeys(db, bid))!
  }

  async #findKeys(db: Kysely<Tables>, bid: string): Promise<WorkspaceKeys | undefined> {
    const known = this.#byWorkspace.get(bid)
    if (known !== undefined) return known
    return this.#read(db, db.selectFrom('data_key').selectAll().where('bid', '=', bid))
  }

  async #keysWith(db: Kysely<Tables>, id: string): Promise<WorkspaceKeys | undefined> {
    const known = this.#byId.get(id)
    if (known !== undefined) return known
    this.requireForm(true, 'a row or a file')
    return this.#read(db, db.selectFrom('data_key').selectAll().where('id', '=', id))
  }

  async #read(
    db: Kysely<Tables>,
    query: { executeTakeFirst(): Promise<Selectable<DataKeyTable> | undefined> },
  ): Promise<WorkspaceKeys | undefined> {
    const row = await query.executeTakeFirst()
    if (row === undefined) return undefined
    const keys = derive(this.#masters!, row)
    if (!this.#makers.has(db)) this.#keep(row.bid, keys)
    return keys
  }

  #keep(bid: string, keys: WorkspaceKeys): void {
    this.#byId.set(keys.id, keys)
    this.#byWorkspace.set(bid, keys)
  }
}

/** A sealed value that does not open. */
export function broken(what: string): MedlinkError {
  return new MedlinkError(
    'seal_broken',
    `${what} cannot be opened: it was damaged or moved, or belongs to another key`,
  )
}

/** @throws MedlinkError `settings_invalid` */
function derive(masters: MasterKeys, row: Selectable<DataKeyTable>): WorkspaceKeys {
  const dataKey = unwrap(masters, row)
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', `medlink ${purpose} 1`, KEY_BYTES)))
  return { id: row.id, rows: keyFor('rows'), digests: keyFor('digests'), files: keyFor('files') }
}

function hash(key: KeyObject, table: string, column: string, value: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([table, column, value]))
    .digest('base64url')
}

function wrap(
  masters: MasterKeys,
  { id, bid }: Pick<DataKeyTable, 'id' | 'bid'>,
  dataKey: KeyObject,
): Pick<DataKeyTable, 'master' | 'wrapped'> {
  const [master, key] = masters.entries().next().value!
  const wrapped = sealText(key, dataKey.export(), ['data_key', 'wrapped', id, bid, master])
  return { master, wrapped }
}

/** @throws MedlinkError `settings_invalid` */
function unwrap(
  masters: MasterKeys,
  { id, bid, master, wrapped }: Selectable<DataKeyTable>,
): KeyObject {
  const key = masters.get(master)
  if (key === undefined)
    throw new MedlinkError(
      'settings_invalid',
      `MEDLINK_DATA_KEYS has no key ${master}, which the records need: add it, after the current one`,
    )
  const bytes = openText(key, wrapped, ['data_key', 'wrapped', id, bid, master])
  if (bytes === undefined)
    throw new MedlinkError(
      'settings_invalid',
      `the key ${master} of MEDLINK_DATA_KEYS is not the one that the records were sealed with`,
    )
  return createSecretKey(bytes)
}
