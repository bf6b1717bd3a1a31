/** Log in and stay logged in: contract 5 leaves open how. */

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type * as z from 'zod'
import type { Issued, Records } from '../../records/records.ts'
import { nameClient } from '../audit.ts'
import { requireCaller } from '../auth/policy.ts'
import { signToken, type TokenSettings } from '../auth/tokens.ts'
import { HttpError } from '../errors.ts'
import { loginSchema, refreshSchema, refusals, tokensSchema, updatedSchema } from '../shapes.ts'

/** How long an access token is good, and how long one may wait before the next. */
const ACCESS_SECONDS = 3600
const REFRESH_SECONDS = 30 * 24 * 3600
/** Attempts a minute and address: enough to log in, too few to guess. */
const ATTEMPTS_A_MINUTE = 10
/** Attempts a minute and client, from whatever addresses: more, so that a client may start on several machines at once. */
const CLIENT_ATTEMPTS_A_MINUTE = 30

/** @param secret the secret that signs tokens; with only another party's public keys, clients log in at that party */
export function accountRoutes(
  app: FastifyInstance,
  { clients, refreshTokens }: Records,
  settings: TokenSettings & { readonly secret: string },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = {
    policy: 'public',
    rateLimit: { max: ATTEMPTS_A_MINUTE, timeWindow: '1 minute' },
  } as const
  const limitClient = app.createRateLimit({
    ...{ max: CLIENT_ATTEMPTS_A_MINUTE, timeWindow: '1 minute' },
    keyGenerator: ({ body }) => (body as z.output<typeof loginSchema>).client_id,
  })
  const response = { 200: tokensSchema, ...refusals(401, 413, 415, 429) }

  routes.post(
    '/connect-auth/v1/account/login',
    {
      config,
      schema: {
        tags: ['accounts'],
        summary: 'An access token for a client',
        body: loginSchema,
        response,
      },
    },
    async (request, reply) => {
      const { client_id, client_secret } = request.body
      nameClient(request, client_id)
      const limit = await limitClient(request)
      if (!limit.isAllowed && limit.isExceeded) {
        reply.header('retry-after', limit.ttlInSeconds)
        throw new HttpError('rate_limited')
      }
      const client = await clients.authenticate(client_id, client_secret)
      if (client === undefined)
        throw new HttpError('unauthorized', 'client_id or client_secret is wrong')
      nameClient(request, client_id, client)
      return tokensFor(await refreshTokens.start(client, REFRESH_SECONDS), settings)
    },
  )

  routes.post(
    '/connect-auth/v1/account/refresh-token',
    {
      config,
      schema: {
        tags: ['accounts'],
        summary: 'The next access token',
        description:
          'Takes a refresh token for a new one. Each is good once; one that comes again ends all that were made from the same login.',
        body: refreshSchema,
        response,
      },
    },
    async (request) => {
      const issued = await refreshTokens.rotate(request.body.refresh_token, REFRESH_SECONDS)
      if (issued === undefined)
        throw new HttpError('unauthorized', 'the refresh token is not valid')
      nameClient(request, issued.client.client_id, issued.client)
      return tokensFor(issued, settings)
    },
  )

  routes.post(
    '/connect-auth/v1/account/logout',
    {
      config: { policy: 'token' },
      schema: {
        tags: ['accounts'],
        summary: 'End a login',
        description:
          'From now on all tokens of the login are refused: the one of this request, those that were made from the same login, and its refresh token.',
        response: { 200: updatedSchema, ...refusals(401, 403, 429) },
      },
    },
    async (request) => {
      const { login } = requireCaller(request)
      if (login === undefined)
        throw new HttpError(
          'invalid_request',
          'the token does not come from a login: it is valid until it expires',
        )
      await refreshTokens.end(login)
      return { message: 'logged out' }
    },
  )
}

async function tokensFor(
  { token, client, login }: Issued,
  settings: TokenSettings & { readonly secret: string },
) {
  const { client_id: clientId, bid, oid, role } = client
  const caller = { oid, clientId, bid, role, idp: 'api-key', login }
  return {
    access_token: await signToken(caller, ACCESS_SECONDS, settings),
    expires_in: ACCESS_SECONDS,
    refresh_token: token,
    refresh_expires_in: REFRESH_SECONDS,
  }
}
