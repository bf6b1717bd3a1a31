/**
 * Proves of a connection over streams:
 * 1. a client of either protocol is served: with initialize, or each request by itself
 * 2. nothing but messages is written; a line that is no message is answered with an error, and a fault tells its kind and no text
 * 3. it ends when the client closes its end, and after a message that is too long; requests under way are answered before
 */

import { PassThrough, Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type McpOptions, serveMcp } from '../../src/mcp/mcp.ts'
import { openStarter } from '../support/linker.ts'
import { INITIALIZE, MODERN } from '../support/mcp.ts'

const medlink = openStarter()

/** Sends messages, waits for as many answers as are expected, and closes the connection. */
async function converse(lines: readonly unknown[], answers: number) {
  const input = new PassThrough()
  const output = new PassThrough()
  const faults: string[] = []
  let written = ''
  const done = new Promise<void>((resolve) => {
    output.on('data', (chunk) => {
      written += chunk
      if (written.split('\n').length > answers) resolve()
    })
  })
  const served = serveMcp({ medlink }, { input, output, onFault: (kind) => faults.push(kind) })
  for (const line of lines)
    input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  await done
  input.end()
  await served
  const messages = written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { messages, faults }
}

const request = (id: number, method: string, params: object) => ({
  ...{ jsonrpc: '2.0', id, method, params },
})
const CALL = { name: 'link', arguments: { ontology: 'icd-10-cm', mentions: [{ query: 'htn' }] } }

test.each([
  { protocol: '2025-11-25', opening: request(1, 'initialize', INITIALIZE), more: {} },
  { protocol: '2026-07-28', opening: request(1, 'server/discover', MODERN), more: MODERN },
])('a client of $protocol is served', async ({ opening, more }) => {
  const { messages, faults } = await converse(
    [opening, request(2, 'tools/call', { ...CALL, ...more })],
    2,
  )
  expect(faults).toEqual([])
  expect(messages[0].result.instructions).toContain('A no is an answer')
  expect(messages[1].result.structuredContent.answers[0].answer).toMatch(/^Yes: I10 /)
})

test('a line that is no message is answered with an error, and its text is told to no one', async () => {
  const { messages, faults } = await converse(
    [
      request(1, 'initialize', INITIALIZE),
      'asha has fever',
      '',
      { jsonrpc: '2.0', id: 'x', method: 7, params: 'asha' },
      // An answer that is malformed: the id is one of the server's own.
      { jsonrpc: '2.0', id: 2, result: 'asha' },
      [request(9, 'ping', {})],
      request(2, 'ping', {}),
    ],
    6,
  )
  expect(new Set(messages.map(({ id, error }) => [id, error?.code].join()))).toEqual(
    new Set(['1,', ',-32700', 'x,-32600', ',-32600', '2,']),
  )
  expect(messages).toHaveLength(6)
  expect(faults).toHaveLength(4)
  expect(JSON.stringify([messages, faults])).not.toContain('asha')
})

/** Serves messages that come all at once, with the end of the input after them. */
async function pipe(text: string, options: McpOptions = { medlink }) {
  const output = new PassThrough()
  let written = ''
  output.on('data', (chunk) => {
    written += chunk
  })
  await serveMcp(options, { input: Readable.from([Buffer.from(text)]), output, onFault: () => {} })
  return written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const lines = (...messages: readonly object[]) =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const OPENED = request(1, 'initialize', INITIALIZE)

test('calls that are under way when the input ends are answered before the connection ends', async () => {
  const mentions = [{ query: 'htn' }, { query: 'gout' }]
  const calls = [2, 3, 3, 4].map((id) =>
    request(id, 'tools/call', { name: 'link', arguments: { ontology: 'icd-10-cm', mentions } }),
  )
  const messages = await pipe(lines(OPENED, ...calls))
  expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, 3, 4])
  expect(messages.at(-1).result.structuredContent.answers).toHaveLength(2)
})

test('the last message needs no newline', async () => {
  const messages = await pipe(lines(OPENED, request(2, 'ping', {})).trimEnd())
  expect(messages.map(({ id }) => id)).toEqual([1, 2])
})

test('neither a cancelled call nor a stream keeps a connection open', async () => {
  const never = {
    link: () => new Promise<never>(() => {}),
    comprehend: () => new Promise<never>(() => {}),
  }
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
  const options = { medlink, linking: never }
  expect(
    await pipe(lines(OPENED, request(2, 'tools/call', CALL), cancelled), options),
  ).toHaveLength(1)
  const listen = request(2, 'subscriptions/listen', { ...MODERN, notifications: {} })
  const streamed = await pipe(lines(request(1, 'server/discover', MODERN), listen))
  expect(streamed.map(({ id }) => id)).toContain(1)
})

test('many messages of a slow client are written one by one', async () => {
  const warned: string[] = []
  const warn = ({ name }: Error) => warned.push(name)
  process.on('warning', warn)
  const output = new PassThrough({ highWaterMark: 16 })
  const pings = Array.from({ length: 30 }, (_, i) => request(i + 2, 'ping', {}))
  const input = Readable.from([Buffer.from(lines(OPENED, ...pings))])
  const served = serveMcp({ medlink }, { input, output, onFault: () => {} })
  await setImmediate()
  let written = ''
  output.on('data', (chunk) => {
    written += chunk
  })
  await served
  await setImmediate()
  process.off('warning', warn)
  expect(written.trimEnd().split('\n')).toHaveLength(31)
  expect(warned).toEqual([])
})

test('a client that no longer reads ends the connection', async () => {
  const output = new Writable({
    write: (_chunk, _encoding, done) => done(new Error('EPIPE')),
  })
  const faults: string[] = []
  const input = new PassThrough()
  const served = serveMcp({ medlink }, { input, output, onFault: (kind) => faults.push(kind) })
  input.write(lines(OPENED))
  await served
  expect(faults).toContain('Error')
})

test('a message above 10 MB ends the connection', async () => {
  const input = new PassThrough()
  const faults: string[] = []
  const served = serveMcp(
    { medlink },
    { input, output: new PassThrough(), onFault: (kind) => faults.push(kind) },
  )
  input.write('a'.repeat(11_000_000))
  await served
  expect(faults).toHaveLength(1)
})
