/** Contract 6: subscriptions, reminders, and deliveries that failed. */

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Reminder, Subscription, Webhooks } from '../../records/webhooks.ts'
import { requireCaller } from '../auth/policy.ts'
import { HttpError } from '../errors.ts'
import { refusals, updatedSchema } from '../shapes.ts'
import { type EventName, payloadOf, reminderSchema } from '../webhooks/events.ts'
import { AddressGuard, type PrivateHosts } from '../webhooks/guard.ts'
import {
  createdReminderSchema,
  createdSubscriptionSchema,
  deliveriesQuerySchema,
  deliveriesSchema,
  newSubscriptionSchema,
  reminderViewSchema,
  replayedSchema,
  subscriptionsSchema,
} from '../webhooks/shapes.ts'
import { makeSigningKey } from '../webhooks/sign.ts'

/** Dependencies of the operations of webhooks besides the records. */
export interface WebhookOptions {
  /** Allowed targets of webhooks besides public addresses; default: none. */
  readonly privateHosts?: PrivateHosts | undefined
  /** Called when there is something to deliver. */
  readonly onDue?: (() => void) | undefined
}

const SUBSCRIPTIONS = '/notification/v1/connect/webhook/subscriptions'
const REMINDERS = '/notification/v1/reminders'
const DELIVERIES = '/notification/v1/deliveries'
const paramsSchema = z.object({ id: z.string() })

export function webhookRoutes(
  app: FastifyInstance,
  webhooks: Webhooks,
  options: WebhookOptions,
): void {
  subscriptionRoutes(app, webhooks, new AddressGuard(options.privateHosts))
  reminderRoutes(app, webhooks, options)
  deliveryRoutes(app, webhooks, options)
}

