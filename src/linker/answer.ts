import {
  type EmptyReason,
  type ExplainedResult,
  type Explanation,
  type LinkBasis,
  type LinkReason,
  type LinkResult,
  type ParsedLinkRequest,
  type PassedOver,
  readHints,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept, StoredTerm } from '../index/reader.ts'
import type { MetadataValue, NamedOntology, Ontology } from '../ontologies/ontology.ts'
import type { Decided, Verdict } from './decide.ts'
import type { Passed, Sifted } from './sift.ts'
import type { SiteNames } from './site-names.ts'
import type { Task } from './task.ts'

/** A row of the answer, whatever its ontology. */
export interface ResultRow {
  readonly term_id: string
  readonly term_name: string
  readonly score: number | null
  readonly is_linked: boolean
  readonly metadata: Readonly<Record<string, MetadataValue>> & {
    readonly preferred_name: string
    readonly link_reason: LinkReason
    readonly link_basis?: LinkBasis
  }
}

/** The row of a query that was looked up whole; the note is that of a site's name. */
export interface LookedUp {
  readonly row: ResultRow
  readonly note?: string
}

/** Properties that all answers of one index share. */
export interface Answering {
  readonly index: MedlinkIndex
  readonly ontology: Ontology
  readonly modelVersion: string
  /** Names that the site gave codes; undefined if it gave none. */
  readonly siteNames: SiteNames | undefined
}

interface AnswerTools extends Answering {
  readonly ontology: NamedOntology
}

/** The whole answer by look-up, or verdicts on candidates. */
export type Outcome = LookedUp | Sifted

/**
 * Stage 11. Writes the answer in the contract's shape, with the reasons of every row if the task explains.
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
  const emptyBecause = isLookedUp ? undefined : outcome.emptyBecause
  const result = resultOf(tools, request, requestId, breakdown ?? null, rows, emptyBecause)
  if (!explains) return result
  const explanations = isLookedUp
    ? [explanationOf(outcome)]
    : outcome.verdicts.map((one) => explanationFor(one, outcome, tools))
  const passed = isLookedUp ? [] : outcome.passedOver.map((one) => passedOverFor(one, tools))
  return { ...result, explanations, ...(passed.length > 0 && { passed_over: passed }) }
}

function passedOverFor({ verdict, because, misfit }: Passed, { index }: AnswerTools): PassedOver {
  const { candidate, concept } = verdict
  return {
    term_id: index.concept(concept).code,
    term_name: index.term(candidate.match.term).text,
    because,
    ...(misfit !== undefined && { misfit: rounded(misfit) }),
  }
}

/** A probability as answers state it. */
function rounded(probability: number): number {
  return Math.round(probability * 10_000) / 10_000
}

function rowOf(verdict: Verdict, { isTruncated }: Decided, tools: AnswerTools): ResultRow {
  const { candidate, probability, reason, question, basis, conditions, meanings } = verdict
  const { query, match } = candidate
  const { index, ontology } = tools
  const concept = index.concept(verdict.concept)
  const name = index.term(match.term)
  // The description is this row's own. Assigning to it is several times as fast as spreading it.
  const metadata = Object.assign(
    describeConcept(tools, concept, name, match.concept),
    ontology.policy?.describe?.(query, match, concept),
    { preferred_name: concept.name, link_reason: reason },
  )
  if (basis !== undefined) metadata.link_basis = basis
  if (conditions !== undefined) metadata.conditions = conditions
  if (meanings !== undefined) metadata.meanings = meanings
  if (question !== undefined) metadata.needed = question
  if (isTruncated) metadata.truncated = true
  return {
    term_id: concept.code,
    term_name: name.text,
    score: rounded(probability),
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

/** Writes an answer in the contract's shape. */
export function resultOf(
  { index, modelVersion }: Answering,
  request: ParsedLinkRequest,
  requestId: string,
  breakdown: Readonly<Record<string, unknown>> | null,
  results: readonly ResultRow[],
  emptyBecause?: EmptyReason,
): LinkResult {
  const { ignored } = readHints(request.ontology, request.metadata)
  const result = {
    request_id: requestId,
    query: request.query,
    query_breakdown: breakdown,
    ontology: request.ontology,
    version: index.manifest.version,
    index_name: index.name,
    model_version: modelVersion,
    ...(ignored.length > 0 && { ignored_hints: ignored }),
    results,
    ...(emptyBecause !== undefined && { empty_because: emptyBecause }),
  }
  // A test over all ontologies holds their metadata to the contract's schemas.
  return result as unknown as LinkResult
}

/**
 * The metadata of a concept.
 *
 * @param found `concept.id` of the concept that was found; the described one may be its substitute
 */
export function describeConcept(
  { index, ontology }: Pick<Answering, 'index' | 'ontology'>,
  concept: StoredConcept,
  name: Pick<StoredTerm, 'text' | 'language'>,
  found: number,
): Record<string, MetadataValue> {
  const other = found === concept.id ? undefined : index.concept(found)
  return ontology.describe(concept, name, other)
}

/** Explains a row that was looked up: the look-up is the whole reason. */
export function explanationOf({ row, note }: LookedUp): Explanation {
  const feature = row.metadata.link_basis!
  return {
    ...{ term_id: row.term_id, ranking_score: 1, parts: [{ feature, value: 1, share: 1 }] },
    readings: [],
    ...(note && { note }),
  }
}
