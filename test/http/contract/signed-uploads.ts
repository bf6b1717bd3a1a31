/** Uploads by signed forms, which need no token. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { announcedSchema } from '../../../src/http/documents/fields.ts'
import type { Claims } from '../../support/server.ts'
import { type Asking, MAX_FILE_BYTES, NAME } from './asking.ts'
import { LIST, PDF, PNG, requestsOf } from './requests.ts'

type Announced = z.infer<typeof announcedSchema>['batch_response'][number]
type Form = Announced['forms'][number]

export function testSignedUploads(asking: Asking): void {
  const { ask, refused, user: USER, admin: ADMIN, stranger: STRANGER } = asking
  const { newPatient, upload, listOf, describeOne, of } = requestsOf(asking)
  const ANNOUNCE = 'POST /mr/api/v1/docs'
  const fileOf = (bytes: Buffer, contentType = 'application/pdf') => ({
    contentType,
    file_size: bytes.length,
  })

  async function announce(patient: string, requests: readonly object[]): Promise<Announced[]> {
    const { body } = await ask(ANNOUNCE, { ...of(patient), body: { batch_request: requests } })
    return (body as z.infer<typeof announcedSchema>).batch_response
  }

  /** Sends a form as a browser does. @returns the status, and the code of an error */
  async function send({ url, fields }: Form, bytes: Buffer | undefined): Promise<string> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), `${NAME}.pdf`)
    const answer = await fetch(url, { method: 'POST', body: form })
    const text = await answer.text()
    return `${answer.status} ${text === '' ? '' : JSON.parse(text).error.code}`.trim()
  }

  const idsOf = async (patient: string) =>
    (await listOf(patient)).items.map(({ record }) => record.item.document_id)

  test('a document is listed once all of its files are there', async () => {
    const patient = await newPatient()
    const before = await upload(PDF, of(patient))
    const fields = { dt: 'lr', dd_e: 1_700_000_000, tg: ['a'], cases: ['c'] }
    const files = [fileOf(PDF), fileOf(PNG, 'image/png')]
    const [one, other] = await announce(patient, [{ ...fields, files }, { files: [fileOf(PDF)] }])
    expect(one!.forms).toHaveLength(2)
    expect(await send(one!.forms[1]!, PNG)).toBe('204')
    expect(await idsOf(patient)).toEqual([before])
    for (const method of ['GET', 'DELETE'])
      expect(await refused(`${method} /mr/api/v1/docs/${one!.document_id}`, of(patient))).toMatch(
        /^document_not_found: /,
      )
    expect(await send(one!.forms[0]!, PDF)).toBe('204')
    expect(await send(other!.forms[0]!, PDF)).toBe('204')
    expect(await idsOf(patient)).toEqual([before, one!.document_id, other!.document_id])
    const described = await describeOne(one!.document_id, patient)
    expect(described).toMatchObject({
      ...{ document_type: 'lr', document_date_epoch: 1_700_000_000, tags: ['a'] },
      files: [{ file_type: 'PDF' }, { file_type: 'IMG' }],
    })
    const bytes = await Promise.all(
      described.files.map(async ({ asset_url }) =>
        Buffer.from(await (await fetch(asset_url)).arrayBuffer()),
      ),
    )
    expect(bytes).toEqual([PDF, PNG])
    await ask(`DELETE /mr/api/v1/docs/${one!.document_id}`, of(patient))
    for (const { asset_url } of described.files) expect((await fetch(asset_url)).status).toBe(404)
  })

  test('lists lose and repeat nothing meanwhile', async () => {
    const patient = await newPatient()
    const expected = [await upload(PDF, of(patient)), await upload(PDF, of(patient))]
    const announced = await announce(
      patient,
      Array.from({ length: 4 }, () => ({ files: [fileOf(PDF)] })),
    )
    const read: string[] = []
    for (let offset = ''; ; ) {
      const part = await listOf(patient, `?limit=1${offset}`)
      read.push(...part.items.map(({ record }) => record.item.document_id))
      const next = announced.pop()
      if (next !== undefined) {
        expect(await send(next.forms[0]!, PDF)).toBe('204')
        expected.push(next.document_id)
      }
      if (part.next_token === null) break
      offset = `&offset=${part.next_token}`
    }
    expect(read).toEqual(expected.slice(0, read.length))
    expect(read.length).toBeGreaterThanOrEqual(4)
    expect(await idsOf(patient)).toEqual(expected)
  })

  test('a form is good for its file only', async () => {
    const patient = await newPatient()
    const [{ forms }] = (await announce(patient, [{ files: [fileOf(PDF), fileOf(PDF)] }])) as [
      Announced,
    ]
    const [form, second] = forms as [Form, Form]
    const html = Buffer.from('<html>'.padEnd(PDF.length))
    expect(await send(form, Buffer.concat([PDF, PDF]))).toBe('413 payload_too_large')
    expect(await send(form, PDF.subarray(1))).toBe('415 unsupported_media_type')
    expect(await send(form, PDF.subarray(0, 12))).toBe('400 invalid_request')
    expect(await send(form, html)).toBe('415 unsupported_media_type')
    expect(await send(form, undefined)).toBe('400 invalid_request')
    expect(await send({ ...form, fields: second.fields }, PDF)).toBe('403 forbidden')
    const late = { ...form.fields, expires: String(Number(form.fields.expires) + 1) }
    expect(await send({ ...form, fields: late }, PDF)).toBe('403 forbidden')
    const bare = await fetch(form.url, { method: 'POST', body: '{}' })
    expect(bare.status).toBe(415)
    expect(await send(form, PDF)).toBe('204')
    expect(await send(form, PDF)).toBe('204')
    const others = Buffer.from(PDF.toString().replace('hello', 'olleh'))
    expect(await send(form, others)).toBe('409 conflict')
    expect(await send(second, PDF)).toBe('204')
    expect(await send(second, PDF)).toBe('404 document_not_found')
  })

  test('an identifier of one’s own is announced again with the same files', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    const document_id = randomUUID()
    const body = { batch_request: [{ document_id, files: [fileOf(PDF)] }] }
    await announce(patient, body.batch_request)
    const [again] = await announce(patient, body.batch_request)
    const changed = { batch_request: [{ document_id, files: [fileOf(PNG)] }] }
    expect(await refused(ANNOUNCE, { ...of(patient), body: changed })).toMatch(/^conflict: /)
    const two = { batch_request: [{ files: [fileOf(PDF)] }, ...body.batch_request] }
    expect(await refused(ANNOUNCE, { ...of(other), body: two })).toMatch(/^conflict: /)
    expect(await send(again!.forms[0]!, PDF)).toBe('204')
    expect(await refused(ANNOUNCE, { ...of(patient), body })).toMatch(/^conflict: /)
    expect(await idsOf(patient)).toEqual([document_id])
  })

  test('a patient who is erased gets no file', async () => {
    const patient = await newPatient()
    const [{ forms }] = (await announce(patient, [{ files: [fileOf(PDF)] }])) as [Announced]
    await ask(`DELETE /profiles/v1/patient/${patient}`, { as: ADMIN })
    expect(await send(forms[0]!, PDF)).toBe('404 document_not_found')
    const as: Claims = { ...USER, sub: patient }
    const body = { batch_request: [{ files: [fileOf(PDF)] }] }
    expect(await refused(ANNOUNCE, { as, body })).toMatch(/^forbidden: /)
    expect((await ask(LIST, of(patient, as))).body).toMatchObject({ items: [] })
  })

  describe('documents are not announced', () => {
    test.each([
      { body: {}, says: 'batch_request must be 1 to 20 documents' },
      { body: { batch_request: [] }, says: 'batch_request must be 1 to 20 documents' },
      { body: { batch_request: [{ files: [] }] }, says: 'files must be 1 to 50 files' },
      {
        body: { batch_request: [{ files: [{ contentType: 'a', file_size: MAX_FILE_BYTES + 1 }] }] },
        says: 'file_size must be a whole number of bytes from 1 to 100000',
      },
      { body: { batch_request: [{ document_id: NAME, files: [fileOf(PDF)] }] }, says: 'a UUID' },
    ])('by $body', async ({ body, says }) => {
      const said = await refused(ANNOUNCE, { as: USER, body })
      expect(said).toMatch(/^invalid_request: /)
      expect(said).toContain(says)
    })

    test('for another workspace’s patient', async () => {
      const patient = await newPatient({}, STRANGER)
      const body = { batch_request: [{ files: [fileOf(PDF)] }] }
      expect(await refused(ANNOUNCE, { ...of(patient), body })).toMatch(/^forbidden: /)
    })
  })
}