function subscriptionRoutes(
  app: FastifyInstance,
  { subscriptions }: Webhooks,
  guard: AddressGuard,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const [tags, config] = [['webhooks'], { policy: 'admin' } as const]

  routes.post(
    SUBSCRIPTIONS,
    {
      config,
      schema: {
        ...{ tags, summary: 'Be told of events' },
        description:
          'By an admin. What is sent is signed by the convention of Standard Webhooks, with `signing_key`, or with a key that is made and shown in this answer only.',
        body: newSubscriptionSchema,
        response: {
          201: createdSubscriptionSchema,
          ...refusals(401, 403, 409, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const { bid } = requireCaller(request)
      const { endpoint, event_names, signing_key, protocol } = request.body
      const fault = guard.faultOf(endpoint, protocol)
      if (fault !== undefined)
        throw new HttpError('invalid_request', `endpoint ${fault}`, [
          { path: 'endpoint', message: fault },
        ])
      const made = signing_key === undefined ? makeSigningKey() : undefined
      const added = await subscriptions.add({
        // As it was checked: an address has one form.
        ...{ bid, event_names, endpoint: new URL(endpoint).href },
        signing_key: signing_key ?? made!,
      })
      if (added === 'too_many')
        throw new HttpError('conflict', 'the workspace has as many subscriptions as it may have')
      reply.code(201)
      const { id, status } = added
      return { id, status, ...(made !== undefined && { signing_key: made }) }
    },
  )

  routes.get(
    SUBSCRIPTIONS,
    {
      config,
      schema: {
        ...{ tags, summary: 'Who is told of what' },
        description: 'The subscriptions of the workspace, without their keys.',
        response: { 200: subscriptionsSchema, ...refusals(401, 403, 429) },
      },
    },
    async (request) => {
      const found = await subscriptions.list(requireCaller(request).bid)
      return { subscriptions: found.map(subscriptionView) }
    },
  )

  routes.delete(
    `${SUBSCRIPTIONS}/:id`,
    {
      config,
      schema: {
        ...{ tags, summary: 'No longer be told' },
        description: 'What is still to be delivered to the subscription goes with it.',
        params: paramsSchema,
        response: { 200: updatedSchema, ...refusals(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const isRemoved = await subscriptions.remove(requireCaller(request).bid, request.params.id)
      if (!isRemoved) throw notFound('subscription')
      return { message: 'the subscription was removed' }
    },
  )
}

function reminderRoutes(
  app: FastifyInstance,
  { reminders }: Webhooks,
  { onDue }: WebhookOptions,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const [tags, config] = [['webhooks'], { policy: 'client' } as const]

  routes.post(
    REMINDERS,
    {
      config,
      schema: {
        ...{ tags, summary: 'Schedule a reminder' },
        description:
          'It is sent at `event_time` to the subscriptions that the workspace has then; the events that end in `_instant` have no time and are sent at once. The same reminder again is the one that is there.',
        body: reminderSchema,
        response: { 201: createdReminderSchema, ...refusals(401, 403, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const { bid } = requireCaller(request)
      const payload = payloadOf(request.body, bid, Date.now())
      const { event, event_time, transaction_id } = payload
      const scheduled = await reminders.schedule({
        ...{ bid, event, event_time, transaction_id },
        // As usernames are compared.
        patient: request.body.data.patient_id.normalize('NFC'),
        payload: JSON.stringify(payload),
      })
      if (scheduled === 'erased') throw new HttpError('conflict', 'the patient was erased')
      if (scheduled === 'taken')
        throw new HttpError(
          'conflict',
          'there is a reminder of this event and time already that says something else',
        )
      onDue?.()
      reply.code(201)
      return { id: scheduled.id, status: scheduled.status }
    },
  )

  routes.get(
    `${REMINDERS}/:id`,
    {
      config,
      schema: {
        ...{ tags, summary: 'Read a reminder', params: paramsSchema },
        response: { 200: reminderViewSchema, ...refusals(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const found = await reminders.get(requireCaller(request).bid, request.params.id)
      if (found === undefined) throw notFound('reminder')
      return reminderView(found)
    },
  )

  routes.delete(
    `${REMINDERS}/:id`,
    {
      config,
      schema: {
        ...{ tags, summary: 'Take back a reminder', params: paramsSchema },
        response: { 200: updatedSchema, ...refusals(401, 403, 404, 409, 429) },
      },
    },
    async (request) => {
      const status = await reminders.cancel(requireCaller(request).bid, request.params.id)
      if (status === undefined) throw notFound('reminder')
      if (status === 'sent') throw new HttpError('conflict', 'the reminder was sent already')
      return { message: 'the reminder was taken back' }
    },
  )
}

function deliveryRoutes(
  app: FastifyInstance,
  { outbox }: Webhooks,
  { onDue }: WebhookOptions,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const [tags, config] = [['webhooks'], { policy: 'admin' } as const]

  routes.get(
    DELIVERIES,
    {
      config,
      schema: {
        ...{ tags, summary: 'What was delivered, and what not' },
        description:
          'The oldest first. What nobody has taken for 24 hours is parked, and what was sent more than 30 days ago is forgotten.',
        querystring: deliveriesQuerySchema,
        response: { 200: deliveriesSchema, ...refusals(401, 403, 429) },
      },
    },
    async (request) => {
      const { status, limit, offset: after } = request.query
      const { bid } = requireCaller(request)
      const found = await outbox.list(bid, { status, after, limit: limit + 1 })
      const items = found.slice(0, limit).map((each) => ({ ...each, event: asEvent(each.event) }))
      return { items, next_token: found.length > limit ? items.at(-1)!.id : null }
    },
  )

  routes.post(
    `${DELIVERIES}/:id/replay`,
    {
      config,
      schema: {
        ...{ tags, summary: 'Deliver again', params: paramsSchema },
        description:
          'What is parked, or was delivered, with the same `webhook-id`. A subscription that was disabled is active again.',
        response: { 202: replayedSchema, ...refusals(401, 403, 404, 409, 415, 429) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const replayed = await outbox.replay(requireCaller(request).bid, id)
      if (replayed === undefined) throw notFound('delivery')
      if (replayed === 'pending') throw new HttpError('conflict', 'the delivery is on its way')
      onDue?.()
      reply.code(202)
      return { id, status: 'pending' as const }
    },
  )
}

function subscriptionView({ id, endpoint, event_names, status, created }: Subscription) {
  const protocol = endpoint.startsWith('http://') ? ('http' as const) : ('https' as const)
  return { id, endpoint, event_names: event_names.map(asEvent), protocol, status, created }
}

function reminderView({ id, status, event, event_time, transaction_id, payload }: Reminder) {
  const { data } = JSON.parse(payload) as { data: Record<string, unknown> }
  return { id, status, event: asEvent(event), event_time, transaction_id, data }
}

/** The records hold only what came in by a schema. */
function asEvent(event: string): EventName {
  return event as EventName
}

function notFound(what: string): HttpError {
  return new HttpError('not_found', `there is no ${what} with this identifier`)
}
