import {
  type Explanation,
  type LinkBasis,
  type LinkReason,
  type LinkResult,
  type ParsedLinkRequest,
  readHints,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept, StoredTerm } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { Answer, MetadataValue, Ontology } from '../ontologies/ontology.ts'
import type { SiteNames } from './site-names.ts'

/** A row of the answer, before it is known of which ontology. */
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

/** What every answer of one index has in common. */
export interface Answering {
  readonly index: MedlinkIndex
  readonly ontology: Ontology
  readonly modelVersion: string
  /** Names that the site gave codes; undefined where there are none. */
  readonly siteNames: SiteNames | undefined
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
 * The row of a query that is looked up whole: of a code or, where there is none, of a name that the site gave one. That code
 * answers, or the one that means the same where it is retired or not demanded.
 *
 * @param answerFor what answers in a code's place, by its `concept.id`
 */
export function lookedUp(
  answering: Answering,
  { query, ontology, metadata }: ParsedLinkRequest,
  answerFor: (concept: number) => Answer,
): LookedUp | undefined {
  const { index, siteNames } = answering
  const code = answering.ontology.parseCode(query.trim())
  const found = code === undefined ? undefined : index.getConcept(code)
  if (found !== undefined) return { row: rowOf(answering, found, 'code', answerFor) }
  const siteName = siteNames?.find(query, readHints(ontology, metadata).hints)
  const named = siteName && index.getConcept(siteName.code)
  if (siteName === undefined || named === undefined) return undefined
  const row = rowOf(answering, named, 'site_name', answerFor)
  return { row: { ...row, term_name: siteName.name }, note: siteName.note }
}

function rowOf(
  { index, ontology }: Answering,
  found: StoredConcept,
  basis: 'code' | 'site_name',
  answerFor: (concept: number) => Answer,
): ResultRow {
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
      link_basis: basis,
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

/** Why a query that is looked up has its row: that it is what it is, is the whole reason. */
export function explanationOf({ row, note }: LookedUp): Explanation {
  const feature = row.metadata.link_basis!
  return {
    ...{ term_id: row.term_id, ranking_score: 1, parts: [{ feature, value: 1, share: 1 }] },
    readings: [],
    ...(note && { note }),
  }
}
