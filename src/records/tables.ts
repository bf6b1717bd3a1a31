import type { ProfileFields, ProfileKind, Role } from './records.ts'

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

export interface ProfileTable extends TextColumns {
  oid: string
  kind: ProfileKind
  bid: string
  /** JSON. */
  extras: string | null
  /** Epoch seconds, as all times here. */
  c_ate: number
  u_ate: number
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

/** One row: which of the steps in migrations.ts the tables have behind them. */
export interface VersionTable {
  version: number
}

/** The tables of the records, the same in both databases. */
export interface Tables {
  profile: ProfileTable
  client: ClientTable
  refresh_token: RefreshTokenTable
  records_version: VersionTable
}
