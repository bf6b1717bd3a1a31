/**
 * Measures how long the slowest link takes, whatever the text: fuzzed mentions with fuzzed hints, and hostile texts of up to the
 * longest length.
 *
 *   tsx bench/hostile-texts.ts --dir D --ontology O [--version V] [--fuzzed N] [--hostile N]
 *
 *   --fuzzed    fuzzed requests; 100,000 when left out
 *   --hostile   hostile texts of 10,000 characters, as many of each kind; 5,000 when left out
 *
 * A call takes the lesser of the time that went by and the processor time of the process: on a machine that does other
 * things both are upper bounds. The slowest are asked again, five times by an instance that has seen none of them, and the
 * least of the times counts: those are in the tables, by kind. Any error but a MedlinkError `invalid_request`
 * is counted in `errors` and makes the process end with 1. Seeded.
 */
import { readOptions } from '../scripts/support/options.ts'
import { pick, seededRandom } from '../scripts/support/random.ts'
import { formatRows, formatTable } from '../scripts/support/table.ts'
import type { LinkRequest } from '../src/contract.ts'
import { hintSchemas } from '../src/internal.ts'
import { MedlinkError, openMedlink } from '../src/medlink.ts'
import { fuzzedText, HOSTILE_NAMES, type HostileSource, hostileText } from './hostile.ts'
import { SUBJECT_OPTIONS } from './options.ts'
import { openSubject, readNames } from './subject.ts'
import { quantilesOf, startBusyClock } from './timing.ts'

const SEED = 20_261_122
const LONGEST_QUERY = 10_000
const LONGEST_HINT = 1000
/** The slowest calls that are looked at again, and how often. */
const SLOWEST = 24
const REPEATS = 5
const COMMON_WORDS = 100

const options = readOptions(import.meta.url, {
  ...{ ...SUBJECT_OPTIONS, fuzzed: 100_000, hostile: 5000 },
})
const { dir } = options
const subject = openSubject(dir, options.ontology, options.version)
const ontology = subject.ontology.name
const { version, index } = subject
const names = readNames(index).map(({ text }) => text)
const { offsets } = index.arrays.postings
const frequency = (key: number) => offsets[key + 1]! - offsets[key]!
const source: HostileSource = {
  random: seededRandom(SEED),
  common: Array.from({ length: index.keys.size }, (_, key) => key)
    .sort((a, b) => frequency(b) - frequency(a))
    .slice(0, COMMON_WORDS)
    .map((key) => index.keys.wordOf(key)),
  words: index.words.words().filter((word) => /^[a-z]{7,14}$/.test(word)),
}

interface Call {
  readonly kind: string
  readonly request: LinkRequest
  readonly ms: number
}

let errors = 0
let truncated = 0
let linkedThough = 0

/** Milliseconds of one link. */
function timeLink(medlink: typeof subject.medlink, request: LinkRequest): number {
  const took = startBusyClock()
  try {
    const { results } = medlink.link(request)
    const isTruncated = results[0]?.metadata.truncated === true
    if (isTruncated) truncated++
    if (isTruncated && results[0]!.is_linked) linkedThough++
  } catch (error) {
    if (!(error instanceof MedlinkError && error.code === 'invalid_request')) errors++
  }
  return took()
}

function* fuzzed(count: number): Generator<Omit<Call, 'ms'>> {
  const keys = Object.keys(hintSchemas[ontology].shape)
  const { random } = source
  for (let i = 0; i < count; i++) {
    const metadata = Object.fromEntries(
      keys.flatMap((key) =>
        random() < 0.3 ? [[key, fuzzedText(source, names, LONGEST_HINT)]] : [],
      ),
    )
    const query = fuzzedText(source, names, random() < 0.02 ? LONGEST_QUERY : LONGEST_HINT)
    const collapse = random() < 0.1 ? 'term' : 'concept'
    const request = { query, ontology, version, metadata, collapse, billable: random() < 0.2 }
    yield {
      kind: 'fuzzed',
      request: { ...request, top_k: pick([1, 5, 10], random) } as LinkRequest,
    }
  }
}

function* hostile(count: number): Generator<Omit<Call, 'ms'>> {
  for (let i = 0; i < count; i++) {
    const kind = HOSTILE_NAMES[i % HOSTILE_NAMES.length]!
    const query = hostileText(kind, source, LONGEST_QUERY)
    yield { kind, request: { query, ontology, version } }
  }
}

/** Times all calls; keeps the slowest. */
function timeAll(calls: Iterable<Omit<Call, 'ms'>>) {
  const all: number[] = []
  let slowest: Call[] = []
  for (const call of calls) {
    const ms = timeLink(subject.medlink, call.request)
    all.push(ms)
    if (slowest.length === SLOWEST && ms <= slowest.at(-1)!.ms) continue
    slowest = [...slowest, { ...call, ms }].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  }
  return { all, slowest }
}

/** What every instance does before it is timed, so that nothing is loaded meanwhile. */
function warmUp(medlink: typeof subject.medlink): void {
  const random = seededRandom(1)
  for (let i = 0; i < 40; i++) medlink.link({ query: pick(names, random), ontology, version })
  medlink.link({ query: 'hemoglobbine fracturred vitaminne', ontology, version })
}

/** The least time of each call over instances that have seen none of them. */
function timeAgain(calls: readonly Call[]): Call[] {
  const least = calls.map(({ ms }) => ms)
  for (let i = 0; i < REPEATS; i++) {
    const medlink = openMedlink({ dir })
    warmUp(medlink)
    for (const [at, { request }] of calls.entries())
      least[at] = Math.min(least[at]!, timeLink(medlink, request))
    medlink.close()
  }
  return calls.map((call, at) => ({ ...call, ms: least[at]! })).sort((a, b) => b.ms - a.ms)
}

warmUp(subject.medlink)
const sets = {
  fuzzed: timeAll(fuzzed(options.fuzzed)),
  hostile: timeAll(hostile(options.hostile)),
}
for (const [set, { all, slowest }] of Object.entries(sets)) {
  const again = timeAgain(slowest).slice(0, 8)
  const rows = again.map(({ kind, ms, request }) => [kind, request.query.length, ms])
  console.log(formatTable([set, 'characters', 'ms'], rows))
  console.log(`\n${formatRows([{ set, n: all.length, ...quantilesOf(all) }])}\n`)
}
const counted = { errors, truncated, linked_though_truncated: linkedThough }
console.log(formatRows([{ ontology, names: names.length, ...counted }]))
subject.close()
process.exitCode = errors > 0 ? 1 : 0
