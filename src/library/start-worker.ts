import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread on a module of this folder. In dist/ that is plain JavaScript. In the source tree it needs tsx,
 * which does not reach into workers by itself on Node 20.
 *
 * @param module where it lies from here, without its ending: `./pool/worker`. Of the package it is an entry point, which
 *   scripts/build-package.ts names
 */
export function startWorker(module: string, options: WorkerOptions = {}): Worker {
  const { url } = import.meta
  if (!url.endsWith('.ts'))
    return new Worker(new URL(`${module}.js`, url), { ...flags(), ...options })
  const tsx = import.meta.resolve('tsx/esm/api')
  const start = `import('${tsx}').then(({ register }) => (register(), import('${new URL(`${module}.ts`, url)}')))`
  return new Worker(start, { ...options, eval: true })
}

/** A thread takes over the flags of its process. `--input-type` is refused where a file is run, and no other is needed there. */
function flags(): Pick<WorkerOptions, 'execArgv'> {
  return process.execArgv.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {}
}
