/** Documents, contract 2.3, 2.4 and 4.4 to 4.6. */

import { describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type {
  descriptionSchema,
  documentListSchema,
  uploadedSchema,
} from '../../../src/http/documents/fields.ts'
import type { Answer, Claims } from '../../support/server.ts'
import { type Asking, MAX_FILE_BYTES, NAME, NOBODY } from './asking.ts'

const UPLOAD = 'POST /mr/api/v2/docs'
const LIST = 'GET /mr/api/v1/docs'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const PDF = Buffer.from('%PDF-1.4\nhello\n%%EOF\n')
/** One grey point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const [SMALL, LARGE] = [MAX_FILE_BYTES, MAX_FILE_BYTES + 1].map((size) =>
  Buffer.concat([PDF, Buffer.alloc(size - PDF.length)]),
) as [Buffer, Buffer]

interface Upload {
  /** Of the form or of the JSON. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>
  readonly query?: string
  readonly as?: Claims
  readonly headers?: Readonly<Record<string, string>>
}

/** What is uploaded, a form or JSON in an envelope, is listed and described, and its file comes back. */
export function testDocuments(asking: Asking): void {
  const { ask, refused, isSealed, admin: ADMIN, user: USER, stranger: STRANGER } = asking

  const questionOf = (
    file: Buffer | undefined,
    { fields = {}, as = USER, headers = {} }: Upload = {},
  ) => {
    if (isSealed)
      return { as, headers, body: { ...fields, ...(file && { file: file.toString('base64') }) } }
    const body = new FormData()
    for (const [name, value] of Object.entries(fields))
      for (const each of [value].flat()) body.append(name, each)
    if (file) body.append('file', new Blob([new Uint8Array(file)]), `../../${NAME}.pdf`)
    return { as, headers, body }
  }
  const upload = async (file: Buffer, options: Upload = {}) => {
    const { body } = await ask(`${UPLOAD}${options.query ?? ''}`, questionOf(file, options))
    return (body as z.infer<typeof uploadedSchema>).document_id
  }
  const of = (patient: string, as: Claims = USER) => ({ as, headers: { 'x-pt-id': patient } })
  const listOf = async (patient: string, query = '') =>
    (await ask(`${LIST}${query}`, of(patient))).body as z.infer<typeof documentListSchema>
  const describeOne = async (id: string, patient: string) =>
    (await ask(`${LIST}/${id}`, of(patient))).body as z.infer<typeof descriptionSchema>
  const newPatient = async (as: Claims = USER) => {
    const body = { fn: 'a', gen: 'O', dob: '2000-01-01' }
    return ((await ask('POST /profiles/v1/patient/', { as, body })).body as { oid: string }).oid
  }

  describe('a document', () => {
    test('is listed and described with all that was said of it, and its file comes back', async () => {
      const patient = await newPatient()
      const fields = {
        title: 'Blood count',
        tags: ['a', 'b'],
        cases: ['7'],
        document_date: '86400',
      }
      const query = '?dt=lr&task=smart&batch=1'
      const begun = Math.floor(Date.now() / 1000)
      const id = await upload(PDF, { ...of(patient), fields, query })
      const { items, next_token, source_refreshed_at } = await listOf(patient)
      const { item } = items[0]!.record
      expect(item).toEqual({
        ...{ document_id: id, document_type: 'lr', cases: ['7'] },
        ...{ upload_date: expect.any(Number), patient_id: expect.any(Number) },
        metadata: { title: 'Blood count', tags: ['a', 'b'], auto_tags: [], document_date: 86400 },
      })
      expect(items).toEqual([{ record: { item } }])
      expect(next_token).toBeNull()
      expect(item.upload_date).toBeGreaterThanOrEqual(begun)
      expect(source_refreshed_at).toBe(item.upload_date - 1)
      const { files, ...rest } = await describeOne(id, patient)
      const said = { document_date_epoch: 86400, document_type: 'lr', tags: ['a', 'b'] }
      expect(rest).toEqual({ source: 'upload', ...said })
      expect(files.map(({ file_type }) => file_type)).toEqual(['PDF'])
      const file = await fetch(files[0]!.asset_url)
      expect(file.headers.get('content-type')).toBe('application/pdf')
      expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true)
      const part = await fetch(files[0]!.asset_url, { headers: { range: 'bytes=0-3' } })
      expect([part.status, await part.text()]).toEqual([206, '%PDF'])
      const forged = await fetch(
        files[0]!.asset_url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
      expect(forged.status).toBe(403)
    })

    test('that is an image has a thumbnail', async () => {
      const patient = await newPatient()
      const id = await upload(PNG, of(patient))
      expect(await describeOne(id, patient)).toMatchObject({
        ...{ document_type: 'ot', files: [{ file_type: 'IMG' }] },
      })
      // It is made when the upload has been answered.
      const url = await vi.waitUntil(
        async () => (await listOf(patient)).items[0]!.record.item.metadata.thumbnail,
      )
      const thumbnail = await fetch(url)
      expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    })

    test('of nobody in particular is the caller’s own, and as large as it may be', async () => {
      const as = { ...USER, sub: '40000000000000004' }
      const id = await upload(SMALL, { as })
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
    type Refusal = [why: string, code: string, file: Buffer | undefined, options?: Upload]
    test.each<Refusal>([
      ['that is not what it says', 'unsupported_media_type', Buffer.from(`<html>${NAME}`)],
      ['of zero bytes', 'invalid_request', Buffer.alloc(0)],
      ['that is too large', 'payload_too_large', LARGE],
      ['without a file', 'invalid_request', undefined, { fields: { title: NAME } }],
      ['with an unknown field', 'invalid_request', PDF, { fields: { [NAME]: NAME } }],
      ['with a date in words', 'invalid_request', PDF, { fields: { document_date: NAME } }],
      ['of a type that there is not', 'invalid_request', PDF, { query: `?dt=${NAME}` }],
      ['of a task that there is not', 'invalid_request', PDF, { query: `?task=${NAME}` }],
      ['with an empty key', 'invalid_request', PDF, { headers: { 'idempotency-key': '' } }],
    ])('%s', async (_, code, file, options = {}) => {
      const as = { ...USER, sub: '50000000000000005' }
      const question = questionOf(file, { as, ...options })
      const said = await refused(`${UPLOAD}${options.query ?? ''}`, question)
      expect(said.split(':')[0]).toBe(code)
      expect((await ask(LIST, of(as.sub, as))).body).toMatchObject({ items: [] })
    })

    test.runIf(!isSealed)('that are two', async () => {
      const question = questionOf(PDF)
      ;(question.body as FormData).append('file', new Blob([new Uint8Array(PDF)]), 'b')
      expect(await refused(UPLOAD, question)).toMatch(/^invalid_request: /)
    })
  })

  describe('a list', () => {
    test('goes on by its token, each document once, and begins after a time', async () => {
      const patient = await newPatient()
      const ids: string[] = []
      for (let i = 0; i < 3; i++) ids.push(await upload(PDF, of(patient)))
      const seen: string[] = []
      let query = '?limit=2'
      for (let pages = 1; ; pages++) {
        const { items, next_token } = await listOf(patient, query)
        seen.push(...items.map(({ record }) => record.item.document_id))
        if (next_token === null) {
          expect(pages).toBe(2)
          break
        }
        query = `?limit=2&offset=${next_token}`
      }
      expect(seen).toEqual(ids)
      const { items, source_refreshed_at } = await listOf(patient)
      expect((await listOf(patient, `?u_at__gt=${source_refreshed_at}`)).items).toContainEqual(
        items.at(-1),
      )
      const later = items.at(-1)!.record.item.upload_date
      expect((await listOf(patient, `?u_at__gt=${later}`)).items).toEqual([])
    })

    test('does not go on by what is no token of it', async () => {
      const [patient, other] = [await newPatient(), await newPatient()]
      for (let i = 0; i < 2; i++) await upload(PDF, of(patient))
      const { next_token } = await listOf(patient, '?limit=1')
      const altered = next_token!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
      for (const [whose, query] of [
        [patient, `offset=${altered}`],
        [patient, 'offset=x'],
        [patient, `offset=${next_token}&u_at__gt=1`],
        [other, `offset=${next_token}`],
        [patient, 'u_at__gt=soon'],
        [patient, 'limit=0'],
        [patient, 'limit=101'],
      ])
        expect(await refused(`${LIST}?${query}`, of(whose!))).toMatch(/^invalid_request: /)
    })
  })

  describe('whose documents they are', () => {
    test.each([
      ['another workspace’s', async () => newPatient(STRANGER), 'forbidden'],
      ['nobody', async () => NOBODY, 'forbidden'],
    ])('nobody asks for %s', async (_, whose, code) => {
      const patient = await whose()
      for (const operation of [LIST, `${LIST}/${UNKNOWN}`])
        expect((await refused(operation, of(patient))).split(':')[0]).toBe(code)
      const said = await refused(UPLOAD, questionOf(PDF, of(patient)))
      expect(said.split(':')[0]).toBe(code)
    })

    test('has to be said by who reads', async () => {
      for (const operation of [LIST, `${LIST}/${UNKNOWN}`])
        expect(await refused(operation, { as: USER })).toMatch(/^invalid_request: .*x-pt-id/i)
    })

    test('one that is not there, or somebody else’s, is not found', async () => {
      const [patient, other] = [await newPatient(), await newPatient()]
      const id = await upload(PDF, of(patient))
      const answers: Answer[] = []
      for (const [which, whose] of [
        [UNKNOWN, patient],
        ['x', patient],
        [id, other],
      ] as const)
        answers.push(await ask(`${LIST}/${which}`, of(whose, ADMIN)))
      for (const { status, body } of answers)
        expect([status, body]).toMatchObject([404, { error: { code: 'document_not_found' } }])
      expect(await describeOne(id, patient)).toMatchObject({ source: 'upload' })
    })
  })
}
