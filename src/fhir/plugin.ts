import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { nearestName } from '../internal.ts'
import type { Medlink } from '../medlink.ts'
import { capabilityStatement, terminologyCapabilities } from './capability.ts'
import { LinkedTexts } from './coding/linked-texts.ts'
import { Composer } from './compose.ts'
import type { Context, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { FhirError, invalid, outcomeOf, refusalOf } from './outcome.ts'
import { Input, inputOfBody, inputOfQuery, requireJson } from './parameters.ts'
import { isResource, type Resource } from './resources.ts'
import { keepText, sentText } from './sent-text.ts'
import { INTERNATIONAL_EDITION, Systems } from './systems.ts'
import { readValueSet, searchValueSets } from './whole-systems.ts'

/** Media type of every answer. */
const FHIR_JSON = 'application/fhir+json'

export interface FhirOptions {
  /** Closing it is its owner's business. */
  readonly medlink: Medlink
  /**
   * URI of the edition of the installed SNOMED CT, without a version. Default: the International Edition,
   * http://snomed.info/sct/900000000000207008.
   */
  readonly snomedEdition?: string | undefined
  /** URL of the API as its callers know it. Default: the one that each request names. */
  readonly publicUrl?: string | undefined
  /** Config of each route, for hooks of the server around it. */
  readonly config?: FastifyContextConfig | undefined
  /** Message of a malformed request that the server around it refused, if it repeats nothing of the request. */
  readonly messageOf?: ((error: unknown) => string | undefined) | undefined
  /** Called with a fault of the server before it is answered with 500 or 503. Its message may hold text of the request. */
  readonly onFault?: ((error: unknown, request: FastifyRequest) => void) | undefined
}

/**
 * FHIR R4 terminology, read only, as a plugin for a Fastify server:
 * `await app.register(fhirRoutes, { prefix: '/fhir', medlink })`. It checks no tokens: the server around it does.
 */
export async function fhirRoutes(app: FastifyInstance, options: FhirOptions): Promise<void> {
  const { medlink, snomedEdition = INTERNATIONAL_EDITION, config, onFault } = options
  const systems = new Systems(medlink, snomedEdition)
  const context: Context = {
    ...{ medlink, systems },
    ...{ composer: new Composer(medlink, systems), linkedTexts: new LinkedTexts() },
  }
  const route = { ...(config && { config }), schema: { hide: true } }
  if (!app.hasContentTypeParser(FHIR_JSON))
    app.addContentTypeParser(
      FHIR_JSON,
      { parseAs: 'string' },
      app.getDefaultJsonParser('error', 'error'),
    )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error, options.messageOf?.(error))
    if (refusal.status >= 500) onFault?.(refusal.cause ?? error, request)
    return sendRefusal(refusal, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request)
    if (methods !== undefined) reply.header('allow', methods)
    return sendRefusal(unknownPath(request, methods), reply)
  })
  app.addHook('preHandler', async ({ query, headers }) => {
    requireJson((query as Query)._format, headers.accept)
  })
  const baseAt = (request: FastifyRequest, path: string) =>
    options.publicUrl ?? baseOf(request, path)
  app.get('/metadata', route, async (request, reply) => {
    const { mode = 'full' } = request.query as Query
    return send(statementOf(mode, baseAt(request, '/metadata'), context), reply)
  })
  app.get('/ValueSet', route, async (request, reply) => {
    const url = inputOfQuery(request.query as Query).text('url')
    return send(searchValueSets(context, baseAt(request, '/ValueSet'), url), reply)
  })
  app.get('/ValueSet/:id', route, async (request, reply) =>
    send(readValueSet(context, (request.params as { readonly id: string }).id), reply),
  )
  for (const operation of OPERATIONS) serveOperation(app, operation, context, route)
}

type Query = Readonly<Record<string, unknown>>

/** Parameters of every request, about the answer's form. */
const GENERAL = new Set(['_format', '_pretty', '_summary', '_elements'])

