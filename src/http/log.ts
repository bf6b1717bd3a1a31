/** Contents of the server's log: the operation, its outcome and its time. Nothing of a request. */

import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { placesOf } from '../internal.ts'
import { MedlinkError } from '../medlink.ts'
import { GatewayError } from './errors.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info'

/** An error without its message, where that may repeat what was asked: its name, and where in the code it arose. */
export interface LoggedError {
  readonly type: string
  readonly code?: string
  readonly message?: string
  readonly stack: string
}

/** The log's account of an error. Only the messages of Medlink's own errors are known to hold nothing of a request. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    ...(error instanceof MedlinkError && { message: error.message }),
    ...(error instanceof GatewayError && { message: error.reason }),
    stack: placesOf(error),
  }
}

/** Settings of Fastify's logger. Its own lines of requests are off: they hold addresses with identifiers in them. */
export function loggerOptions(
  level: LogLevel,
  stream: NodeJS.WritableStream | undefined,
): Pick<FastifyServerOptions, 'logController' | 'logger'> {
  return {
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level,
      base: null,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: {
        req: () => undefined,
        res: () => undefined,
        // Fastify's own lines; ours have `error`, which is one of loggedError already.
        err: loggedError,
      } as never,
      ...(stream !== undefined && { stream }),
    },
  }
}

/** Writes a line for each request, once it is answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    logAnswer(request, reply)
    next()
  })
}

/** Writes the line of a request. The route is the pattern, not the address. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller && { client: request.caller.clientId }),
    },
    'answered',
  )
}
