import type { LinkBasis, LinkReason, Meaning, Rejection } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { madeOnce } from '../language/remember.ts'
import type { Match, NamedOntology, Substitute } from '../ontologies/ontology.ts'
import type { Logistic, Model } from './model.ts'
import type { Proof, Proven } from './prove.ts'
import {
  answeringConcept,
  type Candidate,
  CONCEPTS_IN_VIEW,
  type Measured,
  type Ranking,
  SPARE_ROWS,
} from './rank.ts'
import type { ReadMention, Task } from './task.ts'

/** A candidate with its place in the answer. */
export interface Verdict {
  readonly candidate: Candidate
  /** `concept.id` of the concept that answers for it: its own, or a substitute that the request demands. */
  readonly concept: number
  /** In [0, 1]; never above that of the row before. */
  readonly probability: number
  readonly reason: LinkReason
  /** Evidence that the first row rests on. */
  readonly basis?: LinkBasis | undefined
  /** The candidate whose name gives that evidence: of the same concept, and usually the row's own. */
  readonly proven?: Candidate | undefined
  /** The conditions of a written list, as they are written. */
  readonly conditions?: readonly string[]
  /** Meanings of the mention, which is an abbreviation. */
  readonly meanings?: readonly Meaning[]
  /** The question whose answer would allow a yes. */
  readonly question?: string | undefined
}

/** The rows of an answer, with a yes for at most one of them. */
export interface Decided extends Pick<Proven, 'accountOf'> {
  readonly mention: ReadMention
  readonly verdicts: readonly Verdict[]
  /** The ontology's understanding of the mention. */
  readonly query: unknown
  /** True if part of the text was not read, or not compared. */
  readonly isTruncated: boolean
}

interface DecideTools {
  readonly index: MedlinkIndex
  readonly ontology: NamedOntology
  readonly model: Model
}

/** A concept that answers for itself lacks nothing. */
const NO_SUBSTITUTION: Omit<Substitute, 'concept'> = {}
/** Distance by which an answer that is not linked stays below every link. */
const UNLINKED_GAP = 0.01

/**
 * Stage 8. Takes the requested rows and those that may replace the first ones, links the first one or gives the reason why not, and says how likely each
 * row is right.
 *
 * Takes candidates and the proof of the first. Gives verdicts. Costs no steps.
 */
export function decide(proven: Proven, task: Task<DecideTools>): Decided {
  const { mention, candidates } = proven.ranking
  const [whole] = mention.interpretations
  const verdicts = verdictsOn(proven, task)
  const [first] = verdicts
  // A link compares all of the text, even the words that were not read.
  const isCut = first !== undefined && first.reason !== 'linked' && first.candidate.reading.isCut
  return {
    mention,
    verdicts,
    query: candidates[0]?.query ?? whole!.understand(whole!.words),
    isTruncated: task.work.isTruncated || isCut,
    accountOf: proven.accountOf,
  }
}

function verdictsOn(proven: Proven, task: Task<DecideTools>): Verdict[] {
  const { candidates, concepts, substituteOf } = proven.ranking
  const { top_k, collapse } = task.request
  const all = collapse === 'concept' ? concepts : candidates
  if (all.length === 0) return []
  const { model } = task.tools
  const evidence = evidenceFor(all[0]!, proven.ranking, task)
  let likelihood = calibrate(model, evidence)
  const first = firstVerdict(proven, evidence, likelihood, task)
  const isLinked = first.reason === 'linked'
  // Codes exclude each other: the rows after a link share the certainty that it leaves.
  const share = isLinked ? 1 - first.probability : 1
  const verdicts = [first, ...openFormsOf(first, proven.ranking, task)]
  likelihood = Math.min(likelihood, verdicts.at(-1)!.probability)
  // A link is shown: nothing takes its place.
  const rows = isLinked ? top_k : top_k + SPARE_ROWS
  const inOrder = demandedFirst(all, substituteOf)
  for (let i = 1; i < inOrder.length && verdicts.length < rows; i++) {
    const candidate = inOrder[i]!
    const concept = answeringConcept(candidate, substituteOf)
    if (collapse === 'concept' && verdicts.some((each) => each.concept === concept)) continue
    likelihood = Math.min(
      likelihood,
      calibrate(model, evidenceFor(candidate, proven.ranking, task)),
    )
    verdicts.push({
      candidate,
      concept,
      probability: Math.min(first.probability, likelihood) * share,
      reason: 'not_first',
    })
  }
  return verdicts
}

/** Share of a header's probability that each of its open codes has. */
const SHARE_OF_OPEN_FORM = 0.5

/** Rows for the codes that leave open what a first code lacks, if that one is not the kind of code that was requested. */
function openFormsOf(
  { candidate, concept, probability, reason }: Verdict,
  { substituteOf }: Ranking,
  { tools: { index, ontology } }: Task<DecideTools>,
): Verdict[] {
  if (reason === 'linked' || substituteOf?.(candidate).lacksKind !== true) return []
  const forms = ontology.policy?.openForms?.(concept, index.arrays.columns) ?? []
  const share = SHARE_OF_OPEN_FORM * probability
  return forms.map((form) => ({
    candidate,
    concept: form,
    probability: share,
    reason: 'not_first',
  }))
}

