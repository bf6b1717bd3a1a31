/** Refusals as FHIR has them: an OperationOutcome, with the codings of the terminology ecosystem. */
import { MedlinkError, type MedlinkErrorCode } from '../medlink.ts'
import type { Resource } from './resources.ts'

/** Codes of http://hl7.org/fhir/issue-type that are used here. */
export type IssueType =
  | 'business-rule'
  | 'code-invalid'
  | 'exception'
  | 'forbidden'
  | 'informational'
  | 'invalid'
  | 'login'
  | 'not-found'
  | 'not-supported'
  | 'processing'
  | 'required'
  | 'throttled'
  | 'too-costly'
  | 'too-long'
  | 'transient'
  | 'value'

/** Codes of http://hl7.org/fhir/tools/CodeSystem/tx-issue-type that are used here. */
export type TxIssueType =
  | 'code-comment'
  | 'code-rule'
  | 'display-comment'
  | 'invalid-code'
  | 'invalid-data'
  | 'invalid-display'
  | 'not-found'
  | 'not-in-vs'
  | 'process-note'
  | 'vs-invalid'

const TX_ISSUE_TYPE = 'http://hl7.org/fhir/tools/CodeSystem/tx-issue-type'
const MESSAGE_ID = 'http://hl7.org/fhir/StructureDefinition/operationoutcome-message-id'

/** One remark of an OperationOutcome. */
export interface Issue {
  /** Default: error. */
  readonly severity?: 'error' | 'warning' | 'information'
  readonly code: IssueType
  readonly tx?: TxIssueType
  readonly text: string
  /** Element that the remark is about: `code`, `Coding.display` … */
  readonly expression?: string
  /** Name of the message in the list of HL7's validator, where it has one. */
  readonly messageId?: string
}

/** A request that is refused. Messages go to the caller, and never hold clinical text. */
export class FhirError extends Error {
  override readonly name = 'FhirError'
  readonly status: number
  readonly issue: Issue

  constructor(status: number, issue: Issue, options?: ErrorOptions) {
    super(issue.text, options)
    this.status = status
    this.issue = issue
  }
}

/** Refusal of a malformed request. */
export function invalid(text: string, expression?: string): FhirError {
  return new FhirError(400, {
    ...{ code: 'invalid', text },
    ...(expression !== undefined && { expression }),
  })
}

/** Refusal of something that FHIR has and this server does not do, by its name. */
export function notSupported(text: string): FhirError {
  return new FhirError(400, { code: 'not-supported', text })
}

/** The OperationOutcome of some issues. */
export function outcomeOf(issues: readonly Issue[]): Resource {
  return { resourceType: 'OperationOutcome', issue: issues.map(writeIssue) }
}

function writeIssue({ severity = 'error', code, tx, text, expression, messageId }: Issue) {
  return {
    ...(messageId !== undefined && { extension: [{ url: MESSAGE_ID, valueString: messageId }] }),
    ...{ severity, code },
    details: { ...(tx && { coding: [{ system: TX_ISSUE_TYPE, code: tx }] }), text },
    ...(expression !== undefined && { expression: [expression] }),
  }
}

/** Status and issue of each error of the library that a request can meet; any other one is a fault of the server. */
const OF_LIBRARY: Partial<Readonly<Record<MedlinkErrorCode, readonly [number, Issue['code']]>>> = {
  invalid_request: [400, 'invalid'],
  unknown_ontology: [400, 'invalid'],
  unknown_version: [404, 'not-found'],
  unknown_code: [404, 'not-found'],
  index_missing: [404, 'not-found'],
  index_incompatible: [503, 'transient'],
  index_corrupt: [503, 'transient'],
  build_in_progress: [503, 'transient'],
  no_access: [503, 'transient'],
  closed: [503, 'transient'],
}

/** Issues of refusals that the server around the plugin makes, by their status. */
const OF_STATUS: Readonly<Record<number, readonly [Issue['code'], text: string]>> = {
  400: ['invalid', 'the request is malformed'],
  401: ['login', 'a valid bearer token is needed'],
  403: ['forbidden', 'the caller may not do this'],
  404: ['not-found', 'there is no such operation'],
  408: ['transient', 'the request took too long to arrive'],
  413: ['too-long', 'the body is too large'],
  415: ['not-supported', 'the body must be application/fhir+json or application/json, in UTF-8'],
  429: ['throttled', 'too many requests: try again later'],
}

/** Codes of Fastify for a body that its own parser cannot read. */
const BROKEN_BODY = new Set<unknown>([
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_JSON_BODY',
])

/**
 * Any error as a refusal. Only messages of this folder and of the library are quoted: others may repeat the request.
 *
 * @param malformed message about a malformed request of the server around the plugin; default: one of its own
 */
export function refusalOf(error: unknown, malformed?: string): FhirError {
  if (error instanceof FhirError) return error
  if (error instanceof MedlinkError) {
    const [status, code] = OF_LIBRARY[error.code] ?? [500, 'exception']
    // The folder of the indexes is for the person who installs them.
    const mayQuote = status < 500 && error.code !== 'index_missing'
    const text = mayQuote ? error.message : MESSAGES[status]!
    return new FhirError(status, { code, text }, { cause: error })
  }
  const { statusCode, code: reason } = (error ?? {}) as {
    readonly statusCode?: unknown
    readonly code?: unknown
  }
  if (BROKEN_BODY.has(reason)) return invalid('the body is not valid JSON')
  if (statusCode === 400 && malformed !== undefined) return invalid(malformed)
  const [code, text] = OF_STATUS[Number(statusCode)] ?? []
  if (code !== undefined) return new FhirError(Number(statusCode), { code, text: text! })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new FhirError(statusCode, { code: 'invalid', text: OF_STATUS[400]![1] })
  const status = statusCode === 503 ? 503 : 500
  return new FhirError(
    status,
    { code: status === 503 ? 'transient' : 'exception', text: MESSAGES[status]! },
    { cause: error },
  )
}

const MESSAGES: Readonly<Record<number, string>> = {
  404: 'no version of this code system is installed',
  500: 'an error of the server: its log says more',
  503: 'the server cannot answer now: its log says more',
}
