/** The text of a body next to its value: numbers lose digits when they are parsed. */
import { Transform } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import { invalid } from './outcome.ts'

/** Depth of a body at most. No resource comes near it, and a deeper one would be too much for recursive readers. */
export const MAX_DEPTH = 100

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

/**
 * The JSON text that was sent. It is written anew if the body came otherwise, for instance encrypted.
 *
 * @throws FhirError `invalid` for a body that is nested more deeply than {@link MAX_DEPTH}
 */
export function sentText(request: FastifyRequest): string {
  const text = Buffer.concat(sent.get(request) ?? []).toString()
  if (depthOf(text) > MAX_DEPTH) throw invalid('the body is nested too deeply')
  return isTextOf(text, request.body) ? text : JSON.stringify(request.body)
}

/** Number of objects and lists inside one another. @param text JSON */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth)
    else if (token === '}' || token === ']') depth--
  }
  return deepest
}

function isTextOf(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), value)
  } catch {
    return false
  }
}
