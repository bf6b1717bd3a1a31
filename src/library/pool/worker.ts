/** A worker thread that answers requests, see batch.ts. */

import { randomUUID } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { replacedIndex } from '../../index/file.ts'
import { requireOntology } from '../../ontologies/all.ts'
import { createAnalyzer } from '../../text/analyze.ts'
import { Answerer } from '../answerer.ts'
import type { PoolMessage } from './pool.ts'
import {
  type Answer,
  failureOf,
  type IndexNotice,
  type Job,
  type LinkFailure,
  type Row,
  type TimedOutcome,
} from './protocol.ts'
import { QUESTIONS } from './questions.ts'

const port = parentPort!
const analyzer = createAnalyzer()
const notices = new Map<number, IndexNotice>()
const opened = new Map<number, Answerer>()

port.on('message', (message: PoolMessage<IndexNotice, Job>) => {
  if ('job' in message) port.postMessage(message.job.map(answer))
  else if ('notice' in message) notices.set(message.id, message.notice)
  else forget(message.forget)
})
port.on('messageerror', (error) => {
  throw error
})

function answer({ question, request, index: id }: Row): Answer {
  const request_id = requestIdOf(request)
  let start = performance.now()
  const answered = (outcome: TimedOutcome['outcome'], isStale = false) => {
    return { outcome, ms: performance.now() - start, isStale }
  }
  let open: Answerer | LinkFailure
  try {
    open = typeof id === 'number' ? requireOpen(id) : id
  } catch (error) {
    return answered({ request_id, error: failureOf(error) }, true)
  }
  start = performance.now()
  try {
    const ask = QUESTIONS[question].parse(request)
    if ('code' in open) return answered({ request_id, error: open })
    const answerer = open
    return answered(answerer.index.whileUnchanged(() => ask(answerer, request_id)))
  } catch (error) {
    const isStale = 'index' in open && open.index.isOverwritten()
    return answered({ request_id, error: failureOf(error) }, isStale)
  }
}

function requestIdOf(request: unknown): string {
  const { request_id } = (request ?? {}) as { request_id?: unknown }
  return typeof request_id === 'string' && request_id !== '' ? request_id : randomUUID()
}

/** @throws MedlinkError when the index is not there any more as it was when the request was given to this worker */
function requireOpen(id: number): Answerer {
  let open = opened.get(id)
  if (open === undefined) {
    const notice = notices.get(id)
    if (notice === undefined) throw replacedIndex('the index')
    const { file, ontology, memory, names } = notice
    open = new Answerer(file, requireOntology(ontology), analyzer, { shared: memory, names })
    opened.set(id, open)
  }
  return open
}

function forget(id: number): void {
  opened.get(id)?.index.close()
  opened.delete(id)
  notices.delete(id)
}
