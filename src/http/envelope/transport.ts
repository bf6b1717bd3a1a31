import type { KeyObject } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../errors.ts'
import { EnvelopeOpener, type ReplayGuard, seal } from './envelopes.ts'
import type { EnvelopeKeys } from './keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the answer: present once the request came in an envelope that opened. */
    envelopeKey: KeyObject | null | undefined
  }
}

/** The header that says so, and its one value: in any case, as names of schemes are (RFC 9110). */
export const ENCRYPTION = 'x-encryption'
export const JWE = 'JWE'

/**
 * Takes requests in envelopes, and answers each in one, errors included, with the key that it came with. What is refused
 * before its envelope is open is answered plainly: an answer in one would tell that its kid is known.
 *
 * The same envelope comes once to operations of records, log-ins and registrations.
 *
 * @param guard default: an envelope may come again
 * @returns what gives the text of a request from its body, and throws HttpError `decryption_failed`
 */
export function acceptEnvelopes(
  app: FastifyInstance,
  keys: EnvelopeKeys,
  guard?: ReplayGuard,
): (request: FastifyRequest, body: Buffer) => Promise<Buffer> {
  const opener = new EnvelopeOpener(keys, guard)
  app.decorateRequest('envelopeKey', null)
  app.addHook('preParsing', (request, _, payload, next) => {
    refuseOtherEncryption(request)
    next(null, payload)
  })
  app.addHook('onSend', ({ envelopeKey }, reply, payload, next) => {
    if (!envelopeKey || payload === undefined || payload === null) return next()
    reply.header(ENCRYPTION, JWE).type('application/json; charset=utf-8')
    // An answer that is neither text nor bytes, such as a stream, cannot be sealed: it becomes a fault, and is never sent
    // plain.
    seal(payload as string | Buffer, envelopeKey).then((sealed) => next(null, sealed), next)
  })
  return async (request, body) => {
    if (request.headers[ENCRYPTION] === undefined) return body
    const { text, key } = await opener.open(body, {
      client: request.caller?.clientId,
      operation: `${request.method} ${request.url}`,
      isOnce: request.routeOptions.config.operation?.record !== undefined,
    })
    request.envelopeKey = key
    return text
  }
}

/** True if a request says that it comes in an envelope: another body is refused then. */
export function isInEnvelope({ headers }: FastifyRequest): boolean {
  return String(headers[ENCRYPTION]).toUpperCase() === JWE
}

/** Whatever the header says, a body that its sender holds to be encrypted must not count as plain. */
function refuseOtherEncryption(request: FastifyRequest): void {
  const { headers } = request
  if (headers[ENCRYPTION] === undefined) return
  if (!isInEnvelope(request))
    throw new HttpError('invalid_request', `the header x-encryption must be ${JWE} if it is there`)
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new HttpError('unsupported_media_type')
}
