import { availableParallelism } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import type { Worker } from 'node:worker_threads'
import {
  type ComprehendRequest,
  ignoredFields,
  isRecord,
  type LinkedOntology,
  type LinkRequest,
} from '../../contract.ts'
import { MedlinkError } from '../../errors.ts'
import { requireOptions } from '../../language/options.ts'
import type { Target } from '../answerer.ts'
import { CLOSED, type OpenIndex } from '../open-indexes.ts'
import { startWorker } from '../start-worker.ts'
import { ChunkReader } from './chunks.ts'
import { WorkerPool } from './pool.ts'
import {
  type Answer,
  type ComprehendOutcome,
  failureOf,
  type IndexNotice,
  type Job,
  type LinkOutcome,
  type Row,
  type TimedOutcome,
} from './protocol.ts'
import { QUESTIONS, type QuestionName } from './questions.ts'

/** The requests of a batch, in order. */
type Requests<Request> = Iterable<Request> | AsyncIterable<Request>

export interface LinkManyOptions {
  /** Ends the batch: the iteration rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called before each outcome with the number of outcomes so far, and the time that this one took on its thread. */
  readonly onProgress?: (done: number, ms: number) => void
  /** Threads that answer at the same time, at least 1; default: as many as the machine can run. */
  readonly workers?: number
}

type FoundIndex = Pick<OpenIndex, 'id' | 'file' | 'ontology' | 'index' | 'names'>

/** The indexes that requests ask for. */
export interface IndexSource {
  /** @throws MedlinkError the reason why there is none */
  require(ontology: LinkedOntology, version: string | undefined): FoundIndex
  /** True if a version of the ontology is installed. */
  has(ontology: LinkedOntology): boolean
}

/**
 * Limits of a worker's own heap, without the shared arrays. They decide how much garbage V8 keeps: with half of the young
 * generation, links are a tenth fewer; with twice as much they are not more.
 */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/** Answers batches on worker threads that share the memory of the indexes. */
export class BatchAnswerer {
  readonly #indexes: IndexSource
  readonly #pool: WorkerPool<IndexNotice, Job, Answer[]>
  /** Numbers of the indexes that the workers know of. */
  readonly #told = new Set<number>()
  readonly #running = new Set<AbortController>()
  #isClosed = false

  constructor(indexes: IndexSource, start: () => Worker = startAnswering) {
    this.#indexes = indexes
    this.#pool = new WorkerPool(start)
  }

  /** See `Medlink.linkMany`. */
  link(
    requests: Requests<LinkRequest>,
    options: LinkManyOptions,
  ): AsyncGenerator<LinkOutcome, void> {
    return this.#ask('link', requests, options) as AsyncGenerator<LinkOutcome, void>
  }

  /** See `Medlink.comprehendMany`. */
  comprehend(
    requests: Requests<ComprehendRequest>,
    options: LinkManyOptions,
  ): AsyncGenerator<ComprehendOutcome, void> {
    return this.#ask('comprehend', requests, options) as AsyncGenerator<ComprehendOutcome, void>
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

  #ask(question: QuestionName, requests: Requests<unknown>, options: LinkManyOptions) {
    this.#requireUnclosed()
    const { call } = QUESTIONS[question]
    if (!isSource(requests))
      throw new MedlinkError(
        'invalid_request',
        `${call} needs a list of requests, or a source of them`,
      )
    requireOptions<LinkManyOptions>(call, options, {
      signal: true,
      onProgress: true,
      workers: true,
    })
    const { workers = availableParallelism() } = options
    if (!(Number.isInteger(workers) && workers >= 1))
      throw new MedlinkError('invalid_request', 'workers must be a whole number, 1 or more')
    return this.#run(question, requests, workers, options)
  }

