import type { FastifyInstance } from 'fastify'
import type { Documents } from '../../records/records.ts'
import { loggedError } from '../log.ts'
import type { Uploads } from './upload.ts'

const DAY_MS = 24 * 3600 * 1000

/** Removes files that belong to no document: when the server starts, and every day until it ends. */
export function sweepDaily(app: FastifyInstance, documents: Documents, uploads: Uploads): void {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = async () => {
    try {
      for (const key of await documents.abandoned()) await uploads.discard(key)
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
