/**
 * Measures what a link costs as an index grows: SNOMED CT's shape at a thirteenth of its size, at a quarter and whole.
 *
 *   tsx bench/growth.ts [--limit N]
 *
 *   --limit  queries a kind, drawn from each index's own names; 500 when left out
 *
 * The packages are those of bench/generate-rf2.ts, built one after the other in processes of their own, in a temporary folder of
 * 2 GB. The indexes are then linked against in turns of fifty queries, each call timed on its own; the kinds are those of
 * bench/latency.ts. `slope`: of the line nearest to the p50 on axes that are both logarithmic; 1 would be a cost that grows as
 * the index does, 0 one that does not grow.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.ts'
import { type Cell, formatTable } from '../scripts/support/table.ts'
import { runChild } from './child.ts'
import { writeRf2Package } from './generate-rf2.ts'
import { type BenchQuery, drawQueries, type QueryKind } from './queries.ts'
import { openSubject, readNames } from './subject.ts'
import { temporaryFolder } from './temporary.ts'
import { quantilesOf, timeEach } from './timing.ts'

const SEED = 20_261_123
const TURN = 50
/** Active concepts: 100,000 names, 300,000 and 1.3 million. */
const SIZES = [29_000, 87_000, 375_000]
const KINDS = ['1 word', '3 words', '6 words', 'typo', 'noise word'] as const satisfies QueryKind[]

const { limit } = readOptions(import.meta.url, { limit: 500 })
const root = temporaryFolder()
const sizes: Awaited<ReturnType<typeof open>>[] = []
for (const concepts of SIZES) sizes.push(await open(concepts))
const header = ['p50 / p99 ms', ...sizes.map(({ names }) => `${names} names`), 'slope']
console.log(formatTable(header, KINDS.map(measure)))
for (const { close } of sizes) close()

/** Generates, builds and opens an index. */
async function open(concepts: number) {
  const dir = join(root, String(concepts))
  mkdirSync(dir)
  const release = writeRf2Package(dir, { concepts })
  await runChild('build-child.mjs', ['snomed', dir, '', release])
  rmSync(release, { recursive: true })
  const { medlink, ...subject } = openSubject(dir, 'snomed')
  const all = readNames(subject.index)
  const queries = drawQueries(all, subject, limit, SEED)
  const link = ({ request }: BenchQuery) => medlink.link(request)
  timeEach(queries, link)
  return { names: all.length, queries, link, close: () => subject.close() }
}

/** p50 and p99 of a kind at each size, and the slope of p50. */
function measure(kind: QueryKind): Cell[] {
  const ms = sizes.map((): number[] => [])
  for (let from = 0; from < limit; from += TURN)
    for (const [i, { queries, link }] of sizes.entries()) {
      const turn = queries.filter((query) => query.kind === kind).slice(from, from + TURN)
      ms[i]!.push(...timeEach(turn, link).ms)
    }
  const found = ms.map(quantilesOf)
  const slope = slopeOf(sizes.map(({ names }, i) => [names, found[i]!.p50_ms]))
  return [kind, ...found.map(({ p50_ms, p99_ms }) => `${p50_ms} / ${p99_ms}`), slope]
}

/** Of the line through points of two logarithms with the least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const mean = (of: (point: readonly [number, number]) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)]
  return mean(([x, y]) => (x - meanX) * (y - meanY)) / mean(([x]) => (x - meanX) ** 2)
}
