/** A worker thread that answers its share of the cases, see answers.ts. */

import { parentPort, workerData } from 'node:worker_threads'
import { MedlinkError, type MedlinkErrorCode } from '../../errors.ts'
import type { Answered, EvaluationCase } from '../../library/evaluate.ts'
import { type AnswerSource, answersOf } from './one-by-one.ts'

/** What a worker is started with. */
export interface WorkerInput {
  readonly cases: readonly EvaluationCase[]
  readonly source: AnswerSource
}

/** An answer, in the order of the cases; or the error that ended the work, which would lose its code on the way. */
export type WorkerMessage =
  | { readonly answered: Answered }
  | { readonly failed: { readonly code: MedlinkErrorCode; readonly message: string } }

const { cases, source } = workerData as WorkerInput
const send = (message: WorkerMessage) => parentPort!.postMessage(message)
try {
  for (const answered of answersOf(cases, source)) send({ answered })
} catch (error) {
  if (!(error instanceof MedlinkError)) throw error
  send({ failed: { code: error.code, message: error.message } })
}
