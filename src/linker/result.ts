import {
  type Demands,
  type ExplainedResult,
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
import type { Aligner } from './align.ts'
import type { Candidate } from './candidates.ts'
import type { Account } from './proof.ts'
import type { Verdict } from './verdict.ts'
import type { Writable } from './writable.ts'

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

/** What the pipeline found: the code that the query is, or verdicts on candidates with what the mention says. */
export type Outcome<Query> =
  | { readonly byCode: ResultRow }
  | {
      readonly verdicts: readonly Verdict<Query>[]
      readonly query: Query
      /** Whether the text asked for more work than a request may take. */
      readonly isTruncated?: boolean
    }

/** Whether a request demands anything of the codes in its answer beside that they are right. */
export function hasDemands({ billable, encounter }: Demands): boolean {
  return billable || encounter !== undefined
}

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
    const { ignored } = readHints(request.ontology, request.metadata)
    const breakdown = 'query' in outcome ? this.#ontology.policy?.breakdown?.(outcome.query) : null
    const result = {
      request_id: requestId,
      query: request.query,
      query_breakdown: breakdown ?? null,
      ontology: request.ontology,
      version: this.#index.manifest.version,
      index_name: this.#index.name,
      model_version: this.#modelVersion,
      ...(ignored.length > 0 && { ignored_hints: ignored }),
      results:
        'byCode' in outcome
          ? [outcome.byCode]
          : outcome.verdicts.map((one) => this.#row(one, outcome.isTruncated === true)),
    }
    // What an ontology says of itself is held to the contract's schemas by a test over all of them.
    return result as LinkResult
  }

  /**
   * The same with the reasons of every row.
   *
   * @param accountOf what accounts for the words of the mention in a candidate's name
   */
  explained(
    request: ParsedLinkRequest,
    requestId: string,
    outcome: Outcome<Query>,
    accountOf: (candidate: Candidate<Query>) => Account,
  ): ExplainedResult {
    const explanations =
      'byCode' in outcome
        ? [explanationByCode(outcome.byCode)]
        : outcome.verdicts.map((one) => this.#explanation(one, accountOf))
    return { ...this.result(request, requestId, outcome), explanations }
  }

  /** The row of a query that is a code: that code, or the one that means the same where it is retired or not demanded. */
  rowByCode(request: ParsedLinkRequest): ResultRow | undefined {
    const code = this.#ontology.parseCode(request.query.trim())
    const found = code === undefined ? undefined : this.#index.getConcept(code)
    if (found === undefined) return undefined
    const meant = found.active
      ? found
      : (exactReplacement(this.#index.replacementsOf(found.id)) ?? found)
    const answer = this.#answerForCode(meant.id, request)
    const concept = this.#index.concept(answer.concept)
    const reason = meant.active ? (answer.rejection ?? 'linked') : 'retired'
    return {
      term_id: concept.code,
      term_name: concept.name,
      score: 1,
      is_linked: reason === 'linked',
      metadata: {
        ...this.#describe(concept, this.#index.preferredTerm(concept), meant.id),
        preferred_name: concept.name,
        link_reason: reason,
        link_basis: 'code',
        ...(answer.question !== undefined && { needed: answer.question }),
      },
    }
  }

  #answerForCode(concept: number, demands: Demands): Answer {
    const { policy } = this.#ontology
    if (policy?.answer === undefined || !hasDemands(demands)) return { concept }
    return policy.answer(concept, this.#index.arrays.columns, demands, undefined)
  }

  /** @param found `concept.id` of the one that was found, in whose place the concept may stand */
  #describe(concept: StoredConcept, name: StoredTerm, found: number) {
    const other = found === concept.id ? undefined : this.#index.concept(found)
    return this.#ontology.describe(concept, name, other)
  }

  #row(verdict: Verdict<Query>, isTruncated: boolean): ResultRow {
    const { candidate, probability, reason, question, basis, conditions } = verdict
    const { query, match } = candidate
    const concept = this.#index.concept(verdict.concept)
    const name = this.#index.term(match.term)
    // Objects of one row each are copied often: assigning is several times as fast as spreading them.
    const metadata: Writable<ResultRow['metadata']> = Object.assign(
      {},
      this.#describe(concept, name, match.concept),
      this.#ontology.policy?.describe?.(query, match, concept),
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

  #explanation(
    { candidate, concept, proven }: Verdict<Query>,
    accountOf: (candidate: Candidate<Query>) => Account,
  ): Explanation {
    const { reading, match, score, scorer } = candidate
    return {
      term_id: this.#index.concept(concept).code,
      ranking_score: score,
      parts: scorer.parts(match),
      readings: [...reading.replaced, ...this.#aligner.align(reading).substitutionsIn(match.term)],
      ...(proven !== undefined && this.#accounted(proven, match.term, accountOf(proven))),
    }
  }

  /** @param matched the name of the row */
  #accounted({ match: { term } }: Candidate<Query>, matched: number, { words, added }: Account) {
    const isOther = term !== matched
    return {
      account: words,
      added,
      ...(isOther && { account_of: this.#index.term(term).text }),
    }
  }
}

function explanationByCode({ term_id }: ResultRow): Explanation {
  return { term_id, ranking_score: 1, parts: [CODE_PART], readings: [] }
}
