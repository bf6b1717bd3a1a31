import { sql, type Transaction } from 'kysely'
import { MedlinkError } from '../errors.ts'
import { CHAIN_START } from './audit/entry.ts'
import { type Engine, type Purpose, RECORDS, type Store } from './store.ts'
import type { Tables as RecordTables } from './tables.ts'

/** Takes the tables from one version to the next, on both databases. */
export type Step<Tables = RecordTables> = (
  trx: Transaction<Tables>,
  engine: Engine,
) => Promise<void>

/**
 * The way from nothing to the tables of the records of today: the step at index n leads from version n to n + 1. A step that was
 * released is never changed; a change of the tables is a step of its own, at the end.
 */
export const STEPS: readonly Step[] = [
  createTables,
  createDocumentTables,
  createWebhookTables,
  addErasure,
  addWriteCheck,
  createAuditTables,
  addSealing,
  composeUsernames,
  addClientExpiry,
  addSeenEnvelopes,
  checkKeysUnlocked,
  countBytes,
  addConsent,
]

/**
 * Brings the tables to the newest version in one transaction: all of it or nothing. Of several that do so at once, one
 * does the work and the others find it done.
 *
 * @throws MedlinkError what the purpose says when the tables are of a newer version than the steps lead to
 */
export async function migrate<Tables>(
  store: Store<Tables>,
  steps: readonly Step<Tables>[],
): Promise<void> {
  await store.run((db, engine) =>
    db.transaction().execute(async (trx) => {
      const isThere = await engine.claim(trx)
      const { purpose } = engine
      const table = sql.table(purpose.versionTable)
      if (!isThere)
        await trx.schema
          .createTable(purpose.versionTable)
          .addColumn('version', 'integer', (column) => column.notNull())
          .execute()
      const { rows } = await sql<{ version: number }>`select version from ${table}`.execute(trx)
      const found = rows[0]?.version
      requireKnown(found ?? 0, `the database of ${purpose.of}`, steps.length, purpose)
      if (found === steps.length) return
      for (const step of steps.slice(found ?? 0)) await step(trx, engine)
      if (found === undefined)
        await sql`insert into ${table} (version) values (${steps.length})`.execute(trx)
      else await sql`update ${table} set version = ${steps.length}`.execute(trx)
    }),
  )
}

/**
 * @param where the tables are, for people
 * @throws MedlinkError what the purpose says when tables are of a newer version than this program knows
 */
export function requireKnown(
  found: number,
  where: string,
  newest: number = STEPS.length,
  { incompatible }: Purpose = RECORDS,
): void {
  if (found > newest)
    throw new MedlinkError(
      incompatible,
      `${where} has version ${found} of the tables, this Medlink reads versions up to ${newest}: ` +
        'use the Medlink that wrote them, or a newer one',
    )
}

