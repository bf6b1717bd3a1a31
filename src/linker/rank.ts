import type { Feature, Match } from '../ontologies/ontology.ts'
import type { ScorePart } from './contract.ts'

/** Scores matches: the weighted mean of the features that apply to the mention. */
export class Ranker<Query> {
  readonly #weighted: readonly Weighted<Query>[]

  constructor(features: readonly Feature<Query>[], weights: Readonly<Record<string, number>>) {
    this.#weighted = features.map((feature) => ({ feature, weight: weights[feature.name]! }))
  }

  /** The judge of all matches of one query: a feature applies to each of them or to none. */
  judge(query: Query): Judge<Query> {
    const active = this.#weighted.filter(({ feature }) => feature.applies(query))
    return new Judge(query, active)
  }
}

interface Weighted<Query> {
  readonly feature: Feature<Query>
  readonly weight: number
}

/** Scores the matches of one query. */
export class Judge<Query> {
  readonly query: Query
  readonly #active: readonly Weighted<Query>[]
  readonly #ofName: readonly Weighted<Query>[]
  readonly #ofCode: readonly Weighted<Query>[]
  readonly #total: number
  readonly #mostOfCode: number

  constructor(query: Query, active: readonly Weighted<Query>[]) {
    this.query = query
    this.#active = active
    this.#ofName = active.filter(({ feature }) => feature.of === 'name')
    this.#ofCode = active.filter(({ feature }) => feature.of === 'code')
    this.#total = massOf(active)
    this.#mostOfCode = massOf(this.#ofCode) / this.#total
  }

  /** The ranking score in [0, 1]: what the name gives and what the code gives. */
  score(match: Match): number {
    return this.ofName(match) + this.ofCode(match)
  }

  /** The name's part of the score, the same for all codes that share it. */
  ofName(match: Match): number {
    return this.#sum(this.#ofName, match)
  }

  /** The code's part of the score. */
  ofCode(match: Match): number {
    return this.#sum(this.#ofCode, match)
  }

  /** The most that a code can give. */
  get mostOfCode(): number {
    return this.#mostOfCode
  }

  /** The parts of the score: `value · share` over them sums to it. */
  parts(match: Match): ScorePart[] {
    return this.#active.map(({ feature, weight }) => ({
      feature: feature.name,
      value: feature.measure(this.query, match),
      share: weight / this.#total,
    }))
  }

  #sum(features: readonly Weighted<Query>[], match: Match): number {
    let sum = 0
    for (let i = 0; i < features.length; i++) {
      const { feature, weight } = features[i]!
      sum += weight * feature.measure(this.query, match)
    }
    return sum / this.#total
  }
}

function massOf(features: readonly { readonly weight: number }[]): number {
  return features.reduce((sum, { weight }) => sum + weight, 0)
}
