import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { Interpretation, Match } from '../ontologies/ontology.ts'
import type { Word } from '../text/analyze.ts'
import { fold } from '../text/fold.ts'
import type { Aligner, Alignment } from './align.ts'
import type { Expander } from './expand.ts'
import type { Ranker, Scorer } from './rank.ts'
import type { Reading } from './reading.ts'
import { MIN_DICE, RETRIEVED_NAMES, Retriever } from './retrieve.ts'
import type { Writable } from './writable.ts'

/** How exact a name is that has the mention's words, where another one is the mention verbatim. */
const SAME_WORDS = 0.6

/** Steps it takes to lay a name next to a reading, for each word of that, and to score a code. */
const STEPS = { aWord: 16, aCode: 64 } as const

/** The Dice score of a name that has all the words and no others. */
const SAME_NAME = 0.95

/** One name in the running: how it matches, under which reading of the mention. */
export interface Candidate<Query> {
  /** The ranking score, in [0, 1]. */
  readonly score: number
  readonly match: Match
  readonly reading: Reading
  /** The same, ready to be compared with names. */
  readonly alignment: Alignment
  /** What the ontology understood of the mention under this reading. */
  readonly query: Query
  /** Scores the matches of this query. */
  readonly scorer: Scorer<Query>
}

export interface CollectOptions {
  /** Names that cannot reach the first so many concepts may be missing. */
  readonly depth: number
  /** Of a name that many concepts share, keep every name of each concept, and not only its best one. */
  readonly eachName: boolean
  /** The Dice score that a name must reach to be worth a look; the least one when left out. */
  readonly minDice?: number
}

/** Candidate generation: names under every interpretation and reading of a mention, scored. */
export class CandidateCollector<Query> {
  readonly #index: MedlinkIndex
  readonly #expander: Expander
  readonly #aligner: Aligner
  readonly #ranker: Ranker<Query>

  constructor(index: MedlinkIndex, expander: Expander, aligner: Aligner, ranker: Ranker<Query>) {
    this.#index = index
    this.#expander = expander
    this.#aligner = aligner
    this.#ranker = ranker
  }

  /**
   * The candidates of a mention, best first: the best reading of each name of each concept, or of a shared name the best
   * name of each concept.
   */
  collect(
    text: string,
    interpretations: readonly Interpretation<Query>[],
    { depth, eachName, minDice = MIN_DICE }: CollectOptions,
    work = new Work(),
  ): Candidate<Query>[] {
    const pool = new CandidatePool<Query>(this.#index, depth, eachName)
    this.#addVerbatim(text.trim(), interpretations[0]!, pool, work)
    // A name that is the mention, word for word: no other way of taking it apart can do better.
    const retriever = new Retriever(this.#index.searcher, minDice, work)
    for (const interpretation of interpretations)
      if (this.#addUnder(interpretation, interpretations[0]!.words, text, pool, retriever, work))
        break
    pool.preferVerbatim(text)
    return pool.ranked()
  }

  /** Whether words of a mention are by themselves a name of a concept, as they are written or in other words for them. */
  isNameOf(concept: number, words: readonly Word[], text: string, work = new Work()): boolean {
    const reading = this.#expander.expand(words, text, 1, work).next().value!
    const alignment = this.#aligner.align(reading)
    const hits = this.#index.searcher.search(
      reading.slots,
      RETRIEVED_NAMES,
      SAME_NAME,
      () => SAME_NAME,
      work,
    )
    return hits.some(
      ({ term }) =>
        this.#index.conceptsOf(term).includes(concept) && alignment.match(term).exactness > 0,
    )
  }

  /** Adds the names that are found verbatim only. */
  #addVerbatim(
    text: string,
    { words, understand }: Interpretation<Query>,
    pool: CandidatePool<Query>,
    work: Work,
  ): void {
    const terms = this.#index.termsVerbatim(text)
    if (terms.length === 0) return
    const [first] = this.#expander.expand(words, text, 1, work)
    const reading = first!
    const query = understand(words)
    const scorer = this.#ranker.scorer(query)
    const alignment = this.#aligner.align(reading)
    for (const term of terms) {
      const match = alignment.matchVerbatim(term)
      pool.add({ score: scorer.score(match), match, reading, alignment, query, scorer })
    }
  }

  /** Adds the candidates of one interpretation; returns whether a name is the mention, word for word. */
  #addUnder(
    { words, readings, certainty = 1, understand }: Interpretation<Query>,
    whole: readonly Word[],
    text: string,
    pool: CandidatePool<Query>,
    retriever: Retriever,
    work: Work,
  ): boolean {
    for (const read of this.#expander.expand(words, text, readings, work)) {
      if (work.isOver) {
        work.truncate()
        break
      }
      const reading =
        certainty === 1
          ? read
          : { ...read, certainty: read.certainty * certainty, setsAside: formsBeside(words, whole) }
      const hits = retriever.retrieve(reading)
      if (hits.length === 0) continue
      const { slots } = reading
      const query = understand(reading.words)
      const scorer = this.#ranker.scorer(query)
      const alignment = this.#aligner.align(reading)
      let isExact = false
      for (const { term } of hits) {
        const concepts = this.#index.conceptsOf(term)
        if (!work.take(STEPS.aWord * slots.length + STEPS.aCode * concepts.length)) break
        const match: Writable<Match> = alignment.match(term)
        isExact ||= match.exactness > 0 && match.exactness >= reading.certainty
        const nameScore = scorer.nameScore(match)
        if (nameScore + scorer.maxCodeScore < pool.minScore) continue
        for (const concept of concepts) {
          match.concept = concept
          const score = nameScore + scorer.codeScore(match)
          if (!pool.takes(term, concept, score)) continue
          const own = match.isShared ? { ...match } : match
          pool.add({ score, match: own, reading, alignment, query, scorer })
        }
      }
      // A name that is the reading, word for word: no other reading of these words can do better.
      if (isExact) return reading.certainty === 1
    }
    return false
  }
}

