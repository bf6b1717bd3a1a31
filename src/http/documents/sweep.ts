import type { FastifyInstance } from 'fastify'
import type { Blobs } from '../../records/blobs/blobs.ts'
import type { Records } from '../../records/records.ts'
import { loggedError } from '../log.ts'
import { sweepGarbage } from './garbage.ts'
import type { Uploads } from './upload.ts'

const DAY_MS = 24 * 3600 * 1000

/** Removes files that belong to no document: when the server starts, and every day until it ends. */
export function sweepDaily(
  app: FastifyInstance,
  records: Records,
  blobs: Blobs,
  uploads: Uploads,
): void {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = async () => {
    try {
      await sweepGarbage(records, blobs)
    } catch (error) {
      app.log.warn(
        { error: loggedError(error) },
        'files that belong to no document cannot be removed',
      )
    }
  }
  app.addHook('onReady', async () => {
    running = sweep()
    timer = setInterval(() => {
      running = sweep()
    }, DAY_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
    await uploads.close()
  })
}
