import type { FastifyReply } from 'fastify'
import { HttpError } from './errors.ts'

/** Aborted when the client disconnects before there is an answer, or has disconnected. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const tell = () => {
    if (!raw.writableFinished)
      gone.abort(new HttpError('request_timeout', 'the caller disconnected'))
  }
  if (raw.closed) tell()
  else raw.once('close', tell)
  return gone.signal
}
