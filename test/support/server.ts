/** The server as its users run it: `medlink serve` in a process of its own, asked over plain HTTP. */

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import type { RecordsPlace } from '../../src/records/open.ts'
import { compiledCommand } from './compiled.ts'
import { MINI, type MiniOntology, miniRoot, starterRoot } from './shared-index.ts'

/** What the servers of the tests, and the tests, sign tokens with. */
export const SECRET = 'a secret of the tests that is more than long enough'

/** Claims of a token, as contract 5 has them. */
export interface Claims {
  readonly sub: string
  readonly cid: string
  readonly bid: string
  readonly role?: string
}

export interface Question {
  /** As JSON; text and forms are sent as they are. */
  readonly body?: unknown
  /** Of whom a token is sent, with the header client-id. */
  readonly as?: Claims | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Of JSON what it says. */
  readonly body: unknown
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Server {
  /** Where it listens: `http://127.0.0.1:40123`. */
  readonly address: string
  readonly pid: number
  readonly ended: Promise<Ended>
  /** What it has written so far, to either output. */
  log(): string
  /** What it has written once that holds a text, so many times if once is not enough. */
  logUntil(text: string, times?: number): Promise<string>
  /** Asks e.g. 'GET /healthz'. */
  ask(operation: string, question?: Question): Promise<Answer>
  /** Sends a signal, and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<Ended>
  /** Ends it as if for ever, if it runs. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Root of the indexes. */
  readonly dir: string
  readonly place: RecordsPlace
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a server at a free port; it answers when the promise resolves. @throws with its log where it ends instead */
export async function startServer({ dir, place, argv, env }: StartOptions): Promise<Server> {
  const records =
    'folder' in place
      ? { MEDLINK_DATA: place.folder }
      : { MEDLINK_DATABASE_URL: place.databaseUrl, MEDLINK_DATA: join(dir, 'none') }
  const child = await spawnMedlink(['serve', '--port', '0', '--dir', dir, ...(argv ?? [])], {
    MEDLINK_JWT_SECRET: SECRET,
    ...records,
    ...env,
  })
  const ended = once(child, 'exit').then(([code, signal]): Ended => ({ code, signal }))
  const log = listenTo(child)
  const said = await Promise.race([log.until('/docs\n'), ended])
  if (typeof said !== 'string') throw new Error(`the server does not start:\n${log.all()}`)
  const [, address] = /serving at (\S+), described at \1\/docs\n/.exec(said)!
  return {
    address: address!,
    pid: child.pid!,
    ended,
    log: log.all,
    logUntil: log.until,
    ask: (operation, question) => ask(address!, operation, question),
    async end(signal) {
      child.kill(signal)
      return ended
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts a command as its users do. It ends with the process of the tests, in whatever way that ends. */
export async function spawnMedlink(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const main = compiledCommand()
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [main, ...argv], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C is for the tests, and those that it starts end with it.
    detached: true,
  })
  const watchdog = spawn('sh', ['-c', 'read -r _; kill -KILL "-$1"', 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  child.once('exit', () => watchdog.kill('SIGKILL'))
  return child
}

/** A token that the servers of the tests take, for an hour unless told otherwise. */
export function tokenOf(
  claims: Claims,
  secret: string = SECRET,
  expiry: number | string = '1h',
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expiry)
    .sign(new TextEncoder().encode(secret))
}

/** A root with an index of every ontology: the miniature of each, and of medication its starter. */
export async function fullRoot(folder: string): Promise<string> {
  const root = join(folder, `indexes-${randomUUID()}`)
  mkdirSync(root)
  for (const ontology of Object.keys(MINI) as MiniOntology[])
    symlinkSync(join(await miniRoot(ontology), ontology), join(root, ontology))
  symlinkSync(join(starterRoot('medication'), 'medication'), join(root, 'medication'))
  return root
}

async function ask(
  address: string,
  operation: string,
  { body, as, headers }: Question = {},
): Promise<Answer> {
  const [method, path] = operation.split(' ') as [string, string]
  const isForm = body instanceof FormData
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${await tokenOf(as)}`, 'client-id': as.cid }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || isForm ? body : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const read: unknown = isJson ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, body: read }
}

/** What a process writes. */
function listenTo({ stdout, stderr }: ChildProcess) {
  let said = ''
  const waiting = new Set<() => void>()
  for (const output of [stdout!, stderr!])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const look of waiting) look()
    })
  const until = (text: string, times = 1) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (said.split(text).length <= times) return
        waiting.delete(look)
        resolve(said)
      }
      waiting.add(look)
      look()
    })
  return { all: () => said, until }
}
