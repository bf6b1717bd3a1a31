/** The Model Context Protocol at /mcp. */

import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { McpEndpoint } from '../../mcp/mcp.ts'
import { HttpError } from '../errors.ts'
import { isLoopback } from '../settings.ts'
import { untilGone } from '../until-gone.ts'

export interface McpParts {
  readonly endpoint: McpEndpoint
  /** Origin of the server as its clients know it. Default: they know it as this machine. */
  readonly publicUrl: string | undefined
}

const REBOUND =
  'the header host or origin names another machine: set MEDLINK_PUBLIC_URL to the address by which clients know this server'

/**
 * Streamable HTTP for every caller with a token. It is not in the OpenAPI document: `tools/list` describes it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function mcpRoutes(app: FastifyInstance, { endpoint, publicUrl }: McpParts): void {
  const ownName = publicUrl && new URL(publicUrl).hostname
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { policy: 'token' },
    schema: { hide: true },
    onRequest: async (request) => refuseRebound(request, ownName),
    handler: async (request, reply) => {
      const { status, headers, body } = await endpoint.answer(
        asWebRequest(request, reply),
        request.body,
      )
      return reply
        .code(status)
        .headers(Object.fromEntries(headers))
        .send(body === null ? undefined : Readable.fromWeb(body as ReadableStream))
    },
  })
  app.addHook('preClose', () => endpoint.close())
}

/**
 * Refuses a page that a browser has loaded from elsewhere, also if its name now leads to this machine (DNS rebinding). A
 * browser tells the page by `origin`. The host is compared only where this machine alone is connected: elsewhere a server
 * has the names that its network gives it.
 */
function refuseRebound({ headers, socket }: FastifyRequest, ownName: string | undefined): void {
  const isOurs = (origin: string) => {
    const name = URL.canParse(origin) ? new URL(origin).hostname : ''
    return name === ownName || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
  }
  const isLocal = isLoopback((socket.localAddress ?? '').replace(/^::ffff:/, ''))
  const { origin, host = '' } = headers
  if ((origin !== undefined && !isOurs(origin)) || (isLocal && !isOurs(`http://${host}`)))
    throw new HttpError('forbidden', REBOUND)
}

function asWebRequest({ method, headers, url }: FastifyRequest, reply: FastifyReply): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  return new Request(new URL(url, 'http://localhost'), {
    ...{ method, headers: given, signal: untilGone(reply) },
  })
}
