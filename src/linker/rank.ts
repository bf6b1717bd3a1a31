import type { ScorePart } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { TermKind } from '../index/records.ts'
import { madeOnce } from '../language/remember.ts'
import { sortFew } from '../language/sorted.ts'
import { fold } from '../language/tokenize.ts'
import type { Feature, Match, Substitute } from '../ontologies/ontology.ts'
import type { Aligned } from './align.ts'
import type { Alignment } from './alignment.ts'
import { hasDemands, type Substituting, substituteFor } from './answer.ts'
import type { Reading } from './reading.ts'
import type { Lazily, ReadMention, Task } from './task.ts'

/** One name in the running: its match with one reading of the mention. */
export interface Candidate {
  /** The ranking score, in [0, 1]. */
  readonly score: number
  readonly match: Match
  readonly reading: Reading
  /** Compares the reading with names. */
  readonly alignment: Alignment
  /** The ontology's understanding of the mention under this reading. */
  readonly query: unknown
  /** Scores the matches of this query. */
  readonly scorer: Scorer
}

/** The names in the running for a mention. */
export interface Ranking {
  readonly mention: ReadMention
  /** Best first; ties by concept, then by name. */
  readonly candidates: readonly Candidate[]
  /** The first candidate of each concept that answers, in their order. */
  readonly concepts: readonly Candidate[]
  /** The concept that answers for a candidate; undefined if each concept answers for itself. */
  readonly substituteOf: SubstituteOf | undefined
}

type SubstituteOf = (candidate: Candidate) => Substitute

interface RankTools extends Substituting {
  readonly ranker: Ranker
}

/** Concepts that the decision compares, the first one among them, whatever the number of rows. */
export const CONCEPTS_IN_VIEW = 7
/** Rows in addition to the requested ones, that replace first rows which are not shown and are rivals of the last row. */
export const SPARE_ROWS = 2
/** Steps to score a code. */
const STEPS_A_CODE = 64
/** More than sums of the same values in another order differ. */
const ROUNDING = 1e-9
/** Exactness of a name with the mention's words, if another name is the mention verbatim. */
const SAME_WORDS = 0.6

/**
 * Stage 6. Scores every match and keeps the best one of each name of each concept.
 *
 * Takes matches. Gives candidates, best first. Costs 64 steps a code that is scored.
 */
export function rank({ mention, ways }: Lazily<Aligned>, task: Task<RankTools>): Ranking {
  const { request, tools } = task
  const canSubstitute = tools.ontology.policy?.substitute !== undefined && hasDemands(request)
  // Any number of concepts may have the same substitute.
  const usual = canSubstitute
    ? Number.POSITIVE_INFINITY
    : Math.max(request.top_k + SPARE_ROWS, CONCEPTS_IN_VIEW)
  const pool = new CandidatePool(tools.index, task.minConcepts ?? usual, task.eachName)
  for (const aligned of ways) addCandidates(aligned, pool, task)
  pool.preferVerbatim(mention)
  const candidates = pool.ranked()
  const substituteOf: SubstituteOf | undefined = canSubstitute
    ? ({ match: { concept }, query }) => substituteFor(tools, concept, request, query)
    : undefined
  return rankingOf(mention, candidates, substituteOf)
}

