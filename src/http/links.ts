import { asksToComprehend } from '../internal.ts'
import {
  type ComprehendRequest,
  type ComprehendResult,
  type FailedLink,
  type LinkOutcome,
  type LinkRequest,
  type LinkResult,
  type Medlink,
  MedlinkError,
} from '../medlink.ts'
import { asHttpError, type WireCode } from './errors.ts'
import type { Metrics } from './metrics.ts'

/** A mention that is longer, in UTF-16 units, is linked on a thread: it may take longer than others should wait. */
const LONG_MENTION = 500

/** A request of a batch that could not be answered. */
export interface FailedEntry {
  readonly request_id: string
  readonly error: { readonly message: string; readonly code: WireCode }
}

/** Has the library link, where the event loop bears it: mentions in the caller's thread, texts and batches on others. */
export class Links {
  readonly #medlink: Medlink
  readonly #metrics: Metrics
  readonly #workers: number

  /** @param workers threads for batches and texts */
  constructor(medlink: Medlink, metrics: Metrics, workers: number) {
    this.#medlink = medlink
    this.#metrics = metrics
    this.#workers = workers
  }

  /**
   * @param signalOf is asked where the work can be broken off
   * @throws MedlinkError what `Medlink.link` throws; the signal's reason
   */
  async link(request: LinkRequest, signalOf: () => AbortSignal): Promise<LinkResult> {
    const { ontology, query } = request
    if (asksToComprehend(request as never) || query.length > LONG_MENTION) {
      const [outcome] = await this.many([request], signalOf())
      return answerOf(outcome!)
    }
    const start = performance.now()
    const result = this.#medlink.link(request)
    this.#metrics.timeLink(ontology, performance.now() - start)
    this.#metrics.countLink(ontology, result)
    return result
  }

  /** Outcome of each request, in their order. */
  async many(requests: readonly LinkRequest[], signal: AbortSignal): Promise<LinkOutcome[]> {
    const outcomes: LinkOutcome[] = []
    const ontologyOf = (place: number) => requests[place]!.ontology
    const onProgress = (done: number, ms: number) =>
      this.#metrics.timeLink(ontologyOf(done - 1), ms)
    const options = { signal, onProgress, workers: this.#workers }
    for await (const outcome of this.#medlink.linkMany(requests, options)) {
      this.#metrics.countLink(ontologyOf(outcomes.length), outcome)
      outcomes.push(outcome)
    }
    return outcomes
  }

  /** @throws MedlinkError what `Medlink.comprehend` throws; the signal's reason */
  async comprehend(request: ComprehendRequest, signal: AbortSignal): Promise<ComprehendResult> {
    const { ontology = 'icd-10-cm' } = request
    const onProgress = (_: number, ms: number) => this.#metrics.timeLink(ontology, ms)
    const options = { signal, onProgress, workers: this.#workers }
    for await (const outcome of this.#medlink.comprehendMany([request], options)) {
      this.#metrics.countLink(ontology, outcome)
      return answerOf(outcome)
    }
    throw new MedlinkError('internal', 'a batch of one text ended without an answer')
  }
}

/** A failure of the library as it is sent instead of an answer. */
export function failedEntry(request_id: string, error: unknown): FailedEntry {
  const { message, code } = asHttpError(error)
  return { request_id, error: { message, code } }
}

/** The answer of a batch of one. @throws MedlinkError */
function answerOf<Answer extends object>(outcome: Answer | FailedLink): Answer {
  if (!('error' in outcome)) return outcome
  throw asMedlinkError(outcome)
}

/** A worker's failure, as the error that it was there. */
export function asMedlinkError({ error }: FailedLink): MedlinkError {
  return new MedlinkError(error.code, error.message)
}
