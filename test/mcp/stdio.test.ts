/**
 * Proves of a connection over streams:
 * 1. a client of either protocol is served: with initialize, or each request by itself
 * 2. nothing but messages is written, and a fault tells its kind and no text
 * 3. it ends when the client closes its end, and after a message that is too long
 */

import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { serveMcp } from '../../src/mcp/mcp.ts'
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

test('a line that is no message is passed over, and its text is told to no one', async () => {
  const { messages, faults } = await converse(
    [
      request(1, 'initialize', INITIALIZE),
      'asha has fever',
      { jsonrpc: '2.0', id: 'x', method: 7, params: 'asha' },
      request(2, 'ping', {}),
    ],
    2,
  )
  expect(messages.map(({ id }) => id)).toEqual([1, 2])
  expect(faults.length).toBeGreaterThan(0)
  expect(faults.join()).not.toContain('asha')
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
