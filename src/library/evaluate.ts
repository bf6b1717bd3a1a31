import * as z from 'zod'
import {
  type LinkRequest,
  type LinkResult,
  linkRequestSchema,
  type ParsedLinkRequest,
  parseRequest,
} from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import { ratio } from './agreement.ts'
import { parseCaseLine } from './case-line.ts'
import type { Medlink } from './medlink.ts'
import { type Proportion, proportionOf } from './proportion.ts'

const CODES = 'must be a list of codes'
const codes = z.array(z.string(CODES), CODES).optional()

/** One evaluation case. */
export const evaluationCaseSchema = z.object({
  id: z.string('must be a string'),
  request: linkRequestSchema.partial({
    ...{ ontology: true, top_k: true, collapse: true },
    ...{ assume: true, strictness: true, billable: true, granularity: true },
  }),
  /** Codes that count as right; none where nothing should be linked or, with `link`, where the code is not known. */
  gold: codes,
  /** Codes that are as right as gold. */
  accept: codes,
  /** Codes that are neither right nor wrong: of another level, a finding for a disorder. */
  tolerated: codes,
  /** Codes that must not come first. */
  reject: codes,
  /** True if a careful coder should accept a code from this text and these hints alone; default: unknown. */
  link: z.boolean('must be true or false').optional(),
  /** Number of times that the source saw the mention; default: 1. */
  weight: z.number('must be a number, 0 or more').nonnegative('must be 0 or more').optional(),
})
export type EvaluationCase = z.infer<typeof evaluationCaseSchema>

/** Figures of a set of cases. Rates are in [0, 1], null if nothing could be counted. */
export interface Evaluation {
  readonly n: number
  readonly top1: number | null
  readonly top3: number | null
  readonly top5: number | null
  readonly mrr10: number | null
  readonly weighted_top1: number | null
  /** Share of linked answers that are right, over cases with an answer linked. */
  readonly linked_precision: number | null
  /** Share of the cases with a right code that have an answer linked. */
  readonly coverage: number | null
  /** Share of the cases without a right code that have an answer linked; null when there are none. */
  readonly nil_link_rate: number | null
  /** Cases whose first answer is one they reject. */
  readonly rejected: number
  /** Share of the cases that should be linked that are linked, to any code; null if no case says. */
  readonly yes_coverage: Proportion | null
  /** Share of right codes among those of them that are linked to a code known to be right or wrong. */
  readonly yes_precision: Proportion | null
  /** Share of the cases that should not be linked that are not linked. */
  readonly refuses: Proportion | null
  readonly p50_ms: number
  readonly p99_ms: number
}

/** A case with its answer. */
export interface Answered {
  readonly id: string
  /** The right codes: the case's `gold` and `accept`. */
  readonly gold: readonly string[]
  readonly tolerated: readonly string[]
  readonly reject: readonly string[]
  readonly link: boolean | undefined
  readonly weight: number
  readonly result: LinkResult
  /** Time of linking, where it ran. */
  readonly ms: number
}

/** Fields that override those of every case, if given. */
export interface CaseOverrides
  extends Readonly<
    Pick<
      LinkRequest,
      'version' | 'strictness' | 'assume' | 'billable' | 'encounter' | 'granularity'
    >
  > {
  readonly ontology?: string | undefined
}

/** Links one case on this thread, ten candidates. @throws MedlinkError what `link` throws */
export function answerCase(
  medlink: Medlink,
  evaluationCase: EvaluationCase,
  overrides: CaseOverrides = {},
): Answered {
  const request = requestOf(evaluationCase, overrides)
  const start = performance.now()
  const result = medlink.link(request)
  return answered(evaluationCase, result, performance.now() - start)
}

/**
 * Links every case, ten candidates each. Yields one answer at a time, in the order of the cases. Opening an index is not
 * part of the time a case takes.
 *
 * @param options `workers` threads link at the same time ({@link Medlink.linkMany}); 1, the default, is this thread
 * @throws MedlinkError what linking a case throws, which ends the iteration
 */
export async function* answerCases(
  medlink: Medlink,
  cases: readonly EvaluationCase[],
  { workers = 1, ...overrides }: CaseOverrides & { readonly workers?: number } = {},
): AsyncGenerator<Answered, void> {
  if (workers === 1) {
    const opened = new Set<string>()
    for (const each of cases) {
      const { ontology, version } = each.request
      const index = `${ontology} ${version}`
      if (!opened.has(index)) answerCase(medlink, each, overrides)
      opened.add(index)
      yield answerCase(medlink, each, overrides)
    }
    return
  }
  const requests = cases.map((each) => requestOf(each, overrides))
  let i = 0
  let ms = 0
  const onProgress = (_done: number, took: number) => {
    ms = took
  }
  for await (const outcome of medlink.linkMany(requests, { workers, onProgress })) {
    if ('error' in outcome) throw new MedlinkError(outcome.error.code, outcome.error.message)
    yield answered(cases[i++]!, outcome, ms)
  }
}

