/** How the tests of the contract ask a server, and what every answer has to keep to. */

import { expect } from 'vitest'
import { z } from 'zod'
import {
  announcedSchema,
  descriptionSchema,
  documentListSchema,
  uploadedSchema,
} from '../../../src/http/documents/fields.ts'
import { errorBodySchema, profileNotFoundSchema } from '../../../src/http/errors.ts'
import { emrUserViewSchema } from '../../../src/http/profiles/emr-user.ts'
import {
  erasedSchema,
  patientsFoundSchema,
  patientViewSchema,
} from '../../../src/http/profiles/patient.ts'
import * as shapes from '../../../src/http/shapes.ts'
import * as webhooks from '../../../src/http/webhooks/shapes.ts'
import { type Envelope, openBy, sealBy } from '../../support/envelope-client.ts'
import type { Answer, Claims, Question, Server } from '../../support/server.ts'

/** How bodies are sent. */
export type Form = 'plain' | 'in an envelope'

/** The key of envelopes, by node:crypto alone on the side of the client. */
export const KEY = { kid: 'clinic-2026', secret: 'ABCDEFGHijklmnop' }
/** Of a file that is taken, at most. */
export const MAX_FILE_BYTES = 100_000
/** What a server is started with, so that it can be asked for everything. */
export const ENVIRONMENT = {
  MEDLINK_LOG_LEVEL: 'info',
  MEDLINK_JWE_KEYS: `${KEY.kid}:${KEY.secret}`,
  MEDLINK_WEBHOOK_PRIVATE: '127.0.0.1',
  MEDLINK_TRUSTED_PROXIES: '127.0.0.1',
  MEDLINK_MAX_FILE_BYTES: String(MAX_FILE_BYTES),
} as const

/** What each operation answers where it does as it is asked; of a removal and a change it says so. */
export const ANSWERS: Readonly<Record<string, readonly [status: number, schema: z.ZodType]>> = {
  'POST /med-link/nel/link': [200, shapes.linkResultSchema],
  'POST /med-link/nel/link/batch': [200, shapes.batchResultSchema],
  'POST /med-link/comprehend': [200, shapes.comprehendResultSchema],
  'GET /med-link/registry/': [200, shapes.registrySchema],
  'GET /med-link/suggest': [200, shapes.suggestionsSchema],
  'GET /med-link/flexsearch/{ontology}/{version}': [200, z.string()],
  'POST /connect-auth/v1/account/login': [200, shapes.tokensSchema],
  'POST /connect-auth/v1/account/refresh-token': [200, shapes.tokensSchema],
  'POST /connect-auth/v1/account/logout': [200, shapes.updatedSchema],
  'POST /profiles/v1/patient/': [201, shapes.createdSchema],
  'GET /profiles/v1/patient/{oid}': [200, patientViewSchema],
  'GET /profiles/v1/patient/': [200, patientsFoundSchema],
  'PATCH /profiles/v1/patient/{oid}': [200, shapes.updatedSchema],
  'DELETE /profiles/v1/patient/{oid}': [200, erasedSchema],
  'POST /profiles/v1/emr-user/': [201, shapes.createdSchema],
  'GET /profiles/v1/emr-user/{oid}': [200, emrUserViewSchema],
  'PATCH /profiles/v1/emr-user/{oid}': [200, shapes.updatedSchema],
  'POST /mr/api/v2/docs': [200, uploadedSchema],
  'POST /mr/api/v1/docs': [200, announcedSchema],
  'GET /mr/api/v1/docs': [200, documentListSchema],
  'GET /mr/api/v1/docs/{id}': [200, descriptionSchema],
  'PATCH /mr/api/v1/docs/{id}': [200, shapes.updatedSchema],
  'DELETE /mr/api/v1/docs/{id}': [200, shapes.updatedSchema],
  'POST /abdm/na/v1/registration/aadhaar/init': [200, shapes.aadhaarStartedSchema],
  'POST /notification/v1/connect/webhook/subscriptions': [201, webhooks.createdSubscriptionSchema],
  'GET /notification/v1/connect/webhook/subscriptions': [200, webhooks.subscriptionsSchema],
  'DELETE /notification/v1/connect/webhook/subscriptions/{id}': [200, shapes.updatedSchema],
  'POST /notification/v1/reminders': [201, webhooks.createdReminderSchema],
  'GET /notification/v1/reminders/{id}': [200, webhooks.reminderViewSchema],
  'DELETE /notification/v1/reminders/{id}': [200, shapes.updatedSchema],
  'GET /notification/v1/deliveries': [200, webhooks.deliveriesSchema],
  'POST /notification/v1/deliveries/{id}/replay': [202, webhooks.replayedSchema],
}

