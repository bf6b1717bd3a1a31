import {
  constants,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomUUID,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AbdmSettings } from '../../src/http/aadhaar/settings.ts'

export const SESSION = '/api/hiecm/gateway/v3/sessions'
export const CERTIFICATE = '/abha/api/v3/profile/public/certificate'
export const OTP = '/abha/api/v3/enrollment/request/otp'

/** What the stand-in says in the place of its own answer: a status and a body (JSON unless it is text), or anything. */
export type Instead =
  | readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]
  | ((response: ServerResponse) => void)

/** A server that does what the government's gateway does, and refuses what that refuses. */
export interface AbdmStandIn {
  /** Settings that lead to it. */
  readonly settings: AbdmSettings
  /** The paths that were asked for, in their order. */
  readonly asked: string[]
  /** What was wrong with the requests. */
  readonly faults: string[]
  /** The numbers that OTPs were sent for. */
  readonly numbers: string[]
  /** Seconds that its tokens are good for. */
  lifetime: number
  /** The keys that it decrypts with and shows; may be replaced. */
  keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  /** What it answers instead, at its paths; each entry as often as it is there. */
  readonly instead: Map<string, Instead>
  /** No token that was made so far is good any more. */
  forgetTokens(): void
  /** The key as it shows it: DER in Base64. */
  publicKey(): string
  reset(): void
  close(): Promise<void>
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const CLIENT = { clientId: 'SBX_000001', clientSecret: 'the secret of the client' }

export async function startAbdmStandIn(): Promise<AbdmStandIn> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const tokens = new Set<string>()
  const ids = new Set<string>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: AbdmStandIn = {
    settings: {
      ...{ url: `${origin}/abha/api`, sessionUrl: `${origin}${SESSION}`, managerId: 'sbx' },
      ...CLIENT,
    },
    ...{ asked: [], faults: [], numbers: [], lifetime: 1200, keys, instead: new Map() },
    forgetTokens: () => tokens.clear(),
    publicKey: () =>
      standIn.keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    reset() {
      tokens.clear()
      for (const list of [standIn.asked, standIn.faults, standIn.numbers]) list.length = 0
      standIn.instead.clear()
      standIn.lifetime = 1200
      standIn.keys = keys
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const text = await textOf(request)
    const fault = (what: string) => void standIn.faults.push(`${method} ${url}: ${what}`)
    standIn.asked.push(url)
    const id = String(headers['request-id'])
    if (!UUID.test(id) || ids.has(id)) fault('REQUEST-ID is no UUID, or not a new one')
    ids.add(id)
    const at = String(headers.timestamp)
    if (!INSTANT.test(at) || Math.abs(Date.now() - Date.parse(at)) > 60_000) fault('TIMESTAMP')
    const send = (status: number, body: unknown, more: Readonly<Record<string, string>> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    const instead = standIn.instead.get(url)
    if (typeof instead === 'function') return instead(response)
    if (instead !== undefined) return void send(...instead)

    if (url === SESSION) {
      if (method !== 'POST' || headers['x-cm-id'] !== 'sbx') fault('method or X-CM-ID')
      const expected = { ...CLIENT, grantType: 'client_credentials' }
      if (text !== JSON.stringify(expected)) fault('body')
      const accessToken = randomUUID()
      tokens.add(accessToken)
      const { lifetime } = standIn
      return void send(200, { accessToken, expiresIn: lifetime, tokenType: 'bearer' })
    }
    if (!tokens.has(String(headers.authorization).replace(/^Bearer /, '')))
      return void send(401, { code: '900901', message: 'Invalid Credentials' })
    if (url === CERTIFICATE && method === 'GET') {
      const encryptionAlgorithm = 'RSA/ECB/OAEPWithSHA-1AndMGF1Padding'
      return void send(200, { publicKey: standIn.publicKey(), encryptionAlgorithm })
    }
    if (url !== OTP || method !== 'POST') {
      fault('no such operation')
      return void send(404, { error: 'Not Found', path: url })
    }
    const { loginId, ...others } = JSON.parse(text)
    const expected = {
      ...{ txnId: '', scope: ['abha-enrol'], loginHint: 'aadhaar', otpSystem: 'aadhaar' },
    }
    if (JSON.stringify(others) !== JSON.stringify(expected)) fault('body')
    const number = decrypt(loginId, standIn.keys.privateKey)
    if (number === undefined || !/^\d{12}$/.test(number))
      return void send(400, { loginId: 'Invalid LoginId', timestamp: '2026-11-23 07:19:03' })
    standIn.numbers.push(number)
    const message = `OTP sent to Aadhaar registered mobile number ending with ******${number.slice(-4)}`
    send(200, { txnId: randomUUID(), message })
  }
  return standIn
}

function decrypt(text: string, key: KeyObject): string | undefined {
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
  try {
    return privateDecrypt({ key, ...padding }, Buffer.from(text, 'base64')).toString()
  } catch {
    return undefined
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
