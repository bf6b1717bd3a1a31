import { SingleBar } from 'cli-progress'
import type { Io } from './io.ts'

/** Shows how much is done, e.g. `update(2, 4, 'write')`. A total of 0 means that it is unknown. */
export type ProgressUpdate = (done: number, total: number, note: string) => void

/** Work that is over sooner shows no bar. */
const PATIENCE_MS = 1000

/** Runs something with a bar on stderr: only on a terminal, and only once the work has taken over a second. */
export async function withProgress<T>(
  { stderr }: Io,
  work: (update: ProgressUpdate) => T | Promise<T>,
): Promise<T> {
  if (!stderr.isTTY) return work(() => {})
  const start = performance.now()
  const bar = new SingleBar({
    format: '{bar} {percentage}%  {note}',
    stream: stderr,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: true,
    barsize: 24,
  })
  let shown = false
  try {
    return await work((done, total, note) => {
      if (shown) {
        bar.setTotal(total)
        bar.update(done, { note })
      } else if (performance.now() - start >= PATIENCE_MS) {
        shown = true
        bar.start(total, done, { note })
      }
    })
  } finally {
    bar.stop()
  }
}
