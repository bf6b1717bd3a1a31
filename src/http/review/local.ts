/** A server of the review page for one person: on this machine, at a free port, behind links that work once each. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Project } from '../../mapping/mapping.ts'
import type { Medlink } from '../../medlink.ts'
import { answerErrors, refuse, speakJson } from '../answering.ts'
import type { Caller } from '../auth/caller.ts'
import { enforceRoles } from '../auth/operations.ts'
import { enforcePolicies } from '../auth/policy.ts'
import { HttpError } from '../errors.ts'
import { reviewRoutes } from '../review.ts'
import { refuseOthers } from '../same-machine.ts'
import { Desk } from './desk.ts'

const HOST = '127.0.0.1'
const TOKEN_BYTES = 32
const WORKSPACE = 'local'

export interface LocalReviewOptions {
  readonly medlink: Medlink
  readonly project: Project
  /** Name of the project. */
  readonly name: string
  /** In whose name decisions are kept. */
  readonly reviewer: string
  /** Called with the address of a new link when one was used: another tab, or the same one later, logs in by it. */
  readonly onLinkUsed?: (url: string) => void
}

export interface LocalReview {
  /** The first link, for a browser; it works once. */
  readonly url: string
  readonly app: FastifyInstance
  close(): Promise<void>
}

/** Serves the page on 127.0.0.1 until it is closed. The project and Medlink stay open: they are whose they were. */
export async function serveReview(options: LocalReviewOptions): Promise<LocalReview> {
  const { medlink, project, name, reviewer, onLinkUsed } = options
  const desk = new Desk(medlink, project, name)
  const app = Fastify({ forceCloseConnections: true })
  let link = newToken()
  const token = newToken()
  const caller: Caller = {
    ...{ oid: reviewer, clientId: 'review', bid: WORKSPACE, role: 'reviewer', idp: undefined },
  }
  speakJson(app, new Map())
  answerErrors(app)
  app.setNotFoundHandler((request, reply) => refuse(new HttpError('not_found'), request, reply))
  app.addHook('onRequest', async (request) => refuseOthers(request, app))
  enforcePolicies(app, async (given) => (isSame(given, token) ? caller : undefined))
  enforceRoles(app)
  reviewRoutes(app, {
    ...{ desk, signIn: 'link', workspace: WORKSPACE },
    takeLink(given) {
      if (!isSame(given, link)) return undefined
      link = newToken()
      onLinkUsed?.(urlOf(app, link))
      return token
    },
  })
  await app.listen({ host: HOST, port: 0 })
  return { url: urlOf(app, link), app, close: () => app.close() }
}

function urlOf({ server }: FastifyInstance, link: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${HOST}:${port}/review#open=${link}`
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => Buffer.from(text))
  return a!.length === b!.length && timingSafeEqual(a!, b!)
}
