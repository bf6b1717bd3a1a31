import { entitiesOf } from '../comprehend/pipeline.ts'
import type { KindTools, Tools } from '../comprehend/task.ts'
import {
  type ComprehendResult,
  ENTITY_KINDS,
  type EntityKind,
  KIND_ONTOLOGIES,
  type LinkedOntology,
  type ParsedComprehendRequest,
} from '../contract.ts'
import { type Answerer, releaseAskedFor } from './answerer.ts'

/** The entities of a text, of the kinds that have an index. */
export function comprehendText(
  request: ParsedComprehendRequest,
  requestId: string,
  answerers: ReadonlyMap<EntityKind, Answerer>,
): ComprehendResult {
  const { text, ontology } = request
  const { main, entities, notes, isTruncated } = entitiesOf({ request, tools: toolsOf(answerers) })
  const indexes = Object.fromEntries(
    [...answerers].map(([kind, answerer]) => [kind, answerer.describe()]),
  )
  const { version = null, index_name = null, model_version = null } = indexes.problem ?? {}
  return {
    ...{ request_id: requestId, text, ontology, version, index_name, model_version, indexes },
    not_installed: kindsAsked(request).filter((kind) => !answerers.has(kind)),
    ...{ main, entities: [...entities], notes },
    ...(isTruncated && { truncated: true as const }),
  }
}

/** Tools of the indexes, of which there is at least one. A text is read by the first one's analyzer. */
function toolsOf(answerers: ReadonlyMap<EntityKind, Answerer>): Tools {
  const [first] = answerers.values()
  const others = new Map<keyof typeof KIND_ONTOLOGIES, KindTools>()
  for (const [kind, answerer] of answerers)
    if (kind !== 'problem') others.set(kind, answerer.kindTools)
  const { analyzer } = first!
  return { analyzer, problem: answerers.get('problem')?.problemTools, others }
}

/** Part of a request that an index answers: one mention, or one kind of entity of a text. */
export type Role = EntityKind | 'mention'

/** An index that a request is for. */
export interface Target {
  readonly ontology: LinkedOntology
  /** Default: the newest installed one. */
  readonly version: string | undefined
}

/** Fields of a request about a text that name its indexes. */
export type TextAsked = Pick<ParsedComprehendRequest, 'ontology' | 'version' | 'find'>

/** Kinds of entities that a request asks for, in the order of the contract. */
export function kindsAsked({ find }: Pick<TextAsked, 'find'>): readonly EntityKind[] {
  return find === undefined ? ENTITY_KINDS : ENTITY_KINDS.filter((kind) => find.includes(kind))
}

/**
 * Indexes of a request about a text, by the kind of entity: those of the kinds that are asked for and installed. A version
 * that is named must be there. If nothing is installed, the first kind is the one whose index is missing.
 */
export function textTargets(
  asked: TextAsked,
  isInstalled: (ontology: LinkedOntology) => boolean,
): ReadonlyMap<EntityKind, Target> {
  const targets = kindsAsked(asked).map((kind) => [kind, targetOf(kind, asked)] as const)
  const installed = targets.filter(
    ([, { ontology, version }]) => version !== undefined || isInstalled(ontology),
  )
  return new Map(installed.length > 0 ? installed : targets.slice(0, 1))
}

function targetOf(kind: EntityKind, asked: TextAsked): Target {
  if (kind === 'problem') return { ontology: asked.ontology, version: releaseAskedFor(asked) }
  return { ontology: KIND_ONTOLOGIES[kind], version: undefined }
}