  async *#run(
    question: QuestionName,
    requests: Requests<unknown>,
    workers: number,
    { signal, onProgress }: LinkManyOptions,
  ): AsyncGenerator<TimedOutcome['outcome'], void> {
    signal?.throwIfAborted()
    this.#requireUnclosed()
    const running = new AbortController()
    const abort = () => running.abort(signal!.reason)
    signal?.addEventListener('abort', abort)
    this.#running.add(running)
    const reader = new ChunkReader(requests, QUESTIONS[question].chunk)
    try {
      let done = 0
      for await (const { outcome, ms } of this.#outcomes(
        question,
        reader,
        workers,
        running.signal,
      )) {
        onProgress?.(++done, ms)
        yield outcome
        running.signal.throwIfAborted()
      }
    } finally {
      this.#running.delete(running)
      signal?.removeEventListener('abort', abort)
      const isAborted = running.signal.aborted
      // An unfinished read is not awaited.
      running.abort()
      const ended = reader.end()
      if (isAborted) ended.catch(() => {})
      else await ended
    }
  }

  /**
   * Reads ahead as far as keeps the workers busy; hands out what they answer in the order of the requests, while the
   * source is waited for too.
   */
  async *#outcomes(
    question: QuestionName,
    reader: ChunkReader<unknown>,
    workers: number,
    signal: AbortSignal,
  ): AsyncGenerator<TimedOutcome, void> {
    const answers: Promise<TimedOutcome[]>[] = []
    let reading: Promise<void> | undefined
    let isRead = false
    const ahead = workers * QUESTIONS[question].chunksAhead
    const readOn = async () => {
      const requests = await reader.read()
      reading = undefined
      if (requests.length === 0) isRead = true
      else if (!signal.aborted) {
        const rows = requests.map((each) => this.#row(question, each))
        const answer = this.#answer(rows, workers)
        // It may fail while an earlier one is waited for.
        answer.catch(() => {})
        answers.push(answer)
      }
    }
    for (;;) {
      if (!isRead && answers.length < ahead) reading ??= readOn()
      const first = answers[0]
      if (reading === undefined && first === undefined) return
      const pending = [reading, first].filter((each) => each !== undefined)
      const answered = await unlessAborted(Promise.race(pending), signal)
      if (answered === undefined) continue
      answers.shift()
      yield* answered
    }
  }

  /**
   * A worker's answers to a chunk. Workers open an index by its path, each when it first needs it: if another file has
   * replaced it by then, or is being written over it, the request is sent again, for the index that is there now. That one
   * has another number, so an index that cannot be opened for any other reason is not tried twice.
   */
  async #answer(rows: Job, workers: number): Promise<Answer[]> {
    const answers = await this.#pool.run(rows, workers)
    if (!answers.some(({ isStale }) => isStale)) return answers
    this.#requireUnclosed()
    const places: number[] = []
    const again: Row[] = []
    for (const [place, { question, request, ignored, indexes }] of rows.entries()) {
      if (!answers[place]!.isStale) continue
      const row = { ...this.#row(question, request), ignored }
      if (isDeepStrictEqual(row.indexes, indexes)) continue
      places.push(place)
      again.push(row)
    }
    if (again.length === 0) return answers
    const later = await this.#answer(again, workers)
    for (const [i, place] of places.entries()) answers[place] = later[i]!
    return answers
  }

  #row(question: QuestionName, request: unknown): Row {
    const { schema, targets } = QUESTIONS[question]
    const sent = sendable(request, Object.keys(schema.shape))
    const ignored = ignoredFields(schema, request)
    try {
      // A request that fails here is refused by a worker, in the contract's words.
      const asked = targets(sent, (ontology) => this.#indexes.has(ontology))
      const indexes = new Map([...asked].map(([role, target]) => [role, this.#find(target)]))
      return { question, request: sent, ignored, indexes }
    } catch (error) {
      return { question, request: sent, ignored, indexes: failureOf(error) }
    }
  }

  /** Number of an index that the workers know of from now on. */
  #find({ ontology, version }: Target): number {
    const found = this.#indexes.require(ontology, version)
    if (!this.#told.has(found.id)) this.#tell(found)
    return found.id
  }

  #tell({ id, file, ontology, index, names }: FoundIndex): void {
    this.#pool.tell(id, { file, ontology, memory: index.shared, names })
    this.#told.add(id)
  }

  #requireUnclosed(): void {
    if (this.#isClosed) throw new MedlinkError('closed', CLOSED)
  }
}

/** True for what requests can be read from; a text is one by mistake, a letter at a time. */
function isSource(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null
  return isObject && (Symbol.iterator in value || Symbol.asyncIterator in value)
}

function startAnswering(): Worker {
  return startWorker('./pool/worker', { resourceLimits: LIMITS })
}

/**
 * A request as it can be sent to a thread: the fields of its schema, of the metadata what linking reads. A value that no
 * field takes is sent empty: it is refused all the same.
 */
function sendable(request: unknown, fields: readonly string[]): unknown {
  if (!isRecord(request)) return emptied(request)
  const sent: Record<string, unknown> = {}
  for (const field of fields) {
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
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? value : []
  if (isRecord(value)) return {}
  return typeof value === 'function' || typeof value === 'symbol' ? null : value
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
