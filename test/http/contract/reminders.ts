/** Subscriptions, reminders and deliveries. */

import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type * as shapes from '../../../src/http/webhooks/shapes.ts'
import { eventually } from '../../support/eventually.ts'
import { startReceiver } from '../../support/receiver.ts'
import { type Asking, NAME } from './asking.ts'

const SUBSCRIPTIONS = '/notification/v1/connect/webhook/subscriptions'
const REMINDERS = '/notification/v1/reminders'
const DELIVERIES = '/notification/v1/deliveries'
const EVENT_TIME = 1_999_999_999_999
const APPOINTMENT = { appointment_id: 'v', doctor_id: 'd', patient_id: 'p', clinic_id: 'c' }
const SUBSCRIPTION = { endpoint: 'https://example.com/hook', event_names: ['vaccination.reminder'] }

/** Reminders are scheduled, told to who wants them, and delivered again when that is asked for. */
export function testReminders(asking: Asking): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  /** One reminder's of a workspace. */
  const appointment = (name: string) => ({ ...APPOINTMENT, appointment_id: name })
  const remind = async (body: object) =>
    (await ask(`POST ${REMINDERS}`, { as: USER, body })).body as { id: string; status: string }
  const subscribe = async (more: object) => {
    const { body } = await ask(`POST ${SUBSCRIPTIONS}`, {
      as: ADMIN,
      body: { ...SUBSCRIPTION, ...more },
    })
    return body as z.infer<typeof shapes.createdSubscriptionSchema>
  }
  const unsubscribe = (id: string) => ask(`DELETE ${SUBSCRIPTIONS}/${id}`, { as: ADMIN })
  const deliveriesOf = async (event: string) => {
    const { body } = await ask(`GET ${DELIVERIES}?limit=100`, { as: ADMIN })
    const { items } = body as z.infer<typeof shapes.deliveriesSchema>
    return items.filter(({ event_id }) => event_id === event)
  }

  test('a subscription is made, listed without its key, and removed', async () => {
    const { id, status, signing_key } = await subscribe({})
    expect(status).toBe('active')
    expect(signing_key).toMatch(/^whsec_/)
    const { body } = await ask(`GET ${SUBSCRIPTIONS}`, { as: ADMIN })
    const { subscriptions } = body as z.infer<typeof shapes.subscriptionsSchema>
    expect(subscriptions.find((each) => each.id === id)).toMatchObject(SUBSCRIPTION)
    expect(JSON.stringify(body)).not.toContain(signing_key)
    await unsubscribe(id)
    expect(await refused(`DELETE ${SUBSCRIPTIONS}/${id}`, { as: ADMIN })).toMatch(/^not_found: /)
  })

  test('a reminder is scheduled once, read and taken back', async () => {
    const event = 'appointment.reminder'
    const data = appointment('scheduled')
    const body = { event, event_time: EVENT_TIME, data }
    const { id, status } = await remind(body)
    expect(status).toBe('scheduled')
    expect(await remind(body)).toEqual({ id, status })
    const other = { ...body, data: { ...data, doctor_id: NAME } }
    expect(await refused(`POST ${REMINDERS}`, { as: USER, body: other })).toMatch(/^conflict: /)
    const transaction_id = `${data.appointment_id}:${event}:${EVENT_TIME}`
    const read = await ask(`GET ${REMINDERS}/${id}`, { as: USER })
    expect(read.body).toEqual({ id, status, ...body, transaction_id })
    await ask(`DELETE ${REMINDERS}/${id}`, { as: USER })
    for (const method of ['GET', 'DELETE'])
      expect(await refused(`${method} ${REMINDERS}/${id}`, { as: USER })).toMatch(/^not_found: /)
  })

  test('a delivery is listed, and made again when that is asked for', async () => {
    const event = 'appointment.reminder_instant'
    const receiver = await startReceiver()
    const { id: subscription } = await subscribe({
      ...{ endpoint: `http://127.0.0.1:${receiver.port}/`, protocol: 'http' },
      event_names: [event],
    })
    try {
      const { id } = await remind({ event, data: appointment('again') })
      await receiver.has(1)
      await eventually(async () =>
        expect(await deliveriesOf(id)).toMatchObject([
          { subscription_id: subscription, event, status: 'delivered', attempts: 1 },
        ]),
      )
      expect((await ask(`GET ${REMINDERS}/${id}`, { as: USER })).body).toMatchObject({
        status: 'sent',
      })
      const [delivery] = await deliveriesOf(id)
      const replay = `POST ${DELIVERIES}/${delivery!.id}/replay`
      expect(await refused(replay, { as: STRANGER })).toMatch(/^not_found: /)
      expect((await ask(replay, { as: ADMIN })).body).toEqual({
        ...{ id: delivery!.id, status: 'pending' },
      })
      await receiver.has(2)
      expect(receiver.received[1]!.headers['webhook-id']).toBe(id)
    } finally {
      await unsubscribe(subscription)
      await receiver.close()
    }
  })

  describe('is refused:', () => {
    const data = appointment('refused')
    test.each<[string, string, unknown]>([
      ['a subscription to a private address', SUBSCRIPTIONS, { endpoint: 'https://10.0.0.1/' }],
      ['one without encryption', SUBSCRIPTIONS, { endpoint: 'http://example.com/' }],
      ['one of an unknown event', SUBSCRIPTIONS, { event_names: [NAME] }],
      ['one with an unknown field', SUBSCRIPTIONS, { [NAME]: 1 }],
      ['a reminder of an unknown event', REMINDERS, { event: NAME, data }],
      ['one without a time', REMINDERS, { event: 'appointment.reminder', data }],
      ['one that is past', REMINDERS, { event: 'appointment.reminder', event_time: 1, data }],
      ['one without data', REMINDERS, { event: 'appointment.reminder_instant' }],
    ])('%s', async (_, path, more) => {
      const body = path === SUBSCRIPTIONS ? { ...SUBSCRIPTION, ...(more as object) } : more
      expect(await refused(`POST ${path}`, { as: ADMIN, body })).toMatch(/^invalid_request: /)
    })

    test.each([
      [`POST ${SUBSCRIPTIONS}`, SUBSCRIPTION],
      [`GET ${SUBSCRIPTIONS}`, undefined],
      [`DELETE ${SUBSCRIPTIONS}/whs_1`, undefined],
      [`GET ${DELIVERIES}`, undefined],
      [`POST ${DELIVERIES}/dlv_1/replay`, undefined],
    ])('%s of a user', async (operation, body) => {
      expect(await refused(operation, { as: USER, body })).toMatch(/^forbidden: /)
    })
  })
}
