/**
 * Measures how long building an index takes, how much memory, how large the file is, whether a second build is equal, and what
 * opening and linking then cost.
 *
 *   tsx bench/build.ts --ontology O --release FOLDER|ZIP … [--version V] [--large] [--queries cases.jsonl …]
 *   tsx bench/build.ts --ontology snomed --generated N [--queries cases.jsonl …]
 *
 *   --ontology   what the release is of
 *   --release    as its publisher hands it out; may be given several times, for each part of it
 *   --version    overrides the version that the release states
 *   --large      LOINC only: builds the table of 109,000 rows that bench/loinc-table.ts makes of the release
 *   --generated  SNOMED CT only, in place of a release: builds the package of that many active concepts, 375000 for all of
 *                SNOMED CT's size, that bench/generate-rf2.ts writes, and links queries drawn from its names
 *   --queries    files of evaluation cases to link with their hints, against the first index; may be given several times
 *
 * Every build is a new process, of the built package when there is a dist/, with a folder of its own below the
 * system's temporary folder, removed in the end. Peak memory is the resident set's. With queries: p50 and p99 of whole links, each
 * query timed on its own after all of them were run once, of drawn ones by kind; median over five new processes from the start to the first
 * result, and of their resident memory after it and after 1,000 links. The last table holds the worst of the builds
 * and the links. Exits 1 when the content hashes differ.
 */
import { join, resolve } from 'node:path'
import { MULTIPLE, OPTIONAL, readOptions, requireCount } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { runChild } from './child.ts'
import { writeRf2Package } from './generate-rf2.ts'
import { LARGE_TABLE, writeLoincTable } from './loinc-table.ts'
import { measureOpenings, REQUESTS_AFTER_OPENING } from './openings.ts'
import { requireOntologyName } from './options.ts'
import { type BenchQuery, byKind, drawQueries, type QueryKind, readQueries } from './queries.ts'
import { openSubject, readNames, type Subject } from './subject.ts'
import { temporaryFolder } from './temporary.ts'
import { quantilesOf, timeEach } from './timing.ts'

const SEED = 20_261_104
/** What is linked of a generated package, and how much of each kind. */
const DRAWN_KINDS: readonly QueryKind[] = ['1 word', '3 words', '6 words', 'typo', 'noise word']
const DRAWN_PER_KIND = 500

/** What bench/build-child.mjs prints. */
interface BuildReport {
  readonly seconds: number
  readonly peakKb: number
  readonly bytes: number
  readonly contentHash: string
  readonly counts: { readonly terms: number; readonly concepts: number }
}

const options = readOptions(import.meta.url, {
  ontology: OPTIONAL,
  release: MULTIPLE,
  version: OPTIONAL,
  large: false,
  generated: OPTIONAL,
  queries: MULTIPLE,
})
const ontology = requireOntologyName(options.ontology)
if (options.large && ontology !== 'loinc')
  throw new TypeError(`--large: there is a table for loinc only, not for ${ontology}`)
const { generated } = options
if (generated !== undefined && ontology !== 'snomed')
  throw new TypeError(`--generated: there are packages for snomed only, not for ${ontology}`)
if ((generated === undefined) === (options.release.length === 0))
  throw new TypeError('either --release or --generated must be given')
const given = options.release.map((path) => resolve(path))
const size = generated === undefined ? undefined : requireCount(generated, 'generated')
const root = temporaryFolder()
const builds = ['first', 'second']

const release =
  size !== undefined
    ? [writeRf2Package(join(root, 'release'), { concepts: size })]
    : options.large
      ? [makeLargeTable(given[0]!)]
      : given
const version = options.version ?? (options.large ? LARGE_TABLE.version : undefined)
const reports = builds.map((name) => build(release, version, join(root, name)))
const header = ['build', 'seconds', 'peak MB', 'file MB', 'concepts', 'terms', 'terms/s', 'hash']
const rows = reports.map(({ seconds, peakKb, bytes, counts, contentHash }, i) => [
  builds[i]!,
  seconds,
  megabytes(peakKb),
  bytes / 2 ** 20,
  counts.concepts,
  counts.terms,
  Math.round(counts.terms / seconds),
  contentHash.slice(0, 12),
])
const equal = new Set(reports.map(({ contentHash }) => contentHash)).size === 1
console.log(formatTable(header, rows))
console.log(`content hashes are ${equal ? 'equal' : 'different'}`)
const worst = (measure: (report: BuildReport) => number) => Math.max(...reports.map(measure))
const measured = {
  'build s': worst(({ seconds }) => seconds),
  'peak MB': megabytes(worst(({ peakKb }) => peakKb)),
  'file MB': worst(({ bytes }) => bytes) / 2 ** 20,
  ...((options.queries.length > 0 || size !== undefined) && measureLinks(join(root, 'first'))),
}
console.log(`\n${formatTable(['', 'measured'], Object.entries(measured))}`)
if (!equal) process.exitCode = 1

function makeLargeTable(pool: string): string {
  const table = join(root, 'release')
  writeLoincTable(pool, table, LARGE_TABLE)
  return table
}

function build(release: readonly string[], version: string | undefined, dir: string): BuildReport {
  const args = [ontology, dir, version ?? '', ...release]
  return runChild<BuildReport>('build-child.mjs', args).report
}

/** What opening the index below a folder and linking the queries with it costs. */
function measureLinks(dir: string): Record<string, number> {
  const subject = openSubject(dir, ontology)
  const queries = [...readQueries(options.queries, subject), ...(size ? drawLinks(subject) : [])]
  if (queries.length === 0) throw new TypeError(`--queries: no case is for ${ontology}`)
  const link = ({ request }: BenchQuery) => subject.medlink.link(request)
  const times: Record<string, number> = {}
  for (const [kind, own] of byKind(queries)) {
    timeEach(own, link)
    const { p50_ms, p99_ms } = quantilesOf(timeEach(own, link).ms)
    const prefix = kind === 'evals' ? '' : `${kind}: `
    times[`${prefix}p50 ms`] = p50_ms
    times[`${prefix}p99 ms`] = p99_ms
  }
  subject.close()
  const requests = queries.map(({ request }) => request)
  const drawn = sample(requests, REQUESTS_AFTER_OPENING, seededRandom(SEED))
  const { open_ms, rss_mb, rss_first_mb } = measureOpenings(dir, drawn[0]!, drawn)
  return {
    queries: requests.length,
    'open ms': open_ms,
    ...times,
    'RSS MB, first': rss_first_mb,
    'RSS MB': rss_mb,
  }
}

/** Queries from the index's own names. */
function drawLinks(subject: Subject): BenchQuery[] {
  return drawQueries(readNames(subject.index), subject, DRAWN_PER_KIND, SEED).filter(({ kind }) =>
    DRAWN_KINDS.includes(kind),
  )
}

function megabytes(kilobytes: number): number {
  return Math.round(kilobytes / 1024)
}
