import {
  ENTITY_KINDS,
  type EntityKind,
  KIND_ONTOLOGIES,
  type LinkedOntology,
  type ParsedComprehendRequest,
} from '../contract.ts'
import { releaseAskedFor } from './answerer.ts'

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
