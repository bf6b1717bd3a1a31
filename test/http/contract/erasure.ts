/** Erasure of a patient, and the legal hold that prevents it. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Records } from '../../../src/records/records.ts'
import { type Asking, NAME, NOBODY } from './asking.ts'
import type { Running } from './places.ts'
import { LIST, PDF, PNG, requestsOf, UPLOAD } from './requests.ts'

/** @param running the server, once it has started */
export function testErasure(asking: Asking, running: () => Running): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  const { newPatient, newUser, upload, listOf, describeOne, questionOf, of } = requestsOf(asking)
  const erase = (oid: string, as = ADMIN) => ask(`DELETE /profiles/v1/patient/${oid}`, { as })

  async function withRecords(work: (records: Records) => unknown) {
    const records = await running().openRecords()
    try {
      return await work(records)
    } finally {
      await records.close()
    }
  }

  describe('a patient is erased', () => {
    test('with documents, files and reminders, and nobody else', async () => {
      const username = `MRN-${randomUUID()}`
      const [patient, other] = [await newPatient({ username, fn: NAME }), await newPatient()]
      const id = await upload(PNG, of(patient))
      await upload(PDF, of(patient))
      const kept = await upload(PDF, of(other))
      for (const patient_id of [patient, username, other])
        await ask('POST /notification/v1/reminders', {
          as: USER,
          body: {
            ...{ event: 'appointment.reminder', event_time: Date.now() + 86_400_000 },
            data: {
              ...{ appointment_id: randomUUID(), doctor_id: '1', patient_id, clinic_id: '1' },
            },
          },
        })
      const { files } = await describeOne(id, patient)
      const asset = files[0]!.asset_url.replace(/^https?:\/\/[^/]+/, 'GET ')
      const { body } = await erase(patient)
      expect(body).toEqual({
        oid: patient,
        removed: {
          ...{ documents: 2, reminders: 2, deliveries: 0 },
          files: expect.toSatisfy((count) => count === 2 || count === 3),
        },
      })
      for (const operation of ['GET', 'DELETE'].map((each) => `${each} /profiles/v1/patient/`))
        expect(await refused(`${operation}${patient}`, { as: ADMIN })).toMatch(
          /^profile_not_found: /,
        )
      expect((await asking.server.ask(asset)).status).toBe(404)
      expect(await refused(LIST, of(patient))).toMatch(/^forbidden: /)
      expect(await refused(UPLOAD, questionOf(PDF, of(patient)))).toMatch(/^forbidden: /)
      // Nor by a caller who is the patient.
      const as = { ...USER, sub: patient }
      expect(await refused(UPLOAD, questionOf(PDF, { as }))).toMatch(/^forbidden: /)
      expect((await ask(LIST, of(patient, as))).body).toMatchObject({ items: [] })
      expect((await listOf(other)).items).toMatchObject([
        { record: { item: { document_id: kept } } },
      ])
      const reminder = {
        ...{ event: 'appointment.reminder', event_time: Date.now() + 86_400_000 },
        data: { appointment_id: '1', doctor_id: '1', patient_id: patient, clinic_id: '1' },
      }
      expect(await refused('POST /notification/v1/reminders', { as: USER, body: reminder })).toBe(
        'conflict: the patient was erased',
      )
      // The name is free again.
      await newPatient({ username })
      await withRecords(async ({ patients }) => {
        expect(await patients.read(patient)).toBeUndefined()
        expect((await patients.read(other))?.reminders).toHaveLength(1)
      })
    })

    test('by an admin of the workspace only', async () => {
      const [patient, user] = [await newPatient(), await newUser()]
      for (const as of [USER, STRANGER])
        expect((await erase(patient, as)).status).toBeGreaterThanOrEqual(403)
      for (const oid of [user, NOBODY]) expect((await erase(oid)).status).toBe(404)
      expect((await ask(`GET /profiles/v1/patient/${patient}`, { as: USER })).status).toBe(200)
    })
  })

  test('under a legal hold nothing is deleted', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    const id = await upload(PDF, of(patient))
    const document = `/mr/api/v1/docs/${id}`
    await withRecords(async ({ patients }) => {
      expect(await patients.hold(patient)).toBe(true)
      expect(await patients.hold(NOBODY)).toBe(false)
    })
    const held = /^legal_hold: the patient is under a legal hold/
    expect(await refused(`DELETE /profiles/v1/patient/${patient}`, { as: ADMIN })).toMatch(held)
    expect(await refused(`DELETE ${document}`, of(patient))).toMatch(held)
    const body = { oid: other }
    expect(await refused(`PATCH ${document}`, { ...of(patient), body })).toMatch(held)
    expect((await ask(`PATCH ${document}`, { ...of(patient), body: { dt: 'lr' } })).status).toBe(
      200,
    )
    expect((await listOf(patient)).items).toHaveLength(1)
    await withRecords(({ patients }) => patients.release(patient))
    expect((await erase(patient)).body).toMatchObject({ removed: { documents: 1, files: 1 } })
  })
}
