/** The review page, and its operations. */

import type { FastifyInstance } from 'fastify'
import { pageRoutes } from './page.ts'
import { type ReviewParts, reviewOperations } from './review/operations.ts'

export interface ReviewPageParts extends ReviewParts {
  /** Way to sign in: with a token of the server's, or by a link that works once. */
  readonly signIn: 'token' | 'link'
}

const PAGE = '/review'

/**
 * The page at /review, for all callers, as it holds nothing of the project; its operations need a token. None of it is in the
 * OpenAPI document: the operations are the page's own, and change with it.
 */
export function reviewRoutes(app: FastifyInstance, parts: ReviewPageParts): void {
  pageRoutes(app, {
    ...{ path: PAGE, base: PAGE, title: 'Medlink review' },
    ...{ folder: 'review/page', script: 'review.js', data: { 'sign-in': parts.signIn } },
  })
  app.register((scope) => reviewOperations(scope, `${PAGE}/api`, parts))
}