/** Candidates with those behind the first one last that lack the kind that the request demands. */
function demandedFirst(
  candidates: readonly Candidate[],
  substituteOf: Ranking['substituteOf'],
): readonly Candidate[] {
  if (substituteOf === undefined) return candidates
  const demanded = candidates.slice(0, 1)
  const short: Candidate[] = []
  for (const each of candidates.slice(1))
    if (substituteOf(each).lacksKind === true) short.push(each)
    else demanded.push(each)
  return [...demanded, ...short]
}

/** Rows as those behind a first one that was put there: none is likelier. */
export function rowsBehind(
  first: Pick<Verdict, 'probability'>,
  rows: readonly Verdict[],
): Verdict[] {
  return rows.map(({ candidate, concept, probability }) => ({
    candidate,
    concept,
    probability: Math.min(probability, first.probability),
    reason: 'not_first',
  }))
}

/** The verdict on the first row, with a question if it is not linked. */
function firstVerdict(
  proven: Proven,
  evidence: Evidence,
  likelihood: number,
  { request, tools, work }: Task<DecideTools>,
): Verdict {
  const { concepts, substituteOf } = proven.ranking
  const { model, ontology } = tools
  const candidate = concepts[0]!
  const { query, match } = candidate
  const concept = answeringConcept(candidate, substituteOf)
  const { rejection: shortfall, question } = substituteOf?.(candidate) ?? NO_SUBSTITUTION
  const proof = proven.proof!
  const { links } = model.proofs.strictness[request.strictness]
  // There may be hundreds: they are listed where they are asked for.
  const othersUpTo = (end?: number) => concepts.slice(1, end).map(({ match }) => match)
  const reason = reasonFor(proof, links, {
    rejection: evidence.rejection,
    isContested: () =>
      proven.hasEqualRival ||
      evidence.margin < model.margin ||
      ontology.policy?.isContested?.(query, match, othersUpTo(CONCEPTS_IN_VIEW)) === true,
    isTruncated: work.isTruncated,
    shortfall,
  })
  const isLinked = reason === 'linked'
  const asked = () =>
    reason === shortfall ? question : ontology.policy?.question?.(query, match, othersUpTo())
  return {
    candidate,
    concept,
    probability: isLinked
      ? shareRight(model, proof.basis)
      : Math.min(likelihood, mostUnlinked(model, links)),
    reason,
    basis: proof.basis,
    proven: proven.proven,
    question: isLinked ? undefined : asked(),
  }
}

/** Objections to a link besides the words. */
export interface Objections {
  /** The ontology's objection. */
  readonly rejection: Rejection | undefined
  /** True if another concept is as good. Asked only about what would be linked: it costs most. */
  readonly isContested: () => boolean
  /** True if part of the text was not compared, so that another candidate may be missing. */
  readonly isTruncated: boolean
  /** The reason why the code, however right, is not the kind of code that was requested. */
  readonly shortfall: Rejection | undefined
}

/**
 * The decision on a proof, the gravest reason first.
 *
 * @param links the evidence that is enough for a yes
 */
export function reasonFor(
  { basis, left, added }: Proof,
  links: readonly LinkBasis[],
  { rejection, isContested, isTruncated, shortfall }: Objections,
): LinkReason {
  if (rejection !== undefined) return rejection
  if (!links.includes(basis)) {
    if (left.length > 0) return 'name_incomplete'
    return added.length > 0 ? 'name_adds' : 'below_threshold'
  }
  if (isContested()) return 'ambiguous'
  if (isTruncated) return 'truncated'
  return shortfall ?? 'linked'
}

/** Share of the first answers on a basis that are right, by Laplace's rule. */
export function shareRight({ proofs }: Model, basis: LinkBasis): number {
  const { cases, errors } = proofs.counts[basis] ?? { cases: 0, errors: 0 }
  return (cases - errors + 1) / (cases + 2)
}

/** The most that an answer without a link may claim. @param links the evidence that is enough for a yes */
export function mostUnlinked(model: Model, links: readonly LinkBasis[]): number {
  return leastShareRight(model, links) - UNLINKED_GAP
}

function leastShareRight(model: Model, links: readonly LinkBasis[]): number {
  return Math.min(...links.map((basis) => shareRight(model, basis)))
}

/** Evidence for a candidate that is not linked; its likelihood is fitted on it. */
export interface Evidence {
  /** The candidate's ranking score. */
  readonly score: number
  /** Its lead over the best other concept, negative when it trails; 1 if there is no other. */
  readonly margin: number
  /** True if that other concept is of the same family. */
  readonly rivalIsRelated: boolean
  /** True if it differs in nothing that a mention would say. */
  readonly rivalIsIndistinguishable: boolean
  readonly match: Match
  /** The ontology's objection; a rejected candidate has a calibration of its own. */
  readonly rejection: Rejection | undefined
  /** The features that the score is made of. */
  readonly measured: Measured
  /** True if the index has official names besides the titles: names of Medlink's tables are weaker then. */
  readonly hasOfficialSynonyms: boolean
}

