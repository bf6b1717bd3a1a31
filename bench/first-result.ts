/**
 * Measures what a new process pays, of several checkouts in one run: the time from its start to its first result, and its memory.
 *
 *   tsx bench/first-result.ts --ontology O --query TEXT --state CHECKOUT:DIR [--state …] [--queries cases.jsonl] [--rounds N]
 *
 *   --ontology  what is asked
 *   --query     what each process is asked first
 *   --state     a checkout with a dist/, and the root of the indexes that it built; may be given several times
 *   --queries   a file of evaluation cases of which a thousand are asked afterwards; the first query again when left out
 *   --rounds    processes of each state, in turn; 7 when left out
 *   --help      prints this
 *
 * Printed a state: the least and the median time in ms, and medians of the resident memory after the first result and after all.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { printHelp, requireCount, requireOption } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import { parseCase, quantile } from '../src/library/evaluate.ts'
import { REQUESTS_AFTER_OPENING } from './openings.ts'
import { requireOntologyName } from './options.ts'
import { rounded } from './timing.ts'

const { values: options } = parseArgs({
  options: {
    ontology: { type: 'string' },
    query: { type: 'string' },
    state: { type: 'string', multiple: true, default: [] },
    queries: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
const ontology = requireOntologyName(options.ontology)
const first = { query: requireOption(options.query, 'query'), ontology }
const states = options.state.map((state) => {
  const at = state.lastIndexOf(':')
  return { name: state, checkout: resolve(state.slice(0, at)), dir: resolve(state.slice(at + 1)) }
})

interface Run {
  readonly ms: number
  readonly rssFirst: number
  readonly rssAfterAll: number
}

const folder = mkdtempSync(join(tmpdir(), 'medlink-first-result-'))
const file = join(folder, 'requests.json')
try {
  const asked = readQueries(options.queries)
  writeFileSync(
    file,
    JSON.stringify(
      Array.from({ length: REQUESTS_AFTER_OPENING }, (_, i) => asked[i % asked.length]),
    ),
  )
  const runs = new Map(states.map((state) => [state, [] as Run[]]))
  for (let round = requireCount(options.rounds, 'rounds'); round > 0; round--)
    for (const [state, own] of runs) own.push(runOne(state))
  const rows = [...runs].map(([{ name }, own]) => [
    name,
    Math.min(...own.map(({ ms }) => ms)),
    median(own.map(({ ms }) => ms)),
    rounded(median(own.map(({ rssFirst }) => rssFirst)) / 2 ** 20, 1),
    rounded(median(own.map(({ rssAfterAll }) => rssAfterAll)) / 2 ** 20, 1),
  ])
  console.log(
    formatTable(['state', 'least ms', 'median ms', 'MB, first result', 'MB, after all'], rows),
  )
} finally {
  rmSync(folder, { recursive: true })
}

/** The requests of a file of cases, asked of the ontology. */
function readQueries(path: string | undefined): object[] {
  if (path === undefined) return [first]
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line, i) => ({ ...parseCase(line, i + 1).request, ontology }))
}

function runOne({ checkout, dir }: (typeof states)[number]): Run {
  const child = fileURLToPath(new URL('open-child.mjs', import.meta.url))
  const library = pathToFileURL(join(checkout, 'dist/medlink.js')).href
  const startedAt = Date.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [child, library, dir, JSON.stringify(first), file],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${checkout} failed: ${stderr}`)
  const { firstResultAt, ...memory } = JSON.parse(stdout) as Omit<Run, 'ms'> & {
    firstResultAt: number
  }
  return { ms: firstResultAt - startedAt, ...memory }
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
