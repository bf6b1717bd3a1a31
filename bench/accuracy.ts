/**
 * Measures how often the answer is right, on every evaluation set of an installed ontology.
 *
 *   tsx bench/accuracy.ts [--dir D] [--inclusion-dir D] [--evals DIR] [--build] [--releases DIR]
 *                         [--misses DIR] [--floors]
 *
 *   --inclusion-dir  root of an ICD-10-CM FY2024 index of order-file titles, for the set icd-inclusion alone: the
 *                    tabular list has the answers in it
 *   --build          first builds ICD-10-CM 2026 (all files), 2024 (order file), LOINC (the pool), SNOMED CT (the
 *                    open dictionary) and medication (the RxNorm subset and Drugs@FDA) into the folders above
 *   --misses         a folder for the cases that were not right at once, a file a set; never commit it
 *   --floors         exits 1 when a measure is below its floor in bench/floors.json, and prints each
 *
 * Folders that are left out are below the system's temporary folder, so that --build is needed only once. Printed a
 * set: top-1, top-3, top-5, MRR@10, precision and coverage of `is_linked`, share of the cases without a right code that
 * are linked, coverage and precision of a yes and the share of refusals where cases say whether one is due, p50 and p99. Sets of
 * ontologies that are not installed are left out.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPTIONAL, readOptions } from '../scripts/support/options.ts'
import { formatRows, formatTsv } from '../scripts/support/table.ts'
import { buildIndex } from '../src/build/build.ts'
import { installedVersions } from '../src/index/registry.ts'
import { type Answered, answerCase, evaluate } from '../src/library/evaluate.ts'
import { type EvalSet, readEvalSets } from './eval-sets.ts'
import { holdFloors } from './floors.ts'
import { DEFAULT_FOLDERS, FULL_INDEXES } from './options.ts'
import { openSubject } from './subject.ts'

/** The set whose answers stand in the tabular list, and so in a full index. */
const INCLUSION_SET = 'icd-inclusion'
/** The set that is measured with what practice takes for granted, too. */
const USUAL_SET = 'clinic-loinc'
const OPEN_DICTIONARY = 'SnomedCT_OpenDictionaryRF2_PRODUCTION_20260101T120000Z'
const DRUGS = ['rxnorm-subset', 'drugs-at-fda']
/** Below the folder with the releases; a version only where the release states none. */
const RELEASES = [
  { ontology: 'icd-10-cm', release: '2026', root: 'dir' },
  { ontology: 'icd-10-cm', release: '2024', root: 'inclusion-dir' },
  { ontology: 'loinc', release: 'pool', version: 'pool', root: 'dir' },
  { ontology: 'snomed', release: OPEN_DICTIONARY, root: 'dir' },
  { ontology: 'medication', release: DRUGS, version: 'subset', root: 'dir' },
] as const

const options = readOptions(import.meta.url, {
  ...{ dir: FULL_INDEXES, ...DEFAULT_FOLDERS, build: false, misses: OPTIONAL, floors: false },
  'inclusion-dir': join(FULL_INDEXES, '..', 'inclusion'),
})
if (options.build) await buildIndexes()

const measured = new Map<string, Answered[]>()
for (const { set, dir } of readEvalSets(options.evals).flatMap(runsOf)) {
  const { medlink, version, close } = openSubject(dir, set.ontology)
  const answers = set.cases.map((each) => answerCase(medlink, each, { version }))
  measured.set(set.name, answers)
  if (options.misses !== undefined) writeMisses(options.misses, set, answers)
  close()
}
const evaluations = new Map([...measured].map(([set, answers]) => [set, evaluate(answers)]))

const rows = [...evaluations].map(([set, evaluation]) => ({
  ...{ set, n: evaluation.n, 'top-1': evaluation.top1, 'top-3': evaluation.top3 },
  ...{ 'top-5': evaluation.top5, 'MRR@10': evaluation.mrr10 },
  ...{ precision: evaluation.linked_precision, coverage: evaluation.coverage },
  'nil linked': evaluation.nil_link_rate,
  'yes coverage': evaluation.yes_coverage?.share ?? null,
  'yes precision': evaluation.yes_precision?.share ?? null,
  refuses: evaluation.refuses?.share ?? null,
  ...{ 'p50 ms': evaluation.p50_ms, 'p99 ms': evaluation.p99_ms },
}))
console.log(formatRows(rows))
if (options.floors) {
  const measures = [...evaluations].flatMap(([set, { top1, top5, linked_precision, coverage }]) =>
    Object.entries({ top1, top5, linked_precision, coverage }).map(([measure, value]) => [
      ...[`${set} ${measure}`, value],
    ]),
  )
  holdFloors('floors.json', Object.fromEntries(measures))
}

async function buildIndexes(): Promise<void> {
  const releaseOf = (of: (typeof RELEASES)[number]) =>
    [of.release].flat().map((release) => join(options.releases, of.ontology, release))
  for (const one of RELEASES) {
    const stated = 'version' in one ? { version: one.version } : {}
    await buildIndex(one.ontology, releaseOf(one), { dir: options[one.root], ...stated })
  }
}

/** Against which indexes a set is measured: none where its ontology is not installed. */
function runsOf(set: EvalSet): { readonly set: EvalSet; readonly dir: string }[] {
  const dir = set.name === INCLUSION_SET ? options['inclusion-dir'] : options.dir
  if (installedVersions(dir, set.ontology).length === 0) return []
  if (set.name !== USUAL_SET) return [{ set, dir }]
  const cases = set.cases.map((one) => ({
    ...one,
    request: { ...one.request, assume: 'usual' as const },
  }))
  return [
    { set, dir },
    { set: { ...set, name: `${USUAL_SET} (usual)`, cases }, dir },
  ]
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
