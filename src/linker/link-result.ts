import {
  type Explanation,
  type LinkBasis,
  type LinkReason,
  type LinkResult,
  type ParsedLinkRequest,
  readHints,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept, StoredTerm } from '../index/reader.ts'
import type { MetadataValue, Ontology } from '../ontologies/ontology.ts'
import type { SiteNames } from './site-names.ts'

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

/** Writes an answer in the contract's shape. */
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
