/**
 * Measures the cost of the audit trail and of encryption at rest: patients are created and read with them and without, in turns.
 *
 *   tsx bench/audit.ts [--sealed] [--database sqlite|postgres] [--rounds N] [--requests N] [--at-once N]
 *
 *   --sealed    with encryption, too; the trail alone when left out
 *   --database  sqlite when left out; postgres starts a server of its own
 *   --rounds    of each kind; 15 when left out
 *   --requests  of a round; 200 when left out
 *   --at-once   requests that wait for their answers at the same time; 10 when left out
 *
 * Two servers answer in this process (no network): one as it is, one whose trail keeps nothing. They
 * have the same records, or with --sealed a database each on the same disk or server. Rounds alternate, so that a busy machine
 * slows both down; the ratio is that of the medians.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readOptions } from '../scripts/support/options.ts'
import { formatRows } from '../scripts/support/table.ts'
import {
  createServer,
  openRecords,
  type Records,
  readMasterKeys,
  signToken,
} from '../src/http/http.ts'
import { openMedlink } from '../src/medlink.ts'
import type { RecordsPlace } from '../src/records/open.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { temporaryFolder } from './temporary.ts'
import { median } from './timing.ts'

const MASTER_KEYS = `bench:${randomBytes(32).toString('hex')}`
const SECRET = 'a secret of the bench that is more than long enough'
const CALLER = { oid: '10000000000000000', clientId: 'bench', bid: 'bench', idp: undefined }

const options = readOptions(import.meta.url, {
  ...{ sealed: false, database: 'sqlite', rounds: 15, requests: 200, 'at-once': 10 },
})
const { rounds, requests, 'at-once': atOnce } = options
const postgres = options.database === 'postgres' ? await startPostgres() : undefined
const root = temporaryFolder()
const records = await openRecords(await newPlace(), {
  masterKeys: options.sealed ? await readMasterKeys({ text: MASTER_KEYS }) : undefined,
})
const plain = options.sealed ? await openRecords(await newPlace()) : records
const medlink = openMedlink({ dir: root })
const authorization = `Bearer ${await signToken({ ...CALLER, role: 'user' }, 3600, { secret: SECRET })}`
const headers = { authorization, 'client-id': CALLER.clientId }
const servers = { with: await serverOver(records), without: await serverOver(unaudited(plain)) }
let nth = 0
try {
  const oids = new Map<FastifyInstance, string>()
  for (const app of Object.values(servers)) oids.set(app, (await create(app)).json().oid)
  const measured = {
    create: await measure(create),
    read: await measure((app) =>
      app.inject({ url: `/profiles/v1/patient/${oids.get(app)}`, headers }),
    ),
  }
  console.log(
    formatRows(Object.entries(measured).map(([request, figures]) => ({ request, ...figures }))),
  )
  const { isWhole } = await records.audit.verify()
  if (!isWhole) throw new Error('the chain of the audit trail is broken')
} finally {
  await Promise.all(Object.values(servers).map((app) => app.close()))
  await Promise.all([...new Set([records, plain])].map((each) => each.close()))
  medlink.close()
  await postgres?.stop()
}

async function newPlace(): Promise<RecordsPlace> {
  return postgres === undefined
    ? { folder: mkdtempSync(join(root, 'records-')) }
    : { databaseUrl: await postgres.newDatabase() }
}

function serverOver(over: Records): Promise<FastifyInstance> {
  return createServer({ medlink, records: over, tokens: { secret: SECRET } })
}

/** The same records with a trail that keeps nothing. */
function unaudited(audited: Records): Records {
  const audit = {
    ...audited.audit,
    add: async () => {},
    addSoon: async () => {},
    begin: <T>(_: unknown, work: () => T) => work(),
    end: () => {},
  }
  return { ...audited, audit }
}

function create(app: FastifyInstance) {
  const payload = {
    ...{ fn: 'asha', ln: 'rao', dob: '1990-01-31', gen: 'F', username: `bench-${nth++}` },
    ...{ mobile: `+9198765${String(nth % 100_000).padStart(5, '0')}`, abha: 'asha@abdm' },
  }
  return app.inject({ method: 'POST', url: '/profiles/v1/patient/', headers, payload })
}

type Ask = (app: FastifyInstance) => ReturnType<typeof create>

/** Milliseconds of a request, with and without a trail, and the rate with it as a share of the rate without. */
async function measure(ask: Ask) {
  const found = { with: [] as number[], without: [] as number[] }
  for (let round = -1; round < rounds; round++)
    for (const kind of ['with', 'without'] as const) {
      const took = await timeRound(servers[kind], ask)
      // The first round is for warming up.
      if (round >= 0) found[kind].push(took)
    }
  const [ms_with, ms_without] = [median(found.with), median(found.without)]
  return { ms_with, ms_without, ratio: ms_without / ms_with }
}

async function timeRound(app: FastifyInstance, ask: Ask): Promise<number> {
  const start = performance.now()
  for (let done = 0; done < requests; done += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => ask(app)))
    const refused = answers.find(({ statusCode }) => statusCode >= 300)
    if (refused !== undefined) throw new Error(`an answer is ${refused.statusCode}`)
  }
  return (performance.now() - start) / requests
}
