/** Documents where the contract shows nothing of them: whose they are, what is refused, the same upload again. */

import { describe, expect, test } from 'vitest'
import { type Asking, NAME, NOBODY } from './asking.ts'
import { LIST, PDF, PNG, requestsOf, UNKNOWN, UPLOAD, type Upload } from './requests.ts'

/** Documents are of a patient of the caller's workspace; what is refused is not listed. */
export function testDocuments(asking: Asking): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  const { newPatient, upload, listOf, describeOne, questionOf, of } = requestsOf(asking)

  describe('a document', () => {
    test('of nobody in particular is the caller’s own', async () => {
      const as = { ...USER, sub: '40000000000000004' }
      const id = await upload(PDF, { as })
      const { body } = await ask(LIST, of(as.sub, as))
      expect(body).toMatchObject({ items: [{ record: { item: { document_id: id } } }] })
    })

    test('is the same under the same Idempotency-Key', async () => {
      const patient = await newPatient()
      const headers = { 'x-pt-id': patient, 'idempotency-key': 'a' }
      const id = await upload(PDF, { headers })
      expect(await upload(PDF, { headers })).toBe(id)
      expect(await refused(UPLOAD, questionOf(PNG, { headers }))).toMatch(/^conflict: /)
      expect((await listOf(patient)).items).toHaveLength(1)
    })
  })

  describe('a document is refused', () => {
    type Refusal = [why: string, code: string, file: Buffer, options?: Upload]
    test.each<Refusal>([
      ['that is not what it says', 'unsupported_media_type', Buffer.from(`<html>${NAME}`)],
      ['of zero bytes', 'invalid_request', Buffer.alloc(0)],
      ['with an unknown field', 'invalid_request', PDF, { fields: { [NAME]: NAME } }],
      ['with a date in words', 'invalid_request', PDF, { fields: { document_date: NAME } }],
      ['with an empty key', 'invalid_request', PDF, { headers: { 'idempotency-key': '' } }],
    ])('%s', async (_, code, file, options = {}) => {
      const as = { ...USER, sub: '50000000000000005' }
      const said = await refused(UPLOAD, questionOf(file, { as, ...options }))
      expect(said.split(':')[0]).toBe(code)
      expect((await ask(LIST, of(as.sub, as))).body).toMatchObject({ items: [] })
    })
  })

  describe('whose documents they are', () => {
    test.each([
      ['another workspace’s', async () => newPatient({}, STRANGER)],
      ['nobody', async () => NOBODY],
    ])('nobody asks for %s', async (_, whose) => {
      const patient = await whose()
      for (const operation of [LIST, `${LIST}/${UNKNOWN}`])
        expect(await refused(operation, of(patient))).toMatch(/^forbidden: /)
      expect(await refused(UPLOAD, questionOf(PDF, of(patient)))).toMatch(/^forbidden: /)
    })

    test('one of another patient is not found', async () => {
      const [patient, other] = [await newPatient(), await newPatient()]
      const id = await upload(PDF, of(patient))
      expect(await refused(`${LIST}/${id}`, of(other, ADMIN))).toMatch(/^document_not_found: /)
      expect(await describeOne(id, patient)).toMatchObject({ source: 'upload' })
    })
  })
}
