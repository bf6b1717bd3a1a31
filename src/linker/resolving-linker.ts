import type { ExplainedResult, LinkResult, ParsedLinkRequest } from '../contract.ts'
import { readHints } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type {
  MentionResolver,
  Resolution,
  ResolvedOntology,
  ResolvedRow,
} from '../ontologies/ontology.ts'
import type { Analyzer } from '../text/analyze.ts'
import { MEDLINK_VERSION } from '../version.ts'
import {
  type Answering,
  explanationByCode,
  type ResultRow,
  resultOf,
  rowForCode,
} from './envelope.ts'
import type { MentionLinker } from './link.ts'

/** Links mentions that the ontology itself takes apart and looks up. Answers one request at a time. */
export class ResolvingLinker implements MentionLinker {
  readonly #answering: Answering
  readonly #resolver: MentionResolver

  constructor(index: MedlinkIndex, ontology: ResolvedOntology, analyzer: Analyzer) {
    this.#answering = { index, ontology, modelVersion: `${MEDLINK_VERSION}+${ontology.modelId}` }
    this.#resolver = ontology.createResolver(index, analyzer)
  }

  link(request: ParsedLinkRequest, requestId: string): LinkResult {
    const byCode = this.#rowByCode(request)
    if (byCode !== undefined) return this.#result(request, requestId, null, [byCode])
    const { breakdown, rows } = this.#resolve(request)
    return this.#result(request, requestId, breakdown, rows.map(rowOf))
  }

  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult {
    const byCode = this.#rowByCode(request)
    if (byCode !== undefined)
      return {
        ...this.#result(request, requestId, null, [byCode]),
        explanations: [explanationByCode(byCode)],
      }
    const { breakdown, rows, parts } = this.#resolve(request)
    return {
      ...this.#result(request, requestId, breakdown, rows.map(rowOf)),
      explanations: rows.map(({ code, score, parts }) => ({
        term_id: code,
        ranking_score: score,
        parts,
        readings: [],
      })),
      parse: parts.map(({ kind, start, end, value }) => ({ kind, begin: start, end, value })),
    }
  }

  #resolve({ query, ontology, metadata, strictness, top_k }: ParsedLinkRequest): Resolution {
    const { hints } = readHints(ontology, metadata)
    return this.#resolver.resolve({ text: query, hints, strictness, limit: top_k })
  }

  #rowByCode({ query }: ParsedLinkRequest): ResultRow | undefined {
    const row = rowForCode(this.#answering, query, (concept) => ({ concept }))
    return row && { ...row, score: null }
  }

  #result(
    request: ParsedLinkRequest,
    requestId: string,
    breakdown: Resolution['breakdown'] | null,
    rows: readonly ResultRow[],
  ): LinkResult {
    return resultOf(this.#answering, request, requestId, breakdown, rows)
  }
}

/** The contract has no score for what is looked up part by part. */
function rowOf({ code, name, reason, basis, metadata }: ResolvedRow): ResultRow {
  return {
    term_id: code,
    term_name: name,
    score: null,
    is_linked: reason === 'linked',
    metadata: {
      ...metadata,
      preferred_name: name,
      link_reason: reason,
      ...(basis !== undefined && { link_basis: basis }),
    },
  }
}
