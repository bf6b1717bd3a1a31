/**
 * Records of a server: profiles, documents, the clients that may log in, and their refresh tokens; webhooks.ts has those of
 * webhooks. One interface over two databases, SQLite and PostgreSQL; `openRecords` (open.ts) chooses by its argument. Files
 * of documents are kept elsewhere, see blobs/.
 */

import type { AuditTrail } from './audit/trail.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Files } from './sealing/files.ts'
import type { SealingState } from './sealing/sealing.ts'
import type { Reminder, Webhooks } from './webhooks.ts'

/** Whom a profile is of: a patient, or a user of the EMR. */
export type ProfileKind = 'patient' | 'emr_user'

/** Fields of a profile that a request may set, in the contract's names, checked and normalised before. */
export interface ProfileFields {
  /** Salutation. */
  readonly s?: string | undefined
  /** First, middle and last name, and the full one. */
  readonly fn?: string | undefined
  readonly mn?: string | undefined
  readonly ln?: string | undefined
  readonly fln?: string | undefined
  /** YYYY-MM-DD. */
  readonly dob?: string | undefined
  readonly gen?: string | undefined
  /** Blood group. */
  readonly bg?: string | undefined
  /** E.164. */
  readonly mobile?: string | undefined
  readonly email?: string | undefined
  /** The hospital's identifier of the person, unique in a workspace and kind. */
  readonly username?: string | undefined
  /** ABHA address. */
  readonly abha?: string | undefined
  readonly extras?: Readonly<Record<string, unknown>> | undefined
}

/** A profile that is to be made. */
export interface NewProfile extends ProfileFields {
  readonly kind: ProfileKind
  /** Workspace. */
  readonly bid: string
}

/** A profile as it is stored. What was never set is left out. */
export interface Profile extends NewProfile {
  /** Identifier: 17 random decimal digits, the first of them no 0. */
  readonly oid: string
  /** Times at which it was made and last changed, in epoch seconds. */
  readonly c_ate: number
  readonly u_ate: number
  /** When a legal hold began, in epoch seconds; missing without one. */
  readonly held_at?: number | undefined
}

/** Fields by which profiles are found, each equal to what is stored. */
export const FOUND_BY = ['username', 'mobile', 'abha'] as const

/** Profiles that are searched for: of a kind, in a workspace, with all of the fields that are given. */
export type ProfileQuery = Pick<NewProfile, 'kind' | 'bid'> &
  Pick<ProfileFields, (typeof FOUND_BY)[number]> & {
    /** The oid of the last profile of the part before. */
    readonly after?: string | undefined
    readonly limit: number
  }

export interface Profiles {
  /** Number of profiles of a workspace. */
  count(kind: ProfileKind, bid: string): Promise<number>
  /** Makes a profile; it is on disk when the promise resolves. `username_taken` where another of the workspace and kind has it. */
  create(profile: NewProfile): Promise<Profile | 'username_taken'>
  /** The profile of a kind with an identifier, of whatever workspace. */
  get(kind: ProfileKind, oid: string): Promise<Profile | undefined>
  /** Profiles in the order of their oids. */
  find(query: ProfileQuery): Promise<Profile[]>
  /**
   * Changes the fields that `change` returns and leaves the rest; a field that is present and undefined is removed. No
   * other change comes between reading and writing.
   *
   * @param change gets the profile as it is; its errors leave the profile unchanged and are thrown
   * @returns the profile as it is then; undefined where there is none
   */
  update(
    kind: ProfileKind,
    oid: string,
    change: (profile: Profile) => ProfileFields,
  ): Promise<Profile | 'username_taken' | undefined>
}

/** Roles of callers: what each may do is in http/auth/operations.ts. */
export const ROLES = ['admin', 'clinician', 'reviewer', 'linking', 'service', 'user'] as const
export type Role = (typeof ROLES)[number]

/** A client that may log in, and whom it then speaks for. */
export interface Client {
  readonly client_id: string
  /** Workspace. */
  readonly bid: string
  /** The caller that its tokens name: the `oid` of a profile, or one of its own. */
  readonly oid: string
  readonly role: Role
  /** In epoch seconds. */
  readonly created: number
  /** Time from which its secret and its tokens are refused, in epoch seconds; default: never. */
  readonly expires_at?: number
}

