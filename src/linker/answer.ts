import type { ExplainedResult, Explanation, LinkResult, LinkResultItem } from '../contract.ts'
import type { MetadataValue, NamedOntology } from '../ontologies/ontology.ts'
import type { Decided, Verdict } from './decide.ts'
import {
  type Answering,
  describeConcept,
  explanationOf,
  type LookedUp,
  type ResultRow,
  resultOf,
} from './link-result.ts'
import { substituteFor } from './look-up.ts'
import type { Task } from './task.ts'

interface AnswerTools extends Answering {
  readonly ontology: NamedOntology
}

/** The whole answer by look-up, or verdicts on candidates. */
export type Outcome = LookedUp | Decided

/**
 * Stage 10. Writes the answer in the contract's shape, with the reasons of every row if the task explains.
 *
 * Takes verdicts, or the row of a look-up. Gives the answer. Costs no steps.
 */
export function answer(outcome: Outcome, task: Task<AnswerTools>): LinkResult | ExplainedResult {
  const { request, requestId, tools, explains } = task
  const isLookedUp = 'row' in outcome
  const breakdown = isLookedUp ? null : tools.ontology.policy?.breakdown?.(outcome.query)
  const rows = isLookedUp
    ? [outcome.row]
    : outcome.verdicts.map((one) => rowOf(one, outcome, tools))
  const result = resultOf(tools, request, requestId, breakdown ?? null, rows)
  if (!explains) return result
  const explanations = isLookedUp
    ? [explanationOf(outcome)]
    : outcome.verdicts.map((one) => explanationFor(one, outcome, tools))
  return { ...result, explanations }
}

/**
 * The row of the code that can be billed and says the same as that of a header; the same row where it can be billed, and
 * where no code of the kind is.
 */
export function toBillableRow(row: LinkResultItem, tools: AnswerTools): LinkResultItem {
  const { index } = tools
  const found = index.getConcept(row.term_id)
  if (found === undefined) return row
  const substitute = substituteFor(tools, found.id, { billable: true })
  if (substitute.concept === found.id || substitute.rejection !== undefined) return row
  const concept = index.concept(substitute.concept)
  const name = { text: row.term_name, language: 'en' }
  const own = describeConcept(tools, concept, name, found.id)
  const metadata = { ...row.metadata, ...own, preferred_name: concept.name }
  return { ...row, term_id: concept.code, metadata } as LinkResultItem
}

function rowOf(verdict: Verdict, { isTruncated }: Decided, tools: AnswerTools): ResultRow {
  const { candidate, probability, reason, question, basis, conditions } = verdict
  const { query, match } = candidate
  const { index, ontology } = tools
  const concept = index.concept(verdict.concept)
  const name = index.term(match.term)
  // Objects of one row each are copied often: assigning is several times as fast as spreading them.
  const metadata = Object.assign(
    {} as Record<string, MetadataValue>,
    describeConcept(tools, concept, name, match.concept),
    ontology.policy?.describe?.(query, match, concept),
    { preferred_name: concept.name, link_reason: reason },
  )
  if (basis !== undefined) metadata.link_basis = basis
  if (conditions !== undefined) metadata.conditions = conditions
  if (question !== undefined) metadata.needed = question
  if (isTruncated) metadata.truncated = true
  return {
    term_id: concept.code,
    term_name: name.text,
    score: Math.round(probability * 10_000) / 10_000,
    is_linked: reason === 'linked',
    metadata,
  }
}

function explanationFor(
  { candidate, concept, proven }: Verdict,
  { accountOf }: Decided,
  { index }: AnswerTools,
): Explanation {
  const { reading, alignment, match, score, scorer } = candidate
  const explanation: Explanation = {
    term_id: index.concept(concept).code,
    readings: [...reading.replaced, ...alignment.substitutionsIn(match.term)],
    ranking_score: score,
    parts: scorer.parts(match),
  }
  if (proven === undefined) return explanation
  const { words, added } = accountOf(proven)
  const isOther = proven.match.term !== match.term
  const name = isOther && { account_of: index.term(proven.match.term).text }
  return { ...explanation, account: words, added, ...name }
}