function requestOf({ request }: EvaluationCase, overrides: CaseOverrides): ParsedLinkRequest {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined)
  return parseRequest(linkRequestSchema, { ...request, ...Object.fromEntries(given), top_k: 10 })
}

/** A case with the answer to it. */
export function answered(evaluationCase: EvaluationCase, result: LinkResult, ms: number): Answered {
  const {
    id,
    gold = [],
    accept = [],
    tolerated = [],
    reject = [],
    link,
    weight = 1,
  } = evaluationCase
  return { id, gold: [...gold, ...accept], tolerated, reject, link, weight, result, ms }
}

/** Computes the figures of answers. A case that should be linked and has no right code does not count: its code is unknown. */
export function evaluate(all: readonly Answered[]): Evaluation {
  const answers = all.filter(({ link, gold }) => link !== true || gold.length > 0)
  const withGold = answers.filter(({ gold }) => gold.length > 0)
  const withoutGold = answers.filter(({ gold }) => gold.length === 0)
  const ranks = withGold.map(rankOfGold)
  const linked = answers.filter(isLinked)
  const within = (k: number) => ranks.filter((rank) => rank <= k).length
  const weights = withGold.reduce((sum, { weight }) => sum + weight, 0)
  const rightWeight = withGold.reduce(
    (sum, { weight }, i) => sum + (ranks[i] === 1 ? weight : 0),
    0,
  )
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    n: answers.length,
    top1: ratio(within(1), withGold.length),
    top3: ratio(within(3), withGold.length),
    top5: ratio(within(5), withGold.length),
    mrr10: ratio(
      ranks.reduce((sum, rank) => sum + (rank <= 10 ? 1 / rank : 0), 0),
      withGold.length,
    ),
    weighted_top1: ratio(rightWeight, weights),
    linked_precision: ratio(linked.filter(isRightlyLinked).length, linked.length),
    coverage: ratio(linked.filter(({ gold }) => gold.length > 0).length, withGold.length),
    nil_link_rate: ratio(linked.filter(({ gold }) => gold.length === 0).length, withoutGold.length),
    rejected: answers.filter(({ reject, result }) =>
      reject.includes(result.results[0]?.term_id ?? ''),
    ).length,
    ...evaluateYes(answers),
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
  }
}

/** How far a yes is given where it is due, and right where it is given. */
function evaluateYes(
  answers: readonly Answered[],
): Pick<Evaluation, 'yes_coverage' | 'yes_precision' | 'refuses'> {
  const due = answers.filter(({ link }) => link === true)
  const undue = answers.filter(({ link }) => link === false)
  const given = due.filter(isLinked)
  const counted = given.filter(({ tolerated, result }) => !tolerated.includes(linkedCode(result)!))
  return {
    yes_coverage: proportionOf(given.length, due.length),
    yes_precision: proportionOf(counted.filter(isRightlyLinked).length, counted.length),
    refuses: proportionOf(undue.filter((answer) => !isLinked(answer)).length, undue.length),
  }
}

/** Parses one line of a cases file. @throws MedlinkError `invalid_request` naming the line */
export function parseCase(line: string, lineNumber: number): EvaluationCase {
  return parseCaseLine(evaluationCaseSchema, 'a case', line, lineNumber)
}

/** Place of the first right code among distinct codes, from 1; infinite when it is not there. */
function rankOfGold({ gold, result }: Answered): number {
  const codes = [...new Set(result.results.map((row) => row.term_id))]
  const at = codes.findIndex((code) => gold.includes(code))
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1
}

function linkedCode({ results }: LinkResult): string | undefined {
  return results.find(({ is_linked }) => is_linked)?.term_id
}

function isLinked({ result }: Answered): boolean {
  return linkedCode(result) !== undefined
}

function isRightlyLinked({ gold, result }: Answered): boolean {
  const code = linkedCode(result)
  return code !== undefined && gold.includes(code)
}

/** Nearest-rank quantile of ascending values; 0 when there are none. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0
  return values[Math.min(values.length - 1, Math.ceil(share * values.length) - 1)]!
}
