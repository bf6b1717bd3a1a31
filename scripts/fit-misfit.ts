/**
 * Fits the misfit of an ontology's first rows: the probability that a reader finds one far off or absurd.
 *
 *   tsx scripts/fit-misfit.ts --set <ontology>:<cases.jsonl>=<index dir> [--set …] --read <rows.tsv> [--out <file>]
 *
 * Cases are those of `medlink eval`. A first row that is not linked is a case of a good row if its code is right. Other first
 * rows are cases if a person read them: rows.tsv has the columns id, code and grade, without a header; grades are right, near,
 * far and absurd. Prints, for each set, what a fit without it would hide at several limits. One ontology a run gives a fit of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { linkRequestSchema } from '../src/contract.ts'
import { indexPath, installedVersions } from '../src/index/registry.ts'
import { createAnalyzer } from '../src/language/analyze.ts'
import { lazily } from '../src/language/remember.ts'
import { parseCase } from '../src/library/evaluate.ts'
import { misfitOf } from '../src/linker/misfit.ts'
import { openLinker } from '../src/linker/open.ts'
import type { MeasuredRow } from '../src/linker/pipeline.ts'
import { requireNamedOntology } from '../src/ontologies/all.ts'
import { fitLogistic, type LogisticCase } from './support/fit.ts'
import { formatTable } from './support/table.ts'

/** The misfit of a row by its grade. A far row still says something about the mention. */
const TARGETS = { right: 0, near: 0, far: 0.9, absurd: 1 } as const
type Grade = keyof typeof TARGETS
/** One right row in a hundred may be hidden, and every third bad one shown: right ones weigh more. */
const WEIGHTS = { right: 10, near: 4, far: 4, absurd: 4 } as const
const LIMITS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7]

interface Graded extends MeasuredRow, Omit<LogisticCase, 'inputs'> {
  readonly set: string
  readonly ontology: string
  readonly grade: Grade
}

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    read: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})
const analyzer = createAnalyzer()
const read = new Map(
  readFileSync(options.read, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [id, code, grade] = line.split('\t')
      return [`${id} ${code}`, grade as Grade]
    }),
)
const rows = options.set.flatMap(gradedRows)
/** The misfit of each row by a fit without its set. */
const heldOut = lazily(
  () =>
    new Map(
      [...new Set(rows.map(({ set }) => set))].flatMap((set) => {
        const { intercept, coefficients } = fitLogistic(rows.filter((row) => row.set !== set))
        const misfit = { intercept, coefficients, fitted_on: '', max: 1, max_behind: 1 }
        const own = rows.filter((row) => row.set === set)
        return own.map((row) => [row, misfitOf(misfit, row.inputs)] as const)
      }),
    ),
)
const table = LIMITS.flatMap((limit) => hiddenAt(limit))
console.log(formatTable(['limit', 'ontology', ...Object.keys(TARGETS)], table))
const fitted = fitLogistic(rows)
console.log(JSON.stringify(fitted, null, 2))
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(fitted, null, 2)}\n`)

/** "ontology:cases.jsonl=dir" */
function gradedRows(text: string): Graded[] {
  const [, name = '', file = '', dir = ''] = /^(.*?):(.*?)=(.*)$/.exec(text) ?? []
  const ontology = requireNamedOntology(name)
  const version = installedVersions(dir, name)[0]!
  const { linker } = openLinker(indexPath(dir, name, version), ontology, analyzer)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.flatMap((line, i) => {
    const { id, request, gold = [], accept = [] } = parseCase(line, i + 1)
    if (gold.length === 0) return []
    const first = linker.firstUnlinked(
      linkRequestSchema.parse({ ...request, ontology: name, top_k: 10 }),
    )
    if (first === undefined) return []
    const right = [...gold, ...accept]
    const grade = right.includes(first.code) ? 'right' : read.get(`${id} ${first.code}`)
    if (grade === undefined) return []
    const graded = { grade, target: TARGETS[grade], weight: WEIGHTS[grade] }
    return [{ set: basename(file), ontology: name, ...first, ...graded }]
  })
}

/** Share of the rows of each grade that a limit would hide, each by a fit without its set. */
function hiddenAt(limit: number) {
  return [...new Set(rows.map(({ ontology }) => ontology))].map((ontology) => {
    const shares = (Object.keys(TARGETS) as Grade[]).map((grade) => {
      const own = rows.filter((row) => row.ontology === ontology && row.grade === grade)
      const hidden = own.filter((row) => heldOut().get(row)! > limit).length
      return hidden / Math.max(1, own.length)
    })
    return [limit, ontology, ...shares]
  })
}