export interface Clients {
  /**
   * Registers a client, which speaks for itself, with a new `oid`, where none is given.
   *
   * @returns it with its secret, which is stored as a scrypt hash and never shown again
   */
  add(
    client: Omit<Client, 'client_id' | 'created' | 'oid'> & { readonly oid?: string | undefined },
  ): Promise<Client & { client_secret: string }>
  /** In the order in which they were added. */
  list(): Promise<Client[]>
  /** Removes a client and its refresh tokens. @returns whether there was one */
  remove(clientId: string): Promise<boolean>
  /**
   * True if a client is still registered and has not expired, and its log-in has not ended. An id that `add` cannot have made is another issuer's,
   * and always active.
   */
  isActive(clientId: string, login?: string): Promise<boolean>
  /** The client with an id and its secret; undefined where either is wrong or it has expired, after the same work. */
  authenticate(clientId: string, secret: string): Promise<Client | undefined>
}

/** Sealed requests that came before, by a hash. */
export interface Envelopes {
  /** Remembers one until a time, in epoch milliseconds. @returns false if it is remembered already */
  remember(id: string, untilMs: number): Promise<boolean>
}

/** A refresh token that was made, and whom it is for. */
export interface Issued {
  /** 256 random bits, base64url; stored as a SHA-256 hash only. */
  readonly token: string
  readonly client: Client
  /** Identifier of the log-in: that of the family. */
  readonly login: string
}

export interface RefreshTokens {
  /** The first token of a new family. */
  start(client: Client, lifetimeSeconds: number): Promise<Issued>
  /**
   * Takes a token for a new one of the same family. A token is good once: one that comes again ends its family, since one of
   * the two that had it has stolen it.
   *
   * @returns undefined for a token that is unknown, expired, used or of an ended family
   */
  rotate(token: string, lifetimeSeconds: number): Promise<Issued | undefined>
  /** Ends a log-in: removes its family. */
  end(login: string): Promise<void>
}

/** Whose documents are meant: a patient of a workspace. */
export interface DocumentOwner {
  readonly bid: string
  readonly patient: string
}

/** A consent, as its manager knows it. */
export interface Consent {
  /** Identifier of the artefact: a UUID. */
  readonly id: string
  /** Code of the purpose of use. */
  readonly purpose: string
  /** In epoch seconds. */
  readonly expires_at: number
}

/** Fields of a document that may change. */
export interface DocumentFields {
  /** The contract's two letters: `ps`, `lr` … */
  readonly document_type: string
  readonly title?: string | undefined
  readonly tags: readonly string[]
  readonly auto_tags: readonly string[]
  readonly cases: readonly string[]
  /** The document's own date, in epoch seconds. */
  readonly document_date?: number | undefined
  /** Consent of the patient under which it came. */
  readonly consent?: Consent | undefined
  /** True if a small picture of it is stored, too. */
  readonly has_thumbnail: boolean
}

/** A document whose file is stored under its identifier. */
export interface NewDocument extends DocumentOwner, DocumentFields {
  /** The data key with which its files are sealed; default: as the records are. */
  readonly key_id?: string | undefined
  /** A UUID. */
  readonly id: string
  readonly media_type: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly sha256: string
}

/** A document as it is stored. */
export interface Document extends NewDocument {
  /** In epoch seconds. */
  readonly upload_date: number
  /** Key of the small picture, where it is not that of `thumbnailKey`. */
  readonly thumbnail_key?: string | undefined
}

/** A document, if it is of the workspace and the patient that are given, and has the data key; null is that of none. */
export type WhichDocument = { readonly id: string } & Partial<DocumentOwner> & {
    readonly key_id?: string | null | undefined
  }

/** Fields of a document that are to change; with a patient, of the same workspace, it is moved to that one. */
export type DocumentChanges = Partial<DocumentFields> & Partial<Pick<DocumentOwner, 'patient'>>

/** A place in a list of documents. Only `Documents.list` reads it. */
export interface ListPosition {
  /** The changes up to this one were shown. */
  readonly after: number
  /** The newest change when the list began, and when that was. */
  readonly start: number
  readonly startedAt: number
  /** See {@link DocumentList}. */
  readonly refreshedAt: number | null
}

