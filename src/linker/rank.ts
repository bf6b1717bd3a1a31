import type { ScorePart } from '../contract.ts'
import type { Feature, Match } from '../ontologies/ontology.ts'

/** Scores matches: the weighted mean of the features that apply to the mention. */
export class Ranker<Query> {
  readonly #weighted: readonly Weighted<Query>[]
  /** What applied to the query before. */
  #applied: Applied<Query> | undefined

  constructor(features: readonly Feature<Query>[], weights: Readonly<Record<string, number>>) {
    this.#weighted = features.map((feature) => ({ feature, weight: weights[feature.name]! }))
  }

  /** What scores all matches of one query: a feature applies to each of them or to none. */
  scorer(query: Query): Scorer<Query> {
    return new Scorer(query, this.#appliedTo(query))
  }

  /** Most queries have the same features apply to them as the one before. */
  #appliedTo(query: Query): Applied<Query> {
    const before = this.#applied?.all
    let count = 0
    let isSame = before !== undefined
    for (const each of this.#weighted) {
      if (!each.feature.applies(query)) continue
      isSame &&= before![count] === each
      count++
    }
    if (!isSame || count !== before!.length)
      this.#applied = applied(this.#weighted.filter(({ feature }) => feature.applies(query)))
    return this.#applied!
  }
}

interface Weighted<Query> {
  readonly feature: Feature<Query>
  readonly weight: number
}

/** The features that apply to a query. */
interface Applied<Query> {
  readonly all: readonly Weighted<Query>[]
  readonly names: readonly string[]
  readonly ofName: readonly Weighted<Query>[]
  readonly ofCode: readonly Weighted<Query>[]
  /** What all weigh, and those of codes. */
  readonly total: number
  readonly totalOfCode: number
}

function applied<Query>(all: readonly Weighted<Query>[]): Applied<Query> {
  const ofCode = all.filter(({ feature }) => feature.of === 'code')
  return {
    all,
    names: all.map(({ feature }) => feature.name),
    ofName: all.filter(({ feature }) => feature.of === 'name'),
    ofCode,
    total: massOf(all),
    totalOfCode: massOf(ofCode),
  }
}

/** The features that apply to a mention, and what each of them is for a match. */
export interface Measured {
  readonly features: readonly string[]
  readonly values: readonly number[]
}

/** Scores the matches of one query. */
export class Scorer<Query> {
  readonly #query: Query
  readonly #applied: Applied<Query>

  constructor(query: Query, applied: Applied<Query>) {
    this.#query = query
    this.#applied = applied
  }

  /** The ranking score in [0, 1]: what the name gives and what the code gives. */
  score(match: Match): number {
    return this.nameScore(match) + this.codeScore(match)
  }

  /** The name's part of the score, the same for all codes that share it. */
  nameScore(match: Match): number {
    return this.#sum(this.#applied.ofName, match)
  }

  /** The code's part of the score. */
  codeScore(match: Match): number {
    return this.#sum(this.#applied.ofCode, match)
  }

  /** The most that a code can give. */
  get maxCodeScore(): number {
    return this.#applied.totalOfCode / this.#applied.total
  }

  /** The values of the features that the score is made of. */
  measure(match: Match): Measured {
    const { all, names } = this.#applied
    const values: number[] = []
    for (let i = 0; i < all.length; i++) values.push(all[i]!.feature.measure(this.#query, match))
    return { features: names, values }
  }

  /** The parts of the score: `value · share` over them sums to it. */
  parts(match: Match): ScorePart[] {
    const { features, values } = this.measure(match)
    const { all, total } = this.#applied
    return all.map(({ weight }, i) => ({
      feature: features[i]!,
      value: values[i]!,
      share: weight / total,
    }))
  }

  #sum(features: readonly Weighted<Query>[], match: Match): number {
    let sum = 0
    for (let i = 0; i < features.length; i++) {
      const { feature, weight } = features[i]!
      sum += weight * feature.measure(this.#query, match)
    }
    return sum / this.#applied.total
  }
}

function massOf(features: readonly { readonly weight: number }[]): number {
  return features.reduce((sum, { weight }) => sum + weight, 0)
}
