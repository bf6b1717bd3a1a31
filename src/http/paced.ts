import { PassThrough, type Readable } from 'node:stream'
import { HttpError } from './errors.ts'

/** Minimum of a body's bytes in each interval. */
export interface Pace {
  readonly bytes: number
  readonly intervalMs: number
}

/** A body of 10 MB at a quarter of this would not arrive within the 30 seconds of a request. */
export const PACE: Pace = { bytes: 128 * 1024, intervalMs: 2000 }

/**
 * The same body, which ends with `request_timeout` as soon as fewer bytes than the minimum came in an interval: what it holds
 * meanwhile, such as a turn, is free for others.
 */
export function paced(body: Readable, { bytes, intervalMs }: Pace = PACE): Readable {
  let came = 0
  const passed = new PassThrough({
    transform(chunk: Buffer, _, done) {
      came += chunk.length
      done(null, chunk)
    },
  })
  const timer = setInterval(() => {
    if (came < bytes) passed.destroy(new HttpError('request_timeout'))
    came = 0
  }, intervalMs)
  const stop = () => clearInterval(timer)
  // A body that was refused meanwhile has no reader.
  passed.on('error', stop)
  passed.once('close', stop).once('end', stop)
  body.once('close', stop)
  body.once('error', (error) => passed.destroy(error))
  return body.pipe(passed)
}
