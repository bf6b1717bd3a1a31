import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { type LinkedOntology, type LinkRequest, linkRequestSchema } from '../../contract.ts'
import { MedlinkError } from '../../errors.ts'
import { releaseAskedFor } from '../answerer.ts'
import { CLOSED, type OpenIndex } from '../open-indexes.ts'
import { WorkerPool } from './pool.ts'
import {
  type Answer,
  failureOf,
  type IndexNotice,
  type LinkJob,
  type LinkOutcome,
  type LinkRow,
  type TimedOutcome,
} from './protocol.ts'
import { startWorker } from './start.ts'

/** The requests of a batch, in order. */
export type LinkRequests = Iterable<LinkRequest> | AsyncIterable<LinkRequest>

export interface LinkManyOptions {
  /** Ends the batch: the iteration rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Told, before each outcome is handed out, how many that makes, and how long this one took on its thread. */
  readonly onProgress?: (done: number, ms: number) => void
  /** Threads that link at the same time, at least 1; as many as the machine can run when left out. */
  readonly workers?: number
}

/** Finds the index that a request asks for. @throws MedlinkError why there is none */
export type FindIndex = (
  ontology: LinkedOntology,
  version: string | undefined,
) => Pick<OpenIndex, 'id' | 'file' | 'ontology' | 'index'>

/** Requests that a worker is given at a time: some ten milliseconds of work, against which a message costs little. */
const CHUNK = 32
/** Chunks a worker that are read ahead, so that none waits for its next one. */
const CHUNKS_PER_WORKER = 2

/**
 * Of a worker's own heap, the shared arrays not among it. It needs 40 to 60 MB an ontology; what it may grow to says how
 * much garbage V8 lets lie: with these limits a worker takes a third less than without, and is no slower.
 */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

const FIELDS = Object.keys(linkRequestSchema.shape)

/** Links batches on worker threads that share the memory of the indexes. */
export class BatchLinker {
  readonly #find: FindIndex
  readonly #pool: WorkerPool<IndexNotice, LinkJob, Answer[]>
  /** Numbers of the indexes that the workers know of. */
  readonly #told = new Set<number>()
  readonly #running = new Set<AbortController>()
  #isClosed = false

  constructor(find: FindIndex, start: () => Worker = startLinkWorker) {
    this.#find = find
    this.#pool = new WorkerPool(start)
  }

  /** See `Medlink.linkMany`. */
  link(requests: LinkRequests, options: LinkManyOptions): AsyncGenerator<LinkOutcome, void> {
    this.#requireUnclosed()
    const { workers = availableParallelism() } = options
    if (!(Number.isInteger(workers) && workers >= 1))
      throw new MedlinkError('invalid_request', 'workers must be a whole number from 1')
    return this.#run(chunksOf(requests), workers, options)
  }

  /** Has the workers close an index, once they have answered what was given to them. */
  forget(id: number): void {
    this.#told.delete(id)
    this.#pool.forget(id)
  }

  /** Ends the running batches and the workers, for good. */
  close(): void {
    this.#isClosed = true
    const reason = new MedlinkError('closed', 'Medlink was closed before the batch was done')
    for (const running of this.#running) running.abort(reason)
    this.#pool.close(reason)
  }

  async *#run(
    chunks: AsyncGenerator<LinkRequest[], void>,
    workers: number,
    { signal, onProgress }: LinkManyOptions,
  ): AsyncGenerator<LinkOutcome, void> {
    signal?.throwIfAborted()
    this.#requireUnclosed()
    const running = new AbortController()
    const abort = () => running.abort(signal!.reason)
    signal?.addEventListener('abort', abort)
    this.#running.add(running)
    try {
      let done = 0
      for await (const { outcome, ms } of this.#outcomes(chunks, workers, running.signal)) {
        onProgress?.(++done, ms)
        yield outcome
        running.signal.throwIfAborted()
      }
    } finally {
      this.#running.delete(running)
      signal?.removeEventListener('abort', abort)
      const ended = chunks.return()
      // A source that is still being waited for may never come back.
      if (running.signal.aborted) ended.catch(() => {})
      else await ended
    }
  }

