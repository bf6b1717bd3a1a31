import type { MedlinkIndex } from '../index/reader.ts'
import { exactReplacement } from '../index/replacements.ts'
import type {
  Interpretation,
  Match,
  MentionReader,
  Objection,
  Ontology,
} from '../ontologies/ontology.ts'
import { readOpposites } from '../ontologies/phrases.ts'
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
import type { PhraseBook } from './phrases.ts'
import { type Judge, Ranker } from './rank.ts'

/** How many names each reading brings in. */
export const RETRIEVED_NAMES = 32
/** The least Dice score of a name worth looking at, by itself and as a share of the best one of a reading before. */
export const LEAST_DICE = 0.25
const LEAST_SHARE_OF_BEST = 0.5
/** The same of the best name of another reading. */
const LEAST_SHARE_OF_OTHERS = 0.6
/** A mention of so many words, all of them in one name, is found; what shares half of them is no rival. */
const FOUND = { words: 4, score: 0.97, leastShare: 0.75 } as const
/** How exact a name is that has the mention's words, where another is the mention letter for letter. */
const SAME_WORDS = 0.6
/** Concepts kept beyond those asked for, so that the best rival of the last one is among them. */
const SPARE_CONCEPTS = 2

/** The least Dice score worth finding beside the best one, for a mention of so many words. */
function leastBeside(words: number): (best: number) => number {
  const shareOfFound = words < FOUND.words ? LEAST_SHARE_OF_BEST : FOUND.leastShare
  return (best) => best * (best < FOUND.score ? LEAST_SHARE_OF_BEST : shareOfFound)
}

/** One name in the running: how it matches, under which reading. */
interface Candidate<Query> {
  readonly term: number
  readonly concept: number
  readonly score: number
  readonly match: Match
  /** Scores the matches of this reading; holds what the ontology understood under it. */
  readonly judge: Judge<Query>
  readonly reading: Reading
}

/** A candidate with its place in the answer. */
interface Judged<Query> {
  readonly candidate: Candidate<Query>
  readonly parts: ScorePart[]
  readonly probability: number
  readonly reason: LinkReason
  /** What would have to be known for a yes. */
  readonly question: string | undefined
}

/** One name of one code in the running, with all that was measured of it. */
export interface RankedName {
  readonly code: string
  readonly match: Match
  readonly parts: readonly ScorePart[]
  readonly objection: Objection | undefined
}

/** The whole reason for an answer by look-up. */
const CODE_PART: ScorePart = { feature: 'code', value: 1, share: 1 }

/** Candidates, best first, and what the mention was understood as. */
interface Collected<Query> {
  readonly candidates: readonly Candidate<Query>[]
  readonly query: Query
}

