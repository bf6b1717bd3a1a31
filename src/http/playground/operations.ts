import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type ComprehendRequest,
  comprehendRequestSchema,
  type LinkRequest,
  linkRequestSchema,
  type Medlink,
} from '../../medlink.ts'
import type { Links } from '../links.ts'
import { refuseOthers } from '../same-machine.ts'
import { suggestQuerySchema } from '../shapes.ts'
import { untilGone } from '../until-gone.ts'
import { aboutView, linkView, noteView } from './views.ts'

export interface PlaygroundParts {
  readonly medlink: Medlink
  readonly links: Links
  /**
   * `open`: without a token, for programs and pages of this machine alone, as in development. `token`: to callers with a token.
   * Neither shows or keeps anything of the server but its indexes.
   */
  readonly access: 'open' | 'token'
}

/** A mention that is longer, in UTF-16 units, is refused: a link with reasons runs in the server's own thread. */
const LONGEST_MENTION = 500
const MENTION = `must not be longer than ${LONGEST_MENTION} characters: a note is longer`

const linkSchema = linkRequestSchema.extend({
  query: linkRequestSchema.shape.query.max(LONGEST_MENTION, MENTION),
})

/** Operations of the page, below a path. */
export function playgroundOperations(
  app: FastifyInstance,
  path: string,
  { medlink, links, access }: PlaygroundParts,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { policy: access === 'open' ? 'public' : 'token' } as const
  const hide = true
  const onRequest = async (request: Parameters<typeof refuseOthers>[0]) => {
    if (access === 'open') refuseOthers(request, app)
  }

  let isWarm = false
  routes.get(`${path}/about`, { config, onRequest, schema: { hide } }, async () => {
    const about = aboutView(medlink.registry())
    const ontology = about.vocabularies.find(({ reads_notes }) => reads_notes)?.name
    // The thread that reads notes takes a second to start: it does while the first mention is typed.
    if (!isWarm && ontology !== undefined) {
      const { signal } = new AbortController()
      links.comprehend({ text: 'a', ontology } as ComprehendRequest, signal).catch(() => {})
    }
    isWarm = true
    return about
  })

  routes.post(
    `${path}/link`,
    { config, onRequest, schema: { hide, body: linkSchema } },
    async ({ body }) => {
      const start = performance.now()
      const explained = medlink.explain(body as LinkRequest)
      return linkView(explained, performance.now() - start)
    },
  )

  routes.post(
    `${path}/note`,
    { config, onRequest, schema: { hide, body: comprehendRequestSchema } },
    async ({ body }, reply) => {
      const start = performance.now()
      const result = await links.comprehend(body as ComprehendRequest, untilGone(reply))
      return noteView(result, performance.now() - start)
    },
  )

  routes.get(
    `${path}/suggest`,
    { config, onRequest, schema: { hide, querystring: suggestQuerySchema } },
    async ({ query }) => ({ suggestions: medlink.suggest(query) }),
  )
}
