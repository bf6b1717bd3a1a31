import { LINK_BASES, type LinkBasis, type LinkReason, type Strictness } from '../contract.ts'
import type { Answer, LinkPolicy, Match } from '../ontologies/ontology.ts'
import { calibrate, type Evidence } from './calibrate.ts'
import type { Candidate } from './candidates.ts'
import { type Model, operatingPoint } from './model.ts'
import type { Proof } from './proof.ts'
import { type Settled, settle } from './settle.ts'

/** A candidate with its place in the answer. */
export interface Verdict<Query> {
  readonly candidate: Candidate<Query>
  /** `concept.id` of what answers for it: its own, or one in its place that the request demands. */
  readonly concept: number
  /** In [0, 1]; never above that of the row before. */
  readonly probability: number
  readonly reason: LinkReason
  /** What the first one rests on. */
  readonly basis?: LinkBasis | undefined
  /** The candidate whose name gives that: of the same concept, and this one as a rule. */
  readonly proven?: Candidate<Query> | undefined
  /** What a list of conditions holds, as it is written. */
  readonly conditions?: readonly string[]
  /** What would have to be known for a yes. */
  readonly question?: string | undefined
}

export interface VerdictOptions<Query> {
  readonly model: Model
  readonly strictness: Strictness
  readonly policy: LinkPolicy<Query> | undefined
  readonly hasOfficialSynonyms: boolean
  readonly prove: (candidate: Candidate<Query>) => Proof
  /** Whether something was left undone that another candidate could have come of; nothing was where this is left out. */
  readonly isTruncated?: () => boolean
  /** What answers for a candidate; left out where each answers for itself. */
  readonly answer?: ((candidate: Candidate<Query>) => Answer) | undefined
}

/** What answers for itself lacks nothing. */
const ITSELF: Omit<Answer, 'concept'> = {}

/** Concepts that are looked at for the yes, the first one among them, however many rows are asked for. */
export const CONCEPTS_IN_VIEW = 7

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
  const { answer } = options
  const conceptOf = (candidate: Candidate<Query>) =>
    answer === undefined ? candidate.match.concept : answer(candidate).concept
  const concepts = bestOfEach(candidates, conceptOf)
  const rows = (collapse === 'concept' ? concepts : candidates).slice(0, top_k)
  const others = concepts.slice(1).map(({ match }) => match)
  const [first, second] = concepts
  /** No row is likelier than the one before. */
  let ceiling = 1
  /** Codes exclude each other: beside a proven one the others share what it leaves of certainty. */
  let share = 1
  return rows.map((candidate, i) => {
    const concept = conceptOf(candidate)
    const rival = concept === conceptOf(first!) ? second : first
    const evidence = evidenceFor(candidate, rival, options)
    const likelihood = Math.min(ceiling, calibrate(model, evidence))
    ceiling = likelihood
    if (i > 0) return { candidate, concept, probability: likelihood * share, reason: 'not_first' }
    const { rejection, question } = answer?.(candidate) ?? ITSELF
    const inView = concepts.slice(0, CONCEPTS_IN_VIEW)
    const ranking = { first: candidate, candidates, concepts: inView }
    const settled = decideFirst(ranking, likelihood, evidence, rejection, options)
    const { reason, probability, basis, proven } = settled
    ceiling = Math.min(ceiling, probability)
    if (reason === 'linked') share = 1 - probability
    const asked = () =>
      reason === rejection ? question : policy?.question?.(candidate.query, candidate.match, others)
    return {
      candidate,
      concept,
      probability,
      reason,
      basis,
      proven,
      question: reason === 'linked' ? undefined : asked(),
    }
  })
}

/** All candidates and the best one of each answer, best first. */
interface Ranking<Query> {
  readonly first: Candidate<Query>
  readonly candidates: readonly Candidate<Query>[]
  readonly concepts: readonly Candidate<Query>[]
}

/**
 * What is decided of the first candidate.
 *
 * @param shortfall why its answer is not what was asked for; only what is proven can fall short
 */
