/** Contents of the messages between batch.ts and its workers, which pool.ts carries. */

import type { ComprehendResult, LinkedOntology, LinkResult } from '../../contract.ts'
import { MedlinkError, type MedlinkErrorCode } from '../../errors.ts'
import type { SharedMemory } from '../../index/reader.ts'
import type { SiteNameRecord } from '../../index/records.ts'
import type { Role } from '../answerer.ts'
import type { QuestionName } from './questions.ts'

/** A request of a batch that could not be answered. */
export interface FailedLink {
  /** That of the request, or a new one if the request has none. */
  readonly request_id: string
  readonly error: LinkFailure
}

/** Reason of a failure; `internal` is an error in Medlink itself. Never repeats the query. */
export interface LinkFailure {
  readonly code: MedlinkErrorCode
  readonly message: string
}

/** Outcome of one request of a batch to link. */
export type LinkOutcome = LinkResult | FailedLink

/** Outcome of one text of a batch. */
export type ComprehendOutcome = ComprehendResult | FailedLink

/** An outcome, and the milliseconds that it took, without those of opening the index. */
export interface TimedOutcome {
  readonly outcome: LinkOutcome | ComprehendOutcome
  readonly ms: number
}

/** A worker's answer to a request. */
export interface Answer extends TimedOutcome {
  /** True if the index's file is another one than the main thread has read: the outcome is that error. */
  readonly isStale: boolean
}

/** An index that requests may ask for from now on. */
export interface IndexNotice {
  readonly file: string
  readonly ontology: LinkedOntology
  readonly memory: SharedMemory
  /** Names that it is opened with, besides its own. */
  readonly names: readonly SiteNameRecord[]
}

/**
 * A request, unchecked, and its question, with the number of the {@link IndexNotice} of each role, or the reason why there is
 * none.
 */
export interface Row {
  readonly question: QuestionName
  readonly request: unknown
  /** Names of fields of the request that are not sent. */
  readonly ignored: readonly string[]
  readonly indexes: ReadonlyMap<Role, number> | LinkFailure
}

/** Requests to answer with an {@link Answer} each, in their order. */
export type Job = readonly Row[]

/** An error as it can be sent and shown. */
export function failureOf(error: unknown): LinkFailure {
  if (error instanceof MedlinkError) return { code: error.code, message: error.message }
  // The message of an unforeseen error may hold words of the request.
  const kind = error instanceof Error ? error.name : typeof error
  return {
    code: 'internal',
    message: `answering failed because of an error in Medlink itself (${kind})`,
  }
}
