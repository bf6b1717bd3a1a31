import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread on a module. Below dist/ that is plain JavaScript. In the source tree it needs tsx, which does
 * not reach into workers by itself on Node 20.
 *
 * @param from the `import.meta.url` of the caller
 * @param module where the module lies from there, without its ending: `./worker`
 */
export function startWorker(from: string, module: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`${module}.js`, from), options)
  const tsx = import.meta.resolve('tsx/esm/api')
  const start = `import('${tsx}').then(({ register }) => (register(), import('${new URL(`${module}.ts`, from)}')))`
  return new Worker(start, { ...options, eval: true })
}
