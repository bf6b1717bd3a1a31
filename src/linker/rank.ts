import type { ScorePart } from '../contract.ts'
import type { Feature, Match } from '../ontologies/ontology.ts'

/** Scores matches: the weighted mean of the features that apply to the mention. */
export class Ranker<Query> {
  readonly #weighted: readonly Weighted<Query>[]

  constructor(features: readonly Feature<Query>[], weights: Readonly<Record<string, number>>) {
    this.#weighted = features.map((feature) => ({ feature, weight: weights[feature.name]! }))
  }

  /** What scores all matches of one query: a feature applies to each of them or to none. */
  scorer(query: Query): Scorer<Query> {
    const active = this.#weighted.filter(({ feature }) => feature.applies(query))
    return new Scorer(query, active)
  }
}

interface Weighted<Query> {
  readonly feature: Feature<Query>
  readonly weight: number
}

/** The features that apply to a mention, and what each of them is for a match. */
export interface Measured {
  readonly features: readonly string[]
  readonly values: readonly number[]
}

/** Scores the matches of one query. */
export class Scorer<Query> {
  readonly #query: Query
  readonly #active: readonly Weighted<Query>[]
  readonly #names: readonly string[]
  readonly #nameFeatures: readonly Weighted<Query>[]
  readonly #codeFeatures: readonly Weighted<Query>[]
  readonly #total: number
  readonly #maxCodeScore: number

  constructor(query: Query, active: readonly Weighted<Query>[]) {
    this.#query = query
    this.#active = active
    this.#names = active.map(({ feature }) => feature.name)
    this.#nameFeatures = active.filter(({ feature }) => feature.of === 'name')
    this.#codeFeatures = active.filter(({ feature }) => feature.of === 'code')
    this.#total = massOf(active)
    this.#maxCodeScore = massOf(this.#codeFeatures) / this.#total
  }

  /** The ranking score in [0, 1]: what the name gives and what the code gives. */
  score(match: Match): number {
    return this.nameScore(match) + this.codeScore(match)
  }

  /** The name's part of the score, the same for all codes that share it. */
  nameScore(match: Match): number {
    return this.#sum(this.#nameFeatures, match)
  }

  /** The code's part of the score. */
  codeScore(match: Match): number {
    return this.#sum(this.#codeFeatures, match)
  }

  /** The most that a code can give. */
  get maxCodeScore(): number {
    return this.#maxCodeScore
  }

  /** The values of the features that the score is made of. */
  measure(match: Match): Measured {
    const query = this.#query
    return {
      features: this.#names,
      values: this.#active.map(({ feature }) => feature.measure(query, match)),
    }
  }

  /** The parts of the score: `value · share` over them sums to it. */
  parts(match: Match): ScorePart[] {
    const { features, values } = this.measure(match)
    return this.#active.map(({ weight }, i) => ({
      feature: features[i]!,
      value: values[i]!,
      share: weight / this.#total,
    }))
  }

  #sum(features: readonly Weighted<Query>[], match: Match): number {
    let sum = 0
    for (let i = 0; i < features.length; i++) {
      const { feature, weight } = features[i]!
      sum += weight * feature.measure(this.#query, match)
    }
    return sum / this.#total
  }
}

function massOf(features: readonly { readonly weight: number }[]): number {
  return features.reduce((sum, { weight }) => sum + weight, 0)
}
