import type {
  ExplainedResult,
  LinkResult,
  LinkResultItem,
  ParsedLinkRequest,
  Rejection,
  ScorePart,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { Match, NamedOntology } from '../ontologies/ontology.ts'
import type { Analyzer } from '../text/analyze.ts'
import { readOpposites } from '../text/opposites.ts'
import { MEDLINK_VERSION } from '../version.ts'
import { Aligner, lightnessOf } from './align.ts'
import { toBillableRow } from './answer.ts'
import { Expander } from './expand.ts'
import { readModel } from './model.ts'
import { nameFeatures } from './name-features.ts'
import type { PhraseBook } from './phrases.ts'
import { answerTo, rankingFor, type Tools } from './pipeline.ts'
import { Ranker } from './rank.ts'
import { MIN_DICE } from './retrieve.ts'
import type { SiteNames } from './site-names.ts'
import type { Task } from './task.ts'

/** Steps that one request may take: some 15 ms. A typical mention takes a hundredth of them. */
export const MAX_STEPS = 2_000_000

/** One name of one code in the running, with the value of every feature. */
export interface RankedName {
  readonly code: string
  readonly match: Match
  readonly parts: readonly ScorePart[]
  readonly rejection: Rejection | undefined
}

/** Answers requests from one open index, one at a time. */
export interface MentionLinker {
  link(request: ParsedLinkRequest, requestId: string): LinkResult
  /** The same with the reasons of every result. */
  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult
}

/** Links mentions that are names of codes, see {@link answerTo}. Holds scratch space; answers one request at a time. */
export class Linker implements MentionLinker {
  /** Medlink's version and that of the model, as answers state it. */
  readonly modelVersion: string
  /** Readings of words and phrases that the index knows. */
  readonly phrases: PhraseBook
  readonly #tools: Tools

  constructor(
    index: MedlinkIndex,
    ontology: NamedOntology,
    analyzer: Analyzer,
    phrases: PhraseBook,
    siteNames?: SiteNames,
  ) {
    const features = [...nameFeatures, ...ontology.features]
    const lightness = lightnessOf(index, ontology.readLightWords())
    const lemmaOf = (form: string) => analyzer.wordOf(form).lemma
    const model = readModel(ontology.name, features)
    this.modelVersion = `${MEDLINK_VERSION}+${model.id}`
    this.phrases = phrases
    this.#tools = {
      ...{ index, ontology, analyzer, model, siteNames },
      reader: ontology.createReader(index, analyzer),
      expander: new Expander(index, lightness, analyzer, phrases),
      aligner: new Aligner(index, lightness, readOpposites(analyzer), lemmaOf),
      ranker: new Ranker(features, model.weights),
      modelVersion: this.modelVersion,
    }
  }

  /** @param work counts the steps of the request; default: {@link MAX_STEPS} of them */
  link(request: ParsedLinkRequest, requestId: string, work = new Work(MAX_STEPS)): LinkResult {
    return answerTo(this.#taskFor(request, requestId, { work })) as LinkResult
  }

  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult {
    return answerTo(this.#taskFor(request, requestId, { explains: true })) as ExplainedResult
  }

  /**
   * Every name in the running for a mention with the value of each feature, best first: weights and calibration are fitted
   * on these.
   */
  candidates(request: ParsedLinkRequest): RankedName[] {
    const { index, ontology } = this.#tools
    const everything = { minConcepts: Number.POSITIVE_INFINITY, eachName: true }
    const { candidates } = rankingFor(this.#taskFor(request, '', everything))
    return candidates.map(({ match, query, scorer }) => ({
      code: index.concept(match.concept).code,
      match,
      parts: scorer.parts(match),
      rejection: ontology.policy?.rejection?.(query, match),
    }))
  }

  /** A row with the code that can be billed instead of a header that says the same; else the same row. */
  toBillableRow(row: LinkResultItem): LinkResultItem {
    return toBillableRow(row, this.#tools)
  }

  #taskFor(
    request: ParsedLinkRequest,
    requestId: string,
    given: Partial<Pick<Task, 'work' | 'minConcepts' | 'eachName' | 'explains'>>,
  ): Task<Tools> {
    return {
      request,
      requestId,
      tools: this.#tools,
      work: given.work ?? new Work(MAX_STEPS),
      minDice: MIN_DICE,
      minConcepts: given.minConcepts,
      eachName: given.eachName ?? request.collapse === 'term',
      explains: given.explains ?? false,
    }
  }
}
