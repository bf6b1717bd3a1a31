/**
 * Proves of large uploads that are no forms, over sockets:
 * 1. two callers that send slowly hold up another's upload for seconds only, and are told that they are late
 * 2. one caller with many slow uploads holds up none of another
 */

import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { signToken } from '../../../src/http/http.ts'
import { type DocumentServer, SECRET, startDocuments } from './server.ts'

const BYTES = 2 * 1024 * 1024
/** A slow caller is noticed after two seconds; as much again for a busy machine. */
const BOUND_MS = 4000

let server: DocumentServer
beforeAll(async () => {
  server = await startDocuments({ maxFileBytes: BYTES })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.stop())

async function headersOf(clientId: string) {
  const oid = '1'.repeat(17)
  const caller = { oid, clientId, bid: `of ${clientId}`, role: 'user' as const, idp: undefined }
  return { authorization: `Bearer ${await signToken(caller, 3600, { secret: SECRET })}` }
}

/** An upload of which some bytes come every tenth of a second. */
async function trickle(
  clientId: string,
  bytes: number,
): Promise<{ received: () => string; socket: Socket }> {
  const { port } = server.app.server.address() as AddressInfo
  const { authorization } = await headersOf(clientId)
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {}).setEncoding('utf8')
  socket.on('data', (text: string) => {
    received += text
  })
  const lines = ['POST /mr/api/v2/docs HTTP/1.1', 'host: x', `authorization: ${authorization}`]
  lines.push('content-type: application/json', `content-length: ${BYTES}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
  const timer = setInterval(() => socket.writable && socket.write(' '.repeat(bytes)), 100)
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
  return { received: () => received, socket }
}

/** How long a large upload of a caller takes, in milliseconds. */
async function timeUpload(clientId: string): Promise<number> {
  const { port } = server.app.server.address() as AddressInfo
  const start = performance.now()
  const file = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(BYTES - 9, 'x')])
  const { status } = await fetch(`http://127.0.0.1:${port}/mr/api/v2/docs`, {
    method: 'POST',
    headers: { ...(await headersOf(clientId)), 'content-type': 'application/json' },
    body: JSON.stringify({ file: file.toString('base64') }),
  })
  expect(status).toBe(200)
  return performance.now() - start
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 300))

test('two slow callers hold up another for seconds, and are told that they are late', async () => {
  const slow = await Promise.all(['slow-1', 'slow-2'].map((id) => trickle(id, 1)))
  await settled()
  expect(await timeUpload('other-1')).toBeLessThan(BOUND_MS)
  for (const { received } of slow)
    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 408 /), { timeout: BOUND_MS })
})

test('many slow uploads of one caller hold up none of another', async () => {
  // Four times as fast as a caller that is told to be late: each takes eight seconds.
  const slow = await Promise.all(Array.from({ length: 6 }, () => trickle('slow-3', BYTES / 80)))
  await settled()
  await timeUpload('other-2')
  expect(slow.map(({ received }) => received())).toEqual(Array(6).fill(''))
})
