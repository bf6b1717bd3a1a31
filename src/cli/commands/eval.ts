import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Answered,
  answerCases,
  type Evaluation,
  evaluate,
  type Medlink,
  MedlinkError,
  openMedlink,
  parseOntologyName,
  STARTER_VERSION,
} from '../../medlink.ts'
import { readCases } from '../eval/cases.ts'
import { writeResults } from '../eval/results.ts'
import { type Io, indexRoot, print, printJson } from '../io.ts'
import { remarkSample } from '../library.ts'
import { showProgress } from '../progress.ts'
import { askedFor, type RequestOptions } from '../request.ts'
import { layOutPairs } from '../table.ts'

export interface EvalOptions extends RequestOptions {
  readonly ontology?: string
  readonly version?: string
  readonly results?: string
  readonly jobs: number
  readonly json?: true
  readonly dir?: string
}

/**
 * Links every case of a file and prints what the answers show.
 *
 * @throws MedlinkError `invalid_request` for a file that cannot be read or a line that is no case
 */
export async function evaluateFile(io: Io, file: string, options: EvalOptions): Promise<void> {
  const { ontology, version, results, jobs } = options
  if (ontology !== undefined) parseOntologyName(ontology)
  if (results !== undefined) requireFolder(results)
  const cases = readCases(file, { ontology })
  const progress = showProgress(io)
  const medlink = openMedlink({ dir: indexRoot(io, options.dir) })
  try {
    const answers: Answered[] = []
    const overrides = { ontology, version, ...askedFor(options) }
    for await (const answer of answerCases(medlink, cases, { ...overrides, workers: jobs })) {
      const done = answers.push(answer)
      progress.update(done, cases.length, `${done} of ${cases.length} cases`)
    }
    progress.stop()
    remarkSamples(io, medlink, answers)
    if (results !== undefined) writeResults(results, answers)
    const figures = evaluate(answers)
    if (options.json) printJson(io, inContractOrder(figures))
    else print(io, ...summary(figures))
  } finally {
    progress.stop()
    medlink.close()
  }
}

/** Says of which ontologies the starter answered. */
function remarkSamples(io: Io, medlink: Medlink, answers: readonly Answered[]): void {
  const answered = answers.map(({ result }) => result)
  const sampled = answered.filter(({ version }) => version === STARTER_VERSION)
  for (const ontology of new Set(sampled.map(({ ontology }) => ontology)))
    remarkSample(io, medlink, ontology, STARTER_VERSION)
}

/** Finds out before the work that its results cannot be written. */
function requireFolder(file: string): void {
  if (existsSync(dirname(resolve(file)))) return
  throw new MedlinkError(
    'invalid_request',
    `${dirname(file)}, the folder of --results, is not there`,
  )
}

/** The keys that evaluation scripts read first, in their order; what Medlink counts beside them after. */
function inContractOrder(figures: Evaluation): Evaluation {
  const { n, top1, top3, top5, mrr10, weighted_top1, linked_precision, coverage } = figures
  const { p50_ms, p99_ms, ...rest } = figures
  return {
    ...{ n, top1, top3, top5, mrr10, weighted_top1, linked_precision, coverage, p50_ms, p99_ms },
    ...rest,
  }
}

function summary(figures: Evaluation): string[] {
  return layOutPairs([
    ['cases', figures.n.toLocaleString('en-US')],
    ['right code first', percent(figures.top1)],
    ['among the first 3', percent(figures.top3)],
    ['among the first 5', percent(figures.top5)],
    ['mean reciprocal rank', figures.mrr10?.toFixed(3) ?? NOTHING_COUNTED],
    ['right first, weighted', percent(figures.weighted_top1)],
    ['linked and right', `${percent(figures.linked_precision)} of what was linked`],
    ['linked at all', `${percent(figures.coverage)} of the cases with a right code`],
    ['linked wrongly', `${percent(figures.nil_link_rate)} of the cases without one`],
    ['rejected code first', figures.rejected.toLocaleString('en-US')],
    ['a yes where it is due', interval(figures.yes_coverage)],
    ['a yes that is right', interval(figures.yes_precision)],
    ['a no where it is due', interval(figures.refuses)],
    ['time a case', `${figures.p50_ms.toFixed(2)} ms half, ${figures.p99_ms.toFixed(2)} ms 99 %`],
  ])
}

const NOTHING_COUNTED = '–'

/** "91.2 % (88.0 to 93.9) of 398". */
function interval(proportion: Evaluation['refuses']): string {
  if (proportion === null) return NOTHING_COUNTED
  const { share, low, high, n } = proportion
  const ends = `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`
  return `${percent(share)} (${ends}) of ${n.toLocaleString('en-US')}`
}

function percent(rate: number | null): string {
  return rate === null ? NOTHING_COUNTED : `${(rate * 100).toFixed(1)} %`
}