/** What the pipeline found: the code that the query is, or judged candidates. */
interface Outcome<Query> {
  readonly byCode: LinkResultItem | undefined
  readonly judged: readonly Judged<Query>[]
  readonly query?: Query
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
  get least(): number {
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

/** Links mentions against one open index. Holds scratch space; answers one request at a time. */
export class Linker<Query = unknown> {
  readonly #index: MedlinkIndex
  readonly #ontology: Ontology<Query>
  readonly #analyzer: Analyzer
  readonly #expander: Expander
  readonly #aligner: Aligner
  readonly #ranker: Ranker<Query>
  readonly #reader: MentionReader<Query>
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
    this.#ranker = new Ranker<Query>(features, this.#model.weights)
    this.#reader = ontology.createReader(index, analyzer)
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
    const { candidates, query } = this.#collect(request, request.top_k + SPARE_CONCEPTS)
    return { byCode, judged: this.#judge(candidates, request), query }
  }

  #answer(
    request: ParsedLinkRequest,
    requestId: string,
    { byCode, judged, query }: Outcome<Query>,
  ): LinkResult {
    const { understanding } = this.#ontology
    return {
      request_id: requestId,
      query: request.query,
      query_breakdown:
        query === undefined || understanding === undefined ? null : understanding.breakdown(query),
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
  candidates(request: ParsedLinkRequest): RankedName[] {
    const { candidates } = this.#collect(request, Number.POSITIVE_INFINITY, true)
    return candidates.map(({ concept, match, judge }) => ({
      code: this.#index.concept(concept).code,
      match,
      parts: judge.parts(match),
      objection: this.#ontology.understanding?.objection(judge.query, match),
    }))
  }

  /** A query that is a code answers with that code, or with the one that means the same where it is retired. */
  #lookUp(query: string): LinkResultItem | undefined {
    const code = this.#ontology.parseCode(query.trim())
    const found = code === undefined ? undefined : this.#index.getConcept(code)
    if (found === undefined) return undefined
    const concept = found.active
      ? found
      : (exactReplacement(this.#index.replacementsOf(found.id)) ?? found)
    return {
      term_id: concept.code,
      term_name: concept.name,
      score: 1,
      is_linked: concept.active,
      metadata: {
        ...this.#ontology.describe(concept, this.#index.preferredTerm(concept)),
        preferred_name: concept.name,
        link_reason: concept.active ? 'linked' : 'retired',
      },
    }
  }

  /**
   * Retrieves and scores names under every interpretation and reading; keeps the best reading of each name of each
   * concept, or of a shared name the best name of each concept where not `eachName` is wanted. Names that cannot reach
   * the first `depth` concepts may be missing.
   */
  #collect(
    request: ParsedLinkRequest,
    depth: number,
    eachName = request.collapse === 'term',
  ): Collected<Query> {
    const words = this.#analyzer.analyze(request.query)
    const mention = { text: request.query, words, hints: hintsOf(request.metadata) }
    const interpretations = this.#reader.read(mention)
    const best = new Map<number, Candidate<Query>>()
    const leaders = new ConceptLeaders(depth)
    this.#collectWritten(request.query.trim(), interpretations[0]!, best, leaders)
    // A name that is the mention, word for word: no other way of taking it apart can do better.
    for (const interpretation of interpretations)
      if (this.#collectUnder(interpretation, request.query, best, leaders, eachName)) break
    this.#preferVerbatim(best, request.query)
    const candidates = [...best.values()].sort(
      (a, b) => b.score - a.score || a.concept - b.concept || a.term - b.term,
    )
    const [first] = interpretations
    return { candidates, query: candidates[0]?.judge.query ?? first!.understand(first!.words) }
  }

  /** Adds the names that are found letter for letter only. */
  #collectWritten(
    text: string,
    { words, understand }: Interpretation<Query>,
    best: Map<number, Candidate<Query>>,
    leaders: ConceptLeaders,
  ): void {
    const terms = this.#index.termsWritten(text)
    if (terms.length === 0) return
    const [reading] = this.#expander.expand(words, text, 1)
    const judge = this.#ranker.judge(understand(words))
    this.#aligner.use(reading!)
    for (const term of terms) {
      const match = this.#aligner.matchWritten(term)
      const concept = this.#index.arrays.termConcept[term]!
      const score = judge.score(match)
      best.set(this.#placeOf(term, concept), {
        term,
        concept,
        score,
        match,
        judge,
        reading: reading!,
      })
      leaders.add(concept, score)
    }
  }

  /** What a name of a concept is kept under; never negative. */
  #placeOf(term: number, concept: number): number {
    return term * this.#index.arrays.conceptTraits.length + concept
  }

  /** Adds the candidates of one interpretation; returns whether a name is the mention, word for word. */
  #collectUnder(
    interpretation: Interpretation<Query>,
    text: string,
    best: Map<number, Candidate<Query>>,
    leaders: ConceptLeaders,
    eachName: boolean,
  ): boolean {
    const { arrays, searcher } = this.#index
    let least = LEAST_DICE
    let isExact = false
    const { words, readings, certainty = 1 } = interpretation
    for (const read of this.#expander.expand(words, text, readings)) {
      const reading = certainty === 1 ? read : { ...read, certainty: read.certainty * certainty }
      const { slots } = reading
      const hits = searcher.search(slots, RETRIEVED_NAMES, least, leastBeside(slots.length))
      if (hits.length === 0) continue
      const judge = this.#ranker.judge(interpretation.understand(reading.words))
      least = Math.max(least, hits[0]!.score * LEAST_SHARE_OF_OTHERS)
      this.#aligner.use(reading)
      for (const { term } of hits) {
        const name = this.#aligner.match(term)
        isExact ||= name.exactness > 0 && name.exactness >= reading.certainty
        const ofName = judge.ofName(name)
        if (ofName + judge.mostOfCode < leaders.least) continue
        const match = { ...name }
        for (const concept of this.#index.conceptsOf(term)) {
          match.conceptTraits = arrays.conceptTraits[concept]!
          const score = ofName + judge.ofCode(match)
          if (score < leaders.least) continue
          // A name of one concept stands for itself, of a shared one each concept keeps the best.
          const place = name.isShared && !eachName ? -1 - concept : this.#placeOf(term, concept)
          if ((best.get(place)?.score ?? -1) >= score) continue
          best.set(place, { term, concept, score, match: { ...match }, judge, reading })
          leaders.add(concept, score)
        }
      }
      // A name that is the reading, word for word: no other reading of these words can do better.
      if (isExact) return reading.certainty === 1
    }
    return false
  }

