import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Project } from '../mapping/mapping.ts'
import { createMcpEndpoint, createMcpServer } from '../mcp/mcp.ts'
import type { Medlink } from '../medlink.ts'
import type { Blobs } from '../records/blobs/blobs.ts'
import type { Records } from '../records/records.ts'
import type { AadhaarSettings } from './aadhaar/settings.ts'
import { answerErrors, sendError, speakJson } from './answering.ts'
import { auditOperations } from './audit.ts'
import { enforceRoles } from './auth/operations.ts'
import { type Authenticate, enforcePolicies } from './auth/policy.ts'
import { TokenReader, type TokenSettings } from './auth/tokens.ts'
import { rememberHere } from './envelope/envelopes.ts'
import type { EnvelopeKeys } from './envelope/keys.ts'
import { HttpError } from './errors.ts'
import { serveFhir } from './fhir.ts'
import { Links } from './links.ts'
import { type Exposition, Metrics } from './metrics.ts'
import { describeRoutes } from './openapi.ts'
import { playgroundRoutes } from './playground.ts'
import { limitCallers, PatientQuota, type Quotas } from './quotas.ts'
import { keepRetention, type Retention } from './retention.ts'
import { Desk } from './review/desk.ts'
import { reviewRoutes } from './review.ts'
import { aadhaarRoutes } from './routes/aadhaar.ts'
import { accountRoutes } from './routes/accounts.ts'
import { documentRoutes } from './routes/documents.ts'
import { linkingRoutes } from './routes/linking.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { operationsRoutes } from './routes/operations.ts'
import { profileRoutes } from './routes/profiles.ts'
import { type WebhookOptions, webhookRoutes } from './routes/webhooks.ts'

const MAX_FILE_BYTES = 10_000_000
const ENVELOPE_SECONDS = 3600

/** Library from which the operations answer. Its owner closes it. */
export interface RoutesOptions {
  readonly medlink: Medlink
  /** `linking` serves neither records (profiles, documents, webhooks, log-in) nor registrations. Default: everything. */
  readonly only?: 'linking' | undefined
  /** Default: none, and no profiles, no webhooks and no log-in. */
  readonly records?: Records | undefined
  /** Store of the files of documents. Default: none, and no documents. */
  readonly blobs?: Blobs | undefined
  /**
   * Secret that signs URLs of files and places in lists; default: the secret of the tokens. Without either there are no
   * documents.
   */
  readonly signingSecret?: string | undefined
  /** Maximum size of one file; default: 10 MB. */
  readonly maxFileBytes?: number | undefined
  /** Origin of the server as its callers know it; default: the origin that a request names. */
  readonly publicUrl?: string | undefined
  /** The tokens that are valid, or a function that reads tokens. */
  readonly tokens: TokenSettings | Authenticate
  /** Keys of the envelopes that requests may come in, as `parseEnvelopeKeys` makes them. Default: none, and no envelope is opened. */
  readonly envelopeKeys?: EnvelopeKeys | undefined
  /** Seconds in which an envelope must arrive, and for which the same one is refused again; 0: no limit; default: an hour. */
  readonly envelopeWindow?: number | undefined
  /** Threads for batches and texts; default: 1. */
  readonly workers?: number | undefined
  /** Requests a minute that one address may make; default: no limit. */
  readonly rateLimit?: number | undefined
  /** Limits of one client and of one workspace; default: none. */
  readonly quotas?: Quotas | undefined
  /** The gateway for Aadhaar numbers. Default: none, and each number is refused with `gateway_missing`. */
  readonly aadhaar?: AadhaarSettings | undefined
  /** Metrics that count; default: the plugin's own. */
  readonly metrics?: Metrics | undefined
  /** Exposition at /metrics; default: that of the same metrics. */
  readonly readMetrics?: (() => Promise<Exposition>) | undefined
  /** Project that is reviewed at /review, its name and its workspace; without it there is no such page. */
  readonly review?:
    | { readonly project: Project; readonly name: string; readonly workspace: string }
    | undefined
  /** URI of the edition of the installed SNOMED CT, for FHIR. Default: the International Edition. */
  readonly snomedEdition?: string | undefined
  /**
   * A page at `/` to try linking on, and the scripts of `<medlink-suggest>` at /browser: `open` for programs and pages of this
   * machine without a token, `token` for callers with one. Default: no such page.
   */
  readonly playground?: 'open' | 'token' | undefined
  /** Days for which records are kept, by kind; default: for ever. */
  readonly retention?: Retention | undefined
  /** Reminders are kept, and delivered by the process that calls `startDeliveries`. */
  readonly webhooks?: WebhookOptions | undefined
}

/**
 * Every operation, as a plugin for a Fastify server of one's own: `await app.register(medlinkRoutes, { medlink, tokens })`.
 * Parsers, hooks and the handler of errors are those of the plugin alone.
 *
 * @throws MedlinkError `settings_invalid`
 */
