import {
  COMPREHEND,
  type ComprehendedOntology,
  type ComprehendResult,
  type ConditionsResult,
  type LinkResult,
  type ParsedComprehendRequest,
  type ParsedLinkRequest,
  readHints,
} from '../contract.ts'

/** The request on a text that a link request of the version {@link COMPREHEND} means. */
export function textRequestOf(request: ParsedLinkRequest): ParsedComprehendRequest {
  const { query: text, top_k, billable, encounter, strictness } = request
  const ontology = request.ontology as ComprehendedOntology
  return {
    ...{ text, ontology, top_k, strictness },
    ...(billable && { billable }),
    ...(encounter !== undefined && { encounter }),
  }
}

/** The same request of one mention of its text. */
export function linkRequestOf(request: ParsedLinkRequest, query: string): ParsedLinkRequest {
  return { ...request, query, collapse: 'concept' }
}

/** The conditions of an answer that has no entities of other kinds. */
export function conditionsOf(
  result: ComprehendResult<ComprehendedOntology, 'problem'>,
): ConditionsResult {
  const { indexes: _, not_installed: __, entities, ...rest } = result
  const conditions = entities.map(({ type: _, ...condition }) => condition)
  return { ...rest, entities: conditions } as unknown as ConditionsResult
}

/** The answer in the shape of a link's: the candidates of the main entity, and all entities in the breakdown. */
export function linkResultOf(
  { request_id, index_name, model_version, main, entities, notes, truncated }: ConditionsResult,
  { query, ontology, metadata }: ParsedLinkRequest,
): LinkResult<'icd-10-cm'> {
  const { ignored } = readHints(ontology, metadata)
  const entity = main === null ? undefined : entities[main]
  const result = {
    request_id,
    query,
    query_breakdown: {
      entity: entity?.text ?? null,
      entity_score: entity?.score ?? null,
      traits: entity?.traits ?? [],
      attributes: entity?.attributes ?? [],
      entities,
      notes,
      ...(truncated && { truncated }),
    },
    ontology,
    version: COMPREHEND,
    index_name,
    model_version,
    ...(ignored.length > 0 && { ignored_hints: ignored }),
    results: entity?.results ?? [],
  }
  return result as unknown as LinkResult<'icd-10-cm'>
}