function decideFirst<Query>(
  ranking: Ranking<Query>,
  likelihood: number,
  evidence: Evidence,
  shortfall: LinkReason | undefined,
  options: VerdictOptions<Query>,
): Settled & { readonly basis: LinkBasis; readonly proven?: Candidate<Query> } {
  const point = operatingPoint(options.model, options.strictness)
  const { proof, proven } = bestProof(ranking, options)
  const isContested =
    point.links.includes(proof.basis) &&
    (evidence.margin < options.model.margin ||
      hasTwin(ranking, proof, options) ||
      leavesSeveral(ranking, options))
  const objection = isContested ? 'ambiguous' : options.isTruncated?.() ? 'truncated' : shortfall
  const { reason, probability } = settle(point, likelihood, evidence.rejection, proof, objection)
  return { reason, probability, basis: proof.basis, proven }
}

/** Concepts behind the first that are looked at for one that the mention is as much, or more, a name of. */
const RIVALS = 4

/**
 * Whether another line of codes has the mention as its name: word for word as the first one has, or in the same words
 * where the first has it only by way of other words. What only Medlink's tables say is no title's twin.
 */
function hasTwin<Query>(
  { first: { match, query }, concepts }: Ranking<Query>,
  { basis }: Proof,
  { prove, policy }: VerdictOptions<Query>,
): boolean {
  if (match.exactness < 1 && isOwnWords(basis)) return false
  const others = concepts
    .slice(1)
    .filter(
      (other) =>
        policy?.isRival?.(query, match, other.match) ?? other.match.family !== match.family,
    )
    .slice(0, RIVALS)
  if (match.exactness === 1)
    return others.some(
      ({ match: other }) =>
        other.exactness === 1 && (other.kind !== 'curated' || match.kind === 'curated'),
    )
  return others.some((other) => isWorthALook(other.match) && isOwnWords(prove(other).basis))
}

/** Whether the ontology sees several concepts that the mention may as well mean. */
function leavesSeveral<Query>(
  { first: { match, query }, concepts }: Ranking<Query>,
  { policy }: VerdictOptions<Query>,
): boolean {
  const others = concepts.slice(1).map((other) => other.match)
  return policy?.isContested?.(query, match, others) ?? false
}

function isOwnWords(basis: LinkBasis): boolean {
  return LINK_BASES.indexOf(basis) <= LINK_BASES.indexOf('same_words')
}

/** Names of the first concept that are looked at for a proof, besides the best one. */
const OTHER_NAMES = 2
/** The share of the mention's and of the name's mass that a name must have in common to be one of them. */
const WORTH_A_LOOK = 0.6

/** The strongest proof that a name of the candidate's concept gives, and the candidate with that name. */
function bestProof<Query>(
  { first, candidates }: Ranking<Query>,
  { prove }: VerdictOptions<Query>,
): { readonly proof: Proof; readonly proven: Candidate<Query> } {
  let best = { proof: prove(first), proven: first }
  let left = OTHER_NAMES
  for (const other of candidates) {
    if (best.proof.basis !== 'partial' || left === 0) break
    if (other === first || other.match.concept !== first.match.concept) continue
    if (!isWorthALook(other.match)) continue
    left--
    const proof = prove(other)
    if (LINK_BASES.indexOf(proof.basis) < LINK_BASES.indexOf(best.proof.basis))
      best = { proof, proven: other }
  }
  return best
}

function isWorthALook({ queryMass, matchedQueryMass, nameMass, matchedNameMass }: Match): boolean {
  return matchedQueryMass >= WORTH_A_LOOK * queryMass && matchedNameMass >= WORTH_A_LOOK * nameMass
}

/** The first candidate of each concept that answers, in their order. */
function bestOfEach<Query>(
  candidates: readonly Candidate<Query>[],
  conceptOf: (candidate: Candidate<Query>) => number,
): Candidate<Query>[] {
  const concepts = new Map<number, Candidate<Query>>()
  for (const candidate of candidates) {
    const concept = conceptOf(candidate)
    if (!concepts.has(concept)) concepts.set(concept, candidate)
  }
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
    measured: scorer.measure(match),
    hasOfficialSynonyms,
  }
}
