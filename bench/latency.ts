/**
 * How long a whole `link` call takes, by kind of query, and how long a new process takes to its first result.
 *
 *   tsx bench/latency.ts --dir D --ontology O [--version V] [--queries cases.jsonl …] [--sample N] [--json]
 *
 *   --dir       root of the indexes
 *   --ontology  one that is installed there
 *   --version   the newest installed one when left out
 *   --queries   files of evaluation cases, as the kind `evals`; may be given several times
 *   --sample    queries a kind drawn from the index's own names; 500 when left out
 *   --json      prints only the last line
 *   --help      prints this
 *
 * Every kind is run once to warm it; then each call is timed on its own (p50, p99), and tinybench gives the mean rate
 * over the same calls in a loop. `open_ms` is the median over five new processes, of the built package when there is a
 * dist/, from the start of the process to its first result; `rss_mb` the resident memory of that process after 1,000
 * more queries, `rss_first_mb` after its first result.
 * The last line is JSON: {terms, p50_ms, p99_ms, open_ms, rss_mb, by_query_kind, …}; p50 and p99 are over the `evals`
 * when there are any, else over all kinds. Seeded: the same index gives the same queries.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Bench } from 'tinybench'
import { quantile } from '../src/linker/evaluate.ts'
import type { Medlink } from '../src/medlink.ts'
import { type RunFrom, runChild } from './child.ts'
import { printHelp, requireCount, requireOntologyName, requireOption } from './options.ts'
import { type BenchQuery, byKind, drawQueries, readQueries } from './queries.ts'
import { sample, seededRandom } from './random.ts'
import { openSubject, readNames } from './subject.ts'
import { formatTable } from './table.ts'
import { type Quantiles, quantilesOf, rounded, timeEach } from './timing.ts'

const SEED = 20_261_101
const OPENINGS = 5
const QUERIES_AFTER_OPENING = 1000
const LOOP_MS = 300

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string' },
    ontology: { type: 'string' },
    version: { type: 'string' },
    queries: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string', default: '500' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
const dir = requireOption(options.dir, 'dir')
const subject = openSubject(dir, requireOntologyName(options.ontology), options.version)
const names = readNames(subject.index)
const queries = [
  ...drawQueries(names, subject, requireCount(options.sample, 'sample'), SEED),
  ...readQueries(options.queries, subject),
]

/** One kind: how many queries, their quantiles, and the mean rate of calls in a loop. */
interface KindReport extends Quantiles {
  readonly n: number
  readonly calls_per_second: number
}

const kinds = new Map<string, KindReport>()
const times = new Map<string, number[]>()
for (const [kind, own] of byKind(queries)) {
  timeEach(own, link)
  const { ms } = timeEach(own, link)
  times.set(kind, ms)
  const rate = callsPerSecond(subject.medlink, kind, own)
  kinds.set(kind, { n: own.length, ...quantilesOf(ms), calls_per_second: rate })
}
const opening = measureOpenings(dir, queries)
const report = {
  terms: names.length,
  ...quantilesOf(times.get('evals') ?? [...times.values()].flat()),
  ...opening,
  by_query_kind: Object.fromEntries(kinds),
}
if (!options.json) {
  const rows = [...kinds].map(([kind, row]) => [
    kind,
    row.n,
    row.p50_ms,
    row.p99_ms,
    row.calls_per_second,
  ])
  console.log(formatTable(['kind', 'n', 'p50 ms', 'p99 ms', 'calls/s'], rows))
}
console.log(JSON.stringify(report))
subject.close()

function link({ request }: BenchQuery) {
  return subject.medlink.link(request)
}

/** The rate that tinybench finds for calls one after the other, round and round the queries. */
function callsPerSecond(medlink: Medlink, kind: string, own: readonly BenchQuery[]): number {
  let next = 0
  const bench = new Bench({ time: LOOP_MS, warmupTime: LOOP_MS / 3 })
  bench.add(kind, () => {
    const { request } = own[next]!
    next = (next + 1) % own.length
    return medlink.link(request)
  })
  bench.runSync()
  const result = bench.tasks[0]!.result
  if (result.state !== 'completed') throw new Error(`${kind}: ${result.state}`)
  return Math.round(1000 / result.latency.mean)
}

interface Opening {
  readonly open_ms: number
  readonly rss_mb: number
  readonly rss_first_mb: number
  readonly opened_from: RunFrom
}

function measureOpenings(root: string, all: readonly BenchQuery[]): Opening {
  const folder = mkdtempSync(join(tmpdir(), 'medlink-latency-'))
  const file = join(folder, 'requests.json')
  const drawn = sample(all, QUERIES_AFTER_OPENING, seededRandom(SEED))
  writeFileSync(file, JSON.stringify(drawn.map(({ request }) => request)))
  const opener = drawn.find(({ kind }) => kind === '4-6 words') ?? drawn[0]!
  const first = JSON.stringify(opener.request)
  try {
    const runs = Array.from({ length: OPENINGS }, () => {
      const { report, startedAt, from } = runChild<{
        firstResultAt: number
        rssFirst: number
        rssAfterAll: number
      }>('open-child.mjs', [root, first, file])
      return { ...report, ms: report.firstResultAt - startedAt, from }
    })
    const median = (values: number[]) =>
      quantile(
        values.sort((a, b) => a - b),
        0.5,
      )
    const megabytes = (bytes: number) => rounded(bytes / 2 ** 20, 1)
    return {
      open_ms: median(runs.map(({ ms }) => ms)),
      rss_mb: megabytes(median(runs.map(({ rssAfterAll }) => rssAfterAll))),
      rss_first_mb: megabytes(median(runs.map(({ rssFirst }) => rssFirst))),
      opened_from: runs[0]!.from,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
