/** Shapes of the operations of webhooks; those of incoming reminders are in events.ts. */

import * as z from 'zod'
import { DELIVERY_STATES } from '../../records/webhooks.ts'
import { EVENTS, strictly } from './events.ts'
import { MAX_ENDPOINT_LENGTH } from './guard.ts'
import { isSigningKey, KEY_RULE } from './sign.ts'

/** Deliveries of one page. */
const MAX_PAGE = 100
const DEFAULT_PAGE = 20

const EVENT = `must be one of ${EVENTS.join(', ')}`
const EVENT_NAMES = 'must be a list of events, each of them once'
const URL_RULE = 'must be a URL'
const eventSchema = z.enum(EVENTS, EVENT)
const statusSchema = z.enum(['active', 'disabled'])

export const newSubscriptionSchema = strictly('a subscription', {
  endpoint: z
    .string(URL_RULE)
    .min(1, URL_RULE)
    .max(MAX_ENDPOINT_LENGTH, `must not be longer than ${MAX_ENDPOINT_LENGTH} characters`)
    .meta({ description: 'Where events are sent: a URL that begins with https://' }),
  event_names: z
    .array(eventSchema, EVENT_NAMES)
    .min(1, EVENT_NAMES)
    .max(EVENTS.length, EVENT_NAMES)
    .refine((names) => new Set(names).size === names.length, EVENT_NAMES),
  signing_key: z
    .string(KEY_RULE)
    .refine(isSigningKey, KEY_RULE)
    .optional()
    .meta({ description: 'What is sent is signed with it; made, and shown once, when left out' }),
  protocol: z
    .enum(['https', 'http'], 'must be https')
    .default('https')
    .meta({ description: 'http only to hosts that the server’s settings name' }),
})

export const createdSubscriptionSchema = z.object({
  id: z.string(),
  status: statusSchema,
  /** Where the server made it; it is not shown again. */
  signing_key: z.string().optional(),
})

export const subscriptionsSchema = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      endpoint: z.string(),
      event_names: z.array(eventSchema),
      protocol: z.enum(['https', 'http']),
      /** `disabled` once the endpoint has answered with 410. */
      status: statusSchema,
      /** Epoch seconds. */
      created: z.int(),
    }),
  ),
})

export const reminderViewSchema = z.object({
  /** The `webhook-id` of what is sent. */
  id: z.string(),
  /** `sent` once it is on its way to every subscription that wanted it then. */
  status: z.enum(['scheduled', 'sent']),
  event: eventSchema,
  /** Epoch milliseconds. */
  event_time: z.int(),
  transaction_id: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export const createdReminderSchema = reminderViewSchema.pick({ id: true, status: true })

export const deliveriesQuerySchema = z.object({
  status: z
    .enum(DELIVERY_STATES, `must be one of ${DELIVERY_STATES.join(', ')}`)
    .optional()
    .meta({ description: 'parked: what was given up' }),
  limit: z
    .string()
    .regex(/^(?:[1-9][0-9]?|100)$/, `must be a whole number from 1 to ${MAX_PAGE}`)
    .transform(Number)
    .default(DEFAULT_PAGE),
  offset: z.string().optional().meta({ description: 'The next_token of the page before' }),
})

export const deliveriesSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      subscription_id: z.string(),
      /** The reminder’s identifier, and the `webhook-id` of what is sent. */
      event_id: z.string(),
      event: eventSchema,
      event_time: z.int(),
      status: z.enum(DELIVERY_STATES),
      attempts: z.int(),
      last_result: z.string().nullable(),
      /** Epoch milliseconds. */
      next_attempt: z.int().nullable(),
    }),
  ),
  /** Null on the last page. */
  next_token: z.string().nullable(),
})

export const replayedSchema = z.object({ id: z.string(), status: z.literal('pending') })
