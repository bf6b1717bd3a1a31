import type { Match } from '../ontologies/ontology.ts'
import type { LinkReason, ScorePart } from './contract.ts'
import type { Model } from './model.ts'

/** What calibration looks at. */
export interface Evidence {
  /** The candidate's ranking score. */
  readonly score: number
  /** Its lead over the best other concept, negative when it trails; 1 when there is no other. */
  readonly margin: number
  readonly match: Match
  /** The features that the score is made of. */
  readonly parts: readonly ScorePart[]
  /** Whether the index holds official names beside the titles: what only Medlink's tables know is weaker then. */
  readonly hasOfficialSynonyms: boolean
}

/** A lead beyond this says no more. */
const FULL_MARGIN = 0.1
/** A mention of this much IDF mass or more is as specific as they come. */
const FULL_MASS = 40

/** The numbers calibration weighs, by name. */
export function calibrationInputs(evidence: Evidence): Record<string, number> {
  const { score, margin, match, parts, hasOfficialSynonyms } = evidence
  const exact = match.exactness
  const curated = match.kind === 'curated' ? 1 : 0
  const inputs: Record<string, number> = {
    score,
    margin: Math.max(-FULL_MARGIN, Math.min(FULL_MARGIN, margin)),
    mass: Math.min(1, match.queryMass / FULL_MASS),
    curated,
    curated_beside_official: hasOfficialSynonyms ? curated : 0,
    exact_curated: exact * curated,
    exact_curated_beside_official: hasOfficialSynonyms ? exact * curated : 0,
    exact_preferred: match.kind === 'preferred' ? exact : 0,
    exact_synonym: match.kind === 'synonym' ? exact : 0,
  }
  for (const { feature, value } of parts) inputs[feature] = value
  return inputs
}

/** The probability, in [0, 1], that a candidate with this evidence is the right code: a logistic function. */
export function calibrate(model: Model, evidence: Evidence): number {
  const inputs = calibrationInputs(evidence)
  let logit = model.calibration.intercept
  for (const [name, coefficient] of Object.entries(model.calibration.coefficients))
    logit += coefficient * inputs[name]!
  return 1 / (1 + Math.exp(-logit))
}

/** Whether Medlink stands by the first candidate, and if not, why. */
export function decide(model: Model, probability: number, margin: number): LinkReason {
  if (margin < model.margin) return 'ambiguous'
  return probability < model.threshold ? 'below_threshold' : 'linked'
}
