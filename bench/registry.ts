/**
 * Measures what it costs to ask what is installed, and what every request pays for noticing files that were replaced.
 *
 *   tsx bench/registry.ts --dir D [--ontology O]
 *
 *   --ontology  one that is installed there, for the cost of a request; icd-10-cm when left out
 *
 * The registry is asked in five new processes, of the built package when there is a dist/: medians of the first call, of the
 * second one and of the resident memory that the first one adds. The cost of a request is that of finding its index,
 * the newest, 10,000 times: the best of five rounds.
 */
import { REQUIRED, readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import { OpenIndexes } from '../src/library/open-indexes.ts'
import { runChild } from './child.ts'
import { requireOntologyName } from './options.ts'
import { median } from './timing.ts'

const PROCESSES = 5
const ROUNDS = 5
const REQUESTS = 10_000

/** What bench/registry-child.mjs prints: milliseconds, bytes. */
interface RegistryReport {
  readonly first: number
  readonly second: number
  readonly rss: number
  readonly versions: number
}

const options = readOptions(import.meta.url, { dir: REQUIRED, ontology: 'icd-10-cm' })
const { dir } = options
const ontology = requireOntologyName(options.ontology)

const runs = Array.from({ length: PROCESSES }, () =>
  runChild<RegistryReport>('registry-child.mjs', [dir]),
)
const row = {
  versions: runs[0]!.report.versions,
  first_ms: median(runs.map(({ report }) => report.first)),
  second_ms: median(runs.map(({ report }) => report.second)),
  added_mb: median(runs.map(({ report }) => report.rss / 2 ** 20)),
  us_a_request: microsecondsOfCheck(),
  from: runs[0]!.from,
}
console.log(formatRows([row]))

/** Microseconds that finding an open index takes. */
function microsecondsOfCheck(): number {
  const indexes = new OpenIndexes({ dir, buildsStarters: false }, () => {})
  indexes.require(ontology, undefined)
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (let i = 0; i < REQUESTS; i++) indexes.ask(ontology, undefined, ({ id }) => id)
    return ((performance.now() - start) / REQUESTS) * 1000
  })
  indexes.close()
  return Math.min(...rounds)
}
