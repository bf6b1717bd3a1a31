import type { Rejection } from '../contract.ts'
import { disagreementOf, type Match } from '../ontologies/ontology.ts'
import type { Model } from './model.ts'
import type { Measured } from './rank.ts'

/** What calibration looks at. */
export interface Evidence {
  /** The candidate's ranking score. */
  readonly score: number
  /** Its lead over the best other concept, negative when it trails; 1 when there is no other. */
  readonly margin: number
  /** Whether that other concept is of the same family. */
  readonly rivalIsRelated: boolean
  /** Whether it differs in nothing that a mention would say. */
  readonly rivalIsIndistinguishable: boolean
  readonly match: Match
  /** What the ontology has against it; such a candidate is not linked, and calibrated by itself. */
  readonly rejection: Rejection | undefined
  /** The features that the score is made of. */
  readonly measured: Measured
  /** Whether the index holds official names beside the titles: what only Medlink's tables know is weaker then. */
  readonly hasOfficialSynonyms: boolean
}

/** A lead beyond this says no more. */
const FULL_MARGIN = 0.1
/** A mention of this much IDF mass or more is as specific as they come. */
const FULL_MASS = 40

/**
 * How a candidate was found, each with a calibration of its own: `title`, the mention is the code's
 * official title or full name, word for word; otherwise by a name that is the mention (`exact`) or only shares words with it
 * (`close`), and by one of the release's own names (`official`) or of Medlink's tables (`curated`).
 */
export const REGIMES = [
  'title',
  'exact_official',
  'exact_curated',
  'close_official',
  'close_curated',
] as const
export type Regime = (typeof REGIMES)[number]

/** The regime a match belongs to, the ontology having nothing against it. */
export function regimeOf({ exactness, kind }: Match): Regime {
  if (exactness === 1 && (kind === 'preferred' || kind === 'full')) return 'title'
  const isExact = exactness > 0 && kind !== 'entry' && kind !== 'short'
  if (kind === 'curated') return isExact ? 'exact_curated' : 'close_curated'
  return isExact ? 'exact_official' : 'close_official'
}

/**
 * The numbers calibration weighs, by name: the features that apply to the mention, the others counting as 0, and how the
 * candidate stands beside its rivals.
 */
export function calibrationInputs(evidence: Evidence): Record<string, number> {
  const inputs: Record<string, number> = {}
  forEachInput(evidence, (name, value) => {
    inputs[name] = value
  })
  return inputs
}

function forEachInput(
  {
    score,
    margin,
    rivalIsRelated,
    rivalIsIndistinguishable,
    match,
    measured: { features, values },
    hasOfficialSynonyms,
  }: Evidence,
  add: (name: string, value: number) => void,
): void {
  add('score', score)
  add('margin', Math.max(-FULL_MARGIN, Math.min(FULL_MARGIN, margin)))
  add('mass', Math.min(1, match.queryMass / FULL_MASS))
  add('related_rival', rivalIsRelated ? 1 : 0)
  add('indistinguishable_rival', rivalIsIndistinguishable ? 1 : 0)
  add('beside_official', hasOfficialSynonyms ? 1 : 0)
  // What is unmatched on one side may be left unsaid; on both it is something else.
  add('disagreement', disagreementOf(match))
  for (let i = 0; i < features.length; i++) add(features[i]!, values[i]!)
}

/** The probability, in [0, 1], that a candidate with this evidence is the right code: a logistic function. */
export function calibrate(model: Model, evidence: Evidence): number {
  const { calibration } = model
  const { intercept, coefficients } =
    (evidence.rejection && calibration.rejected) ?? calibration[regimeOf(evidence.match)]
  let logit = intercept
  forEachInput(evidence, (name, value) => {
    logit += (coefficients[name] ?? 0) * value
  })
  return 1 / (1 + Math.exp(-logit))
}
