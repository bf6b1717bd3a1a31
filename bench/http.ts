/**
 * Measures how many links a second the built server answers over HTTP and how long each takes, and what batches and notes that it
 * reads at the same time do to a single link.
 *
 *   tsx bench/http.ts --dir D [--ontology O] [--version V] [--queries cases.jsonl …] [--evals DIR] [--seconds N]
 *
 *   --queries   files of evaluation cases whose mentions are asked instead; may be given several times
 *   --evals     a folder whose clinic-notes.jsonl is read for notes; the one of bench/accuracy.ts when left out. Without it the
 *               notes are names of the index, one a line
 *   --seconds   of each measurement; 10 when left out
 *
 * Needs dist/ (`npm run build`) and wrk. The server has the settings it has by itself, a line of log for each request among
 * them, which goes to a file; records are a new SQLite file, which linking never reads. It is driven by wrk from one
 * thread, at 1, 10 and 50 connections, each of which asks again once it has its answer, first one process, then two. What is
 * asked are names of the index by their length in words, misspelt, with a word too many, and official titles (300 of each
 * kind, as bench/latency.ts draws them), or the cases of `--queries`, in a random order, round and round. `rss_mb` is the
 * resident memory of each answering process afterwards.
 *
 * Then one process, and one connection from this one that asks a link after the other: while nothing else is asked, while
 * batches of 100 mentions come on another connection, one after the other, and while notes of 2,000 characters do, where the
 * ontology has any read (`load`: those batches and notes); and while 30 connections send hostile bodies of 900 kB: a link with
 * hints that nobody knows, batches of the same and useless lists, at most as many values as are read.
 *
 * `bare`: the rate of a server of Node.js that answers every request with the bytes of one link, at 50 connections and as many
 * processes, right after the same measurement: the most that the machine and wrk can do.
 *
 * Server, wrk and this process share the machine's processors. Everything is warmed up first. The process ends with 1 when
 * any answer was missing or was none of 2xx. Seeded.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MULTIPLE, OPTIONAL, REQUIRED, readOptions } from '../scripts/support/options.ts'
import { sample, seededRandom } from '../scripts/support/random.ts'
import { formatRows } from '../scripts/support/table.ts'
import { COMPREHENDED_ONTOLOGIES } from '../src/contract.ts'
import type { LinkRequest } from '../src/medlink.ts'
import { readNotes } from './comprehend/notes.ts'
import { joinNotes } from './comprehend/texts.ts'
import { drawPrescriptions } from './drug-queries.ts'
import { startBare } from './http/bare.ts'
import { type RunningServer, requireBuilt, startServer } from './http/server.ts'
import { type Driven, drive, requireWrk } from './http/wrk.ts'
import { DEFAULT_FOLDERS, requireOntologyName } from './options.ts'
import { drawQueries, readQueries } from './queries.ts'
import { openSubject, readNames } from './subject.ts'
import { temporaryFolder } from './temporary.ts'
import { quantilesOf, rounded } from './timing.ts'

const SEED = 20_261_123
const PER_KIND = 300
/** Codes typed in the place of a mention: nobody says them of a patient. */
const LEFT_OUT = 'code'
const PROCESSES = [1, 2]
const CONNECTIONS = [1, 10, 50]
const BATCH = 100
const NOTES = 40
const NOTE_LENGTH = 2000
const WARM_UP = { connections: 10, seconds: 3 }
const PATHS = {
  link: '/med-link/nel/link',
  batch: '/med-link/nel/link/batch',
  comprehend: '/med-link/comprehend',
}

/** Connections that send hostile bodies, half of them to each operation, and the bytes of a body. */
const HOSTILE = 30
const HOSTILE_BYTES = 900_000
/** Values of a hostile body: a few fewer than are refused unread. */
const HOSTILE_VALUES = 9000

const options = readOptions(import.meta.url, {
  ...{ dir: REQUIRED, ontology: 'icd-10-cm', version: OPTIONAL, queries: MULTIPLE },
  ...{ evals: DEFAULT_FOLDERS.evals, seconds: 10 },
})
const { dir, seconds } = options
const ontology = requireOntologyName(options.ontology)
requireBuilt()
requireWrk()
const root = temporaryFolder()
const { version, requests, notes } = drawRequests()
const links = requests.map((request) => JSON.stringify(request))
const bodies = {
  link: writeBodies('link', links),
  batch: writeBodies('batch', batchesOf(requests)),
  comprehend: writeBodies('comprehend', notes),
  'hostile link': writeBodies('hostile-link', [hostileLink()]),
  'hostile batch': writeBodies('hostile-batch', hostileBatches()),
}

const rates: Awaited<ReturnType<typeof measureRate>>[] = []
const singles: Awaited<ReturnType<typeof measureSingles>> = []
for (const processes of PROCESSES) {
  const server = await startServer({ dir, data: newData(processes), processes })
  await drive(server, { path: PATHS.link, bodies: bodies.link, ...WARM_UP })
  for (const connections of CONNECTIONS)
    rates.push(await measureRate(server, processes, connections))
  if (processes === 1) singles.push(...(await measureSingles(server)))
  await server.stop()
}
console.log(`${links.length} mentions of ${ontology} ${version}, ${seconds} s each`)
console.log(formatRows(rates))
console.log(
  formatRows(
    singles.map(({ load, ...single }) => ({
      ...single,
      load_per_second: load?.per_second ?? null,
      load_p50_ms: load?.p50_ms ?? null,
    })),
  ),
)
const all = [...rates, ...singles, ...singles.flatMap(({ load }) => load ?? [])]
if (all.some((each) => each.non_2xx > 0 || ('errors' in each && each.errors > 0)))
  process.exitCode = 1

