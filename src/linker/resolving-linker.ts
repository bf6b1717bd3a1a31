import type { EmptyReason, ExplainedResult, LinkResult, ParsedLinkRequest } from '../contract.ts'
import { readHints } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Work } from '../index/work.ts'
import type { Analyzer } from '../language/analyze.ts'
import type {
  MentionResolver,
  Resolution,
  ResolvedOntology,
  ResolvedRow,
} from '../ontologies/ontology.ts'
import { MEDLINK_VERSION } from '../version.ts'
import {
  type Answering,
  explanationOf,
  type LookedUp,
  lookedUp,
  type ResultRow,
  resultOf,
} from './answer.ts'
import type { MentionLinker } from './pipeline.ts'
import { isNoMention } from './sift.ts'
import type { SiteNames } from './site-names.ts'

/** Steps that a mention takes: a name, and each character of what surrounds it. */
const STEPS_A_MENTION = 20_000
const STEPS_A_CHARACTER = 400

/** Links mentions that the ontology takes apart and looks up itself. Answers one request at a time. */
export class ResolvingLinker implements MentionLinker {
  readonly modelVersion: string
  readonly #answering: Answering
  readonly #analyzer: Analyzer
  readonly #resolver: MentionResolver

  constructor(
    index: MedlinkIndex,
    ontology: ResolvedOntology,
    analyzer: Analyzer,
    siteNames?: SiteNames,
  ) {
    this.modelVersion = `${MEDLINK_VERSION}+${ontology.modelId}`
    this.#answering = { index, ontology, modelVersion: this.modelVersion, siteNames }
    this.#analyzer = analyzer
    this.#resolver = ontology.createResolver(index, analyzer)
  }

  link(request: ParsedLinkRequest, requestId: string, work?: Work): LinkResult {
    work?.add(STEPS_A_MENTION + STEPS_A_CHARACTER * request.query.length)
    const found = this.#lookUp(request)
    if (found !== undefined) return this.#result(request, requestId, null, [found.row])
    const { breakdown, rows } = this.#resolve(request)
    return this.#result(request, requestId, breakdown, rows.map(rowOf))
  }

  /** Finder of mentions in notes. */
  get finder(): Pick<MentionResolver, 'partsOf' | 'nameAt'> {
    return this.#resolver
  }

  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult {
    const found = this.#lookUp(request)
    if (found !== undefined)
      return {
        ...this.#result(request, requestId, null, [found.row]),
        explanations: [explanationOf(found)],
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

  #resolve({ query, ontology, metadata, granularity, top_k }: ParsedLinkRequest): Resolution {
    const { hints } = readHints(ontology, metadata)
    return this.#resolver.resolve({ text: query, hints, granularity, limit: top_k })
  }

  #lookUp(request: ParsedLinkRequest): LookedUp | undefined {
    const found = lookedUp(this.#answering, request, (concept) => ({ concept }))
    return found && { ...found, row: { ...found.row, score: null } }
  }

  #result(
    request: ParsedLinkRequest,
    requestId: string,
    breakdown: Resolution['breakdown'] | null,
    rows: readonly ResultRow[],
  ): LinkResult {
    return resultOf(
      this.#answering,
      request,
      requestId,
      readHints(request.ontology, request.metadata),
      breakdown,
      rows,
      this.#whyEmpty(request, rows),
    )
  }

  #whyEmpty(
    { query }: ParsedLinkRequest,
    { length }: readonly ResultRow[],
  ): EmptyReason | undefined {
    if (length > 0) return undefined
    return isNoMention(this.#analyzer.analyze(query)) ? 'no_mention' : 'nothing_alike'
  }
}

/** A row in the contract's shape, which has no score for mentions that are looked up part by part. */
function rowOf({ code, name, reason, basis, metadata }: ResolvedRow): ResultRow {
  return {
    term_id: code,
    term_name: name,
    score: null,
    is_linked: reason === 'linked',
    metadata: Object.assign(
      {},
      metadata,
      { preferred_name: name, link_reason: reason },
      basis === undefined ? undefined : { link_basis: basis },
    ),
  }
}
