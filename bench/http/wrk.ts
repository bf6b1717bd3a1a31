import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rounded } from '../timing.ts'
import { type RunningServer, refuse } from './server.ts'

const SCRIPT = fileURLToPath(new URL('cycle.lua', import.meta.url))
/** An answer that comes later counts as an error. */
const TIMEOUT = '10s'

/** What one run of wrk found. */
export interface Driven {
  readonly requests: number
  readonly per_second: number
  readonly p50_ms: number
  readonly p99_ms: number
  /** Connections that failed, and answers that did not come. */
  readonly errors: number
  readonly non_2xx: number
}

/** How a server is driven. */
export interface Drive {
  readonly path: string
  /** A file of JSON bodies, one a line: they are posted round and round. */
  readonly bodies: string
  readonly connections: number
  readonly seconds: number
}

/** Ends this process with a message unless wrk is installed. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['--version']).error !== undefined)
    refuse('wrk is not installed: on Debian, apt-get install wrk')
}

/** Drives a server from a thread of a process of its own: each connection asks again once it has its answer. */
export async function drive(
  { address, token }: Pick<RunningServer, 'address' | 'token'>,
  { path, bodies, connections, seconds }: Drive,
): Promise<Driven> {
  const argv = [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
    ...['--timeout', TIMEOUT, '--script', SCRIPT, `${address}${path}`, '--', bodies],
  ]
  const env = { ...process.env, TOKEN: token }
  const { stdout } = await promisify(execFile)('wrk', argv, { env })
  const { seconds: took, ...driven } = JSON.parse(stdout.trim().split('\n').at(-1)!)
  return { ...driven, per_second: rounded(driven.requests / took, 1) }
}