function addCandidates(
  { interpretation, reading, alignment, matches }: Aligned,
  pool: CandidatePool,
  { tools: { index, ranker }, work }: Task<RankTools>,
): void {
  const query = interpretation.understand(reading.words)
  const scorer = ranker.scorer(query)
  const add = (match: Match, nameScore: number) => {
    const score = nameScore + scorer.codeScore(match, pool.minScore - nameScore)
    const place = pool.placeOf(match)
    if (!pool.takes(place, score)) return
    const own = match.isShared ? { ...match } : match
    pool.add(place, { score, match: own, reading, alignment, query, scorer })
  }
  for (let i = 0; i < matches.length; i++) {
    const match = matches[i]!
    const nameScore = scorer.nameScore(match)
    if (nameScore + scorer.maxCodeScore < pool.minScore) continue
    if (!match.isShared) {
      if (!work.take(STEPS_A_CODE)) return
      add(match, nameScore)
      continue
    }
    const concepts = index.conceptsOf(match.term)
    if (!work.take(STEPS_A_CODE * concepts.length)) return
    // A name of a family has hundreds of concepts, of which few are kept: one draft is scored for all, and copied for these.
    const draft = { ...match }
    for (let c = 0; c < concepts.length; c++) {
      draft.concept = concepts[c]!
      add(draft, nameScore)
    }
  }
}

/** The mention as written, and without the notes before and after its name: "X/SDA". */
function writtenNames({ text, interpretations }: ReadMention): Set<string> {
  const names = interpretations.flatMap(({ words }) => {
    const [first] = words
    return first === undefined ? [] : [text.slice(first.start, words.at(-1)!.end)]
  })
  return new Set([text, ...names].map((name) => fold(name.trim())))
}

/** Candidates, best first, with the first one of each concept that answers. */
export function rankingOf(
  mention: ReadMention,
  candidates: readonly Candidate[],
  substituteOf: SubstituteOf | undefined,
): Ranking {
  const concepts = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const concept = answeringConcept(candidate, substituteOf)
    if (!concepts.has(concept)) concepts.set(concept, candidate)
  }
  return { mention, candidates, concepts: [...concepts.values()], substituteOf }
}

/** `concept.id` of the concept that answers for a candidate. */
export function answeringConcept(
  candidate: Candidate,
  substituteOf: SubstituteOf | undefined,
): number {
  return substituteOf === undefined ? candidate.match.concept : substituteOf(candidate).concept
}

/** Scores matches: the weighted mean of the features that apply to the mention. */
export class Ranker {
  readonly #weighted: readonly Weighted[]
  /** The lists of features that applied to a query, by a number with a binary digit for each feature. */
  readonly #active = new Map<number, ActiveFeatures>()

  constructor(features: readonly Feature<unknown>[], weights: Readonly<Record<string, number>>) {
    this.#weighted = features.map((feature) => ({ feature, weight: weights[feature.name]! }))
  }

  /** The scorer of all matches of one query: a feature applies to each of them or to none. */
  scorer(query: unknown): Scorer {
    return new Scorer(query, this.#activeFor(query))
  }

  /** Few features apply to some queries and not to others: there are not many lists. */
  #activeFor(query: unknown): ActiveFeatures {
    const weighted = this.#weighted
    let digits = 0
    for (let i = 0; i < weighted.length; i++)
      digits = 2 * digits + (weighted[i]!.feature.applies(query) ? 1 : 0)
    return madeOnce(this.#active, digits, () =>
      activeFeatures(weighted.filter(({ feature }) => feature.applies(query))),
    )
  }
}

interface Weighted {
  readonly feature: Feature<unknown>
  readonly weight: number
}

/** The features that apply to a query. */
interface ActiveFeatures {
  readonly all: readonly Weighted[]
  readonly names: readonly string[]
  readonly ofName: readonly Weighted[]
  readonly ofCode: readonly Weighted[]
  /** Total weight of all features, and of those of codes. */
  readonly total: number
  readonly totalOfCode: number
  /** Total weight of the features behind each one in `ofCode`. */
  readonly behindOfCode: Float64Array
}

function activeFeatures(all: readonly Weighted[]): ActiveFeatures {
  const ofCode = all.filter(({ feature }) => feature.of === 'code')
  const behindOfCode = new Float64Array(ofCode.length)
  for (let i = ofCode.length - 1; i > 0; i--)
    behindOfCode[i - 1] = behindOfCode[i]! + ofCode[i]!.weight
  return {
    all,
    names: all.map(({ feature }) => feature.name),
    ofName: all.filter(({ feature }) => feature.of === 'name'),
    ofCode,
    total: massOf(all),
    totalOfCode: massOf(ofCode),
    behindOfCode,
  }
}

