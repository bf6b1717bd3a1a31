/** Events of contract 6, with the fields of a reminder of each, and the payload that is sent. */

import * as z from 'zod'
import { textOf, UNFIT } from '../text.ts'

/** Events with a delivery time, and events that are delivered at once. */
const SCHEDULED = ['appointment.reminder', 'appointment.followup_reminder'] as const
const INSTANT = ['appointment.reminder_instant', 'appointment.followup_reminder_instant'] as const
const VACCINATION = 'vaccination.reminder'
export const EVENTS = [VACCINATION, ...SCHEDULED, ...INSTANT] as const
export type EventName = (typeof EVENTS)[number]

const MAX_TEXT_LENGTH = 256
const MAX_IDENTIFIER_LENGTH = 128
const MAX_LINK_LENGTH = 2048
const MAX_VACCINES = 50
/** A time that has just passed is due now: clocks differ, and requests take time. */
const LATE_MS = 5 * 60_000
/** Longer than between any two vaccinations; what is further off is in another unit than milliseconds. */
const AHEAD_MS = 20 * 366 * 86_400_000

const TEXT = 'must be a non-empty string'
const TIME =
  'must be a time in milliseconds since 1970, not earlier than now and at most 20 years ahead'

const identifier = textOf(MAX_IDENTIFIER_LENGTH)

const appointmentSchema = strictly('data of an appointment', {
  appointment_id: identifier,
  doctor_id: identifier,
  patient_id: identifier,
  clinic_id: identifier,
})

const vaccinationSchema = strictly('data of a vaccination', {
  doctor_id: identifier.optional(),
  patient_id: identifier,
  patient_name: textOf(MAX_TEXT_LENGTH),
  doctor_name: textOf(MAX_TEXT_LENGTH).optional(),
  booking_link: z
    .string(TEXT)
    .max(MAX_LINK_LENGTH, `must not be longer than ${MAX_LINK_LENGTH} characters`)
    .refine((link) => /^https?:\/\//i.test(link) && URL.canParse(link) && !UNFIT.test(link), {
      message: 'must be a URL that begins with https:// or http://',
    })
    .optional()
    .meta({ description: 'Where the appointment is made' }),
  due_date: z.iso
    .date('must be a day of the calendar as YYYY-MM-DD')
    .meta({ description: 'When the vaccination is due' }),
  vaccines: z
    .array(textOf(MAX_TEXT_LENGTH), 'must be a list')
    .min(1, `must be a list of 1 to ${MAX_VACCINES}`)
    .max(MAX_VACCINES, `must be a list of 1 to ${MAX_VACCINES}`),
})

/** The body of `POST /notification/v1/reminders`. */
export const reminderSchema = makeReminderSchema(() => Date.now())
export type ReminderRequest = z.output<typeof reminderSchema>

/** {@link reminderSchema} by another clock, in epoch milliseconds. */
export function makeReminderSchema(now: () => number) {
  const event_time = z
    .int(TIME)
    .refine((time) => time >= now() - LATE_MS && time <= now() + AHEAD_MS, TIME)
    .meta({ description: 'When it is due, in milliseconds since 1970' })
  return z.discriminatedUnion(
    'event',
    [
      strictly('a reminder', { event: z.enum(SCHEDULED), event_time, data: appointmentSchema }),
      strictly('a reminder that is sent at once', {
        event: z.enum(INSTANT),
        data: appointmentSchema,
      }),
      strictly('a reminder', {
        event: z.literal(VACCINATION),
        event_time,
        data: vaccinationSchema,
      }),
    ],
    { error: ({ path }) => (path?.length ? oneOfEvents() : 'must be a reminder with its event') },
  )
}

/** Payload of a reminder: the names are those of contract 6. */
export interface Payload {
  readonly event: EventName
  /** Epoch milliseconds. */
  readonly event_time: number
  /** Identifiers of related events and of one event; the latter is unique for a reminder in a workspace. */
  readonly partition_id: string
  readonly transaction_id: string
  readonly business_id?: string
  readonly service?: 'appointment'
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * The payload of a reminder.
 *
 * @param bid workspace
 * @param now delivery time of an event that is delivered at once, in epoch milliseconds
 */
export function payloadOf(request: ReminderRequest, bid: string, now: number): Payload {
  const { event, data } = request
  const event_time = 'event_time' in request ? request.event_time : now
  const subject = 'appointment_id' in data ? data.appointment_id : data.patient_id
  const partition_id = `${subject}:${event}`
  const ids = { event, event_time, partition_id, transaction_id: `${partition_id}:${event_time}` }
  if ('appointment_id' in data) return { business_id: bid, ...ids, data }
  return { service: 'appointment', ...ids, data }
}

function oneOfEvents(): string {
  return `must be one of ${EVENTS.join(', ')}`
}

/** Fields and no others. The message lists those that there are, and repeats none of those that there are not. */
export function strictly<const Shape extends z.ZodRawShape>(what: string, shape: Shape) {
  const known = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `${what} must not have fields other than ${known}`
        : `${what} must be an object`,
  })
}
