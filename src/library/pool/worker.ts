/** A worker thread that answers requests, see batch.ts. */

import { randomUUID } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { withIgnored } from '../../contract.ts'
import { replacedIndex } from '../../index/file/file.ts'
import { createAnalyzer } from '../../language/analyze.ts'
import { requireOntology } from '../../ontologies/all.ts'
import type { Role } from '../answerer.ts'
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

function answer({ question, request, ignored, indexes }: Row): Answer {
  const request_id = requestIdOf(request)
  let start = performance.now()
  const answered = (outcome: TimedOutcome['outcome'], isStale = false) => {
    return { outcome, ms: performance.now() - start, isStale }
  }
  let open: ReadonlyMap<Role, Answerer> | LinkFailure
  try {
    open = 'code' in indexes ? indexes : openAll(indexes)
  } catch (error) {
    return answered({ request_id, error: failureOf(error) }, true)
  }
  start = performance.now()
  try {
    const ask = QUESTIONS[question].parse(request)
    if ('code' in open) return answered({ request_id, error: open })
    const answerers = open
    const result = whileUnchanged([...open.values()], () => ask(answerers, request_id))
    return answered(withIgnored(result, ignored))
  } catch (error) {
    const isStale =
      !('code' in open) && [...open.values()].some(({ index }) => index.isOverwritten())
    return answered({ request_id, error: failureOf(error) }, isStale)
  }
}

/** The result of `work`, provided that none of the indexes was written into meanwhile. */
function whileUnchanged<T>([first, ...others]: readonly Answerer[], work: () => T): T {
  if (first === undefined) return work()
  return first.index.whileUnchanged(() => whileUnchanged(others, work))
}

function requestIdOf(request: unknown): string {
  const { request_id } = (request ?? {}) as { request_id?: unknown }
  return typeof request_id === 'string' && request_id !== '' ? request_id : randomUUID()
}

function openAll(indexes: ReadonlyMap<Role, number>): ReadonlyMap<Role, Answerer> {
  return new Map([...indexes].map(([role, id]) => [role, requireOpen(id)]))
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
