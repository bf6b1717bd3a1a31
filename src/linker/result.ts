import type {
  ExplainedResult,
  Explanation,
  LinkResult,
  LinkResultItem,
  ParsedLinkRequest,
  ScorePart,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { Ontology } from '../ontologies/ontology.ts'
import type { Aligner } from './align.ts'
import type { Verdict } from './verdict.ts'

/** The whole reason for an answer by look-up. */
const CODE_PART: ScorePart = { feature: 'code', value: 1, share: 1 }

/** What the pipeline found: the code that the query is, or verdicts on candidates with what the mention says. */
export type Outcome<Query> =
  | { readonly byCode: LinkResultItem }
  | { readonly verdicts: readonly Verdict<Query>[]; readonly query: Query }

/** Writes outcomes as the contract has them. */
export class ResultWriter<Query> {
  readonly #index: MedlinkIndex
  readonly #ontology: Ontology<Query>
  readonly #aligner: Aligner
  readonly #modelVersion: string

  constructor(
    index: MedlinkIndex,
    ontology: Ontology<Query>,
    aligner: Aligner,
    modelVersion: string,
  ) {
    this.#index = index
    this.#ontology = ontology
    this.#aligner = aligner
    this.#modelVersion = modelVersion
  }

  result(request: ParsedLinkRequest, requestId: string, outcome: Outcome<Query>): LinkResult {
    const breakdown = 'query' in outcome ? this.#ontology.policy?.breakdown?.(outcome.query) : null
    return {
      request_id: requestId,
      query: request.query,
      query_breakdown: breakdown ?? null,
      ontology: request.ontology,
      version: this.#index.manifest.version,
      index_name: this.#index.name,
      model_version: this.#modelVersion,
      results:
        'byCode' in outcome ? [outcome.byCode] : outcome.verdicts.map((one) => this.#row(one)),
    }
  }

  /** The same with the reasons of every row. */
  explained(
    request: ParsedLinkRequest,
    requestId: string,
    outcome: Outcome<Query>,
  ): ExplainedResult {
    const explanations =
      'byCode' in outcome
        ? [explanationByCode(outcome.byCode)]
        : outcome.verdicts.map((one) => this.#explanation(one))
    return { ...this.result(request, requestId, outcome), explanations }
  }

  /** The row of a query that is a code: that code, or the one that means the same where it is retired. */
  rowByCode(query: string): LinkResultItem | undefined {
    const code = this.#ontology.parseCode(query.trim())
    const found = code === undefined ? undefined : this.#index.getConcept(code)
    if (found === undefined) return undefined
    const concept = found.active
      ? found
      : (exactReplacement(this.#index.replacementsOf(found.id)) ?? found)
    return {
      term_id: concept.code,
      term_name: concept.name,
      score: 1,
      is_linked: concept.active,
      metadata: {
        ...this.#ontology.describe(concept, this.#index.preferredTerm(concept)),
        preferred_name: concept.name,
        link_reason: concept.active ? 'linked' : 'retired',
      },
    }
  }

  #row({ candidate, probability, reason, question }: Verdict<Query>): LinkResultItem {
    const { query, match } = candidate
    const concept = this.#index.concept(candidate.concept)
    const name = this.#index.term(candidate.term)
    return {
      term_id: concept.code,
      term_name: name.text,
      score: Math.round(probability * 10_000) / 10_000,
      is_linked: reason === 'linked',
      metadata: {
        ...this.#ontology.describe(concept, name),
        ...this.#ontology.policy?.describe?.(query, match, concept),
        preferred_name: concept.name,
        link_reason: reason,
        ...(question !== undefined && { needed: question }),
      },
    }
  }

  #explanation({ candidate, parts }: Verdict<Query>): Explanation {
    const { reading, term, score, concept } = candidate
    return {
      term_id: this.#index.concept(concept).code,
      ranking_score: score,
      parts,
      readings: [...reading.replaced, ...this.#aligner.align(reading).substitutionsIn(term)],
    }
  }
}

function explanationByCode({ term_id }: LinkResultItem): Explanation {
  return { term_id, ranking_score: 1, parts: [CODE_PART], readings: [] }
}