/** A part of a list. */
export interface DocumentList {
  readonly documents: readonly Document[]
  /**
   * The time with which a client that has read the whole list requests later changes: nothing that changed up to then is
   * missing, and changes within a minute before may come again. Null if the patient has no documents.
   */
  readonly refreshedAt: number | null
  /** Where the list goes on; undefined at its end. */
  readonly next: ListPosition | undefined
}

/** A file of a document. */
export interface StoredFile {
  readonly key: string
  readonly media_type: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly sha256: string
}

/** A document whose files are announced. */
export interface NewUpload
  extends DocumentOwner,
    Pick<DocumentFields, 'document_type' | 'document_date' | 'tags' | 'cases' | 'consent'> {
  /** A UUID. */
  readonly id: string
  /** One or more. */
  readonly files: readonly { readonly content_type: string; readonly file_size: number }[]
}

/** Documents whose files come one by one. Each is in a list once all are there. */
export interface Uploads {
  /**
   * Announces documents, all or none. One that was announced before with the same files, and is not listed, gets more time.
   *
   * @param maxBytes of the files of the workspace, these included; default: any number
   * @returns `taken` where an identifier is another document's; `full` where there would be more bytes than may be; `erased`
   *   where the patient was erased
   */
  announce(
    uploads: readonly NewUpload[],
    lifetimeSeconds: number,
    maxBytes?: number,
  ): Promise<'announced' | 'taken' | 'full' | 'erased'>
  /** A file that is awaited, and the data key to seal it with. */
  find(
    id: string,
    place: number,
  ): Promise<{ readonly file_size: number; readonly key_id: string | null } | undefined>
  /**
   * Adds a file that is stored.
   *
   * @param keyId data key with which it is sealed, or null; default: that of the document
   * @returns the document once it has all of its files; `same` and `other_bytes` where the file came before; undefined where it is
   *   not awaited any more
   */
  addFile(
    id: string,
    place: number,
    file: StoredFile,
    keyId?: string | null,
  ): Promise<Document | 'added' | 'same' | 'other_bytes' | undefined>
  /** Removes documents whose time is over. @returns their number; another call may find more */
  expire(): Promise<number>
}

export interface Documents {
  /** Notes that a file is about to be stored under a key: what is noted and not added is known to be garbage. */
  begin(key: string): Promise<void>
  /**
   * Adds a document whose file is stored.
   *
   * @param key of a patient's requests for one document: one that comes again within a day adds nothing
   * @param maxBytes of the files of the workspace, this one included; default: any number
   * @returns the document; the earlier one where the key came with the same bytes; `other_bytes` where it came with others;
   *   `full` where there would be more bytes than may be, and the file is garbage; `erased` where the patient was erased; `abandoned` where the file gave no sign of life for three minutes, and is removed
   */
  add(
    document: NewDocument,
    key?: string,
    maxBytes?: number,
  ): Promise<Document | 'other_bytes' | 'full' | 'erased' | 'abandoned'>
  /** The document with an identifier, of whomever. */
  get(id: string): Promise<Document | undefined>
  /**
   * Changes what is given of a document.
   *
   * @returns it as it is then; undefined where there is none; `held` where it may not leave the patient
   */
  update(which: WhichDocument, changes: DocumentChanges): Promise<Document | 'held' | undefined>
  /**
   * Removes a document.
   *
   * @returns keys of its files, which are garbage from then on; undefined where there is no document; `held` where the patient is
   *   under a legal hold
   */
  remove(which: WhichDocument): Promise<readonly string[] | 'held' | undefined>
  /**
   * Documents in the order in which they last changed by the time that the list began; those that were added since come
   * after them. However many are added, changed, moved and removed while the list is read, each is there once; one that was
   * removed, or is another patient's by then, is not.
   *
   * @param from the beginning, with documents that changed after a time in epoch seconds only; or where an earlier part ended
   * @param limit documents at most, 1 or more
   * @returns undefined for a position of a list that began more than a day ago
   */
  list(
    owner: DocumentOwner,
    from: { readonly updatedAfter?: number | undefined } | ListPosition,
    limit: number,
  ): Promise<DocumentList | undefined>
  /** The files of a document, one or more. */
  filesOf(document: Document): Promise<readonly StoredFile[]>
  /** Gives a sign of life of files that are being stored. */
  keepAlive(keys: readonly string[]): Promise<void>
  /** Keys of files that are garbage, or gave no sign of life for three minutes, and will never be added; 1,000 at most. */
  abandoned(): Promise<string[]>
  /** Forgets a file that is gone. */
  forget(key: string): Promise<void>
}

