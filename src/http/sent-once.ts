import type { FastifyRequest } from 'fastify'

/**
 * True if a request has a header exactly once. Node keeps one of several, and a program in front of the server may have looked
 * at another.
 *
 * @param name in lower case
 */
export function isSentOnce({ raw: { rawHeaders } }: FastifyRequest, name: string): boolean {
  let count = 0
  // Names and values take turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]!
    if (sent.length === name.length && sent.toLowerCase() === name) count++
  }
  return count === 1
}
