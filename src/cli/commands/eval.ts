import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseOntologyName, STARTER_VERSION } from '../../internal.ts'
import {
  type Answered,
  type AnsweredDocument,
  type AnsweredSentence,
  answerCases,
  answerDocuments,
  answerSentences,
  type DocumentCase,
  type Evaluation,
  type EvaluationCase,
  evaluate,
  evaluateDocuments,
  evaluateSentences,
  type SentenceCase,
} from '../../library/eval.ts'
import { type Medlink, MedlinkError } from '../../medlink.ts'
import { readCases } from '../eval/cases.ts'
import { writeResults } from '../eval/results.ts'
import { documentSummary, mentionSummary, sentenceSummary } from '../eval/summary.ts'
import { type Io, print, printJson, UsageError } from '../io.ts'
import { openIndexes, remarkSample } from '../library.ts'
import { withProgress } from '../progress.ts'
import { askedFor, type RequestOptions } from '../request.ts'

export interface EvalOptions extends RequestOptions {
  readonly ontology?: string
  readonly version?: string
  readonly results?: string
  readonly jobs: number
  readonly json?: true
  readonly dir?: string
  readonly names?: readonly string[]
}

/** The ontology of documents; their codes are of no other. */
const DOCUMENTS = 'icd-10-cm'

/**
 * Answers every case of a file and prints what the answers show.
 *
 * @throws MedlinkError `invalid_request` for a file that cannot be read or a line that is no case
 * @throws UsageError for documents and another ontology than theirs
 */
export async function evaluateFile(io: Io, file: string, options: EvalOptions): Promise<void> {
  const { ontology, results } = options
  if (ontology !== undefined) parseOntologyName(ontology)
  if (results !== undefined) requireFolder(results)
  const read = readCases(file, { ontology })
  if (read.kind === 'sentences') return evaluateAllSentences(io, read.cases, options)
  if (read.kind === 'mentions') return evaluateMentions(io, read.cases, options)
  if (ontology !== undefined && ontology !== DOCUMENTS)
    throw new UsageError(`documents have codes of ${DOCUMENTS}: leave out --ontology`)
  return evaluateAllDocuments(io, read.cases, options)
}

async function evaluateMentions(
  io: Io,
  cases: readonly EvaluationCase[],
  options: EvalOptions,
): Promise<void> {
  const { ontology, version, jobs } = options
  const medlink = openIndexes(io, options)
  try {
    const overrides = { ontology, version, ...askedFor(options) }
    const answering = answerCases(medlink, cases, { ...overrides, workers: jobs })
    const answers = await collect(io, answering, cases.length)
    remarkSamples(io, medlink, answers)
    const written = answers.map(({ id, result: { results } }) => ({ id, results }))
    const figures = evaluate(answers)
    report(io, options, written, inContractOrder(figures), mentionSummary(figures))
  } finally {
    medlink.close()
  }
}

async function evaluateAllDocuments(
  io: Io,
  cases: readonly DocumentCase[],
  options: EvalOptions,
): Promise<void> {
  const { version, strictness, billable, encounter } = options
  const medlink = openIndexes(io, options)
  try {
    const answering = answerDocuments(medlink, cases, { version, strictness, billable, encounter })
    const answers: AnsweredDocument[] = await collect(io, answering, cases.length)
    remarkSamples(io, medlink, answers)
    const written = answers.map(({ id, result: { entities } }) => ({ id, entities }))
    const figures = evaluateDocuments(answers)
    report(io, options, written, figures, documentSummary(figures))
  } finally {
    medlink.close()
  }
}

/** The context of a condition follows from the words of its sentence alone: no index is opened. */
async function evaluateAllSentences(
  io: Io,
  cases: readonly SentenceCase[],
  options: EvalOptions,
): Promise<void> {
  const answers: AnsweredSentence[] = await collect(io, answerSentences(cases), cases.length)
  const written = answers.map(({ sentence: { id }, traits }) => ({ id, traits }))
  const figures = evaluateSentences(answers)
  report(io, options, written, figures, sentenceSummary(figures))
}

/** All answers, and on a terminal how many there are so far. */
async function collect<Answer>(
  io: Io,
  answering: Iterable<Answer> | AsyncIterable<Answer>,
  total: number,
): Promise<Answer[]> {
  return withProgress(io, async (update) => {
    const answers: Answer[] = []
    for await (const answer of answering) {
      const done = answers.push(answer)
      update(done, total, `${done} of ${total} cases`)
    }
    return answers
  })
}

function report(
  io: Io,
  { results, json }: EvalOptions,
  written: readonly object[],
  figures: object,
  summary: readonly string[],
): void {
  if (results !== undefined) writeResults(results, written)
  if (json) printJson(io, figures)
  else print(io, ...summary)
}

/** Says of which ontologies the starter answered. */
function remarkSamples(
  io: Io,
  medlink: Medlink,
  answers: readonly Pick<Answered | AnsweredDocument, 'result'>[],
): void {
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

/** The keys that evaluation scripts read first, in their order; Medlink's other counts after. */
function inContractOrder(figures: Evaluation): Evaluation {
  const { n, top1, top3, top5, mrr10, weighted_top1, linked_precision, coverage } = figures
  const { p50_ms, p99_ms, ...rest } = figures
  return {
    ...{ n, top1, top3, top5, mrr10, weighted_top1, linked_precision, coverage, p50_ms, p99_ms },
    ...rest,
  }
}
