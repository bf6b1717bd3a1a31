import type { ExplainedResult, LinkResult } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { MentionReader, NamedOntology } from '../ontologies/ontology.ts'
import type { Analyzer } from '../text/analyze.ts'
import { type Aligner, align } from './align.ts'
import { answer } from './answer.ts'
import { decide } from './decide.ts'
import { type Expander, expand } from './expand.ts'
import { lookUp } from './look-up.ts'
import type { Model } from './model.ts'
import { prove } from './prove.ts'
import { type Ranker, type Ranking, rank } from './rank.ts'
import { read } from './read.ts'
import { retrieve } from './retrieve.ts'
import type { SiteNames } from './site-names.ts'
import { splitListBy } from './split-list.ts'
import type { Stage, Task } from './task.ts'

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

/** Recognizes a written list of conditions. Its parts are all that enters the stages again. */
const splitList = splitListBy((part: Task<Tools>) => run(read, decide, part))

/**
 * The stages of a link, in their order. Each is one file, which says what the stage takes, gives and costs in steps. No
 * stage calls another. The stages from `expand` to `align` are lazy: `rank` asks for one reading after the other, until a
 * name is the mention.
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
  splitList,
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
function inOrder<A, B, C, D, E, F, G, H, I, J, K>(
  stages: readonly [
    ...[Of<A, B>, Of<B, C>, Of<C, D>, Of<D, E>, Of<E, F>],
    ...[Of<F, G>, Of<G, H>, Of<H, I>, Of<I, J>, Of<J, K>],
  ],
): readonly AnyStage[] {
  return stages
}
