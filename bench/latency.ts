/**
 * Measures how long a whole `link` call takes, by kind of query, and how long a new process takes to its first result.
 *
 *   tsx bench/latency.ts --dir D --ontology O [--version V] [--queries cases.jsonl …] [--evals DIR] [--sample N]
 *
 *   --queries   files of evaluation cases, as the kind `evals` with their hints; may be given several times
 *   --evals     the folder whose sets are taken when no file is given, those of the ontology that have hints beside
 *               the mentions; the one of bench/accuracy.ts when left out
 *   --sample    queries a kind drawn from the index's own names; 500 when left out
 *
 * Times are those of a new process, of the built package when there is a dist/, that holds the queries and nothing that was
 * needed to draw them. Every kind is run once to warm it; then each call is timed on its own (p50, p99), while V8 still
 * compiles; then tinybench calls them in a loop, and gives the mean rate and `loop_p99_ms`. `open_ms` is the median over five
 * more processes, from the start of the process to its first result; `rss_mb` the resident memory of that process after
 * 1,000 more queries, `rss_first_mb` after its first result. Of medication the kinds are prescriptions made from its products.
 * p50 and p99 of the last table are over the `evals` when there are any, else over all kinds. Seeded: the same index gives the same queries.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MULTIPLE, readOptions } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { formatRows } from '../scripts/support/table.ts'
import type { EvaluationCase } from '../src/library/evaluate.ts'
import type { LinkRequest } from '../src/medlink.ts'
import { jsonFile, runChild } from './child.ts'
import { drawPrescriptions } from './drug-queries.ts'
import { readEvalSets } from './eval-sets.ts'
import { DEFAULT_FOLDERS, SUBJECT_OPTIONS } from './options.ts'
import { type BenchQuery, byKind, drawQueries, readQueries } from './queries.ts'
import { openSubject, readNames } from './subject.ts'
import { median, quantilesOf, rounded } from './timing.ts'

const SEED = 20_261_101
const LOOP_MS = 300
/** What a request's metadata say beside the mention. */
const HINTS = ['unit', 'specimen', 'specimen_text']
/** The kind of the query that a new process answers first. */
const OPENER = '4-6 words'
const OPENINGS = 5
/** Requests that a new process answers before its resident memory is read a second time. */
const REQUESTS_AFTER_OPENING = 1000

const options = readOptions(import.meta.url, {
  ...{ ...SUBJECT_OPTIONS, queries: MULTIPLE, evals: DEFAULT_FOLDERS.evals, sample: 500 },
})
const { dir, sample: perKind } = options
const subject = openSubject(dir, options.ontology, options.version)
const files = options.queries.length > 0 ? options.queries : filesWithHints(options.evals)
const isOfDrugs = subject.ontology.name === 'medication'
const { queries, terms } = draw()

/** What bench/latency-child.mjs prints for a kind: what each call took, and the rate and p99 of calls in a loop. */
interface TimedKind {
  readonly ms: readonly number[]
  readonly calls_per_second: number
  readonly loop_p99_ms: number
}

/** The output of bench/open-child.mjs. */
interface Opening {
  readonly firstResultAt: number
  readonly rssFirst: number
  readonly rssAfterAll: number
}

const timed = timeInNewProcess()
const kinds = Object.entries(timed).map(([kind, { ms, ...loop }]) => ({
  ...{ kind, n: ms.length, ...quantilesOf(ms), ...loop },
}))
const drawn = sample(queries, REQUESTS_AFTER_OPENING, seededRandom(SEED))
const opener = drawn.find(({ kind }) => kind === OPENER) ?? drawn[0]!
const opening = measureOpenings(opener.request, drawn.map(requestOf))
const all = timed.evals?.ms ?? Object.values(timed).flatMap(({ ms }) => ms)
console.log(formatRows(kinds))
console.log(`\n${formatRows([{ terms, ...quantilesOf(all), ...opening }])}`)
subject.close()

/** The files of a folder whose cases are of the ontology and have hints; none when there is no such folder. */
function filesWithHints(folder: string): string[] {
  if (!existsSync(folder)) return []
  const hasHints = ({ request: { metadata = {} } }: EvaluationCase) =>
    HINTS.some((key) => typeof metadata[key] === 'string' && metadata[key] !== '')
  return readEvalSets(folder)
    .filter((set) => set.ontology === subject.ontology.name && set.cases.some(hasHints))
    .map(({ name }) => join(folder, `${name}.jsonl`))
}

/** All queries; of the names that they are drawn from nothing stays in memory but their number. */
function draw(): { queries: BenchQuery[]; terms: number } {
  const names = readNames(subject.index)
  const drawn = isOfDrugs
    ? drawPrescriptions(subject.index, subject.version, perKind, SEED)
    : drawQueries(names, subject, perKind, SEED)
  return { queries: [...drawn, ...readQueries(files, subject)], terms: names.length }
}

/** Times by kind. */
function timeInNewProcess(): Record<string, TimedKind> {
  const requests = [...byKind(queries)].map(([kind, own]) => [kind, own.map(requestOf)])
  const args = [dir, jsonFile(Object.fromEntries(requests)), String(LOOP_MS)]
  return runChild<Record<string, TimedKind>>('latency-child.mjs', args).report
}

/**
 * Medians over new processes: time from their start to the first result, resident memory after it and after further requests, round
 * and round when they are too few.
 */
function measureOpenings(first: LinkRequest, requests: readonly LinkRequest[]) {
  const asked = Array.from(
    { length: REQUESTS_AFTER_OPENING },
    (_, i) => requests[i % requests.length]!,
  )
  const args = [dir, JSON.stringify(first), jsonFile(asked)]
  const runs = Array.from({ length: OPENINGS }, () => runChild<Opening>('open-child.mjs', args))
  const medianOf = (measure: (run: (typeof runs)[number]) => number) => median(runs.map(measure))
  return {
    open_ms: medianOf(({ report, startedAt }) => report.firstResultAt - startedAt),
    rss_mb: rounded(medianOf(({ report }) => report.rssAfterAll) / 2 ** 20, 1),
    rss_first_mb: rounded(medianOf(({ report }) => report.rssFirst) / 2 ** 20, 1),
    opened_from: runs[0]!.from,
  }
}

function requestOf({ request }: BenchQuery): LinkRequest {
  return request
}
