import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { requireCaller } from '../auth/policy.ts'
import { HttpError } from '../errors.ts'
import type { Desk } from './desk.ts'
import {
  alikeSchema,
  askSchema,
  codeSchema,
  decideSchema,
  linkSchema,
  listQuerySchema,
  noteSchema,
  suggestSchema,
  termSchema,
  undoSchema,
} from './shapes.ts'

/** Subject of the page. */
export interface ReviewParts {
  readonly desk: Desk
  /** Workspace of the project: its reviewers and admins are the only callers. */
  readonly workspace: string
  /** The token for a link that works once; undefined for one that was used, or that never was. */
  readonly takeLink?: ((link: string) => string | undefined) | undefined
}

/**
 * Operations of the page, below a path: each needs a token of the project's workspace, and decisions are kept in its owner's
 * name.
 */
export async function reviewOperations(
  app: FastifyInstance,
  path: string,
  { desk, workspace, takeLink }: ReviewParts,
): Promise<void> {
  app.addHook('onRequest', async ({ caller }) => {
    if (caller !== null && caller.bid !== workspace) throw new HttpError('forbidden')
  })
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { policy: 'token' } as const
  const hide = true

  routes.get(`${path}/project`, { config, schema: { hide } }, async (request) =>
    desk.project(requireCaller(request).oid),
  )

  routes.get(
    `${path}/terms`,
    { config, schema: { hide, querystring: listQuerySchema } },
    async (request) => desk.list(request.query, requireCaller(request).oid),
  )

  routes.get(
    `${path}/terms/:id`,
    { config, schema: { hide, params: termSchema } },
    async (request) => desk.term(request.params.id, requireCaller(request).oid),
  )

  routes.get(
    `${path}/terms/:id/alike`,
    { config, schema: { hide, params: termSchema, querystring: alikeSchema } },
    async ({ params: { id }, query: { by } }) => desk.alike(id, by),
  )

  routes.post(`${path}/ask`, { config, schema: { hide, body: askSchema } }, async ({ body }) =>
    desk.ask(body.id, body.hints),
  )

  routes.get(
    `${path}/suggest`,
    { config, schema: { hide, querystring: suggestSchema } },
    async ({ query }) => ({ suggestions: await desk.suggest(query.prefix) }),
  )

  routes.get(
    `${path}/concepts/:code`,
    { config, schema: { hide, params: codeSchema } },
    async ({ params }) => desk.place(params.code),
  )

  routes.post(
    `${path}/decisions`,
    { config, schema: { hide, body: decideSchema } },
    async (request) => desk.decide(request.body, requireCaller(request).oid),
  )

  routes.post(`${path}/note`, { config, schema: { hide, body: noteSchema } }, async (request) =>
    desk.note(request.body, requireCaller(request).oid),
  )

  routes.post(`${path}/undo`, { config, schema: { hide, body: undoSchema } }, async (request) =>
    desk.undo(requireCaller(request).oid),
  )

  routes.get(`${path}/curve`, { config, schema: { hide } }, async () => desk.curve())

  if (takeLink === undefined) return
  routes.post(
    `${path}/session`,
    { config: { policy: 'public' }, schema: { hide, body: linkSchema } },
    async ({ body: { link } }) => {
      const token = takeLink(link)
      if (token === undefined)
        throw new HttpError('unauthorized', 'this link was used already: start the review again')
      return { token }
    },
  )
}