export async function medlinkRoutes(app: FastifyInstance, options: RoutesOptions): Promise<void> {
  const { medlink, tokens, only } = options
  const records = only === 'linking' ? undefined : options.records
  const metrics = options.metrics ?? new Metrics(medlink, records?.webhooks.outbox)
  let isClosing = false
  await describeRoutes(app, medlink, only)
  speakJson(app, options.envelopeKeys ?? new Map(), {
    seen: records?.envelopes ?? rememberHere(Date.now),
    windowSeconds: options.envelopeWindow ?? ENVELOPE_SECONDS,
    now: Date.now,
  })
  answerErrors(app)
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // No fault, and nothing for the log but its line.
  app.addHook('onRequest', (_, reply, next) => {
    if (isClosing) sendError(new HttpError('unavailable'), reply)
    else next()
  })
  app.addHook('onResponse', ({ method, routeOptions: { url } }, reply, next) => {
    metrics.timeRequest(method, url, reply.statusCode, reply.elapsedTime)
    next()
  })
  forbidCaching(app)
  await limitRequests(app, options.rateLimit)
  enforcePolicies(app, authenticateBy(tokens, records))
  const quotas = options.quotas ?? {}
  limitCallers(app, quotas)
  enforceRoles(app)
  if (records !== undefined) auditOperations(app, records.audit)
  const links = new Links(medlink, metrics, options.workers ?? 1)
  linkingRoutes(app, medlink, links)
  serveMcp(app, links, options)
  if (options.playground !== undefined)
    playgroundRoutes(app, { medlink, links, access: options.playground })
  await serveFhir(app, options)
  if (records !== undefined) {
    const patients = new PatientQuota(quotas, records.profiles, Date.now)
    profileRoutes(app, records, options.blobs, patients)
    webhookRoutes(app, records.webhooks, options.webhooks ?? {})
    if (hasSecret(tokens)) accountRoutes(app, records, tokens)
    await serveDocuments(app, records, options)
    if (options.retention !== undefined)
      keepRetention(app, options.retention, { records, blobs: options.blobs, now: Date.now })
  }
  if (only !== 'linking') aadhaarRoutes(app, options.aadhaar ?? {})
  if (options.review !== undefined) {
    const { project, name, workspace } = options.review
    reviewRoutes(app, { desk: new Desk(medlink, project, name), workspace, signIn: 'token' })
  }
  operationsRoutes(app, {
    ...{ medlink, records, isClosing: () => isClosing },
    readMetrics: options.readMetrics ?? (() => metrics.read()),
  })
}

/**
 * Limits the requests of each address. They are counted before anybody looks at their tokens: those with invalid tokens, too.
 * Operations with a limit of their own, or that need none, say so in their `config`.
 *
 * @param max requests a minute; undefined: no limit but those of operations
 */
async function limitRequests(app: FastifyInstance, max: number | undefined): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    ...(max !== undefined && { max }),
    errorResponseBuilder: () => new HttpError('rate_limited'),
  })
  if (max === undefined) return
  const limit = app.rateLimit()
  app.addHook('onRequest', async function (request, reply) {
    if (request.routeOptions.config.rateLimit === undefined) await limit.call(this, request, reply)
  })
}

/**
 * Nothing between the server and a caller keeps answers that are not public: those with personal data, tokens, and all others to
 * a caller with a token. An operation whose answer may be kept by its caller says so itself.
 */
function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions: { config } }, reply, next) => {
    if (config.policy !== 'public' || config.operation?.record !== undefined)
      reply.header('cache-control', 'no-store')
    next()
  })
}

function serveMcp(app: FastifyInstance, linking: Links, options: RoutesOptions): void {
  const { medlink, publicUrl } = options
  const endpoint = createMcpEndpoint(
    () => createMcpServer({ medlink, linking }),
    (kind) => app.log.warn({ kind }, 'a message of the Model Context Protocol was refused'),
  )
  mcpRoutes(app, { endpoint, publicUrl })
}

async function serveDocuments(
  app: FastifyInstance,
  records: Records,
  options: RoutesOptions,
): Promise<void> {
  const { blobs, tokens, signingSecret, maxFileBytes = MAX_FILE_BYTES, publicUrl } = options
  const secret = signingSecret ?? (hasSecret(tokens) ? tokens.secret : undefined)
  if (blobs === undefined || secret === undefined) return
  const { quotas = {} } = options
  const parts = { records, blobs, secret, maxFileBytes, quotas, publicUrl, now: Date.now }
  await app.register(documentRoutes, parts)
}

function authenticateBy(
  tokens: TokenSettings | Authenticate,
  records: Records | undefined,
): Authenticate {
  if (typeof tokens === 'function') return tokens
  const reader = new TokenReader(tokens)
  return async (token) => {
    const caller = await reader.read(token)
    if (caller === undefined || records === undefined) return caller
    // Read each time: a client may be removed by another process, and a login ended by another server.
    const isActive = await records.clients.isActive(caller.clientId, caller.login)
    return isActive ? caller : undefined
  }
}

function hasSecret(
  tokens: TokenSettings | Authenticate,
): tokens is TokenSettings & { readonly secret: string } {
  return typeof tokens === 'object' && tokens.secret !== undefined
}
