import { TEXT_FIELDS } from '../tables.ts'

/** Columns of a table with personal data or secrets. */
interface PersonalColumns {
  /** The column of the row's identifier. */
  readonly id: string
  /** Stored within `sealed` alone. */
  readonly hidden: readonly string[]
  /** Stored as a keyed hash, by which rows are looked up and kept unique. */
  readonly hashed: readonly string[]
  /** Value that the hidden columns hold themselves. */
  readonly emptied: null | ''
}

/**
 * Columns that are sealed. Identifiers, workspaces, kinds, times, states, sizes, media types and hashes of files stay plain. Keyed
 * hashes are in the columns that the plain values had, with the same indexes.
 */
export const PERSONAL = {
  profile: {
    id: 'oid',
    hidden: [...TEXT_FIELDS, 'extras'],
    hashed: ['username', 'mobile', 'abha'],
    emptied: null,
  },
  document: {
    id: 'id',
    hidden: ['title', 'tags', 'auto_tags', 'cases', 'consent'],
    hashed: ['idempotency_key'],
    emptied: '',
  },
  reminder: {
    id: 'id',
    hidden: ['payload', 'transaction_id'],
    hashed: ['transaction_id', 'patient'],
    emptied: '',
  },
  subscription: { id: 'id', hidden: ['endpoint', 'signing_key'], hashed: [], emptied: '' },
} as const satisfies Record<string, PersonalColumns>

export type SealedTable = keyof typeof PERSONAL
