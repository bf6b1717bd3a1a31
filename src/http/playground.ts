/** The playground: a page at `/` to try linking on, and its operations. */

import type { FastifyInstance } from 'fastify'
import { MEDLINK_VERSION } from '../medlink.ts'
import { elementRoutes, pageRoutes } from './page.ts'
import { type PlaygroundParts, playgroundOperations } from './playground/operations.ts'

const BASE = '/playground'
/** Folder of `<medlink-suggest>` for pages of others. */
const ELEMENT = '/browser'

/**
 * The page at `/`, for all callers, and the scripts of `<medlink-suggest>` below /browser. None of it is in the OpenAPI
 * document: the operations are the page's own, and change with it.
 */
export function playgroundRoutes(app: FastifyInstance, parts: PlaygroundParts): void {
  pageRoutes(app, {
    ...{ path: '/', base: BASE, title: 'Medlink playground', folder: 'playground/page' },
    script: 'playground.js',
    data: { 'sign-in': parts.access, version: MEDLINK_VERSION },
  })
  elementRoutes(app, ELEMENT)
  playgroundOperations(app, `${BASE}/api`, parts)
}
