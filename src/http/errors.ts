/** Errors of the server: the closed list of codes, with their status, and the one shape of an error. */

import * as z from 'zod'
import { MedlinkError, type MedlinkErrorCode } from '../medlink.ts'

/** Every code that an error of the server has, with its status. */
export const STATUS = {
  invalid_request: 400,
  decryption_failed: 400,
  unauthorized: 401,
  forbidden: 403,
  consent_required: 403,
  not_found: 404,
  profile_not_found: 404,
  document_not_found: 404,
  unknown_version: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  legal_hold: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  header_too_large: 431,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_missing: 503,
  gateway_timeout: 504,
  insufficient_storage: 507,
} as const satisfies Record<string, number>

/** One of {@link STATUS}. */
export type WireCode = keyof typeof STATUS

/** Message of each code without details. No message repeats anything of a request. */
const MESSAGES: Readonly<Record<WireCode, string>> = {
  invalid_request: 'the request is malformed',
  decryption_failed: 'the envelope cannot be opened',
  unauthorized: 'a valid bearer token is needed',
  forbidden: 'the caller may not do this',
  consent_required: 'the workspace requires a consent of the patient, and the request has none',
  not_found: 'there is no such operation',
  profile_not_found: 'there is no profile with this identifier',
  document_not_found: 'the patient has no document with this identifier',
  unknown_version:
    'this version of the ontology is not installed: GET /med-link/registry/ lists those that are',
  method_not_allowed: 'this address is asked with another method: the header allow names it',
  request_timeout: 'the request took too long to arrive',
  conflict: 'it already exists',
  legal_hold: 'the patient is under a legal hold: nothing of the records is deleted',
  payload_too_large:
    'the body is too large: 64 KB is the limit for a link or a text, 10 MB for a file, 1 MB for any other body',
  unsupported_media_type: 'the body must be application/json in UTF-8',
  range_not_satisfiable: 'the file has no such bytes',
  rate_limited: 'too many requests: try again later',
  header_too_large: 'the headers are too large',
  internal: 'an error of the server: its log says more under this x-request-id',
  bad_gateway: 'a server that this one depends on gave no usable answer',
  unavailable: 'the server cannot answer now: its log says more under this x-request-id',
  gateway_missing: 'this server is not set up for registrations by Aadhaar number',
  gateway_timeout: 'a server that this one depends on took too long to answer',
  insufficient_storage: 'no space is left for the file: nothing was stored',
}

/** Codes on the wire for the library's errors. */
const OF_LIBRARY: Readonly<Record<MedlinkErrorCode, WireCode>> = {
  invalid_request: 'invalid_request',
  unknown_ontology: 'invalid_request',
  unknown_version: 'unknown_version',
  unknown_code: 'not_found',
  index_missing: 'unknown_version',
  index_incompatible: 'unavailable',
  index_corrupt: 'unavailable',
  release_not_found: 'internal',
  release_invalid: 'internal',
  build_in_progress: 'unavailable',
  table_invalid: 'internal',
  data_invalid: 'internal',
  names_invalid: 'internal',
  download_failed: 'internal',
  disk_full: 'unavailable',
  no_access: 'unavailable',
  settings_invalid: 'internal',
  records_incompatible: 'unavailable',
  no_records: 'unavailable',
  seal_broken: 'internal',
  project_incompatible: 'unavailable',
  no_project: 'unavailable',
  closed: 'unavailable',
  internal: 'internal',
}

/** A fault in a field of a request. */
export interface Detail {
  /** Path of the field: `metadata.unit`; empty for the whole body. */
  readonly path: string
  readonly message: string
}

/** The body of an error. */
export const errorBodySchema = z.object({
  error: z.object({
    message: z.string(),
    code: z.enum(Object.keys(STATUS) as [WireCode, ...WireCode[]]),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
})

/** The body of a 404 of profiles, which has another shape by the contract. */
export const profileNotFoundSchema = z.object({
  message: z.string(),
  code: z.literal('profile_not_found'),
})

/** The body of an error of the Aadhaar gateway, which is another server. */
export const gatewayErrorSchema = z.object({
  /** The status of the answer. */
  code: z.int(),
  error: z.string(),
  /** The gateway's own error. */
  source_error: z.object({ code: z.string(), message: z.string() }).optional(),
})

/** A refusal by the server. The message goes to the caller, and must not repeat anything of a request. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: WireCode
  readonly statusCode: number
  readonly details: readonly Detail[] | undefined

  constructor(
    code: WireCode,
    message: string = MESSAGES[code],
    details?: readonly Detail[],
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.statusCode = STATUS[code]
    this.details = details
  }
}

/** A refusal by the Aadhaar gateway. Its message goes to the caller, too, and must not repeat anything of a request. */
export class GatewayError extends HttpError {
  /** Cause, for the log alone; it repeats nothing of a request. */
  readonly reason: string
  readonly sourceError: z.output<typeof gatewayErrorSchema>['source_error']

  constructor(
    status: 400 | 429 | 502 | 503 | 504,
    message: string,
    reason: string,
    sourceError: GatewayError['sourceError'],
  ) {
    super(codeWith(status)!, message)
    this.reason = reason
    this.sourceError = sourceError
  }
}

/** `invalid_request`, with the faults that a schema finds in the fields of a request. */
export function invalidRequest({ issues }: z.ZodError): HttpError {
  const details = issues.map(({ path, message }) => {
    // Zod's own words, where a shape has none for what is no object at all.
    const isUnsaid = path.length === 0 && message.startsWith('Invalid input')
    return { path: path.join('.'), message: isUnsaid ? 'the body must be an object' : message }
  })
  const message = details
    .map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    .join('; ')
  return new HttpError('invalid_request', message, details)
}

/** Body of the answer for an error. */
export function errorBody(error: HttpError): unknown {
  const { code, message, details, statusCode } = error
  if (error instanceof GatewayError)
    return {
      ...{ code: statusCode, error: message },
      ...(error.sourceError && { source_error: error.sourceError }),
    }
  if (code === 'profile_not_found') return { message, code }
  return { error: { message, code, ...(details && { details }) } }
}

/**
 * Any error as one of the server's. An error that is not the caller's fault is reported without its message, which may
 * name files, or repeat what was asked.
 */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof MedlinkError) {
    const code = OF_LIBRARY[error.code]
    // The library's message names the folder where an index is missing: that is for the operator alone.
    const mayQuote = STATUS[code] < 500 && error.code !== 'index_missing'
    return mayQuote ? new HttpError(code, error.message) : new HttpError(code)
  }
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  return new HttpError(codeOfStatus(statusCode))
}

/** The code for a status that the server's framework chose: of the server's own faults it knows one. */
function codeOfStatus(status: unknown): WireCode {
  if (typeof status !== 'number' || status < 400 || status >= 500) return 'internal'
  return codeWith(status) ?? 'invalid_request'
}

/** The first code with a status. */
function codeWith(status: number): WireCode | undefined {
  return (Object.keys(STATUS) as WireCode[]).find((code) => STATUS[code] === status)
}
