/** Contract 4.8 and 4.9, and what comes with them: batches, type-ahead and whole texts. */

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { ComprehendRequest, LinkRequest, Medlink } from '../../medlink.ts'
import { type HttpError, invalidRequest } from '../errors.ts'
import { asMedlinkError, type FailedEntry, failedEntry, type Links } from '../links.ts'
import { answerRanged } from '../ranged.ts'
import {
  batchBodySchema,
  batchResultSchema,
  comprehendBodySchema,
  comprehendResultSchema,
  flexsearchParamsSchema,
  linkBodySchema,
  linkResultSchema,
  MAX_BATCH,
  refusals,
  registrySchema,
  suggestionsSchema,
  suggestQuerySchema,
} from '../shapes.ts'
import { untilGone } from '../until-gone.ts'

/** Bytes that are sent as they are. */
const binarySchema = z.any().meta({ type: 'string', format: 'binary' })

/** Bytes of one mention or text: the longest that there may be, each unit of it escaped. */
const TEXT_BYTES = 64 * 1024
/** Values of one mention: fields, hints and what is ignored. */
const LINK_VALUES = 1000

export function linkingRoutes(app: FastifyInstance, medlink: Medlink, links: Links): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.post(
    '/med-link/nel/link',
    {
      config: { policy: 'token', maxValues: LINK_VALUES },
      bodyLimit: TEXT_BYTES,
      schema: {
        tags: ['linking'],
        summary: 'Candidate codes for a mention',
        description:
          'Candidates, best first, with `is_linked` for at most one of them: the code that Medlink stands by. With the version `comprehend` of icd-10-cm the query is free text.',
        body: linkBodySchema,
        response: { 200: linkResultSchema, ...refusals(401, 403, 404, 413, 415, 429) },
      },
    },
    ({ body }, reply) => links.link(body as LinkRequest, () => untilGone(reply)),
  )

  routes.post(
    '/med-link/nel/link/batch',
    {
      config: { policy: 'token' },
      schema: {
        tags: ['linking'],
        summary: 'Candidate codes for many mentions',
        description: `1 to ${MAX_BATCH} \`queries\`, which have the other fields of a request in common, or \`requests\`, each with fields of its own. Results stand in the same order; one that fails is \`{request_id, error}\` in its place.`,
        body: batchBodySchema,
        response: { 200: batchResultSchema, ...refusals(401, 403, 413, 415, 429) },
      },
    },
    async ({ body: { queries, requests, ...common } }, reply) => {
      const asked = requests ?? queries!.map((query) => ({ ...common, query }))
      return { results: await linkEach(asked, links, untilGone(reply)) }
    },
  )

  routes.post(
    '/med-link/comprehend',
    {
      config: { policy: 'token', maxValues: LINK_VALUES },
      bodyLimit: TEXT_BYTES,
      schema: {
        tags: ['linking'],
        summary: 'The conditions of a note',
        description:
          'Each condition that a text names, with its place, what the text says of it (denied, past, a relative’s …) and its candidate codes.',
        body: comprehendBodySchema,
        response: { 200: comprehendResultSchema, ...refusals(401, 403, 404, 413, 415, 429) },
      },
    },
    ({ body }, reply) => links.comprehend(body as ComprehendRequest, untilGone(reply)),
  )

  routes.get(
    '/med-link/registry/',
    {
      config: { policy: 'token' },
      schema: {
        tags: ['linking'],
        summary: 'What is installed',
        description: 'The ontologies, and the versions of each that a request may name.',
        response: { 200: registrySchema, ...refusals(401, 403, 429) },
      },
    },
    async () => ({
      ontologies: medlink
        .registry()
        .ontologies.map(({ name, versions, details }) => ({ name, versions, details })),
    }),
  )

  routes.get(
    '/med-link/suggest',
    {
      config: { policy: 'token' },
      schema: {
        tags: ['linking'],
        summary: 'Type-ahead',
        description:
          'Codes for what is being typed, the likeliest first. Filters: `semantic_tags` (of snomed, with commas between), `billable` (of icd-10-cm), `class` and `specimen` (of loinc).',
        querystring: suggestQuerySchema,
        response: { 200: suggestionsSchema, ...refusals(401, 403, 404, 429) },
      },
    },
    async ({ query }) => ({ suggestions: medlink.suggest(query) }),
  )

  routes.get(
    '/med-link/flexsearch/:ontology/:version',
    {
      config: { policy: 'token' },
      schema: {
        tags: ['linking'],
        summary: 'Type-ahead for a web page',
        description:
          'The FlexSearch index of a version, gzip: `openSuggestIndex` of `medlink/browser` suggests from it without the server, and links nothing. Ranges, `ETag` and `If-None-Match` are supported.',
        produces: ['application/gzip'],
        params: flexsearchParamsSchema,
        response: {
          200: binarySchema,
          206: binarySchema,
          304: z.null(),
          ...refusals(401, 403, 404, 416, 429),
        },
      },
    },
    async ({ params: { ontology, version }, headers }, reply) => {
      const { bytes, sha256 } = medlink.flexsearch(ontology, version)
      const answer = answerRanged(headers, { sha256, size: bytes.length })
      const { start, end } = answer.range ?? { start: 0, end: bytes.length - 1 }
      reply.code(answer.status).headers({
        ...answer.headers,
        'content-type': 'application/gzip',
        // Each user's own, and asked for again each time: a rebuild changes it under the same address.
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(answer.status === 304 ? null : bytes.subarray(start, end + 1))
    },
  )
}

/** Outcome of each request of a batch, in its place: malformed ones never reach the library. */
async function linkEach(asked: readonly unknown[], links: Links, signal: AbortSignal) {
  const read = asked.map((each) => {
    const { success, data, error } = linkBodySchema.safeParse(each)
    return success
      ? { request: data as LinkRequest }
      : { refused: refuse(each, invalidRequest(error)) }
  })
  const requests = read.flatMap(({ request }) => (request === undefined ? [] : [request]))
  const outcomes = await links.many(requests, signal)
  return read.map(({ refused }) => {
    if (refused !== undefined) return refused
    const outcome = outcomes.shift()!
    return 'error' in outcome ? failedEntry(outcome.request_id, asMedlinkError(outcome)) : outcome
  })
}

function refuse(request: unknown, error: HttpError): FailedEntry {
  const { request_id } = (request ?? {}) as { request_id?: unknown }
  const isGiven = typeof request_id === 'string' && request_id !== ''
  return failedEntry(isGiven ? request_id : randomUUID(), error)
}
