import type { FastifyInstance } from 'fastify'
import type { Documents } from '../../records/records.ts'
import { loggedError } from '../log.ts'
import type { Uploads } from './upload.ts'

const DAY_MS = 24 * 3600 * 1000

/** Removes leftovers of unfinished uploads: when the server starts, and every day until it ends. */
export function sweepDaily(app: FastifyInstance, documents: Documents, uploads: Uploads): void {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sweep = async () => {
    try {
      for (const id of await documents.abandoned()) await uploads.discard(id)
    } catch (error) {
      app.log.warn({ error: loggedError(error) }, 'unfinished uploads cannot be removed')
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
