/**
 * How long a whole `link` call takes, by kind of query, and how long a new process takes to its first result.
 *
 *   tsx bench/latency.ts --dir D --ontology O [--version V] [--queries cases.jsonl …] [--evals DIR] [--sample N]
 *                        [--json]
 *
 *   --dir       root of the indexes
 *   --ontology  one that is installed there
 *   --version   the newest installed one when left out
 *   --queries   files of evaluation cases, as the kind `evals` with their hints; may be given several times
 *   --evals     the folder whose sets are taken when no file is given, those of the ontology that have hints beside
 *               the mentions; the one of bench/accuracy.ts when left out
 *   --sample    queries a kind drawn from the index's own names; 500 when left out
 *   --json      prints only the last line
 *   --help      prints this
 *
 * What drawing the queries left is thrown away first. Every kind is run once to warm it; then each call is timed on its own (p50, p99), and tinybench gives the mean rate
 * over the same calls in a loop. `open_ms` is the median over five new processes, of the built package when there is a
 * dist/, from the start of the process to its first result; `rss_mb` the resident memory of that process after 1,000
 * more queries, `rss_first_mb` after its first result. Of medication the kinds are prescriptions made from its products.
 * The last line is JSON: {terms, p50_ms, p99_ms, open_ms, rss_mb, by_query_kind, …}; p50 and p99 are over the `evals`
 * when there are any, else over all kinds. Seeded: the same index gives the same queries.
 */
import { parseArgs } from 'node:util'
import { Bench } from 'tinybench'
import type { Medlink } from '../src/medlink.ts'
import { drawPrescriptions } from './drug-queries.ts'
import { collectGarbage } from './garbage.ts'
import { filesWithHints } from './hints.ts'
import { measureOpenings, REQUESTS_AFTER_OPENING } from './openings.ts'
import {
  DEFAULT_FOLDERS,
  printHelp,
  requireCount,
  requireOntologyName,
  requireOption,
} from './options.ts'
import { type BenchQuery, byKind, drawQueries, readQueries } from './queries.ts'
import { sample, seededRandom } from './random.ts'
import { openSubject, readNames } from './subject.ts'
import { formatTable } from './table.ts'
import { type Quantiles, quantilesOf, timeEach } from './timing.ts'

const SEED = 20_261_101
const LOOP_MS = 300
/** The kind of the query that a new process answers first. */
const OPENER = '4-6 words'

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string' },
    ontology: { type: 'string' },
    version: { type: 'string' },
    queries: { type: 'string', multiple: true, default: [] },
    evals: { type: 'string', default: DEFAULT_FOLDERS.evals },
    sample: { type: 'string', default: '500' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
const dir = requireOption(options.dir, 'dir')
const subject = openSubject(dir, requireOntologyName(options.ontology), options.version)
const files =
  options.queries.length > 0
    ? options.queries
    : filesWithHints(options.evals, subject.ontology.name)
const perKind = requireCount(options.sample, 'sample')
const isOfDrugs = subject.ontology.name === 'medication'
const { queries, terms } = draw()
collectGarbage()

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
const drawn = sample(queries, REQUESTS_AFTER_OPENING, seededRandom(SEED))
const opener = drawn.find(({ kind }) => kind === OPENER) ?? drawn[0]!
const requests = drawn.map(({ request }) => request)
const opening = measureOpenings(dir, opener.request, requests)
const report = {
  terms,
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

/** All queries; of the names that they are drawn from nothing stays in memory but their number. */
function draw(): { queries: BenchQuery[]; terms: number } {
  const names = readNames(subject.index)
  const drawn = isOfDrugs
    ? drawPrescriptions(subject.index, subject.version, perKind, SEED)
    : drawQueries(names, subject, perKind, SEED)
  return { queries: [...drawn, ...readQueries(files, subject)], terms: names.length }
}

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
