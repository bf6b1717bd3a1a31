import { entitiesOf, type FoundKind } from '../comprehend/entities.ts'
import type { OtherKind } from '../comprehend/kinds/draft.ts'
import { type NoteText, readNoteText } from '../comprehend/kinds/note-text.ts'
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
  const conditions = answerers.get('problem')?.comprehend(request, requestId)
  const indexes = Object.fromEntries(
    [...answerers].map(([kind, answerer]) => [kind, answerer.describe()]),
  )
  const { version = null, index_name = null, model_version = null } = conditions ?? {}
  const { main, entities, notes } = entitiesOf(conditions, findAll(request, answerers))
  return {
    ...{ request_id: requestId, text, ontology, version, index_name, model_version, indexes },
    not_installed: kindsAsked(request).filter((kind) => !answerers.has(kind)),
    ...{ main, entities, notes },
    ...(conditions?.truncated && { truncated: true as const }),
  }
}

/** Drafts of the kinds that are no problems. The text is read once, if there are any. */
function findAll(
  request: ParsedComprehendRequest,
  answerers: ReadonlyMap<EntityKind, Answerer>,
): ReadonlyMap<OtherKind, FoundKind> {
  let note: NoteText | undefined
  const found = new Map<OtherKind, FoundKind>()
  for (const [kind, answerer] of answerers) {
    if (kind === 'problem') continue
    note ??= readNoteText(request.text, answerer.analyzer)
    found.set(kind, { drafts: answerer.find(kind, note), ask: answerer.ask(request) })
  }
  return found
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