function evidenceFor(
  candidate: Candidate,
  { concepts, substituteOf }: Ranking,
  { tools: { index, ontology } }: Task<DecideTools>,
): Evidence {
  const { score, match, query, scorer } = candidate
  const [first, second] = concepts
  const conceptOf = (each: Candidate) => answeringConcept(each, substituteOf)
  const rival = conceptOf(candidate) === conceptOf(first!) ? second : first
  const { policy } = ontology
  return {
    score,
    margin: rival === undefined ? 1 : score - rival.score,
    rivalIsRelated: rival?.match.family === match.family,
    rivalIsIndistinguishable:
      rival !== undefined && (policy?.indistinguishable?.(match, rival.match) ?? false),
    match,
    rejection: policy?.rejection?.(query, match),
    measured: scorer.measure(match),
    hasOfficialSynonyms: index.hasOfficialSynonyms,
  }
}

/** Maximum lead that counts. */
const FULL_MARGIN = 0.1
/** IDF mass of a mention that is as specific as possible. */
const FULL_MASS = 40

/**
 * Kinds of matches, each with a calibration of its own. `title`: the mention is the code's official title or full name,
 * word for word. Otherwise the name is the mention (`exact`) or only shares words with it (`close`), and is the release's
 * own (`official`) or of Medlink's tables (`curated`).
 */
export const REGIMES = [
  'title',
  'exact_official',
  'exact_curated',
  'close_official',
  'close_curated',
] as const
export type Regime = (typeof REGIMES)[number]

/** The regime of a match that the ontology does not reject. */
export function regimeOf({ exactness, kind }: Match): Regime {
  if (exactness === 1 && (kind === 'preferred' || kind === 'full')) return 'title'
  const isExact = exactness > 0 && kind !== 'entry' && kind !== 'short'
  if (kind === 'curated') return isExact ? 'exact_curated' : 'close_curated'
  return isExact ? 'exact_official' : 'close_official'
}

/**
 * The inputs of calibration, by name: the features that apply to the mention, and the comparison with the best rival. A
 * missing input counts as 0.
 */
export function calibrationInputs(evidence: Evidence): Record<string, number> {
  const { features, values } = evidence.measured
  const ofCandidate = valuesOfCandidate(evidence)
  return Object.fromEntries([
    ...INPUTS_OF_CANDIDATE.map((name, i) => [name, ofCandidate[i]!] as const),
    ...features.map((name, i) => [name, values[i]!] as const),
  ])
}

/** The inputs besides the features. */
const INPUTS_OF_CANDIDATE = [
  'score',
  'margin',
  'mass',
  'related_rival',
  'indistinguishable_rival',
  'beside_official',
  'disagreement',
] as const

/** Their values, in that order. */
function valuesOfCandidate({
  score,
  margin,
  rivalIsRelated,
  rivalIsIndistinguishable,
  match,
  hasOfficialSynonyms,
}: Evidence): readonly number[] {
  return [
    score,
    Math.max(-FULL_MARGIN, Math.min(FULL_MARGIN, margin)),
    Math.min(1, match.queryMass / FULL_MASS),
    rivalIsRelated ? 1 : 0,
    rivalIsIndistinguishable ? 1 : 0,
    hasOfficialSynonyms ? 1 : 0,
    // Unmatched words on one side may be left unsaid; on both sides they say something else.
    match.disagreement,
  ]
}

/** The probability, in [0, 1], that a candidate with this evidence is the right code: a logistic function. */
export function calibrate(model: Model, evidence: Evidence): number {
  const { calibration } = model
  const fitted =
    (evidence.rejection && calibration.rejected) ?? calibration[regimeOf(evidence.match)]
  const { features, values } = evidence.measured
  const { ofCandidate, ofFeatures } = coefficientsOf(fitted, features)
  const candidate = valuesOfCandidate(evidence)
  let logit = fitted.intercept
  for (let i = 0; i < candidate.length; i++) logit += ofCandidate[i]! * candidate[i]!
  for (let i = 0; i < values.length; i++) logit += ofFeatures[i]! * values[i]!
  return logistic(logit)
}

/** The probability, in [0, 1], for the logarithm of its odds. */
export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** The coefficients of a logistic function in the order of the inputs. */
interface Coefficients {
  readonly ofCandidate: Float64Array
  readonly ofFeatures: Float64Array
}

/** Coefficients by the list of the features that apply: a ranker has one list of each kind. */
const coefficientsInOrder = new WeakMap<readonly string[], Map<Logistic, Coefficients>>()

function coefficientsOf(logistic: Logistic, features: readonly string[]): Coefficients {
  let ofFeatures = coefficientsInOrder.get(features)
  if (ofFeatures === undefined) {
    ofFeatures = new Map()
    coefficientsInOrder.set(features, ofFeatures)
  }
  return madeOnce(ofFeatures, logistic, () => {
    const inOrder = (inputs: readonly string[]) =>
      Float64Array.from(inputs, (input) => logistic.coefficients[input] ?? 0)
    return { ofCandidate: inOrder(INPUTS_OF_CANDIDATE), ofFeatures: inOrder(features) }
  })
}