/** Forms of the words of a whole mention that are not among these. */
function formsBeside(words: readonly Word[], whole: readonly Word[]): string[] {
  return whole.filter((word) => !words.includes(word)).map(({ form }) => form)
}

/** The best candidates so far, one for each name of a concept. */
class CandidatePool<Query> {
  readonly #index: MedlinkIndex
  readonly #eachName: boolean
  readonly #candidates = new Map<number, Candidate<Query>>()
  readonly #leaders: ConceptLeaders

  constructor(index: MedlinkIndex, depth: number, eachName: boolean) {
    this.#index = index
    this.#eachName = eachName
    this.#leaders = new ConceptLeaders(depth)
  }

  /** What a candidate must score to be among the first so many concepts; below all scores while there are fewer. */
  get minScore(): number {
    return this.#leaders.minScore
  }

  /** Whether a candidate with this score would be kept. */
  takes(term: number, concept: number, score: number): boolean {
    if (score < this.minScore) return false
    return (this.#candidates.get(this.#placeOf(term, concept))?.score ?? -1) < score
  }

  add(candidate: Candidate<Query>): void {
    const {
      score,
      match: { term, concept },
    } = candidate
    this.#candidates.set(this.#placeOf(term, concept), candidate)
    this.#leaders.add(concept, score)
  }

  /** Of concepts with a name of the same words, those with the mention as it is written come first: "X, Y" and "X Y". */
  preferVerbatim(mention: string): void {
    const exact: [place: number, candidate: Candidate<Query>][] = []
    this.#candidates.forEach((candidate, place) => {
      const { exactness, isShared } = candidate.match
      if (exactness === 1 && !isShared) exact.push([place, candidate])
    })
    if (exact.length < 2) return
    const folded = fold(mention.trim())
    const isVerbatim = ({ term }: Match) => fold(this.#index.term(term).text) === folded
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
  ranked(): Candidate<Query>[] {
    return [...this.#candidates.values()].sort(
      (a, b) =>
        b.score - a.score || a.match.concept - b.match.concept || a.match.term - b.match.term,
    )
  }

  /** What a name of a concept is kept under: a name of one concept stands for itself, of a shared one each concept keeps the best. */
  #placeOf(term: number, concept: number): number {
    const { arrays, manifest } = this.#index
    if (arrays.termShared[term] === 1 && !this.#eachName) return -1 - concept
    return term * manifest.counts.concepts + concept
  }
}

/** The score that a name must reach to bring its concept among the best so many. */
class ConceptLeaders {
  readonly #size: number
  readonly #concepts: number[] = []
  readonly #scores: number[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** The score of the last of them; below all scores while there are fewer. */
  get minScore(): number {
    return this.#scores.length < this.#size ? -1 : this.#scores[this.#scores.length - 1]!
  }

  add(concept: number, score: number): void {
    if (this.#size === Number.POSITIVE_INFINITY) return
    const known = this.#concepts.indexOf(concept)
    if (known >= 0) {
      if (this.#scores[known]! >= score) return
      this.#concepts.splice(known, 1)
      this.#scores.splice(known, 1)
    }
    let place = this.#scores.length
    while (place > 0 && this.#scores[place - 1]! < score) place--
    this.#concepts.splice(place, 0, concept)
    this.#scores.splice(place, 0, score)
    if (this.#scores.length <= this.#size) return
    this.#concepts.pop()
    this.#scores.pop()
  }
}