/** The statuses of the codes that are asked for. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  profile_not_found: 404,
  document_not_found: 404,
  unknown_version: 404,
  method_not_allowed: 405,
  conflict: 409,
  legal_hold: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  header_too_large: 431,
  unavailable: 503,
}

/** What may be refused before an envelope is opened, and is told plainly then. */
const BEFORE_OPENING =
  /^(?:unauthorized|forbidden|not_found|method_not_allowed|payload_too_large|unsupported_media)/
const NO_CLIENT = /^invalid_request: the header client-id/

export const NOBODY = '99999999999999999'
/** What no message and no line of the log may hold. */
export const NAME = 'Zebulon'

/** The server of a test, asked in one form. */
export interface Asking {
  readonly isSealed: boolean
  readonly admin: Claims
  readonly user: Claims
  /** An admin of another workspace. */
  readonly stranger: Claims
  /** The one that runs by the time of a test. */
  readonly server: Server
  /** The operations that have done as they were asked. */
  readonly answered: ReadonlySet<string>
  /** Asks in the form, and holds the answer to its schema. */
  ask(operation: string, question?: Question): Promise<Answer>
  /** Asks for what is refused: the code and the message. */
  refused(operation: string, question?: Question): Promise<string>
}

/** @param serverOf the server, once it has started */
export function askIn(form: Form, serverOf: () => Server): Asking {
  const isSealed = form === 'in an envelope'
  const answered = new Set<string>()
  const bid = `clinic, ${form}`
  const admin: Claims = { sub: '10000000000000001', cid: 'app', bid, role: 'admin' }
  const user = { ...admin, sub: '10000000000000002', role: 'user' }

  async function ask(operation: string, question: Question = {}): Promise<Answer> {
    const isSent = isSealed && question.body !== undefined
    const answer = await (isSent ? askSealed : askPlain)(serverOf(), operation, question)
    const { status, body, headers } = answer
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    const pattern = patternOf(operation)
    const isFile = status < 300 && pattern.startsWith('GET /med-link/flexsearch/')
    const type = isFile ? 'application/gzip' : 'application/json; charset=utf-8'
    expect(headers.get('content-type')).toBe(type)
    if (status < 300) {
      const [expected, schema] = ANSWERS[pattern]!
      expect(status).toBe(expected)
      // A schema that is not strict leaves out what it does not know.
      if (isFile) schema.parse(answer.text)
      else expect(schema.parse(body)).toEqual(body)
      answered.add(pattern)
      return answer
    }
    const isProfile = (body as { code?: unknown }).code === 'profile_not_found'
    const schema = isProfile ? profileNotFoundSchema.strict() : errorBodySchema
    expect(schema.parse(body)).toEqual(body)
    const [code] = told(body).split(':') as [string]
    expect([code, STATUS[code]]).toEqual([code, status])
    expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
    expect(JSON.stringify(body).toLowerCase()).not.toContain(NAME.toLowerCase())
    return answer
  }

  return {
    ...{ isSealed, admin, user, stranger: { ...admin, bid: `another ${bid}` } },
    ...{ answered, ask },
    get server() {
      return serverOf()
    },
    refused: async (operation, question) => told((await ask(operation, question)).body),
  }
}

async function askPlain(server: Server, operation: string, question: Question): Promise<Answer> {
  const answer = await server.ask(operation, question)
  expect(answer.headers.get('x-encryption')).toBeNull()
  return answer
}

/** Asks in an envelope. @returns the answer as it was before it was sealed */
async function askSealed(server: Server, operation: string, question: Question): Promise<Answer> {
  const { body, headers } = question
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await server.ask(operation, {
    ...question,
    body: sealBy(KEY.secret, KEY.kid, text),
    headers: { ...headers, 'x-encryption': 'JWE' },
  })
  const encryption = answer.headers.get('x-encryption')
  if (encryption === null) {
    const said = answer.status < 300 ? 'an answer' : told(answer.body)
    expect(BEFORE_OPENING.test(said) || NO_CLIENT.test(said) ? '' : said).toBe('')
    return answer
  }
  expect(encryption).toBe('JWE')
  const envelope = answer.body as Envelope
  expect(Object.keys(envelope).sort()).toEqual(['ciphertext', 'iv', 'protected', 'tag'])
  return { ...answer, body: JSON.parse(openBy(KEY.secret, envelope)) }
}

/** An operation as {@link ANSWERS} has it. */
function patternOf(operation: string): string {
  return operation
    .replace(/\?.*/, '')
    .replace(/(?<=\/flexsearch\/).*/, '{ontology}/{version}')
    .replace(/\/\d{17}$/, '/{oid}')
    .replace(/\/(?:[\da-f]{8}-[\da-f-]{27}|(?:whs|evt|dlv)_[\w-]+)(?=\/|$)/, '/{id}')
}

/** What an error says: its code and its message. */
function told(body: unknown): string {
  const error = z.object({ code: z.string(), message: z.string() })
  const { code, message } = error.parse((body as { error?: unknown }).error ?? body)
  return `${code}: ${message}`
}
