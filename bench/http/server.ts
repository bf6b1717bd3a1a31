/** The built server in processes of its own, as whoever installs the package starts it, and how to ask it. */

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { signToken } from '../../src/http/auth/tokens.ts'
import { processorMs, residentMegabytes } from '../process-use.ts'
import { until } from '../until.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
/** How long a server may take until it listens, and how often that is looked for. */
const START_MS = 60_000
const LOOK_MS = 20
/** A request that is answered later has failed. */
const ANSWER_MS = 30_000
const TOKEN_SECONDS = 24 * 3600

/** Workspace and patient of the caller. */
export const OWNER = { bid: 'bench', patient: '10000000000000000' }
const CALLER = {
  ...{ oid: OWNER.patient, clientId: 'bench', bid: OWNER.bid, role: 'admin' as const },
  idp: undefined,
}

export interface ServerOptions {
  /** Root of the indexes. */
  readonly dir: string
  /** Folder of the records, and of the log: a file of its own for each start. */
  readonly data: string
  /** Where the records are instead, in PostgreSQL. */
  readonly databaseUrl?: string | undefined
  readonly processes?: number
  /** Other settings, by the names of their variables. */
  readonly settings?: Readonly<Record<string, string>>
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** A server that listens on this machine, with the settings it has where nobody sets any. */
export interface RunningServer {
  readonly address: string
  /** One that the server takes. */
  readonly token: string
  /** Asks by a connection that stays open; one that waits for each answer uses a single one. Rejects without an answer. */
  ask(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer>
  /** Resident memory of each process that answers. */
  residentMegabytes(): number[]
  /** Time that processors have spent on them so far; Linux. */
  processorSeconds(): number
  hasEnded(): boolean
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Tells it to end, and waits. */
  stop(): Promise<void>
}

/** Ends this process with a message unless the server was built. */
export function requireBuilt(): void {
  if (!existsSync(PROGRAM)) refuse('dist/ is missing: build it with npm run build')
}

/** Ends this process with a message: what it needs is not here. */
export function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}

/** Starts the server at a free port of 127.0.0.1. @throws Error with its log where it ends instead */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dir, data, databaseUrl, processes = 1, settings = {} } = options
  const secret = randomBytes(32).toString('base64url')
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('MEDLINK_'))
  const log = join(mkdtempSync(join(data, 'log-')), 'log')
  const output = openSync(log, 'w')
  const child = spawn(
    process.execPath,
    [
      ...[PROGRAM, 'serve', '--host', '127.0.0.1', '--port', '0', '--dir', dir, '--data', data],
      ...['--processes', String(processes)],
    ],
    {
      stdio: ['ignore', output, output],
      env: {
        ...Object.fromEntries(ours),
        ...{ NODE_ENV: 'production', MEDLINK_JWT_SECRET: secret },
        MEDLINK_PUBLIC_URL: 'http://127.0.0.1',
        ...(databaseUrl !== undefined && { MEDLINK_DATABASE_URL: databaseUrl }),
        ...settings,
      },
    },
  )
  closeSync(output)
  const killToo = () => child.kill('SIGKILL')
  process.once('exit', killToo)
  const ended = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const address = await untilListening(log, hasEnded)
  const token = await signToken(CALLER, TOKEN_SECONDS, { secret })
  const headers = { authorization: `Bearer ${token}`, 'client-id': CALLER.clientId }
  const agent = new Agent()
  // The first process of several starts the others and answers nothing.
  const answering = () =>
    listProcesses().filter(({ pid, parent }) =>
      processes > 1 ? parent === child.pid : pid === child.pid,
    )
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    process.off('exit', killToo)
    await agent.destroy()
  }
  return {
    ...{ address, token },
    async ask(method, path, body) {
      const type = body !== undefined && { 'content-type': 'application/json' }
      const sent = { method, dispatcher: agent, headers: { ...headers, ...type } }
      const answer = await request(address + path, {
        ...sent,
        body: body ?? null,
        headersTimeout: ANSWER_MS,
      })
      return { status: answer.statusCode, body: Buffer.from(await answer.body.arrayBuffer()) }
    },
    residentMegabytes: () => answering().map(({ pid }) => Math.round(residentMegabytes(pid))),
    processorSeconds: () => answering().reduce((sum, { pid }) => sum + processorMs(pid), 0) / 1000,
    hasEnded,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** What came back as text; status 0 without an answer, or with a part of one. */
export interface TextAnswer {
  readonly status: number
  readonly text: string
}

/** Asks a server once, by fetch. @param body JSON, or a form */
export function callServer(
  { address, token }: RunningServer,
  method: string,
  path: string,
  body?: FormData | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TextAnswer> {
  const caller = { authorization: `Bearer ${token}`, 'client-id': CALLER.clientId }
  const type = typeof body === 'string' && { 'content-type': 'application/json' }
  const sent = { ...caller, 'x-pt-id': OWNER.patient, ...type, ...headers }
  return answerTo(address + path, { method, headers: sent, ...(body && { body }) })
}

/** The answer to any request. */
export async function answerTo(url: string, request: RequestInit): Promise<TextAnswer> {
  try {
    const answer = await fetch(url, request)
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: 0, text: '' }
  }
}

/** A file as a form has it, after other fields. */
export function formOf(bytes: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a')
  return form
}

/** Every process of this machine. */
export function listProcesses(): { pid: number; parent: number }[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const lines = listed.trim().split('\n')
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return { pid: pid!, parent: parent! }
  })
}

async function untilListening(log: string, hasEnded: () => boolean): Promise<string> {
  let address: string | undefined
  const isListening = () => {
    address = /serving at (http:\S+),/.exec(readFileSync(log, 'utf8'))?.[1]
    return address !== undefined
  }
  await until(() => isListening() || hasEnded(), START_MS, LOOK_MS)
  if (isListening()) return address!
  throw new Error(`the server does not listen:\n${readFileSync(log, 'utf8')}`)
}
