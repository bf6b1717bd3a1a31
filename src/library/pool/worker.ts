/** A worker thread that links requests, see batch.ts. */

import { randomUUID } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { parseLinkRequest } from '../../contract.ts'
import { replacedIndex } from '../../index/file.ts'
import { type OpenLinker, openLinker } from '../../linker/open.ts'
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
const notices = new Map<number, IndexNotice>()
const opened = new Map<number, OpenLinker>()

port.on('message', (message: PoolMessage<IndexNotice, LinkJob>) => {
  if ('job' in message) port.postMessage(message.job.map(outcomeOf))
  else if ('notice' in message) notices.set(message.id, message.notice)
  else forget(message.forget)
})
port.on('messageerror', (error) => {
  throw error
})

function outcomeOf({ request, index: id }: LinkRow): LinkOutcome {
  const requestId = requestIdOf(request)
  try {
    const parsed = parseLinkRequest(request)
    if (typeof id !== 'number') return { request_id: requestId, error: id }
    const { index, linker } = requireOpen(id)
    return index.whileUnchanged(() => linker.link(parsed, requestId))
  } catch (error) {
    return { request_id: requestId, error: failureOf(error) }
  }
}

function requestIdOf(request: unknown): string {
  const { request_id } = (request ?? {}) as { request_id?: unknown }
  return typeof request_id === 'string' && request_id !== '' ? request_id : randomUUID()
}

/** @throws MedlinkError when the index is not there any more as it was when the request was given to this worker */
function requireOpen(id: number): OpenLinker {
  let open = opened.get(id)
  if (open === undefined) {
    const notice = notices.get(id)
    if (notice === undefined) throw replacedIndex('the index')
    const { file, ontology, memory } = notice
    open = openLinker(file, requireOntology(ontology), analyzer, memory)
    opened.set(id, open)
  }
  return open
}

function forget(id: number): void {
  opened.get(id)?.index.close()
  opened.delete(id)
  notices.delete(id)
}