  /** Reads ahead as far as keeps the workers busy; hands out what they answer in the order of the requests. */
  async *#outcomes(
    chunks: AsyncGenerator<LinkRequest[], void>,
    workers: number,
    signal: AbortSignal,
  ): AsyncGenerator<TimedOutcome, void> {
    const answers: Promise<TimedOutcome[]>[] = []
    let isRead = false
    for (;;) {
      while (!isRead && answers.length < workers * CHUNKS_PER_WORKER) {
        const next = await unlessAborted(chunks.next(), signal)
        if (next.done === true) {
          isRead = true
        } else {
          const answer = this.#answer(
            next.value.map((each) => this.#row(each)),
            workers,
          )
          // It may fail while an earlier one is waited for.
          answer.catch(() => {})
          answers.push(answer)
        }
      }
      const first = answers.shift()
      if (first === undefined) return
      yield* await unlessAborted(first, signal)
    }
  }

  /**
   * What a worker answers to a chunk. Workers open an index by its path, each when it first needs it: where another file
   * has taken its place by then, or is being written over it, the request is asked again, of the index that is there now.
   * That one has another number, so what cannot be opened for any other reason is not asked for twice.
   */
  async #answer(rows: LinkJob, workers: number): Promise<Answer[]> {
    const answers = await this.#pool.run(rows, workers)
    if (!answers.some(({ isStale }) => isStale)) return answers
    this.#requireUnclosed()
    const places: number[] = []
    const again: LinkRow[] = []
    for (const [place, { request, index }] of rows.entries()) {
      if (!answers[place]!.isStale) continue
      const row = this.#row(request)
      if (row.index === index) continue
      places.push(place)
      again.push(row)
    }
    if (again.length === 0) return answers
    const later = await this.#answer(again, workers)
    for (const [i, place] of places.entries()) answers[place] = later[i]!
    return answers
  }

  #row(request: unknown): LinkRow {
    const sent = sendable(request)
    try {
      const { ontology, version } = (sent ?? {}) as Partial<LinkRequest>
      const found = this.#find(ontology!, releaseAskedFor({ ontology: ontology!, version }))
      if (!this.#told.has(found.id)) this.#tell(found)
      return { request: sent, index: found.id }
    } catch (error) {
      return { request: sent, index: failureOf(error) }
    }
  }

  #tell({ id, file, ontology, index }: ReturnType<FindIndex>): void {
    this.#pool.tell(id, { file, ontology, memory: index.shared })
    this.#told.add(id)
  }

  #requireUnclosed(): void {
    if (this.#isClosed) throw new MedlinkError('closed', CLOSED)
  }
}

function startLinkWorker(): Worker {
  return startWorker(import.meta.url, './worker', { resourceLimits: LIMITS })
}

async function* chunksOf(requests: LinkRequests): AsyncGenerator<LinkRequest[], void> {
  let chunk: LinkRequest[] = []
  for await (const request of requests) {
    chunk.push(request)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/**
 * A request as it can be sent to a thread: the contract's fields, of the metadata what linking reads. A value that no
 * field takes is sent empty: it is refused all the same.
 */
function sendable(request: unknown): unknown {
  if (!isRecord(request)) return emptied(request)
  const sent: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const value = request[field]
    if (value === undefined) continue
    sent[field] = field === 'metadata' && isRecord(value) ? sendableHints(value) : emptied(value)
  }
  return sent
}

/** Hints with their keys; one that is neither text nor a number is sent empty, and ignored all the same. */
function sendableHints(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => {
      const isSent = value == null || typeof value === 'string' || typeof value === 'number'
      return [key, isSent ? value : {}]
    }),
  )
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (isRecord(value)) return {}
  return typeof value === 'function' || typeof value === 'symbol' ? null : value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same promise, but for an abort before it settles: then it rejects with the signal's reason. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
