import type { Feature, Match } from '../ontologies/ontology.ts'
import type { ScorePart } from './contract.ts'

/** Scores matches: the weighted mean of the features that apply to the mention. */
export class Ranker<Query> {
  readonly #features: readonly Feature<Query>[]
  readonly #weights: readonly number[]

  constructor(features: readonly Feature<Query>[], weights: Readonly<Record<string, number>>) {
    this.#features = features
    this.#weights = features.map(({ name }) => weights[name]!)
  }

  /** The ranking score in [0, 1]. */
  score(query: Query, match: Match): number {
    let sum = 0
    let total = 0
    for (let i = 0; i < this.#features.length; i++) {
      const feature = this.#features[i]!
      if (!feature.applies(query)) continue
      total += this.#weights[i]!
      sum += this.#weights[i]! * feature.measure(query, match)
    }
    return sum / total
  }

  /** The parts of the score: `value · share` over them sums to it. */
  parts(query: Query, match: Match): ScorePart[] {
    const active = this.#features
      .map((feature, i) => ({ feature, weight: this.#weights[i]! }))
      .filter(({ feature }) => feature.applies(query))
    const total = active.reduce((sum, { weight }) => sum + weight, 0)
    return active.map(({ feature, weight }) => ({
      feature: feature.name,
      value: feature.measure(query, match),
      share: weight / total,
    }))
  }
}