  /** Of concepts with a name of the same words, those named letter for letter come first: "X, Y" and "X Y". */
  #preferVerbatim(candidates: Map<number, Candidate<Query>>, mention: string): void {
    const exact = [...candidates].filter(
      ([, { match }]) => match.exactness === 1 && !match.isShared,
    )
    if (exact.length < 2) return
    const folded = fold(mention.trim())
    const isVerbatim = ({ term }: Candidate<Query>) => fold(this.#index.term(term).text) === folded
    const meant = new Set(
      exact.flatMap(([, candidate]) => (isVerbatim(candidate) ? [candidate.concept] : [])),
    )
    if (meant.size === 0) return
    const others = exact.filter(([, { concept }]) => !meant.has(concept))
    for (const [place, candidate] of others) {
      const match = { ...candidate.match, exactness: SAME_WORDS }
      candidates.set(place, { ...candidate, match, score: candidate.judge.score(match) })
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
    const others = ranked.slice(1).map(({ match }) => match)
    const [first, second] = ranked
    let ceiling = 1
    return rows.map((candidate, i) => {
      const rival = candidate.concept === first!.concept ? second : first
      const margin = rival === undefined ? 1 : candidate.score - rival.score
      const { score, match, judge } = candidate
      const { query } = judge
      const parts = judge.parts(match)
      const { understanding } = this.#ontology
      const evidence = {
        score,
        margin,
        rivalIsRelated: rival?.match.family === match.family,
        rivalIsTwin: rival !== undefined && this.#areTwins(match, rival.match),
        match,
        objection: understanding?.objection(query, match),
        parts,
        hasOfficialSynonyms: this.#index.hasOfficialSynonyms,
      }
      const probability = Math.min(ceiling, calibrate(this.#model, evidence))
      ceiling = probability
      const reason = i === 0 ? decide(this.#model, probability, evidence) : 'not_first'
      const question =
        i === 0 && reason !== 'linked' ? understanding?.question(query, match, others) : undefined
      return { candidate, parts, probability, reason, question }
    })
  }

  #areTwins(first: Match, second: Match): boolean {
    return this.#ontology.understanding?.areTwins(first, second) ?? false
  }

  #result({ candidate, probability, reason, question }: Judged<Query>): LinkResultItem {
    const concept = this.#index.concept(candidate.concept)
    const name = this.#index.term(candidate.term)
    const { understanding } = this.#ontology
    return {
      term_id: concept.code,
      term_name: name.text,
      score: Math.round(probability * 10_000) / 10_000,
      is_linked: reason === 'linked',
      metadata: {
        ...this.#ontology.describe(concept, name),
        ...understanding?.describe(candidate.judge.query, candidate.match, concept),
        preferred_name: concept.name,
        link_reason: reason,
        ...(question !== undefined && { needed: question }),
      },
    }
  }
}

/** The hints that are text or numbers; what a caller sends beside is not understood and not an error. */
export function hintsOf(metadata: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const hints: Record<string, string> = {}
  for (const [key, value] of Object.entries(metadata))
    if (typeof value === 'string') hints[key] = value
    else if (typeof value === 'number' && Number.isFinite(value)) hints[key] = String(value)
  return hints
}