/** Records that an erasure removed, besides the profile. */
export interface Erased {
  readonly documents: number
  /** Keys of files of documents and of their thumbnails, which are garbage from then on. */
  readonly keys: readonly string[]
  readonly reminders: number
  /** Deliveries of the reminders to webhooks. */
  readonly deliveries: number
}

/** Everything that is stored of a patient but the bytes of files. */
export interface PatientRecords {
  readonly profile: Profile
  readonly documents: readonly (Document & { readonly files: readonly StoredFile[] })[]
  readonly reminders: readonly Reminder[]
}

/** Patients as a whole. Reminders are a patient's if they name the oid or the username. */
export interface Patients {
  /**
   * Removes a patient with documents and reminders in one transaction. The oid is kept, so that nothing is added any more.
   *
   * @param unchangedSince only if neither the profile nor a document is of this time or later, in epoch seconds
   * @returns undefined where the workspace has no such patient; `held` under a legal hold
   */
  erase(patient: DocumentOwner, unchangedSince?: number): Promise<Erased | 'held' | undefined>
  /** Begins a legal hold: neither the patient nor a document is removed. @returns whether there is such a patient */
  hold(oid: string): Promise<boolean>
  /** Ends a legal hold. @returns whether there is such a patient */
  release(oid: string): Promise<boolean>
  read(oid: string): Promise<PatientRecords | undefined>
}

/** A workspace that was set up, or has had documents. */
export interface Workspace extends WorkspaceSettings {
  readonly bid: string
  /** Size of the files of its documents, announced ones included. */
  readonly bytes: number
}

export interface WorkspaceSettings {
  /** True if documents are read and written under a consent only. */
  readonly demands_consent: boolean
}

export interface Workspaces {
  /** A workspace that is not known has no bytes and demands nothing. */
  get(bid: string): Promise<Workspace>
  /** In the order of their names. */
  list(): Promise<Workspace[]>
  /** Changes settings, for all processes from their next request on. */
  set(bid: string, settings: WorkspaceSettings): Promise<void>
}

/** Looks for records whose time is over, and which no legal hold keeps: 100 at most. Times are in epoch seconds. */
export interface Outdated {
  /** Documents that were uploaded before a time. */
  documents(before: number): Promise<(DocumentOwner & { readonly id: string })[]>
  /** Patients who were last changed before a time, and have no document that was uploaded since. */
  patients(before: number): Promise<DocumentOwner[]>
}

/** Work that a rotation of keys has done. */
export interface Rotation {
  /** Data keys that another master key wrapped before. */
  readonly keys: number
  /** Rows of profiles, reminders and subscriptions that were plain. */
  readonly rows: number
  /** Documents that were plain, each with its files. */
  readonly documents: number
  /** True if nothing plain is left. */
  readonly isWhole: boolean
}

/** The keys that records are sealed with. */
export interface Keys {
  /** See {@link SealingState}; as of when the records were opened. */
  readonly state: SealingState
  /**
   * Wraps the data keys by the current master key, and seals all rows and files that are plain, those of documents that are being
   * uploaded included. One that was ended early is done by the next one, and servers may use the records meanwhile.
   *
   * @throws MedlinkError `settings_invalid` without keys, or if another key is missing
   */
  rotate(blobs: Blobs): Promise<Rotation>
}

/** The records of a server. Everything that was acknowledged is on disk. */
export interface Records {
  readonly profiles: Profiles
  readonly patients: Patients
  readonly workspaces: Workspaces
  readonly outdated: Outdated
  readonly clients: Clients
  readonly refreshTokens: RefreshTokens
  readonly envelopes: Envelopes
  readonly webhooks: Webhooks
  readonly documents: Documents
  readonly uploads: Uploads
  readonly audit: AuditTrail
  readonly keys: Keys
  /** Files of documents in a store, sealed as the records are. */
  files(blobs: Blobs): Files
  /**
   * Writes something to the database, at most once a second.
   *
   * @throws where it does not answer, or cannot write, or where its records are sealed and these have no keys
   */
  check(): Promise<void>
  /** Removes the bytes of what was deleted from the files of SQLite; those of PostgreSQL keep them. */
  scrub(): Promise<void>
  close(): Promise<void>
}
