import {
  type Demands,
  type EmptyReason,
  type ExplainedResult,
  type Explanation,
  type LinkBasis,
  type LinkReason,
  type LinkResult,
  type LinkResultItem,
  type ParsedLinkRequest,
  type PassedOver,
  type ReadHints,
  readHints,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept, StoredTerm } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { MetadataValue, NamedOntology, Ontology, Substitute } from '../ontologies/ontology.ts'
import type { Decided, Verdict } from './decide.ts'
import type { Passed, Sifted } from './sift.ts'
import type { SiteNames } from './site-names.ts'
import type { Task } from './task.ts'

/** Answers in the contract's shape. A query that is looked up is answered in the first stage; candidates in the last. */

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

/** An index whose ontology may substitute concepts for others. */
export type Substituting = Pick<AnswerTools, 'index' | 'ontology'>

/**
 * Stage 1. Looks the query up as a code, then as a name that the site gave one.
 *
 * Takes the request. Gives the row, which is the whole answer, or undefined. Costs no steps.
 */
export function lookUp(
  request: ParsedLinkRequest,
  { tools }: Task<AnswerTools>,
): LookedUp | undefined {
  return lookedUp(tools, request, (concept) => substituteFor(tools, concept, request))
}

/**
 * The row of a query that is a code, or else a name that the site gave one. A retired code answers with the code that
 * means the same.
 *
 * @param substituteFor the concept that answers instead, by the `concept.id` of the one that was found
 */
export function lookedUp(
  answering: Answering,
  { query, ontology, metadata }: ParsedLinkRequest,
  substituteFor: (concept: number) => Substitute,
): LookedUp | undefined {
  const { index, siteNames } = answering
  const code = answering.ontology.parseCode(query.trim())
  const found = code === undefined ? undefined : index.getConcept(code)
  if (found !== undefined) return { row: rowOfConcept(answering, found, 'code', substituteFor) }
  const siteName = siteNames?.find(query, readHints(ontology, metadata).hints)
  const named = siteName && index.getConcept(siteName.code)
  if (siteName === undefined || named === undefined) return undefined
  const row = rowOfConcept(answering, named, 'site_name', substituteFor)
  return { row: { ...row, term_name: siteName.name }, note: siteName.note }
}

function rowOfConcept(
  { index, ontology }: Answering,
  found: StoredConcept,
  basis: 'code' | 'site_name',
  substituteFor: (concept: number) => Substitute,
): ResultRow {
  const current = found.active ? found : (exactReplacement(index.replacementsOf(found.id)) ?? found)
  const substitute = substituteFor(current.id)
  const concept = index.concept(substitute.concept)
  const reason = current.active ? (substitute.rejection ?? 'linked') : 'retired'
  return {
    term_id: concept.code,
    term_name: concept.name,
    score: 1,
    is_linked: reason === 'linked',
    metadata: {
      ...describeConcept({ index, ontology }, concept, index.preferredTerm(concept), current.id),
      preferred_name: concept.name,
      link_reason: reason,
      link_basis: basis,
      ...(substitute.question !== undefined && { needed: substitute.question }),
    },
  }
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

/** The whole answer by look-up, or verdicts on candidates. */
export type Outcome = LookedUp | Sifted

/**
 * Stage 11. Writes the answer in the contract's shape, with the reasons of every row if the task explains.
 *
 * Takes verdicts, or the row of a look-up. Gives the answer. Costs no steps.
 */
export function answer(outcome: Outcome, task: Task<AnswerTools>): LinkResult | ExplainedResult {
  const { request, requestId, hints, tools, explains } = task
  const isLookedUp = 'row' in outcome
  const breakdown = isLookedUp ? null : tools.ontology.policy?.breakdown?.(outcome.query)
  const rows = isLookedUp
    ? [outcome.row]
    : outcome.verdicts.map((one) => rowOf(one, outcome, tools))
  const emptyBecause = isLookedUp ? undefined : outcome.emptyBecause
  const result = resultOf(tools, request, requestId, hints, breakdown ?? null, rows, emptyBecause)
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
  { ignored }: ReadHints,
  breakdown: Readonly<Record<string, unknown>> | null,
  results: readonly ResultRow[],
  emptyBecause?: EmptyReason,
): LinkResult {
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

/**
 * The concept that answers for a found one where the request demands more than the right code: itself, or a code that can
 * be billed.
 *
 * @param query the ontology's understanding of the mention; undefined for a code
 */
export function substituteFor(
  { index, ontology }: Substituting,
  concept: number,
  demands: Demands,
  query?: unknown,
): Substitute {
  const { policy } = ontology
  if (policy?.substitute === undefined || !hasDemands(demands)) return { concept }
  return policy.substitute(concept, index.arrays.columns, demands, query)
}

/** Returns true if a request demands more of a code than that it is right. */
export function hasDemands({ billable, encounter }: Demands): boolean {
  return billable || encounter !== undefined
}

/** The row of the code that can be billed and says the same as a header; else the same row. */
export function toBillableRow(row: LinkResultItem, tools: Substituting): LinkResultItem {
  const { index } = tools
  const found = index.getConcept(row.term_id)
  if (found === undefined) return row
  const substitute = substituteFor(tools, found.id, { billable: true })
  if (substitute.concept === found.id || substitute.rejection !== undefined) return row
  const concept = index.concept(substitute.concept)
  const name = { text: row.term_name, language: 'en' }
  const own = describeConcept(tools, concept, name, found.id)
  const metadata = { ...row.metadata, ...own, preferred_name: concept.name }
  return { ...row, term_id: concept.code, metadata } as LinkResultItem
}
