import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'

/** The protocol over HTTP, of both specifications. Each request is answered by a server of its own, without a session. */
export interface McpEndpoint {
  /** @param body the parsed body of a POST */
  answer(request: Request, body: unknown): Promise<Response>
  /** Ends every stream that a client listens to. */
  close(): Promise<void>
}

/**
 * Endpoint that needs a caller who has checked the token, the host and the origin of each request.
 *
 * @param onFault called with the kind of a fault, e.g. of a message that is malformed. Its text may be a patient's, and is left out.
 */
export function createMcpEndpoint(
  createServer: () => McpServer,
  onFault: (kind: string) => void,
): McpEndpoint {
  const handler = createMcpHandler(createServer, { onerror: ({ name }) => onFault(name) })
  return {
    answer: (request, parsedBody) => handler.fetch(request, { parsedBody }),
    close: () => handler.close(),
  }
}
