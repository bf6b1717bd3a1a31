/** Several processes that answer at one address: the system hands each connection to one of them. */

import cluster, { type Worker } from 'node:cluster'
import { isIPv6 } from 'node:net'
import { AggregatorRegistry, type RegistryContentType } from 'prom-client'
import { MedlinkError } from '../medlink.ts'
import type { Exposition, Metrics } from './metrics.ts'

/** Time before an ended process is started again: one that cannot start is not started without a pause. */
const PAUSE_MS = 500
/** Time that /metrics waits for the other processes. */
const METRICS_MS = 5_000

/** Signals that end a server. */
export const ENDING_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Messages of a process to the first one, and its answers. */
interface MetricsMessage {
  readonly medlinkMetrics: number
  readonly exposition?: Exposition | undefined
}

/** True if this is one of several processes, and not the one that started them. */
export function isMember(): boolean {
  return cluster.isWorker
}

/**
 * Calls `end` at the first signal to one of several processes, and never again: a terminal signals each of them, and so
 * does the first process then.
 */
export function onceToldToEnd(end: () => void): void {
  let isEnding = false
  for (const signal of ENDING_SIGNALS)
    process.on(signal, () => {
      if (!isEnding) end()
      isEnding = true
    })
}

/** Lets one of several processes end that has nothing to do: what the first one might ask would keep it. */
export function letEnd(): void {
  process.channel?.unref()
}

/**
 * Starts processes with this one's command, and restarts one that dies, once any of them has listened. This one ends with
 * them: the signals that end it end them first.
 *
 * @returns the address, once one of them listens
 * @throws MedlinkError `internal` where one ends before that
 */
export function runProcesses(count: number): Promise<string> {
  const registry = new AggregatorRegistry()
  const running = new Set<Worker>()
  let hasListened = false
  let isEnding = false
  const start = () => {
    if (!isEnding) running.add(cluster.fork())
  }
  const end = () => {
    isEnding = true
    for (const worker of running) worker.process.kill('SIGTERM')
  }
  for (const signal of ENDING_SIGNALS) process.on(signal, end)
  cluster.on('message', (worker: Worker, message: Partial<MetricsMessage>) => {
    const { medlinkMetrics: id } = message
    if (id !== undefined) void answer(worker, id, registry)
  })
  return new Promise((resolve, reject) => {
    cluster.once('listening', (_, { address, port }) => {
      hasListened = true
      resolve(`http://${isIPv6(address) ? `[${address}]` : address}:${port}`)
    })
    cluster.on('exit', (worker) => {
      running.delete(worker)
      if (isEnding) return
      if (hasListened) return void setTimeout(start, PAUSE_MS)
      end()
      reject(new MedlinkError('internal', 'a process of the server did not start: see above'))
    })
    for (let i = 0; i < count; i++) start()
  })
}

/** The metrics of all processes together, as one of them asks for them. @param own those of this one */
export function sharedMetrics(own: Metrics): () => Promise<Exposition> {
  AggregatorRegistry.setRegistries([own.registry])
  // Made for its side: this process tells its metrics when it is asked to.
  new AggregatorRegistry()
  let asked = 0
  return () =>
    new Promise((resolve, reject) => {
      const id = ++asked
      const settle = (settled: () => void) => {
        clearTimeout(late)
        process.off('message', listen)
        settled()
      }
      const listen = (message: Partial<MetricsMessage>) => {
        if (message.medlinkMetrics !== id) return
        const { exposition } = message
        settle(() =>
          exposition ? resolve(exposition) : reject(new Error('a process tells no metrics')),
        )
      }
      const late = setTimeout(
        () => settle(() => reject(new Error('the metrics are late'))),
        METRICS_MS,
      )
      process.on('message', listen)
      process.send!({ medlinkMetrics: id } satisfies MetricsMessage)
    })
}

async function answer(
  worker: Worker,
  id: number,
  registry: AggregatorRegistry<RegistryContentType>,
): Promise<void> {
  let exposition: Exposition | undefined
  try {
    exposition = { contentType: registry.contentType, text: await registry.clusterMetrics() }
  } catch {
    // A process died before it answered: the requesting process gets no metrics.
  }
  const message: MetricsMessage = { medlinkMetrics: id, exposition }
  if (worker.isConnected()) worker.send(message)
}
