/** A worker thread that links requests, see batch.ts. */

import { randomUUID } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { parseLinkRequest } from '../../contract.ts'
import type { Linker } from '../../linker/link.ts'
import { openLinker } from '../../linker/open.ts'
import { requireOntology } from '../../ontologies/all.ts'
import { createAnalyzer } from '../../text/analyze.ts'
import type { PoolMessage } from './pool.ts'
import {
  failureOf,
  type IndexNotice,
  type LinkJob,
  type LinkOutcome,
  type LinkRow,
} from './protocol.ts'

const port = parentPort!
const analyzer = createAnalyzer()
const notices = new Map<string, IndexNotice>()
const linkers = new Map<string, Linker>()

port.on('message', (message: PoolMessage<IndexNotice, LinkJob>) => {
  if ('notice' in message) notices.set(message.notice.file, message.notice)
  else port.postMessage(message.job.map(outcomeOf))
})
port.on('messageerror', (error) => {
  throw error
})

function outcomeOf({ request, index }: LinkRow): LinkOutcome {
  const requestId = requestIdOf(request)
  try {
    const parsed = parseLinkRequest(request)
    if (typeof index === 'string') return requireLinker(index).link(parsed, requestId)
    return { request_id: requestId, error: index }
  } catch (error) {
    return { request_id: requestId, error: failureOf(error) }
  }
}

function requestIdOf(request: unknown): string {
  const { request_id } = (request ?? {}) as { request_id?: unknown }
  return typeof request_id === 'string' && request_id !== '' ? request_id : randomUUID()
}

function requireLinker(file: string): Linker {
  let linker = linkers.get(file)
  if (linker === undefined) {
    const { ontology, memory } = notices.get(file)!
    linker = openLinker(file, requireOntology(ontology), analyzer, memory).linker
    linkers.set(file, linker)
  }
  return linker
}
