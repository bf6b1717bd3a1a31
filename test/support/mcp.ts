/** A client of the Model Context Protocol that talks JSON-RPC to a server in this process. */
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { createMcpServer, type McpOptions } from '../../src/mcp/mcp.ts'

/** The opening request of a client of the 2025 protocol. */
export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

/** Claim of the 2026 protocol, which each of its requests makes. */
export const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** Answer of the server to one request. */
export interface RpcResponse {
  readonly id: number | null
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at many places
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

/** Specifications of the protocol that are served. */
export type Revision = '2025-11-25' | '2026-07-28'

/** A request to /mcp as a client of a revision sends it. */
export function overHttp(
  revision: Revision,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): { readonly headers: Record<string, string>; readonly body: string } {
  const isModern = revision === '2026-07-28'
  const { name, uri } = params
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && (name || uri) !== undefined && { 'mcp-name': String(name ?? uri) }),
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method, params: { ...params, ...(isModern && MODERN) } },
    }),
  }
}

/** The message in a body of JSON or of server-sent events. */
export function messageIn(body: string): RpcResponse {
  const [, data] = /^data: (\{.*)$/m.exec(body) ?? []
  return JSON.parse(data ?? body)
}

/** Outcome of a call of a tool. */
export interface Called {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: true
}

/** A connected client. */
export interface McpClient {
  /** The result of a request. @throws Error with the message of the protocol's error */
  ask<Result>(method: string, params?: object): Promise<Result>
  /** The outcome of a tool. */
  call(name: string, args?: object): Promise<Called>
}

/** Connects to a new server. It lasts as long as the test needs it, and holds nothing open. */
export async function connectMcp(options: McpOptions): Promise<McpClient> {
  const [mine, its] = InMemoryTransport.createLinkedPair()
  const server = createMcpServer(options)
  const waiting = new Map<number, (response: RpcResponse) => void>()
  mine.onmessage = (message) => {
    const response = message as RpcResponse
    waiting.get(Number(response.id))?.(response)
  }
  await Promise.all([server.connect(its), mine.start()])
  let count = 0
  const ask = async <Result>(method: string, params: object = {}) => {
    const id = ++count
    const answered = new Promise<RpcResponse>((resolve) => waiting.set(id, resolve))
    await mine.send({ jsonrpc: '2.0', id, method, params: { ...params } })
    const { result, error } = await answered
    if (error !== undefined) throw new Error(error.message)
    return result as Result
  }
  await ask('initialize', INITIALIZE)
  return { ask, call: (name, args) => ask('tools/call', { name, arguments: args }) }
}

/** The refusal that an outcome is. */
export function refusalIn({ content, isError, structuredContent }: Called) {
  if (!isError || structuredContent !== undefined) throw new Error('the call was answered')
  const { error } = JSON.parse(content[0]!.text) as { error: Record<string, string> }
  return error
}
