import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { type JsonLimits, parseJson } from './json.ts'
import { Turns } from './turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum of values in a body; default: that of all bodies. */
    maxValues?: number
  }
}

/** Bytes of a body that are read at once. */
export const SMALL_BODY = 64 * 1024

/**
 * Reads bodies of JSON. Larger ones are read one by one, and between two of them whatever else has come is answered: a link waits for
 * one large body at most, however many there are.
 */
export class BodyReader {
  readonly #turns = new Turns(1)

  /** @throws HttpError `invalid_request` */
  async read(request: FastifyRequest, body: Buffer, limits: JsonLimits = {}): Promise<unknown> {
    const all = { maxValues: request.routeOptions.config.maxValues, ...limits }
    if (body.length <= SMALL_BODY) return parseJson(body, all)
    const end = await this.#turns.take()
    try {
      await setImmediate()
      if (request.raw.socket.destroyed)
        throw new HttpError('request_timeout', 'the caller disconnected')
      return parseJson(body, all)
    } finally {
      end()
    }
  }
}
