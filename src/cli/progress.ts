import { SingleBar } from 'cli-progress'
import type { Io } from './io.ts'

/** A progress bar that keeps out of the way of short work. */
export interface Progress {
  /** Shows how much is done, e.g. `update(2, 4, 'write')`. A total of 0 means that nobody knows it. */
  update(done: number, total: number, note: string): void
  /** Takes the bar off the screen. */
  stop(): void
}

/** Work that is over sooner shows no bar. */
const PATIENCE_MS = 1000

/** A bar on stderr: only on a terminal, and only once the work has taken over a second. */
export function showProgress({ stderr }: Io): Progress {
  if (!stderr.isTTY) return { update() {}, stop() {} }
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
  return {
    update(done, total, note) {
      if (shown) {
        bar.setTotal(total)
        bar.update(done, { note })
      } else if (performance.now() - start >= PATIENCE_MS) {
        shown = true
        bar.start(total, done, { note })
      }
    },
    stop: () => bar.stop(),
  }
}
