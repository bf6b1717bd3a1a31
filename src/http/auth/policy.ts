import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { HttpError } from '../errors.ts'
import { isSentOnce } from '../sent-once.ts'
import type { Caller } from './caller.ts'

/**
 * Callers that an operation allows: `public` all, `token` every caller with a token, `client` those with the header
 * `client-id` of the same client, `admin` the same as an admin of the workspace. Each operation declares one in its
 * `config`.
 */
export const POLICIES = ['public', 'token', 'client', 'admin'] as const
export type Policy = (typeof POLICIES)[number]

/** The caller that a bearer token names; undefined for an invalid one. Rejects if it cannot be checked. */
export type Authenticate = (token: string) => Promise<Caller | undefined>

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
  interface FastifyRequest {
    /** The caller: present if the policy is not `public`. */
    caller: Caller | null
  }
}

/** `Authorization: Bearer …`: RFC 6750, section 2.1; the name of the scheme in any case, as RFC 9110 has it. */
const BEARER = /^Bearer +([\w.~+/=-]+)$/i

/**
 * Holds every operation that is declared from now on to its policy. One that declares none is a fault of the program: it is
 * not served, the server does not start.
 */
export function enforcePolicies(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', requirePolicy)
  app.addHook('onRequest', async (request) => {
    // A request without an operation needs no permission.
    if (request.is404) return
    const { policy } = request.routeOptions.config
    if (policy === 'public') return
    const caller = await callerOf(request, authenticate)
    // Known also of a request that is refused: the audit trail names its caller.
    request.caller = caller
    refuseOtherClient(request, caller, policy)
    if (policy === 'admin' && caller.role !== 'admin') throw new HttpError('forbidden')
  })
}

/** The caller of an operation that is not `public`. */
export function requireCaller({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new HttpError('unauthorized')
  return caller
}

function requirePolicy({ method, url, config }: RouteOptions): void {
  if (!POLICIES.some((each) => each === config?.policy))
    throw new TypeError(`${String(method)} ${url} declares no policy: who may ask it?`)
}

async function callerOf(request: FastifyRequest, authenticate: Authenticate): Promise<Caller> {
  const { authorization = '' } = request.headers
  const [, token] = (isSentOnce(request, 'authorization') && BEARER.exec(authorization)) || []
  const caller = token === undefined ? undefined : await authenticate(token)
  if (caller === undefined) throw new HttpError('unauthorized')
  return caller
}

/** A client speaks for itself: where the header says which it is, and where it has to, it says the same as the token. */
function refuseOtherClient(
  { headers }: FastifyRequest,
  { clientId }: Caller,
  policy: Policy | undefined,
): void {
  const said = headers['client-id']
  if (said === clientId || (said === undefined && policy === 'token')) return
  if (said === undefined) throw new HttpError('invalid_request', 'the header client-id is missing')
  throw new HttpError('forbidden')
}
