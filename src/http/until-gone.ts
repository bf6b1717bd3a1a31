import type { FastifyReply } from 'fastify'
import { HttpError } from './errors.ts'

/** Aborted when whoever asked goes away before there is an answer. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new HttpError('request_timeout', 'the caller went away'))
  })
  return gone.signal
}
