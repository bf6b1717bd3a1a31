import { Worker } from 'node:worker_threads'

/** A worker that runs these lines of JavaScript; they find `parentPort`, `threadId` and `sleep(ms)`. */
export function workerOf(lines: string): Worker {
  return new Worker(
    `const { parentPort, threadId } = require('node:worker_threads')
     const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
     ${lines}`,
    { eval: true },
  )
}
