import type { ComprehendResult, Entity, EntityKind, ParsedComprehendRequest } from '../contract.ts'
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
  return {
    ...{ request_id: requestId, text, ontology, version, index_name, model_version, indexes },
    not_installed: kindsAsked(request).filter((kind) => !answerers.has(kind)),
    main: conditions?.main ?? null,
    entities: (conditions?.entities ?? []).map((each) => ({ type: 'problem', ...each }) as Entity),
    notes: conditions?.notes ?? [],
    ...(conditions?.truncated && { truncated: true as const }),
  }
}
