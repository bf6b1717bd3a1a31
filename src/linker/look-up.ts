import {
  type Demands,
  type LinkResultItem,
  type ParsedLinkRequest,
  readHints,
} from '../contract.ts'
import type { MedlinkIndex, StoredConcept } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type { NamedOntology, Substitute } from '../ontologies/ontology.ts'
import { type Answering, describeConcept, type LookedUp, type ResultRow } from './answer.ts'
import type { Task } from './task.ts'

/** An index whose ontology may substitute concepts for others. */
export interface Substituting {
  readonly index: MedlinkIndex
  readonly ontology: NamedOntology
}

/**
 * Stage 1. Looks the query up as a code, then as a name that the site gave one.
 *
 * Takes the request. Gives the row, which is the whole answer, or undefined. Costs no steps.
 */
export function lookUp(
  request: ParsedLinkRequest,
  { tools }: Task<Answering & Substituting>,
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
  if (found !== undefined) return { row: rowOf(answering, found, 'code', substituteFor) }
  const siteName = siteNames?.find(query, readHints(ontology, metadata).hints)
  const named = siteName && index.getConcept(siteName.code)
  if (siteName === undefined || named === undefined) return undefined
  const row = rowOf(answering, named, 'site_name', substituteFor)
  return { row: { ...row, term_name: siteName.name }, note: siteName.note }
}

function rowOf(
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
export function toBillableRow(
  row: LinkResultItem,
  tools: Answering & Substituting,
): LinkResultItem {
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
