import type { FastifyInstance, RouteOptions } from 'fastify'
import type { AuditEntry } from '../../records/audit/entry.ts'
import { ROLES, type Role } from '../../records/records.ts'
import { HttpError } from '../errors.ts'
import { requireCaller } from './policy.ts'

/** A kind of operations: paths and methods that belong together, and the roles that may use them. */
export interface OperationKind {
  readonly name: string
  /** Beginnings of paths, by whole segments; `/` is the one page at the root. */
  readonly paths: readonly string[]
  /** Default: every method. HEAD counts as GET. */
  readonly methods?: readonly string[]
  /** Roles of tokens. Operations that need no token ignore them. */
  readonly roles: readonly Role[]
  /** Type of the records that are read or written, by which the audit trail has the operations; default: none, no audit. */
  readonly record?: string
  /** Action that the audit trail has; default: by the method. */
  readonly action?: AuditEntry['action']
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationKind
  }
}

const READ = ['GET']
const WRITE = ['POST', 'PATCH', 'PUT']
const ERASE = ['DELETE']
const ADMIN: readonly Role[] = ['admin']
const RECORDS: readonly Role[] = ['admin', 'clinician', 'service', 'user']
const PATIENTS = { paths: ['/profiles/v1/patient'], record: 'patient' }
const USERS = { paths: ['/profiles/v1/emr-user'], record: 'emr_user' }
const DOCUMENTS = { paths: ['/mr'], record: 'document' }

/**
 * Every operation of the server; the first kind that fits counts. docs/audit-and-access.md prints this table. `user` is the role
 * of a token that names none: it may do what it could before there were other roles, except review.
 */
export const OPERATION_KINDS: readonly OperationKind[] = [
  {
    name: 'link, suggest, comprehend, FHIR, assistants',
    paths: ['/med-link', '/fhir', '/mcp', '/playground/api'],
    roles: ROLES,
  },
  { name: 'read patients', ...PATIENTS, methods: READ, roles: RECORDS },
  { name: 'create, change patients', ...PATIENTS, methods: WRITE, roles: RECORDS },
  { name: 'erase patients', ...PATIENTS, methods: ERASE, roles: ADMIN },
  { name: 'read users of the EMR', ...USERS, methods: READ, roles: RECORDS },
  {
    ...{ name: 'change one’s own profile', ...USERS, methods: ['PATCH'] },
    roles: ['admin', 'clinician', 'user'],
  },
  { name: 'create users of the EMR', ...USERS, roles: ADMIN },
  { name: 'read documents', ...DOCUMENTS, methods: READ, roles: RECORDS },
  { name: 'add, change, delete documents', ...DOCUMENTS, roles: RECORDS },
  {
    ...{ name: 'register by Aadhaar number', paths: ['/abdm'], roles: RECORDS },
    ...{ record: 'registration', action: 'execute' },
  },
  {
    ...{ name: 'schedule, read, take back reminders', paths: ['/notification/v1/reminders'] },
    ...{ roles: ['admin', 'service', 'user'], record: 'reminder' },
  },
  {
    ...{ name: 'deliveries of webhooks', paths: ['/notification/v1/deliveries'], roles: ADMIN },
    record: 'delivery',
  },
  {
    ...{ name: 'subscriptions to webhooks', paths: ['/notification/v1/connect'], roles: ADMIN },
    record: 'subscription',
  },
  { name: 'review a mapping project', paths: ['/review/api'], roles: ['admin', 'reviewer'] },
  {
    ...{ name: 'log in and out', paths: ['/connect-auth'], roles: ROLES },
    ...{ record: 'login', action: 'execute' },
  },
  {
    name: 'pages, health, metrics',
    paths: ['/', '/page', '/playground', '/browser', '/review', '/docs', '/openapi.json'].concat(
      ...['/healthz', '/readyz', '/metrics'],
    ),
    roles: ROLES,
  },
]

/** The kind of an operation; undefined for one that no kind covers. */
export function kindOf(method: string, path: string): OperationKind | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  return OPERATION_KINDS.find(
    ({ paths, methods }) =>
      (methods?.includes(asked) ?? true) && paths.some((beginning) => isBelow(path, beginning)),
  )
}

/**
 * Holds every operation that is declared from now on to the roles of its kind. An operation of no kind is a fault of the
 * program: the server does not start. Needs `enforcePolicies` before.
 */
export function enforceRoles(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, operation: requireKind(route, app.prefix) }
  })
  app.addHook('onRequest', (request, _, next) => {
    const { policy, operation } = request.routeOptions.config
    if (operation === undefined || policy === 'public') return next()
    if (!operation.roles.includes(requireCaller(request).role)) throw new HttpError('forbidden')
    next()
  })
}

/** @param prefix path at which the server's owner has put the operations */
function requireKind({ method, url }: RouteOptions, prefix: string): OperationKind {
  const kinds = [method].flat().map((each) => kindOf(each, url.slice(prefix.length) || '/'))
  const [kind] = kinds
  if (kind === undefined || kinds.some((each) => each !== kind))
    throw new TypeError(`${String(method)} ${url} is of no kind of operations: see operations.ts`)
  return kind
}

function isBelow(path: string, beginning: string): boolean {
  return path === beginning || (beginning !== '/' && path.startsWith(`${beginning}/`))
}
