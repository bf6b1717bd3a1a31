/** Requests that several tests of the contract make, and what their answers hold. */

import type { z } from 'zod'
import type {
  descriptionSchema,
  documentListSchema,
  uploadedSchema,
} from '../../../src/http/documents/fields.ts'
import type { emrUserViewSchema } from '../../../src/http/profiles/emr-user.ts'
import type { patientViewSchema } from '../../../src/http/profiles/patient.ts'
import type * as shapes from '../../../src/http/shapes.ts'
import type { LinkResult } from '../../../src/medlink.ts'
import type { Answer, Claims, Question } from '../../support/server.ts'
import { type Asking, NAME } from './asking.ts'

export const UPLOAD = 'POST /mr/api/v2/docs'
export const LIST = 'GET /mr/api/v1/docs'

/** Identifier of no document. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000'

export const PDF = Buffer.from('%PDF-1.4\nhello\n%%EOF\n')
/** One grey point. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** A patient and a user of the EMR, as small as may be. */
export const PATIENT = { fn: 'a', gen: 'O', dob: '2000-01-01' } as const
export const STAFF = { fln: 'Asha Devi K. Rao', gen: 'F', dob: '1980-01-31' } as const

/** What an upload says besides its file. */
export interface Upload {
  /** Of the form or of the JSON. */
  readonly fields?: Readonly<Record<string, string | readonly string[]>>
  readonly query?: string
  readonly as?: Claims
  readonly headers?: Readonly<Record<string, string>>
}

/** The requests, made in the form of an `asking`. */
export function requestsOf({ ask, isSealed, admin, user }: Asking) {
  const createPatient = (body: unknown, as: Claims = user) =>
    ask('POST /profiles/v1/patient/', { as, body })
  const createUser = (body: unknown, as: Claims = admin) =>
    ask('POST /profiles/v1/emr-user/', { as, body })
  const oidOf = ({ body }: Answer) => (body as z.infer<typeof shapes.createdSchema>).oid

  /** An upload as the form of the asking has it: a form, or JSON in an envelope. */
  const questionOf = (
    file: Buffer | undefined,
    { fields = {}, as = user, headers = {} }: Upload = {},
  ): Question => {
    if (isSealed)
      return { as, headers, body: { ...fields, ...(file && { file: file.toString('base64') }) } }
    const body = new FormData()
    for (const [name, value] of Object.entries(fields))
      for (const each of [value].flat()) body.append(name, each)
    if (file) body.append('file', new Blob([new Uint8Array(file)]), `../../${NAME}.pdf`)
    return { as, headers, body }
  }
  /** Asks about the documents of a patient. */
  const of = (patient: string, as: Claims = user) => ({ as, headers: { 'x-pt-id': patient } })

  return {
    ...{ createPatient, createUser, oidOf, questionOf, of },
    newPatient: async (body: object = {}, as?: Claims) =>
      oidOf(await createPatient({ ...PATIENT, ...body }, as)),
    readPatient: async (oid: string) =>
      (await ask(`GET /profiles/v1/patient/${oid}`, { as: user })).body as z.infer<
        typeof patientViewSchema
      >,
    newUser: async (body: object = {}) => oidOf(await createUser({ ...STAFF, ...body })),
    readUser: async (oid: string) =>
      (await ask(`GET /profiles/v1/emr-user/${oid}`, { as: user })).body as z.infer<
        typeof emrUserViewSchema
      >,
    update: (oid: string, body: unknown, as: Claims = admin) =>
      ask(`PATCH /profiles/v1/emr-user/${oid}`, { as, body }),
    upload: async (file: Buffer, options: Upload = {}) => {
      const { body } = await ask(`${UPLOAD}${options.query ?? ''}`, questionOf(file, options))
      return (body as z.infer<typeof uploadedSchema>).document_id
    },
    listOf: async (patient: string, query = '') =>
      (await ask(`${LIST}${query}`, of(patient))).body as z.infer<typeof documentListSchema>,
    describeOne: async (id: string, patient: string) =>
      (await ask(`${LIST}/${id}`, of(patient))).body as z.infer<typeof descriptionSchema>,
    change: (id: string, patient: string, body: object, as?: Claims) =>
      ask(`PATCH /mr/api/v1/docs/${id}`, { ...of(patient, as), body }),
    link: async (body: object) =>
      (await ask('POST /med-link/nel/link', { as: user, body })).body as LinkResult,
  }
}
