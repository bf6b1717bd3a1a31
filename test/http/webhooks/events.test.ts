/**
 * Proves of reminders as they are asked for, and of what is sent of them:
 * 1. each of the five events has the payload of the contract
 * 2. a time is said where one is needed, in milliseconds, and neither past nor further ahead than anybody means
 * 3. what is no reminder is refused by the field, and nothing of it is repeated
 */

import { describe, expect, test } from 'vitest'
import { EVENTS, makeReminderSchema, payloadOf } from '../../../src/http/webhooks/events.ts'

const NOW = 1_800_000_000_000
const schema = makeReminderSchema(() => NOW)
const APPOINTMENT = {
  ...{ appointment_id: 'a-1', doctor_id: 'd-1', patient_id: 'p-1', clinic_id: 'c-1' },
}
const VACCINATION = {
  ...{ doctor_id: 'd-1', patient_id: 'p-1', patient_name: 'Asha', doctor_name: 'Dr. Rao' },
  ...{ booking_link: 'https://example.com/book', due_date: '2027-02-01', vaccines: ['MMR', 'DPT'] },
}

test.each(['appointment.reminder', 'appointment.followup_reminder'])('%s', (event) => {
  const request = schema.parse({ event, event_time: NOW + 5, data: APPOINTMENT })
  expect(payloadOf(request, 'clinic', NOW)).toEqual({
    ...{ business_id: 'clinic', event, event_time: NOW + 5, partition_id: `a-1:${event}` },
    ...{ transaction_id: `a-1:${event}:${NOW + 5}`, data: APPOINTMENT },
  })
})

test.each(['appointment.reminder_instant', 'appointment.followup_reminder_instant'])(
  '%s',
  (event) => {
    const request = schema.parse({ event, data: APPOINTMENT })
    expect(payloadOf(request, 'clinic', NOW)).toEqual({
      ...{ business_id: 'clinic', event, event_time: NOW, partition_id: `a-1:${event}` },
      ...{ transaction_id: `a-1:${event}:${NOW}`, data: APPOINTMENT },
    })
  },
)

test('vaccination.reminder', () => {
  const event = 'vaccination.reminder'
  const request = schema.parse({ event, event_time: NOW, data: VACCINATION })
  expect(payloadOf(request, 'clinic', NOW)).toEqual({
    ...{ event, service: 'appointment', event_time: NOW, partition_id: `p-1:${event}` },
    ...{ transaction_id: `p-1:${event}:${NOW}`, data: VACCINATION },
  })
  const { doctor_id: _, doctor_name: __, booking_link: ___, ...least } = VACCINATION
  expect(schema.safeParse({ event, event_time: NOW, data: least }).success).toBe(true)
})

test('there are five events', () => {
  expect(EVENTS).toEqual([
    ...['vaccination.reminder', 'appointment.reminder', 'appointment.followup_reminder'],
    ...['appointment.reminder_instant', 'appointment.followup_reminder_instant'],
  ])
})

describe('a time', () => {
  test.each([
    [NOW, true],
    [NOW - 300_000, true],
    [NOW - 300_001, false],
    [NOW + 20 * 366 * 86_400_000, true],
    [NOW + 20 * 366 * 86_400_000 + 1, false],
    // In seconds, and in microseconds.
    [NOW / 1000 + 60, false],
    [NOW * 1000, false],
    [NOW + 0.5, false],
    [String(NOW), false],
    [undefined, false],
    [null, false],
  ])('%s is taken: %s', (event_time, isTaken) => {
    const request = { event: 'appointment.reminder', event_time, data: APPOINTMENT }
    expect(schema.safeParse(request).success).toBe(isTaken)
  })

  test('is not said of what is sent at once', () => {
    const request = { event: 'appointment.reminder_instant', event_time: NOW, data: APPOINTMENT }
    expect(schema.safeParse(request).success).toBe(false)
  })
})

describe('is refused', () => {
  const vaccination = (data: object) => ({
    ...{ event: 'vaccination.reminder', event_time: NOW, data: { ...VACCINATION, ...data } },
  })
  const appointment = (data: object) => ({
    ...{ event: 'appointment.reminder', event_time: NOW, data: { ...APPOINTMENT, ...data } },
  })

  test.each([
    ['no object', 'Asha', ''],
    ['nothing', undefined, ''],
    ['no event', {}, 'event'],
    ['another event', { event: 'Asha' }, 'event'],
    ['an event in another case', { event: 'Appointment.reminder' }, 'event'],
    ['a field that there is not', { ...appointment({}), Asha: 1 }, ''],
    ['no data', { event: 'appointment.reminder', event_time: NOW }, 'data'],
    ['data of a vaccination', { ...appointment({}), data: VACCINATION }, 'data.appointment_id'],
    ['a field of data that there is not', appointment({ Asha: 'Asha' }), 'data'],
    ['an identifier that is no text', appointment({ doctor_id: 5 }), 'data.doctor_id'],
    ['an empty identifier', appointment({ clinic_id: ' ' }), 'data.clinic_id'],
    ['a long identifier', appointment({ patient_id: 'Asha'.repeat(33) }), 'data.patient_id'],
    ['a control character', appointment({ appointment_id: 'Asha\0' }), 'data.appointment_id'],
    ['half a character', vaccination({ patient_name: 'Asha\ud800' }), 'data.patient_name'],
    ['a long name', vaccination({ doctor_name: 'x'.repeat(257) }), 'data.doctor_name'],
    ['a link that is none', vaccination({ booking_link: 'Asha' }), 'data.booking_link'],
    ['a link to a script', vaccination({ booking_link: 'javascript:Asha' }), 'data.booking_link'],
    [
      'a long link',
      vaccination({ booking_link: `https://a/${'x'.repeat(2039)}` }),
      'data.booking_link',
    ],
    ['a day that is none', vaccination({ due_date: '2027-02-30' }), 'data.due_date'],
    ['no vaccines', vaccination({ vaccines: [] }), 'data.vaccines'],
    ['too many vaccines', vaccination({ vaccines: Array(51).fill('Asha') }), 'data.vaccines'],
    ['a vaccine without a name', vaccination({ vaccines: ['MMR', ''] }), 'data.vaccines.1'],
  ])('%s', (_, request, path) => {
    const { error } = schema.safeParse(request)
    const [issue] = error!.issues
    expect(issue!.path.join('.')).toBe(path)
    expect(JSON.stringify(error!.issues.map(({ message }) => message))).not.toContain('Asha')
  })

  test('with the fields that there are', () => {
    const { error } = schema.safeParse(appointment({ Asha: 1 }))
    expect(error!.issues.map(({ message }) => message)).toEqual([
      'data of an appointment must not have fields other than appointment_id, doctor_id, patient_id, clinic_id',
    ])
  })

  test('is not what is as long as it may be', () => {
    for (const request of [
      appointment({ patient_id: 'x'.repeat(128) }),
      vaccination({ patient_name: 'x'.repeat(256), vaccines: Array(50).fill('a') }),
      vaccination({ booking_link: `http://a/${'x'.repeat(2039)}` }),
    ])
      expect(schema.safeParse(request).error).toBeUndefined()
  })
})
