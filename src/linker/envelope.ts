import {
  type Explanation,
  type LinkReason,
  type LinkResult,
  type ParsedLinkRequest,
  readHints,
  type ScorePart,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept, StoredTerm } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { Answer, MetadataValue, Ontology } from '../ontologies/ontology.ts'

/** The whole reason for an answer by look-up. */
const CODE_PART: ScorePart = { feature: 'code', value: 1, share: 1 }

/** A row of the answer, before it is known of which ontology. */
export interface ResultRow {
  readonly term_id: string
  readonly term_name: string
  readonly score: number | null
  readonly is_linked: boolean
  readonly metadata: Readonly<Record<string, MetadataValue>> & {
    readonly preferred_name: string
    readonly link_reason: LinkReason
  }
}

/** What every answer of one index has in common. */
export interface Answering {
  readonly index: MedlinkIndex
  readonly ontology: Ontology
  readonly modelVersion: string
}

/** Rows as the contract has them. */
export function resultOf(
  { index, modelVersion }: Answering,
  request: ParsedLinkRequest,
  requestId: string,
  breakdown: Readonly<Record<string, unknown>> | null,
  results: readonly ResultRow[],
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
  }
  // What an ontology says of itself is held to the contract's schemas by a test over all of them.
  return result as unknown as LinkResult
}

/**
 * The row of a query that is a code: that code, or the one that means the same where it is retired or not demanded.
 *
 * @param answerFor what answers in a code's place, by its `concept.id`
 */
export function rowForCode(
  { index, ontology }: Answering,
  query: string,
  answerFor: (concept: number) => Answer,
): ResultRow | undefined {
  const code = ontology.parseCode(query.trim())
  const found = code === undefined ? undefined : index.getConcept(code)
  if (found === undefined) return undefined
  const meant = found.active ? found : (exactReplacement(index.replacementsOf(found.id)) ?? found)
  const answer = answerFor(meant.id)
  const concept = index.concept(answer.concept)
  const reason = meant.active ? (answer.rejection ?? 'linked') : 'retired'
  return {
    term_id: concept.code,
    term_name: concept.name,
    score: 1,
    is_linked: reason === 'linked',
    metadata: {
      ...describeConcept({ index, ontology }, concept, index.preferredTerm(concept), meant.id),
      preferred_name: concept.name,
      link_reason: reason,
      link_basis: 'code',
      ...(answer.question !== undefined && { needed: answer.question }),
    },
  }
}

/** @param found `concept.id` of the one that was found, in whose place the concept may stand */
export function describeConcept(
  { index, ontology }: Pick<Answering, 'index' | 'ontology'>,
  concept: StoredConcept,
  name: Pick<StoredTerm, 'text' | 'language'>,
  found: number,
): Record<string, MetadataValue> {
  const other = found === concept.id ? undefined : index.concept(found)
  return ontology.describe(concept, name, other)
}

/** Why a query that is a code has its row. */
export function explanationByCode({ term_id }: ResultRow): Explanation {
  return { term_id, ranking_score: 1, parts: [CODE_PART], readings: [] }
}
