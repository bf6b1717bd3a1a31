import { basename } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { openProject, type Project } from '../mapping/mapping.ts'
import { type Medlink, MedlinkError, openMedlink } from '../medlink.ts'
import { openBlobs } from '../records/blobs/open.ts'
import { openRecords } from '../records/open.ts'
import { readMasterKeys } from '../records/sealing/master-keys.ts'
import {
  ENDING_SIGNALS,
  isMember,
  letEnd,
  onceToldToEnd,
  runProcesses,
  sharedMetrics,
} from './cluster.ts'
import { loggedError } from './log.ts'
import { Metrics } from './metrics.ts'
import { createServer } from './server.ts'
import type { Settings } from './settings.ts'
import { type Deliveries, startDeliveries } from './webhooks/worker.ts'

/** Settings. A server for development has a playground that needs no token; default: false. */
type ServedSettings = Settings & { readonly isForDevelopment?: boolean }

/** Time to answer the running requests after a signal. */
const GRACE_MS = 10_000

/**
 * Serves until SIGTERM or SIGINT. Then it takes no more requests, answers those that it has, and the process exits. If the settings ask for several processes, this one starts and watches them.
 *
 * @param dir root of the indexes
 * @returns the address, once the server listens; undefined in a process that another one has started
 * @throws MedlinkError `settings_invalid`, also for a port that is taken; `no_records`, `records_incompatible`
 */
export async function serve(settings: ServedSettings, dir: string): Promise<string | undefined> {
  if (isMember()) return void (await serveHere(settings, dir))
  return settings.processes === 1 ? serveHere(settings, dir) : runProcesses(settings.processes)
}

/**
 * How far the heap may grow before garbage is collected, by a quarter: with V8's own measure a server takes a third more
 * memory, and is no faster (bench/http.ts).
 */
const HEAP_FLAG = '--heap-growing-percent=25'

async function serveHere(settings: ServedSettings, dir: string): Promise<string> {
  const { host, port, only, data, databaseUrl, webhooks } = settings
  const { tokens, envelopeKeys, workers, rateLimit, aadhaar, logLevel } = settings
  const { maxFileBytes, publicUrl, signingSecret, snomedEdition } = settings
  const { trustedProxies, retention, envelopeWindow, quotas } = settings
  setFlagsFromString(HEAP_FLAG)
  const masterKeys = settings.masterKeys && (await readMasterKeys(settings.masterKeys))
  let app: FastifyInstance | undefined
  const medlink = openMedlink({
    ...{ dir, names: settings.names },
    onWarning: (warning) => app?.log.warn({ warning }, 'a name of the site'),
  })
  const place = databaseUrl === undefined ? { folder: data } : { databaseUrl }
  const records = only === 'linking' ? undefined : await openRecords(place, { masterKeys })
  const metrics = new Metrics(medlink, records?.webhooks.outbox)
  let project: Project | undefined
  let deliveries: Deliveries | undefined
  const close = async () => {
    await Promise.all([app?.close(), deliveries?.stop()])
    await Promise.all([records?.close(), project?.close()])
    medlink.close()
  }
  try {
    if (settings.project !== undefined) project = await openProject(settings.project)
    app = await createServer({
      review: project && {
        ...{ project, name: projectName(settings.project!) },
        workspace: settings.projectWorkspace,
      },
      ...{ medlink, only, records, tokens, envelopeKeys, workers, rateLimit, aadhaar, logLevel },
      ...{ metrics, maxFileBytes, publicUrl, signingSecret, snomedEdition },
      ...{ trustedProxies, retention, envelopeWindow, quotas },
      blobs: records && (await openBlobs(settings.blobs)),
      playground: settings.isForDevelopment ? 'open' : 'token',
      webhooks: { privateHosts: webhooks.privateHosts, onDue: () => deliveries?.wake() },
      ...(isMember() && { readMetrics: sharedMetrics(metrics) }),
    })
    openNewest(medlink, app)
    if (records?.keys.state === 'mixed')
      app.log.warn(
        'records of before MEDLINK_DATA_KEYS are plain until medlink keys rotate seals them',
      )
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw asListenError(error, port)
    })
    if (webhooks.isWorker && records !== undefined)
      deliveries = startDeliveries(records.webhooks.outbox, {
        ...{ privateHosts: webhooks.privateHosts, metrics, log: app.log },
      })
    const skip = isMember() ? [...ENDING_SIGNALS] : []
    const ending = closeWithGrace({ delay: GRACE_MS, logger: false, skip }, async ({ err }) => {
      if (err !== undefined) app?.log.error({ error: loggedError(err) }, 'the process fails')
      await close()
    })
    // A member would otherwise take a second signal as the wish to end at once.
    if (isMember()) onceToldToEnd(ending.close)
    return address
  } catch (error) {
    await close()
    letEnd()
    throw error
  }
}

/** Name of a project for its reviewers: its file. An address may hold a password and is not shown. */
function projectName(where: string): string {
  return URL.canParse(where) ? 'Mapping project' : basename(where)
}

/** Opens the newest indexes before the first request. An index that cannot be opened is an error in the log and for its callers. */
function openNewest(medlink: Medlink, { log }: FastifyInstance): void {
  const installed = medlink.registry().ontologies.filter(({ versions }) => versions.length > 0)
  for (const { name: ontology } of installed) {
    try {
      medlink.link({ query: 'a', ontology })
    } catch (error) {
      log.warn({ ontology, error: loggedError(error) }, 'an index cannot be opened')
    }
  }
}

/** A port that is taken or not allowed, as an error that says what to do; any other error as it is. */
function asListenError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use by another program'
  return new MedlinkError(
    'settings_invalid',
    `the port ${port} ${why} (${code}): name another one (--port)`,
    {
      cause: error,
    },
  )
}
