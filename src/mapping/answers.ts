import { questionOf } from '../internal.ts'
import type { LinkOutcome } from '../medlink.ts'
import { requireAnswer } from './answering.ts'

/** Columns next to each row, in this order. */
export const ANSWER_COLUMNS = [
  'code',
  'title',
  'matched',
  'is_linked',
  'link_reason',
  'needed',
  'score',
  'link_basis',
  'assumed',
  'version',
  'error',
] as const

/**
 * The answer to a request: its first candidate, linked or not, by {@link ANSWER_COLUMNS}; '' for an empty value.
 * `link_reason` is `no_candidate` if no code has a name like the text.
 */
export type Answer = Readonly<
  Record<Exclude<(typeof ANSWER_COLUMNS)[number], 'is_linked' | 'score'>, string>
> & {
  readonly is_linked: boolean
  /** [0, 1]; null where the ontology has none. */
  readonly score: number | null
}

/** Joins the ingredients of a combination that are linked together. */
const PLUS = ' + '

/** The answer for a row that cannot be linked, or whose request was refused. */
export function failedAnswer(error: string): Answer {
  return { ...NOTHING, error }
}

/**
 * The first candidate of an outcome.
 *
 * @throws MedlinkError where not this request was refused, but none can be answered
 */
export function answerOf(outcome: LinkOutcome): Answer {
  const answered = requireAnswer(outcome)
  if ('error' in answered) return failedAnswer(answered.error.message)
  const { version, results } = answered
  const first = results[0]
  // The ingredients of a combination are one answer.
  const linked = results.filter(({ is_linked }) => is_linked)
  const answer = linked.length > 1 ? linked : results.slice(0, 1)
  if (first === undefined) return { ...NOTHING, version, link_reason: 'no_candidate' }
  const { is_linked, score, metadata } = first
  const assumed = ('assumed' in metadata ? metadata.assumed : undefined) ?? {}
  return {
    code: answer.map(({ term_id }) => term_id).join(PLUS),
    title: answer.map((row) => row.metadata.preferred_name).join(PLUS),
    matched: answer.map(({ term_name }) => term_name).join(PLUS),
    is_linked,
    link_reason: metadata.link_reason,
    needed: questionOf(first) ?? '',
    score,
    link_basis: metadata.link_basis ?? '',
    assumed: Object.entries(assumed)
      .map(([axis, value]) => `${axis}: ${value}`)
      .join('; '),
    version,
    error: '',
  }
}

const NOTHING: Answer = {
  code: '',
  title: '',
  matched: '',
  is_linked: false,
  link_reason: '',
  needed: '',
  score: null,
  link_basis: '',
  assumed: '',
  version: '',
  error: '',
}
