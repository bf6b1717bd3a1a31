/** A server in this process, over miniature indexes and records of its own, and what is needed to ask it. */

import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, expect } from 'vitest'
import { errorBodySchema, type WireCode } from '../../src/http/errors.ts'
import {
  createServer,
  openBlobs,
  openRecords,
  type Records,
  type ServerOptions,
} from '../../src/http/http.ts'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { MINI, miniRoot } from './shared-index.ts'

/** The secret of the server, of 32 bytes. */
export const SECRET = 'a shared secret of 32 bytes, yes'

/** Who asks unless a test says otherwise. */
export const CLIENT = 'clinic-app'
export const WORKSPACE = 'hospital-a'

/** A link that is answered. */
export const LINK = {
  query: 'cholera',
  ontology: 'icd-10-cm',
  version: MINI['icd-10-cm'].version,
} as const

/** A patient that is taken. */
export const PATIENT = { fn: 'asha', dob: '1990-01-31', gen: 'F' } as const

export interface TestServer {
  readonly app: FastifyInstance
  readonly medlink: Medlink
  readonly records: Records
  /** What was logged since the last call. */
  takeLog(): string
  close(): Promise<void>
}

/** A folder that is gone when the tests of the file are over. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-http-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** ICD-10-CM and LOINC, in a folder that is to be removed. */
async function makeIndexes(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'medlink-http-'))
  for (const ontology of ['icd-10-cm', 'loinc'] as const)
    symlinkSync(join(await miniRoot(ontology), ontology), join(root, ontology))
  return root
}

/** Starts a server that logs everything. To be closed in `afterAll`; it listens when the test says so. */
export async function startServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const root = await makeIndexes()
  const medlink = options.medlink ?? openMedlink({ dir: root })
  const folder = join(root, 'records')
  mkdirSync(folder)
  const records = options.records ?? (await openRecords({ folder }))
  const blobs = await openBlobs({ folder: join(root, 'files') })
  const { logStream, takeLog } = captureLog()
  const app = await createServer({
    ...{ medlink, records, blobs, tokens: { secret: SECRET }, logLevel: 'info', logStream },
    aadhaar: { gateway: 'sandbox' },
    ...options,
  })
  return {
    ...{ app, medlink, records, takeLog },
    async close() {
      await app.close()
      if (options.records === undefined) await records.close()
      if (options.medlink === undefined) medlink.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A stream for a log, and what came of it since the last call. */
export function captureLog(): { logStream: Writable; takeLog: () => string } {
  let text = ''
  const logStream = new Writable({
    write(chunk, _, done) {
      text += String(chunk)
      done()
    },
  })
  return {
    logStream,
    takeLog() {
      const taken = text
      text = ''
      return taken
    },
  }
}

export type Claims = Readonly<Record<string, unknown>>

/** Claims of a good token for an hour, with these changes; those that are undefined are left out. */
export function claimsWith(changes: Claims = {}): Claims {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return {
    ...{ sub: '12345678901234567', cid: CLIENT, bid: WORKSPACE, role: 'user', exp },
    ...changes,
  }
}

/** A token by RFC 7515: whatever stands in it, with whatever signature. */
export function jwt(header: unknown, payload: unknown, sign: (signed: string) => Buffer): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${sign(signed).toString('base64url')}`
}

/** A token that is signed with a secret. */
export function hs256(payload: unknown, secret: string | Buffer = SECRET, header: Claims = {}) {
  return jwt({ alg: 'HS256', ...header }, payload, (signed) =>
    createHmac('sha256', secret).update(signed).digest(),
  )
}

/** Headers of a caller whose token has these changes. */
export function headersOf(changes: Claims = {}): Record<string, string> {
  const claims = claimsWith(changes)
  return { authorization: `Bearer ${hs256(claims)}`, 'client-id': String(claims.cid) }
}

/** What is sent as JSON, by a caller whose token has these changes. */
export function post(url: string, body: unknown, changes: Claims = {}): InjectOptions {
  return {
    ...{ method: 'POST', url, headers: headersOf(changes) },
    payload: body as Record<string, unknown>,
  }
}

/** What came back, however it was asked. */
export interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** An error has the one shape and nothing more, and an identifier of its request. @returns its message */
export function expectRefusal(answer: Answer, statusCode: number, code: WireCode): string {
  const { error } = errorBodySchema.strict().parse(JSON.parse(answer.body))
  expect({ statusCode: answer.statusCode, code: error.code }).toEqual({ statusCode, code })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  return error.message
}

/** Sends bytes to a listening server as they are. @returns what came back until the server ended the connection */
export function sendBytes(app: FastifyInstance, bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.once('error', reject).once('end', () => resolve(readAnswer(received)))
  })
}

/** Reads one answer by RFC 9112, whose body has the length that its header says. */
function readAnswer(received: string): Answer {
  const end = received.indexOf('\r\n\r\n')
  const [status = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return {
    ...{ statusCode: Number(status.split(' ')[1]), headers },
    body: received.slice(end + 4),
  }
}

function encode(part: unknown): string {
  const text = typeof part === 'string' ? part : JSON.stringify(part)
  return Buffer.from(text).toString('base64url')
}
