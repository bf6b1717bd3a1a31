/**
 * Entries of the audit trail for requests. One rule covers every operation: a kind of operations that names its records is
 * audited, also for an operation that is added later.
 */

import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod'
import type { AuditDraft, AuditEntry } from '../records/audit/entry.ts'
import type { AuditTrail } from '../records/audit/trail.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that a body may have, of audited operations. */
    fields?: ReadonlySet<string>
  }
  interface FastifyRequest {
    audit: RequestAudit | null
  }
}

/** Entry of a request while it is answered. */
interface RequestAudit {
  readonly draft: AuditDraft
  /** True while the records store it with what they write. */
  isOpen: boolean
  isSettled: boolean
}

const ACTIONS: Readonly<Record<string, AuditEntry['action']>> = {
  ...{ GET: 'read', HEAD: 'read', POST: 'create', PATCH: 'update', PUT: 'update' },
  DELETE: 'delete',
}
/** Identifiers of records: oids, UUIDs, and those with a prefix of Medlink's. Other text may be a name, and is left out. */
const IDENTIFIER =
  /^(?:[1-9]\d{16}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[a-z]{3}_[\w-]{16,64})$/
/** Maximum of identifiers that the entry of a list has. */
const MAX_LISTED = 100
/** Too many requests: counted, not audited, so that a flood fills no disk. */
const TOO_MANY = 429

/**
 * Audits every operation that is declared from now on and whose kind names its records. A write has its entry in its own
 * transaction; the entry of a log-in or a registration is on disk before the answer. Entries of requests that change nothing
 * are stored within 200 ms, and their answers do not wait. While entries cannot be stored, answers are 503. Needs `enforceRoles`
 * before.
 */
export function auditOperations(app: FastifyInstance, trail: AuditTrail): void {
  app.decorateRequest('audit', null)
  app.addHook('onRoute', (route) => {
    if (route.config?.operation?.record !== undefined)
      route.config = { ...route.config, fields: fieldsOf(route) }
  })
  app.addHook('preHandler', (request, _, done) => {
    const { config } = request.routeOptions
    if (config.operation?.record === undefined) return done()
    const audit = auditOf(request)
    audit.isOpen = true
    trail.begin(audit.draft, done)
  })
  app.addHook('preSerialization', async ({ audit }, _, payload) => {
    if (audit !== null) noteIdentifiers(audit.draft, payload)
    return payload
  })
  app.addHook('onSend', async (request, reply, payload) => {
    try {
      await settle(request, reply.statusCode, trail)
    } catch (cause) {
      destroy(payload)
      throw new HttpError('unavailable', undefined, undefined, { cause })
    }
  })
  app.addHook('onResponse', async ({ audit }) => {
    if (audit?.isOpen) trail.end()
  })
}

/** Names the client of a request that brings no token, such as a log-in. Its role and workspace are known if it is let in. */
export function nameClient(
  { audit }: FastifyRequest,
  id: string,
  client?: { readonly oid: string; readonly bid: string; readonly role: string },
): void {
  if (audit === null || !IDENTIFIER.test(id)) return
  audit.draft.client = id
  if (client === undefined) return
  const { oid, bid, role } = client
  Object.assign(audit.draft, { subject: oid, workspace: bid, role })
}

/** Names the consents under which a request reads or writes. */
export function nameConsents({ audit }: FastifyRequest, ids: readonly string[]): void {
  if (audit !== null && ids.length > 0) audit.draft.consents = ids
}

function auditOf(request: FastifyRequest): RequestAudit {
  request.audit ??= { draft: draftOf(request), isOpen: false, isSettled: false }
  return request.audit
}

function draftOf(request: FastifyRequest): AuditDraft {
  const { method, routeOptions, caller, params, headers, ip, id } = request
  const { operation, fields } = routeOptions.config
  const found = Object.values((params ?? {}) as Record<string, string>).filter(isIdentifier)
  const type = operation!.record!
  const patient = type === 'patient' ? found[0] : headers['x-pt-id']
  const named = namesOf(request.body).filter((name) => fields?.has(name))
  return {
    operation: `${method} ${routeOptions.url}`,
    action: operation!.action ?? ACTIONS[method]!,
    ...(caller && {
      ...{ subject: caller.oid, client: caller.clientId },
      ...{ role: caller.role, workspace: caller.bid },
    }),
    ...{ address: ip, request: id, record: { type, id: found[0] } },
    ...{ patient: isIdentifier(patient) ? patient : undefined },
    fields: named.length === 0 ? undefined : named,
  }
}

/** Stores what the records have not stored. */
async function settle(request: FastifyRequest, status: number, trail: AuditTrail): Promise<void> {
  const { operation, policy } = request.routeOptions.config
  if (request.is404 || operation?.record === undefined || status === TOO_MANY) return
  const outcome = status < 400 ? 'done' : status < 500 ? 'refused' : 'failed'
  // An invalid token names no caller, and a URL that was never signed neither: such requests may be made by anyone, in any
  // number. An attempt to log in is one of a client.
  const isOpen = policy === 'public' && (outcome === 'done' || operation.record === 'login')
  if (request.caller === null && !isOpen) return
  const audit = auditOf(request)
  if (audit.isSettled) return
  audit.isSettled = true
  if (outcome === 'done' && audit.draft.stored !== undefined) return
  const changesNothing = outcome !== 'done' || audit.draft.action === 'read'
  await (changesNothing ? trail.addSoon(audit.draft, outcome) : trail.add(audit.draft, outcome))
}

/** Takes the identifiers of records from an answer: the record's own, or those of a list. */
function noteIdentifiers(draft: AuditDraft, payload: unknown): void {
  const [own] = identifiersIn(payload)
  if (own !== undefined && draft.record!.id === undefined)
    draft.record = { ...draft.record!, id: own }
  const lists = [payload, ...Object.values((payload ?? {}) as object)].filter(Array.isArray)
  const listed = lists.flat().flatMap(identifiersIn).slice(0, MAX_LISTED)
  if (listed.length > 0) draft.listed = listed
}

function identifiersIn(payload: unknown): string[] {
  if (typeof payload !== 'object' || payload === null) return []
  const { oid, id, document_id } = payload as Record<string, unknown>
  return [oid, id, document_id].filter(isIdentifier)
}

function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && IDENTIFIER.test(value)
}

function namesOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

/** Names of the fields that the schema of a body declares. Only these are known to be no text of a person. */
function fieldsOf({ schema }: RouteOptions): ReadonlySet<string> {
  const body = schema?.body
  if (!(body instanceof z.ZodType)) return new Set()
  const shapes = (['input', 'output'] as const).map((io) =>
    z.toJSONSchema(body, { io, unrepresentable: 'any' }),
  )
  return new Set(shapes.flatMap(propertiesOf))
}

function propertiesOf(shape: z.core.JSONSchema.BaseSchema): string[] {
  const parts = [shape.anyOf, shape.oneOf, shape.allOf].flatMap((each) => each ?? [])
  return [...Object.keys(shape.properties ?? {}), ...parts.flatMap(propertiesOf)]
}

/** Ends a stream that is not sent. */
function destroy(payload: unknown): void {
  if (payload instanceof Object && 'destroy' in payload && typeof payload.destroy === 'function')
    payload.destroy()
}
