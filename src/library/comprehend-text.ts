import { entitiesOf, type FoundKind } from '../comprehend/entities.ts'
import type { OtherKind } from '../comprehend/kinds/draft.ts'
import { type NoteText, readNoteText } from '../comprehend/kinds/note-text.ts'
import type { ComprehendResult, EntityKind, ParsedComprehendRequest } from '../contract.ts'
import type { Answerer } from './answerer.ts'
import { kindsAsked } from './roles.ts'

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
