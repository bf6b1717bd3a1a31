import type { Match } from '../ontologies/ontology.ts'
import type { LinkReason } from './contract.ts'
import type { Model } from './model.ts'

/** What calibration and decision look at. */
export interface Evidence {
  /** The candidate's ranking score. */
  readonly score: number
  /** Its lead over the best other concept, negative when it trails; 1 when there is no other. */
  readonly margin: number
  readonly match: Match
}

/** The numbers calibration weighs, by name. */
export function calibrationInputs({ score, margin, match }: Evidence): Record<string, number> {
  return {
    score,
    margin: Math.max(-0.2, Math.min(0.2, margin)),
    coverage: match.queryMass > 0 ? match.matchedQueryMass / match.queryMass : 0,
    focus: match.nameMass > 0 ? match.matchedNameMass / match.nameMass : 0,
    exact: match.exactness,
    official: match.kind === 'preferred' || match.kind === 'synonym' ? 1 : 0,
  }
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
