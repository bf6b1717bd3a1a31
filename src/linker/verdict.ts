import type { LinkReason, ScorePart } from '../contract.ts'
import type { LinkPolicy } from '../ontologies/ontology.ts'
import type { Candidate } from './candidates.ts'
import { calibrate, decide, type Evidence } from './decide.ts'
import type { Model } from './model.ts'

/** A candidate with its place in the answer. */
export interface Verdict<Query> {
  readonly candidate: Candidate<Query>
  /** What its ranking score is made of. */
  readonly parts: readonly ScorePart[]
  /** In [0, 1]; never above that of the row before. */
  readonly probability: number
  readonly reason: LinkReason
  /** What would have to be known for a yes. */
  readonly question: string | undefined
}

export interface VerdictOptions<Query> {
  readonly model: Model
  readonly policy: LinkPolicy<Query> | undefined
  readonly hasOfficialSynonyms: boolean
}

/**
 * The rows of an answer, with a yes for at most one of them.
 *
 * @param candidates best first; those beyond the rows asked for are the rivals of the last ones
 */
export function judge<Query>(
  candidates: readonly Candidate<Query>[],
  { top_k, collapse }: { readonly top_k: number; readonly collapse: 'concept' | 'term' },
  options: VerdictOptions<Query>,
): Verdict<Query>[] {
  const { model, policy } = options
  const concepts = bestOfEachConcept(candidates)
  const rows = (collapse === 'concept' ? concepts : candidates).slice(0, top_k)
  const others = concepts.slice(1).map(({ match }) => match)
  const [first, second] = concepts
  let ceiling = 1
  return rows.map((candidate, i) => {
    const rival = candidate.match.concept === first!.match.concept ? second : first
    const evidence = evidenceFor(candidate, rival, options)
    const probability = Math.min(ceiling, calibrate(model, evidence))
    ceiling = probability
    const reason = i === 0 ? decide(model, probability, evidence) : 'not_first'
    const question =
      i === 0 && reason !== 'linked'
        ? policy?.question?.(candidate.query, candidate.match, others)
        : undefined
    return { candidate, parts: evidence.parts, probability, reason, question }
  })
}

/** The first candidate of each concept, in their order. */
function bestOfEachConcept<Query>(candidates: readonly Candidate<Query>[]): Candidate<Query>[] {
  const concepts = new Map<number, Candidate<Query>>()
  for (const candidate of candidates)
    if (!concepts.has(candidate.match.concept)) concepts.set(candidate.match.concept, candidate)
  return [...concepts.values()]
}

function evidenceFor<Query>(
  { score, match, query, scorer }: Candidate<Query>,
  rival: Candidate<Query> | undefined,
  { policy, hasOfficialSynonyms }: VerdictOptions<Query>,
): Evidence {
  return {
    score,
    margin: rival === undefined ? 1 : score - rival.score,
    rivalIsRelated: rival?.match.family === match.family,
    rivalIsIndistinguishable:
      rival !== undefined && (policy?.indistinguishable?.(match, rival.match) ?? false),
    match,
    rejection: policy?.rejection?.(query, match),
    parts: scorer.parts(match),
    hasOfficialSynonyms,
  }
}
