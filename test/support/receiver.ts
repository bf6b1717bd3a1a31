import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

const FIXTURE = new URL('../fixtures/webhook-tls/', import.meta.url)

/** The certificate of a receiver that speaks TLS: of `hooks.example` and 127.0.0.1. */
export const RECEIVER_CA = readFileSync(new URL('hooks.crt', FIXTURE), 'utf8')

/** What a receiver was sent. */
export interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly port: number
  /** In the order in which they came. */
  readonly received: readonly Received[]
  /** Resolves when it has received as many. */
  has(count: number): Promise<void>
  close(): Promise<void>
}

export interface ReceiverOptions {
  readonly isTls?: boolean
  readonly host?: string
  /** Answers each request once it is there; with 200 when left out. */
  readonly answer?: (
    response: ServerResponse,
    received: Received,
    nth: number,
  ) => void | Promise<void>
}

/** Starts a receiver at a free port. */
export async function startReceiver({
  isTls = false,
  host = '127.0.0.1',
  answer = (response) => void response.end(),
}: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = []
  const waiting: (() => void)[] = []
  const listener: RequestListener = async (request: IncomingMessage, response) => {
    let body = ''
    request.on('error', () => {})
    try {
      for await (const chunk of request) body += chunk
    } catch {
      return
    }
    const { method, url: path, headers } = request
    const one = { method, path, headers, body }
    received.push(one)
    for (const look of waiting) look()
    await answer(response, one, received.length)
  }
  const server = isTls
    ? createTlsServer(
        {
          cert: readFileSync(new URL('hooks.crt', FIXTURE)),
          key: readFileSync(new URL('hooks.key', FIXTURE)),
        },
        listener,
      )
    : createServer(listener)
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    has: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length >= count) resolve()
        }
        waiting.push(look)
        look()
      }),
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
