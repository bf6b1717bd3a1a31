/** The starters: their default folder, and how one is built before a synchronous call answers. */

import { join } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import envPaths from 'env-paths'
import type { LinkedOntology } from '../contract.ts'
import { MedlinkError, type MedlinkErrorCode } from '../errors.ts'
import { MEDLINK_VERSION } from '../version.ts'
import { startWorker } from './start-worker.ts'

/** Longer than any starter takes to build, on a busy machine too. */
const LIMIT_MS = 120_000

/** Job of the thread that builds a starter. */
export interface StarterJob {
  readonly ontology: LinkedOntology
  /** Root of the indexes. */
  readonly dir: string
  readonly port: MessagePort
  /** One number, which changes when the job is done. */
  readonly done: Int32Array
}

/** How a job ended: undefined is well. */
export type StarterOutcome =
  | { readonly code: MedlinkErrorCode; readonly message: string }
  | undefined

/**
 * Folder of the starters where no folder was named: in the cache folder of the user, e.g. `~/.cache/medlink/0.5.0`. Each
 * version of Medlink has its own, so that an update brings its own starters.
 */
export function starterFolder(): string {
  return join(envPaths('medlink', { suffix: '' }).cache, MEDLINK_VERSION)
}

/**
 * Builds the starter of an ontology and returns when it is there, after 1 to 5 seconds. A thread builds it while this one
 * waits, since a build loads modules on demand. A starter that another process is building is waited for.
 *
 * @param dir root of the indexes
 * @throws MedlinkError `disk_full`, `no_access`; `internal` if it takes longer than two minutes
 */
export function buildStarterNow(ontology: LinkedOntology, dir: string): void {
  const { mine, done } = startBuild(ontology, dir)
  Atomics.wait(done, 0, 0, LIMIT_MS)
  requireBuilt(ontology, mine, done)
}

/**
 * The same while this thread goes on. The build keeps no process that has nothing else to do.
 *
 * @throws MedlinkError as {@link buildStarterNow}
 */
export async function buildStarterAside(ontology: LinkedOntology, dir: string): Promise<void> {
  const { worker, mine, done } = startBuild(ontology, dir)
  await new Promise((resolve) => worker.once('exit', resolve))
  requireBuilt(ontology, mine, done)
}

function startBuild(ontology: LinkedOntology, dir: string) {
  const { port1: mine, port2: port } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData = { ontology, dir, port, done }
  const worker = startWorker('./starter-worker', { workerData, transferList: [port] })
  // Nothing is heard of it while this thread waits; afterwards its end must not keep the process.
  worker.unref()
  return { worker, mine, done }
}

function requireBuilt(ontology: LinkedOntology, mine: MessagePort, done: Int32Array): void {
  const outcome = receiveMessageOnPort(mine)?.message as StarterOutcome
  mine.close()
  if (Atomics.load(done, 0) === 0)
    throw new MedlinkError('internal', `the starter of ${ontology} could not be built in time`)
  if (outcome !== undefined) throw new MedlinkError(outcome.code, outcome.message)
}
