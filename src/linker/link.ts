import {
  type Demands,
  type ExplainedResult,
  type LinkReason,
  type LinkResult,
  type LinkResultItem,
  type ParsedLinkRequest,
  type Rejection,
  readHints,
  type ScorePart,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import {
  type Answer,
  MAX_WORDS,
  type Match,
  type Mention,
  type MentionReader,
  type NamedOntology,
} from '../ontologies/ontology.ts'
import type { Analyzer } from '../text/analyze.ts'
import { readOpposites } from '../text/opposites.ts'
import { MEDLINK_VERSION } from '../version.ts'
import { Aligner, lightnessOf } from './align.ts'
import { type Candidate, CandidateCollector, type CollectOptions } from './candidates.ts'
import type { ResultRow } from './envelope.ts'
import { Expander } from './expand.ts'
import { partsOf } from './lists.ts'
import { type Model, readModel } from './model.ts'
import { nameFeatures } from './name-features.ts'
import type { PhraseBook } from './phrases.ts'
import { type Account, accountFor, type Proof, type ProofOptions, prove } from './proof.ts'
import { Ranker } from './rank.ts'
import { hasDemands, type Outcome, ResultWriter } from './result.ts'
import type { SiteNames } from './site-names.ts'
import { CONCEPTS_IN_VIEW, judge, type Verdict } from './verdict.ts'

/** Concepts kept beyond those asked for, so that the best rival of the last one is among them. */
const SPARE_CONCEPTS = 2

const NONE: ReadonlySet<string> = new Set()

/** Of a long list so many parts are looked at for two that would be linked. */
const TRIED_PARTS = 10
/** The Dice score of a name with a part of a list that it could be linked to. */
const PART_DICE = 0.6
/** Steps that one request may take: some 15 ms. A mention of everyday takes a hundredth of them. */
export const MAX_STEPS = 2_000_000
/** Steps it takes to find the words of a text, for each character. */
const STEPS_A_CHARACTER = 16

/** Reasons that a list gives, too: too much is left over for any one name. */
const UNSETTLED: ReadonlySet<LinkReason> = new Set([
  'ambiguous',
  'below_threshold',
  'name_adds',
  'name_incomplete',
])

/** One name of one code in the running, with all that was measured of it. */
export interface RankedName {
  readonly code: string
  readonly match: Match
  readonly parts: readonly ScorePart[]
  readonly rejection: Rejection | undefined
}

/** What answers requests against one open index, one at a time. */
export interface MentionLinker {
  link(request: ParsedLinkRequest, requestId: string): LinkResult
  /** The same with the reasons of every result. */
  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult
}

/** Links mentions that are names of codes. Holds scratch space; answers one request at a time. */
export class Linker<Query = unknown> implements MentionLinker {
  /** What its answers say of the model. */
  readonly modelVersion: string
  /** What words of its mentions may be read as others. */
  readonly phrases: PhraseBook
  readonly #index: MedlinkIndex
  readonly #ontology: NamedOntology<Query>
  readonly #analyzer: Analyzer
  readonly #reader: MentionReader<Query>
  readonly #collector: CandidateCollector<Query>
  readonly #model: Model
  readonly #writer: ResultWriter<Query>

  constructor(
    index: MedlinkIndex,
    ontology: NamedOntology<Query>,
    analyzer: Analyzer,
    phrases: PhraseBook,
    siteNames?: SiteNames,
  ) {
    const features = [...nameFeatures, ...ontology.features]
    const lightness = lightnessOf(index, ontology.readLightWords())
    const lemmaOf = (form: string) => analyzer.wordOf(form).lemma
    const aligner = new Aligner(index, lightness, readOpposites(analyzer), lemmaOf)
    this.#index = index
    this.#ontology = ontology
    this.#analyzer = analyzer
    this.#model = readModel(ontology.name, features)
    this.#reader = ontology.createReader(index, analyzer)
    this.#collector = new CandidateCollector(
      index,
      new Expander(index, lightness, analyzer, phrases),
      aligner,
      new Ranker<Query>(features, this.#model.weights),
    )
    this.modelVersion = `${MEDLINK_VERSION}+${this.#model.id}`
    this.phrases = phrases
    this.#writer = new ResultWriter(index, ontology, this.modelVersion, siteNames)
  }

  link(
    request: ParsedLinkRequest,
    requestId: string,
    work: Work = new Work(MAX_STEPS),
  ): LinkResult {
    return this.#writer.result(request, requestId, this.#run(request, work))
  }

  /** A row with a code that can be billed in the place of a header, where one says the same. */
  billable(row: LinkResultItem): LinkResultItem {
    return this.#writer.billable(row as ResultRow) as LinkResultItem
  }

  /** The same with the reasons of every result. */
  explain(request: ParsedLinkRequest, requestId: string): ExplainedResult {
    const work = new Work(MAX_STEPS)
    const outcome = this.#run(request, work)
    const accountOf = (candidate: Candidate<Query>) =>
      this.#accountOf(candidate, request.query, work)
    return this.#writer.explained(request, requestId, outcome, accountOf)
  }

  /**
   * Every name in the running for a mention with the value of each feature, best first: what weights and calibration
   * are fitted on.
   */
  candidates(request: ParsedLinkRequest): RankedName[] {
    const work = new Work(MAX_STEPS)
    const options = { depth: Number.POSITIVE_INFINITY, eachName: true }
    const { candidates } = this.#rank(request, options, work)
    return candidates.map(({ match, query, scorer }) => ({
      code: this.#index.concept(match.concept).code,
      match,
      parts: scorer.parts(match),
      rejection: this.#ontology.policy?.rejection?.(query, match),
    }))
  }

  /** The pipeline, stage by stage: a look-up; else candidates, ranked, and a verdict on the first of them. */
  #run(request: ParsedLinkRequest, work: Work): Outcome<Query> {
    const lookedUp = this.#writer.lookUp(request)
    if (lookedUp !== undefined) return { lookedUp }
    const { verdicts, query } = this.#judge(request, work)
    const [first, ...others] = verdicts
    // A name that is the text word for word has been compared with all of it.
    const isCut = first !== undefined && first.reason !== 'linked' && first.candidate.reading.isCut
    const isTruncated = work.isTruncated || isCut
    if (first === undefined || !this.#mayBeSeveral(first)) return { verdicts, query, isTruncated }
    const conditions = this.#conditionsIn(request, work)
    if (conditions.length === 0) return { verdicts, query, isTruncated }
    const list: Verdict<Query> = { ...first, reason: 'several_conditions', conditions }
    return { verdicts: [list, ...others], query, isTruncated }
  }

  #judge(
    request: ParsedLinkRequest,
    work: Work,
    minDice?: number,
  ): { verdicts: Verdict<Query>[]; query: Query } {
    const answer = this.#answerTo(request)
    // Any number of concepts may have the same answer.
    const depth =
      answer === undefined
        ? Math.max(request.top_k + SPARE_CONCEPTS, CONCEPTS_IN_VIEW)
        : Number.POSITIVE_INFINITY
    const eachName = request.collapse === 'term'
    const options = { depth, eachName, ...(minDice !== undefined && { minDice }) }
    const { candidates, query } = this.#rank(request, options, work)
    const verdicts = judge(candidates, request, {
      model: this.#model,
      strictness: request.strictness,
      policy: this.#ontology.policy,
      hasOfficialSynonyms: this.#index.hasOfficialSynonyms,
      prove: (candidate) => this.#prove(candidate, request.query, work),
      isTruncated: () => work.isTruncated,
      answer,
    })
    return { verdicts, query }
  }

  /** Whether the first answer leaves something of the mention over, and nothing else speaks against it. */
  #mayBeSeveral({ reason, candidate: { match } }: Verdict<Query>): boolean {
    return (
      this.#ontology.policy?.isOfOneCondition === true &&
      UNSETTLED.has(reason) &&
      match.matchedQueryMass < match.queryMass
    )
  }

  /** The parts of a list of which two or more would be linked by themselves; none of what is no such list. */
  #conditionsIn(request: ParsedLinkRequest, work: Work): readonly string[] {
    const parts = partsOf(request.query)
    // The shortest first: it is the soonest looked at, and may settle that there are no two.
    const tried = parts.slice(0, TRIED_PARTS).sort((a, b) => a.length - b.length)
    let wanted = 2
    for (const [i, query] of tried.entries()) {
      if (tried.length - i < wanted || work.isOver) break
      const own = new Work(MAX_STEPS - work.done)
      const [first] = this.#judge({ ...request, query, top_k: 1 }, own, PART_DICE).verdicts
      work.add(own.done)
      if (first?.reason === 'linked' && --wanted === 0) return parts
    }
    return []
  }

  /** What answers for a candidate where the request demands more of it than that it is right. */
  #answerTo(demands: Demands): ((candidate: Candidate<Query>) => Answer) | undefined {
    const { policy } = this.#ontology
    if (policy?.answer === undefined || !hasDemands(demands)) return undefined
    return ({ match: { concept, columns }, query }) =>
      policy.answer!(concept, columns, demands, query)
  }

  #prove(candidate: Candidate<Query>, text: string, work: Work): Proof {
    return prove(candidate.match, candidate.reading, this.#proofOptions(candidate, text, work))
  }

  #accountOf(candidate: Candidate<Query>, text: string, work: Work): Account {
    return accountFor(candidate.reading, this.#proofOptions(candidate, text, work))
  }

  #proofOptions(
    { match, alignment, query }: Candidate<Query>,
    text: string,
    work: Work,
  ): ProofOptions {
    const { policy } = this.#ontology
    return {
      account: () => alignment.account(match.term),
      lemmaOf: (form) => this.#analyzer.wordOf(form).lemma,
      maySpare: (qualifier, forms) => policy?.maySpare?.(qualifier, forms) ?? false,
      isOtherName: (words) => this.#collector.isNameOf(match.concept, words, text, work),
      agreedForms: () => policy?.agreedForms?.(query, match) ?? NONE,
    }
  }

  /** The stages that need no decision: tokenize and analyze, parse, then expand, retrieve and rank. */
  #rank(
    { query, ontology, metadata, assume }: ParsedLinkRequest,
    options: CollectOptions,
    work: Work,
  ): { readonly candidates: Candidate<Query>[]; readonly query: Query } {
    const { text, words } = this.#read(query, work)
    const mention: Mention = {
      text,
      words,
      hints: readHints(ontology, metadata).hints,
      assume,
    }
    const interpretations = this.#reader.read(mention)
    const candidates = this.#collector.collect(text, interpretations, options, work)
    const [first] = interpretations
    return { candidates, query: candidates[0]?.query ?? first!.understand(first!.words) }
  }

  /** The words of a text, and the text as far as they go. */
  #read(text: string, work: Work): Pick<Mention, 'text' | 'words'> {
    work.add(STEPS_A_CHARACTER * text.length)
    const words = this.#analyzer.analyze(text)
    if (words.length <= MAX_WORDS) return { text, words }
    work.truncate()
    return { text: text.slice(0, words[MAX_WORDS]!.start), words: words.slice(0, MAX_WORDS) }
  }
}
