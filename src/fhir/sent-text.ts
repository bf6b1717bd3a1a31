/** The text of a body next to its value: numbers lose digits when they are parsed. */
import { Transform } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'

const sent = new WeakMap<FastifyRequest, Buffer[]>()

/** Keeps the bytes of a body on their way to the parser: a hook of a route. */
export const keepText: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const chunks: Buffer[] = []
  sent.set(request, chunks)
  return payload.pipe(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done(null, chunk)
      },
    }),
  )
}

/** The JSON text that was sent. It is written anew if the body came otherwise, for instance encrypted. */
export function sentText(request: FastifyRequest): string {
  const text = Buffer.concat(sent.get(request) ?? []).toString()
  return isTextOf(text, request.body) ? text : JSON.stringify(request.body)
}

function isTextOf(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), value)
  } catch {
    return false
  }
}