/** A row of the first table. `cpu_ms`: of a processor that the server spent on a link, threads included. */
async function measureRate(server: RunningServer, processes: number, connections: number) {
  const before = server.processorSeconds()
  const driven = await drive(server, {
    ...{ path: PATHS.link, bodies: bodies.link, connections, seconds },
  })
  const cpu_ms = rounded(((server.processorSeconds() - before) * 1000) / driven.requests, 3)
  const rss_mb = server.residentMegabytes().join(' + ')
  const isMost = connections === CONNECTIONS.at(-1)
  const bare = isMost ? await measureBare(server, processes, connections) : null
  return { processes, connections, ...driven, cpu_ms, bare, rss_mb }
}

async function measureBare(server: RunningServer, processes: number, connections: number) {
  const file = join(root, 'answer.json')
  writeFileSync(file, (await server.ask('POST', PATHS.link, links[0]!)).body)
  const bare = await startBare(processes, file)
  try {
    const load = { path: PATHS.link, bodies: bodies.link }
    await drive(bare, { ...load, ...WARM_UP })
    return (await drive(bare, { ...load, connections, seconds })).per_second
  } finally {
    await bare.stop()
  }
}

/** Rows of the second table. */
async function measureSingles(server: RunningServer) {
  type Single = { while: string; load: Driven | null } & Awaited<ReturnType<typeof timeLinks>>
  const singles: Single[] = [{ while: 'idle', ...(await timeLinks(server)), load: null }]
  const readsNotes = COMPREHENDED_ONTOLOGIES.some((name) => name === ontology)
  for (const kind of readsNotes ? (['batch', 'comprehend'] as const) : (['batch'] as const)) {
    const load = { path: PATHS[kind], bodies: bodies[kind], connections: 1 }
    await drive(server, { ...load, seconds: WARM_UP.seconds })
    const [driven, timed] = await Promise.all([
      drive(server, { ...load, seconds }),
      timeLinks(server),
    ])
    singles.push({ while: kind, ...timed, load: driven })
  }
  const hostile = (kind: 'link' | 'batch') => {
    const load = { path: PATHS[kind], bodies: bodies[`hostile ${kind}`] }
    return drive(server, { ...load, connections: HOSTILE / 2, seconds })
  }
  const [timed] = await Promise.all([timeLinks(server), hostile('link'), hostile('batch')])
  singles.push({ while: 'hostile', ...timed, load: null })
  return singles
}

/** One link after the other, each timed from the request to the end of its answer. */
async function timeLinks(server: RunningServer) {
  const ms: number[] = []
  let refused = 0
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    const start = performance.now()
    const { status } = await server.ask('POST', PATHS.link, links[ms.length % links.length]!)
    ms.push(performance.now() - start)
    if (status !== 200) refused++
  }
  const max_ms = rounded(Math.max(...ms), 1)
  return { requests: ms.length, ...quantilesOf(ms), max_ms, non_2xx: refused }
}

/** What is asked: mentions in random order, and the bodies of notes. */
function drawRequests(): { version: string; requests: LinkRequest[]; notes: string[] } {
  const random = seededRandom(SEED)
  const subject = openSubject(dir, ontology, options.version)
  const names = readNames(subject.index)
  const fromNames = () =>
    ontology === 'medication'
      ? drawPrescriptions(subject.index, subject.version, PER_KIND, SEED)
      : drawQueries(names, subject, PER_KIND, SEED)
  const drawn = (
    options.queries.length > 0 ? readQueries(options.queries, subject) : fromNames()
  ).filter(({ kind }) => kind !== LEFT_OUT)
  subject.close()
  const requests = sample(drawn, drawn.length, random).map(({ request }) => request)
  const file = join(options.evals, 'clinic-notes.jsonl')
  const texts = existsSync(file)
    ? readNotes(file).map(({ text }) => text)
    : sample(names, PER_KIND, random).map(({ text }) => text)
  const { version } = subject
  const notes = joinNotes(texts, NOTE_LENGTH, NOTES).map((text) =>
    JSON.stringify({ text, ontology, version }),
  )
  return { version, requests, notes }
}

/** Bodies of whole batches; mentions that would not fill one are left out. */
function batchesOf(requests: readonly LinkRequest[]): string[] {
  const count = Math.floor(requests.length / BATCH)
  return Array.from({ length: count }, (_, i) =>
    JSON.stringify({ requests: requests.slice(i * BATCH, (i + 1) * BATCH) }),
  )
}

function hostileLink(): string {
  const text = 'x'.repeat(HOSTILE_BYTES / HOSTILE_VALUES - 20)
  const hints = Array.from({ length: HOSTILE_VALUES }, (_, nth) => [`hint_${nth}`, text])
  return JSON.stringify({ ...requests[0], hints: Object.fromEntries(hints) })
}

function hostileBatches(): string[] {
  return [
    `{"requests":[${hostileLink()}]}`,
    JSON.stringify({ useless: 'x'.repeat(HOSTILE_BYTES) }),
    `{"requests":[${'[1,[]],'.repeat(HOSTILE_BYTES / 7)}1]}`,
  ]
}

function writeBodies(name: string, lines: readonly string[]): string {
  const file = join(root, `${name}.jsonl`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

function newData(processes: number): string {
  const data = join(root, `data-${processes}`)
  mkdirSync(data, { mode: 0o700 })
  return data
}
