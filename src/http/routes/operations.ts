/** Operations for the operator of the server. */

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Medlink } from '../../medlink.ts'
import type { Records } from '../../records/records.ts'
import { loggedError } from '../log.ts'
import type { Exposition } from '../metrics.ts'
import { refusals } from '../shapes.ts'

const statusSchema = z.object({ status: z.literal('ok') })
const readinessSchema = z.object({
  status: z.enum(['ready', 'not_ready']),
  /** True for each part that answers. */
  parts: z.object({ indexes: z.boolean(), records: z.boolean().optional() }),
})

/** Dependencies of the operations. */
export interface OperationsParts {
  readonly medlink: Medlink
  readonly records: Records | undefined
  readonly readMetrics: () => Promise<Exposition>
  readonly isClosing: () => boolean
}

export function operationsRoutes(app: FastifyInstance, parts: OperationsParts): void {
  const { medlink, records, readMetrics, isClosing } = parts
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { policy: 'public' } as const
  // Programs that watch the server ask from one address, and would take an answer of 429 for a dead process.
  const unlimited = { ...config, rateLimit: false } as const

  routes.get(
    '/healthz',
    {
      config: unlimited,
      schema: {
        tags: ['operations'],
        summary: 'Whether the process answers',
        response: { 200: statusSchema, ...refusals() },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  routes.get(
    '/readyz',
    {
      config: unlimited,
      schema: {
        tags: ['operations'],
        summary: 'Whether it can do its work',
        description:
          'An index is installed, every installed one can be read, and the database of records answers.',
        response: { 200: readinessSchema, ...refusals(), 503: readinessSchema },
      },
    },
    async ({ log }, reply: FastifyReply) => {
      const found = {
        indexes: !isClosing() && hasIndexes(medlink),
        ...(records !== undefined && {
          records: await answers(records, (error) =>
            log.error({ error: loggedError(error) }, 'records do not answer'),
          ),
        }),
      }
      const isReady = Object.values(found).every(Boolean)
      reply.code(isReady ? 200 : 503)
      return { status: isReady ? ('ready' as const) : ('not_ready' as const), parts: found }
    },
  )

  app.get('/metrics', { config, schema: { hide: true } }, async (_, reply) => {
    const { contentType, text } = await readMetrics()
    return reply.type(contentType).send(text)
  })
}

function hasIndexes(medlink: Medlink): boolean {
  const { ontologies } = medlink.registry()
  const installed = ontologies.flatMap(({ versions }) => versions)
  return installed.length > 0 && ontologies.every(({ unreadable }) => unreadable.length === 0)
}

async function answers(records: Records, onError: (error: unknown) => void): Promise<boolean> {
  try {
    await records.check()
    return true
  } catch (error) {
    onError(error)
    return false
  }
}