/** The features that apply to a mention, and their values for a match. */
export interface Measured {
  readonly features: readonly string[]
  readonly values: readonly number[]
}

/** Scores the matches of one query. */
export class Scorer {
  readonly #query: unknown
  readonly #active: ActiveFeatures

  constructor(query: unknown, applied: ActiveFeatures) {
    this.#query = query
    this.#active = applied
  }

  /** The ranking score in [0, 1]: the name's part and the code's part. */
  score(match: Match): number {
    return this.nameScore(match) + this.codeScore(match)
  }

  /** The name's part of the score, the same for all codes that share it. */
  nameScore(match: Match): number {
    return this.#sum(this.#active.ofName, match)
  }

  /**
   * The code's part of the score. Most codes of a large family are far below the best ones, as the first features show: no
   * others are measured then.
   *
   * @param least a smaller part may be returned as an even smaller one; default: none is
   */
  codeScore(match: Match, least = Number.NEGATIVE_INFINITY): number {
    const { ofCode, behindOfCode, total } = this.#active
    const leastSum = (least - ROUNDING) * total
    let sum = 0
    for (let i = 0; i < ofCode.length; i++) {
      const { feature, weight } = ofCode[i]!
      sum += weight * feature.measure(this.#query, match)
      if (sum + behindOfCode[i]! < leastSum) break
    }
    return sum / total
  }

  /** The maximum of the code's part. */
  get maxCodeScore(): number {
    return this.#active.totalOfCode / this.#active.total
  }

  /** The values of the features that the score is made of. */
  measure(match: Match): Measured {
    const { all, names } = this.#active
    const values: number[] = []
    for (let i = 0; i < all.length; i++) values.push(all[i]!.feature.measure(this.#query, match))
    return { features: names, values }
  }

  /** The parts of the score: `value · share` over them sums to it. */
  parts(match: Match): ScorePart[] {
    const { features, values } = this.measure(match)
    const { all, total } = this.#active
    return all.map(({ weight }, i) => ({
      feature: features[i]!,
      value: values[i]!,
      share: weight / total,
    }))
  }

  #sum(features: readonly Weighted[], match: Match): number {
    let sum = 0
    for (let i = 0; i < features.length; i++) {
      const { feature, weight } = features[i]!
      sum += weight * feature.measure(this.#query, match)
    }
    return sum / this.#active.total
  }
}

function massOf(features: readonly { readonly weight: number }[]): number {
  return features.reduce((sum, { weight }) => sum + weight, 0)
}

/** The best candidates so far, one for each name of a concept. */
class CandidatePool {
  readonly #index: MedlinkIndex
  readonly #eachName: boolean
  readonly #candidates = new Map<number, Candidate>()
  readonly #leaders: ConceptLeaders

  constructor(index: MedlinkIndex, minConcepts: number, eachName: boolean) {
    this.#index = index
    this.#eachName = eachName
    this.#leaders = new ConceptLeaders(minConcepts)
  }

  /** Minimum score of a candidate that is kept; below all scores while there are fewer concepts than needed. */
  get minScore(): number {
    return this.#leaders.minScore
  }

  /** Returns true if a candidate with this score would be kept at a place. */
  takes(place: number, score: number): boolean {
    if (score < this.minScore) return false
    return (this.#candidates.get(place)?.score ?? -1) < score
  }

  add(place: number, candidate: Candidate): void {
    this.#candidates.set(place, candidate)
    this.#leaders.add(candidate.match.concept, candidate.score)
  }

  /** Ranks names of the same words by their punctuation: "X, Y" as written comes before "X Y". */
  preferVerbatim(mention: ReadMention): void {
    const exact: [key: number, candidate: Candidate][] = []
    this.#candidates.forEach((candidate, place) => {
      const { exactness, isShared } = candidate.match
      if (exactness === 1 && !isShared) exact.push([place, candidate])
    })
    if (exact.length < 2) return
    const written = writtenNames(mention)
    const isVerbatim = ({ term }: Match) => written.has(fold(this.#index.term(term).text))
    const meant = new Set(
      exact.flatMap(([, { match }]) => (isVerbatim(match) ? [match.concept] : [])),
    )
    if (meant.size === 0) return
    for (const [place, candidate] of exact) {
      if (meant.has(candidate.match.concept)) continue
      const match = { ...candidate.match, exactness: SAME_WORDS }
      this.#candidates.set(place, { ...candidate, match, score: candidate.scorer.score(match) })
    }
  }

  /** Best first; ties by concept, then by name. */
  ranked(): Candidate[] {
    const candidates = [...this.#candidates.values()]
    sortFew(
      candidates,
      (a, b) =>
        b.score - a.score || a.match.concept - b.match.concept || a.match.term - b.match.term,
    )
    return candidates
  }

  /** The place of a match: its name's; for names that concepts share, the concept's, which keeps its best one. */
  placeOf({ term, concept, isShared }: Match): number {
    if (!isShared) return term
    if (!this.#eachName) return -1 - concept
    const { terms, concepts } = this.#index.manifest.counts
    return terms + term * concepts + concept
  }
}

/** The best scores of the leading concepts. */
class ConceptLeaders {
  readonly #size: number
  readonly #concepts: number[] = []
  readonly #scores: number[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** The score of the last of them; below all scores while there are fewer than needed. */
  get minScore(): number {
    return this.#scores.length < this.#size ? -1 : this.#scores[this.#scores.length - 1]!
  }

  add(concept: number, score: number): void {
    if (this.#size === Number.POSITIVE_INFINITY) return
    const concepts = this.#concepts
    const scores = this.#scores
    const known = concepts.indexOf(concept)
    if (known >= 0 && scores[known]! >= score) return
    // The place that becomes free: that of the concept before, of the last one, or a new one.
    let place = known
    if (known < 0) place = scores.length < this.#size ? scores.length : scores.length - 1
    if (known < 0 && scores.length === this.#size && scores[place]! >= score) return
    for (; place > 0 && scores[place - 1]! < score; place--) {
      concepts[place] = concepts[place - 1]!
      scores[place] = scores[place - 1]!
    }
    concepts[place] = concept
    scores[place] = score
  }
}

/** Trust in a kind of name to be the clinicians' name of the code. */
const TRUST: Readonly<Record<TermKind, number>> = {
  preferred: 1,
  synonym: 0.9,
  full: 0.85,
  curated: 0.8,
  short: 0.6,
  entry: 0.5,
}

const always = () => true
const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0)

/** Evidence from the words alone, the same for every ontology. */
export const nameFeatures: readonly Feature<unknown>[] = [
  {
    name: 'words',
    of: 'name',
    applies: always,
    measure: (_, m) => share(m.matchedQueryMass + m.matchedNameMass, m.queryMass + m.nameMass),
  },
  {
    name: 'coverage',
    of: 'name',
    applies: always,
    measure: (_, m) => share(m.matchedQueryMass, m.queryMass),
  },
  {
    name: 'focus',
    of: 'name',
    applies: always,
    measure: (_, m) => share(m.matchedNameMass, m.nameMass),
  },
  { name: 'exact', of: 'name', applies: always, measure: (_, m) => m.exactness },
  { name: 'order', of: 'name', applies: always, measure: (_, m) => m.order },
  { name: 'numbers', of: 'name', applies: always, measure: (_, m) => m.numbersAgree },
  { name: 'opposites', of: 'name', applies: always, measure: (_, m) => (m.opposites > 0 ? 0 : 1) },
  { name: 'kind', of: 'name', applies: always, measure: (_, m) => TRUST[m.kind] },
]
