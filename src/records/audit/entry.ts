import { createHash } from 'node:crypto'

/** Record that an entry is about. Identifiers are those of the records: no name, number or address of a person. */
export interface AuditedRecord {
  /** `patient`, `document`, `client` … */
  readonly type: string
  readonly id?: string | undefined
}

/** One line of the audit trail. Fields are named, their values never. */
export interface AuditEntry {
  /** ISO 8601, UTC. */
  readonly time: string
  /** Method and route, or the command. */
  readonly operation: string
  readonly action: 'create' | 'read' | 'update' | 'delete' | 'execute'
  /** `refused`: the caller's fault; `failed`: the server's. */
  readonly outcome: 'done' | 'refused' | 'failed'
  /** `sub`, `cid`, `role` and `bid` of the token. */
  readonly subject?: string | undefined
  readonly client?: string | undefined
  readonly role?: string | undefined
  readonly workspace?: string | undefined
  /** Address of the caller. */
  readonly address?: string | undefined
  /** Identifier of the request, as the answer and the log have it. */
  readonly request?: string | undefined
  readonly record?: AuditedRecord | undefined
  /** `oid` of the patient. */
  readonly patient?: string | undefined
  /** `oid` of the patient to whom a document was moved. */
  readonly movedTo?: string | undefined
  /** Identifiers of the records that a list answered with, or of those that one request made. */
  readonly listed?: readonly string[] | undefined
  /** Names of the fields that the caller set. */
  readonly fields?: readonly string[] | undefined
  /** Identifiers of the consents under which records were read or written. */
  readonly consents?: readonly string[] | undefined
  /** Last entry that was removed since its time was over. */
  readonly pruned?: ChainPlace | undefined
}

/** An entry before its time and outcome are known. Work that it accompanies completes it. */
export type AuditDraft = {
  -readonly [field in keyof Omit<AuditEntry, 'time' | 'outcome' | 'pruned'>]: AuditEntry[field]
} & {
  /** Transactions that have stored it. */
  stored?: number
}

/** A place in the chain: the number of an entry, and its hash. */
export interface ChainPlace {
  readonly seq: number
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string
}

/** An entry as it is stored. */
export interface StoredEntry extends ChainPlace {
  /** JSON of an {@link AuditEntry}, as it was hashed. */
  readonly entry: string
}

/** Place before the first entry. */
export const CHAIN_START: ChainPlace = { seq: 0, hash: '0'.repeat(64) }

/** Entries in the order of their fields here, so that equal entries are equal texts. */
export function entryOf(
  { stored: _, ...draft }: AuditDraft,
  outcome: AuditEntry['outcome'],
  time: number,
): AuditEntry {
  const { operation, action, subject, client, role, workspace, address, request } = draft
  const { record, patient, movedTo, listed, fields, consents } = draft
  return {
    ...{ time: new Date(time).toISOString(), operation, action, outcome },
    ...{
      subject,
      client,
      role,
      workspace,
      address,
      request,
      record,
      patient,
      movedTo,
      listed,
      fields,
      consents,
    },
  }
}

/** The place of an entry after another one. */
export function nextPlace(before: ChainPlace, entry: string): ChainPlace {
  const seq = before.seq + 1
  const hash = createHash('sha256').update(`${before.hash}\n${seq}\n${entry}`).digest('hex')
  return { seq, hash }
}
