import type { MedlinkIndex } from '../index/reader.ts'
import type { Match, Ontology } from '../ontologies/ontology.ts'
import type { Analyzer } from '../text/analyze.ts'
import { fold } from '../text/fold.ts'
import { MEDLINK_VERSION } from '../version.ts'
import { Aligner, lightnessOf } from './align.ts'
import type {
  ExplainedResult,
  LinkReason,
  LinkResult,
  LinkResultItem,
  ParsedLinkRequest,
  Reading as ReadingNote,
  ScorePart,
} from './contract.ts'
import { calibrate, decide } from './decide.ts'
import { Expander, type Reading } from './expand.ts'
import { type Model, readModel } from './model.ts'
import { nameFeatures } from './name-features.ts'
import { type PhraseBook, readOpposites } from './phrases.ts'
import { Ranker } from './rank.ts'

/** How many names each reading brings in. */
export const RETRIEVED_NAMES = 64
/** The least Dice score of a name worth looking at, by itself and as a share of the best one of a reading before. */
export const LEAST_DICE = 0.25
const LEAST_SHARE_OF_BEST = 0.5
/** How exact a name is that has the mention's words, where another is the mention letter for letter. */
const SAME_WORDS = 0.6

/** One name in the running: how it matches, under which reading. */
interface Candidate<Query> {
  readonly term: number
  readonly concept: number
  readonly score: number
  readonly match: Match
  /** What the ontology understood under this reading. */
  readonly query: Query
  readonly reading: Reading
}

/** A candidate with its place in the answer. */
interface Judged<Query> {
  readonly candidate: Candidate<Query>
  readonly parts: ScorePart[]
  readonly probability: number
  readonly reason: LinkReason
}

/** The whole reason for an answer by look-up. */
const CODE_PART: ScorePart = { feature: 'code', value: 1, share: 1 }

/** What the pipeline found: the code that the query is, or judged candidates. */
interface Outcome<Query> {
  readonly byCode: LinkResultItem | undefined
  readonly judged: readonly Judged<Query>[]
}

/** Links mentions against one open index. Holds scratch space; answers one request at a time. */
export class Linker<Query = unknown> {
  readonly #index: MedlinkIndex
  readonly #ontology: Ontology<Query>
  readonly #analyzer: Analyzer
  readonly #expander: Expander
  readonly #aligner: Aligner
  readonly #ranker: Ranker<Query>
  readonly #model: Model

  constructor(
    index: MedlinkIndex,
    ontology: Ontology<Query>,
    analyzer: Analyzer,
    phrases: PhraseBook,
  ) {
    const features = [...nameFeatures, ...ontology.features]
    this.#index = index
    this.#ontology = ontology
    this.#analyzer = analyzer
    const lightness = lightnessOf(index, ontology.lightWords)
    this.#expander = new Expander(index, lightness, analyzer, phrases)
    this.#aligner = new Aligner(index, lightness, readOpposites(analyzer))
    this.#model = readModel(ontology.name, features)
    this.#ranker = new Ranker(features, this.#model.weights)
  }

  /** The pipeline: code look-up, or tokenize and analyze, parse, expand, retrieve, rerank, calibrate, decide. */
  link(request: ParsedLinkRequest, requestId: string): LinkResult {
    return this.#answer(request, requestId, this.#run(request))
  }

  /** The same with the reasons of every result. */
  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult {
    const outcome = this.#run(request)
    const result = this.#answer(request, requestId, outcome)
    const { byCode, judged } = outcome
    return {
      ...result,
      explanations: byCode
        ? [{ term_id: byCode.term_id, ranking_score: 1, parts: [CODE_PART], readings: [] }]
        : judged.map(({ candidate, parts }, i) => ({
            term_id: result.results[i]!.term_id,
            ranking_score: candidate.score,
            parts,
            readings: this.#readingsOf(candidate),
          })),
    }
  }

  /** Everything that was read in place of words of the mention to reach a candidate. */
  #readingsOf({ reading, term }: Candidate<Query>): ReadingNote[] {
    this.#aligner.use(reading)
    const replaced = [...reading.replaced, ...this.#aligner.replacedIn(term)]
    return replaced.map(({ text, readAs, weight, because }) => ({
      text,
      read_as: readAs,
      weight,
      because,
    }))
  }

  #run(request: ParsedLinkRequest): Outcome<Query> {
    const byCode = this.#lookUp(request.query)
    if (byCode !== undefined) return { byCode, judged: [] }
    return { byCode, judged: this.#judge(this.#collect(request), request) }
  }

