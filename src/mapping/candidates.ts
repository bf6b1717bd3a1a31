/** The candidates of terms: how they are asked for, and kept. */

import type { Transaction } from 'kysely'
import type { LinkedOntology, LinkOutcome, LinkRequest } from '../medlink.ts'
import type { AskedWith, Candidate, Term, TermReason } from './project.ts'
import type { CandidateTable, Tables } from './schema.ts'

/** Rows that are written at once. */
export const BATCH = 500

/** The request of a term, by whose id the answer is known. */
export function requestFor(
  { id, query, hints }: Pick<Term, 'id' | 'query' | 'hints'>,
  rest: AskedWith & { ontology: LinkedOntology; version: string },
): LinkRequest {
  return { ...rest, query, request_id: String(id), metadata: { ...hints } }
}

/** Replaces the candidates of terms by those of answers. */
export async function writeAnswers(
  trx: Transaction<Tables>,
  outcomes: readonly LinkOutcome[],
): Promise<void> {
  const ids = outcomes.map(({ request_id }) => Number(request_id))
  for (const some of chunks(ids, BATCH))
    await trx.deleteFrom('candidate').where('term_id', 'in', some).execute()
  const rows: CandidateTable[] = []
  for (const outcome of outcomes) {
    const term_id = Number(outcome.request_id)
    const candidates = candidatesOf(outcome)
    for (const { is_linked, assumed, ...each } of candidates)
      rows.push({
        ...{ link_basis: null, needed: null, ...each, term_id },
        is_linked: is_linked ? 1 : 0,
        assumed: assumed === undefined ? null : JSON.stringify(assumed),
      })
    const reason = reasonOf(outcome, candidates)
    await trx
      .updateTable('term')
      .set({ reason, doubt: doubtOf(candidates[0]) })
      .where('id', '=', term_id)
      .execute()
  }
  for (const some of chunks(rows, BATCH)) await trx.insertInto('candidate').values(some).execute()
}

/** The candidates that an answer has. */
export function candidatesOf(outcome: LinkOutcome): Candidate[] {
  if ('error' in outcome) return []
  return outcome.results.map(({ term_id, term_name, score, is_linked, metadata }, i) => ({
    ...{ rank: i + 1, code: term_id, title: metadata.preferred_name, matched: term_name },
    ...{ score, is_linked, link_reason: metadata.link_reason },
    ...(metadata.link_basis !== undefined && { link_basis: metadata.link_basis }),
    ...(metadata.needed !== undefined && { needed: metadata.needed }),
    ...('assumed' in metadata &&
      metadata.assumed && { assumed: metadata.assumed as Record<string, string> }),
  }))
}

/** Why a term has the first candidate that it has. */
export function reasonOf(outcome: LinkOutcome, [first]: readonly Candidate[]): TermReason {
  if ('error' in outcome) return 'not_asked'
  return first?.link_reason ?? 'no_candidate'
}

/** How much a term needs a person: links, those that may be and those without a candidate, each by the score. */
export function doubtOf(first: Pick<Candidate, 'is_linked' | 'score'> | undefined): number {
  if (first === undefined) return 1
  const unsure = 1 - (first.score ?? 0.5)
  return first.is_linked ? unsure / 2 : 0.5 + unsure / 2
}

/** A list in parts of a length. */
export function* chunks<Item>(list: readonly Item[], length: number): Generator<Item[]> {
  for (let i = 0; i < list.length; i += length) yield list.slice(i, i + length)
}