/** Times are of 64 bits: PostgreSQL's "integer" ends in 2038. */
async function createTables({ schema }: Transaction<RecordTables>): Promise<void> {
  await schema
    .createTable('profile')
    .addColumn('oid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('s', 'text')
    .addColumn('fn', 'text')
    .addColumn('mn', 'text')
    .addColumn('ln', 'text')
    .addColumn('fln', 'text')
    .addColumn('dob', 'text')
    .addColumn('gen', 'text')
    .addColumn('bg', 'text')
    .addColumn('mobile', 'text')
    .addColumn('email', 'text')
    .addColumn('username', 'text')
    .addColumn('abha', 'text')
    .addColumn('extras', 'text')
    .addColumn('c_ate', 'bigint', (column) => column.notNull())
    .addColumn('u_ate', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('profile_username')
    .on('profile')
    .columns(['bid', 'kind', 'username'])
    .unique()
    .where('username', 'is not', null)
    .execute()
  await schema
    .createTable('client')
    .addColumn('client_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('oid', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('added', 'bigint', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('refresh_token')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('family', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) =>
      column.notNull().references('client.client_id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  for (const column of ['family', 'client_id', 'expires_at'])
    await schema.createIndex(`refresh_token_${column}`).on('refresh_token').column(column).execute()
}

async function createWebhookTables({ schema }: Transaction<RecordTables>): Promise<void> {
  await schema
    .createTable('subscription')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('event_names', 'text', (column) => column.notNull())
    .addColumn('signing_key', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('added', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('subscription_bid').on('subscription').column('bid').execute()
  await schema
    .createTable('reminder')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('event_time', 'bigint', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('sent_ms', 'bigint')
    .execute()
  await schema
    .createIndex('reminder_transaction')
    .on('reminder')
    .columns(['bid', 'transaction_id'])
    .unique()
    .execute()
  await schema
    .createIndex('reminder_scheduled')
    .on('reminder')
    .columns(['event_time', 'sent_ms'])
    .where('sent_ms', 'is', null)
    .execute()
  await schema.createIndex('reminder_sent').on('reminder').column('sent_ms').execute()
  await schema
    .createTable('delivery')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('subscription_id', 'text', (column) =>
      column.notNull().references('subscription.id').onDelete('cascade'),
    )
    .addColumn('reminder_id', 'text', (column) =>
      column.notNull().references('reminder.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('due_ms', 'bigint', (column) => column.notNull())
    .addColumn('lease', 'text')
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_result', 'text')
    .execute()
  const indexed = [
    ['state', 'due_ms'],
    ['bid', 'id'],
    ['subscription_id'],
    ['reminder_id'],
  ] as const
  for (const columns of indexed)
    await schema
      .createIndex(`delivery_${columns[0]}`)
      .on('delivery')
      .columns([...columns])
      .execute()
}

async function createDocumentTables({ schema }: Transaction<RecordTables>): Promise<void> {
  await schema
    .createTable('document')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('patient', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('document_type', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('auto_tags', 'text', (column) => column.notNull())
    .addColumn('cases', 'text', (column) => column.notNull())
    .addColumn('document_date', 'bigint')
    .addColumn('upload_date', 'bigint', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('has_thumbnail', 'integer', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .execute()
  await schema
    .createIndex('document_idempotency_key')
    .on('document')
    .columns(['bid', 'patient', 'idempotency_key'])
    .unique()
    .where('idempotency_key', 'is not', null)
    .execute()
  await schema
    .createTable('document_change')
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('patient', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull().references('document.id'))
    .addColumn('u_at', 'bigint', (column) => column.notNull())
    .addColumn('is_new', 'integer', (column) => column.notNull())
    .addColumn('until', 'bigint')
    .addColumn('until_at', 'bigint')
    .addPrimaryKeyConstraint('document_change_key', ['bid', 'patient', 'seq'])
    .execute()
  for (const column of ['u_at', 'until_at'])
    await schema
      .createIndex(`document_change_${column}`)
      .on('document_change')
      .columns(['bid', 'patient', column])
      .execute()
  await schema
    .createTable('document_feed')
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('patient', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('u_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_feed_key', ['bid', 'patient'])
    .execute()
  await schema
    .createTable('pending_file')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Search of patients, legal holds, erasure, and uploads by signed forms. */
async function addErasure(trx: Transaction<RecordTables>): Promise<void> {
  const { schema } = trx
  await schema.alterTable('profile').addColumn('held_at', 'bigint').execute()
  for (const column of ['mobile', 'abha'] as const)
    await schema
      .createIndex(`profile_${column}`)
      .on('profile')
      .columns(['bid', 'kind', column])
      .where(column, 'is not', null)
      .execute()
  await schema.createIndex('profile_u_ate').on('profile').columns(['kind', 'u_ate']).execute()
  await addPatientsOfReminders(trx)
  await schema
    .createIndex('document_upload_date')
    .on('document')
    .columns(['upload_date', 'id'])
    .execute()
  await schema.createIndex('document_owner').on('document').columns(['bid', 'patient']).execute()
  await schema
    .createIndex('document_change_document')
    .on('document_change')
    .column('document_id')
    .execute()
  await schema
    .createTable('upload')
    .addColumn('document_id', 'text', (column) =>
      column.primaryKey().notNull().references('document.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('upload_expires_at').on('upload').column('expires_at').execute()
  await schema
    .createTable('document_file')
    .addColumn('document_id', 'text', (column) =>
      column.notNull().references('document.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('file_size', 'bigint', (column) => column.notNull())
    .addColumn('key', 'text')
    .addColumn('media_type', 'text')
    .addColumn('size', 'bigint')
    .addColumn('sha256', 'text')
    .addPrimaryKeyConstraint('document_file_key', ['document_id', 'place'])
    .execute()
  await schema
    .createTable('erasure')
    .addColumn('bid', 'text', (column) => column.notNull())
    .addColumn('patient', 'text', (column) => column.notNull())
    .addColumn('erased_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('erasure_key', ['bid', 'patient'])
    .execute()
}

/** The patient of each reminder, out of its payload. */
async function addPatientsOfReminders(trx: Transaction<RecordTables>): Promise<void> {
  await trx.schema.alterTable('reminder').addColumn('patient', 'text').execute()
  const reminders = await trx.selectFrom('reminder').select(['id', 'payload']).execute()
  for (const { id, payload } of reminders) {
    const patient: unknown = JSON.parse(payload)?.data?.patient_id
    if (typeof patient === 'string')
      await trx.updateTable('reminder').set({ patient }).where('id', '=', id).execute()
  }
  await trx.schema
    .createIndex('reminder_patient')
    .on('reminder')
    .columns(['bid', 'patient'])
    .execute()
}

/** A row that is written to find out whether the database takes writes. */
async function addWriteCheck(trx: Transaction<RecordTables>): Promise<void> {
  await trx.schema
    .createTable('write_check')
    .addColumn('checked_ms', 'bigint', (column) => column.notNull())
    .execute()
  await trx.insertInto('write_check').values({ checked_ms: 0 }).execute()
}

/** No index but the key: every write pays for one, and reading the trail may take a while. */
async function createAuditTables(trx: Transaction<RecordTables>): Promise<void> {
  const { schema } = trx
  await schema
    .createTable('audit')
    .addColumn('seq', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('time_ms', 'bigint', (column) => column.notNull())
    .addColumn('workspace', 'text')
    .addColumn('patient', 'text')
    .addColumn('entry', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('audit_pending')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('audit_head')
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('anchor_seq', 'bigint', (column) => column.notNull())
    .addColumn('anchor_hash', 'text', (column) => column.notNull())
    .execute()
  const { seq, hash } = CHAIN_START
  await trx
    .insertInto('audit_head')
    .values({ seq, hash, anchor_seq: seq, anchor_hash: hash })
    .execute()
}

/** Data keys, and the columns of what they seal. */
async function addSealing(trx: Transaction<RecordTables>): Promise<void> {
  const { schema } = trx
  await schema
    .createTable('data_key')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bid', 'text', (column) => column.notNull().unique())
    .addColumn('master', 'text', (column) => column.notNull())
    .addColumn('wrapped', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('sealing')
    .addColumn('is_whole', 'integer', (column) => column.notNull())
    .execute()
  await trx.insertInto('sealing').values({ is_whole: 0 }).execute()
  for (const table of ['profile', 'document', 'reminder', 'subscription'] as const) {
    await schema
      .alterTable(table)
      .addColumn('key_id', 'text', (column) => column.references('data_key.id'))
      .execute()
    await schema.alterTable(table).addColumn('sealed', 'text').execute()
  }
  await schema.alterTable('document').addColumn('thumbnail_key', 'text').execute()
}

/**
 * Usernames in Unicode's composed form (NFC), as they are compared. One whose composed form another profile has stays as it is.
 */
async function composeUsernames(trx: Transaction<RecordTables>): Promise<void> {
  const named = await trx
    .selectFrom('profile')
    .select(['oid', 'bid', 'kind', 'username'])
    .where('username', 'is not', null)
    .execute()
  for (const { oid, bid, kind, username } of named) {
    const composed = username!.normalize('NFC')
    if (composed === username) continue
    const taken = await trx
      .selectFrom('profile')
      .select('oid')
      .where('bid', '=', bid)
      .where('kind', '=', kind)
      .where('username', '=', composed)
      .executeTakeFirst()
    if (taken !== undefined) continue
    await trx.updateTable('profile').set({ username: composed }).where('oid', '=', oid).execute()
  }
}

async function addClientExpiry(trx: Transaction<RecordTables>): Promise<void> {
  await trx.schema.alterTable('client').addColumn('expires_at', 'bigint').execute()
}

async function addSeenEnvelopes(trx: Transaction<RecordTables>): Promise<void> {
  await trx.schema
    .createTable('seen_envelope')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('seen_envelope_until')
    .on('seen_envelope')
    .column('until_ms')
    .execute()
}

/**
 * Checks the data key of a row without a lock. A foreign key of PostgreSQL locks the key's row, which all writes of a workspace
 * would share: two thirds of the rate. Data keys are never removed but with the whole database.
 */
async function checkKeysUnlocked(
  trx: Transaction<RecordTables>,
  { locksRows }: Engine,
): Promise<void> {
  if (!locksRows) return
  await sql`
    create function require_data_key() returns trigger language plpgsql as $$
    begin
      if not exists (select from data_key where id = new.key_id) then
        raise foreign_key_violation using message = 'there is no such data key';
      end if;
      return new;
    end $$`.execute(trx)
  for (const table of ['profile', 'document', 'reminder', 'subscription'] as const) {
    await trx.schema.alterTable(table).dropConstraint(`${table}_key_id_fkey`).execute()
    await sql`
      create trigger ${sql.id(`${table}_data_key`)}
      before insert or update of key_id on ${sql.table(table)}
      for each row when (new.key_id is not null) execute function require_data_key()`.execute(trx)
  }
}

/** Bytes of workspaces, so that a quota of them need not sum up all documents. */
async function countBytes(trx: Transaction<RecordTables>): Promise<void> {
  await trx.schema
    .createTable('workspace')
    .addColumn('bid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  await sql`
    insert into workspace (bid, bytes)
    select d.bid, cast(sum(coalesce(f.bytes, d.size)) as bigint)
    from document d
    left join (select document_id, sum(file_size) as bytes from document_file group by document_id) f
      on f.document_id = d.id
    group by d.bid`.execute(trx)
}

/** Consents of documents, and workspaces that demand them. */
async function addConsent({ schema }: Transaction<RecordTables>): Promise<void> {
  await schema.alterTable('document').addColumn('consent', 'text').execute()
  await schema
    .alterTable('workspace')
    .addColumn('demands_consent', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
