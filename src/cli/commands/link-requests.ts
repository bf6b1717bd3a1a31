import { once } from 'node:events'
import { isOfShard, isRecord, parseShard } from '../../internal.ts'
import type { LinkFailure, LinkRequest } from '../../medlink.ts'
import { readLines } from '../bounded-lines.ts'
import { type Io, UsageError } from '../io.ts'
import { withMedlink } from '../library.ts'

/** Fields of every request, unless the request has its own. */
export type Defaults = Omit<LinkRequest, 'query' | 'ontology'>

export interface LinkRequestsOptions {
  readonly ontology: string
  readonly version?: string
  readonly dir?: string
  readonly names?: readonly string[]
  /** Threads; default: as many as the machine can run. */
  readonly jobs?: number
  /** "2/8": only the requests of this part. */
  readonly shard?: string
}

/** Maximum of a request as JSON: many times the size of a query and its hints. */
const MAX_LINE_BYTES = 1_000_000

/** The request of a line, or the reason why it is none. */
type Read = { readonly request: unknown } | { readonly fault: LinkFailure }

/**
 * A filter: reads a request a line from stdin, as JSON, and writes its outcome as a line to stdout, in the same order. A
 * line that is no request has its error in its place. With a shard, lines of the others are left out. Reads no further
 * ahead than keeps the threads busy, and waits for the reader of its output, so that its memory does not grow with the
 * input.
 *
 * @throws UsageError if stdin is a terminal; MedlinkError when the index cannot be opened
 */
export async function linkRequests(
  io: Io,
  options: LinkRequestsOptions,
  defaults: Defaults,
): Promise<void> {
  if (io.stdin.isTTY) throw new UsageError('--jsonl reads requests from stdin, one on each line')
  const { jobs } = options
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  await withMedlink(io, options, async (medlink, ontology) => {
    /** Faults of lines under way that are no requests. */
    const faults: (LinkFailure | undefined)[] = []
    async function* requests() {
      for await (const line of readLines(io.stdin as AsyncIterable<Buffer>, MAX_LINE_BYTES)) {
        const read: Read =
          'fault' in line ? faultOf(`the line ${line.fault}`) : readRequest(line.text, ontology)
        const asked = 'request' in read ? read.request : line
        if (shard !== undefined && !isOfShard(asked, shard)) continue
        faults.push('fault' in read ? read.fault : undefined)
        yield ('request' in read ? read.request : null) as LinkRequest
      }
    }
    function readRequest(text: string, ontology: string): Read {
      let request: unknown
      try {
        request = JSON.parse(text)
      } catch {
        return faultOf('the line is not valid JSON')
      }
      if (!isRecord(request)) return faultOf('the line is not a JSON object')
      const { metadata } = request
      const hints = isRecord(metadata) ? { ...defaults.metadata, ...metadata } : metadata
      const merged = { ontology, ...defaults, ...request }
      return { request: hints === undefined ? merged : { ...merged, metadata: hints } }
    }
    const outcomes = medlink.linkMany(requests(), jobs === undefined ? {} : { workers: jobs })
    for await (const outcome of outcomes) {
      const error = faults.shift()
      const { request_id } = outcome
      const line = JSON.stringify(error === undefined ? outcome : { request_id, error })
      if (!io.stdout.write(`${line}\n`)) await once(io.stdout, 'drain')
    }
  })
}

function faultOf(message: string): Read {
  return { fault: { code: 'invalid_request', message } }
}
