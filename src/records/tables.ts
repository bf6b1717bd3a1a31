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

export interface SubscriptionTable {
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

export interface ReminderTable {
  id: string
  bid: string
  event: string
  /** Epoch milliseconds, as all times of webhooks but `created`. */
  event_time: number
  transaction_id: string
  /** JSON. */
  payload: string
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
  /** Of the attempt that is being made. */
  lease: string | null
  /** Since `started_ms`. */
  attempts: number
  /** When it was made or replayed. */
  started_ms: number
  last_result: string | null
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
  subscription: SubscriptionTable
  reminder: ReminderTable
  delivery: DeliveryTable
  records_version: VersionTable
}