  #answer(
    request: ParsedLinkRequest,
    requestId: string,
    { byCode, judged }: Outcome<Query>,
  ): LinkResult {
    return {
      request_id: requestId,
      query: request.query,
      query_breakdown: null,
      ontology: request.ontology,
      version: this.#index.manifest.version,
      index_name: this.#index.name,
      model_version: `${MEDLINK_VERSION}+${this.#model.id}`,
      results: byCode ? [byCode] : judged.map((one) => this.#result(one)),
    }
  }

  /**
   * Every name in the running for a mention with the value of each feature, best first: what weights and calibration
   * are fitted on.
   */
  candidates(request: ParsedLinkRequest): { code: string; match: Match; parts: ScorePart[] }[] {
    return this.#collect(request).map(({ concept, match, query }) => ({
      code: this.#index.concept(concept).code,
      match,
      parts: this.#ranker.parts(query, match),
    }))
  }

  /** A query that is a code answers with that code, or with the one that replaces it. */
  #lookUp(query: string): LinkResultItem | undefined {
    const code = this.#ontology.parseCode(query.trim())
    const found = code === undefined ? undefined : this.#index.getConcept(code)
    if (found === undefined) return undefined
    const concept = found.active ? found : (this.#index.replacementsOf(found.id)[0] ?? found)
    return {
      term_id: concept.code,
      term_name: concept.name,
      score: 1,
      is_linked: concept.active,
      metadata: {
        ...this.#ontology.describe(concept),
        preferred_name: concept.name,
        link_reason: concept.active ? 'linked' : 'retired',
      },
    }
  }

  /** Retrieves and scores names under every reading; keeps the best reading of each name. */
  #collect(request: ParsedLinkRequest): Candidate<Query>[] {
    const words = this.#analyzer.analyze(request.query)
    const hints = hintsOf(request.metadata)
    const best = new Map<number, Candidate<Query>>()
    let least = LEAST_DICE
    let isExact = false
    for (const reading of this.#expander.expand(words, request.query)) {
      const query = this.#ontology.parseQuery(reading.words, hints)
      const hits = this.#index.searcher.search(reading.slots, RETRIEVED_NAMES, least)
      if (hits.length === 0) continue
      least = Math.max(least, hits[0]!.score * LEAST_SHARE_OF_BEST)
      this.#aligner.use(reading)
      for (const { term } of hits) {
        const match = this.#aligner.match(term)
        isExact ||= match.exactness > 0 && match.exactness >= reading.certainty
        const score = this.#ranker.score(query, match)
        if ((best.get(term)?.score ?? -1) >= score) continue
        const concept = this.#index.arrays.termConcept[term]!
        best.set(term, { term, concept, score, match, query, reading })
      }
      // A name that is the mention, word for word: no other way of reading it can do better.
      if (isExact) break
    }
    this.#preferVerbatim(best, request.query)
    return [...best.values()].sort(
      (a, b) => b.score - a.score || a.concept - b.concept || a.term - b.term,
    )
  }

  /** Of names with the same words, those that are the mention letter for letter come first: "X, Y" and "X Y". */
  #preferVerbatim(candidates: Map<number, Candidate<Query>>, mention: string): void {
    const exact = [...candidates.values()].filter(({ match }) => match.exactness === 1)
    if (exact.length < 2) return
    const folded = fold(mention.trim())
    const others = exact.filter(({ term }) => fold(this.#index.term(term).text) !== folded)
    if (others.length === exact.length) return
    for (const candidate of others) {
      const match = { ...candidate.match, exactness: SAME_WORDS }
      const score = this.#ranker.score(candidate.query, match)
      candidates.set(candidate.term, { ...candidate, match, score })
    }
  }

  /** Picks the answer's rows and says yes to at most one of them. */
  #judge(
    candidates: readonly Candidate<Query>[],
    { top_k, collapse }: ParsedLinkRequest,
  ): Judged<Query>[] {
    const concepts = new Map<number, Candidate<Query>>()
    for (const candidate of candidates)
      if (!concepts.has(candidate.concept)) concepts.set(candidate.concept, candidate)
    const ranked = [...concepts.values()]
    const rows = (collapse === 'concept' ? ranked : candidates).slice(0, top_k)
    const [first, second] = ranked
    let ceiling = 1
    return rows.map((candidate, i) => {
      const rival = candidate.concept === first!.concept ? second : first
      const margin = rival === undefined ? 1 : candidate.score - rival.score
      const { score, match, query } = candidate
      const parts = this.#ranker.parts(query, match)
      const evidence = {
        score,
        margin,
        rivalIsRelated: rival !== undefined && this.#areRelated(candidate, rival),
        match,
        parts,
        hasOfficialSynonyms: this.#index.hasOfficialSynonyms,
      }
      const probability = Math.min(ceiling, calibrate(this.#model, evidence))
      ceiling = probability
      const reason = i === 0 ? decide(this.#model, probability, evidence) : 'not_first'
      return { candidate, parts, probability, reason }
    })
  }

  #areRelated(a: Candidate<Query>, b: Candidate<Query>): boolean {
    const family = ({ concept }: Candidate<Query>) =>
      this.#ontology.familyOf(this.#index.concept(concept).code)
    return family(a) === family(b)
  }

  #result({ candidate, probability, reason }: Judged<Query>): LinkResultItem {
    const concept = this.#index.concept(candidate.concept)
    return {
      term_id: concept.code,
      term_name: this.#index.term(candidate.term).text,
      score: Math.round(probability * 10_000) / 10_000,
      is_linked: reason === 'linked',
      metadata: {
        ...this.#ontology.describe(concept),
        preferred_name: concept.name,
        link_reason: reason,
      },
    }
  }
}

/** The hints that are text; what a caller sends beside is not understood and not an error. */
function hintsOf(metadata: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const hints: Record<string, string> = {}
  for (const [key, value] of Object.entries(metadata))
    if (typeof value === 'string') hints[key] = value
  return hints
}
