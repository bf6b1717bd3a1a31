import type { ProfileFields, ProfileKind, Role } from './records.ts'
import type { DeliveryState, SubscriptionStatus } from './webhooks.ts'

/** The fields of a profile that are text, each a column of its own. */
export const TEXT_FIELDS = [
  's',
  'fn',
  'mn',
  'ln',
  'fln',
  'dob',
  'gen',
  'bg',
  'mobile',
  'email',
  'username',
  'abha',
] as const satisfies readonly (keyof ProfileFields)[]

type TextColumns = { [field in (typeof TEXT_FIELDS)[number]]: string | null }

/** A table with personal data, see sealing/personal.ts. */
interface SealedColumns {
  /** The data key of a sealed row, and of its files; null in a plain row. A row without its key cannot be written. */
  key_id: string | null
  /** The personal columns of the row, encrypted: they themselves are empty or keyed hashes then. */
  sealed: string | null
}

export interface ProfileTable extends TextColumns, SealedColumns {
  oid: string
  kind: ProfileKind
  bid: string
  /** JSON. */
  extras: string | null
  /** Epoch seconds, as all times here. */
  c_ate: number
  u_ate: number
  /** When a legal hold began, if there is one. */
  held_at: number | null
}

export interface ClientTable {
  client_id: string
  bid: string
  oid: string
  role: Role
  created: number
  /** Ascends in the order in which clients are added. */
  added: number
  /** A hash, see secret.ts. */
  secret: string
  /** In epoch seconds; null: never. */
  expires_at: number | null
}

export interface SeenEnvelopeTable {
  /** SHA-256 of its kid and tag, base64url. */
  id: string
  /** When it is forgotten, in epoch milliseconds. */
  until_ms: number
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, base64url. */
  hash: string
  /** Common to the tokens that were taken for one another. */
  family: string
  client_id: string
  expires_at: number
  /** When it was taken for the next one. */
  used_at: number | null
}

export interface SubscriptionTable extends SealedColumns {
  id: string
  bid: string
  endpoint: string
  /** JSON: a list. */
  event_names: string
  signing_key: string
  status: SubscriptionStatus
  created: number
  /** Ascends in the order in which subscriptions are added. */
  added: number
}

export interface ReminderTable extends SealedColumns {
  id: string
  bid: string
  event: string
  /** Epoch milliseconds, as all times of webhooks but `created`. */
  event_time: number
  transaction_id: string
  /** JSON. */
  payload: string
  /** Whom the payload is about, by the identifier that its sender uses. */
  patient: string | null
  /** When its deliveries were made. */
  sent_ms: number | null
}

export interface DeliveryTable {
  id: string
  bid: string
  subscription_id: string
  reminder_id: string
  state: DeliveryState
  /** When the next attempt is due; while one is made, when its lease runs out. */
  due_ms: number
  /** Token of the attempt under way. */
  lease: string | null
  /** Since `started_ms`. */
  attempts: number
  /** When it was made or replayed. */
  started_ms: number
  last_result: string | null
}

export interface DocumentTable extends SealedColumns {
  /** A UUID. */
  id: string
  bid: string
  patient: string
  /** Number of its newest row in `document_change`; 0 while its files are uploaded: it has no row there, and is in no list. */
  seq: number
  document_type: string
  title: string | null
  /** JSON, as the next two. */
  tags: string
  auto_tags: string
  cases: string
  /** JSON. */
  consent: string | null
  document_date: number | null
  upload_date: number
  media_type: string
  /** Bytes. */
  size: number
  /** SHA-256 of the bytes, in hexadecimal digits. */
  sha256: string
  /** 0 or 1. */
  has_thumbnail: number
  /** Key of the small picture where it is not that of `thumbnailKey`, since it was sealed later. */
  thumbnail_key: string | null
  idempotency_key: string | null
}

/** A row for each time that a document was added or changed, in the order in which that became visible. */
export interface DocumentChangeTable {
  bid: string
  patient: string
  seq: number
  document_id: string
  u_at: number
  /** 1 where the document was added, 0 where it was changed. */
  is_new: number
  /** The `seq` of the next change of the same document, and when that was. */
  until: number | null
  until_at: number | null
}

/** One row for each patient who has documents: the newest of the changes. A transaction that writes a change holds it. */
export interface DocumentFeedTable {
  bid: string
  patient: string
  seq: number
  u_at: number
}

/** A document whose files are uploaded by signed forms. The row goes with the last of them. */
export interface UploadTable {
  document_id: string
  expires_at: number
}

/** Files of a document that came by signed forms. One that came whole has a single file, under its own identifier. */
export interface DocumentFileTable {
  document_id: string
  /** Counted from 0. */
  place: number
  /** As announced. */
  content_type: string
  file_size: number
  /** Where and what it is, once it is stored: as in `document`. */
  key: string | null
  media_type: string | null
  size: number | null
  sha256: string | null
}

/** Files that are being stored, or must be removed. */
export interface PendingFileTable {
  id: string
  /** When its upload last gave a sign of life; 0 if the file must go. */
  started_at: number
}

/** A workspace that has, or had, documents. */
export interface WorkspaceTable {
  bid: string
  /** Size of the files of its documents, announced ones included. */
  bytes: number
  /** 0 or 1. */
  demands_consent: number
}

/** Patients who were erased: nothing is added for them any more. */
export interface ErasureTable {
  bid: string
  patient: string
  erased_at: number
}

/** One row, which is written to find out whether the database takes writes. */
export interface WriteCheckTable {
  checked_ms: number
}

/** Data keys, with which rows and files of a workspace are sealed. */
export interface DataKeyTable {
  id: string
  /** One key has it. */
  bid: string
  /** Identifier of the master key that wraps it. */
  master: string
  /** The key, encrypted by the master key. */
  wrapped: string
}

/** One row. */
export interface SealingTable {
  /** 1 once every row and file is sealed. */
  is_whole: number
}

/** An entry of the audit trail, see audit/trail.ts. */
export interface AuditTable {
  /** 1 for the first, without gaps. */
  seq: number
  /** SHA-256 of the entry and its predecessor's hash. */
  hash: string
  /** Fields of the entry by which entries are looked for. */
  time_ms: number
  workspace: string | null
  patient: string | null
  /** JSON. */
  entry: string
}

/** Entries of committed transactions that are added to the chain soon: of PostgreSQL alone. */
export interface AuditPendingTable {
  /** Ascends with time. */
  id: string
  entry: string
}

/** One row: the newest entry, and the last one that was removed since its time was over. */
export interface AuditHeadTable {
  seq: number
  hash: string
  anchor_seq: number
  anchor_hash: string
}

/** One row: the steps of migrations.ts that the tables have taken. */
export interface VersionTable {
  version: number
}

/** The tables of the records, the same in both databases. */
export interface Tables {
  profile: ProfileTable
  client: ClientTable
  refresh_token: RefreshTokenTable
  seen_envelope: SeenEnvelopeTable
  subscription: SubscriptionTable
  reminder: ReminderTable
  delivery: DeliveryTable
  document: DocumentTable
  document_change: DocumentChangeTable
  document_feed: DocumentFeedTable
  upload: UploadTable
  document_file: DocumentFileTable
  pending_file: PendingFileTable
  workspace: WorkspaceTable
  erasure: ErasureTable
  write_check: WriteCheckTable
  data_key: DataKeyTable
  sealing: SealingTable
  audit: AuditTable
  audit_pending: AuditPendingTable
  audit_head: AuditHeadTable
  records_version: VersionTable
}
