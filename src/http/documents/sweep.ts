import type { FastifyInstance } from 'fastify'
import type { Blobs } from '../../records/blobs/blobs.ts'
import type { Records } from '../../records/records.ts'
import { loggedError } from '../log.ts'
import { sweepGarbage } from './garbage.ts'
import type { Uploads } from './upload.ts'

/** Files of a process that was killed are known to be abandoned after three minutes. */
const EVERY_MS = 60_000

/**
 * Removes files that belong to no document: when the server starts, and every minute until it ends. The bytes of rows that a
 * process did not come to remove go when the server starts.
 */
export function sweepRegularly(
  app: FastifyInstance,
  records: Records,
  blobs: Blobs,
  uploads: Uploads,
): void {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = async (isFirst: boolean) => {
    try {
      if ((await sweepGarbage(records, blobs)) || isFirst) await records.scrub()
    } catch (error) {
      app.log.warn(
        { error: loggedError(error) },
        'files that belong to no document cannot be removed',
      )
    }
  }
  app.addHook('onReady', async () => {
    running = sweep(true)
    timer = setInterval(() => {
      running = running.then(() => sweep(false))
    }, EVERY_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
    await uploads.close()
  })
}