function serveOperation(
  app: FastifyInstance,
  operation: Operation,
  context: Context,
  route: object,
): void {
  const { name, level, bodyLimit, keepsText, handler } = operation
  const url = level === 'system' ? `/$${name}` : `/${level}/$${name}`
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { input, body } = readCall(operation, request)
    refuseUnknown(operation, input)
    const signal = abortOnClose(reply)
    const text = keepsText && sentText(request)
    return send(await handler(context, { input, body, text, signal }), reply)
  }
  if (operation.onlyPost !== true) app.get(url, route, answer)
  const ofPost = {
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(keepsText && { preParsing: keepText }),
  }
  app.post(url, { ...route, ...ofPost }, answer)
}

/** @throws FhirError `invalid` for a body that is no resource */
function readCall({ takesResource }: Operation, { query, body }: FastifyRequest) {
  const given = Object.entries(query as Query).filter(([name]) => !GENERAL.has(name))
  const fromQuery = inputOfQuery(Object.fromEntries(given))
  if (body === undefined || body === null) return { input: fromQuery, body: undefined }
  if (!isResource(body)) throw invalid('the body must be a FHIR resource in JSON')
  if (takesResource && body.resourceType !== 'Parameters') return { input: fromQuery, body }
  const fromBody = inputOfBody(body)
  const entries = [fromQuery, fromBody].flatMap((input) =>
    input.names().flatMap((name) => input.all(name)),
  )
  return { input: new Input(entries), body }
}

/** Refuses parameters that an operation of Medlink's own does not have. @throws FhirError `invalid` */
function refuseUnknown({ name, parameters }: Operation, input: Input): void {
  const unknown = parameters && input.names().find((each) => !parameters.includes(each))
  if (parameters === undefined || unknown === undefined) return
  const meant = nearestName(unknown, parameters)
  const question = meant === undefined ? '' : `: did you mean ${meant}?`
  throw invalid(
    `$${name} has the parameters ${parameters.join(', ')}, and the request has another one${question}`,
    meant,
  )
}

/** Aborts when the connection is closed before the answer was sent. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function statementOf(mode: unknown, base: string, { systems }: Context): Resource {
  if (mode === 'full' || mode === 'normative') return capabilityStatement(base, OPERATIONS)
  if (mode === 'terminology') return terminologyCapabilities(base, systems)
  throw invalid('mode must be full, normative or terminology', 'mode')
}

/** URL of the API, of which a route has this path. */
function baseOf({ protocol, host, routeOptions }: FastifyRequest, path: string): string {
  const url = routeOptions.url ?? ''
  return `${protocol}://${host}${url.slice(0, url.lastIndexOf(path))}`
}

/** Methods of an operation at its own address; undefined for any other address. */
function methodsAt({ url }: FastifyRequest): string | undefined {
  const [path = ''] = url.split('?')
  const asked = OPERATIONS.find(({ name, level }) =>
    path.endsWith(level === 'system' ? `/$${name}` : `/${level}/$${name}`),
  )
  return asked && (asked.onlyPost === true ? 'POST' : 'GET, HEAD, POST')
}

function unknownPath({ method, url }: FastifyRequest, methods: string | undefined): FhirError {
  if (methods !== undefined)
    return new FhirError(405, {
      ...{ code: 'not-supported', text: `this operation is asked with ${methods}` },
    })
  const [, operation] = /\/\$([a-z-]{1,40})(?:[/?]|$)/.exec(url) ?? []
  const text =
    operation === undefined
      ? `${method} of this address is not supported: the CapabilityStatement at metadata lists what is`
      : `the operation $${operation} is not supported here: the CapabilityStatement at metadata lists what is`
  return new FhirError(404, { code: 'not-supported', text })
}

function sendRefusal({ status, issue }: FhirError, reply: FastifyReply): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return send(outcomeOf([issue]), reply.code(status))
}

/** @param answer a resource, or its JSON text */
function send(answer: Resource | string, reply: FastifyReply): FastifyReply {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return reply.type(`${FHIR_JSON}; charset=utf-8`).serializer(String).send(text)
}
