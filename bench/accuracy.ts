/**
 * How often the answer is right, on every evaluation set of an installed ontology.
 *
 *   tsx bench/accuracy.ts [--dir D] [--inclusion-dir D] [--plain-dir D] [--evals DIR] [--build] [--releases DIR]
 *                         [--ablate] [--misses DIR] [--floors]
 *
 *   --dir            root of the indexes
 *   --inclusion-dir  root of an ICD-10-CM FY2024 index of order-file titles, for the set icd-inclusion alone: the
 *                    tabular list has the answers in it
 *   --plain-dir      root of indexes of the same versions built without Medlink's own names, for --ablate
 *   --evals          the folder with the sets; ../shared/evals when left out
 *   --build          first builds ICD-10-CM 2026 (all files), 2024 (order file) and, with --ablate, both without
 *                    Medlink's own names, into the folders above
 *   --releases       the folder with the releases to build; ../shared/releases when left out
 *   --ablate         the same without each of the tables
 *   --misses         a folder for the cases that were not right at once, a file a set; never commit it
 *   --floors         exits 1 when a measure is below its floor in bench/floors.json, and prints each
 *   --help           prints this
 *
 * Folders that are left out are below the system's temporary folder, so that --build is needed only once. Printed a
 * set: top-1, top-3, top-5, MRR@10, precision and coverage of `is_linked`, p50 and p99; then the precision and
 * coverage that every threshold on the first score would give.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installedVersions } from '../src/index/registry.ts'
import { type Answered, evaluate } from '../src/linker/evaluate.ts'
import { buildIndex } from '../src/medlink.ts'
import { ablate } from './ablation.ts'
import { answerSet, curveOf, type EvalSet, readEvalSets } from './eval-sets.ts'
import { checkFloors } from './floors.ts'
import { printHelp } from './options.ts'
import { openSubject, type Subject } from './subject.ts'
import { type Cell, formatTable, formatTsv } from './table.ts'

/** The set whose answers stand in the tabular list, and so in a full index. */
const INCLUSION_SET = 'icd-inclusion'
const RELEASES = [
  { version: '2026', inclusion: false },
  { version: '2024', inclusion: true },
] as const
/** From .99 down by hundredths to .90, then by twentieths. */
const THRESHOLDS = [
  ...Array.from({ length: 10 }, (_, i) => (99 - i) / 100),
  ...Array.from({ length: 17 }, (_, i) => (85 - 5 * i) / 100),
]

const cache = join(tmpdir(), 'medlink-accuracy')
const shared = fileURLToPath(new URL('../../shared', import.meta.url))
const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: join(cache, 'full') },
    'inclusion-dir': { type: 'string', default: join(cache, 'inclusion') },
    'plain-dir': { type: 'string', default: join(cache, 'plain') },
    evals: { type: 'string', default: join(shared, 'evals') },
    releases: { type: 'string', default: join(shared, 'releases') },
    build: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
    misses: { type: 'string' },
    floors: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
if (options.build) await buildIndexes()

const measured = new Map<string, Answered[]>()
const ablations: Cell[][] = []
for (const set of readEvalSets(options.evals)) {
  const dir = set.name === INCLUSION_SET ? options['inclusion-dir'] : options.dir
  if (installedVersions(dir, set.ontology).length === 0) continue
  const subject = openSubject(dir, set.ontology)
  const answers = answerSet(set, subject)
  measured.set(set.name, answers)
  if (options.ablate) ablations.push(...ablationRows(set, subject, answers))
  if (options.misses !== undefined) writeMisses(options.misses, set, answers)
  subject.close()
}
const evaluations = new Map([...measured].map(([set, answers]) => [set, evaluate(answers)]))

const header = ['set', 'n', 'top-1', 'top-3', 'top-5', 'MRR@10', 'precision', 'coverage']
const rows = [...evaluations].map(([set, evaluation]) => [
  set,
  evaluation.n,
  evaluation.top1,
  evaluation.top3,
  evaluation.top5,
  evaluation.mrr10,
  evaluation.linked_precision,
  evaluation.coverage,
  evaluation.p50_ms,
  evaluation.p99_ms,
])
console.log(formatTable([...header, 'p50 ms', 'p99 ms'], rows))
console.log(`\n${curveTable()}`)
const ablated = ['set', 'without', 'top-1', 'top-5', 'precision', 'coverage']
if (options.ablate) console.log(`\n${formatTable(ablated, ablations)}`)
if (options.floors) reportFloors()

async function buildIndexes(): Promise<void> {
  for (const { version, inclusion } of RELEASES) {
    const release = join(options.releases, 'icd-10-cm', version)
    const dir = inclusion ? options['inclusion-dir'] : options.dir
    await buildIndex('icd-10-cm', release, { dir })
    if (!options.ablate) continue
    await buildIndex('icd-10-cm', release, { dir: options['plain-dir'], curatedNames: false })
  }
}

function ablationRows(set: EvalSet, subject: Subject, answers: readonly Answered[]): Cell[][] {
  const all = [
    { without: '(nothing)', answers },
    ...ablate(set, subject, options['plain-dir']),
  ] as const
  return all.map(({ without, answers: own }) => {
    const { top1, top5, linked_precision, coverage } = evaluate(own)
    return [set.name, without, top1, top5, linked_precision, coverage]
  })
}

/** A row a threshold, a pair of columns a set. */
function curveTable(): string {
  const curves = [...measured].map(([set, answers]) => ({
    set,
    points: curveOf(answers, THRESHOLDS),
  }))
  const names = curves.flatMap(({ set }) => [`${set} precision`, 'coverage'])
  const lines = THRESHOLDS.map((threshold, i) => [
    threshold.toFixed(2),
    ...curves.flatMap(({ points }) => [points[i]!.precision, points[i]!.coverage]),
  ])
  return formatTable(['threshold', ...names], lines)
}

function writeMisses(folder: string, { name, cases }: EvalSet, answers: readonly Answered[]): void {
  const missed = answers.flatMap(({ id, gold, result: { results } }, i) => {
    const at = results.findIndex(({ term_id }) => gold.includes(term_id))
    if (at === 0) return []
    const { term_id = '', term_name = '', score = null, is_linked = false } = results[0] ?? {}
    const { query } = cases[i]!.request
    const first = [term_id, term_name, score ?? '', is_linked ? 'linked' : '']
    return [[id, query, gold.join(','), at < 0 ? '' : at + 1, ...first]]
  })
  const columns = ['id', 'query', 'gold', 'rank', 'first', 'name', 'score', 'linked']
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.tsv`), formatTsv([columns, ...missed]))
}

function reportFloors(): void {
  const checks = checkFloors(evaluations)
  for (const { set, measure, floor, value, holds } of checks) {
    const found = value === null ? 'not measured' : value.toFixed(4)
    console.log(`${holds ? 'holds' : 'BELOW'}  ${set} ${measure}: ${found}, floor ${floor}`)
  }
  if (checks.some(({ holds }) => !holds)) process.exitCode = 1
}
