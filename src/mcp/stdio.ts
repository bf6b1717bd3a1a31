import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { LineTransport } from './line-transport.ts'
import { createMcpServer } from './server.ts'
import type { McpOptions } from './tools.ts'

/** Streams of a client, and a listener for faults of the connection. */
export interface Connection {
  readonly input: Readable
  /** Messages of the protocol, and nothing else. */
  readonly output: Writable
  /** Called with the kind of a fault, e.g. a line that is no message. Its text may be a patient's, and is left out. */
  readonly onFault: (kind: string) => void
}

/**
 * Serves one client until it closes its end, or sends a message above 10 MB. Requests under way are answered before the
 * promise is fulfilled.
 */
export function serveMcp(
  options: McpOptions,
  { input, output, onFault }: Connection,
): Promise<void> {
  const transport = new LineTransport(input, output)
  serveStdio(() => createMcpServer(options), { transport, onerror: ({ name }) => onFault(name) })
  // The listener of serveStdio is set by now, and is kept.
  const { onclose } = transport
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
}
