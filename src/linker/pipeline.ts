import {
  type ExplainedResult,
  type LinkResult,
  type LinkResultItem,
  type ParsedLinkRequest,
  type Rejection,
  readHints,
  type ScorePart,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import type { Analyzer } from '../language/analyze.ts'
import { readOpposites } from '../language/opposites.ts'
import {
  MAX_WORDS,
  type Match,
  type Mention,
  type MentionReader,
  type NamedOntology,
} from '../ontologies/ontology.ts'
import { MEDLINK_VERSION } from '../version.ts'
import { Aligner, align, lightnessOf } from './align.ts'
import { answer, lookUp, toBillableRow } from './answer.ts'
import { type Decided, decide } from './decide.ts'
import { Expander, expand } from './expand.ts'
import { listSeveralBy } from './list-several.ts'
import { type MisfitInput, misfitInputs } from './misfit.ts'
import { type Model, readModel } from './model.ts'
import type { PhraseBook } from './phrases.ts'
import { prove } from './prove.ts'
import { nameFeatures, Ranker, type Ranking, rank } from './rank.ts'
import { MIN_DICE, retrieve } from './retrieve.ts'
import { isSettled, sift } from './sift.ts'
import type { SiteNames } from './site-names.ts'
import type { ReadMention, Stage, Task } from './task.ts'

/** Everything that the stages need of one open index; made when it is opened. */
export interface Tools {
  readonly index: MedlinkIndex
  readonly ontology: NamedOntology
  readonly analyzer: Analyzer
  readonly reader: MentionReader<unknown>
  readonly expander: Expander
  readonly aligner: Aligner
  readonly ranker: Ranker
  readonly model: Model
  /** Medlink's version and that of the model, as answers state it. */
  readonly modelVersion: string
  /** Names that the site gave codes; undefined if it gave none. */
  readonly siteNames: SiteNames | undefined
}

/** Steps for each character of a text whose words are found. */
const STEPS_A_CHARACTER = 16

/**
 * Stage 2. Finds the words of a mention and has the ontology take it apart.
 *
 * Takes nothing but the task. Gives interpretations: the words of the name, and what the mention and its hints say
 * besides. Costs 16 steps a character.
 */
function read(_: unknown, { request, hints, tools, work }: Task<Tools>): ReadMention {
  const { query, assume } = request
  work.add(STEPS_A_CHARACTER * query.length)
  const all = tools.analyzer.analyze(query)
  const isWhole = all.length <= MAX_WORDS
  if (!isWhole) work.truncate()
  const mention: Mention = {
    text: isWhole ? query : query.slice(0, all[MAX_WORDS]!.start),
    words: isWhole ? all : all.slice(0, MAX_WORDS),
    hints: hints.hints,
    assume,
  }
  return { text: mention.text, written: all, interpretations: tools.reader.read(mention) }
}

/** Lists conditions or meanings, where the mention has several: each enters the stages again. */
const listSeveral = listSeveralBy((part: Task<Tools>) => run(read, decide, part))

/**
 * The stages of a link, in their order. The comment of each says what the stage takes, gives and costs in steps. No stage
 * calls another. The stages from `expand` to `align` are lazy: `rank` asks for one reading after the other, until a name is
 * the mention.
 */
export const STAGES: readonly AnyStage[] = inOrder([
  lookUp,
  read,
  expand,
  retrieve,
  align,
  rank,
  prove,
  decide,
  listSeveral,
  sift,
  answer,
])

/** Answers a request. A look-up that finds something is the whole answer. */
export function answerTo(task: Task<Tools>): LinkResult | ExplainedResult {
  const found = lookUp(task.request, task)
  return found === undefined ? run(read, answer, task) : answer(found, task)
}

/** The names in the running for a mention. */
export function rankingFor(task: Task<Tools>): Ranking {
  return run(read, rank, task)
}

type Of<Input, Output> = Stage<Input, Output, Tools>
type AnyStage = Of<never, unknown>

/** Sends a task through the stages from one to another, both included. */
function run<Output>(first: AnyStage, last: Of<never, Output>, task: Task<Tools>): Output {
  const end = STAGES.indexOf(last)
  let state: unknown
  for (let i = STAGES.indexOf(first); i <= end; i++) state = STAGES[i]!(state as never, task)
  return state as Output
}

/** The list as it is. Does not compile if a stage takes another thing than the stage before it gives. */
function inOrder<A, B, C, D, E, F, G, H, I, J, K, L>(
  stages: readonly [
    ...[Of<A, B>, Of<B, C>, Of<C, D>, Of<D, E>, Of<E, F>],
    ...[Of<F, G>, Of<G, H>, Of<H, I>, Of<I, J>, Of<J, K>, Of<K, L>],
  ],
): readonly AnyStage[] {
  return stages
}

/** Steps that one request may take: some 15 ms. A typical mention takes a hundredth of them. */
export const MAX_STEPS = 2_000_000

/** One name of one code in the running, with the value of every feature. */
export interface RankedName {
  readonly code: string
  readonly match: Match
  readonly parts: readonly ScorePart[]
  readonly rejection: Rejection | undefined
}

/** A row with the inputs of its misfit. */
export interface MeasuredRow {
  readonly code: string
  readonly inputs: Readonly<Record<MisfitInput, number>>
}

/** Answers requests from one open index, one at a time. */
export interface MentionLinker {
  /** Medlink's version and that of the model, as answers state it. */
  readonly modelVersion: string
  /** @param work counts the steps of the request; default: a limit of its own */
  link(request: ParsedLinkRequest, requestId: string, work?: Work): LinkResult
  /** The same with the reasons of every result. */
  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult
}

/** Links mentions that are names of codes, see {@link answerTo}. Holds scratch space; answers one request at a time. */
export class Linker implements MentionLinker {
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

  /**
   * The first row for a mention that is not linked, before any is left out, with the inputs of its misfit; undefined if it
   * is linked or settled, or if its name is the mention: the misfit is fitted on these.
   */
  firstUnlinked(request: ParsedLinkRequest): MeasuredRow | undefined {
    const task = this.#taskFor(request, '', {})
    const { verdicts, mention } = run<Decided>(read, listSeveral, task)
    const [first] = verdicts
    if (first === undefined || isSettled(first)) return undefined
    if (first.candidate.match.exactness > 0) return undefined
    const inputs = misfitInputs(first, mention, this.#tools)
    return { code: this.#tools.index.concept(first.concept).code, inputs }
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
      hints: readHints(request.ontology, request.metadata),
      tools: this.#tools,
      work: given.work ?? new Work(MAX_STEPS),
      minDice: MIN_DICE,
      minConcepts: given.minConcepts,
      eachName: given.eachName ?? request.collapse === 'term',
      explains: given.explains ?? false,
    }
  }
}
