/** Instead of src/library/start-worker.ts, which has each thread of the source tree compile the sources anew. */

import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { compiledSources } from './compiled.ts'

/** Starts a worker thread on a module of src/library/, compiled. */
export function startWorker(module: string, options: WorkerOptions = {}): Worker {
  return new Worker(join(compiledSources(), 'src/library', `${module}.js`), options)
}
