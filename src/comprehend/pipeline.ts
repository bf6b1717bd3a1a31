import type { EntityKind } from '../contract.ts'
import { Work } from '../index/work.ts'
import { type Linker, MAX_STEPS } from '../linker/pipeline.ts'
import type { NamedOntology } from '../ontologies/ontology.ts'
import { answer, type EntitiesOfText } from './answer.ts'
import { link } from './candidates.ts'
import { findAllergies } from './kinds/allergy.ts'
import { findDrugs } from './kinds/drugs.ts'
import { findProcedures } from './kinds/procedure.ts'
import { findTests } from './kinds/test.ts'
import { LinkMemory } from './link-memory.ts'
import { read } from './note-text.ts'
import { dropOverlaps } from './overlaps.ts'
import { findProblems } from './problems.ts'
import { SpanFinder } from './spans.ts'
import { stateProblems } from './statements.ts'
import type { ProblemTools, Stage, Task } from './task.ts'

/** Steps that one text may take: some 150 ms. Five clinic notes in one text of 10,000 characters take 10 to 12 million. */
export const MAX_TEXT_STEPS = 7 * MAX_STEPS

/**
 * The stages of a text, in their order. Each is one file, which says what the stage takes, gives and costs in steps. No
 * stage calls another. A stage that finds entities of a kind is left out if the kind is not asked for; tests and procedures
 * are found for problems, too, so that what is one of them is no problem, whatever is asked for.
 */
export const STAGES: readonly AnyStage[] = inOrder([
  read,
  findProblems,
  stateProblems,
  findDrugs,
  findTests,
  findProcedures,
  findAllergies,
  dropOverlaps,
  link,
  answer,
])

/** The entities of a text, of the kinds that there are tools for. */
export function entitiesOf(
  { request, tools }: Pick<Task, 'request' | 'tools'>,
  work = new Work(MAX_TEXT_STEPS),
): EntitiesOfText {
  const task: Task = { request, tools, work }
  let state: unknown = request.text
  for (const stage of STAGES) if (isAskedFor(stage, tools)) state = stage(state as never, task)
  return state as EntitiesOfText
}

/** Kinds of which a stage finds entities; stages that are not here are of all kinds. */
const KINDS_OF: ReadonlyMap<AnyStage, readonly EntityKind[]> = new Map<AnyStage, EntityKind[]>([
  [findDrugs, ['medication', 'allergy']],
  [findTests, ['test', 'problem']],
  [findProcedures, ['procedure', 'problem']],
  [findAllergies, ['allergy']],
])

function isAskedFor(stage: AnyStage, { problem, others }: Task['tools']): boolean {
  const kinds = KINDS_OF.get(stage)
  if (kinds === undefined) return true
  return kinds.some((kind) => (kind === 'problem' ? problem !== undefined : others.has(kind)))
}

/**
 * Makes what the stages need of an index of problems.
 *
 * @throws TypeError for an ontology that names no conditions
 */
export function openProblems({
  ontology,
  ...open
}: Pick<ProblemTools, 'index' | 'analyzer'> & {
  readonly linker: Linker
  readonly ontology: NamedOntology
}): ProblemTools {
  const { findings } = ontology
  if (findings === undefined) throw new TypeError(`${ontology.name} names no conditions`)
  return {
    ...open,
    findings,
    exclusions: findings.exclusionsIn?.(open.index),
    memory: new LinkMemory(open.index, open.analyzer, open.linker.phrases),
    finder: new SpanFinder({
      ...open,
      findings,
      lightWords: ontology.readLightWords(),
      phrases: open.linker.phrases,
    }),
  }
}

type AnyStage = Stage<never, unknown>

/** The list as it is. Does not compile if a stage takes another thing than the stage before it gives. */
function inOrder<A, B, C, D, E, F, G, H, I, J, K>(
  stages: readonly [
    ...[Stage<A, B>, Stage<B, C>, Stage<C, D>, Stage<D, E>, Stage<E, F>],
    ...[Stage<F, G>, Stage<G, H>, Stage<H, I>, Stage<I, J>, Stage<J, K>],
  ],
): readonly AnyStage[] {
  return stages
}
