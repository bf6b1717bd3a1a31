/** The protocol of every operation: JSON in, JSON out, one shape of errors. */

import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { BodyReader } from './body-reader.ts'
import type { ReplayGuard } from './envelope/envelopes.ts'
import type { EnvelopeKeys } from './envelope/keys.ts'
import { acceptEnvelopes } from './envelope/transport.ts'
import { asHttpError, errorBody, HttpError, invalidRequest, type WireCode } from './errors.ts'
import { parseJson } from './json.ts'
import { loggedError } from './log.ts'

/** All headers of a request together. */
export const HEADER_BYTES = 16 * 1024
/** Time for which a refused connection may go on sending. */
const DRAIN_MS = 1000

/**
 * Bodies are JSON and nothing else, plain or in an envelope, read by {@link parseJson}; what a route expects and answers are
 * zod schemas.
 */
export function speakJson(app: FastifyInstance, keys: EnvelopeKeys, guard?: ReplayGuard): void {
  const textOf = acceptEnvelopes(app, keys, guard)
  const reader = new BodyReader()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseOtherCharset(request)
      return reader.read(request, await textOf(request, body))
    },
  )
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value) => {
    const { success, data, error } = schema.safeParse(value)
    return success ? { value: data } : { error: invalidRequest(error) }
  })
  // Answers are typed, and the tests hold each to its schema: reading them once more would cost as much as a link.
  app.setSerializerCompiler(() => JSON.stringify)
}

/** Every error becomes an answer of the one shape; for faults of the server the log says where. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply))
}

/** Sends an error, and logs it where it is the server's fault. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asHttpError(error)
  if (refused.statusCode >= 500)
    request.log.error({ error: loggedError(reasonOf(error)) }, 'an operation failed')
  return sendError(refused, reply)
}

/** Sends an error. */
export function sendError(error: HttpError, reply: FastifyReply): FastifyReply {
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  return reply
    .code(error.statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error))
}

/** The cause of one of our own errors, which says more than the error itself; any other error as it is. */
function reasonOf(error: unknown): unknown {
  return error instanceof HttpError ? (error.cause ?? error) : error
}

/** Answers what Node could not read as a request, and ends the connection: a handler of the server's `clientError`. */
export function refuseConnection(
  this: FastifyInstance,
  error: ConnectionError,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refused = new HttpError(codeOf(error))
  const id = randomUUID()
  this.log.info({ reqId: id, status: refused.statusCode }, 'refused unread')
  const body = JSON.stringify(errorBody(refused))
  const head = [
    `HTTP/1.1 ${refused.statusCode} ${refused.code}`,
    `x-request-id: ${id}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(refused.code === 'unauthorized' ? ['www-authenticate: Bearer'] : []),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Incoming bytes are discarded for a while: with unread bytes the connection would be reset, and the answer lost.
  socket.resume()
  setTimeout(() => socket.destroy(), DRAIN_MS).unref()
}

function codeOf({ code, rawPacket }: ConnectionError): WireCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid_request'
  // A token that is larger than all headers may be is no token. The packet is a Buffer, whatever Fastify's type says.
  const received = (rawPacket as unknown as Buffer | undefined)?.toString('latin1') ?? ''
  const [, token = '', end] = /\r\nauthorization:([^\r\n]*)(\r?)/i.exec(received) ?? []
  const isTooLarge = end === '' || token.length > HEADER_BYTES
  return isTooLarge ? 'unauthorized' : 'header_too_large'
}

/** @throws HttpError `unsupported_media_type` for a body that is declared in another encoding than UTF-8 */
export function refuseOtherCharset({ headers }: FastifyRequest): void {
  const [, charset] = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? []
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new HttpError('unsupported_media_type')
}
