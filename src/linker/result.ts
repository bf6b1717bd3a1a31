import type {
  Demands,
  ExplainedResult,
  Explanation,
  LinkResult,
  ParsedLinkRequest,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Answer, NamedOntology } from '../ontologies/ontology.ts'
import type { Candidate } from './candidates.ts'
import {
  type Answering,
  describeConcept,
  explanationOf,
  type LookedUp,
  lookedUp,
  type ResultRow,
  resultOf,
} from './envelope.ts'
import type { Account } from './proof.ts'
import type { SiteNames } from './site-names.ts'
import type { Verdict } from './verdict.ts'
import type { Writable } from './writable.ts'

/** What the pipeline found: what the query is by look-up, or verdicts on candidates with what the mention says. */
export type Outcome<Query> =
  | { readonly lookedUp: LookedUp }
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
  readonly #ontology: NamedOntology<Query>
  readonly #answering: Answering

  constructor(
    index: MedlinkIndex,
    ontology: NamedOntology<Query>,
    modelVersion: string,
    siteNames?: SiteNames,
  ) {
    this.#index = index
    this.#ontology = ontology
    this.#answering = { index, ontology: ontology as NamedOntology, modelVersion, siteNames }
  }

  result(request: ParsedLinkRequest, requestId: string, outcome: Outcome<Query>): LinkResult {
    const breakdown = 'query' in outcome ? this.#ontology.policy?.breakdown?.(outcome.query) : null
    const rows =
      'lookedUp' in outcome
        ? [outcome.lookedUp.row]
        : outcome.verdicts.map((one) => this.#row(one, outcome.isTruncated === true))
    return resultOf(this.#answering, request, requestId, breakdown ?? null, rows)
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
      'lookedUp' in outcome
        ? [explanationOf(outcome.lookedUp)]
        : outcome.verdicts.map((one) => this.#explanation(one, accountOf))
    return { ...this.result(request, requestId, outcome), explanations }
  }

  /** What a query is by look-up, see {@link lookedUp}. */
  lookUp(request: ParsedLinkRequest): LookedUp | undefined {
    return lookedUp(this.#answering, request, (concept) => this.#answerForCode(concept, request))
  }

  /**
   * The row of the code that can be billed and says the same as that of a header; the same row where it can be billed, and
   * where no code of the kind is.
   */
  billable(row: ResultRow): ResultRow {
    const found = this.#index.getConcept(row.term_id)
    if (found === undefined) return row
    const answer = this.#answerForCode(found.id, { billable: true })
    if (answer.concept === found.id || answer.rejection !== undefined) return row
    const concept = this.#index.concept(answer.concept)
    const name = { text: row.term_name, language: 'en' }
    const own = describeConcept(this.#answering, concept, name, found.id)
    const metadata = { ...row.metadata, ...own, preferred_name: concept.name }
    return { ...row, term_id: concept.code, metadata }
  }

  #answerForCode(concept: number, demands: Demands): Answer {
    const { policy } = this.#ontology
    if (policy?.answer === undefined || !hasDemands(demands)) return { concept }
    return policy.answer(concept, this.#index.arrays.columns, demands, undefined)
  }

  #row(verdict: Verdict<Query>, isTruncated: boolean): ResultRow {
    const { candidate, probability, reason, question, basis, conditions } = verdict
    const { query, match } = candidate
    const concept = this.#index.concept(verdict.concept)
    const name = this.#index.term(match.term)
    // Objects of one row each are copied often: assigning is several times as fast as spreading them.
    const metadata: Writable<ResultRow['metadata']> = Object.assign(
      {},
      describeConcept(this.#answering, concept, name, match.concept),
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
    const { reading, alignment, match, score, scorer } = candidate
    return {
      term_id: this.#index.concept(concept).code,
      ranking_score: score,
      parts: scorer.parts(match),
      readings: [...reading.replaced, ...alignment.substitutionsIn(match.term)],
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
