import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'

/** Bytes of a line at most. */
const MAX_LINE_BYTES = 10 * 1024 * 1024
const NEWLINE = '\n'.charCodeAt(0)

/** Errors of JSON-RPC for a line that is no message. */
const NOT_JSON = { code: -32700, message: 'Parse error: the line is not JSON' }
const NOT_A_MESSAGE = {
  code: -32600,
  message: 'Invalid Request: the line is not a message of JSON-RPC 2.0',
}

/** Requests that stay open until their connection ends. */
const STREAMS: ReadonlySet<string> = new Set(['subscriptions/listen'])

/**
 * Messages over a pair of streams, one on each line. It differs from the transport of the SDK in three ways: requests under way
 * are answered after the input has ended, a line that is no message is answered with an error, and one line is written at a time.
 *
 * @see https://www.jsonrpc.org/specification#error_object
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void

  readonly #input: Readable
  readonly #output: Writable
  /** Requests without an answer, by id. A client may use an id twice. */
  readonly #underWay = new Map<RequestId, number>()
  /** Lines that are not written yet. */
  #unwritten = 0
  #lastWrite: Promise<void> = Promise.resolve()
  /** Parts of the line that has not ended. */
  #parts: Buffer[] = []
  #partBytes = 0
  #hasEnded = false
  #isClosed = false

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData)
    this.#input.on('error', this.#onInputError)
    this.#input.on('end', this.#onEnd)
    this.#input.on('close', this.#onEnd)
    this.#output.on('error', this.#onOutputError)
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onEnd)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(serializeMessage(message))
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const { id } = message
      if (id !== undefined) this.#settle(id)
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopReading()
    this.onclose?.()
  }

  #onData = (chunk: Buffer | string): void => {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      if (!this.#keep(rest.subarray(0, end))) return
      this.#endLine()
      rest = rest.subarray(end + 1)
    }
    this.#keep(rest)
  }

  /** Keeps a part of a line. @returns false if the line is too long: nothing more is read */
  #keep(part: Buffer): boolean {
    this.#partBytes += part.length
    if (this.#partBytes <= MAX_LINE_BYTES) {
      this.#parts.push(part)
      return true
    }
    this.#parts = []
    this.onerror?.(new RangeError(`a line has more than ${MAX_LINE_BYTES} bytes`))
    this.#onEnd()
    return false
  }

  #endLine(): void {
    const line = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#partBytes = 0
    if (line.trim() !== '') this.#receive(line)
  }

  #receive(line: string): void {
    const message = this.#parse(line)
    if (message === undefined) return
    if (isJSONRPCRequest(message) && !STREAMS.has(message.method)) {
      this.#underWay.set(message.id, (this.#underWay.get(message.id) ?? 0) + 1)
    }
    this.onmessage?.(message)
    // A cancelled request is not answered.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId)
    }
  }

  /** The message of a line; undefined if it has none: the client gets an error. */
  #parse(line: string): JSONRPCMessage | undefined {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      this.#refuse(error, { id: null, error: NOT_JSON })
      return undefined
    }
    try {
      return parseJSONRPCMessage(value)
    } catch (error) {
      this.#refuse(error, { id: idOfRequest(value), error: NOT_A_MESSAGE })
      return undefined
    }
  }

  #refuse(error: unknown, answer: { id: RequestId | null; error: object }): void {
    this.onerror?.(error as Error)
    // A failed write is an error of the output, too, which ends the connection.
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`).catch(() => {})
  }

  #settle(id: RequestId): void {
    const count = this.#underWay.get(id) ?? 0
    if (count > 1) this.#underWay.set(id, count - 1)
    else this.#underWay.delete(id)
    this.#closeIfDone()
  }

  /** Writes a line after the last one. Each write waits, so that the stream gets no listener for every line of a slow client. */
  #write(line: string): Promise<void> {
    this.#unwritten++
    const write = this.#lastWrite.then(
      () =>
        new Promise<void>((resolve, reject) => {
          if (this.#isClosed) reject(new Error('the connection is closed'))
          else this.#output.write(line, (error) => (error ? reject(error) : resolve()))
        }),
    )
    this.#lastWrite = write
      .catch(() => {})
      .then(() => {
        this.#unwritten--
        this.#closeIfDone()
      })
    return write
  }

  #onEnd = (): void => {
    if (this.#hasEnded) return
    // The last line may have no newline.
    this.#endLine()
    this.#stopReading()
    this.#closeIfDone()
  }

  #stopReading(): void {
    this.#hasEnded = true
    this.#parts = []
    this.#input.off('data', this.#onData)
    this.#input.off('end', this.#onEnd)
    this.#input.off('close', this.#onEnd)
    this.#input.pause()
  }

  #closeIfDone(): void {
    if (this.#hasEnded && this.#underWay.size === 0 && this.#unwritten === 0) void this.close()
  }

  #onInputError = (error: Error): void => this.onerror?.(error)

  // It stays after the end: a late failure of a write must not end the process.
  #onOutputError = (error: Error): void => {
    if (this.#isClosed) return
    this.onerror?.(error)
    void this.close()
  }
}

/** The id of what is meant to be a request; null if it has none, or may be an answer. */
function idOfRequest(value: unknown): RequestId | null {
  const { id, method } = Object(value)
  const isId = typeof id === 'string' || Number.isSafeInteger(id)
  return isId && method !== undefined ? id : null
}
