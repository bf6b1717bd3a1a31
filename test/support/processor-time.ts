/**
 * Measures each test file's processor time, that of the processes it has started and waited for included. Machines share their cores:
 * seconds on a clock say little about a file.
 */

import { readFileSync } from 'node:fs'
import { afterAll, type TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** In seconds; undefined where the system has no /proc. */
    processor?: number
  }
}

/** Units of the times in /proc, one second's. */
const TICKS = 100
/** Where the fields after the process's name begin, and those of them that count its time and that of its children. */
const TIMES = [11, 12, 13, 14] as const

const before = processorTime()

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs.
afterAll(({}, { meta }: { readonly meta: TaskMeta }) => {
  const after = processorTime()
  if (before !== undefined && after !== undefined) meta.processor = after - before
})

function processorTime(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
    return TIMES.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS
  } catch {
    return undefined
  }
}
