/** Documents where the contract shows nothing of them: whose they are, what is refused, the same upload again. */

import { describe, expect, test } from 'vitest'
import { type Asking, NAME, NOBODY } from './asking.ts'
import { LIST, PDF, PNG, requestsOf, UNKNOWN, UPLOAD, type Upload } from './requests.ts'

/** Documents are of a patient of the caller's workspace; what is refused is not listed. */
export function testDocuments(asking: Asking): void {
  const { ask, refused, admin: ADMIN, user: USER, stranger: STRANGER } = asking
  const { newPatient, upload, listOf, describeOne, questionOf, of, change } = requestsOf(asking)
  const idsOf = async (patient: string) =>
    (await listOf(patient)).items.map(({ record }) => record.item.document_id)

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

  describe('a document is changed', () => {
    test('in what is given', async () => {
      const patient = await newPatient()
      const fields = { title: 'a', tags: ['t'], cases: ['c'], document_date: '1700000000' }
      const id = await upload(PDF, { headers: { 'x-pt-id': patient }, fields })
      const later = await upload(PDF, of(patient))
      const item = async () =>
        (await listOf(patient)).items.find(({ record }) => record.item.document_id === id)!.record
          .item
      const before = await item()
      const { body } = await change(id, patient, {})
      expect(body).toEqual({ message: 'the document was updated' })
      expect(await item()).toEqual(before)
      await change(id, patient, { dt: 'lr', dd_e: -1, tg: ['x', 'y'], cases: [] })
      const metadata = { ...before.metadata, document_date: -1, tags: ['x', 'y'] }
      expect(await item()).toEqual({ ...before, document_type: 'lr', cases: [], metadata })
      await change(id, patient, { dd_e: null })
      expect(await describeOne(id, patient)).not.toHaveProperty('document_date_epoch')
      expect(await idsOf(patient)).toEqual([later, id])
    })

    test.each([
      { body: { dt: NAME }, says: 'dt must be one of ps, lr' },
      { body: { dd_e: '1700000000' }, says: 'dd_e must be a whole number of epoch seconds' },
      { body: { dd_e: 1_700_000_000_000 }, says: 'dd_e must be a whole number of epoch seconds' },
      { body: { tg: ['a', 'a'] }, says: 'tg must be at most 50 labels, each once' },
      { body: { cases: [''] }, says: 'cases.0 must be a non-empty string' },
      { body: { oid: 7 }, says: 'oid must be a string' },
      {
        body: { title: NAME },
        says: 'the only fields of a change are dt, dd_e, tg, cases, consent, oid',
      },
      { body: [], says: 'must be an object' },
    ])('not by $body', async ({ body, says }) => {
      const patient = await newPatient()
      const id = await upload(PDF, of(patient))
      const before = await listOf(patient)
      const said = await refused(`PATCH /mr/api/v1/docs/${id}`, { ...of(patient), body })
      expect(said).toContain(says)
      expect(said).toMatch(/^invalid_request: /)
      expect(await listOf(patient)).toEqual({
        ...before,
        source_refreshed_at: expect.any(Number),
      })
    })

    test('and moved within the workspace', async () => {
      const [patient, other] = [await newPatient(), await newPatient()]
      const stranger = await newPatient({}, STRANGER)
      const [id, kept] = [await upload(PDF, of(patient)), await upload(PDF, of(other))]
      for (const oid of [stranger, NOBODY, NAME])
        expect(
          await refused(`PATCH /mr/api/v1/docs/${id}`, { ...of(patient), body: { oid } }),
        ).toMatch(/^forbidden: /)
      expect((await change(id, patient, { oid: other, tg: ['moved'] })).status).toBe(200)
      expect(await idsOf(patient)).toEqual([])
      expect(await idsOf(other)).toEqual([kept, id])
      expect(await refused(`${LIST}/${id}`, of(patient))).toMatch(/^document_not_found: /)
      expect(await describeOne(id, other)).toMatchObject({ tags: ['moved'] })
    })
  })

  test('a document is deleted with its files', async () => {
    const patient = await newPatient()
    const [id, kept] = [await upload(PNG, of(patient)), await upload(PDF, of(patient))]
    const { files } = await describeOne(id, patient)
    const asset = files[0]!.asset_url.replace(/^https?:\/\/[^/]+/, 'GET ')
    expect((await asking.server.ask(asset)).status).toBe(200)
    const { body } = await ask(`DELETE /mr/api/v1/docs/${id}`, of(patient))
    expect(body).toEqual({ message: 'the document was deleted' })
    expect((await asking.server.ask(asset)).status).toBe(404)
    expect(await idsOf(patient)).toEqual([kept])
    for (const method of ['GET', 'DELETE'])
      expect(await refused(`${method} /mr/api/v1/docs/${id}`, of(patient))).toMatch(
        /^document_not_found: /,
      )
  })

  test('a document of another patient is neither changed nor deleted', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    const id = await upload(PDF, of(patient))
    for (const [whose, code] of [
      [of(other), 'document_not_found'],
      [of(patient, STRANGER), 'forbidden'],
    ] as const)
      for (const [method, body] of [['PATCH', { dt: 'lr' }], ['DELETE']] as const)
        expect(
          (await refused(`${method} /mr/api/v1/docs/${id}`, { ...whose, body })).split(':')[0],
        ).toBe(code)
    for (const unknown of [UNKNOWN, NOBODY])
      expect(
        await refused(`PATCH /mr/api/v1/docs/${unknown}`, { ...of(patient), body: {} }),
      ).toMatch(/^document_not_found: /)
    expect(await idsOf(patient)).toEqual([id])
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
