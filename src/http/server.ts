import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import { MedlinkError } from '../medlink.ts'
import { answerErrors, HEADER_BYTES, refuse, refuseConnection } from './answering.ts'
import { HttpError, STATUS } from './errors.ts'
import { KnownMethods } from './known-methods.ts'
import { type LogLevel, logAnswer, loggerOptions, logRequests } from './log.ts'
import { isWithin, networkOf } from './networks.ts'
import { medlinkRoutes, type RoutesOptions } from './plugin.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { isSentOnce } from './sent-once.ts'

export interface ServerOptions extends RoutesOptions {
  /** `info` has a line for each request; default: `silent`. */
  readonly logLevel?: LogLevel | undefined
  /** Stream of the log; default: standard output. */
  readonly logStream?: NodeJS.WritableStream | undefined
  /** Maximum time for a request to arrive, in milliseconds; default: 30 seconds. */
  readonly requestTimeoutMs?: number | undefined
  /** Maximum time without progress of a connection that is being answered, in milliseconds; default: a minute. */
  readonly stalledMs?: number | undefined
  /**
   * Addresses and networks of the proxies in front of the server. Their headers about a caller's address, protocol and host
   * (`X-Forwarded-For`, `-Proto`, `-Host`) are trusted. Default: none.
   */
  readonly trustedProxies?: readonly string[] | undefined
}

/** A body of one request; a batch may be larger. */
const BODY_BYTES = 1024 * 1024
/** From the first byte of a request to its last. */
const REQUEST_MS = 30_000
/** Time for the rest of a body that was refused: an answer is lost if its connection is reset for unread bytes. */
const REST_MS = 10_000
/** Time in which a caller must have read something of an answer. */
const STALLED_MS = 60_000
/** Milliseconds between two searches for requests that are late. */
const LATENESS_MS = 1_000
/** A name or an address, and a port. */
const HOST = /^(?:[a-z\d](?:[a-z\d._-]{0,252})|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
/** Time that a connection may be idle: longer than in proxies, which could otherwise send a request to a closing one. */
const IDLE_MS = 72_000

/**
 * A server of all operations. It listens after `listen`; `inject` sends it a request within the process. `close` waits for the
 * requests that are being answered and refuses new ones.
 *
 * @throws MedlinkError `settings_invalid`
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { logLevel = 'silent', logStream, requestTimeoutMs = REQUEST_MS, ...rest } = options
  const { trustedProxies = [], stalledMs = STALLED_MS, ...routes } = rest
  const serverOptions: FastifyHttpOptions<Server> = {
    ...loggerOptions(logLevel, logStream),
    bodyLimit: BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: stalledMs,
    keepAliveTimeout: IDLE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      maxHeaderSize: HEADER_BYTES,
      connectionsCheckingInterval: LATENESS_MS,
      headersTimeout: requestTimeoutMs,
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: isProxy(trustedProxies),
    genReqId: () => randomUUID(),
    // An address that cannot be read: no hook sees it.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      reply.raw.once('finish', () => logAnswer(request, reply))
      refuse(error, request, reply)
    },
    clientErrorHandler: refuseConnection,
  }
  const app = Fastify(serverOptions)
  const known = new KnownMethods(app)
  answerErrors(app)
  logRequests(app)
  // Hooks of every request call what comes next: a promise for each would cost about as much as all of them do.
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    refuseHost(request)
    next()
  })
  endConnectionsOnClose(app)
  takeRestOfBodies(app)
  endStalled(app)
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would refuse it without a body.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
  // A body for which there is no operation is not read.
  app.removeAllContentTypeParsers()
  app.setNotFoundHandler((request, reply) => {
    const methods = known.of(request.url)
    if (methods.length === 0) return refuse(new HttpError('not_found'), request, reply)
    reply.header('allow', methods.join(', '))
    return refuse(new HttpError('method_not_allowed'), request, reply)
  })
  await app.register(medlinkRoutes, routes)
  await app.ready()
  return app
}

/** True for the address of a trusted proxy; false if there is none. */
function isProxy(trusted: readonly string[]): false | ((address: string) => boolean) {
  const networks = trusted.flatMap((each) => {
    const network = networkOf(each)
    if (network === undefined)
      throw new MedlinkError('settings_invalid', 'trustedProxies must be addresses and networks')
    return [network]
  })
  if (networks.length === 0) return false
  return (address) => networks.some((network) => isWithin(address, network))
}

/**
 * Refuses a host that is missing, not the only one or no host (RFC 9112, section 3.2): two programs may otherwise read two
 * hosts, and URLs of files would repeat it.
 *
 * @throws HttpError `invalid_request`
 */
function refuseHost(request: FastifyRequest): void {
  const { headers, host, raw } = request
  if (headers.host === undefined) {
    if (raw.httpVersion === '1.0') return
    throw new HttpError('invalid_request', 'the header host is missing')
  }
  // A trusted proxy may have named another one.
  if (!isSentOnce(request, 'host') || !HOST.test(headers.host) || !HOST.test(host))
    throw new HttpError('invalid_request', 'the header host must be one host, and a port at most')
}

/** Ends connections whose callers do not read an answer that waits for them. */
function endStalled(app: FastifyInstance): void {
  app.server.on('timeout', (socket) => {
    // Nothing waits on a connection with a stream of events, or with a request that takes long.
    if (socket.writableLength > 0) socket.destroy()
  })
}

/** Discards what still comes of a body that is too large, for a while, so that its caller reads the answer. */
function takeRestOfBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _, next) => {
    const { socket } = raw
    // One that is injected has no connection.
    const isTooLarge = reply.statusCode === STATUS.payload_too_large && !raw.complete
    if (!isTooLarge || !(socket instanceof Socket)) return next()
    const late = setTimeout(() => socket.destroy(), REST_MS).unref()
    raw.once('close', () => clearTimeout(late)).once('end', () => socket.destroy())
    // Called by Node after the answer: it would destroy the connection, although bytes are still coming.
    socket.destroySoon = () => socket.end()
    raw.unpipe()
    raw.resume()
    next()
  })
}

/**
 * While it closes, no connection is kept for more; once nothing is being answered, none is waited for, whether or not anything
 * was asked on it.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  let answering = 0
  const endIfDone = () => {
    if (isClosing && answering === 0) app.server.closeAllConnections()
  }
  app.server.on('request', (_, response) => {
    answering++
    response.once('close', () => {
      answering--
      endIfDone()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    endIfDone()
  })
  app.addHook('onSend', (_, reply, __, next) => {
    if (isClosing) reply.header('connection', 'close')
    next()
  })
}
