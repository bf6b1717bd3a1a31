/**
 * Compares two states of Medlink in one process: whether they give the same explained answers, and how long a link takes.
 *
 *   tsx bench/states.ts --before CHECKOUT --after CHECKOUT --dir D --ontology O [--before-dir D] [--evals DIR] [--limit N]
 *                       [--rounds N] [--changes FILE]
 *
 *   --before, --after  checkouts with a dist/ of their own
 *   --dir              root of indexes that both states open
 *   --before-dir       root of indexes for the state before, if it cannot open the others
 *   --evals            folder of evaluation sets; default: as bench/accuracy.ts. Without a set of the ontology, mentions are
 *                      drawn from the index
 *   --limit            requests at most, evenly taken; default: 2,500
 *   --rounds           calls of each request and state, in turn; default: 9. The least time counts
 *   --changes          a file for the changed answers, one JSON object a line; never commit it
 *
 * Prints p50 and p99 of both states with their ratio, and how many answers changed.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OPTIONAL, REQUIRED, readOptions } from '../scripts/support/options.ts'
import { formatTable } from '../scripts/support/table.ts'
import type { LinkRequest, Medlink } from '../src/medlink.ts'
import { readEvalSets } from './eval-sets.ts'
import { DEFAULT_FOLDERS, requireOntologyName } from './options.ts'
import { drawQueries } from './queries.ts'
import { openSubject, readNames } from './subject.ts'
import { quantilesOf, rounded } from './timing.ts'

const SEED = 1
/** Mentions a kind that are drawn from an index. */
const DRAWN = 400

const options = readOptions(import.meta.url, {
  ...{ before: REQUIRED, after: REQUIRED, dir: REQUIRED, 'before-dir': OPTIONAL },
  ...{
    ontology: OPTIONAL,
    evals: DEFAULT_FOLDERS.evals,
    limit: 2500,
    rounds: 9,
    changes: OPTIONAL,
  },
})
const dir = resolve(options.dir)
const ontology = requireOntologyName(options.ontology)
const states = [
  await openState(options.before, resolve(options['before-dir'] ?? dir)),
  await openState(options.after, dir),
] as const
const requests = evenly(readRequests(), options.limit)

const changes = requests.flatMap((request) => {
  const [before, after] = states.map((state) => explained(state, request))
  return before === after ? [] : [`{"before":${before},"after":${after}}`]
})
if (options.changes !== undefined) writeFileSync(options.changes, `${changes.join('\n')}\n`)

const [before, after] = time(options.rounds).map((ms) => quantilesOf([...ms]))
const ratioOf = (measure: 'p50_ms' | 'p99_ms') => rounded(after![measure] / before![measure], 3)
const rows = (['p50_ms', 'p99_ms'] as const).map((measure) => [
  ...[measure, before![measure], after![measure], ratioOf(measure)],
])
console.log(formatTable(['', 'before', 'after', 'ratio'], rows))
console.log(`${changes.length} of ${requests.length} answers changed`)
for (const state of states) state.close()

async function openState(checkout: string, root: string): Promise<Medlink> {
  const file = pathToFileURL(join(resolve(checkout), 'dist', 'medlink.js')).href
  const { openMedlink } = (await import(file)) as typeof import('../src/medlink.ts')
  return openMedlink({ dir: root })
}

function readRequests(): LinkRequest[] {
  const sets = readEvalSets(options.evals).filter((set) => set.ontology === ontology)
  if (sets.length > 0)
    return sets.flatMap(({ cases }) => cases.map(({ request }) => ({ ...request, ontology })))
  const subject = openSubject(dir, ontology)
  const drawn = drawQueries(readNames(subject.index), subject, DRAWN, SEED)
  subject.close()
  return drawn.map(({ request }) => request)
}

function evenly<T>(all: readonly T[], limit: number): T[] {
  const count = Math.min(all.length, limit)
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!)
}

/** The explained answer, its keys in the order of the alphabet. */
function explained(state: Medlink, request: LinkRequest): string {
  return JSON.stringify({ ...state.explain(request), request_id: '' }, (_, value: unknown) =>
    value === null || typeof value !== 'object' || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
}

/** The least time of each request in ms, by state. */
function time(rounds: number): Float64Array[] {
  const least = states.map(() => new Float64Array(requests.length).fill(Number.POSITIVE_INFINITY))
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < requests.length; i++)
      for (let turn = 0; turn < states.length; turn++) {
        const place = (turn + i + round) % states.length
        const start = performance.now()
        states[place]!.link(requests[i]!)
        const ms = performance.now() - start
        if (ms < least[place]![i]!) least[place]![i] = ms
      }
  return least
}
