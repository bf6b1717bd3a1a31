/**
 * Measures what it costs to ask what is installed.
 *
 *   tsx bench/registry.ts --dir D
 *
 * The registry is asked in five new processes, of the built package when there is a dist/: medians of the first call, of the
 * second one and of the resident memory that the first one adds.
 */
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import { runChild } from './child.ts'
import { median } from './timing.ts'

const PROCESSES = 5

/** What bench/registry-child.mjs prints: milliseconds, bytes. */
interface RegistryReport {
  readonly first: number
  readonly second: number
  readonly rss: number
  readonly versions: number
}

const { dir } = readOptions(import.meta.url, { dir: REQUIRED })

const runs = Array.from({ length: PROCESSES }, () =>
  runChild<RegistryReport>('registry-child.mjs', [dir]),
)
const row = {
  versions: runs[0]!.report.versions,
  first_ms: median(runs.map(({ report }) => report.first)),
  second_ms: median(runs.map(({ report }) => report.second)),
  added_mb: median(runs.map(({ report }) => report.rss / 2 ** 20)),
  from: runs[0]!.from,
}
console.log(formatRows([row]))
