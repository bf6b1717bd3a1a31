/** Records of webhooks: subscriptions with their events, reminders with their times, and pending deliveries. */

/** State of a subscription: `disabled` once its endpoint has answered that it is gone. */
export type SubscriptionStatus = 'active' | 'disabled'

export interface NewSubscription {
  /** Workspace. */
  readonly bid: string
  readonly endpoint: string
  readonly event_names: readonly string[]
  /** The secret that signs its deliveries: stored as it is, and never in a list. */
  readonly signing_key: string
}

export interface Subscription extends Omit<NewSubscription, 'signing_key'> {
  readonly id: string
  readonly status: SubscriptionStatus
  /** In epoch seconds. */
  readonly created: number
}

export interface Subscriptions {
  /** `too_many` where the workspace has its share of them. */
  add(subscription: NewSubscription): Promise<Subscription | 'too_many'>
  /** Subscriptions of a workspace, in the order in which they were added. */
  list(bid: string): Promise<Subscription[]>
  /** Removes one of a workspace, with what is still to be delivered to it. @returns whether there was one */
  remove(bid: string, id: string): Promise<boolean>
}

/** An event to be delivered at a time. */
export interface NewReminder {
  /** Workspace. */
  readonly bid: string
  readonly event: string
  /** When it is due, in epoch milliseconds. */
  readonly event_time: number
  /** One reminder of a workspace has it. */
  readonly transaction_id: string
  /** The bytes that are sent, the same at every attempt: JSON. */
  readonly payload: string
  /** Whom it is about, if anyone, by oid or username: an erasure removes the reminder, and none comes after it. */
  readonly patient?: string | undefined
}

export interface Reminder extends Omit<NewReminder, 'patient'> {
  readonly id: string
  /** `sent` once it is in the outbox of every subscription that wanted it then. */
  readonly status: 'scheduled' | 'sent'
}

export interface Reminders {
  /**
   * Schedules a reminder; it is on disk when the promise resolves. The same one again is the one that is there.
   *
   * @returns `taken` where another reminder of the workspace has its transaction_id; `erased` where its patient was erased
   */
  schedule(reminder: NewReminder): Promise<Reminder | 'taken' | 'erased'>
  get(bid: string, id: string): Promise<Reminder | undefined>
  /** Takes back one that is not sent. @returns what it was; undefined where there is none */
  cancel(bid: string, id: string): Promise<Reminder['status'] | undefined>
}

export const DELIVERY_STATES = ['pending', 'delivered', 'parked'] as const
/** `parked`: given up until a replay is requested. */
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One reminder on its way to one subscription. */
export interface Delivery {
  /** Ascends in the order in which deliveries are made. */
  readonly id: string
  readonly subscription_id: string
  /** The reminder's identifier, which the receiver sees too. */
  readonly event_id: string
  readonly event: string
  readonly event_time: number
  readonly status: DeliveryState
  /** Since it was made or replayed. */
  readonly attempts: number
  /** The result of the last attempt; null before it. */
  readonly last_result: string | null
  /** Epoch milliseconds; null where there is none. While an attempt runs: when it counts as lost. */
  readonly next_attempt: number | null
}

/** The permission to make one attempt. It is valid until another worker has it, which may be after its lease has expired. */
export interface Attempt {
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly workspace: string
  readonly eventId: string
  readonly endpoint: string
  readonly signingKey: string
  readonly payload: string
  /** The how-manieth it is since `startedMs`, counted from 1. */
  readonly number: number
  /** When the delivery was made or replayed, in epoch milliseconds. */
  readonly startedMs: number
  /** Tells it from every other attempt. */
  readonly lease: string
}

/** The outcome of an attempt. `result` is for people, and quotes no text of others. */
export type Outcome =
  | { readonly state: 'delivered'; readonly result: string }
  | { readonly state: 'pending'; readonly result: string; readonly dueMs: number }
  /** `disables`: no reminder goes to the subscription any more, and whatever waits for it is parked as well. */
  | { readonly state: 'parked'; readonly result: string; readonly disables: boolean }

/** Deliveries that a worker may attempt. */
export interface Admission {
  readonly limit: number
  /** Subscriptions and workspaces without a place, which are not looked at. */
  readonly except: readonly string[]
  readonly exceptWorkspaces: readonly string[]
  /** The only subscriptions with a place; undefined: all others. */
  readonly only: readonly string[] | undefined
  /** Takes a place for a delivery, if there is one. */
  admit(subscriptionId: string, workspace: string): boolean
}

export interface ClaimOptions {
  readonly admission: Admission
  /** Time during which no other worker makes the attempt. */
  readonly leaseMs: number
}

/** Deliveries, at least once each. Any number of processes may work on one outbox. */
export interface Outbox {
  /** Makes deliveries of the reminders that are due, some at a time. @returns of how many */
  release(): Promise<number>
  /** Removes reminders that were sent long ago, with their deliveries, some at a time. @returns how many */
  forget(): Promise<number>
  /** Attempts that are due, the oldest first, none of which anybody else gets before its lease has run out. */
  claim(options: ClaimOptions): Promise<Attempt[]>
  /** Stores the outcome of an attempt. @returns false if another worker has the attempt by now, or its subscription has gone */
  settle(attempt: Attempt, outcome: Outcome): Promise<boolean>
  /** When there is something to do, in epoch milliseconds; undefined where nothing is known of. */
  nextDue(): Promise<number | undefined>
  /** Deliveries of a workspace by their identifiers, from the one after `after` on. */
  list(
    bid: string,
    options: {
      readonly status?: DeliveryState | undefined
      readonly after?: string | undefined
      readonly limit: number
    },
  ): Promise<Delivery[]>
  /**
   * Delivers again what is parked or was delivered, at once and by the same identifier. A subscription that was disabled is
   * active again.
   *
   * @returns `pending` where it is on its way anyway; undefined where there is none
   */
  replay(bid: string, id: string): Promise<'replayed' | 'pending' | undefined>
  /** How much there is of what is not done. */
  sizes(): Promise<Readonly<Record<'scheduled' | 'pending' | 'parked', number>>>
}

export interface Webhooks {
  readonly subscriptions: Subscriptions
  readonly reminders: Reminders
  readonly outbox: Outbox
}
